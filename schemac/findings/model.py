"""The values that tell what is wrong: finding, place, and the error that carries them."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from schemac.findings.catalogue import CATALOGUE
from schemac.findings.entry import Entry, Severity
from schemac.pointer import Pointer, render, sort_key

__all__ = [
    "CAP",
    "Beside",
    "Entry",
    "Finding",
    "Findings",
    "Place",
    "SchemacError",
    "Severity",
    "capped",
    "did_you_mean",
    "finding",
    "has_errors",
    "in_order",
    "nearest",
]

CAP = 100
"""At most this many findings come in one run; one more says how many were left out (docs/spec, chapter DIA)."""


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """Where something stands in a file; line and column count from 1, columns in code points."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


class Beside(NamedTuple):
    """Another place of the value that a finding is about.

    Attributes:
        pointer: Where it is.
        word: What is there: "declared here".
        named: The name at the pointer is meant, and not its value.
    """

    pointer: Pointer
    word: str
    named: bool = False


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong or worth knowing.

    Attributes:
        code: From the catalogue.
        severity: From the catalogue.
        pointer: Where in the value that was given (tokens).
        message: A sentence for people; never compared.
        hint: What to do about it.
        place: File, line and column, where the value came from a file.
        related: Other places that belong to it, each with a word ("first given here").
        beside: The same for places in the value that was given; they become related places where it came from files.
        argument: What was written on the command line, where it is about that: ``--target gpt``.
    """

    code: str
    severity: Severity
    pointer: Pointer
    message: str
    hint: str
    place: Place | None = None
    related: tuple[tuple[Place, str], ...] = field(default=())
    beside: tuple[Beside, ...] = ()
    argument: str = ""

    @property
    def is_error(self) -> bool:
        """Whether it refuses what it was found in."""
        return self.severity is Severity.ERROR

    def under(self, prefix: Pointer) -> Finding:
        """Return the same finding about a value that stands at ``prefix`` of a larger one."""
        beside = tuple(item._replace(pointer=prefix + item.pointer) for item in self.beside)
        return replace(self, pointer=prefix + self.pointer, beside=beside)

    def at(self, pointer: Pointer) -> Finding:
        """Return the same finding about another place."""
        return replace(self, pointer=pointer)

    def to_json(self) -> dict[str, Any]:
        """Return it as a JSON object: ``{code, severity, pointer, message, hint, file, line, column}``."""
        place = self.place
        return {
            "code": self.code,
            "severity": self.severity.value,
            "pointer": render(self.pointer),
            "message": self.message,
            "hint": self.hint,
            "file": place.file if place else None,
            "line": place.line if place else None,
            "column": place.column if place else None,
        }


Findings = Sequence[Finding]


class SchemacError(Exception):
    """Something was refused; ``findings`` says all that was wrong with it, in order."""

    def __init__(self, findings: Iterable[Finding]) -> None:
        self.findings: tuple[Finding, ...] = tuple(in_order(findings))
        super().__init__("\n".join(_sentence(item) for item in self.findings))


def _sentence(item: Finding) -> str:
    at = str(item.place) if item.place else render(item.pointer) or "/"
    more = "".join(f" ({render(other.pointer)}: {other.word})" for other in item.beside)
    return f"{at}: {item.severity.value}[{item.code}]: {item.message}{more}"


def finding(code: str, pointer: Pointer, message: str, hint: str | None = None) -> Finding:
    """Return a finding with the severity and, unless one is given, the cure of its catalogue entry."""
    entry = CATALOGUE[code]
    return Finding(code, entry.severity, pointer, message, entry.cure if hint is None else hint)


def in_order(findings: Iterable[Finding]) -> list[Finding]:
    """Sort by pointer tokens (indexes as numbers), then code (docs/spec, chapter DIA); alike ones once."""
    return sorted(dict.fromkeys(findings), key=lambda item: (sort_key(item.pointer), item.code, item.message))


def capped(findings: Iterable[Finding]) -> list[Finding]:
    """Return at most ``CAP`` findings in order, and one note more that says how many were left out, last.

    What is left out is the least severe and, among these, the last: a warning never pushes an error out.
    """
    ordered = in_order(findings)
    if len(ordered) <= CAP:
        return ordered
    rank = {severity: number for number, severity in enumerate(Severity)}
    by_rank = sorted(range(len(ordered)), key=lambda index: (rank[ordered[index].severity], index))
    kept = [ordered[index] for index in sorted(by_rank[:CAP])]
    left = [ordered[index].severity for index in by_rank[CAP:]]
    counts = ", ".join(f"{severity.value}s: {left.count(severity)}" for severity in Severity if severity in left)
    return [*kept, finding("too-many-findings", (), f"Not shown: {len(left)} more findings ({counts}).")]


def has_errors(findings: Iterable[Finding]) -> bool:
    """Tell whether any of the findings refuses."""
    return any(item.is_error for item in findings)


def nearest(name: Any, known: Iterable[str]) -> str | None:
    """Return the known name that is nearest to one that is known to be wrong; None where none is near."""
    if not isinstance(name, str):  # a Python value that was given for a name
        return None
    near = difflib.get_close_matches(name, sorted(known), n=1, cutoff=0.6)
    return near[0] if near else None


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return ``Did you mean 'x'?`` for the nearest known name, or the empty text."""
    near = nearest(name, known)
    return "" if near is None else f"Did you mean {near!r}?"
