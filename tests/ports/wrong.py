"""Operations with one common mistake each, to show that the corpus notices it.

Each entry of :data:`MISTAKES` is what a port might well do at first: take the platform's reader as it is, sort names
the platform's way, or drop a detail of the answer. The rest of the port is the reference.
"""

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import yaml

from schemac.conformance.operations import REGISTRY, Operation, OpError
from schemac.findings import SchemacError
from schemac.values import JsonObject

RIGHT = REGISTRY["load"]


def _lenient(code: str) -> Operation:
    """Return ``load`` that takes JSON texts which the right one refuses with a code, as the platform reads them."""

    def operation(members: JsonObject) -> Any:
        try:
            return RIGHT(members)
        except SchemacError as error:
            if members["format"] == "json" and error.findings[0].code == code:
                return {"manifest": json.loads(members["text"])}
            raise

    return operation


def _yaml_1_1(members: JsonObject) -> Any:
    if members["text"].count("*") > 10:  # writing what many aliases stand for takes minutes
        return RIGHT(members)
    try:
        value = yaml.safe_load(members["text"]) if members["format"] == "yaml" else None
    except (yaml.YAMLError, ValueError, TypeError, RecursionError):
        value = None
    if not isinstance(value, dict):
        return RIGHT(members)
    # as many programs write what such a reader gives: keys become text, dates too
    return {"manifest": json.loads(json.dumps(value, default=str))}


def _digest(canonical: Callable[[Any], str]) -> Operation:
    return lambda members: {"sha256": hashlib.sha256(canonical(members["value"]).encode()).hexdigest()}


def _no_pointer(members: JsonObject) -> Any:
    try:
        return RIGHT(members)
    except SchemacError as error:
        raise SchemacError(replace(item, pointer=()) for item in error.findings) from None


def _one_code(members: JsonObject) -> Any:
    try:
        return RIGHT(members)
    except SchemacError as error:
        raise OpError("load-error", error.findings[0].pointer, "It cannot be read.") from None


def _always_fine(members: JsonObject) -> Any:
    try:
        return RIGHT(members)
    except SchemacError:
        return {"manifest": {}}


def _rounded(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _rounded(item) for name, item in value.items()}
    if isinstance(value, list):
        return [_rounded(item) for item in value]
    return int(float(value)) if isinstance(value, int) and not isinstance(value, bool) else value


def _plain(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


_CHANGED: Mapping[str, Mapping[str, Operation]] = {
    "the last of two equal names wins": {"load": _lenient("duplicate-key")},
    "NaN and infinities are taken": {"load": _lenient("not-json-number")},
    "half characters are taken": {"load": _lenient("lone-surrogate")},
    "depth has no bound": {"load": _lenient("limit-exceeded")},
    "integers of a manifest are rounded": {"load": lambda members: _rounded(RIGHT(members))},
    "YAML is read by the rules of 1.1": {"load": _yaml_1_1},
    "refusals say no place": {"load": _no_pointer},
    "refusals have one code": {"load": _one_code},
    "nothing is refused": {"load": _always_fine},
    "names sort by code points": {"digest": _digest(_plain)},
    "names keep their order": {
        "digest": _digest(lambda value: json.dumps(value, ensure_ascii=False, separators=(",", ":")))
    },
    "text beyond ASCII is escaped": {
        "digest": _digest(lambda value: json.dumps(value, sort_keys=True, separators=(",", ":")))
    },
    "white space is left in": {"digest": _digest(lambda value: json.dumps(value, ensure_ascii=False))},
    "integers of a digest are rounded": {
        "digest": lambda members: REGISTRY["digest"]({"value": _rounded(members["value"])})
    },
}

MISTAKES: Mapping[str, Mapping[str, Operation]] = {name: {**REGISTRY, **changed} for name, changed in _CHANGED.items()}
"""The registry of each wrong port, by what is wrong with it."""
