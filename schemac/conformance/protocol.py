"""Port protocol 1: what travels between the runner and a port, and what makes a line a request or an answer.

The runner writes one request a line, the port answers each with one line (docs/spec, chapter CNF; the JSON Schemas of
all messages are in ``corpus/protocol.schema.json``)::

    {"id": 1, "op": "digest", "input": {"value": []}}
    {"id": 1, "result": {"sha256": "…"}}
    {"id": 1, "error": {"code": "…", "pointer": "…", "message": "…"}}
    {"id": 1, "skip": "why"}
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from schemac.conformance import wire
from schemac.values import Json, JsonObject, type_of

VERSION = 1
"""The version of the protocol."""

SAFE = 2**53 - 1
"""The largest integer that every JSON reader takes exactly; ids stay within it."""

PROFILES: Mapping[str, str] = MappingProxyType(
    {
        "core": "Loading, descriptors, groups, flat and vendor_extension surfaces, text, findings, the protocol itself",
        "gates": "Gates, decisions, pruning, closedness",
        "union": "The strategies discriminated_union and lazy",
        "merged": "The strategy merged",
        "dispatch": "Resolving calls, encoding them, projecting results",
        "targets": "Target tables, lowering and its lens",
        "dialects": "Embedding and translating schemas between dialects",
        "listing": "Listing tools, tools/list results, cursors",
        "keys": "Canonical JSON, digests, cache keys, etags",
        "bigint": "Integers beyond plus and minus 2**53 - 1, exactly",
    }
)
"""What a port may claim, with what it covers."""

OPERATIONS: tuple[str, ...] = (
    "hello",
    "load",
    "validate_descriptor",
    "check",
    "compile",
    "bytes",
    "list_result",
    "resolve",
    "encode",
    "list",
    "signature",
    "embed",
    "translate",
    "prune",
    "lower",
    "encode_arguments",
    "lift_arguments",
    "project_output",
    "digest",
    "cache_key",
)
"""Every operation of protocol 1."""

RAW = "wire"
"""The op of a case whose input is a line as it stands; the runner sends it, no port implements it."""

Id: TypeAlias = "str | int | None"
"""The id of a request; ``None`` only in the answer to a line whose id could not be read."""


class Request(NamedTuple):
    """One line from the runner, read."""

    id: Id
    op: str
    input: JsonObject


class BadRequestError(Exception):
    """A line is not a request; ``id`` is its id where that could be read."""

    def __init__(self, request_id: Id, message: str) -> None:
        self.id = request_id
        super().__init__(message)


class Kind(StrEnum):
    """The three ways to answer."""

    RESULT = "result"
    ERROR = "error"
    SKIP = "skip"


@dataclass(frozen=True, slots=True)
class Answer:
    """One line from a port, read.

    Attributes:
        id: The id it answers.
        kind: Which of the three ways.
        body: The result; or ``{code, pointer, message?}``; or the reason of the skip.
    """

    id: Id
    kind: Kind
    body: Json


class BadAnswerError(Exception):
    """A line that was meant as an answer is none; the text says what is missing or wrong."""


def is_id(value: Json) -> bool:
    """Tell whether a value can be the id of a request: a string, or an integer that every JSON reader takes exactly."""
    if isinstance(value, bool):
        return False
    return isinstance(value, str) or (isinstance(value, int) and -SAFE <= value <= SAFE)


def read_request(line: bytes, number: Callable[[str], Json]) -> Request:
    """Return the request on a line.

    Args:
        line: The bytes, with or without the line feed.
        number: What the text of a number stands for.

    Raises:
        BadRequestError: The line is not well-formed text, not JSON, or not a request.
    """
    try:
        message = wire.read(wire.decode(line), number)
    except wire.WireError as error:
        raise BadRequestError(None, str(error)) from None
    if not isinstance(message, dict):
        raise BadRequestError(None, f"a request is an object, this is {_a(message)}")
    request_id = message.get("id")
    if not is_id(request_id):
        raise BadRequestError(None, "`id` must be a string or an integer within plus and minus 2**53 - 1")
    if not isinstance(message.get("op"), str):
        raise BadRequestError(request_id, "`op` must be a string")
    if not isinstance(message.get("input"), dict):
        raise BadRequestError(request_id, "`input` must be an object")
    return Request(request_id, message["op"], message["input"])


def write_request(request: Request) -> bytes:
    """Return the line of a request, without the line feed."""
    return wire.write({"id": request.id, "op": request.op, "input": request.input})


def read_answer(text: str) -> Answer:
    """Return the answer in a line's text; its numbers are exact decimals.

    Raises:
        BadAnswerError: It is not JSON, or not an answer.
    """
    try:
        message = wire.read(text)
    except wire.WireError as error:
        raise BadAnswerError(f"the answer is not JSON: {error}") from None
    if not isinstance(message, dict):
        raise BadAnswerError(f"an answer is an object, this is {_a(message)}")
    if "id" not in message:
        raise BadAnswerError("the answer has no `id`")
    if message["id"] is not None and not is_id(message["id"]):
        raise BadAnswerError("the answer's `id` is neither a string nor a safe integer")
    kinds = [kind for kind in Kind if kind in message]
    if len(kinds) != 1:
        raise BadAnswerError("an answer has exactly one of `result`, `error` and `skip`")
    unknown = sorted(message.keys() - {"id", kinds[0]})
    if unknown:
        raise BadAnswerError(f"an answer has no member `{unknown[0]}`")
    kind, body = kinds[0], message[kinds[0]]
    if kind is Kind.SKIP and not isinstance(body, str):
        raise BadAnswerError("`skip` must be a string that says why")
    if kind is Kind.ERROR:
        _check_error(body)
    return Answer(message["id"], kind, body)


def write_answer(answer: Answer) -> bytes:
    """Return the line of an answer, without the line feed."""
    return wire.write({"id": answer.id, answer.kind.value: answer.body})


def _check_error(body: Json) -> None:
    if not isinstance(body, dict):
        raise BadAnswerError(f"`error` must be an object, this is {_a(body)}")
    for name in ("code", "pointer"):
        if not isinstance(body.get(name), str):
            raise BadAnswerError(f"`error` has no `{name}` that is a string")
    if not isinstance(body.get("message", ""), str):
        raise BadAnswerError("`message` of `error` must be a string")


def _a(value: Json) -> str:
    kind = type_of(value)
    return kind if value is None else f"a{'n' if kind == 'array' else ''} {kind}"
