"""One place: its alternatives, each lowered, and put together again (docs/spec, chapter TGT).

A choice is lowered branch by branch if nothing in it needs an encoding, or if what needs one is told apart from all
else by its JSON type, on the wire and before, or by a required property whose listed values differ. Otherwise the whole
place holds JSON text.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from schemac.jsonschema.module import ROOT
from schemac.targets.passes.context import Context, Lowered
from schemac.targets.passes.facts import SCALARS, Facts, Said, disjoint, facts_of, json_type
from schemac.targets.passes.lens import Lens, MaybeLens, TagLens, TextLens, TypeLens, json_text
from schemac.targets.passes.naming import accepted, free_name
from schemac.targets.passes.objects import ANYTHING, MOST_COMPARED, ObjectFacts, grouped, object_facts, tag_of, union
from schemac.targets.passes.parts import (
    ASSERTIONS,
    Branch,
    Choice,
    Ident,
    Part,
    Place,
    PlaceIdent,
    Reference,
    alternatives,
    reference_of,
)
from schemac.targets.passes.plain import Plain
from schemac.targets.passes.scalars import fits_choice, listed, nullable, scalar
from schemac.targets.passes.shapes import array, counts, obj
from schemac.targets.passes.wording import described, joined, shown
from schemac.values import Json, JsonObject, freeze, type_of

NESTED: Final = "#nested"
"""The key of the root's copy for references to it, where the root itself became something else."""
_IS_NULL: Final = "is_null"
_ANY: Final = "Values of any type are written as JSON text."
_TEXT: Final = "Write the value as JSON text."
_ANNOTATIONS: Final = ("title", "default", "examples", "example", "deprecated", "readOnly", "writeOnly", "$comment")
_LEADING: Final = ("type", "title", "description")
_CONDITIONS: Final = ("not", "if", "then", "else", "dependentSchemas", "unevaluatedProperties")


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

    # One place

    def lower(self, place: Place, depth: int, spot: Part, *, absent: bool = False) -> Lowered:
        """Return what a place becomes; see :class:`~schemac.targets.passes.context.Lower`."""
        ctx = self._ctx
        ctx.count()
        if len(place) == 1 and len(place[0]) == 1:
            quick = self._plain_place(place[0][0], depth, absent=absent)
            if quick is not None:
                return quick
        elif place == ANYTHING and (absent or ctx.rules.typed or ctx.rules.closed):
            return self._any_text(spot, absent=absent)
        reference = reference_of(place)
        if reference is not None:
            kept = self._reference(place[0][0], reference, depth, absent=absent)
            if kept is not None:
                return kept
        branches = alternatives(place, ctx.definitions)
        if branches is None:
            return self._text(place, spot, "The place has too many alternatives.", absent=absent)
        if not branches:
            return self._text(place, spot, "No value fits here.", absent=absent)
        ident = _ident(branches)
        inlined = any("$ref" in part.schema for branch in branches for part in branch.parts)
        if inlined and ctx.is_open(ident):
            return self._text(place, spot, "It contains itself.", "$ref", absent=absent)
        with ctx.inside(ident, inlined=inlined):
            if not ctx.has_room(depth):
                return self._text(place, spot, "It lies too deep.", absent=absent)
            return self._chosen(place, branches, depth, spot, absent=absent)

    def _plain_place(self, part: Part, depth: int, *, absent: bool) -> Lowered | None:
        """Lower a place the short way, as most places can be."""
        found = self.plain.scalar(part.schema, absent=absent)
        if found is not None:
            return found
        ctx = self._ctx
        ident = ((part.ident,),)
        kind = part.schema.get("type") if type(part.schema) is dict else None
        if (kind != "array" and (kind != "object" or "properties" not in part.schema)) or ctx.is_open(ident):
            return None
        ctx.enter(ident)
        try:
            way = self.plain.array if kind == "array" else self.plain.object
            return way(part, depth, absent=absent)
        finally:
            ctx.leave(ident)

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
        bare = _bare(found.key)
        wrapped = null or (alone is not None and not annotations.keys() <= alone)
        if wrapped and not ctx.has_room(depth + 1):
            return None
        schema: JsonObject = {**annotations, **bare}
        if wrapped:
            schema = {**annotations, "anyOf": [bare, {"type": "null"}] if null else [bare]}
        return Lowered(_shared(((part,),), schema), target.lens, target.wire | ({"null"} if null else frozenset()))

    # Its alternatives

    def _chosen(self, place: Place, branches: Sequence[Branch], depth: int, spot: Part, *, absent: bool) -> Lowered:
        ctx = self._ctx
        mark = dict(ctx.losses)
        facts = [facts_of(branch.parts, nullable=ctx.flag) for branch in branches]
        if any(item.types is None for item in facts):
            return self._anything(place, branches, facts, spot, absent=absent)
        alive = [at for at, item in enumerate(facts) if item.types]
        if not alive:
            return self._text(place, spot, "No value fits here.", absent=absent)
        if len(alive) < len(branches):
            branches, facts = [branches[at] for at in alive], [facts[at] for at in alive]
        null = any("null" in (item.types or ()) for item in facts)
        defaults_to_null = any("default" in part.schema and part.schema["default"] is None for part in place[0])
        marked = absent and null and not defaults_to_null
        if marked and ctx.settings.null_means == "absent":
            marked = False
            ctx.rewritten(spot, "type", "Null says that the property is absent.")
        start = dict(ctx.losses)
        for unite in (False, True):
            notes: list[str] = []
            self._note_branches(branches, facts, notes)
            groups = list(self._groups(branches, facts, unite=unite))
            vias = [self._via(group) for group in groups]
            single = len(groups) <= 1 and not marked and not (any(vias) and (null or absent))
            if not ctx.has_room(depth + (2 if marked else 0 if single else 1)):
                return self._give_up(mark, place, spot, "It lies too deep.", absent=absent)
            forms = self._forms(groups, vias, depth if single else depth + 1, notes)
            lens = self._told_apart(forms, null=null) if forms is not None else _UNCLEAR
            if not isinstance(lens, _Unclear):
                break
            if unite or ctx.rules.closed or sum(group.kind == "object" for group in groups) < 2:
                return self._give_up(mark, place, spot, self._why(branches), absent=absent)
            ctx.losses.clear()
            ctx.losses.update(start)
        if forms is None or isinstance(lens, _Unclear):
            return self._give_up(mark, place, spot, self._why(branches), absent=absent)
        if not groups and ctx.flag:
            return self._text(place, spot, "The target has no type for null.", values=(None,), absent=absent)
        self._note_exclusive(branches, facts)
        marker = ""
        if marked:
            names = {name for form in forms if form.facts is not None for name in form.facts.names}
            marker = free_name(_IS_NULL, names)
        schema = self._together(branches, groups, forms, marker, lens, notes, null=null or absent)
        wire = frozenset[str]().union(*[form.wire for form in forms])
        if null or absent:
            wire |= {"null"}
        if marker:
            wire |= {"object"}
        return Lowered(_shared(place, schema), lens, wire, marker)

    def _give_up(
        self, mark: Container[tuple[Ident, str]], place: Place, spot: Part, why: str, *, absent: bool
    ) -> Lowered:
        """Take back what was lost on the way, and hold JSON text instead."""
        losses = self._ctx.losses
        for key in [key for key in losses if key not in mark]:
            del losses[key]
        return self._text(place, spot, why, absent=absent)

    def _why(self, branches: Sequence[Branch]) -> str:
        return "The target cannot say it." if len(branches) == 1 else "Its alternatives cannot be told apart."

    def _note_branches(self, branches: Sequence[Branch], facts: Sequence[Facts], notes: list[str]) -> None:
        """Note what is dropped whatever the type: conditions; and types that were read off the assertions."""
        for branch, item in zip(branches, facts, strict=True):
            note_conditions(self._ctx, branch.parts, notes)
            if item.narrowed and item.types:
                part = next(one for one in branch.parts if says_something(one))
                self._ctx.rewritten(part, "type", f"No type is given; it is read as {item.types[0]}.")

    def _note_exclusive(self, branches: Sequence[Branch], facts: Sequence[Facts]) -> None:
        """Note each ``oneOf`` whose members may fit together, since ``anyOf`` stands for it."""
        if not any(choice.keyword == "oneOf" for branch in branches for choice in branch.choices):
            return
        if self._are_tagged(branches):
            return
        lost: dict[Ident, None] = {}
        if len(branches) > MOST_COMPARED:
            lost = {
                choice.holder: None for branch in branches for choice in branch.choices if choice.keyword == "oneOf"
            }
        else:
            for one, other in combinations(range(len(branches)), 2):
                for choice in _parting(branches[one], branches[other]):
                    if choice.keyword == "oneOf" and choice.holder not in lost:
                        pair = (branches[one], branches[other])
                        if not (disjoint(facts[one], facts[other]) or self._are_tagged(pair)):
                            lost[choice.holder] = None
        parts = {part.ident: part for branch in branches for part in branch.parts}
        for holder in lost:
            self._ctx.rewritten(parts[holder], "oneOf", "A value that fits several alternatives is taken.")

    def _are_tagged(self, branches: Sequence[Branch]) -> bool:
        """Tell whether objects are told apart by a property."""
        if any(facts_of(branch.parts).types != ("object",) for branch in branches):
            return False
        return tag_of([self._object_facts(branch) for branch in branches], self._ctx.outline) is not None

    def _object_facts(self, branch: Branch) -> ObjectFacts:
        return object_facts(branch.parts, self._ctx.definitions)

    # Groups of alternatives that become one branch each

    def _groups(self, branches: Sequence[Branch], facts: Sequence[Facts], *, unite: bool = False) -> Iterator[Group]:
        """Yield what becomes one branch of the lowered choice; null is apart."""
        lists: dict[str, int] = {}
        objects: list[tuple[Branch, ObjectFacts]] = []
        found: list[Group] = []
        for branch, item in zip(branches, facts, strict=True):
            if item.values is not None:
                _add_values(found, lists, branch, item.values)
                continue
            scalars = tuple([name for name in item.types or () if name not in ("null", "array", "object")])
            if scalars and self._ctx.rules.type_lists:
                found.append(Group("scalar", scalars, [branch]))
            else:
                found.extend([Group("scalar", (name,), [branch]) for name in scalars])
            if "array" in (item.types or ()):
                found.append(Group("array", ("array",), [branch]))
            if "object" in (item.types or ()):
                if not objects:
                    found.append(_OBJECTS)
                objects.append((branch, self._object_facts(branch)))
        for group in found:
            if group is _OBJECTS:
                yield from self._object_groups(objects, unite=unite)
            else:
                yield group

    def _object_groups(self, objects: Sequence[tuple[Branch, ObjectFacts]], *, unite: bool) -> Iterator[Group]:
        every = [item for _, item in objects]
        if self._ctx.rules.closed or unite:
            found = grouped(every, self._ctx.outline) if len(every) > 1 else [([0], every[0])]
        else:
            found = [([at], item) for at, item in enumerate(every)]
        if len(every) > 1:
            self._note_united(objects, [indexes for indexes, _ in found])
        for indexes, item in found:
            yield Group("object", ("object",), [objects[at][0] for at in indexes], facts=item)

    def _note_united(self, objects: Sequence[tuple[Branch, ObjectFacts]], groups: Sequence[Sequence[int]]) -> None:
        """Note that names which belong to some alternatives are now optional, or bound to these."""
        everything = {name for _, item in objects for name in item.names}
        for indexes in groups:
            merged = len(indexes) > 1
            for at in indexes:
                branch, item = objects[at]
                open_to_others = self._ctx.rules.closed and not item.sealed and not everything <= item.names.keys()
                if not branch.choices or not (merged or open_to_others):
                    continue
                choice = branch.choices[-1]
                part = next((part for part in branch.parts if part.ident == choice.holder), branch.parts[0])
                why = (
                    "The alternatives are one object, with all names optional."
                    if merged
                    else "A name that another alternative declares is taken with that alternative only."
                )
                self._ctx.rewritten(part, choice.keyword, why)

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
                schema = _bare(group.branches[0].via)
                found.append(Form(schema, target.lens, own, target.wire, group.facts, referring=True))
                continue
            own_notes = notes if len(groups) == 1 else []
            form = self._form(group, depth, own_notes, alone=len(groups) == 1)
            if form is None:
                return None
            if len(groups) > 1:
                form = form._replace(schema=self._branch_described(group, form, own_notes))
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
            facts = group.facts or union([self._object_facts(branch) for branch in group.branches])
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
                {"type": "string", "description": _TEXT}, TextLens(), frozenset(("object",)), frozenset(("string",))
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
        _describe_values(group, notes)
        schema = listed(ctx, every, group.values, notes)
        if schema is not None:
            return Form(schema, None, own, own)
        if not fits_choice(ctx, [""], "string"):
            return None
        part = next((part for part in every if "enum" in part.schema or "const" in part.schema), every[0])
        keyword = "enum" if "enum" in part.schema else "const"
        ctx.rewritten(part, keyword, "Each value is written as JSON text.")
        lens = TextLens(group.values)
        texts = [lens.encode(value) for value in group.values]
        schema = {"type": "string", "enum": texts} if ctx.may_list(texts) else {"type": "string", "description": _TEXT}
        return Form(schema, lens, own, frozenset(("string",)))

    # Putting it together

    def _together(
        self,
        branches: Sequence[Branch],
        groups: Sequence[Group],
        forms: Sequence[Form],
        marker: str,
        lens: MaybeLens,
        notes: list[str],
        *,
        null: bool,
    ) -> JsonObject:
        ctx = self._ctx
        schemas = [form.schema for form in forms]
        if marker:
            objects = [at for at, form in enumerate(forms) if "object" in form.wire]
            schemas.insert(objects[-1] + 1 if objects else len(schemas), _marker(ctx, marker))
        members = _distinct(schemas)
        if len(groups) == 1 and len(groups[0].branches) == 1:
            noted: Sequence[Part] = groups[0].branches[0].parts
        else:
            noted = branches[0].parts[: branches[0].own]
        annotations = annotations_of(ctx, noted, lens, notes)
        if len(branches) > 1 and len(forms) == 1 and "description" not in annotations:
            annotations |= self._common_description(branches, forms[0], notes)
        if not members:
            return {**annotations, "type": "null"}
        referring = bool(forms) and forms[0].referring
        alone = ctx.rules.alone.get("$ref") if referring else None
        if len(members) == 1 and not (referring and (null or (alone is not None and not annotations.keys() <= alone))):
            node = _into(members[0], annotations) if len(forms) > 1 else {**members[0], **annotations}
            listed_without_null = not ctx.flag and not node.keys().isdisjoint(("enum", "const"))
            if null and listed_without_null and not fits_choice(ctx, [None], "null"):
                return _ordered({**annotations, "anyOf": [members[0], {"type": "null"}]})
            return _ordered(nullable(ctx, node) if null else node)
        if null and ctx.flag:
            members = [nullable(ctx, member) for member in members]
        elif null:
            members.append({"type": "null"})
        beside = ctx.rules.alone.get("anyOf")
        if beside is None or annotations.keys() <= beside:
            return _ordered({**annotations, "anyOf": members})
        return {"anyOf": [_into(member, annotations) for member in members]}

    def _common_description(self, branches: Sequence[Branch], form: Form, notes: Sequence[str]) -> JsonObject:
        """Return the descriptions of several alternatives that became one branch."""
        if "enum" in form.schema or form.facts is None:
            return {}
        texts = [
            part.schema["description"]
            for branch in branches
            for part in branch.parts[branch.own :]
            if isinstance(part.schema.get("description"), str)
        ]
        text = joined(*texts)
        return {"description": described(text, notes)} if text else {}

    def _branch_described(self, group: Group, form: Form, notes: Sequence[str]) -> JsonObject:
        ctx = self._ctx
        parts = group.branches[0].parts
        own = parts[group.branches[0].own :] if len(group.branches) == 1 else ()
        annotations = annotations_of(ctx, own, form.lens, notes)
        if not annotations:
            return form.schema
        if "description" in form.schema and "description" in annotations:
            annotations["description"] = joined(annotations["description"], form.schema["description"])
        return _ordered({**form.schema, **annotations})

    def _told_apart(self, forms: Sequence[Form], *, null: bool) -> MaybeLens | _Unclear:
        """Return the lens of a choice: None if none of its branches has one."""
        if all(form.lens is None for form in forms):
            return None
        if len(forms) == 1 and not null:
            return forms[0].lens
        objects = [form for form in forms if form.own == {"object"}]
        tagged: Lens | None = None
        if len(objects) > 1 and any(form.lens is not None for form in objects):
            tagged = self._tagged(objects)
            if tagged is None:
                return _UNCLEAR
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
                    return _UNCLEAR
            out |= dict.fromkeys(sorted(form.own), lens)
            back |= dict.fromkeys(sorted(form.wire), lens)
        return TypeLens(out, back)

    def _tagged(self, objects: Sequence[Form]) -> Lens | None:
        """Return the lens of objects that a property tells apart, whose values are the same on the wire."""
        ctx = self._ctx
        facts = [form.facts for form in objects if form.facts is not None and form.wire == {"object"}]
        if len(facts) < len(objects):
            return None
        name = tag_of(facts, ctx.outline, self._is_plain_tag)
        if name is None:
            return None
        table = {
            freeze(value): form.lens
            for form, item in zip(objects, facts, strict=True)
            for value in ctx.outline(item.names[name]).values or ()
        }
        return TagLens(name, table)

    def _is_plain_tag(self, name: str, values: Iterable[Json]) -> bool:
        rules = self._ctx.rules
        pattern = "" if rules.property_names_at_root else rules.property_names
        return accepted(name, pattern) and all(
            not isinstance(value, (list, dict)) and fits_choice(self._ctx, [value], type_of(value)) for value in values
        )

    # JSON text

    def _anything(
        self, place: Place, branches: Sequence[Branch], facts: Sequence[Facts], spot: Part, *, absent: bool
    ) -> Lowered:
        """Return a place of which some alternative takes values of any type."""
        ctx = self._ctx
        every = list({part.ident: part for branch in branches for part in branch.parts}.values())
        asserting = any(not ASSERTIONS.isdisjoint(part.schema.keys() - {"$ref", "allOf"}) for part in every)
        if ctx.rules.typed or ctx.rules.closed or absent:
            return self._text(place, spot, _ANY, absent=absent)
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
        return Lowered(_shared(place, annotations), None, _EVERY_TYPE)

    def _any_text(self, spot: Part, *, absent: bool) -> Lowered:
        """Return the string that holds any value, where nothing is said of it."""
        self._ctx.rewritten(spot, _main_keyword(spot.schema), f"{_ANY} It holds JSON text.")
        schema: JsonObject = {"type": "string", "description": _TEXT}
        if absent:
            return Lowered(nullable(self._ctx, schema), TextLens(), frozenset(("string", "null")))
        return Lowered(schema, TextLens(), frozenset(("string",)))

    def _text(
        self,
        place: Place,
        spot: Part,
        why: str,
        keyword: str = "",
        values: Sequence[Json] = (),
        *,
        absent: bool,
    ) -> Lowered:
        """Return a string that holds JSON, with what is known of it in its description."""
        ctx = self._ctx
        branches = alternatives(place, ctx.definitions) or ()
        if branches and not values:
            facts = [facts_of(branch.parts, nullable=ctx.flag) for branch in branches]
            if all(item.values for item in facts):
                values = list({freeze(value): value for item in facts for value in item.values or ()}.values())
        ctx.rewritten(spot, keyword or _main_keyword(spot.schema), f"{why} It holds JSON text.")
        schema: JsonObject = {"type": "string"}
        texts: list[str] = []
        if values and fits_choice(ctx, [""], "string"):
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
            return Lowered(_ordered(nullable(ctx, schema)), lens, wire | {"null"})
        return Lowered(_shared(place, _ordered(schema)), lens, wire)


class _Unclear:
    """No lens can tell the branches apart."""


_UNCLEAR: Final = _Unclear()


class Group(NamedTuple):
    """Alternatives that become one branch.

    Attributes:
        kind: scalar, values, array or object.
        types: Their types.
        branches: Where they come from.
        values: The values, of one JSON type, for ``values``.
        facts: What they say of objects.
    """

    kind: str
    types: tuple[str, ...]
    branches: list[Branch]
    values: Sequence[Json] = ()
    facts: ObjectFacts | None = None


_OBJECTS: Final = Group("object", (), [])
"""Stands where the first object was met, until all are known."""
_EVERY_TYPE: Final = frozenset(("null", "boolean", "number", "string", "array", "object"))


def _add_values(found: list[Group], lists: dict[str, int], branch: Branch, values: Iterable[Json]) -> None:
    """Add a branch of listed values: to the list of their type, unless one of the two says more of its values."""
    by_type: dict[str, list[Json]] = {}
    for value in values:
        if value is not None:
            by_type.setdefault(type_of(value), []).append(value)
    for kind, items in by_type.items():
        plain = not any(keyword in part.schema for part in branch.parts for keyword in SCALARS.get(kind, ()))
        at = lists.get(kind)
        if at is None or not plain:
            if plain:
                lists[kind] = len(found)
            found.append(Group("values", (kind,), [branch], items))
            continue
        group = found[at]
        known = {freeze(value) for value in group.values}
        more = [value for value in items if freeze(value) not in known]
        found[at] = group._replace(branches=[*group.branches, branch], values=[*group.values, *more])


def _describe_values(group: Group, notes: list[str]) -> None:
    """Note what the author says of single values of a choice that is now one list."""
    if len(group.branches) == 1:
        return
    for branch in group.branches:
        values = facts_of(branch.parts).values or ()
        own = [part.schema for part in branch.parts[branch.own :]]
        text = next((schema[name] for name in ("description", "title") for schema in own if schema.get(name)), "")
        if text and len(values) == 1:
            notes.append(f"{json_text(values[0])}: {text}")


def common_of(branches: Sequence[Branch]) -> tuple[Part, ...]:
    """Return the subschemas that apply whichever of several alternatives is taken."""
    head = branches[0]
    return head.parts if len(branches) == 1 else head.parts[: head.own]


def _ident(branches: Sequence[Branch]) -> PlaceIdent:
    """Return what tells a place from every other, however many references lead to it."""
    return tuple([tuple([part.ident for part in branch.parts if says_something(part)]) for branch in branches])


def says_something(part: Part) -> bool:
    """Tell whether a subschema asserts anything by itself."""
    return not ASSERTIONS.isdisjoint(part.schema.keys() - {"$ref", "allOf", "anyOf", "oneOf"})


def _parting(one: Branch, other: Branch) -> Iterator[Choice]:
    """Yield the choices that two branches made differently."""
    taken = {(choice.holder, choice.keyword): choice.member for choice in other.choices}
    for choice in one.choices:
        if taken.get((choice.holder, choice.keyword), choice.member) != choice.member:
            yield choice


def annotations_of(
    ctx: Context, parts: Sequence[Part], lens: MaybeLens, notes: Sequence[str], *, root: bool = False
) -> JsonObject:
    """Return what is said for people: of each annotation the first, and notes in the description.

    Defaults and examples are values of the original, so that they go where values are encoded.
    """
    found: JsonObject = {}
    text = ""
    sentences = list(notes)
    for part in parts:
        schema = part.schema
        if not text and isinstance(schema.get("description"), str):
            text = schema["description"]
        for keyword in _ANNOTATIONS:
            if keyword not in schema or keyword in found:
                continue
            if ctx.rules.takes(keyword, root=root) and (lens is None or keyword == "title"):
                found[keyword] = schema[keyword]
            elif keyword == "default" and schema["default"] is not None:
                ctx.drop(part, keyword, sentences)
        if ctx.rules.only is None and lens is None:
            for keyword, value in schema.items():
                if keyword.startswith("x-"):
                    found.setdefault(keyword, value)
    if sentences:
        text = described(text, sentences)
    if (text or any("description" in part.schema for part in parts)) and ctx.rules.takes("description", root=root):
        found["description"] = text
    return found


def root_annotations(ctx: Context, parts: Sequence[Part], lens: MaybeLens, notes: Sequence[str]) -> JsonObject:
    """Return what is said for people at the root."""
    return annotations_of(ctx, parts, lens, notes, root=True)


def note_conditions(ctx: Context, parts: Sequence[Part], notes: list[str]) -> None:
    """Note the conditions that subschemas put on values of any type; none of them can be kept."""
    for part in parts:
        for keyword in _CONDITIONS:
            value = part.schema.get(keyword)
            if value is None or (keyword in ("then", "else") and "if" not in part.schema):
                continue
            if keyword != "unevaluatedProperties" or (value is False and not ctx.rules.closed):
                ctx.drop(part, keyword, notes)
            elif isinstance(value, dict):
                ctx.rewritten(part, keyword, "What it applies to is judged by names alone.")


def _bare(key: str) -> JsonObject:
    return {"$ref": NESTED if key == ROOT else key}


def _marker(ctx: Context, name: str) -> JsonObject:
    schema: JsonObject = {
        "type": "object",
        "description": "An explicit null; plain null leaves the property out.",
        "properties": {name: {"type": "boolean", "enum": [True]}},
        "required": [name],
    }
    if ctx.rules.closed:
        schema["additionalProperties"] = False
    return schema


def _distinct(members: Iterable[JsonObject]) -> list[JsonObject]:
    """Return branches, those that differ in what is said for people only as one."""
    found: list[JsonObject] = []
    bare: list[JsonObject] = []
    for member in members:
        plain = {keyword: value for keyword, value in member.items() if keyword not in ("title", "description")}
        if plain in bare:
            at = bare.index(plain)
            text = joined(found[at].get("description", ""), member.get("description", ""))
            found[at] = {**found[at], "description": text} if text else found[at]
        else:
            bare.append(plain)
            found.append(member)
    return found


def _into(member: JsonObject, annotations: JsonObject) -> JsonObject:
    """Return a branch that says for people what its choice would say, where nothing may stand beside that."""
    found = {**annotations, **member}
    if "description" in annotations and "description" in member:
        found["description"] = joined(annotations["description"], member["description"])
    return _ordered(found)


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
    return _TEXT


def _shared(place: Place, schema: JsonObject) -> JsonObject:
    """Return the schema as it was written if nothing changed."""
    if len(place) == 1 and len(place[0]) == 1 and place[0][0].schema == schema:
        found: JsonObject = place[0][0].schema
        return found
    return schema


def _ordered(schema: JsonObject) -> JsonObject:
    """Return a schema with its type, title and description first."""
    leading: JsonObject = {keyword: schema[keyword] for keyword in _LEADING if keyword in schema}
    return {**leading, **schema}
