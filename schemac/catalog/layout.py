"""Which facade each tool of a domain would belong to, and every name that could appear (docs/spec, chapter GRP).

The layout is drawn at author time over all tools, so that names and collisions do not depend on who asks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from schemac.catalog.groups import Group, path_of, title_of
from schemac.catalog.model import Catalog, GroupSettings, Tool
from schemac.catalog.namespaces import flat_name, split_name
from schemac.catalog.options import Options
from schemac.findings import Finding, finding

UNCATEGORIZED: Group = ("uncategorized",)
"""The group of a grouped domain's tools without one."""

INTENTS: Final = ("read", "write", "destructive")
"""What ``split: intent`` tells apart, in the order of the facades."""


@dataclass(frozen=True, slots=True)
class Section:
    """The members of a facade that stand together.

    Attributes:
        heading: The subgroup's path; None for the facade's direct members.
        members: Indexes into the domain's tools, in declared order.
    """

    heading: str | None
    members: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class FacadeLayout:
    """One facade that could exist, whoever may see it.

    Attributes:
        name: Its name on the wire.
        path: The group's path, or the namespace.
        title: Its title; with ``split: intent`` the intent stands behind it.
        summary: The central summary, if there is one; it wins over the members'.
        discriminator: The argument that names the member.
        sections: Its members; direct ones first, then by subgroup.
        wire: By index into the domain's tools, the name that the discriminator has for it.
    """

    name: str
    path: str
    title: str
    summary: str | None
    discriminator: str
    sections: tuple[Section, ...]
    wire: Mapping[int, str]

    @property
    def members(self) -> tuple[int, ...]:
        """All members in the order of the lines."""
        return tuple(index for section in self.sections for index in section.members)


@dataclass(frozen=True, slots=True)
class Layout:
    """How a domain's tools are presented.

    Attributes:
        facades: Those that could exist, by group path.
        flat: Indexes of the tools that stay outside facades whoever asks, in declared order.
        flat_names: By index, the name of each tool where it is listed flat.
    """

    facades: tuple[FacadeLayout, ...]
    flat: tuple[int, ...]
    flat_names: tuple[str, ...]


def lay_out(
    tools: Sequence[Tool], catalog: Catalog, options: Options, reserved: Iterable[str], *, takes_dots: bool = True
) -> tuple[Layout, list[Finding]]:
    """Lay out a domain.

    Args:
        tools: The domain's tools, in declared order; in namespace mode the group of each is its namespace.
        catalog: The manifest, for what it says of groups.
        options: The domain's.
        reserved: Names of tools that were left out for an error; they stay taken.
        takes_dots: The target takes names with dots.

    Returns:
        The layout, and what was found: ungrouped tools, names that collide.
    """
    found: list[Finding] = []
    separator = options.separator if takes_dots or options.separator != "." else "_"
    flat_names = tuple(tool.name for tool in tools)
    taken = dict.fromkeys(reserved, "a tool that was left out")
    if options.group_by == "namespace":
        flat_names = tuple(flat_name(name, separator) for name in flat_names)
        taken = {flat_name(name, separator): owner for name, owner in taken.items()} | taken
        found.extend(_flat_collisions(tools, flat_names, taken))
    if not options.grouped:
        return Layout((), tuple(range(len(tools))), flat_names), found
    by_group: dict[Group, list[int]] = {}
    for index, tool in enumerate(tools):
        if tool.expose_flat or (tool.group is None and options.group_by == "namespace"):
            continue
        if tool.group is None:
            found.append(_ungrouped(tool, options))
        by_group.setdefault(tool.group or UNCATEGORIZED, []).append(index)
    facades = [
        facade
        for head in sorted({group[: options.group_depth] for group in by_group}, key=_order)
        for facade in _facades(head, by_group, tools, catalog.groups.get(path_of(head)), options)
    ]
    if options.group_by == "namespace" and not takes_dots:
        facades = [replace(facade, name=flat_name(facade.name, separator)) for facade in facades]
    inside = {index for facade in facades for index in facade.members}
    flat = tuple(index for index in range(len(tools)) if index not in inside)
    taken.update({name: f"the tool {tool.name}" for name, tool in zip(flat_names, tools, strict=True)})
    taken.update({tool.name: f"the tool {tool.name}" for tool in tools})
    found.extend(_facade_collisions(facades, tools, taken, options))
    return Layout(tuple(facades), flat, flat_names), found


def _ungrouped(tool: Tool, options: Options) -> Finding:
    if options.uncategorized == "error":
        message = f"The tool {tool.name} has no group, and the domain refuses tools without one."
        return finding("tool-without-group", tool.pointer, message)
    message = f"The tool {tool.name} has no group; it goes to {path_of(UNCATEGORIZED)}."
    return finding("tool-uncategorized", tool.pointer, message)


def _order(group: Group) -> tuple[bool, Group]:
    return group[0] == UNCATEGORIZED[0], group


def _facades(
    head: Group,
    by_group: Mapping[Group, list[int]],
    tools: Sequence[Tool],
    said: GroupSettings | None,
    options: Options,
) -> Iterator[FacadeLayout]:
    """Yield the facades of a group or namespace; none for fewer members than a facade needs, whoever asks."""
    path = path_of(head)
    namespaces = options.group_by == "namespace"
    title = (said.title if said else None) or title_of(path)
    groups = [group for group in sorted(by_group) if group[: options.group_depth] == head]
    for intent in INTENTS if options.split == "intent" else (None,):
        sections = tuple(
            Section(None if group == head else path_of(group), members)
            for group in groups
            if (members := tuple(index for index in by_group[group] if intent in (None, intent_of(tools[index]))))
        )
        inside = [index for section in sections for index in section.members]
        if not inside or len(inside) < options.min_group_size:
            continue
        stem = f"{path}_{intent}" if intent else path
        yield FacadeLayout(
            name=stem if namespaces else facade_name(stem, options.facade_suffix),
            path=path,
            title=f"{title} ({intent})" if intent else title,
            summary=said.summary if said else None,
            discriminator=(said.discriminator if said and namespaces else None) or options.discriminator,
            sections=sections,
            wire={index: _wire(tools[index], namespaces) for index in inside},
        )


def intent_of(tool: Tool) -> str:
    """Return what a tool does by its declared hints; whatever is not declared harmless counts as destructive."""
    if tool.hints.get("readOnlyHint") is True:
        return "read"
    return "write" if tool.hints.get("destructiveHint") is False else "destructive"


def _wire(tool: Tool, namespaces: bool) -> str:
    parts = split_name(tool.name) if namespaces else None
    return parts[1] if parts else tool.name


def facade_name(path: str, suffix: str) -> str:
    """Return ``<group with "/" replaced by "_">_<suffix>``; an empty suffix drops its ``_``."""
    return path.replace("/", "_") + (f"_{suffix}" if suffix else "")


def describe_name(facade: str) -> str:
    """Return the name of a facade's describe tool."""
    return f"{facade}_describe"


def _flat_collisions(
    tools: Sequence[Tool], flat_names: Sequence[str], reserved: Mapping[str, str]
) -> Iterator[Finding]:
    """Yield a finding for each tool whose flat name another tool before it has; a listing shows all by these names."""
    owners = dict(reserved)
    for tool, name in zip(tools, flat_names, strict=True):
        if name in owners:
            message = f"The tool {tool.name} would be listed as {name}, as is {owners[name]}."
            yield finding("flat-name-collision", tool.at("name"), message)
        owners.setdefault(name, f"the tool {tool.name}")


def _facade_collisions(
    facades: Sequence[FacadeLayout], tools: Sequence[Tool], taken: Mapping[str, str], options: Options
) -> Iterator[Finding]:
    """Yield a finding for each name that two things would have; each points at a tool that makes it so."""
    made_by = "name" if options.group_by == "namespace" else "group"
    describes = options.strategy == "lazy" and options.describe == "per_facade"
    owners = dict(taken)
    for facade in facades:
        first = tools[facade.members[0]]
        produced = {facade.name: f"the facade of {facade.path}"}
        if describes:
            produced[describe_name(facade.name)] = f"the describe tool of {facade.path}"
        for name, owner in produced.items():
            if name in owners:
                message = f"{owner[0].upper()}{owner[1:]} would be called {name}, as is {owners[name]}."
                yield finding("facade-name-collision", first.at(made_by), message)
            owners.setdefault(name, owner)
