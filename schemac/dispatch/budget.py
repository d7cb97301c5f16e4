"""What a caller may send: a JSON value within bounds, asked first of every call (docs/spec, chapter DSP).

Everything after it may count on plain JSON types, on a depth that recursion over levels survives, and on sizes that
keep each stage short.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from schemac.findings import Finding, finding
from schemac.pointer import Pointer
from schemac.text import Bounds, TextError
from schemac.text.numbers import check_integer
from schemac.values import Json

CALL_BOUNDS = Bounds(max_bytes=16 * 2**20, max_nodes=200_000)
"""The default for the arguments of a call."""

_PLAIN_INTEGER = 1 << 1_000
_PATH_AT_MOST = 16  # tokens of a pointer that is reported for a value that nests too deep


class Measured(NamedTuple):
    """What a value is, by a first look.

    Attributes:
        fault: What keeps it from being used, or None.
        text: No text or name in it has more code points.
    """

    fault: Finding | None
    text: int


def measured(value: Json, bounds: Bounds = CALL_BOUNDS) -> Measured:
    """Return what, if anything, keeps a value from being used, as :func:`value_within_bounds` says, and its size."""
    room = _room(value, bounds)
    return (
        Measured(None, bounds.max_bytes - room)
        if room >= 0
        else Measured(_first_fault(value, bounds), bounds.max_bytes)
    )


def value_within_bounds(value: Json, bounds: Bounds = CALL_BOUNDS) -> Finding | None:
    """Tell what, if anything, keeps a value from being used: the first thing in document order by level.

    Args:
        value: Anything; it is neither changed nor recursed into, and may hold itself.
        bounds: ``max_depth`` and ``max_nodes`` as for a text; ``max_bytes`` limits all texts and names together, in
            code points.

    Returns:
        ``limit-exceeded``, ``not-json-value``, ``not-json-number`` (NaN and the infinities), ``number-out-of-range``
        (an integer of more than 400 digits), ``lone-surrogate`` or ``key-not-string`` with the pointer; None for a JSON
        value within the bounds.
    """
    return measured(value, bounds).fault


def _first_fault(value: Json, bounds: Bounds) -> Finding | None:
    room = bounds.max_bytes
    nodes = bounds.max_nodes - 1
    if type(value) is not dict and type(value) is not list:
        return _scalar(value, (), room)
    level: list[tuple[Pointer, Json]] = [((), value)]
    depth = 0
    while level:
        depth += 1
        if depth > bounds.max_depth:
            return _too_deep(level[0][0], bounds)
        below: list[tuple[Pointer, Json]] = []
        for pointer, container in level:
            nodes -= len(container)
            if nodes < 0:
                return finding("limit-exceeded", (), f"The value holds more than {bounds.max_nodes} values.")
            if isinstance(container, dict):
                items = container.items()
                for name in container:
                    if type(name) is not str:
                        return finding("key-not-string", pointer, f"A key is a {type(name).__name__}, not text.")
                    room -= len(name)
                    if not name.isascii() and _broken(name):
                        return _lone_surrogate(pointer)
            else:
                items = enumerate(container)  # type: ignore[assignment]  # tokens of either kind
            for token, item in items:
                kind = type(item)
                if kind is str:
                    room -= len(item)
                    if not item.isascii() and _broken(item):
                        return _lone_surrogate((*pointer, token))
                elif kind is dict or kind is list:
                    if item:
                        below.append(((*pointer, token), item))
                    elif depth == bounds.max_depth:
                        return _too_deep((*pointer, token), bounds)
                elif item is not None and kind is not bool:
                    found = _scalar(item, (*pointer, token), room)
                    if found is not None:
                        return found
            if room < 0:
                return finding(
                    "limit-exceeded", (), f"The value holds more than {bounds.max_bytes} characters of text."
                )
        level = below
    return None


def _room(value: Json, bounds: Bounds) -> int:
    """Return how many characters more a value could hold, without keeping track of where things stand.

    That is for the common case; -1 means to look closely.
    """
    room = bounds.max_bytes
    nodes = bounds.max_nodes - 1
    level: list[Json] = [value] if type(value) is dict or type(value) is list else []
    if not level:
        return -1
    depth = 0
    while level:
        depth += 1
        if depth > bounds.max_depth:
            return -1
        below: list[Json] = []
        for container in level:
            nodes -= len(container)
            if nodes < 0 or room < 0:
                return -1
            if type(container) is dict:
                for name in container:
                    if type(name) is not str or not name.isascii():
                        return -1
                    room -= len(name)
                container = container.values()  # noqa: PLW2901 - its values are walked like an array's
            for item in container:
                kind = type(item)
                if kind is str:
                    room -= len(item)
                    if not item.isascii() and _broken(item):
                        return -1
                elif kind is dict or kind is list:
                    below.append(item)
                elif kind is int:
                    if not -_PLAIN_INTEGER < item < _PLAIN_INTEGER:
                        return -1
                elif kind is not bool and item is not None and (kind is not float or not math.isfinite(item)):
                    return -1
        level = below
    return room


def _scalar(item: Json, pointer: Pointer, room: int) -> Finding | None:
    kind = type(item)
    if item is None or kind is bool:
        return None
    if kind is float:
        return None if math.isfinite(item) else finding("not-json-number", pointer, f"{item} is not a number in JSON.")
    if kind is int:
        try:
            check_integer(item)
        except TextError as error:
            return finding(error.code, pointer, error.message)
        return None
    if kind is not str:
        return finding("not-json-value", pointer, f"A {kind.__name__} is no JSON value.")
    if len(item) > room:
        return finding("limit-exceeded", pointer, f"The text is longer than {room} characters.")
    return _lone_surrogate(pointer) if _broken(item) else None


def _too_deep(pointer: Pointer, bounds: Bounds) -> Finding:
    return finding("limit-exceeded", pointer[:_PATH_AT_MOST], f"The value nests deeper than {bounds.max_depth} levels.")


def _lone_surrogate(pointer: Pointer) -> Finding:
    return finding("lone-surrogate", pointer, "The text holds half of a character.")


def _broken(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return False
