"""A conversation with a port that may misbehave: start, ask, tell noise from answers, start again (chapter CNF)."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from schemac.conformance import protocol, wire
from schemac.conformance.process import Child, Ended, Late
from schemac.conformance.protocol import Answer, BadAnswerError, Kind, Request
from schemac.conformance.report import Cause
from schemac.values import Json, JsonObject

_NOISE_KEPT = 20
_NOTES_KEPT = 20
_WIDTH = 200  # characters of a line that are shown
_STDERR_LINES = 10


@dataclass(frozen=True, slots=True)
class Broken:
    """The port gave no usable answer; ``details`` are sentences for people."""

    cause: Cause
    details: tuple[str, ...]


@dataclass(slots=True)
class Session:
    """The port's process, started when needed.

    Attributes:
        command: The program and its arguments.
        start_limit: Seconds for the answer to ``hello``.
        hello: The first usable answer to ``hello``.
        noise: The first lines on standard output that were no answers, with when they came.
        noise_total: How many there were.
        notes: What else was odd.
        restarts: How often the port was started again.
    """

    command: Sequence[str]
    start_limit: float
    hello: JsonObject | None = None
    noise: list[str] = field(default_factory=list)
    noise_total: int = 0
    notes: list[str] = field(default_factory=list)
    restarts: int = 0
    _child: Child | None = None
    _starts: int = 0

    @property
    def claimed(self) -> tuple[str, ...]:
        """The profiles that the port claims."""
        return tuple(self.hello["profiles"]) if self.hello else ()

    def open(self) -> Broken | None:
        """Start the port and greet it; return what went wrong, or ``None``.

        Raises:
            OSError: The command cannot be started.
        """
        self._child = Child(self.command)
        self._starts += 1
        self.restarts = self._starts - 1
        request = protocol.write_request(Request("hello", "hello", {"protocol": protocol.VERSION}))
        answer = self._exchange(self._child, request, "hello", self.start_limit)
        if isinstance(answer, Broken):
            return answer
        wrong = _wrong_hello(answer)
        if wrong:
            self.abandon()
            return Broken(Cause.BAD_ANSWER, (wrong,))
        if self.hello is None:
            # `protocol` may have come as 1.0; what is kept is plain JSON for the report.
            self.hello = {**answer.body, "protocol": protocol.VERSION}
            self._note_unknown_profiles()
        return None

    def ask(self, line: bytes, what: str, limit: float) -> Answer | Broken:
        """Send a line and return the answer; a port that is not running is started first.

        Args:
            line: The request, without line feed.
            what: The id of the case, for the places of noise.
            limit: Seconds for the answer.
        """
        if self._child is None:
            broken = self._reopen()
            if broken is not None:
                return Broken(Cause.NOT_STARTED, ("the port did not start again:", *broken.details))
        assert self._child is not None
        return self._exchange(self._child, line, what, limit)

    def abandon(self) -> None:
        """End the port at once; the next question starts it again."""
        if self._child is not None:
            self._child.stop()
            self._child = None

    def close(self) -> None:
        """End the port's input and let it end; note what it still says, and whether it had to be stopped."""
        if self._child is None:
            return
        ended, lines = self._child.finish()
        self._child = None
        for line in lines:
            self._hear(line, "after the last answer")
        if not ended:
            self._note("the port did not end at the end of its input, and was stopped")

    def _reopen(self) -> Broken | None:
        try:
            return self.open()
        except OSError as error:
            return Broken(Cause.NOT_STARTED, (str(error),))

    def _exchange(self, child: Child, line: bytes, what: str, limit: float) -> Answer | Broken:
        heard = self.noise_total
        child.send(line)
        deadline = time.monotonic() + limit
        while True:
            item = child.receive(deadline)
            if isinstance(item, Late):
                return self._broken(Cause.TIMED_OUT, *_late(item, limit, self.noise_total - heard))
            if isinstance(item, Ended):
                details = [f"the port {child.status()} and gave no answer"]
                if item.rest.strip():
                    details.append(f"its last output, without a line end: {_shown(item.rest)}")
                return self._broken(Cause.CRASHED, *details)
            if not _is_answer(item.content):
                self._hear(item.content, f"before the answer to {what}")
                continue
            try:
                return protocol.read_answer(wire.decode(item.content))
            except (BadAnswerError, wire.WireError) as error:
                return self._broken(Cause.BAD_ANSWER, str(error), f"the line: {_shown(item.content)}")

    def _broken(self, cause: Cause, *details: str) -> Broken:
        """Give the child up, and add what it said on standard error."""
        assert self._child is not None
        child = self._child
        self.abandon()
        errors = child.errors().strip().splitlines()[-_STDERR_LINES:]
        said = ("the end of its standard error:", *(f"  {line}" for line in errors)) if errors else ()
        return Broken(cause, (*details, *said))

    def _hear(self, line: bytes, when: str) -> None:
        self.noise_total += 1
        if len(self.noise) < _NOISE_KEPT:
            self.noise.append(f"{when}: {_shown(line)}")

    def _note(self, text: str) -> None:
        if text not in self.notes and len(self.notes) < _NOTES_KEPT:
            self.notes.append(text)

    def _note_unknown_profiles(self) -> None:
        for name in self.claimed:
            if name not in protocol.PROFILES:
                self._note(f"the port claims the profile {name!r}, which protocol {protocol.VERSION} does not have")


def _is_answer(line: bytes) -> bool:
    """Tell whether a line is meant as an answer; any other is noise."""
    return line.lstrip().startswith(b"{")


def _late(item: Late, limit: float, noise: int) -> tuple[str, ...]:
    if _is_answer(item.rest):
        return (
            f"no complete line within {limit:g} s; {len(item.rest)} bytes came without a line feed",
            f"they begin: {_shown(item.rest)}",
            "does the port end each answer with a line feed?",
        )
    if noise or item.rest:
        return (f"no answer within {limit:g} s; only noise was received",)
    return (f"no answer within {limit:g} s; nothing was received", "does the port flush its output after each answer?")


def _wrong_hello(answer: Answer) -> str | None:
    """Return what is wrong with the answer to ``hello``."""
    if answer.id != "hello":
        return f"the answer to hello carries the id {answer.id!r}"
    if answer.kind is not Kind.RESULT:
        return f"hello was answered by {answer.kind.value}"
    if not isinstance(answer.body, dict):
        return "the result of hello is not an object"
    for name in ("name", "language", "version"):
        if not isinstance(answer.body.get(name), str):
            return f"the result of hello has no `{name}` that is a string"
    spoken = answer.body.get("protocol")
    if isinstance(spoken, bool) or spoken != protocol.VERSION:
        return f"the port does not speak protocol {protocol.VERSION}"
    if not _names(answer.body.get("profiles")):
        return "`profiles` in the result of hello must be a list of names"
    unknown = sorted(answer.body.keys() - {"name", "language", "version", "protocol", "profiles"})
    return f"the result of hello has no member `{unknown[0]}`" if unknown else None


def _names(value: Json) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _shown(line: bytes) -> str:
    text = line.strip().decode("utf-8", "backslashreplace")
    return text if len(text) <= _WIDTH else f"{text[: _WIDTH - 1]}…"
