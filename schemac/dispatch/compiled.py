"""The validator that decides by default: jsonschema-rs, held to the rules that the library states (docs/spec, DSP).

What jsonschema-rs reads otherwise is rewritten before it sees the schema. Only its verdict is used, never its errors,
so that the rewriting shows nowhere: patterns are translated (:mod:`schemac.patterns.matching`), draft-04's ``integer``
takes ``1.0``, and the content keywords are annotations, as ``format`` is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jsonschema_rs

from schemac.dispatch.expansion import expansion
from schemac.dispatch.explain import AT_MOST, Violation, explained
from schemac.jsonschema.evaluate import Evaluator
from schemac.jsonschema.keywords import Dialect, Holds
from schemac.jsonschema.libraries import CLASSES
from schemac.jsonschema.walk import applied
from schemac.patterns.matching import compile_pattern, engine_options
from schemac.values import Json, JsonObject, Schema

_SEARCHED = "schemac:pattern"
"""Stands for a pattern that the engine cannot search for, and is handed to our automaton."""

_LEFT_OUT = frozenset(
    {"title", "description", "default", "examples", "$comment", "deprecated", "readOnly", "writeOnly", "format"}
    | {"contentEncoding", "contentMediaType", "contentSchema", _SEARCHED}
)
_UNTIMED = 1 << 24
"""A pattern that may be matched against texts of this length never asks for the texts to be measured."""
_EXPANDED_AT_MOST = 100_000
"""jsonschema-rs remembers verdicts of recursive references only; beyond this many others it could take too long."""


class CannotCompileError(Exception):
    """jsonschema-rs does not take the document; the other validator must."""


class CompiledValidator:
    """A standalone schema document, compiled by jsonschema-rs.

    Raises:
        ValueError: A reference is not a pointer into the document.
        CannotCompileError: The engine cannot hold the document to the rules.
        PatternError: A pattern is not one of ECMA-262.
        UnboundedError: A pattern cannot be matched within bounds.
    """

    def __init__(self, schema: Schema, dialect: Dialect) -> None:
        self._evaluator = Evaluator(schema, dialect)
        if expansion(self._evaluator, _EXPANDED_AT_MOST) > _EXPANDED_AT_MOST:
            raise CannotCompileError("the engine would follow too many references")
        rewriting = _Rewriting(dialect)
        document = rewriting.of(schema)
        self._longest = rewriting.longest
        try:
            self._engine: jsonschema_rs.Validator = getattr(jsonschema_rs, CLASSES[dialect.name])(
                document,
                validate_formats=False,
                offline=True,
                pattern_options=engine_options(),
                keywords={_SEARCHED: _Searched} if rewriting.searched else None,
            )
        except (jsonschema_rs.ValidationError, jsonschema_rs.ReferencingError, ValueError) as error:
            raise CannotCompileError(str(error)[:200]) from error

    def valid(self, value: Json, text: int | None = None) -> bool:
        """Tell whether the schema accepts a JSON value; no text in it is longer than ``text``, if that is known."""
        may_be_long = self._longest < _UNTIMED and (text is None or text > self._longest)
        if may_be_long and longest_text(value) > self._longest:
            return self._evaluator.valid(value)  # applies each pattern's own limit where it stands
        try:
            return self._engine.is_valid(value)
        except ValueError:  # no JSON value: half a character, an integer of thousands of digits
            return False

    def errors(self, value: Json, at_most: int = AT_MOST) -> list[Violation]:
        """Return what does not fit, at most so many, sorted; empty iff the value is valid."""
        return [] if self.valid(value) else explained(self._evaluator, value, at_most)


def longest_text(value: Json) -> int:
    """Return the length in code points of the longest text or name in a value."""
    longest = 0
    stack = [value]
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            longest = max(longest, len(item))
        elif isinstance(item, dict):
            stack += item.keys()
            stack += item.values()
        elif isinstance(item, list):
            stack += item
    return longest


class _Searched:
    """The keyword for patterns that our automaton searches for; jsonschema-rs calls it."""

    def __init__(self, parent: dict[str, Any], value: Any, path: list[str | int]) -> None:  # noqa: ARG002 - its protocol
        self.matches: Callable[[str], bool] = compile_pattern(value).matches

    def validate(self, instance: Any) -> None:
        """Refuse a text in which the pattern is not found.

        Raises:
            ValueError: It is not found.
        """
        if isinstance(instance, str) and not self.matches(instance):
            raise ValueError("the pattern is not found")


class _Rewriting:
    """Makes the document that jsonschema-rs is given; a worklist, since schemas may nest deep."""

    def __init__(self, dialect: Dialect) -> None:
        self.dialect = dialect
        self.longest = _UNTIMED
        self.searched = False
        self.pending: list[tuple[Schema, Any, str | int]] = []

    def of(self, schema: Schema) -> Schema:
        holder = [schema]
        self.pending.append((schema, holder, 0))
        while self.pending:
            item, container, key = self.pending.pop()
            if isinstance(item, dict):
                container[key] = self.object(item)
        return holder[0]

    def object(self, schema: JsonObject) -> JsonObject:
        new = {keyword: value for keyword, value in schema.items() if keyword not in _LEFT_OUT}
        if "dependencies" in new and "dependencies" not in self.dialect.applicators:
            del new["dependencies"]
        alone = self.dialect.ref_alone and "$ref" in schema
        if "pattern" in new and not alone:
            self.pattern(new)
        if "patternProperties" in new and not alone:
            new["patternProperties"] = self.named(new["patternProperties"])
        if not self.dialect.booleans and not alone:
            _take_integral(new)  # before the copies are made: what it adds to allOf needs no rewriting
        for keyword, applicator in applied(new, self.dialect):
            value = new[keyword]
            if isinstance(value, dict) and applicator.holds in (Holds.SCHEMA, Holds.SCHEMA_OR_LIST):
                self.pending.append((value, new, keyword))
            elif isinstance(value, dict):
                new[keyword] = copied = dict(value)
                self.pending += [(item, copied, name) for name, item in copied.items()]
            elif isinstance(value, list):
                new[keyword] = entries = list(value)
                self.pending += [(item, entries, index) for index, item in enumerate(entries)]
        return new

    def pattern(self, new: JsonObject) -> None:
        compiled = compile_pattern(new["pattern"])
        if compiled.translated is None:
            new[_SEARCHED] = new.pop("pattern")
            self.searched = True
            return  # the automaton minds its own limit
        new["pattern"] = compiled.translated
        self.longest = min(self.longest, compiled.longest)

    def named(self, patterns: JsonObject) -> JsonObject:
        result: JsonObject = {}
        for pattern, schema in patterns.items():
            compiled = compile_pattern(pattern)
            if compiled.translated is None:
                raise CannotCompileError("patternProperties holds a lookaround")
            name = compiled.translated
            while name in result:  # two spellings of one pattern: both apply
                name += "(?:)"
            result[name] = schema
            self.longest = min(self.longest, compiled.longest)
        return result


def _take_integral(schema: JsonObject) -> None:
    """Let draft-04's ``integer`` mean what it means since draft-06: a number without a fraction."""
    types = schema.get("type")
    types = [types] if isinstance(types, str) else types
    if not isinstance(types, list) or "integer" not in types or "number" in types:
        return
    del schema["type"]
    integral = {"type": "number", "multipleOf": 1}
    rest = [name for name in types if name != "integer"]
    either = {"anyOf": [{"type": rest}, integral]} if rest else integral
    schema["allOf"] = [*schema.get("allOf", ()), either]
