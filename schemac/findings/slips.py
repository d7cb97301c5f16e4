"""Which of the names that there are was probably meant by one that is none of them.

For findings about names that may well be right, a suggestion must be far surer than one for a name that is known to be
wrong (:func:`schemac.findings.did_you_mean`): people do call things ``shard_1`` and ``shard_2``, ``import`` and
``export``. So only slips count: another letter case or other separators, or one word of the name with one character
too many, too few, changed, or changed places with its neighbour.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

_SEPARATORS = re.compile(r"[\W_]+")
_DIGITS = re.compile(r"\d+")
_LEAST = 4
"""Words with fewer characters differ by one too often to tell anything."""

_LEAST_CHANGED = 5
"""The same where a character was changed: ``test`` and ``text``."""

_MOST = 200
"""Longer names are compared for case and separators alone."""


class Slips:
    """Names that there are, ready to be asked which of them was meant; asking costs the same however many they are."""

    def __init__(self, known: Iterable[str]) -> None:
        self._known = frozenset(known)
        self._plain: dict[str, str] = {}
        self._shorter: dict[str, list[str]] = {}
        for name in sorted(self._known):
            if plain := _plain(name):  # nothing is left of names without letters
                self._plain.setdefault(plain, name)
            for part in _variants(name.lower()):
                self._shorter.setdefault(part, []).append(name)

    def meant(self, name: str) -> str | None:
        """Return the known name that ``name`` is a slip for, the first by code points; None for a known one."""
        if name in self._known:
            return None
        same = self._plain.get(_plain(name))
        if same is not None:
            return same
        lower = name.lower()
        near = {item for part in _variants(lower) for item in self._shorter.get(part, ())}
        return next((item for item in sorted(near) if _one_slip(lower, item.lower())), None)


def _plain(name: str) -> str:
    return _SEPARATORS.sub("", name).lower()


def _variants(name: str) -> Iterator[str]:
    """Yield a name and every way to leave one character out: two names one change apart share one of these."""
    if len(name) <= _MOST:
        yield name
        yield from (name[:index] + name[index + 1 :] for index in range(len(name)))


def _one_slip(one: str, other: str) -> bool:
    words, others = _SEPARATORS.split(one), _SEPARATORS.split(other)
    if len(words) != len(others):
        return False
    pairs = [pair for pair in zip(words, others, strict=True) if pair[0] != pair[1]]
    return len(pairs) == 1 and _one_change(*pairs[0])


def _one_change(one: str, other: str) -> bool:
    """Tell whether two different words are one change apart, and long enough for that to say something."""
    if _DIGITS.sub("", one) == _DIGITS.sub("", other):
        return False
    short, long = sorted((one, other), key=len)
    start = next(
        (index for index, (left, right) in enumerate(zip(short, long, strict=False)) if left != right), len(short)
    )
    rest, more = short[start:], long[start:]
    if len(short) < len(long):
        return len(short) >= _LEAST and rest == more[1:]
    if rest[1:] == more[1:]:
        return len(short) >= _LEAST_CHANGED
    return len(short) >= _LEAST and rest[:2] == more[1::-1] and rest[2:] == more[2:]
