import pytest

from schemac.text import load
from schemac.text.yaml_mask import Mask

from .helpers import brief, refusal

pytestmark = pytest.mark.usefixtures("yaml_parser")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('"\\ud83d\\ude00"', "😀"),
        ('"\\uD83D\\uDE00 \\\\ud83d"', "😀 \\ud83d"),
        ('"\\\\\\ud83d\\ude00"', "\\😀"),
        ('"\\uE000\\ud83d\\ude00\ue000"', "\ue000😀\ue000"),
        ('&a "\\ud83d\\ude00"', "😀"),
        ('!!str "\\ud83d\\ude00"', "😀"),
        ('"a \\ud83d\\ude00\n   b\\\n   c"', "a 😀 bc"),
        ("'\\ud83d\\ude00 it''s'", "\\ud83d\\ude00 it's"),
        ("\\ud83d\\uE000\\ud83e", "\\ud83d\\uE000\\ud83e"),
        ("\\ud83d\n  \\ud83e", "\\ud83d \\ud83e"),
        ("|  # \\ud83d\n  \\ud83e\n  \\uE000\n", "\\ud83e\n\\uE000\n"),
        (">-\n  \\ud83e\n  \\udabc\n", "\\ud83e \\udabc"),
        ("&a |  # \\ud83d\n  \\ud83e\n", "\\ud83e\n"),
    ],
)
def test_escapes_of_halves_mean_a_character_in_double_quotes_and_themselves_elsewhere(text, value):
    assert load(f"k: {text}", format="yaml").value == {"k": value}


@pytest.mark.parametrize(
    "text", ['"\\ud83d"', '"\\ude00\\ud83d"', '"x\\ud83d\\\\ude00"', '"\\ud83d \\ude00"', '"\\udFFF"']
)
def test_half_a_character_is_refused(text):
    assert brief(refusal(f"a: 1\nk: {text}")) == [("lone-surrogate", "/k", "2:4")]


def test_half_a_character_in_a_key_is_refused():
    assert [item.code for item in refusal('"\\ud83d": 1')] == ["lone-surrogate"]


@pytest.mark.parametrize("char", ["\x85", "\u2028", "\u2029"])
def test_line_ends_of_yaml_1_1_are_characters_like_others(char):
    text = f"a: x{char}y\nb: \"p {char} q\"\nc: 'r{char}'\nd: |\n  s{char}t\ne{char}: .nan\n"
    assert brief(refusal(text)) == [("not-json-number", f"/e{char}", "6:5")]
    loaded = load(text.replace(".nan", "5"), format="yaml")
    assert loaded.value == {"a": f"x{char}y", "b": f"p {char} q", "c": f"r{char}", "d": f"s{char}t\n", f"e{char}": 5}
    assert str(loaded.locate((f"e{char}",))) == "<text>:6:5"


@pytest.mark.parametrize("char", ["\x7f", "\x80", "\x9f", "\ufeff", "\ufffe", "\uffff"])
def test_unusual_characters_are_taken_inside_quotes_only(char):
    assert load(f"a: \"x{char}\"\nb: '{char}'", format="yaml").value == {"a": f"x{char}", "b": char}
    assert [item.code for item in refusal(f"a: x{char}y")] == ["yaml-syntax"]


def test_private_characters_that_the_text_uses_are_left_alone():
    text = 'a: "\x7f\U000f0000\\U000F0001\\udb80\\udc02\u2028"'
    assert load(text, format="yaml").value == {"a": "\x7f\U000f0000\U000f0001\U000f0002\u2028"}


def test_a_text_that_uses_every_private_character_is_refused_not_misread():
    everything = "".join(map(chr, range(0xF0000, 0x10FFFE)))
    assert [item.code for item in refusal(f'["\x7f{everything}"]')] == ["limit-exceeded"]
    assert load(f'["{everything}"]', format="yaml").value == [everything]


def test_masking_moves_nothing_and_leaves_usual_text_alone():
    text = 'a: "\\ud83d\\ude00 \x85 é"'
    assert len(Mask(text).text) == len(text)
    usual = "a: é 😀\n"
    assert Mask(usual).idle
    assert Mask(usual).text is usual
