"""``schemac lint``: streams, formats and the exit status."""

import json

import pytest
import typer
from typer.testing import CliRunner, Result

from schemac.cli.lint import lint_command
from schemac.targets import TARGETS

app = typer.Typer()
app.command("lint")(lint_command)
app.command("other")(lambda: None)

GOOD = {"name": "get", "inputSchema": {"type": "object", "properties": {}}}
BAD = {"name": "get.it", "inputSchema": {"type": "object", "properties": {"a": {"type": "array"}}}}


def run(*arguments: object, stdin: str | None = None) -> Result:
    return CliRunner().invoke(app, ["lint", *map(str, arguments)], input=stdin)


@pytest.fixture
def save(tmp_path):
    def write(*tools, name="tools.json"):
        path = tmp_path / name
        path.write_text(json.dumps({"tools": tools}, indent=1), encoding="utf-8")
        return path

    return write


def test_a_list_without_fault_is_silent_and_fine(save):
    done = run(save(GOOD))
    assert (done.exit_code, done.stdout, done.stderr) == (0, "", "")


def test_findings_have_place_rule_and_cure(save):
    done = run(save(GOOD, BAD), "--target", "openai")
    assert done.exit_code == 1
    assert "error[target-name]" in done.stdout
    assert "error[target-array-items]" in done.stdout
    assert "tools.json:" in done.stdout
    assert "Rule OAI-ARRAY-ITEMS" in done.stdout
    assert "2 errors" in done.stdout


@pytest.mark.parametrize("wrap", [lambda tools: tools, lambda tools: {"result": {"tools": tools}}])
def test_a_finding_names_its_tool_and_the_place_in_it_also_where_the_list_is_one_line(wrap):
    tools = [GOOD, BAD, {"inputSchema": {"type": "object", "properties": []}}]
    text = run("-", "-t", "openai", stdin=json.dumps(wrap(tools))).stdout
    assert "(tool get.it, /name)" in text
    assert "(tool get.it, /inputSchema/properties/a)" in text
    assert "(tool number 3" in text
    annotations = run("-", "-t", "openai", "--format", "github", stdin=json.dumps(wrap(tools))).stdout
    assert "(tool get.it, /inputSchema/properties/a)" in annotations


def test_a_finding_about_the_whole_list_names_no_tool():
    many = [{"name": f"t{number}", "inputSchema": {"type": "object", "properties": {}}} for number in range(200)]
    text = run("-", "-t", "openai", stdin=json.dumps(many)).stdout
    assert "Rule OAI-TOOLS" in text
    assert "(tool" not in text


def test_what_is_not_shown_says_where_all_is(save):
    bad = [{**BAD, "name": f"t.{number}"} for number in range(60)]
    done = run(save(*bad), "-t", "openai")
    assert "Not shown: 20 more findings" in done.stdout
    assert "`--summary` counts all by rule" in done.stdout
    assert len(json.loads(run(save(*bad), "-t", "openai", "--format", "json").stdout)["lists"][0]["verdicts"]) == 120


def test_a_manifest_is_sent_to_check(tmp_path):
    path = tmp_path / "manifest.json"
    path.write_text('{"schemac": 1, "tools": []}', encoding="utf-8")
    assert "help: Run `schemac check` on it." in run(path).stderr


def test_standard_input_is_read(save):
    done = run("-", "-t", "anthropic", stdin=save(BAD).read_text(encoding="utf-8"))
    assert done.exit_code == 1
    assert "<stdin>:" in done.stdout


def test_several_targets_have_a_matrix(save):
    done = run(save(GOOD, BAD), "-t", "openai", "-t", "mcp")
    assert "get.it" in done.stdout
    assert "2e" in done.stdout
    assert "taken, of 2" in done.stdout
    assert "taken, of" not in run(save(BAD), "-t", "openai", "-t", "mcp", "--no-matrix").stdout
    assert "taken, of" in run(save(BAD), "-t", "openai", "--matrix").stdout


def test_all_targets_are_judged_and_numbered_in_the_matrix(save):
    done = run(save(GOOD), "--target", "all")
    assert all(name in done.stdout for name in TARGETS)
    assert "12 vscode" in done.stdout


def test_the_summary_counts_rules_over_files(save):
    done = run(save(BAD), save(BAD, name="more.json"), "-t", "openai", "--summary")
    line = next(line for line in done.stdout.splitlines() if "OAI-NAME-CHARS" in line)
    assert [cell.strip() for cell in line.split("│")][-4:-1] == ["2", "2", "2"]
    assert done.exit_code == 1


def test_json_has_the_matrix_and_every_verdict(save):
    done = run(save(GOOD, BAD), "-t", "openai", "-t", "mcp", "--format", "json")
    made = json.loads(done.stdout)
    (listed,) = made["lists"]
    assert listed["file"].endswith("tools.json")
    assert listed["targets"] == ["openai", "mcp"]
    assert {item["rule"] for item in listed["verdicts"]} == {"OAI-NAME-CHARS", "OAI-ARRAY-ITEMS"}
    assert {(item["line"] is not None) for item in listed["verdicts"]} == {True}


def test_sarif_and_annotations_carry_every_finding(save):
    file = save(*({**BAD, "name": f"a.{number}"} for number in range(60)))
    sarif = json.loads(run(file, "-t", "openai", "--format", "sarif").stdout)
    results = sarif["runs"][0]["results"]
    assert len(results) == 120
    assert all("Rule OAI-" in item["message"]["text"] for item in results)
    annotated = run(file, "-t", "openai", "--format", "github").stdout.splitlines()
    assert annotated[0].startswith("::error file=")
    assert len(annotated) == 101


def test_warnings_fail_only_where_asked_to(save):
    file = save({**GOOD, "colour": "red"})
    assert run(file).exit_code == 0
    assert run(file, "--fail-on", "warning").exit_code == 1


def test_usage_and_unreadable_input_are_status_two(save, tmp_path):
    unknown = run(save(GOOD), "--target", "opneai")
    assert unknown.exit_code == 2
    assert "openai" in unknown.stderr
    missing = run(tmp_path / "none.json")
    assert missing.exit_code == 2
    assert "file-unreadable" in missing.stderr


def test_what_is_no_list_is_refused_with_its_place(save):
    file = save(GOOD)
    file.write_text('{"resources": []}', encoding="utf-8")
    done = run(file)
    assert done.exit_code == 1
    assert "not-a-tool-list" in done.stderr
    file.write_text("{", encoding="utf-8")
    assert run(file).exit_code == 1


def test_yaml_is_read_by_its_name(tmp_path):
    file = tmp_path / "tools.yaml"
    file.write_text("tools:\n- name: a b\n  inputSchema: {type: object}\n", encoding="utf-8")
    done = run(file, "-t", "anthropic")
    assert "tools.yaml:2:9" in done.stdout


def test_a_summary_of_nothing_says_so(save):
    done = run(save(GOOD), "-t", "mcp", "-t", "anthropic", "--summary")
    assert (done.exit_code, done.stdout) == (0, "No findings: mcp, anthropic take every tool of every list.\n")
