"""Demands on what stands beside the schema: name, description, and the members a tool has."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from schemac.targets.checkers.base import ToolDemand, Trouble, clipped, listed
from schemac.targets.checkers.subject import Subject


@dataclass(frozen=True)
class NamePattern(ToolDemand):
    """The whole name matches ``pattern``; ``says`` is the pattern in words."""

    code: ClassVar[str] = "target-name"
    cure: ClassVar[str] = "Rename the tool, or let `names: sanitize` map its name."
    pattern: str
    says: str

    def check(self, subject: Subject) -> Iterator[Trouble]:
        """Yield the name if it does not match; lengths are another demand's."""
        if subject.name and not re.fullmatch(self.pattern, subject.name):
            yield Trouble(("name",), "name", f"The name '{clipped(subject.name)}' is not {self.says}")


@dataclass(frozen=True)
class NameLength(ToolDemand):
    """The name has at most ``most`` code points, of which a prefix that the client adds takes ``prefix``."""

    code: ClassVar[str] = "target-name"
    cure: ClassVar[str] = "Shorten the tool's name, or let `names: sanitize` map it."
    most: int
    prefix: int = 0

    @property
    def own(self) -> int:
        """How many code points are left for the tool's own name."""
        return self.most - self.prefix

    def check(self, subject: Subject) -> Iterator[Trouble]:
        """Yield the name if it is too long, or empty."""
        length = len(subject.name)
        if length > self.own:
            limit = f"more than {self.own}"
            if self.prefix:
                limit += f", which a prefix of {self.prefix} leaves of {self.most}"
            yield Trouble(
                ("name",), "name length", f"The name '{clipped(subject.name)}' has {length} characters, {limit}"
            )
        elif not length:
            yield Trouble(("name",) if "name" in subject.tool else (), "name length", "The tool has no name")


@dataclass(frozen=True)
class DescriptionLength(ToolDemand):
    """The tool's description has at most ``most`` code points."""

    code: ClassVar[str] = "target-description"
    cure: ClassVar[str] = "Shorten the description, most important first."
    most: int

    def check(self, subject: Subject) -> Iterator[Trouble]:
        """Yield the description if it is too long."""
        length = len(subject.description or "")
        if length > self.most:
            yield Trouble(("description",), "description", _too_long(length, self.most))


@dataclass(frozen=True)
class SchemaDescriptions(ToolDemand):
    """Descriptions inside the input schema have at most ``most`` code points; the tool's own is free."""

    code: ClassVar[str] = "target-description"
    cure: ClassVar[str] = "Shorten the description, most important first."
    most: int

    def check(self, subject: Subject) -> Iterator[Trouble]:
        """Yield each description that is too long."""
        for node in subject.holding("description"):
            text = node.schema["description"]
            if isinstance(text, str) and len(text) > self.most:
                place = (*node.pointer, "description")
                yield Trouble(place, "description", _too_long(len(text), self.most))


def _too_long(length: int, most: int) -> str:
    return f"The description has {length} characters, more than {most}"


@dataclass(frozen=True)
class DescriptionFilled(ToolDemand):
    """The description is absent or has at least one character."""

    code: ClassVar[str] = "target-description"
    cure: ClassVar[str] = "Write a description, or leave it out."

    def check(self, subject: Subject) -> Iterator[Trouble]:
        """Yield an empty description."""
        if subject.description == "":
            yield Trouble(("description",), "description", "The description is empty")


@dataclass(frozen=True)
class MembersKnown(ToolDemand):
    """A tool, or its object ``inside``, has no members but ``known``; members that are null do not count."""

    code: ClassVar[str] = "target-member"
    cure: ClassVar[str] = "Move it into `_meta`, or into the input schema as an extra keyword."
    known: tuple[str, ...]
    inside: str = ""

    def check(self, subject: Subject) -> Iterator[Trouble]:
        """Yield the members that are not known, together."""
        held = subject.tool.get(self.inside) if self.inside else subject.tool
        if not isinstance(held, dict):
            return
        strange = [name for name, value in held.items() if name not in self.known and value is not None]
        if strange:
            where = (self.inside,) if self.inside else ()
            whose = f"in {self.inside}" if self.inside else "of the tool"
            noun = "member" if len(strange) == 1 else "members"
            yield Trouble(where, "members", f"Unknown {noun} {whose}: {listed(strange)}")
