"""Operations on texts and plain values: ``load`` and ``digest``."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from schemac import canonical
from schemac.conformance.operations.inputs import Input
from schemac.findings import SchemacError, finding
from schemac.text import TextFormat
from schemac.text import load as load_text
from schemac.values import JsonObject

_ABOUT_THE_TEXT = frozenset(
    {"yaml-syntax", "json-syntax", "empty-document", "multiple-documents", "alias-budget", "limit-exceeded"}
)
"""Codes about a text as a whole: how much of it a parser has read by then differs, so they have no pointer (LOD)."""


def load(members: JsonObject) -> JsonObject:
    """Take ``{text, format}``, give ``{manifest}``: the object that the text denotes, as it is written."""
    given = Input(members, needs=("text", "format"))
    form = cast("TextFormat", given.one_of("format", ("yaml", "json")))
    try:
        value = load_text(given.of(str, "text"), format=form).value
    except SchemacError as error:
        raise SchemacError(
            replace(item, pointer=()) if item.code in _ABOUT_THE_TEXT else item for item in error.findings
        ) from None
    if not isinstance(value, dict):
        raise SchemacError([finding("manifest-not-object", (), "A manifest is an object.")])
    return {"manifest": value}


def digest(members: JsonObject) -> JsonObject:
    """Take ``{value}``, give ``{sha256}`` of its canonical JSON."""
    return {"sha256": canonical.digest(Input(members, needs=("value",)).any("value"))}
