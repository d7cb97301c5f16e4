"""Both libraries tell the same faults, of schemas and of values."""

import random
from collections.abc import Iterable
from typing import Any

import pytest
from jsonschema_specifications import REGISTRY as METASCHEMAS  # type: ignore[import-untyped]  # it has no types

from schemac.jsonschema import metaschema as rules
from schemac.jsonschema.judge import Compiled, Fault, Interpreted, InterpretedMetaschema, judge
from schemac.jsonschema.keywords import DIALECTS, DRAFT_2020_12, Dialect
from schemac.pointer import sort_key
from tests.jsonschema.suite import own

ODD: tuple[Any, ...] = (
    *(None, True, 0, -1, 1.5, 2**70, "", "a", "1 a#b", "a\n"),
    *([], [1, 1], ["a", "a"], ["a", "b"], [{}], [3], {}, {"a": 3}, {"a": ["b"]}, {"a": {}}, {"a": True}),
)
KEYWORDS = sorted({keyword for uri in METASCHEMAS for keyword in METASCHEMAS.contents(uri).get("properties", ())})
"""Those of every draft, so that each is also asked about those of the others."""


def told(fault: Fault) -> str:
    """A fault without the library's sentence."""
    branches = [sorted(set(map(told, branch))) for branch in fault.alternatives]
    return repr((sort_key(fault.pointer), fault.keyword, fault.wanted, fault.value, branches))


def all_told(faults: Iterable[Fault]) -> list[str]:
    return sorted(set(map(told, faults)))


def both(dialect: Dialect) -> tuple[Compiled, InterpretedMetaschema]:
    interpreted = InterpretedMetaschema(dialect)
    return Compiled({"$ref": dialect.uri}, dialect, lambda: interpreted), interpreted


@pytest.mark.parametrize("dialect", DIALECTS.values(), ids=DIALECTS)
def test_every_keyword_with_odd_values_has_the_same_faults(dialect):
    compiled, interpreted = both(dialect)
    refused = 0
    for keyword in KEYWORDS:
        for value in ODD:
            schema = {"properties": {"a": {"items": {keyword: value}}}}
            faults = all_told(compiled.faults(schema))
            assert all_told(interpreted.faults(schema)) == faults, schema
            assert interpreted.accepts(schema) is compiled.accepts(schema) is (not faults)
            refused += bool(faults)
    assert refused > 250


def damaged(schema: Any, draw: random.Random) -> Any:
    """A schema with something odd in place of a part of it."""
    if not isinstance(schema, (dict, list)) or not schema or draw.random() < 0.2:
        return draw.choice(ODD)
    copy = schema.copy()
    token = draw.choice(list(schema)) if isinstance(schema, dict) else draw.randrange(len(schema))
    copy[token] = damaged(schema[token], draw)
    return copy


def test_damaged_schemas_get_the_same_sentences(monkeypatch):
    draw = random.Random(7)
    refused = 0
    for case in own():
        for _ in range(6):
            schema, dialect = damaged(case.schema, draw), case.dialect
            said = []
            for one in both(dialect):
                monkeypatch.setattr(rules, "metaschema", lambda _, one=one: one)
                said.append(rules.violations(schema, dialect))
            assert said[0] == said[1], schema
            refused += bool(said[0])
    assert refused > 20


@pytest.mark.parametrize("dialect", DIALECTS.values(), ids=DIALECTS)
def test_a_schema_as_deep_as_json_may_be_is_judged(dialect):
    schema: Any = {"minLength": -1, "enum": [deep(120), deep(120)]}
    for _ in range(124):
        schema = {"properties": {"a": schema}}
    compiled, interpreted = both(dialect)
    assert all_told(interpreted.faults(schema)) == all_told(compiled.faults(schema)) != []
    assert not interpreted.accepts(schema)


def deep(levels: int) -> Any:
    value: Any = 1
    for _ in range(levels):
        value = [value]
    return value


def test_values_are_judged_alike():
    schema = {
        "type": "object",
        "properties": {"a": {"type": ["string", "integer"]}, "b": {"enum": [1, "x"]}, "c": {"minItems": 2}},
        "required": ["a", "b"],
        "additionalProperties": False,
        "dependentRequired": {"c": ["d'e"]},
    }
    interpreted = Interpreted(schema, DRAFT_2020_12)
    compiled = Compiled(schema, DRAFT_2020_12, lambda: interpreted)
    values: tuple[Any, ...] = (
        {},
        {"a": 1.0, "b": 1.0},
        {"a": None, "b": 2, "c": [1]},
        {"a": "", "b": "x", "z": 1},
        [],
        {"c": [1, 2]},
    )
    for value in values:
        assert all_told(interpreted.faults(value)) == all_told(compiled.faults(value)), value
        assert interpreted.accepts(value) is compiled.accepts(value)


def test_half_a_character_is_judged_like_any_other_text():
    half = {"type": "array", "items": "\ud83d", "title": "\ud83d", "\udead": 1}
    for dialect in DIALECTS.values():
        said = rules.violations(half, dialect)
        assert [at for at, _ in said] == [("items",)], dialect
    assert judge({"type": "string"}, DRAFT_2020_12).accepts("\ud83d")
    assert next(judge({"type": "string"}, DRAFT_2020_12).faults(["\ud83d"])).keyword == "type"
