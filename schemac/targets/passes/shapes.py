"""Objects: what the target says directly, and what stands for the rest (docs/spec, chapter TGT)."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Final

from schemac.targets.passes.arrays import Shape, spot_of
from schemac.targets.passes.context import Context
from schemac.targets.passes.facts import first, together
from schemac.targets.passes.lens import KEY, VALUE, MapLens, Member, ObjectLens, Rest
from schemac.targets.passes.lowered import Lowered
from schemac.targets.passes.naming import accepted, free_name, renamed
from schemac.targets.passes.objects import ANYTHING, Demands, ObjectFacts, demanded
from schemac.targets.passes.parts import Ident, Part, Place
from schemac.targets.schema_rules import Fate
from schemac.values import JsonObject

ADDITIONAL: Final = "additional_properties"
"""The property that holds the members an object does not declare."""

_ENTRIES: Final = "A list of entries, each with a key and its value; no key is given twice."
_REST: Final = "Further properties, as a list of entries, each with a key and its value; no key is given twice."
_MEMBER_COUNTS: Final = ("minProperties", "maxProperties")
_ENTRY_LEVELS: Final = 2
"""Schemas that stand below an array of entries: the entry, and its key."""


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
    demands: Demands | None = None
    for name, said in given.items():
        place = said
        absent = not ctx.rules.optional and name not in facts.required
        if absent and _defaults_to_null(said):
            demands = demands or demanded(parts, ctx.definitions)
            if demands.any_name or name in demands.names:  # null is not the same as absence
                place = _without_default(said)
        lowered = ctx.lower(place, depth + 1, spot_of(place, parts[0], "properties", name), absent=absent)
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
        return None, ctx.lower(facts.rest, depth + 1, spot_of(facts.rest, part))
    wire = free_name(ADDITIONAL, {*facts.names, *properties})
    values = ctx.lower(facts.rest, depth + 3, spot_of(facts.rest, part))
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


def _defaults_to_null(place: Place) -> bool:
    return any("default" in part.schema and part.schema["default"] is None for parts in place for part in parts)


def _without_default(place: Place) -> Place:
    return tuple([tuple([part._replace(schema=_bare(part.schema)) for part in parts]) for parts in place])


def _bare(schema: JsonObject) -> JsonObject:
    return {keyword: value for keyword, value in schema.items() if keyword != "default"}


def _map(
    ctx: Context, facts: ObjectFacts, parts: Sequence[Part], common: Sequence[Part], depth: int, notes: list[str]
) -> Shape | None:
    """Write an object without declared names as an array of entries."""
    if not ctx.has_room(depth + _ENTRY_LEVELS):
        return None
    part = first(parts, "patternProperties") or first(parts, "additionalProperties") or parts[0]
    values = ctx.lower(facts.rest, depth + _ENTRY_LEVELS, spot_of(facts.rest, part))
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
