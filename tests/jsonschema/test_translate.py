"""What becomes of each keyword, member by member; :mod:`test_translate_cases` has the verdicts."""

import json

import pytest

from schemac.jsonschema.codec import Action
from schemac.jsonschema.keywords import DIALECTS, DRAFT_04, DRAFT_07, DRAFT_2020_12
from schemac.jsonschema.module import ROOT, Definition, Module, Origin
from schemac.jsonschema.translate import translate
from schemac.pointer import Pointer
from schemac.values import Json, Schema
from tests.jsonschema.translation import Validators, document, module, places

TYPE = {"type": "string"}
LOSSY = {"allOf": [{}], "unevaluatedProperties": False}  # nothing before 2019-09 can say it

EXACT = [
    # bounds: the stronger one is kept
    ("draft-04", "draft-07", {"minimum": 3, "exclusiveMinimum": True, "x": 0}, {"exclusiveMinimum": 3, "x": 0}),
    ("draft-04", "2020-12", {"exclusiveMaximum": True, "x": 0, "maximum": 3}, {"exclusiveMaximum": 3, "x": 0}),
    ("draft-04", "2020-12", {"minimum": 3, "exclusiveMinimum": False}, {"minimum": 3}),
    ("draft-04", "2020-12", {"exclusiveMinimum": True}, {}),
    ("draft-07", "draft-04", {"exclusiveMinimum": 3, "x": 0}, {"minimum": 3, "exclusiveMinimum": True, "x": 0}),
    ("draft-07", "draft-04", {"minimum": 3, "exclusiveMinimum": 3}, {"minimum": 3, "exclusiveMinimum": True}),
    ("draft-07", "draft-04", {"minimum": 3, "exclusiveMinimum": 5}, {"minimum": 5, "exclusiveMinimum": True}),
    ("draft-07", "draft-04", {"exclusiveMinimum": 2, "minimum": 3}, {"minimum": 3}),
    ("2020-12", "draft-04", {"exclusiveMaximum": 2, "maximum": 3}, {"exclusiveMaximum": True, "maximum": 2}),
    ("2020-12", "draft-04", {"exclusiveMaximum": 4, "maximum": 3.5}, {"maximum": 3.5}),
    # values, names and counts in draft-04
    ("draft-06", "draft-04", {"const": {"const": 1}}, {"enum": [{"const": 1}]}),
    ("draft-06", "draft-04", {"const": None, "enum": [1]}, {"allOf": [{"enum": [None]}], "enum": [1]}),
    ("draft-06", "draft-04", {"enum": [1, True, 1.0, [0], [False], [0.0], 1]}, {"enum": [1, True, [0], [False]]}),
    ("draft-07", "draft-04", {"x": 0, "enum": [], "title": "t"}, {"x": 0, "not": {}, "title": "t"}),
    ("draft-07", "draft-04", {"required": [], "properties": {}}, {"properties": {}}),
    ("draft-07", "draft-04", {"minLength": 2.0, "maxItems": 3}, {"minLength": 2, "maxItems": 3}),
    ("draft-07", "draft-04", {"properties": {"a": True, "b": False}}, {"properties": {"a": {}, "b": {"not": {}}}}),
    ("draft-07", "draft-04", {"additionalProperties": False, "items": [{}], "additionalItems": True}, None),
    ("draft-07", "draft-04", True, {}),
    ("draft-07", "draft-04", False, {"not": {}}),
    ("draft-07", "2020-12", False, False),
    # tuples
    (
        "draft-07",
        "2020-12",
        {"x": 0, "items": [TYPE, {"items": [True]}], "additionalItems": False, "y": 0},
        {"x": 0, "prefixItems": [TYPE, {"prefixItems": [True]}], "items": False, "y": 0},
    ),
    ("2019-09", "2020-12", {"additionalItems": TYPE, "items": [True]}, {"items": TYPE, "prefixItems": [True]}),
    ("draft-04", "2020-12", {"items": TYPE, "additionalItems": False}, {"items": TYPE}),
    ("draft-07", "draft-04", {"additionalItems": False}, {}),
    ("2020-12", "draft-07", {"items": False, "prefixItems": [TYPE]}, {"additionalItems": False, "items": [TYPE]}),
    ("2020-12", "draft-04", {"prefixItems": [TYPE, True]}, {"items": [TYPE, {}]}),
    ("2020-12", "draft-07", {"items": {"prefixItems": [True]}}, {"items": {"items": [True]}}),
    # contains
    ("draft-06", "draft-04", {"contains": TYPE}, {"not": {"type": "array", "items": {"not": TYPE}}}),
    (
        "draft-07",
        "draft-04",
        {"contains": True, "not": TYPE, "allOf": [TYPE]},
        {"not": TYPE, "allOf": [TYPE, {"not": {"type": "array", "items": {"not": {}}}}]},
    ),
    ("2020-12", "draft-07", {"contains": TYPE, "minContains": 1.0}, {"contains": TYPE}),
    ("2020-12", "draft-07", {"contains": LOSSY, "minContains": 0}, {}),
    ("2020-12", "draft-07", {"minContains": 2, "maxContains": 3}, {}),
    ("2020-12", "draft-07", {"contains": TYPE, "maxContains": 0}, {"not": {"type": "array"}}),
    ("2020-12", "draft-07", {"contains": LOSSY, "maxContains": 1, "minContains": 2}, {"not": {"type": "array"}}),
    (
        "2020-12",
        "draft-07",
        {"items": TYPE, "contains": {"const": 1}, "maxContains": 0, "minContains": 0},
        {"items": TYPE, "allOf": [{"items": {"not": {"const": 1}}}]},
    ),
    # dependencies
    (
        "draft-07",
        "2020-12",
        {"dependencies": {"a": ["b"], "b": TYPE, "c": [], "d": False}, "x": 0},
        {"dependentRequired": {"a": ["b"], "c": []}, "dependentSchemas": {"b": TYPE, "d": False}, "x": 0},
    ),
    ("draft-04", "2020-12", {"dependencies": {}}, {}),
    ("draft-06", "draft-04", {"dependencies": {"a": [], "b": ["c"]}}, {"dependencies": {"b": ["c"]}}),
    ("draft-06", "draft-04", {"dependencies": {"a": []}}, {}),
    (
        "2020-12",
        "draft-07",
        {"dependentSchemas": {"a": TYPE, "b": True}, "x": 0, "dependentRequired": {"b": [], "a": ["c"]}},
        {"dependencies": {"a": {"required": ["c"], "allOf": [TYPE]}, "b": True}, "x": 0},
    ),
    ("2019-09", "draft-07", {"dependentRequired": {"a": []}}, {"dependencies": {"a": []}}),
    # conditions
    ("draft-07", "draft-04", {"if": TYPE, "then": {"x": 0}}, {"anyOf": [{"not": TYPE}, {"x": 0}]}),
    ("draft-07", "draft-04", {"else": False, "if": TYPE}, {"anyOf": [TYPE, {"not": {}}]}),
    (
        "2020-12",
        "draft-04",
        {"anyOf": [{}], "if": TYPE, "then": True, "else": {"x": 0}},
        {
            "anyOf": [{}],
            "allOf": [{"anyOf": [{"allOf": [TYPE, {}]}, {"allOf": [{"not": TYPE}, {"x": 0}]}]}],
        },
    ),
    ("draft-07", "draft-04", {"if": LOSSY, "x": 0}, {"x": 0}),
    ("2020-12", "draft-07", {"then": LOSSY, "else": LOSSY, "x": 0}, {"x": 0}),
    ("2020-12", "draft-07", {"if": TYPE, "then": TYPE, "else": TYPE}, None),
    # unevaluated*: exact where nothing beside them applies in place
    (
        "2020-12",
        "draft-07",
        {"unevaluatedProperties": {"const": 1}, "properties": {"a": {}}, "patternProperties": {"b": {}}},
        {"additionalProperties": {"const": 1}, "properties": {"a": {}}, "patternProperties": {"b": {}}},
    ),
    (
        "2019-09",
        "draft-04",
        {"unevaluatedProperties": False, "contains": {}},
        {"additionalProperties": False, "not": {"type": "array", "items": {"not": {}}}},
    ),
    ("2020-12", "draft-07", {"unevaluatedProperties": True, "allOf": [{}]}, {"allOf": [{}]}),
    (
        "2020-12",
        "draft-07",
        {"unevaluatedProperties": False, "additionalProperties": TYPE, "$ref": "#"},
        {"additionalProperties": TYPE, "allOf": [{"$ref": "#"}]},
    ),
    ("2020-12", "draft-07", {"prefixItems": [{}], "unevaluatedItems": TYPE}, {"items": [{}], "additionalItems": TYPE}),
    ("2020-12", "draft-04", {"unevaluatedItems": False}, {"items": {"not": {}}}),
    (
        "2020-12",
        "draft-04",
        {"prefixItems": [{}], "unevaluatedItems": False},
        {"items": [{}], "additionalItems": False},
    ),
    ("2020-12", "draft-07", {"items": TYPE, "unevaluatedItems": False}, {"items": TYPE}),
    ("2019-09", "draft-07", {"items": [{}], "unevaluatedItems": False}, {"items": [{}], "additionalItems": False}),
    ("2019-09", "draft-07", {"additionalItems": True, "unevaluatedItems": TYPE}, {"items": TYPE}),
    (
        "2019-09",
        "draft-07",
        {"items": [{}], "additionalItems": TYPE, "unevaluatedItems": False},
        {"items": [{}], "additionalItems": TYPE},
    ),
    ("2019-09", "2020-12", {"items": [{}], "unevaluatedItems": TYPE}, {"prefixItems": [{}], "unevaluatedItems": TYPE}),
    # propertyNames in draft-04: what can be said with names and patterns of names
    ("draft-06", "draft-04", {"propertyNames": True}, {}),
    ("draft-06", "draft-04", {"propertyNames": False}, {"maxProperties": 0}),
    (
        "draft-06",
        "draft-04",
        {"maxProperties": 2, "propertyNames": {"type": "number"}},
        {"maxProperties": 2, "allOf": [{"maxProperties": 0}]},
    ),
    (
        "draft-06",
        "draft-04",
        {"propertyNames": {"enum": ["a", 1, "b"], "minimum": 3, "format": "f", "type": ["string", "null"]}},
        {"allOf": [{"properties": {"a": {}, "b": {}}, "additionalProperties": False}]},
    ),
    (
        "draft-07",
        "draft-04",
        {"propertyNames": {"not": {"anyOf": [{"const": "a"}, {"pattern": "^x"}]}}},
        {"allOf": [{"properties": {"a": {"not": {}}}, "patternProperties": {"^x": {"not": {}}}}]},
    ),
    (
        "draft-07",
        "draft-04",
        {"propertyNames": {"allOf": [{"pattern": "^a"}, {"minLength": 1}]}},
        {
            "allOf": [
                {"patternProperties": {"^a": {}}, "additionalProperties": False},
                {"properties": {"": {"not": {}}}},
            ]
        },
    ),
    # neighbours of $ref
    (
        "draft-07",
        "2020-12",
        {"title": "t", "$ref": "#", "type": "object", "items": [{}], "x-own": [], "examples": [1], "format": "f"},
        {"title": "t", "$ref": "#", "x-own": [], "examples": [1], "format": "f"},
    ),
    ("draft-04", "draft-07", {"$ref": "#", "exclusiveMinimum": True, "const": 1, "$comment": 5}, {"$ref": "#"}),
    (
        "2019-09",
        "draft-07",
        {"x": 0, "$ref": "#", "description": "d"},
        {"x": 0, "allOf": [{"$ref": "#"}], "description": "d"},
    ),
    ("2020-12", "draft-04", {"$ref": "#", "allOf": [TYPE]}, {"allOf": [TYPE, {"$ref": "#"}]}),
    ("2020-12", "draft-07", {"$ref": "#"}, None),
    ("2020-12", "draft-07", {"$ref": "#", "contentSchema": {}}, {"$ref": "#"}),
    # what the source does not know asserts nothing, and must not begin to
    ("draft-04", "draft-07", {"const": 1, "contains": {}, "if": {}, "$id": "u", "x": 0}, {"x": 0}),
    ("draft-06", "2020-12", {"prefixItems": [], "then": {}, "$dynamicRef": "#", "$recursiveAnchor": 1}, {}),
    ("draft-07", "2020-12", {"minContains": 2, "contains": {}, "unevaluatedItems": False}, {"contains": {}}),
    ("2020-12", "draft-07", {"dependencies": {"a": ["b"]}, "additionalItems": False}, {}),
    ("2020-12", "draft-04", {"id": "u", "nullable": True}, {"nullable": True}),
    (
        "2019-09",
        "draft-07",
        {"dependencies": 1, "prefixItems": [{"$ref": "nowhere"}]},
        {"prefixItems": [{"$ref": "nowhere"}]},
    ),
    # annotations
    ("draft-04", "2020-12", {"examples": [1], "readOnly": True, "$comment": "c", "deprecated": False}, None),
    ("draft-04", "2020-12", {"examples": 1, "readOnly": "yes", "$comment": [], "deprecated": 1}, {}),
    ("2020-12", "draft-04", {"examples": [1], "readOnly": True, "$comment": "c", "deprecated": True}, None),
    ("2020-12", "draft-07", {"contentMediaType": "text/json", "contentEncoding": "base64", "contentSchema": {}}, {}),
    (
        "2020-12",
        "draft-04",
        {"contentMediaType": "text/json", "contentSchema": LOSSY},
        {"contentMediaType": "text/json"},
    ),
    ("draft-07", "2020-12", {"contentMediaType": "text/json", "format": "date"}, None),
    (
        "draft-06",
        "draft-07",
        {"contentMediaType": "text/json", "contentEncoding": "base64", "format": "date"},
        {"format": "date"},
    ),
    (
        "draft-06",
        "2020-12",
        {"contentMediaType": "text/json", "contentEncoding": 64},
        {"contentMediaType": "text/json"},
    ),
    ("2019-09", "2020-12", {"contentSchema": {"items": [{}]}}, {"contentSchema": {"prefixItems": [{}]}}),
    # data and names that look like keywords
    (
        "draft-07",
        "2020-12",
        {"properties": {"items": TYPE, "dependencies": {"default": {"items": []}}}, "enum": [{"items": [{}]}]},
        None,
    ),
]

LOSSES = [
    ("2020-12", "draft-07", {"x": 0, **LOSSY}, {"x": 0, "allOf": [{}]}, [((), "unevaluatedProperties")]),
    (
        "2020-12",
        "draft-07",
        {"contains": {"x": 0}, "unevaluatedItems": {"items": LOSSY}},
        {"contains": {"x": 0}},
        [((), "unevaluatedItems")],
    ),
    ("2019-09", "draft-04", {"$ref": "#", "unevaluatedItems": False}, {"$ref": "#"}, [((), "unevaluatedItems")]),
    ("2020-12", "draft-07", {"contains": TYPE, "minContains": 2}, {"contains": TYPE}, [((), "minContains")]),
    ("2020-12", "draft-07", {"contains": TYPE, "maxContains": 2}, {"contains": TYPE}, [((), "maxContains")]),
    ("2020-12", "draft-07", {"contains": TYPE, "minContains": 0, "maxContains": 2}, {}, [((), "maxContains")]),
    (
        "2020-12",
        "draft-04",
        {"contains": TYPE, "minContains": 2, "maxContains": 2},
        {"not": {"type": "array", "items": {"not": TYPE}}},
        [((), "minContains"), ((), "maxContains")],
    ),
    (
        "2020-12",
        "draft-07",
        {"contains": LOSSY, "minContains": 0, "maxContains": 0},
        {},
        [(("contains",), "unevaluatedProperties"), ((), "maxContains")],
    ),
    # a part that accepts more is harmless where more is accepted for it
    (
        "2020-12",
        "draft-07",
        {"properties": {"a": LOSSY}, "contains": {"items": LOSSY}},
        {"properties": {"a": {"allOf": [{}]}}, "contains": {"items": {"allOf": [{}]}}},
        [(("properties", "a"), "unevaluatedProperties"), (("contains", "items"), "unevaluatedProperties")],
    ),
    # and takes along the conditional that it stands in
    (
        "2020-12",
        "draft-07",
        {"x": 0, "not": {"items": LOSSY}, "type": "array"},
        {"x": 0, "type": "array"},
        [(("not", "items"), "unevaluatedProperties"), ((), "not")],
    ),
    (
        "2020-12",
        "draft-07",
        {"if": LOSSY, "then": TYPE, "else": {"contains": {}}, "x": 0},
        {"x": 0},
        [(("if",), "unevaluatedProperties"), ((), "if")],
    ),
    (
        "2020-12",
        "draft-04",
        {"if": LOSSY, "then": TYPE},
        {},
        [(("if",), "unevaluatedProperties"), ((), "if")],
    ),
    (
        "2020-12",
        "draft-07",
        {"if": TYPE, "then": LOSSY},
        {"if": TYPE, "then": {"allOf": [{}]}},
        [(("then",), "unevaluatedProperties")],
    ),
    # a conditional within a conditional: the inner one goes, and so does the outer one
    (
        "2020-12",
        "draft-07",
        {"not": {"not": LOSSY}},
        {},
        [(("not", "not"), "unevaluatedProperties"), (("not",), "not"), ((), "not")],
    ),
    # oneOf becomes anyOf
    (
        "2020-12",
        "draft-07",
        {"x": 0, "oneOf": [TYPE, LOSSY], "y": 0},
        {"x": 0, "anyOf": [TYPE, {"allOf": [{}]}], "y": 0},
        [(("oneOf", 1), "unevaluatedProperties"), ((), "oneOf")],
    ),
    (
        "2020-12",
        "draft-07",
        {"anyOf": [{}], "oneOf": [LOSSY]},
        {"anyOf": [{}], "allOf": [{"anyOf": [{"allOf": [{}]}]}]},
        [(("oneOf", 0), "unevaluatedProperties"), ((), "oneOf")],
    ),
    # propertyNames in draft-04
    (
        "draft-07",
        "draft-04",
        {"propertyNames": {"pattern": "^a", "maxLength": 3, "minLength": 2}},
        {"allOf": [{"patternProperties": {"^a": {}}, "additionalProperties": False}]},
        [(("propertyNames",), "maxLength"), (("propertyNames",), "minLength")],
    ),
    (
        "draft-07",
        "draft-04",
        {"not": {"propertyNames": {"allOf": [{"oneOf": [{}]}, {"if": {}, "else": {}}]}}},
        {},
        [(("not", "propertyNames", "allOf", 0), "oneOf"), (("not", "propertyNames", "allOf", 1), "if"), ((), "not")],
    ),
]


@pytest.mark.parametrize(("source", "output", "schema", "expected"), EXACT)
def test_what_the_output_can_say_is_said_where_it_stood(source, output, schema, expected):
    found = translate(module(schema, source), DIALECTS[output])
    root = found.module.root.schema
    assert json.dumps(root) == json.dumps(schema if expected is None else expected)
    assert found.losses == ()
    if expected is None:
        assert root is schema


@pytest.mark.parametrize(("source", "output", "schema", "expected", "losses"), LOSSES)
def test_what_the_output_cannot_say_is_left_out_and_told(source, output, schema, expected, losses):
    found = translate(module(schema, source), DIALECTS[output])
    assert json.dumps(found.module.root.schema) == json.dumps(expected)
    assert places(found.losses) == losses
    assert all(loss.why for loss in found.losses)


def test_a_loss_says_what_became_of_the_keyword():
    losses = translate(module({"oneOf": [LOSSY, {}]}, "2020-12"), DRAFT_07).losses
    assert [(loss.keyword, loss.action) for loss in losses] == [
        ("unevaluatedProperties", Action.DROPPED),
        ("oneOf", Action.REWRITTEN),
    ]


@pytest.mark.parametrize("where", ["not", "if"])
def test_a_reference_to_what_lost_something_is_a_loss_in_a_condition(where):
    given = module(
        {where: {"$ref": "far"}, "then": {}, "properties": {"p": {"$ref": "far"}}},
        "2020-12",
        far={"$ref": "one"},
        one=LOSSY,
    )
    found = translate(given, DRAFT_07)
    assert where not in found.module.root.schema
    assert found.module.root.schema["properties"] is given.root.schema["properties"]
    assert places(found.losses) == [((), where), (("$defs", "one"), "unevaluatedProperties")]
    assert list(found.module.definitions) == [ROOT, "far", "one"]


def test_a_definition_that_only_a_dropped_condition_reached_is_gone():
    found = translate(module({"not": {"$ref": "one"}}, "2020-12", one={"$ref": "two"}, two=LOSSY), DRAFT_07)
    assert list(found.module.definitions) == [ROOT]
    assert places(found.losses) == [((), "not"), (("$defs", "two"), "unevaluatedProperties")]


def test_a_reference_around_to_itself_under_not_is_exact_where_nothing_is_lost():
    given = module({"properties": {"p": {"not": {"$ref": "#"}}}, "const": 1}, "2020-12")
    found = translate(given, DRAFT_04)
    assert found.exact
    assert found.module.root.schema == {"properties": {"p": {"not": {"$ref": "#"}}}, "enum": [1]}


def test_a_reference_around_to_itself_under_not_goes_where_something_is_lost():
    given = module({"properties": {"p": {"not": {"$ref": "#"}}}, **LOSSY}, "2020-12")
    found = translate(given, DRAFT_07)
    assert found.module.root.schema == {"properties": {"p": {}}, "allOf": [{}]}
    assert places(found.losses) == [(("properties", "p"), "not"), ((), "unevaluatedProperties")]


def test_what_asserts_nothing_loses_nothing_and_reaches_nothing():
    given = module({"contentSchema": {"$ref": "one"}, "then": {"$ref": "one"}}, "2020-12", one=LOSSY)
    found = translate(given, DRAFT_07)
    assert found.exact
    assert list(found.module.definitions) == [ROOT]


def test_each_definition_is_read_in_its_own_dialect():
    given = module(
        {"$ref": "old", "items": [TYPE]},
        "2019-09",
        old=(
            {"minimum": 1, "exclusiveMinimum": True, "const": 5, "properties": {"p": {"$ref": "new", "maximum": 1}}},
            "draft-04",
        ),
        new=({"prefixItems": [TYPE], "const": 2}, "2020-12"),
    )
    found = translate(given, DRAFT_2020_12)
    assert {key: item.schema for key, item in found.module.definitions.items()} == {
        ROOT: {"$ref": "old", "prefixItems": [TYPE]},
        "old": {"exclusiveMinimum": 1, "properties": {"p": {"$ref": "new"}}},
        "new": {"prefixItems": [TYPE], "const": 2},
    }
    assert found.module.definitions["new"] is given.definitions["new"]


def test_propertynames_are_read_through_references_of_any_length():
    chain = {f"n{i}": {"$ref": f"n{i + 1}", "minLength": 1} for i in range(3000)}
    found = translate(
        module({"propertyNames": {"$ref": "n0"}}, "2020-12", **chain, n3000={"const": "a", "$ref": "n0"}), DRAFT_04
    )
    assert found.module.root.schema == {
        "allOf": [{"properties": {"": {"not": {}}}}, {"properties": {"a": {}}, "additionalProperties": False}]
    }
    assert found.exact


def test_what_propertynames_cannot_say_behind_a_reference_is_told_at_the_reference():
    found = translate(module({"propertyNames": {"$ref": "n"}}, "2020-12", n={"allOf": [{"maxLength": 3}]}), DRAFT_04)
    assert places(found.losses) == [(("propertyNames",), "$ref")]


def test_a_loss_at_the_end_of_a_long_chain_of_references_is_found_without_recursion():
    chain = {f"n{i}": {"properties": {"p": {"not": {"$ref": f"n{i + 1}"}}}} for i in range(20_000)}
    found = translate(module({"$ref": "n0"}, "2020-12", **chain, n20000=LOSSY), DRAFT_07)
    assert list(found.module.definitions) == [ROOT, "n0"]
    assert len(found.losses) == 20_001


def test_losses_point_at_authored_places():
    schema = {"anyOf": [{}, LOSSY]}
    origin = Origin("urn:doc", ("tools", 0))
    given = Module({ROOT: Definition(schema, DRAFT_2020_12, None, origin, {("anyOf", 1): ("anyOf", 4)})})
    (loss,) = translate(given, DRAFT_07).losses
    assert (loss.pointer, loss.document) == (("tools", 0, "anyOf", 4), "urn:doc")


MOVED = [
    (
        "draft-07",
        "2020-12",
        {"items": [{}, {"items": [{}]}]},
        ("prefixItems", 1, "prefixItems", 0),
        ("items", 1, "items", 0),
    ),
    ("2020-12", "draft-07", {"prefixItems": [{}], "items": {}}, ("additionalItems",), ("items",)),
    (
        "2020-12",
        "draft-04",
        {"not": {}, "contains": {"prefixItems": [{}]}},
        ("allOf", 0, "not", "items", "not", "items", 0),
        ("contains", "prefixItems", 0),
    ),
    (
        "draft-07",
        "draft-04",
        {"if": {}, "then": {"contains": {}}},
        ("anyOf", 1, "not", "items", "not"),
        ("then", "contains"),
    ),
    ("draft-07", "draft-04", {"if": {}, "then": {}, "else": {"x": 0}}, ("anyOf", 1, "allOf", 1), ("else",)),
    ("2020-12", "draft-07", {"unevaluatedProperties": TYPE}, ("additionalProperties",), ("unevaluatedProperties",)),
    ("draft-07", "2020-12", {"dependencies": {"a": {}}}, ("dependentSchemas", "a"), ("dependencies", "a")),
    ("2020-12", "draft-07", {"oneOf": [LOSSY]}, ("anyOf", 0), ("oneOf", 0)),
    ("draft-07", "2020-12", {"anyOf": [{"items": [{}]}]}, ("anyOf", 0, "prefixItems", 0), ("anyOf", 7, "items", 0)),
    ("draft-07", "2020-12", {"items": [{"anyOf": [{}]}]}, ("prefixItems", 0, "anyOf", 0), ("items", 0, "anyOf", 8)),
]


@pytest.mark.parametrize(("source", "output", "schema", "place", "authored"), MOVED)
def test_a_place_of_the_result_still_leads_to_where_it_was_authored(source, output, schema, place, authored):
    before: dict[Pointer, Pointer] = {("items", 0, "anyOf", 0): ("items", 0, "anyOf", 8)}
    if "anyOf" in schema:
        before["anyOf", 0] = ("anyOf", 7)
    given = Module({ROOT: Definition(schema, DIALECTS[source], None, Origin("", ("in",)), before)})
    assert translate(given, DIALECTS[output]).module.root.authored(place) == ("in", *authored)


def nested_condition(levels: int) -> Schema:
    schema: Schema = {"const": 0}
    for level in range(levels):
        schema = {"if": schema, "then": {"maximum": level}, "else": {"minimum": level}}
    return schema


def test_nested_conditions_are_shared_instead_of_doubled():
    schema = nested_condition(80)
    found = translate(module(schema, "draft-07"), DRAFT_04)
    assert found.exact
    text = json.dumps([item.schema for item in found.module.definitions.values()])
    assert len(text) < 10 * len(json.dumps(schema))


def test_shared_conditions_keep_their_verdicts():
    schema = nested_condition(6)
    found = translate(module(schema, "draft-07"), DRAFT_04)
    assert len(found.module.definitions) > 1
    before, after = Validators(schema, "draft-07"), Validators(document(found.module, DRAFT_04), "draft-04")
    for instance in (-1, 0, 1, 2.5, 3, 4, 5, 6, "text"):
        assert before.verdicts(instance) == after.verdicts(instance)


def test_unchanged_parts_are_the_same_objects():
    schema: Schema = {
        "properties": {"a": {"properties": {"b": TYPE}}, "c": {"items": [TYPE]}},
        "anyOf": [{"not": TYPE}],
    }
    root = translate(module(schema, "draft-07"), DRAFT_2020_12).module.root.schema
    assert root["properties"]["a"] is schema["properties"]["a"]
    assert root["anyOf"] is schema["anyOf"]
    assert root["properties"]["c"]["prefixItems"] is schema["properties"]["c"]["items"]


def test_an_unknown_output_is_refused():
    with pytest.raises(ValueError, match="draft-06 is no output dialect"):
        translate(module({}, "draft-07"), DIALECTS["draft-06"])


KEYWORDS = [
    *("$ref", "additionalItems", "additionalProperties", "allOf", "anyOf", "const", "contains", "contentMediaType"),
    *("contentSchema", "dependencies", "dependentRequired", "dependentSchemas", "deprecated", "else", "enum"),
    *("examples", "exclusiveMaximum", "exclusiveMinimum", "if", "items", "maxContains", "maximum", "minContains"),
    *("minLength", "minimum", "not", "oneOf", "patternProperties", "prefixItems", "properties", "propertyNames"),
    *("required", "then", "type", "unevaluatedItems", "unevaluatedProperties"),
]
ODD: list[Json] = [None, True, 0, -1.5, "text", [], [None], [[]], {}, {"a": None}, {"a": [1, {}]}, [{"$ref": 1}, 2]]


@pytest.mark.parametrize("output", ["draft-04", "draft-07", "2020-12"])
@pytest.mark.parametrize("source", DIALECTS)
def test_no_json_makes_it_fail(source, output):
    for value in ODD:
        given = dict.fromkeys(KEYWORDS, value)
        for schema in (value, given, {"not": given}, *({keyword: value} for keyword in KEYWORDS)):
            for without in ("", "$ref"):
                item = {k: v for k, v in schema.items() if k != without} if isinstance(schema, dict) else schema
                json.dumps(translate(module(item, source), DIALECTS[output]).module.root.schema)


@pytest.mark.parametrize(
    "wrap",
    [
        lambda inner: {"not": inner},
        lambda inner: {"if": inner, "then": {}, "else": {}},
        lambda inner: {"contains": inner},
        lambda inner: {"properties": {"a": inner}, "required": []},
        lambda inner: {"dependentSchemas": {"a": inner}},
        lambda inner: {"propertyNames": {"not": inner}},
        lambda inner: {"oneOf": [inner, LOSSY]},
        lambda inner: {"$ref": "#", "prefixItems": [inner], "unevaluatedItems": {}},
    ],
)
def test_depth_is_bounded_by_memory_of_the_loader_alone(wrap):
    schema = {"enum": [0, 0], "maximum": 3}
    while _depth(wrap(schema)) <= 256:
        schema = wrap(schema)
    assert isinstance(translate(module(schema, "2020-12"), DRAFT_04).module.root.schema, dict)


def _depth(value: Json) -> int:
    deepest, stack = 0, [(value, 1)]
    while stack:
        item, depth = stack.pop()
        deepest = max(deepest, depth)
        inner = item.values() if isinstance(item, dict) else item if isinstance(item, list) else ()
        stack.extend((part, depth + 1) for part in inner if isinstance(part, (dict, list)))
    return deepest
