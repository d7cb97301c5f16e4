"""Findings: what is wrong or worth knowing, where, and what cures it.

Every finding has a stable code from :mod:`schemac.findings.catalogue`, which also gives its severity, and from which
``docs/errors.md`` is generated. Codes and pointers are promised; wording is not (docs/spec, chapter DIA).
"""

from __future__ import annotations

from schemac.findings.catalogue import CATALOGUE
from schemac.findings.model import (
    CAP,
    Entry,
    Finding,
    Findings,
    Place,
    SchemacError,
    Severity,
    capped,
    did_you_mean,
    finding,
    has_errors,
    in_order,
)

__all__ = [
    "CAP",
    "CATALOGUE",
    "Entry",
    "Finding",
    "Findings",
    "Place",
    "SchemacError",
    "Severity",
    "capped",
    "did_you_mean",
    "finding",
    "has_errors",
    "in_order",
]
