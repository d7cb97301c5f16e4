"""What a listing costs: bytes that a model is shown, and bytes that only the client gets (docs/spec, chapter STR).

Hosts forward a tool's name, description and input schema to the model. Everything else of it (titles, annotations,
output schemas, ``_meta``) stays with the client.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from schemac.catalog.decisions import Decisions
from schemac.emit import emit
from schemac.plan import Plan, plan
from schemac.surface.surface import Surface
from schemac.text import Manifest, read_manifest
from schemac.values import Json, JsonObject

MANIFEST = Path(__file__).with_name("manifest.yaml")

FORWARDED = ("name", "description", "inputSchema")
"""The fields of a tool that hosts forward to the model."""

FORMS: Mapping[str, Mapping[str, Json]] = MappingProxyType(
    {
        "flat": {"strategy": "flat"},
        "facades, schemas in schema": {"strategy": "vendor_extension", "schemas_in": "schema"},
        "facades, schemas in _meta": {"strategy": "vendor_extension", "schemas_in": "meta"},
    }
)
"""The forms that are compared: what each is called, and the options that make it."""


class Cost(NamedTuple):
    """What one listing weighs, in bytes of its JSON without spaces.

    Attributes:
        tools: How many tools it lists.
        shown: Bytes of the fields that a model is shown.
        kept: Bytes of all else, which only the client gets.
    """

    tools: int
    shown: int
    kept: int

    @property
    def total(self) -> int:
        """All bytes of the tools."""
        return self.shown + self.kept


def load() -> Manifest:
    """Read the shop's manifest.

    Raises:
        SchemacError: It cannot be read.
    """
    return read_manifest(str(MANIFEST))


def plans(manifest: Manifest) -> dict[str, Plan]:
    """Return the plan of each form, by its name in :data:`FORMS`.

    Raises:
        SchemacError: Something is wrong with the manifest.
    """
    return {name: plan(manifest, options=options) for name, options in FORMS.items()}


def role(made: Plan, name: str) -> Decisions:
    """Return the decisions of a role that the manifest declares."""
    return made.catalog.roles[name]


def forwarded(tool: JsonObject) -> JsonObject:
    """Return what hosts forward of a tool to the model."""
    return {field: tool[field] for field in FORWARDED if field in tool}


def cost(surface: Surface) -> Cost:
    """Return what a listing weighs."""
    tools = surface.tools
    shown = sum(len(emit(forwarded(tool))) for tool in tools)
    return Cost(len(tools), shown, sum(len(emit(tool)) for tool in tools) - shown)
