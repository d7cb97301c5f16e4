"""Every row of every table is shown to hold: by what it takes, and by what breaks it and nothing else."""

from copy import deepcopy

import pytest

from schemac.findings import Severity
from schemac.targets import TARGETS, Target, check_list, check_tool
from tests.targets.rows import BASES, ROWS, Edits, Lists, Row, edited

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


def apart(one: Edits, other: Edits) -> bool:
    """Tell whether two edits touch different places, neither inside the other."""
    return not any(
        left == right or left.startswith(f"{right}/") or right.startswith(f"{left}/") for left in one for right in other
    )


def taken(target: Target) -> list[Edits]:
    """Return the edits of all rows of a target after which it still takes the base definition."""
    rows = [row for row in (ROWS[rule.id] for rule in target.rules) if isinstance(row, Row)]
    base = BASES[target.name]
    return [
        edits
        for row in rows
        for edits in row.accepts
        if not any(verdict.severity is Severity.ERROR for verdict in check_tool(edited(base, edits), target))
    ]


@pytest.mark.parametrize("target", TARGETS.values(), ids=TARGETS)
def test_breaking_a_rule_is_refused_by_it_in_every_other_definition_that_is_taken(target):
    base = BASES[target.name]
    others = taken(target)
    tried = 0
    for rule in target.rules:
        row = ROWS[rule.id]
        for edits in row.refuses if isinstance(row, Row) else ():
            for other in others:
                if apart(edits, other):
                    found = check_tool(edited(base, {**other, **edits}), target)
                    assert rule.id in {verdict.rule.id for verdict in found}, (rule.id, edits, other)
                    tried += 1
    assert tried > len(others)
