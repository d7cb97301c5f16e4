"""Refusals of a call, a cursor or a listing request."""

from __future__ import annotations

from schemac.findings.entry import Entry

ENTRIES: tuple[Entry, ...] = ()
