"""What the tests of loading share."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import strategies as st

from schemac.findings import Finding, SchemacError
from schemac.pointer import render
from schemac.text import Bounds, load

CHARACTERS = st.characters(codec="utf-8") | st.sampled_from(
    "\x7f\x80\x85\u2028\u2029\ufeff\ufffe\uffff\U000f0000 \t\n\r'\"\\#:"
)
TEXTS = st.text(CHARACTERS, max_size=12) | st.sampled_from(
    [
        "",
        "<<",
        "on",
        "no",
        "null",
        "~",
        "012",
        "2023-01-01",
        ".nan",
        "1_000",
        "*a",
        "&a",
        "!x",
        "- ",
        "\\ud83d\\ude00",
        "\\uE000",
    ]
)
SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXTS
DOCUMENTS = st.recursive(
    SCALARS, lambda part: st.lists(part, max_size=4) | st.dictionaries(TEXTS, part, max_size=4), max_leaves=12
)


def refusal(text: Any, text_format: Any = "yaml", bounds: Bounds | None = None) -> list[Finding]:
    with pytest.raises(SchemacError) as caught:
        load(text, format=text_format, bounds=bounds or Bounds())
    return list(caught.value.findings)


def brief(findings: list[Finding]) -> list[tuple[str, str, str]]:
    """Code, pointer and line:column of each finding."""
    return [
        (item.code, render(item.pointer), f"{item.place.line}:{item.place.column}" if item.place else "")
        for item in findings
    ]


def same(left: Any, right: Any) -> bool:
    """Equal, and of the same types throughout: ``1`` is neither ``1.0`` nor ``True``."""
    if type(left) is not type(right):
        return False
    if isinstance(left, dict):
        return list(left) == list(right) and all(same(left[key], right[key]) for key in left)
    if isinstance(left, list):
        return len(left) == len(right) and all(map(same, left, right))
    return repr(left) == repr(right)


def plain_json(value: Any) -> bool:
    """Whether a value is made of plain JSON types only."""
    pending = [value]
    while pending:
        item = pending.pop()
        if type(item) is dict:
            if not all(type(key) is str for key in item):
                return False
            pending.extend(item.values())
        elif type(item) is list:
            pending.extend(item)
        elif not (item is None or type(item) in (bool, int, float, str)):
            return False
    return True


def containers(value: Any) -> list[Any]:
    found, pending = [], [value]
    while pending:
        item = pending.pop()
        if isinstance(item, (dict, list)):
            found.append(item)
            pending.extend(item.values() if isinstance(item, dict) else item)
    return found
