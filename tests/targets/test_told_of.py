"""What public reports tell that clients and APIs refuse, each as a small definition of our own, is found where it is.

``test_lint`` does the same with the collected reports where they are at hand; these need nothing beside the project.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from schemac.findings import Severity
from schemac.pointer import render
from schemac.targets import target
from schemac.targets.lint import lint
from schemac.values import JsonObject

LEAF = {"type": "string"}


def plant(schema: JsonObject | None = None, name: str = "plant", **members: Any) -> JsonObject:
    """Return a tool about a garden; without a schema one with a bed and a row, both required."""
    made = schema if schema is not None else {"type": "object", "properties": {}}
    return {"name": name, "description": "Plant something.", "inputSchema": made, **members}


def fields(required: tuple[str, ...] | None = None, **properties: Any) -> JsonObject:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties if required is None else required),
    }


def closed(**properties: Any) -> JsonObject:
    return {**fields(**properties), "additionalProperties": False}


def deep(levels: int) -> JsonObject:
    """Return arrays of arrays around a text."""
    schema: JsonObject = LEAF
    for _ in range(levels):
        schema = {"type": "array", "items": schema}
    return schema


class Told(NamedTuple):
    """Tools, and by target the rules that speak, each with the place below the list."""

    tools: list[JsonObject]
    found: dict[str, set[tuple[str, str]]]


SCHEMA = "/0/inputSchema"
EITHER = {**fields((), seed=LEAF, bulb=LEAF), "oneOf": [{"required": ["seed"]}, {"required": ["bulb"]}]}
CONDITIONS = {
    **fields((), season=LEAF, frost=LEAF),
    "allOf": [{"if": {"required": ["frost"]}, "then": {"required": ["season"]}}],
}
MARKED = {"$schema": "http://json-schema.org/draft-07/schema#", **closed(bed=LEAF)}

TOLD = {
    "a choice of required names at the root": Told(
        [plant(EITHER)],
        {
            "openai": {("OAI-ROOT-KEYWORDS", f"{SCHEMA}/oneOf")},
            "anthropic": {("ANT-ROOT-KEYWORDS", f"{SCHEMA}/oneOf")},
            "gemini": {("GEM-FIELDS", f"{SCHEMA}/oneOf")},
            "bedrock": {("BED-NOVA-ROOT", f"{SCHEMA}/oneOf")},
            "vscode": {("VSC-ROOT-KEYWORDS", f"{SCHEMA}/oneOf")},
            "claude-code": {("CC-ROOT-FLATTENED", f"{SCHEMA}/oneOf")},
            "strict": {("STR-ROOT-KEYWORDS", f"{SCHEMA}/oneOf")},
        },
    ),
    "a root that is a union and has no type": Told(
        [plant({"anyOf": [fields(seed=LEAF), fields(bulb=LEAF)]})],
        {
            "mcp": {("MCP-ROOT-TYPE", SCHEMA)},
            "claude-code": {("CC-ROOT-TYPE", SCHEMA), ("CC-ROOT-FLATTENED", f"{SCHEMA}/anyOf")},
            "cursor": {("CUR-ROOT-TYPE", SCHEMA)},
            "vscode": {("VSC-ROOT-TYPE", SCHEMA)},
            "openai": {("OAI-ROOT-TYPE", SCHEMA), ("OAI-ROOT-PROPERTIES", SCHEMA)},
            "gemini-json-schema": {("GJS-ROOT-TYPE", SCHEMA)},
        },
    ),
    "conditions at the root": Told(
        [plant(CONDITIONS)],
        {
            "openai": {("OAI-ROOT-KEYWORDS", f"{SCHEMA}/allOf")},
            "anthropic": {("ANT-ROOT-KEYWORDS", f"{SCHEMA}/allOf")},
            "claude-code": {("CC-ROOT-DROPPED", f"{SCHEMA}/allOf")},
            "openai-strict": {("OAS-ALLOF-NOT-IF", f"{SCHEMA}/allOf")},
        },
    ),
    "definitions that were left behind": Told(
        [plant(fields(bed={"$ref": "#/$defs/Bed"}))],
        {
            "mcp": {("MCP-REF-DANGLING", f"{SCHEMA}/properties/bed/$ref")},
            "anthropic": {("ANT-REF-DANGLING", f"{SCHEMA}/properties/bed/$ref")},
            "openai-strict": {("OAS-REF-DANGLING", f"{SCHEMA}/properties/bed/$ref")},
            "gemini-json-schema": {("GJS-REF-DANGLING", f"{SCHEMA}/properties/bed/$ref")},
            "claude-code": {("CC-REF-DANGLING", f"{SCHEMA}/properties/bed/$ref")},
        },
    ),
    "a pointer into properties that moved": Told(
        [plant(fields(arguments=fields(bed=fields(x=LEAF), spare={"$ref": "#/properties/bed"})))],
        {
            "mcp": {("MCP-REF-DANGLING", f"{SCHEMA}/properties/arguments/properties/spare/$ref")},
            "strict": {("STR-REF-DANGLING", f"{SCHEMA}/properties/arguments/properties/spare/$ref")},
        },
    ),
    "a definition of results that was left behind": Told(
        [plant(outputSchema={"type": "object", "properties": {"bed": {"$ref": "#/$defs/Bed"}}})],
        {
            "mcp": {("MCP-REF-OUTPUT", "/0/outputSchema/properties/bed/$ref")},
            "claude-code": {("CC-REF-OUTPUT", "/0/outputSchema/properties/bed/$ref")},
        },
    ),
    "only the root closed": Told(
        [plant(closed(bed=fields((), row=LEAF)))],
        {
            "openai-strict": {
                ("OAS-CLOSED", f"{SCHEMA}/properties/bed"),
                ("OAS-REQUIRED", f"{SCHEMA}/properties/bed"),
            },
            "anthropic-strict": {("ANS-CLOSED", f"{SCHEMA}/properties/bed")},
            "strict": {("STR-CLOSED", f"{SCHEMA}/properties/bed"), ("STR-REQUIRED", f"{SCHEMA}/properties/bed")},
        },
    ),
    "objects that say no type, or two": Told(
        [plant(closed(bed={"properties": {"row": LEAF}, "required": ["row"]}, sun={"type": ["object", "null"]}))],
        {
            "openai-strict": {
                ("OAS-CLOSED", f"{SCHEMA}/properties/bed"),
                ("OAS-TYPE", f"{SCHEMA}/properties/bed"),
                ("OAS-CLOSED", f"{SCHEMA}/properties/sun"),
            },
        },
    ),
    "a map of any names": Told(
        [plant(closed(labels={"type": "object", "additionalProperties": LEAF}))],
        {
            "openai-strict": {("OAS-CLOSED", f"{SCHEMA}/properties/labels/additionalProperties")},
            "anthropic-strict": {("ANS-CLOSED", f"{SCHEMA}/properties/labels/additionalProperties")},
            "gemini": {
                ("GEM-FIELDS", f"{SCHEMA}/properties/labels/additionalProperties"),
                ("GEM-FILLED", f"{SCHEMA}/properties/labels"),
            },
        },
    ),
    "a reference with something beside it": Told(
        [plant({**closed(bed={"$ref": "#/$defs/Bed", "description": "Where."}), "$defs": {"Bed": closed(x=LEAF)}})],
        {
            "openai-strict": {("OAS-REF-ALONE", f"{SCHEMA}/properties/bed/$ref")},
            "openai": {("OAI-REF-ALONE", f"{SCHEMA}/properties/bed/$ref")},
            "gemini-json-schema": {("GJS-REF-BESIDE", f"{SCHEMA}/properties/bed/$ref")},
        },
    ),
    "texts of an enum copied onto null": Told(
        [plant(closed(sun={"anyOf": [{**LEAF, "enum": ["full"]}, {"type": "null", "enum": ["full"]}]}))],
        {
            "openai-strict": {("OAS-ENUM-TYPE", f"{SCHEMA}/properties/sun/anyOf/1/enum")},
            "openai": {("OAI-ENUM-TYPE", f"{SCHEMA}/properties/sun/anyOf/1/enum")},
            "strict": {("STR-ENUM-FITS", f"{SCHEMA}/properties/sun/anyOf/1/enum")},
        },
    ),
    "a tagged union": Told(
        [plant(closed(what={"oneOf": [closed(kind={"const": "seed"}), closed(kind={"const": "bulb"})]}))],
        {
            "openai-strict": {("OAS-ONEOF", f"{SCHEMA}/properties/what/oneOf")},
            "anthropic-strict": {("ANS-ONEOF", f"{SCHEMA}/properties/what/oneOf")},
        },
    ),
    "a format outside the list": Told(
        [plant(closed(picture={**LEAF, "format": "uri"}))],
        {
            "openai-strict": {("OAS-FORMATS", f"{SCHEMA}/properties/picture/format")},
            "gemini": {("GEM-FORMATS", f"{SCHEMA}/properties/picture/format")},
        },
    ),
    "parts of allOf that each leave the other's names out": Told(
        [plant(closed(bed={"allOf": [closed(x=LEAF), fields(y=LEAF)]}))],
        {
            "openai-strict": {
                ("OAS-ALLOF-NOT-IF", f"{SCHEMA}/properties/bed/allOf"),
                ("OAS-CLOSED", f"{SCHEMA}/properties/bed/allOf/1"),
            },
        },
    ),
    "no arguments, and nothing said of them": Told(
        [plant({}), plant({"type": "object"}, name="weed"), plant(name="dig", inputSchema=None)],
        {
            "openai": {
                ("OAI-ROOT-TYPE", SCHEMA),
                ("OAI-ROOT-PROPERTIES", SCHEMA),
                ("OAI-ROOT-PROPERTIES", "/1/inputSchema"),
                ("OAI-ROOT-TYPE", "/2/inputSchema"),
            },
            "openai-strict": {("OAS-CLOSED", "/1/inputSchema")},
            "mcp": {("MCP-ROOT-TYPE", SCHEMA), ("MCP-ROOT-TYPE", "/2/inputSchema")},
        },
    ),
    "alternatives that are constants": Told(
        [plant(fields(sun={"anyOf": [{"const": "full"}, {"const": "none"}]}))],
        {
            "gemini": {
                ("GEM-FIELDS", f"{SCHEMA}/properties/sun/anyOf/0/const"),
                ("GEM-TYPE", f"{SCHEMA}/properties/sun/anyOf/0"),
            },
            "gemini-json-schema": {("GJS-IGNORED", f"{SCHEMA}/properties/sun/anyOf/0/const")},
        },
    ),
    "exclusive bounds": Told(
        [plant(fields(depth={"type": "integer", "exclusiveMinimum": 0}))],
        {
            "gemini": {("GEM-FIELDS", f"{SCHEMA}/properties/depth/exclusiveMinimum")},
            "anthropic-strict": {("ANS-BOUNDS", f"{SCHEMA}/properties/depth/exclusiveMinimum")},
            "strict": {("STR-KEYWORDS", f"{SCHEMA}/properties/depth/exclusiveMinimum")},
        },
    ),
    "numbers to choose from": Told(
        [plant(fields(zone={"type": "integer", "enum": [5, 6]}))],
        {"gemini": {("GEM-ENUM-TEXT", f"{SCHEMA}/properties/zone/enum")}},
    ),
    "a list of types whose items went elsewhere": Told(
        [plant(fields(rows={"anyOf": [{"type": "array"}, {"type": "null"}], "items": LEAF}))],
        {
            "gemini": {
                ("GEM-ITEMS", f"{SCHEMA}/properties/rows/anyOf/0"),
                ("GEM-ANYOF-ALONE", f"{SCHEMA}/properties/rows/anyOf"),
                ("GEM-NULL", f"{SCHEMA}/properties/rows/anyOf/1/type"),
            },
            "openai": {("OAI-ARRAY-ITEMS", f"{SCHEMA}/properties/rows/anyOf/0")},
            "vscode": {("VSC-ARRAY-ITEMS", f"{SCHEMA}/properties/rows/anyOf/0")},
        },
    ),
    "a list of types with null": Told(
        [plant(fields(rows={"type": ["array", "null"], "items": LEAF}))],
        {
            "gemini": {("GEM-TYPE-SINGLE", f"{SCHEMA}/properties/rows/type")},
            "cursor": {("CUR-NULL", f"{SCHEMA}/properties/rows/type")},
        },
    ),
    "arrays of anything": Told(
        [plant(fields(rows={"type": "array", "items": {"type": "array", "items": {}}}))],
        {
            "gemini": {("GEM-TYPE", f"{SCHEMA}/properties/rows/items/items")},
            "openai-strict": {("OAS-TYPE", f"{SCHEMA}/properties/rows/items/items")},
        },
    ),
    "properties that are called like keywords": Told(
        [plant(fields(const=LEAF, default=LEAF, type={"type": ["string", "null"]}))],
        {"gemini": {("GEM-TYPE-SINGLE", f"{SCHEMA}/properties/type/type")}},
    ),
    "a required name that is no property": Told(
        [plant(fields(("bed", "row"), bed=LEAF))],
        {
            "gemini": {("GEM-REQUIRED-DECLARED", f"{SCHEMA}/required")},
            "vscode": {("VSC-REQUIRED", f"{SCHEMA}/required")},
            "openai-strict": {("OAS-REQUIRED-DECLARED", f"{SCHEMA}/required")},
        },
    ),
    "long names that end differently": Told(
        [plant(name="w" * 64 + "a"), plant(name="w" * 64 + "b")],
        {
            "openai": {("OAI-NAME-LENGTH", "/0/name"), ("OAI-NAME-LENGTH", "/1/name")},
            "bedrock": {("BED-NAME-LENGTH", "/0/name")},
            "vscode": {("VSC-NAME-LENGTH", "/0/name"), ("VSC-NAME-APART", "/1/name")},
            "cursor": {("CUR-NAME-LENGTH", "/0/name")},
        },
    ),
    "names that differ in a dot": Told(
        [plant(name="bed.plant"), plant(name="bed_plant")],
        {
            "openai": {("OAI-NAME-CHARS", "/0/name")},
            "anthropic": {("ANT-NAME-CHARS", "/0/name")},
            "vscode": {("VSC-NAME-APART", "/1/name")},
            "claude-code": {("CC-NAME-CHARS", "/0/name"), ("CC-NAME-UNIQUE", "/1/name")},
        },
    ),
    "one name twice": Told(
        [plant(), plant()],
        {
            "mcp": {("MCP-NAME-UNIQUE", "/1/name")},
            "anthropic": {("ANT-NAME-UNIQUE", "/1/name")},
            "bedrock": {("BED-NAME-UNIQUE", "/1/name")},
        },
    ),
    "the bounds of an older draft": Told(
        [plant(fields(depth={"type": "number", "minimum": 0, "exclusiveMinimum": True}))],
        {
            "anthropic": {("ANT-VALID", f"{SCHEMA}/properties/depth/exclusiveMinimum")},
            "mcp": {("MCP-VALID", f"{SCHEMA}/properties/depth/exclusiveMinimum")},
            "openai": {("OAI-VALID", f"{SCHEMA}/properties/depth/exclusiveMinimum")},
            "bedrock": {("BED-VALID", f"{SCHEMA}/properties/depth/exclusiveMinimum")},
            "claude-code": {("CC-VALID", f"{SCHEMA}/properties/depth/exclusiveMinimum")},
        },
    ),
    "a tuple as older drafts write it": Told(
        [plant(fields(spot={"type": "array", "items": [{"type": "number"}, {"type": "number"}]}))],
        {
            "anthropic": {("ANT-VALID", f"{SCHEMA}/properties/spot/items")},
            "openai-strict": {("OAS-TUPLE", f"{SCHEMA}/properties/spot/items")},
            "vscode": {("VSC-ITEMS-LIST", f"{SCHEMA}/properties/spot/items")},
        },
    ),
    "the mark of another draft": Told(
        [plant(MARKED), plant({**MARKED, "$schema": "https://json-schema.org/draft/2020-12/schema"}, name="weed")],
        {
            "gemini": {("GEM-FIELDS", f"{SCHEMA}/$schema")},
            "bedrock": {("BED-NOVA-ROOT", f"{SCHEMA}/$schema")},
            "anthropic-strict": {("ANS-UNKNOWN", f"{SCHEMA}/$schema")},
            "vscode": {("VSC-DIALECT", "/1/inputSchema/$schema")},
        },
    ),
    "a schema that contains itself": Told(
        [plant(fields((), sub={"type": "array", "items": {"$ref": "#"}}))],
        {
            "anthropic-strict": {("ANS-RECURSION", f"{SCHEMA}/properties/sub/items/$ref")},
            "strict": {("STR-RECURSION", f"{SCHEMA}/properties/sub/items/$ref")},
            "gemini": {("GEM-FIELDS", f"{SCHEMA}/properties/sub/items/$ref")},
        },
    ),
    "references written out until they are too deep": Told(
        [plant(closed(row=deep(10)))],
        {
            "openai-strict": {("OAS-DEPTH", f"{SCHEMA}/properties/row" + "/items" * 10)},
            "strict": {("STR-DEPTH", f"{SCHEMA}/properties/row" + "/items" * 10)},
        },
    ),
    "required that is null": Told(
        [plant({"type": "object", "properties": {"bed": LEAF}, "required": None})],
        {
            "mcp": {("MCP-ROOT-FORM", f"{SCHEMA}/required")},
            "claude-code": {("CC-ROOT-FORM", f"{SCHEMA}/required")},
        },
    ),
}
PAIRS = [(told, name) for told in TOLD for name in TOLD[told].found]


@pytest.mark.parametrize(("told", "name"), PAIRS)
def test_what_is_told_of_is_found_at_its_place(told, name):
    tools, found = TOLD[told]
    verdicts = lint(tools, (target(name),)).verdicts
    assert found[name] <= {(verdict.rule.id, render(verdict.pointer)) for verdict in verdicts}


@pytest.mark.parametrize("told", TOLD)
def test_what_is_told_of_says_what_happens_and_what_to_do(told):
    tools, found = TOLD[told]
    for name in found:
        for verdict in lint(tools, (target(name),)).verdicts:
            said = verdict.finding
            assert name in said.message
            assert said.message.endswith(f"{verdict.rule.consequence}.")
            assert (said.hint or "").startswith(verdict.rule.cure or verdict.rule.demand.cure)


def test_the_same_garden_written_plainly_is_taken_everywhere():
    schema = fields(bed={"type": "string", "description": "Where."}, rows={"type": "array", "items": LEAF})
    for name in ("mcp", "openai", "anthropic", "gemini", "gemini-json-schema", "bedrock", "vscode", "claude-code"):
        assert lint([plant(schema)], (target(name),)).verdicts == ()
    strict = {**schema, "additionalProperties": False}
    for name in ("openai-strict", "anthropic-strict", "strict"):
        found = lint([plant(strict)], (target(name),)).verdicts
        assert [verdict for verdict in found if verdict.severity is Severity.ERROR] == []
