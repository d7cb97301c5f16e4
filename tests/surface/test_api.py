"""Listings in the wire form of an API, ready to be put into a request."""

import pytest

from schemac.catalog.decisions import NOTHING
from schemac.findings import SchemacError
from schemac.plan import plan

FIND = {
    "type": "object",
    "properties": {"text": {"type": "string"}, "most": {"type": "integer"}},
    "required": ["text"],
}
TOOLS = [
    {"name": "find", "title": "Find", "description": "Find notes.", "inputSchema": FIND, "verb": "query"},
    {"name": "ping", "inputSchema": {"type": "object"}},
]


def surface(target, tools=TOOLS, **options):
    return plan({"schemac": 1, "domains": {"d": {"target": target, **options}}, "tools": tools}).compile(NOTHING)


CLOSED = {"additionalProperties": False}
FIND_STRICT = {
    "type": "object",
    "properties": {"text": {"type": "string"}, "most": {"type": ["integer", "null"]}},
    "required": ["text", "most"],
    **CLOSED,
}
EMPTY = {"type": "object", "properties": {}}
EMPTY_STRICT = {"type": "object", "properties": {}, "required": [], **CLOSED}


def function(strict, name, schema, **described):
    return {"type": "function", "function": {"name": name, **described, "parameters": schema, "strict": strict}}


FIND_SAID = {"description": "Find notes."}

FORMS = {
    "openai": {"tools": [function(False, "find", FIND, **FIND_SAID), function(False, "ping", EMPTY)]},
    "openai-strict": {
        "tools": [function(True, "find", FIND_STRICT, **FIND_SAID), function(True, "ping", EMPTY_STRICT)]
    },
    "anthropic": {
        "tools": [
            {"name": "find", "description": "Find notes.", "input_schema": FIND},
            {"name": "ping", "input_schema": {"type": "object"}},
        ]
    },
    "anthropic-strict": {
        "tools": [
            {"name": "find", "description": "Find notes.", "input_schema": {**FIND, **CLOSED}, "strict": True},
            {"name": "ping", "input_schema": {"type": "object", "properties": {}, **CLOSED}, "strict": True},
        ]
    },
    "gemini": {
        "tools": [
            {
                "functionDeclarations": [
                    {"name": "find", "description": "Find notes.", "parameters": FIND},
                    {"name": "ping"},
                ]
            }
        ]
    },
    "gemini-json-schema": {
        "tools": [
            {
                "functionDeclarations": [
                    {"name": "find", "description": "Find notes.", "parametersJsonSchema": FIND},
                    {"name": "ping", "parametersJsonSchema": {**EMPTY, **CLOSED}},
                ]
            }
        ]
    },
    "bedrock": {
        "toolConfig": {
            "tools": [
                {"toolSpec": {"name": "find", "description": "Find notes.", "inputSchema": {"json": FIND}}},
                {"toolSpec": {"name": "ping", "inputSchema": {"json": {"type": "object"}}}},
            ]
        }
    },
}


@pytest.mark.parametrize("target", FORMS)
def test_a_listing_in_the_form_of_its_api(target):
    assert surface(target).for_api() == FORMS[target]


@pytest.mark.parametrize("target", ["mcp", "strict", "vscode", "cursor", "claude-code"])
def test_readers_of_mcp_get_the_result_of_tools_list(target):
    made = surface(target)
    assert made.for_api() == {"tools": made.tools}


def grouped(target, strategy, **options):
    tools = [{**tool, "group": "notes"} for tool in TOOLS]
    return surface(target, tools, group_by="group", strategy=strategy, **options)


def test_a_form_without_meta_cannot_carry_schemas_there():
    with pytest.raises(SchemacError) as caught:
        grouped("openai-strict", "vendor_extension").for_api()
    (said,) = caught.value.findings
    assert said.code == "schemas-unreachable"
    assert "lazy" in (said.hint or "")
    assert "discriminated_union" in (said.hint or "")
    with pytest.raises(SchemacError):
        grouped("anthropic", "vendor_extension", schemas_in="meta").for_api()


def test_other_strategies_and_tools_alone_can_be_carried():
    for strategy in ("discriminated_union", "lazy", "merged"):
        assert "notes_tools" in str(grouped("openai-strict", strategy).for_api())
    assert surface("openai-strict", schemas_in="meta").for_api() == FORMS["openai-strict"]
    carried = grouped("anthropic", "vendor_extension").for_api()
    assert "x-tool-input-schemas" in carried["tools"][0]["input_schema"]


def test_meta_is_carried_by_the_form_of_mcp():
    (facade,) = grouped("strict", "vendor_extension").for_api()["tools"]
    assert list(facade["_meta"]["tool-input-schemas"]) == ["find", "ping"]
    assert "x-tool-input-schemas" not in facade["inputSchema"]


def test_hints_and_titles_have_no_place_in_a_request():
    assert "readOnlyHint" in str(surface("openai").tools)
    assert "readOnlyHint" not in str(surface("openai").for_api())
