"""Reading YAML and JSON text."""

from __future__ import annotations

from schemac.findings.entry import Entry

ENTRIES: tuple[Entry, ...] = ()
