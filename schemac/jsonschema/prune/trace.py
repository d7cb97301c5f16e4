"""What pruning did where, for the findings of author time (docs/spec, chapter GAT)."""

from __future__ import annotations

from schemac.jsonschema.prune.skeleton import Node
from schemac.pointer import Pointer


class Trace:
    """Collects, each once and in order: with every gate taken as not holding, all that can ever be taken out.

    Attributes:
        names: Holder and name of each property that can be taken out, with the property's node.
        patterns: Holder and key of each pattern that can.
        choices: Holder and index of each ``oneOf`` member that can.
        tuple_items: Holder, keyword and index of each tuple item that would have to go.
        requirements: Holder and name of each requirement that can be dropped.
        gone: Definition and place of each subschema that can be taken out.
    """

    def __init__(self) -> None:
        self.names: dict[tuple[Node, str], Node] = {}
        self.patterns: dict[tuple[Node, str], None] = {}
        self.choices: dict[tuple[Node, int], None] = {}
        self.tuple_items: dict[tuple[Node, str, int], None] = {}
        self.requirements: dict[tuple[Node, str], None] = {}
        self.gone: set[tuple[str, Pointer]] = set()

    def name_removed(self, holder: Node, name: str, node: Node) -> None:
        """Note a property."""
        self.names.setdefault((holder, name), node)

    def pattern_removed(self, holder: Node, pattern: str) -> None:
        """Note a pattern."""
        self.patterns.setdefault((holder, pattern))

    def choice_removed(self, holder: Node, index: int) -> None:
        """Note a member of ``oneOf``."""
        self.choices.setdefault((holder, index))

    def tuple_item_removed(self, holder: Node, keyword: str, index: int) -> None:
        """Note a tuple item."""
        self.tuple_items.setdefault((holder, keyword, index))

    def requirement_dropped(self, holder: Node, names: frozenset[str]) -> None:
        """Note names that are no longer required or depended on."""
        for name in sorted(names):
            self.requirements.setdefault((holder, name))
