"""What is answered is what MCP and its SDK take (docs/spec, chapter DSP)."""

import json

import jsonschema
import pytest
from mcp.types import CallToolResult, ErrorData

from schemac.dispatch.outcome import INVALID_PARAMS, Description, Refusal
from tests.dispatch.tools import refused, surface_of
from tests.shared import shared

SHOWN = {"type": "object", "properties": {"id": {"type": "string", "description": "Größe \u2028 \U0001f600"}}}
DESCRIPTION = Description("t", {"name": "t", "description": "Tells.", "inputSchema": SHOWN, "outputSchema": SHOWN})
REFUSALS = [
    refused({"properties": {"id": {"type": "string"}}, "required": ["id"]}, {}),
    refused({"properties": {"id": {"type": "string"}}}, {"id": 2**70}, errors="with_schema"),
    refused({}, [], errors="with_schema"),
    refused({}, {"a\u2028\U0001f600": 1}, unknown_arguments="reject"),
    surface_of({}).resolve("nothing\n", {}),
]


@pytest.mark.parametrize("outcome", [DESCRIPTION, *REFUSALS], ids=lambda item: type(item).__name__)
def test_the_sdk_takes_every_result(outcome):
    result = outcome.to_result()
    taken = CallToolResult.model_validate(result)
    assert taken.is_error is isinstance(outcome, Refusal)
    assert json.loads(json.dumps(result)) == result


@pytest.mark.real
@pytest.mark.parametrize("version", ["2025-06-18", "2025-11-25"])
@pytest.mark.parametrize("outcome", [DESCRIPTION, *REFUSALS], ids=lambda item: type(item).__name__)
def test_mcp_s_own_schema_takes_every_result(outcome, version):
    schema = json.loads(shared("mcp-schema", f"{version}.json").read_text(encoding="utf-8"))
    definitions = "$defs" if "$defs" in schema else "definitions"
    document = {"$schema": schema["$schema"], definitions: schema[definitions]}
    document["$ref"] = f"#/{definitions}/CallToolResult"
    jsonschema.validators.validator_for(document)(document).validate(outcome.to_result())


@pytest.mark.parametrize("outcome", REFUSALS)
def test_an_error_is_one_of_json_rpc(outcome):
    error = outcome.to_error()
    assert ErrorData.model_validate(error).code == INVALID_PARAMS == -32602
    assert error["message"] == outcome.message
    assert error["data"] == {"code": outcome.code}


def test_a_description_is_told_as_text_and_as_structured_content():
    result = DESCRIPTION.to_result()
    assert json.loads(result["content"][0]["text"]) == result["structuredContent"] == DESCRIPTION.value
    assert result["isError"] is False


def test_only_what_may_be_told_is_told():
    refusal = Refusal("tool-unknown", ("tool_name",), "There is none.", "the reason that only a log may have")
    for told in (refusal.to_json(), refusal.to_result(), refusal.to_error()):
        assert "log may have" not in json.dumps(told)
    assert refusal.to_json() == {"code": "tool-unknown", "pointer": "/tool_name", "message": "There is none."}
