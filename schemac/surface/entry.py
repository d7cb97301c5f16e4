"""What one group, or one tool outside groups, adds to a surface."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from schemac.catalog.members import Member
from schemac.findings import Finding
from schemac.jsonschema.codec import Codec, Loss
from schemac.strategies import Call
from schemac.values import Json, JsonObject


@dataclass(frozen=True, slots=True, eq=False)
class Entry:
    """What one group, or one tool outside groups, adds to a surface.

    Attributes:
        tools: The tools listed for it; never mutated.
        routes: Wire name to what a call of it reaches: a member, or a facade's members by their name there.
        codec: For a facade, from a :class:`Call` to its arguments and back; None for a flat tool.
        losses: By tool name, what could not be kept of its schema.
        findings: What the caller's surface cannot carry; pointers start at this entry's first tool.
    """

    tools: tuple[JsonObject, ...]
    routes: Mapping[str, Member | Mapping[str, Member]]
    codec: Codec[Call, Json] | None
    losses: Mapping[str, tuple[Loss, ...]]
    findings: tuple[Finding, ...]
