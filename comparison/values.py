"""Arguments for a schema: full ones, sparse ones, and those that break one constraint."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any, Final

from schemac.pointer import Pointer
from schemac.values import Json, JsonObject, is_number
from tests.targets.lens_schemas import Giver

FULL: Final = 1.0
SPARSE: Final = 0.3

_FORMATS: Final = {
    "date": "2024-02-29",
    "date-time": "2024-02-29T12:30:00Z",
    "time": "12:30:00Z",
    "duration": "P1D",
    "email": "a@example.org",
    "hostname": "example.org",
    "ipv4": "192.0.2.1",
    "ipv6": "2001:db8::1",
    "uri": "https://example.org/a",
    "uuid": "0f8fad5b-d9cb-469f-a165-70867728950e",
}
_SAMPLES: Final = (
    "a", "A", "1", "ab", "AB", "abc", "ABC", "a1", "12", "123", "1234", "a_b", "a-b", "a.b", "/", "/a", "a/b",
    "2024-02-29", "12:30", "2024-02", "1.0.0", "example.org", "https://example.org/a", "a@example.org", "1d", "10m",
    "#aabbcc", "0123456789abcdef", "0123456789abcdef01234567", "0f8fad5b-d9cb-469f-a165-70867728950e",
)  # fmt: skip
_OTHERS: Final[tuple[Json, ...]] = (None, "none of those", -987654, 0.5, True, [], {}, [{}], {"none of those": {}})
"""Values of every type, to break what is said of a value."""


class Filler(Giver):
    """Gives values that keep to bounds, lengths, formats and simple patterns, so that most are accepted.

    Args:
        document: The schema.
        random: The source of randomness.
        share: How many of the optional properties a value has.
    """

    def __init__(self, document: Any, random: Random, share: float) -> None:
        super().__init__(document, random, share)

    def typed(self, flat: list[dict[str, Any]], depth: int) -> Any:
        """Return a value for subschemas that apply together, none of which refers to others."""
        value = super().typed(flat, depth)
        if any("enum" in schema or "const" in schema for schema in flat):
            return value
        said: JsonObject = {keyword: item for schema in reversed(flat) for keyword, item in schema.items()}
        if isinstance(value, str):
            return _text(value, said)
        return _number(value, said) if is_number(value) else value


def _text(value: str, said: JsonObject) -> str:
    pattern = said.get("pattern")
    if said.get("format") in _FORMATS:
        return _FORMATS[said["format"]]
    least, most = said.get("minLength", 0), said.get("maxLength", 10_000)
    if isinstance(pattern, str):
        try:
            known = re.compile(pattern)
        except re.error:
            return value
        fitting = [text for text in _SAMPLES if known.search(text) and least <= len(text) <= most]
        return fitting[0] if fitting else value
    return (value + "x" * max(0, int(least) - len(value)))[: int(most)]


def _number(value: float, said: JsonObject) -> float:
    bounds = {keyword: limit for keyword, limit in said.items() if is_number(limit)}
    step = bounds.get("multipleOf", 1)
    if value < bounds.get("minimum", value):
        value = bounds["minimum"]
    if value <= bounds.get("exclusiveMinimum", value - 1):
        value = int(bounds["exclusiveMinimum"]) + step
    if value > bounds.get("maximum", value):
        value = bounds["maximum"]
    if value >= bounds.get("exclusiveMaximum", value + 1):
        value = bounds["exclusiveMaximum"] - step
    return value


def parts(value: Json) -> Iterator[tuple[Pointer, Json]]:
    """Yield a value and everything in it, with pointers."""
    stack: list[tuple[Pointer, Json]] = [((), value)]
    while stack:
        at, item = stack.pop()
        yield at, item
        if isinstance(item, dict):
            stack.extend([((*at, name), member) for name, member in item.items()])
        elif isinstance(item, list):
            stack.extend([((*at, index), member) for index, member in enumerate(item)])


def put(value: Json, at: Pointer, new: Json) -> Json:
    """Return a value with another part at a place; the rest is shared."""
    if not at:
        return new
    copy = value.copy()
    copy[at[0]] = put(value[at[0]], at[1:], new)
    return copy


def breaking(keyword: str, said: Json, value: Json) -> Iterator[Json]:
    """Yield values near ``value``, some of which break ``keyword: said``."""
    yield from _near(keyword, said, value)
    if keyword in {"type", "enum", "const", "not", "anyOf", "oneOf"}:
        yield from _OTHERS


def _near(keyword: str, said: Json, value: Json) -> Iterator[Json]:
    if is_number(value) and is_number(said):
        steps = {
            "minimum": (said - 1,),
            "exclusiveMinimum": (said, said - 1),
            "maximum": (said + 1,),
            "exclusiveMaximum": (said, said + 1),
            "multipleOf": (value + 1, value + 0.5),
        }
        yield from steps.get(keyword, ())
    elif isinstance(value, str):
        yield from _near_text(keyword, said, value)
    elif isinstance(value, list):
        yield from _near_list(keyword, said, value)
    elif isinstance(value, dict):
        yield from _near_object(keyword, said, value)


def _near_text(keyword: str, said: Json, value: str) -> Iterator[Json]:
    if keyword == "minLength" and said:
        yield value[: int(said) - 1]
        yield ""
    elif keyword == "maxLength":
        yield value + "x" * (int(said) + 1 - len(value))
        yield "9" * (int(said) + 1)
    elif keyword == "pattern":
        yield from ("", "\u2603 ", "-", value + "\u2603", "\u2603" * max(1, len(value)))
    elif keyword == "format":
        yield "\u2603 of no format"


def _near_list(keyword: str, said: Json, value: list[Json]) -> Iterator[Json]:
    if keyword == "minItems" and said:
        yield value[: int(said) - 1]
    elif keyword == "maxItems" and value:
        yield [*value, *[value[-1]] * (int(said) + 1 - len(value))]
    elif keyword == "uniqueItems" and value:
        yield [*value, value[-1]]
    elif keyword in {"contains", "minContains"}:
        yield []


def _near_object(keyword: str, said: Json, value: JsonObject) -> Iterator[Json]:
    if keyword == "required":
        yield from [{other: item for other, item in value.items() if other != name} for name in said if name in value]
    elif keyword == "additionalProperties":
        yield from [{**value, "undeclared": other} for other in _OTHERS]
    elif keyword == "propertyNames":
        members = list(value.values()) or [1]
        yield from [{**value, name: members[0]} for name in ("", "\u2603 of no name", "x" * 300)]
    elif keyword in {"minProperties", "anyOf", "dependentRequired", "dependencies"}:
        yield from [{other: item for other, item in value.items() if other != name} for name in value]
        yield {}
    elif keyword == "maxProperties":
        yield {**value, **{f"more{number}": 1 for number in range(int(said) + 1 - len(value))}}
