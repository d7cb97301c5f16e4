"""Required names that nothing declares are told where they can hardly be meant, and nowhere else."""

import json
from itertools import product
from typing import Any

import jsonschema_rs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemac.jsonschema.keywords import DRAFT_2020_12
from schemac.jsonschema.required import undeclared_required
from schemac.pointer import render
from tests.shared import shared


def places(schema: Any) -> list[str]:
    return [render(item.pointer) for item in undeclared_required(schema, DRAFT_2020_12)]


@pytest.mark.parametrize(
    ("schema", "told"),
    [
        ({"properties": {"a": {}}, "required": ["a", "b"]}, ["/required/1"]),
        ({"items": {"properties": {"a": {}}, "required": ["b"]}}, ["/items/required/0"]),
        ({"$defs": {"d": {"items": {"properties": {"a": {}}, "required": ["b"]}}}}, ["/$defs/d/items/required/0"]),
        ({"required": ["b"], "additionalProperties": False}, ["/required/0"]),
        ({"$ref": "#/$defs/d", "required": ["b"], "additionalProperties": False}, ["/required/0"]),
        ({"$defs": {"d": {"required": ["b"], "additionalProperties": False}}}, ["/$defs/d/required/0"]),
        # it may be declared elsewhere, or be meant to be free
        ({"required": ["b"]}, []),
        ({"properties": {}, "required": ["b"]}, []),
        ({"properties": {"a": {}}, "required": ["b"], "$ref": "#/$defs/d"}, []),
        ({"properties": {"a": {}}, "required": ["b"], "if": {}, "then": {}}, []),
        ({"properties": {"a": {}}, "required": ["b"], "dependentSchemas": {"a": {}}}, []),
        ({"properties": {"a": {}}, "required": ["b"], "patternProperties": {"b": {}}}, []),
        ({"$defs": {"d": {"properties": {"a": {}}, "required": ["b"]}}}, []),
        ({"allOf": [{"properties": {"a": {"properties": {"k": {}}, "required": ["b"]}}}]}, []),
        # conditions say nothing of what must be
        ({"not": {"required": ["b"], "additionalProperties": False}}, []),
        ({"if": {"items": {"properties": {"a": {}}, "required": ["b"]}}}, []),
        # data is no schema
        ({"default": {"properties": {"a": {}}, "required": ["b"]}}, []),
        ({"properties": {"required": {"type": "array"}, "properties": {}}, "required": ["required"]}, []),
    ],
)
def test_what_is_told(schema, told):
    assert places(schema) == told


@given(
    st.sets(st.sampled_from("abc")),
    st.lists(st.sampled_from("abc"), unique=True),
    st.booleans(),
)
def test_with_a_closed_object_it_is_told_iff_nothing_is_valid(declared, required, closed):
    schema = {
        "type": "object",
        "properties": dict.fromkeys(sorted(declared), True),
        "required": required,
        **({"additionalProperties": False} if closed else {}),
    }
    validator = jsonschema_rs.validator_for(schema)
    objects = [
        {name: 1 for name, there in zip("abc", chosen, strict=True) if there} for chosen in product((0, 1), repeat=3)
    ]
    told = list(undeclared_required(schema, DRAFT_2020_12))
    assert all(item.closed is closed for item in told)
    if closed:
        assert bool(told) is not any(map(validator.is_valid, objects))


def test_deep_schemas_are_no_trouble():
    schema: Any = {"properties": {"a": {}}, "required": ["b"]}
    for _ in range(5000):
        schema = {"items": schema}
    assert len(places(schema)) == 1


@pytest.mark.real
def test_among_the_tools_of_real_servers_one_name_is_told():
    told = []
    for path in sorted(shared("real-tools").glob("*.json")):
        listed = json.loads(path.read_text(encoding="utf-8"))
        tools = listed.get("tools", []) if isinstance(listed, dict) else listed
        for tool in tools:
            told += [
                (tool["name"], at) for field in ("inputSchema", "outputSchema") for at in places(tool.get(field, {}))
            ]
    assert told == [("worker_put", "/properties/migrations/items/required/0")]
