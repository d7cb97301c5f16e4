"""Which facade each tool of a domain would belong to, and every name that could appear (docs/spec, chapter GRP).

The layout is drawn at author time over all tools, so that names and collisions do not depend on who asks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from schemac.catalog.groups import Group, path_of, title_of
from schemac.catalog.model import Catalog, GroupSettings, Tool
from schemac.catalog.options import Options
from schemac.findings import Finding, finding

UNCATEGORIZED: Group = ("uncategorized",)
"""The group of a grouped domain's tools without one."""


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
        path: The group's path.
        title: Its title.
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
        flat: Indexes of the tools that stay outside facades, in declared order.
        flat_names: By index, the name of each tool where it is listed flat.
    """

    facades: tuple[FacadeLayout, ...]
    flat: tuple[int, ...]
    flat_names: tuple[str, ...]


def lay_out(
    tools: Sequence[Tool], catalog: Catalog, options: Options, reserved: Iterable[str]
) -> tuple[Layout, list[Finding]]:
    """Lay out a domain.

    Args:
        tools: The domain's tools, in declared order.
        catalog: The manifest, for what it says of groups.
        options: The domain's.
        reserved: Names of tools that were left out for an error; they stay taken.

    Returns:
        The layout, and what was found: ungrouped tools, names that collide.
    """
    found: list[Finding] = []
    names = tuple(tool.name for tool in tools)
    if not options.grouped:
        return Layout((), tuple(range(len(tools))), names), found
    flat = tuple(index for index, tool in enumerate(tools) if tool.expose_flat)
    by_group: dict[Group, list[int]] = {}
    for index, tool in enumerate(tools):
        if tool.expose_flat:
            continue
        if tool.group is None:
            found.append(_ungrouped(tool, options))
        by_group.setdefault(tool.group or UNCATEGORIZED, []).append(index)
    facades = tuple(_facades(by_group, catalog.groups, options, names))
    describes = options.strategy == "lazy" and options.describe == "per_facade"
    found.extend(_collisions(facades, tools, reserved, describes))
    return Layout(facades, flat, names), found


def _ungrouped(tool: Tool, options: Options) -> Finding:
    if options.uncategorized == "error":
        message = f"The tool {tool.name} has no group, and the domain refuses tools without one."
        return finding("tool-without-group", tool.pointer, message)
    message = f"The tool {tool.name} has no group; it goes to {path_of(UNCATEGORIZED)}."
    return finding("tool-uncategorized", tool.pointer, message)


def _order(group: Group) -> tuple[bool, Group]:
    return group[0] == UNCATEGORIZED[0], group


def _facades(
    by_group: Mapping[Group, list[int]], settings: Mapping[str, GroupSettings], options: Options, names: Sequence[str]
) -> Iterable[FacadeLayout]:
    depth = options.group_depth
    for head in sorted({group[:depth] for group in by_group}, key=_order):
        groups = [group for group in sorted(by_group) if group[:depth] == head]
        path = path_of(head)
        said = settings.get(path)
        sections = tuple(Section(None if group == head else path_of(group), tuple(by_group[group])) for group in groups)
        yield FacadeLayout(
            name=facade_name(path, options.facade_suffix),
            path=path,
            title=(said.title if said else None) or title_of(path),
            summary=said.summary if said else None,
            discriminator=options.discriminator,
            sections=sections,
            wire={index: names[index] for section in sections for index in section.members},
        )


def facade_name(path: str, suffix: str) -> str:
    """Return ``<group with "/" replaced by "_">_<suffix>``; an empty suffix drops its ``_``."""
    return path.replace("/", "_") + (f"_{suffix}" if suffix else "")


def describe_name(facade: str) -> str:
    """Return the name of a facade's describe tool."""
    return f"{facade}_describe"


def _collisions(
    facades: Sequence[FacadeLayout], tools: Sequence[Tool], reserved: Iterable[str], describes: bool
) -> Iterable[Finding]:
    """Yield a finding for each name that two things would have; each points at a tool that makes it so."""
    owners: dict[str, str] = dict.fromkeys(reserved, "a tool that was left out")
    owners.update({tool.name: f"the tool {tool.name}" for tool in tools})
    for facade in facades:
        first = tools[facade.members[0]]
        produced = {facade.name: f"the facade of the group {facade.path}"}
        if describes:
            produced[describe_name(facade.name)] = f"the describe tool of the group {facade.path}"
        for name, owner in produced.items():
            if name in owners:
                message = f"{owner.capitalize()} would be called {name}, as is {owners[name]}."
                yield finding("facade-name-collision", first.at("group"), message)
            owners.setdefault(name, owner)
