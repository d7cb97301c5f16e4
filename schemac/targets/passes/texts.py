"""Places that hold JSON text, and places that hold anything (docs/spec, chapter TGT)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from schemac.targets.passes.annotations import annotations_of, ordered
from schemac.targets.passes.context import Context
from schemac.targets.passes.facts import Facts, Said, facts_of
from schemac.targets.passes.lens import TextLens
from schemac.targets.passes.lowered import Lowered
from schemac.targets.passes.parts import ASSERTIONS, Branch, Part, Place
from schemac.targets.passes.taken import fits_choice, nullable
from schemac.targets.passes.wording import shown
from schemac.values import Json, JsonObject, freeze

ANY_VALUE: Final = "Values of any type are written as JSON text."
WRITE_TEXT: Final = "Write the value as JSON text."
_EVERY_TYPE: Final = frozenset(("null", "boolean", "number", "string", "array", "object"))


def anything(
    ctx: Context, place: Place, branches: Sequence[Branch], facts: Sequence[Facts], spot: Part, *, absent: bool
) -> Lowered:
    """Return a place of which some alternative takes values of any type."""
    every = list({part.ident: part for branch in branches for part in branch.parts}.values())
    asserting = any(not ASSERTIONS.isdisjoint(part.schema.keys() - {"$ref", "allOf"}) for part in every)
    if ctx.rules.typed or ctx.rules.closed or absent:
        return text(ctx, place, spot, ANY_VALUE, absent=absent)
    notes: list[str] = []
    if asserting:
        for branch, item in zip(branches, facts, strict=True):
            if item.types is None or len(branches) > 1:
                said = [
                    Said(part, keyword)
                    for part in branch.parts
                    for keyword in part.schema
                    if keyword in ASSERTIONS and keyword not in ("$ref", "allOf", "anyOf", "oneOf")
                ]
                ctx.drop_all(said, notes)
        for part in every:
            for keyword in ("anyOf", "oneOf"):
                if keyword in part.schema:
                    ctx.rewritten(part, keyword, "Values of any type are taken.")
    annotations = annotations_of(ctx, branches[0].parts[: branches[0].own], None, notes)
    return Lowered(shared(place, annotations), None, _EVERY_TYPE)


def any_text(ctx: Context, spot: Part, *, absent: bool) -> Lowered:
    """Return the string that holds any value, where nothing is said of it."""
    ctx.rewritten(spot, _main_keyword(spot.schema), f"{ANY_VALUE} It holds JSON text.")
    schema: JsonObject = {"type": "string", "description": WRITE_TEXT}
    if absent:
        return Lowered(nullable(ctx.rules, schema), TextLens(), frozenset(("string", "null")))
    return Lowered(schema, TextLens(), frozenset(("string",)))


def text(
    ctx: Context,
    place: Place,
    spot: Part,
    why: str,
    keyword: str = "",
    values: Sequence[Json] = (),
    *,
    absent: bool,
) -> Lowered:
    """Return a string that holds JSON, with what is known of it in its description."""
    branches = ctx.alternatives(place) or ()
    if branches and not values:
        facts = [facts_of(branch.parts, nullable=ctx.flag) for branch in branches]
        if all(item.values for item in facts):
            values = list({freeze(value): value for item in facts for value in item.values or ()}.values())
    ctx.rewritten(spot, keyword or _main_keyword(spot.schema), f"{why} It holds JSON text.")
    schema: JsonObject = {"type": "string"}
    texts: list[str] = []
    if values and fits_choice(ctx.rules, [""], "string"):
        lens = TextLens(values)
        texts = [lens.encode(value) for value in values]
        if ctx.may_list(texts):
            schema["enum"] = texts
        else:
            texts = []
    else:
        lens = TextLens()
    notes = [] if texts else [_text_note(place)]
    noted: Sequence[Part] = branches[0].parts[: branches[0].own] if branches else place[0] if place else ()
    if len(branches) == 1:
        noted = branches[0].parts
    noted = [part for part in noted if isinstance(part.schema, dict)]
    schema.update(annotations_of(ctx, noted, lens, notes))
    wire = frozenset(("string",))
    if absent:
        return Lowered(ordered(nullable(ctx.rules, schema)), lens, wire | {"null"})
    return Lowered(shared(place, ordered(schema)), lens, wire)


def _main_keyword(schema: Json) -> str:
    """Return the keyword that a loss of a whole place is about."""
    if not isinstance(schema, dict):
        return "type"
    return next((name for name in ("anyOf", "oneOf", "enum", "const", "type", "$ref") if name in schema), "type")


def _text_note(place: Place) -> str:
    """Return what is said of a string that holds JSON: which values, if that is short."""
    if len(place) == 1 and len(place[0]) == 1:
        schema = place[0][0].schema
        asserted = {keyword: value for keyword, value in schema.items() if keyword in ASSERTIONS}
        if asserted == {"type": "object"}:
            return "Write it as the JSON text of an object."
        text = shown(asserted) if asserted else ""
        if text:
            return f"Write it as JSON text that fits the JSON Schema {text}."
    return WRITE_TEXT


def shared(place: Place, schema: JsonObject) -> JsonObject:
    """Return the schema as it was written if nothing changed."""
    if len(place) == 1 and len(place[0]) == 1 and place[0][0].schema == schema:
        found: JsonObject = place[0][0].schema
        return found
    return schema
