from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given

from schemac.conformance.compare import differences, same, verdict
from schemac.conformance.corpus import Case
from schemac.conformance.protocol import Answer, Kind
from tests.conformance.ports import THREE
from tests.conformance.test_wire import JSON

CASE = THREE.cases[0]


@pytest.mark.parametrize(
    ("expected", "got"),
    [
        (1, Decimal("1.0")),
        (1.0, 1),
        (0.1, Decimal("0.10")),
        (0, Decimal("-0.0")),
        (10**30, Decimal("1e30")),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}),
        ([], []),
        (None, None),
    ],
)
def test_equal_values_are_the_same(expected, got):
    assert same(expected, got)
    assert differences(expected, got) == []


@pytest.mark.parametrize(
    ("expected", "got"),
    [
        (1, True),
        (True, 1),
        (0, False),
        (False, None),
        (0, None),
        ("1", 1),
        (0.1, Decimal("0.1000000000000000055511151231257827")),
        (9007199254740993, Decimal(9007199254740992)),
        ([1, 2], [2, 1]),
        ([1], [1, 1]),
        ({"a": None}, {}),
        ({}, {"a": None}),
        ({}, []),
        ("", None),
        ("é", "e\u0301"),
        ([{"a": [1]}], [{"a": [True]}]),
        ({"a": 1}, {"a": 1, "b": [1]}),
    ],
)
def test_values_that_differ_are_told_apart_and_the_difference_is_shown(expected, got):
    assert not same(expected, got)
    assert differences(expected, got)


@given(JSON)
def test_every_value_is_the_same_as_itself(value):
    assert same(value, value)
    assert differences(value, value) == []


@given(JSON, JSON)
def test_differences_are_shown_iff_there_are_any(left, right):
    assert bool(differences(left, right)) is not same(left, right)


def test_differences_say_where_and_what():
    assert differences({"a": [1, {"b/c": "x"}], "d": 1}, {"a": [1, {"b/c": "y"}], "e": None}) == [
        '/a/1/b~1c: expected "x", got "y"',
        "/d: expected 1, got nothing",
        "/e: not expected, got null",
    ]
    assert differences(1, True) == ["(all): expected 1, got true"]


def test_only_the_first_differences_are_shown():
    lines = differences(list(range(50)), [item + 100 for item in range(50)], limit=3)
    assert len(lines) == 4
    assert lines[-1] == "and 47 more"


def refusing(code: str, pointer: str) -> Case:
    return replace(CASE, expect={"error": {"code": code, "pointer": pointer}})


def error(code: str, pointer: str, message: str = "m") -> Answer:
    return Answer(1, Kind.ERROR, {"code": code, "pointer": pointer, "message": message})


def test_of_an_error_code_and_pointer_count_and_the_message_does_not():
    case = refusing("a", "/x")
    assert verdict(case, error("a", "/x", "one")) is None
    assert verdict(case, error("a", "/x", "another")) is None
    assert verdict(case, error("b", "/x")) == ["expected the error a at '/x', got the error b at '/x': m"]
    assert verdict(case, error("a", "/y")) is not None
    assert verdict(case, error("a", "")) is not None


def test_a_result_is_no_error_and_the_other_way_round():
    wrong = verdict(refusing("a", ""), Answer(1, Kind.RESULT, {"code": "a", "pointer": ""}))
    assert wrong == ['expected the error a at \'\', got the result {"code": "a", "pointer": ""}']
    wrong = verdict(CASE, error("unknown-op", ""))
    assert wrong == ["expected a result, got the error unknown-op at '': m"]


def test_each_of_the_alternatives_is_right():
    case = replace(refusing("a", ""), also_ok=({"result": 1}, {"error": {"code": "b", "pointer": "/x"}}))
    assert verdict(case, error("a", "")) is None
    assert verdict(case, error("b", "/x")) is None
    assert verdict(case, Answer(1, Kind.RESULT, Decimal("1.0"))) is None
    assert verdict(case, error("b", "")) is not None


def test_long_values_are_cut_where_they_are_shown():
    (line,) = differences("x" * 10_000, 1)
    assert len(line) < 300
    assert "…" in line
