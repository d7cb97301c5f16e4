"""Which JSON types a place of a value takes, by all subschemas that reach it (docs/spec, chapter DSP).

The types come from ``type``, ``const``, ``enum`` and ``$ref``; they are intersected over ``allOf`` and the neighbours
of a reference, and united over ``anyOf``, ``oneOf`` and the two branches of ``if``. A branch that says nothing of a
place leaves open what stands there, so it makes what its siblings say a hint; and so are ``properties``, ``required``
(an object) and ``items`` (an array). Hints count only where nothing else tells the types.

Places are made when first asked for and kept, so that a call costs one look-up for each member of its arguments. A
schema that refers to itself has finitely many, since equal places are one object.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from typing import NamedTuple, TypeAlias

from schemac.jsonschema.evaluate import is_false
from schemac.jsonschema.keywords import Dialect
from schemac.jsonschema.module import Module
from schemac.patterns.matching import compile_pattern
from schemac.values import Json, JsonObject, Schema, is_integer, type_of

Types: TypeAlias = int
"""A set of JSON types, as bits."""

NULL, BOOLEAN, INTEGER, FRACTION, STRING, ARRAY, OBJECT = (1 << bit for bit in range(7))
ANYTHING: Types = 127

MAX_PLACES = 20_000
"""A module keeps at most so many places; beyond it a new place counts as one that takes anything."""

MAX_UNIONS_DEEP = 32
"""Unions that hold unions in place are followed so deep; deeper ones count as taking anything."""

_NAMED = {
    "null": NULL,
    "boolean": BOOLEAN,
    "integer": INTEGER,
    "number": INTEGER | FRACTION,
    "string": STRING,
    "array": ARRAY,
    "object": OBJECT,
}
_REMEMBERED_NAMES = 1_000  # children that a place remembers, so that invented names cannot fill the memory


class Term(NamedTuple):
    """A subschema and the dialect in which it is read."""

    schema: Schema
    dialect: Dialect


class Union(NamedTuple):
    """Alternatives for one place; with ``partial`` there is a further one that does not reach it."""

    branches: tuple[Place, ...]
    partial: bool


_Key: TypeAlias = tuple[frozenset[int], frozenset[tuple[frozenset[int], bool]]]


class Place:
    """What is known of one place.

    Attributes:
        terms: The subschemas that apply in any case.
        unions: The alternatives beside them.
        stated: The types that it takes, if anything other than a hint tells.
        types: The types that it takes, hints included; :data:`ANYTHING` if nothing tells.
        keeps_text: A text may stand here, and is left alone.
        required: The names that an object here must have.
        members: The places of the members that were asked for so far; None for one that no subschema reaches.
        has_children: Subschemas may apply to its members or items.
        tuple_length: From this index on all items have one place.
        depth: How many unions stand in one another in place.
    """

    __slots__ = (
        "_items",
        "_places",
        "depth",
        "has_children",
        "keeps_text",
        "members",
        "required",
        "stated",
        "terms",
        "tuple_length",
        "types",
        "unions",
    )

    def __init__(self, places: Places, terms: tuple[Term, ...], unions: tuple[Union, ...]) -> None:
        self._places = places
        self.members: dict[str, Place | None] = {}
        self._items: dict[int, Place | None] = {}
        self.terms = terms
        self.unions = unions
        stated, hinted = _own_types(terms)
        for union in unions:
            told = [branch.stated for branch in union.branches]
            if union.partial or None in told:
                taken = _united(branch.types for branch in union.branches)
                hinted |= taken if taken != ANYTHING else 0
            else:
                stated = (ANYTHING if stated is None else stated) & _united(item or 0 for item in told)
        self.stated: Types | None = stated
        self.types: Types = stated if stated is not None else hinted or ANYTHING
        self.keeps_text = bool(self.types & STRING)
        self.required = _required(terms, unions)
        branches = [branch for union in unions for branch in union.branches]
        self.depth: int = 1 + max((branch.depth for branch in branches), default=0)
        self.has_children: bool = any(not _CHILDREN.isdisjoint(term.schema or ()) for term in terms) or any(
            branch.has_children for branch in branches
        )
        lengths = [len(items) for term in terms for items in _tuples(term)]
        self.tuple_length: int = max([*lengths, *(branch.tuple_length for branch in branches)], default=0)

    @property
    def is_union(self) -> bool:
        """Whether it is nothing but one union."""
        return not self.terms and len(self.unions) == 1

    def member(self, name: str) -> Place | None:
        """Return the place of a member; None if no subschema reaches it."""
        if name in self.members:
            return self.members[name]
        found = self._places.below(
            self,
            [Term(part, term.dialect) for term in self.terms for part in _member_schemas(term, name)],
            lambda branch: branch.member(name),
            "unevaluatedProperties",
        )
        if len(self.members) < _REMEMBERED_NAMES:
            self.members[name] = found
        return found

    def item(self, index: int) -> Place | None:
        """Return the place of an item; None if no subschema reaches it."""
        index = min(index, self.tuple_length)
        if index not in self._items:
            self._items[index] = self._places.below(
                self,
                [Term(part, term.dialect) for term in self.terms for part in _item_schemas(term, index)],
                lambda branch: branch.item(index),
                "unevaluatedItems",
            )
        return self._items[index]


class Places:
    """The places of a module, made on demand. Safe to share between threads: what two make at once is equal."""

    def __init__(self, module: Module) -> None:
        self._module = module
        self._known: dict[_Key, Place] = {}
        self._unknown = Place(self, (), ())
        self.root = self._of([Term(module.root.schema, module.root.dialect)], ())

    def below(self, place: Place, terms: list[Term], reach: Callable[[Place], Place | None], rest: str) -> Place | None:
        """Return the place that the terms and the branches of ``place`` reach; ``rest`` applies if nothing does."""
        unions = []
        for union in place.unions:
            reached = [reach(branch) for branch in union.branches]
            branches: dict[Place, None] = {}
            partial = union.partial or None in reached
            for item in reached:
                if item is not None and item.is_union:
                    branches |= dict.fromkeys(item.unions[0].branches)
                    partial = partial or item.unions[0].partial
                elif item is not None:
                    branches[item] = None
            if branches:
                unions.append(Union(tuple(branches), partial))
        if not terms and not unions:
            terms = [
                Term(term.schema[rest], term.dialect)
                for term in place.terms
                if isinstance(term.schema, dict) and rest in term.schema and rest in term.dialect.applicators
            ]
        return self._of(terms, tuple(unions)) if terms or unions else None

    def _of(self, terms: list[Term], unions: tuple[Union, ...]) -> Place:
        """Return the place to which the terms and one branch of each union apply.

        The branches of unions inside the terms become places first; a stack does it, since unions may follow
        references as far as the document goes.
        """
        if not terms and len(unions) == 1 and len(unions[0].branches) == 1 and not unions[0].partial:
            return unions[0].branches[0]
        wanted = _key(terms, unions)
        known = self._known
        if wanted in known:
            return known[wanted]
        stack = [_Making(wanted, *self._in_place(terms), unions)]
        making = {wanted}
        while stack:
            current = stack[-1]
            missing = current.next_missing(known, making)
            if missing is not None:
                key = _key([missing], ())
                making.add(key)
                stack.append(_Making(key, *self._in_place([missing]), ()))
                continue
            stack.pop()
            making.discard(current.key)
            if len(known) >= MAX_PLACES:
                return self._unknown
            known[current.key] = self._made(current)
        return known[wanted]

    def _made(self, making: _Making) -> Place:
        unions = list(making.unions)
        for group in making.groups:
            branches = dict.fromkeys(self._known.get(_key([branch], ()), self._unknown) for branch in group)
            if max(branch.depth for branch in branches) < MAX_UNIONS_DEEP:
                unions.append(Union(tuple(branches), partial=False))
        return Place(self, making.terms, tuple(unions)) if making.terms or unions else self._unknown

    def _in_place(self, terms: list[Term]) -> tuple[tuple[Term, ...], list[list[Term]]]:
        """Return the terms with all that applies along with them, and the alternatives among them."""
        found: dict[int, Term] = {}
        groups: list[list[Term]] = []
        pending = list(reversed(terms))
        while pending:
            term = pending.pop()
            schema, dialect = term
            if schema is True or id(schema) in found:
                continue
            if is_false(schema):
                found[id(False)] = Term(False, dialect)
                continue
            reference = schema.get("$ref")
            if isinstance(reference, str):
                target = self._module.definitions[reference]
                pending.append(Term(target.schema, target.dialect))
                if dialect.ref_alone:
                    continue
            found[id(schema)] = term
            pending += [Term(item, dialect) for item in reversed(schema.get("allOf", ()))]
            groups += [[Term(item, dialect) for item in group] for group in _alternatives(schema, dialect)]
        return tuple(found.values()), groups


class _Making(NamedTuple):
    """A place whose branches are not all made yet."""

    key: _Key
    terms: tuple[Term, ...]
    groups: list[list[Term]]
    unions: tuple[Union, ...]

    def next_missing(self, known: Mapping[_Key, Place], making: Container[_Key]) -> Term | None:
        for group in self.groups:
            for branch in group:
                key = _key([branch], ())
                if key not in known and key not in making:
                    return branch
        return None


_CHILDREN = frozenset(
    {"properties", "patternProperties", "additionalProperties", "unevaluatedProperties"}
    | {"items", "prefixItems", "additionalItems", "unevaluatedItems"}
)


def _key(terms: Iterable[Term], unions: Iterable[Union]) -> _Key:
    # Subschemas live as long as their module and places as long as the table, so that an id names one of them.
    return (
        frozenset(id(term.schema) for term in terms),
        frozenset((frozenset(map(id, union.branches)), union.partial) for union in unions),
    )


def _alternatives(schema: JsonObject, dialect: Dialect) -> Iterator[list[Schema]]:
    """Yield the groups of subschemas of which, for a given value, some apply and some need not."""
    for keyword in ("anyOf", "oneOf"):
        if keyword in schema:
            yield schema[keyword]
    if "if" in schema and "if" in dialect.applicators and ("then" in schema or "else" in schema):
        yield [schema.get("then", True), schema.get("else", True)]
    for keyword in ("dependentSchemas", "dependencies"):
        if keyword in dialect.applicators:
            for dependent in schema.get(keyword, {}).values():
                if not isinstance(dependent, list):
                    yield [dependent, True]


def _member_schemas(term: Term, name: str) -> Iterator[Schema]:
    schema = term.schema
    if not isinstance(schema, dict):
        return
    declared = False
    if name in schema.get("properties", ()):
        declared = True
        yield schema["properties"][name]
    for pattern, part in schema.get("patternProperties", {}).items():
        if compile_pattern(pattern).matches(name):
            declared = True
            yield part
    if not declared and "additionalProperties" in schema:
        yield schema["additionalProperties"]


def _tuples(term: Term) -> Iterator[list[Schema]]:
    if isinstance(term.schema, dict):
        items = term.schema.get("prefixItems" if "prefixItems" in term.dialect.applicators else "items")
        if isinstance(items, list):
            yield items


def _item_schemas(term: Term, index: int) -> Iterator[Schema]:
    schema = term.schema
    if not isinstance(schema, dict):
        return
    for items in _tuples(term):
        if index < len(items):
            yield items[index]
            return
        rest = "items" if "prefixItems" in term.dialect.applicators else "additionalItems"
        if rest in schema:
            yield schema[rest]
        return
    if "items" in schema:
        yield schema["items"]


def _united(types: Iterable[Types]) -> Types:
    result = 0
    for item in types:
        result |= item
    return result


def _own_types(terms: Iterable[Term]) -> tuple[Types | None, Types]:
    """Return the types that the terms state together, or None, and those that they hint at."""
    stated: Types | None = None
    hinted = 0
    for schema, dialect in terms:
        if not isinstance(schema, dict):
            stated = 0
            continue
        for told in _told(schema, dialect):
            stated = told if stated is None else stated & told
        if "properties" in schema or "required" in schema:
            hinted |= OBJECT
        if "items" in schema or ("prefixItems" in schema and "prefixItems" in dialect.applicators):
            hinted |= ARRAY
    return stated, hinted


def _told(schema: JsonObject, dialect: Dialect) -> Iterator[Types]:
    names = schema.get("type")
    if isinstance(names, str):
        yield _NAMED.get(names, ANYTHING)
    elif isinstance(names, list):
        yield _united(_NAMED.get(name, ANYTHING) for name in names)
    if "enum" in schema:
        yield _united(map(type_bit, schema["enum"]))
    if "const" in schema and dialect.booleans:  # a keyword since draft-06, as boolean schemas are
        yield type_bit(schema["const"])


def type_bit(value: Json) -> Types:
    """Return the type of a value as a bit."""
    name = type_of(value)
    if name == "number":
        return INTEGER if is_integer(value) else FRACTION
    return _NAMED[name]


def _required(terms: Iterable[Term], unions: Iterable[Union]) -> frozenset[str]:
    names: set[str] = set()
    for schema, _ in terms:
        if isinstance(schema, dict):
            names.update(schema.get("required", ()))
    for union in unions:
        if not union.partial:
            names |= frozenset.intersection(*(branch.required for branch in union.branches))
    return frozenset(names)
