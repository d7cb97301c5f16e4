"""Demands on how large one schema is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from schemac.targets.checkers.base import ToolDemand, Trouble
from schemac.targets.checkers.nodes import Node
from schemac.targets.checkers.subject import SCHEMA, Subject, properties_of


@dataclass(frozen=True)
class Depth(ToolDemand):
    """No subschema has more than ``most`` others around it; definitions start at 1, references are not followed.

    ``additionalProperties`` that is a boolean or ``{}`` describes no level of a value.
    """

    code: ClassVar[str] = "target-depth"
    cure: ClassVar[str] = "Move deep parts to `$defs`, or take a string that holds JSON."
    most: int

    def check(self, subject: Subject) -> Iterator[Trouble]:
        """Yield the first of the deepest subschemas if it is too deep."""
        deepest = max((node.depth for node in subject.nodes if not _is_rest(node)), default=0)
        if deepest > self.most:
            first = next(node for node in subject.nodes if node.depth == deepest and not _is_rest(node))
            yield Trouble(first.pointer, "depth", f"The schema goes {deepest} levels deep, more than {self.most}")


def _is_rest(node: Node) -> bool:
    return node.via == "additionalProperties" and (isinstance(node.schema, bool) or node.schema == {})


@dataclass(frozen=True)
class PropertyTotal(ToolDemand):
    """All objects of a schema together have at most ``most`` properties."""

    code: ClassVar[str] = "target-limit"
    cure: ClassVar[str] = "Split the tool."
    most: int

    def check(self, subject: Subject) -> Iterator[Trouble]:
        """Yield the schema if they have more."""
        count = sum(len(properties_of(node.schema)) for node in subject.holding("properties"))
        if count > self.most:
            yield Trouble((SCHEMA,), "properties total", f"The schema has {count} properties, more than {self.most}")


@dataclass(frozen=True)
class NameTotal(ToolDemand):
    """Names of properties and definitions, and texts of enum and const, have together at most ``most`` characters."""

    code: ClassVar[str] = "target-limit"
    cure: ClassVar[str] = "Shorten the names, or split the tool."
    most: int

    def check(self, subject: Subject) -> Iterator[Trouble]:
        """Yield the schema if they have more."""
        count = 0
        for keyword in ("properties", "$defs", "definitions", "enum", "const"):
            for node in subject.holding(keyword):
                held = node.schema[keyword]
                texts = held if isinstance(held, (dict, list)) else [held]
                count += sum(len(text) for text in texts if isinstance(text, str))
        if count > self.most:
            yield Trouble((SCHEMA,), "names total", f"Names and choices have {count} characters, more than {self.most}")
