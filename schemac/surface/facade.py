"""One facade as one caller sees it: a tool that stands for a group (docs/spec, chapters STR and TXT)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from schemac.catalog.layout import FacadeLayout
from schemac.catalog.members import Member
from schemac.dispatch.sent import Sent
from schemac.jsonschema.codec import Loss
from schemac.jsonschema.embed import embed
from schemac.pointer import Pointer
from schemac.strategies import Prepared, Settings, Strategy
from schemac.strategies.base import ARGUMENTS
from schemac.strategies.moving import moved
from schemac.surface.aim import Aim
from schemac.surface.annotations import aggregate
from schemac.surface.describe import describe_tool, described_as, lowered_document
from schemac.surface.entry import Concern, DescribeRoute, Entry, FacadeRoute, Route, lost
from schemac.surface.flat import with_dialect
from schemac.surface.signature import module_signature
from schemac.surface.text import (
    compact_description,
    cut,
    hint_words,
    lines_description,
    one_liner,
    tool_line,
    toon_description,
)
from schemac.values import JsonObject


class Ready(NamedTuple):
    """A member with all that a facade says of it; shared by the callers who see the member alike.

    Attributes:
        prepared: What the strategy made of it.
        line: Its line in the facade's description; with ``lines: toon`` what stands behind its name.
        concerns: What the facade cannot carry of it.
    """

    prepared: Prepared
    line: str
    concerns: tuple[Concern, ...]
    sent: Sent | None = None


class AllPrepared(Mapping[str, Prepared]):
    """What a strategy made of each member. A codec may keep it, so it is a view: it holds what the route holds too."""

    def __init__(self, members: Mapping[str, Member], how: How) -> None:
        self._members = members
        self._how = how

    def __getitem__(self, name: str) -> Prepared:
        """Return what was made of one; KeyError for no member."""
        return self._members[name].once(self._how, name, make_ready).prepared

    def __contains__(self, name: object) -> bool:
        """Tell whether it is a member's name."""
        return name in self._members

    def __iter__(self) -> Iterator[str]:
        """Yield the names in the order of the lines."""
        return iter(self._members)

    def __len__(self) -> int:
        """Count the members."""
        return len(self._members)


class How(NamedTuple):
    """How a plan shapes the facades of one group; compared by identity of its parts."""

    strategy: Strategy
    settings: Settings
    aim: Aim


def build_facade(layout: FacadeLayout, visible: Mapping[int, Member], how: How) -> Entry:
    """Build the facade of a group from at least one visible member.

    Everything in it is computed from ``visible`` alone (docs/spec, chapter GAT).
    """
    strategy, settings, aim = how
    sections = [
        (section.heading, [index for index in section.members if index in visible]) for section in layout.sections
    ]
    members = {layout.wire[index]: visible[index] for _, indexes in sections for index in indexes}
    ready = {name: member.once(how, name, make_ready) for name, member in members.items()}
    form = strategy.assemble(AllPrepared(members, how), settings)
    sent = aim.lower(form.schema)
    tool: JsonObject = {
        "name": layout.name,
        "title": layout.title,
        "description": fitting_description(layout, visible, how)[0],
        "inputSchema": with_dialect(sent.schema if sent else form.schema, aim.written),
    }
    hints = aggregate(member.tool.hints for member in members.values())
    if hints:
        tool["annotations"] = hints
    if form.meta:
        tool["_meta"] = form.meta
    tools = [tool]
    member_sent = {name: item.sent for name, item in ready.items() if item.sent}
    routes: dict[str, Route] = {layout.name: FacadeRoute(members, form.codec, sent, member_sent)}
    if form.described:
        described = describe_tool(layout, list(members))
        described_sent = aim.lower(described["inputSchema"])
        if described_sent is not None:
            described["inputSchema"] = described_sent.schema
        tools.append(described)
        results = {name: member.once(aim, name, described_as) for name, member in members.items()}
        routes[described["name"]] = DescribeRoute(members, layout.discriminator, results, described_sent)
    losses = {members[name].tool.name: item.prepared.losses for name, item in ready.items() if item.prepared.losses}
    said = tuple(concern for item in ready.values() for concern in item.concerns)
    return Entry(lambda: tuple(tools), routes, losses, said)


def make_ready(member: Member, how: How, name: str) -> Ready:
    """Return a member with all that a facade says of it; ``name`` is its name there."""
    strategy, settings, aim = how
    prepared = strategy.prepare(member, settings)
    sent = lowered_document(member, aim) if strategy.separate else None
    if sent is not None:
        prepared = prepared._replace(value=sent.schema, losses=(*prepared.losses, *sent.losses))
    elif not strategy.separate and aim.lowers:
        known = {(loss.pointer, loss.keyword) for loss in prepared.losses}
        more = [loss for loss in _lost_within(member, aim) if (loss.pointer, loss.keyword) not in known]
        prepared = prepared._replace(losses=(*prepared.losses, *more))
    line = _line(member, name, settings.options.lines, one_liner(member.tool.listed))
    return Ready(prepared, line, tuple(concerns(member, prepared)), sent)


def _lost_within(member: Member, aim: Aim) -> list[Loss]:
    """Return what lowering loses of a member whose schema becomes part of the facade's.

    The member is lowered below a root, where the facade has it; the losses of the whole facade could not be told apart.
    """
    dialect = aim.dialect
    embedded = embed({ARGUMENTS: moved(member.input.shown, dialect)[0]}, dialect)
    schema: JsonObject = {"type": "object", "properties": embedded.schemas, "required": [ARGUMENTS]}
    if embedded.definitions:
        schema[dialect.definitions] = embedded.definitions
    sent = aim.lower(schema)
    declared = member.tool.input_schema.get(dialect.definitions, {})
    return [replace(loss, pointer=_within(loss.pointer, declared)) for loss in (sent.losses if sent else ())]


def _within(pointer: Pointer, definitions: JsonObject) -> Pointer:
    """Return a place of the member's own schema: its root for what stands in a definition that embedding made."""
    if pointer[:2] == ("properties", ARGUMENTS):
        return pointer[2:]
    return pointer if len(pointer) > 1 and pointer[1] in definitions else ()


def _line(member: Member, name: str, lines: str, said: str) -> str:
    hints = member.tool.hints
    if lines == "toon":
        return " ".join(filter(None, (said, hint_words(hints))))
    if lines == "signature":
        name = module_signature(name, member.input.shown, member.output.shown if member.output else None)
    return tool_line(name, said, hints)


def fitting_description(layout: FacadeLayout, visible: Mapping[int, Member], how: How) -> tuple[str, bool]:
    """Return a facade's description, and whether it is within what the target takes.

    Where it is too long, the one-liners are cut to the largest common length at which all fits, then left out; a name
    is never dropped (docs/spec, chapter TGT).
    """
    most, lines = how.aim.target.names.description, how.settings.options.lines
    full = _description(layout, visible, how, None)
    if most is None or len(full) <= most:
        return full, True
    if lines != "compact":
        said = [len(one_liner(member.tool.listed)) for member in visible.values()]
        # the texts grow with the length, so the last one that fits is found by halving
        lengths = range(max(said, default=0))
        fitting = bisect_right(lengths, most, key=lambda length: len(_description(layout, visible, how, length)))
        if fitting:
            return _description(layout, visible, how, fitting - 1), True
    names = [layout.wire[index] for index in layout.members if index in visible]
    bare = compact_description(_summary(layout, visible), layout.discriminator, names)
    return bare, len(bare) <= most


def _summary(layout: FacadeLayout, visible: Mapping[int, Member]) -> str:
    said = (visible[index].tool.group_summary for index in layout.members if index in visible)
    return layout.summary or next(filter(None, said), f"Tools in the {layout.path} group.")


def _description(layout: FacadeLayout, visible: Mapping[int, Member], how: How, length: int | None) -> str:
    """Return a description; the one-liners at most so long, in code points, where a length is given."""
    lines = how.settings.options.lines
    summary = _summary(layout, visible)
    sections = [
        (section.heading, [(index, visible[index]) for index in section.members if index in visible])
        for section in layout.sections
    ]
    if lines == "compact":
        names = [layout.wire[index] for _, members in sections for index, _ in members]
        return compact_description(summary, layout.discriminator, names)

    def line(index: int, member: Member) -> str:
        name = layout.wire[index]
        if length is None:
            return member.once(how, name, make_ready).line
        return _line(member, name, lines, cut(one_liner(member.tool.listed), length))

    if lines == "toon":
        rows = [(layout.wire[index], line(index, member)) for _, members in sections for index, member in members]
        return toon_description(summary, layout.discriminator, rows)
    told = [(heading, [line(*item) for item in members]) for heading, members in sections if members]
    return lines_description(summary, layout.discriminator, told)


def concerns(member: Member, prepared: Prepared) -> list[Concern]:
    """Return what a facade cannot carry or say of a member; where nothing else helps, the cure is ``expose: flat``."""
    tool = member.tool
    found = [
        Concern("header-stripped", "inputSchema", place, f"The x-mcp-header of a property of {tool.name} is taken out.")
        for place in prepared.stripped
    ]
    found.extend(lost(tool.name, "inputSchema", prepared.losses))
    execution = tool.listed.get("execution")
    if execution and execution.get("taskSupport") == "required":
        message = f"The facade cannot say that {tool.name} must run as a task."
        found.append(Concern("facade-loses-task-support", "execution", ("taskSupport",), message))
    if tool.output_schema is not None:
        message = f"The facade cannot carry the output schema of {tool.name}."
        found.append(Concern("facade-loses-output-schema", "outputSchema", (), message))
    if tool.listed.get("_meta"):
        message = f"The facade cannot carry the _meta of {tool.name}."
        found.append(Concern("facade-loses-meta", "_meta", (), message))
    return found
