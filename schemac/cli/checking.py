"""``schemac check`` (docs/spec, chapter CLI)."""

from __future__ import annotations

import typer

from schemac.check import check
from schemac.cli import common
from schemac.cli.render import exit_status


def check_command(
    file: common.ManifestFile,
    findings_format: common.Format = common.FindingFormat.TEXT,
    fail_on: common.Fail = common.FailOn.ERROR,
) -> None:
    """Say everything that is wrong with a manifest, over all its domains.

    **Examples**

    `schemac check manifest.yaml`

    `schemac check manifest.yaml --format sarif > schemac.sarif`

    `schemac check manifest.yaml --format github --fail-on warning`
    """
    session = common.Session.open(file, findings_format)
    shown = session.report(check(session.manifest), to_stdout=findings_format is not common.FindingFormat.TEXT)
    if not shown and findings_format is common.FindingFormat.TEXT:
        common.note(f"{file} is fine.")
    raise typer.Exit(exit_status(shown, fail_on.value))
