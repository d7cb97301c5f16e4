"""The one catalogue of finding codes, by area. A code is never reused for another meaning."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from schemac.findings.catalogue import (
    calls,
    conformance,
    gates,
    importing,
    loading,
    manifest,
    reporting,
    schemas,
    surface,
    targets,
)
from schemac.findings.entry import Entry

AREAS: Mapping[str, tuple[Entry, ...]] = MappingProxyType(
    {
        "Loading": loading.ENTRIES,
        "Manifest": manifest.ENTRIES,
        "Schemas": schemas.ENTRIES,
        "Gates and decisions": gates.ENTRIES,
        "Surface": surface.ENTRIES,
        "Calls": calls.ENTRIES,
        "Targets": targets.ENTRIES,
        "Import": importing.ENTRIES,
        "Conformance": conformance.ENTRIES,
        "Reporting": reporting.ENTRIES,
    }
)
"""The entries by the heading under which the documentation prints them."""

CATALOGUE: Mapping[str, Entry] = MappingProxyType({entry.code: entry for area in AREAS.values() for entry in area})
"""Every code there is."""
