import itertools
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemac.catalog.gates import explain
from schemac.findings import SchemacError
from schemac.gates import MAX_DEPTH, All, AnyOf, Gate, Not, Predicate, all_of, parse_gate
from schemac.pointer import render

NAMES = ("a", "b", "c")
ANSWERS = (True, False, None)

GATES = st.recursive(
    st.sampled_from(NAMES),
    lambda inner: st.one_of(
        st.lists(inner, min_size=1, max_size=3),
        st.builds(lambda parts: {"all": parts}, st.lists(inner, min_size=1, max_size=3)),
        st.builds(lambda parts: {"any": parts}, st.lists(inner, min_size=1, max_size=3)),
        st.builds(lambda part: {"not": part}, inner),
    ),
    max_leaves=8,
)
DECISIONS = st.fixed_dictionaries({name: st.sampled_from(ANSWERS) for name in NAMES})


@pytest.mark.parametrize(
    ("written", "gate"),
    [
        ("admin", Predicate("admin")),
        (["a", "b"], All((Predicate("a"), Predicate("b")))),
        ({"all": ["a"]}, All((Predicate("a"),))),
        ({"any": ["a", ["b"]]}, AnyOf((Predicate("a"), All((Predicate("b"),))))),
        ({"not": {"not": "a"}}, Not(Not(Predicate("a")))),
        ("all", Predicate("all")),
    ],
)
def test_every_form_is_read(written: Any, gate: Gate):
    assert parse_gate(written) == gate


@pytest.mark.parametrize(
    ("written", "code", "pointer"),
    [
        (None, "gate-empty", "/x"),
        ("", "gate-empty", "/x"),
        (" \t", "gate-empty", "/x"),
        ([], "gate-empty", "/x"),
        ({}, "gate-empty", "/x"),
        ({"all": []}, "gate-empty", "/x/all"),
        ({"any": None}, "gate-empty", "/x/any"),
        ({"not": None}, "gate-empty", "/x/not"),
        ({"not": []}, "gate-empty", "/x/not"),
        (["a", None], "gate-empty", "/x/1"),
        ({"any": ["a", {"all": [""]}]}, "gate-empty", "/x/any/1/all/0"),
        (True, "gate-invalid", "/x"),
        (1, "gate-invalid", "/x"),
        (1.5, "gate-invalid", "/x"),
        ({"all": "a"}, "gate-invalid", "/x/all"),
        ({"any": {"not": "a"}}, "gate-invalid", "/x/any"),
        ({"All": ["a"]}, "gate-invalid", "/x/All"),
        ({"all": ["a"], "none": ["b"]}, "gate-invalid", "/x/none"),
        ({"all": ["a"], "any": ["b"]}, "gate-invalid", "/x"),
        (["a", False], "gate-invalid", "/x/1"),
    ],
)
def test_what_is_no_gate_is_refused_at_its_place(written: Any, code: str, pointer: str):
    with pytest.raises(SchemacError) as raised:
        parse_gate(written, ("x",))
    assert [(item.code, render(item.pointer)) for item in raised.value.findings] == [(code, pointer)]


def test_all_faults_of_a_gate_come_in_one_run():
    with pytest.raises(SchemacError) as raised:
        parse_gate([None, "a", {"any": [3, ""]}])
    assert [(item.code, render(item.pointer)) for item in raised.value.findings] == [
        ("gate-empty", "/0"),
        ("gate-invalid", "/2/any/0"),
        ("gate-empty", "/2/any/1"),
    ]


def test_a_misspelled_member_gets_a_suggestion():
    with pytest.raises(SchemacError) as raised:
        parse_gate({"alll": ["a"]})
    assert "'all'" in raised.value.findings[0].hint


@pytest.mark.parametrize(
    ("word", "meant"), [("and", "all"), ("AND", "all"), ("or", "any"), ("allOf", "all"), ("anyOf", "any")]
)
def test_the_word_of_another_language_gets_the_member_that_means_it(word, meant):
    with pytest.raises(SchemacError) as raised:
        parse_gate({word: ["a", "b"]})
    assert raised.value.findings[0].hint == f"Did you mean {meant!r}?"


def test_nesting_is_bounded():
    def nested(levels: int) -> Any:
        gate: Any = "a"
        for _ in range(levels):
            gate = {"not": gate}
        return gate

    deepest = parse_gate(nested(MAX_DEPTH - 1))
    assert deepest.holds({"a": True}.get) is False
    assert deepest == parse_gate(nested(MAX_DEPTH - 1))
    assert hash(deepest) == hash(parse_gate(nested(MAX_DEPTH - 1)))
    with pytest.raises(SchemacError, match="gate-invalid"):
        parse_gate(nested(MAX_DEPTH))


KLEENE_AND = {(True, True): True, (True, None): None, (None, None): None}
KLEENE_OR = {(False, False): False, (False, None): None, (None, None): None}


@pytest.mark.parametrize(("left", "right"), list(itertools.product(ANSWERS, ANSWERS)))
def test_logic_is_strong_kleene(left: bool | None, right: bool | None):
    answer = {"a": left, "b": right}.get
    both, either, negated = (parse_gate(gate) for gate in (["a", "b"], {"any": ["a", "b"]}, {"not": "a"}))
    table_and = KLEENE_AND.get((left, right), KLEENE_AND.get((right, left), False))
    table_or = KLEENE_OR.get((left, right), KLEENE_OR.get((right, left), True))
    assert both.holds(answer) is table_and
    assert either.holds(answer) is table_or
    assert negated.holds(answer) is {True: False, False: True, None: None}[left]


def test_a_predicate_without_an_answer_is_unknown():
    nothing: dict[str, bool] = {}
    assert parse_gate({"any": ["a", {"not": "a"}]}).holds(nothing.get) is None


def test_predicates_come_once_in_order_of_code_points():
    assert parse_gate({"any": ["b", ["a", {"not": "Z"}], "b"]}).predicates == ("Z", "a", "b")


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ("a", "a"),
        ([["a"]], "a"),
        (["a", {"any": ["b", "c"]}], "a and (b or c)"),
        ({"any": [["a", "b"], {"not": ["b", "c"]}]}, "(a and b) or not (b and c)"),
        ({"not": {"not": "a"}}, "not not a"),
    ],
)
def test_text_for_people(written: Any, text: str):
    assert str(parse_gate(written)) == text


def test_all_of_keeps_one_gate_as_it_is_and_each_once():
    gate = parse_gate({"not": "a"})
    assert all_of((gate,)) is gate
    assert all_of((gate, Predicate("b"), gate)) == All((gate, Predicate("b")))


def test_an_explanation_tells_every_part():
    told = explain(parse_gate(["a", {"any": ["b", {"not": "c"}]}]), {"a": True, "b": False}.get)
    assert told.to_json() == {
        "gate": "a and (b or not c)",
        "holds": None,
        "parts": [
            {"gate": "a", "holds": True},
            {
                "gate": "b or not c",
                "holds": None,
                "parts": [
                    {"gate": "b", "holds": False},
                    {"gate": "not c", "holds": None, "parts": [{"gate": "c", "holds": None}]},
                ],
            },
        ],
    }


@given(GATES, DECISIONS)
def test_what_is_written_back_means_the_same(written: Any, answers: dict[str, bool | None]):
    gate = parse_gate(written)
    again = parse_gate(gate.to_json())
    assert again == gate
    assert again.holds(answers.get) is gate.holds(answers.get)
    assert explain(gate, answers.get).holds is gate.holds(answers.get)


@given(GATES, DECISIONS, st.sampled_from(NAMES), st.booleans())
def test_learning_an_unknown_answer_never_turns_a_known_result(
    written: Any, answers: dict[str, bool | None], name: str, learnt: bool
):
    gate = parse_gate(written)
    before = gate.holds({**answers, name: None}.get)
    assert before is None or gate.holds({**answers, name: learnt}.get) is before


@given(GATES, DECISIONS)
def test_only_the_named_predicates_are_asked(written: Any, answers: dict[str, bool | None]):
    gate = parse_gate(written)
    asked: set[str] = set()

    def answer(name: str) -> bool | None:
        asked.add(name)
        return answers[name]

    gate.holds(answer)
    assert asked <= set(gate.predicates)
