"""A list of tools made by rule, the same everywhere: what budgets are stated for (docs/performance.md).

1,000 tools in 40 groups, each with about 1.7 KB of input schema; 200 predicates gate tools and some of their fields.
"""

from __future__ import annotations

from collections.abc import Iterator

from schemac.values import JsonObject

TOOLS = 1000
GROUPS = 40
PREDICATES = 200

_AREAS = ("account", "asset", "batch", "contract", "device", "event", "invoice", "ledger", "message", "report")
_ACTIONS = (
    ("list", "query", "List {things} by state, owner, period or label, newest first."),
    ("get", "query", "Show one {thing} with its parts and what happened to it."),
    ("create", "action", "Create a {thing}; what is left out gets the workspace's defaults."),
    ("update", "mutation", "Change fields of a {thing}; what is left out stays as it is."),
    ("delete", "mutation", "Delete a {thing} and all that belongs to it; this cannot be undone."),
)
_COMMON = "https://bench.example/common.json"


def manifest(tools: int = TOOLS, *, scattered: bool = False) -> JsonObject:
    """Return a manifest with so many generated tools; groups and predicates keep their number.

    Args:
        tools: How many.
        scattered: Predicates are spread over all groups, so that each answer touches many facades; otherwise each
            group has predicates of its own, as rights usually are.
    """
    return {
        "schemac": 1,
        "domains": {"default": {"group_by": "group", "schemas_in": "meta"}},
        "groups": {_group(number): f"All that can be done with {_thing(number)}s." for number in range(GROUPS)},
        "schemas": {_COMMON: {"$defs": _common_definitions()}},
        "tools": [_tool(number, scattered) for number in range(tools)],
    }


def predicate(number: int) -> str:
    """Return the name of a predicate."""
    return f"may_{number:03}"


def _group(number: int) -> str:
    return f"{_AREAS[number % len(_AREAS)]}s-{number // len(_AREAS)}"


def _thing(number: int) -> str:
    return f"{_AREAS[number % len(_AREAS)]} {number // len(_AREAS)}"


def _tool(number: int, scattered: bool) -> JsonObject:
    group, turn = number % GROUPS, number // GROUPS
    action, verb, said = _ACTIONS[turn % len(_ACTIONS)]
    thing = _thing(group)
    each = PREDICATES // GROUPS
    own = [(number // 5 + step) % PREDICATES for step in range(2)]
    if not scattered:
        own = [group * each + (turn + step) % each for step in range(2)]
    tool: JsonObject = {
        "name": f"{action}_{thing.replace(' ', '_')}_{turn:02}",
        "description": said.format(thing=thing, things=f"{thing}s") + f"\n\nVariant {turn} of its kind.",
        "group": _group(group),
        "verb": verb,
        "inputSchema": _schema(number, thing, predicate(own[1]) if (group + turn) % 4 == 0 else None),
    }
    # a tenth of the tools is for everybody
    if (group + turn) % 10:
        tool["requires"] = predicate(own[0])
    return tool


def _schema(number: int, thing: str, gate: str | None) -> JsonObject:
    fields = list(_fields(thing))
    first = number % len(fields)
    # one field in turn is left out, so that schemas differ, and the rest starts at another one each time
    chosen = (fields[first:] + fields[:first])[1:]
    properties: JsonObject = {"id": {"type": "string", "pattern": "^[a-z0-9]{8,24}$", "description": f"The {thing}."}}
    properties.update(chosen)
    if gate is not None:
        properties["force"] = {"type": "boolean", "default": False, "x-requires": gate}
        properties["owner"] = {**properties.get("owner", {"type": "string"}), "x-requires": gate}
    schema: JsonObject = {"type": "object", "properties": properties, "required": ["id", chosen[0][0]]}
    if chosen[0][0] in ("owner", "force"):
        schema["required"] = ["id"]
    schema["additionalProperties"] = False
    schema["$defs"] = {
        "label": {"type": "object", "properties": {"key": {"type": "string"}, "value": {"type": "string"}}},
        "condition": {
            "type": "object",
            "properties": {
                "field": {"type": "string", "maxLength": 60},
                "is": {"enum": ["equal", "below", "above", "like"]},
                "value": {"type": ["string", "number", "boolean"]},
                "all": {"type": "array", "items": {"$ref": "#/$defs/condition"}},
            },
        },
    }
    return schema


def _fields(thing: str) -> Iterator[tuple[str, JsonObject]]:
    yield "state", {"enum": ["draft", "active", "paused", "closed"], "description": f"State of the {thing}."}
    yield "owner", {"type": "string", "minLength": 1, "maxLength": 64, "description": "Who answers for it."}
    yield "labels", {"type": "array", "items": {"$ref": "#/$defs/label"}, "maxItems": 20}
    yield "where", {"$ref": "#/$defs/condition", "description": f"Which {thing}s are meant; conditions may nest."}
    yield "period", {"$ref": f"{_COMMON}#/$defs/period"}
    yield "amount", {"$ref": f"{_COMMON}#/$defs/money"}
    yield "limit", {"type": "integer", "minimum": 1, "maximum": 500, "default": 50, "description": "Entries on a page."}
    yield "notify", {"type": "array", "items": {"type": "string", "format": "email"}, "uniqueItems": True}
    yield (
        "schedule",
        {
            "type": "object",
            "description": "When it is done; at once if left out.",
            "properties": {
                "at": {"type": "string", "format": "date-time"},
                "every": {"enum": ["hour", "day", "week", "month"]},
                "times": {"type": "integer", "minimum": 1, "maximum": 1000},
            },
        },
    )
    yield (
        "target",
        {
            "anyOf": [
                {"type": "object", "properties": {"team": {"type": "string"}}, "required": ["team"]},
                {"type": "object", "properties": {"region": {"enum": ["eu", "us", "ap"]}}, "required": ["region"]},
            ]
        },
    )
    yield "note", {"type": ["string", "null"], "maxLength": 2000, "description": "What colleagues should know."}


def arguments(tool: JsonObject) -> JsonObject:
    """Return arguments that a generated tool accepts from whoever may see it: every field that no gate hides."""
    properties = tool["inputSchema"]["properties"]
    return {name: value for name, value in _ARGUMENTS.items() if name in properties and _is_open(properties[name])}


def _is_open(schema: JsonObject) -> bool:
    return "x-requires" not in schema


_ARGUMENTS: JsonObject = {
    "id": "a1b2c3d4e5f6",
    "state": "active",
    "owner": "ada",
    "labels": [{"key": "tier", "value": "gold"}, {"key": "region", "value": "north"}],
    "where": {"all": [{"field": "size", "is": "above", "value": 10}, {"field": "name", "is": "like", "value": "a%"}]},
    "period": {"from": "2026-01-01", "to": "2026-03-31"},
    "amount": {"value": 1999, "currency": "EUR"},
    "limit": 25,
    "notify": ["ada@example.com"],
    "schedule": {"at": "2026-04-01T08:00:00Z", "every": "week", "times": 4},
    "target": {"team": "north"},
    "note": None,
}


def _common_definitions() -> JsonObject:
    return {
        "money": {
            "type": "object",
            "properties": {"value": {"type": "integer"}, "currency": {"type": "string", "pattern": "^[A-Z]{3}$"}},
            "required": ["value", "currency"],
            "additionalProperties": False,
        },
        "period": {
            "type": "object",
            "properties": {
                "from": {"type": "string", "format": "date"},
                "to": {"type": "string", "format": "date"},
            },
            "additionalProperties": False,
        },
    }
