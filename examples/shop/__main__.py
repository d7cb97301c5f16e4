"""``python -m examples.shop``: the shop's tools as two roles see them, and what their listings cost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich import box
from rich.console import Console
from rich.rule import Rule
from rich.table import Table
from rich.text import Text
from rich.tree import Tree

from examples.shop.figures import FORMS, Cost, cost, load, plans, role
from schemac.plan import Plan
from schemac.surface.surface import Surface
from schemac.values import JsonObject

ROLES = ("viewer", "manager")
LISTED = "facades, schemas in _meta"
"""The form whose facades are shown; the one that the manifest itself asks for."""

IN_FULL = ("viewer", "inventory_tools")
"""Whose facade is printed in full."""

COMPARED = ("find_customers", "list_products", "get_product")
"""Tools whose arguments differ between the roles."""

WIDTH = 104


def show(console: Console) -> None:
    """Print the whole example, what is long last; the same text every time."""
    made = plans(load())
    listed = made[LISTED]
    surfaces = {name: listed.compile(role(listed, name)) for name in ROLES}
    total = len(listed.subjects)
    for name, surface in surfaces.items():
        console.print(Rule(f"What a {name} sees", align="left", style="dim"))
        console.print(_tree(surface, total))
    console.print(Rule("Gates inside schemas: the arguments that each may pass", align="left", style="dim"))
    console.print(_arguments(surfaces))
    console.print(Rule("What a listing costs, in bytes", align="left", style="dim"))
    console.print(_costs(made))
    console.print(
        "A model is shown name, description and input schema; titles, annotations, output schemas and _meta stay with "
        "the client. With the schemas in _meta the model picks a tool by its line, and the client has the schema to "
        "check or to fetch."
    )
    console.print(Rule(f"One facade in full: {IN_FULL[1]}, as a {IN_FULL[0]} gets it", align="left", style="dim"))
    console.print_json(data=_named(surfaces[IN_FULL[0]], IN_FULL[1]))


def _tree(surface: Surface, total: int) -> Tree:
    """Return a surface as a tree: facades with their members, then the tools that stand alone."""
    routes = surface.routes
    members = {name: route for name, route in routes.items() if isinstance(route, list)}
    seen = sum(len(route) for route in members.values()) + len(routes) - len(members)
    root = Tree(Text(f"{len(surface.tools)} tools listed, which reach {seen} of {total}"), guide_style="dim")
    for name, route in members.items():
        branch = root.add(Text.assemble((name, "bold"), f"  {len(route)}"))
        branch.add(Text(", ".join(route)))
    alone = root.add(Text("outside facades", style="italic"))
    alone.add(Text(", ".join(name for name in routes if name not in members)))
    return root


def _named(surface: Surface, name: str) -> JsonObject:
    return next(tool for tool in surface.tools if tool["name"] == name)


def _arguments(surfaces: dict[str, Surface]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, show_edge=False)
    table.add_column("tool", no_wrap=True)
    for name in surfaces:
        table.add_column(name)
    for tool in COMPARED:
        table.add_row(tool, *[", ".join(_names(surface, tool)) for surface in surfaces.values()])
    return table


def _names(surface: Surface, tool: str) -> Iterator[str]:
    """Yield the names of the arguments that a tool takes from the caller of a surface."""
    for item in surface.list(filter=tool).tools:
        if item["name"] == tool:
            yield from item["inputSchema"]["properties"]


def _costs(made: dict[str, Plan]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, show_edge=False)
    table.add_column("role", no_wrap=True)
    table.add_column("form", no_wrap=True)
    for name in ("tools listed", "model is shown", "of flat", "client alone gets", "together"):
        table.add_column(name, justify="right")
    for name in ROLES:
        costs = {form: cost(made[form].compile(role(made[form], name))) for form in FORMS}
        for form, weighed in costs.items():
            table.add_row(name, form, *_cells(weighed, costs["flat"]), end_section=form == LISTED)
    return table


def _cells(weighed: Cost, flat: Cost) -> Sequence[str]:
    return (
        str(weighed.tools),
        f"{weighed.shown:,}",
        f"{weighed.shown / flat.shown:.0%}",
        f"{weighed.kept:,}",
        f"{weighed.total:,}",
    )


def main() -> None:
    """Print the example to standard output."""
    show(Console(width=WIDTH))


if __name__ == "__main__":
    main()
