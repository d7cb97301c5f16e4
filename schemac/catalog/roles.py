"""Names that roles know and names that gates and schemas ask for, held against each other (docs/spec, chapter MAN).

Roles need not name everything, and much is asked of decisions that no role has. So a name that only a gate has is told
only where it is probably a slip for one that a role has and that something asks for too; one that only a role has is
always told.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from schemac.catalog.decisions import Decisions
from schemac.catalog.model import Catalog
from schemac.findings import Beside, Finding, Slips, finding, nearest
from schemac.jsonschema.keywords import DIALECTS, dialect_named
from schemac.jsonschema.walk import walk
from schemac.pointer import Pointer
from schemac.values import Json, Schema


def check_roles(catalog: Catalog, predicates: Iterable[str], values: Iterable[str]) -> Iterator[Finding]:
    """Yield a warning for each name in a role that nothing asks for, and for each misspelled name that is asked for.

    Args:
        catalog: The manifest, with its roles.
        predicates: All that its domains can ask for.
        values: All keys of values that they can take.
    """
    asked = _asked(catalog)
    tools = [_Named("tools", tool.at("name"), tool.name) for tool in catalog.tools]
    broken = [_Named("tools", ("tools", item.index, "name"), item.name) for item in catalog.broken if item.name]
    known = {"predicates": set(predicates), "values": set(values), "tools": {item.name for item in (*tools, *broken)}}
    named = [item for role, decisions in catalog.roles.items() for item in _names(("roles", role), decisions)]
    places = {(item.kind, item.name): item.pointer for item in reversed((*asked, *tools, *broken))}
    for item in named:
        if item.name not in known[item.kind]:
            yield _names_nothing(item, known[item.kind], places)
    for kind in ("predicates", "values"):
        yield from _misspelled(
            [item for item in asked if item.kind == kind],
            {item.name: item.pointer for item in reversed(named) if item.kind == kind and item.name in known[kind]},
        )


class _Named(NamedTuple):
    """A name of a kind (predicates, values, tools), and where it stands."""

    kind: str
    pointer: Pointer
    name: str


_NOTHING = {
    "predicates": "no gate asks for it",
    "tools": "no tool has that name",
    "values": "no x-default-for has that key",
}
_UNNAMED = {"predicates": "No role names the predicate", "values": "No role has the value"}


def _names_nothing(item: _Named, known: Iterable[str], places: Mapping[tuple[str, str], Pointer]) -> Finding:
    near = nearest(item.name, known)
    message = f"The role {item.pointer[1]} names {item.name!r}, and {_NOTHING[item.kind]}."
    said = finding("decision-names-nothing", item.pointer, message, None if near is None else f"Did you mean {near!r}?")
    place = None if near is None else places.get((item.kind, near))
    return said if place is None else replace(said, beside=(Beside(place, f"{near} stands here"),))


def _misspelled(asked: Iterable[_Named], known: Mapping[str, Pointer]) -> Iterator[Finding]:
    slips = Slips(known)
    for item in asked:
        meant = slips.meant(item.name)
        if meant is not None:
            message = f"{_UNNAMED[item.kind]} {item.name!r} that is asked for here."
            said = finding("decision-misspelled", item.pointer, message, f"Did you mean {meant!r}?")
            yield replace(said, beside=(Beside(known[meant], f"{meant} is named here"),))


def _names(at: Pointer, decisions: Decisions) -> Iterator[_Named]:
    """Yield each name that a role has, with its place."""
    for name in sorted(decisions.grants or ()):
        yield _Named("predicates", (*at, "grants"), name)
    for kind, named in (("predicates", decisions.predicates), ("tools", decisions.tools), ("values", decisions.values)):
        yield from (_Named(kind, (*at, kind, name), name) for name in named)


def _asked(catalog: Catalog) -> Sequence[_Named]:
    """Return the predicates and the values that gates and schemas of a manifest ask for, with their places."""
    dialect = DIALECTS[catalog.dialect]
    found: list[_Named] = []
    schemas: list[tuple[Schema, Pointer]] = [(item, ("schemas", uri)) for uri, item in catalog.documents.items()]
    schemas.extend(
        (item.common, (*item.pointer, "common")) for item in catalog.groups.values() if item.common is not None
    )
    for tool in catalog.tools:
        if tool.gate is not None:
            found.extend(_predicates(tool.descriptor["requires"], tool.at("requires")))
        fields = (field for field in ("inputSchema", "outputSchema") if field in tool.listed)
        schemas.extend((tool.listed[field], tool.at(field)) for field in fields)
    for schema, pointer in schemas:
        for at, part in walk(schema, dialect_named(schema, dialect), pointer):
            if isinstance(part, dict) and "x-requires" in part:
                found.extend(_predicates(part["x-requires"], (*at, "x-requires")))
            if isinstance(part, dict) and isinstance(part.get("x-default-for"), str):
                found.append(_Named("values", (*at, "x-default-for"), part["x-default-for"]))
    return found


def _predicates(gate: Json, pointer: Pointer) -> Iterator[_Named]:
    """Yield each predicate of a gate as written, with its place."""
    stack: list[tuple[Json, Pointer]] = [(gate, pointer)]
    while stack:
        item, at = stack.pop()
        if isinstance(item, str):
            yield _Named("predicates", at, item)
        elif isinstance(item, list):
            stack.extend((part, (*at, index)) for index, part in enumerate(item))
        elif isinstance(item, dict):
            stack.extend((part, (*at, name)) for name, part in item.items())
