"""What linking must know of one definition: the references in force in it, and what it must lose; and making it.

A scan visits the subschemas that the keyword table names and that are in force, not entering definition maps: those
are reached by references alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from schemac.jsonschema.body import Use
from schemac.jsonschema.edit import Change, edited
from schemac.jsonschema.index import Link, unwound
from schemac.jsonschema.module import Definition, Origin
from schemac.jsonschema.places import Place, Scope, Unlinkable, entered
from schemac.jsonschema.walk import children
from schemac.pointer import Pointer
from schemac.values import Json, JsonObject, Schema

REFERENCES: Final = ("$ref", "$dynamicRef", "$recursiveRef")
"""The keywords that refer, the ordinary one first."""

# Identifiers of every dialect go, also where a schema's own dialect does not know them: a later translation must not
# bring them to life.
_GONE: Final = frozenset(
    {
        "$schema",
        "$id",
        "$anchor",
        "$dynamicAnchor",
        "$dynamicRef",
        "$recursiveAnchor",
        "$recursiveRef",
        "$vocabulary",
        "$defs",
        "definitions",
    }
)
_NOTABLE: Final = _GONE | {"$ref", "id"}


@dataclass(frozen=True, slots=True)
class Site:
    """A reference in force.

    Attributes:
        keyword: One of :data:`REFERENCES`, or "" for a subschema of another dialect, which stands for itself.
        text: As written.
        holder: The place, below the definition, of the schema that holds it.
        scope: The scope of that schema.
        in_place: It applies to the same value as the definition's root.
    """

    keyword: str
    text: Json
    holder: Pointer
    scope: Scope
    in_place: bool


@dataclass(slots=True)
class Scan:
    """What a definition holds.

    Attributes:
        place: Where it stands.
        sites: Its references in force, in the order written.
        drops: The members that go, by the place of the schema that holds them.
        nested: The scopes of resources inside it.
        faults: What cannot be linked, with its place below the definition.
        size: How many subschemas were visited.
    """

    place: Place
    sites: list[Site] = field(default_factory=list)
    drops: dict[Pointer, frozenset[str]] = field(default_factory=dict)
    nested: list[tuple[Scope, Scope]] = field(default_factory=list)
    faults: list[tuple[Pointer, Unlinkable]] = field(default_factory=list)
    size: int = 0


def scan(place: Place) -> Scan:
    """Scan the definition that stands at a place."""
    found = Scan(place)
    stack: list[tuple[Schema, Link, Scope, bool]] = [(place.schema, None, place.scope, True)]
    while stack:
        schema, link, scope, in_place = stack.pop()
        found.size += 1
        if not isinstance(schema, dict):
            continue
        if not _NOTABLE.isdisjoint(schema):
            inner = _visit(found, schema, link, scope, in_place)
            if inner is None:
                continue
            scope = inner
        below = children(schema, scope.dialect)
        if below:
            table = scope.dialect.applicators
            stack.extend(
                [
                    (child, (link, step), scope, in_place and applicator.in_place)
                    for step, child in reversed(below)
                    if not (applicator := table[str(step[0])]).definitions
                ]
            )
    return found


def _visit(found: Scan, schema: JsonObject, link: Link, outer: Scope, in_place: bool) -> Scope | None:
    """Note what a schema refers to and must lose; return its scope, or None if it is not to be entered."""
    holder = unwound(link)
    scope = outer
    if link is not None:
        try:
            scope = entered(schema, outer, found.place.pointer + holder)
        except Unlinkable as error:
            found.faults.append((holder, error))
            return None
        if scope is not outer:
            found.nested.append((outer, scope))
        if scope.dialect is not outer.dialect:
            found.sites.append(Site("", "", holder, scope, in_place))
            return None
    dialect = scope.dialect
    gone = _GONE.intersection(schema)
    if isinstance(schema.get("id"), str):
        gone |= {"id"}
    if dialect.ref_alone and "$ref" in schema:
        # Subschemas beside it are not in force; what only looks like a reference must not be emitted.
        gone = gone.union(keyword for keyword in schema if keyword in dialect.applicators)
    if gone:
        found.drops[holder] = gone
    for keyword in REFERENCES:
        if keyword in schema and (keyword == "$ref" or keyword == _DYNAMIC.get(dialect.name)):
            found.sites.append(Site(keyword, schema[keyword], holder, scope, in_place))
    return scope


_DYNAMIC: Final = {"2019-09": "$recursiveRef", "2020-12": "$dynamicRef"}


def define(found: Scan, targets: Sequence[str]) -> Definition:
    """Return the definition that a scanned place becomes.

    Args:
        found: The scan.
        targets: The key that each of its references means.
    """
    place = found.place
    references: dict[Pointer, list[tuple[str, str]]] = {}
    for site, target in zip(found.sites, targets, strict=True):
        if site.keyword != "$ref" or site.text != target:
            references.setdefault(site.holder, []).append((site.keyword, target))
    changes: dict[Pointer, Change] = {
        holder: partial(_changed, found.drops.get(holder, frozenset()), references.get(holder, []))
        for holder in {**references, **found.drops}
    }
    made = Definition(
        schema=edited(place.schema, changes),
        dialect=place.scope.dialect,
        name=place.name,
        origin=Origin(place.document, place.pointer),
        gates=place.gates,
    )
    if any(site.keyword != "$ref" for site in found.sites):
        return made  # what they become may stand elsewhere
    return made.knowing(uses=[Use(site.holder, target) for site, target in zip(found.sites, targets, strict=True)])


WRITTEN: Final = ("$ref", "allOf")
"""The keywords that a definition may have where its schema has none of them."""


def _changed(gone: frozenset[str], references: list[tuple[str, str]], schema: JsonObject) -> JsonObject:
    """Drop members and write references, on a copy; two references in one schema hold both, by ``allOf``."""
    for keyword in gone:
        del schema[keyword]
    for keyword, key in references:
        if not keyword:
            return {"$ref": key}
        if keyword == "$ref":
            schema["$ref"] = key
        elif "$ref" in schema:
            schema["allOf"] = [*schema.get("allOf", ()), {"$ref": key}]
        else:
            schema = {"$ref": key, **schema}
    return schema
