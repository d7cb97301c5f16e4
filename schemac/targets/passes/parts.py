"""Which subschemas apply to a place, and the alternatives that their unions leave (docs/spec, chapter TGT).

A place of a value is described by a disjunction of conjunctions of subschemas, since merging ``allOf``, references with
neighbours, and properties that several branches declare makes such out of what the author wrote.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from schemac.jsonschema.module import Definition
from schemac.pointer import Pointer
from schemac.targets import vocabulary as words
from schemac.values import Schema

ASSERTIONS: Final = frozenset(words.CONSTRAINTS)
"""Keywords that say which values are valid; everything else beside them is annotation."""
UNIONS: Final = ("anyOf", "oneOf")
MOST_ALTERNATIVES: Final = 1_000
"""A place with more alternatives is not taken apart."""


class Part(NamedTuple):
    """A subschema that applies to a place: its definition, its place there, and the subschema."""

    key: str
    pointer: Pointer
    schema: Schema

    def below(self, schema: Schema, *tokens: str | int) -> Part:
        """Return a subschema of this one."""
        return Part(self.key, self.pointer + tokens, schema)

    @property
    def ident(self) -> Ident:
        """What tells it from every other."""
        return self.key, self.pointer


Ident: TypeAlias = tuple[str, Pointer]
Conjunction: TypeAlias = tuple[Part, ...]
"""Subschemas that apply together."""
Place: TypeAlias = tuple[Conjunction, ...]
"""What a place takes: values that fit one of these."""
PlaceIdent: TypeAlias = tuple[tuple[Ident, ...], ...]
Definitions: TypeAlias = Mapping[str, Definition]


def ident_of(place: Place) -> PlaceIdent:
    """Return what tells a place from every other."""
    return tuple([tuple([part.ident for part in conjunction]) for conjunction in place])


def whole(part: Part) -> Place:
    """Return the place that one subschema describes."""
    if part.schema is False:
        return ()
    return ((),) if part.schema is True else ((part,),)


class Choice(NamedTuple):
    """That one member of a union was taken."""

    holder: Ident
    keyword: str
    member: int


class Branch(NamedTuple):
    """One alternative of a place, with no union left in it.

    Attributes:
        parts: All subschemas that apply, each before those it refers to.
        own: How many of these stand before the first union that was chosen from; the others are this branch's own.
        choices: What was chosen, outermost first.
        via: The definition that alone describes it, "" where there is none.
    """

    parts: tuple[Part, ...]
    own: int
    choices: tuple[Choice, ...]
    via: str


_LEADING: Final = frozenset(("$ref", *UNIONS))


class _State:
    """An alternative under way."""

    __slots__ = ("asserts", "choices", "own", "parts", "seen", "todo", "unions", "via")

    def __init__(self, todo: Iterable[Part], own: int | None) -> None:
        self.parts: list[Part] = []
        self.seen: set[Ident] = set()
        self.todo = list(todo)
        self.unions: list[tuple[Part, str]] = []
        self.own = own
        self.choices: tuple[Choice, ...] = ()
        self.via = ""
        self.asserts = False  # a part says more than unions and references

    def settle(self, definitions: Definitions) -> bool:
        """Follow references and conjunctions until only unions are left; tell whether anything can fit."""
        while self.todo:
            part = self.todo.pop()
            schema = part.schema
            if schema is False:
                return False
            if schema is True or part.ident in self.seen:
                continue
            self.seen.add(part.ident)
            self.parts.append(part)
            self.asserts = self.asserts or not ASSERTIONS.isdisjoint(schema.keys() - _LEADING)
            reference = schema.get("$ref")
            if "allOf" in schema:
                self.todo.extend([part.below(item, "allOf", at) for at, item in enumerate(schema["allOf"])][::-1])
            for keyword in UNIONS:
                if keyword in schema:
                    self.unions.append((part, keyword))
            if reference is not None:
                if not self.via and not self.todo and not self.unions and not self.asserts:
                    self.via = reference
                self.todo.append(Part(reference, (), definitions[reference].schema))
        return True

    def choose(self) -> list[_State]:
        """Return one state for each member of the next union."""
        part, keyword = self.unions.pop(0)
        own = len(self.parts) if self.own is None else self.own
        found = []
        for index, member in enumerate(part.schema[keyword]):
            state = _State([part.below(member, keyword, index)], own)
            state.parts = list(self.parts)
            state.seen = set(self.seen)
            state.unions = list(self.unions)
            state.asserts = self.asserts
            state.choices = (*self.choices, Choice(part.ident, keyword, index))
            found.append(state)
        return found


def alternatives(place: Place, definitions: Definitions) -> Sequence[Branch] | None:
    """Return what a place takes, taken apart; nothing where no value fits, None where there are too many."""
    several = len(place) > 1
    found: list[Branch] = []
    stack = [_State(conjunction[::-1], 0 if several else None) for conjunction in reversed(place)]
    while stack:
        state = stack.pop()
        if not state.settle(definitions):
            continue
        if state.unions:
            stack.extend(reversed(state.choose()))
            if len(stack) + len(found) > MOST_ALTERNATIVES:
                return None
            continue
        own = len(state.parts) if state.own is None else state.own
        found.append(Branch(tuple(state.parts), own, state.choices, state.via))
    return found


class Reference(NamedTuple):
    """A place that is nothing but a reference.

    Attributes:
        key: The definition.
        null: Null is valid besides.
    """

    key: str
    null: bool


def reference_of(place: Place) -> Reference | None:
    """Return the reference that a place is, whatever annotations stand beside it; None for any other place.

    A union of one reference, or of one and null, is read as that, since lowering itself writes such.
    """
    if len(place) != 1 or len(place[0]) != 1:
        return None
    schema = place[0][0].schema
    if not isinstance(schema, dict):
        return None
    if "$ref" in schema:
        return Reference(schema["$ref"], null=False) if ASSERTIONS.isdisjoint(schema.keys() - {"$ref"}) else None
    members = schema.get("anyOf")
    if members is None or not ASSERTIONS.isdisjoint(schema.keys() - {"anyOf"}):
        return None
    head, *tail = members
    if not isinstance(head, dict) or head.keys() != {"$ref"} or tail not in ([], [{"type": "null"}]):
        return None
    return Reference(head["$ref"], null=bool(tail))


def settled(place: Place, definitions: Definitions) -> tuple[Part, ...]:
    """Return the subschemas that apply to a place whatever is chosen from its unions."""
    state = _State(place[0][::-1], None)
    state.settle(definitions)
    return tuple(state.parts)
