"""Decisions are refused when parsed, or never fail."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemac.catalog.decisions import NOTHING, Decisions, merged
from schemac.findings import SchemacError
from schemac.pointer import render

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text() | st.integers(), inner) | st.tuples(inner),
    max_leaves=8,
)
members = st.sampled_from(["predicates", "tools", "values", "grants", "unlisted_tools", "grant"])


@given(st.dictionaries(members, anything, max_size=4) | anything)
def test_parsing_refuses_or_answers_for_ever(value):
    try:
        parsed = Decisions.parse(value)
    except SchemacError as refused:
        assert {item.code for item in refused.findings} == {"decisions-malformed"}
        return
    assert parsed.answer("p") in (True, False, None)
    assert parsed.allows("t") in (True, False)
    again = Decisions.parse(parsed.to_json())
    assert again.to_json() == parsed.to_json()


@pytest.mark.parametrize(
    ("value", "pointer"),
    [
        ([], ""),
        ({"predicate": {}}, "/predicate"),
        ({"predicates": {"p": "yes"}}, "/predicates/p"),
        ({"predicates": {"p": 1}}, "/predicates/p"),
        ({"predicates": []}, "/predicates"),
        ({"tools": {"t": "no"}}, "/tools/t"),
        ({"grants": "p"}, "/grants"),
        ({"grants": [1]}, "/grants"),
        ({"grants": None}, "/grants"),
        ({"values": {"v": float("nan")}}, "/values/v"),
        ({"values": {"v": {1: 2}}}, "/values/v"),
    ],
)
def test_malformed_decisions_are_refused_at_their_place(value, pointer):
    with pytest.raises(SchemacError) as refused:
        Decisions.parse(value)
    assert [render(item.pointer) for item in refused.value.findings] == [pointer]


def test_grants_answer_every_predicate_and_entries_beat_them():
    parsed = Decisions.parse({"grants": ["p", "q"], "predicates": {"q": False, "r": None}})
    assert [parsed.answer(name) for name in "pqrs"] == [True, False, None, False]


def test_without_grants_a_predicate_is_unknown():
    assert NOTHING.answer("p") is None


@pytest.mark.parametrize("unlisted", ["deny", "ALLOW", None, False, 0, []])
def test_anything_but_allow_denies_unlisted_tools(unlisted):
    parsed = Decisions.parse({"tools": {"a": True, "b": None}, "unlisted_tools": unlisted})
    assert [parsed.allows(name) for name in "abc"] == [True, False, False]


def test_an_entry_that_is_not_true_hides_a_tool():
    parsed = Decisions.parse({"tools": {"a": False, "b": None, "c": True}})
    assert [parsed.allows(name) for name in "abcd"] == [False, False, True, True]


def test_an_explicit_false_wins_over_later_layers():
    role = Decisions.parse({"grants": ["p"], "predicates": {"q": False}, "tools": {"t": False}})
    file = Decisions.parse({"predicates": {"q": True, "r": True}, "tools": {"t": True}, "values": {"v": 2}})
    both = merged([role, file, Decisions.granting("q", "s")])
    assert [both.answer(name) for name in "pqrsx"] == [True, False, True, True, False]
    assert not both.allows("t")
    assert both.values == {"v": 2}


def test_values_are_a_private_copy_with_members_in_one_order():
    numbers = [2.0]
    given_value = {"b": 1, "a": numbers}
    parsed = Decisions.parse({"values": {"v": given_value}})
    numbers.append(3)
    assert list(parsed.values["v"].items()) == [("a", [2]), ("b", 1)]
