"""Text is read as JSON where no text belongs, and only there."""

import json
import random
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemac.dispatch.coerce import Coercer, Mode, coerce
from schemac.dispatch.taken import ANYTHING, ARRAY, FRACTION, INTEGER, NULL, OBJECT, STRING, Places
from schemac.dispatch.validate import build
from schemac.findings import SchemacError
from schemac.jsonschema.keywords import DIALECTS, Dialect
from schemac.jsonschema.link import link
from schemac.jsonschema.module import Module
from schemac.pointer import lookup, render
from schemac.text import Bounds
from schemac.values import Json, JsonObject, Schema, equal
from tests.dispatch.samples import sample
from tests.shared import real_tool_files, shared

OBJ = {"type": "object"}
ARR = {"type": "array"}
TEXT = {"type": "string"}


def run(
    schema: Schema, value: Json, mode: Mode = "json", dialect: str = "2020-12"
) -> tuple[Json, list[tuple[str, str]]]:
    before = json.dumps(value)
    found = coerce(value, link(schema, dialect=DIALECTS[dialect]), mode)
    assert json.dumps(value) == before, "its input was changed"
    assert (found.value is value) is (not found.coerced)
    return found.value, [(render(pointer), what) for pointer, what in found.coerced]


def prop(schema: Schema, text: Json, mode: Mode = "json", dialect: str = "2020-12") -> Json:
    """Return what a member of that schema becomes."""
    value, _ = run({"type": "object", "properties": {"a": schema}, "required": ["a"]}, {"a": text}, mode, dialect)
    return value["a"]


OBJECT_TEXT, ARRAY_TEXT = '{"x": 1}', "[1, 2]"

TAKES_OBJECT = [
    OBJ,
    {"type": ["object", "null"]},
    {"const": {"x": 1}},
    {"enum": [{"x": 1}, None, 3]},
    {"allOf": [OBJ, {"description": "no type"}]},
    {"allOf": [{"type": ["object", "string"]}, {"type": ["object", "array"]}]},
    {"allOf": [{"allOf": [{"allOf": [OBJ]}]}]},
    {"type": ["object", "string"], "allOf": [{"type": ["object", "null"]}]},
    {"anyOf": [OBJ, {"type": "null"}]},
    {"oneOf": [OBJ, {"type": "integer"}]},
    {"anyOf": [{"anyOf": [OBJ]}, {"oneOf": [{"const": None}]}]},
    {"type": ["object", "string"], "anyOf": [OBJ, {"type": "null"}]},
    {"anyOf": [False, OBJ]},
    {"if": True, "then": OBJ, "else": {"type": ["object", "null"]}},
    # without any, hints
    {"properties": {}},
    {"required": ["x"]},
    {"allOf": [{"required": ["x"]}, {"description": "d"}]},
    {"anyOf": [{"properties": {"x": True}}, {"required": ["y"]}]},
    {"anyOf": [{"properties": {"x": True}}, {"type": "null"}]},
]
TAKES_ARRAY = [
    ARR,
    {"items": {}},
    {"prefixItems": [True]},
    {"const": [1, 2]},
    {"anyOf": [{"items": TEXT}, {"type": "null"}]},
    {"type": ["array", "object"], "allOf": [ARR]},
]
TAKES_TEXT_OR_NEITHER = [
    TEXT,
    {},
    True,
    {"description": "anything"},
    {"type": ["object", "string"]},
    False,
    {"enum": [{"x": 1}, "a"]},
    {"anyOf": [OBJ, TEXT]},
    {"anyOf": [OBJ, {}]},
    {"anyOf": [OBJ, {"description": "anything"}]},
    {"anyOf": [OBJ, {"const": "a"}]},
    {"allOf": [OBJ, TEXT]},
    {"allOf": [{"type": ["object", "string"]}, {"properties": {"x": {}}}]},
    {"properties": {"x": {}}, "type": "string"},
    {"properties": {"x": {}}, "anyOf": [TEXT, {"type": "null"}]},
    {"anyOf": [{"properties": {"x": {}}}, TEXT]},
    {"type": "integer"},
    {"type": ["integer", "boolean", "null"]},
    {"minProperties": 1},
    {"if": {"type": "string"}, "then": OBJ},
    {"if": True, "then": OBJ, "else": TEXT},
    {"not": OBJ},
    {"contains": OBJ},
    {"patternProperties": {"a": OBJ}},
]


@pytest.mark.parametrize("schema", TAKES_OBJECT)
def test_text_is_read_where_an_object_belongs(schema):
    assert prop(schema, OBJECT_TEXT) == {"x": 1}
    assert prop(schema, ARRAY_TEXT) == ARRAY_TEXT, "an array is not taken there"


@pytest.mark.parametrize("schema", TAKES_ARRAY)
def test_text_is_read_where_an_array_belongs(schema):
    assert prop(schema, ARRAY_TEXT) == [1, 2]
    assert prop(schema, OBJECT_TEXT) == OBJECT_TEXT, "an object is not taken there"


@pytest.mark.parametrize("schema", TAKES_TEXT_OR_NEITHER)
@pytest.mark.parametrize("text", [OBJECT_TEXT, ARRAY_TEXT, "{}", " [] ", "null"])
def test_text_that_may_be_text_is_never_touched(schema, text):
    assert prop(schema, text) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "null",
        "1",
        '"{}"',
        "{",
        "{} {}",
        "{}x",
        "x{}",
        '{"a": 1, "a": 2}',
        '{"a": NaN}',
        '{"a": Infinity}',
        '{"a": 1e999}',
        '{"a": "\\ud800"}',
        "{'a': 1}",
        '{"a": 1,}',
        "[1,]",
        "\ufeff{}",
        "\u00a0{}",
        '{"a": ' + "9" * 401 + "}",
        "[" * 300 + "]" * 300,
        "[" * 100_000,
    ],
)
def test_what_is_not_strict_json_of_the_right_kind_stays(text):
    assert prop({"type": ["object", "array"]}, text) == text


def test_read_text_is_exact():
    text = ' \t\n\r{"big": 612345678901234567890, "whole": 1.0, "é": "\\u00e9", "__proto__": {"x": []}}  '
    assert prop(OBJ, text) == {"big": 612345678901234567890, "whole": 1, "é": "é", "__proto__": {"x": []}}


def test_every_depth_is_reached_and_each_place_once():
    schema = {
        "type": "object",
        "properties": {
            "list": {"type": "array", "items": {"$ref": "#/$defs/item"}},
            "map": {"type": "object", "additionalProperties": ARR, "patternProperties": {"^s": TEXT}},
            "pair": {"type": "array", "prefixItems": [OBJ, TEXT], "items": ARR},
        },
        "$defs": {"item": {"type": "object", "properties": {"in": {"$ref": "#/$defs/item"}, "note": TEXT}}},
    }
    inner = json.dumps({"in": json.dumps({"in": {"note": "{}"}, "note": "[]"})})
    value = {
        "list": json.dumps([inner, {"in": "{}"}, "no"]),
        "map": {"a": "[1]", "s": "[1]", "b": ["[1]"], "c": '"[1]"'},
        "pair": ["{}", "{}", "[]", "{}"],
    }
    coerced, where = run(schema, value)
    assert coerced == {
        "list": [{"in": {"in": {"note": "{}"}, "note": "[]"}}, {"in": {}}, "no"],
        "map": {"a": [1], "s": "[1]", "b": ["[1]"], "c": '"[1]"'},
        "pair": [{}, "{}", [], "{}"],
    }
    assert where == [
        ("/list", "json"),
        ("/list/0", "json"),
        ("/list/0/in", "json"),
        ("/list/1/in", "json"),
        ("/map/a", "json"),
        ("/pair/0", "json"),
        ("/pair/2", "json"),
    ]


def test_the_whole_value_may_be_text():
    schema = {"type": "object", "properties": {"a": OBJ}}
    assert run(schema, '{"a": "{}"}') == ({"a": {}}, [("", "json"), ("/a", "json")])
    assert run(TEXT, "{}") == ("{}", [])
    assert run(schema, 5) == (5, [])
    assert run(True, {"a": "{}"}) == ({"a": "{}"}, [])


BRANCHES = [
    # several subschemas reach one place: what states the types counts
    ({"properties": {"a": OBJ}, "allOf": [{"properties": {"a": {"type": ["object", "string"]}}}]}, {"x": 1}),
    ({"properties": {"a": {"type": ["object", "string"]}}, "anyOf": [{"properties": {"a": OBJ}}, {}]}, OBJECT_TEXT),
    ({"properties": {"a": {"type": ["object", "string"]}}, "allOf": [{"properties": {"a": OBJ}}]}, {"x": 1}),
    # branches that reach it: united; those that do not leave a hint
    ({"anyOf": [{"properties": {"a": OBJ}, "required": ["a"]}, {"required": ["b"]}]}, {"x": 1}),
    ({"oneOf": [{"properties": {"a": OBJ}}, {"properties": {"a": TEXT}}]}, OBJECT_TEXT),
    ({"oneOf": [{"properties": {"a": OBJ}}, {"properties": {"a": {"type": "null"}}}]}, {"x": 1}),
    ({"oneOf": [{"properties": {"a": OBJ}}, {"properties": {"a": True}}]}, OBJECT_TEXT),
    ({"oneOf": [{"properties": {"a": OBJ}}, False]}, {"x": 1}),
    ({"anyOf": [{"anyOf": [{"properties": {"a": OBJ}}, {}]}, {"properties": {"b": OBJ}}]}, {"x": 1}),
    ({"if": {"required": ["b"]}, "then": {"properties": {"a": OBJ}}}, {"x": 1}),
    ({"if": {"required": ["b"]}, "then": {"properties": {"a": OBJ}}, "else": {"properties": {"a": TEXT}}}, OBJECT_TEXT),
    ({"if": {"properties": {"a": OBJ}}, "then": {}}, OBJECT_TEXT),
    ({"not": {"properties": {"a": OBJ}}}, OBJECT_TEXT),
    ({"dependentSchemas": {"b": {"properties": {"a": OBJ}}}}, {"x": 1}),
    ({"dependentSchemas": {"b": {"properties": {"a": OBJ}}}, "properties": {"a": True}}, {"x": 1}),
    ({"dependentSchemas": {"b": {"properties": {"a": OBJ}}}, "properties": {"a": TEXT}}, OBJECT_TEXT),
    # how a member is reached
    ({"additionalProperties": OBJ}, {"x": 1}),
    ({"properties": {"a": TEXT}, "additionalProperties": OBJ}, OBJECT_TEXT),
    ({"patternProperties": {"^A$|a": OBJ}}, {"x": 1}),
    ({"patternProperties": {"^a$": TEXT}, "additionalProperties": OBJ}, OBJECT_TEXT),
    ({"patternProperties": {"^b": TEXT}, "additionalProperties": OBJ}, {"x": 1}),
    ({"patternProperties": {"(?=a)": OBJ}}, {"x": 1}),
    ({"unevaluatedProperties": OBJ}, {"x": 1}),
    ({"properties": {"a": True}, "unevaluatedProperties": OBJ}, OBJECT_TEXT),
    ({"allOf": [{"properties": {"a": TEXT}}], "unevaluatedProperties": OBJ}, OBJECT_TEXT),
    ({"propertyNames": OBJ}, OBJECT_TEXT),
    ({"properties": {"b": OBJ}}, OBJECT_TEXT),
    ({"$ref": "#/$defs/r", "$defs": {"r": {"properties": {"a": {"$ref": "#/$defs/o"}}}, "o": OBJ}}, {"x": 1}),
    ({"$ref": "#/$defs/r", "$defs": {"r": {"type": "object"}}, "properties": {"a": OBJ}}, {"x": 1}),
]


@pytest.mark.parametrize(("schema", "expected"), BRANCHES)
def test_a_place_is_found_however_it_is_reached(schema, expected):
    assert run(schema, {"a": OBJECT_TEXT})[0] == {"a": expected}


@pytest.mark.parametrize(
    ("dialect", "schema", "expected"),
    [
        ("draft-04", {"const": {"x": 1}}, OBJECT_TEXT),
        ("draft-06", {"const": {"x": 1}}, {"x": 1}),
        ("draft-07", {"$ref": "#/definitions/o", "type": "string"}, {"x": 1}),
        ("2019-09", {"$ref": "#/definitions/o", "type": "string"}, OBJECT_TEXT),
        ("draft-04", {"not": {}, "type": "object"}, {"x": 1}),
        ("draft-04", {"not": {}}, OBJECT_TEXT),
        ("draft-04", {"anyOf": [{"not": {}}, {"type": "object"}]}, {"x": 1}),
        ("draft-06", {"if": True, "then": OBJ, "else": OBJ}, OBJECT_TEXT),
        ("draft-07", {"if": True, "then": OBJ, "else": OBJ}, {"x": 1}),
    ],
)
def test_keywords_count_in_their_dialects(dialect, schema, expected):
    whole = {"definitions": {"o": OBJ}, "type": "object", "properties": {"a": schema}}
    assert run(whole, {"a": OBJECT_TEXT}, dialect=dialect)[0] == {"a": expected}


@pytest.mark.parametrize(
    ("dialect", "first", "rest"), [("draft-07", "items", "additionalItems"), ("2020-12", "prefixItems", "items")]
)
def test_tuples_are_followed_in_each_dialect(dialect, first, rest):
    schema = {"type": "array", first: [OBJ, TEXT], rest: ARR}
    assert run(schema, ["{}", "{}", "[]", "[]"], dialect=dialect)[0] == [{}, "{}", [], []]
    open_ = {"type": "array", first: [OBJ]}
    assert run(open_, ["{}", "{}"], dialect=dialect)[0] == [{}, "{}"]
    if first == "items":
        assert run({"items": OBJ, "additionalItems": TEXT}, ["{}", "{}"], dialect=dialect)[0] == [{}, {}]
    else:
        assert run({"type": "array", "unevaluatedItems": OBJ}, ["{}"], dialect=dialect)[0] == [{}]


SCALARS = [
    ({"type": "boolean"}, "true", True),
    ({"type": "boolean"}, "FALSE", False),
    ({"type": "boolean"}, "True", True),
    ({"type": "boolean"}, "1", "1"),
    ({"type": "boolean"}, "0", "0"),
    ({"type": "boolean"}, "yes", "yes"),
    ({"type": "boolean"}, " true", " true"),
    ({"type": "boolean"}, "", ""),
    ({"type": "boolean"}, "\u017frue", "\u017frue"),
    ({"enum": [True, 3]}, "true", True),
    ({"enum": [True, 3]}, "4", 4),
    ({"type": ["boolean", "string"]}, "true", "true"),
    ({"type": "integer"}, "12", 12),
    ({"type": "integer"}, "-0", 0),
    ({"type": "integer"}, "1.0", 1),
    ({"type": "integer"}, "1e3", 1000),
    ({"type": "integer"}, "1.5", "1.5"),
    ({"type": "integer"}, "612345678901234567", 612345678901234567),
    ({"type": "integer"}, "1" + "0" * 399, 10**399),
    ({"type": "integer"}, "1" + "0" * 400, "1" + "0" * 400),
    ({"type": "integer"}, "1e399", 10**399),
    ({"type": "integer"}, "1e1000000000", "1e1000000000"),
    ({"type": "number"}, "1.5", 1.5),
    ({"type": "number"}, "-1.5E-3", -0.0015),
    ({"type": "number"}, "1e-999", 0.0),
    ({"type": "number"}, "0.5e999", "0.5e999"),
    ({"type": "number"}, "007", "007"),
    ({"type": "number"}, "+1", "+1"),
    ({"type": "number"}, ".5", ".5"),
    ({"type": "number"}, "5.", "5."),
    ({"type": "number"}, "1_000", "1_000"),
    ({"type": "number"}, "0x10", "0x10"),
    ({"type": "number"}, " 1", " 1"),
    ({"type": "number"}, "1\n", "1\n"),
    ({"type": "number"}, "NaN", "NaN"),
    ({"type": "number"}, "Infinity", "Infinity"),
    ({"type": "number"}, "\u0663", "\u0663"),
    ({"type": "number"}, "1" * 2_000, "1" * 2_000),
    ({"enum": [1, 2]}, "2", 2),
    ({"enum": [1.5]}, "2", "2"),
    ({"const": 2}, "2", 2),
    ({"type": ["number", "string"]}, "2", "2"),
    ({}, "2", "2"),
    ({"type": "null"}, "null", "null"),
    ({"type": ["object", "integer"]}, "2", 2),
    ({"type": ["object", "integer"]}, "{}", {}),
    ({"anyOf": [{"type": "integer"}, {"type": "null"}]}, "2", 2),
]


@pytest.mark.parametrize(("schema", "text", "expected"), SCALARS)
def test_scalars_become_what_they_say_only_when_asked(schema, text, expected):
    found = prop(schema, text, "scalars")
    assert equal(found, expected)
    assert type(found) is type(expected)
    if not isinstance(expected, dict):
        assert prop(schema, text) == text
    assert prop(schema, text, "none") == text


DROPS = [
    ({"type": "string"}, None, True),
    ({"type": "integer"}, None, True),
    ({"enum": ["a"]}, None, True),
    ({"type": ["string", "null"]}, None, False),
    ({"anyOf": [{"type": "string"}, {"type": "null"}]}, None, False),
    ({"enum": ["a", None]}, None, False),
    ({}, None, False),
    ({"description": "d"}, None, False),
    (False, None, True),
    ({"properties": {}}, None, True),
    ({"type": "integer"}, "", True),
    ({"type": "integer"}, " \n", True),
    ({"type": "boolean"}, "", True),
    ({"type": "object"}, "", True),
    ({"type": "string"}, "", False),
    ({"type": "string"}, "  ", False),
    ({"type": "string", "minLength": 1}, "", True),
    ({"type": "string", "minLength": 1}, " ", False),
    ({"type": "string", "pattern": "^[a-z]+$"}, "", True),
    ({"type": "string", "pattern": "^[a-z]*$"}, "", False),
    ({"enum": ["a", "b"]}, "", True),
    ({"enum": ["a", ""]}, "", False),
    ({"const": "a"}, " ", True),
    ({"type": "string", "minLength": 3}, "a", False),
    ({"type": "integer"}, "x", False),
    ({"type": "integer"}, 0, False),
    ({"type": "integer"}, False, False),
]


@pytest.mark.parametrize(("schema", "value", "dropped"), DROPS)
def test_an_empty_spelling_of_an_optional_member_is_dropped_where_it_is_refused(schema, value, dropped):
    whole = {"type": "object", "properties": {"a": schema, "b": TEXT}}
    assert run(whole, {"a": value, "b": "x"}, "scalars") == (
        ({"b": "x"}, [("/a", "dropped")]) if dropped else ({"a": value, "b": "x"}, [])
    )
    assert run(whole, {"a": value}) == ({"a": value}, [])
    assert run({**whole, "required": ["a"]}, {"a": value}, "scalars")[0] == {"a": value}
    assert run({"allOf": [whole, {"required": ["a"]}]}, {"a": value}, "scalars")[0] == {"a": value}
    assert run({**whole, "anyOf": [{"required": ["a"]}, {"required": ["a", "b"]}]}, {"a": value}, "scalars")[0] == {
        "a": value
    }
    nested = run({"type": "array", "items": whole}, [{"a": value}], "scalars")
    assert nested == (([{}], [("/0/a", "dropped")]) if dropped else ([{"a": value}], []))


def test_items_and_unknown_names_are_never_dropped():
    schema = {"type": "object", "properties": {"a": {"type": "array", "items": {"type": "integer"}}}}
    value = {"a": [None, ""], "b": None, "c": ""}
    assert run(schema, value, "scalars") == (value, [])
    assert run({"type": "object", "additionalProperties": {"type": "integer"}}, {"z": None}, "scalars")[0] == {}


def test_what_does_not_change_is_shared():
    schema = {"type": "object", "properties": {"a": OBJ, "b": OBJ, "c": ARR}}
    value = {"a": {"x": [1]}, "b": "{}", "c": [{}]}
    changed = coerce(value, link(schema)).value
    assert changed == {"a": {"x": [1]}, "b": {}, "c": [{}]}
    assert changed["a"] is value["a"]
    assert changed["c"] is value["c"]


def test_a_place_stands_where_it_stood_in_what_was_sent():
    """A pointer into the result, followed through the texts that were read, leads to the same place of the input."""
    schema = {
        "$ref": "#/$defs/n",
        "$defs": {
            "n": {
                "type": ["object", "null"],
                "properties": {"a": {"$ref": "#/$defs/n"}, "l": {"type": "array", "items": {"$ref": "#/$defs/n"}}},
            }
        },
    }
    value = {"l": [None, json.dumps({"a": json.dumps({"l": "[null, {}]"})})]}
    found = coerce(value, link(schema))
    assert found.value == {"l": [None, {"a": {"l": [None, {}]}}]}
    for pointer, _ in found.coerced:
        sent: Json = value
        for token in pointer:
            sent = json.loads(sent) if isinstance(sent, str) else sent
            sent = sent[token]
        assert isinstance(sent, str)
        assert not isinstance(lookup(found.value, pointer), str)


def types(schema: Schema, name: str | None = None, dialect: Dialect = DIALECTS["2020-12"]) -> int:
    root = Places(link(schema, dialect=dialect)).root
    place = root if name is None else root.member(name)
    assert place is not None
    return place.types


def test_types_are_told_apart():
    assert types({"type": "number"}) == INTEGER | FRACTION
    assert types({"allOf": [{"type": "number"}, {"type": "integer"}]}) == INTEGER
    assert types({"enum": [1, 1.0, 2.5, "a", None]}) == INTEGER | FRACTION | STRING | NULL
    assert types({"allOf": [OBJ, ARR]}) == 0
    assert types(False) == 0
    assert types({}) == ANYTHING
    assert types({"properties": {}, "items": True}) == OBJECT | ARRAY
    assert types({"anyOf": [{"properties": {"a": OBJ}}, {"properties": {"a": ARR}}]}, "a") == OBJECT | ARRAY


def test_recursion_through_unions_has_finitely_many_places():
    operators = [
        {
            "type": "object",
            "properties": {"left": {"$ref": "#/$defs/e"}, "right": {"$ref": "#/$defs/e"}, "op": {"const": op}},
        }
        for op in "+-*"
    ]
    schema = {
        "$ref": "#/$defs/e",
        "$defs": {
            "e": {
                "oneOf": [
                    *operators,
                    {"type": "array", "items": {"anyOf": [{"$ref": "#/$defs/e"}, {"type": "null"}]}},
                    {"type": "integer"},
                ]
            }
        },
    }
    coercer = Coercer(link(schema))
    value: Json = 1
    for level in range(120):
        value = {
            "op": "+",
            "left": json.dumps(value) if level == 3 else value,
            "right": [value if level < 4 else 1, None],
        }
    found = coercer.coerce(value)
    assert len(found.coerced) > 0
    assert len(coercer._places._known) < 60


def test_a_schema_that_multiplies_its_places_takes_bounded_memory():
    """Each of many names leads to another subset of definitions; what lies beyond the bound is left alone."""
    names = [f"n{index}" for index in range(24)]
    definitions = {
        f"d{index}": {
            "anyOf": [
                {
                    "properties": {
                        name: {"$ref": f"#/$defs/d{other}"}
                        for other, name in enumerate(names)
                        if (index * 7 + other) % 3
                    }
                },
                OBJ,
            ]
        }
        for index in range(24)
    }
    schema = {"allOf": [{"$ref": f"#/$defs/d{index}"} for index in range(24)], "$defs": definitions}
    coercer = Coercer(link(schema))
    draw = random.Random(5)
    started = time.perf_counter()
    for _ in range(20):
        value: JsonObject = {}
        for _ in range(20):
            value = {draw.choice(names): value, draw.choice(names): "{}"}
        coercer.coerce(value)
    assert len(coercer._places._known) <= 20_000
    assert time.perf_counter() - started < 60


@pytest.mark.parametrize("keyword", ["anyOf", "allOf", "oneOf"])
def test_long_chains_of_references_are_followed_without_recursion(keyword):
    length = 3_000
    definitions: JsonObject = {f"d{index}": {keyword: [{"$ref": f"#/$defs/d{index + 1}"}]} for index in range(length)}
    definitions[f"d{length}"] = {"type": "object", "properties": {"a": OBJ}}
    found = coerce({"a": "{}"}, link({"type": "object", "$ref": "#/$defs/d0", "$defs": definitions}))
    # A union that holds a union that holds a union, and so on, is followed so far only; a chain of allOf, to its end.
    expected: Json = {} if keyword == "allOf" else "{}"
    assert found.value["a"] == expected


HOSTILE = [
    "x" * 10_000_000,
    "{" * 10_000_000,
    "[" * 10_000_000,
    '{"a":' * 1_000_000,
    "[" + "1," * 3_000_000 + "1]",
    '["' + "\\" * 5_000_000 + '"]',
    " " * 10_000_000,
    " " * 10_000_000 + "{",
    "-" * 10_000_000,
    "9" * 10_000_000,
    "[" * 256 + "]" * 256,
    json.dumps({"__proto__": {"constructor": {"prototype": []}}}),
]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
@pytest.mark.parametrize("mode", ["json", "scalars"])
def test_hostile_text_takes_bounded_time(text, mode):
    schema = {"type": "object", "additionalProperties": {"type": ["object", "array", "number", "boolean"]}}
    started = time.perf_counter()
    coerce({"a": text, "b": [text]}, link(schema), mode)
    assert time.perf_counter() - started < 10


def test_json_in_json_in_json_is_read_to_the_end_within_the_bounds():
    schema = {"$ref": "#/$defs/n", "$defs": {"n": {"type": ["array", "object"], "items": {"$ref": "#/$defs/n"}}}}
    module = link(schema)
    value: Json = []
    for _ in range(15):
        value = json.dumps([value])
    found = coerce(value, module)
    assert len(found.coerced) == 15
    assert json.dumps(found.value) == "[" * 16 + "]" * 16


@pytest.mark.parametrize(("levels", "read"), [(56, True), (57, False)])
def test_a_text_may_not_nest_deeper_than_its_place_allows(levels, read):
    """200 levels in a text, in as many arrays as still fit into 256, and in one more."""
    schema = {"$ref": "#/$defs/n", "$defs": {"n": {"type": "array", "items": {"$ref": "#/$defs/n"}}}}
    value: Json = "[" * 200 + "]" * 200
    for _ in range(levels):
        value = [value]
    found = coerce(value, link(schema))
    assert found.coerced == ((((0,) * levels, "json"),) if read else ())


def test_all_texts_together_hold_no_more_values_than_the_bound():
    schema = {"type": "array", "items": ARR}
    small = Bounds(max_nodes=25)
    found = coerce(["[1,2,3,4,5,6,7,8,9]"] * 5, link(schema), bounds=small)
    assert [type(item) for item in found.value] == [list, list, str, str, str]
    assert coerce(["[" + ",".join("1" * 30) + "]"], link(schema), bounds=small).value == [
        "[" + ",".join("1" * 30) + "]"
    ]


def test_invented_names_do_not_fill_the_memory():
    coercer = Coercer(link({"type": "object", "additionalProperties": OBJ}))
    for start in range(0, 20_000, 1_000):
        coercer.coerce({f"n{start + index}": "{}" for index in range(1_000)})
    assert len(coercer._places.root.members) <= 1_000
    assert coercer.coerce({"n19999": "{}"}).value == {"n19999": {}}


SCALAR: st.SearchStrategy[Schema] = st.sampled_from(
    [TEXT, {"type": "integer"}, {"type": "boolean"}, {"type": ["number", "null"]}, {"const": "[]"}]
)
# No two branches of a union describe members: a branch that says nothing of a member makes the others a hint, and a
# hint may read a text that was meant.
TYPED: st.SearchStrategy[Schema] = st.deferred(
    lambda: st.one_of(
        st.sampled_from(
            [TEXT, {"type": "integer"}, {"type": "boolean"}, {"type": ["number", "null"]}, {"const": "[]"}]
        ),
        st.fixed_dictionaries(
            {"type": st.just("object")},
            optional={
                "properties": st.dictionaries(st.sampled_from("abc"), TYPED, max_size=3),
                "additionalProperties": TYPED,
                "required": st.lists(st.sampled_from("abc"), max_size=2, unique=True),
            },
        ),
        st.fixed_dictionaries({"type": st.just("array"), "items": TYPED}),
        st.tuples(st.lists(SCALAR, max_size=2), TYPED).map(lambda parts: {"anyOf": [*parts[0], parts[1]]}),
        st.lists(TYPED, min_size=1, max_size=2).map(lambda items: {"allOf": items}),
    )
)
LEAVES = st.none() | st.booleans() | st.integers(-3, 3) | st.floats(allow_nan=False, allow_infinity=False)
TEXTS = st.sampled_from(
    ["", " ", "a", "true", "12", "1.5", "[]", "{}", '{"a": "[1]"}', '["{}"]', "null", "__proto__"]
) | st.text(max_size=5)
JSON: st.SearchStrategy[Json] = st.recursive(
    LEAVES | TEXTS,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["a", "b", "c", "__proto__"]), inner, max_size=3)
        | inner.map(json.dumps)
    ),
    max_leaves=8,
)
MODES = st.sampled_from(["json", "scalars"])


@given(TYPED, JSON, MODES)
def test_laws(schema, value, mode):
    """What fits is left alone; twice is once; what is reported is what changed."""
    coercer = Coercer(link(schema))
    found = coercer.coerce(value, mode)
    assert (found.value is value) is (not found.coerced)
    again = coercer.coerce(found.value, mode)
    assert again.value is found.value
    if build(schema, DIALECTS["2020-12"]).valid(value):
        assert found.value is value


@given(st.dictionaries(st.sampled_from("ab"), JSON, max_size=2), JSON, MODES)
def test_any_schema_and_any_value_end(members, value, mode):
    """The schema is drawn from the same JSON as values: whatever links is coerced against without an error."""
    schema = {"properties": {"a": {"enum": [members, 1]}, "b": {"const": members}}, "additionalProperties": OBJ}
    found = coerce(value, link(schema), mode)
    for pointer, what in found.coerced:
        assert what in ("json", "boolean", "number", "dropped")
        assert isinstance(pointer, tuple)


@pytest.mark.real
@pytest.mark.parametrize("path", real_tool_files(), ids=lambda path: path.stem)
def test_arguments_of_real_tools_survive_being_sent_as_text(path):
    """Members that are objects or arrays, sent as text where the schema takes no text, arrive as they were."""
    draw = random.Random(path.stem)
    for tool in json.loads(path.read_text("utf-8"))["tools"]:
        schema = tool.get("inputSchema", {})
        try:
            module = link(schema)
        except SchemacError:
            continue
        value = sample(draw, schema, schema)
        if not isinstance(value, dict):
            continue
        coercer = Coercer(module)
        meant = coercer.coerce(value).value
        sent = {name: json.dumps(item) if takes_no_text(module, name, item) else item for name, item in meant.items()}
        assert coercer.coerce(sent).value == meant, (tool["name"], sent)


def takes_no_text(module: Module, name: str, item: Json) -> bool:
    place = Places(module).root.member(name)
    kind = OBJECT if isinstance(item, dict) else ARRAY if isinstance(item, list) else 0
    return place is not None and not place.types & STRING and bool(place.types & kind)


@pytest.mark.real
def test_collected_cases_of_coercion():
    """Calls that resolve must resolve to the arguments as stated; refusals and texts as a whole are dispatch's."""
    seen = 0
    for path in sorted(shared("cases").glob("*.json")):
        case = json.loads(path.read_text("utf-8"))
        if case["kind"] not in ("argument-coercion", "values-and-order"):
            continue
        tools = {tool["name"]: tool for tool in case.get("tools", [case.get("tool")])}
        for call in case.get("calls", [case["call"]] if "call" in case else []):
            if not isinstance(call.get("arguments"), dict) or "arguments" not in call["expect"]:
                continue
            module = link(tools[call["tool"]]["inputSchema"])
            found = coerce(call["arguments"], module, case.get("options", {}).get("coerce", "json"))
            assert equal(found.value, call["expect"]["arguments"]), path.stem
            seen += 1
    assert seen >= 15
