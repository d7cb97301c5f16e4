"""One set of rules for both validators, and one explanation of what they refuse."""

import json
import random
import subprocess
import sys
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemac.dispatch.compiled import CompiledValidator
from schemac.dispatch.interpreted import InterpretedValidator
from schemac.dispatch.validate import Engine, Validator, build
from schemac.jsonschema.evaluate import Evaluator
from schemac.jsonschema.exact import is_multiple, key
from schemac.jsonschema.keywords import DIALECTS, Dialect
from schemac.pointer import Pointer, render, sort_key
from schemac.values import Json, Schema, equal
from tests.dispatch.samples import sample
from tests.shared import real_tool_files, shared

LATEST = DIALECTS["2020-12"]
EXACT = {"enum": [9007199254740993]}

VERDICTS = [
    # integers are by value, booleans are no numbers
    *[(name, {"type": "integer"}, value, fits) for name in DIALECTS for value, fits in [(1.0, True), (1.5, False)]],
    *[(name, {"type": ["integer", "null"]}, 2.0, True) for name in DIALECTS],
    *[(name, {"type": ["integer", "null"]}, None, True) for name in DIALECTS],
    *[(name, {"type": ["integer", "null"]}, "1", False) for name in DIALECTS],
    ("draft-04", {"type": "integer"}, 1e300, True),
    ("draft-04", {"type": "integer", "multipleOf": 2}, 3.0, False),
    ("draft-04", {"type": "integer", "allOf": [{"maximum": 3}]}, 4, False),
    ("draft-04", {"definitions": {"i": {"type": "integer"}}, "$ref": "#/definitions/i"}, 1.0, True),
    ("2020-12", {"type": "integer"}, True, False),
    ("2020-12", {"type": "number"}, False, False),
    ("2020-12", {"type": "boolean"}, 1, False),
    ("2020-12", {"minimum": 2}, True, True),
    # numbers are exact
    ("2020-12", {"type": "integer"}, 2**70, True),
    ("2020-12", EXACT, 9007199254740993, True),
    ("2020-12", EXACT, 9007199254740992, False),
    ("2020-12", EXACT, 9007199254740992.0, False),
    ("2020-12", {"const": 2**70}, 2**70 + 1, False),
    ("2020-12", {"const": 2**70}, 2**70, True),
    ("2020-12", {"const": 2**70}, float(2**70), True),
    ("2020-12", {"maximum": 9007199254740992}, 9007199254740993, False),
    ("2020-12", {"exclusiveMinimum": 2**70}, 2**70, False),
    ("2020-12", {"exclusiveMinimum": 2**70}, 2**70 + 1, True),
    ("2020-12", {"multipleOf": 3}, 2**70, False),
    ("2020-12", {"multipleOf": 3}, 3 * 2**70, True),
    ("2020-12", {"minimum": 10**399}, 10**400 - 1, True),
    ("2020-12", {"maximum": 10**399}, 10**400 - 1, False),
    # multiples are those of the decimals as written
    ("2020-12", {"multipleOf": 0.1}, 0.3, True),
    ("2020-12", {"multipleOf": 0.01}, 19.99, True),
    ("2020-12", {"multipleOf": 0.1}, 0.35, False),
    ("2020-12", {"multipleOf": 0.5}, 2**70 + 1, True),
    ("2020-12", {"multipleOf": 1e-8}, 12391239123, True),
    # equality is JSON's
    ("2020-12", {"enum": [1, 2]}, True, False),
    ("2020-12", {"enum": [1, 2]}, 1.0, True),
    ("2020-12", {"enum": [False]}, 0, False),
    ("2020-12", {"const": {"a": [0]}}, {"a": [False]}, False),
    ("2020-12", {"const": {"a": [0], "b": 1}}, {"b": 1.0, "a": [0.0]}, True),
    ("2020-12", {"const": 0}, -0.0, True),
    ("2020-12", {"anyOf": [{"const": 1}, {"const": True}]}, True, True),
    ("2020-12", {"uniqueItems": True}, [1, True], True),
    ("2020-12", {"uniqueItems": True}, [1, 1.0], False),
    ("2020-12", {"uniqueItems": True}, [{"a": 1}, {"a": True}], True),
    ("2020-12", {"uniqueItems": True}, [{"a": 1, "b": 2}, {"b": 2.0, "a": 1}], False),
    ("2020-12", {"uniqueItems": True}, [2**70, 2**70 + 1], True),
    ("2020-12", {"uniqueItems": True}, ["1", 1, [1], ["1"]], True),
    # annotations
    ("2020-12", {"format": "email"}, "no", True),
    ("draft-07", {"contentEncoding": "base64", "contentMediaType": "application/json"}, "{", True),
    ("2020-12", {"title": None, "default": 3, "examples": "x", "x-any": {"type": 7}}, 1, True),
    # lengths are code points
    ("2020-12", {"maxLength": 1}, "\U0001f600", True),
    # patterns: one policy
    ("2020-12", {"pattern": r"^\d+$"}, "12\n", False),
    ("2020-12", {"pattern": r"^\d+$"}, "٣", False),
    ("2020-12", {"pattern": "^(?!x)"}, "xa", False),
    ("2020-12", {"pattern": "^(?!x)"}, "ax", True),
    ("2020-12", {"pattern": "^(?!x)"}, 5, True),
    ("2020-12", {"patternProperties": {"^a$": False}}, {"a\n": 1}, True),
    ("2020-12", {"patternProperties": {"^(?!x)": False}}, {"xa": 1}, True),
    ("2020-12", {"patternProperties": {"^(?!x)": False}}, {"a": 1}, False),
    ("2020-12", {"patternProperties": {"a": {"minimum": 1}, "[a]": {"maximum": 2}}}, {"a": 3}, False),
    ("2020-12", {"patternProperties": {"a": {"minimum": 1}, "[a]": {"maximum": 2}}}, {"a": 0}, False),
    ("2020-12", {"patternProperties": {r"\bé": True}, "additionalProperties": False}, {"é": 1}, False),
    ("draft-07", {"patternProperties": {r"\x41|é|\bx": True}, "additionalProperties": False}, {"A": 1, "x": 1}, True),
    ("2020-12", {"propertyNames": {"pattern": r"^\w+$"}}, {"é": 1}, False),
    ("2020-12", {"patternProperties": {r"^\d$": True}, "unevaluatedProperties": False}, {"1": 1, "٣": 2}, False),
    ("2020-12", {"patternProperties": {r"^\d$": True}, "unevaluatedProperties": False}, {"1": 1}, True),
    # keywords of other dialects are data
    ("draft-04", {"const": 1, "contains": False, "propertyNames": False, "if": True, "then": False}, {"a": [2]}, True),
    ("2020-12", {"dependencies": {"a": ["b"]}}, {"a": 1}, True),
    ("draft-07", {"dependencies": {"a": ["b"]}}, {"a": 1}, False),
    ("draft-07", {"dependentRequired": {"a": ["b"]}, "unevaluatedProperties": False}, {"a": 1}, True),
    ("draft-04", {"minimum": 3, "exclusiveMinimum": True}, 3, False),
    ("draft-04", {"minimum": 3, "exclusiveMinimum": False}, 3, True),
    # names that languages inherit are names
    ("2020-12", {"required": ["__proto__", "toString"]}, {"__proto__": 1, "toString": 2}, True),
    ("2020-12", {"required": ["constructor"]}, {}, False),
    ("2020-12", {"properties": {"__proto__": {"type": "string"}}}, {"__proto__": 1}, False),
]


def validators(schema: Schema, dialect: Dialect = LATEST) -> list[Validator]:
    return [build(schema, dialect, "jsonschema-rs"), build(schema, dialect, "jsonschema")]


@pytest.mark.parametrize(("dialect", "schema", "value", "fits"), VERDICTS)
def test_both_engines_and_the_evaluator_hold_to_the_rules(dialect, schema, value, fits):
    dialect = DIALECTS[dialect]
    for validator in validators(schema, dialect):
        assert validator.valid(value) is fits
        assert bool(validator.errors(value)) is not fits
    assert Evaluator(schema, dialect).valid(value) is fits


def messages(schema: Schema, value: Json, dialect: Dialect = LATEST) -> list[tuple[str, str, str]]:
    found = [
        [(render(item.pointer), item.keyword, item.message) for item in validator.errors(value)]
        for validator in validators(schema, dialect)
    ]
    assert found[0] == found[1]
    return found[0]


ORDER = {
    "type": "object",
    "properties": {
        "id": {"type": "string", "pattern": "^[a-z]+$", "maxLength": 3},
        "count": {"type": "integer", "minimum": 1, "exclusiveMaximum": 9, "multipleOf": 2},
        "tags": {
            "type": "array",
            "items": {"enum": ["a", "b", None]},
            "uniqueItems": True,
            "maxItems": 2,
            "minItems": 1,
        },
        "size": {"const": {"w": 1}},
        "note": {"type": ["string", "null"]},
        "gone": False,
        "map": {"propertyNames": {"maxLength": 1}, "maxProperties": 1, "minProperties": 1},
    },
    "required": ["id", "count"],
    "dependentRequired": {"note": ["tags"]},
    "additionalProperties": False,
}

WORDS = [
    (ORDER, [], [("", "type", "The arguments must be an object, but it is an empty array.")]),
    (
        ORDER,
        {},
        [
            ("", "required", "`count` is required, but it is missing."),
            ("", "required", "`id` is required, but it is missing."),
        ],
    ),
    (
        ORDER,
        {"id": "ABCD", "count": 9, "gone": 1, "extra": 2, "note": 3},
        [
            ("", "dependentRequired", "`tags` is required when `note` is given."),
            ("/count", "exclusiveMaximum", "`count` must be less than 9, but it is 9."),
            ("/count", "multipleOf", "`count` must be a multiple of 2, but it is 9."),
            ("/extra", "false", "`extra` is not allowed here."),
            ("/gone", "false", "`gone` is not allowed here."),
            ("/id", "maxLength", "`id` must have at most 3 characters, but it has 4."),
            ("/id", "pattern", '`id` must match the pattern ^[a-z]+$, but it is the text "ABCD".'),
            ("/note", "type", "`note` must be a string or null, but it is 3."),
        ],
    ),
    (
        ORDER,
        {"id": "a", "count": 2, "tags": ["a", "c", "a"], "size": {"w": True}, "map": {"ab": 1, "c": 2}},
        [
            ("/map", "maxProperties", "`map` must have at most 1 member, but it has 2."),
            ("/map/ab", "propertyNames", 'The name "ab" is not of the form that names must have here.'),
            ("/size", "const", '`size` must be {"w": 1}, but it is an object with 1 member.'),
            ("/tags", "maxItems", "`tags` must have at most 2 items, but it has 3."),
            ("/tags", "uniqueItems", "`tags` must not hold equal items, but items 0 and 2 are equal."),
            ("/tags/1", "enum", '`tags[1]` must be "a", "b" or null, but it is the text "c".'),
        ],
    ),
    (
        {"anyOf": [{"type": "string"}, {"type": "null"}, {"type": ["integer", "null"]}]},
        True,
        [("", "anyOf", "The argument object must be a string, null or an integer, but it is true.")],
    ),
    (
        {
            "properties": {
                "to": {"oneOf": [{"required": ["id"]}, {"properties": {"n": {"type": "string"}}, "required": ["n"]}]}
            }
        },
        {"to": {"n": 1}},
        [
            (
                "/to",
                "oneOf",
                (
                    "`to` fits none of the 2 alternatives. `to.id` is required, but it is missing; "
                    "or `to.n` must be a string, but it is 1."
                ),
            )
        ],
    ),
    (
        {"oneOf": [{"minimum": 1}, {"type": "integer"}]},
        3,
        [("", "oneOf", "The argument object fits 2 of the alternatives, but must fit exactly one.")],
    ),
    ({"not": {"required": ["a", "b"]}}, {"a": 1, "b": 1}, [("", "not", "`a` and `b` must not be given together.")]),
    ({"not": {"required": ["a"]}}, {"a": 1}, [("", "not", "`a` must not be given.")]),
    (
        {"properties": {"a": {"not": {"type": "null"}}}},
        {"a": None},
        [("/a", "not", "`a` has a form that is not allowed, but it is null.")],
    ),
    (
        {"properties": {"a": {"contains": {"const": 1}, "minContains": 2}}},
        {"a": [1, 2]},
        [("/a", "minContains", "`a` must hold at least 2 items of a certain form, but has 1.")],
    ),
    (
        {"properties": {"a": {"contains": {"const": 1}, "maxContains": 1}}},
        {"a": [1, 1]},
        [("/a", "maxContains", "`a` must hold at most 1 item of a certain form, but has 2.")],
    ),
    (
        {"if": {"required": ["a"]}, "then": {"required": ["b"]}, "else": {"required": ["c"]}},
        {"a": 1},
        [("", "required", "`b` is required, but it is missing.")],
    ),
    (
        {"$ref": "#/$defs/x", "$defs": {"x": {"properties": {"y z": {"$ref": "#/$defs/x"}}, "type": "object"}}},
        {"y z": {"y z": 1}},
        [("/y z/y z", "type", '`["y z"]["y z"]` must be an object, but it is 1.')],
    ),
    (
        {"unevaluatedProperties": False, "allOf": [{"properties": {"a": True}}]},
        {"a": 1, "b": 2},
        [("/b", "false", "`b` is not allowed here.")],
    ),
    (
        {"prefixItems": [{"type": "string"}], "items": False},
        ["a", 1],
        [("/1", "false", "`[1]` is not allowed here.")],
    ),
    (
        {"properties": {"a": {"minLength": 1}}},
        {"a": ""},
        [("/a", "minLength", "`a` must have at least 1 character, but it has 0.")],
    ),
    (
        {"dependentSchemas": {"a": {"properties": {"b": {"maximum": 1}}}}},
        {"a": 1, "b": 2},
        [("/b", "maximum", "`b` must be at most 1, but it is 2.")],
    ),
]


@pytest.mark.parametrize(("schema", "value", "expected"), WORDS)
def test_a_refusal_says_what_was_expected_and_what_came(schema, value, expected):
    assert messages(schema, value) == expected


def test_draft_04_words_its_exclusive_flag_as_a_bound():
    schema = {"properties": {"a": {"maximum": 3, "exclusiveMaximum": True}}}
    expected = [("/a", "maximum", "`a` must be less than 3, but it is 3.")]
    assert messages(schema, {"a": 3}, DIALECTS["draft-04"]) == expected
    old = {"dependencies": {"a": ["b"]}}
    assert messages(old, {"a": 3}, DIALECTS["draft-07"]) == [("", "dependencies", "`b` is required when `a` is given.")]


@pytest.mark.parametrize("false", [False, {"not": {}}, {"not": True}])
@pytest.mark.parametrize("keyword", ["anyOf", "oneOf"])
def test_a_removed_branch_leaves_no_trace_in_a_message(keyword, false):
    """What a gate removed is ``false`` in the enforced schema; the words are those of a schema without it."""
    one = {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}
    two = {"type": "object", "properties": {"b": {"type": "string"}}, "required": ["b"]}
    value = {"a": 1}
    assert messages({keyword: [false, one, false]}, value) == messages({keyword: [one]}, value) == messages(one, value)
    assert messages({keyword: [one, false, two]}, value) == messages({keyword: [one, two]}, value)
    assert [item[1] for item in messages({keyword: [false, false]}, value)] == ["false"]
    assert messages({"properties": {"x": false}}, {"x": 1}) == messages({"additionalProperties": false}, {"x": 1})


def test_a_union_tells_what_each_branch_wanted():
    schema = {
        "anyOf": [{"properties": {"k": {"const": c}, "v": {"type": t}}} for c, t in [("a", "string"), ("b", "null")]]
    }
    [violation] = build(schema, LATEST).errors({"k": "b", "v": 1})
    assert [[(item.pointer, item.keyword) for item in branch] for branch in violation.branches] == [
        [(("k",), "const"), (("v",), "type")],
        [(("v",), "type")],
    ]


def test_a_violation_tells_where_in_the_schema_it_comes_from():
    schema = {"$defs": {"x": {"type": "string"}}, "properties": {"a": {"$ref": "#/$defs/x"}}, "required": ["b"]}
    found = [(item.schema_pointer, item.name) for item in build(schema, LATEST).errors({"a": 1})]
    assert found == [(("required",), "b"), (("$defs", "x", "type"), None)]


@pytest.mark.parametrize("at_most", [1, 7])
def test_a_report_is_bounded(at_most):
    for validator in validators({"items": {"type": "string"}}):
        assert len(validator.errors([1] * 10_000, at_most)) == at_most
        assert len(validator.errors([1] * 10_000)) == 100


def test_words_are_bounded_whatever_came():
    schema = {
        "properties": {
            "a": {"type": "null"},
            "b": {"enum": [f"value-{index}" for index in range(10_000)]},
            "c": {"pattern": "a" * 5_000},
            "d": {"anyOf": [{"required": [f"n{index}{other}" for other in range(20)]} for index in range(50)]},
            "x" * 10_000: {"type": "null"},
        },
    }
    value = {"a": "y" * 10**6, "b": 10**399, "c": "é\n" * 10**5, "d": {}, "x" * 10_000: {"z": [1] * 100}}
    for _, _, message in messages(schema, value):
        assert len(message) < 1_200


def test_a_reference_out_of_the_document_is_refused():
    engines: tuple[Engine, Engine] = ("jsonschema-rs", "jsonschema")
    for engine in engines:
        for reference in ("https://example.com/x.json", "other.json#/a", "#nowhere", "#/nowhere"):
            with pytest.raises(ValueError, match="reference"):
                build({"properties": {"a": {"$ref": reference}}}, LATEST, engine)


def expression(names: str, leaf: Schema) -> Schema:
    """An expression tree whose branches differ in one word only: a naive validator tries every branch at each level."""
    branches = [
        {
            "type": "object",
            "properties": {"left": {"$ref": "#/$defs/e"}, "op": {"const": name}},
            "required": ["op", "left"],
        }
        for name in names
    ]
    return {"$ref": "#/$defs/e", "$defs": {"e": {"oneOf": [*branches, leaf]}}}


@pytest.mark.parametrize("engine", ["jsonschema-rs", "jsonschema"])
def test_recursive_unions_cost_no_more_than_their_parts(engine):
    validator = build(expression("+-*/", {"type": "integer"}), LATEST, engine)
    started = time.perf_counter()
    for leaf in (1, "no"):
        value: Json = leaf
        for _ in range(120):
            value = {"op": "+", "left": value}
        assert validator.valid(value) is (leaf == 1)
        assert bool(validator.errors(value)) is (leaf != 1)
    assert time.perf_counter() - started < 20


def test_chains_of_references_cost_no_more_than_their_parts():
    for keyword in ("anyOf", "allOf", "oneOf"):
        chain: Json = {f"d{index}": {keyword: [{"$ref": f"#/$defs/d{index + 1}"}] * 2} for index in range(60)}
        schema = {"$ref": "#/$defs/d0", "$defs": {**chain, "d60": {"type": "string"}}}
        started = time.perf_counter()
        assert not Evaluator(schema, LATEST).valid(1)
        for validator in validators(schema):
            assert validator.valid("a") is (keyword != "oneOf")
            assert len(validator.errors(1)) == 1
        assert time.perf_counter() - started < 5


@pytest.mark.parametrize("engine", ["jsonschema-rs", "jsonschema"])
@pytest.mark.parametrize("leaf", [1, "no"])
def test_values_as_deep_as_may_be_are_decided(engine, leaf):
    schema = {
        "$ref": "#/$defs/n",
        "$defs": {
            "n": {"anyOf": [{"type": "array", "items": {"allOf": [{"$ref": "#/$defs/n"}]}}, {"type": "integer"}]}
        },
    }
    validator = build(schema, LATEST, engine)
    value = leaf
    for _ in range(256):
        value = [value]
    assert validator.valid(value) is (leaf == 1)
    assert bool(validator.errors(value)) is (leaf != 1)


def test_many_items_are_told_apart_in_linear_time():
    schema = {"uniqueItems": True}
    started = time.perf_counter()
    colliding = [index * (2**61 - 1) for index in range(20_000)]  # all have the same hash in Python
    assert InterpretedValidator(schema, LATEST).valid(colliding)
    assert InterpretedValidator(schema, LATEST).valid([{"a": index} for index in range(20_000)])
    assert time.perf_counter() - started < 10


def test_a_text_too_long_for_a_large_pattern_is_refused_not_searched():
    schema = {"properties": {"a": {"pattern": "(?:a|b)*a[ab]{5000}c"}, "b": {"type": "string"}}}
    started = time.perf_counter()
    for validator in validators(schema):
        assert [item.keyword for item in validator.errors({"a": "ab" * 500_000})] == ["pattern"]
        assert validator.valid({"b": "ab" * 500_000})
    assert time.perf_counter() - started < 20


@pytest.mark.parametrize(
    "value",
    ["\ud800", {"\ud800": "\ud800"}, float("nan"), float("inf"), 10**5_000, [10**5_000, float("-inf")]],
    ids=range(6),
)
def test_what_is_no_json_value_raises_nothing(value):
    """The bounds of a call keep it out; a validator that is handed it all the same has an answer."""
    schema = {
        "type": ["string", "object", "array"],
        "pattern": "^[a-z]+$",
        "patternProperties": {"x": {"type": "integer"}},
        "items": {"enum": [1, "a"], "multipleOf": 2, "maximum": 9},
        "uniqueItems": True,
        "minProperties": 2,
        "minItems": 3,
    }
    for validator in validators(schema):
        assert validator.valid(value) is False
        assert validator.errors(value)


def test_without_jsonschema_rs_the_other_validates():
    code = (
        "import sys; sys.modules['jsonschema_rs'] = None\n"
        "from schemac.dispatch.validate import Engine, Validator, build\n"
        "from schemac.jsonschema.keywords import DRAFT_2020_12\n"
        "validator = build({'type': 'object', 'properties': {'a': {'pattern': '^[a-z]+$'}}}, DRAFT_2020_12)\n"
        "assert type(validator).__name__ == 'InterpretedValidator'\n"
        "assert validator.valid({'a': 'x'}) and not validator.valid({'a': 'X'})\n"
        "assert [item.keyword for item in validator.errors({'a': 'X'})] == ['pattern']\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


@given(st.integers() | st.floats(allow_nan=False, allow_infinity=False), st.floats(1e-9, 1e9) | st.integers(1, 10**20))
def test_multiples_agree(value, divisor):
    schema = {"multipleOf": divisor}
    for validator in validators(schema):
        assert validator.valid(value) is is_multiple(value, divisor)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 2) | st.sampled_from([1.0, 0.5, -0.0, 2**70, "1", "", "a"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("ab"), inner, max_size=2),
    max_leaves=6,
)


@given(JSON, JSON)
def test_keys_are_equal_iff_values_are(left, right):
    assert (key(left) == key(right)) is equal(left, right)
    for validator in validators({"const": left}):
        assert validator.valid(right) is equal(left, right)
    for validator in validators({"uniqueItems": True}):
        assert validator.valid([left, right]) is not equal(left, right)


SUBSCHEMAS: st.SearchStrategy[Json] = st.deferred(
    lambda: (
        st.booleans()
        | st.fixed_dictionaries(
            {},
            optional={
                "type": st.sampled_from(["object", "array", "integer", "string", ["null", "number"]]),
                "properties": st.dictionaries(st.sampled_from("ab"), SUBSCHEMAS, max_size=2),
                "patternProperties": st.dictionaries(st.sampled_from(["^a", "b$", "[ab]"]), SUBSCHEMAS, max_size=1),
                "additionalProperties": SUBSCHEMAS,
                "unevaluatedProperties": SUBSCHEMAS,
                "required": st.lists(st.sampled_from("ab"), max_size=2, unique=True),
                "items": SUBSCHEMAS,
                "prefixItems": st.lists(SUBSCHEMAS, min_size=1, max_size=2),
                "contains": SUBSCHEMAS,
                "minContains": st.integers(0, 2),
                "unevaluatedItems": SUBSCHEMAS,
                "anyOf": st.lists(SUBSCHEMAS, min_size=1, max_size=2),
                "oneOf": st.lists(SUBSCHEMAS, min_size=1, max_size=2),
                "allOf": st.lists(SUBSCHEMAS, min_size=1, max_size=2),
                "not": SUBSCHEMAS,
                "if": SUBSCHEMAS,
                "then": SUBSCHEMAS,
                "else": SUBSCHEMAS,
                "dependentSchemas": st.dictionaries(st.sampled_from("ab"), SUBSCHEMAS, max_size=1),
                "propertyNames": SUBSCHEMAS,
                "minimum": st.integers(-1, 1),
                "$ref": st.just("#/$defs/d"),
            },
        )
    )
)


@given(SUBSCHEMAS, SUBSCHEMAS, st.lists(JSON, min_size=1, max_size=5))
def test_the_engines_agree_on_drawn_schemas(root, definition, values):
    if not isinstance(root, dict):
        root = {"allOf": [root]}
    if "$ref" in json.dumps(definition):
        definition = {"type": "object", "properties": {"a": {"$ref": "#/$defs/d"}}}  # no cycle in place
    schema = root | {"$defs": {"d": definition}}
    compiled, interpreted = validators(schema)
    evaluator = Evaluator(schema, LATEST)
    for value in values:
        verdict = compiled.valid(value)
        assert interpreted.valid(value) is evaluator.valid(value) is verdict
        found = compiled.errors(value)
        assert found == interpreted.errors(value)
        assert [item.pointer for item in found] == sorted((item.pointer for item in found), key=sort_key)


SUITE = [("draft4", "draft-04"), ("draft7", "draft-07"), ("draft2020-12", "2020-12")]


@pytest.mark.real
@pytest.mark.parametrize(("folder", "dialect"), SUITE)
def test_the_official_suite_is_decided_alike(folder, dialect):
    """Groups that refer out of their document are left to the linker's tests."""
    dialect = DIALECTS[dialect]
    decided = 0
    for path in sorted(shared("json-schema-test-suite", "tests", folder).glob("*.json")):
        for group in json.loads(path.read_text("utf-8")):
            schema = group["schema"]
            try:
                interpreted = InterpretedValidator(schema, dialect)
            except ValueError:
                continue
            compiled = CompiledValidator(schema, dialect)
            for case in group["tests"]:
                value = case["data"]
                named = (path.name, group["description"], case["description"])
                assert compiled.valid(value) is case["valid"], named
                assert interpreted.valid(value) is case["valid"], named
                assert compiled.errors(value) == interpreted.errors(value), named
                decided += 1
    assert decided > 500


@pytest.mark.real
@pytest.mark.parametrize("path", real_tool_files(), ids=lambda path: path.stem)
def test_real_tools_are_decided_and_explained_alike(path):
    """Verdicts of three, the same violations from both, and the places that jsonschema-rs itself names."""
    draw = random.Random(path.stem)
    for tool in json.loads(path.read_text("utf-8"))["tools"]:
        schema = tool.get("inputSchema", {})
        dialect = DIALECTS["draft-07" if "draft-07" in schema.get("$schema", "") else "2020-12"]
        compiled, interpreted = CompiledValidator(schema, dialect), InterpretedValidator(schema, dialect)
        for _ in range(2):
            value = sample(draw, schema, schema)
            found = compiled.errors(value)
            assert found == interpreted.errors(value), (tool["name"], value)
            assert {item.pointer for item in found} == places(compiled, value), (tool["name"], value)


def places(validator: CompiledValidator, value: Json) -> set[Pointer]:
    """Return where jsonschema-rs finds errors, an unknown name at the name."""
    found: set[Pointer] = set()
    for error in validator._engine.iter_errors(value):
        at = tuple(error.instance_path)
        unexpected = getattr(error.kind, "unexpected", None)
        found |= {at} if unexpected is None else {(*at, name) for name in unexpected}
    return found
