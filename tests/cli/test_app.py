"""The commands together: what is there, what they read, and where their output goes."""

import json
import subprocess
import sys

import pytest
from typer.testing import CliRunner, Result

from schemac.cli.app import app

TOOLS = "\n".join(
    f"  - {{name: tool_{number:02}, inputSchema: {{type: object}}, requires: {'admin' if number % 2 else 'reader'}}}"
    for number in range(24)
)
MANIFEST = f"schemac: 1\nroles: {{reader: {{grants: [reader]}}}}\ntools:\n{TOOLS}\n"


@pytest.fixture
def manifest(tmp_path):
    path = tmp_path / "manifest.yaml"
    path.write_text(MANIFEST, encoding="utf-8")
    return str(path)


def invoke(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments))


def names(result: Result) -> list[str]:
    return [tool["name"] for tool in json.loads(result.stdout)["tools"]]


@pytest.mark.parametrize(
    "command",
    ["compile", "check", "explain", "list", "schema", "import", "lint", "port", "conformance"],
)
def test_every_command_is_there(command):
    result = invoke(command, "--help")
    assert result.exit_code == 0
    assert f"schemac {command}" in result.stdout


def test_the_port_and_the_runner_work_through_the_program():
    program = [sys.executable, "-m", "schemac"]
    case = ["--id", "keys-digest-null", "--json"]
    done = subprocess.run(
        [*program, "conformance", "run", *case, "--", *program, "port"], capture_output=True, check=True
    )
    report = json.loads(done.stdout)
    assert (report["ok"], report["counts"]["passed"], report["total"]) == (True, 1, 1)


def test_data_alone_goes_to_stdout(manifest, tmp_path):
    result = invoke("compile", manifest, "--role", "reader")
    assert len(names(result)) == 12
    assert "12 of 24 tools are hidden" in result.stderr
    output = tmp_path / "surface.json"
    written = invoke("compile", manifest, "--role", "reader", "--output", str(output))
    assert written.stdout == ""
    assert output.read_text(encoding="utf-8") == result.stdout


def test_all_grants_answer_everything_that_the_domain_asks_for(manifest):
    assert len(names(invoke("compile", manifest, "--all-grants"))) == 24
    assert len(names(invoke("compile", manifest, "--role", "reader", "--grant", "admin"))) == 24
    assert len(names(invoke("compile", manifest, "--grant", "admin"))) == 12


def test_an_answer_beats_a_grant_that_comes_later(manifest, tmp_path):
    decisions = tmp_path / "who.yaml"
    decisions.write_text("predicates: {admin: false}\n", encoding="utf-8")
    result = invoke("compile", manifest, "--decisions", str(decisions), "--all-grants")
    assert len(names(result)) == 12


def test_a_named_option_wins_over_set(manifest):
    given = ("--all-grants", "--set", "group_by=group", "--set", "strategy=discriminated_union")
    union = json.loads(invoke("compile", manifest, *given).stdout)["tools"]
    vendor = json.loads(invoke("compile", manifest, *given, "--strategy", "vendor_extension").stdout)["tools"]
    assert "oneOf" in union[0]["inputSchema"]
    assert "x-tool-input-schemas" in vendor[0]["inputSchema"]


def test_twenty_tools_are_listed_at_first(manifest):
    result = invoke("list", manifest, "--all-grants")
    assert len(result.stdout.splitlines()) == 20
    assert result.stderr == "Showing 20 of 24 tools. Narrow with --filter <text>.\n"
    assert len(invoke("list", manifest, "--all-grants", "--limit", "24").stdout.splitlines()) == 24


def test_a_domain_that_must_be_named_is_wrong_usage(tmp_path):
    path = tmp_path / "manifest.yaml"
    path.write_text(MANIFEST + "domains: {shop: {}, admin: {}}\n", encoding="utf-8")
    for command in (["compile"], ["list"], ["explain"]):
        more = ["tool_00"] if command == ["explain"] else []
        result = invoke(*command, str(path), *more)
        assert (result.exit_code, result.stdout) == (2, ""), command
        assert "unknown-domain" in result.stderr
        assert "shop, admin" in result.stderr
    assert invoke("compile", str(path), "--domain", "shops").exit_code == 2


def test_a_tool_that_was_left_out_fails_the_command_on_demand(tmp_path):
    path = tmp_path / "manifest.yaml"
    path.write_text(
        "schemac: 1\ndomains: {default: {on_tool_error: omit}}\ntools: [{name: a, inputSchema: true}]\n",
        encoding="utf-8",
    )
    result = invoke("compile", str(path))
    assert (result.exit_code, names(result)) == (0, [])
    assert "error[schema-not-object]" in result.stderr
    assert invoke("compile", str(path), "--fail-on", "warning").exit_code == 1


def test_input_that_cannot_be_opened_ends_with_two(tmp_path):
    for command in (["compile"], ["check"], ["list"], ["explain"], ["lint"], ["import"]):
        result = invoke(*command, str(tmp_path / "none.json"), *(["a"] if command == ["explain"] else []))
        assert (result.exit_code, result.stdout) == (2, ""), command
