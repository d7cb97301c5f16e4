"""The words by which a merged field says which members need it (docs/spec, chapter STR)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

ALWAYS: Final = "(always required)"

# Unicode's property White_Space, which is not what str.rstrip() removes by itself.
_BLANKS: Final = "".join(
    map(
        chr,
        (*range(0x09, 0x0E), 0x20, 0x85, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x2028, 0x2029, 0x202F, 0x205F, 0x3000),
    )
)
_STOPS: Final = (".", "!", "?", "。")


def obligation(needed_by: Sequence[str], optional_for: Sequence[str], members: int) -> str:
    """Return the obligation of a field.

    Args:
        needed_by: The members that require it, in their order.
        optional_for: Those that have it and do not require it.
        members: How many members there are.
    """
    if len(needed_by) == members:
        return ALWAYS
    needed = f"Required for: {', '.join(needed_by)}" if needed_by else ""
    optional = f"For: {', '.join(optional_for)}" if optional_for else ""
    return f"{needed}. {optional}" if needed and optional else needed or optional


def trimmed(text: str) -> str:
    """Return a text without white space at its end."""
    return text.rstrip(_BLANKS)


def joined(text: str, more: str) -> str:
    """Return two texts as sentences of one: a full stop between them, unless the first ends in a mark of its own."""
    text = trimmed(text)
    if not (text and more):
        return text or more
    return f"{text} {more}" if text.endswith(_STOPS) else f"{text}. {more}"
