"""Which alternatives of a place become one branch, and which stay apart (docs/spec, chapter TGT)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from schemac.targets.passes.context import Context
from schemac.targets.passes.facts import SCALARS, Facts, disjoint, facts_of
from schemac.targets.passes.lens import json_text
from schemac.targets.passes.objects import MOST_COMPARED, ObjectFacts, grouped, object_facts, tag_of
from schemac.targets.passes.parts import ASSERTIONS, Branch, Choice, Ident, Part
from schemac.values import Json, freeze, type_of


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


def groups_of(
    ctx: Context, branches: Sequence[Branch], facts: Sequence[Facts], *, unite: bool = False
) -> Iterator[Group]:
    """Yield what becomes one branch of the lowered choice; null is apart."""
    lists: dict[str, int] = {}
    objects: list[tuple[Branch, ObjectFacts]] = []
    found: list[Group] = []
    for branch, item in zip(branches, facts, strict=True):
        if item.values is not None:
            _add_values(found, lists, branch, item.values)
            continue
        scalars = tuple([name for name in item.types or () if name not in ("null", "array", "object")])
        if scalars and ctx.rules.type_lists:
            found.append(Group("scalar", scalars, [branch]))
        else:
            found.extend([Group("scalar", (name,), [branch]) for name in scalars])
        if "array" in (item.types or ()):
            found.append(Group("array", ("array",), [branch]))
        if "object" in (item.types or ()):
            if not objects:
                found.append(_OBJECTS)
            objects.append((branch, facts_of_objects(ctx, branch)))
    for group in found:
        if group is _OBJECTS:
            yield from _object_groups(ctx, objects, unite=unite)
        else:
            yield group


def _object_groups(ctx: Context, objects: Sequence[tuple[Branch, ObjectFacts]], *, unite: bool) -> Iterator[Group]:
    every = [item for _, item in objects]
    if ctx.rules.closed or unite:
        found = grouped(every, ctx.outline) if len(every) > 1 else [([0], every[0])]
    else:
        found = [([at], item) for at, item in enumerate(every)]
    if len(every) > 1:
        _note_united(ctx, objects, [indexes for indexes, _ in found])
    for indexes, item in found:
        yield Group("object", ("object",), [objects[at][0] for at in indexes], facts=item)


def _note_united(ctx: Context, objects: Sequence[tuple[Branch, ObjectFacts]], groups: Sequence[Sequence[int]]) -> None:
    """Note that names which belong to some alternatives are now optional, or bound to these."""
    everything = {name for _, item in objects for name in item.names}
    for indexes in groups:
        merged = len(indexes) > 1
        for at in indexes:
            branch, item = objects[at]
            open_to_others = ctx.rules.closed and not item.sealed and not everything <= item.names.keys()
            if not branch.choices or not (merged or open_to_others):
                continue
            choice = branch.choices[-1]
            part = next((part for part in branch.parts if part.ident == choice.holder), branch.parts[0])
            why = (
                "The alternatives are one object, with all names optional."
                if merged
                else "A name that another alternative declares is taken with that alternative only."
            )
            ctx.rewritten(part, choice.keyword, why)


def facts_of_objects(ctx: Context, branch: Branch) -> ObjectFacts:
    """Return what a branch says of objects."""
    return object_facts(branch.parts, ctx.definitions)


def note_exclusive(ctx: Context, branches: Sequence[Branch], facts: Sequence[Facts]) -> None:
    """Note each ``oneOf`` whose members may fit together, since ``anyOf`` stands for it."""
    if not any(choice.keyword == "oneOf" for branch in branches for choice in branch.choices):
        return
    if are_tagged(ctx, branches):
        return
    lost: dict[Ident, None] = {}
    if len(branches) > MOST_COMPARED:
        lost = {choice.holder: None for branch in branches for choice in branch.choices if choice.keyword == "oneOf"}
    else:
        for one, other in combinations(range(len(branches)), 2):
            for choice in _parting(branches[one], branches[other]):
                if choice.keyword == "oneOf" and choice.holder not in lost:
                    pair = (branches[one], branches[other])
                    if not (disjoint(facts[one], facts[other]) or are_tagged(ctx, pair)):
                        lost[choice.holder] = None
    parts = {part.ident: part for branch in branches for part in branch.parts}
    for holder in lost:
        ctx.rewritten(parts[holder], "oneOf", "A value that fits several alternatives is taken.")


def are_tagged(ctx: Context, branches: Sequence[Branch]) -> bool:
    """Tell whether objects are told apart by a property."""
    if any(facts_of(branch.parts).types != ("object",) for branch in branches):
        return False
    return tag_of([facts_of_objects(ctx, branch) for branch in branches], ctx.outline) is not None


def _parting(one: Branch, other: Branch) -> Iterator[Choice]:
    """Yield the choices that two branches made differently."""
    taken = {(choice.holder, choice.keyword): choice.member for choice in other.choices}
    for choice in one.choices:
        if taken.get((choice.holder, choice.keyword), choice.member) != choice.member:
            yield choice


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


def describe_values(group: Group, notes: list[str]) -> None:
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


def says_something(part: Part) -> bool:
    """Tell whether a subschema asserts anything by itself."""
    return not ASSERTIONS.isdisjoint(part.schema.keys() - {"$ref", "allOf", "anyOf", "oneOf"})
