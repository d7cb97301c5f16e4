"""The port protocol and the conformance runner."""

from __future__ import annotations

from schemac.findings.entry import Entry

ENTRIES: tuple[Entry, ...] = ()
