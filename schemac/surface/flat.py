"""A tool that stands alone: as declared, save for gates and for references that leave its schema (chapter STR)."""

from __future__ import annotations

from typing import NamedTuple

from schemac.catalog.members import Member
from schemac.jsonschema.codec import Loss
from schemac.jsonschema.document import document_of
from schemac.jsonschema.embed import standalone
from schemac.jsonschema.keywords import DIALECTS, DRAFT_2020_12, Dialect
from schemac.jsonschema.module import Module
from schemac.jsonschema.translate import translate
from schemac.surface.aim import Aim
from schemac.surface.entry import Concern, Entry, ToolRoute, lost
from schemac.surface.text import cut
from schemac.values import JsonObject


class Alone(NamedTuple):
    """How a plan shows tools that stand alone.

    Attributes:
        output_dialect: The dialect to translate to; None keeps each schema's own.
        aim: What the target asks for.
    """

    output_dialect: str | None
    aim: Aim


def build_flat(member: Member, how: Alone, name: str) -> Entry:
    """Return the entry of one tool.

    Args:
        member: The tool as the caller sees it.
        how: How the plan shows such tools.
        name: Its name on the wire.
    """
    tool = dict(member.tool.listed)
    tool["name"] = name
    concerns: list[Concern] = []
    losses: list[Loss] = []
    aim = how.aim
    most = aim.target.names.description
    if most is not None and len(tool.get("description", "")) > most:
        tool["description"] = cut(tool["description"], most)
        concerns.append(Concern("description-cut", "description", (), f"The description of {name} is cut to {most}."))
    to = DIALECTS[how.output_dialect] if how.output_dialect else aim.dialect if aim.lowers else None
    if to or not member.input.as_declared:
        tool["inputSchema"] = _restated(member.input.shown, member.tool.input_schema, to, losses)
    sent = aim.lower(tool["inputSchema"])
    if sent is not None:
        tool["inputSchema"] = with_dialect(sent.schema, aim.written)
        losses.extend(sent.losses)
    declared = member.tool.output_schema
    if declared is not None:
        if member.output is None:
            del tool["outputSchema"]
        elif to or not member.output.as_declared:
            output_losses: list[Loss] = []
            tool["outputSchema"] = _restated(member.output.shown, declared, to, output_losses)
            concerns.extend(lost(name, "outputSchema", output_losses))
    return Entry(
        list_tools=lambda: (tool,),
        routes={name: ToolRoute(member, sent)},
        losses={name: tuple(losses)} if losses else {},
        concerns=(*lost(name, "inputSchema", losses), *concerns),
    )


def _restated(module: Module, declared: JsonObject, to: Dialect | None, losses: list[Loss]) -> JsonObject:
    """Return a schema as one self-contained document, its members in the order declared."""
    if to is not None:
        translated = translate(module, to)
        losses.extend(translated.losses)
        schema: JsonObject = standalone(translated.module, to)
        return with_dialect(schema, to)
    schema, dialect = document_of(module)
    if dialect is not module.root.dialect:
        return with_dialect(schema, dialect)
    if "$schema" in declared:
        schema = {"$schema": declared["$schema"], **schema}
    placed = {keyword: schema[keyword] for keyword in declared if keyword in schema}
    return {**placed, **schema}


def with_dialect(schema: JsonObject, dialect: Dialect) -> JsonObject:
    """Return a tool's root schema that names its dialect where that is not MCP's default, 2020-12."""
    return schema if dialect is DRAFT_2020_12 else {"$schema": f"{dialect.uri}#", **schema}
