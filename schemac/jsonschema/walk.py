"""The only recursion over schemas, driven by the keyword table (docs/spec, chapter ENG).

A property called ``$ref`` or ``items`` is a property, and ``{"$ref": …}`` inside ``enum``, ``const``, ``default`` or
``examples`` is data, because only places that the table names are entered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from schemac.jsonschema.keywords import Applicator, Dialect, Holds
from schemac.pointer import Pointer
from schemac.values import JsonObject, Schema

# Looking a member of an enumeration up by name costs more than all else that is done for a subschema.
_SCHEMA, _LIST, _MAP = Holds.SCHEMA, Holds.LIST, Holds.MAP
_SCHEMA_OR_LIST, _MAP_OR_NAMES = Holds.SCHEMA_OR_LIST, Holds.MAP_OR_NAMES


def applied(schema: JsonObject, dialect: Dialect) -> Sequence[tuple[str, Applicator]]:
    """Return each keyword of a schema object that holds subschemas in force, in the order written.

    Beside ``$ref`` in dialects that ignore its neighbours, only definition maps are in force.
    """
    table, holding = dialect.applicators, dialect.holding
    found = [(keyword, table[keyword]) for keyword in schema if keyword in holding]
    if dialect.ref_alone and "$ref" in schema:
        return [item for item in found if item[1].definitions]
    return found


def children(schema: Schema, dialect: Dialect) -> Sequence[tuple[Pointer, Schema]]:
    """Return each direct subschema with its tokens below ``schema``: ``(("properties", "id"), {...})``.

    A value that is not of the form the keyword demands is passed over; the metaschema check reports it.
    """
    # Every stage asks this of every subschema, and most subschemas hold none: hence a list, and the short way out.
    if not isinstance(schema, dict) or dialect.holding.isdisjoint(schema):
        return ()
    found: list[tuple[Pointer, Schema]] = []
    for keyword, applicator in applied(schema, dialect):
        value = schema[keyword]
        holds = applicator.holds
        if isinstance(value, dict):
            if holds is _MAP:
                found.extend([((keyword, name), item) for name, item in value.items()])
            elif holds is _SCHEMA or holds is _SCHEMA_OR_LIST:
                found.append(((keyword,), value))
            elif holds is _MAP_OR_NAMES:
                found.extend([((keyword, name), item) for name, item in value.items() if not isinstance(item, list)])
        elif isinstance(value, list):
            if holds is _LIST or holds is _SCHEMA_OR_LIST:
                found.extend([((keyword, index), item) for index, item in enumerate(value)])
        elif isinstance(value, bool) and (holds is _SCHEMA or holds is _SCHEMA_OR_LIST):
            found.append(((keyword,), value))
    return found


def walk(schema: Schema, dialect: Dialect, pointer: Pointer = ()) -> Iterator[tuple[Pointer, Schema]]:
    """Yield a schema and every subschema below it, parents first, in the order written.

    The traversal is a stack, not a recursion, so that depth is bounded by memory alone.
    """
    stack = [(pointer, schema)]
    while stack:
        at, item = stack.pop()
        yield at, item
        below = children(item, dialect)
        if below:
            stack.extend([(at + tokens, child) for tokens, child in reversed(below)])


def replace_children(schema: JsonObject, dialect: Dialect, new: Callable[[Pointer, Schema], Schema]) -> JsonObject:
    """Return the schema with each direct subschema replaced by ``new(tokens, subschema)``.

    Where every subschema comes back as the same object, so does ``schema`` itself: unchanged parts are shared.
    """
    if dialect.holding.isdisjoint(schema):
        return schema
    result: JsonObject | None = None
    for keyword, applicator in applied(schema, dialect):
        value = schema[keyword]
        holds = applicator.holds
        if (holds is _SCHEMA or holds is _SCHEMA_OR_LIST) and isinstance(value, (dict, bool)):
            changed = new((keyword,), value)  # not one call deeper than need be
        else:
            changed = _replaced(value, keyword, holds, new)
        if changed is not value:
            if result is None:
                result = dict(schema)
            result[keyword] = changed
    return schema if result is None else result


def _replaced(value: Schema, keyword: str, holds: Holds, new: Callable[[Pointer, Schema], Schema]) -> Schema:
    if isinstance(value, dict):
        if holds is not _MAP and holds is not _MAP_OR_NAMES:
            return value
        items = {
            name: item if holds is _MAP_OR_NAMES and isinstance(item, list) else new((keyword, name), item)
            for name, item in value.items()
        }
        return value if all(items[name] is item for name, item in value.items()) else items
    if isinstance(value, list):
        if holds is not _LIST and holds is not _SCHEMA_OR_LIST:
            return value
        entries = [new((keyword, index), item) for index, item in enumerate(value)]
        return value if all(a is b for a, b in zip(entries, value, strict=True)) else entries
    return value
