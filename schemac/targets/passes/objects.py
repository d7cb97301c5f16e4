"""What alternatives of a place say of objects, which of them can hold together, and their union (docs/spec, TGT).

Closing an object needs all its names at once: those of every subschema that applies to it in place (docs/spec, chapter
GAT), also under conditions, where a name is declared but nothing is said of its values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from schemac.patterns import PatternError, UnboundedError, compile_pattern
from schemac.targets.passes.facts import Facts, disjoint
from schemac.targets.passes.parts import Conjunction, Definitions, Ident, Part, Place, ident_of
from schemac.values import Json, JsonObject, freeze

OPENING: Final = ("additionalProperties", "unevaluatedProperties")
CONDITIONS: Final = ("not", "if", "then", "else")
ANYTHING: Final[Place] = ((),)
"""A place that takes any value."""


class ObjectFacts(NamedTuple):
    """What one alternative, or a union of several, says of an object.

    Attributes:
        names: What each declared name takes; nothing (an empty place) where it cannot be given.
        required: The names that must be there, in the order of their first mention.
        rest: What other names take; an empty place where there are none.
        free: Nothing is said of any name.
        sealed: It refuses, by keyword, names that it does not declare.
        asserted: The names that ``properties`` or a pattern says something of, as against those only mentioned.
    """

    names: dict[str, Place]
    required: tuple[str, ...]
    rest: Place
    free: bool
    sealed: bool
    asserted: frozenset[str]

    def refuses(self, name: str) -> bool:
        """Tell whether the keywords refuse a name."""
        return not self.names[name] if name in self.names else self.sealed and not self.rest


def object_facts(parts: Sequence[Part], definitions: Definitions) -> ObjectFacts:
    """Return what subschemas that apply together say of an object."""
    mentioned: dict[str, None] = {}
    required: dict[str, None] = {}
    patterns: list[tuple[Part, str]] = []
    for part in parts:
        schema = part.schema
        mentioned.update(dict.fromkeys(schema.get("properties", ())))
        patterns.extend([(part, pattern) for pattern in schema.get("patternProperties", ())])
    asserted = frozenset(mentioned)
    for part in parts:
        required.update(dict.fromkeys(part.schema.get("required", ())))
        mentioned.update(dict.fromkeys(_asked(part.schema)))
    conditional, has_patterns, opened = _under_conditions(parts, definitions)
    mentioned.update(conditional)
    names = {name: _child(parts, name) for name in mentioned}
    sealed = any(part.schema.get("additionalProperties") is False for part in parts)
    rest: list[Conjunction] = [found for at, pattern in patterns for found in _matched(parts, at, pattern)]
    if not sealed:
        rest.extend(_others(parts, opened=opened or has_patterns))
    declares = bool(names or patterns or has_patterns)
    free = not declares and not sealed and (not rest or () in rest)
    return ObjectFacts(names, tuple(required), _distinct(rest), free, sealed, asserted)


class Demands(NamedTuple):
    """The names that an object may have to have; any name where a number of names is asked for."""

    names: frozenset[str]
    any_name: bool


def demanded(parts: Sequence[Part], definitions: Definitions) -> Demands:
    """Return what some subschema that applies in place, branches and conditions included, may ask to be there."""
    names: set[str] = set()
    any_name = False
    queue = list(parts)
    seen: set[Ident] = set()
    for part in queue:  # it grows
        schema = part.schema
        if not isinstance(schema, dict) or part.ident in seen:
            continue
        seen.add(part.ident)
        names.update(schema.get("required", ()))
        for needs in schema.get("dependentRequired", {}).values():
            names.update(needs)
        any_name = any_name or "minProperties" in schema
        queue.extend(_conditional(part))
        if "not" in schema:
            queue.append(part.below(schema["not"], "not"))
        for keyword in ("allOf", "anyOf", "oneOf"):
            queue.extend([part.below(item, keyword, at) for at, item in enumerate(schema.get(keyword, ()))])
        if "$ref" in schema:
            queue.append(Part(schema["$ref"], (), definitions[schema["$ref"]].schema))
    return Demands(frozenset(names), any_name)


def _asked(schema: JsonObject) -> Iterator[str]:
    """Yield the names that a subschema demands, or that demand others."""
    yield from schema.get("required", ())
    for name, needs in schema.get("dependentRequired", {}).items():
        yield name
        yield from needs
    yield from schema.get("dependentSchemas", ())


def _under_conditions(parts: Sequence[Part], definitions: Definitions) -> tuple[dict[str, None], bool, bool]:
    """Return the names that conditional subschemas declare, whether some do by pattern, and whether some are open."""
    names: dict[str, None] = {}
    patterns = opened = False
    queue = [item for part in parts for item in _conditional(part)]
    seen: set[Ident] = set()
    for part in queue:
        schema = part.schema
        if not isinstance(schema, dict) or part.ident in seen:
            continue
        seen.add(part.ident)
        names.update(dict.fromkeys(schema.get("properties", ())))
        names.update(dict.fromkeys(_asked(schema)))
        patterns = patterns or bool(schema.get("patternProperties"))
        opened = opened or any(schema.get(keyword) not in (None, False) for keyword in OPENING)
        queue.extend(_conditional(part))
        for keyword in ("allOf", "anyOf", "oneOf"):
            queue.extend([part.below(item, keyword, at) for at, item in enumerate(schema.get(keyword, ()))])
        if "$ref" in schema:
            queue.append(Part(schema["$ref"], (), definitions[schema["$ref"]].schema))
    return names, patterns, opened


def _conditional(part: Part) -> Iterator[Part]:
    for keyword in CONDITIONS:
        if keyword in part.schema:
            yield part.below(part.schema[keyword], keyword)
    for name, schema in part.schema.get("dependentSchemas", {}).items():
        yield part.below(schema, "dependentSchemas", name)


def _matches(pattern: str, name: str) -> bool:
    try:
        return compile_pattern(pattern).matches(name)
    except (PatternError, UnboundedError):
        return False


def _child(parts: Iterable[Part], name: str) -> Place:
    """Return what a declared name takes."""
    found: list[Part] = []
    for part in parts:
        schema = part.schema
        described = False
        if name in schema.get("properties", ()):
            described = True
            found.append(part.below(schema["properties"][name], "properties", name))
        for pattern, item in schema.get("patternProperties", {}).items():
            if _matches(pattern, name):
                described = True
                found.append(part.below(item, "patternProperties", pattern))
        if not described and "additionalProperties" in schema:
            found.append(part.below(schema["additionalProperties"], "additionalProperties"))
    return _alive(found)


def _alive(found: Iterable[Part]) -> Place:
    kept = [part for part in found if part.schema is not True]
    return () if any(part.schema is False for part in kept) else (tuple(kept),)


def _matched(parts: Iterable[Part], at: Part, pattern: str) -> Place:
    """Return what names that match a pattern take, as far as it can be told for all of them."""
    found = [at.below(at.schema["patternProperties"][pattern], "patternProperties", pattern)]
    found.extend(
        part.below(part.schema["additionalProperties"], "additionalProperties")
        for part in parts
        if part is not at and "additionalProperties" in part.schema and not part.schema.get("patternProperties")
    )
    return _alive(found)


def _others(parts: Sequence[Part], *, opened: bool) -> Place:
    """Return what names take that nothing describes; nothing where none are taken.

    Names that ``additionalProperties`` or another ``unevaluatedProperties`` applies to are evaluated, so that
    ``unevaluatedProperties`` counts only where it is alone.
    """
    added = [part for part in parts if "additionalProperties" in part.schema]
    left = [part for part in parts if "unevaluatedProperties" in part.schema]
    found = [part.below(part.schema["additionalProperties"], "additionalProperties") for part in added]
    if not added and len(left) == 1 and not opened:
        found = [left[0].below(left[0].schema["unevaluatedProperties"], "unevaluatedProperties")]
    elif not (added or left or opened):
        return ()
    return _alive(found)


def _distinct(place: Iterable[Conjunction]) -> Place:
    found: dict[object, Conjunction] = {}
    for conjunction in place:
        found.setdefault(ident_of((conjunction,)), conjunction)
    return ANYTHING if ident_of(ANYTHING) in found else tuple(found.values())


def union(facts: Sequence[ObjectFacts]) -> ObjectFacts:
    """Return one object for several alternatives: all names, each with the union of what the alternatives say of it.

    Only what all require is required. An alternative that takes any name also takes those that others declare.
    """
    if len(facts) == 1:
        return facts[0]
    names: dict[str, Place] = {}
    for name in dict.fromkeys(name for item in facts for name in item.names):
        found: list[Conjunction] = []
        for item in facts:
            found.extend(item.names.get(name, ANYTHING if item.free else item.rest))
        names[name] = _distinct(found)
    rest = _distinct(conjunction for item in facts for conjunction in (ANYTHING if item.free else item.rest))
    return ObjectFacts(
        names=names,
        required=tuple([name for name in facts[0].required if all(name in item.required for item in facts[1:])]),
        rest=rest,
        free=any(item.free for item in facts),
        sealed=all(item.sealed for item in facts),
        asserted=frozenset().union(*[item.asserted for item in facts]),
    )


MOST_COMPARED: Final = 64
"""More alternatives that no property tells apart are united without being compared pair by pair."""

Outline = Callable[[Place], Facts]


def exclusive(one: ObjectFacts, other: ObjectFacts, outline: Outline) -> bool:
    """Tell whether no object fits both: one demands what the other refuses, or both a name with other values."""
    for first, second in ((one, other), (other, one)):
        if any(second.refuses(name) for name in first.required):
            return True
    return any(
        name in other.required and disjoint(outline(one.names[name]), outline(other.names[name]))
        for name in one.required
    )


def grouped(facts: Sequence[ObjectFacts], outline: Outline) -> list[tuple[list[int], ObjectFacts]]:
    """Return alternatives with those united that can hold together: their indexes, and what they say."""
    groups = [([at], item) for at, item in enumerate(facts)]
    if tag_of(facts, outline) is not None:
        return groups
    if len(facts) > MOST_COMPARED:
        return [(list(range(len(facts))), union(facts))]
    changed = True
    while changed:
        changed = False
        for one, other in combinations(range(len(groups)), 2):
            if not exclusive(groups[one][1], groups[other][1], outline):
                members = sorted([*groups[one][0], *groups[other][0]])
                groups[one] = (members, union([facts[at] for at in members]))
                del groups[other]
                changed = True
                break
    return groups


def tag_of(
    groups: Sequence[ObjectFacts], outline: Outline, usable: Callable[[str, Sequence[Json]], bool] = lambda *_: True
) -> str | None:
    """Return a property that tells the groups apart: required by all, its values listed and different in each."""
    for name in groups[0].required:
        if not all(name in item.required and item.names[name] for item in groups):
            continue
        found = [outline(item.names[name]).values for item in groups]
        listed = [values for values in found if values is not None and usable(name, values)]
        keys = [freeze(value) for values in listed for value in values]
        if len(listed) == len(groups) and len(set(keys)) == len(keys):
            return name
    return None
