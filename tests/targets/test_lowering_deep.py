"""Schemas that nest as deep as a manifest may: lowering never breaks, and its law holds."""

from typing import Any

import pytest

from schemac.catalog.decisions import Decisions
from schemac.jsonschema.limits import MAX_DEFINITIONS
from schemac.plan import plan
from schemac.targets.lowering import lower
from schemac.targets.passes.budget import MOST_LEVELS
from schemac.targets.registry import TARGETS
from tests.targets.law import Law

DEEPEST = 250
"""JSON nests at most 256 levels; a few are taken by what stands around."""

FORMS = {
    "items": (1, lambda schema: {"type": "array", "items": schema}, lambda value: [value]),
    "items with a condition": (
        1,
        lambda schema: {"type": "array", "items": schema, "contains": {}},
        lambda value: [value],
    ),
    "map": (1, lambda schema: {"type": "object", "additionalProperties": schema}, lambda value: {"k": value}),
    "not": (1, lambda schema: {"not": schema}, None),
    "properties": (2, lambda schema: {"type": "object", "properties": {"a": schema}}, lambda value: {"a": value}),
    "tuple": (2, lambda schema: {"type": "array", "prefixItems": [schema]}, lambda value: [value]),
    "pattern": (2, lambda schema: {"type": "object", "patternProperties": {"^x": schema}}, lambda value: {"x": value}),
    "union with null": (2, lambda schema: {"anyOf": [schema, {"type": "null"}]}, lambda value: value),
    "conjunction": (2, lambda schema: {"allOf": [schema]}, lambda value: value),
    "union of objects": (
        4,
        lambda schema: {
            "anyOf": [{"type": "object", "properties": {"a": schema}, "required": ["a"]}, {"type": "string"}]
        },
        lambda value: {"a": value},
    ),
}


def deep(form, levels):
    """A schema that nests so many levels of JSON in one form, and a value for it."""
    each, around, given = FORMS[form]
    schema: Any = {"type": "string"}
    value: Any = "x"
    for _ in range(levels // each):
        schema = around(schema)
        value = value if given is None else given(value)
    return {"type": "object", "properties": {"p": schema}, "required": ["p"]}, {"p": value}


@pytest.mark.parametrize("name", TARGETS)
@pytest.mark.parametrize("form", FORMS)
def test_the_deepest_schema_there_may_be_is_lowered(form, name):
    schema, _ = deep(form, DEEPEST)
    found = lower(schema, TARGETS[name].schema)
    assert found.schema["type"] == "object"
    assert "p" in found.schema["properties"]


@pytest.mark.parametrize("name", TARGETS)
@pytest.mark.parametrize("form", [form for form, (_, _, given) in FORMS.items() if given is not None])
def test_the_law_holds_below_the_deepest_level_that_is_written_out(form, name):
    schema, value = deep(form, MOST_LEVELS + 20)
    law = Law(schema, name)
    assert law.accepts(value)
    assert law.broken(value) is None


def test_what_lies_too_deep_for_any_target_is_json_text():
    schema, value = deep("items", MOST_LEVELS + 10)
    form = lower(schema, TARGETS["anthropic-strict"].schema)
    assert [loss.action for loss in form.losses] == ["rewritten"]
    sent = form.codec.encode(value)
    levels = 0
    while isinstance(sent := sent["p"] if isinstance(sent, dict) else sent[0], list):
        levels += 1
    assert levels < MOST_LEVELS
    assert sent.startswith("[[")


def test_a_facade_may_be_larger_than_any_schema_in_it():
    """The limits are those of what is authored: a plan that was built gives a surface to every caller."""
    most = MAX_DEFINITIONS // 2

    def tool(name):
        chain = {
            f"{name}{at}": {"type": "object", "properties": {"next": {"$ref": f"#/$defs/{name}{at + 1}"}}}
            for at in range(most)
        }
        root = {"type": "object", "properties": {"first": {"$ref": f"#/$defs/{name}0"}}}
        return {"name": name, "group": "g", "inputSchema": {**root, "$defs": {**chain, f"{name}{most}": {"const": 1}}}}

    domain = {"group_by": "group", "strategy": "discriminated_union", "target": "openai-strict"}
    made = plan({"schemac": 1, "domains": {"default": domain}, "tools": [tool(name) for name in "abc"]})
    (facade,) = made.compile(Decisions()).tools
    assert len(facade["inputSchema"]["$defs"]) > MAX_DEFINITIONS
