import copy
import json
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schemac.catalog.importing import changes, import_tools
from schemac.catalog.read import read_manifest
from schemac.findings import Place, SchemacError
from schemac.pointer import Pointer, lookup, render
from schemac.values import JsonObject
from tests.shared import real_tool_files

OBJECT = {"type": "object"}


def tool(name: str, **members: object) -> JsonObject:
    return {"name": name, "inputSchema": OBJECT, **members}


def codes(findings) -> list[str]:
    return [item.code for item in findings]


def refused(value, **options) -> list[tuple[str, str]]:
    with pytest.raises(SchemacError) as error:
        import_tools(value, **options)
    return [(item.code, render(item.pointer)) for item in error.value.findings]


def one(entry, **options) -> tuple[JsonObject, list[tuple[str, str]]]:
    """The descriptor that one entry becomes, and code and pointer of each finding."""
    imported = import_tools([entry], group_by="none", **options)
    return imported.tools[0], [(item.code, render(item.pointer)) for item in imported.findings]


LIST = [tool("a"), tool("b")]


@pytest.mark.parametrize(
    ("value", "at"),
    [
        (LIST, ""),
        ({"tools": LIST}, "/tools"),
        ({"source": {"server": "s"}, "tools": LIST, "_meta": {}}, "/tools"),
        ({"jsonrpc": "2.0", "id": 1, "result": {"tools": LIST, "nextCursor": None}}, "/result/tools"),
        ([{"tools": LIST[:1], "nextCursor": "n"}, {"tools": LIST[1:]}], None),
        (
            [
                {"jsonrpc": "2.0", "id": 1, "result": {"tools": LIST[:1]}},
                {"jsonrpc": "2.0", "id": 2, "result": {"tools": LIST[1:]}},
            ],
            None,
        ),
        (
            [
                {"jsonrpc": "2.0", "id": 0, "result": {"capabilities": {}}},
                {"jsonrpc": "2.0", "method": "x"},
                {"tools": LIST},
            ],
            None,
        ),
    ],
    ids=["array", "result", "extra members", "response", "pages", "responses", "messages"],
)
def test_every_form_of_a_list_gives_the_same_manifest(value, at):
    imported = import_tools(value, group_by="none")
    assert imported.manifest() == {
        "schemac": 1,
        "domains": {"default": {"group_by": "none", "schemas_in": "meta"}},
        "tools": LIST,
    }
    assert imported.findings == ()
    if at is not None:
        broken = copy.deepcopy(value)
        lookup(broken, at.split("/")[1:])[1]["name"] = "b b"
        assert refused(broken) == [("import-tool-invalid", f"{at}/1/name")]


@pytest.mark.parametrize("value", [[], {"tools": []}, [{"tools": []}]])
def test_an_empty_list_is_a_manifest_without_tools(value):
    for group_by in ("prefix", "namespace", "none"):
        assert import_tools(value, group_by=group_by).manifest()["tools"] == []


@pytest.mark.parametrize(
    ("value", "at"),
    [
        ({}, ""),
        (None, ""),
        ("tools", ""),
        ({"tools": {"a": {}}}, ""),
        ({"result": {"resources": []}}, ""),
        ({"jsonrpc": "2.0", "id": 1, "error": {"code": -32601, "message": "Method not found"}}, ""),
        ([{"tools": []}, {"jsonrpc": "2.0", "id": 2, "error": {"code": 1, "message": "m"}}], "/1"),
        ([{"tools": []}, tool("a")], "/1"),
    ],
)
def test_what_is_no_list_is_refused_at_its_place(value, at):
    assert refused(value) == [("import-not-a-tool-list", at)]


def test_the_server_s_error_is_quoted():
    with pytest.raises(SchemacError, match="Method not found"):
        import_tools({"jsonrpc": "2.0", "id": 1, "error": {"code": -32601, "message": "Method not found"}})


def test_a_list_that_goes_on_is_a_warning_only_at_its_last_page():
    pages = [{"tools": LIST[:1], "nextCursor": "2"}, {"tools": LIST[1:], "nextCursor": "3"}]
    imported = import_tools(pages)
    assert [(item.code, item.pointer) for item in imported.findings] == [("import-list-incomplete", (1, "nextCursor"))]


def test_null_members_are_absent_but_nulls_inside_schemas_stay():
    schema = {"type": "object", "properties": {"a": {"default": None, "enum": [None, 1]}}}
    entry = {
        "name": "a",
        "title": None,
        "annotations": None,
        "outputSchema": None,
        "requires": None,
        "inputSchema": schema,
    }
    assert one(entry) == ({"name": "a", "inputSchema": schema}, [])
    assert one(tool("a", annotations={"readOnlyHint": True, "destructiveHint": None})) == (
        tool("a", annotations={"readOnlyHint": True}),
        [],
    )


def test_the_order_of_members_and_every_known_one_is_kept():
    entry = {
        "_meta": {"k": 1},
        "execution": {"taskSupport": "optional"},
        "annotations": {"title": "T", "openWorldHint": False},
        "icons": [{"src": "i.png"}],
        "outputSchema": {"type": "object"},
        "inputSchema": {"type": "object", "$schema": "https://json-schema.org/draft/2020-12/schema"},
        "description": "D",
        "title": "T",
        "name": "a",
    }
    descriptor, found = one(entry)
    assert found == []
    assert json.dumps(descriptor) == json.dumps(entry)


@pytest.mark.parametrize(
    ("members", "kept", "meta", "at"),
    [
        ({"httpMethod": "GET"}, {}, {"httpMethod": "GET"}, "/0/httpMethod"),
        ({"requires": "admin"}, {}, {"requires": "admin"}, "/0/requires"),
        ({"verb": "query"}, {}, {"verb": "query"}, "/0/verb"),
        ({"domains": ["x"]}, {}, {"domains": ["x"]}, "/0/domains"),
        ({"tags": "x"}, {}, {"tags": "x"}, "/0/tags"),
        ({"tags": ["x", 1]}, {}, {"tags": ["x", 1]}, "/0/tags"),
        ({"group": "a/b/c"}, {}, {"group": "a/b/c"}, "/0/group"),
        ({"description": 7}, {}, {"description": 7}, "/0/description"),
        ({"icons": [{"url": "i"}]}, {}, {"icons": [{"url": "i"}]}, "/0/icons"),
        ({"annotations": ["x"]}, {}, {"annotations": ["x"]}, "/0/annotations"),
        ({"_meta": "x"}, {}, {"_meta": "x"}, "/0/_meta"),
        ({"annotations": {"category": "net"}}, {}, {"category": "net"}, "/0/annotations/category"),
        ({"annotations": {"readonlyHint": True}}, {}, {"readonlyHint": True}, "/0/annotations/readonlyHint"),
        (
            {"annotations": {"readOnlyHint": "true", "openWorldHint": True}},
            {"annotations": {"openWorldHint": True}},
            {"readOnlyHint": "true"},
            "/0/annotations/readOnlyHint",
        ),
        ({"annotations": {"title": 1}}, {}, {"title": 1}, "/0/annotations/title"),
        ({"input_schema": {"a": 1}}, {}, {"input_schema": {"a": 1}}, "/0/input_schema"),
    ],
)
def test_what_a_manifest_does_not_take_moves_to_meta_with_a_warning(members, kept, meta, at):
    descriptor, found = one(tool("a", **members))
    assert found == [("import-member-moved", at)]
    assert descriptor == tool("a", **kept, _meta=meta)


def test_what_moves_never_replaces_what_is_there():
    entry = tool("a", category="top", annotations={"category": "below"}, _meta={"category": "own"})
    descriptor, _ = one(entry)
    assert descriptor["_meta"] == {"category": "own", "category_": "top", "category__": "below"}
    assert entry["_meta"] == {"category": "own"}


def test_a_member_that_many_tools_have_is_warned_of_once():
    imported = import_tools([tool(name, httpMethod="GET") for name in ("a", "b", "c")])
    assert codes(imported.findings) == ["import-member-moved"]
    assert "'a' (and of 2 more)" in imported.findings[0].message


def test_group_and_tags_that_a_manifest_takes_are_kept():
    entry = tool("a", group="shop/cart", tags=["x", "y"])
    assert one(entry) == (entry, [])
    manifest = import_tools([entry, tool("kv_a"), tool("kv_b")]).manifest()
    assert [item["group"] for item in manifest["tools"]] == ["shop/cart", "kv", "kv"]
    assert manifest["groups"] == {"kv": {"summary": "Kv tools."}, "shop/cart": {"summary": "Shop / cart tools."}}


def test_snake_case_schemas_are_taken_for_mcp_s_own():
    assert one({"name": "a", "input_schema": OBJECT, "output_schema": OBJECT}) == (tool("a", outputSchema=OBJECT), [])


@pytest.mark.parametrize(
    ("members", "schema", "at"),
    [
        ({}, {"type": "object"}, "/0"),
        ({"inputSchema": None}, {"type": "object"}, "/0"),
        ({"inputSchema": {"properties": {"a": True}}}, {"type": "object", "properties": {"a": True}}, "/0/inputSchema"),
        ({"inputSchema": {"type": ["null", "object"]}}, {"type": "object"}, "/0/inputSchema/type"),
    ],
)
def test_an_input_schema_is_completed_as_mcp_demands(members, schema, at):
    assert one({"name": "a", **members}) == ({"name": "a", "inputSchema": schema}, [("import-schema-completed", at)])


@pytest.mark.parametrize(
    ("entry", "at"),
    [
        ("a", "/0"),
        (["a"], "/0"),
        ({"inputSchema": OBJECT}, "/0"),
        (tool(""), "/0/name"),
        (tool("get weather"), "/0/name"),
        (tool("a\n"), "/0/name"),
        (tool("é"), "/0/name"),
        (tool("a" * 129), "/0/name"),
        ({"name": 7, "inputSchema": OBJECT}, "/0"),
        ({"name": "a", "inputSchema": True}, "/0/inputSchema"),
        ({"name": "a", "inputSchema": "{}"}, "/0/inputSchema"),
        ({"name": "a", "inputSchema": {"type": "array"}}, "/0/inputSchema/type"),
        ({"name": "a", "inputSchema": {"type": None}}, "/0/inputSchema/type"),
        (tool("a", outputSchema=[]), "/0/outputSchema"),
    ],
)
def test_an_entry_that_cannot_be_a_tool_is_refused_or_left_out(entry, at):
    assert refused([entry, tool("kept")]) == [("import-tool-invalid", at)]
    imported = import_tools([entry, tool("kept")], on_invalid="omit")
    assert [item["name"] for item in imported.tools] == ["kept"]
    assert [(item.code, render(item.pointer)) for item in imported.findings] == [("import-tool-omitted", at)]


def test_all_that_is_wrong_is_said_in_one_run():
    entries = [tool("a a"), "x", {"name": "b"}, tool("c"), tool("c", title="C")]
    assert refused(entries) == [
        ("import-tool-invalid", "/0/name"),
        ("import-tool-invalid", "/1"),
        ("import-schema-completed", "/2"),
        ("import-tool-conflict", "/4"),
    ]


def test_gates_in_a_foreign_schema_are_kept_with_a_warning_and_data_is_not_taken_for_one():
    schema = {
        "type": "object",
        "properties": {"x-requires": {"type": "string", "x-requires": "admin"}, "tz": {"x-default-for": "timezone"}},
        "examples": [{"x-requires": "data"}],
    }
    descriptor, found = one({"name": "a", "inputSchema": schema})
    assert descriptor["inputSchema"] == schema
    assert sorted(found) == [
        ("import-gate-in-schema", "/0/inputSchema/properties/tz/x-default-for"),
        ("import-gate-in-schema", "/0/inputSchema/properties/x-requires/x-requires"),
    ]


def test_a_tool_listed_again_alike_is_kept_once():
    again = {"inputSchema": {"type": "object"}, "name": "a", "title": None}
    imported = import_tools([tool("a"), again])
    assert [item["name"] for item in imported.tools] == ["a"]
    assert [(item.code, item.pointer) for item in imported.findings] == [("import-tool-repeated", (1,))]


def test_a_tool_listed_again_with_true_for_one_is_not_alike():
    first, second = ({"name": "a", "inputSchema": {"type": "object", "maxProperties": n}} for n in (1, True))
    assert refused([first, second]) == [("import-tool-conflict", "/1")]


def test_a_tool_listed_differently_is_refused_with_both_places_or_the_first_is_kept():
    entries = [tool("a", title="A"), tool("b"), tool("a", description="Other.")]
    places: dict[Pointer, Place] = {(0,): Place("f.json", 2, 1), (2,): Place("f.json", 4, 1)}

    def locate(pointer: Pointer) -> Place | None:
        return places.get(pointer)

    with pytest.raises(SchemacError) as error:
        import_tools(entries, locate=locate)
    (item,) = error.value.findings
    assert item.code == "import-tool-conflict"
    assert item.place == Place("f.json", 4, 1)
    assert item.related == ((Place("f.json", 2, 1), "first listed here"),)
    assert "title and description" in item.message
    imported = import_tools(entries, on_duplicate="first")
    assert imported.tools == (entries[0], entries[1])
    assert codes(imported.findings) == ["import-tool-repeated"]


def test_prefix_groups_are_declared_in_path_order_and_named_at_each_tool():
    manifest = import_tools([tool("r2_get"), tool("kv_get"), tool("r2_put"), tool("kv_put"), tool("ping")]).manifest()
    assert list(manifest) == ["schemac", "domains", "groups", "tools"]
    assert manifest["domains"] == {
        "default": {"group_by": "group", "strategy": "vendor_extension", "schemas_in": "meta"}
    }
    assert list(manifest["groups"].items()) == [
        ("kv", {"summary": "Kv tools."}),
        ("misc", {"summary": "Other tools."}),
        ("r2", {"summary": "R2 tools."}),
    ]
    assert [item["group"] for item in manifest["tools"]] == ["r2", "kv", "r2", "kv", "misc"]
    assert list(manifest["tools"][0]) == ["name", "group", "inputSchema"]


def test_a_group_summary_names_no_tool():
    tools = [tool(f"kv_{word}") for word in ("get", "put", "purge")] + [tool("launch_rocket")]
    groups = json.dumps(import_tools(tools).manifest()["groups"])
    assert not any(name in groups for name in ("kv_", "get", "put", "purge", "launch", "rocket"))


@pytest.mark.parametrize(
    ("name", "suffix"),
    [("kv_read", None), ("kv_tools", "group"), ("kv_read_tools", "group"), ("kv_tools_describe", "group")],
)
def test_the_suffix_of_facades_avoids_the_names_of_tools(name, suffix):
    manifest = import_tools([tool("kv_get"), tool(name)]).manifest()
    assert manifest["groups"].keys() == {"kv"}
    assert manifest["domains"]["default"].get("facade_suffix") == suffix


def test_when_every_usual_suffix_is_taken_a_numbered_one_is_found():
    names = [f"kv_{suffix}" for suffix in ("tools", "group", "facade", "calls", "facade_2")]
    assert import_tools([tool(name) for name in names]).options["facade_suffix"] == "facade_3"


def test_namespaces_become_groups_and_undotted_tools_stay():
    tools = [tool("billing.get"), tool("support.tickets.find"), tool("ping"), tool("billing.void")]
    manifest = import_tools(tools, group_by="namespace", domain="shop").manifest()
    assert manifest["domains"] == {"shop": {"group_by": "namespace", "strategy": "merged", "schemas_in": "meta"}}
    assert manifest["groups"] == {
        "billing": {"summary": "Tools in the billing namespace."},
        "support.tickets": {"summary": "Tools in the support.tickets namespace."},
    }
    assert manifest["tools"] == tools


def test_the_discriminator_avoids_the_fields_of_members():
    schema = {"type": "object", "allOf": [{"properties": {"action": {}}}], "properties": {"operation": {}}}
    tools = [{"name": "billing.get", "inputSchema": schema}, tool("billing.void")]
    assert import_tools(tools, group_by="namespace").options["discriminator"] == "tool_action"


@pytest.mark.parametrize(
    ("names", "at"),
    [
        (["billing", "billing.get"], ["/1/name"]),
        (["billing.", ".get", "a..b", "."], ["/0/name", "/1/name", "/2/name", "/3/name"]),
    ],
)
def test_names_that_cannot_be_namespaces_are_refused(names, at):
    tools = [tool(name) for name in names]
    assert refused(tools, group_by="namespace") == [("import-namespace-conflict", pointer) for pointer in at]
    assert len(import_tools(tools).tools) == len(tools)


def test_an_overlay_has_the_list_apart_and_the_groups_as_overrides():
    manifest, generated = import_tools([tool("kv_get"), tool("kv_put", title="Put")]).overlay("shop.tools.json")
    assert generated == {"tools": [tool("kv_get"), tool("kv_put", title="Put")]}
    assert manifest == {
        "schemac": 1,
        "domains": {"default": {"group_by": "group", "strategy": "vendor_extension", "schemas_in": "meta"}},
        "groups": {"kv": {"summary": "Kv tools."}},
        "tools_from": ["shop.tools.json"],
        "overrides": {"kv_get": {"group": "kv"}, "kv_put": {"group": "kv"}},
    }


def test_changes_name_what_is_new_and_what_is_gone():
    before = {"tools": [tool("a"), tool("b"), "noise", {"name": 1}]}
    assert [(item.code, item.pointer) for item in changes(before, [tool("b"), tool("c")])] == [
        ("import-tool-new", ("overrides", "c")),
        ("import-tool-gone", ("overrides", "a")),
    ]
    assert codes(changes(None, [tool("a")])) == ["import-tool-new"]


members = st.fixed_dictionaries(
    {},
    optional={
        "name": st.sampled_from(["a", "a_b", "a.b", "b b", "a_tools"]) | st.integers(),
        "title": st.text(max_size=3) | st.none(),
        "annotations": st.none()
        | st.dictionaries(st.sampled_from(["title", "readOnlyHint", "x"]), st.booleans() | st.text(max_size=2)),
        "inputSchema": st.none()
        | st.booleans()
        | st.fixed_dictionaries({}, optional={"type": st.sampled_from(["object", ["object"], "array"])}),
        "_meta": st.none() | st.integers() | st.dictionaries(st.sampled_from(["x", "y"]), st.integers(), max_size=2),
        "tags": st.lists(st.text(max_size=2), max_size=2) | st.text(max_size=2),
        "group": st.sampled_from(["g", "g/h", "", 1]),
        "requires": st.sampled_from(["p", None, []]),
        "x": st.integers(),
    },
)


@given(st.lists(members | st.integers(), max_size=5), st.sampled_from(["prefix", "none"]))
@settings(max_examples=200)
def test_whatever_is_listed_the_manifest_is_one_that_loads_without_a_finding(entries, group_by):
    before = copy.deepcopy(entries)
    imported = import_tools({"tools": entries}, group_by=group_by, on_duplicate="first", on_invalid="omit")
    assert entries == before
    catalog = read_manifest(imported.manifest())
    assert (catalog.findings, catalog.broken) == ((), ())


@pytest.mark.real
@pytest.mark.parametrize("path", real_tool_files(), ids=lambda path: path.stem)
@pytest.mark.parametrize("group_by", ["prefix", "namespace", "none"])
def test_a_real_list_becomes_a_manifest_that_loads_with_each_tool_as_listed(path, group_by):
    value = json.loads(path.read_text(encoding="utf-8"))
    first = {entry["name"]: entry for entry in reversed(value["tools"])}
    imported = import_tools(value, group_by=group_by, on_duplicate="first")
    catalog = read_manifest(imported.manifest())
    assert (catalog.findings, catalog.broken) == ((), ())
    assert Counter(item.name for item in catalog.tools) == Counter(first.keys())
    for read in catalog.tools:
        assert read.listed["inputSchema"] == first[read.name]["inputSchema"]
        assert read.listed.get("description") == first[read.name].get("description")
    if group_by == "prefix":
        assert {"/".join(read.group) for read in catalog.tools if read.group} == set(catalog.groups)
        assert all(read.group for read in catalog.tools)


def test_a_manifest_is_not_imported_again():
    with pytest.raises(SchemacError, match="import-not-a-tool-list"):
        import_tools({"schemac": 1, "tools": [{"name": "a", "inputSchema": {"type": "object"}, "requires": "p"}]})
