import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemac.surface.annotations import aggregate
from schemac.surface.text import compact_description, hint_words, lines_description, one_liner, tool_line


@pytest.mark.parametrize(
    ("listed", "said"),
    [
        ({"description": "List orders.\nSecond line."}, "List orders."),
        ({"description": "\n  \r\n\tList orders.  \r\nrest"}, "List orders."),
        ({"description": "A\u2028B"}, "A"),
        ({"description": "A\u2029B"}, "A"),
        ({"description": "A\rB"}, "A"),
        ({"description": "A\x0bB\x00\x7f\x85C"}, "ABC"),
        ({"description": "\x00\n title"}, "title"),
        ({"description": " ", "title": "Orders"}, "Orders"),
        ({"title": "\n", "annotations": {"title": "Hinted"}}, "Hinted"),
        ({"description": "", "title": "Own", "annotations": {"title": "Hinted"}}, "Own"),
        ({}, ""),
        ({"description": "Größe 数"}, "Größe 数"),
    ],
)
def test_the_one_liner_is_the_first_line_that_says_something(listed, said):
    assert one_liner(listed) == said


@given(st.text(), st.text())
def test_a_one_liner_is_one_line(description, title):
    said = one_liner({"description": description, "title": title})
    assert not set(said) & set("\r\n\u2028\u2029")
    assert said == said.strip()


@pytest.mark.parametrize(
    ("hints", "words"),
    [
        ({}, ""),
        ({"readOnlyHint": False, "openWorldHint": True}, ""),
        ({"idempotentHint": True, "readOnlyHint": True}, "[read-only, idempotent]"),
        ({"destructiveHint": True}, "[destructive]"),
    ],
)
def test_declared_hints_stand_in_one_bracket(hints, words):
    assert hint_words(hints) == words


def test_a_line_without_a_description_is_the_name_alone():
    assert tool_line("ping", "", {}) == "- ping"
    assert tool_line("ping", "", {"readOnlyHint": True}) == "- ping [read-only]"
    assert tool_line("ping", "Check.", {}) == "- ping — Check."


def test_subgroups_stand_under_headings_after_a_blank_line():
    assert lines_description("Sum.", "tool_name", [(None, ["- a"]), ("g/x", ["- b", "- c"]), ("g/y", ["- d"])]) == (
        "Sum.\n\nAvailable tools (pass one as `tool_name`):\n- a\n\ng/x:\n- b\n- c\n\ng/y:\n- d"
    )


def test_the_compact_form_has_names_alone():
    assert compact_description("Sum.", "pick", ["a", "b"]) == "Sum.\n\nTools (pass one as `pick`): a, b"


R, D, I, O = "readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"  # noqa: E741 - as in the table


@pytest.mark.parametrize(
    ("members", "hints"),
    [
        ([{}], {}),
        ([{R: True}], {R: True}),
        ([{R: True}, {}], {R: False}),
        ([{D: False}], {D: False}),
        ([{D: False}, {}], {D: True}),
        ([{D: False}, {R: True}], {R: False, D: False}),
        ([{D: True}, {D: False}], {D: True}),
        ([{I: True}, {R: True}], {R: False, I: True}),
        ([{I: True}, {}], {I: False}),
        ([{O: False}, {O: False}], {O: False}),
        ([{O: False}, {}], {O: True}),
        ([{R: True, D: False, I: True, O: False}], {R: True, D: False, I: True, O: False}),
    ],
)
def test_a_facade_never_claims_safety_that_was_not_declared(members, hints):
    assert aggregate(members) == hints
    assert list(aggregate(members)) == [hint for hint in (R, D, I, O) if hint in hints]
