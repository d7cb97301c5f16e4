"""How a tool looks on the wire of an API (docs/spec, chapter TGT).

A wire is data: a template in which ``$name``, ``$description`` and ``$schema`` stand for the tool's own, and a frame in
which ``$tools`` stands for the list.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from schemac.values import Json, JsonObject


@dataclass(frozen=True, slots=True)
class Wire:
    """The form of tools on a wire.

    Attributes:
        tool: The template of a tool; None where it is the MCP form itself.
        frame: The template of what holds the list.
        meta: Whether ``_meta`` is part of it.
        omit_empty: The schema of a tool without parameters is left out.
    """

    tool: Json
    frame: Json
    meta: bool = False
    omit_empty: bool = False


_MCP_FRAME: Mapping[str, Json] = MappingProxyType({"tools": "$tools"})
MCP = Wire(tool=None, frame=dict(_MCP_FRAME), meta=True)
"""The form of ``tools/list``."""


def in_wire_form(tool: JsonObject, wire: Wire) -> JsonObject:
    """Return a tool in MCP form as a wire carries it; what the template has no place for is left out."""
    if wire.tool is None:
        return tool
    schema = tool["inputSchema"]
    filled = {"$name": tool["name"], "$description": tool.get("description"), "$schema": schema}
    if wire.omit_empty and not schema.get("properties"):
        filled["$schema"] = None
    result: JsonObject = _fill(wire.tool, {key: value for key, value in filled.items() if value is not None})
    return result


def request_form(tools: Sequence[JsonObject], wire: Wire) -> Json:
    """Return the part of a request that carries a list of tools in MCP form."""
    return _fill(wire.frame, {"$tools": [in_wire_form(tool, wire) for tool in tools]})


def _fill(template: Json, values: Mapping[str, Json]) -> Json:
    if isinstance(template, dict):
        return {
            key: _fill(item, values)
            for key, item in template.items()
            if not (isinstance(item, str) and item.startswith("$") and item not in values)
        }
    if isinstance(template, list):
        return [_fill(item, values) for item in template]
    return values.get(template, template) if isinstance(template, str) else template
