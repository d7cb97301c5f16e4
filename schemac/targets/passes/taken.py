"""What a target takes: keywords with their values, choices, and null beside a type (docs/spec, chapter TGT)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from schemac.patterns.python import compiles_in_python
from schemac.targets.schema_rules import Nullable, SchemaRules
from schemac.values import Json, JsonObject, type_of

_USES: Final = {
    "LOOKAROUND": re.compile(r"\(\?<?[=!]"),
    "BACKREFERENCE": re.compile(r"\\(?:[1-9]|k<)"),
    "WORD_BOUNDARY": re.compile(r"\\[bB]"),
    "UNICODE_PROPERTY": re.compile(r"\\[pP]\{"),
    "INLINE_FLAGS": re.compile(r"\(\?[a-zA-Z-]+[:)]"),
}
"""How a pattern looks that uses a feature, by the feature's name; more patterns look so than use it."""
_REPEAT: Final = re.compile(r"\{(\d+)(?:,(\d*))?\}")


def takes_value(rules: SchemaRules, keyword: str, value: Json, types: Sequence[str]) -> bool:
    """Tell whether a keyword may stand with this value beside these types."""
    if not rules.takes(keyword):
        return False
    if keyword in rules.most and value > rules.most[keyword]:
        return False
    if keyword == "format":
        return rules.formats is None or all(
            value in rules.formats.get(name, rules.formats.get("", frozenset())) for name in types
        )
    return keyword != "pattern" or pattern_fits(value, rules)


def pattern_fits(pattern: str, rules: SchemaRules) -> bool:
    """Tell whether a target takes a pattern; one that only looks as if it used what the target lacks is not taken."""
    if any(_USES[feature.name].search(pattern) for feature in rules.patterns_without):
        return False
    if rules.most_repeats is not None:
        numbers = [text for repeat in _REPEAT.findall(pattern) for text in repeat if text]
        if any(len(text) > len(str(rules.most_repeats)) or int(text) > rules.most_repeats for text in numbers):
            return False
    return not rules.patterns_in_python or compiles_in_python(pattern)


def fits_choice(rules: SchemaRules, values: Iterable[Json], kind: str) -> bool:
    """Tell whether a target takes a choice between values of a JSON type."""
    if rules.enum_beside and kind != rules.enum_beside:
        return False
    return rules.enum_types is None or all(type_of(value) in rules.enum_types for value in values)


def nullable(rules: SchemaRules, schema: JsonObject) -> JsonObject:
    """Return the schema of one type, of which null is valid besides."""
    if rules.nullable is Nullable.FLAG:
        return {**schema, "nullable": True}
    found = dict(schema)
    declared = found.get("type")
    if isinstance(declared, str):
        found["type"] = [declared, "null"]
    elif isinstance(declared, list) and "null" not in declared:
        found["type"] = [*declared, "null"]
    if "const" in found:
        found["enum"] = [found.pop("const")]
    if "enum" in found and None not in found["enum"]:
        found["enum"] = [*found["enum"], None]
    return found
