"""Canonical JSON: one text for each JSON value, for digests and keys that servers in any language share.

RFC 8785 (JSON Canonicalization Scheme), with one addition: an integer beyond ±(2^53-1) is written as its decimal
digits, which RFC 8785 refuses (docs/spec, chapter SUR).
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator

import rfc8785

from schemac.values import Json

_SAFE = 2**53 - 1

# json.dumps already writes RFC 8785 but for the text of floats, and for the order of names outside the basic plane
# (RFC 8785 sorts by UTF-16 code units). A number with a fraction or an exponent betrays itself after a structural
# character; such text inside a string is a false alarm that costs only time.
_PERHAPS_FLOAT = re.compile("[0-9][.e]")
_FLOAT = re.compile("(?:^|[\\[:,])-?[0-9]+[.e]")
_ASTRAL = re.compile("[\U00010000-\U0010ffff]")
_dump = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False).encode


def canonical(value: Json) -> bytes:
    """Return the canonical UTF-8 text of a JSON value.

    Values of type ``int`` are exact; ``float`` is an IEEE 754 double and written as RFC 8785 says, so that ``1.0`` and
    ``1`` have the same text.

    Raises:
        ValueError: The value holds NaN, an infinity or a lone surrogate, which JSON cannot carry, or an integer of
            more digits than Python writes.
    """
    text = _dump(value)
    if (_PERHAPS_FLOAT.search(text) and _FLOAT.search(text)) or (not text.isascii() and _ASTRAL.search(text)):
        return b"".join(_pieces(value))
    return text.encode()


def digest(value: Json) -> str:
    """Return the lower-case hexadecimal SHA-256 of a value's canonical text."""
    return hashlib.sha256(canonical(value)).hexdigest()


def _pieces(value: Json) -> Iterator[bytes]:
    if isinstance(value, dict):
        separator = b"{"
        for name in sorted(value, key=_utf16):
            yield separator + rfc8785.dumps(name) + b":"
            yield from _pieces(value[name])
            separator = b","
        yield b"}" if value else b"{}"
    elif isinstance(value, list):
        separator = b"["
        for item in value:
            yield separator
            yield from _pieces(item)
            separator = b","
        yield b"]" if value else b"[]"
    elif isinstance(value, int) and not -_SAFE <= value <= _SAFE:
        yield str(value).encode()
    else:
        yield rfc8785.dumps(value)


def _utf16(name: str) -> bytes:
    return name.encode("utf-16-be", "surrogatepass")
