"""Names that a tool does not declare, and names that a gate took from this caller (docs/spec, chapters GAT and DSP)."""

from __future__ import annotations

from typing import NamedTuple

from schemac.jsonschema.closed import Shape, Status
from schemac.pointer import Pointer
from schemac.values import Json, JsonObject


class Stripped(NamedTuple):
    """Arguments without the names that do not belong.

    Attributes:
        value: The same object if nothing was taken out; unchanged parts are shared.
        places: Where something was taken out, in the order of the value.
        undeclared: Those of them whose names a closed object does not know. The others are forbidden: a gate took them
            out of an object that would take any name.
    """

    value: Json
    places: tuple[Pointer, ...]
    undeclared: tuple[Pointer, ...]


def strip(value: Json, root: Shape) -> Stripped:
    """Return a value without undeclared and forbidden names, at any depth, and where these were.

    Args:
        value: Any JSON value of bounded depth; it is not changed.
        root: What its place takes.
    """
    walk = _Walk()
    kept = walk.below(value, root)
    return Stripped(kept, tuple(walk.places), tuple(walk.undeclared))


class _Walk:
    """One value and its shape, walked together. Recursion is over the levels of the value, which are bounded."""

    __slots__ = ("path", "places", "undeclared")

    def __init__(self) -> None:
        self.path: list[str | int] = []
        self.places: list[Pointer] = []
        self.undeclared: list[Pointer] = []

    def below(self, value: Json, shape: Shape) -> Json:
        if shape.is_inert:
            return value
        if isinstance(value, dict):
            return self.members(value, shape)
        if isinstance(value, list):
            return self.items(value, shape)
        return value

    def members(self, value: JsonObject, shape: Shape) -> JsonObject:
        kept: JsonObject = {}
        same = True
        for name, item in value.items():
            status = shape.status(name)
            if status is Status.DECLARED:
                if isinstance(item, (dict, list)):
                    self.path.append(name)
                    inner = self.below(item, shape.child(name))
                    self.path.pop()
                    same = same and inner is item
                    kept[name] = inner
                else:
                    kept[name] = item
                continue
            same = False
            at = (*self.path, name)
            self.places.append(at)
            if status is Status.UNDECLARED:
                self.undeclared.append(at)
        return value if same else kept

    def items(self, value: list[Json], shape: Shape) -> list[Json]:
        kept: list[Json] = []
        same = True
        for index, item in enumerate(value):
            if isinstance(item, (dict, list)):
                self.path.append(index)
                inner = self.below(item, shape.item(index))
                self.path.pop()
                same = same and inner is item
                kept.append(inner)
            else:
                kept.append(item)
        return value if same else kept
