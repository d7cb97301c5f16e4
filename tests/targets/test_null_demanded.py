"""Null as the default of a property that may be asked for is not absence (docs/spec, chapters TGT and STR)."""

from typing import Any

import pytest

from schemac import Decisions, Resolution, plan

ABSENT = {"type": ["string", "null"], "default": None}
TEXT = {"type": "string"}
NAMES = ("openai-strict", "strict", "anthropic-strict", "gemini")


def an_object(properties, **more):
    return {"type": "object", "properties": properties, **more}


BRANCHES = [an_object({"p": ABSENT}, required=["p"]), an_object({"p": ABSENT, "q": TEXT}, required=["q"])]
CASES: dict[str, tuple[Any, Any]] = {
    "a branch": (an_object({"a": {"anyOf": BRANCHES}}), {"a": {"p": None}}),
    "a branch of the root": (an_object({}, anyOf=BRANCHES), {"p": None}),
    "a branch beside the property": (
        an_object({"p": ABSENT}, anyOf=[{"required": ["p"]}, {"required": ["q"]}]),
        {"p": None},
    ),
    "a condition": (
        an_object({"p": ABSENT, "k": TEXT}, **{"if": {"required": ["k"]}, "then": {"required": ["p"]}}),
        {"k": "x", "p": None},
    ),
    "a refusal": (an_object({"p": ABSENT}, **{"not": {"not": {"required": ["p"]}}}), {"p": None}),
    "a reference": (
        an_object(
            {"p": ABSENT, "k": TEXT},
            dependentSchemas={"k": {"$ref": "#/$defs/D"}},
            **{"$defs": {"D": {"required": ["p"]}}},
        ),
        {"k": "x", "p": None},
    ),
    "another property": (an_object({"p": ABSENT, "k": TEXT}, dependentRequired={"k": ["p"]}), {"k": "x", "p": None}),
    "a number of properties": (an_object({"p": ABSENT}, minProperties=1), {"p": None}),
    "one of two members": (an_object({"p": ABSENT}, required=["p"]), {"p": None}),
}


@pytest.mark.parametrize("strategy", ["flat", "merged", "discriminated_union", "vendor_extension"])
@pytest.mark.parametrize("target", NAMES)
@pytest.mark.parametrize("case", CASES)
def test_an_explicit_null_that_is_asked_for_comes_back(case, target, strategy):
    schema, arguments = CASES[case]
    tools = [
        {"name": "one", "group": "g", "inputSchema": schema},
        {"name": "two", "group": "g", "inputSchema": an_object({"p": ABSENT, "z": TEXT})},
    ]
    options = {"group_by": "group", "strategy": strategy, "target": target}
    surface = plan({"schemac": 1, "domains": {"default": options}, "tools": tools}).compile(Decisions.granting())
    call = surface.encode("one", arguments)
    outcome = surface.resolve(call["name"], call["arguments"])
    assert isinstance(outcome, Resolution)
    assert (outcome.tool, outcome.arguments) == ("one", arguments)
