"""Sentences of the specification and the ledger that keeps their ids."""

import json
import shutil
from pathlib import Path

import pytest

from schemac.conformance import corpus as corpora
from schemac.conformance.corpus import Problem
from schemac.conformance.ledger import CHAPTERS, Sentence, coverage, main, missing_tests, renew, sentences, text_of
from schemac.values import JsonObject
from tests.conformance.conftest import case, write_cases
from tests.shared import ROOT

CHAPTER = """\
# GRP Groups

Words that bind nobody.

## Paths

- **GRP-3** A group is one or
  two segments.
- **GRP-1** (should) A hint names the segment. (deferred: wording is not compared)
- **GRP-2** (may) It is quick. (shown by tests: tests/a.py, tests/b.py::test_c)
  (deferred: a second mark)

- **GRP-4** (withdrawn in 0.3: GRP-3 says it)
- An ordinary item.
"""


def ledger_of(
    text: str, before: dict[str, JsonObject] | None = None, version: str = "0.2"
) -> tuple[dict[str, JsonObject], list[Problem]]:
    found, problems = sentences("GRP", text)
    assert problems == []
    return renew(found, before or {}, version)


def test_sentences_are_read_with_their_marks():
    found, problems = sentences("GRP", CHAPTER)
    assert problems == []
    assert found == [
        Sentence("GRP-3", "GRP: Paths", "must", "A group is one or two segments.", "", (), ""),
        Sentence("GRP-1", "GRP: Paths", "should", "A hint names the segment.", "wording is not compared", (), ""),
        Sentence(
            "GRP-2", "GRP: Paths", "may", "It is quick.", "a second mark", ("tests/a.py", "tests/b.py::test_c"), ""
        ),
        Sentence("GRP-4", "GRP: Paths", "must", "", "", (), "0.3"),
    ]


@pytest.mark.parametrize(
    "line",
    [
        "- GRP-5 A sentence.",
        "* **GRP-5** A sentence.",
        "  - **GRP-5** A sentence.",
        "- **GRP-5**: A sentence.",
        "- **GRP-05** A sentence.",
        "- **DSP-5** A sentence.",
    ],
)
def test_what_nearly_is_a_sentence_is_a_problem(line):
    assert len(sentences("GRP", f"# GRP\n\n{line}\n")[1]) == 1


def test_the_version_of_a_known_sentence_stays_and_a_new_one_gets_the_current():
    before, _ = ledger_of("- **GRP-1** One.\n", version="0.1")
    after, problems = ledger_of("- **GRP-1** One, said better.\n- **GRP-2** Two.\n", before)
    assert problems == []
    assert after["GRP-1"]["since"] == "0.1"
    assert after["GRP-1"]["text"] == "One, said better."
    assert after["GRP-2"]["since"] == "0.2"


def test_a_released_sentence_cannot_go():
    before, _ = ledger_of("- **GRP-1** One.\n", version="0.1")
    assert [problem.where for problem in ledger_of("", before)[1]] == ["GRP-1"]


def test_a_sentence_that_no_release_had_can_go():
    before, _ = ledger_of("- **GRP-1** One.\n")
    assert ledger_of("", before) == ({}, [])


def test_a_withdrawn_sentence_keeps_its_text_and_never_comes_back():
    before, _ = ledger_of("- **GRP-1** One.\n", version="0.1")
    withdrawn, problems = ledger_of("- **GRP-1** (withdrawn in 0.2: no use)\n", before)
    assert problems == []
    assert withdrawn["GRP-1"] == {
        "section": "GRP: ",
        "level": "must",
        "since": "0.1",
        "until": "0.2",
        "text": "One.",
    }
    assert len(ledger_of("- **GRP-1** One again.\n", withdrawn)[1]) == 1


def entry(**marks: object) -> JsonObject:
    return {"section": "GRP: A", "level": "must", "since": "0.1", "text": "One."} | marks


@pytest.mark.parametrize(
    ("ledger", "cited", "said"),
    [
        ({"GRP-1": entry()}, [], "no case cites it"),
        ({}, ["GRP-1"], "no such sentence"),
        ({"GRP-1": entry(until="0.2")}, ["GRP-1"], "withdrawn"),
        ({"GRP-1": entry(deferred="not yet shown")}, ["GRP-1"], "take its deferral out"),
    ],
)
def test_sentences_and_cases_meet_in_both_directions(ledger, cited, said):
    (problem,) = coverage(ledger, cited)
    assert said in problem.message


@pytest.mark.parametrize(
    ("ledger", "cited"),
    [
        ({"GRP-1": entry()}, ["GRP-1", "GRP-1"]),
        ({"GRP-1": entry(deferred="not yet shown")}, []),
        ({"GRP-1": entry(shown_by=["tests/a.py"])}, []),
        ({"GRP-1": entry(shown_by=["tests/a.py"])}, ["GRP-1"]),
        ({"GRP-1": entry(until="0.2")}, []),
    ],
)
def test_what_meets_is_no_problem(ledger, cited):
    assert coverage(ledger, cited) == []


def test_a_test_that_a_sentence_names_must_be_there():
    here = "tests/conformance/test_ledger.py"
    named = [here, f"{here}::test_a_test_that_a_sentence_names_must_be_there", "tests"]
    assert missing_tests({"GRP-1": entry(shown_by=named)}, ROOT) == []
    for gone in ("tests/no_such.py", f"{here}::test_gone", "tests/gone.py::test_gone"):
        assert len(missing_tests({"GRP-1": entry(shown_by=[gone])}, ROOT)) == 1


@pytest.fixture
def tree(tmp_path, small):
    """Return a source tree with one chapter and a corpus of one case."""
    shutil.copytree(small, tmp_path / "tree" / "corpus", ignore=shutil.ignore_patterns("tree"))
    root = tmp_path / "tree"
    (root / "docs" / "spec").mkdir(parents=True)
    (root / "docs" / "spec" / "SUR.md").write_text("# SUR\n\n- **SUR-6** A digest is right.\n", encoding="utf-8")
    write_cases(root / "corpus", case())
    return root


def run(root: Path, *arguments: str) -> int:
    return main([*arguments, "--root", str(root)])


def test_the_program_writes_checks_and_closes_a_release(tree):
    path = tree / "corpus" / "requirements.json"
    assert run(tree, "--check") == 1
    assert run(tree) == 0
    assert run(tree, "--check") == 0
    assert json.loads(path.read_text(encoding="utf-8"))["requirements"]["SUR-6"]["since"] == "0.1"
    assert run(tree, "--release", "0.3") == 0
    assert corpora.load(tree / "corpus").released == {"area-topic-list"}
    assert corpora.load(tree / "corpus").version == "0.3"


def test_the_program_writes_nothing_where_something_is_wrong(tree, capsys):
    (tree / "docs" / "spec" / "SUR.md").write_text("- **SUR-7** Another.\n", encoding="utf-8")
    before = (tree / "corpus" / "requirements.json").read_text(encoding="utf-8")
    assert run(tree) == 1
    assert "SUR-6: a released sentence is gone" in capsys.readouterr().err
    assert (tree / "corpus" / "requirements.json").read_text(encoding="utf-8") == before


@pytest.mark.parametrize(
    ("file", "text", "said"),
    [
        ("XYZ.md", "# XYZ\n", "no chapter has this name"),
        ("SUR.md", "- **SUR-6** One.\n- **SUR-6** Two.\n", "more than one sentence"),
        ("GRP.md", "- **GRP-1** One. (shown by tests: tests/gone.py)\n", "there is no tests/gone.py"),
    ],
)
def test_the_program_names_what_is_wrong_with_the_chapters(tree, capsys, file, text, said):
    (tree / "docs" / "spec" / file).write_text(text, encoding="utf-8")
    assert run(tree, "--check") == 1
    assert said in capsys.readouterr().err


def test_the_table_of_the_specification_names_every_chapter():
    readme = (ROOT / "docs" / "spec" / "README.md").read_text(encoding="utf-8")
    assert [chapter for chapter in CHAPTERS if f"[{chapter}]({chapter}.md)" not in readme] == []


def test_the_text_of_a_ledger_is_json_with_a_line_end():
    assert json.loads(text_of({"GRP-1": entry()}))["requirements"] == {"GRP-1": entry()}
    assert text_of({}).endswith("}\n")
