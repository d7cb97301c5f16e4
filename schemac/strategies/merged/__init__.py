"""``merged``: one object with the discriminator and the union of the members' fields (docs/spec, chapter STR).

The law that it keeps: what a member accepts, as dispatch reads calls, the merged schema accepts. So a field has what
each member that declares it accepts, and what members that take any name accept under it; and nothing but
``properties`` and ``required`` restricts the whole. Which member needs which field stands in the descriptions, and
dispatch holds each call to its member's own schema.

The parts: :mod:`.accepted` (what one member accepts under a name), :mod:`.fields` (all that one member brings),
:mod:`.choices` (what is alike among members), :mod:`.obligations` (the words), :mod:`.assembly` (the facade).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from schemac.catalog.members import Member
from schemac.jsonschema.codec import Codec, Lifted, Loss
from schemac.jsonschema.module import Module
from schemac.pointer import Pointer
from schemac.strategies.base import ARGUMENTS, Call, Complaint, FacadeForm, Prepared, Settings, Strategy, select
from schemac.strategies.merged.assembly import assemble_fields
from schemac.strategies.merged.conflicts import conflicts
from schemac.strategies.merged.fields import Fields, conjuncts, fields_of
from schemac.strategies.merged.memo import Memo
from schemac.strategies.moving import moved
from schemac.values import Json, JsonObject

_LOST: Final = (
    "patternProperties",
    "additionalProperties",
    "unevaluatedProperties",
    "propertyNames",
    "minProperties",
    "maxProperties",
    "dependentRequired",
    "dependentSchemas",
    "dependencies",
    "anyOf",
    "oneOf",
    "not",
    "if",
    "enum",
    "const",
)
"""What restricts an object and is neither ``properties`` nor ``required``."""

_WHY: Final = "a merged facade restricts arguments by properties and required alone"


class Merged(Strategy):
    """See the module."""

    name = "merged"
    separate = False

    def prepare(self, member: Member, settings: Settings) -> Prepared:
        """Find out what fields the member has, and what it accepts in them."""
        module, losses, stripped = moved(member.input.shown, settings.dialect)
        return Prepared(
            fields_of(member.input, module, Memo(settings.kept, settings.dialect)),
            (*losses, *_losses(module)),
            stripped,
        )

    def assemble(self, members: Mapping[str, Prepared], settings: Settings) -> FacadeForm:
        """Return the object that all of the members' calls fit."""
        fields: dict[str, Fields] = {name: prepared.value for name, prepared in members.items()}
        return FacadeForm(assemble_fields(fields, settings), _codec(settings.discriminator, fields))

    def check(self, members: Mapping[str, Prepared], settings: Settings) -> Iterator[Complaint]:
        """Yield the fields that are called like the discriminator, and with ``merge_conflicts: error`` conflicts."""
        fields: dict[str, Fields] = {name: prepared.value for name, prepared in members.items()}
        for name, brought in fields.items():
            if settings.discriminator in brought.named:
                place = brought.place(settings.discriminator)
                message = f"A field of {name} is called {settings.discriminator}, as is the argument that names it."
                yield Complaint("discriminator-clash", name, place.pointer, message, place.document)
        if settings.options.merge_conflicts == "error":
            yield from conflicts(fields)


def _losses(module: Module) -> Iterator[Loss]:
    """Yield what the root of a member asks of the object as a whole."""
    for item in conjuncts(module):
        definition = module.definitions[item.key]
        for keyword in _LOST:
            if keyword in item.schema and _restricts(keyword, item.schema[keyword]):
                place = definition.authored(item.pointer)
                yield Loss(place, keyword, why=_WHY, document=definition.origin.document)


def _restricts(keyword: str, value: Json) -> bool:
    """Tell whether a keyword takes something away, beyond names that the member does not declare anyway."""
    if keyword in ("additionalProperties", "unevaluatedProperties"):
        return isinstance(value, dict) and bool(value)
    if keyword == "minProperties":
        return bool(value)
    return keyword != "propertyNames" or (value is not True and value != {})


def _codec(discriminator: str, fields: Mapping[str, Fields]) -> Codec[Call, Json]:
    """Return the codec of a form in which arguments stand beside the name of the member."""
    nests = not any(brought.takes_arguments for brought in fields.values())

    def encode(call: Call) -> Json:
        others = {name: value for name, value in call.arguments.items() if name != discriminator}
        return {discriminator: call.name, **others}

    def lift(value: Json) -> Lifted:
        name = select(value, discriminator, fields)
        others: JsonObject = {key: item for key, item in value.items() if key != discriminator}
        if nests and others.keys() == {ARGUMENTS}:
            return Lifted(Call(name, others[ARGUMENTS], (discriminator,)), _inside_arguments)
        return Lifted(Call(name, others, (discriminator,)), _unmoved)

    return Codec(encode, lift)


def _inside_arguments(pointer: Pointer) -> Pointer:
    return (ARGUMENTS, *pointer)


def _unmoved(pointer: Pointer) -> Pointer:
    return pointer
