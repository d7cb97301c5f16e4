"""``schemac explain`` tells which predicate stands before which argument."""

import json

import pytest
from typer.testing import CliRunner

from schemac.cli.app import app

MANIFEST = """\
schemac: 1
schemas:
  "https://a.example/money.json": {properties: {margin: {x-requires: finance}}}
tools:
  - name: orders
    requires: view
    inputSchema:
      type: object
      properties:
        deleted: {type: boolean, x-requires: {any: [admin, audit]}}
        filter: {type: object, properties: {owner: {x-requires: admin}, lines: {items: {x-requires: [view, deep]}}}}
        tag: {$ref: "#/$defs/tag"}
        part: {$ref: "#/$defs/secret/properties/inner"}
        price: {$ref: "https://a.example/money.json"}
        zone: {x-default-for: zone}
      allOf:
        - properties: {extra: {x-requires: more}}
      $defs:
        tag: {type: string, x-requires: tags}
        secret: {type: object, x-requires: secrets, properties: {inner: {type: string}}}
    outputSchema:
      type: object
      x-requires: view
      properties: {total: {type: number, x-requires: finance}}
  - {name: free, inputSchema: {type: object}}
"""


@pytest.fixture
def explain(tmp_path):
    path = tmp_path / "m.yaml"
    path.write_text(MANIFEST, encoding="utf-8")

    def run(*arguments):
        done = CliRunner().invoke(app, ["explain", str(path), *arguments])
        assert done.exit_code == 0, done.stderr
        return done.stdout

    return run


def test_each_argument_is_told_with_its_gate(explain):
    assert explain("orders", "--grant", "view", "--grant", "audit", "--grant", "tags").splitlines() == [
        "orders: visible",
        "  requires:",
        "    holds     view",
        "  /$defs/tag of inputSchema requires:",
        "    holds     tags",
        "  the argument extra requires:",
        "    fails     more",
        "  the argument deleted requires:",
        "    holds     admin or audit",
        "      fails     admin",
        "      holds     audit",
        "  the argument filter.lines[] requires:",
        "    fails     view and deep",
        "      holds     view",
        "      fails     deep",
        "  the argument filter.owner requires:",
        "    fails     admin",
        "  /properties/part/$ref of inputSchema requires:",
        "    fails     secrets",
        "  /properties/margin of https://a.example/money.json requires:",
        "    fails     finance",
        "  the whole of outputSchema requires:",
        "    holds     view",
        "  the result total requires:",
        "    fails     finance",
    ]


def test_the_same_is_told_to_machines(explain):
    parts = json.loads(explain("orders", "--json"))["parts"]
    assert parts[1] == {
        "field": "inputSchema",
        "document": "",
        "pointer": "/allOf/0/properties/extra",
        "name": "extra",
        "gate": {"gate": "more", "holds": None},
    }
    assert [part["name"] for part in parts if part["document"]] == [None]


def test_a_tool_without_gates_in_its_schemas_has_no_parts(explain):
    assert explain("free").splitlines() == ["free: visible", "  no gate: visible to all"]
    assert json.loads(explain("free", "--json"))["parts"] == []
