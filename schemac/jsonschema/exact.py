"""Equality and divisibility of JSON values without rounding and without recursion (docs/spec, chapter DSP)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

from schemac.values import Json

_HUGE = 10_000  # bits; beyond it Python refuses to write an integer in decimal


def key(value: Json) -> str:
    """Return a text that is equal for two values iff they are equal as JSON: ``1`` and ``1.0`` are, ``1`` and
    ``true`` are not, and the order of members is free.
    """  # noqa: D205 - one sentence
    out: list[str] = []
    stack: list[Json] = [value]
    while stack:
        item = stack.pop()
        kind = type(item)
        if kind is tuple:
            out.append(item[0])
        elif kind is str:
            out.append(json.dumps(item))
        elif kind is dict:
            out.append("{")
            stack.append(("}",))
            for name in sorted(item, reverse=True):
                stack += ((",",), item[name], (f"{json.dumps(name)}:",))
        elif kind is list:
            out.append("[")
            stack.append(("]",))
            for entry in reversed(item):
                stack += ((",",), entry)
        elif kind is float and not item.is_integer():
            out.append(repr(item))
        elif kind is int or kind is float:
            number = int(item)
            out.append(str(number) if number.bit_length() < _HUGE else hex(number))
        else:
            out.append(repr(item))
    return "".join(out)


def first_repeated(items: Sequence[Json]) -> tuple[int, int] | None:
    """Return the indexes of the first item that equals an earlier one, the earlier one first; None if all differ."""
    seen: dict[str, int] = {}
    for index, item in enumerate(items):
        earlier = seen.setdefault(key(item), index)
        if earlier != index:
            return earlier, index
    return None


def is_multiple(value: float, divisor: float) -> bool:
    """Tell whether a number is a multiple of another, both taken as the decimals they are written as.

    So ``0.3`` is a multiple of ``0.1``. An infinite or undefined value is a multiple of nothing.
    """
    if isinstance(value, int) and isinstance(divisor, int):
        return value % divisor == 0
    try:
        return (_fraction(value) / _fraction(divisor)).denominator == 1
    except (ValueError, OverflowError):
        return False


def _fraction(number: float) -> Fraction:
    # A double without a fraction is that integer, as for equality; any other is the decimal that it is written as.
    return Fraction(int(number)) if number == int(number) else Fraction(Decimal(repr(number)))
