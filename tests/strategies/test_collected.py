"""The collected cases about names, annotations and values, through every shape of a facade (see tests/shared.py)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from schemac.catalog.decisions import Decisions
from schemac.dispatch.outcome import Refusal, Resolution
from schemac.findings import SchemacError
from schemac.plan import Plan, plan
from schemac.strategies import STRATEGIES
from tests.shared import SHARED, shared

KINDS = ("naming", "annotations", "values-and-order")


def case(name: str) -> dict[str, Any]:
    value: dict[str, Any] = json.loads(shared("cases", f"{name}.json").read_text(encoding="utf-8"))
    return value


def paths() -> list[Path]:
    folder = SHARED / "cases"
    found = sorted(folder.glob("*.json")) if folder.is_dir() else []
    read = [(path, json.loads(path.read_text(encoding="utf-8"))) for path in found]
    return [path for path, value in read if value["kind"] in KINDS and (value.get("calls") or "call" in value)]


def planned(value: dict[str, Any], **options: Any) -> Plan:
    tools = value.get("tools") or [value["tool"]]
    chosen = {"group_by": "group", "on_tool_error": "omit", **value.get("options", {}), **options}
    return plan({"schemac": 1, "tools": tools}, options=chosen)


def sent(made: Plan, decisions: Decisions, call: dict[str, Any]) -> tuple[str, Any]:
    """Return the call as a client sends it on this surface."""
    surface = made.compile(decisions)
    arguments = call.get("arguments")
    for name, members in surface.routes.items():
        if isinstance(members, list) and not name.endswith("_describe"):
            group = call.get("group")
            if call["tool"] in members and (group is None or name.startswith(f"{group}_tools")):
                if made.options.strategy == "merged" and isinstance(arguments, dict):
                    return name, {"tool_name": call["tool"], **arguments}
                return name, {"tool_name": call["tool"], "arguments": arguments}
    return call["tool"], arguments


@pytest.mark.real
@pytest.mark.parametrize("strategy", [*STRATEGIES, "flat"])
@pytest.mark.parametrize("path", paths(), ids=lambda path: path.stem)
def test_collected_calls(path: Path, strategy: str):
    value = case(path.stem)
    made = planned(value, strategy=strategy)
    for call in value.get("calls") or [value["call"]]:
        given = value.get("callers", {}).get(call.get("caller"), {"grants": []})
        decisions = Decisions.parse(given)
        name, arguments = sent(made, decisions, call)
        outcome = made.compile(decisions).resolve(name, arguments)
        expected = call["expect"]
        if "refused" in expected:
            assert isinstance(outcome, Refusal), (call, outcome)
            assert all(text in json.dumps(outcome.to_json()) for text in expected["refused"]), (call, outcome)
        else:
            assert isinstance(outcome, Resolution), (call, outcome)
            assert (outcome.tool, outcome.arguments) == (expected["tool"], expected["arguments"])


def facade(value: dict[str, Any], members: list[str] | None = None, **options: Any) -> dict[str, Any]:
    tools = [tool for tool in value.get("tools") or [value["tool"]] if members is None or tool["name"] in members]
    (found,) = planned({**value, "tools": tools}, **options).compile(Decisions.granting()).tools
    return found


@pytest.mark.real
def test_the_worst_member_wins():
    value = case("worst-member-wins")
    assert facade(value)["annotations"] == {
        "readOnlyHint": False,
        "destructiveHint": True,
        "idempotentHint": False,
        "openWorldHint": True,
    }
    both = facade(value, ["look", "put"])["annotations"]
    assert (both["readOnlyHint"], both["destructiveHint"], both["openWorldHint"]) == (False, False, False)
    assert facade(value, ["look"])["annotations"]["readOnlyHint"] is True


@pytest.mark.real
def test_silence_means_destructive():
    value = case("silence-means-destructive")
    quiet = facade({**value, "tools": value["tools"][:1]})
    assert "annotations" not in quiet
    assert facade({**value, "tools": value["tools"][1:]})["annotations"]["destructiveHint"] is False
    split = planned(value, split="intent").compile(Decisions.granting()).tools
    assert [item["name"] for item in split] == ["drafts_write_tools", "quiet_destructive_tools"]


@pytest.mark.real
def test_one_parameter_with_two_meanings():
    found = facade(case("one-parameter-two-meanings"), strategy="merged")["inputSchema"]["properties"]
    assert found["style"]["enum"] == ["matte", "glossy", "table", "bullets"]
    assert '"matte", "glossy" for print_card; "table", "bullets" for list_cards' in found["style"]["description"]
    assert {"type": "number", "minimum": 0, "description": "For: stack_cards"} in found["weight"]["anyOf"]


@pytest.mark.real
def test_two_readings_of_one_name_stay_apart_or_are_refused():
    value = case("two-readings-of-one-name")
    for tools in (value["tools"], value["tools"][::-1]):
        flat = planned({**value, "tools": tools}, strategy="flat").compile(Decisions.granting())
        assert {item["name"] for item in flat.tools} == {"tile_set", "set"}
        dotted = [{**tool, "name": f"{tool['group']}.{tool['name']}"} for tool in tools]
        with pytest.raises(SchemacError) as refused:
            plan({"schemac": 1, "tools": dotted}, options={"group_by": "namespace"})
        (collision,) = [item for item in refused.value.findings if item.is_error]
        assert collision.code == "flat-name-collision"
        assert "map.tile_set" in collision.message
        assert "map_tile.set" in collision.message


@pytest.mark.real
def test_merged_fields_stand_in_one_order():
    found = facade(case("required-in-random-order"), strategy="merged")["inputSchema"]["properties"]
    assert list(found) == ["tool_name", "id", "kind", "size", "colour", "maker", "note", "why"]


@pytest.mark.real
def test_titles_and_hints_stay_as_they_are_where_tools_stand_alone():
    for name in ("which-title", "hints-lost-on-the-way"):
        value = case(name)
        tools = value.get("tools") or [value["tool"]]
        shown = planned(value, strategy="flat").compile(Decisions.granting()).tools
        for tool, listed in zip(tools, shown, strict=True):
            assert {k: v for k, v in tool.items() if k != "group"} == listed
