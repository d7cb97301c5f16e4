"""A whole run: selection, outcomes, the known-failing list, the report."""

import sys
from collections.abc import Sequence
from dataclasses import replace

import jsonschema_rs
import pytest
import referencing

from schemac.conformance import corpus as corpora
from schemac.conformance import runner, wire
from schemac.conformance.corpus import Case
from schemac.conformance.report import Cause, Outcome, Report, Result
from schemac.conformance.runner import Limits, run, run_in_process
from schemac.conformance.session import Session
from schemac.values import JsonObject
from tests.conformance.ports import REFERENCE, THREE, corpus_of, misbehaving

CORPUS = corpora.load()


@pytest.fixture(scope="module")
def reference() -> Report:
    return run(CORPUS, REFERENCE)


def test_the_reference_passes_the_corpus_as_a_process(reference):
    assert [result for result in reference.results if result.outcome is not Outcome.PASSED] == []
    assert len(reference.results) == len(CORPUS.cases)
    assert reference.ok
    assert reference.noise_total == 0
    assert reference.notes == ()
    assert reference.restarts == 0


def test_the_reference_passes_the_corpus_in_this_process():
    assert [result for result in run_in_process(CORPUS.cases) if result.outcome is not Outcome.PASSED] == []


def test_the_reference_passes_under_a_locale_that_is_not_utf8(monkeypatch):
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setenv("PYTHONUTF8", "0")
    report = run(CORPUS, REFERENCE, cases=CORPUS.select(areas=["protocol", "keys"]))
    assert report.ok
    assert report.results


def test_the_reference_passes_where_jsonschema_rs_has_no_wheel():
    code = "import sys; sys.modules['jsonschema_rs'] = None; from schemac.cli import main; main()"
    report = run(CORPUS, [sys.executable, "-c", code, "port"])
    assert report.ok
    assert report.counts[Outcome.PASSED] == len(CORPUS.cases)


@pytest.mark.parametrize("habit", ["empty", "echoing"])
def test_a_port_that_does_nothing_scores_nothing(habit):
    report = run(CORPUS, misbehaving(habit), profiles=["core", "keys", "bigint"], limits=Limits(breakdowns=0))
    assert report.results
    assert report.counts[Outcome.PASSED] == 0
    assert not report.ok


def test_a_report_has_the_published_form(reference):
    folder = corpora.locate()
    form, messages = (
        wire.read((folder / name).read_text(encoding="utf-8"))
        for name in ("report.schema.json", "protocol.schema.json")
    )
    registry = referencing.Registry().with_resource(
        "protocol.schema.json", referencing.jsonschema.DRAFT202012.create_resource(messages)
    )
    import jsonschema

    validator = jsonschema.Draft202012Validator(form, registry=registry)
    for report in (
        reference,
        run(THREE, misbehaving("crashing"), known={"null": "a crash", "gone": "nothing"}),
        run(THREE, misbehaving("banner")),
        run(THREE, misbehaving("empty_hello")),
    ):
        validator.validate(report.to_json())
    assert jsonschema_rs.is_valid({"type": "object"}, reference.to_json())


def test_only_cases_whose_profiles_are_all_claimed_are_run():
    first, second, third = THREE.cases
    corpus = corpus_of(first, replace(second, profiles=("keys", "merged")), replace(third, profiles=("gates",)))
    report = run(corpus, misbehaving("right"))
    assert [result.id for result in report.results] == ["first"]
    assert report.unclaimed == 2
    assert report.ok


def test_profiles_can_be_demanded_from_a_port_that_does_not_claim_them():
    corpus = corpus_of(*(replace(case, profiles=("gates",)) for case in THREE.cases))
    report = run(corpus, misbehaving("right"), profiles=["gates"])
    assert report.counts[Outcome.PASSED] == 3


def test_a_run_without_cases_is_not_ok():
    corpus = corpus_of(*(replace(case, profiles=("gates",)) for case in THREE.cases))
    assert not run(corpus, misbehaving("right")).ok


def test_a_command_that_cannot_be_started_is_an_error_of_the_caller():
    with pytest.raises(OSError, match="no-such-program"):
        run(THREE, ["no-such-program-anywhere"])


def test_known_failures_are_expected_and_a_pass_among_them_is_stale():
    known = {"null": "null is not supported yet", "last": "thought to fail", "gone": "an old case"}
    report = run(THREE, misbehaving("crashing"), known=known)
    assert [result.outcome for result in report.results] == [
        Outcome.PASSED,
        Outcome.FAILED_AS_EXPECTED,
        Outcome.PASSED,
    ]
    assert report.results[1].details[0] == "null is not supported yet"
    assert report.stale == {"gone": "the corpus has no such case", "last": "the case passes"}
    assert not report.ok


def test_a_run_whose_only_failures_are_known_is_ok():
    assert run(THREE, misbehaving("crashing"), known={"null": "not supported yet"}).ok


def test_a_known_failure_that_was_not_selected_is_not_stale():
    report = run(THREE, misbehaving("right"), cases=THREE.cases[:1], known={"null": "not supported yet"})
    assert report.ok


def test_an_interrupted_run_reports_what_is_left_as_not_run(monkeypatch):
    asked = []

    def interrupt(self, line, what, limit):
        asked.append(what)
        if what == "null":
            raise KeyboardInterrupt
        return original(self, line, what, limit)

    original = Session.ask
    monkeypatch.setattr(Session, "ask", interrupt)
    report = run(THREE, misbehaving("right"))
    assert asked == ["first", "null"]
    assert [result.outcome for result in report.results] == [Outcome.PASSED, Outcome.NOT_RUN, Outcome.NOT_RUN]
    assert report.results[2].cause is Cause.INTERRUPTED
    assert not report.ok


def wire_case(line: str, ids: Sequence[str | None], expect: JsonObject) -> Case:
    return replace(THREE.cases[0], op="wire", input={"line": line, "ids": list(ids)}, expect=expect)


def test_a_line_is_sent_as_it_stands_and_any_of_its_ids_may_come_back():
    result = {"result": {"sha256": "4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945"}}
    line = '{ "op" : "digest", "input" : {"value": []}, "id": "own" }'
    results = run_in_process([wire_case(line, ids, result) for ids in (["own"], [None, "own"], ["other"], [None])])
    assert [item.outcome for item in results] == [Outcome.PASSED, Outcome.PASSED, Outcome.ERRORED, Outcome.ERRORED]


def test_a_line_can_be_bytes_that_are_no_text():
    case = replace(
        wire_case("", [None], {"error": {"code": "invalid-text", "pointer": ""}}), input={"hex": "ff", "ids": [None]}
    )
    assert runner.request_line(case, 1) == (b"\xff", (None,))
    assert run_in_process([case])[0].outcome is Outcome.PASSED


def test_ids_are_equal_by_type_and_value():
    assert runner.is_among(1, (1,))
    assert not runner.is_among("1", (1,))
    assert not runner.is_among(None, (1, "a"))


def test_a_wrong_answer_is_failed_with_what_differs():
    (result,) = run_in_process([replace(THREE.cases[0], expect={"result": {"sha256": "0" * 64}})])
    assert result.outcome is Outcome.FAILED
    assert result.cause is Cause.MISMATCH
    assert result.details[0].startswith("/sha256: expected")


def test_counts_name_every_outcome_and_add_up():
    results = (Result("a", Outcome.PASSED), Result("b", Outcome.SKIPPED), Result("c", Outcome.PASSED))
    report = Report(command=(), corpus_version="0.1", hello=None, results=results)
    assert report.counts[Outcome.PASSED] == 2
    assert set(report.counts) == set(Outcome)
    assert sum(report.counts.values()) == 3
