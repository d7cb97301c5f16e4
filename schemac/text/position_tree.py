"""Where the values of one text stand: a tree of offsets in the shape of the document."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from schemac.pointer import Pointer


class Node:
    """One value: its offset in code points, and its parts.

    ``members`` maps a name to its key's offset and its value; ``items`` are the values of an array. An alias shares the
    parts of what it stands for, so that the tree is never larger than the text.
    """

    __slots__ = ("items", "members", "offset")

    def __init__(self, offset: int) -> None:
        self.offset = offset
        self.members: Members | None = None
        self.items: list[Node] | None = None


Members: TypeAlias = dict[str, tuple[int, Node]]


class Positions(NamedTuple):
    """All positions of a text: its value, if it has one, and for each key that is given again where it is first."""

    root: Node | None
    first_given: dict[int, int]


def find(root: Node, pointer: Pointer, *, key: bool) -> int:
    """Return the offset of what a pointer reaches, or of the nearest ancestor that is there.

    With ``key``, the offset of its key; the document and the items of arrays have none, and answer with their value.
    """
    node, key_offset = root, root.offset
    for token in pointer:
        if node.members is not None:
            entry = node.members.get(str(token))
            if entry is None:
                break
            key_offset, node = entry
        else:
            index = _index(token)
            if node.items is None or index is None or index >= len(node.items):
                break
            node = node.items[index]
            key_offset = node.offset
    return key_offset if key else node.offset


def _index(token: str | int) -> int | None:
    if isinstance(token, int):
        return token if token >= 0 else None
    return int(token) if token.isascii() and token.isdigit() and len(token) < 10 else None
