"""What an object schema can accept under a name, whatever else the object holds (docs/spec, chapter STR).

The answer is an upper bound, in one form: *ways*, of which one must hold; a way is a list of subschemas that hold
together. It takes in everything that is applied to the object in place. What a branch does not mention it does not
restrict, so that one branch without the name that is not closed makes the name free.

Schemas are those of a linked module, so nothing here depends on where they stand. Following references is a worklist;
the recursion is over the nesting of one definition.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Final, TypeAlias

from schemac.jsonschema.keywords import Dialect
from schemac.jsonschema.module import ROOT, Module
from schemac.values import JsonObject, Schema

MOST_WAYS: Final = 64
"""With more ways than these a name counts as free."""

MOST_WORK: Final = 1_000_000
"""With more names times subschemas in place than these, every name counts as free."""


class Part:
    """One subschema of a name; compared by identity, since one place is one object here."""

    __slots__ = ("schema",)

    def __init__(self, schema: JsonObject) -> None:
        self.schema = schema


Way: TypeAlias = tuple[Part, ...]
Ways: TypeAlias = tuple[Way, ...]

FREE: Final[Ways] = ((),)
"""Any value."""
NEVER: Final[Ways] = ()
"""No value: an object with that name is refused."""

Matches: TypeAlias = Callable[[str, str], bool | None]
"""Tells whether a pattern matches a name; None where the pattern cannot be read."""


@dataclass(slots=True)
class _Node:
    """A subschema that is applied to the object in place.

    Attributes:
        properties: What it says of single names.
        patterns: What it says of names that match.
        additional: What it says of all other names; None for nothing.
        unevaluated: What it says of names that nothing in place speaks of; None for nothing.
        together: Nodes that apply as well.
        references: Definitions that apply as well.
        choices: Nodes of which one applies.
        dependent: Nodes that apply where a name is there.
    """

    properties: dict[str, Ways] = field(default_factory=dict)
    patterns: list[tuple[str, Ways]] = field(default_factory=list)
    additional: Ways | None = None
    unevaluated: Ways | None = None
    together: list[_Node] = field(default_factory=list)
    references: list[str] = field(default_factory=list)
    choices: list[list[_Node]] = field(default_factory=list)
    dependent: dict[str, _Node] = field(default_factory=dict)
    refuses: bool = False


class Accepted:
    """The ways of every name of a module's root, an object.

    Args:
        module: A linked module whose definitions are in one dialect.
        matches: How patterns are matched.

    Attributes:
        dialect: The dialect of the definitions.
    """

    def __init__(self, module: Module, matches: Matches) -> None:
        self.dialect = module.root.dialect
        self._matches = matches
        self._nodes: list[_Node] = []
        self._definitions: dict[str, _Node] = {}
        waiting = [ROOT]
        for key in waiting:  # it grows
            if key not in self._definitions:
                first = len(self._nodes)
                definition = module.definitions[key]
                self._definitions[key] = self._node(definition.schema, definition.dialect)
                waiting.extend(target for node in self._nodes[first:] for target in node.references)
        self._order = _dependencies_first(self._definitions, self._references())
        self._spoken_of = {name for node in self._nodes for name in node.properties}
        self._patterns = [pattern for node in self._nodes for pattern, _ in node.patterns]
        self._rest_is_spoken_of = any(node.additional is not None for node in self._nodes)
        alone = self._nodes[0]
        self._is_plain = len(self._nodes) == 1 and not (
            alone.references or alone.patterns or alone.refuses or alone.unevaluated is not None
        )

    def all(self, names: Sequence[str]) -> dict[str, Ways]:
        """Return the ways of each of several names."""
        if len(names) * len(self._nodes) > MOST_WORK:
            return dict.fromkeys(names, FREE)
        root = self._definitions[ROOT]
        if self._is_plain:
            rest = FREE if root.additional is None else root.additional
            return {name: root.properties.get(name, rest) for name in names}
        return {name: self.of(name) for name in names}

    def of(self, name: str | None) -> Ways:
        """Return the ways of a name; None stands for one that no keyword speaks of."""
        if len(self._order) == 1:
            return self._ways(self._definitions[ROOT], name, {})
        known: dict[str, Ways] = {}
        for key in self._order:
            known[key] = self._ways(self._definitions[key], name, known)
        return known[ROOT]

    def _references(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for key, root in self._definitions.items():
            below = [root]
            for node in below:  # it grows
                below.extend(_below(node))
            found[key] = [target for node in below for target in node.references]
        return found

    def _node(self, schema: Schema, dialect: Dialect) -> _Node:
        node = _Node()
        self._nodes.append(node)
        if not isinstance(schema, dict):
            node.refuses = schema is False
            return node
        reference = schema.get("$ref")
        if isinstance(reference, str):
            node.references.append(reference)
            if dialect.ref_alone:
                return node
        table = dialect.applicators
        for keyword in schema:
            if keyword in _HANDLED and keyword in table:
                self._take(node, keyword, schema[keyword], dialect)
        if "if" in table and {"if", "then", "else"} <= schema.keys():
            # without either of then and else, one side of the condition asks nothing
            node.choices.append([self._node(schema["then"], dialect), self._node(schema["else"], dialect)])
        return node

    def _take(self, node: _Node, keyword: str, value: Schema, dialect: Dialect) -> None:
        if keyword == "properties":
            node.properties = {name: _ways_of(item) for name, item in value.items()}
        elif keyword == "patternProperties":
            node.patterns = [(pattern, _ways_of(item)) for pattern, item in value.items()]
        elif keyword == "additionalProperties":
            node.additional = _ways_of(value)
        elif keyword == "unevaluatedProperties":
            node.unevaluated = _ways_of(value)
        elif keyword == "allOf":
            node.together = [self._node(item, dialect) for item in value]
        elif keyword in ("anyOf", "oneOf"):
            node.choices.append([self._node(item, dialect) for item in value])
        else:
            node.dependent = {
                name: self._node(item, dialect) for name, item in value.items() if not isinstance(item, list)
            }

    def _ways(self, node: _Node, name: str | None, known: Mapping[str, Ways]) -> Ways:
        found = NEVER if node.refuses else self._own(node, name)
        for other in node.together:
            found = both(found, self._ways(other, name, known))
        for key in node.references:
            found = both(found, known.get(key, FREE))
        for choices in node.choices:
            found = both(found, either(self._ways(choice, name, known) for choice in choices))
        if name is not None and name in node.dependent:
            found = both(found, self._ways(node.dependent[name], name, known))
        return found

    def _own(self, node: _Node, name: str | None) -> Ways:
        """Return what a node itself says of a name."""
        if name is None:
            found = FREE if node.additional is None else node.additional
            if node.unevaluated is not None and not self._rest_is_spoken_of:
                found = both(found, node.unevaluated)
            return found
        found = node.properties.get(name, FREE)
        described = name in node.properties
        for pattern, ways in node.patterns:
            matched = self._matches(pattern, name)
            if matched is None:
                return FREE
            if matched:
                described = True
                found = both(found, ways)
        if not described and node.additional is not None:
            found = node.additional
        if node.unevaluated is not None and self._is_unspoken(name):
            found = both(found, node.unevaluated)
        return found

    def _is_unspoken(self, name: str) -> bool:
        return not (
            self._rest_is_spoken_of
            or name in self._spoken_of
            or any(self._matches(pattern, name) is not False for pattern in self._patterns)
        )


_HANDLED: Final = frozenset(
    {
        "properties",
        "patternProperties",
        "additionalProperties",
        "unevaluatedProperties",
        "allOf",
        "anyOf",
        "oneOf",
        "dependentSchemas",
        "dependencies",
    }
)


def _below(node: _Node) -> Iterator[_Node]:
    yield from node.together
    yield from node.dependent.values()
    for choices in node.choices:
        yield from choices


def _ways_of(schema: Schema) -> Ways:
    if isinstance(schema, dict):
        return ((Part(schema),),) if schema else FREE
    return NEVER if schema is False else FREE


def both(left: Ways, right: Ways) -> Ways:
    """Return ways of which one holds only if one of each side does; an upper bound where there would be too many."""
    if left == FREE or not right:
        return right
    if right == FREE or not left:
        return left
    if len(left) * len(right) > MOST_WAYS:
        return left if len(left) <= len(right) else right
    return _once(tuple(dict.fromkeys(a + b)) for a, b in product(left, right))


def either(sides: Iterable[Ways]) -> Ways:
    """Return ways of which one holds if one of any side does."""
    ways = _once(way for side in sides for way in side)
    return FREE if len(ways) > MOST_WAYS or () in ways else ways


def _once(ways: Iterable[Way]) -> Ways:
    return tuple(dict.fromkeys(ways))


def _dependencies_first(definitions: Mapping[str, _Node], references: Mapping[str, Sequence[str]]) -> list[str]:
    """Return the definitions in an order in which each stands behind those that it refers to in place.

    Linking refuses cycles of references in place, so that there is such an order.
    """
    order: list[str] = []
    done: set[str] = set()
    stack: list[tuple[str, bool]] = [(key, False) for key in reversed(list(definitions))]
    while stack:
        key, left = stack.pop()
        if left:
            order.append(key)
        elif key not in done:
            done.add(key)
            stack.append((key, True))
            stack.extend([(target, False) for target in references[key]])
    return order
