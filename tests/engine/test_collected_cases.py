"""The calls of the collected cases, through every form (the data is beside the project; see tests/shared.py)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from schemac.catalog.decisions import Decisions
from schemac.dispatch.outcome import Refusal, Resolution
from schemac.plan import Plan, plan
from tests.engine.manifests import STRATEGIES
from tests.shared import SHARED

KINDS = ("refs", "drafts", "size", "values-and-order", "visibility")


def cases() -> list[Path]:
    folder = SHARED / "cases"
    found = sorted(folder.glob("*.json")) if folder.is_dir() else []
    return [path for path in found if read(path)["kind"] in KINDS and calls(read(path))]


def read(path: Path) -> dict[str, Any]:
    value: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return value


def calls(case: dict[str, Any]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = case.get("calls") or ([case["call"]] if "call" in case else [])
    return [call for call in found if "expect" in call]


def planned(case: dict[str, Any], strategy: str) -> Plan:
    tools = case.get("tools") or [case["tool"]]
    options = {"group_by": "group", "strategy": strategy, "on_tool_error": "omit", **case.get("options", {})}
    return plan({"schemac": 1, "tools": tools}, options=options)


def sent(made: Plan, decisions: Decisions, call: dict[str, Any]) -> tuple[str, Any]:
    """Return the call as a client sends it on this surface: through the facade, if the tool has one."""
    surface = made.compile(decisions)
    arguments = call.get("arguments")
    for name, members in surface.routes.items():
        is_facade = isinstance(members, list) and not name.endswith("_describe")
        if is_facade and (call["tool"] in members or call["tool"] not in surface.routes):
            wrapped = {"tool_name": call["tool"]}
            return name, {**wrapped, "arguments": arguments} if "arguments" in call else wrapped
    return call["tool"], arguments


@pytest.mark.real
@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("path", cases(), ids=lambda path: path.stem)
def test_collected_calls(path: Path, strategy: str):
    case = read(path)
    made = planned(case, strategy)
    callers = {name: Decisions.parse(given) for name, given in case.get("callers", {}).items()}
    for call in calls(case):
        decisions = callers.get(call.get("caller", ""), Decisions.granting())
        name, arguments = sent(made, decisions, call)
        outcome = made.compile(decisions).resolve(name, arguments)
        expected = call["expect"]
        if "refused" in expected:
            assert isinstance(outcome, Refusal), (call, outcome)
            told = json.dumps(outcome.to_json())
            assert all(text in told for text in expected["refused"]), (call, told)
        else:
            assert isinstance(outcome, Resolution), (call, outcome)
            assert (outcome.tool, outcome.arguments) == (expected["tool"], expected["arguments"])


@pytest.mark.real
def test_there_are_cases_of_every_kind():
    if not (SHARED / "cases").is_dir():
        pytest.skip("the collected cases are not beside the project")
    assert {read(path)["kind"] for path in cases()} == set(KINDS)
