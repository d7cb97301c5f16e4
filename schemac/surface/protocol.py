"""Projecting a listing to a version of MCP, page by page (docs/spec, chapter SUR)."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from schemac.findings import Finding, SchemacError, did_you_mean, finding
from schemac.pointer import Pointer
from schemac.values import Json, JsonObject

Report = Callable[[str, Pointer, str], None]


@dataclass(frozen=True, slots=True)
class Protocol:
    """What a version of MCP can carry in a tools/list result.

    Attributes:
        version: As ``protocolVersion`` has it.
        dropped: Fields of a tool that it does not know.
        object_schemas: The schemas of ``properties`` at a root must be objects, and an output schema's root must have
            ``type: object``.
        hints_for_caches: A result has ``resultType``, ``ttlMs`` and ``cacheScope``.
    """

    version: str
    dropped: frozenset[str]
    object_schemas: bool
    hints_for_caches: bool


PROTOCOLS: Mapping[str, Protocol] = MappingProxyType(
    {
        item.version: item
        for item in (
            Protocol("2025-06-18", frozenset({"icons", "execution"}), object_schemas=True, hints_for_caches=False),
            Protocol("2025-11-25", frozenset(), object_schemas=True, hints_for_caches=False),
            Protocol("2026-07-28", frozenset({"execution"}), object_schemas=False, hints_for_caches=True),
        )
    }
)
"""The versions of MCP that a listing can be projected to."""


def protocol_of(version: str) -> Protocol:
    """Return a version of MCP.

    Raises:
        SchemacError: It is not one of those known (``protocol-unknown``).
    """
    known = PROTOCOLS.get(version)
    if known is None:
        message = f"There is no protocol version {version!r} here; there are {', '.join(PROTOCOLS)}."
        raise SchemacError(
            [finding("protocol-unknown", ("protocol",), message, did_you_mean(version, PROTOCOLS) or None)]
        )
    return known


def project(tools: Sequence[JsonObject], protocol: Protocol) -> tuple[list[JsonObject], list[Finding]]:
    """Return tools as a version of MCP carries them, and what it cannot carry (``protocol-drops``).

    Pointers of the findings start at ``{"tools": […]}``.
    """
    found: list[Finding] = []
    projected = [_project(tool, protocol, ("tools", index), found) for index, tool in enumerate(tools)]
    return projected, found


def _project(tool: JsonObject, protocol: Protocol, at: Pointer, found: list[Finding]) -> JsonObject:
    def report(field: str, why: str) -> None:
        message = f"MCP {protocol.version} {why} of the tool {tool['name']}."
        found.append(finding("protocol-drops", (*at, field), message))

    changes: JsonObject = {}
    gone = set(protocol.dropped.intersection(tool))
    for field in sorted(gone):
        report(field, f"does not carry {field}")
    if protocol.object_schemas:
        for field in ("inputSchema", "outputSchema"):
            if field in tool:
                schema = _object_properties(tool[field])
                if schema is not tool[field]:
                    changes[field] = schema
        if "outputSchema" in tool and tool["outputSchema"].get("type") != "object":
            gone.add("outputSchema")
            report("outputSchema", "demands type: object at the root of an output schema; it drops that")
    if not gone and not changes:
        return tool
    return {field: changes.get(field, value) for field, value in tool.items() if field not in gone}


def _object_properties(schema: JsonObject) -> JsonObject:
    """Return a root schema whose properties are all objects; ``true`` is ``{}`` and ``false`` is ``{"not": {}}``."""
    properties = schema.get("properties")
    if not isinstance(properties, dict) or not any(isinstance(item, bool) for item in properties.values()):
        return schema
    spelled = {name: _spelled(item) if isinstance(item, bool) else item for name, item in properties.items()}
    return {**schema, "properties": spelled}


def _spelled(schema: bool) -> JsonObject:
    return {} if schema else {"not": {}}


def page(
    tools: Sequence[Json], etag: Callable[[], str], size: int | None, cursor: str | None
) -> tuple[Sequence[Json], str | None]:
    """Return one page of a listing and the cursor of the next.

    Args:
        tools: The whole listing.
        etag: Gives the surface's; only asked where there are pages.
        size: Tools on a page; None: all.
        cursor: From the page before; None for the first.

    Raises:
        SchemacError: The cursor is not one that this surface gave (``cursor-invalid``): JSON-RPC error -32602.
    """
    if cursor is None and (size is None or len(tools) <= size):
        return tools, None
    start = 0 if cursor is None else _offset(cursor, etag(), size, len(tools))
    assert size is not None
    end = start + size
    following = _cursor(etag(), end) if end < len(tools) else None
    return tools[start:end], following


def _cursor(etag: str, offset: int) -> str:
    return base64.urlsafe_b64encode(f"{etag}:{offset}".encode()).decode().rstrip("=")


def _offset(cursor: str, etag: str, size: int | None, total: int) -> int:
    if size is not None:
        try:
            text = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode("ascii")
        except (binascii.Error, ValueError):
            text = ""
        told, _, number = text.partition(":")
        if told == etag and number.isdigit() and len(number) < 16:
            offset = int(number)
            # only the text that was given out, so that a listing has one cursor for each page
            if 0 < offset < total and offset % size == 0 and _cursor(etag, offset) == cursor:
                return offset
    message = "The cursor is not one that this listing gave out; list again from the start."
    raise SchemacError([finding("cursor-invalid", ("cursor",), message)])
