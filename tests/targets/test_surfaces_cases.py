"""The situations of the field about strict modes, Gemini, roots, names and sizes, called in every form."""

import json

import pytest

from schemac.catalog.decisions import NOTHING
from schemac.dispatch.outcome import Refusal, Resolution
from schemac.findings import Severity
from schemac.plan import plan
from schemac.targets import TARGETS, check_list
from schemac.values import equal
from tests.shared import SHARED

pytestmark = pytest.mark.real

KINDS = ("strict-lowering", "gemini-subset", "top-level-combinators", "naming", "size")
STRATEGIES = ("flat", "vendor_extension", "discriminated_union", "lazy", "merged")


APART = ("number-suffix-by-arrival", "punctuation-folds-together")
"""Those with names that no manifest may have; tests/catalog/test_naming.py shows what they are about."""

AS_MEANT = ("empty-items-skipped",)
"""Those whose arguments are values; where values of any type are JSON text, plain text is none."""
FACADES_FOR = ("mcp", "openai-strict", "anthropic", "gemini")
"""Facades are asked of these alone, tools by themselves of every target."""


def _cases():
    for file in sorted((SHARED / "cases").glob("*.json")):
        case = json.loads(file.read_text(encoding="utf-8"))
        if case["kind"] in KINDS and case["id"] not in APART and ("tool" in case or case.get("tools")):
            yield pytest.param(case, id=case["id"])


CASES = list(_cases())


def tools_of(case):
    return case["tools"] if "tools" in case else [case["tool"]]


def calls_of(case):
    calls = case["calls"] if "calls" in case else [case["call"]] if "call" in case else []
    return [call for call in calls if isinstance(call.get("arguments"), dict) and "expect" in call]


@pytest.mark.skipif(not CASES, reason="collected cases are not beside the project")
@pytest.mark.parametrize("case", CASES)
def test_a_situation_comes_out_right_in_every_form(case):
    for strategy in STRATEGIES:
        shape = {"group_by": "none"} if strategy == "flat" else {"group_by": "group", "strategy": strategy}
        for target in TARGETS if strategy == "flat" else FACADES_FOR:
            options = {"target": target, "names": "sanitize", **shape}
            known = ("name", "description", "group", "inputSchema", "title", "tags")
            tools = [{key: tool[key] for key in known if key in tool} for tool in tools_of(case)]
            surface = plan({"schemac": 1, "domains": {"d": options}, "tools": tools}).compile(NOTHING)
            verdicts = [item for item in check_list(surface.tools, TARGETS[target]) if item.severity is Severity.ERROR]
            assert verdicts == [], (strategy, target)
            for call in calls_of(case):
                if "target" not in call or case["id"] in AS_MEANT:
                    sent = surface.encode(call["tool"], call["arguments"])
                elif (call["target"], strategy) == (target, "flat"):
                    sent = {"name": call["tool"], "arguments": call["arguments"]}  # as that target sends it
                else:
                    continue
                answer = surface.resolve(**sent)
                where = (strategy, target, call, sent, answer)
                if "refused" in call["expect"]:
                    assert isinstance(answer, Refusal), where
                else:
                    assert isinstance(answer, Resolution), where
                    assert answer.tool == call["expect"]["tool"], where
                    assert equal(answer.arguments, call["expect"]["arguments"]), where
