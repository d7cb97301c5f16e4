"""From a call on the surface to the real tool and checked arguments, in the order of docs/spec, chapter DSP.

The library never calls a tool. It says which one, with which arguments, so that the server's own direct path runs and
everything that it enforces is enforced.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple, cast

from schemac.catalog.options import Options
from schemac.dispatch.budget import CALL_BOUNDS, value_within_bounds
from schemac.dispatch.coerce import Mode
from schemac.dispatch.outcome import Refusal, Resolution
from schemac.dispatch.strip import Stripped, strip
from schemac.dispatch.target import Target
from schemac.dispatch.validate import Engine, Violation
from schemac.findings import did_you_mean
from schemac.jsonschema.closed import Shape
from schemac.jsonschema.codec import CodecError, Lifted
from schemac.pointer import Pointer
from schemac.text import Bounds, TextError, decode_json
from schemac.values import Json, JsonObject, type_of

NOTHING_EXECUTED = "Nothing was executed."
_NAMED_AT_MOST = 20
_SHOWN_AT_MOST = 8


@dataclass(frozen=True, slots=True)
class Rules:
    """How calls are treated.

    Attributes:
        coerce: Which texts are read as what they say.
        reject: Undeclared names are refused, not stripped.
        with_schema: A refusal shows the tool's schema.
        engine: The library that judges arguments.
        bounds: Of what a caller may send.
    """

    coerce: Mode = "json"
    reject: bool = False
    with_schema: bool = False
    engine: Engine = "jsonschema-rs"
    bounds: Bounds = CALL_BOUNDS

    @classmethod
    def of(cls, options: Options, engine: Engine = "jsonschema-rs") -> Rules:
        """Return the rules that a domain's options give."""
        return cls(
            coerce=cast(Mode, options.coerce),
            reject=options.unknown_arguments == "reject",
            with_schema=options.errors == "with_schema",
            engine=engine,
        )


class Read(NamedTuple):
    """Arguments read as an object, or why they cannot be."""

    value: JsonObject
    refusal: Refusal | None


def within_bounds(value: Json, rules: Rules) -> Refusal | None:
    """Return the refusal of a value that is no JSON, or too large, or None."""
    found = value_within_bounds(value, rules.bounds)
    if found is None:
        return None
    return refuse(found.code, found.pointer, found.message)


def read_object(value: Json, pointer: Pointer, rules: Rules) -> Read:
    """Read what was sent for an object: nothing, an object, or text that holds one, in at most two steps.

    Args:
        value: What was sent; None and blank text mean ``{}``.
        pointer: Where it was sent.
        rules: For the bounds of text.
    """
    for _ in range(3):
        if isinstance(value, dict):
            return Read(value, None)
        if value is None:
            return Read({}, None)
        if not isinstance(value, str):
            break
        if not value.strip(" \t\r\n"):
            return Read({}, None)
        try:
            value = decode_json(value, rules.bounds)
        except TextError as why:
            message = f"`{name_of(pointer)}` is text that is not JSON: {why}"
            return Read({}, refuse("arguments-not-object", pointer, message))
    message = f"`{name_of(pointer)}` must be an object, not {_kind(value)}."
    return Read({}, refuse("arguments-not-object", pointer, message))


def _kind(value: Json) -> str:
    return "text in text" if isinstance(value, str) else f"a value of type {type_of(value)}"


def name_of(pointer: Pointer) -> str:
    """Return how a place of the arguments is called in a sentence; the whole is ``arguments``."""
    return ".".join(str(token) for token in pointer) or "arguments"


def refuse(code: str, pointer: Pointer, message: str, reason: str = "") -> Refusal:
    """Return a refusal that says that nothing was done; ``reason`` is for the server only."""
    return Refusal(code, pointer, f"{message} {NOTHING_EXECUTED}", reason or message)


def refused_by(error: CodecError, pointer: Pointer = ()) -> Refusal:
    """Return the refusal that a codec's error is; ``pointer`` is where the codec's value was sent."""
    return refuse(error.code, pointer + error.pointer, str(error))


def check_arguments(target: Target, sent: Lifted, rules: Rules) -> Resolution | Refusal:
    """Read, strip and judge the arguments of a tool: steps 4 to 9.

    Args:
        target: The tool as this caller sees it now.
        sent: What was sent for its arguments, and where its places were sent.
        rules: How calls are treated.
    """
    tool = target.member.tool
    read = read_object(sent.value, sent.locate(()), rules)
    if read.refusal is not None:
        return _shown(read.refusal, target, rules)
    coerced = target.input.coercer.coerce(read.value, rules.coerce, rules.bounds)
    stripped = strip(coerced.value, target.input.shape)
    if rules.reject and stripped.undeclared:
        return _shown(_unknown(stripped, target.input.shape, sent), target, rules)
    if not target.input.validator.valid(stripped.value):
        return _shown(_invalid(target.input.validator.errors(stripped.value), sent), target, rules)
    return Resolution(
        tool.name,
        stripped.value,
        tool.timeout_ms,
        tuple([(sent.locate(at), what) for at, what in coerced.coerced]),
        tuple([sent.locate(at) for at in sorted_places(stripped)]),
    )


def sorted_places(stripped: Stripped) -> Iterable[Pointer]:
    """Return the places of all names that were taken out, undeclared ones first, each in the order of the value."""
    return (*stripped.undeclared, *stripped.forbidden)


def _shown(refusal: Refusal, target: Target, rules: Rules) -> Refusal:
    return replace(refusal, schema=target.described_schema) if rules.with_schema else refusal


def _unknown(stripped: Stripped, root: Shape, sent: Lifted) -> Refusal:
    """Return the refusal of names that the tool does not declare, with the nearest declared names."""
    said = []
    for at in stripped.undeclared[:_NAMED_AT_MOST]:
        name = str(at[-1])
        hint = did_you_mean(name, _declared(root, at[:-1]))
        said.append(f"There is no argument `{name_of(at)}`.{' ' if hint else ''}{hint}")
    return refuse("argument-unknown", sent.locate(stripped.undeclared[0]), " ".join(said))


def _declared(shape: Shape, at: Pointer) -> Iterable[str]:
    for token in at:
        shape = shape.item(token) if isinstance(token, int) else shape.child(token)
    return shape.names


def _invalid(violations: list[Violation], sent: Lifted) -> Refusal:
    placed = tuple(replace(item, pointer=sent.locate(item.pointer)) for item in violations)
    more = len(placed) - _SHOWN_AT_MOST
    said = [item.message for item in placed[:_SHOWN_AT_MOST]]
    if more > 0:
        said.append(f"{more} more do not fit.")
    first = placed[0]
    refusal = refuse("arguments-invalid", first.pointer, " ".join(said))
    return replace(refusal, violations=placed)
