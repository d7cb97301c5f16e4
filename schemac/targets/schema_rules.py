"""What a target's rows say, put together for those who bring schemas and names within them.

Nothing is decided here: each field is read off the demands of the table, so that a row changed is a field changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, TypeVar

from schemac.targets.checkers import keywords, lists, names, objects, patterns, references, root, sizes, types
from schemac.targets.checkers import values as value_demands
from schemac.targets.checkers.base import Demand
from schemac.targets.checkers.regex import Feature


class Row(NamedTuple):
    """A demand of a table.

    Attributes:
        demand: The demand.
        silent: Falling short is not refused.
        risk: It may be refused, or only some versions do.
    """

    demand: Demand
    silent: bool
    risk: bool


Rows = Sequence[Row]

D = TypeVar("D", bound=Demand)


class Nullable(StrEnum):
    """How null is said to be valid beside another type."""

    TYPE_LIST = "type list"
    ANY_OF = "anyOf"
    FLAG = "nullable: true"


class Fate(StrEnum):
    """What becomes of a keyword."""

    TAKEN = "taken"
    REFUSED = "refused"
    NOT_ENFORCED = "not enforced"


@dataclass(frozen=True, slots=True, kw_only=True)
class SchemaRules:
    """What schemas may hold.

    "Refused" covers risks too: a schema that is to be accepted everywhere avoids them.

    Attributes:
        dialect: The dialect that schemas are written in.
        only: The only keywords there may be; None where all are free but those refused.
        only_at_root: The only keywords of the root; None where the root has no list of its own.
        also_at_root: Keywords beside ``only`` that the root may have.
        refused: Keywords that are refused anywhere.
        refused_at_root: Keywords that are refused at the root.
        not_enforced: Keywords that are taken anywhere and not enforced, or deleted.
        not_enforced_at_root: The same, at the root.
        most: The largest number that a keyword may hold (``minItems``).
        optional: A property may be left out of ``required``.
        required_declared: ``required`` names only properties.
        closed: Every object says ``additionalProperties: false``, so that there are no maps.
        filled_objects: Objects below the root declare at least one property.
        root_properties: The root has ``properties``, if only empty ones.
        typed: Every schema says a type, unless it has a keyword of ``typed_unless``.
        typed_unless: See there.
        type_lists: ``type`` may be a list; ``nullable_lists``: one with null.
        nullable_lists: See there.
        types_refused: Type names that are refused (``null``).
        nullable: How null is said to be valid.
        boolean_schemas: A schema may be a boolean; ``boolean_properties``: a property's.
        boolean_properties: See there.
        array_items: Every array has ``items``.
        items_lists: ``items`` may be a list of schemas.
        alone: Keywords that stand alone, with what may stand beside each.
        apart: Pairs of keywords that do not stand together.
        recursion: A schema may contain itself; ``optional_recursion``: through properties that may be left out.
        optional_recursion: See there.
        root_definitions: Definitions stand at the root only.
        formats: Known formats by type ("" for every other); None where ``format`` is free.
        patterns_without: What patterns do not use; ``patterns_in_python``: Python compiles them;
            ``patterns_anchored``: they match the whole text; ``most_repeats``: of a counted repeat, None without one.
        patterns_in_python: See there.
        patterns_anchored: See there.
        most_repeats: See there.
        enum_types: JSON types of enum values; None where all are free.
        enum_beside: The only type an enum stands beside, "" where any will do.
        enum_text_filled: No enum value is the empty text.
        enum_fits_type: Every value of an enum or const fits the type beside it.
        enum_total: Values of all enums together; None without a limit.
        enum_characters: Of an enum with more than the first number of values, the most characters.
        depth: The most schemas around a schema; None without a limit.
        property_names: Pattern of property names, "" where all are free; ``property_names_at_root``: the root's only.
        property_names_at_root: See there.
    """

    dialect: str
    only: frozenset[str] | None
    only_at_root: frozenset[str] | None
    also_at_root: frozenset[str]
    refused: frozenset[str]
    refused_at_root: frozenset[str]
    not_enforced: frozenset[str]
    not_enforced_at_root: frozenset[str]
    most: Mapping[str, int]
    optional: bool
    required_declared: bool
    closed: bool
    filled_objects: bool
    root_properties: bool
    typed: bool
    typed_unless: frozenset[str]
    type_lists: bool
    nullable_lists: bool
    types_refused: frozenset[str]
    nullable: Nullable
    boolean_schemas: bool
    boolean_properties: bool
    array_items: bool
    items_lists: bool
    alone: Mapping[str, frozenset[str]]
    apart: frozenset[tuple[str, str]]
    recursion: bool
    optional_recursion: bool
    root_definitions: bool
    formats: Mapping[str, frozenset[str]] | None
    patterns_without: frozenset[Feature]
    patterns_in_python: bool
    patterns_anchored: bool
    most_repeats: int | None
    enum_types: frozenset[str] | None
    enum_beside: str
    enum_text_filled: bool
    enum_fits_type: bool
    enum_total: int | None
    enum_characters: tuple[int, int] | None
    depth: int | None
    property_names: str
    property_names_at_root: bool

    def fate(self, keyword: str, *, root: bool = False) -> Fate:
        """Return what becomes of a keyword, at the root or below it."""
        if keyword in self.refused or (root and keyword in self.refused_at_root):
            return Fate.REFUSED
        if root and self.only_at_root is not None and keyword not in self.only_at_root:
            return Fate.REFUSED
        if self.only is not None and keyword not in self.only and not (root and keyword in self.also_at_root):
            return Fate.REFUSED
        silent = keyword in self.not_enforced or (root and keyword in self.not_enforced_at_root)
        return Fate.NOT_ENFORCED if silent else Fate.TAKEN

    def takes(self, keyword: str, *, root: bool = False) -> bool:
        """Tell whether a keyword may stand there at all."""
        return self.fate(keyword, root=root) is not Fate.REFUSED

    @property
    def references(self) -> bool:
        """Whether ``$ref`` may stand somewhere and definitions at the root."""
        return self.takes("$ref") and any(self.takes(name, root=True) for name in ("$defs", "definitions"))

    @property
    def envelope(self) -> bool:
        """Whether a union must sit under a property, since the root takes none beside its type."""
        return self.fate("anyOf", root=True) is not Fate.TAKEN or "anyOf" in self.alone

    @property
    def extensions(self) -> bool:
        """Whether keywords of one's own (``x-…``) are taken."""
        return self.takes("x-anything", root=True)


@dataclass(frozen=True, slots=True)
class NameRules:
    """What tool names and descriptions may be: a pattern ("" for none), lengths in code points (None for no limit)."""

    pattern: str
    most: int | None
    description: int | None


@dataclass(frozen=True, slots=True)
class Limits:
    """Counts per request, and per schema where the field says so; None where there is no limit."""

    tools: int | None
    strict_tools: int | None
    optional: int | None
    unions: int | None
    properties_of_schema: int | None
    name_characters_of_schema: int | None


def _all(rows: Rows, kind: type[D], *, silent: bool | None = False, risk: bool | None = None) -> list[D]:
    return [
        row.demand
        for row in rows
        if isinstance(row.demand, kind) and silent in (None, row.silent) and risk in (None, row.risk)
    ]


def _least(numbers: Iterable[int]) -> int | None:
    return min(numbers, default=None)


def _names(groups: Iterable[Sequence[str]]) -> frozenset[str]:
    return frozenset(name for group in groups for name in group)


def _common(groups: Iterable[Sequence[str]]) -> frozenset[str] | None:
    found = [frozenset(group) for group in groups]
    return frozenset.intersection(*found) if found else None


def schema_rules_of(rows: Rows, dialect: str) -> SchemaRules:
    """Return what a table says of schemas."""
    lists_of_known = _all(rows, keywords.KeywordsOnly)
    type_demands = _all(rows, types.TypeSingle)
    booleans = _all(rows, types.NoBooleanSchemas)
    recursion = _all(rows, references.NoRecursion)
    refused_types = _names(item.names for item in _all(rows, types.TypesWithout))
    type_lists = not any(not item.nullable_only for item in type_demands)
    nullable_lists = not type_demands
    property_names = _all(rows, objects.PropertyNames)
    enum_characters = _all(rows, value_demands.EnumCharacters)
    unless = [item.unless for item in _all(rows, types.TypeGiven)]
    return SchemaRules(
        dialect=dialect,
        only=_common(item.known for item in lists_of_known),
        only_at_root=_common(item.known for item in _all(rows, root.RootKeywordsOnly)),
        also_at_root=_common(item.at_root for item in lists_of_known) or frozenset(),
        refused=_names(item.names for item in _all(rows, keywords.Keywords)),
        refused_at_root=_names(item.names for item in _all(rows, root.RootKeywords)),
        not_enforced=_names(item.names for item in _all(rows, keywords.Keywords, silent=True)),
        not_enforced_at_root=_names(item.names for item in _all(rows, root.RootKeywords, silent=True)),
        most={item.name: item.most for item in _all(rows, keywords.KeywordMost)},
        optional=not _all(rows, objects.AllRequired),
        required_declared=bool(_all(rows, objects.RequiredDeclared, silent=None)),
        closed=bool(_all(rows, objects.ClosedObjects)),
        filled_objects=bool(_all(rows, objects.FilledObjects)),
        root_properties=bool(_all(rows, root.RootProperties)),
        typed=bool(unless),
        typed_unless=_common(unless) or frozenset(),
        type_lists=type_lists,
        nullable_lists=nullable_lists,
        types_refused=refused_types,
        nullable=_nullable(refused_types, lists_free=nullable_lists),
        boolean_schemas=not any(not item.properties_only for item in booleans),
        boolean_properties=not booleans and not _all(rows, root.RootForm),
        array_items=bool(_all(rows, types.ArrayItems)),
        items_lists=not _all(rows, types.NoItemsLists, silent=None),
        alone={item.name: frozenset(item.beside) for item in _all(rows, keywords.Alone, silent=None)},
        apart=frozenset((item.name, item.other) for item in _all(rows, keywords.NotTogether)),
        recursion=not recursion,
        optional_recursion=all(item.optional_is_free for item in recursion),
        root_definitions=bool(_all(rows, root.RootDefinitions)),
        formats=_formats(_all(rows, value_demands.Formats, silent=None)),
        patterns_without=frozenset(
            feature for item in _all(rows, patterns.PatternWithout, silent=None) for feature in item.features
        ),
        patterns_in_python=bool(_all(rows, patterns.PatternInPython)),
        patterns_anchored=bool(_all(rows, patterns.PatternAnchored, silent=None)),
        most_repeats=_least(item.most for item in _all(rows, patterns.PatternRepeats)),
        enum_types=_common(item.kinds for item in _all(rows, value_demands.EnumTypes, silent=None)),
        enum_beside=next((item.kind for item in _all(rows, value_demands.EnumOfType)), ""),
        enum_text_filled=bool(_all(rows, value_demands.EnumTextFilled)),
        enum_fits_type=bool(_all(rows, value_demands.EnumFitsType)),
        enum_total=_least(item.most for item in _all(rows, value_demands.EnumTotal)),
        enum_characters=(enum_characters[0].above, enum_characters[0].most) if enum_characters else None,
        depth=_least(item.most for item in _all(rows, sizes.Depth, risk=False)),
        property_names=property_names[0].pattern if property_names else "",
        property_names_at_root=bool(property_names) and property_names[0].root_only,
    )


def _nullable(refused_types: frozenset[str], *, lists_free: bool) -> Nullable:
    if "null" in refused_types:
        return Nullable.FLAG
    return Nullable.TYPE_LIST if lists_free else Nullable.ANY_OF


def _formats(demands: Sequence[value_demands.Formats]) -> Mapping[str, frozenset[str]] | None:
    if not demands:
        return None
    kinds = sorted({kind for item in demands for kind in item.by_type})
    return {
        kind: frozenset.intersection(*(frozenset(item.by_type.get(kind, item.by_type.get("", ()))) for item in demands))
        for kind in kinds
    }


def name_rules_of(rows: Rows) -> NameRules:
    """Return what a table says of names and descriptions; silent cuts count, lengths that are only a risk do not."""
    found = _all(rows, names.NamePattern, silent=None)
    certain = _all(rows, names.NameLength, silent=None, risk=False)
    descriptions = _all(rows, names.DescriptionLength, silent=None, risk=False)
    return NameRules(
        pattern=found[0].pattern if found else "",
        most=_least(item.own for item in certain or _all(rows, names.NameLength)),
        description=_least(item.most for item in descriptions),
    )


def limits_of(rows: Rows) -> Limits:
    """Return what a table counts."""
    counts = _all(rows, lists.ToolCount)
    return Limits(
        tools=_least(item.most for item in counts if not item.strict),
        strict_tools=_least(item.most for item in counts if item.strict),
        optional=_least(item.most for item in _all(rows, lists.OptionalCount)),
        unions=_least(item.most for item in _all(rows, lists.UnionCount)),
        properties_of_schema=_least(item.most for item in _all(rows, sizes.PropertyTotal)),
        name_characters_of_schema=_least(item.most for item in _all(rows, sizes.NameTotal)),
    )
