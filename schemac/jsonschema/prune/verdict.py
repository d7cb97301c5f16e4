"""Whether a subschema of a linked module takes a value (docs/spec, chapter GAT).

For the few questions that pruning itself must ask, about defaults and examples. Our own evaluator answers them: it
needs no document for each place, and its work is bounded however references branch.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, Final

from schemac.jsonschema.document import document_of
from schemac.jsonschema.edit import Change, edited
from schemac.jsonschema.evaluate import Evaluator
from schemac.jsonschema.evaluate import Verdicts as Run
from schemac.jsonschema.module import ROOT, Definition, Module
from schemac.patterns.ecma import PatternError, UnboundedError
from schemac.pointer import Pointer, fragment
from schemac.values import Json, JsonObject, Schema

_WHOLE: Final = "#whole"
"""The key of what was the root, where a part of the module becomes the root."""


class Verdicts:
    """Verdicts on places of one module."""

    def __init__(self, module: Module) -> None:
        self._module = module
        dialects = {id(item.dialect): item.dialect for item in module.definitions.values()}
        self._common = next(iter(dialects.values())) if len(dialects) == 1 else None
        self._keys = {key: str(number) for number, key in enumerate(module.definitions)}
        self._evaluator: Evaluator | None = None

    def taker(self, key: str, pointer: Pointer) -> Callable[[Json], bool]:
        """Return the function that tells whether a place takes a value."""
        if self._common is None:
            schema, dialect = document_of(_rooted(self._module, key, pointer))
            evaluator = Evaluator(schema, dialect)
            return partial(_takes, evaluator, evaluator.document)
        if self._evaluator is None:
            self._evaluator = Evaluator(self._table(self._common.definitions), self._common)
        return partial(_takes, self._evaluator, self._place(self._common.definitions, key, pointer))

    def _table(self, definitions: str) -> Schema:
        """Return all definitions as one document in which each has a place of its own."""
        references = {key: fragment((definitions, short)) for key, short in self._keys.items()}
        table = {
            short: _with_references(self._module.definitions[key], references) for key, short in self._keys.items()
        }
        return {definitions: table}

    def _place(self, definitions: str, key: str, pointer: Pointer) -> Schema:
        assert self._evaluator is not None
        item: Any = self._evaluator.document
        for token in (definitions, self._keys[key], *pointer):
            item = item[token]
        return item


def _takes(evaluator: Evaluator, schema: Schema, value: Json) -> bool:
    try:
        return Run(evaluator).of(schema, value)
    except (PatternError, UnboundedError):  # as author time says of the pattern
        return False


def _with_references(definition: Definition, references: dict[str, str]) -> Schema:
    changes: dict[Pointer, Change] = {use.holder: partial(_referring, references[use.key]) for use in definition.uses}
    return edited(definition.schema, changes)


def _rooted(module: Module, key: str, pointer: Pointer) -> Module:
    """Return a module whose root is a part of another one."""
    keys = dict.fromkeys(module.definitions, "") | {item: item for item in module.definitions} | {ROOT: _WHOLE}
    moved = {
        keys[item]: replace(definition, schema=_with_references(definition, keys))
        for item, definition in module.definitions.items()
    }
    part: Any = moved[keys[key]].schema
    for token in pointer:
        part = part[token]
    return Module({ROOT: replace(moved[keys[key]], schema=part, name=None), **moved})


def _referring(reference: str, schema: JsonObject) -> JsonObject:
    schema["$ref"] = reference
    return schema
