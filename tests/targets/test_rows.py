"""Every row of every table is shown to hold: by what it takes, and by what breaks it and nothing else."""

from copy import deepcopy

import pytest

from schemac.findings import Severity
from schemac.targets import TARGETS, Target, check_list, check_tool
from tests.targets.rows import BASES, ROWS, Lists, Row, edited

PAIRS = [(item, rule.id) for item in TARGETS.values() for rule in item.rules]
IDS = [f"{item.name}-{identifier}" for item, identifier in PAIRS]


def broken(edits, target: Target):
    tools = [edited(BASES[target.name], item) for item in edits]
    return check_list(tools, target)


def test_every_rule_has_its_row_and_every_row_its_rule():
    assert sorted(ROWS) == sorted({identifier for _, identifier in PAIRS})


@pytest.mark.parametrize("target", TARGETS.values(), ids=TARGETS)
def test_the_base_definition_meets_every_rule(target):
    assert check_list([BASES[target.name]], target) == ()


@pytest.mark.parametrize(("target", "identifier"), PAIRS, ids=IDS)
def test_a_definition_within_the_rule_is_taken(target, identifier):
    row = ROWS[identifier]
    for edits in [row.accepts] if isinstance(row, Lists) else [[item] for item in row.accepts]:
        found = broken(edits, target)
        assert identifier not in {verdict.rule.id for verdict in found}
        # Looser rules may speak; so may other rules where the row is shared by targets that take different keywords.
        if target.rules[0].id.split("-")[0] == identifier.split("-")[0]:
            assert [verdict for verdict in found if verdict.severity is Severity.ERROR] == []


@pytest.mark.parametrize(("target", "identifier"), PAIRS, ids=IDS)
def test_breaking_the_rule_is_refused_by_it_alone(target, identifier):
    row = ROWS[identifier]
    for edits in [row.refuses] if isinstance(row, Lists) else [[item] for item in row.refuses]:
        assert {verdict.rule.id for verdict in broken(edits, target)} == {identifier}


def test_what_two_strict_apis_refuse_the_strict_target_refuses():
    strict = TARGETS["strict"]
    for name in ("openai-strict", "anthropic-strict"):
        for rule in TARGETS[name].rules:
            row = ROWS[rule.id]
            if isinstance(row, Row):
                for edits in row.refuses:
                    if rule.severity is Severity.ERROR:
                        assert check_tool(edited(BASES["strict"], edits), strict), (rule.id, edits)


def test_what_the_strict_target_takes_two_strict_apis_take():
    for row in ROWS.values():
        for edits in row.accepts if isinstance(row, Row) else ():
            try:
                tool = edited(BASES["strict"], edits)
            except KeyError:
                continue  # an edit of something this base does not have
            if not check_tool(tool, TARGETS["strict"]):
                for name in ("openai-strict", "anthropic-strict"):
                    assert check_tool(tool, TARGETS[name]) == (), (name, edits)


@pytest.mark.parametrize("target", TARGETS.values(), ids=TARGETS)
def test_checking_changes_nothing(target):
    for row in ROWS.values():
        for edits in row.refuses if isinstance(row, Row) else ():
            try:
                tool = edited(BASES[target.name], edits)
            except KeyError:
                continue
            before = deepcopy(tool)
            check_tool(tool, target)
            assert tool == before
