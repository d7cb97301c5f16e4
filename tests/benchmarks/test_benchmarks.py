"""The benchmarks run, on few tools, and measure what they say; no figure is judged here."""

import json
from itertools import islice

import pytest
from typer.testing import CliRunner

from benchmarks import generated
from benchmarks.__main__ import main
from benchmarks.cases import CASES, UNITS, Counted, Timed
from benchmarks.measure import seconds, timing
from benchmarks.report import measured, table
from benchmarks.workload import TOGGLED, generated_workload, real_workloads
from schemac.check import check
from schemac.emit import emit
from schemac.strategies import STRATEGIES
from tests.shared import shared

FEW = generated_workload("few", 60)
TIMED = [case for case in CASES if isinstance(case, Timed)]


def command():
    import typer

    app = typer.Typer()
    app.command()(main)
    return app


def test_the_generated_list_is_as_budgets_are_stated_for():
    value = generated.manifest()
    tools = value["tools"]
    assert len({tool["name"] for tool in tools}) == len(tools) == 1000
    assert len({tool["group"] for tool in tools}) == len(value["groups"]) == 40
    assert 1500 < sum(len(emit(tool["inputSchema"])) for tool in tools) / len(tools) < 1900
    assert len({emit(tool["inputSchema"]) for tool in tools}) > 200


@pytest.mark.parametrize("scattered", [False, True])
def test_every_predicate_gates_tools_and_nothing_is_to_be_said_of_the_list(scattered):
    tools = generated.manifest(scattered=scattered)["tools"]
    assert {tool.get("requires") for tool in tools} == {None, *map(generated.predicate, range(generated.PREDICATES))}
    assert 0.05 < sum("requires" not in tool for tool in tools) / len(tools) < 0.15
    assert 0.2 < sum("force" in tool["inputSchema"]["properties"] for tool in tools) / len(tools) < 0.3
    assert check(generated.manifest(60, scattered=scattered)) == []


def test_it_is_the_same_each_time():
    assert emit(generated.manifest(200)) == emit(generated.manifest(200))


def test_scattered_gates_touch_more_groups_than_gates_by_group():
    def groups_of(predicate, scattered):
        tools = generated.manifest(scattered=scattered)["tools"]
        return {tool["group"] for tool in tools if tool.get("requires") == predicate}

    assert len(groups_of(generated.predicate(7), scattered=False)) == 1
    assert len(groups_of(generated.predicate(7), scattered=True)) == 5


def test_callers_differ_as_much_as_they_say():
    made = FEW.plan(strategy="flat")
    vectors = [made.vector(decisions) for decisions in islice(FEW.callers(), 20)]
    assert len(set(vectors)) == 20
    for decisions in islice(FEW.similar_callers(), 20):
        assert decisions.grants is not None
        assert len(decisions.grants) == len(FEW.predicates) - TOGGLED


def test_every_strategy_has_its_rows():
    names = {case.name for case in CASES}
    assert len(names) == len(CASES)
    for strategy in ("flat", *STRATEGIES):
        assert {f"plan-{strategy}", f"compile-first-{strategy}", f"compile-new-{strategy}"} <= names


@pytest.mark.parametrize("case", TIMED, ids=lambda case: case.name)
def test_every_timed_case_runs(case):
    runs = case.runs(FEW)
    for _ in range(2):
        next(runs)()


@pytest.mark.parametrize("name", ["resolve-first", "resolve", "resolve-beside", "resolve-asking", "encode"])
def test_calls_are_resolved_and_timed(name):
    case = next(case for case in CASES if case.name == name)
    assert measured(FEW, case, 1).figure > 0


def test_calls_carry_every_field_that_no_gate_hides():
    tool = next(tool for tool in FEW.manifest["tools"] if "force" in tool["inputSchema"]["properties"])
    hidden = {"force", "owner"}
    assert generated.arguments(tool).keys() == tool["inputSchema"]["properties"].keys() - hidden


@pytest.mark.parametrize("unit", UNITS)
def test_every_unit_runs(unit):
    assert seconds(UNITS[unit].run(FEW)) > 0


def test_a_figure_is_a_ratio_of_medians():
    spent = iter(range(1, 100))

    def runs():
        while True:
            yield lambda: [None] * next(spent)

    taken = timing(runs(), lambda: sum(range(2000)), most=5, loops=3)
    assert taken.runs == 5
    assert taken.unit > 0


def test_a_row_tells_its_part_of_the_budget():
    counted = Counted("half", "half of it", "times", 4, lambda _: 2.0)
    row = measured(FEW, counted, 1)
    assert row.of_budget == 0.5
    assert row.to_json()["of_budget"] == 0.5
    assert table([row]).row_count == 1


def test_the_report_is_json_on_request():
    told = CliRunner().invoke(
        command(),
        ["--only", "cache-key", "--only", "compile-known", "--tools", "50", "--runs", "2", "--no-real", "--json"],
    )
    assert told.exit_code == 0, told.output
    report = json.loads(told.stdout)
    assert [row["case"] for row in report["rows"]] == ["compile-known", "cache-key"]
    assert report["workloads"][0]["tools"] == 50
    assert set(report["workloads"][0]["unit_seconds"]) == {"J"}


def test_the_report_is_a_table_otherwise():
    told = CliRunner().invoke(command(), ["--only", "list-result", "--tools", "50", "--runs", "1", "--no-real"])
    assert told.exit_code == 0, told.output
    assert "list-result" in told.stdout
    assert "generated: 50 tools" in told.stdout


def test_a_profile_names_functions():
    told = CliRunner().invoke(
        command(), ["--only", "cache-key", "--tools", "50", "--runs", "1", "--no-real", "--profile"]
    )
    assert told.exit_code == 0, told.output
    assert "(cache_key)" in told.stdout


def test_a_case_that_is_none_is_a_usage_error():
    told = CliRunner().invoke(command(), ["--only", "nonsense"])
    assert told.exit_code == 2


@pytest.mark.real
def test_the_largest_real_lists_are_measured_too():
    shared("real-tools")
    found = real_workloads()
    assert [workload.name for workload in found] == ["ms-365", "lark", "azure"]
    for workload in found:
        assert len(workload.manifest["tools"]) > 200
        assert 100 < len(workload.predicates) <= 200
