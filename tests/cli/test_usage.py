"""Mistakes on the command line: the option is named, the status is 2, and hints tell nothing of what is hidden."""

import json
import re

import pytest
from typer.testing import CliRunner, Result

from schemac.catalog.options import STRATEGY_NAMES
from schemac.cli.app import app
from schemac.targets import TARGETS

MANIFEST = """\
schemac: 1
domains:
  default: {group_by: group}
roles:
  viewer: {grants: [view]}
tools:
  - name: list_orders
    group: orders
    requires: view
    inputSchema: {type: object, properties: {state: {not: {const: gone}}}}
  - name: cancel_order
    group: cancelling
    requires: cancel
    inputSchema: {type: object, properties: {id: {not: {const: ""}}, force: {not: {const: 1}, x-requires: admin}}}
"""


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "200")

    def invoke(command: str, *arguments: str, text: str = MANIFEST) -> Result:
        tmp_path.joinpath("m.yaml").write_text(text, encoding="utf-8")
        return CliRunner().invoke(app, [command, "m.yaml", *arguments])

    return invoke


@pytest.mark.parametrize("command", ["compile", "check"])
@pytest.mark.parametrize(
    ("given", "code", "hint"),
    [
        ("--target opnai", "unknown-target", "Did you mean 'openai'?"),
        ("--target gpt", "unknown-target", "Targets: anthropic"),
        ("--strategy lasy", "option-value", "Did you mean 'lazy'?"),
        ("--output-dialect draft-7", "option-value", "Did you mean 'draft-07'?"),
        ("--set output_dialect=foo", "option-value", "Use one of the values"),
        ("--set lnes=compact", "option-unknown", "Did you mean 'lines'?"),
        ("--set zzz=1", "option-unknown", "Options: group_by"),
        ("--domain deflt", "unknown-domain", "Did you mean 'default'?"),
    ],
)
def test_a_mistake_on_the_command_line_ends_with_two_and_names_the_option(run, command, given, code, hint):
    done = run(command, *given.split(" "))
    assert (done.exit_code, done.stdout) == (2, "")
    assert f"error[{code}]" in done.stderr
    assert f"--> {given}\n" in done.stderr
    assert hint in done.stderr
    assert "m.yaml:" not in done.stderr


def test_a_named_option_is_named_as_it_was_written_and_set_where_it_was_set(run):
    set_only = run("compile", "--set", "target=x")
    both = run("compile", "--set", "target=x", "--target", "y")
    assert "--> --set target=x\n" in set_only.stderr
    assert "--> --target y\n" in both.stderr
    assert "target=x" not in both.stderr


def test_every_mistake_is_told_at_once_beside_those_of_the_manifest(run):
    done = run("compile", "--target", "x", "--set", "lines=long", text=MANIFEST.replace("group: orders", "group: a//b"))
    assert done.exit_code == 2
    assert re.findall(r"error\[(.*)\]", done.stderr) == ["option-value", "unknown-target", "group-invalid"]


def test_an_error_of_the_manifest_alone_keeps_its_status(run):
    broken = MANIFEST.replace("default: {group_by: group}", "default: {group_by: group, target: x}")
    for command in ("compile", "check"):
        done = run(command, text=broken)
        assert done.exit_code == 1
        assert "--> m.yaml:3:38" in done.stderr
    assert run("compile", "--target", "openai", text=broken).exit_code == 0


def test_an_option_that_does_not_go_with_the_domains_is_named(run):
    openai = MANIFEST.replace("group_by: group}", "group_by: group, target: openai}")
    done = run("compile", "--output-dialect", "draft-07", text=openai)
    assert done.exit_code == 2
    assert "--> --output-dialect draft-07\n" in done.stderr
    done = run("compile", "--target", "gemini", "--strict")
    assert done.exit_code == 2
    assert "--> --strict\n" in done.stderr


def test_a_warning_about_an_option_names_it_and_refuses_nothing(run):
    done = run("compile", "--set", "group_by=none", "--strategy", "lazy")
    assert done.exit_code == 0
    assert "warning[strategy-without-groups]" in done.stderr
    assert "--> --strategy lazy\n" in done.stderr


def test_an_unknown_role_is_wrong_usage(run):
    done = run("list", "--role", "veiwer")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "--> --role veiwer\n" in done.stderr
    assert "Did you mean 'viewer'?" in done.stderr


@pytest.mark.parametrize(
    ("command", "arguments", "about"),
    [
        ("compile", ["--set", "lines"], "--set"),
        ("compile", ["--set", "filter=["], "--set filter=["),
        ("list", ["--limit", "0"], "--limit"),
        ("list", ["--offset", "-1"], "--offset"),
        ("list", ["--group", "a/b/c"], "--group"),
        ("call", ["orders_tools", "{"], "ARGUMENTS"),
        ("explain", ["nothing"], "TOOL"),
        ("describe", ["nothing"], "TOOL"),
    ],
)
def test_what_has_not_its_form_is_named(run, command, arguments, about):
    done = run(command, *arguments)
    assert (done.exit_code, done.stdout) == (2, "")
    assert f"Invalid value for {about}:" in done.stderr


def test_machines_are_told_the_option_too(run):
    found = json.loads(run("check", "--target", "x", "--format", "json").stdout)["findings"]
    assert [(item["pointer"], item["argument"], item["file"]) for item in found] == [
        ("/options/target", "--target x", None)
    ]
    log = json.loads(run("check", "--target", "x", "--format", "sarif").stdout)
    (place,) = log["runs"][0]["results"][0]["locations"]
    assert place == {"logicalLocations": [{"fullyQualifiedName": "--target x"}]}
    said = run("check", "--target", "x", "--format", "github").stdout
    assert said.startswith("::error title=schemac unknown-target::--target x: There is no target")
    assert run("check", "--target", "x", "--format", "github").exit_code == 2


def test_help_lists_what_may_be_chosen(run):
    for command, names in {
        "compile": (*TARGETS, *STRATEGY_NAMES),
        "check": TARGETS,
        "lint": TARGETS,
        "lower": TARGETS,
    }.items():
        told = " ".join(run(command, "--help").stdout.replace("│", " ").split())
        assert all(re.search(rf"[ :]{name}[,. ]", told) for name in names), command


@pytest.mark.parametrize("command", ["lint", "lower"])
def test_an_unknown_target_of_other_commands_is_told_alike(run, command):
    done = run(command, "--target", "opnai")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "--> --target opnai\n" in done.stderr


def test_check_judges_for_the_options_that_are_given(run):
    dotted = MANIFEST.replace("name: list_orders", "name: list.orders")
    assert run("check", text=dotted).exit_code == 0
    done = run("check", "--target", "openai", "--strategy", "flat", text=dotted)
    assert done.exit_code == 1
    assert "error[name-refused]" in done.stderr
    assert "--> m.yaml:7:11" in done.stderr


def test_a_hidden_tool_does_not_change_what_is_said_of_losses(run):
    without = MANIFEST.partition("  - name: cancel_order")[0]
    both = run("compile", "--role", "viewer", "--target", "openai-strict").stderr
    alone = run("compile", "--role", "viewer", "--target", "openai-strict", text=without).stderr
    said = [line for line in both.splitlines() if "cannot be said" in line]
    assert said == [line for line in alone.splitlines() if "cannot be said" in line]
    assert said[0].startswith("note: 1 keyword of these schemas cannot be said for openai-strict")
    for grants, count in ((["view", "cancel"], 2), (["view", "cancel", "admin"], 3)):
        given = [item for name in grants for item in ("--grant", name)]
        told = run("compile", *given, "--target", "openai-strict").stderr
        assert f"note: {count} keywords of these schemas" in told
    assert "cannot be said" not in run("compile", "--target", "openai-strict").stderr


def test_only_what_the_caller_sees_is_suggested(run):
    for command, wrong, right in (
        (("describe",), "cancel_orde", "cancel_order"),
        (("call",), "cancel_orde", "cancel_order"),
        (("call",), "cancelling_tool", "cancelling_tools"),
        (("list", "--group"), "cancellin", "cancelling"),
    ):
        may_not = run(command[0], *command[1:], wrong, "--role", "viewer")
        may = run(command[0], *command[1:], wrong, "--all-grants")
        assert right not in may_not.stderr.replace(wrong, ""), command
        assert f"Did you mean '{right}'?" in may.stderr, command


def test_a_tool_called_past_its_facade_is_not_suggested_to_itself(run):
    done = run("call", "cancel_order", "{}", "--all-grants")
    assert done.exit_code == 1
    assert "It is called through" in done.stderr
    assert "Did you mean" not in done.stderr


def test_explain_looks_among_all_tools(run):
    done = run("explain", "cancel_orde", "--role", "viewer")
    assert done.exit_code == 2
    assert "Did you mean 'cancel_order'?" in done.stderr
