"""Numbers from their decimal text, the same for JSON and YAML (docs/spec, chapter LOD).

A text that denotes an integer (``12``, ``1.0``, ``1e3``, ``1500e-2``) is that exact integer, of at most 400 digits. Any
other is the nearest double, and refused where there is none. There is no negative zero.
"""

from __future__ import annotations

import math

from schemac.text.errors import TextError

MAX_DIGITS = 400
"""An integer of more decimal digits is refused."""

_TOO_LARGE = 10**MAX_DIGITS
_EXPONENT_DIGITS = 18  # an exponent of more digits is beyond anything that the length of a text can make up for


def read_integer(text: str) -> int:
    """Return the integer that an optional sign and decimal digits denote; leading zeros change nothing.

    Raises:
        TextError: ``number-out-of-range``, it has more than 400 digits.
    """
    if len(text) <= MAX_DIGITS:
        return int(text)
    digits = text.lstrip("+-").lstrip("0")
    if len(digits) > MAX_DIGITS:
        raise _too_long(text)
    magnitude = int(digits or "0")
    return -magnitude if text.startswith("-") else magnitude


def read_number(text: str) -> int | float:
    """Return the number that a decimal text denotes: sign, digits, point, exponent (``.5`` and ``5.`` too).

    Raises:
        TextError: ``number-out-of-range``, it is an integer of more than 400 digits or no double is near it.
    """
    value = float(text)
    if value.is_integer() or math.isinf(value):
        return _exact(text, value)
    return value  # only what is no integer rounds to a double that is none


def check_integer(value: int) -> int:
    """Return an integer that was not read from decimal digits, within the same bound.

    Raises:
        TextError: ``number-out-of-range``, it has more than 400 digits.
    """
    if -_TOO_LARGE < value < _TOO_LARGE:
        return value
    raise TextError("number-out-of-range", f"The integer has more than {MAX_DIGITS} digits.")


def _exact(text: str, nearest: float) -> int | float:
    mantissa, _, exponent = text.lower().partition("e")
    whole, _, part = mantissa.lstrip("+-").partition(".")
    digits = (whole + part).lstrip("0")
    significant = digits.rstrip("0")
    if not significant:
        return 0
    scale = _exponent(exponent) - len(part) + len(digits) - len(significant)
    if scale < 0:  # not an integer, though the nearest double may be one
        if math.isinf(nearest):
            raise TextError("number-out-of-range", f"The number {_shown(text)} is beyond what a double can hold.")
        return nearest or 0.0
    if len(significant) + scale > MAX_DIGITS:
        raise _too_long(text)
    magnitude: int = int(significant) * 10**scale
    return -magnitude if text.startswith("-") else magnitude


def _exponent(text: str) -> int:
    if not text:
        return 0
    digits = text.lstrip("+-").lstrip("0")[: _EXPONENT_DIGITS + 1]
    magnitude = 10**_EXPONENT_DIGITS if len(digits) > _EXPONENT_DIGITS else int(digits or "0")
    return -magnitude if text.startswith("-") else magnitude


def _too_long(text: str) -> TextError:
    return TextError("number-out-of-range", f"The integer {_shown(text)} has more than {MAX_DIGITS} digits.")


def _shown(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:20]}…{text[-8:]}"
