"""Hypothesis strategies for the tests of translation: modules of every dialect, and instances that tell them apart."""

from typing import Any

from hypothesis import strategies as st

from schemac.jsonschema.keywords import DIALECTS
from schemac.jsonschema.module import ROOT, Definition, Module, Origin
from schemac.values import JsonObject, Schema

_AGES = {name: age for age, name in enumerate(DIALECTS)}
_NAMES = st.sampled_from(["a", "b", "ab", ""])
# Not the empty pattern: one of the validators overlooks it beside `additionalProperties`.
_PATTERNS = st.sampled_from(["^a", "b$", "c", "^"])
_NUMBERS = st.sampled_from([-1, 0, 1, 2, 2.5, 3, 3.0])
_COUNTS = st.sampled_from([0, 1, 2, 3])
_SCALARS = st.sampled_from([None, True, False, 0, 1, 1.0, 2, 2.5, "", "a", "ab", "bbb"])
_VALUES = st.one_of(_SCALARS, st.lists(_SCALARS, max_size=2), st.dictionaries(_NAMES, _SCALARS, max_size=2))
_TYPES = st.sampled_from(["null", "boolean", "integer", "number", "string", "array", "object"])

INSTANCES = st.recursive(
    _SCALARS,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(_NAMES, inner, max_size=3)),
    max_leaves=8,
)
"""Values built of the names and scalars that the schemas speak of."""


def _leaves(age: int) -> dict[str, st.SearchStrategy[Any]]:
    """Return the keywords without subschemas of a dialect, with their values."""
    found: dict[str, st.SearchStrategy[Any]] = {
        "type": st.one_of(_TYPES, st.lists(_TYPES, min_size=1, max_size=3, unique=True)),
        "minimum": _NUMBERS,
        "maximum": _NUMBERS,
        "multipleOf": st.sampled_from([1, 2, 0.5]),
        "minLength": _COUNTS,
        "maxLength": _COUNTS,
        "pattern": _PATTERNS,
        "minItems": _COUNTS,
        "maxItems": _COUNTS,
        "uniqueItems": st.booleans(),
        "minProperties": _COUNTS,
        "maxProperties": _COUNTS,
        "required": st.lists(_NAMES, min_size=0 if age else 1, max_size=2, unique=True),
        "title": st.just("a title"),
        "x-own": st.just({"$ref": "data"}),
    }
    if age == 0:  # its enums name no value twice, and what it does not know asserts nothing
        found["enum"] = st.lists(st.sampled_from([None, True, 1, "a", "ab"]), min_size=1, max_size=3, unique=True)
        found |= {"const": _VALUES, "contains": st.just({"not": {}}), "propertyNames": st.just({"not": {}})}
    else:
        found |= {"enum": st.lists(_VALUES, max_size=3), "const": _VALUES, "examples": st.lists(_VALUES, max_size=1)}
        found |= {"exclusiveMinimum": _NUMBERS, "exclusiveMaximum": _NUMBERS}
    if age in (1, 2):
        found |= {"minContains": _COUNTS, "unevaluatedItems": st.just(False), "prefixItems": st.just([False])}
    if age >= 3:
        found["dependentRequired"] = st.dictionaries(_NAMES, st.lists(_NAMES, max_size=2, unique=True), max_size=2)
        found |= {"minContains": _COUNTS, "maxContains": _COUNTS, "deprecated": st.booleans()}
    if age == 4:
        found["additionalItems"] = st.just(False)
    return found


_READERS_OF_ITEMS = ("additionalItems", "unevaluatedItems")
_LEAVES = [_leaves(age) for age in range(len(DIALECTS))]


def _holders(age: int, here: st.SearchStrategy[Schema], below: st.SearchStrategy[Schema]) -> dict[str, Any]:
    """Return the keywords with subschemas of a dialect: of the same value (``here``) or of a part of it (``below``)."""
    lists, tuples = st.lists(here, min_size=1, max_size=3), st.lists(below, min_size=1, max_size=2)
    rest = st.one_of(st.booleans(), below)
    found = {
        "properties": st.dictionaries(_NAMES, below, max_size=3),
        "patternProperties": st.dictionaries(_PATTERNS, below, max_size=2),
        "additionalProperties": rest,
        "items": below if age == 4 else st.one_of(below, tuples),
        "allOf": lists,
        "anyOf": lists,
        "oneOf": lists,
        "not": here,
    }
    if age == 4:
        found["prefixItems"] = tuples
    else:
        found["additionalItems"] = rest
    if age <= 2:
        names = st.lists(_NAMES, min_size=0 if age else 1, max_size=2, unique=True)
        found["dependencies"] = st.dictionaries(_NAMES, st.one_of(names, here), max_size=2)
    if age >= 1:
        found |= {"contains": below, "propertyNames": below}
    if age >= 2:
        found |= {"if": here, "then": here, "else": here}
    if age >= 3:
        found |= {"dependentSchemas": st.dictionaries(_NAMES, here, max_size=2), "contentSchema": below}
        found |= {"unevaluatedProperties": below, "unevaluatedItems": below}
    return found


@st.composite
def _schemas(draw: st.DrawFn, age: int, depth: int, here: tuple[str, ...], below: tuple[str, ...]) -> Schema:
    """Draw a schema; ``here`` are the definitions it may refer to in place, ``below`` those it may below a part."""
    if age and draw(st.integers(0, 9)) == 0:
        return draw(st.booleans())
    leaves = _LEAVES[age]
    choices = sorted(leaves)
    if depth:
        inner = _schemas(age, depth - 1, here, below)
        holders = _holders(age, inner, _schemas(age, depth - 1, below, below))
        choices = [*choices, *sorted(holders) * 3]
    schema: JsonObject = {}
    for keyword in draw(st.lists(st.sampled_from(choices), max_size=4, unique=True)):
        schema[keyword] = draw(leaves[keyword] if keyword not in (holders if depth else ()) else holders[keyword])
        if age == 0 and keyword in ("minimum", "maximum") and draw(st.booleans()):
            schema[f"exclusive{keyword.capitalize()}"] = draw(st.booleans())
    if age <= 3 and isinstance(schema.get("items"), bool):  # one of the validators fails on these beside it
        schema = {keyword: item for keyword, item in schema.items() if keyword not in _READERS_OF_ITEMS}
    if age >= 2 and "if" in schema and draw(st.booleans()):
        schema["then"] = draw(inner)
    if here and draw(st.integers(0, 4)) == 0:
        schema["$ref"] = draw(st.sampled_from(here))
    return schema


@st.composite
def modules(draw: st.DrawFn, *dialects: str, depth: int = 2) -> Module:
    """Draw a module of a root and two definitions, each in one of the dialects.

    A definition refers in place to later ones only, so that no evaluation runs in a circle.
    """
    keys = (ROOT, "one", "two")
    found = {}
    for index, key in enumerate(keys):
        dialect = draw(st.sampled_from(dialects))
        schema = draw(_schemas(_AGES[dialect], depth, keys[index + 1 :], keys))
        name = None if key == ROOT else key
        found[key] = Definition(schema, DIALECTS[dialect], name, Origin("", () if name is None else ("$defs", key)))
    return Module(found)
