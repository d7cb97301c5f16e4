"""JSON bytes of an emitted value: members in the order emitted, no spaces, numbers as RFC 8785 writes them.

Strings escape only what JSON demands, so that every language's plain serialiser gives the same bytes; integers are
their decimal digits, however many.
"""

from __future__ import annotations

import json
import re

import rfc8785

from schemac.values import Json

# Python writes 1e-07 where RFC 8785 writes 1e-7, and switches to exponents at other magnitudes. Every float whose
# text may differ has an exponent in one of the two, so one search decides whether the slow way is needed.
_MAY_DIFFER = re.compile(r"[0-9]e[+-]?[0-9]|[0-9]\.0(?![0-9])")


def emit(value: Json) -> bytes:
    """Return a JSON value as UTF-8 (docs/spec, chapter SUR)."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    if _MAY_DIFFER.search(text):
        text = _text(value)
    return text.encode()


def _text(value: Json) -> str:
    if isinstance(value, float):
        return rfc8785.dumps(value).decode()
    if isinstance(value, dict):
        return "{" + ",".join(f"{_text(name)}:{_text(item)}" for name, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(_text, value)) + "]"
    return json.dumps(value, ensure_ascii=False)
