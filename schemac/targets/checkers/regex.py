"""What a regular expression uses, read off its text (ECMA-262 as JSON Schema's ``pattern`` means it)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

_REPEAT = re.compile(r"\{(\d+)(?:,(\d*))?\}")
_LOOKAROUND = ("(?=", "(?!", "(?<=", "(?<!")
_FLAGS = re.compile(r"\(\?[a-zA-Z]*(?:-[a-zA-Z]+)?[:)]")


class Feature(StrEnum):
    """Something that some engines cannot do."""

    LOOKAROUND = "lookahead or lookbehind"
    BACKREFERENCE = "a backreference"
    WORD_BOUNDARY = r"\b or \B"
    UNICODE_PROPERTY = r"\p or \P"
    INLINE_FLAGS = "inline flags"


@dataclass(frozen=True, slots=True)
class Reading:
    """What a pattern uses.

    Attributes:
        features: In order of first use.
        most: The largest number of a counted repeat, 0 without one.
        anchored: Whether each of its alternatives starts with ``^`` and ends with ``$``.
    """

    features: tuple[Feature, ...]
    most: int
    anchored: bool


def read(pattern: str) -> Reading:
    """Read a pattern; a malformed one is read as far as it goes."""
    features: dict[Feature, None] = {}
    most = 0
    level = 0
    in_class = False
    anchored = pattern.startswith("^")
    last_is_anchor = False
    at = 0
    while at < len(pattern):
        char = pattern[at]
        before_is_anchor = last_is_anchor
        last_is_anchor = False
        width = 1
        if char == "\\":
            width = 2
            found = _escaped(pattern[at + 1 : at + 3], in_class)
            if found is not None:
                features[found] = None
        elif in_class:
            in_class = char != "]"
        elif char == "[":
            in_class = True
        elif char == "(":
            level += 1
            if pattern.startswith(_LOOKAROUND, at):
                features[Feature.LOOKAROUND] = None
            elif not pattern.startswith("(?:", at) and _FLAGS.match(pattern, at):
                features[Feature.INLINE_FLAGS] = None
        elif char == ")":
            level -= 1
        elif char == "|":
            if level == 0:
                anchored = anchored and before_is_anchor and pattern.startswith("^", at + 1)
        elif char == "{":
            repeat = _REPEAT.match(pattern, at)
            if repeat:
                width = len(repeat[0])
                most = max(most, *(_number(text) for text in repeat.groups() if text))
        else:
            last_is_anchor = char == "$"
        at += width
    return Reading(tuple(features), most, anchored and last_is_anchor)


def _escaped(after: str, in_class: bool) -> Feature | None:
    letter = after[:1]
    if letter in ("p", "P") and after[1:] == "{":
        return Feature.UNICODE_PROPERTY
    if in_class:
        return None
    if letter in ("b", "B"):
        return Feature.WORD_BOUNDARY
    if (letter and letter in "123456789") or after == "k<":
        return Feature.BACKREFERENCE
    return None


def _number(digits: str) -> int:
    return int(digits[:9])  # a longer number is as large to every rule
