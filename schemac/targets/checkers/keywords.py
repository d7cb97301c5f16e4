"""Demands on which keywords stand where."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from schemac.targets.checkers.base import ToolDemand, Trouble, listed
from schemac.targets.checkers.idle import is_idle
from schemac.targets.checkers.subject import Subject
from schemac.values import is_number


@dataclass(frozen=True)
class Keywords(ToolDemand):
    """No schema has any of these keywords.

    Attributes:
        names: The keywords.
        once: A tool is told of one place, not of all.
        binding: Keywords whose value asks for nothing (``minLength: 0``) are passed over: nothing is lost with them.
    """

    code: ClassVar[str] = "target-keyword"
    cure: ClassVar[str] = "Leave it out and say it in the description, or let schemac lower the schema."
    names: tuple[str, ...]
    once: bool = False
    binding: bool = False

    def check(self, subject: Subject) -> Iterator[Trouble]:
        """Yield each place that has one."""
        for name in self.names:
            for node in subject.holding(name):
                if self.binding and is_idle(name, node.schema[name]):
                    continue
                yield Trouble((*node.pointer, name), name, f"The keyword '{name}' stands here")
                if self.once:
                    return


@dataclass(frozen=True)
class KeywordsOnly(ToolDemand):
    """No schema has keywords but these; the root may have those of ``at_root`` besides."""

    code: ClassVar[str] = "target-keyword"
    cure: ClassVar[str] = "Leave it out, or let schemac lower the schema."
    known: tuple[str, ...]
    at_root: tuple[str, ...] = ()

    def check(self, subject: Subject) -> Iterator[Trouble]:
        """Yield each place that has another keyword."""
        for name, nodes in subject.holders.items():
            if name in self.known:
                continue
            for node in nodes:
                if node.depth or name not in self.at_root:
                    yield Trouble((*node.pointer, name), name, f"The keyword '{name}' stands here")


@dataclass(frozen=True)
class KeywordMost(ToolDemand):
    """A number under ``name`` is at most ``most``."""

    code: ClassVar[str] = "target-keyword"
    cure: ClassVar[str] = "Lower the number, or say it in the description instead."
    name: str
    most: int

    def check(self, subject: Subject) -> Iterator[Trouble]:
        """Yield each place with a larger number."""
        for node in subject.holding(self.name):
            value = node.schema[self.name]
            if is_number(value) and value > self.most:
                yield Trouble((*node.pointer, self.name), self.name, f"'{self.name}' is {value}, more than {self.most}")


@dataclass(frozen=True)
class Alone(ToolDemand):
    """Beside the keyword ``name`` stand no others but ``beside``."""

    code: ClassVar[str] = "target-neighbours"
    cure: ClassVar[str] = "Move the other keywords into the schemas it holds, or wrap it in `anyOf`."
    name: str
    beside: tuple[str, ...] = ()

    def check(self, subject: Subject) -> Iterator[Trouble]:
        """Yield each place where others stand beside it."""
        for node in subject.holding(self.name):
            others = [key for key in node.schema if key != self.name and key not in self.beside]
            if others:
                yield Trouble((*node.pointer, self.name), self.name, f"Beside '{self.name}' stands {listed(others)}")


@dataclass(frozen=True)
class NotTogether(ToolDemand):
    """A schema with ``name`` neither has ``other`` beside it nor directly in the schemas it lists."""

    code: ClassVar[str] = "target-neighbours"
    cure: ClassVar[str] = "Write out what the reference names, or let schemac lower the schema."
    name: str
    other: str

    def check(self, subject: Subject) -> Iterator[Trouble]:
        """Yield each place that has both."""
        for node in subject.holding(self.name):
            held = node.schema[self.name]
            parts = held if isinstance(held, list) else []
            if self.other in node.schema or any(isinstance(part, dict) and self.other in part for part in parts):
                yield Trouble(
                    (*node.pointer, self.name), self.name, f"'{self.name}' stands together with '{self.other}'"
                )


@dataclass(frozen=True)
class Filled(ToolDemand):
    """A list under one of these keywords has at least one entry."""

    code: ClassVar[str] = "target-enum"
    cure: ClassVar[str] = "Give it an entry, or leave the property out: nothing is valid there."
    names: tuple[str, ...]

    def check(self, subject: Subject) -> Iterator[Trouble]:
        """Yield each empty list."""
        for name in self.names:
            for node in subject.holding(name):
                if node.schema[name] == []:
                    yield Trouble((*node.pointer, name), name, f"'{name}' is empty")
