"""Refusals of a call, a cursor or a listing request; and patterns, which calls are matched against."""

from __future__ import annotations

from schemac.findings.entry import Entry, error, warning

ENTRIES: tuple[Entry, ...] = (
    error(
        "pattern-unbounded",
        "A pattern cannot be matched within a bound on time.",
        cause="It has a backreference, or its counted repetitions expand to more states than are allowed, so that a "
        "hostile argument could keep the server busy.",
        cure="Spell out what a backreference repeats, use smaller counts, and bound lengths with minLength and "
        "maxLength; or check it in the tool.",
        example='{"type": "string", "pattern": "^(.+)-\\\\1$"}',
    ),
    warning(
        "pattern-legacy",
        "A pattern is read here, but refused by clients that compile it with the u flag.",
        cause="It escapes a character that needs none (\\- or \\_ outside a class), leaves a brace or bracket without "
        "a backslash, or puts a class beside a hyphen ([\\w-.]).",
        cure="Leave out needless backslashes, escape lone brackets and braces, and put a hyphen last in its class.",
        example='{"type": "string", "pattern": "^[\\\\w-.]+$"}',
    ),
    error(
        "tool-unknown",
        "A call names no tool that this caller sees.",
        cause="The name is misspelled, or the tool is hidden under the caller's decisions; the answer is the same.",
        cure="Call one of the tools that the listing names.",
        example='{"name": "orders_tools", "arguments": {"tool_name": "lst_orders", "arguments": {}}}',
    ),
    error(
        "tool-not-named",
        "A call of a facade does not say which tool it means.",
        cause="The argument that names the tool is missing or null.",
        cure="Pass the tool's name in the argument that the facade's description tells.",
        example='{"name": "orders_tools", "arguments": {"arguments": {"id": "7"}}}',
    ),
    error(
        "call-not-object",
        "What was sent for a call is not an object.",
        cause="The arguments of a call are an object, or JSON text that holds one.",
        cure="Send an object.",
        example='{"name": "orders_tools", "arguments": ["list_orders"]}',
    ),
    error(
        "argument-misplaced",
        "An argument stands beside those of the facade.",
        cause="The facade takes the tool's name and an object of arguments; the tool's own arguments go into that.",
        cure="Put the argument inside arguments.",
        example='{"name": "orders_tools", "arguments": {"tool_name": "get_order", "id": "7"}}',
    ),
    error(
        "arguments-not-object",
        "A tool's arguments are not an object.",
        cause="They are a list, a number, or text that does not decode to an object in two steps.",
        cure="Send an object; leave arguments out for a tool that takes none.",
        example='{"name": "ping", "arguments": "{\\"x\\":"}',
    ),
    error(
        "argument-unknown",
        "A tool does not declare an argument.",
        cause="The name is misspelled or belongs to another tool, and the domain refuses unknown arguments.",
        cure="Use the names that the tool's input schema declares.",
        example='{"name": "trace", "arguments": {"stop": "f", "hops": 2}} with unknown_arguments: reject',
    ),
    error(
        "arguments-invalid",
        "A tool's arguments do not fit its input schema.",
        cause="The message says which arguments, what was expected there and what came.",
        cure="Send what the input schema takes.",
        example='{"name": "get_order", "arguments": {"id": 7}}',
    ),
    error(
        "output-refused",
        "A part of a result may not be shown to this caller, and cannot be left out.",
        cause="The caller's output schema refuses it, and it is required, or an array would become too short.",
        cure="Do not gate what the output schema requires, or make the gated part optional.",
        example="outputSchema: {properties: {cost: {x-requires: admin}}, required: [cost]}",
    ),
)
