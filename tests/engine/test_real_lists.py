"""Random gates inside the schemas of real tools (docs/spec, chapters GAT, ENG and STR)."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from schemac.catalog.decisions import Decisions
from schemac.catalog.importing import import_tools
from schemac.jsonschema.keywords import DIALECTS, DRAFT_2020_12
from schemac.jsonschema.link import link
from schemac.jsonschema.walk import walk
from schemac.plan import Plan, plan
from schemac.pointer import lookup
from schemac.surface.surface import Surface
from tests.engine.emitted import (
    assert_no_definition_unused,
    assert_references_resolve,
    assert_valid,
    dialect_of,
    documents,
    mentions,
)
from tests.engine.manifests import OUTPUTS, STRATEGIES
from tests.shared import real_tool_files

PREDICATES = ("p", "q")
AT_MOST = 40


def gated(random: Random, tool: dict[str, Any], gates: dict[tuple[str, str], str]) -> dict[str, Any]:
    """Return a tool with gates on some properties and branches; ``gates`` learns which names stand for which gate."""
    written: dict[str, Any] = json.loads(json.dumps(tool))
    for field in ("inputSchema", "outputSchema"):
        if field not in written:
            continue
        items = applied(written[field])
        declared = Counter(name for item in items for name in item.get("properties", {}))
        for item in items:
            for name, part in item.get("properties", {}).items():
                if isinstance(part, dict) and "x-requires" not in part and random.random() < 0.25:
                    part["x-requires"] = gate = random.choice(PREDICATES)
                    if declared[name] == 1 and not _is_elsewhere(name, item, items):
                        gates[tool["name"], f"{field}/{name}"] = gate
            for keyword in ("anyOf", "oneOf"):
                for part in item.get(keyword, ()):
                    if isinstance(part, dict) and random.random() < 0.2:
                        part["x-requires"] = random.choice(PREDICATES)
    return written


def applied(schema: dict[str, Any]) -> list[dict[str, Any]]:
    """Return every subschema that something applies: real tools carry definitions that nothing refers to."""
    module = link(schema, dialect=dialect_of(schema, DRAFT_2020_12))
    places = [
        definition.authored(at)
        for definition in module.definitions.values()
        for at, item in walk(definition.schema, definition.dialect)
        if isinstance(item, dict)
    ]
    return [lookup(schema, place) for place in dict.fromkeys(places)]


def _is_elsewhere(name: str, holder: dict[str, Any], items: list[dict[str, Any]]) -> bool:
    """Tell whether another object, that may have nothing to do with this one, mentions the name."""
    return any(item is not holder and name in mentions({**item, "properties": {}}, DRAFT_2020_12) for item in items)


def gated_list(random: Random, path: Path, gates: dict[tuple[str, str], str]) -> dict[str, Any]:
    """Return a real list as a manifest with groups and random gates."""
    imported = import_tools(json.loads(path.read_text(encoding="utf-8")), group_by="prefix", on_duplicate="first")
    made = imported.manifest()
    tools = made["tools"] if len(made["tools"]) <= AT_MOST else random.sample(made["tools"], AT_MOST)
    return {**made, "tools": [gated(random, tool, gates) for tool in tools]}


@pytest.mark.real
@pytest.mark.parametrize("path", real_tool_files(), ids=lambda path: path.stem)
def test_gated_real_tools(path: Path):
    random = Random(path.stem)
    gates: dict[tuple[str, str], str] = {}
    manifest = gated_list(random, path, gates)
    for strategy in STRATEGIES:
        options: dict[str, Any] = {"strategy": strategy, "on_tool_error": "omit"}
        output = random.choice(OUTPUTS)
        if output is not None:
            options["output_dialect"] = output
        planned = plan(manifest, options=options)
        assert len(planned.subjects) >= len(manifest["tools"]) * 0.5, "most gates are where they may be"
        surface = planned.compile(Decisions.granting(random.choice(["p", "q", "r"])))
        check(surface, planned)
        again = plan({"schemac": 1, "tools": surface.tools}).compile(Decisions.granting())
        assert json.dumps(again.tools) == json.dumps(surface.tools)


def check(surface: Surface, planned: Plan) -> None:
    declared = {subject.tool.name: subject.tool for subject in planned.subjects}
    for document in documents(surface):
        assert_valid(document)
        assert_references_resolve(document)
        tool = declared.get(document.tool) if document.tool else None
        if tool is None or document.schema not in (tool.input_schema, tool.output_schema):
            assert_no_definition_unused(document)  # it was moved or pruned
    assert '"x-requires"' not in surface.to_json().decode()


@pytest.mark.real
@pytest.mark.parametrize("path", real_tool_files(), ids=lambda path: path.stem)
def test_removed_names_are_mentioned_nowhere(path: Path):
    """A name that one object declares and a gate takes out is in no property list and no requirement."""
    random = Random(f"{path.stem} names")
    gates: dict[tuple[str, str], str] = {}
    manifest = gated_list(random, path, gates)
    planned = plan(manifest, options={"strategy": "flat", "group_by": "none", "on_tool_error": "omit"})
    surface = planned.compile(Decisions.granting("p"))
    shown = {tool["name"]: tool for tool in surface.tools}
    looked = 0
    for (name, place), gate in gates.items():
        field, _, removed = place.partition("/")
        if gate != "p" and name in shown and field in shown[name]:
            schema = shown[name][field]
            assert removed not in mentions(schema, dialect_of(schema, DIALECTS["2020-12"])), (name, removed)
            looked += 1
    assert looked or len(gates) < 10
