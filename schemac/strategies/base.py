"""What every strategy gives: from a group's visible members to schema, codec and losses (docs/spec, chapter STR).

A strategy works in two steps, so that callers who see a member alike share the work on it: ``prepare`` takes one
member, ``assemble`` takes those that one caller sees. Neither may fail for members that ``prepare`` took at author
time, and neither knows of permissions: members arrive pruned.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from schemac.catalog.members import Member
from schemac.catalog.options import Options
from schemac.jsonschema.codec import Codec, CodecError, Lifted, Loss
from schemac.jsonschema.keywords import Dialect
from schemac.pointer import Pointer
from schemac.values import Json, JsonObject, type_of

ARGUMENTS = "arguments"
"""The argument of a facade that holds the arguments of the member."""

_NAMED_AT_MOST = 8
_QUOTED_AT_MOST = 128  # as many as a tool's name may have


@dataclass(frozen=True, slots=True, eq=False)
class Settings:
    """What a strategy needs to know besides the members; a plan makes one for each facade, compared by identity.

    Attributes:
        discriminator: The argument that names the member.
        dialect: The dialect into which schemas are moved.
        options: The domain's options.
        envelope: The target refuses combinators at the root of an input schema.
        kept: What a strategy keeps from one member to the next, such as variants of one tool, which share most of
            their schemas. Whoever fills it bounds it; nothing depends on what is in it.
    """

    discriminator: str
    dialect: Dialect
    options: Options
    envelope: bool = False
    kept: dict[Any, Any] = field(default_factory=dict)


class Call(NamedTuple):
    """A call of a member: what a strategy's codec takes out to the wire and brings back.

    Attributes:
        name: The member's name on the wire, as the facade's enum has it.
        arguments: Its arguments; what was sent for them, unread, when lifted.
        named_at: Where the name stood in what was sent; of no meaning when encoded.
    """

    name: str
    arguments: Json
    named_at: Pointer = ()


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


class Complaint(NamedTuple):
    """Why a strategy cannot shape a facade as the author wants it; every one is an error.

    Attributes:
        code: From the catalogue.
        member: The member's name on the wire.
        pointer: The place in its input schema.
        message: A sentence for people.
        document: URI of the document that ``pointer`` points into instead, "" for the schema itself.
    """

    code: str
    member: str
    pointer: Pointer
    message: str
    document: str = ""


class Strategy(Protocol):
    """One shape of a facade.

    Attributes:
        name: As the option has it.
        separate: What ``prepare`` makes of a member is a document of its own, which rides beside the facade's schema.
    """

    name: str
    separate: bool

    def prepare(self, member: Member, settings: Settings) -> Prepared:
        """Make one member ready; called once per member and variant."""

    def assemble(self, members: Mapping[str, Prepared], settings: Settings) -> FacadeForm:
        """Return the form of a facade for at least one member; ``members`` by wire name, in the order of the lines."""

    def check(self, members: Mapping[str, Prepared], settings: Settings) -> Iterable[Complaint]:  # noqa: ARG002 - most strategies take any members
        """Return what is wrong with the members of a facade, all of them visible; asked at author time."""
        return ()


def selector_codec(discriminator: str, known: Container[str]) -> Codec[Call, Json]:
    """Return the codec of forms that nest the member's arguments: ``{discriminator: name, arguments: {…}}``.

    Args:
        discriminator: The argument that names the member.
        known: The members' names; kept, so best what is kept anyway.
    """

    def encode(call: Call) -> Json:
        return {discriminator: call.name, ARGUMENTS: call.arguments}

    def lift(value: Json) -> Lifted:
        name = select(value, discriminator, known)
        refuse_others(value, (discriminator, ARGUMENTS), f"put {{}} inside `{ARGUMENTS}`")
        return Lifted(Call(name, value.get(ARGUMENTS), (discriminator,)), _inside_arguments)

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


def select(value: Json, discriminator: str, known: Container[str]) -> str:
    """Return which member a facade's arguments name.

    Raises:
        CodecError: They are no object (``call-not-object``), name nothing (``tool-not-named``), or name none that this
            caller sees (``tool-unknown``): the same for hidden and for unknown ones.
    """
    if not isinstance(value, dict):
        raise CodecError("call-not-object", (), f"The arguments of a call are an object, not {type_of(value)}.")
    name = value.get(discriminator)
    if name is None:
        raise CodecError("tool-not-named", (), f"`{discriminator}` is missing: it says which tool is meant.")
    if not isinstance(name, str) or name not in known:
        raise CodecError("tool-unknown", (discriminator,), unknown_tool(name, discriminator))
    return name


def unknown_tool(name: Json, discriminator: str = "") -> str:
    """Return the sentence for a name that reaches nothing; the same whether there is a hidden tool of that name.

    Args:
        name: What was sent for a name.
        discriminator: The argument in which it was sent; "" for the name of the call itself.
    """
    said = quoted(name) if isinstance(name, str) else f"a value of type {type_of(name)}"
    return f"`{discriminator}` names no tool here: {said}." if discriminator else f"There is no tool called {said}."


def refuse_others(value: JsonObject, declared: Container[str], cure: str) -> None:
    """Refuse keys that stand beside those that a form declares.

    Args:
        value: What was sent.
        declared: The keys that the form has.
        cure: What to do instead; ``{}`` in it becomes ``it`` or ``them``.

    Raises:
        CodecError: There are any; it points at the first and names the first few.
    """
    others = [key for key in value if key not in declared]
    if others:
        said = ", ".join(map(quoted, others[:_NAMED_AT_MOST]))
        many = len(others) > 1
        more = f" and {len(others) - _NAMED_AT_MOST} more" if len(others) > _NAMED_AT_MOST else ""
        verb = "are no arguments" if many else "is no argument"
        message = f"{said}{more} {verb} here; {cure.format('them' if many else 'it')}."
        raise CodecError("argument-misplaced", (others[0],), message)


def quoted(text: str) -> str:
    """Return a text that a caller sent as a sentence quotes it: of bounded length, in printable characters."""
    return repr(text if len(text) <= _QUOTED_AT_MOST else f"{text[:_QUOTED_AT_MOST]}…")
