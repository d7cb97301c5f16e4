"""The verdict on an answer: JSON equality with exact numbers, and words for what differs (docs/spec, chapter CNF).

Numbers are equal by value, as exact decimals; ``1`` is not ``true``; the order of members is free, that of items is
not. Of an error, code and pointer count, never the message.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal

from deepdiff import DeepDiff
from deepdiff.model import DiffLevel

from schemac.conformance.corpus import Case
from schemac.conformance.protocol import Answer, Kind
from schemac.pointer import render
from schemac.values import Json, JsonObject, is_number

SHOWN = 10
"""At most this many differences are shown for one case."""

_WIDTH = 200  # characters of a value that are shown


def verdict(case: Case, answer: Answer) -> list[str] | None:
    """Return ``None`` where an answer is one that the case expects, else what differs from its first expectation."""
    if any(_meets(expected, answer) for expected in (case.expect, *case.also_ok)):
        return None
    return _explain(case.expect, answer)


def same(expected: Json, got: Json) -> bool:
    """Tell whether two JSON values are equal; numbers may be ``int``, ``float`` (its shortest text) or ``Decimal``."""
    if isinstance(expected, dict):
        return (
            isinstance(got, dict)
            and expected.keys() == got.keys()
            and all(same(value, got[name]) for name, value in expected.items())
        )
    if isinstance(expected, list):
        return (
            isinstance(got, list)
            and len(expected) == len(got)
            and all(same(one, other) for one, other in zip(expected, got, strict=True))
        )
    if _number(expected):
        return _number(got) and _exact(expected) == _exact(got)
    return type(expected) is type(got) and bool(expected == got)


def differences(expected: Json, got: Json, limit: int = SHOWN) -> list[str]:
    """Return a line for each difference, ``<pointer>: <what>``, at most ``limit`` and one that counts the rest."""
    found = DeepDiff(_plain(expected), _plain(got), view="tree", threshold_to_diff_deeper=0)
    lines = [_line(kind, level) for kind, levels in found.items() for level in levels]
    lines.sort()
    return lines if len(lines) <= limit else [*lines[:limit], f"and {len(lines) - limit} more"]


def _meets(expected: JsonObject, answer: Answer) -> bool:
    if "result" in expected:
        return answer.kind is Kind.RESULT and same(expected["result"], answer.body)
    return answer.kind is Kind.ERROR and _refusal(expected["error"]) == _refusal(answer.body)


def _refusal(error: Mapping[str, Json]) -> tuple[str, str]:
    return error["code"], error["pointer"]


def _explain(expected: JsonObject, answer: Answer) -> list[str]:
    if "error" in expected:
        code, pointer = _refusal(expected["error"])
        wanted = f"the error {code} at {pointer!a}"
    else:
        wanted = "a result"
    if answer.kind is Kind.ERROR:
        code, pointer = _refusal(answer.body)
        message = answer.body.get("message", "")
        return [f"expected {wanted}, got the error {code} at {pointer!a}{f': {message}' if message else ''}"]
    if "error" in expected:
        return [f"expected {wanted}, got the result {_show(answer.body)}"]
    return differences(expected["result"], answer.body)


def _line(kind: str, level: DiffLevel) -> str:
    place = render(level.path(output_format="list")) or "(all)"
    if kind.endswith("_added"):
        return f"{place}: not expected, got {_show(level.t2)}"
    if kind.endswith("_removed"):
        return f"{place}: expected {_show(level.t1)}, got nothing"
    return f"{place}: expected {_show(level.t1)}, got {_show(level.t2)}"


def _show(value: Json) -> str:
    """Return a value as JSON text for people, cut to a readable width."""
    text = _text(value)
    return text if len(text) <= _WIDTH else f"{text[: _WIDTH - 1]}…"


def _text(value: Json) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_text(name)}: {_text(item)}" for name, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_text, value)) + "]"
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
    return (
        {None: "null", True: "true", False: "false"}[value] if value is None or isinstance(value, bool) else str(value)
    )


def _plain(value: Json) -> Json:
    """Return a value whose equal numbers are of one type, so that the difference engine sees them as equal."""
    if isinstance(value, dict):
        return {name: _plain(item) for name, item in value.items()}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    return _exact(value).normalize() if _number(value) else value


def _number(value: Json) -> bool:
    return is_number(value) or isinstance(value, Decimal)


def _exact(value: float | Decimal) -> Decimal:
    return Decimal(repr(value)) if isinstance(value, float) else Decimal(value)
