"""The shop example: nothing is to be said of its manifest, and the figures it prints add up."""

import io
import re

import pytest
from rich.console import Console

from examples.shop.__main__ import COMPARED, LISTED, ROLES, WIDTH, show
from examples.shop.figures import FORMS, FORWARDED, cost, load, plans, role
from schemac.catalog.decisions import Decisions
from schemac.check import check
from schemac.emit import emit

MANIFEST = load()
PLANS = plans(MANIFEST)
TOOLS = {tool["name"]: tool for tool in MANIFEST.value["tools"]}


def surface_of(form, name):
    return PLANS[form].compile(role(PLANS[form], name))


def reached(surface):
    """Return every tool that a surface leads to, sorted."""
    found = []
    for route in surface.routes.values():
        found.extend(route if isinstance(route, list) else [route])
    return sorted(found)


def printed():
    stream = io.StringIO()
    show(Console(file=stream, width=WIDTH))
    return stream.getvalue()


def test_nothing_is_to_be_said_of_the_manifest():
    assert check(MANIFEST) == []


def test_everybody_s_listing_carries_all_of_every_tool():
    for made in PLANS.values():
        for name in made.catalog.roles:
            assert made.compile(role(made, name)).findings == ()


def test_it_is_of_real_size():
    assert len(TOOLS) == 64
    schemas = sum(len(emit(tool["inputSchema"])) for tool in TOOLS.values())
    assert 500 < schemas / len(TOOLS) < 2000


def test_an_admin_sees_every_tool_and_nobody_granted_nothing_sees_a_gated_one():
    assert reached(surface_of(LISTED, "admin")) == sorted(TOOLS)
    ungated = sorted(name for name, tool in TOOLS.items() if "requires" not in tool)
    assert reached(PLANS[LISTED].compile(Decisions.granting())) == ungated


@pytest.mark.parametrize("name", ["viewer", "support", "manager", "admin"])
def test_every_form_reaches_the_same_tools(name):
    ways = [reached(surface_of(form, name)) for form in FORMS]
    assert ways[0] == ways[1] == ways[2]


def test_roles_see_more_from_viewer_to_admin():
    viewer, manager, admin = (set(reached(surface_of(LISTED, name))) for name in ("viewer", "manager", "admin"))
    assert viewer < manager < admin
    assert admin - manager == {"erase_customer"}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", ROLES)
def test_costs_add_up_to_the_listing(form, name):
    surface = surface_of(form, name)
    weighed = cost(surface)
    listing = emit(surface.tools)
    # the brackets and the commas between the tools belong to no tool
    assert weighed.total == len(listing) - 2 - (weighed.tools - 1)
    assert weighed.tools == len(surface.tools)
    assert set(FORWARDED) == {"name", "description", "inputSchema"}


@pytest.mark.parametrize("name", ROLES)
def test_facades_with_schemas_in_meta_show_a_model_less_than_half(name):
    flat, meta = (cost(surface_of(form, name)) for form in ("flat", LISTED))
    assert meta.tools < flat.tools
    assert meta.shown < flat.shown / 2


def test_no_trace_of_a_gate_reaches_a_listing():
    for made in PLANS.values():
        for name in made.catalog.roles:
            text = made.compile(role(made, name)).to_json().decode()
            assert "x-requires" not in text
            assert "x-default-for" not in text


def test_a_gated_argument_is_there_for_those_who_may_pass_it():
    def order_arguments(name):
        tools = surface_of("flat", name).tools
        return next(tool for tool in tools if tool["name"] == "update_order")["inputSchema"]["properties"]

    assert "force" in order_arguments("admin")
    assert "force" not in order_arguments("manager")
    assert order_arguments("manager").keys() == order_arguments("admin").keys() - {"force"}


def test_the_caller_s_time_zone_is_the_default():
    def zone(name):
        tools = surface_of("flat", name).tools
        return next(tool for tool in tools if tool["name"] == "list_orders")["inputSchema"]["properties"]["timezone"]

    assert zone("viewer")["default"] == "Europe/Lisbon"
    assert zone("admin")["default"] == "UTC"


def test_it_prints_the_same_each_time_with_what_each_role_sees():
    text = printed()
    assert text == printed()
    for name in ROLES:
        surface = surface_of(LISTED, name)
        assert f"{len(surface.tools)} tools listed, which reach {len(reached(surface))} of {len(TOOLS)}" in text
        for form in FORMS:
            weighed = cost(surface_of(form, name))
            numbers = [f"{weighed.shown:,}", f"{weighed.kept:,}", f"{weighed.total:,}"]
            line = re.search(rf"^ {name} +{re.escape(form)} .*$", text, re.MULTILINE)
            assert line is not None
            assert [number for number in numbers if number in line[0]] == numbers
    for tool in COMPARED:
        assert re.search(rf"^ {tool} ", text, re.MULTILINE)


def test_a_tool_that_no_shown_role_sees_is_simply_absent():
    assert "erase_customer" not in printed()
