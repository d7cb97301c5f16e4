"""``schemac compile`` (docs/spec, chapter CLI)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from schemac.cli import common
from schemac.cli.render import exit_status


def compile_command(
    file: common.ManifestFile,
    domain: common.Domain = None,
    role: common.Role = None,
    decisions: common.DecisionsFile = None,
    grant: common.Grant = None,
    all_grants: common.AllGrants = False,
    strategy: common.Strategy = None,
    target: common.Target = None,
    strict: common.Strict = False,
    output_dialect: common.OutputDialect = None,
    settings: common.SetOption = None,
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

    `schemac compile manifest.yaml --all-grants --set schemas_in=meta -o surface.json`
    """
    session = common.Session.open(file, findings_format)
    made = session.plan(domain, common.given_options(strategy, target, strict, output_dialect, settings))
    caller, given = common.given_decisions(session, made, role, decisions, grant, all_grants)
    notes = [item for item in made.findings if item.severity == "note"]
    text = findings_format is common.FindingFormat.TEXT
    shown = session.report(item for item in made.findings if not text or item.severity != "note")
    if text and notes:
        common.note(f"{len(notes)} notes about this domain; `schemac check` shows them.")
    surface = made.compile(caller)
    data = surface.to_json()
    if not compact:
        data = (json.dumps(json.loads(data), ensure_ascii=False, indent=2) + "\n").encode()
    common.write(data, output)
    common.hidden_note(made, caller, given)
    # an error here is one of a tool that was left out on demand, which alone fails nothing
    if fail_on is common.FailOn.WARNING:
        raise typer.Exit(exit_status(shown, "warning"))
