"""Undeclared and forbidden names: which are taken out, and where (docs/spec, chapters GAT and DSP)."""

import pytest

from tests.dispatch.tools import accepted, refused, stripped

GATED = {"x-requires": "admin"}


def kept(schema, arguments, grants=(), **options):
    outcome = accepted(schema, arguments, grants, **options)
    return outcome.arguments, stripped(outcome)


TABLE = [
    ("a declared name stays", {"properties": {"a": {}}}, {"a": 1}, {"a": 1}, []),
    ("an undeclared one goes", {"properties": {"a": {}}}, {"a": 1, "b": 2}, {"a": 1}, ["/b"]),
    ("a root that declares nothing takes nothing", {}, {"a": 1}, {}, ["/a"]),
    ("an open root takes anything", {"additionalProperties": True}, {"a": 1}, {"a": 1}, []),
    ("a schema for the rest opens", {"properties": {"a": {}}, "additionalProperties": {}}, {"b": 1}, {"b": 1}, []),
    ("so does unevaluatedProperties", {"properties": {"a": {}}, "unevaluatedProperties": {}}, {"b": 1}, {"b": 1}, []),
    ("a name that a pattern matches stays", {"patternProperties": {"^x-": {}}}, {"x-a": 1, "y": 1}, {"x-a": 1}, ["/y"]),
    (
        "a name that is only required is declared",
        {"properties": {}, "required": ["a"]},
        {"a": 1, "b": 1},
        {"a": 1},
        ["/b"],
    ),
    (
        "a name that depends is declared",
        {"dependentRequired": {"a": ["b"]}},
        {"a": 1, "b": 2, "c": 3},
        {"a": 1, "b": 2},
        ["/c"],
    ),
    (
        "names of conjuncts and branches count",
        {
            "properties": {"a": {}},
            "allOf": [{"properties": {"b": {}}}],
            "anyOf": [{"properties": {"c": {}}}, {}],
            "if": {"properties": {"d": {}}},
            "then": {"properties": {"e": {}}},
        },
        {"a": 1, "b": 1, "c": 1, "d": 1, "e": 1, "f": 1},
        {"a": 1, "b": 1, "c": 1, "d": 1, "e": 1},
        ["/f"],
    ),
    (
        "a conjunct that is open opens",
        {"properties": {"a": {}}, "allOf": [{"additionalProperties": True}]},
        {"b": 1},
        {"b": 1},
        [],
    ),
    (
        "below the root an object that declares nothing is free-form",
        {"properties": {"a": {"type": "object"}}},
        {"a": {"b": 1}},
        {"a": {"b": 1}},
        [],
    ),
    (
        "below the root an object that declares something is closed",
        {"properties": {"a": {"properties": {"b": {}}}}},
        {"a": {"b": 1, "c": 2}},
        {"a": {"b": 1}},
        ["/a/c"],
    ),
    (
        "names go at any depth, through references and arrays",
        {
            "properties": {"list": {"type": "array", "items": {"$ref": "#/$defs/node"}}},
            "$defs": {"node": {"properties": {"next": {"$ref": "#/$defs/node"}}}},
        },
        {"list": [{"next": {"next": {}, "x": 1}}, {"y": [1]}]},
        {"list": [{"next": {"next": {}}}, {}]},
        ["/list/0/next/x", "/list/1/y"],
    ),
    (
        "places are sorted by their tokens, indexes as numbers",
        {"properties": {"l": {"items": {"properties": {"k": {}}}}}},
        {"z": 0, "l": [{"b": 0, "a": 0}, *[{} for _ in range(9)], {"x": 0}], "a": 0},
        {"l": [{} for _ in range(11)]},
        ["/a", "/l/0/a", "/l/0/b", "/l/10/x", "/z"],
    ),
    (
        "names that look inherited are names",
        {"properties": {"__proto__": {}}},
        {"__proto__": 1, "constructor": 2, "__class__": 3},
        {"__proto__": 1},
        ["/__class__", "/constructor"],
    ),
    (
        "names in pointers are escaped",
        {"properties": {"o": {"properties": {"k": {}}}}},
        {"o": {"a/b": 1, "m~n": 2, "": 3}},
        {"o": {}},
        ["/o/", "/o/a~1b", "/o/m~0n"],
    ),
]


@pytest.mark.parametrize(
    ("schema", "sent", "left", "places"), [row[1:] for row in TABLE], ids=[row[0] for row in TABLE]
)
def test_names_that_do_not_belong_are_taken_out(schema, sent, left, places):
    assert kept(schema, sent) == (left, places)


@pytest.mark.parametrize(
    ("schema", "sent", "left", "places"), [row[1:] for row in TABLE], ids=[row[0] for row in TABLE]
)
def test_with_reject_they_are_refused_all_at_once_and_the_rest_goes_through(schema, sent, left, places):
    if not places:
        assert kept(schema, sent, unknown_arguments="reject") == (left, [])
        return
    refusal = refused(schema, sent, unknown_arguments="reject")
    assert refusal.code == "argument-unknown"
    assert [item.keyword for item in refusal.violations] == ["false"] * len(places)
    assert ["/".join(map(str, ("", *item.pointer))) for item in refusal.violations] == [
        place.replace("~1", "/").replace("~0", "~") for place in places
    ]
    assert kept(schema, left, unknown_arguments="reject") == (left, [])


def test_what_is_sent_is_not_changed_and_what_stays_is_shared():
    sent = {"a": {"k": [1]}, "b": 2}
    outcome = accepted({"properties": {"a": {"properties": {"k": {}}}}}, sent)
    assert sent == {"a": {"k": [1]}, "b": 2}
    assert outcome.arguments["a"] is sent["a"]
    whole = {"a": {"k": [1]}}
    assert accepted({"properties": {"a": {}}}, whole).arguments is whole


CLOSED = {"properties": {"a": {}, "secret": {"type": "integer", **GATED}}}
OPEN = {**CLOSED, "additionalProperties": True}
BESIDE_A_PATTERN = {**CLOSED, "patternProperties": {"^s": {}}}
BELOW = {"properties": {"o": {"properties": {"secret": GATED}}}}


@pytest.mark.parametrize("rule", ["strip", "reject"])
def test_a_gated_name_is_an_argument_of_those_who_may(rule):
    assert kept(CLOSED, {"secret": 1}, ["admin"], unknown_arguments=rule) == ({"secret": 1}, [])


def test_a_forbidden_name_of_a_closed_object_is_stripped_like_any_unknown_one():
    assert kept(CLOSED, {"a": 1, "secret": 1, "other": 1}) == ({"a": 1}, ["/other", "/secret"])


@pytest.mark.parametrize("schema", [OPEN, BESIDE_A_PATTERN])
@pytest.mark.parametrize("rule", ["strip", "reject"])
def test_where_any_name_would_do_a_forbidden_one_is_stripped_and_never_refused(schema, rule):
    assert kept(schema, {"a": 1, "secret": 1, "second": 1}, unknown_arguments=rule) == (
        {"a": 1, "second": 1},
        ["/secret"],
    )


def test_taking_out_the_only_name_does_not_open_an_object():
    assert kept(BELOW, {"o": {"secret": 1, "other": 1}}) == ({"o": {}}, ["/o/other", "/o/secret"])


def test_names_of_a_pattern_that_a_gate_took_are_forbidden():
    schema = {"patternProperties": {"^s": GATED}, "additionalProperties": True}
    assert kept(schema, {"secret": 1, "other": 1}, unknown_arguments="reject") == ({"other": 1}, ["/secret"])


def test_a_name_that_another_conjunct_still_declares_is_taken_in_all():
    schema = {"properties": {"a": {}, "s": GATED}, "allOf": [{"properties": {"s": {"type": "integer"}}}]}
    assert kept(schema, {"a": 1, "s": 1}) == ({"a": 1}, ["/s"])


def test_a_name_that_another_branch_declares_is_left_to_validation():
    schema = {"anyOf": [{"properties": {"s": GATED}}, {"properties": {"s": {"type": "integer"}}}]}
    assert kept(schema, {"s": 1}) == ({"s": 1}, [])
    assert refused(schema, {"s": "x"}).code == "arguments-invalid"
