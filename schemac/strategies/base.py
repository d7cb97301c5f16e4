"""What every strategy gives: from a group's visible members to schema, codec and losses (docs/spec, chapter STR).

A strategy works in two steps, so that callers who see a member alike share the work on it: ``prepare`` takes one
member, ``assemble`` takes those that one caller sees. Neither may fail for members that ``prepare`` took at author
time, and neither knows of permissions: members arrive pruned.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from schemac.catalog.members import Member
from schemac.catalog.options import Options
from schemac.jsonschema.codec import Codec, CodecError, Lifted, Loss
from schemac.jsonschema.keywords import Dialect
from schemac.pointer import Pointer
from schemac.values import Json, JsonObject, type_of

ARGUMENTS = "arguments"
"""The argument of a facade that holds the arguments of the member."""


@dataclass(frozen=True, slots=True, eq=False)
class Settings:
    """What a strategy needs to know besides the members; a plan makes one for each facade, compared by identity.

    Attributes:
        discriminator: The argument that names the member.
        dialect: The dialect into which schemas are moved.
        options: The domain's options.
        envelope: The target refuses combinators at the root of an input schema.
    """

    discriminator: str
    dialect: Dialect
    options: Options
    envelope: bool = False


class Call(NamedTuple):
    """A call of a member: what a strategy's codec takes out to the wire and brings back.

    Attributes:
        name: The member's name on the wire, as the facade's enum has it.
        arguments: Its arguments; what was sent for them, unread, when lifted.
    """

    name: str
    arguments: Json


class Prepared(NamedTuple):
    """One member, made ready by a strategy.

    Attributes:
        value: What ``assemble`` of the same strategy takes.
        losses: What could not be kept of its schema.
        stripped: Places of keywords that cannot stand in a moved schema (``x-mcp-header``), in the authored schema.
    """

    value: Any
    losses: tuple[Loss, ...] = ()
    stripped: tuple[Pointer, ...] = ()


class FacadeForm(NamedTuple):
    """What a strategy returns for a facade: a :class:`~schemac.jsonschema.codec.Form`, and what rides beside it.

    Attributes:
        schema: The facade's input schema.
        codec: From a :class:`Call` to the facade's arguments and back.
        losses: What the form as a whole cannot keep.
        meta: Entries for the facade's ``_meta``.
        described: Whether schemas are fetched with a describe tool beside the facade.
    """

    schema: JsonObject
    codec: Codec[Call, Json]
    losses: tuple[Loss, ...] = ()
    meta: JsonObject | None = None
    described: bool = False


class Strategy(Protocol):
    """One shape of a facade."""

    name: str

    def prepare(self, member: Member, settings: Settings) -> Prepared:
        """Make one member ready; called once per member and variant."""

    def assemble(self, members: Mapping[str, Prepared], settings: Settings) -> FacadeForm:
        """Return the form of a facade for at least one member; ``members`` by wire name, in the order of the lines."""


def selector_codec(discriminator: str, names: Sequence[str]) -> Codec[Call, Json]:
    """Return the codec of forms that nest the member's arguments: ``{discriminator: name, arguments: {…}}``."""
    known = frozenset(names)

    def encode(call: Call) -> Json:
        return {discriminator: call.name, ARGUMENTS: call.arguments}

    def lift(value: Json) -> Lifted:
        name = select(value, discriminator, known, names)
        for key in value:
            if key not in (discriminator, ARGUMENTS):
                message = f"{key!r} is not an argument here; put it inside `{ARGUMENTS}`."
                raise CodecError("argument-misplaced", (key,), message)
        return Lifted(Call(name, value.get(ARGUMENTS)), _inside_arguments)

    return Codec(encode, lift)


def _inside_arguments(pointer: Pointer) -> Pointer:
    return (ARGUMENTS, *pointer)


def selector_schema(discriminator: str, names: list[str]) -> JsonObject:
    """Return the schema of a facade that says which members there are and nothing of their arguments."""
    return {
        "type": "object",
        "properties": {
            discriminator: {"type": "string", "enum": names},
            ARGUMENTS: {"type": "object"},
        },
        "required": [discriminator, ARGUMENTS],
    }


def select(value: Json, discriminator: str, known: frozenset[str], names: Sequence[str]) -> str:
    """Return which member a facade's arguments name.

    Raises:
        CodecError: They name none that this caller sees; the same for hidden and for unknown ones.
    """
    if not isinstance(value, dict):
        raise CodecError("call-not-object", (), f"The arguments of a call are an object, not {type_of(value)}.")
    name = value.get(discriminator)
    if name is None:
        raise CodecError("tool-not-named", (), f"`{discriminator}` is missing. {available(names)}")
    if not isinstance(name, str) or name not in known:
        shown = repr(name) if isinstance(name, str) else f"a value of type {type_of(name)}"
        raise CodecError(
            "tool-unknown", (discriminator,), f"`{discriminator}` names no tool here: {shown}. {available(names)}"
        )
    return name


def available(names: Sequence[str]) -> str:
    """Return the sentence that tells a model what it may call."""
    return f"Available tools: {', '.join(names)}."
