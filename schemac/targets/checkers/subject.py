"""A tool definition laid out for checking: its schema nodes in order, and which of them hold a keyword.

One subject serves all targets; nothing in it is specific to one. What is dear to find out is found out once, when the
first rule asks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property

from schemac.pointer import render
from schemac.targets.checkers.nodes import Node, nodes_of
from schemac.targets.checkers.resolution import Reference, resolve
from schemac.targets.vocabulary import DYNAMIC
from schemac.values import Json, JsonObject

SCHEMA = "inputSchema"
"""The member of a tool that its pointers into the schema start with."""
OUTPUT = "outputSchema"
_DEFINITIONS = ("$defs", "definitions")


class Subject:
    """One tool in MCP form (``name``, ``description``, ``inputSchema``, …); members that are null count as absent.

    ``member`` is the member whose schema is laid out.
    """

    def __init__(self, tool: JsonObject, member: str = SCHEMA) -> None:
        self.tool = tool
        self.member = member

    @property
    def name(self) -> str:
        """The name, or the empty text where there is none."""
        name = self.tool.get("name")
        return name if isinstance(name, str) else ""

    @property
    def description(self) -> str | None:
        """The description, or None."""
        text = self.tool.get("description")
        return text if isinstance(text, str) else None

    @property
    def schema(self) -> Json:
        """The input schema; None where there is none."""
        return self.tool.get(self.member)

    @cached_property
    def output(self) -> Subject:
        """The same tool with its output schema laid out."""
        return Subject(self.tool, OUTPUT)

    @property
    def root(self) -> JsonObject:
        """The input schema, or an empty object where it is none."""
        schema = self.schema
        return schema if isinstance(schema, dict) else {}

    @cached_property
    def nodes(self) -> tuple[Node, ...]:
        """The subschemas of the input schema, parents first, in the order written."""
        return tuple(nodes_of(self.schema, (self.member,))) if isinstance(self.schema, (dict, bool)) else ()

    @cached_property
    def objects(self) -> tuple[Node, ...]:
        """The nodes that are JSON objects."""
        return tuple(node for node in self.nodes if isinstance(node.schema, dict))

    @cached_property
    def holders(self) -> Mapping[str, tuple[Node, ...]]:
        """Each keyword that occurs, with the nodes that hold it."""
        found: dict[str, list[Node]] = {}
        for node in self.objects:
            for keyword in node.schema:
                found.setdefault(keyword, []).append(node)
        return {keyword: tuple(nodes) for keyword, nodes in found.items()}

    def outside(self, keywords: tuple[str, ...]) -> Subject:
        """Return the subject as one sees it who does not look below some keywords; itself if that is all the same."""
        if not any(keyword in self.holders for keyword in keywords):
            return self
        view = self._views.get(keywords)
        if view is None:
            view = self._views[keywords] = self._view(_outside(self.nodes, keywords))
        return view

    @cached_property
    def reached(self) -> Subject:
        """The subject without definitions that nothing leads to from the root; itself if there are none."""
        if not any(keyword in self.holders for keyword in _DEFINITIONS):
            return self
        if any(keyword in self.holders for keyword in DYNAMIC):  # these lead where reading does not tell
            return self
        kept = _reached(self.nodes, self.references)
        return self._view(_only(self.nodes, kept)) if len(kept) < len(self.nodes) else self

    def _view(self, nodes: Iterator[Node]) -> Subject:
        view = Subject(self.tool, self.member)
        view.nodes = tuple(nodes)
        return view

    @cached_property
    def _views(self) -> dict[tuple[str, ...], Subject]:
        return {}

    def holding(self, keyword: str) -> tuple[Node, ...]:
        """Return the nodes that hold a keyword."""
        return self.holders.get(keyword, ())

    @cached_property
    def references(self) -> tuple[Reference, ...]:
        """Every ``$ref`` with what it leads to."""
        return resolve(self.nodes, self.holders, self.tool)


def _outside(nodes: Sequence[Node], keywords: tuple[str, ...]) -> Iterator[Node]:
    places = {-1: -1}
    for index, node in enumerate(nodes):
        if node.parent in places and node.via not in keywords:
            places[index] = len(places) - 1
            yield node._replace(parent=places[node.parent])


def _only(nodes: Sequence[Node], kept: AbstractSet[int]) -> Iterator[Node]:
    places = {-1: -1}
    for index, node in enumerate(nodes):
        if index in kept:
            places[index] = len(places) - 1
            yield node._replace(parent=places.get(node.parent, -1))


def _reached(nodes: Sequence[Node], references: Sequence[Reference]) -> AbstractSet[int]:
    """Return the nodes that lead from the root through keywords and references; definitions only through references."""
    places = {render(node.pointer): index for index, node in enumerate(nodes)}
    inside: dict[int, list[int]] = {}
    for index, node in enumerate(nodes):
        if node.depth and node.via not in _DEFINITIONS:
            inside.setdefault(node.parent, []).append(index)
    leads: dict[int, list[int]] = {}
    for reference in references:
        target = places.get(render(reference.target)) if reference.target is not None else None
        if target is not None:
            leads.setdefault(reference.node, []).append(target)
    kept: set[int] = set()
    waiting = [0] if nodes else []
    while waiting:
        index = waiting.pop()
        if index not in kept:
            kept.add(index)
            waiting += inside.get(index, ())
            waiting += leads.get(index, ())
    return kept


def types_of(schema: JsonObject) -> tuple[str, ...]:
    """Return the type names a schema object declares, in the order written; none where it declares none."""
    declared = schema.get("type")
    if isinstance(declared, str):
        return (declared,)
    if isinstance(declared, list):
        return tuple(item for item in declared if isinstance(item, str))
    return ()


def properties_of(schema: JsonObject) -> JsonObject:
    """Return ``properties``, or an empty object where it is absent or malformed."""
    properties = schema.get("properties")
    return properties if isinstance(properties, dict) else {}


def required_of(schema: JsonObject) -> tuple[str, ...]:
    """Return the names in ``required``, in the order written."""
    required = schema.get("required")
    return tuple(name for name in required if isinstance(name, str)) if isinstance(required, list) else ()


def is_object_schema(schema: JsonObject) -> bool:
    """Tell whether a schema describes objects: by its type, or without one by its ``properties``."""
    declared = types_of(schema)
    return "object" in declared if declared else "properties" in schema
