"""Operations on texts and plain values: ``load`` and ``digest``."""

from __future__ import annotations

from schemac import canonical
from schemac.conformance.operations.inputs import Input
from schemac.values import JsonObject


def digest(members: JsonObject) -> JsonObject:
    """Take ``{value}``, give ``{sha256}`` of its canonical JSON."""
    return {"sha256": canonical.digest(Input(members, needs=("value",)).any("value"))}
