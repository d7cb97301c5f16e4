"""Findings about findings."""

from __future__ import annotations

from schemac.findings.entry import Entry, note

ENTRIES: tuple[Entry, ...] = (
    note(
        "too-many-findings",
        "More was found than is shown.",
        cause=(
            "One run shows at most 100 findings. The least severe are left out first: no error is left out while a "
            "warning or a note is shown."
        ),
        cure="Cure what is shown and run again.",
        example="$ schemac check manifest.yaml    # a manifest with 150 mistakes",
    ),
)
