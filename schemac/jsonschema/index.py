"""The names inside one document: the URIs of its resources, and its anchors (docs/spec, chapter ENG)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from functools import cached_property
from typing import NamedTuple, TypeAlias

from schemac.jsonschema.places import Place, Scope, Unlinkable, entered, follow, identity
from schemac.jsonschema.walk import children
from schemac.pointer import Pointer
from schemac.values import Schema

Link: TypeAlias = "tuple[Link, Pointer] | None"
"""A pointer as a chain of steps, so that walking deep costs no more than walking wide."""


def unwound(link: Link) -> Pointer:
    """Return a chain of steps as a pointer."""
    steps: list[str | int] = []
    while link is not None:
        link, step = link
        steps.extend(reversed(step))
    return tuple(reversed(steps))


class _Names(NamedTuple):
    resources: dict[str, list[Pointer]]
    anchors: dict[tuple[Pointer, str], list[Pointer]]
    dynamic: dict[tuple[Pointer, str], list[Pointer]]


class Index:
    """A document and the names in it, gathered when the first reference asks for a name.

    Args:
        root: The document's root.
        inner: The names that objects inside the document have as members, save for the root's own.
    """

    def __init__(self, root: Place, inner: AbstractSet[str]) -> None:
        self.root = root
        self._inner = inner

    def resources(self, uri: str) -> Iterator[Place]:
        """Yield each place that has a URI; more than one is ambiguous."""
        for pointer in self._names.resources.get(uri, ()):
            yield follow(self.root, pointer)

    def resource(self, pointer: Pointer) -> Place:
        """Return the root of a resource."""
        return follow(self.root, pointer) if pointer or not isinstance(self.root.schema, dict) else self.root

    def anchors(self, resource: Pointer, name: str) -> Iterator[Place]:
        """Yield each place that an anchor of a resource names; more than one is ambiguous."""
        for pointer in self._names.anchors.get((resource, name), ()):
            yield follow(self.root, pointer)

    def dynamic(self, resource: Pointer, name: str) -> Place | None:
        """Return the place of a resource's ``$dynamicAnchor``; for the empty name, of ``$recursiveAnchor: true``.

        Raises:
            Unlinkable: It is given twice.
        """
        found = self._names.dynamic.get((resource, name), ())
        if len(found) > 1:
            raise Unlinkable("ref-ambiguous", f"may reach several places that are called {name!r}")
        return follow(self.root, found[0]) if found else None

    @cached_property
    def _names(self) -> _Names:
        names = _Names(defaultdict(list), defaultdict(list), defaultdict(list))
        root = self.root
        if root.scope.base:
            names.resources[root.scope.base].append(())
        dialect = root.scope.dialect
        if self._inner.isdisjoint(("$schema", dialect.id_keyword, *dialect.anchors)):
            # Most documents name nothing but themselves.
            if isinstance(root.schema, dict):
                _note(names, root.schema, (), root.scope)
            return names
        stack: list[tuple[Schema, Link, Scope]] = [(root.schema, None, root.scope)]
        while stack:
            schema, link, outer = stack.pop()
            if not isinstance(schema, dict):
                continue
            scope = outer
            if link is None:
                _note(names, schema, (), scope)
            elif not _NAMING.isdisjoint(schema):
                pointer = unwound(link)
                try:
                    scope = entered(schema, outer, pointer)
                except Unlinkable:
                    continue  # told where a reference reaches it; until then it names nothing
                if scope.resource is pointer:
                    names.resources[scope.base].append(pointer)
                _note(names, schema, pointer, scope)
            below = [(child, (link, step), scope) for step, child in children(schema, scope.dialect)]
            stack.extend(reversed(below))  # in the order written: of places that say the same, the first is meant
        return names


_NAMING = frozenset({"$schema", "$id", "id", "$anchor", "$dynamicAnchor", "$recursiveAnchor"})


def _note(names: _Names, schema: dict[str, Schema], pointer: Pointer, scope: Scope) -> None:
    anchor = identity(schema, scope.dialect).anchor
    if anchor:
        names.anchors[scope.resource, anchor].append(pointer)
    for keyword in scope.dialect.anchors:
        value = schema.get(keyword)
        if isinstance(value, str) and keyword != "$recursiveAnchor":
            names.anchors[scope.resource, value].append(pointer)
            if keyword == "$dynamicAnchor":
                names.dynamic[scope.resource, value].append(pointer)
        elif value is True and keyword == "$recursiveAnchor" and pointer == scope.resource:
            names.dynamic[scope.resource, ""].append(pointer)
