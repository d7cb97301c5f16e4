"""Running the corpus against a port: any command that speaks the protocol, or the reference in this process.

One request is under way at a time. A port that crashes, hangs or loses step costs the case at hand and is started
again; after a number of such breakdowns in a row the cases that are left are reported as not run (docs/spec, chapter
CNF).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from schemac.conformance import compare, port, protocol
from schemac.conformance.corpus import Case, Corpus
from schemac.conformance.operations import REGISTRY, Operation
from schemac.conformance.protocol import Answer, Kind, Request
from schemac.conformance.report import Cause, Outcome, Report, Result
from schemac.conformance.session import Broken, Session


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How patient the runner is.

    Attributes:
        case: Seconds for the answer to a case.
        start: Seconds for the answer to ``hello`` after a start.
        breakdowns: So many breakdowns in a row end the run; 0 means never.
    """

    case: float = 10.0
    start: float = 30.0
    breakdowns: int = 10


@dataclass(slots=True)
class _Run:
    """The state of a run against a command."""

    session: Session
    limits: Limits
    results: list[Result] = field(default_factory=list)
    in_a_row: int = 0


def run(
    corpus: Corpus,
    command: Sequence[str],
    *,
    cases: Sequence[Case] | None = None,
    profiles: Iterable[str] | None = None,
    known: Mapping[str, str] | None = None,
    limits: Limits | None = None,
    progress: Callable[[Sequence[Case]], Iterable[Case]] = iter,
) -> Report:
    """Run cases against a command and report.

    Args:
        corpus: The corpus.
        command: The program that is the port, with its arguments.
        cases: The cases to choose from, by default all of the corpus.
        profiles: Run as if the port claimed these, instead of those that it claims.
        known: Ids of cases that are known to fail, each with the reason.
        limits: How patient to be.
        progress: Goes through the cases as they are run, and may show how far the run is.

    Raises:
        OSError: The command cannot be started at all.
    """
    began = time.monotonic()
    limits = limits or Limits()
    candidates = corpus.cases if cases is None else tuple(cases)
    session = Session(command, start_limit=limits.start)
    under_way = _Run(session, limits)
    try:
        broken = session.open()
        if broken is None:
            claimed = frozenset(session.claimed if profiles is None else profiles)
            chosen = tuple(case for case in candidates if claimed.issuperset(case.profiles))
            _all(under_way, chosen, progress(chosen))
        else:
            chosen = candidates
            reason = (f"the port gave no usable answer to hello ({broken.cause}):", *broken.details)
            under_way.results += [Result(case.id, Outcome.NOT_RUN, Cause.NOT_STARTED, reason) for case in chosen]
    finally:
        session.close()
    results, stale = expect_failures(under_way.results, known or {}, corpus)
    return Report(
        command=tuple(command),
        corpus_version=corpus.version,
        hello=session.hello,
        results=tuple(results),
        unclaimed=len(candidates) - len(chosen),
        stale=stale,
        noise=tuple(session.noise),
        noise_total=session.noise_total,
        notes=tuple(session.notes),
        restarts=session.restarts,
        seconds=time.monotonic() - began,
    )


def run_in_process(cases: Iterable[Case], operations: Mapping[str, Operation] = REGISTRY) -> list[Result]:
    """Run cases against the reference implementation in this process, through the same lines and the same verdict."""
    results = []
    for number, case in enumerate(cases, start=1):
        line, ids = request_line(case, number)
        answer = protocol.read_answer(port.reply(line, operations).decode("utf-8"))
        results.append(judge(case, answer, ids))
    return results


def request_line(case: Case, number: int) -> tuple[bytes, tuple[protocol.Id, ...]]:
    """Return the line that puts a case to a port, without its line feed, and the ids that the answer may carry."""
    if case.op != protocol.RAW:
        return protocol.write_request(Request(number, case.op, case.input)), (number,)
    raw = bytes.fromhex(case.input["hex"]) if "hex" in case.input else case.input["line"].encode("utf-8")
    return raw, tuple(case.input["ids"])


def judge(case: Case, answer: Answer, ids: tuple[protocol.Id, ...], seconds: float = 0.0) -> Result:
    """Return what an answer means for a case."""
    if not is_among(answer.id, ids):
        asked = " or ".join(map(repr, ids))
        return Result(
            case.id,
            Outcome.ERRORED,
            Cause.WRONG_ID,
            (f"the answer carries the id {answer.id!r}, asked was {asked}",),
            seconds,
        )
    if answer.kind is Kind.SKIP:
        return Result(case.id, Outcome.SKIPPED, None, (answer.body,), seconds)
    wrong = compare.verdict(case, answer)
    if wrong is None:
        return Result(case.id, Outcome.PASSED, None, (), seconds)
    return Result(case.id, Outcome.FAILED, Cause.MISMATCH, tuple(wrong), seconds)


def is_among(found: protocol.Id, ids: Iterable[protocol.Id]) -> bool:
    """Tell whether an id is one of some, by type and value."""
    return any(type(found) is type(other) and found == other for other in ids)


def expect_failures(
    results: Sequence[Result], known: Mapping[str, str], corpus: Corpus
) -> tuple[list[Result], dict[str, str]]:
    """Apply the known-failing list: return the results with expected failures marked, and the stale entries."""
    marked = [
        Result(result.id, Outcome.FAILED_AS_EXPECTED, result.cause, (known[result.id], *result.details), result.seconds)
        if result.id in known and result.outcome in {Outcome.FAILED, Outcome.ERRORED}
        else result
        for result in results
    ]
    passed = {result.id for result in results if result.outcome is Outcome.PASSED}
    stale = {}
    for case_id in sorted(known):
        if case_id not in corpus.by_id:
            stale[case_id] = "the corpus has no such case"
        elif case_id in passed:
            stale[case_id] = "the case passes"
    return marked, stale


def _all(under_way: _Run, cases: Sequence[Case], one_by_one: Iterable[Case]) -> None:
    """Run cases one after the other, until they are done, the port broke down too often, or the user interrupts."""
    for done, case in enumerate(one_by_one):
        try:
            result = _one(under_way, case, done + 1)
        except KeyboardInterrupt:
            _leave(under_way, cases[done:], Cause.INTERRUPTED, "the run was interrupted")
            return
        under_way.results.append(result)
        under_way.in_a_row = under_way.in_a_row + 1 if result.outcome is Outcome.ERRORED else 0
        if under_way.limits.breakdowns and under_way.in_a_row >= under_way.limits.breakdowns:
            why = f"the port broke down {under_way.in_a_row} times in a row"
            _leave(under_way, cases[done + 1 :], Cause.GIVEN_UP, why)
            return


def _leave(under_way: _Run, cases: Iterable[Case], cause: Cause, why: str) -> None:
    under_way.results += [Result(case.id, Outcome.NOT_RUN, cause, (why,)) for case in cases]


def _one(under_way: _Run, case: Case, number: int) -> Result:
    began = time.monotonic()
    line, ids = request_line(case, number)
    answer = under_way.session.ask(line, case.id, under_way.limits.case)
    seconds = time.monotonic() - began
    if isinstance(answer, Broken):
        return Result(case.id, Outcome.ERRORED, answer.cause, answer.details, seconds)
    result = judge(case, answer, ids, seconds)
    if result.cause is Cause.WRONG_ID:
        under_way.session.abandon()  # it is out of step: what it says next may answer anything
    return result
