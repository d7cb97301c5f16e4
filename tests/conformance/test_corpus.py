"""The corpus that is in the tree: its form, its ids, its sentences, and the faults of its refusing cases."""

import json

import pytest

from schemac.conformance import corpus as corpora
from schemac.conformance import ledger
from schemac.conformance.corpus import CorpusError
from schemac.conformance.lint import faults, lint
from tests.shared import ROOT

CORPUS = corpora.load()


def test_lint_finds_nothing():
    assert lint() == []


def test_the_ledger_is_current_with_the_specification(capsys):
    assert ledger.main(["--check", "--root", str(ROOT)]) == 0, capsys.readouterr().err


def test_every_sentence_has_a_case_or_says_why_not_and_every_case_a_sentence():
    cited = {item for case in CORPUS.cases for item in case.spec}
    assert ledger.coverage(CORPUS.requirements, cited) == []
    assert cited


def test_every_refusing_case_has_one_fault_that_the_reference_finds():
    refusing = [case for case in CORPUS.cases if case.refuses]
    assert refusing
    assert {case.id: found for case in refusing if (found := faults(case))} == {}


def test_a_case_goes_back_to_the_form_of_its_file():
    content = json.loads((CORPUS.root / "keys" / "digest.json").read_text(encoding="utf-8"))
    cases = [case.to_json() for case in CORPUS.cases if case.file == "keys/digest.json"]
    assert cases == content["cases"]


def test_conditions_select_together():
    cases = CORPUS.select(profiles=["keys"], areas=["keys"], ops=["digest"])
    assert cases
    assert all(case.profiles == ("keys",) for case in cases)
    assert CORPUS.select(ids=["keys-digest-null"])[0].id == "keys-digest-null"
    assert len(CORPUS.select()) == len(CORPUS.cases)
    assert CORPUS.select(areas=[]) == ()


@pytest.mark.parametrize(
    ("file", "text", "said"),
    [
        ("corpus.json", "{", "character"),
        ("corpus.json", "{}", "`version` is missing"),
        ("requirements.json", "{}", "`requirements` is missing"),
        ("area/topic.json", "[1", "character"),
        ("area/topic.json", '{"format": 1, "format": 1}', "twice"),
        ("area/topic.json", '{"cases": []}', "required"),
    ],
)
def test_a_file_that_cannot_be_used_is_named(small, file, text, said):
    path = small / file
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    with pytest.raises(CorpusError, match=file) as caught:
        corpora.load(small)
    assert said in str(caught.value)


def test_a_folder_that_is_no_corpus_is_refused(tmp_path):
    with pytest.raises(CorpusError, match=r"corpus\.json: cannot be read"):
        corpora.load(tmp_path)


def test_a_list_file_has_comments_and_reasons():
    assert corpora.entries("# note\n\na-b  because of it\nc\n") == {"a-b": "because of it", "c": ""}
