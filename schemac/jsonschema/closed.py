"""Closedness: which names an object takes, by all that applies to it in place (docs/spec, chapter GAT).

The declared names of an object are the union, over every subschema applied to it in place, of the keys of
``properties``, the matches of ``patternProperties``, and the names in ``required`` and ``dependent*``. An object is
*open* if one of these subschemas has ``additionalProperties`` or ``unevaluatedProperties`` true or a schema; below the
root an object that declares nothing is *free-form*; every other object is *closed*. A place out of which a gate took
something still counts as declaring one nameless name, so that taking out never opens an object.

:class:`Shapes` answers this for a linked module. It follows an instance down, so its work is linear in the instance
times the subschemas that apply to each place; shapes are made when first needed and kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType
from typing import Final, TypeAlias

from schemac.jsonschema.applied import BY_DIALECT, Applied, Ident, Keywords, in_place, members, required_names
from schemac.jsonschema.module import ROOT, Module
from schemac.jsonschema.patterns import Matcher, matcher
from schemac.pointer import Pointer
from schemac.values import Schema

MAX_SHAPES: Final = 20_000
"""So many shapes are kept per module; further ones are made each time, so that memory stays bounded."""

MAX_APPLIED: Final = 1_000_000
"""So many subschemas, counted at each place where they apply, are looked at when a whole schema is."""


@dataclass(frozen=True, slots=True)
class Removed:
    """What gates took out of one subschema that is still there.

    Attributes:
        names: Properties.
        patterns: Keys of ``patternProperties``.
        nameless: Something was taken out that applied to the object or stood in it. It counts as declaring one name.
    """

    names: frozenset[str] = frozenset()
    patterns: tuple[str, ...] = ()
    nameless: bool = True


Removals: TypeAlias = Mapping[str, Mapping[Pointer, Removed]]
"""Key of a definition, and place in it, to what was removed there."""

NOTHING_REMOVED: Final[Removals] = MappingProxyType({})

_EMPTY: Final[Mapping[Pointer, Removed]] = MappingProxyType({})
_UNTOUCHED: Final = Removed(nameless=False)


class Status(Enum):
    """What an object makes of a name."""

    DECLARED = "declared"
    """Known, or welcome in an open or free-form object."""
    UNDECLARED = "undeclared"
    """Not known to a closed object; a name that gates took out of it counts as one that never existed."""
    FORBIDDEN = "forbidden"
    """Taken out by a gate where the object would take it as just any name: always stripped, never refused."""


class Shape:
    """What one place takes: all subschemas that apply there, read together.

    Attributes:
        applied: The subschemas, in order of reach.
        names: The names declared one by one.
        patterns: The patterns whose matches are declared.
        is_open: Undeclared names are welcome.
        is_free_form: It declares nothing and is below the root, so any names are welcome.
        gated_names: Names that gates took out of any subschema here, also where another one still declares them.
        removed: Those of them that nothing left declares.
        removed_patterns: Patterns that gates took out.
        is_leaf: No subschema here says anything of members or items.
    """

    __slots__ = (
        "_children",
        "_items",
        "_shapes",
        "applied",
        "gated_names",
        "is_free_form",
        "is_inert",
        "is_leaf",
        "is_open",
        "names",
        "patterns",
        "removed",
        "removed_patterns",
    )

    def __init__(self, shapes: Shapes, applied: tuple[Applied, ...], *, is_root: bool) -> None:
        self._shapes = shapes
        self._children: dict[str, Shape] = {}
        self._items: dict[int, Shape] = {}
        self.applied = applied
        names: set[str] = set()
        patterns: dict[str, None] = {}
        removed: set[str] = set()
        removed_patterns: dict[str, None] = {}
        declares = self.is_open = False
        inert = self.is_leaf = True
        for item in applied:
            schema = item.schema
            taken = shapes.removed_at(item)
            if taken is _UNTOUCHED and _SAYS_SOMETHING.isdisjoint(schema):
                continue
            keywords = shapes.keywords(item)
            known = required_names(schema, keywords)
            known.update(name for name in members(schema, "properties") if name not in taken.names)
            own = [pattern for pattern in members(schema, "patternProperties") if pattern not in taken.patterns]
            names |= known
            patterns.update(dict.fromkeys(own))
            removed |= taken.names
            removed_patterns.update(dict.fromkeys(taken.patterns))
            if not item.asked and (known or own or taken.nameless):
                declares = True
            if any(
                schema.get(keyword) is True or isinstance(schema.get(keyword), dict) for keyword in keywords.opening
            ):
                self.is_open = True
            self.is_leaf = self.is_leaf and _HOLDS_CHILDREN.isdisjoint(schema)
            inert = inert and not removed and not removed_patterns and self.is_leaf
        self.names = frozenset(names)
        self.patterns = tuple(patterns)
        self.gated_names = frozenset(removed)
        self.removed = frozenset(removed - names)
        self.removed_patterns = tuple(removed_patterns)
        self.is_free_form = not (declares or self.is_open or is_root)
        self.is_inert = inert and (self.is_open or self.is_free_form)

    @property
    def is_closed(self) -> bool:
        """Whether only declared names are taken."""
        return not (self.is_open or self.is_free_form)

    def status(self, name: str) -> Status:
        """Return what an object here makes of a name."""
        if name in self.names:
            return Status.DECLARED
        welcome = self.is_open or self.is_free_form or self._shapes.matches(self.patterns, name)
        if name in self.removed or self._shapes.matches_removed(self.removed_patterns, name):
            return Status.FORBIDDEN if welcome else Status.UNDECLARED
        return Status.DECLARED if welcome else Status.UNDECLARED

    def removed_from(self, item: Applied) -> Removed:
        """Return what gates took out of one of the subschemas here."""
        return self._shapes.removed_at(item)

    def matches(self, name: str) -> bool:
        """Tell whether a name matches a pattern that is left."""
        return self._shapes.matches(self.patterns, name)

    def matches_pattern(self, pattern: str, name: str) -> bool:
        """Tell whether a name matches one pattern; one that cannot be read matches everything."""
        return self._shapes.matches_removed((pattern,), name)

    def child(self, name: str) -> Shape:
        """Return the shape of the member of that name."""
        shape = self._children.get(name)
        if shape is None:
            shape = self._shapes.shape(self._child(name))
            if name in self.names:  # others are as many as callers can think of
                self._children[name] = shape
        return shape

    def item(self, index: int) -> Shape:
        """Return the shape of the array item at an index."""
        shape = self._items.get(index)
        if shape is None:
            shape = self._shapes.shape(self._item(index))
            if index < _KEPT_ITEMS:
                self._items[index] = shape
        return shape

    def children(self) -> Iterator[Shape]:
        """Yield the shapes of all members and items that the subschemas tell apart, for walks over schemas.

        Members that only patterns or ``additionalProperties`` describe are one shape per subschema that says so, and
        one more of all of them together.
        """
        if self.is_leaf:
            return
        for name in dict.fromkeys(name for item in self.applied for name in members(item.schema, "properties")):
            yield self._shapes.shape(self._child(name))
        holders = [item for item in self.applied if not _HOLDS_OTHERS.isdisjoint(item.schema)]
        others = [
            item.below(schema, "patternProperties", pattern)
            for item in holders
            for pattern, schema in members(item.schema, "patternProperties").items()
        ] + [
            item.below(item.schema[keyword], keyword)
            for item in holders
            for keyword in self._shapes.keywords(item).opening
            if isinstance(item.schema.get(keyword), dict)
        ]
        for other in others:
            yield self._shapes.shape([other])
        if len(others) > 1:
            yield self._shapes.shape(others)
        if any(not _HOLDS_ITEMS.isdisjoint(item.schema) for item in self.applied):
            for index in range(max(map(self._tuple_length, self.applied)) + 1):
                yield self.item(index)

    def _tuple_length(self, item: Applied) -> int:
        value = item.schema.get(self._shapes.keywords(item).tuple_items)
        return len(value) if isinstance(value, list) else 0

    def _child(self, name: str) -> Iterator[Applied]:
        for item in self.applied:
            schema = item.schema
            properties = members(schema, "properties")
            described = name in properties
            if described:
                yield item.below(properties[name], "properties", name)
            for pattern, subschema in members(schema, "patternProperties").items():
                if self._shapes.matches((pattern,), name):
                    described = True
                    yield item.below(subschema, "patternProperties", pattern)
            if described:
                continue
            for keyword in self._shapes.keywords(item).opening:
                # what only a subschema applied beside this one evaluates is asked again here: more names are declared
                if keyword in schema and (keyword == "additionalProperties" or name not in self.names):
                    yield item.below(schema[keyword], keyword)

    def _item(self, index: int) -> Iterator[Applied]:
        for item in self.applied:
            schema = item.schema
            keywords = self._shapes.keywords(item)
            length = self._tuple_length(item)
            if index < length:
                yield item.below(schema[keywords.tuple_items][index], keywords.tuple_items, index)
            elif isinstance(schema.get("items"), (dict, bool)):
                yield item.below(schema["items"], "items")
            else:
                for keyword in keywords.rest_items:
                    if keyword in schema and (keyword == "unevaluatedItems" or length):
                        yield item.below(schema[keyword], keyword)
            if keywords.contains and "contains" in schema:
                yield item.below(schema["contains"], "contains", asked=True)


_KEPT_ITEMS: Final = 64
_HOLDS_ITEMS: Final = frozenset({"prefixItems", "items", "additionalItems", "unevaluatedItems", "contains"})
_HOLDS_OTHERS: Final = frozenset({"patternProperties", "additionalProperties", "unevaluatedProperties"})
_HOLDS_CHILDREN: Final = _HOLDS_ITEMS | _HOLDS_OTHERS | {"properties"}
_SAYS_SOMETHING: Final = _HOLDS_CHILDREN | {"required", "dependentRequired", "dependentSchemas", "dependencies"}


class Shapes:
    """The shapes of a linked module, made when first asked for.

    Args:
        module: The module. After pruning, either of the two results.
        removed: What gates took out of it.
        compile_pattern: From a regular expression to a function that finds it in a text.
    """

    def __init__(
        self,
        module: Module,
        removed: Removals = NOTHING_REMOVED,
        compile_pattern: Callable[[str], Matcher | None] = matcher,
    ) -> None:
        self.module = module
        self._removed = removed
        self._compile = compile_pattern
        self._matchers: dict[str, Matcher | None] = {}
        self._kept: dict[tuple[Ident, ...], Shape] = {}
        self._root: Shape | None = None

    @property
    def root(self) -> Shape:
        """The shape of the module's root."""
        if self._root is None:
            applied = in_place(self.module, [Applied(ROOT, (), self.module.root.schema)])
            self._root = Shape(self, applied, is_root=True)
        return self._root

    def at(self, key: str, pointer: Pointer, schema: Schema) -> Shape:
        """Return the shape of a place below the root to which only one subschema applies."""
        return self.shape([Applied(key, pointer, schema)])

    def shape(self, entries: Iterable[Applied]) -> Shape:
        """Return the shape of a place below the root, from the subschemas that are applied to it directly."""
        direct = [item for item in entries if isinstance(item.schema, dict)]
        ident = tuple([item.ident for item in direct])
        shape = self._kept.get(ident)
        if shape is None:
            shape = Shape(self, in_place(self.module, direct), is_root=False)
            if len(self._kept) < MAX_SHAPES:
                self._kept[ident] = shape
        return shape

    def places(self) -> tuple[list[Shape], bool]:
        """Return the shapes of all places that the schema tells apart, the root first, and whether these are all.

        A schema that combines its parts in more than :data:`MAX_SHAPES` ways, or to more than :data:`MAX_APPLIED`
        subschemas over all places, is left off there.
        """
        found: dict[Shape, None] = {self.root: None}
        queue = [self.root]
        applied = 0
        for place in queue:
            for shape in place.children():
                if shape not in found:
                    applied += len(shape.applied)
                    if len(found) >= MAX_SHAPES or applied > MAX_APPLIED:
                        return queue, False
                    found[shape] = None
                    queue.append(shape)
        return queue, True

    def keywords(self, item: Applied) -> Keywords:
        """Return the keywords of the dialect in which a subschema is read."""
        return BY_DIALECT[self.module.definitions[item.key].dialect.name]

    def removed_at(self, item: Applied) -> Removed:
        """Return what was removed from a subschema."""
        return self._removed.get(item.key, _EMPTY).get(item.pointer, _UNTOUCHED)

    def matches(self, patterns: tuple[str, ...], name: str) -> bool:
        """Tell whether a name matches one of the patterns; a pattern that cannot be read matches nothing."""
        return any(found is not None and found(name) for found in map(self._matcher, patterns))

    def matches_removed(self, patterns: tuple[str, ...], name: str) -> bool:
        """Tell the same of removed patterns, of which one that cannot be read matches everything."""
        return any(found is None or found(name) for found in map(self._matcher, patterns))

    def _matcher(self, pattern: str) -> Matcher | None:
        if pattern not in self._matchers:
            self._matchers[pattern] = self._compile(pattern)
        return self._matchers[pattern]
