"""What lint finds in a corpus of one wrong case."""

import json

import pytest

from schemac.conformance.lint import lint
from tests.conformance.conftest import case, write_cases

TWO_FAULTS = {
    "op": "load",
    "input": {"text": '{"a": NaN, "b": 1, "b": 2}', "format": "json"},
    "expect": {"error": {"code": "not-json-number", "pointer": "/a"}},
}


def said(root) -> str:
    return "\n".join(map(str, lint(root)))


def test_a_right_case_has_no_problem(small):
    write_cases(small, case())
    assert lint(small) == []


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"title": "The digest is right"}, "its title"),
        ({"title": "the digest is right."}, "its title"),
        ({"title": "the digest\nis right"}, "its title"),
        ({"title": "short"}, "shorter"),
        ({"id": "other-topic-list"}, "its id starts with area-topic-"),
        ({"id": "area-topic-List"}, "does not match"),
        ({"spec": ["SUR-7"]}, "there is no such sentence"),
        ({"spec": []}, "spec"),
        ({"spec": None}, "spec"),
        ({"since": None}, "since"),
        ({"since": "1"}, "does not match"),
        ({"since": "0.1"}, "iff no release before had it"),
        ({"since": "0.3"}, "iff no release before had it"),
        ({"profile": "all"}, "profile"),
        ({"profile": ["keys"]}, "profile"),
        ({"op": "compose"}, "op"),
        ({"comment": "x"}, "comment"),
        ({"input": {}}, "input: "),
        ({"input": {"value": 1, "extra": 1}}, "input: "),
        ({"expect": {"result": {"sha256": "abc"}}}, "result/sha256: "),
        ({"expect": {}}, "expect"),
        ({"expect": {"error": {"code": "a", "pointer": ""}, "result": 1}}, "expect"),
        ({"expect": {"error": {"code": "A b", "pointer": ""}}}, "does not match"),
        ({"expect": {"error": {"code": "a", "pointer": "x"}}}, "does not match"),
        ({"expect": {"error": {"code": "a", "pointer": "", "message": "m"}}}, "message"),
        ({"expect": {"error": {"code": "a", "pointer": ""}}}, "the reference implementation takes it"),
        ({"also_ok": []}, "also_ok"),
        ({"also_ok": [case()["expect"]]}, "says the same"),
        ({"expect": {"result": {"value": []}}}, "would pass it"),
        ({"expect": {"result": {}}}, "would pass it"),
        (TWO_FAULTS, "2 faults, not one: not-json-number, duplicate-key"),
    ],
)
def test_a_wrong_case_is_found(small, change, problem):
    write_cases(small, case(**change))
    assert problem in said(small)


def test_an_abbreviation_may_start_a_title(small):
    write_cases(small, case(title="SHA-256 is the digest"))
    assert lint(small) == []


def test_an_id_stands_once(small):
    write_cases(small, case(), case())
    assert "also in area/topic.json" in said(small)


def test_a_released_case_keeps_the_version_it_came_with(small):
    (small / "released.txt").write_text("area-topic-list\n", encoding="utf-8")
    write_cases(small, case())
    assert "iff no release before had it" in said(small)
    write_cases(small, case(since="0.1"))
    assert lint(small) == []


def test_a_retired_id_is_never_used_again(small):
    (small / "retired.txt").write_text("area-topic-list 0.2 it was wrong\n", encoding="utf-8")
    write_cases(small, case())
    assert "never used again" in said(small)


def test_a_retired_id_says_when_and_why(small):
    (small / "retired.txt").write_text("area-topic-gone 0.2\n", encoding="utf-8")
    write_cases(small, case())
    assert "the version that dropped it and the reason" in said(small)


def test_a_released_case_goes_only_into_the_retired_list(small):
    (small / "released.txt").write_text("area-topic-gone\n", encoding="utf-8")
    write_cases(small, case())
    assert "a released case is gone" in said(small)
    (small / "retired.txt").write_text("area-topic-gone 0.2 it was wrong\n", encoding="utf-8")
    assert lint(small) == []


def test_a_sentence_without_a_case_or_a_deferral_is_found(small):
    path = small / "requirements.json"
    ledger = json.loads(path.read_text(encoding="utf-8"))
    ledger["requirements"]["SUR-9"] = ledger["requirements"]["SUR-6"]
    path.write_text(json.dumps(ledger), encoding="utf-8")
    write_cases(small, case())
    assert "SUR-9: no case cites it" in said(small)


def test_a_ledger_of_the_wrong_form_is_found(small):
    path = small / "requirements.json"
    ledger = json.loads(path.read_text(encoding="utf-8"))
    ledger["requirements"]["SUR-6"]["level"] = "maybe"
    path.write_text(json.dumps(ledger), encoding="utf-8")
    write_cases(small, case())
    assert "requirements.json:/requirements/SUR-6/level" in said(small)


@pytest.mark.parametrize("change", [{"area": "other"}, {"topic": "other"}])
def test_area_and_topic_are_folder_and_file(small, change):
    write_cases(small, case(id=f"{change.get('area', 'area')}-{change.get('topic', 'topic')}-list"), **change)
    assert "area and topic of the file" in said(small)


@pytest.mark.parametrize("change", [{"format": 2}, {"$schema": "case.schema.json"}, {"cases": []}, {"author": "x"}])
def test_the_form_of_a_file_is_strict(small, change):
    write_cases(small, case(), **change)
    assert "area/topic.json" in said(small)
