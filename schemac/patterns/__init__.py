"""Regular expressions of JSON Schema: ECMA-262's, matched within bounds, the same everywhere (docs/spec, chapter ENG).

One policy for verdicts, closedness and author-time checks: no pattern and no text can keep anybody waiting.
"""

from __future__ import annotations

from schemac.patterns.ecma import PatternError, UnboundedError
from schemac.patterns.matching import HAS_ENGINE, Matcher, check_pattern, compile_pattern

__all__ = ["HAS_ENGINE", "Matcher", "PatternError", "UnboundedError", "check_pattern", "compile_pattern"]
