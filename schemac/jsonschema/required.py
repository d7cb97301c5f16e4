"""Required names that nothing declares: most likely slips of the pen (docs/spec, chapter MAN)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from schemac.jsonschema.keywords import Dialect, dialect_named
from schemac.jsonschema.walk import children
from schemac.pointer import Pointer
from schemac.values import JsonObject, Schema

_REFERENCES = ("$ref", "$dynamicRef", "$recursiveRef")
_CONDITIONS = ("not", "if")


class Undeclared(NamedTuple):
    """A required name that is no property beside it.

    Attributes:
        pointer: Its place in the schema.
        name: The name.
        closed: No other property is allowed there, so that no value is valid.
        declared: The properties that there are.
    """

    pointer: Pointer
    name: str
    closed: bool
    declared: tuple[str, ...]


def undeclared_required(schema: Schema, default: Dialect) -> Iterator[Undeclared]:
    """Yield the required names of a schema that nothing declares.

    Schemas state parts of one value in several places. So where other properties are allowed, a name counts only if
    nothing beside it or around it in place could declare it.

    Args:
        schema: A schema that its metaschema takes.
        default: How it is read, unless its own ``$schema`` says otherwise.
    """
    dialect = dialect_named(schema, default)
    stack: list[tuple[Schema, Pointer, bool, bool]] = [(schema, (), False, False)]
    while stack:
        part, at, joined, inside = stack.pop()
        if not isinstance(part, dict):
            continue
        yield from _of(part, at, alone=not joined and _is_alone(part, dialect))
        for below, child in reversed(children(part, dialect)):
            applicator = dialect.applicators[str(below[0])]
            if applicator.name not in _CONDITIONS:
                within = inside or applicator.in_place
                stack.append((child, at + below, within or applicator.definitions, within))


def _is_alone(part: JsonObject, dialect: Dialect) -> bool:
    """Tell that a subschema declares some properties, and leaves that to nothing else."""
    applicators = (dialect.applicators.get(keyword) for keyword in part)
    elsewhere = any(applicator is not None and applicator.in_place for applicator in applicators)
    return bool(part.get("properties")) and not elsewhere and not any(keyword in part for keyword in _REFERENCES)


def _of(part: JsonObject, at: Pointer, *, alone: bool) -> Iterator[Undeclared]:
    required, closed = part.get("required"), part.get("additionalProperties") is False
    if not isinstance(required, list) or part.get("patternProperties") or not (alone or closed):
        return
    declared = part.get("properties", {})
    for index, name in enumerate(required):
        if name not in declared:
            yield Undeclared((*at, "required", index), name, closed, tuple(declared))
