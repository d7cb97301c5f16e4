"""A target from outside the package: an installed distribution brings it, and everything takes it."""

import json
import sys

import pytest
from typer.testing import CliRunner

from schemac.catalog.decisions import NOTHING
from schemac.cli.app import app
from schemac.dispatch.outcome import Refusal, Resolution
from schemac.findings import SchemacError
from schemac.plan import plan
from schemac.targets import check_list, target, target_names

MODULE = '''
"""A target with rules and a wire of its own."""

from schemac.targets.checkers.keywords import Keywords
from schemac.targets.checkers.names import NameLength, NamePattern
from schemac.targets.checkers.objects import ClosedObjects
from schemac.targets.checkers.root import RootType
from schemac.targets.model import Rule, Source, Target
from schemac.targets.wire import Wire

SOURCE = (Source("https://parrot.example/docs", "2026-11"),)
RULES = (
    Rule(id="PAR-NAME-CHARS", title="Characters", statement="Names are small letters.",
         demand=NamePattern(r"[a-z_0-9]*", "made of small letters"), sources=SOURCE),
    Rule(id="PAR-NAME-LENGTH", title="Length", statement="Names have 1 to 20 characters.",
         demand=NameLength(20), sources=SOURCE),
    Rule(id="PAR-ROOT", title="Root", statement="The root is an object.", demand=RootType(), sources=SOURCE),
    Rule(id="PAR-CLOSED", title="Closed", statement="Objects are closed.", demand=ClosedObjects(), sources=SOURCE),
    Rule(id="PAR-BOUNDS", title="Bounds", statement="There are no bounds.",
         demand=Keywords(("minimum", "oneOf")), sources=SOURCE),
)
TARGET = Target(
    name="parrot", title="Parrot", reads="Parrots.", rules=RULES,
    wire=Wire(tool={"id": "$name", "takes": "$schema"}, frame={"abilities": "$tools"}),
)
'''
LOOP = {
    "type": "object",
    "properties": {
        "times": {"type": "integer", "minimum": 1},
        "tags": {"type": "object", "additionalProperties": {"type": "string"}},
    },
    "required": ["times"],
}
MANIFEST = {
    "schemac": 1,
    "domains": {"d": {"target": "parrot", "names": "sanitize"}},
    "tools": [{"name": "Say", "inputSchema": LOOP}],
}


@pytest.fixture
def parrot(tmp_path, monkeypatch):
    """A distribution whose entry point leads to the target."""
    (tmp_path / "parrot_target.py").write_text(MODULE, encoding="utf-8")
    info = tmp_path / "parrot_target-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: parrot-target\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text("[schemac.targets]\nparrot = parrot_target:TARGET\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield
    sys.modules.pop("parrot_target", None)


def test_without_the_distribution_there_is_no_such_target():
    with pytest.raises(SchemacError) as refused:
        plan(MANIFEST)
    assert [item.code for item in refused.value.findings] == ["unknown-target"]


@pytest.mark.usefixtures("parrot")
def test_names_and_schemas_are_brought_within_its_rules():
    assert "parrot" in target_names()
    surface = plan(MANIFEST).compile(NOTHING)
    (tool,) = surface.tools
    assert tool["name"].startswith("_ay_")
    assert tool["inputSchema"]["additionalProperties"] is False
    assert tool["inputSchema"]["properties"]["times"] == {"type": "integer", "description": "Must be at least 1."}
    assert check_list(surface.tools, target("parrot")) == ()
    assert surface.for_api() == {"abilities": [{"id": tool["name"], "takes": tool["inputSchema"]}]}


@pytest.mark.usefixtures("parrot")
def test_calls_come_back():
    surface = plan(MANIFEST).compile(NOTHING)
    call = surface.encode("Say", {"times": 2, "tags": {"a": "b"}})
    assert call["arguments"] == {"times": 2, "tags": [{"key": "a", "value": "b"}]}
    answer = surface.resolve(**call)
    assert isinstance(answer, Resolution)
    assert (answer.tool, answer.arguments) == ("Say", {"times": 2, "tags": {"a": "b"}})
    refused = surface.resolve(call["name"], {"times": 0})
    assert isinstance(refused, Refusal)
    assert refused.code == "arguments-invalid"


@pytest.mark.usefixtures("parrot")
def test_the_command_line_takes_it(tmp_path):
    file = tmp_path / "tools.json"
    file.write_text(json.dumps(MANIFEST), encoding="utf-8")
    shown = CliRunner().invoke(app, ["compile", str(file), "--emit", "api"])
    assert shown.exit_code == 0, shown.output
    assert list(json.loads(shown.stdout)) == ["abilities"]
    listed = tmp_path / "list.json"
    listed.write_text(json.dumps({"tools": MANIFEST["tools"]}), encoding="utf-8")
    judged = CliRunner().invoke(app, ["lint", str(listed), "--target", "parrot"])
    assert judged.exit_code == 1
    assert "PAR-BOUNDS" in judged.output
    assert "PAR-NAME-CHARS" in judged.output
