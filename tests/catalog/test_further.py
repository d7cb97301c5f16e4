"""One run tells everything: an error in a schema hides no other, and brings none that is only its consequence."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemac import check
from schemac.pointer import render
from tests.jsonschema.gated_schemas import Author


def found(schema: dict[str, Any], **more: Any) -> list[tuple[str, str]]:
    tool = {"name": "a", "inputSchema": {"type": "object", **schema}, **more}
    return [(item.code, render(item.pointer[2:])) for item in check({"schemac": 1, "tools": [tool]})]


def test_metaschema_references_and_gates_are_told_together():
    schema = {
        "properties": {
            "a": {"type": "strin"},
            "b": {"$ref": "#/$defs/nope"},
            "c": {"x-require": "p"},
            "d": {"x-requires": []},
        },
        "not": {"x-requires": "p"},
    }
    assert found(schema) == [
        ("gate-not-allowed-here", "/inputSchema/not/x-requires"),
        ("schema-invalid", "/inputSchema/properties/a/type"),
        ("ref-unresolvable", "/inputSchema/properties/b/$ref"),
        ("gate-misspelled", "/inputSchema/properties/c/x-require"),
        ("gate-empty", "/inputSchema/properties/d/x-requires"),
    ]


@pytest.mark.parametrize(
    ("schema", "told"),
    [
        # a reference to what had to be passed over
        ({"properties": {"a": {"items": 5}, "b": {"$ref": "#/properties/a/items"}}}, []),
        ({"properties": {"a": 5, "b": {"$ref": "#/properties/a"}}}, []),
        ({"$defs": {"d": {"$anchor": "x", "type": 5}}, "properties": {"b": {"$ref": "#x"}}}, []),
        ({"$defs": {"d": {"$anchor": 5, "$id": "u"}}, "properties": {"b": {"$ref": "#x"}}}, []),
        # a gate that only that reference reaches
        ({"properties": [{"$ref": "#/$defs/g"}], "$defs": {"g": {"x-requires": "p"}}}, []),
        ({"$ref": 5, "$defs": {"g": {"x-requires": "p"}}}, []),
        # one that leads nowhere in any case
        ({"properties": {"a": 5, "b": {"$ref": "#/$defs/z"}}}, ["ref-unresolvable"]),
        ({"required": "a", "properties": {"b": {"$ref": "#z"}}}, ["ref-unresolvable"]),
        ({"required": "a", "$defs": {"g": {"x-requires": "p"}}}, ["gate-dead"]),
        # a pattern that is a name
        ({"patternProperties": {"(": {}, "b": {}}, "properties": {"c": {"x-requires": None}}}, ["gate-empty"]),
        # what stands within what is wrong is not looked at
        ({"properties": {"a": {"items": "x", "type": 3}}}, []),
    ],
)
def test_consequences_are_not_told(schema, told):
    more = [code for code, _ in found(schema) if code not in ("schema-invalid", "pattern-invalid")]
    assert len(more) < len(found(schema))
    assert more == told


def test_gates_are_told_beside_a_reference_that_leads_nowhere():
    schema = {
        "properties": {"b": {"$ref": "#/$defs/nope"}, "d": {"x-requires": []}},
        "$defs": {"u": {"x-requires": "q"}},
    }
    assert [code for code, _ in found(schema)] == ["ref-unresolvable", "gate-empty"]


def test_a_schema_of_an_unknown_dialect_is_not_guessed_at():
    assert [code for code, _ in found({"$schema": "https://a.example/", "$ref": "#/no"})] == ["vocabulary-unsupported"]


def test_schemas_of_a_tool_with_another_error_are_looked_at():
    wrong = {"properties": {"a": {"type": "strin"}}}
    assert found(wrong, timeout_ms=-1, outputSchema={"$ref": "#/no"}) == [
        ("schema-invalid", "/inputSchema/properties/a/type"),
        ("ref-unresolvable", "/outputSchema/$ref"),
        ("timeout-invalid", "/timeout_ms"),
    ]
    assert [code for code, _ in found({"type": "strin"}, verb="x")] == ["root-type-not-object", "field-value"]
    assert [code for code, _ in found(wrong, outputSchema=True)] == ["schema-not-object"]


def test_common_fields_count_for_a_tool_with_another_error():
    manifest = {
        "schemac": 1,
        "domains": {"default": {"group_by": "namespace"}},
        "groups": {"n": {"common": {"properties": {"x": {}}, "$defs": {"d": {}}}}},
        "tools": [{"name": "n.a", "verb": "x", "inputSchema": {"properties": {"y": {"$ref": "#/$defs/d"}}}}],
    }
    assert [item.code for item in check(manifest) if item.is_error] == ["field-value"]


SPOILED = st.sampled_from(
    [{"type": "strin"}, {"$ref": "#/$defs/none"}, {"$ref": 5}, 5, {"properties": []}, {"pattern": "("}, {"items": [3]}]
)


@given(st.integers(0, 2**32), st.lists(st.tuples(st.integers(0, 30), SPOILED), min_size=1, max_size=3))
def test_a_spoiled_schema_is_refused_whatever_stands_around_it(seed, spoils):
    schema = Author(Random(seed)).document()
    properties = dict(schema.get("properties", {}))
    for number, spoil in spoils:
        properties[f"spoiled{number}"] = spoil
    told = found({**schema, "properties": properties})
    places = {f"/inputSchema/properties/spoiled{number}" for number, _ in spoils}
    # the sound schema refuses nothing, and what was sound in it is still not refused
    assert [code for code, _ in found(schema) if code in ("schema-invalid", "ref-unresolvable")] == []
    wrong = [at for code, at in told if code in ("schema-invalid", "ref-unresolvable", "pattern-invalid")]
    assert wrong
    assert all(any(at.startswith(place) for place in places) for at in wrong)
