import json
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemac.conformance import wire
from schemac.values import equal

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


@given(JSON)
def test_what_is_written_is_read_again(value):
    assert equal(wire.read(wire.decode(wire.write(value)), wire.as_double), value)


@given(JSON)
def test_a_line_holds_no_line_feed_and_no_space(value):
    line = wire.write(value)
    assert b"\n" not in line
    assert json.loads(line) is not NotImplemented


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[1,]",
        "{'a':1}",
        "NaN",
        "[-Infinity]",
        "01",
        '{"a":1,"a":1}',
        '{"a":1,"\\u0061":2}',
        '"\\ud800"',
        '{"\\udc00":1}',
        '["\\ude00\\ud83d"]',
        "1e99999999999999999999999",
        "[" * 600 + "]" * 600,
        "[" * 100_000 + "]" * 100_000,
        "1 2",
    ],
)
def test_what_json_excludes_is_refused(text):
    with pytest.raises(wire.WireError):
        wire.read(text)


@pytest.mark.parametrize("line", [b"\xff", b'"\xed\xa0\x80"', "é".encode("latin-1"), b"\xef\xbb\xbf{}"])
def test_bytes_that_are_not_plain_utf8_are_refused(line):
    with pytest.raises(wire.WireError):
        wire.decode(line)


def test_numbers_are_exact_decimals():
    assert wire.read("[0.1, 1e400, 12345678901234567890, -0.50]") == [
        Decimal("0.1"),
        Decimal("1e400"),
        12345678901234567890,
        Decimal("-0.5"),
    ]


def test_an_integer_of_many_digits_is_read_exactly():
    digits = "7" * 10_000
    assert wire.read(digits) == Decimal(digits)


@pytest.mark.parametrize(("text", "value"), [("1.0", 1.0), ("0.1", 0.1), ("1e21", 1e21), ("-0.0", 0.0), ("12", 12)])
def test_a_case_file_keeps_how_a_number_is_written(text, value):
    found = wire.as_double(text)
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize("text", ["0.10000000000000001", "1e400", "9007199254740993.0", "1e-400"])
def test_a_case_file_holds_no_number_that_a_double_would_change(text):
    with pytest.raises(wire.WireError):
        wire.as_double(text)


def test_what_a_number_reader_refuses_is_refused_in_the_wire_s_own_words():
    def refuse(_text):
        raise ValueError("no numbers here")

    with pytest.raises(wire.WireError, match="no numbers here"):
        wire.read("[1]", refuse)


def test_512_levels_are_read():
    assert wire.read("[" * 512 + "]" * 512)
    with pytest.raises(wire.WireError, match="512 levels"):
        wire.read("[" * 513 + "1" + "]" * 513)


def test_a_value_without_a_line_is_refused():
    for value in (float("nan"), float("inf"), "\ud800"):
        with pytest.raises(wire.WireError):
            wire.write([value])
