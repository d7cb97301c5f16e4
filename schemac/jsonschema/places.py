"""Places in schema documents, and what holds there: dialect, base URI, resource, gates above (docs/spec, chapter ENG).

A *resource* is a schema with a URI of its own (``$id``), the document's root included; ``#`` and ``#/…`` start at the
resource in which they stand.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import unquote, urljoin

from schemac.jsonschema.keywords import Dialect, Holds, dialect_by_uri
from schemac.pointer import Pointer, fragment, lookup
from schemac.values import Json, JsonObject, Schema


class Unlinkable(Exception):  # noqa: N818 - it carries a finding, which may be about anything
    """A reference, or what it reaches, cannot be linked; becomes a finding at the reference.

    Attributes:
        code: The finding's code.
        why: Completes the sentence that starts with the reference as written.
    """

    def __init__(self, code: str, why: str) -> None:
        self.code = code
        self.why = why
        super().__init__(why)


@dataclass(frozen=True, slots=True)
class Scope:
    """What a place takes from those above it.

    Attributes:
        dialect: How its schema is read.
        base: The URI against which references in it are resolved; "" where there is none.
        resource: Where the resource it belongs to starts, from the document's root.
    """

    dialect: Dialect
    base: str
    resource: Pointer


@dataclass(frozen=True, slots=True)
class Place:
    """A place of a document that holds a schema.

    Attributes:
        document: The document's URI, "" for the tool's own schema.
        pointer: From the document's root; indexes are ``int``.
        schema: What stands there.
        scope: Dialect, base and resource in force inside it, its own ``$id`` and ``$schema`` included.
        name: Its name, if a definition map holds it.
        gates: The ``x-requires`` values strictly above it, outermost first.
    """

    document: str
    pointer: Pointer
    schema: Schema
    scope: Scope
    name: str | None = None
    gates: tuple[Json, ...] = ()

    @property
    def key(self) -> str:
        """Its key in a module."""
        return _key(self.document, self.pointer)


@lru_cache(maxsize=4096)
def _key(document: str, pointer: Pointer) -> str:
    """Return the key of a place; tools of one list refer to the same few places, and escaping takes its time."""
    return document + fragment(pointer)


class Identity(NamedTuple):
    """What a schema object says about its own name; empty where it says nothing."""

    uri: str
    anchor: str


def identity(schema: JsonObject, dialect: Dialect) -> Identity:
    """Return the (relative) URI and the plain name that ``$id``, or ``id`` in draft-04, gives to a schema.

    Before 2019-09 it is ignored beside ``$ref``, and its fragment is an anchor.
    """
    value = schema.get(dialect.id_keyword)
    if not isinstance(value, str) or (dialect.ref_alone and "$ref" in schema):
        return Identity("", "")
    uri, _, name = value.partition("#")
    return Identity(uri, "" if dialect.anchors or name.startswith("/") else unquote(name))


def entered(schema: Schema, scope: Scope, pointer: Pointer, *, root: bool = False) -> Scope:
    """Return the scope inside a schema that stands at ``pointer`` within ``scope``.

    Raises:
        Unlinkable: Its ``$schema`` names no dialect that is known.
    """
    if not isinstance(schema, dict):
        return scope
    dialect = scope.dialect
    named = schema.get("$schema")
    if isinstance(named, str) and (root or not (dialect.ref_alone and "$ref" in schema)):
        found = dialect_by_uri(named)
        if found is None:
            raise Unlinkable("vocabulary-unsupported", f"is written in {named!r}, which is no draft of JSON Schema")
        dialect = found
    uri = identity(schema, dialect).uri
    if not uri:
        return scope if dialect is scope.dialect else Scope(dialect, scope.base, scope.resource)
    return Scope(dialect, joined(scope.base, uri), pointer)


def joined(base: str, uri: str) -> str:
    """Return a URI reference without fragment, resolved against a base.

    Raises:
        Unlinkable: It is not a URI reference.
    """
    try:
        return urljoin(base, uri)
    except ValueError:
        raise Unlinkable("ref-unresolvable", f"names {uri!r}, which is not a URI") from None


def document_root(uri: str, schema: Schema, dialect: Dialect) -> Place:
    """Return the root of a document; ``dialect`` holds unless its ``$schema`` names another.

    Raises:
        Unlinkable: Its ``$schema`` names no dialect that is known, or its ``$id`` is not a URI.
    """
    return Place(uri, (), schema, entered(schema, Scope(dialect, uri.partition("#")[0], ()), (), root=True))


def follow(place: Place, tokens: Iterable[str | int]) -> Place:
    """Return the place that pointer tokens reach from another one.

    Only places that the keyword table names as schemas can be reached. Keywords beside ``$ref`` count, in every
    dialect: they are ignored where they stand, yet a pointer may borrow a schema from them.

    Raises:
        Unlinkable: The tokens reach nothing (``ref-unresolvable``), or something that is no schema (``ref-into-data``).
    """
    tokens = tuple(tokens)
    start = place
    at = 0
    while at < len(tokens):
        step = _step(place, str(tokens[at]), tokens[at + 1 : at + 2])
        if step is None:
            try:
                lookup(start.schema, tokens)
            except KeyError:
                raise Unlinkable("ref-unresolvable", "reaches nothing") from None
            raise Unlinkable("ref-into-data", "reaches data, not a schema")
        place = step
        at = len(place.pointer) - len(start.pointer)
    if not isinstance(place.schema, dict) and not (isinstance(place.schema, bool) and place.scope.dialect.booleans):
        raise Unlinkable("ref-into-data", "reaches data, not a schema")
    return place


def _step(place: Place, keyword: str, following: Sequence[str | int]) -> Place | None:
    """Return the subschema under a keyword, with the token that follows where it is a list or map; None without one."""
    schema = place.schema
    if not isinstance(schema, dict):
        return None
    applicator = place.scope.dialect.applicators.get(keyword)
    if applicator is None or keyword not in schema:
        return None
    value = schema[keyword]
    holds = applicator.holds
    below: Pointer
    if holds is Holds.SCHEMA or (holds is Holds.SCHEMA_OR_LIST and not isinstance(value, list)):
        below, child = (keyword,), value
    elif not following:
        return None
    elif isinstance(value, list) and (holds is Holds.LIST or holds is Holds.SCHEMA_OR_LIST):
        try:
            child = lookup(value, following)
        except KeyError:
            return None
        below = (keyword, int(following[0]))
    elif isinstance(value, dict) and (holds is Holds.MAP or holds is Holds.MAP_OR_NAMES):
        name = str(following[0])
        if name not in value:
            return None
        below, child = (keyword, name), value[name]
    else:
        return None
    pointer = place.pointer + below
    return Place(
        document=place.document,
        pointer=pointer,
        schema=child,
        scope=entered(child, place.scope, pointer),
        name=str(below[-1]) if applicator.definitions else None,
        gates=(*place.gates, schema["x-requires"]) if "x-requires" in schema else place.gates,
    )
