"""What a run found: one outcome for each case, totals that add up, and the exit status (docs/spec, chapter CNF)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from schemac.values import JsonObject

FORMAT = 1
"""The version of the JSON report."""


class Outcome(StrEnum):
    """What became of a case; each case of a run has exactly one."""

    PASSED = "passed"
    FAILED = "failed"
    FAILED_AS_EXPECTED = "failed-as-expected"
    SKIPPED = "skipped"
    ERRORED = "errored"
    NOT_RUN = "not-run"


class Cause(StrEnum):
    """Why a case did not pass."""

    MISMATCH = "mismatch"
    TIMED_OUT = "timed-out"
    CRASHED = "crashed"
    BAD_ANSWER = "bad-answer"
    WRONG_ID = "wrong-id"
    NOT_STARTED = "not-started"
    GIVEN_UP = "given-up"
    INTERRUPTED = "interrupted"


@dataclass(frozen=True, slots=True)
class Result:
    """What became of one case.

    Attributes:
        id: The case.
        outcome: One of :class:`Outcome`.
        cause: Why it did not pass, unless it passed or was skipped.
        details: Sentences for people: what differs, what was received, why it was skipped.
        seconds: How long the port took.
    """

    id: str
    outcome: Outcome
    cause: Cause | None = None
    details: tuple[str, ...] = ()
    seconds: float = 0.0

    def to_json(self) -> JsonObject:
        """Return it as a JSON object."""
        return {
            "id": self.id,
            "outcome": self.outcome.value,
            "cause": self.cause.value if self.cause else None,
            "details": list(self.details),
            "seconds": round(self.seconds, 3),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """One run of one port.

    Attributes:
        command: The port's command; empty for a run inside this process.
        corpus_version: Version of the corpus.
        hello: What the port answered to ``hello``, ``None`` where it gave no usable answer.
        results: In corpus order, one for each case of the run.
        unclaimed: How many cases were left out since the port does not claim their profiles.
        stale: Entries of the known-failing list that do not hold (any more), each with why.
        noise: Lines on standard output that are no answers, each with when it came; the first ones.
        noise_total: How many such lines came.
        notes: What else is worth knowing about the port, such as that it did not end at the end of input.
        restarts: How often the port was started again.
        seconds: How long the run took.
    """

    command: tuple[str, ...]
    corpus_version: str
    hello: JsonObject | None
    results: tuple[Result, ...]
    unclaimed: int = 0
    stale: Mapping[str, str] = field(default_factory=dict)
    noise: tuple[str, ...] = ()
    noise_total: int = 0
    notes: tuple[str, ...] = ()
    restarts: int = 0
    seconds: float = 0.0

    @property
    def counts(self) -> dict[Outcome, int]:
        """How many cases have each outcome; the sum is the number of results."""
        found = Counter(result.outcome for result in self.results)
        return {outcome: found[outcome] for outcome in Outcome}

    @property
    def ok(self) -> bool:
        """Whether at least one case ran, every one that ran gave what was expected of it, and none was left."""
        counts = self.counts
        wrong = counts[Outcome.FAILED] + counts[Outcome.ERRORED] + counts[Outcome.NOT_RUN]
        return bool(self.results) and not wrong and not self.stale

    def to_json(self) -> JsonObject:
        """Return the report as a JSON object (``corpus/report.schema.json``)."""
        return {
            "format": FORMAT,
            "ok": self.ok,
            "corpus": self.corpus_version,
            "command": list(self.command),
            "port": self.hello,
            "total": len(self.results),
            "counts": {outcome.value: count for outcome, count in self.counts.items()},
            "unclaimed": self.unclaimed,
            "stale": dict(self.stale),
            "noise": {"total": self.noise_total, "lines": list(self.noise)},
            "notes": list(self.notes),
            "restarts": self.restarts,
            "seconds": round(self.seconds, 3),
            "results": [result.to_json() for result in self.results],
        }


_SHOWN_OUTCOMES: Sequence[Outcome] = (Outcome.ERRORED, Outcome.FAILED, Outcome.NOT_RUN, Outcome.SKIPPED)


def show(report: Report, console: Console, limit: int) -> None:
    """Print a report: the first ``limit`` results of each outcome that needs a look, then the totals."""
    for outcome in _SHOWN_OUTCOMES:
        results = [result for result in report.results if result.outcome is outcome]
        for result in results[:limit]:
            cause = f" ({result.cause})" if result.cause and result.cause is not Cause.MISMATCH else ""
            console.print(f"[bold]{outcome}[/bold] {escape(result.id)}{cause}")
            for line in result.details:
                console.print(f"    {escape(line)}")
        if len(results) > limit:
            console.print(f"[bold]{outcome}[/bold] and {len(results) - limit} more")
    for line in report.noise:
        console.print(f"[bold]noise[/bold] {escape(line)}")
    if report.noise_total > len(report.noise):
        console.print(f"[bold]noise[/bold] and {report.noise_total - len(report.noise)} more lines")
    for case_id, why in report.stale.items():
        console.print(f"[bold]stale[/bold] {escape(case_id)}: {escape(why)}")
    for note in report.notes:
        console.print(f"[bold]note[/bold] {escape(note)}")
    table = Table(show_header=False, box=None, pad_edge=False)
    for outcome, count in report.counts.items():
        table.add_row(outcome.value, str(count))
    table.add_row("total", str(len(report.results)))
    console.print(table)
    if report.unclaimed:
        console.print(f"{report.unclaimed} more cases belong to profiles that the port does not claim")
