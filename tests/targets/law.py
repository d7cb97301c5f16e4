"""The law of lowering, asked of one schema and one value."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import jsonschema_rs

from schemac.dispatch.strip import strip
from schemac.jsonschema.closed import Shapes
from schemac.jsonschema.codec import Form
from schemac.jsonschema.keywords import DRAFT_2020_12
from schemac.jsonschema.link import link
from schemac.jsonschema.walk import replace_children
from schemac.targets.lowering import lower
from schemac.targets.registry import TARGETS
from schemac.values import equal


def openapi_read(schema: Any) -> Any:
    """Return a schema in which ``nullable: true`` says what it says in OpenAPI 3.0."""
    if not isinstance(schema, dict):
        return schema
    read = replace_children(schema, DRAFT_2020_12, lambda _, child: openapi_read(child))
    return {"anyOf": [read, {"type": "null"}]} if read.get("nullable") is True else read


_ASSERTED = {
    "string": "minLength maxLength pattern",
    "number": "minimum maximum exclusiveMinimum exclusiveMaximum multipleOf",
    "array": "prefixItems items contains minContains maxContains minItems maxItems uniqueItems unevaluatedItems",
    "object": "properties required additionalProperties patternProperties propertyNames minProperties maxProperties"
    " dependentRequired dependentSchemas unevaluatedProperties",
}


def typed_read(schema: Any) -> Any:
    """Return a schema whose subschemas without a type have the one that all their assertions are of."""
    if not isinstance(schema, dict):
        return schema
    read = replace_children(schema, DRAFT_2020_12, lambda _, child: typed_read(child))
    kinds = {kind for kind, keywords in _ASSERTED.items() if not schema.keys().isdisjoint(keywords.split())}
    return {"type": kinds.pop(), **read} if len(kinds) == 1 and "type" not in schema else read


def validator(schema: Any) -> jsonschema_rs.Validator:
    """Return a validator for which ``format`` is an annotation."""
    if schema.get("$schema", "").startswith("http://json-schema.org/draft-07"):
        return jsonschema_rs.Draft7Validator(schema, validate_formats=False)
    return jsonschema_rs.Draft202012Validator(schema)


def without_nulls(lifted: Any, value: Any) -> Any:
    """Return a value without the null members that what was lifted does not have."""
    if isinstance(value, dict) and isinstance(lifted, dict):
        kept = {name: item for name, item in value.items() if item is not None or name in lifted}
        return {name: without_nulls(lifted.get(name), item) for name, item in kept.items()}
    if isinstance(value, list) and isinstance(lifted, list) and len(value) == len(lifted):
        return [without_nulls(one, other) for one, other in zip(lifted, value, strict=True)]
    return value


class Law:
    """One schema and one target: what is asked of many values.

    Args:
        schema: The schema.
        target: The name of the target.
    """

    def __init__(self, schema: Any, target: str) -> None:
        self.schema = schema
        self.target = target
        self.form: Form = lower(schema, TARGETS[target].schema)
        self._nulls = '"default": null' in json.dumps(schema)  # such a property may be absent instead
        self._plain = validator(schema)
        self._original = validator(typed_read(schema))
        self._lowered = validator(openapi_read(self.form.schema))
        self._shape = Shapes(link(schema)).root

    def broken(self, value: Any) -> str | None:
        """Return what of the law a value breaks; None if nothing, or if the schema does not accept it."""
        value = strip(value, self._shape).value
        if not (self._original.is_valid(value) and self._plain.is_valid(value)):
            return None
        sent = self.form.codec.encode(value)
        if not self._lowered.is_valid(sent):
            found = next(iter(self._lowered.iter_errors(sent)))
            return f"{self.target} refuses {sent!r} for {value!r}: {found.message} at {found.instance_path}"
        lifted = self.form.codec.lift(sent)
        if not (
            equal(lifted.value, value) or (self._nulls and equal(lifted.value, without_nulls(lifted.value, value)))
        ):
            return f"{self.target} lifts {sent!r} to {lifted.value!r}, not {value!r}"
        return None

    def widened(self, value: Any) -> bool:
        """Tell whether the lowered schema accepts what stands for a value that the schema refuses."""
        value = strip(value, self._shape).value
        return not self._plain.is_valid(value) and self._lowered.is_valid(self.form.codec.encode(value))

    def hold(self, give: Callable[[], Any], count: int, what: object) -> int:
        """Assert the law of so many values; return how many of them the schema accepts."""
        asked = 0
        for _ in range(count):
            value = give()
            asked += self.accepts(value)
            assert self.broken(value) is None, what
        return asked

    def accepts(self, value: Any) -> bool:
        """Tell whether the schema itself accepts a value, as dispatch reads it."""
        return self._original.is_valid(strip(value, self._shape).value)
