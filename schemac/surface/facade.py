"""One facade as one caller sees it: a tool that stands for a group (docs/spec, chapters STR and TXT)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from schemac.catalog.layout import FacadeLayout
from schemac.catalog.members import Member
from schemac.findings import Finding, finding
from schemac.strategies import Prepared, Settings, Strategy
from schemac.surface.annotations import aggregate
from schemac.surface.entry import Entry
from schemac.surface.flat import with_dialect
from schemac.surface.text import compact_description, lines_description, one_liner, tool_line
from schemac.values import JsonObject


class Ready(NamedTuple):
    """A member with all that a facade says of it; shared by the callers who see the member alike."""

    prepared: Prepared
    line: str
    findings: tuple[Finding, ...]


def build_facade(layout: FacadeLayout, visible: Mapping[int, Member], strategy: Strategy, settings: Settings) -> Entry:
    """Build the facade of a group from at least one visible member.

    Everything in it is computed from ``visible`` alone (docs/spec, chapter GAT).
    """
    sections = [
        (section.heading, [index for index in section.members if index in visible]) for section in layout.sections
    ]
    members = {layout.wire[index]: visible[index] for _, indexes in sections for index in indexes}
    ready = {name: member.once((strategy, settings), name, _make_ready) for name, member in members.items()}
    form = strategy.assemble({name: item.prepared for name, item in ready.items()}, settings)
    tool: JsonObject = {
        "name": layout.name,
        "title": layout.title,
        "description": _description(layout, sections, visible, ready, settings.options.lines),
        "inputSchema": with_dialect(form.schema, settings.dialect),
    }
    hints = aggregate(member.tool.hints for member in members.values())
    if hints:
        tool["annotations"] = hints
    if form.meta:
        tool["_meta"] = form.meta
    losses = {name: item.prepared.losses for name, item in ready.items() if item.prepared.losses}
    findings = tuple(said for item in ready.values() for said in item.findings)
    return Entry((tool,), {layout.name: members}, form.codec, losses, findings)


def _make_ready(member: Member, how: tuple[Strategy, Settings], name: str) -> Ready:
    strategy, settings = how
    prepared = strategy.prepare(member, settings)
    line = tool_line(name, one_liner(member.tool.listed), member.tool.hints)
    return Ready(prepared, line, tuple(not_carried(member, prepared)))


def _description(
    layout: FacadeLayout,
    sections: Sequence[tuple[str | None, list[int]]],
    visible: Mapping[int, Member],
    ready: Mapping[str, Ready],
    lines: str,
) -> str:
    indexes = [index for _, section in sections for index in section]
    summary = layout.summary or next(
        (said for index in indexes if (said := visible[index].tool.group_summary)), f"Tools in the {layout.path} group."
    )
    if lines == "compact":
        return compact_description(summary, layout.discriminator, [layout.wire[index] for index in indexes])
    told = [
        (heading, [ready[layout.wire[index]].line for index in section]) for heading, section in sections if section
    ]
    return lines_description(summary, layout.discriminator, told)


def not_carried(member: Member, prepared: Prepared) -> list[Finding]:
    """Return what a facade cannot carry of a member; the cure is ``expose: flat``."""
    tool = member.tool
    found = [
        finding("header-stripped", (), f"The x-mcp-header of {tool.name} at {'/'.join(map(str, place))} was taken out.")
        for place in prepared.stripped
    ]
    execution = tool.listed.get("execution")
    if execution and execution.get("taskSupport") == "required":
        found.append(
            finding("facade-loses-task-support", (), f"The facade cannot say that {tool.name} must run as a task.")
        )
    if tool.output_schema is not None:
        found.append(
            finding("facade-loses-output-schema", (), f"The facade cannot carry the output schema of {tool.name}.")
        )
    if tool.listed.get("_meta"):
        found.append(finding("facade-loses-meta", (), f"The facade cannot carry the _meta of {tool.name}."))
    return found
