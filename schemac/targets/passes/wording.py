"""What descriptions say of constraints that a target does not take (docs/spec, chapter TGT)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from schemac.targets.passes.lens import json_text
from schemac.values import Json

ANNOTATIONS: Final = ("title", "default", "examples", "example", "deprecated", "readOnly", "writeOnly", "$comment")
"""What is said for people beside the description, in the order in which it is written."""
LONGEST_SCHEMA: Final = 600
"""A schema whose JSON text has more characters is not written into a description."""

_SENTENCES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "minimum": "Must be at least {}.",
        "maximum": "Must be at most {}.",
        "exclusiveMinimum": "Must be greater than {}.",
        "exclusiveMaximum": "Must be less than {}.",
        "multipleOf": "Must be a multiple of {}.",
        "minLength": "Length at least {}.",
        "maxLength": "Length at most {}.",
        "pattern": "Must match the regular expression {}.",
        "format": "Format: {}.",
        "minItems": "Number of items at least {}.",
        "maxItems": "Number of items at most {}.",
        "minProperties": "Number of properties at least {}.",
        "maxProperties": "Number of properties at most {}.",
        "minContains": "At least {} items of that kind.",
        "maxContains": "At most {} items of that kind.",
        "default": "Default: {}.",
        "enum": "One of: {}.",
        "const": "Must be {}.",
    }
)
_SCHEMAS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "not": "Must not fit the JSON Schema {}.",
        "contains": "One of the items must fit the JSON Schema {}.",
        "propertyNames": "Names of properties must fit the JSON Schema {}.",
        "if": "Where it fits the JSON Schema {}, more rules apply.",
        "then": "Then it must fit the JSON Schema {}.",
        "else": "Otherwise it must fit the JSON Schema {}.",
        "patternProperties": "Properties by pattern of their name: {}.",
        "prefixItems": "The items, in this order, fit the JSON Schemas {}.",
    }
)
_STOPS: Final = (".", "!", "?", "。", ":")


def sentence(keyword: str, value: Json) -> str:
    """Return the sentence for a keyword with its value; "" where there is none that a reader could use."""
    if keyword == "uniqueItems":
        return "Items must differ from each other." if value else ""
    if keyword == "dependentRequired":
        found = [f"With {name}, also give {', '.join(needs)}." for name, needs in value.items() if needs]
        return " ".join(found)
    if keyword in _SENTENCES:
        if keyword == "enum":
            text = ", ".join(json_text(item) for item in value)
        else:
            text = value if keyword in ("pattern", "format") else json_text(value)
        return _SENTENCES[keyword].format(text) if len(text) <= LONGEST_SCHEMA else ""
    if keyword in _SCHEMAS:
        text = shown(value)
        return _SCHEMAS[keyword].format(text) if text else ""
    return ""


def shown(schema: Json) -> str:
    """Return a schema as a description shows it; "" if it is long, or means something only where it stands."""
    text = json_text(schema)
    return "" if len(text) > LONGEST_SCHEMA or '"$ref"' in text else text


def joined(*texts: str) -> str:
    """Return texts as the sentences of one description, each ended by a full stop unless it ends by itself."""
    kept: list[str] = []
    for text in texts:
        stripped = text.rstrip()
        if stripped and stripped not in kept:
            kept.append(stripped)
    return " ".join([*(_ended(text) for text in kept[:-1]), *kept[-1:]])


def _ended(text: str) -> str:
    return text if text.endswith(_STOPS) else f"{text}."


def described(description: Json, sentences: Iterable[str]) -> str:
    """Return a description that ends in sentences it does not already hold."""
    base = description if isinstance(description, str) else ""
    return joined(base, *[text for text in sentences if text not in base])


def needs(required: Iterable[Iterable[str]]) -> list[str]:
    """Return the sentence that says which names alternatives require besides what all do; nothing if one needs none."""
    sets = [list(names) for names in required]
    common = {name for name in sets[0] if all(name in names for names in sets)} if sets else set()
    own = list(dict.fromkeys(tuple([name for name in names if name not in common]) for names in sets))
    if len(own) < 2 or () in own:
        return []
    text = "; or ".join(" and ".join(names) for names in own)
    return [f"Give {text}."] if len(text) <= LONGEST_SCHEMA else []
