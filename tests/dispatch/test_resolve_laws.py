"""What holds of every call of every manifest, form and caller (docs/spec, chapter DSP)."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from random import Random
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from examples.shop.figures import load
from schemac.catalog.decisions import Decisions
from schemac.dispatch.outcome import Description, Refusal, Resolution
from schemac.dispatch.validate import Engine
from schemac.findings import SchemacError
from schemac.gates import parse_gate
from schemac.jsonschema.embed import standalone
from schemac.plan import Plan, plan
from schemac.pointer import render
from schemac.surface.surface import Surface
from schemac.values import equal
from tests.dispatch import hostile
from tests.dispatch.samples import sample
from tests.engine.manifests import call as some_call
from tests.engine.manifests import write
from tests.jsonschema.gated_schemas import NAMES, PREDICATES, Author

CALLERS = 3
CALLS = 12
FORMS = ("vendor_extension", "discriminated_union", "lazy", "merged", "flat")


def planned(manifest: Any, **how: Any) -> Plan | None:
    """Return a random manifest's plan; None where it is one that its author would have to correct."""
    try:
        return plan(manifest, **how)
    except SchemacError:
        return None


def some_decisions(random: Random) -> Decisions:
    given_ = {"grants": [name for name in PREDICATES if random.random() < 0.5], "values": {"timezone": "UTC"}}
    return Decisions.parse(given_)


def visible(manifest: Any, decisions: Decisions) -> set[str]:
    """Return the tools that a caller may use, found by asking each gate; a root's own gate hides its tool too."""
    found = set()
    for tool in manifest["tools"]:
        gates = [tool[key] for key in ("requires",) if key in tool]
        gates += [tool["inputSchema"]["x-requires"]] if "x-requires" in tool["inputSchema"] else []
        if all(parse_gate(gate).holds(decisions.answer) is True for gate in gates):
            found.add(tool["name"])
    return found


def judge(made: Plan, tool: str, decisions: Decisions) -> Any:
    """Return jsonschema's own validator of what a caller is held to, with integers by value in every dialect."""
    member = made._recheck(tool, decisions)
    assert member is not None
    module = member.input.enforced
    document = standalone(module, module.root.dialect)
    kinds = {"draft-04": jsonschema.Draft4Validator, "draft-06": jsonschema.Draft6Validator}
    kinds |= {"draft-07": jsonschema.Draft7Validator, "2019-09": jsonschema.Draft201909Validator}
    kind = kinds.get(module.root.dialect.name, jsonschema.Draft202012Validator)
    by_value = jsonschema.validators.extend(kind, type_checker=jsonschema.Draft6Validator.TYPE_CHECKER)
    return by_value(document)


@pytest.mark.fuzz
@given(st.integers(0, 2**40))
def test_only_visible_tools_with_arguments_that_fit_come_out(seed: int):
    random = Random(seed)
    manifest = write(random).value
    made = planned(manifest)
    if made is None:
        return
    tools = [tool["name"] for tool in manifest["tools"]]
    author = Author(random)
    for _ in range(CALLERS):
        listed, now = some_decisions(random), some_decisions(random)
        surface = made.compile(listed)
        names = [tool["name"] for tool in surface.tools]
        for _ in range(CALLS):
            name, arguments = some_call(random, names, tools, author, ())
            for asked, holds in (
                (None, visible(manifest, listed)),
                (now, visible(manifest, listed) & visible(manifest, now)),
            ):
                outcome = surface.resolve(name, arguments, asked)
                if isinstance(outcome, Resolution):
                    context = (json.dumps(manifest), name, arguments, outcome)
                    assert outcome.tool in holds, context
                    assert judge(made, outcome.tool, asked or listed).is_valid(outcome.arguments), context
                elif isinstance(outcome, Description):
                    assert outcome.tool in holds


@pytest.mark.fuzz
@given(st.integers(0, 2**40))
def test_encode_and_resolve_are_inverse_in_every_form(seed: int):
    random = Random(seed)
    manifest = write(random, tools=2).value
    decisions = some_decisions(random)
    seen: dict[str, Resolution | None] = {}
    for form in ("flat", random.choice(FORMS[:-1])):
        made = planned(manifest, options={"group_by": "group", "strategy": form, "output_dialect": "2020-12"})
        if made is not None:
            for tool, arguments in fitting(Random(seed), made, decisions):
                comes_back(made, decisions, tool, arguments, seen)


def comes_back(made: Plan, decisions: Decisions, tool: str, arguments: Any, seen: dict[str, Resolution | None]) -> None:
    """Hold one call to the law: the tool and its arguments come back, the same in each form."""
    surface = made.compile(decisions)
    sent = surface.encode(tool, arguments)
    before = json.dumps(sent)
    for asked in (None, decisions):
        outcome = surface.resolve(sent["name"], sent["arguments"], asked)
        context = (made.options.strategy, json.dumps(made.catalog.tools[0].listed), tool, arguments, outcome)
        assert json.dumps(sent) == before, context
        key = json.dumps([tool, arguments])
        told = outcome if isinstance(outcome, Resolution) else None
        if key in seen:
            # every form makes the same of the same arguments; where they stood was another place
            first = seen[key]
            assert (first is None) == (told is None), context
            assert first is None or told is None or equal(first.arguments, told.arguments), context
        seen[key] = told
        if told is not None:
            assert told.tool == tool, context
            if not told.coerced and not told.stripped:
                assert equal(told.arguments, arguments), context
        elif judge(made, tool, decisions).is_valid(arguments):
            # a name that only dispatch calls undeclared was taken out, and a count of members noticed
            assert isinstance(outcome, Refusal), context
            assert changed_by_dispatch(made, tool, decisions, arguments), context


def changed_by_dispatch(made: Plan, tool: str, decisions: Decisions, arguments: Any) -> bool:
    """Tell whether dispatch reads arguments otherwise than as they stand: takes names out, or reads text."""
    from schemac.dispatch.strip import strip
    from schemac.dispatch.target import target_of

    member = made._recheck(tool, decisions)
    assert member is not None
    checker = target_of(member, "jsonschema-rs").input
    return bool(checker.coercer.coerce(arguments, "scalars").coerced or strip(arguments, checker.shape).places)


def fitting(random: Random, made: Plan, decisions: Decisions) -> list[tuple[str, Any]]:
    """Return arguments near each tool's schema, those that fit among them."""
    surface = made.compile(decisions)
    found: list[tuple[str, Any]] = []
    for subject in made.subjects:
        name = subject.tool.name
        told = surface.describe(name)
        if told is not None:
            document = told["inputSchema"]
            values = [sample(random, document, document) for _ in range(3)]
            values += [Author(random).instance(3, NAMES) for _ in range(3)]
            found += [(name, value) for value in values if isinstance(value, dict)]
    return found


def test_the_law_of_inverses_is_no_empty_one():
    """Most drawn calls resolve, and most of these come back just as they were."""
    found: Counter[str] = Counter()
    for seed in range(60):
        random = Random(seed)
        made = planned(write(random).value)
        if made is None:
            continue
        decisions = some_decisions(random)
        for tool, arguments in fitting(random, made, decisions):
            sent = made.compile(decisions).encode(tool, arguments)
            outcome = made.compile(decisions).resolve(sent["name"], sent["arguments"])
            found["all"] += 1
            if isinstance(outcome, Resolution):
                found["resolved"] += 1
                found["as it was"] += not outcome.coerced and not outcome.stripped and bool(arguments)
    assert found["resolved"] > found["all"] * 0.3
    assert found["as it was"] > found["all"] * 0.1


SHOP = load()
EVERYTHING = Decisions.parse({"grants": list(SHOP.value["roles"]["admin"]["grants"])})
LENIENT = {"unknown_arguments": "strip", "coerce": "scalars", "errors": "brief"}
STRICT = {"unknown_arguments": "reject", "coerce": "json", "errors": "with_schema"}
OPTIONS: list[dict[str, Any]] = [
    {"strategy": "vendor_extension", **LENIENT},
    {"strategy": "discriminated_union", **STRICT},
    {"strategy": "lazy", **STRICT},
    {"strategy": "merged", **LENIENT},
    {"strategy": "flat", **STRICT},
    {"strategy": "flat", "coerce": "none"},
]
LOWERED: list[dict[str, Any]] = [
    {"strategy": "flat", "target": "openai-strict"},
    {"strategy": "discriminated_union", "target": "anthropic-strict", "coerce": "scalars"},
    {"strategy": "lazy", "target": "gemini"},
    {"strategy": "merged", "target": "openai-strict", "unknown_arguments": "reject"},
]


@cache
def shop(at: int, engine: Engine = "jsonschema-rs") -> tuple[Plan, Surface]:
    made = plan(SHOP, options=[*OPTIONS, *LOWERED][at], validator=engine)
    return made, made.compile(EVERYTHING)


@cache
def fields() -> list[str]:
    return sorted({name for tool in SHOP.value["tools"] for name in tool["inputSchema"].get("properties", {})})


@pytest.mark.fuzz
@given(st.integers(0, 2**40))
def test_every_hostile_call_ends_in_a_resolution_or_a_refusal_of_bounded_length(seed: int):
    random = Random(seed)
    made, surface = shop(random.randrange(len(OPTIONS) + len(LOWERED)))
    names = [tool["name"] for tool in surface.tools]
    tools = list(made.vocabulary.tools)
    for _ in range(30):
        name, arguments = hostile.call(random, names, tools, fields())
        outcome = surface.resolve(name, arguments, random.choice([None, EVERYTHING, Decisions.granting()]))
        if isinstance(outcome, Refusal):
            json.dumps([outcome.to_json(), outcome.to_error()]).encode()
            assert len(outcome.message) < 20_000
            assert outcome.message.encode()
            assert outcome.reason
            assert render(outcome.pointer) == "" or outcome.pointer
        elif isinstance(outcome, Resolution):
            assert outcome.tool in tools
            json.dumps(outcome.arguments, allow_nan=False).encode()
        else:
            assert outcome.value["name"]


@pytest.mark.fuzz
@given(st.integers(0, 2**40))
def test_both_validators_answer_alike(seed: int):
    random = Random(seed)
    at = random.randrange(len(OPTIONS))
    surfaces = [shop(at, engine)[1] for engine in ("jsonschema-rs", "jsonschema")]
    names = [tool["name"] for tool in surfaces[0].tools]
    tools = [tool["name"] for tool in SHOP.value["tools"]]
    tool = random.choice(tools)
    document = surfaces[0].describe(tool)
    assert document is not None
    drawn = [sample(random, document["inputSchema"], document["inputSchema"]) for _ in range(3)]
    encoded = [surfaces[0].encode(tool, arguments) for arguments in drawn if isinstance(arguments, dict)]
    calls = [(sent["name"], sent["arguments"]) for sent in encoded]
    calls += [hostile.call(random, names, tools, fields()) for _ in range(3)]
    for name, arguments in calls:
        told = [surface.resolve(name, arguments) for surface in surfaces]
        assert told[0] == told[1], (tool, name, arguments)
