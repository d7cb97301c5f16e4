"""The commands of ``schemac`` (docs/spec, chapter CLI)."""

from __future__ import annotations

from typing import Annotated

import typer

from schemac import __version__
from schemac.cli import calling, checking, compiling, conformance, explaining, listing, printing
from schemac.cli.importing import import_command
from schemac.cli.lint import lint_command
from schemac.cli.lowering import lower_command

app = typer.Typer(
    name="schemac",
    help="Compile MCP tools, groups and permission decisions into the tools/list that one caller should see.",
    no_args_is_help=True,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
)


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"schemac {__version__}")
        raise typer.Exit


@app.callback()
def main_options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Compile MCP tools, groups and permission decisions into the tools/list that one caller should see."""


app.command("compile")(compiling.compile_command)
app.command("check")(checking.check_command)
app.command("explain")(explaining.explain_command)
app.command("call")(calling.call_command)
app.command("describe")(calling.describe_command)
app.command("list")(listing.list_command)
app.command("schema")(printing.schema_command)
app.command("import")(import_command)
app.command("lint")(lint_command)
app.command("lower")(lower_command)
app.command("port")(conformance.port)
app.add_typer(conformance.app, name="conformance")
