"""What an API or client refuses."""

from __future__ import annotations

from schemac.findings.entry import Entry

ENTRIES: tuple[Entry, ...] = ()
