import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

from schemac.catalog.decisions import Decisions
from schemac.catalog.read import read_manifest as read_catalog
from schemac.cli.importing import import_command
from schemac.plan import plan
from schemac.text import load, read_manifest
from schemac.values import JsonObject
from tests.shared import real_tool_files

app = typer.Typer()
app.command("import")(import_command)
app.command("other")(lambda: None)

OBJECT = {"type": "object"}


def tool(name: str, **members: object) -> JsonObject:
    return {"name": name, "inputSchema": OBJECT, **members}


def run(*arguments: object, stdin: str | None = None) -> Result:
    return CliRunner().invoke(app, ["import", *map(str, arguments)], input=stdin)


def save(folder: Path, *tools: JsonObject, name: str = "tools.json") -> Path:
    path = folder / name
    path.write_text(json.dumps({"tools": tools}), encoding="utf-8")
    return path


def test_the_manifest_goes_to_standard_output_as_yaml(tmp_path):
    done = run(save(tmp_path, tool("kv_get"), tool("kv_put")))
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout == (
        "schemac: 1\n"
        "domains:\n"
        "  default:\n"
        "    group_by: group\n"
        "    strategy: vendor_extension\n"
        "    schemas_in: meta\n"
        "groups:\n"
        "  kv:\n"
        "    summary: Kv tools.\n"
        "tools:\n"
        "- name: kv_get\n"
        "  group: kv\n"
        "  inputSchema:\n"
        "    type: object\n"
        "- name: kv_put\n"
        "  group: kv\n"
        "  inputSchema:\n"
        "    type: object\n"
    )


@pytest.mark.parametrize("arguments", [["--json"], ["-o", "m.json"]])
def test_json_is_written_on_demand_or_by_the_name_of_the_output(tmp_path, monkeypatch, arguments):
    monkeypatch.chdir(tmp_path)
    done = run(save(tmp_path, tool("a")), *arguments)
    assert done.exit_code == 0
    text = done.stdout or (tmp_path / "m.json").read_text(encoding="utf-8")
    assert json.loads(text)["tools"] == [{"name": "a", "group": "misc", "inputSchema": OBJECT}]


def test_standard_input_is_read_for_a_dash():
    done = run("-", "--group-by", "none", stdin='{"jsonrpc": "2.0", "id": 1, "result": {"tools": []}}')
    assert done.exit_code == 0
    assert load(done.stdout, format="yaml").value["tools"] == []


def test_a_list_in_yaml_is_read_by_its_name(tmp_path):
    path = tmp_path / "list.yml"
    path.write_text("tools:\n- {name: off, inputSchema: {type: object}}\n", encoding="utf-8")
    assert load(run(path, "--group-by", "none").stdout, format="yaml").value["tools"] == [tool("off")]


def test_an_error_prints_both_places_writes_nothing_and_fails(tmp_path):
    path = tmp_path / "tools.json"
    path.write_text(
        '[{"name": "a", "inputSchema": {}},\n {"name": "a", "inputSchema": {"type": "object"}, "title": "A"}]'
    )
    output = tmp_path / "m.yaml"
    done = run(path, "-o", output)
    assert (done.exit_code, done.stdout, output.exists()) == (1, "", False)
    assert "error[import-tool-conflict]" in done.stderr
    assert f"--> {path}:2:2\n" in done.stderr
    assert f"::: {path}:1:2\n" in done.stderr
    assert done.stderr.endswith("1 error, 1 warning\n")
    assert run(path, "-o", output, "--on-duplicate", "first").exit_code == 0


def test_entries_that_cannot_be_tools_are_left_out_on_demand(tmp_path):
    path = save(tmp_path, tool("a b"), tool("c"))
    assert run(path).exit_code == 1
    done = run(path, "--on-invalid", "omit", "--group-by", "none")
    assert done.exit_code == 0
    assert "warning[import-tool-omitted]" in done.stderr
    assert load(done.stdout, format="yaml").value["tools"] == [tool("c")]


def test_warnings_fail_the_command_on_demand_and_then_nothing_is_written(tmp_path):
    path, output = save(tmp_path, tool("a", extra=1)), tmp_path / "m.yaml"
    done = run(path, "-o", output, "--fail-on", "warning")
    assert (done.exit_code, output.exists()) == (1, False)
    assert run(path, "-o", output).exit_code == 0


@pytest.mark.parametrize("format_", ["json", "sarif", "github"])
def test_findings_come_in_the_formats_of_machines(tmp_path, format_):
    done = run(save(tmp_path, tool("a", extra=1)), "--format", format_)
    assert done.exit_code == 0
    assert "import-member-moved" in done.stderr
    if format_ != "github":
        json.loads(done.stderr)


def test_more_findings_than_the_cap_end_in_a_count(tmp_path):
    done = run(save(tmp_path, *(tool(f"a b{index}") for index in range(130))))
    assert done.stderr.count("error[import-tool-invalid]") == 100
    assert "Not shown: 30 more findings (errors: 30)." in done.stderr


@pytest.mark.parametrize(
    ("arguments", "stdin", "code", "status"),
    [
        (["missing.json"], None, "file-unreadable", 2),
        (["-"], '{"tools": [', "json-syntax", 1),
        (["-"], '{"tools": [], "tools": []}', "duplicate-key", 1),
        (["-"], "{}", "import-not-a-tool-list", 1),
    ],
)
def test_unreadable_input_ends_with_two_and_refused_input_with_one(
    tmp_path, monkeypatch, arguments, stdin, code, status
):
    monkeypatch.chdir(tmp_path)
    done = run(*arguments, stdin=stdin)
    assert (done.exit_code, done.stdout) == (status, "")
    assert f"error[{code}]" in done.stderr


def test_an_existing_file_is_replaced_only_by_force(tmp_path):
    path, output = save(tmp_path, tool("a")), tmp_path / "m.yaml"
    output.write_text("mine")
    done = run(path, "-o", output)
    assert (done.exit_code, output.read_text()) == (2, "mine")
    assert "--force" in done.stderr
    assert run(path, "-o", output, "--force").exit_code == 0
    assert load(output.read_bytes(), format="yaml").value["schemac"] == 1
    assert sorted(item.name for item in tmp_path.iterdir()) == ["m.yaml", "tools.json"]


def test_a_folder_that_is_not_there_is_a_usage_error(tmp_path):
    for extra in ([], ["--force"], ["--overlay"]):
        done = run(save(tmp_path, tool("a")), "-o", tmp_path / "no" / "m.yaml", *extra)
        assert done.exit_code == 2
        assert "cannot be written" in done.stderr


def test_an_overlay_needs_an_output(tmp_path):
    done = run(save(tmp_path, tool("a")), "--overlay")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "--output" in done.stderr


def test_an_overlay_is_a_small_manifest_beside_the_list_and_both_load_together(tmp_path):
    output = tmp_path / "shop.yaml"
    assert run(save(tmp_path, tool("kv_get"), tool("kv_put")), "--overlay", "-o", output).exit_code == 0
    generated = json.loads((tmp_path / "shop.tools.json").read_text(encoding="utf-8"))
    assert generated == {"tools": [tool("kv_get"), tool("kv_put")]}
    assert "inputSchema" not in output.read_text(encoding="utf-8")
    catalog = read_catalog(read_manifest(output).value)
    assert (catalog.findings, catalog.broken) == ((), ())
    assert [(item.name, item.group) for item in catalog.tools] == [("kv_get", ("kv",)), ("kv_put", ("kv",))]


@pytest.mark.parametrize("extra", [[], ["--force"]])
def test_importing_again_keeps_the_manifest_byte_for_byte_and_says_what_changed(tmp_path, extra):
    output = tmp_path / "shop.yaml"
    run(save(tmp_path, tool("kv_get"), tool("kv_put")), "--overlay", "-o", output)
    edited = output.read_text(encoding="utf-8").replace("Kv tools.", "Keys and values.") + "# my note\n"
    output.write_text(edited, encoding="utf-8")
    done = run(save(tmp_path, tool("kv_put"), tool("kv_scan")), "--overlay", "-o", output, *extra)
    assert done.exit_code == 0
    assert output.read_text(encoding="utf-8") == edited
    assert json.loads((tmp_path / "shop.tools.json").read_text())["tools"] == [tool("kv_put"), tool("kv_scan")]
    assert "note[import-tool-new]: The tool 'kv_scan' is new." in done.stderr
    assert "note[import-tool-gone]: The tool 'kv_get' is no longer listed." in done.stderr
    line = edited.splitlines().index("  kv_get:") + 2  # what the manifest says of it stands below its name
    assert f"{output}:{line}:" in done.stderr


def test_an_overlay_never_leaves_a_list_that_its_manifest_does_not_use(tmp_path):
    path, output = save(tmp_path, tool("a")), tmp_path / "shop.yaml"
    run(path, "-o", output)
    done = run(path, "--overlay", "-o", output)
    assert done.exit_code == 2
    assert "does not take its tools from shop.tools.json" in done.stderr
    assert not (tmp_path / "shop.tools.json").exists()


def test_an_overlay_does_not_replace_a_foreign_list(tmp_path):
    path, output = save(tmp_path, tool("a")), tmp_path / "shop.yaml"
    other = save(tmp_path, tool("mine"), name="shop.tools.json")
    before = other.read_text()
    done = run(path, "--overlay", "-o", output)
    assert (done.exit_code, other.read_text(), output.exists()) == (2, before, False)
    assert run(path, "--overlay", "-o", output, "--force").exit_code == 0


def test_a_refused_import_leaves_an_overlay_as_it_was(tmp_path):
    output = tmp_path / "shop.yaml"
    run(save(tmp_path, tool("a")), "--overlay", "-o", output)
    before = (tmp_path / "shop.tools.json").read_text()
    assert run(save(tmp_path, tool("a b")), "--overlay", "-o", output).exit_code == 1
    assert (tmp_path / "shop.tools.json").read_text() == before


def test_a_domain_has_the_name_that_is_asked_for_and_never_an_empty_one(tmp_path):
    path = save(tmp_path, tool("a"))
    assert list(load(run(path, "--domain", "shop").stdout, format="yaml").value["domains"]) == ["shop"]
    assert run(path, "--domain", "").exit_code == 2


def test_help_has_examples():
    done = run("--help")
    assert done.exit_code == 0
    assert "schemac import tools.json -o manifest.yaml" in done.stdout


@pytest.mark.real
@pytest.mark.parametrize("path", real_tool_files(), ids=lambda path: path.stem)
def test_a_real_list_imports_to_a_file_that_loads_with_every_tool_in_reach_of_a_facade(tmp_path, path):
    output = tmp_path / "manifest.yaml"
    assert run(path, "-o", output, "--on-duplicate", "first").exit_code == 0
    manifest = read_manifest(output)
    catalog = read_catalog(manifest.value)
    assert (catalog.findings, catalog.broken) == ((), ())
    surface = plan(manifest).compile(Decisions.parse({"grants": []}))
    members = [name for facade in surface.tools for name in facade["inputSchema"]["properties"]["tool_name"]["enum"]]
    listed = {entry["name"] for entry in json.loads(path.read_text(encoding="utf-8"))["tools"]}
    assert sorted(members) == sorted(listed)
