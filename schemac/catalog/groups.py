"""Group paths: grammar, matching, order (docs/spec, chapter GRP)."""

from __future__ import annotations

import re
from typing import TypeAlias

from schemac.values import Json, type_of

Group: TypeAlias = tuple[str, ...]
"""A group path as its one or two segments; tuples of segments sort as paths do, a parent before its subgroups."""

_SEGMENT = re.compile(r"[a-zA-Z0-9_-]{1,64}")


def parse_group(value: Json) -> Group:
    """Read a group path: one or two segments of ``[a-zA-Z0-9_-]{1,64}``, joined by ``/``.

    Raises:
        ValueError: It is none; the message says why, in a sentence.
    """
    if not isinstance(value, str):
        raise ValueError(  # noqa: TRY004 - callers ask whether a value is a group path, whatever its type
            f"A group is a text, not {article(type_of(value))}."
        )
    if not value:
        raise ValueError("A group cannot be the empty text.")
    segments = tuple(value.split("/"))
    if not all(segments):
        raise ValueError(f"The group {value!r} has an empty segment.")
    if len(segments) > 2:
        raise ValueError(f"The group {value!r} has {len(segments)} segments; there are at most two.")
    for segment in segments:
        if not _SEGMENT.fullmatch(segment):
            raise ValueError(
                f"The segment {segment!r} of a group must be 1 to 64 of the characters a-z, A-Z, 0-9, _ and -."
            )
    return segments


def article(word: str) -> str:
    """Return a JSON type's name with its article: ``an object``; null stands alone."""
    if word == "null":
        return word
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word}"


def selects(selector: Group, group: Group | None) -> bool:
    """Tell whether a group path selects a tool's group: itself, or any subgroup of it; never by a string's prefix."""
    return group is not None and group[: len(selector)] == selector


def path_of(group: Group) -> str:
    """Return the text of a group path."""
    return "/".join(group)


def title_of(path: str) -> str:
    """Return the title of a group that declares none (docs/spec, chapter TXT)."""
    words = path.replace("_", " ").replace("-", " ").replace("/", " / ")
    return words[:1].upper() + words[1:]
