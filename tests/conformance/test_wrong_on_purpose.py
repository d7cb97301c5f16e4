"""The corpus notices each common mistake, and nothing else: scores of ports that are wrong on purpose."""

import pytest

from schemac.conformance import corpus as corpora
from schemac.conformance.report import Outcome
from schemac.conformance.runner import run_in_process
from tests.ports.wrong import MISTAKES

CASES = corpora.load().select(areas=["load", "keys", "protocol"])

# How many of these cases each mistake fails. A new case of these areas may raise a number, never lower one.
FAILED = {
    "the last of two equal names wins": 4,
    "NaN and infinities are taken": 3,
    "half characters are taken": 3,
    "depth has no bound": 2,
    "integers of a manifest are rounded": 4,
    "YAML is read by the rules of 1.1": 33,
    "refusals say no place": 35,
    "refusals have one code": 66,
    "nothing is refused": 66,
    "names sort by code points": 2,
    "names keep their order": 6,
    "text beyond ASCII is escaped": 9,
    "white space is left in": 12,
    "integers of a digest are rounded": 3,
}


def failed(mistake: str) -> set[str]:
    results = run_in_process(CASES, MISTAKES[mistake])
    return {result.id for result in results if result.outcome is not Outcome.PASSED}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_costs_just_the_cases_about_it(mistake):
    assert len(failed(mistake)) == FAILED[mistake]


def test_the_cases_that_a_mistake_costs_are_those_about_it():
    assert failed("the last of two equal names wins") == {
        "load-names-twice-json",
        "load-names-twice-equal",
        "load-names-twice-escaped",
        "load-names-twice-slash",
    }
    assert "keys-digest-utf16-order" in failed("names sort by code points")
    assert {"load-yaml-on-off", "load-yaml-date", "load-yaml-leading-zeros", "load-names-twice-yaml"} <= failed(
        "YAML is read by the rules of 1.1"
    )


def test_each_refusal_of_loading_has_a_case_that_a_port_without_refusals_fails():
    refusing = {case.id for case in CASES if case.refuses and case.op == "load"}
    assert failed("nothing is refused") == refusing
    assert failed("refusals have one code") == refusing
