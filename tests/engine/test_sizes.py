"""Schemas of any size end in a surface or in ``limit-exceeded``, never in an exception (docs/spec, chapter ENG)."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

import pytest

from schemac.catalog.decisions import Decisions
from schemac.findings import SchemacError
from schemac.plan import plan
from schemac.text import load
from schemac.text.manifest import Manifest
from tests.engine.manifests import STRATEGIES

SECONDS = 60
"""Far above what any of these take, and far below what anything but linear work would."""


def deep(levels: int) -> Any:
    schema: dict[str, Any] = {"type": "string"}
    for _ in range(levels):
        schema = {"properties": {"a": schema}}
    return {"type": "object", **schema}


def wide(nodes: int) -> Any:
    return {"type": "object", "properties": {f"p{index}": {"type": "string"} for index in range(nodes // 2)}}


def cycle(steps: int) -> Any:
    """Definitions each of which refers to the next through a property, the last to the first."""
    definitions = {
        f"D{index}": {"properties": {"next": {"$ref": f"#/$defs/D{(index + 1) % steps}"}}} for index in range(steps)
    }
    return {"type": "object", "properties": {"start": {"$ref": "#/$defs/D0"}}, "$defs": definitions}


def cycle_in_place(steps: int) -> Any:
    definitions = {f"D{index}": {"$ref": f"#/$defs/D{(index + 1) % steps}"} for index in range(steps)}
    return {"type": "object", "properties": {"start": {"$ref": "#/$defs/D0"}}, "$defs": definitions}


def chain_in_place(steps: int) -> Any:
    definitions: dict[str, Any] = {f"D{index}": {"$ref": f"#/$defs/D{index + 1}"} for index in range(steps)}
    definitions[f"D{steps}"] = {"type": "string", "x-requires": "p"}
    return {"type": "object", "properties": {"start": {"$ref": "#/$defs/D0"}, "b": {}}, "$defs": definitions}


def shared(uses: int, *, gated: bool) -> Any:
    properties = {f"p{index}": {"$ref": "#/$defs/D"} for index in range(uses)}
    definition: Any = {"type": "object", "properties": {"id": {"type": "string"}}}
    if gated:
        definition["properties"]["cost"] = {"x-requires": "p"}
    return {"type": "object", "properties": properties, "$defs": {"D": definition}}


def doubled(levels: int) -> Any:
    """Definitions each of which refers to the next twice: in a value, two to the power of levels places."""
    definitions: dict[str, Any] = {
        f"D{index}": {"properties": {side: {"$ref": f"#/$defs/D{index + 1}"} for side in ("l", "r")}}
        for index in range(levels)
    }
    definitions[f"D{levels}"] = {"type": "string"}
    return {"type": "object", "properties": {"top": {"$ref": "#/$defs/D0"}}, "$defs": definitions}


def manifest(schema: Any, strategy: str = "flat") -> dict[str, Any]:
    return {
        "schemac": 1,
        "domains": {"default": {"group_by": "group", "strategy": strategy}},
        "tools": [
            {"name": "big", "group": "g", "inputSchema": schema},
            {"name": "small", "group": "g", "inputSchema": {"type": "object"}},
        ],
    }


def outcome(build: Callable[[], Any]) -> set[str] | bytes:
    """Return the surface for a caller without rights, or the codes of what refuses."""
    start = time.monotonic()
    try:
        made = plan(build())
        found: set[str] | bytes = made.compile(Decisions.granting()).to_json()
        json.loads(made.compile(Decisions.granting("p")).to_json())
    except SchemacError as refused:
        found = {item.code for item in refused.findings if item.is_error}
    assert time.monotonic() - start < SECONDS
    return found


REFUSED = {
    "10,000 levels": lambda: deep(10_000),
    "more objects and arrays than there may be": lambda: {"type": "object", "enum": [[]] * 1_000_001},
}
TAKEN = {
    "250 levels": lambda: deep(120),
    "a cycle of 1,000 steps": lambda: cycle(1_000),
    "a chain of 1,000 references in place, to something gated": lambda: chain_in_place(1_000),
    "places two to the power of 22": lambda: doubled(22),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_too_large_is_refused(name: str):
    schema = REFUSED[name]()
    assert outcome(lambda: manifest(schema)) == {"limit-exceeded"}
    assert outcome(lambda: Manifest.from_value(manifest(schema))) == {"limit-exceeded"}


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("name", TAKEN)
def test_what_is_large_is_compiled(name: str, strategy: str):
    schema = TAKEN[name]()
    told = outcome(lambda: manifest(schema, strategy))
    assert isinstance(told, bytes)
    assert len(told) < 40 * len(json.dumps(schema)), "what is shared is not written out"


def test_a_million_nodes_end():
    schema = wide(1_000_000)
    assert isinstance(outcome(lambda: manifest(schema)), bytes)


def test_a_definition_used_a_hundred_thousand_times_ends():
    for schema in (shared(100_000, gated=False), shared(10_000, gated=True)):
        told = outcome(lambda schema=schema: manifest(schema, "vendor_extension"))  # type: ignore[misc]  # called now
        assert isinstance(told, bytes)
        assert told.count(b'"id"') == 1
        assert b'"cost"' not in told
    everything = shared(100_000, gated=True)
    assert outcome(lambda: manifest(everything)) == {"limit-exceeded"}


def test_a_cycle_in_place_is_refused_however_long():
    schema = cycle_in_place(1_000)
    assert outcome(lambda: manifest(schema)) == {"ref-cycle"}


@pytest.mark.parametrize("form", ["json", "yaml"])
def test_a_deep_text_is_refused(form: str):
    text = '{"schemac": 1, "tools": [{"name": "t", "inputSchema": ' + '{"not": ' * 10_000 + "{}" + "}" * 10_000 + "}]}"
    with pytest.raises(SchemacError) as refused:
        load(text, format=form)  # type: ignore[arg-type]  # one of the two words
    assert {item.code for item in refused.value.findings} == {"limit-exceeded"}


def test_a_document_that_is_too_deep_is_refused_where_it_stands():
    value = {**manifest({"type": "object"}), "schemas": {"urn:x:deep": deep(10_000), "urn:x:fine": True}}
    with pytest.raises(SchemacError) as refused:
        plan(value)
    assert {item.code for item in refused.value.findings} == {"limit-exceeded"}
