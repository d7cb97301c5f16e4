"""The reference port: answers requests of port protocol 1, one line each, behind ``schemac port`` (chapter CNF).

Whatever a line holds, it is answered and the next one is read; only the end of input ends the port. Bytes go in and
out, so that the locale of the machine has no say.
"""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Mapping
from typing import BinaryIO

from schemac.conformance import protocol, wire
from schemac.conformance.operations import REGISTRY, Operation, OpError
from schemac.conformance.protocol import Answer, BadRequestError, Kind, Request
from schemac.findings import SchemacError
from schemac.jsonschema.codec import CodecError
from schemac.pointer import Pointer, render
from schemac.text.numbers import read_integer, read_number
from schemac.values import Json


def serve(requests: BinaryIO, answers: BinaryIO, operations: Mapping[str, Operation] = REGISTRY) -> None:
    """Answer each line of ``requests`` with one line on ``answers``, flushed, until the end of input."""
    for line in requests:
        answers.write(reply(line, operations) + b"\n")
        answers.flush()


def reply(line: bytes, operations: Mapping[str, Operation] = REGISTRY) -> bytes:
    """Return the answer to one line, both without a line feed at the end (one on the request does no harm)."""
    try:
        request = protocol.read_request(line, number)
    except BadRequestError as error:
        return protocol.write_answer(_error(error.id, "invalid-text", (), str(error)))
    answer = _perform(request, operations)
    try:
        return protocol.write_answer(answer)
    except wire.WireError as error:
        return protocol.write_answer(
            _error(request.id, "internal-error", (), f"The result cannot be written as JSON: {error}")
        )


def perform(op: str, members: dict[str, Json], operations: Mapping[str, Operation] = REGISTRY) -> Json:
    """Return the result of an operation.

    Raises:
        OpError: The operation is not there (``unknown-op``) or refuses.
        SchemacError: The library refuses.
        CodecError: Arguments cannot be lifted.
    """
    operation = operations.get(op)
    if operation is None:
        raise OpError("unknown-op", (), f"This port has no operation {op!r}.")
    return operation(members)


def number(text: str) -> int | float:
    """Return what a number on the wire stands for: the same as in a manifest (docs/spec, chapter LOD).

    Raises:
        TextError: It is an integer of too many digits, or beyond a double.
    """
    return read_integer(text) if text.lstrip("-").isdigit() else read_number(text)


def _perform(request: Request, operations: Mapping[str, Operation]) -> Answer:
    try:
        return Answer(request.id, Kind.RESULT, perform(request.op, request.input, operations))
    except (OpError, CodecError) as error:
        return _error(request.id, error.code, error.pointer, str(error))
    except SchemacError as error:
        first = next((item for item in error.findings if item.is_error), error.findings[0])
        return _error(request.id, first.code, first.pointer, first.message)
    except Exception:  # noqa: BLE001 -- a mistake of ours must not take the answers to later lines along
        traceback.print_exc()
        return _error(request.id, "internal-error", (), "The port met a mistake of its own.")


def _error(request_id: protocol.Id, code: str, pointer: Pointer, message: str) -> Answer:
    return Answer(request_id, Kind.ERROR, {"code": code, "pointer": render(pointer), "message": message})


def main() -> None:
    """Serve on the standard streams, until the input ends or nobody reads the answers any more."""
    try:
        serve(sys.stdin.buffer, sys.stdout.buffer)
    except BrokenPipeError:
        # What is left in the buffer has no reader either; without this the interpreter complains when it flushes.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    main()
