"""One lowering for many schemas gives each what it would get alone: what is kept of one never shows in another."""

import json
from random import Random

import pytest

from schemac.findings import SchemacError
from schemac.targets.lowering import Lowering, lower
from schemac.targets.passes import memo
from schemac.targets.registry import TARGETS
from tests.targets.lens_schemas import Author, Giver

SEEDS = range(120)


def told(form):
    """Everything about a form but its codec, in bytes: the order of members counts."""
    return json.dumps(form.schema), form.losses


@pytest.mark.parametrize("name", TARGETS)
def test_schemas_lowered_together_become_what_each_becomes_alone(name):
    rules = TARGETS[name].schema
    together = Lowering(rules)
    lowered = 0
    for seed in [*SEEDS, *SEEDS]:  # the second time all is known
        random = Random(seed)
        schema = Author(random).document()
        try:
            alone = lower(schema, rules)
        except SchemacError:
            continue
        form = together.schema(schema)
        assert told(form) == told(alone), seed
        value = Giver(schema, random).value()
        assert form.codec.encode(value) == alone.codec.encode(value), seed
        lowered += 1
    assert lowered > len(SEEDS)


def referring(definition):
    return {
        "type": "object",
        "properties": {"a": {"$ref": "#/$defs/d"}, "b": {"type": "string", "minLength": 1}},
        "required": ["a", "b"],
        "$defs": {"d": definition},
    }


@pytest.mark.parametrize("name", ["strict", "openai-strict", "anthropic-strict"])
def test_definitions_of_one_name_are_told_apart_by_content(name):
    together = Lowering(TARGETS[name].schema)
    definitions = [
        {"type": "string", "minLength": 1},
        {"type": "string", "minLength": 2},
        {"enum": [1, True]},
        {"enum": [1.0, True]},
        {"type": "object", "properties": {"n": {"$ref": "#/$defs/d"}}},
        {"type": "object", "properties": {"n": {"type": "integer"}}},
    ]
    for definition in [*definitions, *definitions]:
        schema = referring(definition)
        assert told(together.schema(schema)) == told(lower(schema, TARGETS[name].schema))


def test_definitions_are_told_apart_by_what_they_refer_to():
    together = Lowering(TARGETS["openai-strict"].schema)
    for inner in ({"type": "string"}, {"type": ["string", "null"]}, {"type": "object"}):
        schema = referring({"type": "object", "properties": {"n": {"$ref": "#/$defs/e"}}})
        schema["$defs"]["e"] = inner
        assert told(together.schema(schema)) == told(lower(schema, TARGETS["openai-strict"].schema))


def test_choices_count_anew_in_each_schema():
    rules = TARGETS["openai-strict"].schema
    most = rules.enum_total
    assert most is not None
    together = Lowering(rules)
    listing = {"enum": [f"v{number}" for number in range(most // 3)]}
    few = {"type": "object", "properties": dict.fromkeys("ab", listing), "required": ["a", "b"]}
    many = {"type": "object", "properties": dict.fromkeys("abcd", listing), "required": list("abcd")}
    for schema in (few, many, few, many):
        assert told(together.schema(schema)) == told(lower(schema, rules))


def test_what_need_not_change_is_the_schema_itself_also_where_it_is_known():
    together = Lowering(TARGETS["anthropic-strict"].schema)
    for _ in range(2):
        schema = {
            "type": "object",
            "properties": {"a": {"anyOf": [{"type": "string"}, {"type": "integer"}]}, "b": {"type": "boolean"}},
            "required": ["a", "b"],
            "additionalProperties": False,
        }
        assert together.schema(schema).schema is schema


def test_a_table_starts_anew_when_it_is_full():
    table: memo.Memo[int, int] = memo.Memo()
    for number in range(memo.MOST_ENTRIES):
        table.keep(number, number)
    assert table.get(0) == 0
    table.keep(-1, -1)
    assert table.get(0) is None
    assert table.get(-1) == -1


def test_numbers_are_never_given_twice():
    numbers: memo.Numbers[int] = memo.Numbers()
    given = {numbers.of(key) for key in range(memo.MOST_ENTRIES + 10)}
    assert len(given) == memo.MOST_ENTRIES + 10
    assert numbers.of(0) not in given  # it was forgotten
    assert numbers.of(0) == numbers.of(0)


def test_content_tells_what_python_takes_for_equal_apart():
    texts = [memo.content(item) for item in ({"const": 1}, {"const": 1.0}, {"const": True}, {"const": "1"})]
    assert None not in texts
    assert len(set(texts)) == len(texts)
    assert memo.content({"const": 0.0}) != memo.content({"const": -0.0})


def test_what_is_long_or_only_like_json_has_no_content():
    assert memo.content({"description": "x" * memo.LONGEST_CONTENT}) is None
    assert memo.content({"const": object()}) is None
