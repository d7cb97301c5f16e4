"""Random members for merged facades: open and closed ones, with branches, patterns, references and gates."""

from __future__ import annotations

from random import Random
from typing import Any

FIELDS = ("a", "b", "c", "x1", "x2", "arguments")
VALUES: tuple[Any, ...] = (
    "x",
    "y",
    "long text",
    1,
    5,
    7,
    400,
    2.5,
    None,
    True,
    [],
    ["x"],
    [1, None],
    {},
    {"a": 1},
    {"a": "x", "b": None},
)
PREDICATES = ("p", "q")
DIALECTS = ("2020-12", "2019-09", "draft-07", "draft-04")


class Author:
    """Writes the input schemas of members in one dialect."""

    def __init__(self, random: Random, dialect: str) -> None:
        self.random = random
        self.dialect = dialect
        self.modern = dialect in ("2020-12", "2019-09")
        self.conditional = dialect != "draft-04"
        self.gates = True

    def chance(self, rate: float) -> bool:
        return self.random.random() < rate

    def member(self) -> dict[str, Any]:
        schema = {"type": "object", **self.object(2)}
        self.gates = False  # whether a definition is reached is not known here
        schema["$defs" if self.modern else "definitions"] = {
            "D0": self.field(1),
            "D1": {"type": "object", **self.object(0)},
        }
        return schema

    def object(self, depth: int) -> dict[str, Any]:
        names = self.random.sample(FIELDS, self.random.randint(0, 4))
        schema: dict[str, Any] = {"properties": {name: self.field(depth) for name in names}} if names else {}
        if self.chance(0.5) and names:
            schema["required"] = self.random.sample(names, self.random.randint(1, min(2, len(names))))
        if self.chance(0.1):
            schema.setdefault("required", []).append("extra")
        if self.chance(0.35):
            schema["additionalProperties"] = self.random.choice([True, False, False, self.field(0)])
        elif self.modern and self.chance(0.15):
            schema["unevaluatedProperties"] = self.random.choice([True, False, self.field(0)])
        if self.chance(0.2):
            schema["patternProperties"] = {self.random.choice(["^x", "1$", "^a"]): self.field(0)}
        if depth > 0 and self.chance(0.6):
            schema.update(self.in_place(depth - 1))
        if self.chance(0.1):
            schema["maxProperties"] = 3
        return schema

    def in_place(self, depth: int) -> dict[str, Any]:
        def part() -> dict[str, Any]:
            return self.object(depth)

        kinds = ["allOf", "anyOf", "oneOf", "not", "dependent", "ref"]
        kind = self.random.choice([*kinds, "if"] if self.conditional else kinds)
        if kind in ("allOf", "anyOf", "oneOf"):
            return {kind: [part() for _ in range(self.random.randint(1, 3))]}
        if kind == "not":
            return {"not": {"properties": {"a": {"enum": ["x"]}}, "required": ["a"]}}
        if kind == "dependent":
            return {"dependentSchemas" if self.modern else "dependencies": {self.random.choice(FIELDS): part()}}
        if kind == "if":
            self.gates = False
            condition = part()
            self.gates = True
            schema: dict[str, Any] = {"if": condition, "then": part()}
            return {**schema, "else": part()} if self.chance(0.6) else schema
        return {"allOf": [{"$ref": f"#/{'$defs' if self.modern else 'definitions'}/D1"}]}

    def field(self, depth: int) -> dict[str, Any]:
        schema = self.value(depth)
        if self.chance(0.3):
            schema["description"] = self.random.choice(["One thing", "Another thing.", "Why? "])
        if self.chance(0.2):
            schema["default"] = self.random.choice(["x", 1, None])
        if self.gates and self.chance(0.1):
            schema["x-requires"] = self.random.choice(PREDICATES)
        return schema

    def value(self, depth: int) -> dict[str, Any]:
        leaves: list[dict[str, Any]] = [
            {"type": "string"},
            {"type": "string", "enum": self.random.sample(["x", "y", "z"], 2)},
            {"enum": self.random.sample(["x", 1, None, True, 5], 3)},
            {"type": "integer", "maximum": self.random.choice([5, 500])},
            {"type": "integer"},
            {"type": "number"},
            {"type": ["string", "null"]},
            {"type": ["null", "integer"]},
            {"type": "boolean"},
            {},
        ]
        if self.conditional:
            leaves.append({"const": self.random.choice(["x", 1, None])})
        if depth > 0:
            leaves += [
                {"type": "array", "items": self.value(0)},
                {"type": "object", **self.object(0)},
                {"anyOf": [self.value(0), self.value(0)]},
                {"$ref": f"#/{'$defs' if self.modern else 'definitions'}/D0"},
                {"$ref": "#"},
            ]
        return dict(self.random.choice(leaves))


def manifest(seed: int) -> dict[str, Any]:
    """Write a manifest whose tools are the members of one namespace."""
    random = Random(seed)
    tools = []
    for index in range(random.randint(1, 4)):
        dialect = random.choice(DIALECTS)
        schema = Author(random, dialect).member()
        if dialect != "2020-12":
            schema["$schema"] = _URIS[dialect]
        tools.append({"name": f"n.{'ghij'[index]}", "inputSchema": schema})
    return {"schemac": 1, "domains": {"default": {"group_by": "namespace", "min_group_size": 1}}, "tools": tools}


_URIS = {
    "2019-09": "https://json-schema.org/draft/2019-09/schema",
    "draft-07": "http://json-schema.org/draft-07/schema#",
    "draft-04": "http://json-schema.org/draft-04/schema#",
}


def arguments(random: Random) -> dict[str, Any]:
    """Draw arguments that some members may accept."""
    names = random.sample([*FIELDS, "extra", "other"], random.randint(0, 4))
    return {name: random.choice(VALUES) for name in names}
