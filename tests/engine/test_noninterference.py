"""What a caller may not see changes no byte of what it gets (docs/spec, chapter GAT)."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schemac.catalog.decisions import Decisions
from schemac.dispatch.outcome import Refusal
from schemac.dispatch.output import Projection
from schemac.findings import SchemacError
from schemac.plan import Plan, plan
from schemac.surface.protocol import PROTOCOLS
from schemac.surface.surface import Surface
from tests.engine.manifests import call, twin, write
from tests.jsonschema.gated_schemas import NAMES, PREDICATES, Author

CALLERS = 3
TWINS = 2
MANIFESTS = 350  # times callers and twins: some two thousand pairs of manifests
CALLS = 6


def planned(manifest: Any) -> Plan | None:
    """Return a random manifest's plan; None where it is one that its author would have to correct."""
    try:
        return plan(manifest)
    except SchemacError:
        return None


def public_names(made: Plan) -> frozenset[tuple[str, str]]:
    """Return tools and names of gated properties that stand in open objects: these names are always stripped."""
    tools = made.catalog.tools
    return frozenset(
        (tools[int(item.pointer[1])].name, str(item.pointer[-1]))
        for item in made.findings
        if item.code == "gated-name-in-open-object"
    )


def listing(surface: Surface) -> list[Any]:
    """Return all that a caller gets without a call."""
    return [
        surface.to_json(),
        surface.etag,
        json.dumps([surface.tools, surface.routes, surface.described]),
        json.dumps([item.to_json() for item in surface.findings]),
        repr(surface),
        json.dumps(surface.list().to_json()),
        json.dumps([surface.list_result(protocol) for protocol in PROTOCOLS]),
        json.dumps([item.to_json() for protocol in PROTOCOLS for item in surface.dropped(protocol)]),
    ]


def answer(outcome: Any) -> Any:
    """Return what a caller may be told of an outcome: everything but what is for the server's log."""
    if isinstance(outcome, Refusal):
        seen = [(item.pointer, item.keyword, item.message, item.name) for item in outcome.violations]
        return outcome.to_json(), outcome.to_result(), outcome.to_error(), seen
    return outcome


def grants_of(random: Random) -> list[str]:
    return [name for name in PREDICATES if random.random() < 0.5]


@pytest.mark.fuzz
@settings(max_examples=max(MANIFESTS, settings.default.max_examples if settings.default else 0))
@given(st.integers(0, 2**40))
def test_what_is_hidden_has_no_influence(seed: int):
    random = Random(seed)
    written = write(random)
    one = planned(written.value)
    if one is None:
        return
    public = public_names(one)
    for _ in range(CALLERS):
        grants = grants_of(random)
        decisions = Decisions.parse({"grants": grants, "values": {"timezone": "UTC"}})
        for _ in range(TWINS):
            changed, renamed = twin(random, written, grants, public)
            other = planned(changed.value)
            if other is None:
                continue
            surfaces = one.compile(decisions), other.compile(decisions)
            context = json.dumps([written.value, changed.value, grants])
            assert listing(surfaces[0]) == listing(surfaces[1]), context
            compare_answers(random, (one, other), surfaces, decisions, renamed, context)


def compare_answers(
    random: Random,
    plans: tuple[Plan, Plan],
    surfaces: tuple[Surface, Surface],
    decisions: Decisions,
    renamed: dict[str, str],
    context: str,
) -> None:
    names = [tool["name"] for tool in surfaces[0].tools]
    tools = sorted({*(subject.tool.name for made in plans for subject in made.subjects)})
    author = Author(random)
    also = (*renamed, *renamed.values())
    for _ in range(CALLS):
        name, arguments = call(random, names, tools, author, also)
        told = [answer(surface.resolve(name, arguments)) for surface in surfaces]
        assert told[0] == told[1], (context, name, arguments)
        told = [answer(surface.resolve(name, arguments, decisions)) for surface in surfaces]
        assert told[0] == told[1], (context, name, arguments, "asked again")
        tool = random.choice(tools)
        assert surfaces[0].address(tool) == surfaces[1].address(tool)
        value = author.instance(3, (*NAMES, *also))
        results = [made.project_output(tool, decisions, value) for made in plans]
        if isinstance(results[0], Projection):
            assert results[0] == results[1], (context, tool, value)
        else:
            assert answer(results[0]) == answer(results[1]), (context, tool, value)


def test_most_of_the_random_manifests_are_examples():
    """The property above is no empty one: most manifests are planned, most twins too, and most tools differ."""
    planned_ones = twins = unlike = 0
    for seed in range(40):
        random = Random(seed)
        written = write(random)
        made = planned(written.value)
        if made is None:
            continue
        planned_ones += 1
        changed, _ = twin(random, written, ["p"], public_names(made))
        if planned(changed.value) is not None:
            twins += 1
            unlike += changed.value != written.value
    assert planned_ones > 10
    assert twins > planned_ones * 0.6
    assert unlike > twins * 0.7
