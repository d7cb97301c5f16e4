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
        undeclared: Places of names that a closed object does not know.
        forbidden: Places of names that a gate took out of an object that would take any.
    """

    value: Json
    undeclared: tuple[Pointer, ...]
    forbidden: tuple[Pointer, ...]


def strip(value: Json, root: Shape) -> Stripped:
    """Return a value without undeclared and forbidden names, at any depth, and where these were.

    Args:
        value: Any JSON value of bounded depth; it is not changed.
        root: What its place takes.
    """
    walk = _Walk()
    kept = walk.below(value, root)
    return Stripped(kept, tuple(walk.undeclared), tuple(walk.forbidden))


class _Walk:
    def __init__(self) -> None:
        self.path: list[str | int] = []
        self.undeclared: list[Pointer] = []
        self.forbidden: list[Pointer] = []

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
            (self.undeclared if status is Status.UNDECLARED else self.forbidden).append((*self.path, name))
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
