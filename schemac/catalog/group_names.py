"""Whether the groups of tools and the settings for groups go together (docs/spec, chapters MAN and GRP).

Groups need not be declared. So a group without settings is told only where it is probably a slip for one that has
some, and settings for a group without tools always; of two names that are nearly the same only one thing is said.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from schemac.catalog.groups import path_of
from schemac.catalog.model import GroupSettings, Tool
from schemac.findings import Beside, Finding, Slips, finding, nearest
from schemac.pointer import Pointer

_FALLBACK = "uncategorized"


def check_groups(
    tools: Iterable[Tool], groups: Mapping[str, GroupSettings], *, complete: bool, namespaces: bool
) -> Iterator[Finding]:
    """Yield warnings for settings of groups that no tool is in, and for tools whose group is probably misspelled.

    Args:
        tools: Those whose descriptor is right.
        groups: What the manifest declares, by path or namespace.
        complete: Those are all the tools: a group has no tool only then.
        namespaces: Whether a domain takes the groups of tools from their names.
    """
    uses = _uses(tools, namespaces)
    used = {above for path in uses for above in (path, path.partition("/")[0])}
    unused = [path for path in groups if path not in used and path != _FALLBACK]
    if complete:
        for path in unused:
            yield _unused(path, groups[path], uses)
    yield from _misspelled(uses, {path: said for path, said in groups.items() if path in used})


def _uses(tools: Iterable[Tool], namespaces: bool) -> dict[str, list[tuple[Tool, Pointer]]]:
    """Return by group path or namespace the tools in it, each with the place that says so."""
    uses: dict[str, list[tuple[Tool, Pointer]]] = {}
    for tool in tools:
        if tool.group:
            uses.setdefault(path_of(tool.group), []).append((tool, tool.at("group")))
        if namespaces and "." in tool.name:
            uses.setdefault(tool.name.rpartition(".")[0], []).append((tool, tool.at("name")))
    return uses


def _unused(path: str, settings: GroupSettings, uses: Mapping[str, Sequence[tuple[Tool, Pointer]]]) -> Finding:
    near = nearest(path, uses)
    hint = None if near is None else f"Did you mean {near!r}?"
    said = finding("group-without-tool", settings.pointer, f"No tool is in the group {path!r}.", hint)
    beside = () if near is None else (Beside(uses[near][0][1], f"a tool of the group {near}"),)
    return replace(said, beside=beside)


def _misspelled(
    uses: Mapping[str, Sequence[tuple[Tool, Pointer]]], groups: Mapping[str, GroupSettings]
) -> Iterator[Finding]:
    paths = Slips(groups)
    heads = Slips(path.partition("/")[0] for path in groups)
    for path, members in uses.items():
        if path in groups:
            continue
        head, slash, rest = path.partition("/")
        meant = paths.meant(path)
        if meant is None and slash and (near := heads.meant(head)) is not None:
            meant = f"{near}/{rest}"
        if meant is not None:
            beside = (Beside(_declared(meant, groups), "declared here", named=True),)
            for tool, pointer in members:
                message = f"The group {path!r} of the tool {tool.name} is not declared."
                said = finding("group-misspelled", pointer, message, f"Did you mean {meant!r}?")
                yield replace(said, beside=beside)


def _declared(path: str, groups: Mapping[str, GroupSettings]) -> Pointer:
    """Return where a group, or else the one above it, or else a subgroup of that, is declared."""
    head = path.partition("/")[0]
    near = next(name for name in (path, head, *sorted(groups)) if name in groups and name.partition("/")[0] == head)
    return groups[near].pointer
