"""The other validator: jsonschema, pure Python, held to the same rules (docs/spec, chapter DSP).

It stands in where jsonschema-rs has no wheel or cannot take a document, and can be asked for. The keywords that
jsonschema reads otherwise are replaced: patterns, exact multiples, equality of items; references keep their verdicts
for one run, so that a recursive union costs no more than its parts; a value too deep for its recursion is decided by
:mod:`schemac.jsonschema.evaluate`.
"""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from jsonschema import ValidationError

from schemac.dispatch.explain import AT_MOST, Violation, explained
from schemac.jsonschema.evaluate import Evaluator, Verdicts, undeclared
from schemac.jsonschema.exact import is_multiple, key
from schemac.jsonschema.keywords import Dialect
from schemac.jsonschema.libraries import CLASSES, Errors, interpreter
from schemac.jsonschema.walk import walk
from schemac.patterns.matching import compile_pattern
from schemac.values import Json, JsonObject, Schema, is_number


@dataclass(frozen=True, slots=True)
class _Run:
    """One validation: the document's evaluator, and the verdicts of references on parts of the value."""

    evaluator: Evaluator
    known: dict[tuple[int, int], bool]


_RUN: ContextVar[_Run] = ContextVar("run")


class InterpretedValidator:
    """A standalone schema document, interpreted by jsonschema.

    Raises:
        ValueError: A reference is not a pointer into the document.
        PatternError: A pattern is not one of ECMA-262.
        UnboundedError: A pattern cannot be matched within bounds.
    """

    def __init__(self, schema: Schema, dialect: Dialect) -> None:
        self._evaluator = Evaluator(schema, dialect)
        self._validator = _CLASSES[dialect.name](schema)
        for _, item in walk(schema, dialect):
            if isinstance(item, dict) and not self._evaluator.alone(item):
                for pattern in (*_texts(item.get("pattern")), *item.get("patternProperties", ())):
                    compile_pattern(pattern)

    def valid(self, value: Json, text: int | None = None) -> bool:  # noqa: ARG002 - what it asks, it asks anyway
        """Tell whether the schema accepts a JSON value."""
        token = _RUN.set(_Run(self._evaluator, {}))
        try:
            return bool(self._validator.is_valid(value))
        except RecursionError:
            return self._evaluator.valid(value)
        except ValueError:  # no JSON value: half a character where a pattern is searched for
            return False
        finally:
            _RUN.reset(token)

    def errors(self, value: Json, at_most: int = AT_MOST) -> list[Violation]:
        """Return what does not fit, at most so many, sorted; empty iff the value is valid."""
        return [] if self.valid(value) else explained(self._evaluator, value, at_most)


def _texts(pattern: Any) -> tuple[str, ...]:
    return (pattern,) if isinstance(pattern, str) else ()


# The replaced keywords have jsonschema's signature: validator, the keyword's value, the instance, the schema.


def _ref(validator: Any, ref: str, instance: Json, schema: JsonObject) -> Errors:  # noqa: ARG001 - its signature
    run = _RUN.get()
    _, target = run.evaluator.targets[ref]
    place = (id(target), id(instance))
    known = run.known.get(place)
    if known is None:
        run.known[place] = True  # a reference back to itself in place adds nothing
        known = run.known[place] = validator.evolve(schema=target).is_valid(instance)
    if not known:
        yield ValidationError("the reference refuses")


def _pattern_properties(validator: Any, patterns: JsonObject, instance: Json, schema: JsonObject) -> Errors:  # noqa: ARG001
    if isinstance(instance, dict):
        for pattern, part in patterns.items():
            matches = compile_pattern(pattern).matches
            for name, item in instance.items():
                if matches(name):
                    yield from validator.descend(item, part)


def _additional(validator: Any, part: Schema, instance: Json, schema: JsonObject) -> Errors:
    if isinstance(instance, dict):
        for name in undeclared(schema, instance):
            yield from validator.descend(instance[name], part)


def _multiple_of(validator: Any, divisor: float, instance: Json, schema: JsonObject) -> Errors:  # noqa: ARG001
    if is_number(instance) and not is_multiple(instance, divisor):
        yield ValidationError("not a multiple")


def _enum(validator: Any, enum: list[Json], instance: Json, schema: JsonObject) -> Errors:  # noqa: ARG001
    wanted = key(instance)
    if all(key(item) != wanted for item in enum):
        yield ValidationError("not among the values")


def _const(validator: Any, const: Json, instance: Json, schema: JsonObject) -> Errors:  # noqa: ARG001
    if key(const) != key(instance):
        yield ValidationError("not the value")


def _unevaluated(validator: Any, part: Schema, instance: Json, schema: JsonObject) -> Errors:  # noqa: ARG001
    evaluator = _RUN.get().evaluator
    for rest in Verdicts(evaluator).ask(evaluator.unevaluated(schema, instance)):
        yield from validator.descend(rest.value, rest.schema)


def _class(dialect: str) -> Any:
    keywords: dict[str, Any] = {
        "$ref": _ref,
        "patternProperties": _pattern_properties,
        "additionalProperties": _additional,
        "multipleOf": _multiple_of,
        "enum": _enum,
    }
    if dialect != "draft-04":
        keywords["const"] = _const
    if dialect in ("2019-09", "2020-12"):
        keywords |= {"unevaluatedProperties": _unevaluated, "unevaluatedItems": _unevaluated}
    return interpreter(dialect, keywords)


_CLASSES = {dialect: _class(dialect) for dialect in CLASSES}
