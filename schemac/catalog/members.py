"""A tool's schemas, analysed at author time, and the tool as one caller sees it (docs/spec, chapters GAT and ENG)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from functools import lru_cache
from typing import Any, TypeVar

from schemac.catalog.model import Tool
from schemac.findings import Finding, SchemacError, has_errors
from schemac.gates import Answer
from schemac.jsonschema.documents import Documents
from schemac.jsonschema.keywords import Dialect
from schemac.jsonschema.link import link
from schemac.jsonschema.module import Module
from schemac.pointer import Pointer
from schemac.values import Json, Schema, freeze

How = TypeVar("How", bound=Hashable)
Made = TypeVar("Made")

VARIANTS = 256
"""At most so many variants of one tool are kept for callers with different answers, least recently used out first."""


class Value:
    """A decision value as part of a key: hashable, equal iff equal as JSON."""

    __slots__ = ("json", "key")

    def __init__(self, json: Json) -> None:
        self.json = json
        self.key = freeze(json)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Value) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)


class Member:
    """A tool as some callers see it; those whose answers agree on what this tool consults share it.

    Attributes:
        tool: The tool.
        shown: Its input schema as they see it.
        enforced: What dispatch holds their arguments to.
        output: Its output schema as they see it; None where it has none, or its root was removed.
        input_as_declared: The input schema as declared says just this, and stands alone.
        output_as_declared: The same for the output schema.
    """

    __slots__ = ("_made", "enforced", "input_as_declared", "output", "output_as_declared", "shown", "tool")

    def __init__(
        self,
        tool: Tool,
        shown: Module,
        enforced: Module,
        output: Module | None,
        *,
        input_as_declared: bool,
        output_as_declared: bool,
    ) -> None:
        self.tool = tool
        self.shown = shown
        self.enforced = enforced
        self.output = output
        self.input_as_declared = input_as_declared
        self.output_as_declared = output_as_declared
        self._made: dict[Hashable, Any] = {}

    def once(self, how: How, name: str, make: Callable[[Member, How, str], Made]) -> Made:
        """Return what ``make(self, how, name)`` gives, made once for each of the few ways that a plan has.

        ``make`` is pure, so that two threads that make it at once make the same.
        """
        key = (make, how, name)
        try:
            made: Made = self._made[key]
        except KeyError:
            made = self._made[key] = make(self, how, name)
        return made


class Subject:
    """A tool whose schemas were analysed, from which a member is made for each way in which callers see it.

    Attributes:
        tool: The tool.
        predicates: Every predicate that its gate or its schemas consult.
        values: Every decision value that its schemas consult.
    """

    __slots__ = ("_input", "_output", "_variant", "predicates", "tool", "values")

    def __init__(self, tool: Tool, input_module: Module, output_module: Module | None) -> None:
        self.tool = tool
        self._input = input_module
        self._output = output_module
        self.predicates = tool.gate.predicates if tool.gate else ()
        self.values: tuple[str, ...] = ()
        self._variant = lru_cache(maxsize=VARIANTS)(self._make)

    def member(self, answers: Mapping[str, bool | None], values: Mapping[str, Value]) -> Member | None:
        """Return the tool as a caller with these answers sees it; None where it is hidden."""
        gate = self.tool.gate
        if gate is not None and gate.holds(answers.get) is not True:
            return None
        return self._variant()

    def keeps_root(self, answers: Mapping[str, bool | None]) -> bool:
        return True

    def _make(self) -> Member:
        return Member(
            self.tool, self._input, self._input, self._output, input_as_declared=True, output_as_declared=True
        )


def analyse_tool(tool: Tool, documents: Documents, dialect: Dialect) -> tuple[Subject | None, list[Finding]]:
    try:
        i = link(tool.input_schema, documents=documents, dialect=dialect, pointer=tool.at("inputSchema"))
        o = (
            link(tool.output_schema, documents=documents, dialect=dialect, pointer=tool.at("outputSchema"))
            if tool.output_schema
            else None
        )
    except SchemacError as refused:
        return None, list(refused.findings)
    return Subject(tool, i, o), []
