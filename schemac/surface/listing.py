"""Listing the tools that a caller sees: groups, filter, pages (docs/spec, chapter LST)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from schemac.catalog.groups import Group, article, parse_group, selects
from schemac.findings import Finding, SchemacError, finding
from schemac.values import Json, JsonObject, type_of


class Listed(NamedTuple):
    """One visible tool: its group, and the tool as a flat listing shows it."""

    group: Group | None
    tool: JsonObject


@dataclass(frozen=True, slots=True)
class Listing:
    """A page of tools.

    Attributes:
        tools: As flat shows them, plus ``group`` (null if none).
        total: How many match group and filter, before paging.
        groups: ``{group, total}`` over all visible tools: top-level groups (subgroups counted in), subgroups, and
            null for tools without a group; in path order, null last.
    """

    tools: tuple[JsonObject, ...]
    total: int
    groups: tuple[JsonObject, ...]

    def to_json(self) -> JsonObject:
        """Return it as ``{tools, total, groups}``."""
        return {"tools": list(self.tools), "total": self.total, "groups": list(self.groups)}


def list_tools(
    visible: Iterable[Listed],
    *,
    group: Json = None,
    filter: Json = None,  # noqa: A002 - the parameter's name in docs/spec
    limit: Json = None,
    offset: Json = None,
    namespaces: bool = False,
) -> Listing:
    """Return the visible tools, sorted by name: group first, then filter, then ``total``, then the page.

    Args:
        visible: Every tool that the caller sees.
        group: A group path, matched by segment; in namespace mode a namespace, matched whole.
        filter: Part of the name or description, letter case ignored; the empty text restricts nothing.
        limit: At most so many tools, 1 or more; None: all.
        offset: So many are passed over.
        namespaces: Groups are namespaces.

    Raises:
        SchemacError: A parameter is not of its form (``listing-parameter``).
    """
    selector, offset_, found = _parameters(group, filter, limit, offset, namespaces)
    if found:
        raise SchemacError(found)
    every = sorted(visible, key=lambda item: item.tool["name"])
    groups = _groups(every)
    if selector is not None:
        every = [item for item in every if selects(selector, item.group)]
    if filter:
        wanted = filter.casefold()
        every = [item for item in every if wanted in _searched(item.tool)]
    shown = every[offset_:] if limit is None else every[offset_ : offset_ + limit]
    return Listing(tuple(_with_group(item) for item in shown), len(every), groups)


def _searched(tool: JsonObject) -> str:
    # no filter matches across the boundary of the two, since no name holds a line end
    return f"{tool['name']}\n{tool.get('description', '')}".casefold()


def _with_group(item: Listed) -> JsonObject:
    return {**item.tool, "group": "/".join(item.group) if item.group else None}


def _groups(visible: Sequence[Listed]) -> tuple[JsonObject, ...]:
    totals: Counter[Group] = Counter()
    ungrouped = 0
    for item in visible:
        if item.group is None:
            ungrouped += 1
            continue
        totals[item.group[:1]] += 1
        if len(item.group) > 1:
            totals[item.group] += 1
    rows: list[JsonObject] = [{"group": "/".join(path), "total": totals[path]} for path in sorted(totals)]
    if ungrouped:
        rows.append({"group": None, "total": ungrouped})
    return tuple(rows)


def _parameters(
    group: Json, text: Json, limit: Json, offset: Json, namespaces: bool
) -> tuple[Group | None, int, list[Finding]]:
    found: list[Finding] = []

    def refuse(name: str, message: str) -> None:
        found.append(finding("listing-parameter", (name,), message))

    selector: Group | None = None
    if group is not None:
        try:
            selector = (group,) if namespaces and isinstance(group, str) and group else parse_group(group)
        except ValueError as why:
            refuse("group", str(why))
    if text is not None and not isinstance(text, str):
        refuse("filter", f"The filter is a text, not {article(type_of(text))}.")
    if limit is not None and not _count(limit, 1):
        refuse("limit", "The limit is a whole number, 1 or more.")
    if offset is not None and not _count(offset, 0):
        refuse("offset", "The offset is a whole number, 0 or more.")
    return selector, offset if _count(offset, 0) else 0, found


def _count(value: Json, least: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= least
