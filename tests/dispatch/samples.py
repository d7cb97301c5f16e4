"""Values near a schema: some fit, some nearly do; drawn from a seeded generator, so that every run sees the same."""

import random

from schemac.pointer import lookup, parse
from schemac.values import Json, Schema

ODD: list[Json] = [
    None,
    True,
    False,
    0,
    1,
    -1,
    1.0,
    0.5,
    2**70,
    9007199254740993,
    "",
    "a",
    "true",
    "12",
    "[]",
    '{"a":1}',
    [],
    {},
]


def sample(draw: random.Random, schema: Schema, document: Schema, depth: int = 6) -> Json:
    """Return a value that often fits the schema; references are pointers into the document."""
    if not isinstance(schema, dict) or depth == 0 or draw.random() < 0.06:
        return draw.choice([*ODD, [1, 1.0], {"a": None}, {"__proto__": 1}])
    if "$ref" in schema:
        return sample(draw, lookup(document, parse(schema["$ref"][1:])), document, depth - 1)
    for keyword in ("const", "enum", "examples"):
        if keyword in schema:
            return schema[keyword] if keyword == "const" else draw.choice(schema[keyword] or [None])
    for keyword in ("anyOf", "oneOf", "allOf"):
        if schema.get(keyword) and draw.random() < 0.8:
            return sample(draw, draw.choice(schema[keyword]), document, depth - 1)
    kind = schema.get("type", "object" if "properties" in schema else draw.choice(["string", "integer", "array"]))
    kind = draw.choice(kind) if isinstance(kind, list) else kind
    if kind == "object":
        properties = schema.get("properties", {})
        value = {
            name: sample(draw, part, document, depth - 1)
            for name, part in properties.items()
            if draw.random() < (0.93 if name in schema.get("required", ()) else 0.4)
        }
        if draw.random() < 0.2:
            value["x-unknown"] = draw.choice(ODD)
        return value
    if kind == "array":
        items = schema.get("items", {})
        return [sample(draw, items, document, depth - 1) for _ in range(draw.choice([0, 1, 2, 4]))]
    if kind in ("integer", "number"):
        low = schema.get("minimum", -2)
        return draw.choice([low, low + 1, schema.get("maximum", 7), 3, 3.0, 2.5, 2**65, low - 1])
    if kind == "string":
        return draw.choice(["", "a", "abc", "2024-01-01", "x" * schema.get("minLength", 1), "é\n", "12"])
    return draw.choice([True, False, None]) if kind == "boolean" else None
