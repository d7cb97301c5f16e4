"""What the reference's operations answer, and that every answer has the published shape."""

import hashlib
import json
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from schemac.conformance import port, wire
from schemac.conformance.corpus import locate
from schemac.conformance.operations import REGISTRY
from schemac.values import JsonObject

MESSAGES = wire.read((locate() / "protocol.schema.json").read_text(encoding="utf-8"), wire.as_double)

MANIFEST: JsonObject = {
    "schemac": 1,
    "domains": {"default": {"group_by": "group", "page_size": 1}},
    "tools": [
        {"name": "list_orders", "inputSchema": {"type": "object"}, "group": "orders", "requires": "view_orders"},
        {"name": "ping", "inputSchema": {"type": "object"}, "expose": "flat"},
        {"name": "pong", "inputSchema": {"type": "object"}, "expose": "flat", "description": "Answers."},
    ],
}
VIEWER: JsonObject = {"grants": ["view_orders"]}


def ask(op: str, **members: Any) -> Any:
    """Return the result, whose shape is that of the protocol, or ``(code, pointer)`` of the error."""
    line = json.dumps({"id": 1, "op": op, "input": members}).encode()
    answer = json.loads(port.reply(line))
    if "error" in answer:
        return answer["error"]["code"], answer["error"]["pointer"]
    for name, value in (("input", members), ("result", answer["result"])):
        schema = {"$ref": f"#/$defs/{op}:{name}", "$defs": MESSAGES["$defs"]}
        jsonschema_rs.validate(schema, value)
    return answer["result"]


def test_compile_gives_what_the_caller_sees():
    names = [tool["name"] for tool in ask("compile", manifest=MANIFEST, decisions=VIEWER)["tools"]]
    assert names == ["orders_tools", "ping", "pong"]
    assert [tool["name"] for tool in ask("compile", manifest=MANIFEST)["tools"]] == ["ping", "pong"]


def test_options_override_those_of_the_domain():
    found = ask("compile", manifest=MANIFEST, decisions=VIEWER, options={"group_by": "none"})
    assert [tool["name"] for tool in found["tools"]] == ["list_orders", "ping", "pong"]


def test_diagnostics_of_a_surface_point_into_it():
    meta = {"name": "x", "inputSchema": {"type": "object"}, "group": "g", "_meta": {"a": 1}}
    manifest = {**MANIFEST, "tools": [*MANIFEST["tools"], meta]}
    found = ask("compile", manifest=manifest)["diagnostics"]
    assert [item["code"] for item in found] == ["facade-loses-meta"]
    assert found[0]["pointer"].startswith("/tools/0")


def test_diagnostics_of_a_surface_are_in_order_and_stand_once():
    tool = {"inputSchema": {"type": "object"}, "group": "g", "_meta": {"a": 1}}
    tools = [
        {"name": "a", **tool},
        {"name": "b", **tool, "outputSchema": {"type": "object"}, "execution": {"taskSupport": "required"}},
    ]
    found = ask("compile", manifest={**MANIFEST, "tools": tools})["diagnostics"]
    codes = ["facade-loses-meta", "facade-loses-output-schema", "facade-loses-task-support"]
    assert [(item["code"], item["pointer"]) for item in found] == [(code, "/tools/0") for code in codes]


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"manifest": []}, ("manifest-not-object", "")),
        ({"manifest": {"schemac": 2}}, ("manifest-version", "/schemac")),
        ({"options": {"group_by": "colour"}}, ("option-value", "/options/group_by")),
        ({"decisions": {"predicates": {"a": 1}}}, ("decisions-malformed", "/decisions/predicates/a")),
        ({"domain": 1}, ("invalid-input", "/domain")),
        ({"options": []}, ("invalid-input", "/options")),
    ],
)
@pytest.mark.parametrize("op", ["compile", "bytes", "cache_key"])
def test_what_cannot_be_compiled_is_refused_where_it_is_wrong(op, changes, error):
    assert ask(op, **({"manifest": MANIFEST} | changes)) == error


def test_bytes_are_those_of_the_tools_in_their_order():
    tools = ask("compile", manifest=MANIFEST, decisions=VIEWER)["tools"]
    text = json.dumps({"tools": tools}, separators=(",", ":"), ensure_ascii=False)
    assert ask("bytes", manifest=MANIFEST, decisions=VIEWER) == {"sha256": hashlib.sha256(text.encode()).hexdigest()}


def test_list_result_comes_in_pages():
    first = ask("list_result", manifest=MANIFEST, protocol="2025-11-25")
    assert [tool["name"] for tool in first["tools"]] == ["ping"]
    second = ask("list_result", manifest=MANIFEST, protocol="2025-11-25", cursor=first["nextCursor"])
    assert [tool["name"] for tool in second["tools"]] == ["pong"]
    assert "nextCursor" not in second
    assert ask("list_result", manifest=MANIFEST, protocol="2025-11-25", cursor="x") == ("cursor-invalid", "/cursor")
    assert ask("list_result", manifest=MANIFEST, protocol="1999")[0] == "protocol-unknown"
    assert ask("list_result", manifest=MANIFEST, protocol=1) == ("invalid-input", "/protocol")


def test_list_filters_and_counts():
    found = ask("list", manifest=MANIFEST, decisions=VIEWER, group="orders", limit=5, offset=0)
    assert [tool["name"] for tool in found["tools"]] == ["list_orders"]
    assert found["total"] == 1
    assert found["groups"] == [{"group": "orders", "total": 1}, {"group": None, "total": 2}]
    assert ask("list", manifest=MANIFEST, filter="ANSWERS")["total"] == 1
    assert ask("list", manifest=MANIFEST, limit=0) == ("listing-parameter", "/limit")


def test_cache_key_tells_all_that_it_is_made_of():
    found = ask(
        "cache_key", manifest=MANIFEST, decisions={"grants": ["view_orders", "other"], "tools": {"ping": False}}
    )
    assert found["vocabulary"] == {
        "predicates": ["view_orders"],
        "tools": ["list_orders", "ping", "pong"],
        "values": [],
    }
    assert found["vector"] == {
        "predicates": {"view_orders": True},
        "tools": {"list_orders": True, "ping": False, "pong": True},
        "values": {},
    }
    made_of = [1, "default", found["defs_digest"], found["vector"]]
    assert ask("digest", value=made_of) == {"sha256": found["key"]}


def test_check_says_everything_at_once():
    manifest = {"schemac": 1, "tools": [{"name": "a b", "inputSchema": {}}, {"name": "c"}]}
    found = ask("check", manifest=manifest)["diagnostics"]
    assert {"code": "name-invalid", "severity": "error", "pointer": "/tools/0/name"} in found
    assert {"code": "input-schema-missing", "severity": "error", "pointer": "/tools/1"} in found


@pytest.mark.parametrize(
    ("descriptor", "valid", "said"),
    [
        ({"name": "a", "inputSchema": {"type": "object"}}, True, []),
        ({"name": "a", "inputSchema": {"type": "object"}, "group": "a/b"}, True, []),
        ({"name": "a", "inputSchema": {"type": "object"}, "group": "a/"}, False, [("group-invalid", "/group")]),
        ({"name": "a", "inputSchema": {}}, True, [("root-type-added", "/inputSchema")]),
        ({"name": "a", "inputSchema": {"type": "object"}, "domains": ["admin"]}, True, []),
        ({"inputSchema": {"type": "object"}}, False, [("name-missing", "")]),
    ],
)
def test_a_descriptor_is_judged_by_itself(descriptor, valid, said):
    found = ask("validate_descriptor", descriptor=descriptor)
    assert found["valid"] is valid
    assert [(item["code"], item["pointer"]) for item in found["diagnostics"]] == said


def test_a_descriptor_that_is_no_object_is_invalid():
    found = ask("validate_descriptor", descriptor=[1])
    assert found["valid"] is False
    assert found["diagnostics"][0]["pointer"] == ""


MONEY = {"$ref": "#/$defs/Money", "$defs": {"Money": {"type": "integer"}}}


def test_embed_moves_schemas_into_one_document():
    document = ask("embed", schemas={"a": MONEY, "b": {"$ref": "urn:m"}}, documents={"urn:m": {"type": "string"}})[
        "document"
    ]
    accepts = jsonschema_rs.validator_for(document).is_valid
    assert accepts({"a": 1, "b": "x"})
    assert not accepts({"a": "x"})
    assert not accepts({"b": 1})
    assert "$schema" not in document


@pytest.mark.parametrize("dialect", ["draft-04", "draft-06", "draft-07", "2019-09"])
def test_a_document_in_another_dialect_says_which(dialect):
    document = ask("embed", schemas={"a": {"items": [{"type": "integer"}]}}, dialect=dialect)["document"]
    accepts = jsonschema_rs.validator_for(document).is_valid
    assert accepts({"a": [1, "x"]})
    assert not accepts({"a": ["x"]})


def test_what_a_document_s_dialect_cannot_say_is_refused():
    later = {"$schema": "https://json-schema.org/draft/2020-12/schema", "propertyNames": {"maxLength": 1}}
    error = ("translation-inexact", "/schemas/a")
    assert ask("embed", schemas={"a": later}, dialect="draft-04") == error
    assert ask("embed", schemas={"a": later}, dialect="draft-06") == error
    assert "document" in ask("embed", schemas={"a": later}, dialect="draft-07")


@pytest.mark.parametrize(
    ("members", "error"),
    [
        ({"schemas": {"a": {"type": 5}}}, ("schema-invalid", "/schemas/a/type")),
        ({"schemas": {"a": {"$ref": "#/nowhere"}}}, ("ref-unresolvable", "/schemas/a/$ref")),
        ({"schemas": {}, "dialect": "draft-03"}, ("invalid-input", "/dialect")),
        ({"schemas": []}, ("invalid-input", "/schemas")),
        ({"schemas": {}, "documents": []}, ("invalid-input", "/documents")),
    ],
)
def test_a_schema_that_cannot_be_embedded_is_refused_where_it_is_wrong(members, error):
    assert ask("embed", **members) == error


def test_translate_tells_what_it_lost():
    exact = ask("translate", schema={"const": 1}, to="draft-04")
    assert exact == {
        "schema": {"$schema": "http://json-schema.org/draft-04/schema#", "enum": [1]},
        "exact": True,
        "losses": [],
    }
    lossy = ask("translate", schema={"properties": {"a": {"propertyNames": {"maxLength": 1}}}}, to="draft-04")
    assert lossy["exact"] is False
    assert lossy["losses"] == [{"pointer": "/properties/a/propertyNames", "keyword": "maxLength"}]


def test_a_loss_in_a_document_points_there():
    found = ask(
        "translate",
        schema={"$ref": "urn:m"},
        to="draft-04",
        documents={"urn:m": {"items": {"propertyNames": {"maxLength": 1}}}},
    )
    assert found["losses"] == [{"pointer": "/documents/urn:m/items/propertyNames", "keyword": "maxLength"}]


def test_translate_takes_the_dialect_of_the_source():
    found = ask("translate", schema={"maximum": 5, "exclusiveMaximum": True}, **{"from": "draft-04"}, to="2020-12")
    assert found == {"schema": {"exclusiveMaximum": 5}, "exact": True, "losses": []}
    assert ask("translate", schema={}, to="2019-09") == ("invalid-input", "/to")


GATED = {"properties": {"id": {"type": "string"}, "force": {"type": "boolean", "x-requires": "admin"}}}


def test_prune_gives_what_is_shown_and_what_is_enforced():
    closed = ask("prune", schema=GATED, decisions={})
    assert closed["shown"] == {"properties": {"id": {"type": "string"}}}
    assert closed["enforced"]["properties"]["force"] is False
    opened = ask("prune", schema=GATED, decisions={"grants": ["admin"]})
    assert opened["shown"] == opened["enforced"]
    assert opened["shown"]["properties"]["force"] == {"type": "boolean"}


def test_a_schema_whose_root_is_gated_is_removed():
    assert ask("prune", schema={"x-requires": "admin"}, decisions={}) == {"removed": True}


def test_prune_refuses_a_gate_where_none_may_be():
    schema = {"not": {"x-requires": "admin"}}
    assert ask("prune", schema=schema, decisions={})[0] == "gate-not-allowed-here"
    assert ask("prune", schema={}, decisions=[]) == ("decisions-malformed", "/decisions")


def test_what_is_pruned_names_its_dialect():
    found = ask("prune", schema=GATED, decisions={}, dialect="draft-04")
    assert found["shown"]["$schema"] == "http://json-schema.org/draft-04/schema#"
    assert found["enforced"]["properties"]["force"] == {"not": {}}


CALLED: JsonObject = {
    "schemac": 1,
    "domains": {"default": {"group_by": "group", "strategy": "lazy"}},
    "tools": [
        {
            "name": "a",
            "group": "g",
            "inputSchema": {"type": "object", "properties": {"ids": {"type": "array", "items": {"type": "integer"}}}},
            "outputSchema": {"type": "object", "properties": {"n": {"type": "integer"}}},
        }
    ],
}


def test_a_call_of_a_facade_comes_back_to_the_tool_with_what_was_changed():
    arguments = {"tool_name": "a", "arguments": {"ids": "[1]", "x": 1}}
    found = ask("resolve", manifest=CALLED, call={"name": "g_tools", "arguments": arguments})
    assert found == {
        "tool": "a",
        "arguments": {"ids": [1]},
        "coerced": ["/arguments/ids"],
        "stripped": ["/arguments/x"],
    }
    described = ask("resolve", manifest=CALLED, call={"name": "g_tools_describe", "arguments": {"tool_name": "a"}})
    assert described["description"]["name"] == "a"
    unknown = ask("resolve", manifest=CALLED, call={"name": "g_tools", "arguments": {"tool_name": "b"}})
    assert unknown == ("tool-unknown", "/tool_name")


def test_encode_gives_the_call_that_resolves_to_a_tool():
    found = ask("encode", manifest=CALLED, call={"tool": "a", "arguments": {"ids": [1]}})
    assert found == {"name": "g_tools", "arguments": {"tool_name": "a", "arguments": {"ids": [1]}}}
    assert ask("resolve", manifest=CALLED, call=found)["arguments"] == {"ids": [1]}


def test_a_result_is_projected_to_what_the_caller_may_see():
    assert ask("project_output", manifest=CALLED, tool="a", value={"n": 1, "x": 2}) == {"value": {"n": 1}}


SCHEMA = {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}


def test_a_descriptor_has_a_signature():
    assert ask("signature", descriptor={"name": "f", "inputSchema": SCHEMA}) == {"signature": "f(a: string)"}


def test_a_schema_is_lowered_and_arguments_go_out_and_back():
    lowered = ask("lower", schema=SCHEMA, target="openai-strict")
    assert lowered["schema"] == {**SCHEMA, "additionalProperties": False}
    assert lowered["losses"] == []
    sent = ask("encode_arguments", schema=SCHEMA, target="openai-strict", arguments={"a": "x"})
    assert ask("lift_arguments", schema=SCHEMA, target="openai-strict", **sent) == {"arguments": {"a": "x"}}


def test_every_operation_of_the_registry_is_tried_here():
    tried = {"hello", "load"}  # see test_port.py and the corpus
    text = Path(__file__).read_text(encoding="utf-8")
    assert [op for op in REGISTRY if op not in tried and f'"{op}"' not in text] == []
