"""The words of a facade: one-liners, descriptions, titles (docs/spec, chapter TXT)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence

import toon_format

from schemac.values import JsonObject

_LINE_ENDS = re.compile("\r\n|\n|\r|\u2028|\u2029")
_HINT_WORDS = (("readOnlyHint", "read-only"), ("destructiveHint", "destructive"), ("idempotentHint", "idempotent"))


def one_liner(listed: JsonObject) -> str:
    """Return a tool's first line that says something, or the empty text.

    It is the first non-blank line of the description, else of ``title``, else of ``annotations.title``, without control
    characters and trimmed.
    """
    for text in (listed.get("description"), listed.get("title"), listed.get("annotations", {}).get("title")):
        for line in _LINE_ENDS.split(text or ""):
            if said := _clean(line):
                return said
    return ""


def _clean(line: str) -> str:
    if line.isascii() and line.isprintable():
        return line.strip()
    return "".join(character for character in line if unicodedata.category(character) != "Cc").strip()


def hint_words(hints: Mapping[str, bool]) -> str:
    """Return the declared hints that are true, in brackets: ``[read-only, idempotent]``; else the empty text."""
    words = [word for hint, word in _HINT_WORDS if hints.get(hint)]
    return f"[{', '.join(words)}]" if words else ""


def tool_line(name: str, said: str, hints: Mapping[str, bool]) -> str:
    """Return the line that a facade's description has for one member."""
    marks = hint_words(hints)
    return f"- {name}{' — ' if said else ''}{said}{' ' if marks else ''}{marks}"


def lines_description(summary: str, discriminator: str, sections: Sequence[tuple[str | None, Iterable[str]]]) -> str:
    """Return a facade's description with a line for each member.

    Args:
        summary: What the group is for.
        discriminator: The argument that names the member.
        sections: Heading and lines; the direct members, with None for a heading, come first.
    """
    parts = [f"{summary}\n\nAvailable tools (pass one as `{discriminator}`):"]
    for heading, lines in sections:
        if heading is not None:
            parts.append(f"\n{heading}:")
        parts.extend(lines)
    return "\n".join(parts)


def cut(said: str, length: int) -> str:
    """Return a text of at most so many code points; one that is cut ends in an ellipsis."""
    if len(said) <= length:
        return said
    return f"{said[: length - 1].rstrip()}…" if length else ""


def toon_description(summary: str, discriminator: str, rows: Iterable[tuple[str, str]]) -> str:
    """Return a facade's description with a table of its members in TOON, which has fewer tokens than lines.

    Args:
        summary: What the group is for.
        discriminator: The argument that names the member.
        rows: Name, and what is said of the member.
    """
    tools = [{"name": name, "description": said} for name, said in rows]
    return f"{summary}\n\nTools (pass one as `{discriminator}`):\n{toon_format.encode({'tools': tools})}"


def compact_description(summary: str, discriminator: str, names: Iterable[str]) -> str:
    """Return a facade's description that holds the members' names alone."""
    return f"{summary}\n\nTools (pass one as `{discriminator}`): {', '.join(names)}"
