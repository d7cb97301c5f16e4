"""Findings: what is wrong or worth knowing, where, and what cures it.

Every finding has a stable code from :mod:`schemac.findings.catalogue`, which also gives its severity, and from which
``docs/errors.md`` is generated. Codes and pointers are promised; wording is not (docs/spec, chapter DIA).
"""

from __future__ import annotations

from schemac.findings.catalogue import CATALOGUE
from schemac.findings.model import (
    CAP,
    Beside,
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
    nearest,
)
from schemac.findings.slips import Slips

__all__ = [
    "CAP",
    "CATALOGUE",
    "Beside",
    "Entry",
    "Finding",
    "Findings",
    "Place",
    "SchemacError",
    "Severity",
    "Slips",
    "capped",
    "did_you_mean",
    "finding",
    "has_errors",
    "in_order",
    "nearest",
]
