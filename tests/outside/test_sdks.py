"""What is emitted parses with the official SDKs."""

import json

import pytest
from mcp.types import ListToolsResult

from schemac.catalog.decisions import NOTHING
from schemac.catalog.importing import import_tools
from schemac.plan import plan
from tests.outside.node import ask
from tests.shared import real_tool_files

SHAPES = (
    {"strategy": "flat"},
    {"strategy": "vendor_extension", "schemas_in": "schema"},
    {"strategy": "vendor_extension", "schemas_in": "meta"},
    {"strategy": "discriminated_union"},
)


@pytest.mark.real
@pytest.mark.node
def test_the_official_sdks_take_every_real_list_in_every_shape():
    """The Python SDK's types, and the Zod types of the TypeScript SDK where Node is at hand."""
    listed = []
    for path in real_tool_files():
        manifest = import_tools(json.loads(path.read_text()), on_duplicate="first").manifest()
        for shape in SHAPES:
            surface = plan(manifest, options=shape).compile(NOTHING)
            for version in ("2025-06-18", "2025-11-25"):
                result = surface.list_result(version)
                parsed = ListToolsResult.model_validate(result)
                assert [tool.name for tool in parsed.tools] == [tool["name"] for tool in result["tools"]]
                listed.append((path.stem, shape, version, result))
    assert len(listed) == len(real_tool_files()) * len(SHAPES) * 2
    judged = ask("zod.mjs", [result for *_, result in listed])
    assert [(*what, why) for (*what, _), why in zip(listed, judged, strict=True) if why] == []
