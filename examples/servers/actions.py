"""The shop's tools themselves: the direct path that every call takes, whatever it was called through.

A server has this anyway; here it is plain functions over made-up data. Each takes a tool's arguments and returns its
result, a JSON object. A function may raise :class:`ShopError` for what the caller should be told.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from types import MappingProxyType

from schemac.text import decode_json
from schemac.values import Json, JsonObject


class ShopError(Exception):
    """The shop cannot do what was asked; the message is for the caller."""


def _number(*words: object) -> int:
    """Return a number that looks random and is the same everywhere."""
    return int.from_bytes(hashlib.sha256(" ".join(map(str, words)).encode()).digest()[:6])


def _order(index: int) -> JsonObject:
    state = ("placed", "paid", "packed", "shipped")[_number("state", index) % 4]
    total = {"amount": 500 + _number("total", index) % 20_000, "currency": "EUR"}
    return {"order_id": f"ord_{_number('order', index):012x}"[:16], "state": state, "total": total}


ORDERS: Mapping[str, JsonObject] = MappingProxyType({order["order_id"]: order for order in map(_order, range(200))})


def list_orders(states: list[str] | None = None, limit: int = 20, **_: Json) -> JsonObject:
    """Return orders, those in the given states if any are given."""
    found = [order for order in ORDERS.values() if not states or order["state"] in states]
    return {"orders": found[:limit], "total": len(found)}


def get_order(order_id: str, *, margins: bool = False, **_: Json) -> JsonObject:
    """Return one order; with ``margins``, which not everybody may ask for, what the shop earns by it."""
    if order_id not in ORDERS:
        raise ShopError(f"There is no order {order_id}.")
    order = ORDERS[order_id]
    return {**order, "margin": order["total"]["amount"] // 5} if margins else order


def search_shop(query: str, limit: int = 20, **_: Json) -> JsonObject:
    """Return products whose names hold the words."""
    hits = [
        {"kind": "product", "id": f"TEE-{index}", "title": f"{query} no. {index}"} for index in range(min(limit, 3))
    ]
    return {"results": hits}


def get_shop_status(**_: Json) -> JsonObject:
    """Return that the shop is open."""
    return {"open": True, "disturbances": []}


def get_current_user(**_: Json) -> JsonObject:
    """Return somebody."""
    return {"id": "usr_1", "name": "Ada", "team": "support"}


def receipt(tool: str, arguments: JsonObject) -> JsonObject:
    """Return a receipt, for the tools that this example does not act out."""
    said = json.dumps(arguments, sort_keys=True)
    return {"done": tool, "with": decode_json(said), "reference": f"{_number(tool, said):012x}"}


FUNCTIONS: Mapping[str, Callable[..., JsonObject]] = MappingProxyType(
    {
        "list_orders": list_orders,
        "get_order": get_order,
        "search_shop": search_shop,
        "get_shop_status": get_shop_status,
        "get_current_user": get_current_user,
    }
)


def act(tool: str, arguments: JsonObject) -> JsonObject:
    """Run a tool, by its own name, with checked arguments.

    Raises:
        ShopError: It cannot be done.
    """
    function = FUNCTIONS.get(tool)
    return receipt(tool, arguments) if function is None else function(**arguments)
