"""Demands on the root of the input schema, and on the output schema's."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from schemac.targets.checkers.base import ToolDemand, Trouble, listed
from schemac.targets.checkers.subject import SCHEMA, Subject
from schemac.values import type_of

_OUTPUT = "outputSchema"


@dataclass(frozen=True)
class RootType(ToolDemand):
    """The input schema is an object whose ``type`` is the text ``object``."""

    code: ClassVar[str] = "target-root-type"
    cure: ClassVar[str] = 'Write `"type": "object"` at the root of the input schema.'

    def check(self, subject: Subject) -> Iterator[Trouble]:
        """Yield a missing or wrong root."""
        schema = subject.schema
        if schema is None:
            yield Trouble(() if SCHEMA not in subject.tool else (SCHEMA,), "type", "The tool has no input schema")
        elif not isinstance(schema, dict):
            yield Trouble((SCHEMA,), "type", f"The input schema is not an object but of type {type_of(schema)}")
        elif "type" not in schema:
            yield Trouble((SCHEMA,), "type", "The root of the input schema has no 'type'")
        elif schema["type"] != "object":
            yield Trouble((SCHEMA, "type"), "type", "The type of the root is not the text 'object'")


@dataclass(frozen=True)
class RootKeywords(ToolDemand):
    """The root has none of these keywords; deeper they are free."""

    code: ClassVar[str] = "target-root-keyword"
    cure: ClassVar[str] = "Move it one level down, under a property, or let schemac lower the schema."
    names: tuple[str, ...]

    def check(self, subject: Subject) -> Iterator[Trouble]:
        """Yield each that the root has."""
        for name in self.names:
            if name in subject.root:
                yield Trouble((SCHEMA, name), name, f"The root of the input schema has '{name}'")


@dataclass(frozen=True)
class RootKeywordsOnly(ToolDemand):
    """The root has no keywords but these."""

    code: ClassVar[str] = "target-root-keyword"
    cure: ClassVar[str] = "Leave it out at the root, or let schemac lower the schema."
    known: tuple[str, ...]

    def check(self, subject: Subject) -> Iterator[Trouble]:
        """Yield each other keyword of the root."""
        for name in subject.root:
            if name not in self.known:
                yield Trouble((SCHEMA, name), name, f"The root of the input schema has '{name}'")


@dataclass(frozen=True)
class RootProperties(ToolDemand):
    """The root has ``properties``, if only an empty object."""

    code: ClassVar[str] = "target-root-type"
    cure: ClassVar[str] = 'Write `"properties": {}` at the root of the input schema.'

    def check(self, subject: Subject) -> Iterator[Trouble]:
        """Yield a root without them."""
        if isinstance(subject.schema, dict) and "properties" not in subject.schema:
            yield Trouble((SCHEMA,), "properties", "The root of the input schema has no 'properties'")


@dataclass(frozen=True)
class RootForm(ToolDemand):
    """At the root, ``properties`` is an object of objects and ``required`` an array of strings, where present."""

    code: ClassVar[str] = "target-root-form"
    cure: ClassVar[str] = "Leave the keyword out, or write it in the form that JSON Schema gives it."

    def check(self, subject: Subject) -> Iterator[Trouble]:
        """Yield each that has another form; with a boolean property schema, each such property."""
        root = subject.root
        properties = root.get("properties", {})
        if not isinstance(properties, dict):
            yield Trouble((SCHEMA, "properties"), "properties", "'properties' of the root is not an object")
        else:
            for name, schema in properties.items():
                if not isinstance(schema, dict):
                    place = (SCHEMA, "properties", name)
                    yield Trouble(place, "properties", f"The schema of property '{name}' is not an object")
        required = root.get("required", [])
        if not isinstance(required, list) or not all(isinstance(name, str) for name in required):
            yield Trouble((SCHEMA, "required"), "required", "'required' of the root is not an array of strings")


@dataclass(frozen=True)
class OutputRoot(ToolDemand):
    """The output schema, where there is one, is an object whose ``type`` is the text ``object``."""

    code: ClassVar[str] = "target-root-type"
    cure: ClassVar[str] = "Put the result under a property of an object."

    def check(self, subject: Subject) -> Iterator[Trouble]:
        """Yield an output schema with another root."""
        schema = subject.tool.get(_OUTPUT)
        if schema is not None and not (isinstance(schema, dict) and schema.get("type") == "object"):
            yield Trouble((_OUTPUT,), "type", "The root of the output schema is not of type 'object'")


@dataclass(frozen=True)
class RootDefinitions(ToolDemand):
    """Definitions stand at the root only."""

    code: ClassVar[str] = "target-reference"
    cure: ClassVar[str] = "Move the definitions to `$defs` of the root."
    names: tuple[str, ...] = ("$defs", "definitions")

    def check(self, subject: Subject) -> Iterator[Trouble]:
        """Yield each place below the root that holds definitions."""
        for name in self.names:
            for node in subject.holding(name):
                if node.depth:
                    found = node.schema[name]
                    inside = listed(list(found)) if isinstance(found, dict) else "nothing"
                    yield Trouble((*node.pointer, name), name, f"'{name}' stands below the root, with {inside}")
