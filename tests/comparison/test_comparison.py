"""Lowerings are judged by what they give: on lowerings of our own that lose in known ways, and on the libraries."""

import json
import subprocess
import sys

import pytest

from comparison.constraints import DRAWS, subject
from comparison.judge import Fate, Kind, judge
from comparison.lowerings import GivenUp, Lowered, Lowering
from comparison.page import page, tally
from schemac.targets.collected import read
from schemac.targets.lowering import lower
from schemac.targets.registry import TARGETS
from tests.shared import ROOT

SCHEMA = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "minLength": 2},
        "size": {"type": "integer", "exclusiveMinimum": 0, "maximum": 9},
        "tags": {"type": "array", "items": {"$ref": "#/definitions/tag"}},
    },
    "required": ["name"],
    "additionalProperties": False,
    "definitions": {"tag": {"enum": ["a", "b"]}},
}
LISTS = {"a.json": {"tools": [{"name": "t", "inputSchema": SCHEMA}, {"name": "u", "inputSchema": {"type": "object"}}]}}


def drawn(schema):
    found = subject(schema, 0)
    assert found is not None
    return found


def changed(schema, *keywords):
    """The schema without some keywords, wherever they stand."""
    if isinstance(schema, dict):
        return {name: changed(item, *keywords) for name, item in schema.items() if name not in keywords}
    return [changed(item, *keywords) for item in schema] if isinstance(schema, list) else schema


def told(schema):
    found = changed(schema, "minLength")
    found["description"] = json.dumps(schema)
    return found


def all_required(schema):
    return {**schema, "required": list(schema.get("properties", {}))}


def refusing(_):
    raise GivenUp


def raising(_):
    raise KeyError("of the library")


def mutating(schema):
    schema["title"] = "Changed"
    return schema


def lowering(make, target="mcp"):
    return Lowering("own 1", target, "make(schema)", lambda schema: Lowered(make(schema)))


def fates(make):
    found = judge(lowering(make), drawn(SCHEMA)).fates
    return {(witness.pointer, witness.keyword): fate for witness, fate in found}


def test_every_constraint_is_asked_for_by_arguments_that_break_it_alone():
    asked = drawn(SCHEMA)
    assert {(item.pointer, item.keyword) for item in asked.witnesses} == {
        ((), "required"),
        ((), "type"),
        ((), "additionalProperties"),
        (("properties", "name"), "type"),
        (("properties", "name"), "minLength"),
        (("properties", "size"), "type"),
        (("properties", "size"), "exclusiveMinimum"),
        (("properties", "size"), "maximum"),
        (("properties", "tags"), "type"),
        (("definitions", "tag"), "enum"),
    }
    for item in asked.witnesses:
        assert asked.accepts(item.base)
        assert not asked.accepts(item.broken)
        assert item.keyword not in json.dumps(item.without) or item.keyword in {"type", "required"}
    assert len(asked.full) == DRAWS
    assert all(set(value) == {"name", "size", "tags"} for value in asked.full)
    assert any(len(value) < 3 for value in asked.sparse)


def test_a_schema_that_accepts_nothing_is_not_asked_about():
    assert subject({"type": "object", "properties": {"a": False}, "required": ["a"]}, 0) is None
    assert subject({"type": "object", "properties": {"a": {"$ref": "#/nowhere"}}}, 0) is None


def test_the_same_schema_loses_nothing():
    found = judge(lowering(lambda schema: schema), drawn(SCHEMA))
    assert not found.kinds
    assert {fate for _, fate in found.fates} == {Fate.KEPT}


def test_a_constraint_that_leaves_no_trace_is_lost_silently():
    found = fates(lambda schema: changed(schema, "minLength", "enum"))
    assert found.pop((("properties", "name"), "minLength")) is Fate.SILENT
    assert found.pop((("definitions", "tag"), "enum")) is Fate.SILENT
    assert set(found.values()) == {Fate.KEPT}


def test_a_constraint_that_leaves_a_trace_is_told():
    assert fates(told)[("properties", "name"), "minLength"] is Fate.TOLD


def test_a_constraint_cannot_be_asked_for_where_nothing_is_accepted():
    assert set(fates(lambda schema: {**schema, "maxProperties": 0}).values()) == {Fate.UNASKED}


@pytest.mark.parametrize(
    ("make", "target", "kind"),
    [
        (refusing, "mcp", Kind.GIVEN_UP),
        (raising, "mcp", Kind.GIVEN_UP),
        (lambda schema: schema, "openai-strict", Kind.REFUSED),
        (lambda schema: changed(schema, "definitions"), "mcp", Kind.BROKEN),
        (lambda schema: {**schema, "maxProperties": 2}, "mcp", Kind.UNSAYABLE),
        (all_required, "mcp", Kind.FORCED),
        (lambda schema: changed(schema, "maximum"), "mcp", Kind.SILENT),
        (mutating, "mcp", Kind.CHANGED),
    ],
)
def test_what_is_wrong_is_said(make, target, kind):
    assert kind in judge(lowering(make, target), drawn(SCHEMA)).kinds


def test_a_report_and_a_codec_are_heeded():
    def lowered(schema):
        given = read(schema)
        form = lower(given.schema, TARGETS["openai-strict"].schema)
        report = [loss.to_json() for loss in form.losses]
        return Lowered(form.schema, report, form.codec.encode, lambda sent: form.codec.lift(sent).value)

    found = tally(Lowering("own 1", "openai-strict", "", lowered), [drawn(SCHEMA), drawn({"type": "object"})])
    assert found.clean == 2
    assert found.fates["minLength", Fate.TOLD] == 1
    assert sum(count for (_, fate), count in found.fates.items() if fate is not Fate.KEPT) == 1


def test_the_page_sets_lowerings_to_one_target_beside_each_other():
    silent = Lowering("other 2", "mcp", "f(schema)", lambda schema: Lowered(changed(schema, "minLength")))
    text = page(LISTS, [lowering(lambda schema: schema), silent])
    assert "| other 2 | [mcp](targets/mcp.md) | `f(schema)` |" in text
    assert "| of 2 schemas | own 1 | other 2 |" in text
    assert f"| {Kind.SILENT.value} | 0 | 1 (50.0 %) |" in text
    assert "| **none of these** | 2 (100.0 %) | 1 (50.0 %) |" in text
    assert "| `minLength` | 1 | 1, 0, 0 | 0, 0, 1 |" in text


def test_the_libraries_are_asked_on_a_folder(tmp_path):
    pytest.importorskip("agents", reason="openai-agents is a development extra")
    pytest.importorskip("pydantic_ai", reason="pydantic-ai-slim is a development extra")
    (tmp_path / "a.json").write_text(json.dumps(LISTS["a.json"]), encoding="utf-8")
    command = [sys.executable, "-m", "comparison", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, check=True, cwd=ROOT)
    text = done.stdout.decode()
    for target in ("openai-strict", "gemini", "gemini-json-schema"):
        section = text.partition(f"## {TARGETS[target].title}\n")[2].partition("\n## ")[0]
        assert "| of 2 schemas | schemac " in section
        assert "pydantic-ai-slim" in section
        assert f"| {Kind.REFUSED.value} | 0 | " in section
        assert f"| {Kind.UNSAYABLE.value} | 0 | " in section
    assert "openai-agents" in text


def test_a_missing_library_is_said_in_a_line():
    hidden = "import sys; sys.modules['agents'] = None; from comparison.__main__ import main; sys.exit(main(['x']))"
    done = subprocess.run([sys.executable, "-c", hidden], capture_output=True, check=False, cwd=ROOT)
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"is not installed" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_the_written_page_is_about_the_versions_that_are_installed():
    written = (ROOT / "docs" / "lowering-libraries.md").read_text(encoding="utf-8")
    pins = dict(line.split("==") for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").split())
    for name in ("openai-agents", "pydantic-ai-slim"):
        assert f"| {name} {pins[name]} | " in written, "run: python -m comparison FOLDER > docs/lowering-libraries.md"
