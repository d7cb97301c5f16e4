"""Names that a target takes for properties (docs/spec, chapter TGT)."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Container
from functools import lru_cache
from typing import Final

_LONGEST: Final = 256
_DIGITS: Final = 8


@lru_cache(maxsize=64)
def _most(pattern: str) -> int:
    """Return how long a name may be, as far as the pattern limits it."""
    found = re.compile(pattern)
    return next((length for length in range(1, _LONGEST) if not found.fullmatch("a" * (length + 1))), _LONGEST)


def accepted(name: str, pattern: str) -> bool:
    """Tell whether a pattern takes a name, as a whole."""
    return not pattern or re.fullmatch(pattern, name) is not None


def renamed(name: str, pattern: str, taken: Container[str]) -> str:
    """Return the name that stands for one that the pattern refuses; it depends on the name alone.

    Each refused character becomes ``_``; then follow ``_`` and 8 hexadecimal digits of the name's SHA-256; the front is
    cut to fit. In the case, next to impossible, that this is ``taken``, ``_`` is appended in place of the front's end.
    """
    found = re.compile(pattern)
    digits = "_" + hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:_DIGITS]
    front = "".join(char if found.fullmatch(char if at == 0 else f"a{char}") else "_" for at, char in enumerate(name))[
        : _most(pattern) - len(digits)
    ]
    result = front + digits
    while result in taken:
        front = front[:-1]
        digits += "_"
        result = front + digits
    return result


def free_name(name: str, taken: Container[str]) -> str:
    """Return a name with ``_`` appended until nothing else is called so."""
    while name in taken:
        name += "_"
    return name
