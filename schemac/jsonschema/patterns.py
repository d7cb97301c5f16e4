"""Regular expressions of ``patternProperties``, for the questions that the engine itself must answer about names.

They are asked of the validator, so that a name matches here exactly when it does in a verdict.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from jsonschema_rs import Draft202012Validator, FancyRegexOptions, RegexOptions

Matcher: TypeAlias = Callable[[str], bool]
"""Tells whether a pattern is found in a text."""

BACKTRACK_LIMIT: Final = 10_000
"""Steps after which an expression that needs backtracking (a lookaround) counts as not found."""

_ENGINES: Final = (RegexOptions(), FancyRegexOptions(backtrack_limit=BACKTRACK_LIMIT))


def matcher(pattern: str) -> Matcher | None:
    """Return the function that finds a pattern, in linear time where it can; None if no engine reads it."""
    for options in _ENGINES:
        try:
            return Draft202012Validator({"pattern": pattern}, pattern_options=options).is_valid
        except ValueError:
            continue
    return None
