"""Where the values of a JSON text stand."""

from __future__ import annotations

import contextlib

from schemac.text.bounds import Bounds
from schemac.text.json_scan import JsonSyntaxError, Kind, scan
from schemac.text.position_tree import Node, Positions


def json_positions(text: str, bounds: Bounds) -> Positions:
    """Return the positions of a JSON text; of one that is refused, those before the reader gave up."""
    stack: list[Node] = []
    root: Node | None = None
    first_given: dict[int, int] = {}
    key: tuple[str | None, int] = (None, 0)
    left = bounds.max_nodes
    with contextlib.suppress(JsonSyntaxError):
        wants_key = False
        for token in scan(text):
            if token.kind is Kind.END:
                stack.pop()
                wants_key = bool(stack) and stack[-1].members is not None
                continue
            if wants_key:
                key = (token.value if token.kind is Kind.KEY else None, token.offset)
                wants_key = False
                continue
            left -= 1
            if left < 0:
                break
            node = Node(token.offset)
            if not stack:
                root = node
            elif stack[-1].items is not None:
                stack[-1].items.append(node)
            elif key[0] is not None and stack[-1].members is not None:
                first, _ = stack[-1].members.setdefault(key[0], (key[1], node))
                if first != key[1]:
                    first_given[key[1]] = first
            if token.kind is Kind.OBJECT:
                node.members = {}
                stack.append(node)
            elif token.kind is Kind.ARRAY:
                node.items = []
                stack.append(node)
            wants_key = bool(stack) and stack[-1].members is not None
    return Positions(root, first_given)
