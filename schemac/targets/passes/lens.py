"""The two ways of a value through a lowered schema (docs/spec, chapter TGT).

A lens takes a value of the original schema to the one that the lowered schema accepts (``encode``) and back (``lift``).
Lenses exist only where something changes: a place whose values stay as they are has none. A value that a lens does not
know is passed on unchanged, since dispatch judges what is lifted by the original schema anyway; only what has no
meaning at all, such as a key given twice, is refused.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Container, Iterable, Mapping, Sequence
from functools import cached_property, partial
from typing import Final, NamedTuple, TypeAlias

from schemac.jsonschema.codec import IDENTITY, Codec, CodecError, Lifted
from schemac.pointer import Pointer
from schemac.text import TextError, decode_json
from schemac.values import Json, freeze, type_of

KEY: Final = "key"
"""The member of an entry that holds the name."""
VALUE: Final = "value"
"""The member of an entry that holds the value."""


class Lens(ABC):
    """One place's way out to the wire and back. Neither way changes what it is given."""

    @abstractmethod
    def encode(self, value: Json) -> Json:
        """Return what the lowered schema takes for a value of the original."""

    @abstractmethod
    def lift(self, value: Json) -> Json:
        """Return the value of the original for one that was sent.

        Raises:
            CodecError: It has no meaning; the pointer starts at this place.
        """

    def trace(self, sent: Json, pointer: Pointer) -> Pointer:  # noqa: ARG002 - for those that move values
        """Return where in the value that was sent a place of the lifted one came from."""
        return pointer


MaybeLens: TypeAlias = Lens | None
"""None for a place whose values stay as they are."""


def codec_of(lens: MaybeLens) -> Codec[Json, Json]:
    """Return the codec of a whole schema."""
    if lens is None:
        return IDENTITY
    return Codec(encode=lens.encode, lift=partial(_lifted, lens))


def _lifted(lens: Lens, sent: Json) -> Lifted:
    return Lifted(lens.lift(sent), partial(lens.trace, sent))


def chained(inner: Codec[Json, Json], outer: Codec[Json, Json]) -> Codec[Json, Json]:
    """Return the codec of two steps of lowering, ``inner`` the first."""
    if inner is IDENTITY or outer is IDENTITY:
        return outer if inner is IDENTITY else inner

    def lift(sent: Json) -> Lifted:
        half = outer.lift(sent)
        try:
            whole = inner.lift(half.value)
        except CodecError as error:
            raise CodecError(error.code, half.locate(error.pointer), str(error)) from None
        return Lifted(whole.value, lambda pointer: half.locate(whole.locate(pointer)))

    return Codec(encode=lambda value: outer.encode(inner.encode(value)), lift=lift)


class Link(Lens):
    """The lens of a definition, which may be worked out after those that use it.

    Attributes:
        target: The definition's lens, None where it has none.
    """

    def __init__(self) -> None:
        self.target: MaybeLens = None

    def encode(self, value: Json) -> Json:
        """Go the definition's way."""
        return value if self.target is None else self.target.encode(value)

    def lift(self, value: Json) -> Json:
        """Come back the definition's way."""
        return value if self.target is None else self.target.lift(value)

    def trace(self, sent: Json, pointer: Pointer) -> Pointer:
        """Ask the definition."""
        return pointer if self.target is None else self.target.trace(sent, pointer)


class TextLens(Lens):
    """A string that holds JSON. One of a choice is written as the choice has it: ``5.0`` as ``5``.

    Args:
        choices: The values there may be, where they are listed.
    """

    def __init__(self, choices: Iterable[Json] = ()) -> None:
        self._texts = {freeze(value): json_text(value) for value in choices}

    def encode(self, value: Json) -> Json:
        """Write the value as JSON text."""
        if self._texts:
            text = self._texts.get(freeze(value))
            if text is not None:
                return text
        return json_text(value)

    def lift(self, value: Json) -> Json:
        """Read the text, once; a value that is no string is taken as it is."""
        if not isinstance(value, str):
            return value
        try:
            return decode_json(value)
        except TextError as error:
            message = f"A string here holds JSON text, so text itself stands in double quotes. {error.message}"
            raise CodecError("json-text-malformed", (), message) from None


def json_text(value: Json) -> str:
    """Return the JSON text of a value, without spaces, members in order."""
    return _JSON.encode(value)


_JSON: Final = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))


class ArrayLens(Lens):
    """An array, item by item.

    Args:
        first: The lenses of the first items, by position.
        rest: The lens of all others.
    """

    def __init__(self, rest: MaybeLens, first: Sequence[MaybeLens] = ()) -> None:
        self._first = first
        self._rest = rest

    def _at(self, index: int) -> MaybeLens:
        return self._first[index] if index < len(self._first) else self._rest

    def encode(self, value: Json) -> Json:
        """Encode each item."""
        if not isinstance(value, list):
            return value
        return [item if (lens := self._at(at)) is None else lens.encode(item) for at, item in enumerate(value)]

    def lift(self, value: Json) -> Json:
        """Lift each item."""
        if not isinstance(value, list):
            return value
        return [_child(self._at(at), item, at) for at, item in enumerate(value)]

    def trace(self, sent: Json, pointer: Pointer) -> Pointer:
        """Ask the item."""
        if not pointer or not isinstance(sent, list):
            return pointer
        index = int(pointer[0])
        lens = self._at(index)
        if lens is None or index >= len(sent):
            return pointer
        return (index, *lens.trace(sent[index], pointer[1:]))


def _child(lens: MaybeLens, value: Json, *tokens: str | int) -> Json:
    if lens is None:
        return value
    try:
        return lens.lift(value)
    except CodecError as error:
        raise CodecError(error.code, (*tokens, *error.pointer), str(error)) from None


class Member(NamedTuple):
    """What becomes of one property.

    Attributes:
        wire: Its name in the lowered schema.
        lens: How its value goes.
        absent: Null says that it is absent.
        marker: The name in the object that says an explicit null, "" where there is none.
    """

    wire: str
    lens: MaybeLens = None
    absent: bool = False
    marker: str = ""

    def encode(self, value: Json) -> Json:
        """Return the wire value of a property that is there."""
        if value is None and self.marker:
            return {self.marker: True}
        return value if self.lens is None else self.lens.encode(value)

    def means_null(self, value: Json) -> bool:
        """Tell whether a wire value is the object that says null."""
        return bool(self.marker) and isinstance(value, dict) and len(value) == 1 and value.get(self.marker) is True


class Rest(NamedTuple):
    """Where the members of an object go that it does not declare.

    Attributes:
        wire: The property that holds them, as an array of entries.
        lens: How their values go.
        absent: The property is there without any, as null.
    """

    wire: str
    lens: MaybeLens
    absent: bool


class ObjectLens(Lens):
    """An object.

    Args:
        members: The properties that something happens to.
        declared: The names of all properties.
        rest: Where other members go; None where they stay beside the properties.
        beside: The lens of other members that stay.
    """

    def __init__(
        self, members: Mapping[str, Member], declared: Container[str], rest: Rest | None, beside: MaybeLens = None
    ) -> None:
        self._members = members
        self._declared = declared
        self._rest = rest
        self._beside = beside

    @cached_property
    def _absent(self) -> Sequence[tuple[str, str]]:
        """The names that null stands for where they are absent, each with its name on the wire."""
        # Most schemas are never called: what only a call needs is made then.
        return tuple([(name, member.wire) for name, member in self._members.items() if member.absent])

    @cached_property
    def _wires(self) -> Mapping[str, str]:
        """The name of each member by its name on the wire."""
        return {member.wire: name for name, member in self._members.items()}

    def encode(self, value: Json) -> Json:
        """Rename, encode, and say what is absent."""
        if not isinstance(value, dict):
            return value
        out: dict[str, Json] = {}
        entries: list[Json] = []
        for name, item in value.items():
            member = self._members.get(name)
            if member is not None:
                out[member.wire] = member.encode(item)
            elif name in self._declared:
                out[name] = item
            elif self._rest is not None:
                entries.append(_entry(name, item, self._rest.lens))
            else:
                out[name] = item if self._beside is None else self._beside.encode(item)
        for name, wire in self._absent:
            if name not in value:
                out[wire] = None
        if self._rest is not None and (entries or self._rest.absent):
            out[self._rest.wire] = entries or None
        return out

    def lift(self, value: Json) -> Json:
        """Undo it."""
        if not isinstance(value, dict):
            return value
        out: dict[str, Json] = {}
        for wire, item in value.items():
            name = self._wires.get(wire)
            if name is None:
                if self._rest is not None and wire == self._rest.wire:
                    continue
                declared = self._beside is None or wire in self._declared
                out[wire] = item if declared else _child(self._beside, item, wire)
                continue
            member = self._members[name]
            if item is None and member.absent:
                continue
            out[name] = None if member.means_null(item) else _child(member.lens, item, wire)
        if self._rest is not None and self._rest.wire in value:
            self._add(out, value[self._rest.wire], self._rest)
        return out

    def _add(self, out: dict[str, Json], entries: Json, rest: Rest) -> None:
        if entries is None:
            return
        try:
            found = _lift_entries(entries, rest.lens)
        except CodecError as error:
            raise CodecError(error.code, (rest.wire, *error.pointer), str(error)) from None
        for at, name in enumerate(found):
            if name in self._declared or name in out:
                message = f"{name!r} is a property of its own, and is not given here."
                raise CodecError("entry-refused", (rest.wire, *_position(entries, at)), message)
        out.update(found)

    def trace(self, sent: Json, pointer: Pointer) -> Pointer:
        """Ask the member, or look among the entries."""
        if not pointer or not isinstance(sent, dict):
            return pointer
        name, below = str(pointer[0]), pointer[1:]
        member = self._members.get(name)
        if member is not None:
            item = sent.get(member.wire)
            moves = member.lens is not None and not member.means_null(item)
            return (member.wire, *(member.lens.trace(item, below) if moves and member.lens is not None else below))
        if name in self._declared or name in sent or self._rest is None:
            lens = None if name in self._declared else self._beside
            return pointer if lens is None else (name, *lens.trace(sent.get(name), below))
        return (self._rest.wire, *_trace_entries(sent.get(self._rest.wire), self._rest.lens, name, below))


def _entry(name: str, value: Json, lens: MaybeLens) -> Json:
    return {KEY: name, VALUE: value if lens is None else lens.encode(value)}


def _position(entries: Json, at: int) -> Pointer:
    return (at, KEY) if isinstance(entries, list) else ()


def _lift_entries(entries: Json, lens: MaybeLens) -> dict[str, Json]:
    """Return the object that entries stand for; an object itself is taken as it is, its values lifted."""
    if isinstance(entries, dict):
        return {name: _child(lens, item, name) for name, item in entries.items()}
    if not isinstance(entries, list):
        message = f"Here stands a list of entries with `{KEY}` and `{VALUE}`, not a value of type {type_of(entries)}."
        raise CodecError("entry-malformed", (), message)
    found: dict[str, Json] = {}
    for at, entry in enumerate(entries):
        if not isinstance(entry, dict) or not isinstance(entry.get(KEY), str) or VALUE not in entry:
            message = f"An entry is an object with `{KEY}`, a string, and `{VALUE}`."
            raise CodecError("entry-malformed", (at,), message)
        name = entry[KEY]
        if name in found:
            raise CodecError("entry-repeated", (at, KEY), f"The key {name!r} is given twice.")
        found[name] = _child(lens, entry[VALUE], at, VALUE)
    return found


def _trace_entries(entries: Json, lens: MaybeLens, name: str, below: Pointer) -> Pointer:
    if isinstance(entries, list):
        for at, entry in enumerate(entries):
            if isinstance(entry, dict) and entry.get(KEY) == name:
                return (at, VALUE, *(below if lens is None else lens.trace(entry.get(VALUE), below)))
    if isinstance(entries, dict) and name in entries:
        return (name, *(below if lens is None else lens.trace(entries[name], below)))
    return ()


class MapLens(Lens):
    """An object without declared names, as an array of entries."""

    def __init__(self, values: MaybeLens) -> None:
        self._values = values

    def encode(self, value: Json) -> Json:
        """Write each member as an entry."""
        if not isinstance(value, dict):
            return value
        return [_entry(name, item, self._values) for name, item in value.items()]

    def lift(self, value: Json) -> Json:
        """Read the entries; no key may occur twice."""
        return _lift_entries(value, self._values) if isinstance(value, (list, dict)) else value

    def trace(self, sent: Json, pointer: Pointer) -> Pointer:
        """Look among the entries."""
        if not pointer:
            return pointer
        return _trace_entries(sent, self._values, str(pointer[0]), pointer[1:])


class TypeLens(Lens):
    """A choice told apart by JSON type.

    Args:
        out: The lens by the type of the original value; a type that is not there stays as it is.
        back: The lens by the type of the wire value.
    """

    def __init__(self, out: Mapping[str, Lens], back: Mapping[str, Lens]) -> None:
        self._out = out
        self._back = back

    def encode(self, value: Json) -> Json:
        """Go the way of the value's type."""
        lens = self._out.get(type_of(value))
        return value if lens is None else lens.encode(value)

    def lift(self, value: Json) -> Json:
        """Come back the way of the wire value's type."""
        lens = self._back.get(type_of(value))
        return value if lens is None else lens.lift(value)

    def trace(self, sent: Json, pointer: Pointer) -> Pointer:
        """Ask the lens of the wire value's type."""
        lens = self._back.get(type_of(sent))
        return pointer if lens is None else lens.trace(sent, pointer)


class TagLens(Lens):
    """Objects told apart by the value of one property, which is the same on the wire.

    Args:
        name: The property.
        table: The lens by the frozen value of the property.
    """

    def __init__(self, name: str, table: Mapping[Json, MaybeLens]) -> None:
        self._name = name
        self._table = table

    def _of(self, value: Json) -> MaybeLens:
        return self._table.get(freeze(value[self._name])) if isinstance(value, dict) and self._name in value else None

    def encode(self, value: Json) -> Json:
        """Go the way that the value's tag names."""
        lens = self._of(value)
        return value if lens is None else lens.encode(value)

    def lift(self, value: Json) -> Json:
        """Come back the way that the value's tag names."""
        lens = self._of(value)
        return value if lens is None else lens.lift(value)

    def trace(self, sent: Json, pointer: Pointer) -> Pointer:
        """Ask the lens that the tag names."""
        lens = self._of(sent)
        return pointer if lens is None else lens.trace(sent, pointer)
