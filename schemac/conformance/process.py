"""A port as a child process: lines in, lines out, whatever it does (docs/spec, chapter CNF).

Reading, writing and standard error each have a thread, so that no child can make the runner wait beyond a deadline:
not by leaving its input unread, not by keeping a line unfinished, not by flooding a stream. Only bytes travel here.
"""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import subprocess
import threading
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import IO

LINE_LIMIT = 1 << 28
"""Bytes after which a line without an end counts as a flood, and its child as broken."""

_TAIL = 4096  # bytes of standard error that are kept
_CHUNK = 1 << 16
_AHEAD = 1000  # lines that may wait to be looked at
_GRACE = 2.0  # seconds in which a child may end by itself


@dataclass(frozen=True, slots=True)
class Line:
    """A complete line from standard output, without its line feed."""

    content: bytes


@dataclass(frozen=True, slots=True)
class Ended:
    """Standard output has ended; ``rest`` is what came after the last line feed."""

    rest: bytes


@dataclass(frozen=True, slots=True)
class Late:
    """The deadline has passed; ``rest`` is what came after the last line feed so far."""

    rest: bytes


class Child:
    """One running port.

    Args:
        command: The program and its arguments; no shell reads them.

    Raises:
        OSError: The program cannot be started.
    """

    def __init__(self, command: Sequence[str]) -> None:
        self._process = subprocess.Popen(  # noqa: S603 -- running the command that was given is what this is for
            list(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=os.name == "posix",  # so that what the child starts ends with it
        )
        self._out: queue.Queue[Line | Ended] = queue.Queue(_AHEAD)
        self._in: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._rest = bytearray()
        self._errors: deque[int] = deque(maxlen=_TAIL)
        self._closing = threading.Event()
        self._threads = [threading.Thread(target=work, daemon=True) for work in (self._write, self._read, self._listen)]
        for thread in self._threads:
            thread.start()

    def send(self, line: bytes) -> None:
        """Write a line and its line feed, in the background."""
        self._in.put(line + b"\n")

    def receive(self, deadline: float) -> Line | Ended | Late:
        """Return the next line, or why there is none by the deadline (``time.monotonic`` seconds)."""
        left = deadline - time.monotonic()
        if left <= 0:  # whatever else is there: a flood has no end
            return Late(bytes(self._rest))
        try:
            item = self._out.get(timeout=left)
        except queue.Empty:
            return Late(bytes(self._rest))
        if isinstance(item, Ended):
            self._out.put(item)  # it stays ended
        return item

    def status(self, wait: float = _GRACE) -> str:
        """Return how the process ended, in words; it is given a moment to do so."""
        try:
            code = self._process.wait(wait)
        except subprocess.TimeoutExpired:
            return "closed its output, but runs on"
        if code >= 0:
            return f"exited with status {code}"
        try:
            return f"was ended by signal {-code} ({signal.Signals(-code).name})"
        except ValueError:
            return f"was ended by signal {-code}"

    def errors(self) -> str:
        """Return the tail of standard error."""
        return bytes(self._errors).decode("utf-8", "backslashreplace")

    def finish(self) -> tuple[bool, list[bytes]]:
        """End its input and let it end; return whether it did, and the lines that nobody had asked for."""
        self._in.put(None)
        deadline = time.monotonic() + _GRACE
        lines: list[bytes] = []
        item = self.receive(deadline)
        while isinstance(item, Line):
            lines.append(item.content)
            item = self.receive(deadline)
        ended = isinstance(item, Ended)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(max(0.0, deadline - time.monotonic()))
        ended = ended and self._process.poll() is not None
        self.stop()
        return ended, lines

    def stop(self) -> None:
        """End the process and what it started, at once."""
        self._closing.set()
        self._in.put(None)
        self._kill()
        self._process.wait()
        for thread in self._threads:
            thread.join(_GRACE)

    def _kill(self) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if os.name == "posix":
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()

    def _write(self) -> None:
        stream = _piped(self._process.stdin)
        # A child that is gone or never reads shows in its missing answer; here it only ends the writing.
        with contextlib.suppress(OSError), stream:
            while (line := self._in.get()) is not None:
                view = memoryview(line)
                while view:
                    view = view[stream.write(view) :]

    def _read(self) -> None:
        stream = _piped(self._process.stdout)
        with stream:
            while chunk := stream.read(_CHUNK):
                first, *more = chunk.split(b"\n")
                self._rest += first
                for piece in more:
                    self._hand_over(Line(bytes(self._rest)))
                    self._rest = bytearray(piece)
                if len(self._rest) > LINE_LIMIT:
                    self._kill()
                    break
        self._hand_over(Ended(bytes(self._rest)))

    def _hand_over(self, item: Line | Ended) -> None:
        while not self._closing.is_set():
            with contextlib.suppress(queue.Full):
                self._out.put(item, timeout=0.1)
                return

    def _listen(self) -> None:
        stream = _piped(self._process.stderr)
        with stream:
            while chunk := stream.read(_CHUNK):
                self._errors.extend(chunk[-_TAIL:])


def _piped(stream: IO[bytes] | None) -> IO[bytes]:
    assert stream is not None  # all three are pipes
    return stream
