"""Demands on a whole list: counts per request, and names that must stay apart."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from schemac.targets.checkers.base import ListDemand, Trouble, clipped
from schemac.targets.checkers.subject import Subject, properties_of, required_of, types_of


@dataclass(frozen=True)
class ToolCount(ListDemand):
    """A request has at most ``most`` tools; ``strict``: at most that many strict ones."""

    code: ClassVar[str] = "target-limit"
    cure: ClassVar[str] = "Offer fewer tools, or group them into facades."
    most: int
    strict: bool = False

    def check(self, subjects: Sequence[Subject]) -> Iterator[Trouble]:
        """Yield the list if it has more."""
        if len(subjects) > self.most:
            kind = "strict tools" if self.strict else "tools"
            yield Trouble((), "tools", f"The list has {len(subjects)} {kind}, more than {self.most}")


@dataclass(frozen=True)
class OptionalCount(ListDemand):
    """The tools of a request have together at most ``most`` properties that may be left out."""

    code: ClassVar[str] = "target-limit"
    cure: ClassVar[str] = "Require what is always given, or offer fewer tools at once."
    most: int

    def check(self, subjects: Sequence[Subject]) -> Iterator[Trouble]:
        """Yield the list if they have more."""
        count = sum(map(_optional, subjects))
        if count > self.most:
            yield Trouble((), "optional", f"The list has {count} optional parameters, more than {self.most}")


@dataclass(frozen=True)
class UnionCount(ListDemand):
    """The tools of a request have together at most ``most`` places with ``anyOf`` or a list of types."""

    code: ClassVar[str] = "target-limit"
    cure: ClassVar[str] = "Take one type where several are not needed, or offer fewer tools at once."
    most: int

    def check(self, subjects: Sequence[Subject]) -> Iterator[Trouble]:
        """Yield the list if they have more."""
        count = sum(map(_unions, subjects))
        if count > self.most:
            yield Trouble((), "unions", f"The list has {count} parameters of several types, more than {self.most}")


@dataclass(frozen=True)
class NamesApart(ListDemand):
    """No two tools have the same name, after ``refused`` characters became ``_`` and the name was cut to ``most``."""

    code: ClassVar[str] = "target-name-twice"
    cure: ClassVar[str] = "Rename one of the two."
    refused: str = ""
    most: int = 0

    def check(self, subjects: Sequence[Subject]) -> Iterator[Trouble]:
        """Yield each tool whose name an earlier one has."""
        seen: dict[str, str] = {}
        for index, subject in enumerate(subjects):
            name = re.sub(self.refused, "_", subject.name) if self.refused else subject.name
            name = name[: self.most] if self.most else name
            if not name:
                continue
            if name in seen:
                first = seen[name]
                shown = clipped(subject.name)
                after = (
                    "has the name of an earlier tool"
                    if first == subject.name
                    else f"becomes the same as '{clipped(first)}'"
                )
                yield Trouble((index, "name"), "name twice", f"The tool '{shown}' {after}")
            else:
                seen[name] = subject.name


def _optional(subject: Subject) -> int:
    return sum(
        len(properties_of(node.schema).keys() - set(required_of(node.schema)))
        for node in subject.reached.holding("properties")
    )


def _unions(subject: Subject) -> int:
    return sum("anyOf" in node.schema or len(types_of(node.schema)) > 1 for node in subject.reached.objects)
