"""Schemas are judged by their dialect's metaschema, in our own words."""

import copy
from typing import Any

import pytest

from schemac.findings import Finding
from schemac.jsonschema.keywords import DIALECTS, DRAFT_04, DRAFT_06, DRAFT_07, DRAFT_2019_09, DRAFT_2020_12
from schemac.jsonschema.metaschema import MOST, check, dialect_of
from schemac.pointer import render
from tests.shared import real_tool_files


def found(schema: Any, dialect: Any = DRAFT_2020_12) -> list[tuple[str, str]]:
    return [(item.code, render(item.pointer)) for item in check(schema, dialect)]


@pytest.mark.parametrize(
    ("named", "dialect"),
    [
        ("http://json-schema.org/draft-04/schema#", DRAFT_04),
        ("http://json-schema.org/draft-06/schema", DRAFT_06),
        ("http://json-schema.org/draft-07/schema#", DRAFT_07),
        ("https://json-schema.org/draft/2019-09/schema", DRAFT_2019_09),
        ("https://json-schema.org/draft/2020-12/schema#", DRAFT_2020_12),
    ],
)
def test_schema_names_the_dialect(named, dialect):
    assert dialect_of({"$schema": named}, DRAFT_06) is dialect
    assert dialect_of({}, DRAFT_06) is DRAFT_06
    assert dialect_of(True, DRAFT_06) is DRAFT_06


def test_a_custom_dialect_is_refused_with_the_nearest_known_one():
    refused = dialect_of({"$schema": "https://json-schema.org/draft/2020-12/shema"}, DRAFT_07, ("tools", 0))
    assert isinstance(refused, Finding)
    assert (refused.code, refused.pointer) == ("vocabulary-unsupported", ("tools", 0, "$schema"))
    assert "https://json-schema.org/draft/2020-12/schema" in refused.hint
    wrong = dialect_of({"$schema": 4}, DRAFT_07)
    assert isinstance(wrong, Finding)
    assert wrong.code == "schema-invalid"
    assert found({"$schema": "urn:x:own", "type": 5}) == [("vocabulary-unsupported", "/$schema")]


@pytest.mark.parametrize("dialect", DIALECTS.values(), ids=DIALECTS)
def test_a_violation_is_told_once_at_its_place_with_a_cause(dialect):
    schema = {"properties": {"a": {"type": "strin"}, "b": {"minLength": -1}, "c": {"items": [{"enum": 5}]}}}
    if dialect is DRAFT_2020_12:
        schema["properties"]["c"] = {"prefixItems": [{"enum": 5}]}
    before = copy.deepcopy(schema)
    items = check(schema, dialect, ("tools", 1))
    assert schema == before
    c = "prefixItems" if dialect is DRAFT_2020_12 else "items"
    assert {(item.code, render(item.pointer)): item.message for item in items} == {
        ("schema-invalid", "/tools/1/properties/a/type"): (
            f"type must be one of {TYPES}, or a list of them, and is 'strin'"
        ),
        ("schema-invalid", "/tools/1/properties/b/minLength"): "minLength must be at least 0, and is -1",
        ("schema-invalid", f"/tools/1/properties/c/{c}/0/enum"): "enum must be an array, and is a number",
    }


TYPES = "array, boolean, integer, null, number, object, string"
CAUSES = [
    (DRAFT_04, {"properties": {"a": True}}, "/properties/a", "a must be an object, and is a boolean"),
    (DRAFT_04, {"required": []}, "/required", "required must have at least 1 entry"),
    (DRAFT_04, {"exclusiveMinimum": True}, "", "the schema must have 'minimum' beside it"),
    (DRAFT_04, {"additionalItems": 5}, "/additionalItems", "additionalItems must be a schema or a boolean"),
    (DRAFT_07, {"properties": {"a": 5}}, "/properties/a", "a must be a boolean or an object, and is a number"),
    (DRAFT_07, {"required": ["a", "a"]}, "/required", "required must not hold the same entry twice"),
    (DRAFT_07, {"maximum": True}, "/maximum", "maximum must be a number, and is a boolean"),
    (DRAFT_07, {"items": 5}, "/items", "items must be a schema or a list of schemas"),
    (DRAFT_07, {"dependencies": {"a": 5}}, "/dependencies/a", "a has none of the forms that are allowed there"),
    (DRAFT_07, {"type": ["string", "text"]}, "/type/1", f"type must be one of {TYPES}, and is 'text'"),
    (DRAFT_2020_12, {"multipleOf": 0}, "/multipleOf", "multipleOf must be greater than 0, and is 0"),
    (DRAFT_2020_12, {"$anchor": "a b"}, "/$anchor", "$anchor is 'a b', which has not the form of a name"),
    (DRAFT_2020_12, {"title": None}, "/title", "title must be a string, and is null"),
    (DRAFT_2020_12, 5, "", "the schema must be a boolean or an object, and is a number"),
]


@pytest.mark.parametrize(("dialect", "schema", "at", "message"), CAUSES)
def test_causes_are_in_plain_words(dialect, schema, at, message):
    assert [(render(item.pointer), item.message) for item in check(schema, dialect)] == [(at, message)]


def test_an_integer_is_one_by_value_in_draft_04_too():
    assert found({"minLength": 1.0}, DRAFT_04) == []
    assert found({"minLength": 1.5}, DRAFT_04) == [("schema-invalid", "/minLength")]


def test_definitions_under_defs_are_judged_in_dialects_that_do_not_know_the_word():
    schema = {"$defs": {"a": {"$defs": {"b": {"type": "strin"}}}, "c": {"$defs": 5}}}
    for dialect in (DRAFT_04, DRAFT_07):
        assert sorted(found(schema, dialect)) == [
            ("schema-invalid", "/$defs/a/$defs/b/type"),
            ("schema-invalid", "/$defs/c/$defs"),
        ]


def test_a_part_in_another_dialect_is_judged_by_that_one():
    old = {
        "$schema": "http://json-schema.org/draft-04/schema#",
        "exclusiveMinimum": True,
        "minimum": 1,
        "properties": {"new": {"$schema": DRAFT_2020_12.uri, "exclusiveMinimum": True, "const": 1}},
    }
    schema = {"properties": {"old": old}, "exclusiveMinimum": 1}
    assert found(schema) == [("schema-invalid", "/properties/old/properties/new/exclusiveMinimum")]
    assert found({"properties": {"a": {"$schema": "urn:x:own", "type": 5}}}) == [
        ("schema-invalid", "/properties/a/type")
    ]


@pytest.mark.parametrize("pattern", ["[", r"a\Z", "(?P<n>a)", "(?i)a", "a{2,1}", "*", "(?#note)a"])
def test_what_is_no_ecma_262_pattern_is_told_at_its_place(pattern):
    schema = {"properties": {"a": {"pattern": pattern}}, "patternProperties": {pattern: {}}}
    assert sorted(found(schema)) == sorted(
        [
            ("pattern-invalid", render(("patternProperties", pattern))),
            ("pattern-invalid", "/properties/a/pattern"),
        ]
    )


@pytest.mark.parametrize(
    "pattern",
    ["^a$", r"^\d{3}-\w+$", r"\p{L}", r"(?<y>\d{4})", "^(?!-)a", "(?<=a)b", r"\u00e9", r"[^\/]", "[^]", ""],
)
def test_ecma_262_patterns_are_taken(pattern):
    assert found({"pattern": pattern, "patternProperties": {pattern: {}}}) == []


def test_what_cannot_be_matched_within_bounds_is_told():
    assert found({"pattern": r"(?<y>\d{4})\k<y>"}) == [("pattern-unbounded", "/pattern")]
    assert found({"pattern": r"^[\w-.]+$"}) == [("pattern-legacy", "/pattern")]


def test_a_pattern_in_data_or_called_so_is_none():
    assert found({"properties": {"pattern": {"const": {"pattern": "["}}}, "x-own": {"pattern": "["}}) == []


def test_there_are_a_few_findings_at_most():
    assert len(found({"properties": {str(n): {"type": "x"} for n in range(100)}})) == MOST
    assert len(found({"patternProperties": {f"[{n}": {} for n in range(100)}})) == MOST


def test_too_deep_a_schema_never_reaches_the_validator():
    schema: Any = {}
    for _ in range(5_000):
        schema = {"not": schema}
    assert found(schema) == [("limit-exceeded", "")]


@pytest.mark.real
@pytest.mark.parametrize("path", real_tool_files(), ids=lambda path: path.stem)
def test_real_schemas_are_valid(path):
    import json

    tools = json.loads(path.read_text())
    for tool in tools["tools"] if isinstance(tools, dict) else tools:
        for field in ("inputSchema", "outputSchema"):
            if isinstance(tool.get(field), dict):
                assert found(tool[field]) == [], tool["name"]
