"""From the visible members to the entries of a surface, sharing what callers have in common (chapter SUR)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from schemac.catalog.layout import Layout
from schemac.catalog.members import Member
from schemac.catalog.model import Tool
from schemac.catalog.options import Options
from schemac.strategies import STRATEGIES, Settings
from schemac.surface.aim import Aim
from schemac.surface.entry import Concern, Entry
from schemac.surface.facade import How, build_facade, fitting_description, make_ready
from schemac.surface.flat import Alone, build_flat

FACADES = 4096
"""At most so many variants of facades are kept by a plan, least recently used out first."""

LISTED = 256
"""Of at least so many of them the listed tools are kept too: of all on one surface in any case, and as many again."""


class Assembler:
    """Builds the entries of surfaces of one plan; facades are shared between callers who see the same members alike."""

    def __init__(self, layout: Layout, options: Options, aim: Aim, alone: Alone) -> None:
        self._layout = layout
        self._options = options
        self._alone = alone
        strategy = STRATEGIES.get(options.strategy)
        self._how = [
            How(strategy, Settings(facade.discriminator, aim.dialect, options, aim.envelope), aim)
            for facade in layout.facades
            if strategy is not None
        ]
        self._facade = lru_cache(maxsize=FACADES)(self._kept)
        self._built = lru_cache(maxsize=max(LISTED, 2 * len(layout.facades)))(self._build)

    def entries(self, visible: Mapping[int, Member]) -> tuple[Entry, ...]:
        """Return the entries for the members that one caller sees, in the order of the surface.

        Args:
            visible: Index of the tool in the domain to the tool as the caller sees it.
        """
        facades: list[Entry] = []
        flat = [index for index in self._layout.flat if index in visible]
        for place, layout in enumerate(self._layout.facades):
            indexes = [index for index in layout.members if index in visible]
            if not indexes:
                continue
            if len(indexes) < self._options.min_group_size:
                flat.extend(indexes)
            else:
                # two tuples: a pair for each member would take most of the memory of a cached facade
                facades.append(self._facade(place, tuple(indexes), tuple([visible[index] for index in indexes])))
        return (*facades, *[self._flat(index, visible[index]) for index in sorted(flat)])

    def concerns(self, whole: Sequence[Member]) -> Iterator[tuple[Tool, Concern]]:
        """Yield what the author should know of each tool, every part of it visible.

        It makes ready what all callers share, so that what can go wrong goes wrong at author time.

        Args:
            whole: The domain's tools, by index.
        """
        for layout, how in zip(self._layout.facades, self._how, strict=True):
            members = {layout.wire[index]: whole[index] for index in layout.members}
            ready = {name: member.once(how, name, make_ready) for name, member in members.items()}
            for name, item in ready.items():
                yield from ((members[name].tool, concern) for concern in item.concerns)
            if not fitting_description(layout, {index: whole[index] for index in layout.members}, how)[1]:
                message = f"The names of the group {layout.path} alone make a longer description than the target takes."
                yield whole[layout.members[0]].tool, Concern("description-too-long", "group", (), message)
            for wrong in how.strategy.check({name: item.prepared for name, item in ready.items()}, how.settings):
                said = Concern(wrong.code, "inputSchema", wrong.pointer, wrong.message, wrong.document)
                yield members[wrong.member].tool, said
        for index in self._layout.flat:
            yield from ((whole[index].tool, concern) for concern in self._flat(index, whole[index]).concerns)

    def _kept(self, place: int, indexes: tuple[int, ...], members: tuple[Member, ...]) -> Entry:
        """Return a facade without its tools, which are at hand while they are among the last that were asked for."""
        entry = self._built(place, indexes, members)
        return replace(entry, list_tools=lambda: self._built(place, indexes, members).tools)

    def _build(self, place: int, indexes: tuple[int, ...], members: tuple[Member, ...]) -> Entry:
        visible = dict(zip(indexes, members, strict=True))
        return build_facade(self._layout.facades[place], visible, self._how[place])

    def _flat(self, index: int, member: Member) -> Entry:
        return member.once(self._alone, self._layout.flat_names[index], build_flat)
