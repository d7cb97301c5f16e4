"""The law of lowering: what the original accepts is accepted lowered, and comes back as it was.

Names that only other branches of a union declare are outside the law; the values here have none.
"""

import json
import os
from random import Random

import pytest

from schemac.findings import SchemacError, Severity
from schemac.targets import check_tool
from schemac.targets.lowering import lower
from schemac.targets.registry import TARGETS
from tests.targets.law import Law
from tests.targets.lens_schemas import Author, Giver

NAMES = tuple(TARGETS)
SEEDS = range(40)
MANY = int(os.environ.get("FUZZ_EXAMPLES", "5000"))
VALUES = 8
OUTSIDE = ("OAS-DEPTH-OLD", "STR-DEPTH-OLD")
"""Rules about older versions, which lowering does not aim at."""


def drawn(seed):
    """Return a random schema, and what gives values for it."""
    random = Random(seed)
    document = Author(random, definitions=("d1", "d2") if seed % 2 else ()).document()
    return document, Giver(document, random)


def laws(seed, name):
    """Return the law for a random schema; nothing where its references go in circles."""
    document, giver = drawn(seed)
    try:
        return Law(document, name), giver
    except SchemacError as refused:
        assert {item.code for item in refused.findings} <= {"ref-cycle"}
        return None, giver


def refused(schema, name):
    tool = {"name": "tool", "description": "A tool.", "inputSchema": schema}
    return [
        verdict
        for verdict in check_tool(tool, TARGETS[name])
        if (verdict.severity is Severity.ERROR or verdict.rule.code == "target-risk") and verdict.rule.id not in OUTSIDE
    ]


def hold(name, seeds):
    """Assert the law of the random schemas of some seeds."""
    asked = 0
    for seed in seeds:
        law, giver = laws(seed, name)
        if law is not None:
            asked += law.hold(giver.value, VALUES, seed)
    assert asked > len(seeds)


@pytest.mark.parametrize("name", NAMES)
def test_the_law_holds(name):
    hold(name, SEEDS)


@pytest.mark.fuzz
@pytest.mark.skipif("'fuzz' not in config.getoption('-m')", reason="many schemas take minutes: run with -m fuzz")
@pytest.mark.parametrize("name", NAMES)
def test_the_law_holds_for_many(name):
    hold(name, range(len(SEEDS), len(SEEDS) + MANY))


@pytest.mark.parametrize("name", NAMES)
def test_what_comes_out_is_accepted_by_the_target(name):
    for seed in SEEDS:
        law, _ = laws(seed, name)
        if law is not None:
            assert refused(law.form.schema, name) == [], seed


@pytest.mark.parametrize("name", NAMES)
def test_lowering_twice_is_lowering_once_and_changes_nothing_it_was_given(name):
    rules = TARGETS[name].schema
    for seed in SEEDS:
        document, _ = drawn(seed)
        written = json.dumps(document)
        try:
            form = lower(document, rules)
        except SchemacError:
            continue
        assert json.dumps(document) == written
        once = json.dumps(form.schema)
        assert json.dumps(lower(json.loads(written), rules).schema) == once
        assert json.dumps(lower(form.schema, rules).schema) == once, seed
        assert json.dumps(form.schema) == once


@pytest.mark.parametrize("name", NAMES)
def test_without_a_loss_the_verdicts_are_equal(name):
    for seed in SEEDS:
        law, giver = laws(seed, name)
        if law is None or law.form.losses:
            continue
        for _ in range(VALUES):
            value = giver.value()
            assert not law.widened(value), (seed, value)
