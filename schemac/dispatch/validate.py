"""Validation behind one small interface: a library decides, and the refusal is explained alike (docs/spec, DSP).

In every dialect integers are by value (``1.0`` is one, draft-04 included), booleans are no numbers, numbers are exact
beyond 64 bits, multiples are those of the written decimals, ``format`` and the content keywords are annotations, and
patterns follow :mod:`schemac.patterns.matching`. Nothing is fetched; the schema is taken as valid in its dialect, which
is asked at author time.
"""

from __future__ import annotations

from typing import Literal, Protocol, TypeAlias

from schemac.dispatch.explain import AT_MOST, Violation
from schemac.dispatch.interpreted import InterpretedValidator
from schemac.jsonschema.keywords import Dialect
from schemac.patterns.matching import HAS_ENGINE
from schemac.values import Json, Schema

__all__ = ["AT_MOST", "DEFAULT_ENGINE", "Engine", "Validator", "Violation", "build"]

Engine: TypeAlias = Literal["jsonschema-rs", "jsonschema"]
"""The library that decides. Where jsonschema-rs is not installed, both names mean jsonschema."""

DEFAULT_ENGINE: Engine = "jsonschema-rs"


class Validator(Protocol):
    """A schema, ready to judge values. Safe to share between threads."""

    def valid(self, value: Json, text: int | None = None) -> bool:
        """Tell whether the schema accepts a JSON value (one within the bounds of :mod:`schemac.dispatch.budget`).

        Args:
            value: The value.
            text: No text or name in it has more code points, where the caller knows that.
        """
        ...

    def errors(self, value: Json, at_most: int = AT_MOST) -> list[Violation]:
        """Return what does not fit, at most so many, sorted by pointer; empty iff the value is valid."""
        ...


def build(schema: Schema, dialect: Dialect, engine: Engine = DEFAULT_ENGINE) -> Validator:
    """Return the validator of a standalone schema document: one whose references are pointers into itself.

    A document that jsonschema-rs does not take, for example one with a lookaround in ``patternProperties``, is given
    to jsonschema, with the same verdicts.

    Raises:
        ValueError: A reference leads out of the document, or (:class:`~schemac.patterns.ecma.PatternError`,
            :class:`~schemac.patterns.ecma.UnboundedError`) a pattern is one that
            :func:`~schemac.patterns.matching.check_pattern` refuses.
    """
    if engine == "jsonschema-rs" and HAS_ENGINE:
        from schemac.dispatch.compiled import CannotCompileError, CompiledValidator  # noqa: PLC0415 - may be missing

        try:
            return CompiledValidator(schema, dialect)
        except CannotCompileError:
            pass
    return InterpretedValidator(schema, dialect)
