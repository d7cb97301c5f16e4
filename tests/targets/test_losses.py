"""What lowering loses is counted, on lists of our own and on the collected ones."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from schemac.targets.collected import collect, read, read_folder, run
from schemac.targets.losses import page, tally
from schemac.targets.registry import TARGETS
from schemac.targets.survey import survey
from tests.shared import ROOT, shared

DOCS = Path(__file__).parents[2] / "docs"

CLOSED = {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"], "additionalProperties": False}
BOUNDED = {"type": "object", "properties": {"n": {"type": "integer", "minimum": 1}, "m": {"minimum": 0, "maximum": 9}}}


def tools(*schemas):
    return {"tools": [{"name": f"t{at}", "inputSchema": schema} for at, schema in enumerate(schemas)]}


LISTS = {
    "a.json": tools(CLOSED, BOUNDED, dict(reversed(CLOSED.items()))),
    "b.json": {"result": tools(BOUNDED, {"type": "nothing"}, {"$ref": "#/$defs/none"}, "text")},
}


def row(text, heading, start):
    """The row of a table under a heading that starts so."""
    below = text.partition(f"{heading}\n")[2]
    return next(line for line in below.splitlines() if line.startswith(start))


def test_each_schema_is_collected_once_with_its_tools():
    found = collect(LISTS)
    assert found.schemas == [(CLOSED, 2), (BOUNDED, 2)]
    assert (found.lists, found.tools) == (2, 7)
    assert found.unreadable == {"schema-invalid": 1, "ref-unresolvable": 1, "input-schema-missing": 1}


def test_a_schema_is_read_in_the_dialect_that_it_names_and_its_root_is_an_object():
    draft_07 = "http://json-schema.org/draft-07/schema#"
    schema = {"$schema": draft_07, "properties": {"p": {"items": [{"type": "string"}], "additionalItems": False}}}
    assert read(schema).schema == {
        "type": "object",
        "properties": {"p": {"prefixItems": [{"type": "string"}], "items": False}},
    }
    assert read({"type": ["object", "null"]}).schema == {"type": "object"}


def test_kinds_of_losses_are_counted_by_schemas_and_places():
    found = tally([(read(schema), 2) for schema in (CLOSED, BOUNDED)], TARGETS["strict"])
    assert (found.lossless, found.tools, found.refused) == (1, 2, 0)
    assert (found.schemas["minimum", "described"], found.places["minimum", "described"]) == (1, 2)
    assert found.places["maximum", "described"] == 1


def test_what_only_tells_is_a_loss_but_no_constraint():
    schema = {"type": "object", "properties": {"n": {"type": "integer", "default": 1}}, "additionalProperties": False}
    found = tally([(read(schema), 1)], TARGETS["openai-strict"])
    assert (found.lossless, found.telling, found.places["default", "described"]) == (0, 1, 1)
    bounded = {**schema, "properties": {"n": {"type": "string", "default": "a", "minLength": 1}}}
    assert tally([(read(bounded), 1)], TARGETS["openai-strict"]).telling == 0


def test_the_page_has_every_target_with_share_and_kinds():
    text = page(LISTS)
    assert "7 tools in 2 lists" in text
    assert "which leaves 2." in text
    assert "1 `input-schema-missing`, 1 `ref-unresolvable`, 1 `schema-invalid`" in text
    for name, target in TARGETS.items():
        assert f"| [{name}](targets/{name}.md) | " in text
        assert f"\n## {target.title}\n" in text
    assert "| [mcp](targets/mcp.md) | 2 | 100.0 % | 4 | 2 | 0 |" in text
    assert "| [strict](targets/strict.md) | 1 | 50.0 % | 2 | 1 | 0 |" in text
    assert row(text, "## Strict everywhere", "| `minimum` |") == "| `minimum` | described | 1 | 2 |"
    assert "\nNothing.\n" in text.partition("## Model Context Protocol\n")[2]


def test_the_page_of_no_tools_has_no_shares():
    assert "| [mcp](targets/mcp.md) | 0 |  | 0 | 0 | 0 |" in page({"a.json": []})


def test_the_command_prints_the_page_of_a_folder(tmp_path):
    for name, document in LISTS.items():
        (tmp_path / name).write_text(json.dumps(document), encoding="utf-8")
    command = [sys.executable, "-m", "schemac.targets.losses", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, check=True, cwd=ROOT)
    assert done.stdout.decode() == page(LISTS)
    assert done.stderr == b""


@pytest.mark.parametrize("made", [page, survey])
def test_what_is_no_folder_of_lists_is_said_in_a_line(made, tmp_path, capfd):
    assert run([], "module", made) == 2
    assert capfd.readouterr().err == "usage: python -m module FOLDER\n"
    assert run([str(tmp_path)], "module", made) == 2
    assert "no folder" in capfd.readouterr().err
    (tmp_path / "a.json").write_text('{"tools": 1}', encoding="utf-8")
    assert run([str(tmp_path)], "module", made) == 1
    assert capfd.readouterr().err.startswith("not-a-tool-list: ")
    (tmp_path / "a.json").write_text("{\n oops", encoding="utf-8")
    assert run([str(tmp_path)], "module", made) == 1
    assert f"{tmp_path / 'a.json'}:2: " in capfd.readouterr().err
    (tmp_path / "a.json").unlink()
    (tmp_path / "a.json").mkdir()
    assert run([str(tmp_path)], "module", made) == 2
    assert "cannot be read" in capfd.readouterr().err


@pytest.mark.real
def test_the_page_on_real_servers_is_current():
    made = page(read_folder(shared("real-tools")))
    written = (DOCS / "lowering-losses.md").read_text(encoding="utf-8")
    assert made == written, "run: python -m schemac.targets.losses FOLDER > docs/lowering-losses.md"
