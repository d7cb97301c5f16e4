"""Calls that nobody means well: wrong types, odd text, JSON in JSON, numbers at the edge, and what is no JSON."""

from __future__ import annotations

import contextlib
import json
from decimal import Decimal
from random import Random
from typing import Any

TEXTS = [
    "",
    " ",
    "\u00a0",
    "null",
    "true",
    "TRUE",
    "-0",
    "1e400",
    "0x10",
    "1_000",
    "NaN",
    "[]",
    "{}",
    '"{}"',
    '{"a":',
    '{"a": 1, "a": 2}',
    '{"a": 1e400}',
    '{"__proto__": {"x": 1}}',
    "[" * 3000,
    '{"a":' * 300 + "1" + "}" * 300,
    "\u0000",
    "\ud800",
    "a\udfffb",
    "\U0001f600",
    "\u202e\u200b\ufeff",
    "e\u0301",
    "x" * 5000,
    "$ref",
    "#/properties/a",
    "../..",
    "a/b~c",
]
NUMBERS = [0, -0.0, 1, 1.0, -1, 0.1, 2**53, 2**63, 2**70, -(2**70), 10**399, 10**400, 5e-324, 1.7976931348623157e308]
NAMES = ["__proto__", "constructor", "__class__", "toString", "arguments", "call", "tool_name", "action", "", "$ref"]


def no_json(random: Random) -> Any:
    """Return a value that Python has and JSON has not."""
    looped: dict[str, Any] = {}
    looped["self"] = looped
    choices: list[Any] = [float("nan"), float("inf"), b"x", (1,), {1}, Decimal(1), object(), {1: 2}, {None: 1}, looped]
    return random.choice([*choices, type, 1j, range(3), Ellipsis, bytearray(b"{}"), {(): ()}, frozenset(), print])


def value(random: Random, names: list[str], depth: int = 4) -> Any:
    """Return a value of any kind; ``names`` are keys that some schema may know."""
    kind = random.random()
    if kind < 0.02:
        return no_json(random)
    if depth and kind < 0.4:
        return {
            random.choice([*names, *names, *NAMES]): value(random, names, depth - 1)
            for _ in range(random.randint(0, 4))
        }
    if depth and kind < 0.55:
        # long lists of long lists would tell of the machine's memory, not of the library
        return [value(random, names, depth - 1) for _ in range(random.choice([0, 1, 2, 3, 40 if depth > 3 else 4]))]
    if kind < 0.65:
        try:
            return json.dumps(value(random, names, max(0, depth - 1)), ensure_ascii=random.random() < 0.5)
        except (TypeError, ValueError, RecursionError):
            return "{"
    if kind < 0.8:
        return random.choice(NUMBERS)
    if kind < 0.87:
        return random.choice([None, True, False])
    if kind < 0.88:
        return nested(random)
    return random.choice([*TEXTS, *names])


def nested(random: Random) -> Any:
    """Return a value that nests deeper than most code can bear."""
    deep: Any = None
    wrap = random.random() < 0.5
    for _ in range(random.choice([250, 257, 5000])):
        deep = [deep] if wrap else {"a": deep}
    return deep


def call(random: Random, names: list[str], tools: list[str], fields: list[str]) -> tuple[Any, Any]:
    """Return a name and what is sent to it; often shaped like a call, so that it gets far."""
    name: Any = random.choice([*names, *names, *names, *tools, *TEXTS]) if random.random() < 0.97 else no_json(random)
    arguments = value(random, fields)
    if random.random() < 0.7:
        chosen = random.choice(tools) if random.random() < 0.95 else value(random, fields, 1)
        arguments = {"tool_name": chosen, "arguments": arguments}
        if random.random() < 0.1:
            arguments[random.choice([*NAMES, *fields])] = value(random, fields, 1)
        if random.random() < 0.1:
            arguments = {"call": arguments}
    if random.random() < 0.15:
        with contextlib.suppress(TypeError, ValueError, RecursionError):
            arguments = json.dumps(arguments)
    return name, arguments
