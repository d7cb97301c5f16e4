"""What a rule demands, and what a check says of a definition that does not meet it (docs/spec, chapter TGT).

A demand is data with a check: a frozen dataclass whose fields a table row fills in, and a method that yields one
:class:`Trouble` per place that falls short. Rows of many tables share few kinds of demand.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from schemac.pointer import Pointer
from schemac.targets.checkers.subject import Subject

MANY = 6
"""A sentence lists at most this many names and says how many more there are."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """One place that falls short of a demand.

    Attributes:
        pointer: The place, from the tool (for a demand on a list: from the list).
        keyword: What at that place it is about. Of several rules of one target that object to the same keyword of
            the same place, the first of the table speaks.
        problem: A sentence without its full stop, which no target is named in.
    """

    pointer: Pointer
    keyword: str
    problem: str


@dataclass(frozen=True)
class Demand(ABC):
    """What a rule demands.

    Attributes:
        code: The finding code where falling short is an error.
        cure: What to do about it.
    """

    code: ClassVar[str]
    cure: ClassVar[str]


@dataclass(frozen=True)
class ToolDemand(Demand):
    """A demand on one tool: shapes, which decide whether a definition is accepted."""

    @abstractmethod
    def check(self, subject: Subject) -> Iterator[Trouble]:
        """Yield each place of the tool that falls short."""


@dataclass(frozen=True)
class ListDemand(Demand):
    """A demand on a list of tools: counts and names."""

    @abstractmethod
    def check(self, subjects: Sequence[Subject]) -> Iterator[Trouble]:
        """Yield what falls short; pointers start with the index of a tool, or are empty for the list itself."""


def listed(names: Sequence[str]) -> str:
    """Return names for a sentence: quoted, the first few, in the order given."""
    shown = ", ".join(f"'{clipped(name)}'" for name in names[:MANY])
    return shown if len(names) <= MANY else f"{shown} and {len(names) - MANY} more"


def clipped(text: str, most: int = 60) -> str:
    """Return a text cut to a length that a sentence can hold."""
    return text if len(text) <= most else text[: most - 1] + "…"
