"""The operation ``signature``: one tool as a line that reads like a function (docs/spec, chapter TXT)."""

from __future__ import annotations

from schemac.catalog.descriptor import read_tool, unaliased
from schemac.catalog.groups import article
from schemac.catalog.model import Broken
from schemac.conformance.operations.inputs import Input
from schemac.findings import Finding, SchemacError, finding
from schemac.surface import signature as signatures
from schemac.values import JsonObject, type_of


def signature(members: JsonObject) -> JsonObject:
    """Take ``{descriptor}``, give ``{signature}``; schemas may be as odd as they like.

    Raises:
        SchemacError: The descriptor is refused for something else than what is in its schemas.
    """
    descriptor = Input(members, needs=("descriptor",)).any("descriptor")
    if not isinstance(descriptor, dict):
        message = f"A tool is an object, not {article(type_of(descriptor))}."
        raise SchemacError([finding("field-type", (), message)])
    found: list[Finding] = []
    fields, pointers = unaliased(descriptor, (), found)
    tool, _ = read_tool(fields, pointers, (), 0, found)
    if isinstance(tool, Broken):
        raise SchemacError(tool.findings)
    return {"signature": signatures.signature(tool.name, tool.input_schema, tool.output_schema)}
