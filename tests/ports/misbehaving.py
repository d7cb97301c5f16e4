"""A port with one bad habit, named on the command line: ``python misbehaving.py HABIT``.

It stands alone, as a port in another language would: it uses nothing of schemac. Right answers come from a table,
since what is tested with it is the runner, not an implementation.
"""

import io
import json
import os
import signal
import sys
import time
from typing import Any

Request = dict[str, Any]

HELLO = {"name": "wrong", "language": "python", "version": "1", "protocol": 1, "profiles": ["core", "keys", "bigint"]}
DIGESTS = {
    "null": "74234e98afe7498fb5daf1f36ac2d78acc339464f950703b8c019892f982b90b",
    "[]": "4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945",
}


def write(data: bytes) -> None:
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def answer(message: Any) -> None:
    write(json.dumps(message).encode() + b"\n")


def right(request: Request) -> dict[str, Any]:
    """Give the right answer to hello, and to the digests in the table."""
    if request["op"] == "hello":
        return {"id": request["id"], "result": HELLO}
    return {"id": request["id"], "result": {"sha256": DIGESTS[json.dumps(request["input"]["value"])]}}


def is_null(request: Request) -> bool:
    """Tell whether this is the request at which most habits show: the digest of null."""
    return request["op"] == "digest" and request["input"]["value"] is None


class Habits:
    """One method for each habit; each is given a request and answers it, or does not."""

    kept: Request | None = None

    def right(self, request: Request) -> None:
        answer(right(request))

    def empty(self, request: Request) -> None:
        answer(right(request) if request["op"] == "hello" else {"id": request.get("id"), "result": {}})

    def empty_hello(self, request: Request) -> None:
        answer({"id": request.get("id"), "result": {}})

    def echoing(self, request: Request) -> None:
        answer(
            right(request) if request["op"] == "hello" else {"id": request.get("id"), "result": request.get("input")}
        )

    def skipping(self, request: Request) -> None:
        answer({"id": request["id"], "skip": "no"} if is_null(request) else right(request))

    def silent(self, request: Request) -> None:
        if request["op"] == "hello":
            answer(right(request))

    def silent_at_null(self, request: Request) -> None:
        if not is_null(request):
            answer(right(request))

    def silent_from_the_start(self, request: Request) -> None:
        pass

    def banner(self, request: Request) -> None:
        if request["op"] == "hello":
            write(b"wrong 1.2 ready\n")
        answer(right(request))
        write(b"debug\n")

    def noise_only(self, request: Request) -> None:
        if is_null(request):
            write(b"thinking\n")
        else:
            answer(right(request))

    def crashing(self, request: Request) -> None:
        if is_null(request):
            sys.stderr.write("it all went wrong\n")
            sys.exit(3)
        answer(right(request))

    def killed(self, request: Request) -> None:
        if is_null(request):
            os.kill(os.getpid(), signal.SIGKILL)
        answer(right(request))

    def broken_json(self, request: Request) -> None:
        if is_null(request):
            write(b'{"valid": tru')
            sys.exit(3)
        answer(right(request))

    def not_json(self, request: Request) -> None:
        if is_null(request):
            write(b'{"id": %d, "result": NaN}\n' % request["id"])
        else:
            answer(right(request))

    def slow(self, request: Request) -> None:
        if is_null(request):
            time.sleep(30)
        answer(right(request))

    def late_124(self, request: Request) -> None:
        if is_null(request):
            time.sleep(3)
            answer(right(request))
            sys.exit(124)
        answer(right(request))

    def partial_line(self, request: Request) -> None:
        if is_null(request):
            write(json.dumps(right(request)).encode())
        else:
            answer(right(request))

    def buffered(self, request: Request) -> None:
        if is_null(request):
            self.buffer = io.BufferedWriter(io.FileIO(1, "w", closefd=False))
            self.buffer.write(json.dumps(right(request)).encode())  # neither a line end nor a flush
        else:
            answer(right(request))

    def no_id(self, request: Request) -> None:
        answer({"errored": True} if is_null(request) else right(request))

    def next_id(self, request: Request) -> None:
        answer(right(request) | ({"id": request["id"] + 1} if is_null(request) else {}))

    def id_as_text(self, request: Request) -> None:
        answer(right(request) | ({"id": str(request["id"])} if is_null(request) else {}))

    def twice(self, request: Request) -> None:
        answer(right(request))
        if is_null(request):
            answer(right(request))

    def one_behind(self, request: Request) -> None:
        if request["op"] == "hello":
            answer(right(request))
            return
        if self.kept:
            answer(self.kept)
        self.kept = right(request)

    def bad_encoding(self, request: Request) -> None:
        if is_null(request):
            write('{"id": %d, "result": {"sha256": "Größe"}}\n'.encode("latin-1") % request["id"])
        else:
            answer(right(request))

    def utf16(self, request: Request) -> None:
        write((json.dumps(right(request)) + "\n").encode("utf-16"))

    def noisy_errors(self, request: Request) -> None:
        sys.stderr.write("a warning\n" * 20_000)
        answer(right(request))

    def flood(self, request: Request) -> None:
        while is_null(request):
            write(b"noise\n" * 1000)
        answer(right(request))

    def unread(self, request: Request) -> None:
        if request["op"] == "hello":
            answer(right(request))
            time.sleep(30)

    def gone(self, request: Request) -> None:
        if request["op"] == "hello":
            answer(right(request))
            sys.exit(0)

    def gone_at_once(self, _request: Request) -> None:
        sys.exit(1)

    def lingering(self, request: Request) -> None:
        answer(right(request))

    def other_protocol(self, request: Request) -> None:
        answer({"id": request["id"], "result": HELLO | {"protocol": 2}})

    def log_level(self, request: Request) -> None:
        if is_null(request):
            answer({"level": "info", "message": "asked"})
        answer(right(request))

    def with_child(self, request: Request) -> None:
        """Leave a process behind that holds the output open."""
        if is_null(request):
            if os.fork() == 0:
                time.sleep(30)
                os._exit(0)
            os._exit(5)
        answer(right(request))


def main() -> None:
    habits = Habits()
    habit = getattr(habits, sys.argv[1])
    for line in sys.stdin.buffer:
        try:
            request = json.loads(line)
        except ValueError:
            request = {"id": None, "op": "", "input": {}}
        if not isinstance(request, dict) or "op" not in request:
            request = {"id": None, "op": "", "input": {}}
        habit(request)
    if sys.argv[1] == "lingering":
        time.sleep(30)


if __name__ == "__main__":
    main()
