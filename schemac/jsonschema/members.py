"""Follow an instance through the shapes of a schema: which of its members are known (docs/spec, chapter GAT)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from schemac.jsonschema.closed import Shape, Status
from schemac.pointer import Pointer
from schemac.values import Json, JsonObject


class ObjectPlace(NamedTuple):
    """One object of an instance, with its members by what its place makes of them, each in the instance's order.

    Attributes:
        pointer: Where the object stands in the instance.
        value: The object.
        shape: What its place takes.
        declared: Names to keep.
        undeclared: Names that the place does not know: to strip or to refuse, as the caller's options say.
        forbidden: Names that gates took out of a place that takes any name: to strip, never to refuse.
    """

    pointer: Pointer
    value: JsonObject
    shape: Shape
    declared: tuple[str, ...]
    undeclared: tuple[str, ...]
    forbidden: tuple[str, ...]


def objects(shape: Shape, value: Json) -> Iterator[ObjectPlace]:
    """Yield every object of an instance that a schema describes, holders first, in the order written.

    Below an undeclared or forbidden member, and where any names are welcome, nothing is described and nothing yielded.
    """
    stack: list[tuple[Pointer, Shape, Json]] = [((), shape, value)]
    while stack:
        pointer, at, item = stack.pop()
        if at.is_inert:
            continue
        if isinstance(item, dict):
            place = _examine(pointer, at, item)
            yield place
            below = [(name, item[name]) for name in reversed(place.declared)]
            stack.extend([((*pointer, name), at.child(name), part) for name, part in below if _has_parts(part)])
        elif isinstance(item, list):
            parts = [(index, item[index]) for index in reversed(range(len(item)))]
            stack.extend([((*pointer, index), at.item(index), part) for index, part in parts if _has_parts(part)])


def _has_parts(value: Json) -> bool:
    return isinstance(value, (dict, list))


def _examine(pointer: Pointer, shape: Shape, value: JsonObject) -> ObjectPlace:
    names = shape.names
    if names >= value.keys():
        return ObjectPlace(pointer, value, shape, tuple(value), (), ())
    kinds = {name: shape.status(name) for name in value}
    declared, undeclared, forbidden = (
        tuple([name for name, kind in kinds.items() if kind is status])
        for status in (Status.DECLARED, Status.UNDECLARED, Status.FORBIDDEN)
    )
    return ObjectPlace(pointer, value, shape, declared, undeclared, forbidden)
