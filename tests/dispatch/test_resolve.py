"""The arguments of one tool: read, coerced, stripped, judged, refused (docs/spec, chapter DSP)."""

import enum
import json
from collections import OrderedDict
from decimal import Decimal

import pytest

from schemac.catalog.options import Options
from schemac.dispatch.budget import CALL_BOUNDS
from schemac.dispatch.resolve import Rules
from schemac.pointer import render
from schemac.surface.surface import Surface
from tests.dispatch.tools import accepted, call, coerced, refused, stripped, surface_of

ANY = {"additionalProperties": True}
ID = {"properties": {"id": {"type": "string"}}, "required": ["id"]}
GATED = {"properties": {"hops": {"type": "integer"}, "secret": {"type": "integer", "x-requires": "admin"}}}


def nested(depth, leaf=None):
    value = leaf
    for _ in range(depth):
        value = {"a": value}
    return value


# What is sent for an object


@pytest.mark.parametrize("sent", [None, "", "  ", "\t\r\n", {}, "{}", ' {"a": 1} ', '"{}"', json.dumps('{"a": 1}')])
def test_nothing_an_object_and_text_of_one_are_read(sent):
    value = sent
    for _ in range(2):
        value = json.loads(value) if isinstance(value, str) and value.strip() else value
    assert accepted(ANY, sent).arguments == (value if isinstance(value, dict) else {})


@pytest.mark.parametrize(
    ("sent", "says"),
    [
        (5, "not 5"),
        (True, "not true"),
        ([], "not an empty array"),
        (["a"], "not an array of 1 item"),
        ("x", "not JSON"),
        ("[1]", "not an array of 1 item"),
        ("null", "not null"),
        ('""', "text that does not hold one"),
        ('{"a": 1} x', "not JSON"),
        ('{"a": NaN}', "NaN"),
        ('{"a": -Infinity}', "Infinity"),
        ('{"a": 1e400}', "1e400"),
        ('{"a": 1, "a": 2}', "a"),
        ('{"a": "\\ud800"}', "half of"),
        ('{"x":', "not JSON"),
        (json.dumps(json.dumps("{}")), "text that holds text"),
    ],
)
def test_anything_else_is_refused_as_no_object(sent, says):
    refusal = refused(ANY, sent)
    assert (refusal.code, refusal.pointer) == ("arguments-not-object", ())
    assert refusal.message.startswith("`arguments` must be an object")
    assert says in refusal.message
    assert refusal.message.endswith("Nothing was executed.")


def test_text_of_an_object_is_read_whatever_coerce_says():
    outcome = accepted(ANY, '{"a": "[1]"}', coerce="none")
    assert outcome.arguments == {"a": "[1]"}
    assert coerced(outcome) == [("", "json")]


def test_blanks_are_those_of_json():
    assert refused(ANY, "\u00a0").code == "arguments-not-object"


# Bounds


def looped():
    value: list[object] = []
    value.append(value)
    return {"a": value}


class Text(str):
    __slots__ = ()


class Level(enum.IntEnum):
    LOW = 1


@pytest.mark.parametrize(
    ("sent", "code", "pointer"),
    [
        ({"a": float("nan")}, "not-json-number", "/a"),
        ({"a": [1, float("-inf")]}, "not-json-number", "/a/1"),
        ({"a": 10**400}, "number-out-of-range", "/a"),
        ({"a": "\ud800"}, "lone-surrogate", "/a"),
        ({"\udfff": 1}, "lone-surrogate", ""),
        ({1: 2}, "key-not-string", ""),
        ({"a": {None: 2}}, "key-not-string", "/a"),
        ({"a": (1,)}, "not-json-value", "/a"),
        ({"a": {1}}, "not-json-value", "/a"),
        ({"a": b"x"}, "not-json-value", "/a"),
        ({"a": Decimal(1)}, "not-json-value", "/a"),
        ({"a": Level.LOW}, "not-json-value", "/a"),
        ({"a": Text("x")}, "not-json-value", "/a"),
        (OrderedDict(a=1), "not-json-value", ""),
        (object(), "not-json-value", ""),
        (nested(300), "limit-exceeded", "/" + "/".join("a" * 16)),
        ([[]] * 200_001, "limit-exceeded", ""),
        ({"a": "x" * (16 * 2**20)}, "limit-exceeded", ""),
        (looped(), "limit-exceeded", "/a" + "/0" * 15),
    ],
    ids=lambda item: str(item)[:20],
)
def test_what_is_no_json_or_too_large_is_refused_before_anything_else(sent, code, pointer):
    refusal = refused(ANY, sent)
    assert (refusal.code, render(refusal.pointer)) == (code, pointer)
    assert len(refusal.message) < 500


@pytest.mark.parametrize(
    "sent", ["[" * 100_000, '{"a":' * 100_000 + "1" + "}" * 100_000, '{"a": ' + "9" * 500 + "}", '{"a": "' + "\\" * 9]
)
def test_text_is_held_to_the_bounds_too(sent):
    assert refused(ANY, sent).code == "arguments-not-object"


def test_values_at_the_edge_of_json_go_through():
    sent = {"big": 2**70, "zero": -0.0, "small": 5e-324, "text": "\u0000\U0001f600\u202e", "deep": nested(200)}
    assert accepted(ANY, sent).arguments == sent
    exact = accepted(ANY, '{"n": 6123456789012345671234567890, "one": 1.0}').arguments
    assert json.dumps(exact) == '{"n": 6123456789012345671234567890, "one": 1}'


def test_the_bounds_are_generous():
    assert CALL_BOUNDS.max_nodes >= 100_000
    assert CALL_BOUNDS.max_bytes >= 2**20


# Coercion, and what is told of it


SHAPES = {
    "properties": {
        "list": {"type": "array", "items": {"type": "object", "properties": {"map": {"type": "object"}}}},
        "text": {"type": "string"},
        "flag": {"type": "boolean"},
        "count": {"type": "integer"},
        "maybe": {"type": ["string", "null"]},
    }
}


def test_text_is_decoded_where_no_text_belongs_and_told_with_its_place_in_what_was_sent():
    sent = json.dumps({"list": json.dumps([{"map": '{"k": 1}'}]), "text": "[1]"})
    outcome = accepted(SHAPES, sent)
    assert outcome.arguments == {"list": [{"map": {"k": 1}}], "text": "[1]"}
    assert coerced(outcome) == [("", "json"), ("/list", "json"), ("/list/0/map", "json")]


def test_errors_point_into_decoded_text():
    refusal = refused(SHAPES, json.dumps({"list": '[{}, {"map": 5}]'}))
    assert render(refusal.pointer) == "/list/1/map"


def test_what_is_stripped_inside_decoded_text_is_told_with_its_place():
    outcome = accepted(SHAPES, {"list": '[{"x": 1}]'})
    assert (outcome.arguments, stripped(outcome)) == ({"list": [{}]}, ["/list/0/x"])


SCALARS = {"flag": "TRUE", "count": "12", "text": None, "maybe": None}


def test_scalars_are_read_only_if_asked_for():
    outcome = accepted(SHAPES, SCALARS, coerce="scalars")
    assert outcome.arguments == {"flag": True, "count": 12, "maybe": None}
    assert coerced(outcome) == [("/count", "number"), ("/flag", "boolean"), ("/text", "dropped")]
    for mode in ("json", "none"):
        assert [render(item.pointer) for item in refused(SHAPES, SCALARS, coerce=mode).violations] == [
            "/count",
            "/flag",
            "/text",
        ]


def test_coerce_none_leaves_every_text_alone():
    assert refused(SHAPES, {"list": "[]"}, coerce="none").code == "arguments-invalid"
    assert accepted(SHAPES, {"list": "[]"}).arguments == {"list": []}


def test_a_null_is_dropped_only_where_it_is_optional_and_refused():
    schema = {"properties": {"a": {"type": "string"}, "b": {"type": "string"}}, "required": ["a"]}
    assert accepted(schema, {"a": "", "b": None}, coerce="scalars").arguments == {"a": ""}
    refusal = refused(schema, {"a": None}, coerce="scalars")
    assert (render(refusal.pointer), "`a`" in refusal.message.lower()) == ("/a", True)


# Refusals


def test_errors_of_several_arguments_come_together_sorted_by_place():
    schema = {"properties": {"a": {"type": "string"}, "b": {"type": "integer"}, "c": {}}, "required": ["c"]}
    refusal = refused(schema, {"b": "x", "a": 1})
    assert refusal.code == "arguments-invalid"
    assert [(render(item.pointer), item.keyword) for item in refusal.violations] == [
        ("", "required"),
        ("/a", "type"),
        ("/b", "type"),
    ]
    assert [name in refusal.message for name in ("`a`", "`b`", "`c`")] == [True] * 3


def test_unknown_names_come_with_the_other_errors():
    refusal = refused(ID, {"idd": 1}, unknown_arguments="reject")
    assert refusal.code == "arguments-invalid"
    assert [(render(item.pointer), item.keyword) for item in refusal.violations] == [
        ("", "required"),
        ("/idd", "false"),
    ]
    assert "There is no argument `idd`. Did you mean 'id'?" in refusal.message


def test_a_message_names_a_few_and_counts_the_rest():
    schema = {"properties": {f"p{number:03}": {"type": "integer"} for number in range(100)}}
    refusal = refused(schema, dict.fromkeys(schema["properties"], "x"))
    assert refusal.message.count("must be an integer") == 8
    assert "92 more do not fit." in refusal.message
    assert len(refusal.violations) == 100
    many = refused({}, {f"{number:04}" * 500: 1 for number in range(2000)}, unknown_arguments="reject")
    assert "1992 more do not fit." in many.message
    assert len(many.message) < 3000


def test_a_union_tells_what_each_branch_wanted():
    schema = {
        "properties": {
            "to": {
                "anyOf": [
                    {"properties": {"mail": {"type": "string"}}, "required": ["mail"]},
                    {"properties": {"room": {"type": "integer"}}, "required": ["room"]},
                ]
            }
        }
    }
    refusal = refused(schema, {"to": {"room": "x"}})
    (violation,) = refusal.violations
    assert (render(violation.pointer), violation.keyword) == ("/to", "anyOf")
    assert [[item.keyword for item in branch] for branch in violation.branches] == [["required"], ["type"]]
    assert "`to.mail`" in refusal.message
    assert "`to.room`" in refusal.message


@pytest.mark.parametrize(
    "schema",
    [
        {"properties": {"hops": {}, "extra": False}},
        {
            "properties": {"hops": {}, "extra": {}},
            "allOf": [{"properties": {"hops": {}}, "additionalProperties": False}],
        },
        {"properties": {"hops": {}}, "allOf": [{"properties": {"extra": False}}]},
        {"$schema": "http://json-schema.org/draft-04/schema#", "properties": {"hops": {}, "extra": {"not": {}}}},
    ],
)
def test_what_a_false_refuses_is_worded_as_an_unknown_name(schema):
    refusal = refused(schema, {"extra": 1})
    never = refused({"properties": {"hops": {}}}, {"extra": 1}, unknown_arguments="reject")
    assert refusal.to_json() == never.to_json()
    assert refusal.to_result() == never.to_result()


def test_a_name_that_nothing_fits_is_no_guess():
    schema = {"properties": {"colour": False, "colours": {}}, "additionalProperties": False}
    assert "Did you mean 'colours'?" in refused(schema, {"colour": 1}).message
    alone = {"properties": {"colour": False}, "additionalProperties": False}
    assert "Did you mean" not in refused(alone, {"colour": 1}).message
    assert "Did you mean" not in refused(alone, {"colourr": 1}, unknown_arguments="reject").message


def test_a_forbidden_name_is_refused_in_the_words_for_one_that_never_existed():
    """Also the guess is made among what the caller may use: the forbidden name is no part of it."""
    without = {"properties": {"hops": {"type": "integer"}}}
    for sent in ({"secret": 1}, {"secret": "x", "hops": "y"}, {"secrets": 1}, {"secre": 1, "hops": 1}):
        told = [refused(schema, sent, unknown_arguments="reject") for schema in (GATED, without)]
        assert told[0].to_json() == told[1].to_json()
        assert told[0].to_result() == told[1].to_result()
        assert [(item.pointer, item.keyword, item.message) for item in told[0].violations] == [
            (item.pointer, item.keyword, item.message) for item in told[1].violations
        ]
        assert "'secret'" not in told[0].message
    assert "Did you mean 'secret'?" in refused(GATED, {"secre": 1}, ["admin"], unknown_arguments="reject").message


def test_with_schema_shows_the_schema_as_the_caller_sees_it():
    refusal = refused(GATED, {"hops": "x"}, errors="with_schema")
    assert refusal.schema == {"type": "object", "properties": {"hops": {"type": "integer"}}}
    assert json.dumps(refusal.schema) in refusal.to_result()["content"][1]["text"]
    assert refused(GATED, [], errors="with_schema").schema is None  # no tool's arguments were read
    assert refused(GATED, {"hops": "x"}).schema is None


def test_the_log_is_told_why_and_the_caller_is_not_told_of_schemas():
    refusal = refused(ID, {})
    assert refusal.reason
    assert set(refusal.to_json()) == {"code", "pointer", "message"}


# The resolution


def test_a_resolution_carries_the_tool_its_arguments_and_its_timeout():
    outcome = accepted(ID, {"id": "7"})
    assert (outcome.tool, outcome.arguments, outcome.timeout_ms) == ("t", {"id": "7"}, 1500)
    assert (outcome.coerced, outcome.stripped) == ((), ())


@pytest.mark.parametrize("validator", ["jsonschema-rs", "jsonschema"])
@pytest.mark.parametrize("sent", [{"id": "7"}, {}, {"id": 7}, {"id": "7", "x": 1}, "x", {"id": None}])
def test_both_validators_give_the_same_answer(validator, sent):
    chosen: Surface = surface_of(ID, validator=validator)
    assert chosen.resolve("t", sent) == call(ID, sent)


def test_the_validator_is_the_one_that_was_asked_for():
    kinds = {}
    for validator in ("jsonschema-rs", "jsonschema"):
        assert Rules.of(Options(), validator).engine == validator
        kinds[validator] = surface_of(ID, validator=validator)._presentation.rules.engine
    assert kinds == {"jsonschema-rs": "jsonschema-rs", "jsonschema": "jsonschema"}
    with pytest.raises(ValueError, match="There is no validator 'ajv'"):
        surface_of(ID, validator="ajv")
