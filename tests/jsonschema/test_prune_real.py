"""Random gates on collected real tool lists."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from schemac.findings import SchemacError
from schemac.jsonschema.closed import Shapes
from schemac.jsonschema.keywords import DRAFT_2020_12, dialect_by_uri
from schemac.jsonschema.link import link
from schemac.jsonschema.prune import analyse, prune
from schemac.jsonschema.walk import walk
from schemac.pointer import lookup
from tests.jsonschema.gated_schemas import PREDICATES
from tests.jsonschema.pruning import decisions, documented, valid_schema
from tests.shared import real_tool_files

pytestmark = pytest.mark.real

TOOLS = 25
"""So many tools of each list are tried; with other seeds, others are gated otherwise."""

CHOICES = ("anyOf", "oneOf", "then", "else", "not", "dependentSchemas", "dependencies")
OFTEN = ("properties", "anyOf", "oneOf")


def tools_of(path: Path) -> list[dict[str, Any]]:
    found = json.loads(path.read_text())
    tools = found if isinstance(found, list) else found.get("tools", found.get("result", {}).get("tools", []))
    return [tool for tool in tools if isinstance(tool.get("inputSchema"), dict)]


def gated(schema: Any, random: Random) -> Any:
    """Return a copy of a schema with random gates on properties and branches in force, seldom on other subschemas."""
    copied = json.loads(json.dumps(schema))
    for definition in link(schema).definitions.values():
        for pointer, item in walk(definition.schema, definition.dialect):
            at = definition.origin.pointer + pointer
            often = len(at) > 1 and at[-2] in OFTEN
            if isinstance(item, dict) and at and random.random() < (0.2 if often else 0.01):
                lookup(copied, at)["x-requires"] = random.choice(PREDICATES)
    return copied


@pytest.mark.parametrize("path", real_tool_files(), ids=lambda path: path.stem)
def test_random_gates_on_real_tools(path: Path):
    random = Random(path.stem)
    tools = tools_of(path)
    tried = accepted = 0
    for tool in random.sample(tools, min(TOOLS, len(tools))):
        schema = tool["inputSchema"]
        dialect = dialect_by_uri(schema.get("$schema", DRAFT_2020_12.uri)) or DRAFT_2020_12
        try:
            link(schema)
        except SchemacError:
            continue
        tried += 1
        written = gated(schema, random)
        try:
            sites = analyse(link(written), written)
        except SchemacError as error:
            assert {item.code for item in error.findings if item.is_error} <= {
                "gate-dead",
                "gate-not-allowed-here",
                "gated-name-mentioned",
            }
            continue
        accepted += 1
        result = prune(sites, decisions([name for name in PREDICATES if random.random() < 0.5]))
        if result.shown is None or result.enforced is None:
            continue
        documents = documented(result, dialect)
        assert "x-requires" not in json.dumps(documents)
        if valid_schema(schema, dialect.name):
            assert valid_schema(documents.shown, dialect.name)
            assert valid_schema(documents.enforced, dialect.name)
        for module in (result.shown, result.enforced):
            targets = {
                item["$ref"]
                for definition in module.definitions.values()
                for _, item in walk(definition.schema, definition.dialect)
                if isinstance(item, dict) and "$ref" in item
            }
            assert targets | {"#"} == set(module.definitions)
        for place in Shapes(result.shown, result.removed).places()[0]:
            if not any(token in CHOICES for item in place.applied for token in item.pointer):
                assert place.gated_names.isdisjoint(place.names), tool["name"]
    assert accepted >= tried // 2
