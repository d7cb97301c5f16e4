"""Strict JSON for the corpus and the wire: exact numbers, no name twice, no lone surrogates (docs/spec, chapter CNF).

Readers of JSON differ in what they let pass and in how they round. A conformance verdict must not depend on that, so
this reader refuses what JSON excludes and leaves the meaning of a number's text to its caller.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from decimal import Decimal
from typing import Any, NoReturn

from schemac.values import Json

DEPTH = 512
"""Levels of nesting that are read: a value of the deepest manifest inside its request or answer, and room to spare."""

_PLAIN_DIGITS = 4000  # Python converts longer digit strings to int only on request


class WireError(ValueError):
    """A text is not JSON in the strict sense."""


def decode(line: bytes) -> str:
    """Return the text of a line.

    Raises:
        WireError: The bytes are not well-formed UTF-8, or start with a byte order mark.
    """
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError as error:
        raise WireError(f"byte {error.start} is not UTF-8: {error.reason}") from None
    if text.startswith("\ufeff"):
        raise WireError("it starts with a byte order mark")
    return text


def exact(text: str) -> int | Decimal:
    """Return the exact value of a JSON number's text."""
    if text.lstrip("-").isdigit() and len(text) <= _PLAIN_DIGITS:
        return int(text)
    try:
        return Decimal(text)
    except ArithmeticError:
        raise WireError(f"the exponent of {text[:40]} is too large") from None


def as_double(text: str) -> int | float:
    """Return a number as case files may hold it: an integer, or a decimal that a double says exactly as written.

    Raises:
        WireError: The nearest double is written with other digits, so that an encoder would change the number.
    """
    value = exact(text)
    if isinstance(value, int):
        return value
    double = float(value)
    if double in (float("inf"), float("-inf")) or Decimal(repr(double)) != value:
        raise WireError(f"{text} is not the shortest text of a double")
    return double


def read(text: str, number: Callable[[str], Json] = exact) -> Json:
    """Return the value of a JSON text.

    Args:
        text: One JSON value, with white space around it at most.
        number: What a number's text stands for; a ``ValueError`` of it refuses the text.

    Raises:
        WireError: The text is not JSON, has NaN or an infinity, a member name twice in one object, a lone surrogate,
            or more than :data:`DEPTH` levels.
    """
    try:
        value = json.loads(
            text,
            parse_int=number,
            parse_float=number,
            parse_constant=_not_json,
            object_pairs_hook=_members,
        )
    except json.JSONDecodeError as error:
        raise WireError(f"{error.msg} at character {error.pos}") from None
    except WireError:
        raise
    except ValueError as error:  # `number` refuses
        raise WireError(str(error)) from None
    except RecursionError:
        raise WireError(f"it nests deeper than {DEPTH} levels") from None
    _check(value)
    return value


def write(value: Json) -> bytes:
    """Return a value as one line of compact JSON in UTF-8, without the line feed; members keep their order.

    Raises:
        WireError: The value holds NaN, an infinity or a lone surrogate.
    """
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode("utf-8")
    except UnicodeEncodeError:
        raise WireError("it holds a lone surrogate") from None
    except ValueError as error:
        raise WireError(str(error)) from None


def _not_json(word: str) -> NoReturn:
    raise WireError(f"{word} is not JSON")


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        seen: set[str] = set()
        twice = next(name for name, _ in pairs if name in seen or seen.add(name))  # type: ignore[func-returns-value]
        raise WireError(f"the member {twice!a} stands twice in one object")
    return members


def _check(value: Json) -> None:
    """Refuse lone surrogates and too deep nesting, level by level."""
    level = [value]
    for _ in range(DEPTH + 1):
        if not level:
            return
        below: list[Json] = []
        for item in level:
            if isinstance(item, dict):
                for name in item:
                    _check_text(name)
                below.extend(item.values())
            elif isinstance(item, list):
                below.extend(item)
            elif isinstance(item, str):
                _check_text(item)
        level = below
    raise WireError(f"it nests deeper than {DEPTH} levels")


def _check_text(text: str) -> None:
    if not text.isascii() and any("\ud800" <= character <= "\udfff" for character in text):
        raise WireError("it holds a lone surrogate")
