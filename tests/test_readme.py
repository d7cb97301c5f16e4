"""The README's examples do what it shows: its files are written, its commands and programs run, their output compared.

A fenced block ``yaml NAME`` or ``json NAME`` is a file; ``console`` is commands with what they print; ``python`` is a
program, and ``text`` after it is what it prints.
"""

import re
import shlex
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from tests.shared import ROOT

PAGE = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+) ?(.*)\n((?:.*\n)*?)```$", PAGE, re.MULTILINE)
LINKS = re.findall(r"\]\(([^)#]+)[^)]*\)", PAGE)


def programs():
    """Yield each Python block with the text that is shown after it."""
    for (kind, _, body), (following, _, shown) in pairwise(BLOCKS):
        if kind == "python":
            assert following == "text"
            yield body, shown


def commands():
    """Yield each command of the console blocks with what is shown below it."""
    for kind, _, body in BLOCKS:
        if kind == "console":
            yield from re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", body, re.MULTILINE)


@pytest.fixture
def files(tmp_path):
    for kind, name, body in BLOCKS:
        if kind in ("yaml", "json"):
            tmp_path.joinpath(name).write_text(body, encoding="utf-8")
    return tmp_path


def run(arguments, where):
    """Return what a program prints, standard error among it, as on a terminal."""
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=where,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        env={"PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8", "COLUMNS": "80", "NO_COLOR": "1"},
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def test_the_page_has_examples_of_each_kind():
    assert {kind for kind, _, _ in BLOCKS} == {"yaml", "json", "console", "python", "text"}
    assert len(list(commands())) == PAGE.count("\n$ ")


@pytest.mark.parametrize(("command", "shown"), list(commands()))
def test_a_command_prints_what_is_shown(command, shown, files):
    program, *arguments = shlex.split(command)
    assert program == "schemac"
    assert run(["-m", "schemac", *arguments], files) == shown


@pytest.mark.parametrize(("program", "shown"), list(programs()))
def test_a_program_prints_what_is_shown(program, shown, files):
    assert run(["-c", program], files) == shown


def test_a_program_is_as_short_as_promised():
    for program, _ in programs():
        assert len([line for line in program.splitlines() if line]) <= 15


@pytest.mark.parametrize("link", LINKS)
def test_a_link_leads_somewhere(link):
    assert Path(ROOT / link).exists()


def test_the_index_of_the_documentation_lists_every_page():
    docs = ROOT / "docs"
    listed = {
        docs.joinpath(link).resolve() for link in re.findall(r"\]\(([^)]+)\)", docs.joinpath("README.md").read_text())
    }
    assert all(page.exists() for page in listed)
    pages = {page for page in docs.glob("*.md") if page.name != "README.md"}
    chapters = {folder / "README.md" for folder in docs.iterdir() if folder.is_dir()}
    assert {page.resolve() for page in pages | chapters} <= listed
