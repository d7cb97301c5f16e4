"""What Python's ``re`` takes, for services that compile patterns with it (docs/spec, chapter TGT)."""

from __future__ import annotations

import re
import warnings
from functools import lru_cache


@lru_cache(maxsize=1024)
def compiles_in_python(pattern: str) -> bool:
    """Tell whether Python's ``re`` takes a pattern."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a possible nested set is no refusal
        try:
            re.compile(pattern)
        except (re.error, OverflowError, RecursionError):
            return False
    return True
