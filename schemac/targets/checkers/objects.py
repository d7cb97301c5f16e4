"""Demands on schemas of objects."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from schemac.targets.checkers.base import ToolDemand, Trouble, clipped, listed
from schemac.targets.checkers.subject import Subject, is_object_schema, properties_of, required_of, types_of
from schemac.values import JsonObject


@dataclass(frozen=True)
class ClosedObjects(ToolDemand):
    """Every object says ``additionalProperties: false``."""

    code: ClassVar[str] = "target-open-object"
    cure: ClassVar[str] = (
        "Write `additionalProperties: false`; a map becomes a list of key and value, a free-form object a string that"
        " holds JSON."
    )

    def check(self, subject: Subject) -> Iterator[Trouble]:
        """Yield each object that does not."""
        for node in subject.objects:
            schema = node.schema
            if "additionalProperties" in schema:
                if schema["additionalProperties"] is not False:
                    place = (*node.pointer, "additionalProperties")
                    yield Trouble(place, "additionalProperties", "'additionalProperties' is not false")
            elif is_object_schema(schema):
                yield Trouble(node.pointer, "additionalProperties", "The object has no 'additionalProperties: false'")


@dataclass(frozen=True)
class AllRequired(ToolDemand):
    """Every property is in ``required``."""

    code: ClassVar[str] = "target-optional"
    cure: ClassVar[str] = "List every property in `required`; one that may be left out takes null instead."

    def check(self, subject: Subject) -> Iterator[Trouble]:
        """Yield each object with optional properties, and says which."""
        for node in subject.holding("properties"):
            required = set(required_of(node.schema))
            optional = [name for name in properties_of(node.schema) if name not in required]
            if optional:
                yield Trouble(node.pointer, "required", f"Not in 'required': {listed(optional)}")


@dataclass(frozen=True)
class RequiredDeclared(ToolDemand):
    """Every name in ``required`` of an object is a property.

    A bare ``required``, as in branches of ``anyOf`` or in ``if``, speaks of the object around it and is passed over.

    Attributes:
        typed: Below the root, only objects that say ``type: object`` and have ``properties`` are looked at.
    """

    code: ClassVar[str] = "target-required"
    cure: ClassVar[str] = "Declare the property, or take its name out of `required`."
    typed: bool = False

    def check(self, subject: Subject) -> Iterator[Trouble]:
        """Yield each ``required`` with other names."""
        for node in subject.holding("required"):
            if not is_object_schema(node.schema):
                continue
            if self.typed and node.depth and not _says_object(node.schema):
                continue
            properties = properties_of(node.schema)
            strange = [name for name in required_of(node.schema) if name not in properties]
            if strange:
                place = (*node.pointer, "required")
                yield Trouble(place, "required names", f"Required but no property: {listed(strange)}")


def _says_object(schema: JsonObject) -> bool:
    return schema.get("type") == "object" and isinstance(schema.get("properties"), dict)


@dataclass(frozen=True)
class PropertyNames(ToolDemand):
    """Property names match ``pattern`` as a whole; ``root_only``: those of the root."""

    code: ClassVar[str] = "target-property-name"
    cure: ClassVar[str] = "Rename the property, or let schemac lower the schema."
    pattern: str
    says: str
    root_only: bool = False

    def check(self, subject: Subject) -> Iterator[Trouble]:
        """Yield each property whose name does not match."""
        for node in subject.holding("properties"):
            if node.depth and self.root_only:
                continue
            for name in properties_of(node.schema):
                if not re.fullmatch(self.pattern, name):
                    place = (*node.pointer, "properties", name)
                    yield Trouble(place, "name", f"The property name '{clipped(name)}' is not {self.says}")


@dataclass(frozen=True)
class KeywordsOfType(ToolDemand):
    """The keywords ``names`` stand only where ``type`` is ``kind`` (a place without a type is another demand's)."""

    code: ClassVar[str] = "target-keyword"
    cure: ClassVar[str] = "Leave the keyword out, or correct the type."
    kind: str
    names: tuple[str, ...]

    def check(self, subject: Subject) -> Iterator[Trouble]:
        """Yield each that stands beside another type."""
        for name in self.names:
            for node in subject.holding(name):
                declared = types_of(node.schema)
                if declared and self.kind not in declared:
                    place = (*node.pointer, name)
                    yield Trouble(place, name, f"'{name}' stands beside type '{clipped(declared[0])}'")


@dataclass(frozen=True)
class FilledObjects(ToolDemand):
    """An object below the root declares at least one property."""

    code: ClassVar[str] = "target-open-object"
    cure: ClassVar[str] = "Declare its properties, or take a string that holds JSON."

    def check(self, subject: Subject) -> Iterator[Trouble]:
        """Yield each object below the root that declares none."""
        for node in subject.objects:
            if node.depth and "object" in types_of(node.schema) and not node.schema.get("properties"):
                yield Trouble(node.pointer, "properties", "The object declares no properties")
