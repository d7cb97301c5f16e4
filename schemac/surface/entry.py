"""What one group, or one tool outside groups, adds to a surface."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from schemac.catalog.members import Member
from schemac.catalog.model import Tool
from schemac.dispatch.sent import Sent
from schemac.findings import Finding, finding
from schemac.jsonschema.codec import Codec, Loss
from schemac.pointer import Pointer
from schemac.strategies import Call
from schemac.values import Json, JsonObject


class Concern(NamedTuple):
    """Something that a surface cannot carry or say of a tool.

    It becomes a finding twice: for the author, at the tool's field in the manifest; and on a caller's surface, at the
    tool listed there, so that a caller's findings tell nothing of the manifest around it.

    Attributes:
        code: From the catalogue.
        field: The tool's field that it is about, by MCP's name.
        below: The place in that field.
        message: A sentence for people.
        document: URI of the document that ``below`` points into instead, "" for the field itself.
    """

    code: str
    field: str
    below: Pointer
    message: str
    document: str = ""

    def for_author(self, tool: Tool) -> Finding:
        """Return the finding that points into the manifest."""
        if self.document:
            return finding(self.code, ("schemas", self.document, *self.below), self.message)
        return finding(self.code, tool.place(self.field, self.below), self.message)

    def for_caller(self, index: int) -> Finding:
        """Return the finding that points into the surface, ``{"tools": […]}``."""
        return finding(self.code, ("tools", index), self.message)


def lost(name: str, field: str, losses: Iterable[Loss]) -> list[Concern]:
    """Return a concern for each constraint of a tool's schema that could not be kept."""
    return [
        Concern("constraint-lost", field, loss.pointer, f"{loss.keyword} of {name} is lost: {loss.why}", loss.document)
        for loss in losses
    ]


@dataclass(frozen=True, slots=True, eq=False)
class ToolRoute:
    """A tool that is called by its own entry in the listing.

    Attributes:
        member: The tool.
        sent: Its input schema as the target reads it, where that is another one.
    """

    member: Member
    sent: Sent | None = None


@dataclass(frozen=True, slots=True, eq=False)
class FacadeRoute:
    """A facade.

    Attributes:
        members: By their names on the wire, in the order of the enum.
        codec: From a :class:`Call` to the facade's arguments and back.
        sent: The facade's schema as the target reads it, where that is another one.
        member_sent: The same for members whose schemas ride beside the facade's, by their names on the wire.
    """

    members: Mapping[str, Member]
    codec: Codec[Call, Json]
    sent: Sent | None = None
    member_sent: Mapping[str, Sent] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class DescribeRoute:
    """A describe tool.

    Attributes:
        members: By their names on the wire.
        discriminator: The argument that names the member.
        results: What each member is described as: ``{name, description, inputSchema, outputSchema}``.
        sent: Its schema as the target reads it, where that is another one.
    """

    members: Mapping[str, Member]
    discriminator: str
    results: Mapping[str, JsonObject]
    sent: Sent | None = None


Route: TypeAlias = ToolRoute | FacadeRoute | DescribeRoute
"""What a name on the wire reaches."""


@dataclass(frozen=True, slots=True, eq=False)
class Entry:
    """What one group, or one tool outside groups, adds to a surface.

    Attributes:
        list_tools: Gives :attr:`tools`. A surface keeps what calls need, and not the tools that it lists: the texts of
            facades are by far the most of it, and are built again where they are no longer at hand.
        routes: Name on the wire to what a call of it reaches.
        losses: By tool name, what could not be kept of its schema.
        concerns: What the caller's surface cannot carry or say.
    """

    list_tools: Callable[[], tuple[JsonObject, ...]]
    routes: Mapping[str, Route]
    losses: Mapping[str, tuple[Loss, ...]]
    concerns: tuple[Concern, ...]

    @property
    def tools(self) -> tuple[JsonObject, ...]:
        """The tools listed for it; never mutated."""
        return self.list_tools()
