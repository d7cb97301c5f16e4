"""The alternatives of a merged field: which of them are alike, and what is left of them (docs/spec, chapter STR).

Alike are alternatives that are equal but for annotations, references being followed; they are one. Enums whose
schemas are alike in all else are one enum. An enum beside a schema that is a type alone, which takes all of its values,
is gone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from schemac.canonical import canonical
from schemac.jsonschema.keywords import Dialect
from schemac.jsonschema.literals import literal
from schemac.jsonschema.walk import replace_children
from schemac.strategies.merged.obligations import joined, trimmed
from schemac.values import Json, JsonObject, Schema, freeze, is_integer, type_of

ANNOTATIONS: Final = frozenset(
    {"title", "description", "default", "examples", "example", "deprecated", "readOnly", "writeOnly", "$comment"}
)
"""Keywords that say something about values and restrict none. ``format`` is not among them: models heed it."""

MOST_VALUES: Final = 20
"""A description tells which values belong to which member where no member has more than these, …"""
MOST_SETS: Final = 8
"""… and where there are no more different sets of values than these."""

NO_DEFAULT: Final = object()
"""Stands for the default of a schema that has none."""


class Target(NamedTuple):
    """What a reference means outside its module.

    Attributes:
        print: Equal iff the definitions are equal.
        stem: What its entry's name is made of: whether it was named, and the name or the stem.
    """

    print: bytes
    stem: tuple[bool, str]


class Choice:
    """One schema that a member has for a field.

    Args:
        schema: Without ``description`` and ``default``.
        dialect: Its dialect.
        description: Its description, "" for none.
        default: Its default, or :data:`NO_DEFAULT`.
        targets: What its references mean, by their text.
        at: Where it stands among the choices of its member that hold references; None where it holds none.

    Attributes:
        group: Equal for two choices iff they are alike, or enums that are alike in all else.
        values: The values of its enum (or constant), by key; None where it has none.
        types: The types that it takes, where it is a type alone.
        targets: What its references mean, in order.
        default_key: Equal for two choices iff both have no default, or equal ones.
    """

    __slots__ = ("at", "default", "default_key", "description", "group", "schema", "targets", "types", "values")

    def __init__(
        self,
        schema: JsonObject,
        dialect: Dialect,
        description: str = "",
        default: Json = NO_DEFAULT,
        targets: Mapping[str, Target] = MappingProxyType({}),
        at: int | None = None,
    ) -> None:
        self.schema = schema
        self.at = at
        self.description = trimmed(description)
        self.default = default
        self.default_key = None if default is NO_DEFAULT else (freeze(default),)
        found: dict[str, Target] = {}
        bare = _bare(schema, dialect, targets, found)
        self.targets = tuple(found.values())
        listed = _values(bare)
        rest = bare if listed is None else without(bare, "enum", "const")
        self.values = None if listed is None else {freeze(value): value for value in listed}
        self.group = canonical(rest) if self.values is None else b"enum " + canonical(rest)
        self.types = frozenset(_listed(bare["type"])) if bare.keys() == {"type"} else None


def without(schema: JsonObject, *keywords: str) -> JsonObject:
    """Return a schema without some keywords; the same object where it has none of them."""
    if not any(keyword in schema for keyword in keywords):
        return schema
    return {keyword: value for keyword, value in schema.items() if keyword not in keywords}


def _bare(schema: Schema, dialect: Dialect, targets: Mapping[str, Target], found: dict[str, Target]) -> Schema:
    """Return a schema without annotations, what its references mean in their place."""
    if not isinstance(schema, dict):
        return schema
    schema = replace_children(schema, dialect, lambda _, child: _bare(child, dialect, targets, found))
    reference = schema.get("$ref")
    if isinstance(reference, str) and reference in targets:
        target = found.setdefault(reference, targets[reference])
        schema = {**schema, "$ref": target.print.hex()}
    if ANNOTATIONS.isdisjoint(schema):
        return schema
    return {keyword: value for keyword, value in schema.items() if keyword not in ANNOTATIONS}


def _values(schema: JsonObject) -> list[Json] | None:
    enum = schema.get("enum")
    if isinstance(enum, list) and "const" not in schema:
        return enum
    return [schema["const"]] if "const" in schema and "enum" not in schema else None


def _listed(types: Json) -> list[str]:
    return types if isinstance(types, list) else [types]


_NO_VALUES: Final[Mapping[Any, Json]] = MappingProxyType({})


class Kind:
    """Choices that are one alternative.

    Attributes:
        first: The first of them.
        owner: The member that has it.
        members: Each member that declares the field with one of them, with the values of its enum by key.
        choices: The choices of these members, each with its member.
        outside: What members that do not declare the field accept under its name.
        mixed: Some of the choices name other definitions than the first one, or none.
    """

    __slots__ = ("choices", "first", "members", "mixed", "outside", "owner")

    def __init__(self, owner: str, first: Choice) -> None:
        self.owner = owner
        self.first = first
        self.members: dict[str, Mapping[Any, Json]] = {}
        self.choices: list[tuple[str, Choice]] = []
        self.outside: list[Choice] = []
        self.mixed = False

    @property
    def everything(self) -> list[Choice]:
        """All choices, those of members that do not declare the field last."""
        return [*[choice for _, choice in self.choices], *self.outside]

    def add(self, name: str, choice: Choice) -> None:
        """Take in a choice of a member that declares the field."""
        self.choices.append((name, choice))
        values = choice.values or _NO_VALUES
        self.members[name] = {**self.members[name], **values} if name in self.members else values
        self.mixed = self.mixed or choice.targets != self.first.targets

    def add_outside(self, choice: Choice) -> None:
        """Take in what a member that does not declare the field accepts under its name."""
        self.outside.append(choice)
        self.mixed = self.mixed or choice.targets != self.first.targets

    def swallow(self, other: Kind, order: Mapping[str, int]) -> None:
        """Take in another kind, whose values this one takes anyway; ``order`` is that of the members."""
        self.choices = sorted([*self.choices, *other.choices], key=lambda item: order[item[0]])
        self.members = dict.fromkeys([name for name, _ in self.choices], _NO_VALUES)
        self.outside = [*self.outside, *other.outside]
        self.mixed = self.mixed or any(choice.targets != self.first.targets for choice in other.everything)

    @property
    def description(self) -> str:
        """The first description that says anything."""
        return next((choice.description for _, choice in self.choices if choice.description), "")

    def schema(self, written: JsonObject) -> JsonObject:
        """Return the schema of all of them, without a description.

        Args:
            written: The schema of the first, its references pointing into the document's definitions.
        """
        out = written
        if self.first.values is not None:
            values: dict[Any, Json] = dict(self.first.values)
            for choice in self.everything:
                values.update({key: value for key, value in (choice.values or {}).items() if key not in values})
            if len(values) > len(self.first.values):
                out = {**without(written, "const"), "enum": list(values.values())}
        if self.choices:
            _, one = self.choices[0]
            if one.default_key and all(choice.default_key == one.default_key for _, choice in self.choices):
                out = {**out, "default": one.default}
        return out

    def told_values(self) -> str:
        """Return which values belong to which members, where members of a merged enum have different ones."""
        if self.first.values is None or len(self.members) < 2:
            return ""
        sets: dict[frozenset[Any], tuple[list[str], Iterable[Json]]] = {}
        for name, values in self.members.items():
            sets.setdefault(frozenset(values), ([], values.values()))[0].append(name)
        if len(sets) < 2 or len(sets) > MOST_SETS or any(len(values) > MOST_VALUES for values in sets):
            return ""
        told = (f"{', '.join(map(literal, values))} for {', '.join(names)}" for names, values in sets.values())
        return "; ".join(told)


def kinds(declared: Iterable[tuple[str, Choice]], others: Iterable[tuple[str, Choice]] = ()) -> list[Kind]:
    """Return the alternatives that the choices of a field come to, in order of first appearance.

    Args:
        declared: A member that declares the field, and a choice of it; in the order of the members.
        others: A member that does not, and what it accepts under the field's name.
    """
    found: dict[Any, Kind] = {}
    order: dict[str, int] = {}
    for name, choice in declared:
        order.setdefault(name, len(order))
        kind = found.get(choice.group)
        if kind is None:
            kind = found[choice.group] = Kind(name, choice)
        kind.add(name, choice)
    for name, choice in others:
        found.setdefault(choice.group, Kind(name, choice)).add_outside(choice)
    if len(found) == 1:
        return list(found.values())
    types = [kind for kind in found.values() if kind.first.types is not None]
    left = []
    for kind in found.values():
        wider = next((wide for wide in types if widens(wide, kind)), None)
        if wider is None:
            left.append(kind)
        else:
            wider.swallow(kind, order)
    return left


def widens(wide: Kind, enum: Kind) -> bool:
    """Tell whether a type alone takes every value of an enum."""
    types = wide.first.types
    return types is not None and all(
        choice.values is not None and all(_is_of(value, types) for value in choice.values.values())
        for choice in enum.everything
    )


def _is_of(value: Json, types: frozenset[str]) -> bool:
    return type_of(value) in types or ("integer" in types and is_integer(value))


def field_schema(alternatives: Sequence[tuple[Kind, JsonObject]], obligation: str) -> JsonObject:
    """Return the schema of a field.

    Args:
        alternatives: Each with its schema, without a description.
        obligation: Which members need the field.
    """
    if len(alternatives) == 1:
        kind, schema = alternatives[0]
        return {**schema, "description": joined(joined(kind.description, kind.told_values()), obligation)}
    shared = {kind.description for kind, _ in alternatives}
    common = shared.pop() if len(shared) == 1 else ""
    same = len({tuple(kind.members) for kind, _ in alternatives}) == 1
    listed: list[Schema] = []
    for kind, schema in alternatives:
        own = joined("" if common else kind.description, kind.told_values())
        if kind.members and not same:
            own = joined(own, f"For: {', '.join(kind.members)}")
        listed.append({**schema, "description": own} if own else schema)
    return {"anyOf": listed, "description": joined(common, obligation)}
