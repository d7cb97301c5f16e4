"""Whether the lowered branches of a choice can be told apart, and by what (docs/spec, chapter TGT)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Final, NamedTuple

from schemac.targets.passes.context import Context
from schemac.targets.passes.lens import Lens, MaybeLens, TagLens, TypeLens
from schemac.targets.passes.naming import accepted
from schemac.targets.passes.objects import ObjectFacts, tag_of
from schemac.targets.passes.taken import fits_choice
from schemac.values import Json, JsonObject, freeze, type_of


class Form(NamedTuple):
    """One branch of a choice, lowered.

    Attributes:
        schema: What the target reads.
        lens: How values go.
        own: The JSON types of the values that take this branch.
        wire: Those of what it becomes.
        facts: What it says of objects, if it is of these.
        referring: It is a bare reference.
    """

    schema: JsonObject
    lens: MaybeLens
    own: frozenset[str]
    wire: frozenset[str]
    facts: ObjectFacts | None = None
    referring: bool = False


class Unclear:
    """No lens can tell the branches apart."""


UNCLEAR: Final = Unclear()


def told_apart(ctx: Context, forms: Sequence[Form], *, null: bool) -> MaybeLens | Unclear:
    """Return the lens of a choice: None if none of its branches has one."""
    if all(form.lens is None for form in forms):
        return None
    if len(forms) == 1 and not null:
        return forms[0].lens
    objects = [form for form in forms if form.own == {"object"}]
    tagged: Lens | None = None
    if len(objects) > 1 and any(form.lens is not None for form in objects):
        tagged = _tagged(ctx, objects)
        if tagged is None:
            return UNCLEAR
    out: dict[str, Lens] = {}
    back: dict[str, Lens] = {}
    for at, form in enumerate(forms):
        lens = tagged if tagged is not None and form.own == {"object"} else form.lens
        if lens is None:
            continue
        for place, other in enumerate(forms):
            if place == at or (tagged is not None and form.own == other.own == {"object"}):
                continue
            if form.own & other.own or form.wire & other.wire:
                return UNCLEAR
        out |= dict.fromkeys(sorted(form.own), lens)
        back |= dict.fromkeys(sorted(form.wire), lens)
    return TypeLens(out, back)


def _tagged(ctx: Context, objects: Sequence[Form]) -> Lens | None:
    """Return the lens of objects that a property tells apart, whose values are the same on the wire."""
    facts = [form.facts for form in objects if form.facts is not None and form.wire == {"object"}]
    if len(facts) < len(objects):
        return None
    name = tag_of(facts, ctx.outline, partial(_is_plain_tag, ctx))
    if name is None:
        return None
    table = {
        freeze(value): form.lens
        for form, item in zip(objects, facts, strict=True)
        for value in ctx.outline(item.names[name]).values or ()
    }
    return TagLens(name, table)


def _is_plain_tag(ctx: Context, name: str, values: Iterable[Json]) -> bool:
    rules = ctx.rules
    pattern = "" if rules.property_names_at_root else rules.property_names
    return accepted(name, pattern) and all(
        not isinstance(value, (list, dict)) and fits_choice(ctx.rules, [value], type_of(value)) for value in values
    )
