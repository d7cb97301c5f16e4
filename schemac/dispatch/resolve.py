"""From a call on the surface to the real tool and checked arguments, in the order of docs/spec, chapter DSP.

The library never calls a tool. It says which one, with which arguments, so that the server's own direct path runs and
everything that it enforces is enforced.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, cast, get_args

from schemac.catalog.options import Options
from schemac.dispatch import wording
from schemac.dispatch.budget import CALL_BOUNDS, measured
from schemac.dispatch.coerce import Mode, What
from schemac.dispatch.outcome import Refusal, Resolution
from schemac.dispatch.sent import Sent
from schemac.dispatch.strip import strip
from schemac.dispatch.target import Target
from schemac.dispatch.validate import DEFAULT_ENGINE, Engine, Violation
from schemac.findings import did_you_mean
from schemac.jsonschema.applied import members
from schemac.jsonschema.closed import Shape
from schemac.jsonschema.codec import CodecError, Lifted
from schemac.jsonschema.evaluate import is_false
from schemac.pointer import Pointer, sort_key
from schemac.text import Bounds, TextError, decode_json
from schemac.values import Json, JsonObject

NOTHING_EXECUTED = "Nothing was executed."
_SHOWN_AT_MOST = 8
_GUESSED_AT_MOST = 128  # code points of a name to which a near one is looked for
_WHY_AT_MOST = 300
_BLANKS = " \t\r\n"
_STEPS = 2


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
    engine: Engine = DEFAULT_ENGINE
    bounds: Bounds = CALL_BOUNDS

    @classmethod
    def of(cls, options: Options, engine: Engine = DEFAULT_ENGINE) -> Rules:
        """Return the rules that a domain's options give.

        Raises:
            ValueError: There is no such engine.
        """
        if engine not in get_args(Engine):
            raise ValueError(f"There is no validator {engine!r}; there are {', '.join(get_args(Engine))}.")
        return cls(
            coerce=cast(Mode, options.coerce),
            reject=options.unknown_arguments == "reject",
            with_schema=options.errors == "with_schema",
            engine=engine,
        )


class Read(NamedTuple):
    """What was sent for an object, read as one, or why it cannot be.

    Attributes:
        value: The object; empty beside a refusal.
        decoded: It was sent as text.
        refusal: None for an object.
        text: No text in it has more code points, where that is known.
    """

    value: JsonObject
    decoded: bool = False
    refusal: Refusal | None = None
    text: int | None = None


def read_first(value: Json, rules: Rules, code: str) -> Read:
    """Read all that was sent as an object, as :func:`read_object` does, if it is JSON and not too large."""
    fault, text = measured(value, rules.bounds)
    if fault is not None:
        return Read({}, refusal=refuse(fault.code, fault.pointer, fault.message))
    # decoding makes no text longer, so that its size holds for what it holds
    if type(value) is dict:
        return Read(value, text=text)
    return read_object(value, (), rules, code)._replace(text=text)


def read_object(value: Json, pointer: Pointer, rules: Rules, code: str = "arguments-not-object") -> Read:
    """Read what was sent for an object: nothing, an object, or text that holds one, in at most two steps.

    Args:
        value: What was sent; None and blank text mean ``{}``.
        pointer: Where it was sent.
        rules: For the bounds of text.
        code: Of the refusal.
    """
    if isinstance(value, dict):
        return Read(value)
    if value is None or (isinstance(value, str) and not value.strip(_BLANKS)):
        return Read({})
    name = _name_of(pointer)
    for _ in range(_STEPS):
        if not isinstance(value, str):
            break
        try:
            value = decode_json(value, rules.bounds)
        except TextError as why:
            message = f"{name} must be an object, and is text that does not hold one: {str(why)[:_WHY_AT_MOST]}"
            return Read({}, refusal=refuse(code, pointer, message))
        if isinstance(value, dict):
            return Read(value, decoded=True)
    kind = "text that holds text" if isinstance(value, str) else wording.brief(value)
    return Read({}, refusal=refuse(code, pointer, f"{name} must be an object, not {kind}."))


def _name_of(pointer: Pointer) -> str:
    return wording.place(pointer) if pointer else "`arguments`"


def refuse(code: str, pointer: Pointer, message: str, reason: str = "") -> Refusal:
    """Return a refusal that says that nothing was done; ``reason`` is for the server only."""
    return Refusal(code, pointer, f"{message} {NOTHING_EXECUTED}", reason or message)


def refused_by(error: CodecError, pointer: Pointer = ()) -> Refusal:
    """Return the refusal that a codec's error is; ``pointer`` is where the codec's value was sent."""
    return refuse(error.code, pointer + error.pointer, str(error))


def check_arguments(
    target: Target,
    sent: Lifted,
    rules: Rules,
    read_so_far: Iterable[tuple[Pointer, What]] = (),
    lowered: Sent | None = None,
    text: int | None = None,
) -> Resolution | Refusal:
    """Read, coerce, strip and judge the arguments of a tool: all that comes after the tool is known.

    Args:
        target: The tool as this caller sees it now.
        sent: What was sent for its arguments, and where its places were sent.
        rules: How calls are treated.
        read_so_far: Where text was read as what it says on the way here; pointers into what was sent.
        lowered: The tool's schema as it was sent, where it was sent by itself and lowered.
        text: No text that was sent has more code points, where that is known.
    """
    tool = target.member.tool
    at = sent.locate(())
    read = read_object(sent.value, at, rules)
    if read.refusal is not None:
        return shown(read.refusal, target, rules)
    done: list[tuple[Pointer, What]] = [*read_so_far, (at, "json")] if read.decoded else list(read_so_far)
    value: Json = read.value
    if lowered is not None:
        try:
            lifted, told = lowered.lift(value, rules.coerce, rules.bounds)
        except CodecError as error:
            refusal = refuse(error.code, sent.locate(error.pointer), str(error))
            return shown(refusal, target, rules)
        done += [(sent.locate(place), what) for place, what in told]
        value, sent = lifted.value, lifted.within(sent)
    coerced = target.input.coercer.coerce(value, rules.coerce, rules.bounds)
    stripped = strip(coerced.value, target.input.shape)
    unknown = stripped.undeclared if rules.reject else ()
    validator = target.input.validator
    if unknown or not validator.valid(stripped.value, text):
        violations = [_unknown(at) for at in unknown] + validator.errors(stripped.value)
        return shown(_refusal(violations, target.input.shape, sent), target, rules)
    if coerced.coerced:
        done += [(sent.locate(place), what) for place, what in coerced.coerced]
    if done:
        done.sort(key=lambda item: sort_key(item[0]))
    places = tuple(sorted(map(sent.locate, stripped.places), key=sort_key)) if stripped.places else ()
    return Resolution(tool.name, stripped.value, tool.timeout_ms, tuple(done), places)


def shown(refusal: Refusal, target: Target, rules: Rules) -> Refusal:
    """Return a refusal of a call whose tool is known, with the tool's schema where the rules ask for it."""
    return replace(refusal, schema=target.described_schema) if rules.with_schema else refusal


def _refusal(violations: list[Violation], root: Shape, sent: Lifted) -> Refusal:
    """Return the refusal of arguments for all that does not fit them, unknown names among it."""
    found = sorted(violations, key=lambda item: sort_key(item.pointer))
    names = [_is_name(item) for item in found]
    worded = [
        _worded(item, root, guess=index < _SHOWN_AT_MOST) if is_name else item
        for index, (item, is_name) in enumerate(zip(found, names, strict=True))
    ]
    said = [item.message for item in worded[:_SHOWN_AT_MOST]]
    if len(worded) > _SHOWN_AT_MOST:
        said.append(f"{len(worded) - _SHOWN_AT_MOST} more do not fit.")
    placed = tuple([replace(item, pointer=sent.locate(item.pointer)) for item in worded])
    code = "argument-unknown" if all(names) else "arguments-invalid"
    return replace(refuse(code, placed[0].pointer, " ".join(said)), violations=placed)


def _unknown(at: Pointer) -> Violation:
    return Violation(at, "false", "", ())


def _is_name(violation: Violation) -> bool:
    """Tell whether a violation is that of a name that nothing is allowed at: as good as one that is not known."""
    return violation.keyword == "false" and bool(violation.pointer) and isinstance(violation.pointer[-1], str)


def _worded(violation: Violation, root: Shape, *, guess: bool) -> Violation:
    at = violation.pointer
    hint = _near(str(at[-1]), root, at[:-1]) if guess else ""
    return replace(violation, message=f"There is no argument {wording.place(at)}.{' ' if hint else ''}{hint}")


def _near(name: str, shape: Shape, at: Pointer) -> str:
    """Return the guess which declared name of the object at a place was meant, or the empty text."""
    if len(name) > _GUESSED_AT_MOST:
        return ""
    for token in at:
        shape = shape.item(token) if isinstance(token, int) else shape.child(token)
    return did_you_mean(name, _welcome(shape, name))


def _welcome(shape: Shape, name: str) -> Sequence[str]:
    """Return the declared names at which an object takes something; the name that was sent is none of them."""
    refused = {
        declared
        for item in shape.applied
        for declared, schema in members(item.schema, "properties").items()
        if is_false(schema)
    }
    return [declared for declared in shape.names if declared not in refused and declared != name]
