import json

import jsonschema
import pytest
from referencing import Registry, Resource

from schemac.catalog.decisions import Decisions
from schemac.catalog.importing import import_tools
from schemac.findings import SchemacError
from schemac.plan import plan
from schemac.surface.protocol import PROTOCOLS
from tests.shared import real_tool_files, shared

EVERYONE = Decisions()


def surface(tools, **options):
    made = plan({"schemac": 1, "tools": tools}, options=options)
    return made.compile(EVERYONE)


FULL = {
    "name": "draw",
    "icons": [{"src": "https://example.com/a.png"}],
    "inputSchema": {"type": "object", "properties": {"any": True, "none": False, "id": {"type": "string"}}},
    "outputSchema": {"type": "array"},
    "execution": {"taskSupport": "optional"},
}


def test_2025_06_18_drops_icons_execution_and_other_output_roots():
    shown = surface([FULL])
    assert shown.list_result("2025-06-18") == {
        "tools": [
            {
                "name": "draw",
                "inputSchema": {
                    "type": "object",
                    "properties": {"any": {}, "none": {"not": {}}, "id": {"type": "string"}},
                },
            }
        ]
    }
    dropped = [(item.code, item.pointer) for item in shown.dropped("2025-06-18")]
    assert dropped == [("protocol-drops", ("tools", 0, field)) for field in ("execution", "icons", "outputSchema")]


def test_2025_11_25_carries_icons_and_execution():
    tool = surface([FULL]).list_result("2025-11-25")["tools"][0]
    assert set(tool) == {"name", "icons", "inputSchema", "execution"}


def test_2026_07_28_carries_any_output_and_says_private_for_all():
    result = surface([FULL], ttl_ms=500).list_result("2026-07-28")
    assert set(result["tools"][0]) == {"name", "icons", "inputSchema", "outputSchema"}
    assert {key: result[key] for key in ("resultType", "ttlMs", "cacheScope")} == {
        "resultType": "complete",
        "ttlMs": 500,
        "cacheScope": "private",
    }


def test_what_every_version_carries_is_the_same_object():
    shown = surface([{"name": "a", "inputSchema": {"type": "object"}}])
    for version in PROTOCOLS:
        assert shown.list_result(version)["tools"][0] is shown.tools[0]


def test_an_unknown_version_is_refused():
    with pytest.raises(SchemacError, match="protocol-unknown"):
        surface([]).list_result("2024-11-05")


MANY = [{"name": f"t{index}", "inputSchema": {"type": "object"}} for index in range(5)]


def test_pages_are_walked_by_cursor():
    shown = surface(MANY, page_size=2)
    names, cursor = [], None
    for _ in range(3):
        result = shown.list_result("2025-11-25", cursor)
        names += [item["name"] for item in result["tools"]]
        cursor = result.get("nextCursor")
    assert names == ["t0", "t1", "t2", "t3", "t4"]
    assert cursor is None


@pytest.mark.parametrize("cursor", ["", "x", "0", "====", "ZXRhZzoy", "\ud800", "é"])
def test_made_up_cursors_are_refused(cursor):
    for options in ({}, {"page_size": 2}):
        with pytest.raises(SchemacError, match="cursor-invalid"):
            surface(MANY, **options).list_result("2025-11-25", cursor)


def test_a_cursor_of_another_surface_is_refused():
    cursor = surface(MANY, page_size=2).list_result("2025-11-25")["nextCursor"]
    with pytest.raises(SchemacError, match="cursor-invalid"):
        surface(MANY[:4], page_size=2).list_result("2025-11-25", cursor)
    with pytest.raises(SchemacError, match="cursor-invalid"):
        surface(MANY, page_size=3).list_result("2025-11-25", cursor)


GROUPINGS = {
    "flat": [{"group_by": "none", "strategy": "flat"}],
    "prefix": [{}, {"schemas_in": "schema"}],
}


def official(version):
    document = json.loads(shared("mcp-schema", f"{version}.json").read_text())
    registry = Registry().with_resource("urn:mcp", Resource.from_contents(document))
    names = "$defs" if "$defs" in document else "definitions"
    cls = jsonschema.validators.validator_for(document)
    return cls({"$ref": f"urn:mcp#/{names}/ListToolsResult"}, registry=registry)


@pytest.mark.real
@pytest.mark.parametrize("version", PROTOCOLS)
@pytest.mark.parametrize("grouping", ["flat", "prefix"])
def test_every_real_list_is_valid_for_every_version(version, grouping):
    judge = official(version)
    for path in real_tool_files():
        imported = import_tools(json.loads(path.read_text()), on_duplicate="first")
        for options in GROUPINGS[grouping]:
            result = plan(imported.manifest(), options=options).compile(EVERYONE).list_result(version)
            assert not [error.message for error in judge.iter_errors(result)][:3], path.name
