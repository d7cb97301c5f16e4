"""Plain scalars by the core schema of YAML 1.2 (YAML 1.2.2, 10.3.2), as JSON values.

``on``, ``yes``, ``no``, ``off``, ``y`` and dates are text; ``012`` is twelve, ``0o17`` fifteen, ``0x1F`` thirty-one;
``1_000`` and ``22:30`` are text.
"""

from __future__ import annotations

import re

from schemac.text.errors import TextError
from schemac.text.numbers import check_integer, read_integer, read_number
from schemac.values import Json

_WORDS: dict[str, Json] = {
    "": None,
    "~": None,
    "null": None,
    "Null": None,
    "NULL": None,
    "true": True,
    "True": True,
    "TRUE": True,
    "false": False,
    "False": False,
    "FALSE": False,
}
_NO_NUMBERS = frozenset(
    [sign + word for sign in ("", "+", "-") for word in (".inf", ".Inf", ".INF")] + [".nan", ".NaN", ".NAN"]
)
_STARTS_NUMBER = frozenset("+-.0123456789")
_INTEGER = re.compile(r"[-+]?[0-9]+")
_OCTAL = re.compile(r"0o[0-7]+")
_HEXADECIMAL = re.compile(r"0x[0-9a-fA-F]+")
_DECIMAL = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]++(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")

PREFIX = "tag:yaml.org,2002:"
"""What ``!!`` stands for."""


def plain(text: str) -> Json:
    """Return what an untagged plain scalar denotes; text when no rule takes it.

    Raises:
        TextError: ``not-json-number`` for NaN and the infinities, ``number-out-of-range``.
    """
    if text[:1] in _STARTS_NUMBER and text:
        return _number(text)
    return _WORDS.get(text, text)


def tagged(tag: str, text: str) -> Json:
    """Return what a scalar with an explicit tag denotes.

    Raises:
        TextError: ``yaml-tag`` for a tag that is not of the core schema or does not fit the text, and as :func:`plain`.
    """
    name = tag.removeprefix(PREFIX) if tag.startswith(PREFIX) else ""
    if name == "str":
        return text
    value = plain(text)
    fits = {
        "null": value is None,
        "bool": isinstance(value, bool),
        "int": isinstance(value, int) and not isinstance(value, bool) and not _has_fraction_or_exponent(text),
        "float": isinstance(value, (int, float)) and not isinstance(value, bool) and bool(_DECIMAL.fullmatch(text)),
    }
    if name not in fits:
        raise TextError("yaml-tag", f"The tag {shown(tag)} does not make a JSON value of a scalar.")
    if not fits[name]:
        raise TextError("yaml-tag", f"The tag {shown(tag)} does not fit {text[:40]!r}.")
    return value


def shown(tag: str) -> str:
    """Return a tag as people write it."""
    return f"!!{tag.removeprefix(PREFIX)}" if tag.startswith(PREFIX) else tag


def _number(text: str) -> Json:
    if _INTEGER.fullmatch(text):
        return read_integer(text)
    if _DECIMAL.fullmatch(text):
        return read_number(text)
    if _HEXADECIMAL.fullmatch(text):
        return check_integer(int(text, 0))
    if _OCTAL.fullmatch(text):
        return check_integer(int(text, 0))
    if text in _NO_NUMBERS:
        raise TextError("not-json-number", f"{text} is not a number in JSON.")
    return text


def _has_fraction_or_exponent(text: str) -> bool:
    return not (_INTEGER.fullmatch(text) or _HEXADECIMAL.fullmatch(text) or _OCTAL.fullmatch(text))
