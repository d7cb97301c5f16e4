"""Random schemas as tool authors write them, and values that they accept, for the law of lowering."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from random import Random
from typing import Any

NAMES = ("a", "b", "c", "d e", "kind")
WORDS = ("", "x", "yes", "null", "5", '{"a":1}', "élan")
NUMBERS = (0, 1, -3, 2**70, 0.5, 7.0)
MOST_TRIES = 12


@dataclass
class Author:
    """Writes schemas of dialect 2020-12 by a source of randomness.

    Attributes:
        random: The source.
        definitions: The names of the definitions that may be referred to.
    """

    random: Random
    definitions: tuple[str, ...] = ("d1", "d2")
    names: list[str] = field(default_factory=list)

    def chance(self, rate: float) -> bool:
        return self.random.random() < rate

    def document(self) -> dict[str, Any]:
        root = {"type": "object", **self.object_body(0)}
        if self.chance(0.2):
            names = list(root.get("properties", {}))[:2]
            root["anyOf"] = [{"required": [name]} for name in names] or [{}]
        if self.definitions:
            root["$defs"] = {name: self.schema(1) for name in self.definitions}
        return root

    def schema(self, depth: int) -> Any:
        forms = [self.string, self.number, self.boolean, self.listed, self.nullable]
        if depth < 4:
            forms += [self.object, self.object, self.array, self.union, self.tagged, self.map, self.tuple]
            forms += [self.all_of, self.reference, self.anything, self.typeless]
        return self.described(self.random.choice(forms)(depth))

    def described(self, schema: Any) -> Any:
        if isinstance(schema, dict) and self.chance(0.2):
            return {**schema, "description": self.random.choice(("What it is", "One of them."))}
        return schema

    def string(self, _: int) -> Any:
        extra: tuple[dict[str, Any], ...] = (
            {"minLength": 1},
            {"format": "date"},
            {"format": "uri"},
            {"pattern": "^[^q]*$"},
            {"maxLength": 9},
            {},
        )
        return {"type": "string", **self.random.choice(extra)}

    def number(self, _: int) -> Any:
        extra: tuple[dict[str, Any], ...] = (
            {"minimum": 0},
            {"exclusiveMinimum": -4},
            {"exclusiveMaximum": 3},
            {"multipleOf": 1},
            {},
        )
        return {"type": self.random.choice(("number", "integer")), **self.random.choice(extra)}

    def boolean(self, _: int) -> Any:
        return self.random.choice(({"type": "boolean"}, True, {"type": "boolean", "enum": [True]}))

    def listed(self, _: int) -> Any:
        choices = (["x", "yes"], [0, 1, 7], ["x", 1, None], [True], [None], [{"a": 1}, [2]], ["", "x"])
        values = self.random.choice(choices)
        if self.chance(0.3):
            return {"const": values[0]}
        kinds = {type(value) for value in values}
        return {"enum": values, **({"type": "string"} if kinds == {str} else {})}

    def nullable(self, depth: int) -> Any:
        if self.chance(0.5):
            return {"type": [self.random.choice(("string", "integer", "object", "array")), "null"]}
        return {"anyOf": [self.schema(depth + 1), {"type": "null"}]}

    def object_body(self, depth: int) -> dict[str, Any]:
        names = [name for name in NAMES[:4] if self.chance(0.5)]
        body: dict[str, Any] = {"properties": {name: self.schema(depth + 1) for name in names}}
        body["required"] = [name for name in names if self.chance(0.4)]
        if self.chance(0.1):
            body["required"].append("seal")
        if self.chance(0.2):
            body["additionalProperties"] = self.random.choice(
                (False, True, {"type": "integer"}, {"type": ["string", "null"]})
            )
        if self.chance(0.1):
            body["patternProperties"] = {"^x": self.schema(depth + 1)}
        if self.chance(0.1):
            body["minProperties"] = 1
        return body

    def object(self, depth: int) -> Any:
        return {"type": "object", **self.object_body(depth)}

    def map(self, depth: int) -> Any:
        return {"type": "object", "additionalProperties": self.schema(depth + 1)}

    def array(self, depth: int) -> Any:
        extra: tuple[dict[str, Any], ...] = ({"minItems": 1}, {"maxItems": 2}, {"uniqueItems": True}, {}, {})
        items = {"items": self.schema(depth + 1)} if self.chance(0.8) else {}
        return {"type": "array", **items, **self.random.choice(extra)}

    def tuple(self, depth: int) -> Any:
        first = [self.schema(depth + 1) for _ in range(self.random.choice((1, 2)))]
        rest: tuple[dict[str, Any], ...] = ({"items": False}, {"items": self.schema(depth + 1)}, {})
        return {"type": "array", "prefixItems": first, **self.random.choice(rest)}

    def union(self, depth: int) -> Any:
        keyword = self.random.choice(("anyOf", "anyOf", "oneOf"))
        return {keyword: [self.schema(depth + 1) for _ in range(self.random.choice((1, 2, 3)))]}

    def tagged(self, depth: int) -> Any:
        branches = []
        for tag in ("one", "two"):
            body = self.object_body(depth)
            body["properties"] = {"kind": {"const": tag}, **body["properties"]}
            body["required"] = ["kind", *body["required"]]
            branches.append({"type": "object", **body})
        return {"oneOf": branches}

    def all_of(self, depth: int) -> Any:
        parts = [self.object(depth), self.object(depth)]
        if self.definitions and self.chance(0.3):
            parts.append({"$ref": f"#/$defs/{self.random.choice(self.definitions)}"})
        return {"allOf": parts}

    def reference(self, depth: int) -> Any:
        if not self.definitions:
            return self.string(depth)
        beside: tuple[dict[str, Any], ...] = (
            {},
            {"description": "Here"},
            {"properties": {"c": self.schema(depth + 1)}},
        )
        return {"$ref": f"#/$defs/{self.random.choice(self.definitions)}", **self.random.choice(beside)}

    def anything(self, _: int) -> Any:
        return self.random.choice(({}, {"type": "object"}, {"title": "Any"}, {"type": "array"}))

    def typeless(self, depth: int) -> Any:
        return self.random.choice((self.object_body(depth), {"minLength": 1}, {"items": self.schema(depth + 1)}))


class Giver:
    """Gives values for a schema, most of them accepted by it; each object has only names that its branch declares.

    Args:
        document: The schema.
        random: The source of randomness.
        share: How many of the optional properties a value has, but for deep ones.
    """

    def __init__(self, document: Any, random: Random, share: float = 0.6) -> None:
        self.document = document
        self.random = random
        self.share = share

    def value(self) -> Any:
        """Return a value for the root."""
        return self.of([self.document], 0)

    def of(self, conjuncts: list[Any], depth: int) -> Any:
        """Return a value for subschemas that apply together."""
        flat: list[dict[str, Any]] = []
        waiting = list(conjuncts)
        while waiting:
            schema = waiting.pop(0)
            if not isinstance(schema, dict):
                continue
            if any(schema is other for other in flat):
                continue
            flat.append(schema)
            waiting += schema.get("allOf", [])
            if "$ref" in schema:
                waiting.append(self.target(schema["$ref"]))
            for keyword in ("anyOf", "oneOf"):
                if keyword in schema:
                    waiting.append(self.random.choice(schema[keyword]))
        return self.typed(flat, depth)

    def target(self, reference: str) -> Any:
        found = self.document
        for token in reference[2:].split("/") if reference != "#" else ():
            plain = token.replace("~1", "/").replace("~0", "~")
            found = found[int(plain)] if isinstance(found, list) else found[plain]
        return found

    def typed(self, flat: list[dict[str, Any]], depth: int) -> Any:
        for schema in flat:
            if "const" in schema:
                return json.loads(json.dumps(schema["const"]))
        for schema in flat:
            if "enum" in schema:
                return json.loads(json.dumps(self.random.choice(schema["enum"])))
        kinds = self.kinds(flat)
        if "object" in kinds and depth > 6:
            kinds = [kind for kind in kinds if kind != "object"] or kinds
        kind = self.random.choice(kinds)
        if kind == "object":
            return self.object(flat, depth)
        if kind == "array":
            return self.array(flat, depth)
        if kind == "string":
            return self.random.choice(WORDS)
        if kind == "null":
            return None
        if kind == "boolean":
            return self.random.choice((True, False))
        numbers = [value for value in NUMBERS if kind == "number" or float(value).is_integer()]
        return self.random.choice(numbers)

    def kinds(self, flat: list[dict[str, Any]]) -> list[str]:
        for schema in flat:
            if "type" in schema:
                declared = schema["type"]
                return [declared] if isinstance(declared, str) else list(declared)
        for keyword, kind in (
            ("properties", "object"),
            ("required", "object"),
            ("additionalProperties", "object"),
            ("items", "array"),
            ("minLength", "string"),
            ("minimum", "number"),
        ):
            if any(keyword in schema for schema in flat):
                return [kind]
        return ["string", "number", "null", "object", "array", "boolean"]

    def object(self, flat: list[dict[str, Any]], depth: int) -> Any:
        required = {name for schema in flat for name in schema.get("required", ())}
        names = list(
            dict.fromkeys(
                [name for schema in flat for name in (*schema.get("properties", ()), *schema.get("required", ()))]
            )
        )
        rate = self.share if depth < 4 else 0.1
        value = {
            name: self.of(self.children(flat, name), depth + 1)
            for name in names
            if name in required or self.random.random() < rate
        }
        is_open = any(schema.get("additionalProperties") not in (None, False) for schema in flat)
        declares = names or any("additionalProperties" in schema or "patternProperties" in schema for schema in flat)
        extra = ["x1"] if any("patternProperties" in schema for schema in flat) else []
        extra += ["z", "a", "key"] if is_open or not declares else []
        for name in extra:
            if name not in names and depth < 6 and self.random.random() < 0.4:
                value[name] = self.of(self.children(flat, name), depth + 1)
        return value

    def children(self, flat: list[dict[str, Any]], name: str) -> list[Any]:
        found = []
        for schema in flat:
            if name in schema.get("properties", ()):
                found.append(schema["properties"][name])
            elif name.startswith("x") and "patternProperties" in schema:
                found += schema["patternProperties"].values()
            elif "additionalProperties" in schema:
                found.append(schema["additionalProperties"])
        return found

    def array(self, flat: list[dict[str, Any]], depth: int) -> Any:
        least = max([schema.get("minItems", 0) for schema in flat], default=0)
        first = max([len(schema.get("prefixItems", ())) for schema in flat], default=0)
        length = max(least, self.random.choice((0, 1, 2, first))) if depth < 6 else least
        return [self.of(self.items(flat, at), depth + 1) for at in range(length)]

    def items(self, flat: list[dict[str, Any]], at: int) -> list[Any]:
        found = []
        for schema in flat:
            prefix = schema.get("prefixItems", ())
            if at < len(prefix):
                found.append(prefix[at])
            elif "items" in schema:
                found.append(schema["items"])
        return found
