"""Demands on ``enum``, ``const`` and ``format``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from schemac.targets.checkers.base import ToolDemand, Trouble, clipped
from schemac.targets.checkers.subject import Subject, types_of
from schemac.values import Json, JsonObject, is_integer, type_of


def _enums(subject: Subject) -> Iterator[tuple[tuple[str | int, ...], JsonObject, list[Json]]]:
    for node in subject.holding("enum"):
        values = node.schema["enum"]
        if isinstance(values, list):
            yield node.pointer, node.schema, values


@dataclass(frozen=True)
class EnumTypes(ToolDemand):
    """Every value of an enum has one of these JSON types."""

    code: ClassVar[str] = "target-enum"
    cure: ClassVar[str] = "Say the choice in the description, or let schemac lower the schema."
    kinds: tuple[str, ...]

    def check(self, subject: Subject) -> Iterator[Trouble]:
        """Yield each enum that has a value of another type."""
        for pointer, _, values in _enums(subject):
            strange = next((value for value in values if type_of(value) not in self.kinds), _NONE)
            if strange is not _NONE:
                yield Trouble((*pointer, "enum"), "enum", f"The enum has a value of type {type_of(strange)}")


@dataclass(frozen=True)
class EnumTextFilled(ToolDemand):
    """No value of an enum is the empty text."""

    code: ClassVar[str] = "target-enum"
    cure: ClassVar[str] = "Name the empty choice, or make the property optional."

    def check(self, subject: Subject) -> Iterator[Trouble]:
        """Yield each enum with an empty text."""
        for pointer, _, values in _enums(subject):
            if any(value == "" for value in values):
                yield Trouble((*pointer, "enum"), "enum", "The enum has an empty text")


@dataclass(frozen=True)
class EnumOfType(ToolDemand):
    """An enum stands beside the type ``kind``."""

    code: ClassVar[str] = "target-enum"
    cure: ClassVar[str] = "Write `type: string` beside it, or say the choice in the description."
    kind: str

    def check(self, subject: Subject) -> Iterator[Trouble]:
        """Yield each enum that stands beside another type, or beside several."""
        for pointer, schema, _ in _enums(subject):
            declared = types_of(schema)
            if declared and declared != (self.kind,):
                yield Trouble((*pointer, "enum"), "enum", f"The enum stands beside type '{clipped(declared[0])}'")


@dataclass(frozen=True)
class EnumFitsType(ToolDemand):
    """Every value of ``enum`` and ``const`` is of the type that stands beside it."""

    code: ClassVar[str] = "target-enum"
    cure: ClassVar[str] = "Take the value out, or add its type; null has a branch or a type of its own."

    def check(self, subject: Subject) -> Iterator[Trouble]:
        """Yield each enum or const with a value that its type refuses."""
        for pointer, schema, values in _enums(subject):
            declared = types_of(schema)
            if declared and not all(_is_of(value, declared) for value in values):
                yield Trouble((*pointer, "enum"), "enum", f"The enum has a value that is not of type {declared[0]}")
        for node in subject.holding("const"):
            declared = types_of(node.schema)
            if declared and not _is_of(node.schema["const"], declared):
                place = (*node.pointer, "const")
                yield Trouble(place, "const", f"The const is not of type {clipped(declared[0])}")


@dataclass(frozen=True)
class EnumTotal(ToolDemand):
    """All enums of a schema together have at most ``most`` values."""

    code: ClassVar[str] = "target-size"
    cure: ClassVar[str] = "Take a plain string and say the choices elsewhere."
    most: int

    def check(self, subject: Subject) -> Iterator[Trouble]:
        """Yield the schema if they have more."""
        count = sum(len(values) for _, _, values in _enums(subject))
        if count > self.most:
            yield Trouble(("inputSchema",), "enum values", f"The enums have {count} values, more than {self.most}")


@dataclass(frozen=True)
class EnumCharacters(ToolDemand):
    """The texts of one enum with more than ``above`` values have together at most ``most`` code points."""

    code: ClassVar[str] = "target-size"
    cure: ClassVar[str] = "Take a plain string and say the choices elsewhere."
    above: int
    most: int

    def check(self, subject: Subject) -> Iterator[Trouble]:
        """Yield each enum that has more."""
        for pointer, _, values in _enums(subject):
            length = sum(len(value) for value in values if isinstance(value, str))
            if len(values) > self.above and length > self.most:
                problem = f"The enum's {len(values)} values have {length} characters, more than {self.most}"
                yield Trouble((*pointer, "enum"), "enum", problem)


@dataclass(frozen=True)
class Formats(ToolDemand):
    """``format`` is one of those listed for the type beside it, or under "" for every other."""

    code: ClassVar[str] = "target-format"
    cure: ClassVar[str] = "Leave the format out and name it in the description."
    known: tuple[tuple[str, tuple[str, ...]], ...]

    @property
    def by_type(self) -> Mapping[str, tuple[str, ...]]:
        """The formats by type."""
        return dict(self.known)

    def check(self, subject: Subject) -> Iterator[Trouble]:
        """Yield each format that is not listed."""
        by_type = self.by_type
        for node in subject.holding("format"):
            name = node.schema["format"]
            declared = types_of(node.schema) or ("",)
            allowed = {item for kind in declared for item in by_type.get(kind, by_type.get("", ()))}
            if isinstance(name, str) and name not in allowed:
                yield Trouble((*node.pointer, "format"), "format", f"The format '{clipped(name)}' is not known here")


_NONE = object()


def _is_of(value: Json, declared: tuple[str, ...]) -> bool:
    kind = type_of(value)
    return kind in declared or (kind == "number" and "integer" in declared and is_integer(value))
