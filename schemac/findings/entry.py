"""The shape of one entry of the catalogue of finding codes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Severity(StrEnum):
    """How much a finding matters: an error refuses, a warning is worth a look, a note explains."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Entry:
    """One code of the catalogue.

    Attributes:
        code: Stable, kebab-case.
        severity: How much it matters.
        summary: One line: what is the case.
        cause: How it comes about, in a sentence or two.
        cure: What to do; also the hint of a finding that brings none of its own.
        example: The smallest input that has it (YAML, JSON or a command), shown in the documentation.
    """

    code: str
    severity: Severity
    summary: str
    cause: str
    cure: str
    example: str


def error(code: str, summary: str, *, cause: str, cure: str, example: str) -> Entry:
    """Return an entry that refuses."""
    return Entry(code, Severity.ERROR, summary, cause, cure, example)


def warning(code: str, summary: str, *, cause: str, cure: str, example: str) -> Entry:
    """Return an entry that is worth a look."""
    return Entry(code, Severity.WARNING, summary, cause, cure, example)


def note(code: str, summary: str, *, cause: str, cure: str, example: str) -> Entry:
    """Return an entry that explains."""
    return Entry(code, Severity.NOTE, summary, cause, cure, example)
