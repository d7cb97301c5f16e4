"""The shown and the enforced form of one subschema under way, copied when first changed (docs/spec, chapter GAT)."""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from schemac.jsonschema.closed import Removed
from schemac.jsonschema.keywords import Dialect
from schemac.jsonschema.prune.model import DefaultFor, Moved
from schemac.jsonschema.prune.skeleton import NO_NAMES
from schemac.pointer import Pointer
from schemac.values import Json, JsonObject, Schema

Note: TypeAlias = tuple[Pointer, Removed | Moved | DefaultFor]
"""Something to know about a place of a result, the place being relative to the result."""

DROP: Final = object()
"""Stands for the value of a keyword that goes."""


class Result(NamedTuple):
    """A subschema after pruning; both forms are the input, the same object, where nothing changed."""

    shown: Schema
    enforced: Schema
    notes: tuple[Note, ...] = ()


def refusing(dialect: Dialect) -> Schema:
    """Return a schema that accepts nothing: ``false``, or ``{"not": {}}`` where a schema cannot be a boolean."""
    return False if dialect.booleans else {"not": {}}


class Edit:
    """Changes to one subschema; its two forms stay one object until they differ."""

    __slots__ = ("_names", "_patterns", "_removed", "enforced", "notes", "schema", "shown")

    def __init__(self, schema: JsonObject) -> None:
        self.schema = schema
        self.shown: JsonObject = schema
        self.enforced: JsonObject = schema
        self.notes: list[Note] = []
        self._removed: bool | None = None
        self._names = NO_NAMES
        self._patterns: tuple[str, ...] = ()

    def put(self, keyword: str, shown: Json, enforced: Json) -> None:
        """Set a keyword in both forms; :data:`DROP` takes it out."""
        if self.shown is self.schema:
            self.shown = self.enforced = dict(self.schema)
        if shown is not enforced and self.enforced is self.shown:
            self.enforced = dict(self.shown)
        _put(self.shown, keyword, shown)
        if self.enforced is not self.shown:
            _put(self.enforced, keyword, enforced)

    def take(self, result: Result, *at: str | int) -> None:
        """Take over the notes of a subschema that now stands at ``at``."""
        self.notes.extend([(at + pointer, note) for pointer, note in result.notes])

    def moved(self, now: Pointer, was: Pointer) -> None:
        """Note that a list item now stands at ``now`` (relative) and was authored at ``was`` (from the definition)."""
        self.notes.append((now, Moved(was)))

    def removed(
        self, names: frozenset[str] = NO_NAMES, patterns: tuple[str, ...] = (), *, nameless: bool = True
    ) -> None:
        """Note that something was taken out here."""
        self._removed = nameless or bool(self._removed)
        self._names |= names
        self._patterns += patterns

    def result(self) -> Result:
        """Return both forms with their notes."""
        if self._removed is not None:
            self.notes.append(((), Removed(self._names, self._patterns, self._removed)))
        return Result(self.shown, self.enforced, tuple(self.notes))


def _put(schema: JsonObject, keyword: str, value: Json) -> None:
    if value is DROP:
        schema.pop(keyword, None)
    else:
        schema[keyword] = value
