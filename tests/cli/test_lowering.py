"""``schemac lower``, from outside."""

import json

import pytest
from typer.testing import CliRunner

from schemac.cli.app import app

SCHEMA = {"type": "object", "properties": {"n": {"type": "integer", "minimum": 1}}, "required": ["n"]}


def run(*arguments, text=None):
    return CliRunner().invoke(app, ["lower", *arguments], input=text)


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "schema.json"
    path.write_text(json.dumps(SCHEMA), encoding="utf-8")
    return str(path)


def test_the_schema_goes_to_standard_output_and_the_losses_beside_it(file):
    done = run(file, "--target", "anthropic-strict")
    assert done.exit_code == 0
    assert json.loads(done.stdout)["properties"]["n"] == {"type": "integer", "description": "Must be at least 1."}
    assert "described  /properties/n/minimum" in done.stderr


def test_a_tool_and_standard_input_will_do():
    done = run("-", "--target", "openai-strict", text=json.dumps({"name": "a", "inputSchema": SCHEMA}))
    assert json.loads(done.stdout)["additionalProperties"] is False
    assert "Nothing is lost." in done.stderr


def test_everything_as_json(file):
    done = json.loads(run(file, "--target", "anthropic-strict", "--json", "--no-explain").stdout)
    assert done["schema"]["properties"]["n"] == {"type": "integer"}
    assert [(loss["pointer"], loss["keyword"], loss["action"]) for loss in done["losses"]] == [
        ("/properties/n", "minimum", "dropped")
    ]


def test_older_drafts_are_translated_first():
    text = json.dumps(
        {
            "$schema": "http://json-schema.org/draft-07/schema#",
            "type": "object",
            "properties": {"p": {"type": "array", "items": [{"type": "string"}]}},
        }
    )
    done = run("-", "--target", "gemini-json-schema", text=text)
    assert json.loads(done.stdout)["properties"]["p"]["prefixItems"] == [{"type": "string"}]


LIST = {
    "result": {
        "tools": [
            {"name": "add", "inputSchema": {"type": "object", "properties": {"n": {"type": "integer", "minimum": 1}}}},
            {"name": "find", "inputSchema": {"type": "object", "properties": {"q": {"$ref": "#/nowhere"}}}},
            {"name": "bare"},
        ]
    }
}


def test_a_tool_of_a_list_is_chosen_by_its_name():
    one = run("-", "--target", "gemini", text=json.dumps(LIST["result"]["tools"][0]))
    for text in (LIST, LIST["result"], LIST["result"]["tools"]):
        done = run("-", "--target", "gemini", "--tool", "add", text=json.dumps(text))
        assert done.exit_code == 0
        assert done.stdout == one.stdout
    alone = run("-", "--target", "gemini", text=json.dumps(LIST["result"]["tools"][:1]))
    assert alone.stdout == one.stdout


WRONG = [
    (["-", "--target", "opneai"], json.dumps(SCHEMA), 2, "openai"),
    (["-", "--target", "openai"], "3", 2, "not an object"),
    (["-", "--target", "openai"], "[]", 2, "0 tools"),
    (["-", "--target", "openai"], '{"type": "objekt"}', 1, "<stdin>:1:10"),
    (["-", "--target", "openai"], '{"schemac": 1, "tools": []}', 2, "schemac compile --target"),
    (["-", "--target", "openai", "--tool", "a"], '{"type": "object"}', 2, "no list of tools"),
    (["-", "--target", "openai"], json.dumps(LIST), 2, "--tool NAME"),
    (["-", "--target", "openai", "--tool", "finde"], json.dumps(LIST), 2, "Did you mean"),
    (["-", "--target", "openai", "--tool", "find"], json.dumps(LIST), 1, "<stdin>:1:211"),
    (["-", "--target", "openai", "--tool", "bare"], json.dumps(LIST), 2, "inputSchema"),
    (["absent.json", "--target", "openai"], None, 2, "absent.json"),
]


@pytest.mark.parametrize(("arguments", "text", "status", "said"), WRONG)
def test_what_cannot_be_lowered_is_told(arguments, text, status, said):
    done = run(*arguments, text=text)
    assert done.exit_code == status
    assert said in done.output
