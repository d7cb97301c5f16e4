"""``schemac explain`` (docs/spec, chapter CLI)."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from schemac.catalog.explain import GatedPart, Visibility
from schemac.catalog.gates import Explanation
from schemac.cli import common
from schemac.findings import did_you_mean
from schemac.pointer import render


def explain_command(
    file: common.ManifestFile,
    tool: Annotated[str, typer.Argument(metavar="TOOL", help="The tool's own name.")],
    domain: common.Domain = None,
    role: common.Role = None,
    decisions: common.DecisionsFile = None,
    grant: common.Grant = None,
    all_grants: common.AllGrants = False,
    as_json: Annotated[bool, typer.Option("--json", help="The same as JSON.")] = False,
) -> None:
    """Tell why a caller sees a tool or not, gate by gate.

    **Examples**

    `schemac explain manifest.yaml update_order --role viewer`

    `schemac explain manifest.yaml update_order --grant manage_orders --json`
    """
    session = common.Session.open(file)
    made = session.plan(domain)
    caller, _ = common.given_decisions(session, made, role, decisions, grant, all_grants)
    try:
        told = made.explain(tool, caller)
    except KeyError:
        hint = did_you_mean(tool, made.vocabulary.tools)
        common.usage(f"The domain {made.domain} has no tool {tool!r}. {hint}".strip(), "TOOL")
    if as_json:
        typer.echo(json.dumps(told.to_json(), ensure_ascii=False, indent=2))
        return
    where = made.compile(caller).address(tool)
    for line in _lines(told, where["name"] if where else None):
        typer.echo(line)


def _lines(told: Visibility, wire: str | None) -> list[str]:
    lines = [f"{told.tool}: {'visible' if told.visible else 'hidden'}"]
    if wire is not None and wire != told.tool:
        lines.append(f"  called through {wire}")
    if told.gate is None:
        lines.append("  no gate: visible to all")
    else:
        lines.append("  requires:")
        lines.extend(_gate(told.gate, "    "))
    if not told.authorised:
        said = "is not true" if told.listed else "is missing, and unlisted tools are not allowed"
        lines.append(f"  the decision about this tool {said}")
    if told.root_removed:
        lines.append("  a gate at the root of its input schema does not hold")
    for part in told.parts:
        lines.append(f"  {_named(part)} requires:")
        lines.extend(_gate(part.gate, "    "))
    return lines


_WHOLES = {"inputSchema": "argument", "outputSchema": "result"}


def _named(part: GatedPart) -> str:
    """Return what a gated part is: the argument, or else the place in the schema or document."""
    if part.name is not None:
        return f"the {_WHOLES[part.field]} {part.name}" if part.name else f"the whole of {part.field}"
    where = f"of {part.document}" if part.document else f"of {part.field}"
    return f"{render(part.pointer) or 'the root'} {where}"


def _gate(told: Explanation, indent: str) -> list[str]:
    lines = [f"{indent}{_mark(told.holds)} {told.gate}"]
    for part in told.parts:
        lines.extend(_gate(part, indent + "  "))
    return lines


def _mark(holds: bool | None) -> str:
    return {True: "holds    ", False: "fails    ", None: "unknown  "}[holds]
