"""Decisions: the answers for one caller, parsed once, total ever after (docs/spec, chapter GAT)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TypeAlias

from schemac.catalog.groups import article
from schemac.findings import Finding, SchemacError, did_you_mean, finding
from schemac.pointer import Pointer
from schemac.values import Json, JsonObject, type_of

_MEMBERS = ("predicates", "tools", "values", "grants", "unlisted_tools")
_MAX_DEPTH = 256
_MAKE = " Make decisions with Decisions.granting('name', ...), or Decisions.parse({'grants': [...]}) from JSON."

Ask: TypeAlias = Callable[[str, str], Json]
"""Asked by :meth:`Decisions.ask` with a kind (predicates, tools, values) and a name."""


@dataclass(frozen=True, slots=True)
class Decisions:
    """The answers for one caller. Make them with :meth:`parse`; what was parsed never fails.

    Attributes:
        predicates: Name to true, false or None (unknown).
        tools: Tool name to the answer of an outside authoriser; only true lets the tool be seen.
        values: Values that ``x-default-for`` may name.
        grants: With grants, every predicate without an entry is answered: true iff it is granted. None: unknown.
        unlisted_allowed: Whether a tool without an entry in ``tools`` may be seen.
    """

    predicates: Mapping[str, bool | None] = field(default_factory=dict)
    tools: Mapping[str, bool | None] = field(default_factory=dict)
    values: Mapping[str, Json] = field(default_factory=dict)
    grants: frozenset[str] | None = None
    unlisted_allowed: bool = True

    def __post_init__(self) -> None:
        """Refuse what would be answered otherwise than it reads: a text as grants grants each part of it.

        Raises:
            TypeError: A field is of another type.
        """
        for name in ("predicates", "tools", "values"):
            if not isinstance(getattr(self, name), Mapping):
                raise TypeError(f"The {name} of Decisions are a mapping, not {_python(getattr(self, name))}.{_MAKE}")
        for answer in (*self.predicates.values(), *self.tools.values()):
            if answer is not None and not isinstance(answer, bool):
                raise TypeError(f"An answer of Decisions is True, False or None, not {_python(answer)}.{_MAKE}")
        if self.grants is not None and not isinstance(self.grants, frozenset):
            raise TypeError(f"The grants of Decisions are a frozenset of names, not {_python(self.grants)}.{_MAKE}")

    @classmethod
    def parse(cls, value: Json, pointer: Pointer = ()) -> Decisions:
        """Read decisions from their JSON form.

        Args:
            value: ``{predicates: {name: true|false|null}, tools: {name: true|false|null}, values: {key: any},
                grants: [name], unlisted_tools: allow}``, every member optional.
            pointer: Where it stands; findings point there and below.

        Raises:
            SchemacError: It is malformed (``decisions-malformed``); it says everything that is.
        """
        if isinstance(value, cls):
            return value
        found: list[Finding] = []
        if not isinstance(value, Mapping):
            raise SchemacError([_malformed(pointer, f"Decisions are an object, not {_kind(value)}.")])
        for name in value:
            if name not in _MEMBERS:
                hint = did_you_mean(name, _MEMBERS) if isinstance(name, str) else ""
                found.append(_malformed((*pointer, str(name)), f"Decisions have no member {name!r}.", hint))
        grants = value.get("grants")
        if "grants" in value and not _names(grants):
            found.append(_malformed((*pointer, "grants"), "The grants are a list of predicate names."))
        answers = {
            kind: _answers(value.get(kind), (*pointer, kind), found)
            for kind in ("predicates", "tools")
            if kind in value
        }
        values = _values(value.get("values"), (*pointer, "values"), found) if "values" in value else {}
        if found:
            raise SchemacError(found)
        return cls(
            predicates=MappingProxyType(answers.get("predicates", {})),
            tools=MappingProxyType(answers.get("tools", {})),
            values=MappingProxyType(values),
            grants=None if grants is None else frozenset(grants),
            unlisted_allowed=value.get("unlisted_tools", "allow") == "allow",
        )

    @classmethod
    def granting(cls, *names: str) -> Decisions:
        """Return decisions that answer every predicate: those named true, all others false.

        Raises:
            TypeError: A name is no text; a list of names is given as ``granting(*names)``.
        """
        given: tuple[object, ...] = names
        for name in given:
            if not isinstance(name, str):
                spread = " Write Decisions.granting(*names)." if isinstance(name, Iterable) else ""
                raise TypeError(f"Decisions.granting takes names of predicates, not {_python(name)}.{spread}")
        return cls(grants=frozenset(names))

    def answer(self, predicate: str) -> bool | None:
        """Return the answer for a predicate: its entry, else what the grants imply, else None for unknown."""
        if predicate in self.predicates:
            return self.predicates[predicate]
        return None if self.grants is None else predicate in self.grants

    def allows(self, tool: str) -> bool:
        """Tell whether the outside authoriser lets a tool be seen."""
        if tool in self.tools:
            return self.tools[tool] is True
        return self.unlisted_allowed

    def to_json(self) -> JsonObject:
        """Return them as :meth:`parse` reads them."""
        found: JsonObject = {}
        if self.predicates:
            found["predicates"] = dict(self.predicates)
        if self.tools:
            found["tools"] = dict(self.tools)
        if self.values:
            found["values"] = dict(self.values)
        if self.grants is not None:
            found["grants"] = sorted(self.grants)
        if not self.unlisted_allowed:
            found["unlisted_tools"] = "deny"
        return found


def expect_decisions(value: object) -> Decisions:
    """Return decisions as they are.

    Raises:
        TypeError: They are something else; the message says how decisions are made.
    """
    if isinstance(value, Decisions):
        return value
    raise TypeError(f"The caller's decisions are a Decisions, not {_python(value)}.{_MAKE}")


NOTHING = Decisions()
"""No answer to anything: every predicate is unknown, so every gated tool is hidden."""


def merged(layers: Iterable[Decisions]) -> Decisions:
    """Return the decisions of several layers together (docs/spec, chapter CLI).

    Later entries override earlier ones, except that an explicit false or unknown stays; grants add up, and a grant
    never turns an explicit answer around.
    """
    predicates: dict[str, bool | None] = {}
    tools: dict[str, bool | None] = {}
    values: dict[str, Json] = {}
    grants: frozenset[str] | None = None
    unlisted = True
    for layer in layers:
        _strictest(predicates, layer.predicates)
        _strictest(tools, layer.tools)
        values.update(layer.values)
        if layer.grants is not None:
            grants = layer.grants | (grants or frozenset())
        unlisted = unlisted and layer.unlisted_allowed
    return Decisions(MappingProxyType(predicates), MappingProxyType(tools), MappingProxyType(values), grants, unlisted)


def _strictest(into: dict[str, bool | None], layer: Mapping[str, bool | None]) -> None:
    for name, answer in layer.items():
        if into.get(name) is not False:
            into[name] = answer


def _python(value: object) -> str:
    kind = type(value).__name__
    return f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}" + (f" ({value!r})" if isinstance(value, (str, int)) else "")


def _malformed(pointer: Pointer, message: str, hint: str = "") -> Finding:
    return finding("decisions-malformed", pointer, message, hint or None)


def _kind(value: Json) -> str:
    known = value is None or isinstance(value, (bool, int, float, str, list, dict))
    return article(type_of(value)) if known else f"a Python {type(value).__name__}"


def _names(value: Json) -> bool:
    return isinstance(value, (list, tuple, set, frozenset)) and all(isinstance(name, str) for name in value)


def _answers(value: Json, pointer: Pointer, found: list[Finding]) -> dict[str, bool | None]:
    if not isinstance(value, Mapping):
        found.append(_malformed(pointer, f"The {pointer[-1]} are an object of answers, not {_kind(value)}."))
        return {}
    good: dict[str, bool | None] = {}
    for name, answer in value.items():
        if not isinstance(name, str):
            found.append(_malformed((*pointer, str(name)), f"A name is a text, not {_kind(name)}."))
        elif answer is not None and not isinstance(answer, bool):
            message = f"An answer is true, false or null, not {_kind(answer)}."
            found.append(_malformed((*pointer, name), message))
        else:
            good[name] = answer
    return good


def _values(value: Json, pointer: Pointer, found: list[Finding]) -> dict[str, Json]:
    if not isinstance(value, Mapping):
        found.append(_malformed(pointer, f"The values are an object, not {_kind(value)}."))
        return {}
    good: dict[str, Json] = {}
    for name, item in value.items():
        if not isinstance(name, str):
            found.append(_malformed((*pointer, str(name)), f"A key is a text, not {_kind(name)}."))
            continue
        try:
            good[name] = _json_copy(item, _MAX_DEPTH)
        except ValueError as why:
            found.append(_malformed((*pointer, name), str(why)))
    return good


def _json_copy(value: Json, depth: int) -> Json:
    """Return a private copy of a JSON value; raise ValueError for anything else."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        if not value.isascii() and any("\ud800" <= character <= "\udfff" for character in value):
            raise ValueError("A text holds half of a surrogate pair.")
        return value
    if isinstance(value, int):
        return int(value)
    if isinstance(value, float):
        if not math.isfinite(value):
            raise ValueError("NaN and Infinity are not JSON.")
        return int(value) if value.is_integer() else value
    if depth == 0:
        raise ValueError(f"A value nests more than {_MAX_DEPTH} levels.")
    if isinstance(value, list):
        return [_json_copy(item, depth - 1) for item in value]
    if isinstance(value, dict) and all(isinstance(name, str) for name in value):
        # members in one order, so that equal values give equal bytes
        return {_json_copy(name, depth): _json_copy(value[name], depth - 1) for name in sorted(value)}
    raise ValueError(f"A Python {type(value).__name__} is not JSON.")
