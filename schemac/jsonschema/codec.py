"""The one type that strategies, translation and lowering passes return: schema, codec, losses (docs/spec, chapter ENG).

A new strategy or target needs nothing in dispatch: resolving a call is lifting through the codecs, last one first, and
encoding is the way back.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, NamedTuple, TypeVar

from schemac.pointer import Pointer, render
from schemac.values import Json, Schema


class Action(StrEnum):
    """What became of a constraint that an output could not keep."""

    DROPPED = "dropped"
    REWRITTEN = "rewritten"
    DESCRIBED = "described"


@dataclass(frozen=True, slots=True)
class Loss:
    """A constraint that an output could not keep; it is still enforced at dispatch.

    Attributes:
        pointer: The place of the keyword's schema in the authored schema.
        keyword: The keyword that was lost.
        action: One of :class:`Action`.
        why: A sentence for people.
        document: URI of the document that ``pointer`` points into, "" for the schema itself.
    """

    pointer: Pointer
    keyword: str
    action: Action = Action.DROPPED
    why: str = ""
    document: str = ""

    def to_json(self) -> dict[str, str]:
        """Return it as ``{pointer, keyword, action}`` with the words for people."""
        found = {"pointer": render(self.pointer), "keyword": self.keyword, "action": self.action.value, "why": self.why}
        if self.document:
            found["document"] = self.document
        return found


class Lifted(NamedTuple):
    """A value taken back through a codec.

    Attributes:
        value: What the inner side takes.
        locate: From a pointer into ``value`` to the pointer into the value that was sent.
    """

    value: Json
    locate: Callable[[Pointer], Pointer]

    def within(self, outer: Lifted) -> Lifted:
        """Return the same value, lifted from what ``outer`` lifted before."""
        inner = self.locate
        return Lifted(self.value, lambda pointer: outer.locate(inner(pointer)))


Outer = TypeVar("Outer")
Inner = TypeVar("Inner")


@dataclass(frozen=True, slots=True)
class Codec(Generic[Inner, Outer]):
    """A pair of pure functions: ``encode`` takes an inner value out to the wire, ``lift`` brings one back.

    ``lift`` raises :class:`CodecError` for a value that no ``encode`` makes and that has no meaning.
    """

    encode: Callable[[Inner], Outer]
    lift: Callable[[Outer], Lifted]


class CodecError(Exception):
    """A value cannot be lifted; ``code`` and ``pointer`` (into the value sent) say why and where."""

    def __init__(self, code: str, pointer: Pointer, message: str) -> None:
        self.code = code
        self.pointer = pointer
        super().__init__(message)


def _unmoved(pointer: Pointer) -> Pointer:
    return pointer


IDENTITY: Codec[Json, Json] = Codec(encode=lambda value: value, lift=lambda value: Lifted(value, _unmoved))
"""The codec of a schema that kept its shape."""


class Form(NamedTuple):
    """What a strategy, a translation or a lowering pass returns."""

    schema: Schema
    codec: Codec[Json, Json]
    losses: tuple[Loss, ...]
