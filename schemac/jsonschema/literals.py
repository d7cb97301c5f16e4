"""JSON values as a reader sees them in a line of text: short, printable, never more than one line (chapter TXT)."""

from __future__ import annotations

import json
from typing import Final

from schemac.values import Json

LONGEST: Final = 40
"""Code points of a literal, beyond which it is cut."""


def literal(value: Json) -> str:
    """Return a value as JSON on one line; beyond :data:`LONGEST` code points it is cut and ends in ``…``.

    A text is cut inside its quotes, so that it still reads as a text.
    """
    if isinstance(value, str):
        cut = len(value) > LONGEST
        return quoted(f"{value[: LONGEST - 1]}…" if cut else value)
    text = printable(json.dumps(value, ensure_ascii=False, separators=(", ", ": ")))
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def quoted(text: str) -> str:
    """Return a text as a JSON string of printable characters."""
    return printable(json.dumps(text, ensure_ascii=False))


def printable(text: str) -> str:
    """Return a text in which every character that does not print is written as JSON escapes it.

    Those are the characters of Unicode's categories Other and Separator, save for the blank: control and format
    characters, line ends, unassigned and private ones.
    """
    if text.isprintable():
        return text
    return "".join(character if character.isprintable() else json.dumps(character)[1:-1] for character in text)
