"""Strongly connected components, without recursion."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

Node = TypeVar("Node")


def components(nodes: Iterable[Node], edges: Callable[[Node], Iterable[Node]]) -> Iterator[list[Node]]:
    """Yield the strongly connected components of a graph, each after all that it has edges to (Tarjan, 1972).

    The order depends on the order of ``nodes`` and of each node's edges alone. Linear in nodes and edges.
    """
    index: dict[Node, int] = {}
    low: dict[Node, int] = {}
    on_path: set[Node] = set()
    path: list[Node] = []
    for start in nodes:
        if start in index:
            continue
        work: list[tuple[Node, Iterator[Node]]] = []
        entered: Node | None = start
        while True:
            if entered is not None:
                index[entered] = low[entered] = len(index)
                path.append(entered)
                on_path.add(entered)
                work.append((entered, iter(edges(entered))))
                entered = None
            node, targets = work[-1]
            for target in targets:
                if target not in index:
                    entered = target
                    break
                if target in on_path:
                    low[node] = min(low[node], index[target])
            if entered is not None:
                continue
            work.pop()
            if work:
                low[work[-1][0]] = min(low[work[-1][0]], low[node])
            if low[node] == index[node]:
                component: list[Node] = []
                while not component or component[-1] != node:
                    component.append(path.pop())
                on_path.difference_update(component)
                component.reverse()
                yield component
            if not work:
                break
