"""The commands from outside: streams, exit statuses, places and cures."""

import json

import pytest
from typer.testing import CliRunner

from schemac.cli.app import app

SHOP = """\
schemac: 1
domains:
  default: {group_by: group}
groups:
  orders: Create and inspect orders.
roles:
  viewer: {grants: [view_orders]}
  nobody: {grants: []}
tools:
  - name: list_orders
    description: List orders.
    group: orders
    requires: view_orders
    inputSchema: {type: object, properties: {status: {enum: [on, off]}}}
  - name: delete_order
    description: Delete an order.
    group: orders
    requires: [view_orders, {any: [admin, owner]}]
    verb: mutation
    inputSchema: {type: object, properties: {id: {type: string}}, required: [id]}
  - name: pay
    description: Pay a cart.
    group: checkout/payment
    inputSchema: {type: object}
  - name: ping
    expose: flat
    inputSchema: {type: object}
"""

MISTAKES = """\
schemac: 1
dialect: draft-3
domains:
  admin: {strategy: vendor}
groups:
  a//b: Wrong.
tools:
  - {name: a b, inputSchema: {type: object}}
  - {name: b, inputSchema: true}
  - {name: c, inputSchema: {type: object}, requires: []}
  - {name: d, inputSchema: {type: object}, timeout_ms: -1}
  - {name: e, inputSchema: {type: object}, group: x/}
  - {name: f, inputSchema: {type: object}, annotations: {readonlyHint: true}}
  - {name: g, inputSchema: {type: object}, domains: [shop]}
"""


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Run a command on a manifest's text; gives exit status, standard output and standard error."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")

    def invoke(text, command, *arguments, stdin=None):
        (tmp_path / "manifest.yaml").write_text(text, encoding="utf-8")
        result = CliRunner().invoke(app, [command, "manifest.yaml", *arguments], input=stdin)
        return result.exit_code, result.stdout, result.stderr

    return invoke


def test_compile_prints_the_list_and_says_what_is_hidden(run):
    status, out, err = run(SHOP, "compile", "--role", "viewer")
    tools = json.loads(out)["tools"]
    assert status == 0
    assert [item["name"] for item in tools] == ["checkout_tools", "orders_tools", "ping"]
    assert tools[1]["inputSchema"]["x-tool-input-schemas"]["list_orders"]["properties"]["status"]["enum"] == [
        "on",
        "off",
    ]
    assert "note: 1 of 4 tools is hidden from this caller." in err


def test_compile_denies_by_default_with_a_word(run):
    status, out, err = run(SHOP, "compile")
    assert status == 0
    assert "orders" not in out
    assert "2 of 4 tools are hidden from this caller; no role or grants were given" in err


def test_compile_counts_what_the_target_has_against_the_listing(tmp_path):
    path = tmp_path / "m.yaml"
    shown = "{name: a, description: " + "x" * 1100 + ", requires: see, inputSchema: {type: object}}"
    path.write_text(f"schemac: 1\ntools: [{shown}]\n", encoding="utf-8")
    command = ["compile", str(path), "--target", "openai"]
    seen = CliRunner().invoke(app, [*command, "--grant", "see"])
    assert seen.exit_code == 0
    assert "note: 1 warning of openai about this listing" in seen.stderr
    assert "about this listing" not in CliRunner().invoke(app, command).stderr
    assert "about this listing" not in CliRunner().invoke(app, ["compile", str(path), "--grant", "see"]).stderr


def test_compact_output_is_the_exact_surface(run):
    _, out, _ = run(SHOP, "compile", "--all-grants", "--compact")
    assert out.startswith('{"tools":[{"name":"checkout_tools"')
    assert "\n" not in out


def test_options_on_the_command_line_override_the_domain(run):
    _, out, _ = run(SHOP, "compile", "--all-grants", "--set", "facade_suffix=", "--set", "lines=compact")
    assert [item["name"] for item in json.loads(out)["tools"]] == ["checkout", "orders", "ping"]
    _, out, _ = run(SHOP, "compile", "--all-grants", "--strategy", "flat")
    assert len(json.loads(out)["tools"]) == 4


def test_grants_files_and_roles_merge_and_an_explicit_false_wins(run, tmp_path):
    (tmp_path / "who.json").write_text('{"predicates": {"admin": false}, "tools": {"ping": false}}', encoding="utf-8")
    _, out, _ = run(
        SHOP, "compile", "--role", "viewer", "--decisions", "who.json", "--grant", "admin", "--strategy", "flat"
    )
    assert [item["name"] for item in json.loads(out)["tools"]] == ["list_orders", "pay"]


def test_unknown_names_are_refused_with_a_suggestion(run):
    status, out, err = run(SHOP, "compile", "--role", "veiwer")
    assert (status, out) == (2, "")
    assert "unknown-role" in err
    assert "'viewer'" in err
    status, _, err = run(SHOP, "compile", "--grant", "view_order")
    assert "nothing in the domain default asks for 'view_order'. Did you mean 'view_orders'?" in err
    status, _, err = run(SHOP, "compile", "--domain", "shop")
    assert status == 2
    assert "unknown-domain" in err


def test_a_slip_in_a_decisions_file_is_told(run, tmp_path):
    file = tmp_path / "who.json"
    file.write_text('{"grants": ["veiw_orders", "elsewhere"], "tools": {"delete_ordr": true}}', encoding="utf-8")
    status, _, err = run(SHOP, "compile", "--decisions", "who.json")
    assert status == 0
    assert "nothing in the domain default asks for 'veiw_orders'. Did you mean 'view_orders'?" in err
    assert "nothing in the domain default is called 'delete_ordr'. Did you mean 'delete_order'?" in err
    assert "elsewhere" not in err
    file.write_text('{"grants": ["veiw_orders", "view_orders"]}', encoding="utf-8")
    assert "Did you mean" not in run(SHOP, "compile", "--decisions", "who.json")[2]


def test_usage_errors_end_with_two(run):
    assert run(SHOP, "compile", "--set", "lines")[0] == 2
    assert run(SHOP, "compile", "--no-such-option")[0] == 2
    assert run(SHOP, "list", "--limit", "0")[0] == 2
    assert CliRunner().invoke(app, ["compile", "no-such-file.yaml"]).exit_code == 2


def test_ten_mistakes_are_told_in_one_run_with_place_and_cure(run):
    status, out, err = run(MISTAKES, "compile")
    assert (status, out) == (1, "")
    places = [line.split("manifest.yaml:")[1] for line in err.splitlines() if "--> manifest.yaml:" in line]
    assert [int(place.split(":")[0]) for place in places] == [2, 4, 6, 8, 9, 10, 11, 12, 13, 14]
    assert err.count("= help:") == 10
    assert err.count("error[") == 10


def test_a_mistake_is_found_in_standard_input_too():
    result = CliRunner().invoke(app, ["check", "-"], input=MISTAKES)
    assert result.exit_code == 1
    assert result.stderr.count("error[") == 10


def test_check_writes_findings_for_machines(run):
    status, out, _ = run(MISTAKES, "check", "--format", "json")
    assert status == 1
    rows = json.loads(out)["findings"]
    assert [row["line"] for row in rows] == [2, 4, 6, 8, 9, 10, 11, 12, 13, 14]
    assert json.loads(run(MISTAKES, "check", "--format", "sarif")[1])["version"] == "2.1.0"
    assert run(MISTAKES, "check", "--format", "github")[1].count("::error ") == 10


def test_check_is_silent_on_standard_output_when_all_is_well(run):
    assert run(SHOP, "check") == (0, "", "note: manifest.yaml is fine.\n")


def test_check_looks_at_roles_and_acceptances(run):
    text = SHOP.replace("nobody: {grants: []}", "nobody: {grants: [veiw_orders], tools: {pong: false}}")
    status, _, err = run(text, "check")
    assert status == 0
    assert err.count("warning[decision-names-nothing]") == 2
    assert run(text, "check", "--fail-on", "warning")[0] == 1
    accepted = SHOP + "allow: [{code: root-type-added, at: /tools/0, reason: generated}]\n"
    assert "warning[allow-unused]" in run(accepted, "check")[2]


def test_explain_tells_gate_by_gate(run):
    status, out, _ = run(SHOP, "explain", "delete_order", "--role", "viewer")
    assert status == 0
    assert out.splitlines() == [
        "delete_order: hidden",
        "  requires:",
        "    fails     view_orders and (admin or owner)",
        "      holds     view_orders",
        "      fails     admin or owner",
        "        fails     admin",
        "        fails     owner",
    ]
    _, out, _ = run(SHOP, "explain", "list_orders", "--role", "viewer")
    assert out.splitlines()[:2] == ["list_orders: visible", "  called through orders_tools"]
    assert json.loads(run(SHOP, "explain", "ping", "--json")[1])["visible"] is True
    status, _, err = run(SHOP, "explain", "pong")
    assert status == 2
    assert "ping" in err


def test_list_shows_tools_under_their_groups(run):
    status, out, err = run(SHOP, "list", "--all-grants")
    assert status == 0
    assert out.splitlines() == [
        "checkout:",
        "  checkout/payment:",
        "    - pay() — Pay a cart.",
        "orders:",
        "  - delete_order(id: string) — Delete an order. [destructive]",
        '  - list_orders(status?: "on" | "off") — List orders.',
        "(ungrouped):",
        "  - ping()",
    ]
    assert err == "Showing 4 of 4 tools.\n"


def test_list_tells_how_to_narrow(run):
    _, out, err = run(SHOP, "list", "--all-grants", "--limit", "1")
    assert out.splitlines() == ["orders:", "  - delete_order(id: string) — Delete an order. [destructive]"]
    assert err == (
        "Showing 1 of 4 tools. Narrow with --group <name> (groups: checkout 1, orders 2) or --filter <text>.\n"
    )


def test_list_filters_pages_and_counts(run):
    assert run(SHOP, "list", "--all-grants", "--group", "orders", "--filter", "DELETE")[1].splitlines() == [
        "- delete_order(id: string) — Delete an order. [destructive]"
    ]
    assert run(SHOP, "list", "--all-grants", "--groups")[1].splitlines() == [
        "checkout 1",
        "  checkout/payment 1",
        "orders 2",
        "(ungrouped) 1",
    ]
    shown = json.loads(run(SHOP, "list", "--json", "--all-grants", "--offset", "3")[1])
    assert [item["name"] for item in shown["tools"]] == ["ping"]
    assert shown["total"] == 4
    assert run(SHOP, "list", "--group", "a/b/c")[0] == 2


def test_schema_prints_the_manifests_own_schema():
    result = CliRunner().invoke(app, ["schema"])
    assert json.loads(result.stdout)["$schema"] == "https://json-schema.org/draft/2020-12/schema"


@pytest.mark.parametrize("command", ["compile", "check", "explain", "list", "import", "schema"])
def test_every_command_has_help_with_examples(command):
    result = CliRunner().invoke(app, [command, "--help"])
    assert result.exit_code == 0
    assert "Example" in result.stdout
    assert f"schemac {command}" in result.stdout
