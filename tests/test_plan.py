"""The laws of plan and compile, on small manifests made for them and on the collected real lists."""

import copy
import json
import os
import pickle
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemac.catalog.decisions import NOTHING, Decisions
from schemac.catalog.importing import import_tools
from schemac.findings import SchemacError
from schemac.plan import plan
from tests.shared import real_tool_files

OBJECT = {"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"]}


def tool(name, group=None, **fields):
    return {"name": name, "inputSchema": OBJECT, **({"group": group} if group else {}), **fields}


def manifest(*tools, groups=None, **options):
    return {
        "schemac": 1,
        "domains": {"default": {"group_by": "group", **options}},
        "groups": groups or {},
        "tools": list(tools),
    }


SHOP = manifest(
    tool("list_orders", "orders", description="List orders, optionally filtered by status.", requires="view_orders"),
    tool("update_order", "orders", description="Update fields on an existing order.", requires="manage_orders"),
    tool(
        "delete_order", "orders", description="Delete an order.", verb="mutation", requires=["manage_orders", "admin"]
    ),
    tool("pay", "billing/cards", requires={"any": ["admin", {"not": "trial"}]}),
    tool("invoice", "billing"),
    tool("ping"),
    groups={"orders": "Create, inspect, and update orders and their line items."},
)


def surface(value, *grants, **options):
    return plan(value, options=options).compile(Decisions.granting(*grants))


def test_a_facade_lists_what_the_caller_may_call():
    only = surface(SHOP, "view_orders", "manage_orders", "trial").tools[-2]
    assert only == {
        "name": "orders_tools",
        "title": "Orders",
        "description": "Create, inspect, and update orders and their line items.\n\n"
        "Available tools (pass one as `tool_name`):\n"
        "- list_orders — List orders, optionally filtered by status.\n"
        "- update_order — Update fields on an existing order.",
        "inputSchema": {
            "type": "object",
            "properties": {
                "tool_name": {"type": "string", "enum": ["list_orders", "update_order"]},
                "arguments": {"type": "object"},
            },
            "required": ["tool_name", "arguments"],
            "x-tool-input-schemas": {"list_orders": OBJECT, "update_order": OBJECT},
        },
    }


def test_in_meta_the_schemas_ride_beside_the_input_schema():
    facade = surface(SHOP, "view_orders", schemas_in="meta").tools[-2]
    assert facade["_meta"] == {"tool-input-schemas": {"list_orders": OBJECT}}
    assert list(facade["inputSchema"]) == ["type", "properties", "required"]


def names(value, *grants, **options):
    return [item["name"] for item in surface(value, *grants, **options).tools]


def test_facades_stand_in_path_order_and_ungrouped_tools_last():
    assert names(SHOP, "view_orders") == ["billing_tools", "orders_tools", "uncategorized_tools"]
    assert names(SHOP, "view_orders", group_depth=2) == [
        "billing_tools",
        "billing_cards_tools",
        "orders_tools",
        "uncategorized_tools",
    ]


def test_a_group_without_visible_tools_has_no_facade():
    assert names(SHOP, "trial") == ["billing_tools", "uncategorized_tools"]
    assert names(manifest(tool("a", "g", requires="p"))) == []


def test_small_groups_are_exposed_flat_by_what_is_visible():
    grants = ["view_orders", "manage_orders", "trial"]
    assert names(SHOP, *grants, min_group_size=2) == ["orders_tools", "invoice", "ping"]
    assert names(SHOP, "view_orders", "trial", min_group_size=2) == ["list_orders", "invoice", "ping"]


def test_flat_tools_stand_outside_facades_in_declared_order():
    value = manifest(tool("b", "g"), tool("z", "g", expose="flat"), tool("a", expose="flat"))
    assert names(value) == ["g_tools", "z", "a"]


def test_members_stand_direct_first_then_by_subgroup():
    value = manifest(tool("c", "g/y"), tool("b", "g"), tool("d", "g/x"), tool("a", "g"))
    facade = surface(value).tools[0]
    assert facade["inputSchema"]["properties"]["tool_name"]["enum"] == ["b", "a", "d", "c"]
    assert facade["description"] == (
        "Tools in the g group.\n\nAvailable tools (pass one as `tool_name`):\n- b\n- a\n\ng/x:\n- d\n\ng/y:\n- c"
    )


def test_summaries_come_from_the_center_then_from_the_first_visible_member():
    value = manifest(
        tool("a", "g", group_summary="Of a.", requires="p"), tool("b", "g", group_summary="Of b."), tool("c", "h")
    )
    assert surface(value, "p").tools[0]["description"].startswith("Of a.\n")
    assert surface(value).tools[0]["description"].startswith("Of b.\n")
    assert surface(value).tools[1]["description"].startswith("Tools in the h group.\n")


def test_settings_shape_names_and_texts():
    value = manifest(tool("a", "x/y-z"), groups={"x": {"title": "Cross"}}, facade_suffix="", lines="compact")
    facade = surface(value, discriminator="pick").tools[0]
    assert (facade["name"], facade["title"]) == ("x", "Cross")
    assert facade["description"] == "Tools in the x group.\n\nTools (pass one as `pick`): a"
    assert surface(value, group_depth=2).tools[0]["title"] == "X / y z"


def test_filters_say_what_is_in_the_domain():
    value = manifest(tool("a", "g", tags=["in", "x"]), tool("b", "g", tags=["in"]), tool("c", "g"))
    assert plan(value, options={"filter": {"tags": ["in"]}}).vocabulary.tools == ("a", "b")
    assert plan(value, options={"filter": {"any_tag": ["x", "y"]}}).vocabulary.tools == ("a",)
    assert plan(value, options={"filter": {"exclude": ["x"]}}).vocabulary.tools == ("b", "c")
    assert plan(value, options={"filter": {"tags": [], "any_tag": []}}).vocabulary.tools == ("a", "b", "c")


@pytest.mark.parametrize(
    "value",
    [
        manifest(tool("a", "g"), tool("g_tools", "h", requires="nobody")),
        manifest(tool("a", "g/x"), tool("b", "g_x"), group_depth=2),
        manifest(tool("a"), tool("uncategorized_tools", "g")),
        manifest(tool("g", "g"), facade_suffix=""),
    ],
)
def test_a_facade_never_takes_a_name_that_is_taken(value):
    with pytest.raises(SchemacError, match="facade-name-collision"):
        plan(value)


def test_members_of_the_fallback_group_join_it():
    value = manifest(tool("b"), tool("a", "uncategorized"), tool("z", "zoo"))
    facade = surface(value).tools[-1]
    assert facade["inputSchema"]["properties"]["tool_name"]["enum"] == ["b", "a"]
    assert [item.code for item in plan(value).findings] == ["tool-uncategorized"]
    with pytest.raises(SchemacError, match="tool-without-group"):
        plan(value, options={"uncategorized": "error"})


def test_an_ungrouped_domain_passes_tools_through_as_declared():
    declared = {
        "annotations": {"readOnlyHint": True},
        "name": "a",
        "_meta": {"com.example/x": 1},
        "inputSchema": {
            "$schema": "http://json-schema.org/draft-07/schema#",
            "type": "object",
            "definitions": {"D": {}},
        },
        "title": "A",
    }
    shown = plan({"schemac": 1, "tools": [declared]}).compile(NOTHING).tools
    assert shown == [declared]
    assert json.dumps(shown[0]) == json.dumps(declared)


def test_one_bad_tool_can_be_left_out():
    value = manifest(tool("a", "g"), {"name": "b_tools", "inputSchema": True, "group": "g"}, tool("c", "g"))
    with pytest.raises(SchemacError, match="schema-not-object"):
        plan(value)
    made = plan(value, options={"on_tool_error": "omit"})
    assert made.vocabulary.tools == ("a", "c")
    assert "schema-not-object" in [item.code for item in made.findings]
    taken = manifest(tool("a", "b"), {"name": "b_tools", "inputSchema": True}, on_tool_error="omit")
    with pytest.raises(SchemacError, match="facade-name-collision"):
        plan(taken)


def test_domains_hold_their_own_tools():
    value = {
        "schemac": 1,
        "domains": {"admin": {}, "shop": {}},
        "tools": [tool("a", domains=["admin"]), tool("b", domains=["shop", "admin"]), tool("c")],
    }
    assert plan(value, "admin").vocabulary.tools == ("a", "b")
    assert plan(value, "shop").vocabulary.tools == ("b",)
    for domain in (None, "shp"):
        with pytest.raises(SchemacError, match="unknown-domain"):
            plan(value, domain)
    assert plan({**value, "domains": {"admin": {}}, "tools": [tool("c")]}).vocabulary.tools == ("c",)


def test_findings_can_be_accepted_with_a_reason():
    value = {
        **manifest(tool("ping")),
        "allow": [{"code": "tool-uncategorized", "at": "/tools/0", "reason": "one only"}],
    }
    assert plan(value).findings == ()


def test_address_tells_how_to_call_a_tool_here():
    shown = surface(SHOP, "view_orders", "trial", min_group_size=2)
    assert shown.address("list_orders") == {"name": "list_orders", "arguments": {}}
    facade = surface(SHOP, "view_orders")
    assert facade.address("list_orders") == {
        "name": "orders_tools",
        "arguments": {"tool_name": "list_orders", "arguments": {}},
    }
    for name in ("delete_order", "orders_tools", "no_such_tool"):
        assert facade.address(name) is None


def test_decide_asks_for_the_whole_vocabulary():
    made = plan(SHOP)
    asked = []

    def ask(kind, name):
        asked.append((kind, name))
        return name != "admin"

    decided = made.decide(ask)
    assert [name for kind, name in asked if kind == "predicates"] == ["admin", "manage_orders", "trial", "view_orders"]
    assert "delete_order" not in made.compile(decided).to_json().decode()
    with pytest.raises(SchemacError, match="decisions-malformed"):
        made.decide(lambda *_: "yes")


def test_callers_with_equal_answers_share_a_surface():
    made = plan(SHOP)
    one = made.compile(Decisions.parse({"grants": ["view_orders"]}))
    assert made.compile(Decisions.parse({"grants": ["view_orders", "unheard_of"]})) is one
    assert made.compile(Decisions.parse({"grants": ["view_orders", "admin"]})) is not one


def test_unchanged_parts_are_shared_between_callers():
    made = plan(SHOP)
    guest, admin = made.compile(Decisions.granting("trial")), made.compile(Decisions.granting("trial", "view_orders"))
    assert guest.tools[0] is admin.tools[0]


def test_a_surface_is_not_pickled():
    with pytest.raises(TypeError, match="not picklable"):
        pickle.dumps(surface(SHOP))


predicates = st.sampled_from(["view_orders", "manage_orders", "admin", "trial", "other"])
answers = st.none() | st.booleans()
decisions = st.fixed_dictionaries(
    {},
    optional={
        "predicates": st.dictionaries(predicates, answers),
        "tools": st.dictionaries(st.sampled_from([item["name"] for item in SHOP["tools"]]), answers),
        "grants": st.lists(predicates),
        "unlisted_tools": st.sampled_from(["allow", "deny"]),
    },
)
MADE = plan(SHOP)


@given(decisions)
def test_compile_is_total_and_shows_nothing_hidden(value):
    parsed = Decisions.parse(value)
    shown = MADE.compile(parsed)
    text = shown.to_json().decode()
    for item in shown.tools:
        assert item["inputSchema"]["properties"]["tool_name"]["enum"]
    for name in MADE.vocabulary.tools:
        visible = MADE.explain(name, parsed).visible
        assert (f'"{name}"' in text) is visible
        assert (shown.address(name) is not None) is visible


@given(decisions, st.data())
def test_hidden_tools_change_nothing(value, data):
    """Noninterference: other hidden tools give the same bytes, etag, routes, listing and request-phase findings."""
    parsed = Decisions.parse(value)
    changed = copy.deepcopy(SHOP)
    for item in changed["tools"]:
        if not MADE.explain(item["name"], parsed).visible:
            item["description"] = data.draw(st.text())
            item["outputSchema"] = {"type": "object", "title": data.draw(st.text())}
            item["group"] = data.draw(st.sampled_from(["orders", "billing", "billing/cards", "secret"]))
            item["group_summary"] = data.draw(st.text())
    other = plan(changed).compile(parsed)
    same = MADE.compile(parsed)
    assert other.to_json() == same.to_json()
    assert (other.etag, other.routes, other.findings, repr(other)) == (
        same.etag,
        same.routes,
        same.findings,
        repr(same),
    )
    assert other.list().to_json() == same.list().to_json()


def test_the_order_of_grants_and_mappings_outside_tools_is_free():
    changed = {name: SHOP[name] for name in reversed(SHOP)}
    changed["domains"] = {"default": dict(reversed(list(SHOP["domains"]["default"].items())))}
    one, other = plan(SHOP), plan(changed)
    grants = ["view_orders", "admin", "manage_orders"]
    assert (
        one.compile(Decisions.granting(*grants)).to_json() == other.compile(Decisions.granting(*grants[::-1])).to_json()
    )
    assert one.defs_digest == other.defs_digest


def test_compiling_leaves_the_manifest_alone_and_shields_the_plan_from_it():
    value = copy.deepcopy(SHOP)
    made = plan(value)
    before = made.compile(Decisions.granting("view_orders")).to_json()
    assert value == SHOP
    value["tools"][0]["inputSchema"]["properties"]["id"]["type"] = "number"
    fresh = copy.deepcopy(made.compile(Decisions.granting("view_orders", "nobody")).tools)
    fresh[0]["inputSchema"].clear()
    assert made.compile(Decisions.granting("view_orders")).to_json() == before


def test_threads_get_the_same_bytes_from_one_plan():
    made = plan(SHOP)
    sets = [("view_orders",), ("admin", "manage_orders"), (), ("trial",)] * 16
    with ThreadPoolExecutor(16) as pool:
        got = list(pool.map(lambda grants: made.compile(Decisions.granting(*grants)).to_json(), sets))
    assert got == [plan(SHOP).compile(Decisions.granting(*grants)).to_json() for grants in sets]


def test_hash_seeds_change_nothing():
    script = (
        "import json,sys; from schemac.plan import plan; from schemac.catalog.decisions import Decisions;"
        "made=plan(json.load(sys.stdin)); s=made.compile(Decisions.granting('admin','view_orders'));"
        "print(s.to_json().decode(), s.etag, made.cache_key(Decisions.granting('admin')))"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", script],
            input=json.dumps(SHOP).encode(),
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(outputs) == 1


@pytest.mark.real
@pytest.mark.parametrize("path", real_tool_files(), ids=lambda path: path.stem)
def test_every_real_tool_is_reachable(path):
    """Flat and as facades, the names reachable on a surface are the names in the file."""
    imported = import_tools(json.loads(path.read_text()), on_duplicate="first")
    declared = {item["name"] for item in json.loads(path.read_text())["tools"]}
    for options in ({}, {"strategy": "vendor_extension", "schemas_in": "schema"}, {"strategy": "flat"}):
        shown = plan(imported.manifest(), options=options).compile(NOTHING)
        reachable = {name for route in shown.routes.values() for name in ([route] if isinstance(route, str) else route)}
        assert reachable == declared
        assert all(shown.address(name) for name in declared)
