"""Keywords whose value asks for nothing: nothing is lost where a target ignores them (docs/spec, chapter TGT)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from schemac.jsonschema.vacuous import is_vacuous
from schemac.targets.checkers.subject import properties_of, required_of, types_of
from schemac.values import Json, JsonObject, equal

_REST = frozenset({"additionalItems", "unevaluatedItems", "unevaluatedProperties"})
_SAYING = frozenset({"title", "description", "$comment"})


def is_idle(name: str, value: Json) -> bool:
    """Tell whether a keyword with this value refuses nothing; ``oneOf``: nothing that ``anyOf`` would not refuse."""
    if is_vacuous(name, value):
        return True
    if name in _REST:
        return value is True or (isinstance(value, dict) and not _asks(value))
    if name == "oneOf":
        return isinstance(value, list) and all(_apart(left, right) for left, right in combinations(value, 2))
    return False


def _asks(schema: JsonObject) -> frozenset[str]:
    return frozenset(schema) - _SAYING


def _apart(left: Json, right: Json) -> bool:
    """Tell whether no value can fit both branches.

    By their types, by a property that has other values in each, or since one is closed and lacks what the other wants.
    """
    if not (isinstance(left, dict) and isinstance(right, dict)):
        return False
    first, second = _kinds(left), _kinds(right)
    if not (first and second):
        return False
    if not first & second:
        return True
    if first != {"object"} or second != {"object"}:
        return False
    if _lacks(left, required_of(right)) or _lacks(right, required_of(left)):
        return True
    return any(
        _differ(properties_of(left).get(name), properties_of(right).get(name))
        for name in required_of(left)
        if name in required_of(right)
    )


def _lacks(schema: JsonObject, names: Iterable[str]) -> bool:
    closed = schema.get("additionalProperties") is False and "patternProperties" not in schema
    return closed and any(name not in properties_of(schema) for name in names)


def _kinds(schema: JsonObject) -> frozenset[str]:
    return frozenset("number" if name == "integer" else name for name in types_of(schema))


def _differ(left: Json, right: Json) -> bool:
    first, second = _choices(left), _choices(right)
    return bool(first and second) and not any(equal(one, other) for one in first for other in second)


def _choices(schema: Json) -> list[Json]:
    if not isinstance(schema, dict):
        return []
    if "const" in schema:
        return [schema["const"]]
    values = schema.get("enum")
    return values if isinstance(values, list) else []
