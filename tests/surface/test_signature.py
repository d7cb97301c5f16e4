"""Signatures: one line of any schema, however odd, and no name that could pass for something else."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from schemac.jsonschema.link import link
from schemac.jsonschema.literals import LONGEST, literal
from schemac.surface.signature import MOST_KINDS, module_signature, signature
from tests.shared import real_tool_files

TEXT = st.text(max_size=12)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=12,
)
KEYWORDS = st.sampled_from(
    [
        "type",
        "properties",
        "required",
        "items",
        "prefixItems",
        "enum",
        "const",
        "default",
        "anyOf",
        "oneOf",
        "allOf",
        "then",
        "else",
        "$ref",
        "$defs",
        "$schema",
        "$id",
        "$anchor",
        "additionalProperties",
    ]
)
SCHEMAS = st.recursive(
    VALUES | st.sampled_from(["string", "object", "#", "#/$defs/a", "#/properties/a", "integer"]),
    lambda inner: st.dictionaries(KEYWORDS | st.sampled_from("ab"), inner, max_size=4) | st.lists(inner, max_size=3),
    max_leaves=20,
)
FOR_NAME = re.compile(r'[A-Za-z_$][A-Za-z0-9_$]*|"(?:[^"\\]|\\.)*"')


@given(schema=SCHEMAS, output=SCHEMAS)
@example(schema={"properties": {"a": {"$ref": "#"}}, "allOf": [{"$ref": "#"}]}, output=None)
@example(schema={"$ref": "#"}, output={"anyOf": [{"$ref": "#"}]})
@example(schema={"$schema": "https://example.com/own"}, output={"$id": 3})
def test_anything_has_a_signature_of_one_line(schema: Any, output: Any):
    told = signature("t", schema, output)
    assert told.startswith("t(")
    assert told.isprintable()
    assert len(told.splitlines()) == 1


@given(names=st.lists(st.text(), unique=True, max_size=5))
@example(names=["a: int, b", "a) -> {x", 'a"', "a\n", "\u2028", "a?", "\u202e", "__proto__"])
def test_names_cannot_pass_for_anything_else(names: list[str]):
    """What stands between the parentheses reads back as the names, each whole, and nothing else."""
    told = signature("t", {"type": "object", "properties": {name: {"type": "string"} for name in names}})
    rest = told.removeprefix("t(")
    read = []
    while rest != ")":
        found = FOR_NAME.match(rest)
        assert found
        read.append(json.loads(found[0]) if found[0].startswith('"') else found[0])
        rest = rest[found.end() :].removeprefix("?: string").removeprefix(", ")
    assert read == names


@given(values=st.lists(VALUES, min_size=1, max_size=5))
def test_values_are_literals_of_bounded_length(values: list[Any]):
    for value in values:
        told = literal(value)
        assert told.isprintable()
        if isinstance(value, str):
            text = json.loads(told)
            assert text == value if len(value) <= LONGEST else text == f"{value[: LONGEST - 1]}…"
        elif len(told) < LONGEST:
            assert json.loads(told) == value


def test_a_text_is_cut_by_code_points():
    assert literal("😀" * 41) == f'"{"😀" * 39}…"'
    assert literal("😀" * 40) == f'"{"😀" * 40}"'


def test_a_linked_schema_has_the_same_signature():
    schema = {
        "type": "object",
        "properties": {"a": {"$ref": "#/$defs/x"}, "b": {"type": "array", "items": {"$ref": "#/$defs/y"}}},
        "$defs": {"x": {"type": "object", "properties": {"y": {"$ref": "#/$defs/y"}}}, "y": {"enum": [1, 2]}},
    }
    told = "t(a?: {y?: y}, b?: (1 | 2)[])"
    assert signature("t", schema) == module_signature("t", link(schema), None) == told


def test_anchors_and_identifiers_are_followed():
    schema = {"properties": {"a": {"$ref": "#here"}}, "$defs": {"x": {"$anchor": "here", "type": "integer"}}}
    assert signature("t", schema) == "t(a?: int)"


def test_a_schema_that_nests_beyond_all_bounds_says_nothing():
    schema: Any = {"type": "string"}
    for _ in range(100_000):
        schema = {"anyOf": [schema]}
    assert signature("t", {"properties": {"a": schema}}) == "t()"


def test_what_is_told_does_not_multiply():
    values = [f"value {number}" for number in range(9)]
    big = {"type": "object", "properties": {f"p{number}": {"enum": values} for number in range(12)}}
    schema = {"properties": {f"a{number}": {"$ref": "#/$defs/big"} for number in range(2_000)}, "$defs": {"big": big}}
    told = signature("t", schema)
    assert 0 < told.count("value 8") <= MOST_KINDS
    assert all(f"a{number}?: " in told for number in range(2_000))


@pytest.mark.real
@pytest.mark.parametrize("path", real_tool_files(), ids=lambda path: path.stem)
def test_every_real_tool_has_a_signature(path: Path):
    value = json.loads(path.read_text(encoding="utf-8"))
    pages = value if isinstance(value, list) else [value]
    tools = [tool for page in pages for tool in page.get("result", page).get("tools", [page] if "name" in page else [])]
    assert tools
    for tool in tools:
        told = signature(tool["name"], tool.get("inputSchema", {}), tool.get("outputSchema"))
        assert told.startswith(f"{tool['name']}(")
        assert told.isprintable()
        for name in tool.get("inputSchema", {}).get("properties", {}):
            assert name in told or json.dumps(name) in told
