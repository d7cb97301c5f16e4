"""A tool's schemas, analysed at author time, and the tool as one caller sees it (docs/spec, chapters GAT and ENG)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from threading import Lock
from typing import Any, TypeVar

from schemac.catalog.documents import CheckedDocuments
from schemac.catalog.further import further
from schemac.catalog.model import Tool
from schemac.findings import Finding, SchemacError, has_errors
from schemac.jsonschema.closed import NOTHING_REMOVED, Removals
from schemac.jsonschema.keywords import Dialect
from schemac.jsonschema.limits import measured
from schemac.jsonschema.link import link
from schemac.jsonschema.metaschema import check
from schemac.jsonschema.module import Module
from schemac.jsonschema.prune import Answers, Sites, analyse, prune
from schemac.pointer import Pointer
from schemac.values import Schema

How = TypeVar("How", bound=Hashable)
Made = TypeVar("Made")

VARIANTS = 256
"""At most so many variants of one tool are kept for callers with different answers, the oldest out first."""


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """One schema as some callers see it.

    Attributes:
        shown: Without a trace of what was taken out.
        enforced: What they are held to.
        removed: What was taken out, for closedness.
        as_declared: The schema as declared says just what ``shown`` does, and stands alone.
    """

    shown: Module
    enforced: Module
    removed: Removals
    as_declared: bool


class Member:
    """A tool as some callers see it; those whose answers agree on what this tool consults share it.

    Attributes:
        tool: The tool.
        input: Its input schema.
        output: Its output schema; None where it has none, or its root was taken out.
    """

    __slots__ = ("_made", "input", "output", "tool")

    def __init__(self, tool: Tool, input: Seen, output: Seen | None) -> None:  # noqa: A002 - MCP's word
        self.tool = tool
        self.input = input
        self.output = output
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


class Analysed:
    """One schema of a tool: linked, and what gates can do to it."""

    __slots__ = ("_whole", "alone", "sites")

    def __init__(self, module: Module, sites: Sites) -> None:
        self.sites = sites
        self.alone = sites.bare is module and not any(
            definition.origin.document for definition in module.definitions.values()
        )
        self._whole = Seen(sites.bare, sites.bare, NOTHING_REMOVED, self.alone)

    @property
    def whole(self) -> Seen:
        """The schema with everything in it, as the author sees it."""
        return self._whole

    def seen(self, answers: Answers) -> Seen | None:
        """Return the schema as a caller with these answers sees it; None where its root was taken out."""
        if self.sites.skeleton is None:
            return self._whole
        pruned = prune(self.sites, answers)
        if pruned.shown is None or pruned.enforced is None:
            return None
        if pruned.shown is pruned.enforced is self.sites.bare:
            return self._whole
        return Seen(pruned.shown, pruned.enforced, pruned.removed, as_declared=False)


class Subject:
    """A tool whose schemas were analysed, from which a member is made for each way in which callers see it.

    Attributes:
        tool: The tool.
        predicates: Every predicate that its gate or its schemas consult.
        values: Every decision value that its schemas consult.
    """

    def __init__(self, tool: Tool, input: Analysed, output: Analysed | None) -> None:  # noqa: A002 - MCP's word
        self.tool = tool
        self._input = input
        self._output = output
        self._gated = [part for part in (input, output) if part is not None and part.sites.skeleton is not None]
        own = tool.gate.predicates if tool.gate else ()
        inner = [name for part in self._gated for name in part.sites.predicates]
        self.predicates = tuple(sorted({*own, *inner}))
        self.values = tuple(sorted({key for part in self._gated for key in part.sites.values}))
        self._variants: dict[Hashable, Member | None] = {}
        self._lock = Lock()

    @cached_property
    def whole(self) -> Member:
        """The tool with everything in it: checked at author time, and what callers see where no gate can act."""
        return Member(self.tool, self._input.whole, self._output.whole if self._output else None)

    def gated(self) -> Iterator[tuple[str, Sites]]:
        """Yield the fields whose schemas have gates, or take values as defaults, with these."""
        for field, part in (("inputSchema", self._input), ("outputSchema", self._output)):
            if part is not None and part.sites.skeleton is not None:
                yield field, part.sites

    def admitted(self, answers: Answers) -> bool:
        """Tell whether the tool's own gate lets a caller pass."""
        gate = self.tool.gate
        return gate is None or gate.holds(answers.answer) is True

    def member(self, answers: Answers) -> Member | None:
        """Return the tool as a caller with these answers sees it; None where it is hidden."""
        if not self.admitted(answers):
            return None
        return self.whole if not self._gated else self.variant(answers)

    def variant(self, answers: Answers) -> Member | None:
        """Return the tool as gates inside its schemas leave it; None where one takes the input's root."""
        key = tuple([part.sites.key(answers) for part in self._gated])
        try:
            return self._variants[key]
        except KeyError:
            made = self._make(answers)
        with self._lock:
            if len(self._variants) >= VARIANTS:
                del self._variants[next(iter(self._variants))]
            # another thread may have made it meanwhile; all callers share one
            return self._variants.setdefault(key, made)

    def _make(self, answers: Answers) -> Member | None:
        seen = self._input.seen(answers)
        if seen is None:
            return None
        output = self._output.seen(answers) if self._output else None
        if seen is self.whole.input and output is self.whole.output:
            return self.whole  # what was made of it at author time serves those who may see everything
        return Member(self.tool, seen, output)


def analyse_tool(tool: Tool, checked: CheckedDocuments, dialect: Dialect) -> tuple[Subject | None, list[Finding]]:
    """Check, link and analyse the schemas of a tool.

    Args:
        tool: The tool.
        checked: What references may name.
        dialect: The dialect of schemas without ``$schema``.

    Returns:
        The subject, or None where a schema, or a document that it refers to, has an error; and everything that was
        found, save for what was found in documents.
    """
    found: list[Finding] = []
    parts: list[Analysed | None] = []
    for name, schema in (("inputSchema", tool.input_schema), ("outputSchema", tool.output_schema)):
        part = _analyse(schema, checked, dialect, tool.at(name), found) if schema is not None else None
        parts.append(part)
    if tool.borrowed:
        start = tool.at("inputSchema")
        found = [
            replace(item, pointer=tool.place("inputSchema", item.pointer[len(start) :]))
            if item.pointer[: len(start)] == start
            else item
            for item in found
        ]
    if has_errors(found) or parts[0] is None or (parts[1] is None and tool.output_schema is not None):
        return None, found
    return Subject(tool, parts[0], parts[1]), found


def _analyse(
    schema: Schema, checked: CheckedDocuments, dialect: Dialect, pointer: Pointer, found: list[Finding]
) -> Analysed | None:
    inner = measured(schema, pointer)
    if isinstance(inner, Finding):
        found.append(inner)
        return None
    invalid = check(schema, dialect, pointer, inner)
    found.extend(invalid)
    if has_errors(invalid):
        found.extend(further(schema, invalid, checked, dialect, pointer))
        return None
    try:
        module = link(schema, documents=checked.documents, dialect=dialect, pointer=pointer, inner=inner)
        if any(definition.origin.document in checked.unusable for definition in module.definitions.values()):
            return None
        sites = analyse(module, schema, documents=checked.documents, pointer=pointer, inner=inner)
    except SchemacError as refused:
        found.extend(refused.findings)
        found.extend(further(schema, refused.findings, checked, dialect, pointer))
        return None
    found.extend(sites.findings)
    return Analysed(module, sites)
