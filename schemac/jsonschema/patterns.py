"""Names against ``patternProperties``, for the questions that the engine itself must answer about them.

A name matches here exactly when it does in a verdict: both follow :mod:`schemac.patterns`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from schemac.patterns import PatternError, UnboundedError, compile_pattern

Matcher: TypeAlias = Callable[[str], bool]
"""Tells whether a pattern is found in a text."""


def matcher(pattern: str) -> Matcher | None:
    """Return the function that finds a pattern; None for one that is refused when a plan is built."""
    try:
        return compile_pattern(pattern).matches
    except (PatternError, UnboundedError):
        return None
