from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemac.text import TextError
from schemac.text.numbers import check_integer, read_integer, read_number

from .helpers import same


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0", 0),
        ("-0", 0),
        ("-0.0", 0),
        ("0e999999999999999999999", 0),
        ("1.0", 1),
        ("1e3", 1000),
        ("-1.50e1", -15),
        ("1500e-2", 15),
        ("1e-1", 0.1),
        ("5.", 5),
        (".5", 0.5),
        ("+.5", 0.5),
        ("1E+2", 100),
        ("1e23", 10**23),
        ("9007199254740993.0", 9007199254740993),
        ("9007199254740993.5", 9007199254740994.0),
        ("1e399", 10**399),
        ("-1e399", -(10**399)),
        ("1e-400", 0.0),
        ("-1e-400", 0.0),
        ("0." + "0" * 500 + "1e501", 1),
        ("1" + "0" * 500 + "e-500", 1),
        ("1e" + "0" * 5000 + "1", 10),
        ("1e-" + "9" * 5000, 0.0),
    ],
)
def test_a_decimal_text_denotes_its_exact_integer_or_the_nearest_double(text, value):
    assert same(read_number(text), value)


@pytest.mark.parametrize("text", ["1e400", "-1e400", "1e" + "9" * 5000, "9" * 400 + ".5", "9" * 401 + ".0"])
def test_a_number_beyond_its_range_is_refused(text):
    with pytest.raises(TextError) as caught:
        read_number(text)
    assert caught.value.code == "number-out-of-range"
    assert len(caught.value.message) < 120


@pytest.mark.parametrize("sign", ["", "-"])
def test_an_integer_may_have_400_digits_whatever_zeros_lead_it(sign):
    assert read_integer(sign + "9" * 400) == int(sign + "9" * 400)
    assert read_integer(sign + "0" * 9000 + "12") == int(sign + "12")
    with pytest.raises(TextError):
        read_integer(sign + "1" + "0" * 400)
    with pytest.raises(TextError):
        check_integer(int(sign + "1" + "0" * 400))
    assert check_integer(int(sign + "9" * 400)) == int(sign + "9" * 400)


@given(st.from_regex(r"-?(0|[1-9][0-9]{0,20})(\.[0-9]{1,20})?([eE][-+]?[0-9]{1,2})?", fullmatch=True))
def test_the_value_is_the_one_that_exact_arithmetic_gives(text):
    exact = Fraction(text)
    value = read_number(text)
    if exact.denominator == 1:
        assert type(value) is int
        assert value == exact
    else:
        assert type(value) is float
        assert value == float(exact)
