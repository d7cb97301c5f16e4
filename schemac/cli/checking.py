"""``schemac check`` (docs/spec, chapter CLI)."""

from __future__ import annotations

from typing import Annotated

import typer

from schemac.check import check
from schemac.cli import common, given
from schemac.cli.render import exit_status


def check_command(
    file: common.ManifestFile,
    domain: Annotated[str | None, typer.Option(help="Only this domain.")] = None,
    strategy: given.Strategy = None,
    target: given.Target = None,
    strict: given.Strict = False,
    output_dialect: given.OutputDialect = None,
    settings: given.SetOption = None,
    findings_format: common.Format = common.FindingFormat.TEXT,
    fail_on: common.Fail = common.FailOn.ERROR,
) -> None:
    """Say everything that is wrong with a manifest, over all its domains.

    With options of a domain it tells whether the manifest would pass with them, for a target, say.

    **Examples**

    `schemac check manifest.yaml`

    `schemac check manifest.yaml --target openai-strict --strategy lazy`

    `schemac check manifest.yaml --format sarif > schemac.sarif`

    `schemac check manifest.yaml --format github --fail-on warning`
    """
    session = common.Session.open(file, findings_format)
    session.given = given.GivenOptions.read(strategy, target, strict, output_dialect, settings)
    found = [common.about_domain(item, domain) for item in check(session.manifest, session.given.values, domain=domain)]
    shown = session.report(found, to_stdout=findings_format is not common.FindingFormat.TEXT)
    if not shown and findings_format is common.FindingFormat.TEXT:
        common.note(f"{file} is fine.")
    raise typer.Exit(2 if common.is_wrong_usage(shown) else exit_status(shown, fail_on.value))
