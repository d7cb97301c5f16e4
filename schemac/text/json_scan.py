"""JSON text as a stream of tokens with their offsets, without recursion.

The standard library reads JSON faster but tells neither where a value stands nor more than the first mistake. This
reader is for the texts that it refuses, and for positions; scalars still go through the standard library's decoder.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from enum import Enum, auto
from typing import Any, NamedTuple, NoReturn

from schemac.text.errors import TextError
from schemac.text.numbers import read_integer, read_number


class Kind(Enum):
    """What a token is."""

    OBJECT = auto()
    ARRAY = auto()
    END = auto()
    KEY = auto()
    VALUE = auto()
    FAULT = auto()
    """A scalar that JSON spells but that is no value here; the token's value is the :class:`TextError`."""


class Token(NamedTuple):
    """One token; ``value`` is the text of a key and the value of a scalar."""

    kind: Kind
    offset: int
    value: Any = None


class JsonSyntaxError(Exception):
    """The text is not JSON from an offset on."""

    def __init__(self, offset: int, message: str) -> None:
        super().__init__(message)
        self.offset = offset
        self.message = message


def _refuse_constant(name: str) -> NoReturn:
    raise TextError("not-json-number", f"{name} is not a number in JSON.")


_DECODER = json.JSONDecoder(parse_int=read_integer, parse_float=read_number, parse_constant=_refuse_constant)
_SPACE = re.compile(r"[ \t\n\r]*")
_SPELLED = re.compile(r"-?Infinity|NaN|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?")
_SURROGATE = re.compile("[\ud800-\udfff]")


def scan(text: str) -> Iterator[Token]:
    """Yield the tokens of a JSON text in order; a duplicate key is a key like any other.

    Raises:
        JsonSyntaxError: The text is not JSON; what was yielded before stands.
    """
    closers: list[str] = []
    at = _skip(text, 0)
    if at == len(text):
        raise JsonSyntaxError(at, "The text holds no value.")
    while True:  # a value starts at `at`
        char = text[at : at + 1]
        opened = char in ("{", "[")
        if opened:
            closers.append("}" if char == "{" else "]")
            yield Token(Kind.OBJECT if char == "{" else Kind.ARRAY, at)
            at = _skip(text, at + 1)
        else:
            token, end = _scalar(text, at)
            yield token
            at = _skip(text, end)
        first = opened
        while closers and text.startswith(closers[-1], at):
            yield Token(Kind.END, at)
            closers.pop()
            at = _skip(text, at + 1)
            first = False
        if not closers:
            break
        if not first:
            at = _comma(text, at, closers[-1])
        if closers[-1] == "}":
            token, at = _key(text, at)
            yield token
    if at < len(text):
        raise JsonSyntaxError(at, "More text follows the value.")


def _skip(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return match.end() if match else at


def _comma(text: str, at: int, closer: str) -> int:
    if not text.startswith(",", at):
        raise JsonSyntaxError(at, _unexpected(text, at, f"',' or '{closer}'"))
    following = _skip(text, at + 1)
    if text.startswith(closer, following):
        raise JsonSyntaxError(at, f"JSON takes no ',' before '{closer}'.")
    return following


def _key(text: str, at: int) -> tuple[Token, int]:
    if not text.startswith('"', at):
        raise JsonSyntaxError(at, _unexpected(text, at, "a key in double quotes"))
    token, end = _scalar(text, at)
    if token.kind is Kind.VALUE:
        token = Token(Kind.KEY, at, token.value)
    end = _skip(text, end)
    if not text.startswith(":", end):
        raise JsonSyntaxError(end, _unexpected(text, end, "':'"))
    return token, _skip(text, end + 1)


def _scalar(text: str, at: int) -> tuple[Token, int]:
    try:
        value, end = _DECODER.raw_decode(text, at)
    except TextError as error:
        match = _SPELLED.match(text, at)
        return Token(Kind.FAULT, at, error), match.end() if match else at
    except json.JSONDecodeError as error:
        raise JsonSyntaxError(error.pos, _scalar_message(text, at, error.pos)) from None
    if isinstance(value, str) and not value.isascii() and _SURROGATE.search(value):
        return Token(Kind.FAULT, at, TextError("lone-surrogate", "An escape denotes half of a character.")), end
    return Token(Kind.VALUE, at, value), end


def _scalar_message(text: str, at: int, error_at: int) -> str:
    if not text.startswith('"', at):
        return _unexpected(text, at, "a value")
    if error_at == at:
        return "The text ends inside a string."
    if text[error_at : error_at + 1] < " ":
        return "A string holds a control character; write it as an escape."
    return "The escape is none of JSON's."


def _unexpected(text: str, at: int, wanted: str) -> str:
    char = text[at : at + 1]
    if not char:
        return f"The text ends where {wanted} should follow."
    if char == "'":
        return f"Here should be {wanted}; JSON's quotes are double."
    if char in "#/":
        return f"Here should be {wanted}; JSON has no comments."
    return f"Here should be {wanted}, not {char!r}."
