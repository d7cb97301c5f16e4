"""What may be sent at all is asked first, of anything, without recursion."""

import time
from collections import OrderedDict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemac.dispatch.budget import CALL_BOUNDS, _first_fault, _room, measured, value_within_bounds
from schemac.pointer import render
from schemac.text import Bounds
from schemac.values import Json


def nested(depth: int, leaf: Json = 1) -> Json:
    for _ in range(depth):
        leaf = [leaf]
    return leaf


FINE = [
    None,
    True,
    0,
    -0.0,
    1e308,
    2**70,
    10**400 - 1,
    "",
    "\U0001f600",
    [],
    {},
    {"__proto__": [1, "x", None, {"é": 1.5}]},
    nested(256),
    nested(255, []),
    nested(255, {}),
]


@pytest.mark.parametrize("value", FINE, ids=range(len(FINE)))
def test_json_values_within_bounds_pass(value):
    assert value_within_bounds(value) is None


CYCLE: list[Json] = []
CYCLE += [CYCLE, CYCLE]

REFUSED = [
    (float("nan"), "not-json-number", ""),
    ({"a": [1, float("inf")]}, "not-json-number", "/a/1"),
    ({"a": -float("inf")}, "not-json-number", "/a"),
    (10**400, "number-out-of-range", ""),
    ([-(10**400)], "number-out-of-range", "/0"),
    ([10**5_000], "number-out-of-range", "/0"),
    ("\ud800", "lone-surrogate", ""),
    ({"a": {"b": ["x\udfff"]}}, "lone-surrogate", "/a/b/0"),
    ({"a": {"\ud800": 1}}, "lone-surrogate", "/a"),
    ({1: 2}, "key-not-string", ""),
    ({"a": [{None: 2}]}, "key-not-string", "/a/0"),
    ((1, 2), "not-json-value", ""),
    ({"a": {1, 2}}, "not-json-value", "/a"),
    ({"a": b"x"}, "not-json-value", "/a"),
    ({"a": OrderedDict()}, "not-json-value", "/a"),
    (object(), "not-json-value", ""),
    (nested(257), "limit-exceeded", "/0" * 16),
    (nested(256, []), "limit-exceeded", "/0" * 16),
    (nested(256, {}), "limit-exceeded", "/0" * 16),
    (nested(100_000), "limit-exceeded", "/0" * 16),
    ([0] * 200_000, "limit-exceeded", ""),
    (["x" * 9_000_000, "y" * 9_000_000], "limit-exceeded", ""),
    ({"x" * 17_000_000: 1}, "limit-exceeded", ""),
    ("x" * 17_000_000, "limit-exceeded", ""),
    (CYCLE, "limit-exceeded", ""),
]


@pytest.mark.parametrize(("value", "code", "pointer"), REFUSED, ids=range(len(REFUSED)))
def test_all_else_is_a_finding_with_its_place(value, code, pointer):
    started = time.perf_counter()
    found = value_within_bounds(value)
    assert found is not None
    assert (found.code, render(found.pointer)) == (code, pointer)
    assert time.perf_counter() - started < 5


def test_bounds_can_be_lower():
    assert value_within_bounds([[1]], Bounds(max_depth=2)) is None
    assert value_within_bounds([[[1]]], Bounds(max_depth=2)) is not None
    assert value_within_bounds([1, 2], Bounds(max_nodes=3)) is None
    assert value_within_bounds([1, 2, 3], Bounds(max_nodes=3)) is not None
    assert value_within_bounds({"ab": "cd"}, Bounds(max_bytes=4)) is None
    assert value_within_bounds({"ab": "cde"}, Bounds(max_bytes=4)) is not None


ANY: st.SearchStrategy[Json] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=3)
    | st.characters(categories=["Cs"])
    | st.binary(max_size=1),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=2) | st.integers(), inner, max_size=3),
    max_leaves=8,
)


@given(ANY)
def test_the_quick_and_the_thorough_look_agree(value):
    """The quick one may send a value on to the thorough one, but never passes what that refuses."""
    found = _first_fault(value, CALL_BOUNDS)
    assert (found is not None) is holds_anything_else(value)
    if _room(value, CALL_BOUNDS) >= 0:
        assert found is None
    assert measured(value).fault == found


def holds_anything_else(value: Json) -> bool:
    if isinstance(value, dict):
        return any(
            type(name) is not str or holds_anything_else(name) or holds_anything_else(value[name]) for name in value
        )
    if isinstance(value, list):
        return any(map(holds_anything_else, value))
    if isinstance(value, str):
        return any("\ud800" <= char <= "\udfff" for char in value)
    return isinstance(value, bytes) or (isinstance(value, float) and value - value != 0)


@pytest.mark.parametrize("value", [{"a": "xyz"}, {"long name": [{"b": ""}]}, {"\xe9": "xyz"}, ["x" * 500, "y"], "xyz"])
def test_no_text_is_longer_than_the_measured_size(value):
    size = measured(value).text
    assert size >= max(map(len, texts(value)))
    assert size <= CALL_BOUNDS.max_bytes


def texts(value: Json) -> list[str]:
    if isinstance(value, dict):
        return [text for name, item in value.items() for text in (name, *texts(item))]
    if isinstance(value, list):
        return [text for item in value for text in texts(item)]
    return [value] if isinstance(value, str) else []
