import pytest

from schemac.catalog.decisions import Decisions
from schemac.findings import SchemacError
from schemac.plan import plan

EVERYONE = Decisions()


def tool(name, group=None, **fields):
    return {"name": name, "inputSchema": {"type": "object"}, **({"group": group} if group else {}), **fields}


SHOP = {
    "schemac": 1,
    "domains": {"default": {"group_by": "group"}},
    "tools": [
        tool("pay", "checkout/payment", description="Pay a cart."),
        tool("confirm", "checkout", description="Confirm."),
        tool("zeta", description="Straße."),
        tool("hide", "checkoutx", requires="admin"),
        tool("add", "cart", description="Put into the cart."),
        tool("look", "checkout-x"),
    ],
}


def listing(**parameters):
    return plan(SHOP).compile(EVERYONE).list(**parameters)


def names(**parameters):
    return [item["name"] for item in listing(**parameters).tools]


def test_tools_are_sorted_by_name_and_carry_their_group():
    shown = [(item["name"], item["group"]) for item in listing().tools]
    assert shown == [
        ("add", "cart"),
        ("confirm", "checkout"),
        ("look", "checkout-x"),
        ("pay", "checkout/payment"),
        ("zeta", None),
    ]


@pytest.mark.parametrize(
    ("parameters", "expected"),
    [
        ({"group": "checkout"}, ["confirm", "pay"]),
        ({"group": "checkout/payment"}, ["pay"]),
        ({"group": "check"}, []),
        ({"group": "Checkout"}, []),
        ({"filter": "CART"}, ["add", "pay"]),
        ({"filter": "STRASSE"}, ["zeta"]),
        ({"filter": ""}, ["add", "confirm", "look", "pay", "zeta"]),
        ({"group": "checkout", "filter": "cart"}, ["pay"]),
        ({"limit": 2}, ["add", "confirm"]),
        ({"limit": 2, "offset": 4}, ["zeta"]),
        ({"offset": 9}, []),
    ],
)
def test_group_then_filter_then_page(parameters, expected):
    assert names(**parameters) == expected


def test_the_total_is_taken_before_paging():
    assert listing(group="checkout", limit=1).total == 2
    assert listing(offset=100).total == 5


def test_groups_are_counted_over_everything_visible():
    rows = [(row["group"], row["total"]) for row in listing(group="cart", filter="nothing", limit=1).groups]
    assert rows == [("cart", 1), ("checkout", 2), ("checkout/payment", 1), ("checkout-x", 1), (None, 1)]


def test_a_parent_without_own_tools_still_has_its_row():
    only = {**SHOP, "tools": [tool("pay", "checkout/payment")]}
    rows = [(row["group"], row["total"]) for row in plan(only).compile(EVERYONE).list().groups]
    assert rows == [("checkout", 1), ("checkout/payment", 1)]


@pytest.mark.parametrize(
    ("parameters", "pointer"),
    [
        ({"limit": 0}, "limit"),
        ({"limit": True}, "limit"),
        ({"limit": 1.5}, "limit"),
        ({"limit": "3"}, "limit"),
        ({"offset": -1}, "offset"),
        ({"offset": False}, "offset"),
        ({"group": "a/b/c"}, "group"),
        ({"group": ""}, "group"),
        ({"group": 1}, "group"),
        ({"filter": 1}, "filter"),
    ],
)
def test_bad_parameters_are_refused(parameters, pointer):
    with pytest.raises(SchemacError) as refused:
        listing(**parameters)
    assert [(item.code, item.pointer) for item in refused.value.findings] == [("listing-parameter", (pointer,))]
