import re
import subprocess
import sys
from collections import Counter

import pytest

from schemac.findings import CATALOGUE
from schemac.findings.catalogue import AREAS
from schemac.findings.pages import PAGE, main, markdown, page

ENTRIES = [entry for entries in AREAS.values() for entry in entries]


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.code)
def test_an_entry_is_complete(entry):
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", entry.code)
    for sentence in (entry.summary, entry.cause, entry.cure):
        assert sentence == sentence.strip()
        assert sentence.endswith((".", "?"))
    assert "\n" not in entry.summary
    assert entry.example.strip()


def test_a_code_stands_in_one_area_only():
    assert [code for code, count in Counter(entry.code for entry in ENTRIES).items() if count > 1] == []
    assert len(CATALOGUE) == len(ENTRIES)


def test_the_page_is_the_one_in_the_docs():
    assert PAGE.read_text(encoding="utf-8") == page(), "run: python -m schemac.findings.pages --write"


def test_the_page_has_every_code_once_with_its_cause_and_cure():
    headings = re.findall(r"^### (\S+)$", page(), re.MULTILINE)
    assert sorted(headings) == sorted(CATALOGUE)
    for entry in ENTRIES:
        section = page().split(f"### {entry.code}\n", 1)[1].split("\n## ", 1)[0].split("\n### ", 1)[0]
        assert markdown(entry.cause) in section
        assert markdown(entry.cure) in section
        assert entry.example.rstrip() in section


def test_the_page_is_the_same_whatever_the_hash_seed():
    pages = [
        subprocess.run(
            [sys.executable, "-m", "schemac.findings.pages"],
            env={"PYTHONHASHSEED": seed},
            cwd=PAGE.parents[1],
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert pages[0] == pages[1] == page().encode()


def test_another_argument_is_a_usage_error(capsys):
    assert main(["--help"]) == 2
    assert "usage" in capsys.readouterr().err


def test_what_markdown_would_read_as_markup_is_escaped_outside_code():
    assert markdown("Name <group>_* or `<group>_*`.") == r"Name \<group>_\* or `<group>_*`."
