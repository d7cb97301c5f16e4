"""What a surface cannot carry, names and collisions."""

from __future__ import annotations

from schemac.findings.entry import Entry

ENTRIES: tuple[Entry, ...] = ()
