"""Gate expressions: conditions on a tool or on a part of a schema, in strong Kleene logic (docs/spec, chapter GAT).

A gate is written as a predicate's name, a list (all of), ``{"all": [...]}``, ``{"any": [...]}`` or ``{"not": gate}``.
A leaf module: schemas and tools both carry gates, and neither room knows the other.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from schemac.findings import Finding, SchemacError, did_you_mean, finding
from schemac.pointer import Pointer
from schemac.values import Json, JsonObject, type_of

Answer: TypeAlias = Callable[[str], bool | None]
"""Answers a predicate: true, false, or None for unknown. For answers in a dict, its ``get`` is the fastest."""

MAX_DEPTH = 256
"""Gates nest at most so deep, as JSON does for the loaders; deeper ones are ``gate-invalid``."""

_MEMBERS = ("all", "any", "not")


@dataclass(frozen=True, slots=True)
class Predicate:
    """Holds iff its predicate is answered true."""

    name: str

    def holds(self, answer: Answer) -> bool | None:
        """Return true, false, or None where the answers do not tell."""
        return answer(self.name)

    @property
    def predicates(self) -> tuple[str, ...]:
        """Every name it asks for, once, in order of code points."""
        return (self.name,)

    def to_json(self) -> Json:
        """Return the gate as it may be written in a manifest."""
        return self.name

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class All:
    """Holds iff every part does; false as soon as one is false."""

    parts: tuple[Gate, ...]

    def holds(self, answer: Answer) -> bool | None:
        """Return true, false, or None where the answers do not tell."""
        result: bool | None = True
        for part in self.parts:
            held = part.holds(answer)
            if held is False:
                return False
            if held is None:
                result = None
        return result

    @property
    def predicates(self) -> tuple[str, ...]:
        """Every name it asks for, once, in order of code points."""
        return _names(self)

    def to_json(self) -> Json:
        """Return the gate as it may be written in a manifest."""
        return {"all": [part.to_json() for part in self.parts]}

    def __str__(self) -> str:
        return " and ".join(map(_operand, self.parts))


@dataclass(frozen=True, slots=True)
class AnyOf:
    """Holds iff some part does; true as soon as one is true."""

    parts: tuple[Gate, ...]

    def holds(self, answer: Answer) -> bool | None:
        """Return true, false, or None where the answers do not tell."""
        result: bool | None = False
        for part in self.parts:
            held = part.holds(answer)
            if held is True:
                return True
            if held is None:
                result = None
        return result

    @property
    def predicates(self) -> tuple[str, ...]:
        """Every name it asks for, once, in order of code points."""
        return _names(self)

    def to_json(self) -> Json:
        """Return the gate as it may be written in a manifest."""
        return {"any": [part.to_json() for part in self.parts]}

    def __str__(self) -> str:
        return " or ".join(map(_operand, self.parts))


@dataclass(frozen=True, slots=True)
class Not:
    """Holds iff its part is false; ``not`` of unknown is unknown."""

    part: Gate

    def holds(self, answer: Answer) -> bool | None:
        """Return true, false, or None where the answers do not tell."""
        held = self.part.holds(answer)
        return None if held is None else not held

    @property
    def predicates(self) -> tuple[str, ...]:
        """Every name it asks for, once, in order of code points."""
        return _names(self)

    def to_json(self) -> Json:
        """Return the gate as it may be written in a manifest."""
        return {"not": self.part.to_json()}

    def __str__(self) -> str:
        return f"not {_operand(self.part)}"


Gate: TypeAlias = Predicate | All | AnyOf | Not
"""A gate: frozen, hashable, compared by how it is built."""


def all_of(gates: tuple[Gate, ...]) -> Gate:
    """Return the gate that holds iff all of at least one do, in its simplest form: one alone, repeated ones once."""
    distinct = tuple(dict.fromkeys(gates))
    return distinct[0] if len(distinct) == 1 else All(distinct)


def parse_gate(value: Json, pointer: Pointer = ()) -> Gate:
    """Read a gate from its JSON form.

    Args:
        value: What stands in the manifest.
        pointer: Where it stands; the findings point there and below.

    Raises:
        SchemacError: It is null or empty somewhere (``gate-empty``), or no gate at all (``gate-invalid``).
    """
    found: list[Finding] = []
    gate = _read(value, pointer, MAX_DEPTH, found)
    if gate is None:
        raise SchemacError(found)
    return gate


def _read(value: Json, pointer: Pointer, depth: int, found: list[Finding]) -> Gate | None:
    """Return the gate, or None after saying in ``found`` why it is none; ``depth`` levels may follow."""
    if value is None:
        found.append(finding("gate-empty", pointer, "A gate cannot be null."))
    elif depth == 0:
        found.append(finding("gate-invalid", pointer, f"Gates nest at most {MAX_DEPTH} levels."))
    elif isinstance(value, str):
        if value.strip():
            return Predicate(value)
        found.append(finding("gate-empty", pointer, "A predicate's name cannot be empty."))
    elif isinstance(value, list):
        parts = _read_parts(value, pointer, depth, found)
        return None if parts is None else All(parts)
    elif isinstance(value, dict):
        return _read_object(value, pointer, depth, found)
    else:
        message = f"A gate is a predicate's name, a list or an object, not a {type_of(value)}."
        found.append(finding("gate-invalid", pointer, message))
    return None


_OTHER_WORDS = {"and": "all", "allOf": "all", "or": "any", "anyOf": "any"}
"""What other languages call the members: by letters alone, ``and`` would be taken for ``any``, which opens the gate."""


def _member_hint(name: str) -> str:
    """Return which member was meant, or which ones there are."""
    known = _OTHER_WORDS.get(name) or _OTHER_WORDS.get(name.lower())
    if known is not None:
        return f"Did you mean {known!r}?"
    return did_you_mean(name, _MEMBERS) or "A gate object has one member: all, any or not."


def _read_object(value: JsonObject, pointer: Pointer, depth: int, found: list[Finding]) -> Gate | None:
    if not value:
        found.append(finding("gate-empty", pointer, "A gate object needs one of the members all, any, not."))
        return None
    unknown = [name for name in value if name not in _MEMBERS]
    for name in unknown:
        hint = _member_hint(name)
        found.append(finding("gate-invalid", (*pointer, name), f"A gate object has no member {name!r}.", hint))
    if unknown:
        return None
    if len(value) > 1:
        message = f"A gate object has exactly one member, and this one has {', '.join(value)}."
        found.append(finding("gate-invalid", pointer, message, "Nest them: {all: [{any: [...]}, {not: ...}]}."))
        return None
    ((name, operand),) = value.items()
    if name == "not":
        part = _read(operand, (*pointer, "not"), depth - 1, found)
        return None if part is None else Not(part)
    if operand is None or not isinstance(operand, list):
        code = "gate-empty" if operand is None else "gate-invalid"
        found.append(finding(code, (*pointer, name), f"The member {name!r} of a gate is a list of gates."))
        return None
    parts = _read_parts(operand, (*pointer, name), depth, found)
    if parts is None:
        return None
    return All(parts) if name == "all" else AnyOf(parts)


def _read_parts(value: list[Json], pointer: Pointer, depth: int, found: list[Finding]) -> tuple[Gate, ...] | None:
    if not value:
        found.append(finding("gate-empty", pointer, "A list of gates cannot be empty."))
        return None
    parts = [_read(item, (*pointer, index), depth - 1, found) for index, item in enumerate(value)]
    known = tuple(part for part in parts if part is not None)
    return known if len(known) == len(parts) else None


def _names(gate: Gate) -> tuple[str, ...]:
    names: set[str] = set()
    stack: list[Gate] = [gate]
    while stack:
        item = stack.pop()
        if isinstance(item, Predicate):
            names.add(item.name)
        elif isinstance(item, Not):
            stack.append(item.part)
        else:
            stack.extend(item.parts)
    return tuple(sorted(names))


def _operand(gate: Gate) -> str:
    """Return a part's text, in brackets where it would be read with its neighbours."""
    many = isinstance(gate, All | AnyOf) and len(gate.parts) > 1
    return f"({gate})" if many else str(gate)
