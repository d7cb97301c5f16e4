"""The verdict on an answer: JSON equality with exact numbers, and words for what differs (docs/spec, chapter CNF).

Numbers are equal by value, as exact decimals; ``1`` is not ``true``; the order of members is free, that of items is
not. Of an error, code and pointer count, never the message.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal

from deepdiff import DeepDiff
from deepdiff.model import DiffLevel

from schemac.conformance.corpus import Case
from schemac.conformance.protocol import Answer, Kind
from schemac.pointer import render
from schemac.values import Json, JsonObject, is_number

SHOWN = 10
"""At most this many differences are shown for one case."""

_WIDTH = 200  # characters of a value that are shown
_LONGEST = 1000  # digits up to which an integer is shown without an exponent


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
        return [f"expected {wanted}, got the result {_show(_plain(answer.body))}"]
    return differences(expected["result"], answer.body)


def _line(kind: str, level: DiffLevel) -> str:
    place = render(level.path(output_format="list")) or "(all)"
    if kind.endswith("_added"):
        return f"{place}: not expected, got {_show(level.t2)}"
    if kind.endswith("_removed"):
        return f"{place}: expected {_show(level.t1)}, got nothing"
    return f"{place}: expected {_show(level.t1)}, got {_show(level.t2)}"


def _show(plain: Json) -> str:
    """Return a value of texts as JSON text for people, cut to a readable width."""
    text = _text(plain)
    return text if len(text) <= _WIDTH else f"{text[: _WIDTH - 1]}…"


def _text(plain: Json) -> str:
    if isinstance(plain, dict):
        return "{" + ", ".join(f"{_scalar(name)}: {_text(item)}" for name, item in plain.items()) + "}"
    if isinstance(plain, list):
        return "[" + ", ".join(map(_text, plain)) + "]"
    return str(plain)


def _plain(value: Json) -> Json:
    """Return a value with the text of each scalar in its place: equal texts iff equal scalars, types included.

    The difference engine has its own ideas of when 1, 1.0 and true are alike; texts leave it none.
    """
    if isinstance(value, dict):
        return {name: _plain(item) for name, item in value.items()}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    return _scalar(value)


def _scalar(value: Json) -> str:
    if _number(value):
        exact = _exact(value)
        return str(int(exact)) if _is_short_integer(exact) else str(_normal(exact))
    return json.dumps(value, ensure_ascii=False)


def _normal(value: Decimal) -> Decimal:
    """Return a number without zeros at its end, all other digits kept."""
    return value.normalize(Context(prec=len(value.as_tuple().digits), Emax=MAX_EMAX, Emin=MIN_EMIN))


def _is_short_integer(value: Decimal) -> bool:
    return value.adjusted() <= _LONGEST and value == value.to_integral_value()


def _number(value: Json) -> bool:
    return is_number(value) or isinstance(value, Decimal)


def _exact(value: float | Decimal) -> Decimal:
    return Decimal(repr(value)) if isinstance(value, float) else Decimal(value)
