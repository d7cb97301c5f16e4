"""Arrays: what the target says directly, and what stands for the rest (docs/spec, chapter TGT)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from schemac.targets.passes.context import Context
from schemac.targets.passes.facts import first, together
from schemac.targets.passes.lens import ArrayLens, MaybeLens
from schemac.targets.passes.lowered import Lowered
from schemac.targets.passes.objects import ANYTHING
from schemac.targets.passes.parts import ASSERTIONS, Part, Place
from schemac.targets.schema_rules import Fate
from schemac.values import JsonObject

_COUNTS: Final = ("minItems", "maxItems", "uniqueItems")


class Shape(NamedTuple):
    """An array or object of the lowered schema, before its description."""

    schema: JsonObject
    lens: MaybeLens
    wire: str


def spot_of(place: Place, part: Part, *tokens: str | int) -> Part:
    """Return where a place stands: its own subschema, or the place where the schema would stand that says nothing."""
    if place and place[0]:
        return place[0][0]
    below = part.schema
    for token in tokens:
        if isinstance(below, dict) and token in below:
            below = below[str(token)]
        elif isinstance(below, list) and isinstance(token, int) and token < len(below):
            below = below[token]
        else:
            return part
    return part.below(below, *tokens)


def array(ctx: Context, parts: Sequence[Part], depth: int, notes: list[str]) -> Shape | None:
    """Return what an array becomes; None where there is no room for its items."""
    if not ctx.has_room(depth + 1):
        return None
    said, _ = together(parts, _COUNTS)
    tuples = [part for part in parts if "prefixItems" in part.schema]
    length = max((len(part.schema["prefixItems"]) for part in tuples), default=0)
    rest = _items(parts, length)
    for part in parts:
        for keyword in ("contains", "minContains", "maxContains", "unevaluatedItems"):
            if keyword in part.schema:
                ctx.drop(part, keyword, notes)
    schema: JsonObject = {"type": "array"}
    if length:
        lens = _tuple(ctx, parts, tuples, length, rest, depth, schema, said, notes)
    else:
        if not rest:
            said["maxItems"] = 0
            rest = ANYTHING
        items = ctx.lower(rest, depth + 1, spot_of(rest, parts[0], "items"))
        schema["items"] = items.schema
        lens = None if items.lens is None else ArrayLens(items.lens)
    for keyword, value in said.items():
        if ctx.takes_value(keyword, value, ("array",)):
            schema[keyword] = value
        else:
            ctx.drop(first(parts, keyword) or first(parts, "items") or parts[0], keyword, notes, value)
    return Shape(schema, lens, "array")


def _items(parts: Sequence[Part], at: int) -> Place:
    """Return what the item at an index takes, given an index within a tuple or the length of the longest one."""
    found: list[Part] = []
    for part in parts:
        schema = part.schema
        if at < len(schema.get("prefixItems", ())):
            found.append(part.below(schema["prefixItems"][at], "prefixItems", at))
        elif "items" in schema:
            found.append(part.below(schema["items"], "items"))
    kept = tuple([part for part in found if part.schema is not True])
    return () if any(part.schema is False for part in kept) else (kept,)


def _tuple(
    ctx: Context,
    parts: Sequence[Part],
    tuples: Sequence[Part],
    length: int,
    rest: Place,
    depth: int,
    schema: JsonObject,
    said: JsonObject,
    notes: list[str],
) -> MaybeLens:
    """Write a tuple: directly where the target takes one, else as an array whose items fit one of its places."""
    direct = ctx.rules.fate("prefixItems") is Fate.TAKEN
    below = depth + 1 if direct else depth + 2
    places = [_items(parts, at) for at in range(length)]
    if () in places:
        length = places.index(())
        said["maxItems"] = min(said.get("maxItems", length), length)
        places, rest = places[:length], ()
    elif not rest:
        said["maxItems"] = min(said.get("maxItems", length), length)
    room = ctx.has_room(below)
    first_items = [
        ctx.lower(place, below, spot_of(place, tuples[0], "prefixItems", at))
        if room
        else ctx.lower(ANYTHING, depth + 1, tuples[0])
        for at, place in enumerate(places)
    ]
    others = ctx.lower(rest, below if room else depth + 1, spot_of(rest, tuples[0], "items")) if rest else None
    if direct:
        schema["prefixItems"] = [item.schema for item in first_items]
        if others is not None:
            schema["items"] = others.schema
        elif ctx.rules.array_items or not ctx.rules.boolean_schemas:
            schema["items"] = ctx.lower(ANYTHING, depth + 1, tuples[0]).schema
        else:
            schema["items"] = False
    else:
        for part in tuples:
            ctx.drop(part, "prefixItems", notes)
        forms = [*first_items, *([others] if others is not None else [])]
        if _several_objects(forms):
            ctx.tentative = True
            forms = first_items = [ctx.lower(ANYTHING, depth + 1, tuples[0])] * len(first_items)
            others = None if others is None else forms[0]
        schema["items"] = _any_of(forms)
        ctx.settled = False
    if all(item.lens is None for item in first_items) and (others is None or others.lens is None):
        return None
    return ArrayLens(None if others is None else others.lens, [item.lens for item in first_items])


def _several_objects(forms: Sequence[Lowered]) -> bool:
    distinct: list[JsonObject] = []
    for form in forms:
        if "object" in form.wire and form.schema not in distinct:
            distinct.append(form.schema)
    return len(distinct) > 1


def _any_of(forms: Sequence[Lowered]) -> JsonObject:
    """Return a schema that accepts what one of several accepts; unions among them are opened."""
    members: list[JsonObject] = []
    for form in forms:
        inner = form.schema.get("anyOf") if ASSERTIONS.isdisjoint(form.schema.keys() - {"anyOf"}) else None
        for schema in inner or [form.schema]:
            if schema not in members:
                members.append(schema)
    return members[0] if len(members) == 1 else {"anyOf": members}
