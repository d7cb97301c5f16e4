"""JSON values as Python holds them, and the questions Python answers wrongly about them.

A JSON value is ``None``, ``bool``, ``int``, ``float``, ``str``, ``list`` or ``dict`` with ``str`` keys. Nothing here
mutates what it is given.
"""

from __future__ import annotations

from typing import Any, TypeAlias

Json: TypeAlias = Any
"""Any JSON value. ``Any`` because the library handles values whose shape is data, not code."""

JsonObject: TypeAlias = dict[str, Any]
"""A JSON object."""

Schema: TypeAlias = Any
"""A JSON Schema: an object, or from draft-06 on a boolean."""


def is_integer(value: Json) -> bool:
    """Tell whether a value is an integer by value: ``1.0`` is, ``True`` is not."""
    if isinstance(value, bool):
        return False
    return isinstance(value, int) or (isinstance(value, float) and value.is_integer())


def is_number(value: Json) -> bool:
    """Tell whether a value is a JSON number (``True`` is not)."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def type_of(value: Json) -> str:
    """Return the JSON type of a value: null, boolean, number, string, array or object."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, (int, float)):
        return "number"
    if isinstance(value, str):
        return "string"
    return "array" if isinstance(value, list) else "object"


def equal(left: Json, right: Json) -> bool:
    """Compare as JSON does: ``1`` equals ``1.0``, never ``True``; the order of members is free."""
    if left is right:
        return True
    if isinstance(left, bool) or isinstance(right, bool):
        return False  # equal booleans are identical
    if isinstance(left, dict):
        return (
            isinstance(right, dict)
            and left.keys() == right.keys()
            and all(equal(value, right[key]) for key, value in left.items())
        )
    if isinstance(left, list):
        return isinstance(right, list) and len(left) == len(right) and all(map(equal, left, right))
    return type_of(left) == type_of(right) and bool(left == right)


def freeze(value: Json) -> Any:
    """Return a hashable key that is equal for two values iff :func:`equal` holds."""
    if isinstance(value, bool):
        return ("b", value)
    if isinstance(value, dict):
        return ("o", frozenset((key, freeze(item)) for key, item in value.items()))
    if isinstance(value, list):
        return ("a", tuple(map(freeze, value)))
    return value


def expect_text(name: str, value: object) -> str:
    """Return a text as it is.

    Args:
        name: What it is given for: ``tool``, ``domain``.
        value: What was given.

    Raises:
        TypeError: It is no text.
    """
    if isinstance(value, str):
        return value
    raise TypeError(f"The {name} is given by its name, which is a str; this is of type {type(value).__name__}.")
