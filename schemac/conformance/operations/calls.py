"""Operations on a call: ``resolve`` and ``encode``. Pointers start at ``call.arguments`` as sent."""

from __future__ import annotations

from schemac.conformance.operations.inputs import Input, OpError
from schemac.conformance.operations.manifests import specialised
from schemac.dispatch.outcome import Description, Refusal
from schemac.pointer import render
from schemac.values import JsonObject

_CALLER = ("domain", "decisions", "options")


def resolve(members: JsonObject) -> JsonObject:
    """Take a caller and a call, give ``{tool, arguments, coerced, stripped}``, or ``{description}``."""
    given = Input(members, needs=("manifest", "call"), takes=_CALLER)
    call = Input(given.of(dict, "call"), needs=("name",), takes=("arguments",))
    found = specialised(given)
    outcome = found.surface.resolve(call.of(str, "name"), call.any("arguments", None), found.decisions)
    if isinstance(outcome, Refusal):
        raise OpError(outcome.code, outcome.pointer, outcome.message)
    if isinstance(outcome, Description):
        return {"description": outcome.value}
    return {
        "tool": outcome.tool,
        "arguments": outcome.arguments,
        "coerced": [render(at) for at, _ in outcome.coerced],
        "stripped": [render(at) for at in outcome.stripped],
    }


def encode(members: JsonObject) -> JsonObject:
    """Take a caller and ``{tool, arguments}``, give ``{name, arguments}``, the call that resolves to it."""
    given = Input(members, needs=("manifest", "call"), takes=_CALLER)
    call = Input(given.of(dict, "call"), needs=("tool", "arguments"))
    return specialised(given).surface.encode(call.of(str, "tool"), call.of(dict, "arguments"))
