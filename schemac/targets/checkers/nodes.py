"""The subschemas of a definition, in order, with where each stands (docs/spec, chapter TGT).

A target reads one form of JSON Schema whatever ``$schema`` says, so the walk enters every place that any draft knows
as one that holds schemas.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from schemac.jsonschema.keywords import DIALECTS, DRAFT_2019_09, DRAFT_2020_12, Applicator, Dialect, Holds
from schemac.jsonschema.walk import children
from schemac.pointer import Pointer
from schemac.values import Schema


def _every_applicator() -> Mapping[str, Applicator]:
    found: dict[str, Applicator] = {}
    for dialect in DIALECTS.values():
        for name, applicator in dialect.applicators.items():
            known = found.get(name)
            if known is None or known.holds is Holds.SCHEMA:  # items: the draft that takes both forms wins
                found[name] = applicator
    return MappingProxyType(found)


ANY_DRAFT = Dialect(
    name="any",
    uri="",
    applicators=_every_applicator(),
    id_keyword="$id",
    definitions="$defs",
    anchors=tuple(sorted({*DRAFT_2019_09.anchors, *DRAFT_2020_12.anchors})),
    ref_alone=False,
    booleans=True,
)
"""Every place where some draft holds a schema."""


class Node(NamedTuple):
    """One subschema.

    Attributes:
        pointer: Its place in the tool.
        schema: An object, or a boolean, or (where the definition is malformed) any JSON value.
        via: The keyword that holds it, "" for the root.
        depth: How many subschemas stand around it: 0 for the root, 1 for its properties.
        resource: The place of the schema that its references start from: the root, or the nearest one with ``$id``.
        parent: The index of the node that holds it, -1 for the root and where that node is left out.
    """

    pointer: Pointer
    schema: Schema
    via: str
    depth: int
    resource: Pointer
    parent: int


def nodes_of(schema: Schema, pointer: Pointer) -> Iterator[Node]:
    """Yield a schema that stands at ``pointer`` and every subschema, parents first, in the order written."""
    stack = [Node(pointer, schema, "", 0, pointer, -1)]
    index = 0
    while stack:
        node = stack.pop()
        if isinstance(node.schema, dict):
            identity = node.schema.get("$id")
            if isinstance(identity, str) and not identity.startswith("#"):
                node = node._replace(resource=node.pointer)
            found = [
                Node(node.pointer + tokens, child, str(tokens[0]), node.depth + 1, node.resource, index)
                for tokens, child in children(node.schema, ANY_DRAFT)
            ]
            stack.extend(reversed(found))
        yield node
        index += 1
