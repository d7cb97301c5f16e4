"""Whether a subschema of a linked module takes a value (docs/spec, chapter GAT).

For the few questions that pruning itself must ask, about defaults and examples. Each definition becomes a document of
its own, in its dialect, so that a module may mix dialects.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

import jsonschema_rs

from schemac.jsonschema.edit import Change, edited
from schemac.jsonschema.module import Definition, Module
from schemac.jsonschema.walk import walk
from schemac.pointer import Pointer, fragment
from schemac.values import Json, JsonObject, Schema

BACKTRACK_LIMIT: Final = 10_000
"""Steps after which an expression that needs backtracking (a lookaround) counts as not found."""

_PATTERNS: Final = jsonschema_rs.FancyRegexOptions(backtrack_limit=BACKTRACK_LIMIT)


class Verdicts:
    """Verdicts on places of one module."""

    def __init__(self, module: Module) -> None:
        self._module = module
        self._uris = {key: f"schemac:///{number}" for number, key in enumerate(module.definitions)}
        self._registry: jsonschema_rs.Registry | None = None

    def taker(self, key: str, pointer: Pointer) -> Callable[[Json], bool] | None:
        """Return the function that tells whether a place takes a value; None if no validator reads the schema."""
        dialect = self._module.definitions[key].dialect
        try:
            if self._registry is None:
                documents = [(self._uris[key], self._document(item)) for key, item in self._module.definitions.items()]
                self._registry = jsonschema_rs.Registry(documents)
            validator = jsonschema_rs.validator_for(
                {"$schema": dialect.uri, "$ref": self._uris[key] + fragment(pointer)},
                registry=self._registry,
                pattern_options=_PATTERNS,
                validate_formats=False,
            )
        except (ValueError, jsonschema_rs.ReferencingError):
            return None
        return validator.is_valid

    def takes(self, key: str, pointer: Pointer, value: Json) -> bool:
        """Tell whether a place takes a value; one that no validator reads takes none."""
        taker = self.taker(key, pointer)
        return taker is not None and taker(value)

    def _document(self, definition: Definition) -> Schema:
        if not isinstance(definition.schema, dict):
            return definition.schema
        changes: dict[Pointer, Change] = {
            pointer: partial(_with_reference, self._uris[item["$ref"]])
            for pointer, item in walk(definition.schema, definition.dialect)
            if isinstance(item, dict) and item.get("$ref") in self._uris
        }
        return {"$schema": definition.dialect.uri, **edited(definition.schema, changes)}


def _with_reference(uri: str, schema: JsonObject) -> JsonObject:
    schema["$ref"] = uri
    return schema
