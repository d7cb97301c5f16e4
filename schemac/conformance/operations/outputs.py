"""The operation on results: ``project_output``. Pointers start at ``value``."""

from __future__ import annotations

from schemac.conformance.operations.inputs import Input, OpError
from schemac.conformance.operations.manifests import specialised
from schemac.dispatch.outcome import Refusal
from schemac.values import JsonObject


def project_output(members: JsonObject) -> JsonObject:
    """Take ``{manifest, domain?, decisions?, tool, value}``, give ``{value}``: the result as the caller may see it."""
    given = Input(members, needs=("manifest", "tool", "value"), takes=("domain", "decisions"))
    made, decisions = specialised(given)
    projected = made.project_output(given.of(str, "tool"), decisions, given.any("value"))
    if isinstance(projected, Refusal):
        raise OpError(projected.code, projected.pointer, projected.message)
    return {"value": projected.value}
