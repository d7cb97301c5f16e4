"""``discriminated_union``: one branch for each member, told apart by a constant (docs/spec, chapter STR).

The root has ``type: object``, which MCP demands, beside ``oneOf``. For targets that refuse combinators at the root the
same union sits in an envelope, ``{"call": …}``. Definitions of all members are hoisted to the facade's root, and equal
ones are shared.
"""

from __future__ import annotations

from collections.abc import Container, Mapping

from schemac.catalog.members import Member
from schemac.jsonschema.codec import Codec, CodecError, Lifted
from schemac.jsonschema.embed import merge
from schemac.jsonschema.equality import analyse
from schemac.jsonschema.keywords import DRAFT_04, Dialect
from schemac.strategies.base import (
    ARGUMENTS,
    Call,
    FacadeForm,
    Prepared,
    Settings,
    Strategy,
    refuse_others,
    selector_codec,
)
from schemac.strategies.moving import moved
from schemac.values import Json, JsonObject, Schema

ENVELOPE = "call"


class DiscriminatedUnion(Strategy):
    """See the module."""

    name = "discriminated_union"
    separate = False

    def prepare(self, member: Member, settings: Settings) -> Prepared:
        """Bring the member's schema into the facade's dialect, and find out what merging needs to know of it."""
        module, losses, stripped = moved(member.input.shown, settings.dialect)
        return Prepared(analyse(module), losses, stripped)

    def assemble(self, members: Mapping[str, Prepared], settings: Settings) -> FacadeForm:
        """Return the union, in an envelope where the settings ask for one."""
        embedded = merge({name: prepared.value for name, prepared in members.items()}, settings.dialect)
        branches = [_branch(name, embedded.schemas[name], settings) for name in members]
        schema: JsonObject = {"type": "object"}
        if settings.envelope:
            schema["properties"] = {ENVELOPE: {"anyOf": branches}}
            schema["required"] = [ENVELOPE]
        else:
            schema["oneOf"] = branches
        if embedded.definitions:
            schema[settings.dialect.definitions] = embedded.definitions
        return FacadeForm(schema, _codec(settings, members))


def _branch(name: str, arguments: Schema, settings: Settings) -> JsonObject:
    return {
        "type": "object",
        "properties": {settings.discriminator: _constant(name, settings.dialect), ARGUMENTS: arguments},
        "required": [settings.discriminator, ARGUMENTS],
    }


def _constant(name: str, dialect: Dialect) -> JsonObject:
    return {"type": "string", "enum": [name]} if dialect is DRAFT_04 else {"type": "string", "const": name}


def _codec(settings: Settings, known: Container[str]) -> Codec[Call, Json]:
    """Return the codec of the union, which lifts calls with and without the envelope."""
    bare = selector_codec(settings.discriminator, known)

    def encode(call: Call) -> Json:
        return {ENVELOPE: bare.encode(call)} if settings.envelope else bare.encode(call)

    def lift(value: Json) -> Lifted:
        if not isinstance(value, dict) or ENVELOPE not in value or settings.discriminator in value:
            return bare.lift(value)
        refuse_others(value, (ENVELOPE,), f"put {{}} inside `{ENVELOPE}`")
        try:
            lifted = bare.lift(value[ENVELOPE])
        except CodecError as refused:
            raise CodecError(refused.code, (ENVELOPE, *refused.pointer), str(refused)) from None
        call: Call = lifted.value
        named_at = (ENVELOPE, *call.named_at)
        return Lifted(call._replace(named_at=named_at), lambda pointer: (ENVELOPE, *lifted.locate(pointer)))

    return Codec(encode, lift)
