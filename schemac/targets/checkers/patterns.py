"""Demands on ``pattern``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from schemac.patterns.python import compiles_in_python
from schemac.pointer import Pointer
from schemac.targets.checkers.base import ToolDemand, Trouble, clipped
from schemac.targets.checkers.regex import Feature, read
from schemac.targets.checkers.subject import Subject


def _patterns(subject: Subject) -> Iterator[tuple[Pointer, str]]:
    for node in subject.holding("pattern"):
        pattern = node.schema["pattern"]
        if isinstance(pattern, str):
            yield (*node.pointer, "pattern"), pattern


@dataclass(frozen=True)
class PatternWithout(ToolDemand):
    """No pattern uses any of these features."""

    code: ClassVar[str] = "target-pattern"
    cure: ClassVar[str] = "Rewrite the pattern without it, or say it in the description."
    features: tuple[Feature, ...]

    def check(self, subject: Subject) -> Iterator[Trouble]:
        """Yield each pattern that uses one."""
        for place, pattern in _patterns(subject):
            used = next((item for item in read(pattern).features if item in self.features), None)
            if used is not None:
                yield Trouble(place, "pattern", f"The pattern '{clipped(pattern)}' uses {used}")


@dataclass(frozen=True)
class PatternInPython(ToolDemand):
    """Python's ``re`` compiles every pattern."""

    code: ClassVar[str] = "target-pattern"
    cure: ClassVar[str] = "Rewrite the pattern so that Python's `re` takes it, or say it in the description."

    def check(self, subject: Subject) -> Iterator[Trouble]:
        """Yield each pattern that it refuses."""
        for place, pattern in _patterns(subject):
            if not compiles_in_python(pattern):
                yield Trouble(place, "pattern", f"Python cannot compile the pattern '{clipped(pattern)}'")


@dataclass(frozen=True)
class PatternRepeats(ToolDemand):
    """No counted repeat of a pattern goes beyond ``most``."""

    code: ClassVar[str] = "target-pattern"
    cure: ClassVar[str] = "Repeat with `*` or `+`, and say the number in the description."
    most: int

    def check(self, subject: Subject) -> Iterator[Trouble]:
        """Yield each pattern that repeats more often."""
        for place, pattern in _patterns(subject):
            count = read(pattern).most
            if count > self.most:
                yield Trouble(place, "pattern", f"The pattern '{clipped(pattern)}' repeats {count} times")


@dataclass(frozen=True)
class PatternAnchored(ToolDemand):
    """Every pattern matches the whole text: it starts with ``^`` and ends with ``$``."""

    code: ClassVar[str] = "target-pattern"
    cure: ClassVar[str] = "Write `^` and `$` around the pattern, with `.*` inside where the rest is free."

    def check(self, subject: Subject) -> Iterator[Trouble]:
        """Yield each pattern that does not."""
        for place, pattern in _patterns(subject):
            if not read(pattern).anchored:
                yield Trouble(place, "pattern", f"The pattern '{clipped(pattern)}' is not anchored at both ends")
