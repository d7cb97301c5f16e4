"""Demands on ``$ref``: that it leads somewhere, stays inside, and does not lead back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from schemac.pointer import Pointer
from schemac.targets.checkers.base import ToolDemand, Trouble, clipped
from schemac.targets.checkers.resolution import Reference, recursive
from schemac.targets.checkers.subject import Subject


@dataclass(frozen=True)
class ReferencesResolve(ToolDemand):
    """Every reference inside the definition leads to a schema; ``output``: those of the output schema."""

    code: ClassVar[str] = "target-reference"
    cure: ClassVar[str] = "Define what it names, or correct the pointer."
    output: bool = False

    def check(self, subject: Subject) -> Iterator[Trouble]:
        """Yield each that leads nowhere."""
        looked_at = subject.output if self.output else subject
        for reference in looked_at.references:
            if reference.target is None and not reference.outside:
                yield _trouble(looked_at, reference, "leads nowhere")


@dataclass(frozen=True)
class ReferencesInside(ToolDemand):
    """No reference leaves the definition."""

    code: ClassVar[str] = "target-reference"
    cure: ClassVar[str] = "Put what it names into `$defs`; nothing is fetched."

    def check(self, subject: Subject) -> Iterator[Trouble]:
        """Yield each that does."""
        for reference in subject.references:
            if reference.outside:
                yield _trouble(subject, reference, "leaves the definition")


@dataclass(frozen=True)
class NoRecursion(ToolDemand):
    """No schema contains itself; ``optional_is_free``: but through properties that may be left out."""

    code: ClassVar[str] = "target-recursion"
    cure: ClassVar[str] = "Write out the levels that are needed; deeper ones become a string that holds JSON."
    optional_is_free: bool = False

    def check(self, subject: Subject) -> Iterator[Trouble]:
        """Yield each reference that leads back to a schema around it."""
        for reference in recursive(subject.nodes, subject.references, optional_is_free=self.optional_is_free):
            yield _trouble(subject, reference, "leads back to a schema around it")


def _trouble(subject: Subject, reference: Reference, what: str) -> Trouble:
    place: Pointer = (*subject.nodes[reference.node].pointer, "$ref")
    return Trouble(place, "$ref", f"The reference '{clipped(reference.text)}' {what}")
