"""Findings that are about two places show both, in whichever file they stand."""

import json

import pytest
from typer.testing import CliRunner

from schemac import SchemacError, plan
from schemac.cli.app import app

MANIFEST = """\
schemac: 1
domains: {default: {group_by: group}}
tools_from: [list.json]
groups:
  orders:
    summary: Orders.
roles:
  viewer: {grants: [view_orders]}
tools:
  - {name: a, group: orders, requires: view_orders, inputSchema: {type: object}}
  - {name: b, group: order, requires: {any: [x, view_order]}, inputSchema: {type: object}}
"""


@pytest.fixture
def check(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def run(text, listed=()):
        (tmp_path / "m.yaml").write_text(text, encoding="utf-8")
        (tmp_path / "list.json").write_text(json.dumps(list(listed)), encoding="utf-8")
        done = CliRunner().invoke(app, ["check", "m.yaml", "--format", "json"])
        return {
            item["code"]: (
                f"{item['file']}:{item['line']}:{item['column']}",
                item["hint"],
                [f"{other['file']}:{other['line']}:{other['column']}" for other in item["related"]],
            )
            for item in json.loads(done.stdout)["findings"]
        }

    return run


def test_a_misspelled_group_is_told_at_the_tool_with_the_declared_one(check):
    assert check(MANIFEST)["group-misspelled"] == ("m.yaml:11:22", "Did you mean 'orders'?", ["m.yaml:5:3"])


def test_a_misspelled_predicate_is_told_in_the_gate_with_the_role(check):
    found = check(MANIFEST)["decision-misspelled"]
    assert found == ("m.yaml:11:49", "Did you mean 'view_orders'?", ["m.yaml:8:20"])


def test_settings_of_a_group_without_tool_show_a_tool_of_the_nearest(check):
    text = MANIFEST.replace("group: orders,", "group: order,")
    assert check(text)["group-without-tool"] == ("m.yaml:5:3", "Did you mean 'order'?", ["m.yaml:10:22"])
    assert "group-misspelled" not in check(text)


def test_a_role_that_names_nothing_shows_where_the_nearest_is_asked_for(check):
    text = MANIFEST.replace("requires: view_orders", "requires: y")
    assert check(text)["decision-names-nothing"] == ("m.yaml:8:20", "Did you mean 'view_order'?", ["m.yaml:11:49"])
    assert "decision-misspelled" not in check(text)


def test_two_tools_of_one_name_are_shown_in_both_files(check):
    listed = [{"name": "a", "inputSchema": {"type": "object"}}]
    (place, _, related) = check(MANIFEST, listed)["name-duplicate"]
    assert (place, related) == ("list.json:1:11", ["m.yaml:10:12"])


def test_the_error_of_the_library_names_the_other_place_too():
    tool = {"name": "a", "inputSchema": {"type": "object"}}
    with pytest.raises(SchemacError, match=r"/tools/1/name: .*called 'a'\. \(/tools/0/name: the other one\)"):
        plan({"schemac": 1, "tools": [tool, tool]})


def test_names_given_by_one_override_to_two_tools_collide():
    tool = {"name": "a", "inputSchema": {"type": "object"}}
    with pytest.raises(SchemacError, match="name-duplicate"):
        plan({"schemac": 1, "tools": [tool, tool], "overrides": {"a": {"name": "b"}}})
