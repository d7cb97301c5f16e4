"""Random schemas with gates, as authors could write them, and instances for them.

Ordinary properties are called a, b, c. A gated property gets a name of its own, ``s1``, ``s2``, …, which is written
only where pruning must forget it; so a text without these names has no trace of them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any

NAMES = ("a", "b", "c")
PREDICATES = ("p", "q", "r")


@dataclass
class Author:
    """Writes schemas by a source of randomness.

    Attributes:
        random: The source.
        dialect: The dialect to write in.
        gate_rate: How likely a place that may have a gate has one.
        negated: Whether gates may say ``not``.
        mentions: Whether names are required, depended on, or held by defaults.
        definitions: How many definitions there are; the last ones are referred to in place by the first ones.
        sites: The gated property names that were given out.
    """

    random: Random
    dialect: str = "2020-12"
    gate_rate: float = 0.3
    negated: bool = False
    mentions: bool = True
    definitions: int = 3
    sites: list[str] = field(default_factory=list)

    @property
    def modern(self) -> bool:
        return self.dialect in ("2019-09", "2020-12")

    def chance(self, rate: float) -> bool:
        return self.random.random() < rate

    def gate(self) -> Any:
        one = self.random.choice(PREDICATES)
        forms: list[Any] = [one, one, [one, self.random.choice(PREDICATES)], {"any": [one, "q"]}]
        if self.negated:
            forms.append({"not": one})
        return self.random.choice(forms)

    def maybe_gated(self, schema: Any) -> Any:
        if isinstance(schema, dict) and self.chance(self.gate_rate):
            return {**schema, "x-requires": self.gate()}
        return schema

    def document(self) -> dict[str, Any]:
        root = {"type": "object", **self.object(3, 0)}
        keyword = "$defs" if self.modern else "definitions"
        root[keyword] = {f"D{index}": self.maybe_gated(self.schema(2, index + 1)) for index in range(self.definitions)}
        return root

    def schema(self, depth: int, level: int) -> Any:
        """Write a schema; in place it refers only to definitions from ``level`` on, so that nothing is cyclic."""
        kinds = ["leaf", "leaf", "ref"]
        if depth > 0:
            kinds += ["object", "object", "array", "all", "any", "one", "object"]
        kind = self.random.choice(kinds)
        written: Any
        if kind == "leaf":
            written = self.random.choice(
                [{"type": "string"}, {"type": "integer"}, {"type": ["null", "integer"]}, {"enum": ["x", 1, None]}, {}]
            )
            written = dict(written)
        elif kind == "ref":
            written = self.reference(level) or {"type": "boolean"}
        elif kind == "object":
            written = {**({"type": "object"} if self.chance(0.6) else {}), **self.object(depth - 1, level)}
        elif kind == "array":
            written = self.array(depth - 1)
        elif kind == "all":
            written = {
                "allOf": [
                    self.maybe_rarely_gated(self.schema(depth - 1, level)) for _ in range(self.random.randint(1, 2))
                ]
            }
        else:
            parts = [self.maybe_gated(self.schema(depth - 1, level)) for _ in range(self.random.randint(1, 3))]
            written = {"anyOf" if kind == "any" else "oneOf": parts}
        if self.mentions and self.chance(0.1):
            written["default"] = self.instance(2, hidden=False)
        return written

    def maybe_rarely_gated(self, schema: Any) -> Any:
        return self.maybe_gated(schema) if self.chance(0.2) else schema

    def reference(self, level: int) -> dict[str, Any] | None:
        if level >= self.definitions:
            return None
        target = self.random.randrange(level, self.definitions)
        keyword = "$defs" if self.modern else "definitions"
        found: dict[str, Any] = {"$ref": f"#/{keyword}/D{target}"}
        if self.mentions and self.modern and self.chance(0.3):
            found["required"] = self.random.sample(NAMES, 1)
        return found

    def value(self, depth: int) -> Any:
        """Write a schema for a value of its own, which may refer to any definition."""
        return self.schema(depth, 0)

    def secret(self) -> str:
        self.sites.append(f"s{len(self.sites) + 1}")
        return self.sites[-1]

    def object(self, depth: int, level: int) -> dict[str, Any]:
        chosen = self.random.sample(NAMES, self.random.randint(0, 3))
        properties = {name: self.maybe_rarely_gated(self.value(depth)) for name in chosen}
        written: dict[str, Any] = {"properties": properties}
        required = [name for name in properties if self.mentions and self.chance(0.3)]
        branches: list[Any] = []
        while self.chance(self.gate_rate):
            name = self.secret()
            properties[name] = {**self.as_object(self.value(depth)), "x-requires": self.gate()}
            if not self.mentions:
                continue
            if self.chance(0.3):
                required.append(name)
            if self.chance(0.2):
                branches.append({"required": [name]})
            if self.chance(0.2):
                keyword = "dependentRequired" if self.modern else "dependencies"
                written.setdefault(keyword, {})[self.random.choice(NAMES)] = [name]
            if self.chance(0.2):
                written.setdefault("allOf", []).append({"required": [name]})
            if self.chance(0.1):
                written["not"] = {"required": [name, "b"]}
            if self.chance(0.2):
                written["default"] = {name: 1}
        base = self.reference(level) if self.chance(0.3) else None
        if base is not None and self.modern:
            written["$ref"] = base["$ref"]
        elif base is not None:
            written.setdefault("allOf", []).append({"$ref": base["$ref"]})
        if required:
            written["required"] = required
        if branches:
            written["anyOf"] = [*branches, {"required": ["a"]}]
        rest = self.random.random()
        if rest < 0.2:
            written["additionalProperties"] = False
        elif rest < 0.3:
            written["additionalProperties"] = self.maybe_gated(self.as_object(self.value(depth)))
        if self.chance(0.1):
            written["patternProperties"] = {"^x": self.maybe_gated(self.as_object(self.value(depth)))}
        if self.modern and self.chance(0.1):
            written["dependentSchemas"] = {"c": self.maybe_gated(self.schema(depth, level) if depth > 0 else {})}
        if self.dialect not in ("draft-04", "draft-06") and self.chance(0.1):
            written["if"] = {"minProperties": 1}
            written["then"] = self.maybe_gated({"required": ["c"]} if self.mentions else {})
        return written

    def as_object(self, schema: Any) -> dict[str, Any]:
        return schema if isinstance(schema, dict) else {}

    def array(self, depth: int) -> dict[str, Any]:
        written: dict[str, Any] = {"items": self.maybe_gated(self.as_object(self.value(depth)))}
        if self.chance(0.5):
            written["type"] = self.random.choice(["array", ["array", "null"]])
        if self.dialect == "2020-12" and self.chance(0.3):
            written["prefixItems"] = [{"type": "string"}]
        if self.chance(0.3):
            written["minItems"] = self.random.randint(0, 2)
        if self.chance(0.2):
            written["maxItems"] = self.random.randint(1, 3)
        return written

    def instance(self, depth: int, names: tuple[str, ...] = (*NAMES, "xy", "z"), *, hidden: bool = True) -> Any:
        """Write an instance; ``hidden``: with gated names too, at any place."""
        kind = self.random.random()
        if depth > 0 and kind < 0.55:
            pool = [*names, *(self.sites if hidden else ())]
            chosen = self.random.sample(pool, self.random.randint(0, 3))
            return {name: self.instance(depth - 1, names, hidden=hidden) for name in chosen}
        if depth > 0 and kind < 0.7:
            return [self.instance(depth - 1, names, hidden=hidden) for _ in range(self.random.randint(0, 2))]
        return self.random.choice(["x", "y", 1, 2, None, True])

    def grants(self) -> list[str]:
        return [name for name in PREDICATES if self.chance(0.5)]
