import json
import math
import subprocess
import sys

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from schemac.text import load
from schemac.text.dump import dump
from schemac.values import Json, equal
from tests.shared import real_tool_files

# What readers of YAML disagree on, and what block and flow style have special rules for.
TRICKY = [
    *(
        "on",
        "Off",
        "yes",
        "NO",
        "y",
        "N",
        "true",
        "False",
        "null",
        "Null",
        "~",
        "",
        "=",
        "<<",
        "-",
        "?",
        ":",
        "---",
        "...",
    ),
    *(
        "012",
        "0o17",
        "0x1F",
        "0b11",
        "1_000",
        "1e3",
        "1.5",
        ".5",
        "+1",
        "-0",
        "1:30",
        "12:30:45",
        "2024-01-01",
        "1.2.3",
    ),
    *(".inf", "-.INF", ".NaN", "2001-12-14t21:59:43.10-05:00", "0.", "1E400", "685_230.15", "190:20:30"),
    *(
        "a: b",
        "a #b",
        "#a",
        "- a",
        "[a]",
        "{a}",
        "&a",
        "*a",
        "!a",
        "|",
        ">",
        "%a",
        "@a",
        "`a",
        "'a'",
        '"a"',
        "a:",
        "a,b",
    ),
    *(
        " a",
        "a ",
        "\ta",
        "a\t",
        "a\nb",
        "a\nb\n",
        "a\n\n",
        "\na",
        "\n",
        " \n",
        "a \nb",
        "  a\nb",
        "a\n  b",
        "a\r\nb",
        "a\rb",
    ),
    *(
        "\x00",
        "\x07",
        "\x7f",
        "\x85a",
        "\u2028",
        "a\u2029b",
        "\ufeff",
        "é",
        "値",
        "😀",
        "x" * 300,
        "word " * 60,
        "a\n" * 5,
    ),
    *("- a\n- b", "a: b\nc: d", "# not a comment\n# nor this", "---\na", "a\n---\nb\n...\n", "%YAML 1.1\n---"),
]

values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.sampled_from(TRICKY)
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=40),
    lambda items: (
        st.lists(items, max_size=4)
        | st.dictionaries(
            st.sampled_from(TRICKY) | st.text(st.characters(exclude_categories=["Cs"]), max_size=150), items, max_size=4
        )
    ),
    max_leaves=12,
)


@given(values)
@settings(max_examples=300)
def test_what_is_written_reads_as_the_equal_value(value):
    assert equal(load(dump(value, "yaml"), format="yaml").value, value)
    assert equal(load(dump(value, "json"), format="json").value, value)


@pytest.mark.parametrize("text", TRICKY)
@pytest.mark.parametrize(
    "wrap", [lambda text: text, lambda text: [text], lambda text: {text: [{"k": text}]}], ids=["bare", "item", "key"]
)
def test_a_tricky_text_stays_a_text_for_readers_of_either_version(text, wrap):
    value = wrap(text)
    written = dump(value, "yaml")
    assert load(written, format="yaml").value == value
    assert yaml.safe_load(written) == value  # a reader of YAML 1.1


@pytest.mark.parametrize("text", ["on", "y", "N", "012", "0o17", "1e3", "0x1F", "1_000", "2024-01-01", "~", "12:30"])
def test_what_some_reader_takes_for_another_type_is_quoted(text):
    assert dump(text, "yaml") == f"'{text}'\n"


def test_blocks_are_used_for_collections_and_for_texts_of_several_lines():
    value = {"description": "First line.\nSecond: line.\n", "list": ["a", {"b": 1}], "none": [], "empty": {}}
    assert dump(value, "yaml") == (
        "description: |\n  First line.\n  Second: line.\nlist:\n- a\n- b: 1\nnone: []\nempty: {}\n"
    )


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (1.0, "1"),
        (1e21, "1000000000000000000000"),
        (-0.0, "0"),
        (1.5, "1.5"),
        (1e-7, "1.0e-07"),
        (10**30, "1" + "0" * 30),
    ],
)
def test_numbers_are_written_as_all_readers_agree_on_them(number, text):
    assert dump([number], "yaml") == f"- {text}\n"
    assert yaml.safe_load(text) == number


@pytest.mark.parametrize("number", [math.inf, -math.inf, math.nan])
@pytest.mark.parametrize("format_", ["yaml", "json"])
def test_what_json_has_no_number_for_is_refused(number, format_):
    with pytest.raises(ValueError, match="JSON"):
        dump({"a": [number]}, format_)


def test_the_deepest_value_that_loads_can_be_written():
    value: Json = "leaf"
    for level in range(256):
        value = [value] if level % 2 else {"k": value}
    assert load(dump(value, "yaml"), format="yaml").value == value
    assert load(dump(value, "json"), format="json").value == value


def test_the_same_value_gives_the_same_bytes_in_another_process():
    value = {text: [text, index] for index, text in enumerate(TRICKY)}
    script = (
        "import json, sys; from schemac.text.dump import dump;"
        "sys.stdout.buffer.write(dump(json.load(sys.stdin), 'yaml').encode())"
    )
    run = subprocess.run(
        [sys.executable, "-c", script],
        input=json.dumps(value).encode(),
        env={"PYTHONHASHSEED": "7", "COLUMNS": "20"},
        capture_output=True,
        check=True,
    )
    assert run.stdout.decode() == dump(value, "yaml")


@pytest.mark.real
@pytest.mark.parametrize("path", real_tool_files(), ids=lambda path: path.stem)
def test_a_real_list_reads_back_as_it_was(path):
    value = load(path.read_bytes(), format="json").value
    assert load(dump(value, "yaml"), format="yaml").value == value
