"""What one alternative of a place asserts, whatever number of subschemas say it (docs/spec, chapter TGT)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from schemac.targets.passes.parts import Part
from schemac.targets.vocabulary import ARRAY_TUPLES, CONTAINS, COUNTS_OF_ITEMS, LENGTHS, NUMBERS
from schemac.values import Json, freeze, is_integer, type_of

TYPES: Final = ("null", "boolean", "integer", "number", "string", "array", "object")
KEYWORDS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "string": (*LENGTHS, "pattern"),
        "number": NUMBERS,
        "array": (*ARRAY_TUPLES, "items", *CONTAINS, *COUNTS_OF_ITEMS, "uniqueItems", "unevaluatedItems"),
        "object": (
            "properties",
            "required",
            "additionalProperties",
            "patternProperties",
            "propertyNames",
            "minProperties",
            "maxProperties",
            "dependentRequired",
            "dependentSchemas",
            "unevaluatedProperties",
        ),
    }
)
"""The keywords that assert something of one type only."""
SCALARS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "boolean": (),
        "integer": (*NUMBERS, "format"),
        "number": (*NUMBERS, "format"),
        "string": (*LENGTHS, "pattern", "format"),
    }
)
"""The keywords that may stand beside a scalar type."""

_STRONGER: Final[Mapping[str, Callable[[Any, Any], Any]]] = MappingProxyType(
    {
        "minimum": max,
        "exclusiveMinimum": max,
        "minLength": max,
        "minItems": max,
        "minProperties": max,
        "maximum": min,
        "exclusiveMaximum": min,
        "maxLength": min,
        "maxItems": min,
        "maxProperties": min,
        "uniqueItems": lambda one, other: one or other,
    }
)


class Facts(NamedTuple):
    """Which values an alternative takes, roughly.

    Attributes:
        types: Type names, in the order of the first list of them; None for values of any type.
        values: The only values there are; None where they are not listed.
        narrowed: No type was given; it was read off the assertions, all of which are of this type.
    """

    types: tuple[str, ...] | None
    values: Sequence[Json] | None = None
    narrowed: bool = False


def facts_of(parts: Iterable[Part], *, nullable: bool = False) -> Facts:
    """Return the facts of subschemas that apply together.

    Args:
        parts: The subschemas.
        nullable: ``nullable: true`` means that null is valid besides, as in OpenAPI 3.0.
    """
    types: set[str] | None = None
    order: Sequence[str] = TYPES
    values: dict[Any, Json] | None = None
    null = False
    for part in parts:
        schema = part.schema
        if "type" in schema:
            if types is None and isinstance(schema["type"], list):
                order = (*schema["type"], *TYPES)
            types = _both(types, schema["type"])
        if "enum" in schema:
            values = _shared(values, schema["enum"])
        if "const" in schema:
            values = _shared(values, [schema["const"]])
        null = null or (nullable and schema.get("nullable") is True)
    if values is not None:
        kept = [item for item in values.values() if types is None or is_of(item, types) or (null and item is None)]
        if null and types is not None and None not in kept:
            kept.append(None)
        return Facts(_ordered({_kind(item) for item in kept}), kept)
    if types is not None:
        return Facts(_ordered(types | {"null"} if null else types, order))
    found = {
        kind
        for kind, keywords in KEYWORDS.items()
        for part in parts
        if any(keyword in part.schema for keyword in keywords)
    }
    return Facts(tuple(found), narrowed=True) if len(found) == 1 else Facts(None)


def _both(types: set[str] | None, given: str | Sequence[str]) -> set[str]:
    more = {given} if isinstance(given, str) else set(given)
    if "number" in more:
        more.add("integer")
    if types is not None:
        more &= types if "number" not in types else types | {"integer"}
    return more - {"integer"} if "number" in more else more


def _shared(values: dict[Any, Json] | None, given: Iterable[Json]) -> dict[Any, Json]:
    more: dict[Any, Json] = {}
    for item in given:
        more.setdefault(freeze(item), item)
    return more if values is None else {key: item for key, item in values.items() if key in more}


def _kind(value: Json) -> str:
    return "integer" if is_integer(value) else type_of(value)


def is_of(value: Json, types: Iterable[str]) -> bool:
    """Tell whether a value is of one of the types."""
    kind = _kind(value)
    return kind in types or (kind == "integer" and "number" in types)


def _ordered(types: set[str], order: Sequence[str] = TYPES) -> tuple[str, ...]:
    kept = [name for name in order if name in types and not (name == "integer" and "number" in types)]
    return tuple(dict.fromkeys(kept))


def disjoint(one: Facts, other: Facts) -> bool:
    """Tell whether no value fits both, as far as types and listed values show."""
    if one.values is not None and other.values is not None:
        return {freeze(value) for value in one.values}.isdisjoint([freeze(value) for value in other.values])
    if one.types is None or other.types is None:
        return False
    if one.values is not None:
        return not any(is_of(value, other.types) for value in one.values)
    if other.values is not None:
        return not any(is_of(value, one.types) for value in other.values)
    return {json_type(name) for name in one.types}.isdisjoint([json_type(name) for name in other.types])


def json_type(name: str) -> str:
    """Return the JSON type of a type name: an integer is a number."""
    return "number" if name == "integer" else name


class Said(NamedTuple):
    """One keyword of one subschema."""

    part: Part
    keyword: str


def together(parts: Iterable[Part], keywords: Iterable[str]) -> tuple[dict[str, Json], list[Said]]:
    """Return what several subschemas say by some keywords, and what of it one schema cannot say beside the rest.

    Of two bounds the stronger counts. The order is that in which the subschemas say them.
    """
    wanted = frozenset(keywords)
    said: dict[str, Json] = {}
    lost: list[Said] = []
    for part in parts:
        for keyword, value in part.schema.items():
            if keyword not in wanted:
                continue
            if keyword not in said:
                said[keyword] = value
            elif keyword in _STRONGER:
                said[keyword] = _STRONGER[keyword](said[keyword], value)
            elif said[keyword] != value:
                lost.append(Said(part, keyword))
    return said, lost


def first(parts: Iterable[Part], keyword: str) -> Part | None:
    """Return the first subschema with a keyword."""
    return next((part for part in parts if keyword in part.schema), None)
