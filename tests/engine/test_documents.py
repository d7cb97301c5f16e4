"""Documents of ``schemas:`` at the level of a plan, and schemas that are written in several dialects (chapter ENG)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from schemac.catalog.decisions import Decisions
from schemac.check import check
from schemac.dispatch.outcome import Resolution
from schemac.findings import SchemacError
from schemac.plan import Plan, plan
from schemac.pointer import render
from tests.engine.emitted import assert_references_resolve, assert_valid, documents

DRAFT_07 = "http://json-schema.org/draft-07/schema#"
URI = "https://example.com/money.json"


def manifest(schemas: dict[str, Any], *refs: str, **fields: Any) -> dict[str, Any]:
    tools = [
        {"name": f"tool_{index}", "inputSchema": {"type": "object", "properties": {"a": {"$ref": ref}}}}
        for index, ref in enumerate(refs)
    ]
    tools.append({"name": "ping", "inputSchema": {"type": "object"}})
    return {"schemac": 1, "schemas": schemas, "tools": tools, **fields}


def codes(value: dict[str, Any], **options: Any) -> list[tuple[str, str]]:
    """Return the errors of a manifest as ``(code, pointer)``."""
    try:
        found = plan(value, options=options).findings
    except SchemacError as refused:
        found = refused.findings
    return [(item.code, render(item.pointer)) for item in found if item.is_error]


WRONG: dict[str, tuple[Any, tuple[str, str]]] = {
    "a wrong keyword": ({"type": "strin"}, ("schema-invalid", "/schemas/urn:x:a/type")),
    "a wrong pattern": ({"pattern": "("}, ("pattern-invalid", "/schemas/urn:x:a/pattern")),
    "another dialect's form": ({"items": [{}]}, ("schema-invalid", "/schemas/urn:x:a/items")),
    "an unknown dialect": ({"$schema": "urn:own"}, ("vocabulary-unsupported", "/schemas/urn:x:a/$schema")),
}


@pytest.mark.parametrize("name", WRONG)
@pytest.mark.parametrize("refs", [(), ("urn:x:a",), ("urn:x:a", "urn:x:a#")], ids=["unused", "used", "used twice"])
def test_a_wrong_document_is_told_once_whoever_refers_to_it(name: str, refs: tuple[str, ...]):
    schema, expected = WRONG[name]
    found = codes(manifest({"urn:x:a": schema, "urn:x:b": {}}, *refs))
    assert found.count(expected) == 1
    assert {pointer for _, pointer in found if not pointer.startswith("/tools")} == {expected[1]}


def test_only_what_refers_to_a_wrong_document_is_left_out():
    value = manifest({"urn:x:a": {"type": 1}, "urn:x:b": {"type": "string"}}, "urn:x:a", "urn:x:b")
    assert codes(value) == [("schema-invalid", "/schemas/urn:x:a/type")]
    made = plan(value, options={"on_tool_error": "omit"})
    assert [tool["name"] for tool in made.compile(Decisions.granting()).tools] == ["tool_1", "ping"]


def test_so_is_what_refers_to_it_in_its_results():
    tool = {"name": "t", "inputSchema": {"type": "object"}, "outputSchema": {"type": "object", "$ref": "urn:x:a"}}
    value = {"schemac": 1, "schemas": {"urn:x:a": {"type": 1}}, "tools": [tool]}
    assert plan(value, options={"on_tool_error": "omit"}).compile(Decisions.granting()).tools == []


def test_a_document_is_checked_in_its_own_dialect():
    tuples = {"items": [{"type": "string"}]}
    assert codes(manifest({"urn:x:a": {"$schema": DRAFT_07, **tuples}})) == []
    assert codes(manifest({"urn:x:a": tuples}, dialect="draft-07")) == []


def test_every_domain_tells_of_a_document_but_a_check_only_once():
    value = manifest({"urn:x:a": {"type": 1}}, domains={"one": {}, "two": {}})
    found = [item.code for item in check(value) if item.is_error]
    assert found == ["schema-invalid"]


MIXED = manifest(
    {
        "urn:x:tuple": {
            "$schema": DRAFT_07,
            "type": "array",
            "items": [{"type": "string"}],
            "additionalItems": False,
            "definitions": {"bound": {"minimum": 3}},
        },
        "urn:x:old": {"$schema": "http://json-schema.org/draft-04/schema#", "minimum": 3, "exclusiveMinimum": True},
    },
    "urn:x:tuple",
    "urn:x:old",
)


def old(made: dict[str, Any], uri: str) -> dict[str, Any]:
    """Return the manifest with its tools in another dialect."""
    tools = [{**tool, "inputSchema": {"$schema": uri, **tool["inputSchema"]}} for tool in made["tools"]]
    return {**made, "tools": tools}


def resolves(made: Plan, tool: str, arguments: Any) -> bool:
    return isinstance(made.compile(Decisions.granting()).resolve(tool, arguments), Resolution)


@pytest.mark.parametrize("value", [MIXED, old(MIXED, "http://json-schema.org/draft-06/schema#")], ids=["new", "old"])
def test_a_schema_in_several_dialects_is_listed_and_enforced_in_one(value: dict[str, Any]):
    made = plan(value)
    surface = made.compile(Decisions.granting())
    for document in documents(surface):
        assert_valid(document)
        assert_references_resolve(document)
    assert "$schema" not in surface.tools[0]["inputSchema"]
    assert json.dumps(surface.tools[0]).count("prefixItems") == 1
    assert resolves(made, "tool_0", {"a": ["x"]})
    assert not resolves(made, "tool_0", {"a": [1]})
    assert not resolves(made, "tool_0", {"a": ["x", "y"]})
    assert resolves(made, "tool_1", {"a": 4})
    assert not resolves(made, "tool_1", {"a": 3})


def test_so_are_results():
    output = {"type": "object", "properties": {"a": {"$ref": "urn:x:tuple"}}, "required": ["a"]}
    tools = [{"name": "t", "inputSchema": {"type": "object"}, "outputSchema": output}]
    made = plan({**MIXED, "tools": tools})
    kept = made.project_output("t", Decisions.granting(), {"a": ["x"], "b": 1})
    assert getattr(kept, "value", None) == {"a": ["x"]}
    refused = made.project_output("t", Decisions.granting(), {"a": [1]})
    assert getattr(refused, "pointer", None) == ("a", 0)


def test_references_between_documents_and_back():
    schemas = {
        "https://example.com/tree.json": {"properties": {"of": {"$ref": "leaf.json#/$defs/leaf"}}, "$defs": {}},
        "https://example.com/leaf.json": {
            "$defs": {"leaf": {"properties": {"up": {"$ref": "tree.json"}, "n": {"type": "integer"}}}}
        },
    }
    made = plan(manifest(schemas, "https://example.com/tree.json"))
    assert resolves(made, "tool_0", {"a": {"of": {"up": {"of": {"n": 1}}}}})
    assert not resolves(made, "tool_0", {"a": {"of": {"up": {"of": {"n": "x"}}}}})


def test_nothing_is_fetched():
    assert codes(manifest({}, URI)) == [("ref-unresolvable", "/tools/0/inputSchema/properties/a/$ref")]
