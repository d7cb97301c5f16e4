"""What jsonschema and jsonschema-rs have in common, and jsonschema held to our rules (docs/spec, chapter DSP)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final

import jsonschema
from jsonschema.validators import extend

from schemac.jsonschema.exact import first_repeated
from schemac.patterns.matching import compile_pattern
from schemac.values import Json, JsonObject, is_integer

CLASSES: Final = MappingProxyType(
    {
        "draft-04": "Draft4Validator",
        "draft-06": "Draft6Validator",
        "draft-07": "Draft7Validator",
        "2019-09": "Draft201909Validator",
        "2020-12": "Draft202012Validator",
    }
)
"""What both libraries call the validators of the dialects."""

Errors = Iterator[jsonschema.ValidationError]


def interpreter(dialect: str, keywords: Mapping[str, Any] = MappingProxyType({})) -> Any:
    """Return jsonschema's validator class of a dialect, with integers by value, our patterns and our equality of items.

    Args:
        dialect: The dialect's name.
        keywords: What else is replaced, in the form that jsonschema has for that.
    """
    base: Any = getattr(jsonschema, CLASSES[dialect])
    types = base.TYPE_CHECKER.redefine("integer", lambda _, value: is_integer(value))
    replaced = {"pattern": _pattern, "uniqueItems": _unique_items, **keywords}
    return extend(base, validators=replaced, type_checker=types)  # type: ignore[no-untyped-call]


# The replaced keywords have jsonschema's signature: validator, the keyword's value, the instance, the schema.


def _pattern(validator: Any, pattern: str, instance: Json, schema: JsonObject) -> Errors:  # noqa: ARG001
    if isinstance(instance, str) and not compile_pattern(pattern).matches(instance):
        yield jsonschema.ValidationError("the pattern is not found")


def _unique_items(validator: Any, unique: bool, instance: Json, schema: JsonObject) -> Errors:  # noqa: ARG001
    if unique and isinstance(instance, list) and first_repeated(instance) is not None:
        yield jsonschema.ValidationError("two items are equal")
