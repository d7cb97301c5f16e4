"""Reported calls of which others took the arguments wrongly end here as they should, in every form and both validators.

The data is beside the project (see tests/shared.py); collected cases of other kinds are tested where they belong.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import pytest

from schemac.catalog.decisions import Decisions
from schemac.dispatch.outcome import Refusal, Resolution
from schemac.dispatch.validate import Engine
from schemac.plan import plan
from schemac.pointer import render
from schemac.surface.surface import Surface
from schemac.values import equal
from tests.shared import SHARED, shared

KIND = "argument-coercion"
ENGINES: list[Engine] = ["jsonschema-rs", "jsonschema"]
FORMS = ("vendor_extension", "discriminated_union", "lazy", "merged", "flat")


class Asked(NamedTuple):
    """One call of a case."""

    case: dict[str, Any]
    call: dict[str, Any]


def cases() -> list[dict[str, Any]]:
    files = sorted((SHARED / "cases").glob("*.json")) if (SHARED / "cases").is_dir() else []
    return [case for case in (json.loads(file.read_text(encoding="utf-8")) for file in files) if case["kind"] == KIND]


def asked() -> Iterator[Any]:
    for case in cases():
        for number, call in enumerate(case.get("calls", [case["call"]] if "call" in case else [])):
            yield pytest.param(Asked(case, call), id=f"{case['id']}-{number}")


def tools_of(case: dict[str, Any]) -> list[dict[str, Any]]:
    tools: list[dict[str, Any]] = case.get("tools") or [case["tool"]]
    return tools


@cache
def surface_of(case: str, form: str, validator: Engine) -> Surface:
    known = json.loads(case)
    options = {"group_by": "group", "strategy": form, **known.get("options", {})}
    made = plan({"schemac": 1, "tools": tools_of(known)}, options=options, validator=validator)
    return made.compile(Decisions.granting())


@pytest.mark.real
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("validator", ENGINES)
@pytest.mark.parametrize("item", list(asked()))
def test_a_reported_call_ends_as_it_should(item: Asked, form: str, validator: Engine) -> None:
    surface = surface_of(json.dumps(item.case), form, validator)
    tool = item.call["tool"]
    facade = next(f"{other['group']}_tools" for other in tools_of(item.case) if other["name"] == tool)
    arguments = item.call.get("arguments")
    if form == "flat":
        outcome = surface.resolve(tool, arguments)
    elif form == "merged" and isinstance(arguments, dict):
        outcome = surface.resolve(facade, {**arguments, "tool_name": tool})
    else:
        nested = {"tool_name": tool, "arguments": arguments} if "arguments" in item.call else {"tool_name": tool}
        outcome = surface.resolve(facade, nested)
    expected = item.call["expect"]
    if "refused" in expected:
        assert isinstance(outcome, Refusal), outcome
        told = f"{outcome.message} {render(outcome.pointer)}"
        assert [text for text in expected["refused"] if text not in told] == []
    else:
        assert isinstance(outcome, Resolution), outcome
        assert outcome.tool == expected["tool"]
        assert equal(outcome.arguments, expected["arguments"])


@pytest.mark.real
def test_the_reports_are_there() -> None:
    shared("cases")
    assert len(cases()) >= 9
    assert len(list(asked())) >= 25
