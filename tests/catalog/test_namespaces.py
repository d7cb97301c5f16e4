"""Dotted names, common fields and the names that a plan can produce."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemac.catalog.decisions import NOTHING, Decisions
from schemac.catalog.namespaces import flat_name, split_name
from schemac.check import check
from schemac.dispatch.outcome import Description, Resolution
from schemac.findings import SchemacError
from schemac.plan import Plan, plan
from schemac.surface.surface import Surface

TEXT = {"type": "string"}
WORKSPACE = {"properties": {"workspace_id": TEXT}, "required": ["workspace_id"]}


def tool(name: str, schema: dict[str, Any] | None = None, **fields: Any) -> dict[str, Any]:
    return {"name": name, "inputSchema": schema or {"type": "object"}, **fields}


def manifest(*tools: dict[str, Any], groups: dict[str, Any] | None = None, **options: Any) -> dict[str, Any]:
    return {
        "schemac": 1,
        "domains": {"default": {"group_by": "namespace", **options}},
        "groups": groups or {},
        "tools": list(tools),
    }


def names(made: Plan, decisions: Decisions = NOTHING) -> list[str]:
    return [item["name"] for item in made.compile(decisions).tools]


def answer(surface: Surface, name: str, arguments: dict[str, Any]) -> Any:
    """Return the arguments that a call comes to, or the code by which it is refused."""
    outcome = surface.resolve(name, arguments)
    assert not isinstance(outcome, Description)
    return outcome.arguments if isinstance(outcome, Resolution) else outcome.code


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("billing.get_invoice", ("billing", "get_invoice")),
        ("support.tickets.search", ("support.tickets", "search")),
        ("ping", None),
        (".x", ("", "x")),
        ("x.", ("x", "")),
    ],
)
def test_a_name_splits_at_its_last_dot(name: str, parts: tuple[str, str] | None):
    assert split_name(name) == parts


def test_a_flat_name_replaces_every_dot():
    assert flat_name("support.tickets.search", "-") == "support-tickets-search"


def test_namespaces_do_not_depend_on_where_their_tools_stand():
    tools = [tool(f"{space}.{action}") for space in ("a", "b.c") for action in ("x", "y", "z")]
    shuffled = tools.copy()
    Random(5).shuffle(shuffled)
    assert names(plan(manifest(*tools))) == names(plan(manifest(*shuffled))) == ["a", "b.c"]


def test_a_bad_name_costs_its_tool_alone_where_the_domain_says_so():
    value = manifest(tool("a."), tool("a.x"), tool("a.y"), on_tool_error="omit")
    made = plan(value)
    assert names(made) == ["a"]
    assert [item.code for item in made.findings] == ["namespace-invalid"]


def test_a_left_out_tool_keeps_its_flat_name():
    value = manifest(tool("a.b", {"type": "object", "properties": 3}), tool("a_b"), on_tool_error="omit")
    with pytest.raises(SchemacError) as refused:
        plan(value)
    assert "flat-name-collision" in {item.code for item in refused.value.findings}


def test_a_group_of_its_own_does_not_move_a_tool_of_a_namespace():
    surface = plan(manifest(tool("a.x", group="other"), tool("a.y"))).compile(NOTHING)
    assert [row["group"] for row in surface.list().groups] == ["a"]


def test_common_fields_are_enforced():
    surface = plan(manifest(tool("a.x"), tool("a.y"), groups={"a": {"common": WORKSPACE}})).compile(NOTHING)
    assert answer(surface, "a", {"action": "x"}) == "arguments-invalid"
    assert answer(surface, "a", {"action": "x", "workspace_id": "w"}) == {"workspace_id": "w"}


def test_common_fields_are_in_force_beside_a_reference_that_stands_alone():
    schema = {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "$ref": "#/definitions/all",
        "minProperties": 9,
        "definitions": {"all": {"properties": {"n": {"type": "integer"}}, "required": ["n"]}},
    }
    surface = plan(manifest(tool("a.x", schema), groups={"a": {"common": WORKSPACE}})).compile(NOTHING)
    sent = {"workspace_id": "w", "n": 1}
    assert answer(surface, "a_x", sent) == sent
    assert answer(surface, "a_x", {"n": 1}) == "arguments-invalid"
    assert answer(surface, "a_x", {"workspace_id": "w"}) == "arguments-invalid"


def test_common_fields_change_no_input():
    schema = {"type": "object", "properties": {"n": TEXT}, "required": ["n"]}
    common = {**WORKSPACE, "$defs": {"d": TEXT}}
    value = manifest(tool("a.x", schema), groups={"a": {"common": common}})
    plan(value)
    assert schema == {"type": "object", "properties": {"n": TEXT}, "required": ["n"]}
    assert common == {**WORKSPACE, "$defs": {"d": TEXT}}


def test_findings_of_common_fields_point_to_the_group_once():
    common = {"properties": {"x": {"type": "string", "x-require": "p"}}}
    found = check(manifest(tool("a.x"), tool("a.y"), groups={"a": {"common": common}}))
    assert [(item.code, item.pointer[:3]) for item in found if item.is_error] == [
        ("gate-misspelled", ("groups", "a", "common"))
    ]


@pytest.mark.parametrize(
    ("common", "below"),
    [
        ({"type": "string"}, ("type",)),
        ({"properties": []}, ("properties",)),
        ({"required": "x"}, ("required",)),
        ({"properties": {"x": {}}, "required": ["x", 3]}, ("required", 1)),
        ({"additionalProperties": False}, ("additionalProperties",)),
        ({"$defs": True}, ("$defs",)),
    ],
)
def test_common_fields_of_another_form_are_refused(common: dict[str, Any], below: tuple[Any, ...]):
    found = check(manifest(tool("a.x"), groups={"a": {"common": common}}))
    assert [(item.code, item.pointer) for item in found if item.is_error] == [
        ("common-invalid", ("groups", "a", "common", *below))
    ]


VERBS = ("query", "mutation", "action", None)


@given(seed=st.integers(0, 2**32))
def test_whoever_asks_no_name_means_two_things(seed: int):
    """A plan that is built never shows two tools of one name, nor a facade called like a tool of the domain."""
    random = Random(seed)
    tools = []
    for name in dict.fromkeys(
        random.choice(["a", "b", "a_b", "a.b", "a.b.c", "a_read", "a.read", "b.x", "a_b.c", "b_tools"])
        for _ in range(6)
    ):
        verb = random.choice(VERBS)
        extra: dict[str, Any] = {"verb": verb} if verb else {}
        if random.random() < 0.5:
            extra["requires"] = random.choice("pq")
        if random.random() < 0.4:
            extra["group"] = random.choice(["a", "b", "a/b"])
        if random.random() < 0.2:
            extra["expose"] = "flat"
        tools.append(tool(name, **extra))
    options = {
        "group_by": random.choice(["namespace", "namespace", "group"]),
        "split": random.choice(["none", "intent"]),
        "min_group_size": random.choice([1, 2, 3]),
        "separator": random.choice(["_", "-", "."]),
        "strategy": random.choice(["merged", "lazy", "vendor_extension"]),
        "facade_suffix": random.choice(["", "tools"]),
        "group_depth": random.choice([1, 2]),
    }
    value = manifest(*tools)
    try:
        made = plan(value, options=options)
    except SchemacError as refused:
        codes = {item.code for item in refused.findings if item.is_error}
        assert codes <= {"facade-name-collision", "flat-name-collision"}
        return
    own = {item["name"] for item in tools}
    for grants in ((), ("p",), ("q",), ("p", "q")):
        surface = made.compile(Decisions.granting(*grants))
        shown = [item["name"] for item in surface.tools]
        assert len(shown) == len(set(shown))
        flat = {item["name"] for item in surface.list().tools}
        for name, reached in surface.routes.items():
            if isinstance(reached, list):
                assert name not in own
                assert name not in flat
            else:
                assert reached in own
