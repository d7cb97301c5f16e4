"""For each rule of each table: definitions that meet it and, one edit away, definitions that break it alone.

A row holds edits of a base definition that its target takes: a pointer and what to put there. ``test_rows`` checks
that every row of every table is here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any, NamedTuple

from schemac.pointer import parse
from schemac.values import JsonObject

GONE = object()
Edits = Mapping[str, Any]

PLAIN: JsonObject = {
    "name": "get_order",
    "description": "Get an order.",
    "inputSchema": {
        "type": "object",
        "properties": {
            "id": {"type": "string"},
            "tags": {"type": "array", "items": {"type": "string"}},
            "place": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
        },
        "required": ["id", "tags", "place"],
    },
}


def edited(tool: JsonObject, edits: Edits) -> JsonObject:
    changed = deepcopy(tool)
    for pointer, value in edits.items():
        *path, last = parse(pointer)
        held = changed
        for token in path:
            held = held[token]
        if value is GONE:
            del held[last]
        else:
            held[last] = value
    return changed


CLOSED = edited(
    PLAIN,
    {"/inputSchema/additionalProperties": False, "/inputSchema/properties/place/additionalProperties": False},
)
BASES: Mapping[str, JsonObject] = {
    **dict.fromkeys(
        ("mcp", "openai", "anthropic", "gemini", "gemini-json-schema", "bedrock", "vscode", "cursor", "claude-code"),
        PLAIN,
    ),
    **dict.fromkeys(("openai-strict", "anthropic-strict", "strict"), CLOSED),
}

S = "/inputSchema"
ID, TAGS, PLACE = (f"{S}/properties/{name}" for name in ("id", "tags", "place"))


class Row(NamedTuple):
    """Edits that a rule takes, and edits that break this rule alone."""

    accepts: Sequence[Edits]
    refuses: Sequence[Edits]


class Lists(NamedTuple):
    """Lists of edits: a list of tools that a rule takes, and one that breaks this rule alone."""

    accepts: Sequence[Edits]
    refuses: Sequence[Edits]


def row(accepts: Edits, *refuses: Edits) -> Row:
    return Row([accepts], refuses)


def tools(count: int) -> list[Edits]:
    return [{"/name": f"tool_{number}"} for number in range(count)]


def nested(levels: int, innermost: JsonObject | None = None) -> JsonObject:
    """Return a schema with this many others around the innermost, a text where none is given."""
    schema = innermost or {"type": "string"}
    for _ in range(levels):
        schema = {"type": "array", "items": schema}
    return schema


def closed(names: Sequence[str]) -> JsonObject:
    properties = {name: {"type": "string"} for name in names}
    return {"type": "object", "properties": properties, "required": list(names), "additionalProperties": False}


def nullable(names: Sequence[str]) -> JsonObject:
    properties = {name: {"type": ["string", "null"]} for name in names}
    return {"type": "object", "properties": properties, "required": list(names), "additionalProperties": False}


def text(**keywords: Any) -> JsonObject:
    return {"type": "string", **keywords}


def names(count: int, prefix: str = "p") -> list[str]:
    return [f"{prefix}{number}" for number in range(count)]


LOCAL = {"$ref": "#/properties/place"}
OUTSIDE = row({ID: LOCAL}, {ID: {"$ref": "https://example.com/a"}})
DANGLING = row({ID: LOCAL}, {ID: {"$ref": "#/$defs/Gone"}}, {ID: {"$ref": "#gone"}}, {ID: {"$ref": "#/a~2b"}})
OUTPUT_DANGLING = row(
    {"/outputSchema": {"type": "object", "$ref": "#/$defs/A", "$defs": {"A": {}}}},
    {"/outputSchema": {"type": "object", "$ref": "#/$defs/A"}},
    {"/outputSchema": {"type": "object", "properties": {"a": {"$ref": "#/properties/b"}}}},
)
LETTERS = row({"/name": "a-B_9"}, {"/name": "a.b"}, {"/name": "a b"}, {"/name": "a\n"}, {"/name": "café"})
ROOT_TYPE = row({}, {f"{S}/type": ["object"]})
ROOT_FORM = row({}, {f"{S}/required": None}, {ID: True})
PROPERTY_NAMES = row({f"{S}/properties/a.b-c": text()}, {f"{S}/properties/a<": text()}, {f"{S}/properties/": text()})
INVALID = row({ID: text(minLength=1)}, {ID: {"type": "strin"}})
TWICE = Lists([{}, {"/name": "b"}], [{}, {}])
ARRAY_ITEMS = row({}, {TAGS: {"type": "array"}})
ITEMS_LIST = row({}, {TAGS: {"type": "array", "items": [{"type": "string"}]}})
ALL_CLOSED = row(
    {},
    {f"{PLACE}/additionalProperties": GONE},
    {f"{PLACE}/additionalProperties": True},
    {f"{S}/additionalProperties": GONE},
)
ALL_REQUIRED = row({}, {f"{S}/required": ["id", "tags"]}, {f"{PLACE}/required": GONE})
DECLARED = row({}, {f"{S}/required": ["id", "tags", "place", "gone"]})
UNION_AT_ROOT = {f"{S}/anyOf": [LOCAL]}
ENUM_TYPE = row({ID: text(enum=["a"])}, {ID: {"type": "null", "enum": ["a"]}}, {ID: text(const=1)})
RECURSION = row({ID: LOCAL}, {f"{PLACE}/properties/city": LOCAL})
DEPTH = row({ID: nested(9), f"{PLACE}/properties/city": nested(8, closed([]))}, {ID: nested(10)})
OLD_DEPTH = row({ID: nested(4)}, {ID: nested(5)})
PROPERTIES = row({PLACE: closed(names(4000))}, {PLACE: closed(names(5000))})
CHARACTERS = row({PLACE: closed(["a" * 119_000])}, {PLACE: closed(["a" * 120_000])})
ENUM_TOTAL = row({ID: text(enum=names(1000))}, {ID: text(enum=names(1001))})
ENUM_CHARACTERS = row({ID: text(enum=names(250, "a" * 60))}, {ID: text(enum=names(251, "a" * 60))})
LOOKAROUND = row({ID: text(pattern="^a(?:b)$")}, {ID: text(pattern="^(?=a)b$")}, {ID: text(pattern="^a(?<!b)$")})
PYTHON = row({ID: text(pattern="^[a-z]$")}, {ID: text(pattern="^[$")})
REPEATS = row({ID: text(pattern="^a{2,100}$")}, {ID: text(pattern="^a{2,101}$")})
BOOLEAN = row({}, {ID: True}, {f"{TAGS}/items": False})
TYPED = row({ID: {"enum": ["a"]}}, {ID: {}})
OPTIONAL = Lists(
    [{f"{PLACE}/properties": {name: text() for name in names(24)}, f"{PLACE}/required": []}],
    [{f"{PLACE}/properties": {name: text() for name in names(25)}, f"{PLACE}/required": []}],
)
UNIONS = Lists([{PLACE: nullable(names(16))}], [{PLACE: nullable(names(17))}])

ROWS: Mapping[str, Row | Lists] = {
    "MCP-NAME-CHARS": row({"/name": "orders.get-2_A"}, {"/name": "get order"}, {"/name": "a,b"}),
    "MCP-NAME-LENGTH": row({"/name": "a" * 128}, {"/name": "a" * 129}, {"/name": ""}, {"/name": GONE}),
    "MCP-NAME-UNIQUE": TWICE,
    "MCP-ROOT-TYPE": row(
        {}, {f"{S}/type": ["object"]}, {f"{S}/type": GONE}, {S: None}, {S: GONE}, {S: True}, {f"{S}/type": "array"}
    ),
    "MCP-ROOT-FORM": row({}, {f"{S}/required": None}, {ID: True}, {f"{S}/required": [1]}, {f"{S}/properties": []}),
    "MCP-OUTPUT-ROOT": row({"/outputSchema": {"type": "object"}}, {"/outputSchema": {"type": "array"}}),
    "MCP-VALID": row(
        {f"{S}/$schema": "http://json-schema.org/draft-07/schema#", TAGS: {"type": "array", "items": [text()]}},
        {TAGS: {"type": "array", "items": [text()]}},
        {ID: {"type": "strin"}},
    ),
    "MCP-VALID-OUTPUT": row(
        {"/outputSchema": {"type": "object", "properties": {"a": text()}}},
        {"/outputSchema": {"type": "object", "properties": {"a": {"type": "strin"}}}},
    ),
    "MCP-DIALECT": row(
        {f"{S}/$schema": "https://json-schema.org/draft/2020-12/schema"},
        {f"{S}/$schema": "http://json-schema.org/draft-04/schema#"},
        {f"{S}/$schema": "https://example.com/schema"},
    ),
    "MCP-REF-OUTSIDE": OUTSIDE,
    "MCP-REF-DANGLING": DANGLING,
    "MCP-REF-OUTPUT": OUTPUT_DANGLING,
    "MCP-HEADER": Row(
        [
            {ID: {"type": "string", "x-mcp-header": "Id"}},
            {f"{PLACE}/properties/city": text(**{"x-mcp-header": "City"})},
        ],
        [
            {ID: text(**{"x-mcp-header": "a b"})},
            {ID: text(**{"x-mcp-header": ""})},
            {ID: text(**{"x-mcp-header": "Id\n"})},
            {ID: {"type": "number", "x-mcp-header": "Id"}},
            {f"{TAGS}/items": text(**{"x-mcp-header": "Id"})},
            {f"{S}/x-mcp-header": "Id"},
            {ID: text(**{"x-mcp-header": "Id"}), f"{PLACE}/properties/city": text(**{"x-mcp-header": "ID"})},
        ],
    ),
    "MCP-META-FORM": row(
        {"/_meta": {"example.com/a.b_c": 1, "a": 1}},
        {"/_meta": {"-a": 1}},
        {"/_meta": {"a b/c": 1}},
        {"/_meta": {"a\n": 1}},
    ),
    "MCP-META-RESERVED": row(
        {"/_meta": {"io.modelcontextprotocol/logLevel": "debug", "com.mcpish/a": 1}},
        {"/_meta": {"io.modelcontextprotocol/a": 1}},
        {"/_meta": {"mcp/a": 1}},
    ),
    "MCP-MEMBERS": row({"/icons": [], "/group": None}, {"/group": "orders"}),
    "MCP-ANNOTATIONS": row({"/annotations": {"readOnlyHint": True}}, {"/annotations": {"colour": "red"}}),
    "OAI-NAME-CHARS": LETTERS,
    "OAI-NAME-LENGTH": row({"/name": "a" * 64}, {"/name": "a" * 65}, {"/name": GONE}),
    "OAI-ROOT-TYPE": ROOT_TYPE,
    "OAI-ROOT-KEYWORDS": row({ID: {"anyOf": [text()]}}, UNION_AT_ROOT, {f"{S}/const": {}}, {f"{S}/enum": [{}]}),
    "OAI-ROOT-CONDITIONS": row({}, {f"{S}/if": {"required": ["id"]}}),
    "OAI-ROOT-PROPERTIES": row(
        {f"{S}/properties": {}, f"{S}/required": []}, {f"{S}/properties": GONE, f"{S}/required": []}
    ),
    "OAI-ARRAY-ITEMS": row({TAGS: {"type": "array", "items": text()}}, {TAGS: {"type": ["array", "null"]}}),
    "OAI-PATTERN-LOOKAROUND": LOOKAROUND,
    "OAI-PATTERN-PYTHON": row({ID: text(pattern="^[a-z]$")}, {ID: text(pattern=r"^\p{L}$")}, {ID: text(pattern="^[$")}),
    "OAI-VALID": row({}, {ID: {"type": "strin"}}),
    "OAI-ENUM-TYPE": ENUM_TYPE,
    "OAI-REF-ALONE": row({ID: LOCAL}, {ID: {**LOCAL, "description": "a"}}),
    "OAI-DESCRIPTION": row({"/description": "é" * 1024}, {"/description": "a" * 1025}),
    "OAI-TOOLS": Lists(tools(128), tools(129)),
    "OAS-CLOSED": ALL_CLOSED,
    "OAS-REQUIRED": ALL_REQUIRED,
    "OAS-REQUIRED-DECLARED": DECLARED,
    "OAS-ALLOF-NOT-IF": row({}, {ID: text(allOf=[text()])}, {ID: text(**{"not": {"type": "null"}})}),
    "OAS-ONEOF": row({ID: {"anyOf": [text()]}}, {ID: {"oneOf": [text()]}}),
    "OAS-KEYWORDS": row({f"{TAGS}/minItems": 2}, {f"{TAGS}/uniqueItems": True}, {ID: text(contentEncoding="base64")}),
    "OAS-LENGTHS": row({ID: text(pattern="^a$")}, {ID: text(minLength=1)}, {ID: text(maxLength=1)}),
    "OAS-DEFAULT": row({}, {ID: text(default="a")}),
    "OAS-UNKNOWN": row({f"{S}/$schema": "https://json-schema.org/draft/2020-12/schema"}, {ID: text(**{"x-a": 1})}),
    "OAS-TYPE": TYPED,
    "OAS-BOOLEAN": BOOLEAN,
    "OAS-TUPLE": ITEMS_LIST,
    "OAS-FORMATS": row({ID: text(format="date-time")}, {ID: text(format="uri")}),
    "OAS-ENUM-TYPE": row({ID: {"type": ["string", "null"], "enum": ["a", None]}}, *ENUM_TYPE.refuses),
    "OAS-ENUM-TOTAL": ENUM_TOTAL,
    "OAS-ENUM-CHARS": ENUM_CHARACTERS,
    "OAS-REF-ALONE": row({ID: LOCAL}, {ID: {**LOCAL, "description": "a"}}),
    "OAS-REF-OUTSIDE": OUTSIDE,
    "OAS-REF-DANGLING": DANGLING,
    "OAS-DEPTH": DEPTH,
    "OAS-DEPTH-OLD": OLD_DEPTH,
    "OAS-PROPERTIES": PROPERTIES,
    "OAS-CHARACTERS": CHARACTERS,
    "ANT-NAME-CHARS": LETTERS,
    "ANT-NAME-LENGTH": row({"/name": "a" * 128}, {"/name": "a" * 129}, {"/name": GONE}),
    "ANT-NAME-OLD": row({"/name": "a" * 64}, {"/name": "a" * 65}),
    "ANT-NAME-UNIQUE": TWICE,
    "ANT-ROOT-TYPE": ROOT_TYPE,
    "ANT-ROOT-KEYWORDS": row({ID: {"anyOf": [text()]}}, UNION_AT_ROOT),
    "ANT-PROPERTY-NAMES": PROPERTY_NAMES,
    "ANT-VALID": row({}, {ID: {"type": "strin"}}, {TAGS: {"type": "array", "items": [text()]}}),
    "ANT-REF-DANGLING": DANGLING,
    "ANT-REF-OUTSIDE": OUTSIDE,
    "ANS-CLOSED": ALL_CLOSED,
    "ANS-BOUNDS": row({}, {ID: {"type": "integer", "minimum": 1}}, {ID: text(maxLength=1)}, {f"{TAGS}/maxItems": 1}),
    "ANS-MIN-ITEMS": row({f"{TAGS}/minItems": 1}, {f"{TAGS}/minItems": 2}),
    "ANS-ONEOF": row({ID: {"anyOf": [text()]}}, {ID: {"oneOf": [text()]}}),
    "ANS-KEYWORDS": row({}, {f"{TAGS}/uniqueItems": True}, {ID: text(**{"not": {"type": "null"}})}),
    "ANS-UNKNOWN": row({ID: text(default="a")}, {ID: text(**{"x-a": 1})}, {f"{S}/$comment": "a"}),
    "ANS-ALLOF-REF": row({ID: {"allOf": [text()]}}, {ID: {"allOf": [LOCAL]}}, {ID: {**LOCAL, "allOf": [text()]}}),
    "ANS-TYPE": TYPED,
    "ANS-BOOLEAN": BOOLEAN,
    "ANS-ENUM-TYPES": row({ID: {"enum": ["a", 1, True, None]}}, {ID: {"enum": [["a"]]}}, {ID: {"enum": [{}]}}),
    "ANS-FORMATS": row({ID: text(format="uri")}, {ID: text(format="regex")}),
    "ANS-PATTERN": row(
        {ID: text(pattern=r"^[\b]\d+$")},
        {ID: text(pattern=r"^\ba$")},
        {ID: text(pattern=r"^(a)\1$")},
        {ID: text(pattern="^(?!a)b$")},
    ),
    "ANS-PATTERN-REPEATS": REPEATS,
    "ANS-RECURSION": RECURSION,
    "ANS-REF-OUTSIDE": OUTSIDE,
    "ANS-STRICT-TOOLS": Lists(tools(20), tools(21)),
    "ANS-OPTIONAL": OPTIONAL,
    "ANS-UNIONS": UNIONS,
    "GEM-NAME-CHARS": row({"/name": "_a.b:c-9"}, {"/name": "9a"}, {"/name": "a b"}, {"/name": "-a"}),
    "GEM-NAME-LENGTH": row({"/name": "a" * 64}, {"/name": "a" * 65}, {"/name": GONE}),
    "GEM-NAME-UNIQUE": TWICE,
    "GEM-ROOT-TYPE": ROOT_TYPE,
    "GEM-FIELDS": row(
        {ID: text(nullable=True, maxLength=3)},
        {ID: text(const="a")},
        {f"{S}/additionalProperties": False},
        {f"{S}/$schema": "https://json-schema.org/draft/2020-12/schema"},
        {ID: text(**{"x-a": 1})},
    ),
    "GEM-DEFAULT": row({}, {ID: text(default="a")}),
    "GEM-TYPE-SINGLE": row({ID: text(nullable=True)}, {ID: {"type": ["string", "integer"]}}),
    "GEM-TYPE": row({ID: {"anyOf": [text()]}}, {ID: {}}),
    "GEM-NULL": row({ID: text(nullable=True)}, {ID: {"type": "null"}}, {ID: {"anyOf": [text(), {"type": "null"}]}}),
    "GEM-ANYOF-ALONE": row({ID: {"anyOf": [text(description="a")]}}, {ID: {"anyOf": [text()], "description": "a"}}),
    "GEM-ENUM-TEXT": row({ID: text(enum=["a"])}, {ID: {"type": "integer", "enum": [1]}}, {ID: text(enum=[None])}),
    "GEM-ENUM-FILLED": row({ID: text(enum=["a"])}, {ID: text(enum=["a", ""])}),
    "GEM-ENUM-STRING": row({ID: text(enum=["a"])}, {ID: {"type": "integer", "enum": ["a"]}}),
    "GEM-FORMATS": Row(
        [{ID: text(format="date-time")}, {ID: {"type": "integer", "format": "int32"}}],
        [
            {ID: text(format="date")},
            {ID: {"type": "number", "format": "int32"}},
            {ID: {"type": "boolean", "format": "a"}},
        ],
    ),
    "GEM-ITEMS": row({}, {TAGS: {"type": "array"}}),
    "GEM-ITEMS-LIST": ITEMS_LIST,
    "GEM-ITEMS-ON-ARRAYS": row({}, {ID: text(items=text())}),
    "GEM-PROPERTIES-ON-OBJECTS": row({}, {ID: text(properties={"a": text()})}, {ID: text(required=[])}),
    "GEM-REQUIRED-DECLARED": DECLARED,
    "GEM-FILLED": row({f"{S}/properties": {}, f"{S}/required": []}, {ID: {"type": "object"}}),
    "GEM-PROPERTY-NAMES": row({f"{PLACE}/properties/a_9": text()}, {f"{PLACE}/properties/a-b": text()}),
    "GEM-BOOLEAN": row({}, {ID: True}, {ID: {"anyOf": [True]}}),
    "GEM-VALID": row({}, {ID: {"type": "strin"}}, {f"{S}/required": None}, {ID: text(maxLength=-1)}),
    "GEM-TOOLS": Lists(tools(512), tools(513)),
    "GEM-TOOLS-VERTEX": Lists(tools(128), tools(129)),
    "GJS-ROOT-TYPE": ROOT_TYPE,
    "GJS-ONEOF": Row(
        [
            {ID: {"anyOf": [text()]}},
            {f"{S}/$defs": {"A": {"oneOf": [text(), text()]}}},
            {ID: {"oneOf": [text(), {"type": ["integer", "null"]}]}},
        ],
        [
            {ID: {"oneOf": [text(), text()]}},
            {ID: {"oneOf": [text(), {}]}},
            {ID: {"$ref": "#/$defs/A"}, f"{S}/$defs": {"A": {"oneOf": [text(), text()]}}},
        ],
    ),
    "GJS-IGNORED": Row(
        [
            {ID: {"type": "integer", "minimum": 1}},
            {ID: text(minLength=0)},
            {f"{PLACE}/propertyNames": {}},
            {f"{TAGS}/additionalItems": True},
            {f"{S}/$defs": {"A": text(minLength=1)}},
        ],
        [{ID: text(minLength=1)}, {ID: text(const="a")}, {ID: text(pattern="a")}, {f"{TAGS}/uniqueItems": True}],
    ),
    "GJS-ENUM-TYPES": row({ID: {"enum": ["a", 1]}}, {ID: {"enum": [True]}}, {ID: {"enum": [None]}}),
    "GJS-REF-BESIDE": row({ID: {**LOCAL, "$comment": "a"}}, {ID: {**LOCAL, "description": "a"}}),
    "GJS-DEFINITIONS": row({f"{S}/$defs": {"A": text()}}, {f"{PLACE}/$defs": {"A": text()}}),
    "GJS-RECURSION": row({f"{PLACE}/properties/inside": LOCAL}, {f"{PLACE}/properties/city": LOCAL}),
    "GJS-REF-DANGLING": DANGLING,
    "GJS-REF-OUTSIDE": OUTSIDE,
    "GJS-BOOLEAN": row({f"{TAGS}/items": True}, {ID: True}),
    "BED-NAME-CHARS": LETTERS,
    "BED-NAME-LENGTH": row({"/name": "a" * 64}, {"/name": "a" * 65}, {"/name": GONE}),
    "BED-DESCRIPTION": row({"/description": GONE}, {"/description": ""}),
    "BED-ROOT-TYPE": ROOT_TYPE,
    "BED-NOVA-ROOT": row({f"{PLACE}/title": "a"}, {f"{S}/title": "a"}, {f"{S}/additionalProperties": False}),
    "BED-NOVA-REF": row({}, {ID: LOCAL}),
    "BED-NAME-UNIQUE": TWICE,
    "BED-PROPERTY-NAMES": PROPERTY_NAMES,
    "BED-VALID": INVALID,
    "STR-NAME-CHARS": LETTERS,
    "STR-NAME-LENGTH": row({"/name": "a" * 64}, {"/name": "a" * 65}, {"/name": GONE}),
    "STR-NAME-UNIQUE": TWICE,
    "STR-DESCRIPTION": row({"/description": "a" * 1024}, {"/description": "a" * 1025}),
    "STR-ROOT-TYPE": ROOT_TYPE,
    "STR-ROOT-KEYWORDS": row({ID: {"anyOf": [text()]}}, UNION_AT_ROOT, {f"{S}/const": {}}),
    "STR-ROOT-PROPERTIES": row(
        {f"{S}/properties": {}, f"{S}/required": []}, {f"{S}/properties": GONE, f"{S}/required": []}
    ),
    "STR-CLOSED": ALL_CLOSED,
    "STR-REQUIRED": ALL_REQUIRED,
    "STR-REQUIRED-DECLARED": DECLARED,
    "STR-KEYWORDS": row({}, {f"{TAGS}/maxItems": 1}, {ID: text(minLength=1)}, {ID: {"oneOf": [text()]}}),
    "STR-MIN-ITEMS": row({}, {f"{TAGS}/minItems": 1}, {f"{TAGS}/minItems": 2}),
    "STR-UNKNOWN": row({ID: text(title="a")}, {ID: text(default="a")}, {f"{S}/definitions": {"A": text()}}),
    "STR-TYPE": TYPED,
    "STR-BOOLEAN": BOOLEAN,
    "STR-ITEMS": ARRAY_ITEMS,
    "STR-ITEMS-LIST": ITEMS_LIST,
    "STR-FORMATS": row({ID: text(format="date")}, {ID: text(format="uri")}),
    "STR-FORMATS-XAI": row({ID: text(format="date")}, {ID: text(format="hostname")}),
    "STR-PATTERN": row(
        {ID: text(pattern="^a$")},
        {ID: text(pattern="^(?=a)b$")},
        {ID: text(pattern=r"^\p{L}$")},
        {ID: text(pattern="^(?i)a$")},
    ),
    "STR-PATTERN-PYTHON": PYTHON,
    "STR-PATTERN-REPEATS": REPEATS,
    "STR-PATTERN-ANCHORED": Row(
        [{ID: text(pattern="^(?:a|b)$")}, {ID: text(pattern="^$|^a$")}],
        [{ID: text(pattern="a")}, {ID: text(pattern="^a|b$")}, {ID: text(pattern="^a$|b$")}],
    ),
    "STR-ENUM-TYPES": row({ID: {"enum": ["a", 1, True, None]}}, {ID: {"enum": [["a"]]}}),
    "STR-ENUM-FITS": ENUM_TYPE,
    "STR-FILLED": row({ID: {"enum": ["a"]}}, {ID: {"enum": []}}),
    "STR-ENUM-TOTAL": ENUM_TOTAL,
    "STR-ENUM-CHARS": ENUM_CHARACTERS,
    "STR-REF-ALONE": row({ID: LOCAL}, {ID: {**LOCAL, "description": "a"}}),
    "STR-RECURSION": RECURSION,
    "STR-REF-OUTSIDE": OUTSIDE,
    "STR-REF-DANGLING": DANGLING,
    "STR-PROPERTY-NAMES": row(
        {f"{S}/properties/a.b": text(), f"{S}/required": ["id", "tags", "place", "a.b"]},
        {f"{S}/properties/a<": text(), f"{S}/required": ["id", "tags", "place", "a<"]},
    ),
    "STR-VALID": row({}, {ID: {"type": "strin"}}),
    "STR-DEPTH": DEPTH,
    "STR-DEPTH-OLD": OLD_DEPTH,
    "STR-PROPERTIES": PROPERTIES,
    "STR-CHARACTERS": CHARACTERS,
    "STR-TOOLS": Lists(tools(20), tools(129)),
    "STR-STRICT-TOOLS": Lists(tools(20), tools(21)),
    "STR-UNIONS": UNIONS,
    "VSC-NAME-CHARS": LETTERS,
    "VSC-NAME-LENGTH": row({"/name": "a" * 46}, {"/name": "a" * 59}, {"/name": GONE}),
    "VSC-NAME-ROOM": row({"/name": "a" * 46}, {"/name": "a" * 47}),
    "VSC-NAME-APART": TWICE,
    "VSC-ROOT-TYPE": ROOT_TYPE,
    "VSC-ROOT-KEYWORDS": row({ID: {"anyOf": [text()]}}, UNION_AT_ROOT, {f"{S}/if": {"required": ["id"]}}),
    "VSC-DIALECT": row(
        {f"{S}/$schema": "http://json-schema.org/draft-07/schema#"},
        {f"{S}/$schema": "https://json-schema.org/draft/2020-12/schema"},
    ),
    "VSC-VALID": row({ID: {"exclusiveMinimum": 1}}, {ID: {"type": "strin"}}, {ID: {"exclusiveMinimum": True}}),
    "VSC-ARRAY-ITEMS": Row(
        [
            {TAGS: {"type": "array", "items": {}}},
            {TAGS: {"type": "array", "items": True}},
            {TAGS: {"type": ["array", "null"]}},
        ],
        [{TAGS: {"type": "array"}}, {f"{TAGS}/items": False}],
    ),
    "VSC-ITEMS-LIST": Row([{TAGS: {"items": [text()]}}, {TAGS: {"type": ["array"], "items": [text()]}}], ITEMS_LIST[1]),
    "VSC-REQUIRED": Row(
        [
            {PLACE: {"properties": {"city": text()}, "required": ["town"]}},
            {PLACE: {"type": "object", "required": ["town"]}},
        ],
        [{f"{S}/required": ["gone"]}, {f"{PLACE}/required": ["town"]}],
    ),
    "VSC-KEYWORDS": Row(
        [
            {f"{S}/$defs": {"A": text(pattern="a"), "B": {"items": text(minLength=1)}}},
            {ID: text(minLength=0, pattern=""), f"{TAGS}/uniqueItems": False},
            {f"{PLACE}/propertyNames": {"type": "string"}},
        ],
        [
            {ID: text(pattern="a")},
            {ID: text(default="a")},
            {f"{TAGS}/uniqueItems": True},
            {f"{PLACE}/propertyNames": {"enum": ["a"]}},
            {f"{PLACE}/patternProperties": {"^x-": text(minLength=1)}},
        ],
    ),
    "VSC-DESCRIPTION": Row(
        [{ID: text(description="a" * 1024)}, {"/description": "a" * 1025}],
        [{ID: text(description="a" * 1025)}, {f"{S}/description": "a" * 1025}],
    ),
    "VSC-NULL": row({ID: {"type": ["string", "null"]}}, {ID: {"type": ["string", "integer", "null"]}}),
    "VSC-TOOLS": Lists(tools(128), tools(129)),
    "CUR-NAME-LENGTH": row({"/name": "a" * 40}, {"/name": "a" * 59}, {"/name": GONE}),
    "CUR-NAME-ROOM": row({"/name": "a" * 40}, {"/name": "a" * 41}),
    "CUR-NAME-UNIQUE": TWICE,
    "CUR-ROOT-TYPE": ROOT_TYPE,
    "CUR-NULL": Row(
        [{ID: {"type": ["string", "integer"]}}, {f"{S}/$defs": {"A": {"type": ["string", "null"]}}}],
        [{ID: {"type": ["string", "null"]}}],
    ),
    "CUR-REF": Row([{f"{S}/$defs": {"A": {}, "B": {"$ref": "#/$defs/A"}}}], [{ID: LOCAL}]),
    "CUR-TOOLS": Lists(tools(40), tools(41)),
    "CC-NAME-CHARS": LETTERS,
    "CC-NAME-LENGTH": row({"/name": "a" * 56}, {"/name": "a" * 121}, {"/name": GONE}),
    "CC-NAME-OLD": row({"/name": "a" * 56}, {"/name": "a" * 57}),
    "CC-NAME-UNIQUE": TWICE,
    "CC-DESCRIPTION": row({"/description": "a" * 2048}, {"/description": "a" * 2049}),
    "CC-ROOT-TYPE": ROOT_TYPE,
    "CC-ROOT-FORM": ROOT_FORM,
    "CC-OUTPUT-ROOT": row({"/outputSchema": {"type": "object"}}, {"/outputSchema": {"type": "array"}}),
    "CC-ROOT-DROPPED": row({ID: {"allOf": [text()]}}, {f"{S}/allOf": [{"type": "object"}]}),
    "CC-ROOT-FLATTENED": row({ID: {"anyOf": [text()]}}, {f"{S}/anyOf": [{"type": "object"}]}),
    "CC-PROPERTY-NAMES": PROPERTY_NAMES,
    "CC-VALID": row(
        {f"{S}/$schema": "http://json-schema.org/draft-07/schema#", TAGS: {"type": "array", "items": [text()]}},
        {TAGS: {"type": "array", "items": [text()]}},
    ),
    # A reference at all is CC-REF's; where it also leads nowhere, that rule stands before it and speaks for the place.
    "CC-REF-DANGLING": row({}, {ID: {"$ref": "#/$defs/Gone"}}),
    "CC-REF-OUTSIDE": row({}, {ID: {"$ref": "https://example.com/a"}}),
    "CC-REF": row({}, {ID: LOCAL}, {f"{S}/$defs": {"A": text()}}, {f"{S}/definitions": {"A": text()}}),
    "CC-REF-OUTPUT": OUTPUT_DANGLING,
}
