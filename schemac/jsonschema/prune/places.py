"""Where the gates of a module stand, for those who ask why a part of a schema is there or not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from schemac.gates import Gate
from schemac.jsonschema.prune.model import Sites
from schemac.jsonschema.prune.skeleton import Node
from schemac.pointer import Pointer


class GatedPlace(NamedTuple):
    """A subschema with a gate.

    Attributes:
        document: URI of the document where it was authored, "" for the schema itself.
        pointer: Its place there.
        gate: Its gate; of a reference into a gated part, that of the part.
    """

    document: str
    pointer: Pointer
    gate: Gate


def gated_places(sites: Sites) -> Iterator[GatedPlace]:
    """Yield every place of a module that a gate can take out by itself."""
    stack: list[Node] = list(sites.skeleton.roots.values()) if sites.skeleton else []
    while stack:
        node = stack.pop()
        definition = sites.bare.definitions[node.key]
        for gate, below in ((node.gate, ()), (node.ref_gate, ("$ref",))):
            if gate is not None:
                yield GatedPlace(definition.origin.document, (*definition.authored(node.pointer), *below), gate)
        stack.extend(kid for kids in node.kids.values() for _, kid in kids)
