"""What a place of a schema becomes (docs/spec, chapter TGT)."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from schemac.targets.passes.lens import MaybeLens
from schemac.targets.passes.parts import Part, Place
from schemac.values import JsonObject


class Lowered(NamedTuple):
    """A place of the lowered schema.

    Attributes:
        schema: What the target reads.
        lens: How values go; None where they stay as they are.
        wire: The JSON types of the values that ``schema`` accepts.
        marker: The name in the object that says an explicit null, "" where there is none.
    """

    schema: JsonObject
    lens: MaybeLens
    wire: frozenset[str]
    marker: str = ""


class Lower(Protocol):
    """Lowers one place."""

    def __call__(self, place: Place, depth: int, spot: Part, *, absent: bool = False) -> Lowered:
        """Return what a place becomes.

        Args:
            place: What it takes.
            depth: How many schemas stand around it.
            spot: Where it is in the schema, for losses.
            absent: Null must be free to say that the property is absent.
        """
