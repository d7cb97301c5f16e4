"""Whatever a port does, its cases get an outcome with a reason, within the time limit, and the run goes on."""

import os
import time
from collections import Counter

import pytest

from schemac.conformance.report import Cause, Outcome, Report
from schemac.conformance.runner import Limits, run
from tests.conformance.ports import THREE, corpus_of, digest_case, misbehaving

LIMITS = Limits(case=1.0, start=20.0, breakdowns=0)


def run_habit(habit: str, limits: Limits = LIMITS) -> Report:
    report = run(THREE, misbehaving(habit), limits=limits)
    assert sum(report.counts.values()) == len(report.results)
    return report


def outcomes(report: Report) -> list[str]:
    return [result.outcome.value for result in report.results]


@pytest.mark.parametrize(
    ("habit", "cause", "said"),
    [
        ("silent_at_null", Cause.TIMED_OUT, "nothing was received"),
        ("buffered", Cause.TIMED_OUT, "nothing was received"),
        ("slow", Cause.TIMED_OUT, "no answer within 1 s"),
        ("late_124", Cause.TIMED_OUT, "no answer within 1 s"),
        ("partial_line", Cause.TIMED_OUT, "came without a line feed"),
        ("noise_only", Cause.TIMED_OUT, "only noise"),
        ("flood", Cause.TIMED_OUT, "only noise"),
        ("crashing", Cause.CRASHED, "exited with status 3"),
        ("killed", Cause.CRASHED, "signal 9"),
        ("broken_json", Cause.CRASHED, '{"valid": tru'),
        ("not_json", Cause.BAD_ANSWER, "not JSON"),
        ("bad_encoding", Cause.BAD_ANSWER, "not UTF-8"),
        ("no_id", Cause.BAD_ANSWER, "no `id`"),
        ("log_level", Cause.BAD_ANSWER, "no `id`"),
        ("next_id", Cause.WRONG_ID, "carries the id 3"),
        ("id_as_text", Cause.WRONG_ID, "carries the id '2'"),
    ],
)
def test_a_breakdown_costs_its_own_case_only(habit, cause, said):
    report = run_habit(habit)
    assert outcomes(report) == ["passed", "errored", "passed"]
    broken = report.results[1]
    assert broken.cause is cause
    assert said in "\n".join(broken.details)
    assert report.restarts == 1
    assert not report.ok


def test_the_end_of_standard_error_explains_a_crash():
    details = run_habit("crashing").results[1].details
    assert any("it all went wrong" in line for line in details)


def test_standard_error_is_no_verdict_and_never_blocks():
    report = run_habit("noisy_errors")
    assert report.ok
    assert report.noise_total == 0


def test_noise_is_reported_and_answers_around_it_are_used():
    report = run_habit("banner")
    assert report.ok
    assert report.noise[0] == "before the answer to hello: wrong 1.2 ready"
    assert "before the answer to null: debug" in report.noise
    assert report.noise_total == 5


def test_a_second_answer_counts_against_the_next_case_as_a_wrong_id():
    report = run_habit("twice")
    assert outcomes(report) == ["passed", "passed", "errored"]
    assert report.results[2].cause is Cause.WRONG_ID


def test_answers_that_come_one_request_late_are_never_taken_for_those_of_another():
    report = run_habit("one_behind", Limits(case=0.5, breakdowns=0))
    assert outcomes(report) == ["errored"] * 3


def test_a_skip_is_no_failure_but_is_counted():
    report = run_habit("skipping")
    assert outcomes(report) == ["passed", "skipped", "passed"]
    assert report.results[1].details == ("no",)
    assert report.ok


def test_time_outs_skips_and_kills_are_told_apart():
    causes = [run_habit(habit).results[1] for habit in ("late_124", "skipping", "killed")]
    assert [(result.outcome, result.cause) for result in causes] == [
        (Outcome.ERRORED, Cause.TIMED_OUT),
        (Outcome.SKIPPED, None),
        (Outcome.ERRORED, Cause.CRASHED),
    ]


def test_a_silent_port_is_given_up_after_some_breakdowns_in_a_row():
    report = run_habit("silent", Limits(case=0.3, breakdowns=2))
    assert outcomes(report) == ["errored", "errored", "not-run"]
    assert report.results[2].cause is Cause.GIVEN_UP
    assert not report.ok


@pytest.mark.parametrize(
    ("habit", "said"),
    [
        ("empty_hello", "no `name`"),
        ("silent_from_the_start", "nothing was received"),
        ("gone_at_once", "exited with status 1"),
        ("utf16", "hello"),
        ("other_protocol", "does not speak protocol 1"),
    ],
)
def test_without_a_usable_hello_every_case_is_not_run_and_says_why(habit, said):
    report = run_habit(habit, Limits(start=1.5))
    assert outcomes(report) == ["not-run"] * 3
    assert report.results[0].cause is Cause.NOT_STARTED
    assert said in "\n".join(report.results[0].details)
    assert report.hello is None
    assert not report.ok


def test_a_port_that_ends_before_it_is_asked_errors_that_case():
    report = run_habit("gone")
    assert outcomes(report) == ["errored"] * 3
    assert {result.cause for result in report.results} == {Cause.CRASHED}


def test_a_port_that_leaves_its_input_unread_costs_no_more_than_the_limit():
    large = corpus_of(digest_case("large", "x" * 1_000_000, "0" * 64))
    began = time.monotonic()
    report = run(large, misbehaving("unread"), limits=Limits(case=0.5))
    assert report.results[0].cause is Cause.TIMED_OUT
    assert time.monotonic() - began < 15


def test_a_port_that_does_not_end_is_stopped_and_noted():
    report = run_habit("lingering")
    assert report.ok
    assert any("did not end" in note for note in report.notes)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the port forks")
def test_a_process_that_the_port_leaves_behind_does_not_hold_up_the_run():
    began = time.monotonic()
    report = run_habit("with_child")
    assert outcomes(report) == ["passed", "errored", "passed"]
    assert time.monotonic() - began < 15


def test_three_ports_and_ten_cases_give_thirty_results():
    cases = [digest_case(f"case-{number}", [], DIGEST_OF_LIST) for number in range(10)]
    cases[3] = digest_case("case-3", None, DIGEST_OF_NULL)
    reports = [run(corpus_of(*cases), misbehaving(habit)) for habit in ("right", "broken_json", "right")]
    counts = sum((Counter(report.counts) for report in reports), Counter())
    assert counts[Outcome.PASSED] == 29
    assert counts[Outcome.ERRORED] == 1
    assert [report.ok for report in reports] == [True, False, True]
    assert [len(report.results) for report in reports] == [10, 10, 10]


DIGEST_OF_NULL = THREE.cases[1].expect["result"]["sha256"]
DIGEST_OF_LIST = THREE.cases[0].expect["result"]["sha256"]
