"""Linking and embedding real tool lists: nothing is lost, nothing dangles, nothing is left over."""

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from schemac.jsonschema.embed import merge, standalone
from schemac.jsonschema.equality import analyse
from schemac.jsonschema.keywords import DRAFT_2020_12, Dialect, dialect_by_uri
from schemac.jsonschema.link import link
from schemac.jsonschema.metaschema import check
from schemac.jsonschema.walk import walk
from schemac.pointer import fragment
from tests.shared import real_tool_files


def schemas_of(path: Path) -> Iterator[tuple[str, Any, Dialect]]:
    tools = json.loads(path.read_text())
    for tool in tools["tools"] if isinstance(tools, dict) else tools:
        schema = tool["inputSchema"]
        yield tool["name"], schema, dialect_by_uri(schema.get("$schema", DRAFT_2020_12.uri)) or DRAFT_2020_12


def references(schema: Any, dialect: Dialect) -> set[str]:
    return {item["$ref"] for _, item in walk(schema, dialect) if isinstance(item, dict) and "$ref" in item}


@pytest.mark.real
@pytest.mark.parametrize("path", real_tool_files(), ids=lambda path: path.stem)
def test_a_real_list_is_embedded_whole(path):
    by_dialect: dict[str, dict[str, Any]] = {}
    for name, schema, dialect in schemas_of(path):
        before = copy.deepcopy(schema)
        analysis = analyse(link(schema))
        own = standalone(analysis.module, dialect)
        assert schema == before
        assert check(own, dialect) == []
        held = {fragment((dialect.definitions, key)) for key in own.get(dialect.definitions, {})}
        assert references(own, dialect) - {"#"} == held, name
        if "$ref" not in json.dumps(schema):
            # The most common schema by far keeps everything but its identity and definitions that nobody used.
            assert own == {key: item for key, item in schema.items() if key not in {"$schema", "$defs", "definitions"}}
        by_dialect.setdefault(dialect.name, {})[name] = (analysis, dialect)
    for members in by_dialect.values():
        dialect = next(iter(members.values()))[1]
        found = merge({name: analysis for name, (analysis, _) in members.items()}, dialect)
        whole = {"properties": found.schemas, dialect.definitions: found.definitions}
        held = {fragment((dialect.definitions, key)) for key in found.definitions}
        assert references(whole, dialect) == held
        assert check(whole, dialect) == []
