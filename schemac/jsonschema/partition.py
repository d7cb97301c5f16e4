"""The coarsest partition of a graph into nodes that cannot be told apart by following edges (Hopcroft, 1971)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from typing import TypeVar

Node = TypeVar("Node", bound=Hashable)


def coarsest(colours: Mapping[Node, Hashable], edges: Mapping[Node, Sequence[Node]]) -> dict[Node, int]:
    """Return the number of each node's class.

    Two nodes are in one class iff they have the same colour and their edges lead, one by one, to nodes of one class.
    Nodes of one colour must have equally many edges. Takes time in proportion to n log n edges.
    """
    numbers: dict[Hashable, int] = {}
    block_of = {node: numbers.setdefault(colour, len(numbers)) for node, colour in colours.items()}
    if len(numbers) == len(block_of):
        return block_of
    blocks: list[set[Node]] = [set() for _ in numbers]
    for node, number in block_of.items():
        blocks[number].add(node)
    into: dict[Node, list[tuple[int, Node]]] = {node: [] for node in colours}
    for source, targets in edges.items():
        for label, target in enumerate(targets):
            into[target].append((label, source))

    waiting = set(range(len(blocks)))
    while waiting:
        by_label: defaultdict[int, set[Node]] = defaultdict(set)
        for node in blocks[waiting.pop()]:
            for label, source in into[node]:
                by_label[label].add(source)
        for sources in by_label.values():
            touched: defaultdict[int, set[Node]] = defaultdict(set)
            for source in sources:
                touched[block_of[source]].add(source)
            for number, members in touched.items():
                block = blocks[number]
                if len(members) == len(block):
                    continue
                block -= members
                blocks.append(members)
                new = len(blocks) - 1
                for node in members:
                    block_of[node] = new
                waiting.add(new if number in waiting or len(members) <= len(block) else number)
    return block_of
