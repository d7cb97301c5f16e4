"""Fewer rights never accept more (docs/spec, chapter GAT)."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemac.catalog.decisions import Decisions
from schemac.dispatch.outcome import Resolution
from schemac.findings import SchemacError
from schemac.plan import Plan, plan
from tests.engine.manifests import Written, write
from tests.jsonschema.gated_schemas import NAMES, PREDICATES, Author

CALLS = 12
WIDENING = {"gate-drops-required", "gate-widens-oneof"}


def planned(written: Written) -> Plan | None:
    try:
        return plan(written.value, options={"group_by": "none", "coerce": "none", "unknown_arguments": "reject"})
    except SchemacError:
        return None


def told_otherwise(made: Plan) -> set[str]:
    """Return the tools of which the author was told that callers with fewer rights may send more."""
    warned = {item.pointer[1] for item in made.findings if item.code in WIDENING and item.pointer[0] == "tools"}
    return {made.catalog.tools[int(index)].name for index in warned}


@pytest.mark.fuzz
@given(st.integers(0, 2**40))
def test_fewer_rights_never_accept_more(seed: int):
    random = Random(seed)
    written = write(random, gate_rate=0.2, negated=False)
    made = planned(written)
    if made is None:
        return
    excused = told_otherwise(made)
    author = Author(random)
    author.sites = ["s1", "s2", "s3"]
    more = [name for name in PREDICATES if random.random() < 0.7]
    fewer = [name for name in more if random.random() < 0.5]
    surfaces = [made.compile(Decisions.granting(*grants)) for grants in (fewer, more)]
    seen = [{tool["name"] for tool in surface.tools} for surface in surfaces]
    for name in sorted((seen[0] & seen[1]) - excused):
        for _ in range(CALLS):
            arguments = author.instance(3, (*NAMES, "zone"))
            narrow, wide = (surface.resolve(name, arguments) for surface in surfaces)
            if isinstance(narrow, Resolution) and isinstance(arguments, dict):
                assert isinstance(wide, Resolution), (json.dumps(written.value), fewer, more, name, arguments, wide)


def test_the_law_has_examples():
    """Some calls that fewer rights accept are of tools that more rights see otherwise."""
    accepted = 0
    for seed in range(30):
        random = Random(seed)
        made = planned(write(random, gate_rate=0.2, negated=False))
        if made is None:
            continue
        excused = told_otherwise(made)
        surface = made.compile(Decisions.granting("q"))
        everything = made.compile(Decisions.granting(*PREDICATES))
        whole = {tool["name"]: tool for tool in everything.tools}
        for tool in surface.tools:
            if tool["name"] not in excused and tool != whole.get(tool["name"]):
                accepted += isinstance(surface.resolve(tool["name"], {}), Resolution)
    assert accepted > 5
