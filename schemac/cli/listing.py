"""``schemac list`` (docs/spec, chapters LST and CLI)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Annotated

import typer

from schemac.cli import common
from schemac.findings import SchemacError, did_you_mean
from schemac.surface.listing import Listing
from schemac.surface.signature import signature
from schemac.surface.text import one_liner, tool_line
from schemac.values import JsonObject

FOOTER_GROUPS = 8
"""The footer names at most so many top-level groups."""

UNGROUPED = "(ungrouped)"


def list_command(
    file: common.ManifestFile,
    domain: common.Domain = None,
    role: common.Role = None,
    decisions: common.DecisionsFile = None,
    grant: common.Grant = None,
    all_grants: common.AllGrants = False,
    group: Annotated[str | None, typer.Option(help="Only this group, with its subgroups.")] = None,
    groups: Annotated[bool, typer.Option("--groups", help="Only the groups, with counts.")] = False,
    text: Annotated[str | None, typer.Option("--filter", metavar="TEXT", help="Part of a name or description.")] = None,
    limit: Annotated[int, typer.Option(help="At most so many tools.")] = 20,
    offset: Annotated[int, typer.Option(help="Pass over so many tools.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Tools, total and groups as JSON.")] = False,
) -> None:
    """List the tools that a caller may use, by group.

    **Examples**

    `schemac list manifest.yaml --role viewer --groups`

    `schemac list manifest.yaml --role viewer --group checkout --filter refund`

    `schemac list manifest.yaml --all-grants --limit 500 --json`
    """
    session = common.Session.open(file)
    made = session.plan(domain)
    caller, given = common.given_decisions(session, made, role, decisions, grant, all_grants)
    try:
        listing = made.compile(caller).list(group=group, filter=text, limit=limit, offset=offset)
    except SchemacError as refused:
        common.usage(refused.findings[0].message, f"--{refused.findings[0].pointer[-1]}")
    if group is not None and not any(row["group"] == group for row in listing.groups):
        seen = [row["group"] for row in listing.groups if row["group"] is not None]
        common.note(f"this caller sees no tool in the group {group!r}. {did_you_mean(group, seen)}")
    if as_json:
        shown = {"groups": list(listing.groups)} if groups else listing.to_json()
        common.write(json.dumps(shown, ensure_ascii=False, indent=2) + "\n", None)
    elif groups:
        common.write("".join(f"{line}\n" for line in group_lines(listing.groups)), None)
    else:
        headed = group is None and any(row["group"] is not None for row in listing.groups)
        common.write("".join(f"{line}\n" for line in tool_lines(listing.tools, headed=headed)), None)
        common.note(footer(listing), label=None)
    common.hidden_note(made, caller, given)


def group_lines(groups: Iterable[JsonObject]) -> Iterable[str]:
    """Yield a line for each group, subgroups indented under their parent."""
    for row in groups:
        path = row["group"]
        indent = "  " if path is not None and "/" in path else ""
        yield f"{indent}{UNGROUPED if path is None else path} {row['total']}"


def tool_lines(tools: Sequence[JsonObject], *, headed: bool) -> Iterable[str]:
    """Yield a line for each tool, under headings of groups and sub-headings of subgroups, ungrouped ones last."""
    if not headed:
        yield from map(_line, tools)
        return
    paths: dict[tuple[str, ...] | None, list[JsonObject]] = {}
    for tool in tools:
        path = tool["group"]
        paths.setdefault(tuple(path.split("/")) if path is not None else None, []).append(tool)
    told: set[str] = set()
    for path in sorted(path for path in paths if path is not None):
        if path[0] not in told:
            told.add(path[0])
            yield f"{path[0]}:"
        if len(path) > 1:
            yield f"  {'/'.join(path)}:"
        yield from (f"{'  ' * len(path)}{_line(tool)}" for tool in paths[path])
    if None in paths:
        yield f"{UNGROUPED}:"
        yield from (f"  {_line(tool)}" for tool in paths[None])


def _line(tool: JsonObject) -> str:
    told = signature(tool["name"], tool["inputSchema"], tool.get("outputSchema"))
    return tool_line(told, one_liner(tool), tool.get("annotations", {}))


def footer(listing: Listing) -> str:
    """Return the sentence that tells how much was shown, and how to narrow it (docs/spec, chapter LST)."""
    shown = f"Showing {len(listing.tools)} of {listing.total} tools."
    if len(listing.tools) == listing.total:
        return shown
    tops = [row for row in listing.groups if row["group"] is not None and "/" not in row["group"]]
    if not tops:
        return f"{shown} Narrow with --filter <text>."
    named = [f"{row['group']} {row['total']}" for row in tops[:FOOTER_GROUPS]]
    if len(tops) > FOOTER_GROUPS:
        named.append("...")
    return f"{shown} Narrow with --group <name> (groups: {', '.join(named)}) or --filter <text>."
