"""JSON Pointer (RFC 6901), as a tuple of tokens inside the library and as text at its edges.

A token is a ``str`` (a member's name) or an ``int`` (an index), so that pointers sort as people count:
``/tools/2`` before ``/tools/10``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias
from urllib.parse import quote

from schemac.values import Json

Pointer: TypeAlias = tuple[str | int, ...]

_FRAGMENT_SAFE = "!$&'()*+,;=:@/?-._~"


def escape(token: str | int) -> str:
    """Return a token as it stands between the slashes of a pointer."""
    return str(token).replace("~", "~0").replace("/", "~1")


def render(pointer: Iterable[str | int]) -> str:
    """Return the text of a pointer; the whole document is the empty text."""
    return "".join(f"/{escape(token)}" for token in pointer)


def fragment(pointer: Iterable[str | int]) -> str:
    """Return a pointer as a URI fragment with its ``#``, percent-escaped where a URI demands it (RFC 6901, 6)."""
    return "#" + quote(render(pointer), safe=_FRAGMENT_SAFE)


def parse(text: str) -> tuple[str, ...]:
    """Read the text of a pointer; every token comes out as a name, since only the value tells names from indexes.

    Raises:
        ValueError: The text is neither empty nor starts with a slash, or has a ``~`` that escapes nothing.
    """
    if not text:
        return ()
    if not text.startswith("/"):
        raise ValueError(f"a JSON Pointer starts with '/', and {text!r} does not")
    tokens = []
    for token in text[1:].split("/"):
        plain = token.replace("~0", "").replace("~1", "")
        if "~" in plain:
            raise ValueError(f"'~' in {text!r} must be followed by 0 or 1")
        tokens.append(token.replace("~1", "/").replace("~0", "~"))
    return tuple(tokens)


def lookup(value: Json, pointer: Iterable[str | int]) -> Json:
    """Return what a pointer reaches in a value.

    Raises:
        KeyError: It reaches nothing.
    """
    for token in pointer:
        if isinstance(value, dict):
            value = value[str(token)]
        elif isinstance(value, list):
            text = str(token)
            if not (text.isascii() and text.isdigit()) or (text != "0" and text.startswith("0")):
                raise KeyError(token)
            if int(text) >= len(value):
                raise KeyError(token)
            value = value[int(text)]
        else:
            raise KeyError(token)
    return value


def sort_key(pointer: Pointer) -> tuple[tuple[int, int, str], ...]:
    """Return the key by which findings are sorted: token by token, indexes as numbers and before names."""
    return tuple((0, token, "") if isinstance(token, int) else (1, 0, token) for token in pointer)
