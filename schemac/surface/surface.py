"""The compiled listing of one caller (docs/spec, chapter SUR)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import NoReturn

from schemac.catalog.members import Member
from schemac.emit import emit
from schemac.findings import Finding
from schemac.strategies import Call
from schemac.surface.facade import Entry
from schemac.values import JsonObject


class Surface:
    """What one caller sees. Make one with ``plan.compile(decisions)``; it is immutable and shared by callers.

    What it hands out is shared with other surfaces of the plan: copy it before you change it.
    """

    __slots__ = ("__dict__", "_entries")

    def __init__(self, entries: Iterable[Entry]) -> None:
        self._entries = tuple(entries)

    def __repr__(self) -> str:
        return f"<Surface of {len(self.tools)} tools>"

    def __reduce__(self) -> NoReturn:
        raise TypeError("A surface is not picklable: cache to_json() or list_result(), and dispatch with a live plan.")

    @property
    def tools(self) -> list[JsonObject]:
        """The tools, in MCP's form, in the order of the listing; a new list of shared objects."""
        return [tool for entry in self._entries for tool in entry.tools]

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What this listing cannot carry of the tools in it; pointers start at ``{"tools": […]}``."""
        found: list[Finding] = []
        at = 0
        for entry in self._entries:
            found.extend(item.under(("tools", at)) for item in entry.findings)
            at += len(entry.tools)
        return tuple(found)

    def to_json(self) -> bytes:
        """Return ``{"tools": […]}`` as UTF-8: members in the order emitted, no spaces."""
        return emit({"tools": self.tools})

    def address(self, tool: str) -> JsonObject | None:
        """Return how to call a tool on this surface, for suggestions and links; None where the caller cannot.

        The result is a ``tools/call``'s parameters without the tool's own arguments:
        ``{"name": "orders_tools", "arguments": {"tool_name": "update_order", "arguments": {}}}``.
        """
        place = self._places.get(tool)
        if place is None:
            return None
        name, entry, wire = place
        if entry.codec is None:
            return {"name": name, "arguments": {}}
        return {"name": name, "arguments": entry.codec.encode(Call(wire, {}))}

    @cached_property
    def _places(self) -> Mapping[str, tuple[str, Entry, str]]:
        """Real name to the name to call, the entry, and the member's name there."""
        places: dict[str, tuple[str, Entry, str]] = {}
        for entry in self._entries:
            for name, route in entry.routes.items():
                if isinstance(route, Member):
                    places[route.tool.name] = (name, entry, name)
                else:
                    places.update({member.tool.name: (name, entry, wire) for wire, member in route.items()})
        return places
