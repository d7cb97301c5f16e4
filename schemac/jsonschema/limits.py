"""How large one schema may be (docs/spec, chapter ENG).

The loader bounds manifests; these bounds hold also for schemas that a program hands over, so that everything behind
them may recurse per nesting level and costs no more than its size.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from typing import Final, NamedTuple

from schemac.findings import Finding, finding
from schemac.pointer import Pointer
from schemac.values import Json

MAX_DEPTH: Final = 256
"""Levels of nested objects and arrays in one schema."""

MAX_CONTAINERS: Final = 1_000_000
"""Objects and arrays in one schema; also the subschemas that its references may make of it."""

MAX_DEFINITIONS: Final = 4_000
"""Places that one schema's references may reach. A definition's digest is taken of all that it reaches, so that the
names of n definitions which all reach each other cost n times n."""


class Limits(NamedTuple):
    """How large a schema may be; the defaults are those of what is authored."""

    depth: int = MAX_DEPTH
    containers: int = MAX_CONTAINERS
    definitions: int = MAX_DEFINITIONS


AUTHORED: Final = Limits()
COMPOSED: Final = Limits(MAX_DEPTH + 16, 1 << 62, 1 << 62)
"""Those of a document that was put together of schemas within the limits of what is authored: it is as large as they
are together, and deeper by what was written around them; their definitions name none of each other's."""


def measured(value: Json, pointer: Pointer = (), limits: Limits = AUTHORED) -> AbstractSet[str] | Finding:
    """Return the names that objects inside a value have as members, save for the value's own members.

    One look at all of a schema settles which of the later, dearer ones it needs: without ``$id`` below its root it is
    one resource, without ``pattern`` there is nothing to judge, without ``x-requires`` there are no gates.

    Levels are counted one by one, never recursed into, so that the check itself withstands any depth, and a value that
    contains itself.

    Returns:
        The names, or the finding ``limit-exceeded`` if the value has too many levels, objects or arrays.
    """
    names: set[str] = set()
    level = [value] if isinstance(value, (dict, list)) else []
    depth = containers = 0
    while level:
        depth += 1
        containers += len(level)
        if depth > limits.depth:
            return finding("limit-exceeded", pointer, f"the schema nests more than {limits.depth} levels")
        if containers > limits.containers:
            why = f"the schema has more than {limits.containers} objects and arrays"
            return finding("limit-exceeded", pointer, why)
        if depth > 1:
            names.update(*[holder for holder in level if isinstance(holder, dict)])
        level = [
            item
            for holder in level
            for item in (holder.values() if isinstance(holder, dict) else holder)
            if isinstance(item, (dict, list))
        ]
    return names


def oversized(value: Json, pointer: Pointer = ()) -> Finding | None:
    """Return the finding of :func:`measured`, if there is one."""
    found = measured(value, pointer)
    return found if isinstance(found, Finding) else None
