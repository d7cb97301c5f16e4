import inspect
import json
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemac.findings import Place, SchemacError
from schemac.text import Bounds, TextError, decode_json, load
from schemac.text.json_load import _decode, _load_slowly, measure
from schemac.text.numbers import read_number
from schemac.text.source import Source

from .helpers import DOCUMENTS, brief, plain_json, refusal, same


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1.0", 1),
        ("1e3", 1000),
        ("-0", 0),
        ("-0.0", 0),
        ("-1e-400", 0.0),
        ("0.1", 0.1),
        ("9007199254740993", 9007199254740993),
        ("9" * 400, int("9" * 400)),
        ('"\\ud83d\\ude00"', "😀"),
        ('"\\\\ud83d"', "\\ud83d"),
        (" \t\r\n[ ] ", []),
        ('{"<<": {"a": 1}, "on": "no"}', {"<<": {"a": 1}, "on": "no"}),
    ],
)
def test_json_is_read_by_the_rules_for_numbers_and_text(text, value):
    assert same(load(text, format="json").value, value)
    assert same(decode_json(text), value)
    assert same(_load_slowly(Source("", text, "json", Bounds()), Bounds()), value)


@pytest.mark.parametrize(
    ("text", "code", "pointer", "place"),
    [
        ('{"a": 1,\n "a": 2}', "duplicate-key", "/a", "2:2"),
        ('{"a": 1, "\\u0061": 2}', "duplicate-key", "/a", "1:10"),
        ("[1, NaN]", "not-json-number", "/1", "1:5"),
        ('{"a": Infinity}', "not-json-number", "/a", "1:7"),
        ('{"a":\n-Infinity}', "not-json-number", "/a", "2:1"),
        ("[1e400]", "number-out-of-range", "/0", "1:2"),
        (f"[{'1' * 401}]", "number-out-of-range", "/0", "1:2"),
        (f"[{'1' * 9999}]", "number-out-of-range", "/0", "1:2"),
        (f"[0, {'9' * 309}.5]", "number-out-of-range", "/1", "1:5"),
        ('["\\ud83d"]', "lone-surrogate", "/0", "1:2"),
        ('{"\\ude00\\ud83d": 1}', "lone-surrogate", "", "1:2"),
        ('["\ud83d"]', "lone-surrogate", "", "1:3"),
        ("", "empty-document", "", "1:1"),
        (" \n", "empty-document", "", "2:1"),
        ("[1] 2", "json-syntax", "", "1:5"),
        ('{"a": [1, 2}', "json-syntax", "/a/2", "1:12"),
        ('{"a": 1,}', "json-syntax", "", "1:8"),
        ("[1,]", "json-syntax", "/1", "1:3"),
        ("{'a': 1}", "json-syntax", "", "1:2"),
        ('{"a" 1}', "json-syntax", "", "1:6"),
        ('{"a":}', "json-syntax", "/a", "1:6"),
        ('{"a": {"b": 1}, 2}', "json-syntax", "", "1:17"),
        ("{1: 2}", "json-syntax", "", "1:2"),
        ("[1 2]", "json-syntax", "/1", "1:4"),
        ("[1, // two\n 2]", "json-syntax", "/1", "1:5"),
        ("[01]", "json-syntax", "/1", "1:3"),
        ("[1.]", "json-syntax", "/1", "1:3"),
        ("[.5]", "json-syntax", "/0", "1:2"),
        ("[+1]", "json-syntax", "/0", "1:2"),
        ("[-]", "json-syntax", "/0", "1:2"),
        ("[tru]", "json-syntax", "/0", "1:2"),
        ('["a\tb"]', "json-syntax", "/0", "1:4"),
        ('["\\x"]', "json-syntax", "/0", "1:3"),
        ('["\\u12g4"]', "json-syntax", "/0", "1:4"),
        ('["abc', "json-syntax", "/0", "1:2"),
        ("[", "json-syntax", "/0", "1:2"),
        ("{", "json-syntax", "", "1:2"),
        ("]", "json-syntax", "", "1:1"),
        ("[\x00]", "json-syntax", "/0", "1:2"),
        ("[\u00a01]", "json-syntax", "/0", "1:2"),
        ("\ufeff\ufeff1", "json-syntax", "", "1:1"),
        ("[\u0661]", "json-syntax", "/0", "1:2"),
    ],
)
def test_what_is_not_strict_json_is_refused_with_its_place(text, code, pointer, place):
    assert brief(refusal(text, "json")) == [(code, pointer, place)]
    with pytest.raises(TextError) as caught:
        decode_json(text)
    assert caught.value.code == (code if not text.startswith("\ufeff") else "json-syntax")


def test_every_mistake_of_a_text_is_named():
    text = '{"a": 1, "b": {"a": NaN, "a": [1e400,\n "\\ud800"]}, "a": {"x": 1, "x": 2}, 5}'
    findings = refusal(text, "json")
    assert brief(findings) == [
        ("json-syntax", "", "2:37"),
        ("duplicate-key", "/a", "2:14"),
        ("duplicate-key", "/a/x", "2:28"),
        ("duplicate-key", "/b/a", "1:26"),
        ("not-json-number", "/b/a", "1:21"),
        ("number-out-of-range", "/b/a/0", "1:32"),
        ("lone-surrogate", "/b/a/1", "2:2"),
    ]
    first = {item.related[0][0] for item in findings if item.code == "duplicate-key"}
    assert first == {Place("<text>", 1, 2), Place("<text>", 2, 20), Place("<text>", 1, 16)}


@pytest.mark.parametrize("trailing", ["'", "#", "/"])
def test_the_usual_slips_are_called_by_name(trailing):
    message = refusal(f"[1 {trailing}", "json")[0].message
    assert ("quotes" in message) == (trailing == "'")
    assert ("comments" in message) == (trailing in "#/")


def test_depth_is_bounded_and_never_exhausts_the_stack():
    assert load("[" * 256 + "]" * 256, format="json").value is not None
    for levels in (257, 1000, 100_000):
        for text in ("[" * levels + "]" * levels, '{"a":' * levels + "1" + "}" * levels, "[" * levels):
            codes = [item.code for item in refusal(text, "json")]
            assert codes == ["limit-exceeded"]
            with pytest.raises(TextError) as caught:
                decode_json(text)
            assert caught.value.code in ("limit-exceeded", "json-syntax")


def test_a_nearly_full_stack_changes_no_verdict():
    deep = "[" * 200 + "]" * 200

    def at_the_bottom(room: int):
        if len(inspect.stack(0)) >= sys.getrecursionlimit() - room:
            return decode_json(deep), load(deep, format="json").value
        return at_the_bottom(room)

    first, second = at_the_bottom(120)
    assert measure(first) == measure(second) == (200, 200)


def test_brackets_in_texts_are_no_depth():
    text = json.dumps(["[" * 1000, "{" * 1000])
    assert load(text, format="json").value == json.loads(text)


def test_nodes_are_bounded_before_they_are_built():
    bounds = Bounds(max_nodes=10)
    assert decode_json("[1,2,3,4,5,6,7,8,9]", bounds) == [*range(1, 10)]
    assert decode_json('[",,,,,,,,,,,,,,,,,,,,,,,,"]', bounds) == ["," * 24]
    with pytest.raises(TextError) as caught:
        decode_json("[1,2,3,4,5,6,7,8,9,10]", bounds)
    assert caught.value.code == "limit-exceeded"
    assert brief(refusal("[1,2,3,4,5,6,7,8,9,\n10]", "json", bounds)) == [("limit-exceeded", "/9", "2:1")]
    with pytest.raises(TextError) as caught:
        decode_json("[1,2,3,4,5,6,7,8,9,1,,", bounds)
    assert caught.value.code == "limit-exceeded"
    with pytest.raises(TextError) as caught:
        decode_json("[,,,,,,,,,,,,,,,,,,,,,", bounds)
    assert caught.value.code == "json-syntax"


@pytest.mark.parametrize("text", ['"' + "é" * 10 + '"', '"' + "e" * 20 + '"', "\ud800" * 8])
def test_bytes_are_bounded(text):
    with pytest.raises(TextError) as caught:
        decode_json(text, Bounds(max_bytes=21))
    assert caught.value.code == "limit-exceeded"


@given(DOCUMENTS)
def test_the_slow_reader_gives_the_same_value_as_the_fast_one(value):
    text = json.dumps(value, ensure_ascii=False)
    assert same(_decode(text, Bounds()), _load_slowly(Source("", text, "json", Bounds()), Bounds()))


@given(st.text(st.sampled_from('{}[]:,"\\ud83dE0e1.-+ntf \n\x00é\ud83dNaIiy'), max_size=24))
def test_any_text_is_a_value_or_refused_alike_by_all_readers(text):
    try:
        value = load(text, format="json").value
    except SchemacError as refused:
        assert all(item.place for item in refused.findings)
        with pytest.raises(TextError) as caught:
            decode_json(text)
        assert caught.value.code in {item.code for item in refused.findings}
        assert caught.value.message
    else:
        assert plain_json(value)
        assert same(decode_json(text), value)
        assert value == json.loads(text, parse_float=read_number)
