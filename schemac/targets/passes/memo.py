"""What was lowered once need not be lowered again where it stands again, in this schema or another (chapter TGT).

Tools of one server share much: definitions, and small subschemas such as ``{"type": "string"}``. What they become
depends on what they say alone, so it is kept by content, in tables that are bounded and hold results only.
"""

from __future__ import annotations

import marshal
from collections.abc import Hashable
from itertools import count
from typing import Final, Generic, NamedTuple, TypeAlias, TypeVar

from schemac.jsonschema.codec import Action
from schemac.pointer import Pointer
from schemac.targets.passes.budget import Spent
from schemac.targets.passes.losses import Noted
from schemac.targets.passes.lowered import Lowered
from schemac.values import Schema

MOST_ENTRIES: Final = 4_096
"""A table with more starts anew."""
LONGEST_CONTENT: Final = 4_096
"""Subschemas whose content takes more bytes are not kept."""

PlaceKey: TypeAlias = tuple[bytes, bool, int]
"""A place's content, whether null must be free, and the number of what it refers to, -1 if that is nothing."""

Key = TypeVar("Key", bound=Hashable)
Entry = TypeVar("Entry")


class Memo(Generic[Key, Entry]):
    """A bounded table. Entries never change, so that two threads that make one at once make the same."""

    def __init__(self) -> None:
        self._entries: dict[Key, Entry] = {}

    def get(self, key: Key) -> Entry | None:
        """Return an entry; None where there is none."""
        return self._entries.get(key)

    def keep(self, key: Key, entry: Entry) -> Entry:
        """Keep an entry, and return it."""
        if len(self._entries) >= MOST_ENTRIES:
            self._entries = {}
        self._entries[key] = entry
        return entry


class Numbers(Generic[Key]):
    """A number for each of many keys; equal ones get the same as long as it is remembered, others never."""

    def __init__(self) -> None:
        self._memo: Memo[Key, int] = Memo()
        self._fresh = count()

    def of(self, key: Key) -> int:
        """Return the number of a key."""
        found = self._memo.get(key)
        return self._memo.keep(key, next(self._fresh)) if found is None else found


def as_written(lowered: Lowered, written: Schema, schema: Schema) -> Lowered:
    """Return what became of a schema for another that says the same: what did not change is the other one itself."""
    if lowered.schema is not written:
        return lowered
    return Lowered(schema, lowered.lens, lowered.wire, lowered.marker)


def content(schema: Schema) -> bytes | None:
    """Return a key that is equal only for equal schemas, with members in the same order; None for what is too long."""
    try:
        # Version 2 writes each value out, whatever object it is.
        found = marshal.dumps(schema, 2)
    except ValueError:
        return None  # something that only behaves like JSON
    return found if len(found) <= LONGEST_CONTENT else None


class KeptPlace(NamedTuple):
    """A place, lowered: one without references, or one that is nothing else.

    Attributes:
        written: The schema.
        lowered: What it became.
        lost: What was lost: where below the place, the keyword, what became of it, and why.
        spent: What it took.
        settled: Lowering it again changes nothing.
    """

    written: Schema
    lowered: Lowered
    lost: tuple[tuple[Pointer, str, Action, str], ...]
    spent: Spent
    settled: bool


class KeptDefinition(NamedTuple):
    """A definition, lowered.

    Attributes:
        written: The schema.
        lowered: What it became.
        noted: What was lost.
        referred: The definitions that the result refers to; None where that is not known.
    """

    written: Schema
    lowered: Lowered
    noted: Noted
    referred: tuple[str, ...] | None


class KeptComponent(NamedTuple):
    """Definitions that refer to each other, or a single one, lowered.

    Attributes:
        definitions: By key.
        spent: What they took.
        settled: Lowering them again changes nothing.
    """

    definitions: dict[str, KeptDefinition]
    spent: Spent
    settled: bool
