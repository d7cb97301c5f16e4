"""Arrays and objects: what the target says directly, and what stands for the rest (docs/spec, chapter TGT)."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Final, NamedTuple

from schemac.targets.passes.context import Context
from schemac.targets.passes.facts import first, together
from schemac.targets.passes.lens import KEY, VALUE, ArrayLens, MapLens, MaybeLens, Member, ObjectLens, Rest
from schemac.targets.passes.lowered import Lowered
from schemac.targets.passes.naming import accepted, free_name, renamed
from schemac.targets.passes.objects import ANYTHING, ObjectFacts
from schemac.targets.passes.parts import ASSERTIONS, Ident, Part, Place
from schemac.targets.schema_rules import Fate
from schemac.values import JsonObject

ADDITIONAL: Final = "additional_properties"
"""The property that holds the members an object does not declare."""

_ENTRIES: Final = "A list of entries, each with a key and its value; no key is given twice."
_REST: Final = "Further properties, as a list of entries, each with a key and its value; no key is given twice."
_COUNTS: Final = ("minItems", "maxItems", "uniqueItems")
_MEMBER_COUNTS: Final = ("minProperties", "maxProperties")
_ENTRY_LEVELS: Final = 2
"""Schemas that stand below an array of entries: the entry, and its key."""


class Shape(NamedTuple):
    """An array or object of the lowered schema, before its description."""

    schema: JsonObject
    lens: MaybeLens
    wire: str


# Arrays


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
        items = ctx.lower(rest, depth + 1, _spot(rest, parts[0], "items"))
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


def _spot(place: Place, part: Part, *tokens: str | int) -> Part:
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
        ctx.lower(place, below, _spot(place, tuples[0], "prefixItems", at))
        if room
        else ctx.lower(ANYTHING, depth + 1, tuples[0])
        for at, place in enumerate(places)
    ]
    others = ctx.lower(rest, below if room else depth + 1, _spot(rest, tuples[0], "items")) if rest else None
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


# Objects


def obj(
    ctx: Context,
    facts: ObjectFacts,
    parts: Sequence[Part],
    common: Sequence[Part],
    depth: int,
    notes: list[str],
    *,
    root: bool = False,
) -> Shape | None:
    """Return what an object becomes; None where only JSON text can hold it.

    Args:
        ctx: The context.
        facts: What is said of its members.
        parts: All subschemas that say it.
        common: Those of them that apply in any case.
        depth: How many schemas stand around it.
        notes: What cannot be said otherwise goes here, for the description.
        root: It is the root.
    """
    encoded = bool(facts.rest) and ctx.encodes_rest
    if not root and encoded and not any(facts.names.values()):
        return _map(ctx, facts, parts, common, depth, notes)
    given = {name: place for name, place in facts.names.items() if place and _emitted(ctx, facts, name)}
    if not given and not encoded and ctx.rules.filled_objects and not root:
        return None
    levels = 1 + (1 + _ENTRY_LEVELS if encoded else 0)
    if (given or encoded) and not ctx.has_room(depth + levels):
        return None
    if not ctx.rules.closed:
        _lose_impossible(ctx, facts, parts)
    wires = _wire_names(ctx, given, facts, parts, root=root)
    properties: JsonObject = {}
    members: dict[str, Member] = {}
    for name, place in given.items():
        absent = not ctx.rules.optional and name not in facts.required
        lowered = ctx.lower(place, depth + 1, _spot(place, parts[0], "properties", name), absent=absent)
        wire = wires.get(name, name)
        properties[wire] = lowered.schema
        if wire != name or absent or lowered.lens is not None:
            members[name] = Member(wire, lowered.lens, absent, lowered.marker)
    required = [wires.get(name, name) for name in facts.required if name in given]
    rest, beside = _rest(ctx, facts, parts, depth, properties)
    schema: JsonObject = {"type": "object"}
    if properties or root or ctx.rules.closed:
        schema["properties"] = properties
    schema.update(_required(ctx, facts, parts, required, properties, notes))
    if ctx.rules.closed:
        schema["additionalProperties"] = False
    elif isinstance(beside, Lowered):
        schema["additionalProperties"] = beside.schema
    elif facts.rest == ANYTHING and not ctx.encodes_rest and (given or root):
        schema["additionalProperties"] = True
    elif facts.sealed and not facts.rest and ctx.rules.fate("additionalProperties") is Fate.TAKEN:
        schema["additionalProperties"] = False
    if rest is None and ctx.rules.optional:
        counts(ctx, parts, common, schema, notes)
    else:
        _lose_counts(ctx, parts, (), (), notes)
    lens = None
    if members or rest is not None or (beside is not None and beside.lens is not None):
        lens = ObjectLens(members, facts.names, rest, None if beside is None else beside.lens)
    return Shape(schema, lens, "object")


def _lose_impossible(ctx: Context, facts: ObjectFacts, parts: Sequence[Part]) -> None:
    """Note the names that no value may be given under, where an open object would take them."""
    for name, place in facts.names.items():
        if not place:
            holder = next((part for part in parts if name in part.schema.get("properties", ())), parts[0])
            ctx.rewritten(holder, "properties", f"Nothing fits under {name!r}, which the schema here does not say.")


def _emitted(ctx: Context, facts: ObjectFacts, name: str) -> bool:
    """Tell whether a name becomes a property: all must that other keywords would refuse, else those described."""
    if ctx.rules.closed or name in facts.asserted:
        return True
    return not ctx.encodes_rest and (facts.sealed or bool(facts.rest))


def _wire_names(
    ctx: Context, given: dict[str, Place], facts: ObjectFacts, parts: Sequence[Part], *, root: bool
) -> dict[str, str]:
    """Return the names that stand for those that the target refuses."""
    pattern = ctx.rules.property_names
    if not pattern or (ctx.rules.property_names_at_root and not root):
        return {}
    found: dict[str, str] = {}
    for name in given:
        if not accepted(name, pattern):
            found[name] = renamed(name, pattern, {*facts.names, *found.values()})
            part = next((part for part in parts if name in part.schema.get("properties", ())), parts[0])
            ctx.rewritten(part, "properties", f"The target refuses the name {name!r}; it is {found[name]!r} here.")
    return found


def _required(
    ctx: Context,
    facts: ObjectFacts,
    parts: Sequence[Part],
    required: list[str],
    properties: JsonObject,
    notes: list[str],
) -> JsonObject:
    """Return ``required``: every property where the target demands it, else what is required and declared."""
    if not ctx.rules.optional:
        return {"required": list(properties)}
    unknown = [name for name in facts.required if name in facts.names and not _emitted(ctx, facts, name)]
    if unknown and ctx.rules.required_declared:
        part = next(part for part in parts if unknown[0] in part.schema.get("required", ()))
        if ctx.settings.explain_losses:
            notes.append(f"Also required: {', '.join(unknown)}.")
        ctx.rewritten(part, "required", f"No property declares {', '.join(map(repr, unknown))}.")
    elif unknown:
        required = [*required, *unknown]
    return {"required": required} if required else {}


def _rest(
    ctx: Context, facts: ObjectFacts, parts: Sequence[Part], depth: int, properties: JsonObject
) -> tuple[Rest | None, Lowered | None]:
    """Write what other members take: as a property of its own, or where the target takes it, directly."""
    if not facts.rest:
        return None, None
    part = first(parts, "patternProperties") or first(parts, "additionalProperties") or parts[0]
    if not ctx.encodes_rest:
        if facts.rest == ANYTHING:
            return None, None
        if "patternProperties" in part.schema:
            ctx.rewritten(part, "patternProperties", "Values may be under any name.")
        return None, ctx.lower(facts.rest, depth + 1, _spot(facts.rest, part))
    wire = free_name(ADDITIONAL, {*facts.names, *properties})
    values = ctx.lower(facts.rest, depth + 3, _spot(facts.rest, part))
    optional = ctx.rules.optional
    schema = {
        "type": "array" if optional else ["array", "null"],
        "description": _REST,
        "items": _entry(ctx, values),
    }
    properties[wire] = schema
    _lose_rest(ctx, part, f"Further members are entries of the list {wire!r}.")
    return Rest(wire, values.lens, absent=not optional), None


def _lose_rest(ctx: Context, part: Part, why: str) -> None:
    for keyword in ("patternProperties", "additionalProperties", "unevaluatedProperties"):
        if keyword in part.schema:
            ctx.rewritten(part, keyword, why)
            return
    ctx.rewritten(part, "type", why)


def _entry(ctx: Context, values: Lowered) -> JsonObject:
    schema: JsonObject = {
        "type": "object",
        "properties": {KEY: {"type": "string"}, VALUE: values.schema},
        "required": [KEY, VALUE],
    }
    if ctx.rules.closed:
        schema["additionalProperties"] = False
    return schema


def _map(
    ctx: Context, facts: ObjectFacts, parts: Sequence[Part], common: Sequence[Part], depth: int, notes: list[str]
) -> Shape | None:
    """Write an object without declared names as an array of entries."""
    if not ctx.has_room(depth + _ENTRY_LEVELS):
        return None
    part = first(parts, "patternProperties") or first(parts, "additionalProperties") or parts[0]
    values = ctx.lower(facts.rest, depth + _ENTRY_LEVELS, _spot(facts.rest, part))
    _lose_rest(ctx, part, "It is a list of entries, each with a key and its value.")
    notes.append(_ENTRIES)
    schema: JsonObject = {"type": "array", "items": _entry(ctx, values)}
    said, _ = together(common, _MEMBER_COUNTS)
    kept: set[str] = set()
    for keyword, value in said.items():
        as_items = "minItems" if keyword == "minProperties" else "maxItems"
        if ctx.takes_value(as_items, value, ("array",)):
            schema[as_items] = value
            kept.add(keyword)
    _lose_counts(ctx, parts, {one.ident for one in common}, kept, notes)
    return Shape(schema, MapLens(values.lens), "array")


def counts(ctx: Context, parts: Sequence[Part], common: Sequence[Part], schema: JsonObject, notes: list[str]) -> None:
    """Say how many members there may be and what they are called, as far as the target takes it.

    Args:
        ctx: The context.
        parts: All subschemas that say something of the object.
        common: Those of them that apply in any case; what the others say of the whole object is lost.
        schema: Where to write it; it must keep the members as they are.
        notes: What cannot be said goes here.
    """
    said, _ = together(common, _MEMBER_COUNTS)
    for keyword, value in said.items():
        if ctx.takes(keyword):
            schema[keyword] = value
    _lose_counts(ctx, parts, {part.ident for part in common}, schema, notes)


def _lose_counts(
    ctx: Context, parts: Sequence[Part], common: Container[Ident], kept: Container[str], notes: list[str]
) -> None:
    for part in parts:
        for keyword in _MEMBER_COUNTS:
            if keyword in part.schema and not (keyword in kept and part.ident in common):
                ctx.drop(part, keyword, notes)
    _names(ctx, parts, notes)


def _names(ctx: Context, parts: Sequence[Part], notes: list[str]) -> None:
    for part in parts:
        for keyword in ("propertyNames", "dependentRequired"):
            if part.schema.get(keyword) not in (None, True, {}):
                ctx.drop(part, keyword, notes)
