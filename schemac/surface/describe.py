"""Describe tools: what a caller of a lazy facade asks for a member's schema (docs/spec, chapter STR)."""

from __future__ import annotations

from collections.abc import Sequence

from schemac.catalog.layout import FacadeLayout, describe_name
from schemac.catalog.members import Member
from schemac.dispatch.sent import Sent
from schemac.strategies.moving import moved_document
from schemac.surface.aim import Aim
from schemac.surface.flat import with_dialect
from schemac.values import JsonObject


def describe_tool(layout: FacadeLayout, names: Sequence[str]) -> JsonObject:
    """Return the describe tool of a facade, for the members that the caller sees.

    Args:
        layout: The facade's.
        names: The members' names on the wire.
    """
    return {
        "name": describe_name(layout.name),
        "title": f"{layout.title} (describe)",
        "description": f"Describe one tool of {layout.name}: pass its name as `{layout.discriminator}`.",
        "inputSchema": {
            "type": "object",
            "properties": {layout.discriminator: {"type": "string", "enum": list(names)}},
            "required": [layout.discriminator],
        },
        "annotations": {"readOnlyHint": True, "idempotentHint": True, "openWorldHint": False},
    }


def described_as(member: Member, aim: Aim, name: str) -> JsonObject:
    """Return what a member is described as: name, description, input and output schema, as the caller sees them."""
    listed = member.tool.listed
    told: JsonObject = {"name": name}
    if "description" in listed:
        told["description"] = listed["description"]
    schema = moved_document(member, "inputSchema", aim.dialect).value
    sent = lowered_document(member, aim)
    told["inputSchema"] = with_dialect(sent.schema if sent else schema, aim.written)
    if member.output is not None:
        # no target reads output schemas under rules of its own
        told["outputSchema"] = with_dialect(moved_document(member, "outputSchema", aim.dialect).value, aim.dialect)
    return told


def lowered_document(member: Member, aim: Aim) -> Sent | None:
    """Return a member's input schema, as a document of its own, as the target reads it; None where it stays.

    It is lowered once for a member and a target, whoever shows it.
    """
    return member.once(aim, "inputSchema", _lowered_document)


def _lowered_document(member: Member, aim: Aim, _: str) -> Sent | None:
    return aim.lower(moved_document(member, "inputSchema", aim.dialect).value)
