"""The compiled listing of one caller (docs/spec, chapter SUR)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import NamedTuple, NoReturn

from schemac.catalog.decisions import Decisions, expect_decisions
from schemac.catalog.members import Member
from schemac.catalog.model import Tool
from schemac.dispatch.outcome import Outcome
from schemac.emit import emit
from schemac.findings import Finding, SchemacError, finding, in_order
from schemac.strategies import Call
from schemac.surface import keys
from schemac.surface.calls import Calls
from schemac.surface.entry import DescribeRoute, Entry, FacadeRoute, Route, ToolRoute
from schemac.surface.flat import build_flat
from schemac.surface.listing import Listed, Listing, list_tools
from schemac.surface.presentation import Presentation
from schemac.surface.protocol import page, project, protocol_of
from schemac.targets import check_list
from schemac.targets.wire import request_form
from schemac.values import Json, JsonObject, expect_text

LIMIT = "target-limit"
"""The code of findings about counts: of tools, of optional parameters, …"""


class _Seen(NamedTuple):
    """A tool that the caller sees: the name to call, what that reaches, and the tool's name there."""

    member: Member
    name: str
    route: ToolRoute | FacadeRoute
    wire: str


class Surface:
    """What one caller sees. Make one with ``plan.compile(decisions)``; it is immutable and shared by callers.

    What it hands out is shared with other surfaces of the plan: copy it before you change it.
    """

    def __init__(self, entries: Iterable[Entry], presentation: Presentation) -> None:
        self._entries = tuple(entries)
        self._presentation = presentation

    def __repr__(self) -> str:
        return f"<Surface of {sum(len(entry.tools) for entry in self._entries)} tools>"

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
            found.extend(concern.for_caller(at) for concern in entry.concerns)
            at += len(entry.tools)
        return tuple(in_order([*found, *self.excess]))

    @property
    def lost(self) -> int:
        """How many keywords of the schemas that this caller sees could not be kept."""
        return sum(concern.code == "constraint-lost" for entry in self._entries for concern in entry.concerns)

    @cached_property
    def excess(self) -> tuple[Finding, ...]:
        """What in this listing is beyond what its target takes in one request; pointers start at ``{"tools": […]}``."""
        aim = self._presentation.aim
        if not aim.lowers:
            return ()
        verdicts = check_list(self.tools, aim.target)
        return tuple(item.finding.under(("tools",)) for item in verdicts if item.rule.code == LIMIT)

    def tool_at(self, index: int) -> Tool | None:
        """Return which tool stands alone at a place of the listing; None for a facade or describe tool."""
        route = self._routes.get(self.tools[index]["name"])
        return route.member.tool if isinstance(route, ToolRoute) else None

    @cached_property
    def etag(self) -> str:
        """Lower-case hex SHA-256 of all that the caller can get from this surface."""
        return keys.etag(self.tools, self.described, self.routes)

    @property
    def routes(self) -> dict[str, str | list[str]]:
        """Wire name to the tool that it calls, or to the list of a facade's members."""
        return {
            name: route.member.tool.name
            if isinstance(route, ToolRoute)
            else [member.tool.name for member in route.members.values()]
            for name, route in self._routes.items()
        }

    @property
    def described(self) -> dict[str, JsonObject]:
        """What describe tools tell, by the own name of each tool that they describe."""
        return {
            member.tool.name: route.results[wire]
            for route in self._routes.values()
            if isinstance(route, DescribeRoute)
            for wire, member in route.members.items()
        }

    @cached_property
    def _routes(self) -> Mapping[str, Route]:
        return {name: route for entry in self._entries for name, route in entry.routes.items()}

    def to_json(self) -> bytes:
        """Return ``{"tools": […]}`` as UTF-8: members in the order emitted, no spaces."""
        return emit({"tools": self.tools})

    def for_api(self) -> Json:
        """Return the tools in the wire form of the target's API, ready to be put into a request.

        Raises:
            SchemacError: The form has no ``_meta``, and this listing has the tools' schemas there
                (``schemas-unreachable``).
        """
        wire = self._presentation.aim.target.wire
        options = self._presentation.options
        if not wire.meta and options.strategy == "vendor_extension" and options.schemas_in == "meta" and self._facades:
            message = (
                f"The form of {self._presentation.aim.target.name} has no _meta, where this listing has the schemas."
            )
            raise SchemacError([finding("schemas-unreachable", ("tools",), message)])
        return request_form(self.tools, wire)

    @property
    def _facades(self) -> bool:
        return any(isinstance(route, FacadeRoute) for route in self._routes.values())

    def list_result(self, protocol: str, cursor: str | None = None) -> JsonObject:
        """Return the result of ``tools/list`` for a version of MCP.

        Args:
            protocol: The version, for example ``2025-11-25``.
            cursor: What the page before gave as ``nextCursor``; None for the first page.

        Raises:
            SchemacError: The version is unknown (``protocol-unknown``), or the cursor is not one of this surface
                (``cursor-invalid``), which is the JSON-RPC error -32602.
        """
        version = protocol_of(protocol)
        options = self._presentation.options
        tools, following = page(self.tools, lambda: self.etag, options.page_size, cursor)
        result: JsonObject = {"tools": project(tools, version)[0]}
        if following is not None:
            result["nextCursor"] = following
        if version.hints_for_caches:
            # private for every caller alike, so that the hint tells nothing
            result.update(resultType="complete", ttlMs=options.ttl_ms, cacheScope="private")
        return result

    def dropped(self, protocol: str) -> tuple[Finding, ...]:
        """Return what a version of MCP cannot carry of this listing; pointers start at ``{"tools": […]}``.

        Raises:
            SchemacError: The version is unknown (``protocol-unknown``).
        """
        return tuple(project(self.tools, protocol_of(protocol))[1])

    def list(
        self,
        *,
        group: Json = None,
        filter: Json = None,  # noqa: A002 - the parameter's name in docs/spec
        limit: Json = None,
        offset: Json = None,
    ) -> Listing:
        """Return the tools that the caller sees, each as a flat listing shows it (docs/spec, chapter LST).

        See :func:`schemac.surface.listing.list_tools` for the parameters and refusals.
        """
        namespaces = self._presentation.options.group_by == "namespace"
        return list_tools(self._listed(), group=group, filter=filter, limit=limit, offset=offset, namespaces=namespaces)

    def _listed(self) -> Iterator[Listed]:
        alone = self._presentation.alone
        for seen in self._seen.values():
            name = self._presentation.flat_names[seen.member.tool.name]
            yield Listed(seen.member.tool.group, seen.member.once(alone, name, build_flat).tools[0])

    def address(self, tool: str) -> JsonObject | None:
        """Return how to call a tool on this surface, for suggestions and links; None where the caller cannot.

        The result is a ``tools/call``'s parameters without the tool's own arguments:
        ``{"name": "orders_tools", "arguments": {"tool_name": "update_order", "arguments": {}}}``.
        """
        seen = self._seen.get(expect_text("tool", tool))
        return None if seen is None else _call(seen, {})

    def describe(self, tool: str) -> JsonObject | None:
        """Return one tool as the caller sees it: ``{name, description, inputSchema, outputSchema}``.

        None where the caller does not see it. It is what a describe tool answers, on every surface.
        """
        seen = self._seen.get(expect_text("tool", tool))
        return None if seen is None else self._presentation.describe(seen.member, tool)

    def encode(self, tool: str, arguments: JsonObject) -> JsonObject:
        """Return the parameters of a ``tools/call`` on this surface that resolves to a tool with these arguments.

        Args:
            tool: The tool's own name.
            arguments: Its arguments, as its own schema takes them.

        Returns:
            ``{"name": …, "arguments": {…}}``.

        Raises:
            SchemacError: The caller does not see the tool (``tool-unknown``), or the arguments are no object
                (``arguments-not-object``).
        """
        seen = self._seen.get(expect_text("tool", tool))
        if seen is None:
            raise SchemacError([finding("tool-unknown", ("tool",), f"This caller sees no tool called {tool!r}.")])
        if not isinstance(arguments, dict):
            raise SchemacError([finding("arguments-not-object", ("arguments",), "A tool's arguments are an object.")])
        return _call(seen, arguments)

    def resolve(self, name: str, arguments: Json = None, decisions: Decisions | None = None) -> Outcome:
        """Return what a ``tools/call`` on this surface means; nothing is called, and nothing is raised.

        Args:
            name: The name that was called.
            arguments: What was sent, unread: an object, JSON text, or None for nothing.
            decisions: The caller's decisions of this moment. With them, the tool must be visible under them too, and
                its schemas are pruned by them.

        Returns:
            A :class:`Resolution`, the :class:`Description` that a describe tool was asked for, or a :class:`Refusal`.

        Raises:
            TypeError: The decisions are no :class:`Decisions`; whatever was sent is answered.
        """
        if decisions is not None:
            expect_decisions(decisions)
        return Calls(self._routes, self._presentation, decisions).resolve(name, arguments)

    @cached_property
    def _seen(self) -> Mapping[str, _Seen]:
        """Every tool that the caller sees, by its own name."""
        found: dict[str, _Seen] = {}
        for name, route in self._routes.items():
            if isinstance(route, ToolRoute):
                found[route.member.tool.name] = _Seen(route.member, name, route, name)
            elif isinstance(route, FacadeRoute):
                for wire, member in route.members.items():
                    found[member.tool.name] = _Seen(member, name, route, wire)
        return found


def _call(seen: _Seen, arguments: JsonObject) -> JsonObject:
    """Return the call that reaches a tool, its arguments taken out through every codec on the way."""
    route, value = seen.route, arguments
    if isinstance(route, FacadeRoute):
        lowered = route.member_sent.get(seen.wire)
        inner = lowered.encode(value) if lowered is not None else value
        value = route.codec.encode(Call(seen.wire, inner))
    return {"name": seen.name, "arguments": route.sent.encode(value) if route.sent is not None else value}
