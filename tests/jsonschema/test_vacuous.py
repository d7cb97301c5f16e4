"""What is told to refuse nothing refuses nothing, as a validator sees it."""

from typing import Any

import jsonschema
import pytest

from schemac.jsonschema.vacuous import is_vacuous

INSTANCES = [None, True, 0, 1.5, "", "a", [], [1, 1], {}, {"a": 1}, {"a": 1, "b": 2, "": 3}]
VACUOUS: dict[str, list[Any]] = {
    "minLength": [0, 0.0],
    "minItems": [0],
    "minProperties": [0],
    "pattern": [""],
    "uniqueItems": [False],
    "not": [False],
    "dependentRequired": [{}, {"a": []}],
    "propertyNames": [True, {}, {"type": "string"}, {"type": ["string", "null"], "description": "a name"}],
}
ASKING: dict[str, list[Any]] = {
    "minLength": [1],
    "minItems": [1],
    "minProperties": [1],
    "pattern": ["a"],
    "uniqueItems": [True],
    "not": [True, {}, {"type": "string"}],
    "dependentRequired": [{"a": ["z"]}],
    "propertyNames": [False, {"type": "integer"}, {"type": "string", "maxLength": 0}, {"pattern": "^a$"}],
    "maxLength": [0],
    "const": [0, ""],
}


@pytest.mark.parametrize(("keyword", "value"), [(name, value) for name, values in VACUOUS.items() for value in values])
def test_what_is_vacuous_accepts_everything(keyword, value):
    assert is_vacuous(keyword, value)
    assert all(jsonschema.Draft202012Validator({keyword: value}).is_valid(item) for item in INSTANCES)


@pytest.mark.parametrize(("keyword", "value"), [(name, value) for name, values in ASKING.items() for value in values])
def test_what_asks_for_something_is_not(keyword, value):
    assert not is_vacuous(keyword, value)
    assert not all(jsonschema.Draft202012Validator({keyword: value}).is_valid(item) for item in INSTANCES)
