"""One policy for regular expressions: ECMA-262 with the u flag, matched in linear time."""

import subprocess
import sys
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemac.patterns.ecma import PatternError, UnboundedError, parse
from schemac.patterns.linear import matcher, size
from schemac.patterns.matching import MAX_STATES, _property, check_pattern, compile_pattern

MATCHES = [
    # searched for, not anchored
    ("b", "abc", True),
    ("^b", "abc", False),
    ("", "", True),
    ("^$", "", True),
    # the end is the end
    ("^a$", "a\n", False),
    ("^a$", "a", True),
    ("a$", "b\na", True),
    ("^a", "b\na", False),
    # ASCII digits and words, ECMA's white space
    (r"^\d$", "7", True),
    (r"^\d$", "٣", False),
    (r"^\D$", "٣", True),
    (r"^\w$", "é", False),
    (r"^\w$", "_", True),
    (r"^\W$", "é", True),
    (r"^\s$", "\ufeff", True),
    (r"^\s$", "\u2029", True),
    (r"^\s$", "\u3000", True),
    (r"^\s$", "\x85", False),
    (r"^\s$", "\x1c", False),
    (r"^\S$", "\x85", True),
    # the dot takes all but four line ends
    ("^.$", "\u2028", False),
    ("^.$", "\r", False),
    ("^.$", "\x85", True),
    ("^.$", "\U0001f600", True),
    ("^..$", "\U0001f600", False),
    # escapes
    (r"^\cA$", "\x01", True),
    (r"^\cz$", "\x1a", True),
    (r"^\x41\u0042\u{43}$", "ABC", True),
    (r"^\ud83d\ude00$", "\U0001f600", True),
    (r"^\u{1F600}$", "\U0001f600", True),
    (r"^\t\n\v\f\r\0$", "\t\n\v\f\r\0", True),
    (r"^\^\$\\\.\*\+\?\(\)\[\]\{\}\|\/$", "^$\\.*+?()[]{}|/", True),
    # classes
    ("^[a-c]$", "b", True),
    ("^[^a-c]$", "b", False),
    ("^[^a-c]$", "\U0001f600", True),
    (r"^[\d-]+$", "1-2", True),
    (r"^[\b]$", "\x08", True),
    (r"^[a\-z]$", "-", True),
    (r"^[a\-z]$", "b", False),
    ("^[&&]$", "&", True),
    ("^[[]$", "[", True),
    ("^[]a]$", "]a]", False),
    ("^[^]$", "\n", True),
    ("[]", "a", False),
    (r"^[^\S ]$", "\t", True),
    (r"^[^\D]$", "3", True),
    ("^[\u03b1-\u03c9]$", "β", True),
    # quantifiers
    ("^a{2}$", "aa", True),
    ("^a{2}$", "aaa", False),
    ("^a{2,}$", "aaa", True),
    ("^a{0,1}$", "aa", False),
    ("^a{0}$", "", True),
    ("^(?:ab|c)*?$", "abcab", True),
    ("^(?:a|b|)+$", "abba", True),
    ("^(?:a*)*$", "b", False),
    ("^(?<year>[0-9]{4})$", "2024", True),
    # words
    (r"\bcat\b", "a cat!", True),
    (r"\bcat\b", "cats", False),
    (r"^\b", "é", False),
    (r"é\b", "éa", True),
    (r"a\Bb", "ab", True),
    (r"\B", "a", False),
    (r"\B", "", True),
    # lookarounds
    ("^(?!.*secret)[a-z]+$", "asecretb", False),
    ("^(?!.*secret)[a-z]+$", "public", True),
    ("^(?=.*[0-9])(?=.*[a-z]).{4,}$", "ab12", True),
    ("^(?=.*[0-9])(?=.*[a-z]).{4,}$", "abcd", False),
    ("(?<=\\$)[0-9]+", "cost $42", True),
    ("(?<=\\$)[0-9]+", "cost 42", False),
    ("(?<!a)b", "ab", False),
    ("(?<!a)b", "cb", True),
    ("(?<!a)b", "b", True),
    ("a(?!b$)", "ab", False),
    ("a(?!b$)", "abc", True),
    ("(?=(?!ab)a.)a", "ab", False),
    ("(?<=^(?:ab)+)c", "ababc", True),
    ("(?<=^(?:ab)+)c", "abbc", False),
    (r"(?<=\bfoo)d", "foo food", True),
    # properties
    (r"^\p{L}+$", "aéλ", True),
    (r"^\p{Letter}$", "1", False),
    (r"^\P{L}$", "1", True),
    (r"^[^\p{L}]$", "a", False),
    (r"^[\p{Lu}\d]$", "Ä", True),
    (r"^\p{gc=Nd}$", "٣", True),
    (r"(?!a)\p{LC}", "ab", True),
    (r"(?=b)\P{L}", "ab", False),
]

INVALID = [
    ("(", "closed"),
    (")", "closes nothing"),
    ("[a", "not closed"),
    ("[a-", "not closed"),
    ("*a", "repeats nothing"),
    ("a**", "repeats a repetition"),
    ("^*", "repeats an assertion"),
    (r"\b+", "repeats an assertion"),
    ("(?<=a)*", "repeats an assertion"),
    ("{2}", "repeats nothing"),
    ("a{2}{3}", "repeats nothing"),
    ("a{3,2}", "smaller number last"),
    ("[z-a]", "smaller end last"),
    ("\\", "backslash"),
    (r"\A", r"\A"),
    (r"\Z", r"\Z"),
    (r"\z", r"\z"),
    (r"\i", r"\i"),
    (r"\c1", r"\c"),
    (r"\x4", "hexadecimal"),
    (r"\u12", "hexadecimal"),
    (r"\u{110000}", "code point"),
    (r"\u{}", "code point"),
    (r"\u{1_0}", "code point"),
    (r"\01", "octal"),
    (r"\1", "no group"),
    (r"(a)\2", "no group"),
    (r"\k<x>", "no group"),
    (r"(?<x>a)\k", "group name"),
    ("(?i)a", "none of ECMA-262"),
    ("(?i:a)", "none of ECMA-262"),
    ("(?>a)", "none of ECMA-262"),
    ("(?#note)a", "none of ECMA-262"),
    ("(?P<x>a)", "Python"),
    ("(?<1>a)", "none of ECMA-262"),
    ("(?<x>a)(?<x>b)", "twice"),
    (r"\p{Greek}", "property"),
    (r"\p{letter}", "property"),
    (r"\pL", "property"),
    (r"\p{Script=Nowhere}", "no property"),
]


@pytest.mark.parametrize(("pattern", "text", "expected"), MATCHES)
def test_matches_as_ecma_262_does(pattern, text, expected):
    assert compile_pattern(pattern).matches(text) is expected
    assert matcher(parse(pattern).tree, _property)(text) is expected


@pytest.mark.parametrize(("pattern", "says"), INVALID)
def test_what_ecma_262_does_not_have_is_an_error(pattern, says):
    found = check_pattern(pattern, ("properties", "a", "pattern"))
    assert found is not None
    assert (found.code, found.pointer) == ("pattern-invalid", ("properties", "a", "pattern"))
    assert says in found.message
    assert found.hint


@pytest.mark.parametrize(
    "pattern",
    [
        r"^(a+)-\1$",
        r"(?<x>a)\k<x>",
        "(?:a{1000}){1000}",
        "((((a{99}){99}){99}){99}){99}",
        "(?:){100000}" * 2,
        "a{1000000}",
        "a{99999999999999999999}",
        "(" * 101 + ")" * 101,
        "(" * 5000,
        "a" * 30_000,
        r"\p{L}{9000}",
    ],
)
def test_what_cannot_be_bounded_is_an_error(pattern):
    started = time.perf_counter()
    found = check_pattern(pattern, ())
    assert found is not None
    assert found.code == "pattern-unbounded"
    assert time.perf_counter() - started < 5


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        (r"^a\-b$", "a-b"),
        (r"\_", "_"),
        ("^{x}$", "{x}"),
        ("^a]$", "a]"),
        (r"^[\w-.]+$", "a-."),
        ("a{,3}", "a{,3}"),
        (r"\é", "é"),
    ],
)
def test_spellings_with_one_plain_meaning_are_read_with_a_warning(pattern, text):
    found = check_pattern(pattern, ())
    assert found is not None
    assert (found.code, found.severity.value) == ("pattern-legacy", "warning")
    assert compile_pattern(pattern).matches(text)


@pytest.mark.parametrize(
    "pattern", ["", "^[a-z]+$", r"^\d{4}-\d{2}$", r"^(?!x)\p{L}", r"^[\x20-\x7E]*$", "^.{0,5000}$"]
)
def test_plain_patterns_are_not_remarked_on(pattern):
    assert check_pattern(pattern, ()) is None


def test_patterns_that_make_backtracking_engines_hang_are_linear():
    started = time.perf_counter()
    assert not compile_pattern("^(a+)+$").matches("a" * 1_000_000 + "!")
    assert not compile_pattern("^(?:(a|aa)+)+$").matches("a" * 1_000_000 + "!")
    assert not compile_pattern("(?=b)|^(a+)+$").matches("a" * 20_000 + "!")
    assert not compile_pattern(r"(?<=(x+x+)+)y").matches("x" * 20_000)
    assert not compile_pattern(r"^(?:[^c]{0,30}a){9}c(?=d)").matches("ab" * 10_000)
    assert time.perf_counter() - started < 30


def test_a_text_that_would_take_too_long_does_not_match():
    large = compile_pattern(r"(?:a|b)*a[ab]{5000}(?=c)")
    assert large.longest < 10_000
    assert not large.matches("a" * 100_000_000)
    assert compile_pattern("a").longest > 100_000_000


def test_counts_are_sized_as_they_expand():
    assert size(parse("a{3}").tree, MAX_STATES) == 3
    assert size(parse("a{3,}").tree, MAX_STATES) == 5
    assert size(parse("a{3,5}").tree, MAX_STATES) == 7
    assert size(parse("a*b?").tree, MAX_STATES) == 4
    assert size(parse("(?:(?:a{999}){999}){999}").tree, MAX_STATES) > MAX_STATES


def test_without_the_engine_patterns_mean_the_same():
    """Where jsonschema-rs cannot be imported the automaton takes over, with Python's Unicode categories."""
    code = (
        "import sys; sys.modules['jsonschema_rs'] = None\n"
        "from schemac.patterns.matching import compile_pattern, check_pattern\n"
        "assert compile_pattern(r'^\\p{Lu}\\d{2,3}$').matches('Ä12')\n"
        "assert compile_pattern(r'^\\p{LC}\\P{gc=L}$').matches('a1')\n"
        "assert compile_pattern(r'^\\p{Any}\\p{ASCII}\\p{Assigned}$').matches('\\u03b1aa')\n"
        "assert not compile_pattern('^(a+)+$').matches('a' * 10000 + '!')\n"
        "assert check_pattern(r'\\p{Script=Greek}', ()).code == 'pattern-unbounded'\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


LITERALS = st.sampled_from(["a", "b", "é", "_", "[ab]", "[^a]", ".", r"\w", r"\W", r"\s", r"[^\w é]", r"\x61", "[é-λ]"])
PATTERNS = st.recursive(
    LITERALS | st.sampled_from(["^", "$", r"\b", r"\B", ""]),
    lambda inner: st.one_of(
        st.lists(inner, min_size=2, max_size=4).map("".join),
        st.lists(inner, min_size=2, max_size=3).map(lambda items: f"(?:{'|'.join(items)})"),
        st.tuples(inner, st.sampled_from(["*", "+", "?", "{2}", "{1,3}", "{2,}"])).map(
            lambda pair: f"(?:{pair[0]}){pair[1]}"
        ),
    ),
    max_leaves=8,
)
TEXTS = st.text("ab_é λ\n\u2028", max_size=8)


@given(PATTERNS, st.lists(TEXTS, min_size=1, max_size=4))
def test_the_engine_and_the_automaton_agree(pattern, texts):
    compiled = compile_pattern(pattern)
    automaton = matcher(parse(pattern).tree, _property)
    for text in texts:
        assert compiled.matches(text) == automaton(text), (pattern, text)


@given(PATTERNS, PATTERNS, TEXTS)
def test_lookarounds_mean_what_their_parts_mean(first, second, text):
    """``^(?=A)(?!B)`` holds iff ``^A`` is found and ``^B`` is not; a lookbehind before ``$`` likewise."""
    starts = compile_pattern(f"^(?:{first})").matches(text)
    assert compile_pattern(f"^(?={first})").matches(text) == starts
    assert compile_pattern(f"^(?!{first})").matches(text) != starts
    ends = compile_pattern(f"(?:{second})$").matches(text)
    assert compile_pattern(f"(?<={second})$").matches(text) == ends
    assert compile_pattern(f"(?<!{second})$").matches(text) != ends
    assert compile_pattern(f"^(?={first})(?:[^])*(?<={second})$").matches(text) == (starts and ends)


@given(st.text(max_size=30) | st.text(r"\()[]{}|^$*+?-ab1,<=!:pPuxck", max_size=20))
def test_any_text_is_a_pattern_or_a_finding(pattern):
    found = check_pattern(pattern, ())
    if found is None or not found.is_error:
        assert compile_pattern(pattern).matches(pattern) in (True, False)
    else:
        with pytest.raises((PatternError, UnboundedError)):
            compile_pattern(pattern)
