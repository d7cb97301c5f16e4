"""The model that the front end makes of a manifest; frozen values, no judgement (docs/spec, chapter MAN)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from schemac.catalog.decisions import Decisions
from schemac.catalog.groups import Group
from schemac.catalog.options import Given
from schemac.findings import Finding
from schemac.gates import Gate
from schemac.pointer import Pointer, render
from schemac.values import JsonObject, Schema

DEFAULT_DOMAIN = "default"
"""The domain of a manifest that declares none."""

HINTS = ("readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint")
"""MCP's four hints, in the order in which an emitted tool has them."""


@dataclass(frozen=True, slots=True)
class Tool:
    """One tool as declared, after aliases and overrides.

    Attributes:
        name: Its own name.
        index: Its place among the manifest's tools; "declared order" means this.
        descriptor: All its fields, as JSON; what ``defs_digest`` digests.
        listed: The MCP fields only, in the order declared, with a root type added where it lacked and annotations
            derived from its verb: what a flat listing passes through. Never mutated.
        pointers: Where each field stands in the manifest, by MCP's name of the field.
        pointer: Where the tool stands.
        hints: The declared hints, the derived ones included.
        group_summary: Its convenience summary of a group.
        domains: The domains it names; None: the default one.
        gate: Who may see it; None: all.
        expose_flat: It stays outside facades.
        omit_common: Names of its namespace's common fields that it does not take.
        timeout_ms: Milliseconds that a call may take; the server's to keep.
        borrowed: Places of the input schema that its namespace's common fields fill, to where these stand in the
            manifest.
    """

    name: str
    index: int
    descriptor: JsonObject
    listed: JsonObject
    pointers: Mapping[str, Pointer]
    pointer: Pointer
    hints: Mapping[str, bool]
    title: str | None = None
    group: Group | None = None
    group_summary: str | None = None
    tags: tuple[str, ...] = ()
    domains: tuple[str, ...] | None = None
    gate: Gate | None = None
    expose_flat: bool = False
    omit_common: tuple[str, ...] = ()
    timeout_ms: int | None = None
    borrowed: Mapping[Pointer, Pointer] = field(default_factory=dict)

    @property
    def input_schema(self) -> JsonObject:
        """The input schema, whose root has ``type: object``."""
        schema: JsonObject = self.listed["inputSchema"]
        return schema

    @property
    def output_schema(self) -> JsonObject | None:
        """The output schema, or None."""
        return self.listed.get("outputSchema")

    def at(self, name: str) -> Pointer:
        """Return where a field stands in the manifest; the tool's place for one that it lacks."""
        return self.pointers.get(name, self.pointer)

    def place(self, name: str, below: Pointer) -> Pointer:
        """Return where a place of a field's value stands in the manifest; common fields stand with their group."""
        if name == "inputSchema" and below[:2] in self.borrowed:
            return self.borrowed[below[:2]] + below[2:]
        return self.at(name) + below


@dataclass(frozen=True, slots=True)
class GroupSettings:
    """What ``groups`` says of a group or namespace.

    Attributes:
        pointer: Where it stands.
        discriminator: In namespace mode, the name of its discriminator.
        common: In namespace mode, an object schema whose fields are common to all members.
    """

    pointer: Pointer
    summary: str | None = None
    title: str | None = None
    discriminator: str | None = None
    common: JsonObject | None = None

    def to_json(self) -> JsonObject:
        """Return the long form, only with what it says."""
        row = {"summary": self.summary, "title": self.title, "discriminator": self.discriminator, "common": self.common}
        return {name: value for name, value in row.items() if value is not None}


@dataclass(frozen=True, slots=True)
class Allowed:
    """An accepted finding: silenced in the manifest with a reason.

    Attributes:
        at: The pointer of the finding, or of something that holds it.
        pointer: Where the acceptance itself stands.
    """

    code: str
    at: str
    reason: str
    pointer: Pointer

    def covers(self, found: Finding) -> bool:
        """Tell whether it accepts a finding."""
        place = render(found.pointer)
        return found.code == self.code and (place == self.at or place.startswith(f"{self.at}/"))


@dataclass(frozen=True, slots=True)
class Broken:
    """A tool with an error in its own declaration: it refuses a plan, or is left out (``on_tool_error``).

    Attributes:
        name: Its name where that could be read; it stays reserved.
        domains: Its domains where they could be read, so that other domains do not suffer.
        tags: Its tags where they could be read, so that a domain whose filter keeps it out does not suffer.
        tool: What could be read of it, for what else is wrong with its schemas; None where they are none.
    """

    index: int
    name: str | None
    domains: tuple[str, ...] | None
    findings: tuple[Finding, ...]
    tags: tuple[str, ...] | None = None
    tool: Tool | None = None


@dataclass(frozen=True, slots=True)
class Catalog:
    """A manifest, read.

    Attributes:
        dialect: Name of the dialect of schemas without ``$schema``.
        tools: Those whose descriptor is right, in declared order, of all domains.
        broken: The others.
        groups: Settings by path (or namespace) as written.
        domains: The declared domains' options; one called ``default``, without options, if none is declared.
        declared: Whether any domain is declared.
        documents: URI to document, for ``$ref``.
        roles: Named decisions.
        allowed: Accepted findings.
        findings: What was found outside broken tools.
    """

    dialect: str
    tools: tuple[Tool, ...]
    broken: tuple[Broken, ...]
    groups: Mapping[str, GroupSettings]
    domains: Mapping[str, Given]
    declared: bool
    documents: Mapping[str, Schema]
    roles: Mapping[str, Decisions]
    allowed: tuple[Allowed, ...]
    findings: tuple[Finding, ...]

    @property
    def default_domain(self) -> str | None:
        """The domain of tools that name none: ``default``, or the only declared one; None where that is unclear."""
        if DEFAULT_DOMAIN in self.domains:
            return DEFAULT_DOMAIN
        return next(iter(self.domains)) if len(self.domains) == 1 else None
