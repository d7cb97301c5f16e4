"""What linking never visits is found, the outermost parts of it, and nothing else."""

from typing import Any

import pytest

from schemac.jsonschema.dead import dead_places
from schemac.jsonschema.keywords import DRAFT_07, DRAFT_2019_09, DRAFT_2020_12
from schemac.jsonschema.link import link
from schemac.pointer import lookup, render


def dead(schema: Any, dialect: Any = DRAFT_2020_12) -> list[str]:
    places = list(dead_places(schema, link(schema, dialect=dialect)))
    for pointer, value in places:
        assert lookup(schema, pointer) is value
    return [render(pointer) for pointer, _ in places]


def test_a_schema_whose_every_part_counts_has_none():
    schema = {
        "type": ["object", "null"],
        "required": ["a"],
        "dependentRequired": {"x-requires": ["b"]},
        "properties": {"a": {"enum": [{"x-requires": "data"}]}, "b": {"$ref": "#/$defs/b"}, "enum": {"items": True}},
        "allOf": [{"if": {}, "then": {"const": {"x-requires": "data"}}}],
        "examples": [{"x-requires": "data"}],
        "default": {"x-requires": "data"},
        "x-requires": {"any": ["p", "q"]},
        "$defs": {"b": {"title": "B"}},
    }
    assert dead(schema) == []


def test_values_of_unknown_keywords():
    assert dead({"x-ui": {"x-requires": "p"}, "properties": {"a": {"Items": [{}], "x-note": "text"}}}) == [
        "/x-ui",
        "/properties/a/Items",
    ]


def test_keywords_of_other_dialects_are_unknown():
    schema = {"prefixItems": [{}], "dependentSchemas": {"a": {}}, "items": [{}], "additionalItems": {}}
    assert dead(schema, DRAFT_07) == ["/prefixItems", "/dependentSchemas"]
    assert dead({"additionalItems": {}, "dependencies": {"a": {"x-requires": "p"}, "x-requires": ["b"]}}) == [
        "/additionalItems",
        "/dependencies/a",
    ]


def test_definitions_that_nothing_reaches():
    schema = {
        "$ref": "#/$defs/a",
        "$defs": {"a": {"$defs": {"inner": {}}}, "b": {"items": {"$ref": "#/$defs/c"}}, "c": {}},
        "definitions": {"d": {}},
    }
    assert dead(schema) == ["/$defs/b", "/$defs/c", "/definitions/d", "/$defs/a/$defs/inner"]


def test_subschemas_beside_a_reference_before_2019_09():
    schema = {
        "properties": {
            "a": {"$ref": "#/definitions/t", "properties": {"b": {}}, "allOf": [{}], "title": "T", "not": {}}
        },
        "definitions": {"t": {}},
    }
    a = "/properties/a"
    assert dead(schema, DRAFT_07) == [f"{a}/properties/b", f"{a}/allOf/0", f"{a}/not"]
    assert dead(schema, DRAFT_2019_09) == []


def test_around_a_part_that_is_reached_the_rest_is_dead_but_the_gates_on_the_way():
    schema = {
        "items": {"$ref": "#/$defs/a/properties/b/items"},
        "$defs": {
            "a": {
                "x-requires": {"all": ["p"]},
                "properties": {"b": {"items": {"x-own": {}}, "x-requires": ["q"], "not": {}}, "c": {}},
                "anyOf": [{}],
            }
        },
    }
    assert link(schema).definitions["#/$defs/a/properties/b/items"].gates == ({"all": ["p"]}, ["q"])
    a = "/$defs/a"
    assert dead(schema) == [
        f"{a}/properties/b/not",
        f"{a}/properties/c",
        f"{a}/anyOf",
        f"{a}/properties/b/items/x-own",
    ]


def test_a_part_in_another_dialect_is_read_in_that_one():
    old = {"$schema": DRAFT_07.uri, "items": [{}], "prefixItems": [{}]}
    assert dead({"properties": {"a": old}}) == ["/properties/a/prefixItems"]


@pytest.mark.parametrize("schema", [True, False, {}])
def test_the_smallest_schemas_have_none(schema):
    assert dead(schema) == []
