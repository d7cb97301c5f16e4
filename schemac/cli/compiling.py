"""``schemac compile`` (docs/spec, chapter CLI)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from schemac.cli import common, given
from schemac.cli.render import exit_status
from schemac.emit import emit as emit_bytes
from schemac.findings import SchemacError, Severity
from schemac.targets import Target, check_list
from schemac.values import JsonObject


class Emit(StrEnum):
    """In which form a surface is printed."""

    MCP = "mcp"
    API = "api"


def compile_command(
    file: common.ManifestFile,
    domain: common.Domain = None,
    role: common.Role = None,
    decisions: common.DecisionsFile = None,
    grant: common.Grant = None,
    all_grants: common.AllGrants = False,
    strategy: given.Strategy = None,
    target: given.Target = None,
    strict: given.Strict = False,
    output_dialect: given.OutputDialect = None,
    settings: given.SetOption = None,
    emit: Annotated[
        Emit, typer.Option("--emit", help="mcp: a tools/list; api: the form of the target's API, ready for a request.")
    ] = Emit.MCP,
    output: Annotated[Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write the list there.")] = None,
    compact: Annotated[
        bool, typer.Option("--compact", help="One line without spaces: the surface's exact bytes.")
    ] = False,
    findings_format: common.Format = common.FindingFormat.TEXT,
    fail_on: common.Fail = common.FailOn.ERROR,
) -> None:
    """Print the tools/list that one caller sees.

    Without a role or grants, what is gated is hidden.

    **Examples**

    `schemac compile manifest.yaml --role viewer`

    `schemac compile manifest.yaml --grant view_orders --strategy flat`

    `schemac compile manifest.yaml --role viewer --target openai-strict --strategy lazy --emit api`

    `schemac compile manifest.yaml --all-grants --set schemas_in=meta -o surface.json`
    """
    session = common.Session.open(file, findings_format)
    made = session.plan(domain, given.GivenOptions.read(strategy, target, strict, output_dialect, settings))
    caller, decided = common.given_decisions(session, made, role, decisions, grant, all_grants)
    notes = [item for item in made.findings if item.severity == "note"]
    losses = [item for item in made.findings if item.code == "constraint-lost"]
    text = findings_format is common.FindingFormat.TEXT
    quiet = {*notes, *losses} if text else set()
    shown = session.report(item for item in made.findings if item not in quiet)
    surface = made.compile(caller)
    if text:
        _say_losses(made.options.target, surface.lost)
        _say_verdicts(made.aim.target, surface.tools)
    if text and notes:
        common.note(f"{len(notes)} notes about this domain; `schemac check` shows them.")
    data = surface.to_json()
    if emit is Emit.API:
        try:
            data = emit_bytes(surface.for_api())
        except SchemacError as refused:
            common.fail(refused, findings_format)
    if not compact:
        data = (json.dumps(json.loads(data), ensure_ascii=False, indent=2) + "\n").encode()
    common.write(data, output)
    common.hidden_note(made, caller, decided)
    # an error here is one of a tool that was left out on demand, which alone fails nothing
    if fail_on is common.FailOn.WARNING:
        raise typer.Exit(exit_status([*shown, *losses], "warning"))


def _say_verdicts(target: Target, tools: Sequence[JsonObject]) -> None:
    """Say how much a target has against the listing that this caller gets; `mcp` is no reader that can be asked."""
    if target.name == "mcp":
        return
    found = [item.rule.severity for item in check_list(tools, target)]
    parts = [
        f"{found.count(severity)} {severity.value}{'s' * (found.count(severity) > 1)}"
        for severity in (Severity.ERROR, Severity.WARNING)
        if severity in found
    ]
    if parts:
        common.note(
            f"{' and '.join(parts)} of {target.name} about this listing; `schemac check` with these options shows those"
            " of all tools."
        )


def _say_losses(target: str, count: int) -> None:
    """Say how much of what this caller sees cannot be said; of tools that it does not see, nothing."""
    if count:
        common.note(
            f"{count} keyword{'s' * (count > 1)} of these schemas cannot be said for {target}; calls are still held to"
            f" {'them' if count > 1 else 'it'} (`schemac check` with these options lists those of all tools)."
        )
