"""The operation ``hello``: who answers, in which protocol, and what it claims."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

from schemac.conformance import protocol
from schemac.conformance.operations.inputs import Input, OpError
from schemac.values import JsonObject


def hello(members: JsonObject) -> JsonObject:
    """Take ``{protocol}``, give ``{name, language, version, protocol, profiles}``."""
    asked = Input(members, needs=("protocol",)).any("protocol")
    if asked != protocol.VERSION or isinstance(asked, bool):
        raise OpError("invalid-input", ("protocol",), f"This port speaks protocol {protocol.VERSION} only.")
    return {
        "name": "schemac",
        "language": "python",
        "version": _version(),
        "protocol": protocol.VERSION,
        "profiles": list(protocol.PROFILES),
    }


def _version() -> str:
    try:
        return version("schemac")
    except PackageNotFoundError:  # a source tree that was not installed
        return "0"
