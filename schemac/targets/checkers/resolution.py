"""Following references inside one definition, as written.

A fragment starts at the nearest schema with ``$id``, an address leads to an ``$id`` of the same definition; all else
is outside. Following is a walk over a finite graph, never a descent, so that cycles and long chains end.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple
from urllib.parse import unquote, urldefrag, urljoin

from schemac import pointer as pointers
from schemac.pointer import Pointer
from schemac.targets.checkers.nodes import Node
from schemac.values import JsonObject


class Reference(NamedTuple):
    """One ``$ref``.

    Attributes:
        node: The index of the schema that holds it.
        text: What is written there.
        target: The place it leads to; None if there is none.
        outside: Whether it leaves the definition.
    """

    node: int
    text: str
    target: Pointer | None
    outside: bool


def resolve(nodes: Sequence[Node], holders: Mapping[str, Sequence[Node]], tool: JsonObject) -> tuple[Reference, ...]:
    """Return every ``$ref`` among the nodes of a tool's schema with what it leads to."""
    if "$ref" not in holders:
        return ()
    base = _identity(nodes[0])
    anchors = _anchors(holders, base)
    found = []
    for index, node in enumerate(nodes):
        text = node.schema.get("$ref") if isinstance(node.schema, dict) else None
        if isinstance(text, str):
            target, outside = _follow(node, text, base, anchors, tool)
            found.append(Reference(index, text, target, outside))
    return tuple(found)


def _follow(
    node: Node, text: str, base: str, anchors: Mapping[str, Pointer], tool: JsonObject
) -> tuple[Pointer | None, bool]:
    address, fragment = urldefrag(text)
    start = node.resource
    if address:
        found = anchors.get(urljoin(base, address))
        if found is None:
            return None, True
        start = found
    if not fragment:
        return start, False
    if not fragment.startswith("/"):
        return anchors.get("#" + unquote(fragment)), False
    try:
        tokens = pointers.parse(unquote(fragment, errors="strict"))
        pointers.lookup(pointers.lookup(tool, start), tokens)
    except (ValueError, KeyError):
        return None, False
    return start + tokens, False


def _identity(root: Node) -> str:
    identity = root.schema.get("$id", root.schema.get("id")) if isinstance(root.schema, dict) else None
    return identity if isinstance(identity, str) and not identity.startswith("#") else ""


def _anchors(holders: Mapping[str, Sequence[Node]], base: str) -> Mapping[str, Pointer]:
    """Return the places by what names them: ``#name`` for anchors, an address for ``$id``."""
    found: dict[str, Pointer] = {}
    for keyword in ("$anchor", "$dynamicAnchor", "$id", "id"):
        for node in holders.get(keyword, ()):
            name = node.schema[keyword]
            if not isinstance(name, str):
                continue
            if "nchor" in keyword:
                found["#" + name] = node.pointer
            elif name.startswith("#"):
                found[name] = node.pointer
            else:
                found[urldefrag(urljoin(base, name)).url] = node.pointer
    return found


def recursive(nodes: Sequence[Node], references: Sequence[Reference], *, optional_is_free: bool) -> list[Reference]:
    """Return the references that lead back to a schema around them.

    With ``optional_is_free`` a way through a property that ``required`` does not name does not count.
    """
    places = {pointers.render(node.pointer): index for index, node in enumerate(nodes)}
    targets = [
        (reference, places[pointers.render(reference.target)])
        for reference in references
        if reference.target is not None and pointers.render(reference.target) in places
    ]
    if not targets:
        return []
    edges: list[list[int]] = [[] for _ in nodes]
    for index, node in enumerate(nodes):
        free = optional_is_free and node.via == "properties" and _is_optional(node, nodes[node.parent])
        if node.depth and node.via not in ("$defs", "definitions") and not free:
            edges[node.parent].append(index)
    for reference, target in targets:
        edges[reference.node].append(target)
    component = _components(edges)
    return [reference for reference, target in targets if component[reference.node] == component[target]]


def _is_optional(node: Node, parent: Node) -> bool:
    required = parent.schema.get("required")
    return not isinstance(required, list) or node.pointer[-1] not in required


def _components(edges: list[list[int]]) -> list[int]:
    """Return the strongly connected component of each vertex (Tarjan's algorithm, with its own stack)."""
    order = [-1] * len(edges)
    low = [0] * len(edges)
    component = [-1] * len(edges)
    stack: list[int] = []
    count = 0
    components = 0
    for start in range(len(edges)):
        if order[start] >= 0:
            continue
        work = [(start, 0)]
        while work:
            vertex, at = work.pop()
            if at == 0:
                order[vertex] = low[vertex] = count
                count += 1
                stack.append(vertex)
            descend = False
            for position in range(at, len(edges[vertex])):
                following = edges[vertex][position]
                if order[following] < 0:
                    work.append((vertex, position + 1))
                    work.append((following, 0))
                    descend = True
                    break
                if component[following] < 0:
                    low[vertex] = min(low[vertex], order[following])
            if descend:
                continue
            if low[vertex] == order[vertex]:
                while True:
                    member = stack.pop()
                    component[member] = components
                    if member == vertex:
                        break
                components += 1
            if work:
                parent = work[-1][0]
                low[parent] = min(low[parent], low[vertex])
    return component
