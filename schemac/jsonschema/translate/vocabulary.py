"""Which keywords mean something in which dialect (docs/spec, chapter ENG).

The keyword table of the engine (:mod:`schemac.jsonschema.keywords`) tells where subschemas stand. Translation must also
know every other keyword: one that a source does not know asserts nothing there and must not start to assert in an
output that knows it.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from schemac.jsonschema.keywords import DIALECTS, Dialect
from schemac.values import Json

AGES: Mapping[str, int] = MappingProxyType({name: age for age, name in enumerate(DIALECTS)})
"""The dialects in order of appearance: ``AGES["draft-04"]`` is 0."""

D04, D06, D07, D2019, D2020 = range(5)

# Keyword -> the first and the last dialect that gives it a meaning, by the dialects' metaschemas.
_SPANS: Mapping[str, tuple[int, int]] = MappingProxyType(
    {
        **dict.fromkeys(
            (
                *("$schema", "$ref", "definitions", "title", "description", "default", "format", "type", "enum"),
                *("allOf", "anyOf", "oneOf", "not"),
                *("multipleOf", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"),
                *("minLength", "maxLength", "pattern", "items", "minItems", "maxItems", "uniqueItems"),
                *("properties", "patternProperties", "additionalProperties"),
                *("minProperties", "maxProperties", "required"),
            ),
            (D04, D2020),
        ),
        "id": (D04, D04),
        "dependencies": (D04, D07),
        "additionalItems": (D04, D2019),
        **dict.fromkeys(("$id", "const", "contains", "propertyNames", "examples"), (D06, D2020)),
        **dict.fromkeys(("if", "then", "else", "$comment", "readOnly", "writeOnly"), (D07, D2020)),
        **dict.fromkeys(("contentMediaType", "contentEncoding"), (D07, D2020)),
        **dict.fromkeys(
            (
                *("$defs", "$anchor", "$vocabulary", "deprecated", "contentSchema"),
                *("dependentRequired", "dependentSchemas", "minContains", "maxContains"),
                *("unevaluatedProperties", "unevaluatedItems"),
            ),
            (D2019, D2020),
        ),
        **dict.fromkeys(("$recursiveRef", "$recursiveAnchor"), (D2019, D2019)),
        **dict.fromkeys(("prefixItems", "$dynamicRef", "$dynamicAnchor"), (D2020, D2020)),
    }
)

# The 2020-12 metaschema still constrains the form of keywords that it took the meaning from.
_REMEMBERED = ("dependencies", "$recursiveRef", "$recursiveAnchor")

ANNOTATIONS: Mapping[str, type] = MappingProxyType(
    {
        **dict.fromkeys(("title", "description", "$comment", "format", "contentMediaType", "contentEncoding"), str),
        **dict.fromkeys(("readOnly", "writeOnly", "deprecated"), bool),
        "default": object,
        "examples": list,
    }
)
"""The keywords that assert nothing in any dialect, and the type that metaschemas demand of their value."""


KNOWN: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        name: frozenset(keyword for keyword, (first, last) in _SPANS.items() if first <= age <= last)
        for name, age in AGES.items()
    }
)
"""The keywords that mean something in a dialect, by its name."""


def foreign(source: Dialect, output: Dialect) -> frozenset[str]:
    """Return the keywords that are unknown in ``source`` and that ``output`` gives a meaning or a form."""
    if source.name == output.name:
        return frozenset()
    remembered = _REMEMBERED if AGES[output.name] == D2020 and AGES[source.name] < D2019 else ()
    return KNOWN[output.name].union(remembered) - KNOWN[source.name]


def harmless(keyword: str, value: Json, output: Dialect) -> bool:
    """Tell whether a keyword that the source does not know may stay: an annotation of the form the output wants.

    Draft-07 lets a validator assert the ``content*`` keywords, so they do not stay there.
    """
    form = ANNOTATIONS.get(keyword)
    may_assert = AGES[output.name] == D07 and keyword.startswith("content")
    return form is not None and isinstance(value, form) and not may_assert
