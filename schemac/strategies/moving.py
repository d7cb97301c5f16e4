"""What every form that moves a schema does to it first (docs/spec, chapter STR)."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, TypeAlias

from schemac.catalog.members import Member
from schemac.jsonschema.codec import Loss
from schemac.jsonschema.embed import standalone
from schemac.jsonschema.keywords import DIALECTS, Dialect
from schemac.jsonschema.module import Module
from schemac.jsonschema.translate import translate
from schemac.jsonschema.walk import replace_children, walk
from schemac.pointer import Pointer
from schemac.strategies.base import Prepared
from schemac.values import Schema

HEADER = "x-mcp-header"
"""MCP allows it only on properties statically reached from the root of a tool's own input schema (2026-07-28)."""


Part: TypeAlias = Literal["inputSchema", "outputSchema"]
"""A schema of a tool, as MCP calls it."""


def moved(module: Module, dialect: Dialect) -> tuple[Module, tuple[Loss, ...], tuple[Pointer, ...]]:
    """Return a module as it may stand elsewhere: in ``dialect``, without headers.

    Returns:
        The module, what translation lost, and the authored places of the headers that were taken out.
    """
    stripped = tuple(
        definition.authored(pointer)
        for definition in module.definitions.values()
        if HEADER in definition.names
        for pointer, schema in walk(definition.schema, definition.dialect)
        if isinstance(schema, dict) and HEADER in schema
    )
    if stripped:
        module = Module(
            {
                key: replace(definition, schema=_without(definition.schema, definition.dialect))
                if HEADER in definition.names
                else definition
                for key, definition in module.definitions.items()
            }
        )
    translated = translate(module, dialect)
    return translated.module, translated.losses, stripped


def moved_document(member: Member, part: Part, dialect: Dialect) -> Prepared:
    """Return a schema of a member as a document of its own that may stand elsewhere; references in it start at it.

    It is made once for a member, since the facade and the describe tool both show it.

    Args:
        member: The member; it has the schema.
        part: Which schema.
        dialect: The dialect of the document.
    """
    return member.once(dialect.name, part, _moved_document)


def _moved_document(member: Member, dialect: str, part: str) -> Prepared:
    seen = member.input if part == "inputSchema" else member.output
    assert seen is not None  # the caller says so
    to = DIALECTS[dialect]
    module, losses, stripped = moved(seen.shown, to)
    return Prepared(standalone(module, to), losses, stripped)


def _without(schema: Schema, dialect: Dialect) -> Schema:
    if not isinstance(schema, dict):
        return schema
    schema = replace_children(schema, dialect, lambda _, child: _without(child, dialect))
    if HEADER in schema:
        schema = {keyword: value for keyword, value in schema.items() if keyword != HEADER}
    return schema
