"""The page for authors of servers does what it shows: its program runs, and prints what stands there."""

import contextlib
import io
import re
from itertools import pairwise

from tests.shared import ROOT

PAGE = (ROOT / "docs" / "server-authors.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+) ?(.*)\n((?:.*\n)*?)```$", PAGE, re.MULTILINE)
LINKS = re.findall(r"\]\(([^)#]+)[^)]*\)", re.sub(r"```.*?```", "", PAGE, flags=re.DOTALL))


def test_the_program_of_the_page_runs_and_prints_what_it_shows(tmp_path, monkeypatch):
    for kind, name, body in BLOCKS:
        if kind == "yaml":
            (tmp_path / name).write_text(body, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    known: dict[str, object] = {}
    shown = 0
    for (kind, _, body), (following, _, text) in pairwise([*BLOCKS, ("", "", "")]):
        if kind == "python":
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed):
                exec(compile(body, "docs/server-authors.md", "exec"), known)
            assert printed.getvalue() == (text if following == "text" else ""), body
            shown += following == "text"
    assert shown == [kind for kind, _, _ in BLOCKS].count("text") == 4


def test_its_links_lead_somewhere():
    assert LINKS
    assert [link for link in LINKS if not (ROOT / "docs" / link).exists()] == []
