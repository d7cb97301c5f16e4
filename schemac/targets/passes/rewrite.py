"""Rewriting a whole module by a target's rules: every definition, then the root (docs/spec, chapter TGT).

Definitions are lowered after all that they refer to, as far as they do not refer to each other, so that a reference
knows what it becomes and no chain of references is recursed into.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import NamedTuple

from schemac.jsonschema.codec import Loss
from schemac.jsonschema.edit import edited
from schemac.jsonschema.equality import references
from schemac.jsonschema.graph import components
from schemac.jsonschema.keywords import Dialect
from schemac.jsonschema.module import ROOT, Definition, Module
from schemac.jsonschema.walk import walk
from schemac.targets.passes.annotations import annotations_of, note_conditions
from schemac.targets.passes.choices import NESTED, Chooser
from schemac.targets.passes.context import (
    INLINE_DEPTH,
    INLINE_ROOM,
    MERGE_DEPTH,
    NO_BOUND,
    Bounds,
    Context,
    TooLargeError,
    TooManyValuesError,
)
from schemac.targets.passes.facts import facts_of, json_type
from schemac.targets.passes.groups import common_of, says_something
from schemac.targets.passes.lens import Link, MaybeLens
from schemac.targets.passes.losses import Noted, authored
from schemac.targets.passes.lowered import Lowered
from schemac.targets.passes.objects import ObjectFacts, object_facts, union
from schemac.targets.passes.parts import Branch, Part, Place, alternatives, settled, whole
from schemac.targets.passes.settings import Settings
from schemac.targets.passes.shapes import obj
from schemac.targets.passes.wording import needs
from schemac.targets.schema_rules import Fate
from schemac.values import JsonObject

_EVERY_TYPE = frozenset(("null", "boolean", "number", "string", "array", "object"))


class Rewritten(NamedTuple):
    """A module as the target takes it.

    Attributes:
        module: The lowered schema, linked.
        lens: How arguments go.
        losses: What it cannot say.
        settled: Lowering it again is known to change nothing.
    """

    module: Module
    lens: MaybeLens
    losses: tuple[Loss, ...]
    settled: bool


def rewrite(module: Module, settings: Settings) -> Rewritten:
    """Lower a linked module of dialect 2020-12, whose root is the schema of an object.

    Where writing out references would take too much room, it is done less deep; the last resort is not at all.
    """
    refers = _refers(module)
    depth = MERGE_DEPTH if settings.rules.references else INLINE_DEPTH
    cautious = False
    longest = NO_BOUND
    while True:
        bounds = Bounds(depth, longest)
        if refers and depth > 0:
            bounds = Bounds(depth, longest, INLINE_ROOM, partial(_doubled, module))
        ctx = Context(module, settings, bounds)
        try:
            return _Rewriter(ctx, cautious=cautious).run()
        except TooManyValuesError as error:
            longest = _longest_kept(error.sizes, longest, settings.rules.enum_total or 0)
        except TooLargeError:
            depth -= 1
        except _MispredictedError:
            cautious = True


def _doubled(module: Module) -> int:
    """Return twice the number of subschemas."""
    return 2 * sum(1 for item in module.definitions.values() for _ in walk(item.schema, item.dialect))


def _longest_kept(sizes: Sequence[int], longest: int, total: int) -> int:
    """Return how many values a choice may list at most, so that less is listed than before: the longest go first."""
    kept = sum(sizes)
    for size in sorted(set(sizes), reverse=True):
        kept -= size * sizes.count(size)
        longest = size - 1
        if kept <= total // 2:
            break
    return longest


def _refers(module: Module) -> bool:
    return len(module.definitions) > 1 or bool(module.root.uses)


class _MispredictedError(Exception):
    """A recursive definition became something else than those took it for that refer to it."""


class _Rewriter:
    def __init__(self, ctx: Context, *, cautious: bool = False) -> None:
        self._module = ctx.module
        self._rules = ctx.rules
        self._ctx = ctx
        self._chooser = Chooser(self._ctx, self._refer)
        self._ctx.lower = self._chooser.lower
        self._done: dict[str, Lowered] = {}
        self._losses: dict[str, Noted] = {}
        self._cautious = cautious

    def run(self) -> Rewritten:
        """Lower definitions, then the root."""
        if self._rules.references and _refers(self._module):
            edges = {
                key: list(dict.fromkeys([use.key for use in item.uses]))
                for key, item in self._module.definitions.items()
            }
            reached = {key for found in edges.values() for key in found}
            for component in components(edges, edges.__getitem__):
                self._component([key for key in component if key in reached], edges)
        self._ctx.losses = {}
        schema, lens = self._root()
        return self._gathered(schema, lens)

    # Definitions

    def _component(self, keys: Sequence[str], edges: Mapping[str, Sequence[str]]) -> None:
        recursive = any(target in keys for key in keys for target in edges[key])
        links: dict[str, Link] = {}
        if recursive and self._rules.recursion:
            for key in keys:
                links[key] = Link()
                self._done[key] = Lowered({}, links[key], self._predicted(key))
        for key in keys:
            self._ctx.losses = {}
            spot = Part(key, (), self._module.definitions[key].schema)
            lowered = self._ctx.lower(whole(spot), 1, spot)
            self._losses[key] = self._ctx.losses
            if key in links:
                if not lowered.wire <= self._done[key].wire:
                    raise _MispredictedError
                links[key].target = lowered.lens
                lowered = lowered._replace(lens=links[key])
            self._done[key] = lowered

    def _predicted(self, key: str) -> frozenset[str]:
        """Return the JSON types that a recursive definition is going to accept on the wire."""
        place = whole(Part(key, (), self._module.definitions[key].schema))
        found = self._ctx.outline(place)
        if self._cautious or found.types is None:
            return _EVERY_TYPE
        wire = {json_type(name) for name in found.types}
        if wire == {"object"}:
            branches = alternatives(place, self._module.definitions) or ()
            facts = [object_facts(branch.parts, self._module.definitions) for branch in branches]
            if all(item.names and not item.free for item in facts):
                return frozenset(wire)
        return frozenset(wire | {"string", "array"}) if "object" in wire else frozenset(wire | {"string"})

    def _refer(self, key: str) -> Lowered | None:
        return self._done.get(key)

    # The root

    def _root(self) -> tuple[JsonObject, MaybeLens]:
        """Lower the root, which is an object whatever its alternatives are."""
        ctx = self._ctx
        spot = Part(ROOT, (), self._module.root.schema)
        place = whole(spot)
        ctx.enter(((spot.ident,),))
        quick = self._chooser.plain.object(spot, 0, absent=False, root=True)
        if quick is not None:
            return quick.schema, quick.lens
        ctx.losses = {}
        branches = self._root_branches(place)
        notes: list[str] = []
        facts = [object_facts(branch.parts, self._module.definitions) for branch in branches]
        parts = list({part.ident: part for branch in branches for part in branch.parts}.values())
        self._note_root(branches, notes)
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
        written = self._module.root.schema
        return (written if schema == written else schema), shape.lens

    def _root_branches(self, place: Place) -> Sequence[Branch]:
        """Return the alternatives that are objects; what applies in any case where there are none or too many."""
        definitions = self._module.definitions
        found = alternatives(place, definitions)
        kept = [branch for branch in found or () if "object" in (facts_of(branch.parts).types or ("object",))]
        if kept:
            return kept
        parts = settled(place, definitions)
        for part in parts:
            for keyword in ("anyOf", "oneOf"):
                if keyword in part.schema:
                    self._ctx.rewritten(part, keyword, "It has too many alternatives.")
        return [Branch(parts, len(parts), (), "")]

    def _note_root(self, branches: Sequence[Branch], notes: list[str]) -> None:
        for branch in branches:
            note_conditions(self._ctx, branch.parts, notes)
            for part in branch.parts:
                for keyword in ("enum", "const"):
                    if keyword in part.schema:
                        self._ctx.drop(part, keyword, notes)

    # The result

    def _gathered(self, root: JsonObject, lens: MaybeLens) -> Rewritten:
        schemas: dict[str, JsonObject] = {ROOT: root}
        losses = authored(self._ctx.losses, self._module.definitions)
        waiting = [ROOT]
        for at in waiting if self._done else ():
            for use in references(schemas[at], self._module.root.dialect):
                if use.key not in schemas:
                    key = ROOT if use.key == NESTED else use.key
                    schemas[use.key] = self._done[key].schema
                    losses.extend(authored(self._losses[key], self._module.definitions))
                    waiting.append(use.key)
        if NESTED in schemas and schemas[NESTED] == root:
            del schemas[NESTED]
            dialect = self._module.root.dialect
            schemas = {key: _refer_to_root(schema, dialect) for key, schema in schemas.items()}
        definitions = {key: self._defined(key, schema) for key, schema in schemas.items()}
        return Rewritten(Module(definitions), lens, tuple(losses), self._ctx.settled)

    def _defined(self, key: str, schema: JsonObject) -> Definition:
        source = self._module.definitions[ROOT if key == NESTED else key]
        if source.schema is schema:
            return source
        return Definition(schema, source.dialect, source.name, source.origin, gates=source.gates)


def _as_root(facts: ObjectFacts) -> ObjectFacts:
    """Return what a root says: one that declares nothing and is not open takes no arguments."""
    if facts.free and not facts.rest:
        return facts._replace(free=False, sealed=True)
    return facts._replace(free=False)


def _refer_to_root(schema: JsonObject, dialect: Dialect) -> JsonObject:
    holders = [use.holder for use in references(schema, dialect) if use.key == NESTED]
    found: JsonObject = edited(schema, dict.fromkeys(holders, _referring_to_root))
    return found


def _referring_to_root(holder: JsonObject) -> JsonObject:
    return {**holder, "$ref": ROOT}
