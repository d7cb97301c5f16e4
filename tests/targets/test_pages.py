"""The pages are current, and complete."""

import re
from pathlib import Path

import pytest

from schemac.targets import TARGETS
from schemac.targets.collected import read_folder
from schemac.targets.pages import main, page, pages
from schemac.targets.sample import sample
from schemac.targets.survey import survey
from tests.shared import shared

DOCS = Path(__file__).parents[2] / "docs"


def test_the_pages_are_those_that_the_tables_give():
    written = {path.name: path.read_text(encoding="utf-8") for path in (DOCS / "targets").glob("*.md")}
    assert written == pages(), "run: python -m schemac.targets.pages"


def test_writing_the_pages_makes_the_folder(tmp_path):
    main(tmp_path / "docs")
    assert {path.name for path in (tmp_path / "docs").iterdir()} == set(pages())


@pytest.mark.parametrize("target", TARGETS.values(), ids=TARGETS)
def test_a_page_has_every_rule_with_its_source(target):
    text = page(target)
    assert text.index("## Will my schema pass?") < text.index("## Rules")
    for rule in target.rules:
        assert f"\n### {rule.id}\n" in text
        assert all(source.url in text for source in rule.sources)


def test_a_survey_counts_tools_and_lists():
    text = survey(
        {"a.json": {"tools": [{"name": "a b", "inputSchema": {"type": "object", "properties": {}}}]}, "b.json": []}
    )
    assert "What 2 public MCP servers answer" in text
    assert "| [anthropic](targets/anthropic.md) | 0 | 0.0 % | 1 of 2 |" in text
    assert "| [ANT-NAME-CHARS](targets/anthropic.md#ant-name-chars) | Characters of names | error | 1 | 1 | 1 |" in text
    assert "\nNothing.\n" in text


@pytest.mark.real
def test_the_page_on_real_servers_is_current():
    made = survey(read_folder(shared("real-tools")))
    assert made == (DOCS / "real-servers.md").read_text(encoding="utf-8")


def sampled() -> dict[str, tuple[str, ...]]:
    """Return the rows of the table in ``docs/sampling.md`` by target."""
    rows = re.findall(r"^\| ([a-z-]+) \| ([\d,]+) \|(.+)\|$", (DOCS / "sampling.md").read_text("utf-8"), re.MULTILINE)
    return {name: (count, *(cell.strip() for cell in rest.split("|"))) for name, count, rest in rows}


def test_each_target_has_a_last_sample_without_false_alarms():
    assert list(sampled()) == list(TARGETS)
    assert {row[-1] for row in sampled().values()} == {"0"}


@pytest.mark.real
@pytest.mark.parametrize("target", TARGETS.values(), ids=TARGETS)
def test_the_last_sample_of_a_target_can_be_drawn_again(target):
    findings, _, _, size, seed, _ = sampled()[target.name]
    drawn = sample(read_folder(shared("real-tools")), target, 100, int(seed))
    assert f"{sum(drawn.found.values()):,}" == findings, "findings changed: look at a new sample"
    assert str(len(drawn.drawn)) == size
