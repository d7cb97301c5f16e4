"""What schemas say for people, and what they say there for constraints that are lost (docs/spec, chapter TGT)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from schemac.targets.passes.context import Context
from schemac.targets.passes.lens import MaybeLens
from schemac.targets.passes.parts import Part
from schemac.targets.passes.wording import ANNOTATIONS, described, joined
from schemac.values import JsonObject

_LEADING: Final = ("type", "title", "description")
_CONDITIONS: Final = ("not", "if", "then", "else", "dependentSchemas", "unevaluatedProperties")


def annotations_of(
    ctx: Context, parts: Sequence[Part], lens: MaybeLens, notes: Sequence[str], *, root: bool = False
) -> JsonObject:
    """Return what is said for people: of each annotation the first, and notes in the description.

    Defaults and examples are values of the original, so that they go where values are encoded.
    """
    found: JsonObject = {}
    text = ""
    sentences = list(notes)
    for part in parts:
        schema = part.schema
        if not text and isinstance(schema.get("description"), str):
            text = schema["description"]
        for keyword in ANNOTATIONS:
            if keyword not in schema or keyword in found:
                continue
            if ctx.rules.takes(keyword, root=root) and (lens is None or keyword == "title"):
                found[keyword] = schema[keyword]
            elif keyword == "default" and schema["default"] is not None:
                ctx.drop(part, keyword, sentences)
        if ctx.rules.only is None and lens is None:
            for keyword, value in schema.items():
                if keyword.startswith("x-"):
                    found.setdefault(keyword, value)
    if sentences:
        text = described(text, sentences)
    if (text or any("description" in part.schema for part in parts)) and ctx.rules.takes("description", root=root):
        found["description"] = text
    return found


def note_conditions(ctx: Context, parts: Sequence[Part], notes: list[str]) -> None:
    """Note the conditions that subschemas put on values of any type; none of them can be kept."""
    for part in parts:
        for keyword in _CONDITIONS:
            value = part.schema.get(keyword)
            if value is None or (keyword in ("then", "else") and "if" not in part.schema):
                continue
            if keyword != "unevaluatedProperties" or (value is False and not ctx.rules.closed):
                ctx.drop(part, keyword, notes)
            elif isinstance(value, dict):
                ctx.rewritten(part, keyword, "What it applies to is judged by names alone.")


def into(member: JsonObject, annotations: JsonObject) -> JsonObject:
    """Return a branch that says for people what its choice would say, where nothing may stand beside that."""
    found = {**annotations, **member}
    if "description" in annotations and "description" in member:
        found["description"] = joined(annotations["description"], member["description"])
    return ordered(found)


def ordered(schema: JsonObject) -> JsonObject:
    """Return a schema with its type, title and description first."""
    leading: JsonObject = {keyword: schema[keyword] for keyword in _LEADING if keyword in schema}
    return {**leading, **schema}
