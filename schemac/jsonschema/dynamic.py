"""Which place a dynamic reference means, where that can be told before there is a value (docs/spec, chapter ENG).

``$dynamicRef`` and ``$recursiveRef`` mean the outermost resource, among those entered on the way from the root, that
offers the name. Entering is known up to which way is taken: it is a walk in the graph of resources whose edges are the
references and nestings that linking met. If every walk meets the same offer first, that is the place.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import TypeAlias

from schemac.pointer import Pointer

Resource: TypeAlias = tuple[str, Pointer]
"""A resource: its document, and where it starts there."""


class ResourceGraph:
    """From each resource to those that are entered from it."""

    def __init__(self) -> None:
        self._out: defaultdict[Resource, dict[Resource, None]] = defaultdict(dict)
        self._into: defaultdict[Resource, dict[Resource, None]] = defaultdict(dict)

    def connect(self, source: Resource, target: Resource) -> bool:
        """Add an edge; tell whether it is new."""
        if source == target or target in self._out[source]:
            return False
        self._out[source][target] = None
        self._into[target][source] = None
        return True

    def outermost(
        self, root: Resource, at: Resource, offers: Callable[[Resource], bool]
    ) -> tuple[list[Resource], bool]:
        """Return the resources that some walk from ``root`` to ``at`` meets first among those that offer.

        The second answer tells whether some walk meets none at all.
        """
        unoffered: set[Resource] = set()
        first: list[Resource] = []
        seen = {root}
        stack = [root]
        while stack:
            resource = stack.pop()
            if offers(resource):
                first.append(resource)
                continue
            unoffered.add(resource)
            fresh = [target for target in self._out[resource] if target not in seen]
            seen.update(fresh)
            stack.extend(fresh)
        leading = self._leading_to(at)
        return [resource for resource in first if resource in leading], at in unoffered

    def _leading_to(self, at: Resource) -> Iterable[Resource]:
        seen = {at}
        stack = [at]
        while stack:
            fresh = [source for source in self._into[stack.pop()] if source not in seen]
            seen.update(fresh)
            stack.extend(fresh)
        return seen
