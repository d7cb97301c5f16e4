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
        if type(value) is dict:
            return value if shape.is_inert else self.members(value, shape)
        return value if type(value) is not list or shape.is_inert else self.items(value, shape)

    def members(self, value: JsonObject, shape: Shape) -> JsonObject:
        names = shape.names
        kept: JsonObject | None = None  # a copy, from the first change on
        for name, item in value.items():
            status = Status.DECLARED if name in names else shape.status(name)
            if status is Status.DECLARED:
                if type(item) is not dict and type(item) is not list:
                    continue
                self.path.append(name)
                inner = self.below(item, shape.child(name))
                self.path.pop()
                if inner is not item:
                    kept = dict(value) if kept is None else kept
                    kept[name] = inner
                continue
            kept = dict(value) if kept is None else kept
            del kept[name]
            at = (*self.path, name)
            self.places.append(at)
            if status is Status.UNDECLARED:
                self.undeclared.append(at)
        return value if kept is None else kept

    def items(self, value: list[Json], shape: Shape) -> list[Json]:
        kept: list[Json] | None = None
        for index, item in enumerate(value):
            if type(item) is not dict and type(item) is not list:
                continue
            self.path.append(index)
            inner = self.below(item, shape.item(index))
            self.path.pop()
            if inner is not item:
                kept = list(value) if kept is None else kept
                kept[index] = inner
        return value if kept is None else kept
