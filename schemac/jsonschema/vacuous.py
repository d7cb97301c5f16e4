"""Keywords whose value refuses nothing, as generators of schemas write them (docs/spec, chapter TGT)."""

from __future__ import annotations

from typing import Final

from schemac.values import Json, is_number

_LEAST: Final = frozenset({"minLength", "minItems", "minProperties"})
_SAYING: Final = frozenset({"title", "description", "$comment"})


def is_vacuous(keyword: str, value: Json) -> bool:
    """Tell whether an assertion with this value accepts whatever stands there; what needs a second look does not."""
    if keyword in _LEAST:
        return is_number(value) and value <= 0
    if keyword == "propertyNames":
        return value is True or (isinstance(value, dict) and _takes_text(value))
    if keyword == "dependentRequired":
        return isinstance(value, dict) and not any(value.values())
    return (keyword, value) in (("pattern", ""), ("not", False)) or (keyword == "uniqueItems" and value is False)


def _takes_text(schema: dict[str, Json]) -> bool:
    """Tell whether a schema takes every name, as one does that says no more than that names are text."""
    asked = schema.keys() - _SAYING
    types = schema.get("type")
    return not asked or (asked == {"type"} and "string" in (types if isinstance(types, list) else [types]))
