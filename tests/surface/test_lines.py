"""What a facade's description tells of its members, by the option ``lines``."""

from __future__ import annotations

from typing import Any

import pytest
import toon_format
from hypothesis import given
from hypothesis import strategies as st

from schemac.catalog.decisions import NOTHING, Decisions
from schemac.plan import plan
from schemac.surface.text import toon_description

ORDERS: dict[str, Any] = {
    "schemac": 1,
    "domains": {"default": {"group_by": "group"}},
    "groups": {"orders": "Orders."},
    "tools": [
        {
            "name": "list_orders",
            "description": "List orders, optionally filtered by status.\nMore.",
            "group": "orders",
            "verb": "query",
            "inputSchema": {
                "type": "object",
                "properties": {
                    "status": {"enum": ["open", "closed"]},
                    "limit": {"type": "integer", "default": 20},
                    "all": {"type": "boolean", "x-requires": "admin"},
                },
            },
        },
        {"name": "ping", "group": "orders/more", "inputSchema": {"type": "object"}, "outputSchema": {"type": "object"}},
    ],
}


def described(lines: str, *grants: str, **options: Any) -> str:
    surface = plan(ORDERS, options={"lines": lines, **options}).compile(Decisions.granting(*grants))
    told: str = surface.tools[0]["description"]
    return told


def test_lines_of_signatures():
    assert described("signature") == (
        "Orders.\n\nAvailable tools (pass one as `tool_name`):\n"
        '- list_orders(status?: "open" | "closed", limit?: int = 20) — List orders, optionally filtered by status.'
        " [read-only]\n\norders/more:\n- ping() -> object"
    )


def test_a_signature_tells_what_the_caller_sees():
    assert "all?: bool" in described("signature", "admin")
    assert "all" not in described("signature").replace("optionally", "")


def test_a_table():
    assert described("toon") == (
        "Orders.\n\nTools (pass one as `tool_name`):\ntools[2]{name,description}:\n"
        '  list_orders,"List orders, optionally filtered by status. [read-only]"\n  ping,""'
    )


@pytest.mark.parametrize("strategy", ["vendor_extension", "discriminated_union", "lazy", "merged"])
def test_every_strategy_has_every_kind_of_lines(strategy: str):
    told = {lines: described(lines, strategy=strategy) for lines in ("description", "signature", "compact", "toon")}
    assert len(set(told.values())) == 4
    assert all("list_orders" in text and "ping" in text for text in told.values())


@given(
    rows=st.lists(st.tuples(st.from_regex(r"[A-Za-z0-9_.-]{1,9}", fullmatch=True), st.text(max_size=20)), min_size=1)
)
def test_a_table_reads_back(rows: list[tuple[str, str]]):
    told = toon_description("Sum", "tool", rows)
    head, _, table = told.partition(":\n")
    assert head == "Sum\n\nTools (pass one as `tool`)"
    assert toon_format.decode(table) == {"tools": [{"name": name, "description": said} for name, said in rows]}


def test_all_lines_are_the_same_for_everybody_alike():
    made = plan(ORDERS, options={"lines": "toon"})
    assert made.compile(NOTHING).to_json() == made.compile(Decisions.granting()).to_json()
