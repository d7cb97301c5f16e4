"""Rewriting a whole module by a target's rules: every definition, then the root (docs/spec, chapter TGT).

Definitions are lowered after all that they refer to, as far as they do not refer to each other, so that a reference
knows what it becomes and no chain of references is recursed into.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

from schemac.jsonschema.graph import components
from schemac.jsonschema.module import Module
from schemac.jsonschema.walk import walk
from schemac.targets.passes.budget import (
    INLINE_DEPTH,
    INLINE_ROOM,
    MERGE_DEPTH,
    NO_BOUND,
    Bounds,
    Search,
    Spent,
    TooLargeError,
    TooManyValuesError,
)
from schemac.targets.passes.choices import Chooser
from schemac.targets.passes.context import Context
from schemac.targets.passes.facts import json_type
from schemac.targets.passes.gathering import Rewritten, gathered, texts_of
from schemac.targets.passes.lens import Link
from schemac.targets.passes.lowered import Lowered
from schemac.targets.passes.memo import KeptComponent, KeptDefinition, as_written, content
from schemac.targets.passes.objects import object_facts
from schemac.targets.passes.parts import Part, alternatives, whole
from schemac.targets.passes.settings import Settings
from schemac.targets.passes.top import lower_root

_EVERY_TYPE: Final = frozenset(("null", "boolean", "number", "string", "array", "object"))
_AN_OBJECT: Final = frozenset(("object",))
_NOTHING_SPENT: Final = Spent(0, 0, ())


def rewrite(module: Module, settings: Settings) -> Rewritten:
    """Lower a linked module of dialect 2020-12, whose root is the schema of an object.

    Where writing out references would take too much room, it is done less deep; the last resort is not at all.
    """
    refers = _refers(module)
    most = MERGE_DEPTH if settings.rules.references else INLINE_DEPTH
    search = Search(most)
    cautious = False
    longest = NO_BOUND
    while True:
        depth = search.depth
        bounds = Bounds(depth, longest)
        if refers and depth > 0:
            bounds = Bounds(depth, longest, INLINE_ROOM, partial(_doubled, module))
        ctx = Context(module, settings, bounds)
        first = not cautious and longest == NO_BOUND and depth == most
        try:
            rewritten = _Rewriter(ctx, first=first, cautious=cautious).run()
            if search.fits():
                return rewritten
        except TooManyValuesError as error:
            longest = _longest_kept(error.sizes, longest, settings.rules.enum_total or 0)
        except TooLargeError:
            search.too_large()
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
    """One run over a module.

    Args:
        ctx: The context.
        first: Nothing is bound more than it is for any other module, so that equal definitions become the same.
        cautious: Recursive definitions may become anything.
    """

    def __init__(self, ctx: Context, *, first: bool, cautious: bool) -> None:
        self._module = ctx.module
        self._rules = ctx.rules
        self._ctx = ctx
        self._chooser = Chooser(ctx, self._refer)
        ctx.lower = self._chooser.lower
        self._done: dict[str, Lowered] = {}
        self._kept: dict[str, KeptDefinition] = {}
        self._numbers: dict[str, int | None] = {}
        ctx.numbers = self._numbers
        self._first = first
        self._cautious = cautious

    def run(self) -> Rewritten:
        """Lower definitions, then the root."""
        ctx = self._ctx
        if self._rules.references and _refers(self._module):
            edges = {
                key: list(dict.fromkeys([use.key for use in item.uses]))
                for key, item in self._module.definitions.items()
            }
            reached = {key for found in edges.values() for key in found}
            ctx.texts = texts_of(self._module, reached)
            for component in components(edges, edges.__getitem__):
                keys = [key for key in component if key in reached]
                if keys:
                    self._component(keys, edges)
        ctx.losses, ctx.referred, ctx.tentative = {}, {}, False
        schema, lens = lower_root(ctx, self._chooser.plain)
        referred = None if ctx.tentative else tuple(ctx.referred)
        root = KeptDefinition(self._module.root.schema, Lowered(schema, lens, _AN_OBJECT), ctx.losses, referred)
        return gathered(self._module, root, self._kept, ctx.texts, settled=ctx.settled)

    # Definitions

    def _component(self, keys: Sequence[str], edges: Mapping[str, Sequence[str]]) -> None:
        """Lower definitions that refer to each other, unless that was done before."""
        ctx = self._ctx
        known = ctx.settings.known_components
        number = self._number(keys, edges)
        kept = None if number is None else known.get(number)
        if kept is not None and ctx.budget.fits(kept.spent, 0):
            ctx.budget.spend(kept.spent, 0)
            ctx.settled = ctx.settled and kept.settled
        else:
            settled, ctx.settled = ctx.settled, True
            mark = ctx.budget.watch(0)
            definitions = self._lowered(keys, edges)
            spent = ctx.budget.watched(mark, 0)
            kept = KeptComponent(definitions, spent or _NOTHING_SPENT, ctx.settled)
            ctx.settled = ctx.settled and settled
            if number is not None and spent is not None:
                known.keep(number, kept)
        # Not before: until then a reference to one of them may mean what is only predicted of it.
        self._numbers.update(dict.fromkeys(keys, number))
        for key, item in kept.definitions.items():
            self._kept[key] = item
            self._done[key] = as_written(item.lowered, item.written, self._module.definitions[key].schema)

    def _number(self, keys: Sequence[str], edges: Mapping[str, Sequence[str]]) -> int | None:
        """Return a number that equal definitions with equal keys share; None where what is known may not be used."""
        numbers, texts = self._numbers, self._ctx.texts
        numbers.update(dict.fromkeys(keys))
        if not (self._first and texts):
            return None
        inside = frozenset(keys)
        said: list[tuple[str, str, bytes]] = []
        below: set[int] = set()
        for key in keys:
            text = content(self._module.definitions[key].schema)
            if text is None:
                return None
            said.append((key, texts[key], text))
            for target in edges[key]:
                if target not in inside:
                    number = numbers[target]
                    if number is None:
                        return None
                    below.add(number)
        return self._ctx.settings.numbers.of((tuple(said), frozenset(below)))

    def _lowered(self, keys: Sequence[str], edges: Mapping[str, Sequence[str]]) -> dict[str, KeptDefinition]:
        ctx = self._ctx
        found: dict[str, KeptDefinition] = {}
        inside = frozenset(keys)
        recursive = any(target in inside for key in keys for target in edges[key])
        links: dict[str, Link] = {}
        if recursive and self._rules.recursion:
            for key in keys:
                links[key] = Link()
                self._done[key] = Lowered({}, links[key], self._predicted(key))
        for key in keys:
            ctx.losses, ctx.referred, ctx.tentative = {}, {}, False
            spot = Part(key, (), self._module.definitions[key].schema)
            lowered = ctx.lower(whole(spot), 1, spot)
            if key in links:
                if not lowered.wire <= self._done[key].wire:
                    raise _MispredictedError
                links[key].target = lowered.lens
                lowered = lowered._replace(lens=links[key])
            self._done[key] = lowered
            found[key] = KeptDefinition(
                spot.schema, lowered, ctx.losses, None if ctx.tentative else tuple(ctx.referred)
            )
        return found

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
