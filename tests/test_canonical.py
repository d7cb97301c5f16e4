"""Canonical JSON is RFC 8785 plus exact integers."""

import hashlib
import json
import math
import struct

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from schemac.canonical import canonical, digest
from schemac.values import Json, equal

# RFC 8785, appendix B: the bits of a double, and its text.
DOUBLES = [
    ("0000000000000000", "0"),
    ("8000000000000000", "0"),
    ("0000000000000001", "5e-324"),
    ("8000000000000001", "-5e-324"),
    ("7fefffffffffffff", "1.7976931348623157e+308"),
    ("ffefffffffffffff", "-1.7976931348623157e+308"),
    ("4340000000000000", "9007199254740992"),
    ("c340000000000000", "-9007199254740992"),
    ("4430000000000000", "295147905179352830000"),
    ("44b52d02c7e14af5", "9.999999999999997e+22"),
    ("44b52d02c7e14af6", "1e+23"),
    ("44b52d02c7e14af7", "1.0000000000000001e+23"),
    ("444b1ae4d6e2ef4e", "999999999999999700000"),
    ("444b1ae4d6e2ef4f", "999999999999999900000"),
    ("444b1ae4d6e2ef50", "1e+21"),
    ("3eb0c6f7a0b5ed8c", "9.999999999999997e-7"),
    ("3eb0c6f7a0b5ed8d", "0.000001"),
    ("41b3de4355555553", "333333333.3333332"),
    ("41b3de4355555554", "333333333.33333325"),
    ("41b3de4355555555", "333333333.3333333"),
    ("41b3de4355555556", "333333333.3333334"),
    ("41b3de4355555557", "333333333.33333343"),
    ("becbf647612f3696", "-0.0000033333333333333333"),
    ("43143ff3c1cb0959", "1424953923781206.2"),
]


@pytest.mark.parametrize(("bits", "text"), DOUBLES)
def test_doubles_are_written_as_rfc_8785_lists_them(bits, text):
    (number,) = struct.unpack(">d", bytes.fromhex(bits))
    assert canonical(number) == text.encode()
    assert canonical({"n": [number]}) == f'{{"n":[{text}]}}'.encode()


def test_the_sample_of_rfc_8785_3_2_2_comes_out_byte_for_byte():
    value = {
        "numbers": [333333333.33333329, 1e30, 4.50, 2e-3, 0.000000000000000000000000001],
        "string": '€$\u000f\nA\'B"\\\\"/',
        "literals": [None, True, False],
    }
    expected = (
        '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],'
        '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}'
    )
    assert canonical(value) == expected.encode()


def test_names_are_sorted_by_utf_16_code_units_as_in_rfc_8785_3_2_3():
    value = {
        "€": "Euro Sign",
        "\r": "Carriage Return",
        "\ufb33": "Hebrew Letter Dalet With Dagesh",
        "1": "One",
        "\U0001f600": "Emoji: Grinning Face",
        "\u0080": "Control",
        "ö": "Latin Small Letter O With Diaeresis",
    }
    assert list(json.loads(canonical(value))) == ["\r", "1", "\u0080", "ö", "€", "\U0001f600", "\ufb33"]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (2**53 - 1, "9007199254740991"),
        (2**53 + 1, "9007199254740993"),
        (-(10**30), "-1" + "0" * 30),
        ([10**30, 0.5], "[1" + "0" * 30 + ",0.5]"),
        (1.0, "1"),
        (-0.0, "0"),
        ({}, "{}"),
        ([], "[]"),
        ({"a": {}, "b": [], "c": 0.5}, '{"a":{},"b":[],"c":0.5}'),
        ("text, 1.5", '"text, 1.5"'),
        ([True, 1], "[true,1]"),
        ("\x7f\u2028", '"\x7f\u2028"'),
    ],
)
def test_texts(value, text):
    assert canonical(value) == text.encode()


@pytest.mark.parametrize("value", [math.nan, math.inf, [-math.inf], "\ud800", {"\udc00": 1}, [0.5, "\ud800"]])
def test_what_json_cannot_carry_is_refused(value):
    with pytest.raises(ValueError):  # noqa: PT011 - the wording is that of three libraries
        canonical(value)


def test_the_digest_is_lower_case_sha_256_of_the_text():
    assert digest({"b": 1, "a": 2.0}) == hashlib.sha256(b'{"a":2,"b":1}').hexdigest()


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53) + 1, 2**53 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), inner),
    max_leaves=12,
)


@given(VALUES)
def test_within_its_domain_it_is_rfc_8785(value):
    assert canonical(value) == rfc8785.dumps(value)


@given(VALUES)
def test_reading_the_text_gives_the_value_back(value):
    again = json.loads(canonical(value))
    assert canonical(again) == canonical(value)
    # A double of 2^53 or more loses its last digits in RFC 8785's text, as the text of a double does anywhere.
    if not any(isinstance(n, float) and abs(n) >= 2**53 for n in _numbers(value)):
        assert equal(again, value)


def _numbers(value: Json) -> list[Json]:
    if isinstance(value, dict):
        value = list(value.values())
    return [n for item in value for n in _numbers(item)] if isinstance(value, list) else [value]
