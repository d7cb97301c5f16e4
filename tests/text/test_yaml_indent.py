"""Where YAML stops for the indentation, the finding says which columns there are, at the line to be changed."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from schemac.cli.app import app
from schemac.findings import SchemacError
from schemac.text import load

from .helpers import refusal

pytestmark = pytest.mark.usefixtures("yaml_parser")

HEAD = "tools:\n  - name: a\n"


@pytest.mark.parametrize(
    ("text", "place", "hint"),
    [
        (HEAD + "   group: g\n", "3:4", "Start it in column 5 or 3."),
        (HEAD + " - name: b\n", "3:2", "Start it in column 3 or 1."),
        (HEAD + "   - name: b\n", "3:4", "Start it in column 5 or 3."),
        (HEAD + "     group: g\n", "3:6", "Start it in column 5, as the key above."),
        (HEAD + "      group: g\n    title: x\n", "3:7", "Start it in column 5, as the key above."),
        (HEAD + "  group: g\n", "3:3", "Start it in column 5 to make it a part of that item."),
        (HEAD + "    text: one\n      two\n      group: g\n", "5:7", "Start it in column 5, as the key above."),
        ("# c\n\ntools:\n  # d\n  - name: a\n\n   # e\n   group: g\n", "8:4", "Start it in column 5 or 3."),
        ("tools:\r\n  - name: a\r\n   group: g\r\n", "3:4", "Start it in column 5 or 3."),
        ("tools:\n  - name a\n    group: g\n", "2:5", "Write a key, ': ' and the value."),
        (HEAD + "    inputSchema:\n      type object\n      items: {}\n", "4:7", "Write a key, ': ' and the value."),
        ("tools:\n  - name:a\n    group: g\n", "2:5", "Put a blank after the ':'."),
        ("tools:\n\t- name: a\n", "2:1", "Replace the tabs before the text by spaces."),
        (HEAD + "  \tgroup: g\n", "3:3", "Replace the tabs before the text by spaces."),
    ],
)
def test_the_line_to_change_is_named_with_the_columns_there_are(text, place, hint):
    (item,) = refusal(text)
    assert item.code == "yaml-syntax"
    assert str(item.place) == f"<text>:{place}"
    assert item.hint == hint


def test_the_columns_above_are_told_with_their_lines():
    (item,) = refusal(HEAD + "   group: g\n")
    assert item.message == (
        "The line starts in column 4, where nothing above it does: the key of line 2 is in column 5, the '-' of line 2"
        " is in column 3."
    )


@pytest.mark.parametrize(
    ("text", "place", "word"),
    [
        (HEAD + "    text: Note: this\n", "3:15", "quote text that holds one"),
        ('tools:\n  - name: "a\n    group: g\n', "2:11", "not closed"),
        ("tools:\n  - {name: a\n  - {name: b}\n", "3:5", "opens in line 2, column 5"),
        (HEAD + "    text: *bold*\n", "3:16", "quote the text"),
    ],
)
def test_what_is_opened_is_told_where_it_opens(text, place, word):
    (item,) = refusal(text)
    assert item.code == "yaml-syntax"
    assert word in item.message
    if "bold" not in text:  # the parsers stop at different characters of it
        assert str(item.place) == f"<text>:{place}"


KEYS = ("name", "group", "description", "verb")


@given(
    st.lists(st.integers(1, 4), min_size=1, max_size=4),
    st.integers(2, 4),
    st.integers(0, 30),
    st.sampled_from([-3, -2, -1, 1, 2, 3]),
)
def test_a_line_that_is_mended_as_told_fits(sizes, step, chosen, shift):
    blank = " " * step
    lines = ["tools:"]
    for size in sizes:
        lines += [f"{blank}- {KEYS[0]}: x", *(f"{blank}  {key}: y" for key in KEYS[1:size])]
    at = chosen % len(lines)
    line = lines[at].lstrip()
    lines[at] = " " * max(0, len(lines[at]) - len(line) + shift) + line
    try:
        load("\n".join(lines), format="yaml")
    except SchemacError as refused:
        (item,) = refused.findings
        assert item.code == "yaml-syntax"
        place = item.place
        assert place is not None
        told = re.search(r"Start it in column (\d+)", item.hint)
        if told:
            mended = lines[place.line - 1]
            lines[place.line - 1] = " " * (int(told[1]) - 1) + mended.lstrip()
            later = _place_of_refusal("\n".join(lines))
            assert later is None or later > (place.line, 0)


def _place_of_refusal(text):
    """Return line and column where a text is refused; None where it is taken."""
    try:
        load(text, format="yaml")
    except SchemacError as refused:
        place = refused.findings[0].place
        return place and (place.line, place.column)
    return None


@given(st.text(" -:abn\n\t#'\"[]{}|>&*!%\r\u00a0", max_size=60))
def test_whatever_is_wrong_has_a_place_and_a_word(text):
    try:
        load(text, format="yaml")
    except SchemacError as refused:
        for item in refused.findings:
            assert item.place is not None
            assert item.message
            assert 1 <= item.place.line <= text.count("\n") + text.count("\r") + 1


@pytest.mark.parametrize(
    ("body", "place", "word"),
    [
        ("inputSchema:\n    type: object\n", "4:17", "start it further right if it belongs here"),
        ("inputSchema:\n      type: object\n      properties:\n      id: {}\n", "6:18", "start it further right"),
        ("inputSchema: # none\n\n    # more\n    type: object\n", "4:17", "start it further right"),
        (
            "inputSchema: {type: object}\n    requires:\n",
            "5:14",
            "Nothing stands behind the ':', which is null in YAML.",
        ),
        ("inputSchema:\n\u00a0     type: object\n", "4:17", "starts with the character U+00A0"),
    ],
)
def test_a_value_that_nothing_stands_for_is_told_with_the_next_line(tmp_path, body, place, word):
    path = tmp_path / "m.yaml"
    path.write_text(f"schemac: 1\ntools:\n  - name: a\n    {body}", encoding="utf-8")
    done = CliRunner().invoke(app, ["check", str(path), "--format", "json"])
    assert done.exit_code == 1
    line = next(row for row in done.stdout.splitlines() if "which is null in YAML" in row)
    assert word in line
    number, column = place.split(":")
    assert f'"line": {number}, "column": {column}' in line


def test_a_null_that_is_written_has_no_such_hint(tmp_path):
    path = tmp_path / "m.yaml"
    path.write_text("schemac: 1\ntools:\n  - name: a\n    inputSchema: null\n", encoding="utf-8")
    assert "Nothing stands" not in CliRunner().invoke(app, ["check", str(path)]).stderr
