"""One place: its alternatives, each lowered, and put together again (docs/spec, chapter TGT).

A choice is lowered branch by branch if nothing in it needs an encoding, or if what needs one is told apart from all
else by its JSON type, on the wire and before, or by a required property whose listed values differ. Otherwise the whole
place holds JSON text.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, TypeVar

from schemac.jsonschema.module import ROOT
from schemac.targets.passes.annotations import annotations_of, note_conditions
from schemac.targets.passes.arrays import array
from schemac.targets.passes.context import Context
from schemac.targets.passes.facts import Facts, facts_of, json_type
from schemac.targets.passes.gathering import NESTED
from schemac.targets.passes.groups import (
    Group,
    common_of,
    describe_values,
    facts_of_objects,
    groups_of,
    note_exclusive,
    says_something,
)
from schemac.targets.passes.joining import described_branch, together
from schemac.targets.passes.lens import TextLens
from schemac.targets.passes.lowered import Lowered
from schemac.targets.passes.memo import KeptPlace, PlaceKey, as_written, content
from schemac.targets.passes.naming import free_name
from schemac.targets.passes.objects import ANYTHING, union
from schemac.targets.passes.parts import (
    Branch,
    Part,
    Place,
    PlaceIdent,
    Reference,
    reference_of,
)
from schemac.targets.passes.plain import Plain
from schemac.targets.passes.scalars import listed, scalar
from schemac.targets.passes.shapes import counts, obj
from schemac.targets.passes.taken import fits_choice
from schemac.targets.passes.telling import UNCLEAR, Form, Unclear, told_apart
from schemac.targets.passes.texts import WRITE_TEXT, any_text, anything, shared, text
from schemac.values import JsonObject

Made = TypeVar("Made", bound="Lowered | None")
_IS_NULL: Final = "is_null"
_MOST_UNKNOWN: Final = 8
"""Inside so many places that hold references or are long, no place is compared with known ones: each look costs."""


class Chooser:
    """Lowers places, by the rules of its context.

    Args:
        ctx: The context.
        refer: What a reference to a definition becomes; None where it must be written out.
    """

    def __init__(self, ctx: Context, refer: Callable[[str], Lowered | None]) -> None:
        self._ctx = ctx
        self._refer = refer
        self.plain = Plain(ctx)
        self._watching = False
        self._unknown = 0

    # One place

    def lower(self, place: Place, depth: int, spot: Part, *, absent: bool = False) -> Lowered:
        """Return what a place becomes; see :class:`~schemac.targets.passes.context.Lower`."""
        ctx = self._ctx
        ctx.count()
        if len(place) == 1 and len(place[0]) == 1:
            part = place[0][0]
            quick = self.plain.leaf(part, depth, absent=absent)
            if quick is not None:
                return quick
            if spot is part and type(part.schema) is dict:
                return (self._referring if "$ref" in part.schema else self._known)(part, depth, absent=absent)
            return self._single(part, depth, spot, absent=absent)
        if place == ANYTHING and (absent or ctx.rules.typed or ctx.rules.closed):
            return any_text(self._ctx, spot, absent=absent)
        return self._decided(place, depth, spot, absent=absent)

    def _known(self, part: Part, depth: int, *, absent: bool) -> Lowered:
        """Lower a place of one subschema, unless one that says the same was lowered before and holds no references."""
        ctx = self._ctx
        make = partial(self._single, part, depth, part, absent=absent)
        if self._watching or self._unknown > _MOST_UNKNOWN or not ctx.budget.is_whole:
            return make()
        text = content(part.schema)
        if text is None or b"$ref" in text:
            self._unknown += 1
            lowered = make()
            self._unknown -= 1
            return lowered
        key = (text, absent, -1)
        known = self._kept(key, part, depth)
        if known is not None:
            return known
        tentative = ctx.tentative
        self._watching = True
        lowered = self._watched(key, part, depth, make)
        self._watching = False
        ctx.tentative = tentative  # there are no references in it
        return lowered

    def _referring(self, part: Part, depth: int, *, absent: bool) -> Lowered:
        """Lower a place whose subschema is a reference, unless one that says and means the same was lowered before."""
        ctx = self._ctx
        number = ctx.numbers.get(part.schema["$ref"])
        text = None if number is None else content(part.schema)
        if text is not None and number is not None:
            key = (text, absent, number)
            known = self._kept(key, part, depth)
            if known is not None:
                ctx.referred[part.schema["$ref"]] = None
                return known
            reference = reference_of(((part,),))
            if reference is not None:
                kept = self._watched(key, part, depth, partial(self._reference, part, reference, depth, absent=absent))
                if kept is not None:
                    return kept
        return self._single(part, depth, part, absent=absent)

    def _kept(self, key: PlaceKey, part: Part, depth: int) -> Lowered | None:
        """Return what a place becomes that says the same as one that was lowered before."""
        ctx = self._ctx
        known = ctx.settings.known_places.get(key)
        if known is None or not ctx.budget.fits(known.spent, depth):
            return None
        ctx.budget.spend(known.spent, depth)
        ctx.settled = ctx.settled and known.settled
        for below, keyword, action, why in known.lost:
            ctx.losses.setdefault(((part.key, part.pointer + below), keyword), (action, why))
        return as_written(known.lowered, known.written, part.schema)

    def _watched(self, key: PlaceKey, part: Part, depth: int, make: Callable[[], Made]) -> Made:
        """Lower a place, and keep what it becomes with all that came with it."""
        ctx = self._ctx
        outer, ctx.losses = ctx.losses, {}
        settled, ctx.settled = ctx.settled, True
        mark = ctx.budget.watch(depth)
        made = make()
        spent = ctx.budget.watched(mark, depth)
        noted, ctx.losses = ctx.losses, outer
        if isinstance(made, Lowered) and spent is not None:
            skip = len(part.pointer)
            lost = [(where[1][skip:], word, action, why) for (where, word), (action, why) in noted.items()]
            ctx.settings.known_places.keep(key, KeptPlace(part.schema, made, tuple(lost), spent, ctx.settled))
        ctx.settled = ctx.settled and settled
        for at, what in noted.items():
            outer.setdefault(at, what)
        return made

    def _single(self, part: Part, depth: int, spot: Part, *, absent: bool) -> Lowered:
        """Lower a place of one subschema, the short way if there is one."""
        found = self.plain.container(part, depth, absent=absent)
        return self._decided(((part,),), depth, spot, absent=absent) if found is None else found

    def _decided(self, place: Place, depth: int, spot: Part, *, absent: bool) -> Lowered:
        """Lower a place the long way."""
        ctx = self._ctx
        reference = reference_of(place)
        if reference is not None:
            kept = self._reference(place[0][0], reference, depth, absent=absent)
            if kept is not None:
                return kept
        branches = ctx.alternatives(place)
        if branches is None:
            return text(self._ctx, place, spot, "The place has too many alternatives.", absent=absent)
        if not branches:
            return text(self._ctx, place, spot, "No value fits here.", absent=absent)
        ident = _ident(branches)
        inlined = any("$ref" in part.schema for branch in branches for part in branch.parts)
        if inlined and ctx.is_open(ident):
            return text(self._ctx, place, spot, "It contains itself.", "$ref", absent=absent)
        with ctx.inside(ident, inlined=inlined):
            if not ctx.has_room(depth):
                return text(self._ctx, place, spot, "It lies too deep.", absent=absent)
            return self._chosen(place, branches, depth, spot, absent=absent)

    def _reference(self, part: Part, found: Reference, depth: int, *, absent: bool) -> Lowered | None:
        """Keep a reference, if the target takes it and the definition leaves null free where that is needed."""
        ctx = self._ctx
        if absent and found.null:
            return None
        target = self._refer(found.key)
        null = absent or found.null
        if target is None or (null and "null" in target.wire):
            return None
        annotations = annotations_of(ctx, [part], target.lens, [])
        alone = ctx.rules.alone.get("$ref")
        wrapped = null or (alone is not None and not annotations.keys() <= alone)
        if wrapped and not ctx.has_room(depth + 1):
            return None
        bare = self._bare(found.key)
        schema: JsonObject = {**annotations, **bare}
        if wrapped:
            schema = {**annotations, "anyOf": [bare, {"type": "null"}] if null else [bare]}
        return Lowered(shared(((part,),), schema), target.lens, target.wire | ({"null"} if null else frozenset()))

    def _bare(self, key: str) -> JsonObject:
        """Return a reference to a definition, and note that it was written."""
        ctx = self._ctx
        ctx.referred[key] = None
        return {"$ref": NESTED if key == ROOT else ctx.texts.get(key, key)}

    # Its alternatives

    def _chosen(self, place: Place, branches: Sequence[Branch], depth: int, spot: Part, *, absent: bool) -> Lowered:
        ctx = self._ctx
        mark = len(ctx.losses)
        facts = [facts_of(branch.parts, nullable=ctx.flag) for branch in branches]
        if any(item.types is None for item in facts):
            return anything(self._ctx, place, branches, facts, spot, absent=absent)
        alive = [at for at, item in enumerate(facts) if item.types]
        if not alive:
            return text(self._ctx, place, spot, "No value fits here.", absent=absent)
        if len(alive) < len(branches):
            branches, facts = [branches[at] for at in alive], [facts[at] for at in alive]
        null = any("null" in (item.types or ()) for item in facts)
        defaults_to_null = any("default" in part.schema and part.schema["default"] is None for part in place[0])
        marked = absent and null and not defaults_to_null
        if marked and ctx.settings.null_means == "absent":
            marked = False
            ctx.rewritten(spot, "type", "Null says that the property is absent.")
        start = len(ctx.losses)
        for unite in (False, True):
            notes: list[str] = []
            self._note_branches(branches, facts, notes)
            groups = list(groups_of(self._ctx, branches, facts, unite=unite))
            vias = [self._via(group) for group in groups]
            single = len(groups) <= 1 and not marked and not (any(vias) and (null or absent))
            if not ctx.has_room(depth + (2 if marked else 0 if single else 1)):
                return self._give_up(mark, place, spot, "It lies too deep.", absent=absent)
            forms = self._forms(groups, vias, depth if single else depth + 1, notes)
            lens = told_apart(self._ctx, forms, null=null) if forms is not None else UNCLEAR
            if not isinstance(lens, Unclear):
                break
            if unite or ctx.rules.closed or sum(group.kind == "object" for group in groups) < 2:
                return self._give_up(mark, place, spot, self._why(branches), absent=absent)
            ctx.take_back(start)
            ctx.tentative = True
        if forms is None or isinstance(lens, Unclear):
            return self._give_up(mark, place, spot, self._why(branches), absent=absent)
        if not groups and ctx.flag:
            return text(self._ctx, place, spot, "The target has no type for null.", values=(None,), absent=absent)
        note_exclusive(self._ctx, branches, facts)
        marker = ""
        if marked:
            names = {name for form in forms if form.facts is not None for name in form.facts.names}
            marker = free_name(_IS_NULL, names)
        schema = together(ctx, branches, groups, forms, marker, lens, notes, null=null or absent)
        wire = frozenset[str]().union(*[form.wire for form in forms])
        if null or absent:
            wire |= {"null"}
        if marker:
            wire |= {"object"}
        return Lowered(shared(place, schema), lens, wire, marker)

    def _give_up(self, mark: int, place: Place, spot: Part, why: str, *, absent: bool) -> Lowered:
        """Take back what was lost on the way, and hold JSON text instead."""
        self._ctx.take_back(mark)
        self._ctx.tentative = True
        return text(self._ctx, place, spot, why, absent=absent)

    def _why(self, branches: Sequence[Branch]) -> str:
        return "The target cannot say it." if len(branches) == 1 else "Its alternatives cannot be told apart."

    def _note_branches(self, branches: Sequence[Branch], facts: Sequence[Facts], notes: list[str]) -> None:
        """Note what is dropped whatever the type: conditions; and types that were read off the assertions."""
        for branch, item in zip(branches, facts, strict=True):
            note_conditions(self._ctx, branch.parts, notes)
            if item.narrowed and item.types:
                part = next(one for one in branch.parts if says_something(one))
                self._ctx.rewritten(part, "type", f"No type is given; it is read as {item.types[0]}.")

    # Groups of alternatives that become one branch each

    def _via(self, group: Group) -> Lowered | None:
        """Return the definition that alone is this group, where a reference to it may stand."""
        if group.kind == "values" or len(group.branches) != 1:
            return None
        branch = group.branches[0]
        target = self._refer(branch.via) if branch.via else None
        if target is None or "null" in target.wire or not branch.choices:
            return None
        types = facts_of(branch.parts, nullable=self._ctx.flag).types or ()
        return target if tuple(name for name in types if name != "null") == group.types else None

    def _forms(
        self, groups: Sequence[Group], vias: Sequence[Lowered | None], depth: int, notes: list[str]
    ) -> list[Form] | None:
        """Return every group lowered; None if one of them can only be JSON text."""
        found: list[Form] = []
        for group, target in zip(groups, vias, strict=True):
            if target is not None:
                own = frozenset(map(json_type, group.types))
                schema = self._bare(group.branches[0].via)
                found.append(Form(schema, target.lens, own, target.wire, group.facts, referring=True))
                continue
            own_notes = notes if len(groups) == 1 else []
            form = self._form(group, depth, own_notes, alone=len(groups) == 1)
            if form is None:
                return None
            if len(groups) > 1:
                form = form._replace(schema=described_branch(self._ctx, group, form, own_notes))
            found.append(form)
        return found

    def _form(self, group: Group, depth: int, notes: list[str], *, alone: bool) -> Form | None:
        ctx = self._ctx
        parts = group.branches[0].parts
        own = frozenset(map(json_type, group.types))
        if group.kind == "scalar":
            return Form(scalar(ctx, parts, group.types, notes), None, own, own)
        if group.kind == "values":
            return self._values(group, own, notes)
        if group.kind == "array":
            shape = array(ctx, parts, depth, notes)
        else:
            facts = group.facts or union([facts_of_objects(self._ctx, branch) for branch in group.branches])
            if facts.free:
                return self._free_object(group, notes, alone=alone)
            every = list({part.ident: part for branch in group.branches for part in branch.parts}.values())
            shape = obj(ctx, facts, every, common_of(group.branches), depth, notes)
        if shape is None:
            return None
        return Form(shape.schema, shape.lens, own, frozenset((shape.wire,)), group.facts)

    def _free_object(self, group: Group, notes: list[str], *, alone: bool) -> Form | None:
        """Return any object, where the target can say that."""
        ctx = self._ctx
        if ctx.rules.closed or ctx.rules.filled_objects:
            if alone:
                return None
            part = group.branches[0].parts[-1]
            ctx.rewritten(part, "type", "The object is written as JSON text.")
            return Form(
                {"type": "string", "description": WRITE_TEXT},
                TextLens(),
                frozenset(("object",)),
                frozenset(("string",)),
            )
        kind = frozenset(("object",))
        schema: JsonObject = {"type": "object"}
        every = list({part.ident: part for branch in group.branches for part in branch.parts}.values())
        counts(ctx, every, common_of(group.branches), schema, notes)
        return Form(schema, None, kind, kind, group.facts)

    def _values(self, group: Group, own: frozenset[str], notes: list[str]) -> Form | None:
        ctx = self._ctx
        every = list({part.ident: part for branch in group.branches for part in branch.parts}.values())
        if own & {"array", "object"}:
            return None
        describe_values(group, notes)
        schema = listed(ctx, every, group.values, notes)
        if schema is not None:
            return Form(schema, None, own, own)
        if not fits_choice(ctx.rules, [""], "string"):
            return None
        part = next((part for part in every if "enum" in part.schema or "const" in part.schema), every[0])
        keyword = "enum" if "enum" in part.schema else "const"
        ctx.rewritten(part, keyword, "Each value is written as JSON text.")
        lens = TextLens(group.values)
        texts = [lens.encode(value) for value in group.values]
        schema = (
            {"type": "string", "enum": texts} if ctx.may_list(texts) else {"type": "string", "description": WRITE_TEXT}
        )
        return Form(schema, lens, own, frozenset(("string",)))


def _ident(branches: Sequence[Branch]) -> PlaceIdent:
    """Return what tells a place from every other, however many references lead to it."""
    return tuple([tuple([part.ident for part in branch.parts if says_something(part)]) for branch in branches])
