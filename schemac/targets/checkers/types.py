"""Demands on ``type``, on boolean schemas and on arrays."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from schemac.targets.checkers.base import ToolDemand, Trouble
from schemac.targets.checkers.subject import Subject, types_of
from schemac.values import type_of


@dataclass(frozen=True)
class TypeGiven(ToolDemand):
    """Every schema object has ``type``, or one of the keywords ``unless``.

    The root's type is another demand's. What stands under ``additionalProperties`` is passed over: a target that
    demands types takes no maps, and says so.
    """

    code: ClassVar[str] = "target-type"
    cure: ClassVar[str] = "Write the type; a value of any type becomes a string that holds JSON."
    unless: tuple[str, ...]

    def check(self, subject: Subject) -> Iterator[Trouble]:
        """Yield each place that has none of them."""
        for node in subject.objects:
            if not node.depth or node.via == "additionalProperties" or "type" in node.schema:
                continue
            if not any(name in node.schema for name in self.unless):
                yield Trouble(node.pointer, "type", "The schema says no type")


@dataclass(frozen=True)
class TypeSingle(ToolDemand):
    """``type`` is one name, not a list; ``nullable_only``: lists without ``null`` are free."""

    code: ClassVar[str] = "target-type"
    cure: ClassVar[str] = "Write one type, and `anyOf` for a choice between several."
    nullable_only: bool = False

    def check(self, subject: Subject) -> Iterator[Trouble]:
        """Yield each list of types."""
        for node in subject.holding("type"):
            declared = node.schema["type"]
            if isinstance(declared, list) and ("null" in declared or not self.nullable_only):
                what = "a list of types with null" if self.nullable_only else "a list of types"
                yield Trouble((*node.pointer, "type"), "type", f"'type' is {what}")


@dataclass(frozen=True)
class NullAmongTypes(ToolDemand):
    """A list of types with ``null`` has one other type."""

    code: ClassVar[str] = "target-type"
    cure: ClassVar[str] = "Write `anyOf` for the choice between several types."

    def check(self, subject: Subject) -> Iterator[Trouble]:
        """Yield each list with null and several other types."""
        for node in subject.holding("type"):
            declared = node.schema["type"]
            if isinstance(declared, list) and "null" in declared and len(declared) > 2:
                yield Trouble((*node.pointer, "type"), "type", "'type' lists null and several other types")


@dataclass(frozen=True)
class TypesWithout(ToolDemand):
    """``type`` is none of these names."""

    code: ClassVar[str] = "target-type"
    cure: ClassVar[str] = "Say that null is valid with `nullable: true`."
    names: tuple[str, ...]

    def check(self, subject: Subject) -> Iterator[Trouble]:
        """Yield each place that names one."""
        for node in subject.holding("type"):
            for name in types_of(node.schema):
                if name in self.names:
                    yield Trouble((*node.pointer, "type"), "type", f"The type is '{name}'")


@dataclass(frozen=True)
class NoBooleanSchemas(ToolDemand):
    """No schema is ``true`` or ``false`` (``additionalProperties`` apart); ``properties_only``: no property's is."""

    code: ClassVar[str] = "target-boolean-schema"
    cure: ClassVar[str] = "Write a type instead of `true`, and leave out what `false` forbids."
    properties_only: bool = False

    def check(self, subject: Subject) -> Iterator[Trouble]:
        """Yield each boolean schema."""
        for node in subject.nodes:
            if not isinstance(node.schema, bool) or node.via == "additionalProperties":
                continue
            if node.via == "properties" or not self.properties_only:
                yield Trouble(node.pointer, "boolean", f"The schema here is {str(node.schema).lower()}")


@dataclass(frozen=True)
class ArrayItems(ToolDemand):
    """Every array has ``items``.

    Attributes:
        listed: A list of types that names ``array`` counts as an array.
        filled: ``items: false`` does not count as items.
    """

    code: ClassVar[str] = "target-array-items"
    cure: ClassVar[str] = "Write `items` with a type."
    listed: bool = True
    filled: bool = False

    def check(self, subject: Subject) -> Iterator[Trouble]:
        """Yield each array that has none."""
        for node in subject.holding("type"):
            if "array" not in types_of(node.schema) or not (self.listed or node.schema["type"] == "array"):
                continue
            if "items" not in node.schema:
                yield Trouble(node.pointer, "items", "The array has no 'items'")
            elif self.filled and node.schema["items"] is False:
                yield Trouble((*node.pointer, "items"), "items", "'items' of the array is false")


@dataclass(frozen=True)
class NoItemsLists(ToolDemand):
    """``items`` is not a list of schemas; ``typed``: where the schema says ``type: array``."""

    code: ClassVar[str] = "target-array-items"
    cure: ClassVar[str] = "Write `prefixItems` (2020-12), or one schema for all items."
    typed: bool = False

    def check(self, subject: Subject) -> Iterator[Trouble]:
        """Yield each list."""
        for node in subject.holding("items"):
            if self.typed and node.schema.get("type") != "array":
                continue
            if type_of(node.schema["items"]) == "array":
                yield Trouble((*node.pointer, "items"), "items", "'items' is a list of schemas")
