"""The manifest's own JSON Schema, made from the same tables that the reader uses (docs/spec, chapter MAN)."""

from __future__ import annotations

import json
from functools import cache

from schemac.catalog.descriptor import VERBS
from schemac.catalog.options import STRATEGY_NAMES
from schemac.jsonschema.keywords import DIALECTS, OUTPUT_DIALECTS
from schemac.values import JsonObject

_URI = "https://json-schema.org/draft/2020-12/schema"


def _ref(name: str) -> JsonObject:
    return {"$ref": f"#/$defs/{name}"}


def _closed(properties: JsonObject, *required: str) -> JsonObject:
    schema: JsonObject = {"type": "object", "properties": properties}
    if required:
        schema["required"] = list(required)
    schema["additionalProperties"] = False
    return schema


def _described(schema: JsonObject, text: str) -> JsonObject:
    return {**schema, "description": text}


_TEXT: JsonObject = {"type": "string"}
_TEXTS: JsonObject = {"type": "array", "items": {"type": "string", "minLength": 1}}
_BOOLEAN: JsonObject = {"type": "boolean"}
_OBJECT: JsonObject = {"type": "object"}


def _choice(*values: str) -> JsonObject:
    return {"enum": list(values)}


def _whole(least: int) -> JsonObject:
    return {"type": "integer", "minimum": least, "exclusiveMaximum": 2**53}


def _nullable(schema: JsonObject) -> JsonObject:
    return {"anyOf": [schema, {"type": "null"}]}


def _options() -> JsonObject:
    tags = {"type": "array", "items": _TEXT}
    return {
        "group_by": _described(
            _choice("none", "group", "namespace"), "How tools come together in facades; none: flat."
        ),
        "group_depth": _described(_choice_of(1, 2), "One facade per top-level group (1), or per full path (2)."),
        "strategy": _described(_choice(*STRATEGY_NAMES), "The shape of a facade."),
        "target": _described(_TEXT, "The API or client that will read the list."),
        "strict": _described(_BOOLEAN, "Use the strict form of the target."),
        "output_dialect": _described(
            _nullable(_choice(*OUTPUT_DIALECTS)), "The dialect that schemas are translated to."
        ),
        "uncategorized": _described(_choice("fallback", "error"), "What becomes of tools without a group."),
        "facade_suffix": _described(
            {"type": "string", "pattern": "^[A-Za-z0-9_.-]{0,64}$"}, "A facade is called <group>_<suffix>."
        ),
        "discriminator": _described(
            {"type": "string", "minLength": 1, "not": {"enum": ["arguments", "call"]}},
            "The argument that names the tool.",
        ),
        "separator": _described(_choice("_", "-", ".", ""), "Between the parts of flat and composed names."),
        "schemas_in": _described(_choice("schema", "meta"), "Where vendor_extension puts the tools' schemas."),
        "describe": _described(_choice("per_facade", "none"), "Whether lazy facades get a describe tool."),
        "lines": _described(
            _choice("description", "signature", "compact", "toon"), "What a facade's description says of each tool."
        ),
        "unknown_arguments": _described(
            _choice("strip", "reject"), "What becomes of arguments that a tool does not declare."
        ),
        "coerce": _described(_choice("json", "scalars", "none"), "Which texts are read as what they say."),
        "errors": _described(_choice("brief", "with_schema"), "Whether a refused call is told the tool's schema."),
        "merge_conflicts": _described(
            _choice("any_of", "error"), "What becomes of fields that members declare differently."
        ),
        "min_group_size": _described(_whole(1), "Smaller groups are exposed flat."),
        "split": _described(_choice("none", "intent"), "One facade each for reading, writing and destroying tools."),
        "filter": _described(
            _closed({"tags": tags, "any_tag": tags, "exclude": tags}), "Which tools are in the domain, by their tags."
        ),
        "names": _described(_choice("error", "sanitize"), "What becomes of tool names that the target refuses."),
        "limits": _described(_choice("warn", "error"), "How much a target's limits per request matter."),
        "explain_losses": _described(_BOOLEAN, "Say constraints that were lost in descriptions."),
        "null_means": _described(
            _choice("absent_or_marked", "absent"), "What a null means where strict targets demand one."
        ),
        "on_tool_error": _described(_choice("refuse", "omit"), "Whether a tool with an error refuses the plan."),
        "ttl_ms": _described(_whole(0), "How long clients may keep a listing, in milliseconds."),
        "page_size": _described(_nullable(_whole(1)), "Tools on a page of a listing."),
        "remember": _described(_whole(1), "How many surfaces a plan keeps."),
    }


def _choice_of(*values: int) -> JsonObject:
    return {"enum": list(values)}


def _tool() -> JsonObject:
    hints = dict.fromkeys(("readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"), _BOOLEAN)
    icon = {"type": "object", "properties": {"src": _TEXT}, "required": ["src"]}
    properties: JsonObject = {
        "name": {"type": "string", "pattern": "^[A-Za-z0-9_.-]{1,128}$"},
        "title": _TEXT,
        "description": _TEXT,
        "icons": {"type": "array", "items": icon},
        "inputSchema": _described(_OBJECT, "A JSON Schema whose root is an object."),
        "input_schema": _described(_OBJECT, "The same as inputSchema."),
        "outputSchema": _OBJECT,
        "output_schema": _described(_OBJECT, "The same as outputSchema."),
        "annotations": _closed({"title": _TEXT, **hints}),
        "execution": _OBJECT,
        "_meta": _OBJECT,
        "group": _ref("group"),
        "group_summary": _described(_TEXT, "For one-tool groups; the summary under groups wins."),
        "tags": _TEXTS,
        "domains": _described(_TEXTS, "Absent: the default domain."),
        "requires": _described(_ref("gate"), "Who may see it; absent: all."),
        "verb": _described(_choice(*VERBS), "query declares readOnlyHint, mutation destructiveHint."),
        "idempotent": _BOOLEAN,
        "expose": _described(_choice("facade", "flat"), "flat: it stays outside facades."),
        "omit_common": _described(_TEXTS, "The group's common fields that it does not take."),
        "timeout_ms": {"type": "integer", "exclusiveMinimum": 0, "exclusiveMaximum": 2**53},
    }
    return {
        "type": "object",
        "properties": properties,
        "required": ["name"],
        "oneOf": [{"required": ["inputSchema"]}, {"required": ["input_schema"]}],
        "not": {"required": ["outputSchema", "output_schema"]},
    }


@cache
def manifest_schema() -> JsonObject:
    """Return the JSON Schema (2020-12) of a manifest; do not mutate it."""
    segment = "[a-zA-Z0-9_-]{1,64}"
    answers = {"type": "object", "additionalProperties": {"type": ["boolean", "null"]}}
    gates = {"type": "array", "items": _ref("gate"), "minItems": 1}
    group = {
        "type": "object",
        "properties": {
            "summary": _described(_TEXT, "What the group is for, in a sentence."),
            "title": _TEXT,
            "discriminator": {"type": "string", "minLength": 1, "not": {"enum": ["arguments", "call"]}},
            "common": _described(_OBJECT, "An object schema whose fields all members take."),
        },
    }
    decisions = _closed(
        {
            "predicates": answers,
            "tools": answers,
            "values": _OBJECT,
            "grants": {"type": "array", "items": _TEXT},
            "unlisted_tools": True,
        }
    )
    return {
        "$schema": _URI,
        "title": "schemac manifest",
        "type": "object",
        "properties": {
            "schemac": {"const": 1, "description": "The version of the format."},
            "dialect": _described(_choice(*DIALECTS), "The dialect of schemas without $schema; 2020-12 if absent."),
            "domains": {"type": "object", "additionalProperties": _nullable(_closed(_options()))},
            "groups": {"type": "object", "additionalProperties": {"anyOf": [_TEXT, group]}},
            "schemas": {
                "type": "object",
                "additionalProperties": {"type": ["object", "boolean"]},
                "description": "Documents that $ref may name by URI; nothing is ever fetched.",
            },
            "roles": {"type": "object", "additionalProperties": _nullable(decisions)},
            "tools_from": {"type": "array", "items": _TEXT, "description": "Files with generated lists of tools."},
            "overrides": {
                "type": "object",
                "additionalProperties": _OBJECT,
                "description": "By tool name, a JSON Merge Patch over the descriptor.",
            },
            "tools": {"type": "array", "items": _ref("tool")},
            "allow": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {"code": _TEXT, "at": _TEXT, "reason": {"type": "string", "pattern": "\\S"}},
                    "required": ["code", "at", "reason"],
                },
                "description": "Accepted warnings, each with its place and a reason.",
            },
        },
        "required": ["schemac"],
        "$defs": {
            "group": {"type": "string", "pattern": f"^{segment}(/{segment})?$"},
            "gate": {
                "anyOf": [
                    {"type": "string", "pattern": "\\S"},
                    gates,
                    _closed({"all": gates}, "all"),
                    _closed({"any": gates}, "any"),
                    _closed({"not": _ref("gate")}, "not"),
                ]
            },
            "tool": _tool(),
        },
    }


def manifest_schema_text() -> str:
    """Return the schema as JSON text, for ``schemac schema``."""
    return json.dumps(manifest_schema(), ensure_ascii=False, indent=2) + "\n"
