"""What merged facades must never do, and what they must do quickly; cases of the corpus show the rest."""

from __future__ import annotations

import json
import time
from random import Random
from typing import Any

import pytest

from schemac.catalog.decisions import NOTHING, Decisions
from schemac.dispatch.outcome import Resolution
from schemac.jsonschema.keywords import DRAFT_04, DRAFT_2020_12
from schemac.jsonschema.link import link
from schemac.plan import plan
from schemac.strategies.merged.accepted import FREE, MOST_WAYS, NEVER, Accepted, Part, both, either
from schemac.strategies.merged.choices import MOST_SETS, Choice, kinds
from schemac.strategies.merged.obligations import joined, obligation
from tests.strategies.members import Author

TEXT = {"type": "string"}
NUMBER = {"type": "integer"}


def tool(name: str, schema: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {"name": name, "inputSchema": {"type": "object", **schema}, **fields}


def merged(*tools: dict[str, Any], **options: Any) -> dict[str, Any]:
    return {
        "schemac": 1,
        "domains": {"default": {"group_by": "namespace", "min_group_size": 1, **options}},
        "tools": tools,
    }


def fields(*tools: dict[str, Any], decisions: Decisions = NOTHING, **options: Any) -> dict[str, Any]:
    (facade,) = plan({**merged(*tools, **options), "tools": list(tools)}).compile(decisions).tools
    found: dict[str, Any] = facade["inputSchema"]["properties"]
    return found


# Traps


def test_two_objects_under_one_name_keep_both_shapes():
    a, b = {"properties": {"k": TEXT}, "required": ["k"]}, {"properties": {"n": NUMBER}, "required": ["n"]}
    found = fields(tool("n.a", {"properties": {"x": a}}), tool("n.b", {"properties": {"x": b}}))["x"]
    assert [{name: part[name] for name in ("properties", "required")} for part in found["anyOf"]] == [a, b]


def test_a_bound_of_one_member_does_not_cap_another():
    low, high = {"type": "integer", "maximum": 5}, {"type": "integer", "maximum": 500}
    value = merged(tool("n.a", {"properties": {"x": low}}), tool("n.b", {"properties": {"x": high}}))
    surface = plan({**value, "tools": list(value["tools"])}).compile(NOTHING)
    assert isinstance(surface.resolve("n", {"action": "b", "x": 400}), Resolution)
    assert not isinstance(surface.resolve("n", {"action": "a", "x": 400}), Resolution)
    assert [part["maximum"] for part in surface.tools[0]["inputSchema"]["properties"]["x"]["anyOf"]] == [5, 500]


@pytest.mark.parametrize(
    "nullable", [{"type": ["string", "null"]}, {"anyOf": [TEXT, {"type": "null"}], "default": None}]
)
def test_equal_nullable_fields_are_no_conflict(nullable: dict[str, Any]):
    a, b = tool("n.a", {"properties": {"x": nullable}}), tool("n.b", {"properties": {"x": dict(nullable)}})
    assert fields(a, b, merge_conflicts="error")["x"] == {**nullable, "description": "For: a, b"}


def test_a_field_called_like_the_discriminator_does_not_erase_the_enum():
    found = fields(tool("n.a", {"properties": {"action": TEXT}}), tool("n.b", {}), discriminator="do")
    assert found["do"] == {"type": "string", "enum": ["a", "b"]}
    assert found["action"] == {"type": "string", "description": "For: a"}


def test_values_say_which_member_they_are_of():
    """One parameter with two meanings: all values are there, and the words say whose they are."""
    found = fields(
        tool("n.print", {"properties": {"style": {"enum": ["matte", "glossy"]}}, "required": ["style"]}),
        tool("n.list", {"properties": {"style": {"enum": ["table", "bullets"]}}, "required": ["style"]}),
    )
    assert found["style"]["enum"] == ["matte", "glossy", "table", "bullets"]
    assert found["style"]["description"] == (
        '"matte", "glossy" for print; "table", "bullets" for list. (always required)'
    )


# What a caller may not see


def test_what_is_hidden_changes_no_byte():
    shown = [
        tool("n.a", {"properties": {"x": TEXT, "k": {"enum": ["p"]}}, "required": ["x"]}),
        tool("n.b", {"properties": {"x": TEXT}}),
    ]
    hidden = [
        tool("n.c", {"properties": {"x": NUMBER, "k": {"type": "string"}}, "required": ["k"]}, requires="admin"),
        tool("n.d", {"additionalProperties": True, "$defs": {"x": TEXT}}, requires="admin"),
    ]
    for tools in (shown + hidden, hidden + shown):
        surface = plan({**merged(), "tools": tools}).compile(Decisions.granting())
        assert surface.to_json() == plan({**merged(), "tools": shown}).compile(NOTHING).to_json()


def test_callers_who_came_before_change_nothing():
    """What is kept of one variant of a tool never leaks into another."""
    for seed in range(25):
        random = Random(seed)
        tools = []
        for name in "abc":
            author = Author(random, "2020-12")
            schema = author.member()
            for part in schema.get("properties", {}).values():
                if random.random() < 0.5:
                    part["x-requires"] = random.choice("pq")
            tools.append({"name": f"n.{name}", "inputSchema": schema})
        value = json.loads(json.dumps({**merged(), "tools": tools}))
        callers = [Decisions.granting(*grants) for grants in ("", "p", "q", "pq")]
        try:
            fresh = [plan(value).compile(caller).to_json() for caller in callers]
        except Exception as refused:  # noqa: BLE001 - random gates may be refused, which is another test's matter
            assert "gate" in str(refused)
            continue
        made = plan(value)
        assert [made.compile(caller).to_json() for caller in reversed(callers)] == fresh[::-1]


# What is accepted under a name


def accepted(schema: dict[str, Any], name: str | None, draft: Any = DRAFT_2020_12) -> list[list[Any]]:
    found = Accepted(link(schema, dialect=draft), lambda pattern, text: None if pattern == "(" else pattern in text)
    return [[part.schema for part in way] for way in found.of(name)]


@pytest.mark.parametrize(
    ("schema", "name", "ways"),
    [
        ({}, "x", [[]]),
        ({"properties": {"x": TEXT}}, "x", [[TEXT]]),
        ({"properties": {"x": False}}, "x", []),
        ({"properties": {"x": True}}, "x", [[]]),
        ({"additionalProperties": False}, "x", []),
        ({"additionalProperties": TEXT}, None, [[TEXT]]),
        ({"patternProperties": {"x": TEXT}, "additionalProperties": NUMBER}, "x1", [[TEXT]]),
        ({"patternProperties": {"x": TEXT}, "additionalProperties": NUMBER}, "y", [[NUMBER]]),
        ({"patternProperties": {"(": TEXT}, "additionalProperties": NUMBER}, "y", [[]]),
        ({"unevaluatedProperties": TEXT}, "x", [[TEXT]]),
        ({"unevaluatedProperties": TEXT, "anyOf": [{"properties": {"x": NUMBER}}, {"required": ["y"]}]}, "x", [[]]),
        ({"allOf": [{"properties": {"x": TEXT}}, {"properties": {"x": NUMBER}}]}, "x", [[TEXT, NUMBER]]),
        ({"oneOf": [{"properties": {"x": TEXT}}, {"properties": {"x": NUMBER}}]}, "x", [[TEXT], [NUMBER]]),
        ({"anyOf": [{"properties": {"x": TEXT}}, {}]}, "x", [[]]),
        ({"anyOf": [{"properties": {"x": TEXT}}, {"additionalProperties": False}]}, "x", [[TEXT]]),
        ({"anyOf": [False, {"properties": {"x": TEXT}}]}, "x", [[TEXT]]),
        ({"not": {"properties": {"x": TEXT}}}, "x", [[]]),
        ({"if": {}, "then": {"properties": {"x": TEXT}}}, "x", [[]]),
        (
            {"if": {}, "then": {"properties": {"x": TEXT}}, "else": {"properties": {"x": NUMBER}}},
            "x",
            [[TEXT], [NUMBER]],
        ),
        ({"dependentSchemas": {"x": {"properties": {"x": TEXT}}}}, "x", [[TEXT]]),
        ({"dependentSchemas": {"y": {"properties": {"x": TEXT}}}}, "x", [[]]),
        (
            {"$ref": "#/$defs/d", "properties": {"x": TEXT}, "$defs": {"d": {"properties": {"x": NUMBER}}}},
            "x",
            [[TEXT, NUMBER]],
        ),
    ],
)
def test_what_is_accepted_under_a_name(schema: dict[str, Any], name: str | None, ways: list[list[Any]]):
    assert accepted(schema, name) == ways


def test_beside_a_reference_that_stands_alone_nothing_counts():
    schema = {"$ref": "#/definitions/d", "properties": {"x": TEXT}, "definitions": {"d": {"properties": {"x": NUMBER}}}}
    assert accepted(schema, "x", DRAFT_04) == [[NUMBER]]


def test_ways_stay_few():
    many = tuple((Part({"maximum": number}),) for number in range(MOST_WAYS))
    assert either([many, ((Part({}),),)]) == FREE
    assert both(many[:9], many[:8]) == many[:8]
    assert both(many, NEVER) == NEVER == both(NEVER, many)
    assert len(both(many[:8], many[:8])) <= MOST_WAYS


# Words


@pytest.mark.parametrize(
    ("needed", "optional", "said"),
    [
        (["a", "b"], [], "(always required)"),
        (["a"], [], "Required for: a"),
        (["a"], ["b"], "Required for: a. For: b"),
        ([], ["a", "b"], "For: a, b"),
    ],
)
def test_obligations(needed: list[str], optional: list[str], said: str):
    assert obligation(needed, optional, 2) == said


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("", "more"),
        (" \n", "more"),
        ("Text", "Text. more"),
        ("Text.\u3000", "Text. more"),
        ("Text?", "Text? more"),
        ("Text!\t", "Text! more"),
        ("終。", "終。 more"),
        ("Text\u200b", "Text\u200b. more"),
        ("Text\x1c", "Text\x1c. more"),
    ],
)
def test_joining(text: str, whole: str):
    assert joined(text, "more") == whole


def test_of_many_different_enums_no_values_are_told():
    def told(count: int) -> str:
        made = [(f"m{number}", Choice({"enum": [number]}, DRAFT_2020_12)) for number in range(count)]
        (kind,) = kinds(made)
        return kind.told_values()

    assert told(MOST_SETS).startswith("0 for m0; 1 for m1")
    assert told(MOST_SETS + 1) == ""


# Size


def seconds(value: dict[str, Any]) -> float:
    start = time.process_time()
    plan(value).compile(NOTHING)
    return time.process_time() - start


@pytest.mark.parametrize("shape", ["branches", "open", "conflicts", "chain", "patterns"])
def test_work_grows_no_faster_than_the_members(shape: str):
    """Four times as much takes less than sixteen times as long, with room for a busy machine."""

    def value(size: int) -> dict[str, Any]:
        tools = []
        if shape == "branches":
            branches = [
                {"properties": {f"f{number}": {"type": "string", "maxLength": number}}} for number in range(size)
            ]
            tools = [tool("n.a", {"oneOf": branches})]
        elif shape == "open":
            tools = [
                tool(f"n.m{number}", {"properties": {f"f{number}": TEXT}, "additionalProperties": bool(number % 2)})
                for number in range(size)
            ]
        elif shape == "conflicts":
            tools = [tool(f"n.m{number}", {"properties": {"x": {"maxLength": number}}}) for number in range(size)]
        elif shape == "chain":
            definitions: dict[str, Any] = {
                f"d{number}": {"allOf": [{"$ref": f"#/$defs/d{number + 1}"}]} for number in range(size)
            }
            definitions[f"d{size}"] = {"properties": {"x": TEXT}}
            tools = [tool("n.a", {"$ref": "#/$defs/d0", "$defs": definitions})]
        else:
            tools = [
                tool(f"n.m{number}", {"properties": {f"f{number}": TEXT}, "patternProperties": {"^x": TEXT}})
                for number in range(size // 4)
            ]
        return {**merged(), "tools": tools}

    small, large = min(seconds(value(100)) for _ in range(3)), min(seconds(value(400)) for _ in range(2))
    assert large < 14 * small + 0.5
