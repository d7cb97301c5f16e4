"""The only recursion over schemas, driven by the keyword table (docs/spec, chapter ENG).

A property called ``$ref`` or ``items`` is a property, and ``{"$ref": …}`` inside ``enum``, ``const``, ``default`` or
``examples`` is data, because only places that the table names are entered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from schemac.jsonschema.keywords import Applicator, Dialect, Holds
from schemac.pointer import Pointer
from schemac.values import JsonObject, Schema


def applied(schema: JsonObject, dialect: Dialect) -> Iterator[tuple[str, Applicator]]:
    """Yield each keyword of a schema object that holds subschemas in force, in the order written.

    Beside ``$ref`` in dialects that ignore its neighbours, only definition maps are in force.
    """
    table = dialect.applicators
    alone = dialect.ref_alone and "$ref" in schema
    for keyword in schema:
        applicator = table.get(keyword)
        if applicator is not None and (not alone or applicator.definitions):
            yield keyword, applicator


def children(schema: Schema, dialect: Dialect) -> Iterator[tuple[Pointer, Schema]]:
    """Yield each direct subschema with its tokens below ``schema``: ``(("properties", "id"), {...})``.

    A value that is not of the form the keyword demands is passed over; the metaschema check reports it.
    """
    if not isinstance(schema, dict):
        return
    for keyword, applicator in applied(schema, dialect):
        value = schema[keyword]
        holds = applicator.holds
        if isinstance(value, dict):
            if holds is Holds.SCHEMA or holds is Holds.SCHEMA_OR_LIST:
                yield (keyword,), value
            elif holds is Holds.MAP:
                for name, item in value.items():
                    yield (keyword, name), item
            elif holds is Holds.MAP_OR_NAMES:
                for name, item in value.items():
                    if not isinstance(item, list):
                        yield (keyword, name), item
        elif isinstance(value, list):
            if holds is Holds.LIST or holds is Holds.SCHEMA_OR_LIST:
                for index, item in enumerate(value):
                    yield (keyword, index), item
        elif isinstance(value, bool) and (holds is Holds.SCHEMA or holds is Holds.SCHEMA_OR_LIST):
            yield (keyword,), value


def walk(schema: Schema, dialect: Dialect, pointer: Pointer = ()) -> Iterator[tuple[Pointer, Schema]]:
    """Yield a schema and every subschema below it, parents first, in the order written.

    The traversal is a stack, not a recursion, so that depth is bounded by memory alone.
    """
    stack = [(pointer, schema)]
    while stack:
        at, item = stack.pop()
        yield at, item
        if isinstance(item, dict):
            stack.extend(reversed([(at + tokens, child) for tokens, child in children(item, dialect)]))


def replace_children(schema: JsonObject, dialect: Dialect, new: Callable[[Pointer, Schema], Schema]) -> JsonObject:
    """Return the schema with each direct subschema replaced by ``new(tokens, subschema)``.

    Where every subschema comes back as the same object, so does ``schema`` itself: unchanged parts are shared.
    """
    result: JsonObject | None = None
    for keyword, applicator in applied(schema, dialect):
        value = schema[keyword]
        changed = _replaced(value, keyword, applicator.holds, new)
        if changed is not value:
            if result is None:
                result = dict(schema)
            result[keyword] = changed
    return schema if result is None else result


def _replaced(value: Schema, keyword: str, holds: Holds, new: Callable[[Pointer, Schema], Schema]) -> Schema:
    if isinstance(value, dict):
        if holds is Holds.SCHEMA or holds is Holds.SCHEMA_OR_LIST:
            return new((keyword,), value)
        if holds is Holds.LIST:
            return value
        items = {
            name: item if holds is Holds.MAP_OR_NAMES and isinstance(item, list) else new((keyword, name), item)
            for name, item in value.items()
        }
        return value if all(items[name] is item for name, item in value.items()) else items
    if isinstance(value, list):
        if holds is not Holds.LIST and holds is not Holds.SCHEMA_OR_LIST:
            return value
        entries = [new((keyword, index), item) for index, item in enumerate(value)]
        return value if all(a is b for a, b in zip(entries, value, strict=True)) else entries
    if isinstance(value, bool) and (holds is Holds.SCHEMA or holds is Holds.SCHEMA_OR_LIST):
        return new((keyword,), value)
    return value
