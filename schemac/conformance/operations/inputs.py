"""Reading the input of an operation, and refusing one that has the wrong shape (docs/spec, chapter CNF)."""

from __future__ import annotations

from typing import TypeVar

from schemac.pointer import Pointer
from schemac.values import Json, JsonObject, type_of

T = TypeVar("T")

_NAMES: dict[type, str] = {str: "string", dict: "object", list: "array", bool: "boolean"}


class OpError(Exception):
    """An operation refuses; the port answers with ``code`` and ``pointer``."""

    def __init__(self, code: str, pointer: Pointer, message: str) -> None:
        self.code = code
        self.pointer = pointer
        super().__init__(message)


class Input:
    """The input of one operation, with the members that it may have.

    Raises:
        OpError: ``invalid-input``, from the constructor for a member that is missing or unknown, and from the readers
            for one of another type.
    """

    def __init__(self, members: JsonObject, *, needs: tuple[str, ...] = (), takes: tuple[str, ...] = ()) -> None:
        for name in needs:
            if name not in members:
                raise OpError("invalid-input", (), f"`input` has no `{name}`.")
        for name in members:
            if name not in needs and name not in takes:
                raise OpError("invalid-input", (name,), f"`input` takes no `{name}`.")
        self._members = members

    def any(self, name: str, default: Json = None) -> Json:
        """Return a member of any type."""
        return self._members.get(name, default)

    def of(self, kind: type[T], name: str) -> T:
        """Return a member that must be there, of a type."""
        value = self._members.get(name)
        if not isinstance(value, kind):
            raise OpError("invalid-input", (name,), f"`{name}` must be of type {_NAMES[kind]}, not {type_of(value)}.")
        return value

    def maybe(self, kind: type[T], name: str) -> T | None:
        """Return a member of a type, or ``None`` where it is absent."""
        return self.of(kind, name) if name in self._members else None

    def one_of(self, name: str, choices: tuple[str, ...]) -> str:
        """Return a member that must be one of a few words."""
        value = self.of(str, name)
        if value not in choices:
            raise OpError("invalid-input", (name,), f"`{name}` must be one of {', '.join(choices)}.")
        return value
