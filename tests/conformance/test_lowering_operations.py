"""The operations of lowering."""

import pytest

from schemac.conformance.operations import REGISTRY, OpError
from schemac.findings import SchemacError

SCHEMA = {
    "type": "object",
    "properties": {"n": {"type": "integer", "minimum": 1}, "free": {"type": "object"}},
    "required": ["n"],
}


def test_lower_gives_schema_and_losses():
    done = REGISTRY["lower"]({"schema": SCHEMA, "target": "anthropic-strict"})
    assert done["schema"]["properties"]["free"]["type"] == "string"
    assert done["losses"] == [
        {"pointer": "/properties/free", "keyword": "type", "action": "rewritten"},
        {"pointer": "/properties/n", "keyword": "minimum", "action": "described"},
    ]


def test_losses_in_documents_say_which():
    schema = {"type": "object", "properties": {"n": {"$ref": "https://example.com/n"}}}
    documents = {"https://example.com/n": {"type": "integer", "minimum": 1}}
    done = REGISTRY["lower"]({"schema": schema, "target": "strict", "documents": documents})
    assert done["losses"] == [
        {"pointer": "/documents/https:~1~1example.com~1n", "keyword": "minimum", "action": "described"}
    ]


def test_arguments_go_out_and_come_back():
    given = {"schema": SCHEMA, "target": "openai-strict"}
    sent = REGISTRY["encode_arguments"]({**given, "arguments": {"n": 2, "free": {"a": 1}}})["arguments"]
    assert sent == {"n": 2, "free": '{"a":1}'}
    assert REGISTRY["lift_arguments"]({**given, "arguments": sent}) == {"arguments": {"n": 2, "free": {"a": 1}}}


def test_arguments_without_meaning_are_refused_where_they_stand():
    given = {"schema": SCHEMA, "target": "openai-strict", "arguments": {"n": 1, "free": "{"}}
    with pytest.raises(OpError) as caught:
        REGISTRY["lift_arguments"](given)
    assert (caught.value.code, caught.value.pointer) == ("json-text-malformed", ("free",))


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"schema": SCHEMA, "target": "nobody"}, "unknown-target"),
        ({"schema": {"type": 1}, "target": "mcp"}, "schema-invalid"),
    ],
)
def test_what_cannot_be_lowered_is_refused(given, code):
    with pytest.raises(SchemacError) as caught:
        REGISTRY["lower"](given)
    assert caught.value.findings[0].code == code
