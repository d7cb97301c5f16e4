"""Whole surfaces of real lists, in every strategy, for every target: accepted, and every call comes back."""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from random import Random
from typing import Any

import jsonschema_rs
import pytest

from schemac.catalog.decisions import NOTHING
from schemac.dispatch.outcome import Resolution
from schemac.findings import Severity
from schemac.jsonschema.keywords import DRAFT_2020_12
from schemac.jsonschema.link import link
from schemac.jsonschema.translate import translate
from schemac.plan import Plan, plan
from schemac.surface.surface import Surface
from schemac.targets import TARGETS, check_list, check_tool
from schemac.targets.lowering import lower_module
from schemac.values import JsonObject, equal
from tests.shared import real_tool_files
from tests.targets.law import Law, openapi_read, validator, without_nulls
from tests.targets.lens_schemas import Giver
from tests.targets.test_lowering_real import schemas_of

pytestmark = pytest.mark.real

STRATEGIES = ("flat", "vendor_extension", "discriminated_union", "lazy", "merged")
FILES = real_tool_files()
EVERY = 12
"""One list of so many, and so many tools of each, are shown in normal runs; all are with the marker ``fuzz``."""
MOST_TOOLS = 8
MEMBERS = 10
"""Tools of a group; the names of a whole server would not fit into every description."""
DISCRIMINATOR = "called_tool"
"""No argument of a collected tool has this name, which merged facades need for themselves."""
MOST_BYTES = 100_000
TRIES = 12


def manifest(file, most, **options) -> JsonObject:
    """The tools of a list that have a valid schema; the first ``most`` of them."""
    listed = json.loads(file.read_text(encoding="utf-8"))
    valid = {name for name, _ in schemas_of(file)}
    tools = [
        {"name": tool["name"], "description": tool.get("description", ""), "inputSchema": tool["inputSchema"]}
        for tool in (listed["tools"] if isinstance(listed, dict) else listed)
        if tool["name"] in valid
    ]
    named = {tool["name"]: tool for tool in tools}.values()
    grouped = [{**tool, "group": f"part{at // MEMBERS}"} for at, tool in enumerate(named)]
    return {
        "schemac": 1,
        "domains": {"d": {"names": "sanitize", "discriminator": DISCRIMINATOR, **options}},
        "tools": grouped[:most],
    }


def planned(file, most, strategy, target) -> Plan:
    shape = {"group_by": "none"} if strategy == "flat" else {"group_by": "group", "strategy": strategy}
    return plan(manifest(file, most, target=target, on_tool_error="omit", **shape))


def documents(surface: Surface) -> Iterator[JsonObject]:
    """Every schema that the reader gets, each as a document of its own."""
    for tool in surface.tools:
        root = dict(tool["inputSchema"])
        yield from root.pop("x-tool-input-schemas", {}).values()
        yield from tool.get("_meta", {}).get("tool-input-schemas", {}).values()
        yield root
    for told in surface.described.values():
        yield told["inputSchema"]


def refused(surface: Surface, target: str) -> list[Any]:
    found = [verdict for verdict in check_list(surface.tools, TARGETS[target]) if verdict.severity is Severity.ERROR]
    for schema in documents(surface):
        tool = {"name": "a", "description": "a", "inputSchema": schema}
        found += [item for item in check_tool(tool, TARGETS[target]) if item.severity is Severity.ERROR]
    return [(verdict.rule.id, verdict.pointer, verdict.problem) for verdict in found]


@cache
def calls_of(file, most) -> Mapping[str, list[Any]]:
    """Arguments that each tool of a list accepts, as dispatch reads them: without names that mean nothing."""
    plain = planned(file, most, "flat", "mcp").compile(NOTHING)
    found: dict[str, list[Any]] = {}
    for seed, (name, schema) in enumerate(schemas_of(file)):
        if name in found or plain.address(name) is None:
            continue
        law, giver = Law(schema, "mcp"), Giver(schema, Random(seed))
        tried = [giver.value() for _ in range(TRIES)]
        found[name] = []
        for value in [value for value in tried if law.accepts(value)][:2]:
            answer = plain.resolve(name, value)
            assert isinstance(answer, Resolution), (name, value, answer)
            found[name].append(answer.arguments)
    return found


def lowered_again(schema, target):
    module = translate(link(schema), DRAFT_2020_12).module
    again = lower_module(module, TARGETS[target].schema).schema
    return {key: item for key, item in again.items() if key != "$schema" or "$schema" in schema}


def hold(file, most, strategy, target) -> int:
    """Assert all that holds for one list; return how many of its tools were called."""
    made = planned(file, most, strategy, target)
    surface = made.compile(NOTHING)
    assert refused(surface, target) == []
    for schema in documents(surface):
        jsonschema_rs.validator_for(schema, validate_formats=False)  # fails where a reference leads nowhere
        if not TARGETS[target].keeps_schemas:
            assert lowered_again(schema, target) == schema
    accepting = {tool["name"]: validator(openapi_read(tool["inputSchema"])) for tool in surface.tools}
    called = set()
    for name, values in calls_of(file, most).items():
        for value in values:
            call = surface.encode(name, value)
            wrong = next(iter(accepting[call["name"]].iter_errors(call["arguments"])), None)
            assert wrong is None, (name, value, wrong)
            answer = surface.resolve(**call)
            assert isinstance(answer, Resolution), (name, value, call, answer)
            assert answer.tool == name
            kept = without_nulls(answer.arguments, value)
            assert equal(answer.arguments, value) or equal(answer.arguments, kept), (name, call)
            called.add(name)
    assert len(called) >= len(made.subjects) // 2
    return len(called)


SAMPLE = [file for file in FILES[::EVERY] if file.stat().st_size < MOST_BYTES]


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_a_sample_is_accepted_and_calls_come_back(strategy, target):
    if not SAMPLE:
        pytest.skip("collected tool lists are not beside the project")
    assert sum(hold(file, MOST_TOOLS, strategy, target) for file in SAMPLE) > len(SAMPLE)


@pytest.mark.fuzz
@pytest.mark.skipif("'fuzz' not in config.getoption('-m')", reason="every list in full takes minutes: run with -m fuzz")
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_list_is_accepted_and_calls_come_back(file):
    for strategy in STRATEGIES:
        for target in TARGETS:
            hold(file, None, strategy, target)
