"""The root of a module, which is an object whatever its alternatives are (docs/spec, chapter TGT)."""

from __future__ import annotations

from collections.abc import Sequence

from schemac.jsonschema.module import ROOT
from schemac.targets.passes.annotations import annotations_of, note_conditions
from schemac.targets.passes.context import Context
from schemac.targets.passes.facts import facts_of
from schemac.targets.passes.groups import common_of, says_something
from schemac.targets.passes.lens import MaybeLens
from schemac.targets.passes.objects import ObjectFacts, object_facts, union
from schemac.targets.passes.parts import Branch, Part, Place, alternatives, settled, whole
from schemac.targets.passes.plain import Plain
from schemac.targets.passes.shapes import obj
from schemac.targets.passes.wording import needs
from schemac.targets.schema_rules import Fate
from schemac.values import JsonObject


def lower_root(ctx: Context, plain: Plain) -> tuple[JsonObject, MaybeLens]:
    """Lower the root, which is an object whatever its alternatives are; ``plain`` is the short way."""
    written = ctx.module.root.schema
    spot = Part(ROOT, (), written)
    place = whole(spot)
    ctx.enter(((spot.ident,),))
    quick = plain.object(spot, 0, absent=False, root=True)
    if quick is not None:
        return quick.schema, quick.lens
    ctx.losses = {}
    ctx.tentative = True
    branches = _branches(ctx, place)
    notes: list[str] = []
    facts = [object_facts(branch.parts, ctx.definitions) for branch in branches]
    parts = list({part.ident: part for branch in branches for part in branch.parts}.values())
    _note(ctx, branches, notes)
    ident = tuple([tuple([part.ident for part in branch.parts if says_something(part)]) for branch in branches])
    with ctx.inside(ident, inlined=False):
        stays = ctx.rules.fate("anyOf", root=True) is Fate.TAKEN and "anyOf" not in ctx.rules.alone
        if len(facts) > 1 and stays and not ctx.rules.closed:
            lowered = ctx.lower(place, 0, spot)
            if lowered.lens is None and "anyOf" in lowered.schema:
                return {"type": "object", **lowered.schema}, None
        merged = _as_root(union(facts))
        if ctx.settings.explain_losses:
            notes.extend(needs([item.required for item in facts]))
        for branch in branches[1:]:
            for choice in branch.choices:
                part = next((part for part in parts if part.ident == choice.holder), spot)
                ctx.rewritten(part, choice.keyword, "The alternatives are one object, with all names optional.")
        shape = obj(ctx, merged, parts, common_of(branches), 0, notes, root=True)
    if shape is None:
        ctx.rewritten(spot, "properties", "There is no room for its properties.")
        empty = ObjectFacts({}, (), (), free=False, sealed=True, asserted=frozenset())
        shape = obj(ctx, empty, parts, (), 0, notes, root=True)
    if shape is None:
        raise AssertionError("an object without properties always has room")
    annotations = annotations_of(ctx, common_of(branches), shape.lens, notes, root=True)
    schema: JsonObject = {"type": "object"}
    schema |= {keyword: annotations[keyword] for keyword in ("title", "description") if keyword in annotations}
    schema |= {**shape.schema, **annotations}
    return (written if schema == written else schema), shape.lens


def _branches(ctx: Context, place: Place) -> Sequence[Branch]:
    """Return the alternatives that are objects; what applies in any case where there are none or too many."""
    definitions = ctx.definitions
    found = alternatives(place, definitions)
    kept = [branch for branch in found or () if "object" in (facts_of(branch.parts).types or ("object",))]
    if kept:
        return kept
    parts = settled(place, definitions)
    for part in parts:
        for keyword in ("anyOf", "oneOf"):
            if keyword in part.schema:
                ctx.rewritten(part, keyword, "It has too many alternatives.")
    return [Branch(parts, len(parts), (), "")]


def _note(ctx: Context, branches: Sequence[Branch], notes: list[str]) -> None:
    for branch in branches:
        note_conditions(ctx, branch.parts, notes)
        for part in branch.parts:
            for keyword in ("enum", "const"):
                if keyword in part.schema:
                    ctx.drop(part, keyword, notes)


def _as_root(facts: ObjectFacts) -> ObjectFacts:
    """Return what a root says: one that declares nothing and is not open takes no arguments."""
    if facts.free and not facts.rest:
        return facts._replace(free=False, sealed=True)
    return facts._replace(free=False)
