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
from schemac.jsonschema.metaschema import check_schema, dialect_of
from schemac.jsonschema.module import Module
from schemac.jsonschema.prune import Sites, analyse, prune
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
        input_touched: Whether pruning changed the input schema.
        output_touched: The same for the output schema.
    """

    __slots__ = ("_made", "enforced", "input_touched", "output", "output_touched", "shown", "tool")

    def __init__(
        self,
        tool: Tool,
        shown: Module,
        enforced: Module,
        output: Module | None,
        *,
        input_touched: bool,
        output_touched: bool,
    ) -> None:
        self.tool = tool
        self.shown = shown
        self.enforced = enforced
        self.output = output
        self.input_touched = input_touched
        self.output_touched = output_touched
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


class _Part:
    """One schema of a tool, linked, with its gate sites."""

    __slots__ = ("module", "sites")

    def __init__(self, module: Module, sites: Sites) -> None:
        self.module = module
        self.sites = sites
