r"""One policy for regular expressions, whichever validator is in use (docs/spec, chapter DSP).

``pattern``, the keys of ``patternProperties`` and the pattern of ``propertyNames`` are ECMA-262 with the ``u`` flag,
searched for anywhere in the text: ``$`` is the end and never stands before a trailing newline, ``\d`` and ``\w`` are
ASCII, ``\s`` is ECMA's white space. No pattern and text can hang a match: backreferences and patterns that expand
beyond :data:`MAX_STATES` are refused when a plan is built, and all others are matched in linear time: without a
lookaround by the regex engine of jsonschema-rs (from a translation into its syntax), else, or where it is not
installed, by :mod:`schemac.patterns.linear`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from schemac.findings import Finding, finding
from schemac.patterns.charset import LAST, CharSet, Property, category, scalar
from schemac.patterns.ecma import Alt, At, Look, Node, Parsed, PatternError, Repeat, Seq, UnboundedError, parse
from schemac.patterns.linear import Member, matcher, size
from schemac.pointer import Pointer

try:
    import jsonschema_rs
except ImportError:  # where it has no wheel; a test runs with the import blocked
    HAS_ENGINE = False
else:
    HAS_ENGINE = True

MAX_STATES = 12_000
"""A pattern whose counted repetitions expand to more states is refused."""

MAX_WEIGHT = 4 * MAX_STATES
"""The same for states that test for characters beyond ASCII or, much heavier, for Unicode properties."""

LINEAR_STEPS = 20_000_000
ENGINE_STEPS = 400_000_000
"""States times code points that one match may take, in our automaton and in the engine's: some seconds at worst. A
longer text than that leaves for a pattern does not match it; for a pattern of 20 states in the engine that is 20
million code points."""

REMEMBERED = 4_096
"""Compiled patterns that are kept, least recently used out first."""


@dataclass(frozen=True, slots=True)
class Matcher:
    """A compiled pattern.

    Attributes:
        pattern: As it was written.
        translated: The same in the syntax of jsonschema-rs, or None where it has a lookaround.
        longest: The longest text, in code points, that it is matched against; longer ones do not match.
    """

    pattern: str
    translated: str | None
    longest: int
    _search: Callable[[str], bool]

    def matches(self, text: str) -> bool:
        """Tell whether the pattern is found in a text (well-formed: without lone surrogates)."""
        return len(text) <= self.longest and self._search(text)


def check_pattern(pattern: str, pointer: Pointer) -> Finding | None:
    """Judge a pattern at author time; ``pointer`` is where it stands.

    Returns:
        ``pattern-invalid`` (not of ECMA-262), ``pattern-unbounded`` (nothing can match it within bounds),
        ``pattern-legacy`` (a warning: clients that compile it with the ``u`` flag refuse it), or None.
    """
    shown = _shorten(pattern)
    try:
        compile_pattern(pattern)
    except PatternError as error:
        return finding("pattern-invalid", pointer, f"the pattern {shown} is invalid: {error}", error.hint)
    except UnboundedError as error:
        return finding("pattern-unbounded", pointer, f"the pattern {shown} is refused: {error}", error.hint)
    legacy = parse(pattern).legacy
    if legacy is None:
        return None
    return finding("pattern-legacy", pointer, f"the pattern {shown} has {legacy}, which the u flag refuses")


@lru_cache(maxsize=REMEMBERED)
def compile_pattern(pattern: str) -> Matcher:
    """Compile a pattern.

    Raises:
        PatternError: ECMA-262 does not have it.
        UnboundedError: It cannot be matched within bounds.
    """
    parsed = parse(pattern)
    states = size(parsed.tree, MAX_STATES)
    weight = _weight(parsed.tree)
    most = min(MAX_STATES, MAX_WEIGHT // weight)
    if states > most:
        raise UnboundedError(
            f"its repetitions expand to more than {most:,} states",
            "Use smaller counts; bound the length with minLength and maxLength.",
        )
    if parsed.looks:
        return Matcher(pattern, None, LINEAR_STEPS // states, matcher(parsed.tree, _property))
    for item in properties(parsed.tree):
        _property(item)  # an unknown script is told apart from a pattern that is too large
    translated = translate(parsed)
    longest = ENGINE_STEPS // (states * weight)
    if not HAS_ENGINE:
        return Matcher(pattern, translated, longest, matcher(parsed.tree, _property))
    return Matcher(pattern, translated, longest, _engine(translated))


def translate(parsed: Parsed) -> str:
    r"""Return a pattern without lookarounds in the syntax of Rust's regex crate, which jsonschema-rs uses.

    Letters, digits and characters beyond Latin-1 stand as themselves, all others as ``\xHH``, and every class as
    explicit ranges, so that nothing is left to a dialect.
    """
    return _translated(parsed.tree)


def properties(node: Node) -> tuple[Property, ...]:
    """Return the Unicode properties that a tree names, each once."""
    if isinstance(node, CharSet):
        return node.properties
    if isinstance(node, (Seq, Alt)):
        return tuple(dict.fromkeys(item for child in node.items for item in properties(child)))
    return () if isinstance(node, At) else properties(node.item)


def _translated(node: Node) -> str:
    if isinstance(node, CharSet):
        return _translated_set(node)
    if isinstance(node, Seq):
        return "".join(
            f"(?:{_translated(item)})" if isinstance(item, Alt) else _translated(item) for item in node.items
        )
    if isinstance(node, Alt):
        return "|".join(map(_translated, node.items))
    if isinstance(node, Repeat):
        item = _translated(node.item)
        count = {(0, None): "*", (1, None): "+", (0, 1): "?"}.get((node.low, node.high))
        if count is None:
            high = "" if node.high is None else node.high
            count = f"{{{node.low}}}" if node.high == node.low else f"{{{node.low},{high}}}"
        return f"(?:{item}){count}" if not isinstance(node.item, CharSet) else item + count
    if isinstance(node, Look):
        raise TypeError("a lookaround has no translation")
    return {At.START: "^", At.END: "$", At.WORD: r"(?-u:\b)", At.NOT_WORD: r"(?-u:\B)"}[node]


def _translated_set(chars: CharSet) -> str:
    ranges = scalar(chars.ranges)
    if len(ranges) == 1 and ranges[0][0] == ranges[0][1] and not chars.properties and not chars.negated:
        return _character(ranges[0][0])
    inner = "".join(
        _character(low) if low == high else f"{_character(low)}-{_character(high)}" for low, high in ranges
    ) + "".join(f"\\{'P' if item.negated else 'p'}{{{item.text}}}" for item in chars.properties)
    if not inner:  # an empty class: nothing, or, negated, everything
        return f"[{'' if chars.negated else '^'}\\x00-{chr(LAST)}]"
    return f"[{'^' if chars.negated else ''}{inner}]"


def _character(code: int) -> str:
    # Spelled so that ECMA-262 reads it too: a metaschema may ask that a pattern is one.
    if code < 0x80 and chr(code).isalnum():
        return chr(code)
    return f"\\x{code:02x}" if code < 0x100 else chr(code)


def _weight(node: Node) -> int:
    """Return the largest number of engine states that one character of the tree takes, roughly."""
    if isinstance(node, (Seq, Alt)):
        return max(map(_weight, node.items), default=1)
    if isinstance(node, (Repeat, Look)):
        return _weight(node.item)
    if not isinstance(node, CharSet) or node.is_ascii:
        return 1
    return 16 if node.properties else 4  # measured: a step through a large Unicode class costs that much more


def _engine(translated: str) -> Callable[[str], bool]:
    """Return the engine's search, by way of the smallest schema that has the pattern."""
    options = engine_options()
    try:
        validator = jsonschema_rs.Draft202012Validator({"pattern": translated}, pattern_options=options)
    except jsonschema_rs.ValidationError as error:
        raise UnboundedError(
            "the engine finds it too large", "Use smaller counts, or plain ranges of characters for properties."
        ) from error
    return validator.is_valid


def engine_options() -> jsonschema_rs.RegexOptions:
    """Return the options with which jsonschema-rs matches in linear time."""
    return jsonschema_rs.RegexOptions(size_limit=1 << 28, dfa_size_limit=1 << 24)


def _property(item: Property) -> Member:
    """Return membership of a Unicode property (not negated)."""
    if HAS_ENGINE:
        try:
            return lru_cache(maxsize=1_024)(_engine(f"^\\p{{{item.text}}}$"))
        except UnboundedError as error:
            raise PatternError(f"\\p{{{item.text}}} names no property that Unicode has") from error
    short = category(item.text)
    if short is not None:
        prefix = ("Lu", "Ll", "Lt") if short == "LC" else short
        return lambda char: unicodedata.category(char).startswith(prefix)
    plain: dict[str, Member] = {
        "Any": lambda _: True,
        "ASCII": str.isascii,
        "Assigned": lambda char: unicodedata.category(char) != "Cn",
    }
    if item.text in plain:
        return plain[item.text]
    raise UnboundedError(
        f"\\p{{{item.text}}} needs Unicode data that comes with jsonschema-rs, which is not installed here",
        "Install jsonschema-rs, or name the characters by ranges.",
    )


def _shorten(pattern: str) -> str:
    text = repr(pattern)
    return text if len(text) <= 80 else f"{text[:60]}…{text[-10:]}"
