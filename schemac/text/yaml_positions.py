"""Where the values of a YAML text stand."""

from __future__ import annotations

import contextlib
from typing import Any

import yaml

from schemac.text.bounds import Bounds
from schemac.text.errors import TextError
from schemac.text.position_tree import Members, Node, Positions
from schemac.text.yaml_events import events_of
from schemac.text.yaml_mask import Mask

_MERGE = -1  # in place of a key's offset: the key is '<<'


class _Open:
    """A map or list whose end is not read yet."""

    __slots__ = ("anchor", "key", "members", "merged", "node")

    def __init__(self, node: Node, anchor: str | None) -> None:
        self.node = node
        self.anchor = anchor
        self.members: Members | None = node.members
        self.key: tuple[str | None, int] | None = None  # the key whose value comes next, and its offset
        self.merged: list[Node] = []


def yaml_positions(text: str, bounds: Bounds) -> Positions:
    """Return the positions of a YAML text; of one that is refused, those before the reader gave up."""
    with contextlib.suppress(TextError):
        builder = _Tree(Mask(text), bounds)
        with contextlib.suppress(yaml.YAMLError):
            builder.build()
        return Positions(builder.root, builder.first_given)
    return Positions(None, {})


class _Tree:
    def __init__(self, mask: Mask, bounds: Bounds) -> None:
        self.mask = mask
        self.root: Node | None = None
        self.first_given: dict[int, int] = {}
        self.stack: list[_Open] = []
        self.anchors: dict[str, tuple[Node, str | None]] = {}
        self.nodes_left = bounds.max_nodes
        self.merges_left = bounds.max_alias_nodes

    def build(self) -> None:
        """Read the first document, as far as the bounds allow."""
        get = events_of(self.mask.text).get_event
        while (event := get()) is not None and self.nodes_left > 0 and self.merges_left > 0:
            kind = type(event)
            if kind is yaml.ScalarEvent:
                self.scalar(event)
            elif kind in (yaml.MappingStartEvent, yaml.SequenceStartEvent):
                self.start(event, is_map=kind is yaml.MappingStartEvent)
            elif kind in (yaml.MappingEndEvent, yaml.SequenceEndEvent):
                self.close(self.stack.pop())
            elif kind is yaml.AliasEvent:
                self.alias(event)
            elif kind is yaml.DocumentEndEvent:
                return

    def scalar(self, event: Any) -> None:
        offset = event.start_mark.index
        frame = self.stack[-1] if self.stack else None
        text: str | None = None
        if event.anchor or (frame is not None and frame.members is not None and frame.key is None):
            text = self.text_of(event)
        if event.anchor:
            self.anchors[event.anchor] = (Node(offset), text)
        if frame is not None and frame.members is not None and frame.key is None:
            merges = text == "<<" and not event.style and not event.tag
            frame.key = (text, _MERGE if merges else offset)
        else:
            self.put(Node(offset))

    def text_of(self, event: Any) -> str:
        if self.mask.idle:
            return str(event.value)
        try:
            return self.mask.restore(event.value, event.style, event.start_mark.index, event.end_mark.index)
        except TextError:
            return str(event.value)

    def start(self, event: Any, *, is_map: bool) -> None:
        node = Node(event.start_mark.index)
        if is_map:
            node.members = {}
        else:
            node.items = []
        if not (self.stack and self.stack[-1].members is not None and self.stack[-1].key is None):
            self.put(node, keep_key=True)
        if event.anchor:
            self.anchors[event.anchor] = (node, None)
        self.stack.append(_Open(node, event.anchor))

    def put(self, node: Node, *, keep_key: bool = False) -> None:
        """Give a value to what it stands in; a map or list is put when it starts, and its key needed to its end."""
        self.nodes_left -= 1
        if not self.stack:
            self.root = self.root or node
            return
        frame = self.stack[-1]
        if frame.members is None:
            assert frame.node.items is not None
            frame.node.items.append(node)
            return
        assert frame.key is not None
        name, offset = frame.key
        if offset == _MERGE:
            frame.merged.append(node)
        elif name is not None:
            first, _ = frame.members.setdefault(name, (offset, node))
            if first != offset:
                self.first_given[offset] = first
        if not keep_key:
            frame.key = None

    def close(self, frame: _Open) -> None:
        if frame.members is not None:
            for source in frame.merged:
                for node in [source] if source.items is None else source.items:
                    self.merges_left -= len(node.members or ())
                    for name, entry in (node.members or {}).items():
                        frame.members.setdefault(name, entry)
        if self.stack and self.stack[-1].members is not None:
            parent = self.stack[-1]
            # After the value of a key comes the next key; after a map or list that was a key, a value of no name.
            parent.key = None if parent.key is not None else (None, frame.node.offset)

    def alias(self, event: Any) -> None:
        offset = event.start_mark.index
        target, text = self.anchors.get(event.anchor, (None, None))
        frame = self.stack[-1] if self.stack else None
        if frame is not None and frame.members is not None and frame.key is None:
            frame.key = (f"*{event.anchor}" if text is None else text, offset)
            return
        node = Node(offset)
        if target is not None:
            node.members, node.items = target.members, target.items
        self.put(node)
