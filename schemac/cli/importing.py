"""``schemac import``: a saved ``tools/list`` result becomes a manifest (docs/spec, chapter CLI)."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Literal, NoReturn

import typer

from schemac.catalog.importing import GroupBy, Imported, OnDuplicate, OnInvalid, changes, import_tools
from schemac.cli.render import FailOn, Format, exit_status, render
from schemac.findings import Finding, Place, SchemacError, capped, finding
from schemac.text import Loaded, load
from schemac.text.dump import dump
from schemac.values import JsonObject

_USAGE = 2


def import_command(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="The saved list, JSON (or YAML by its name); - is stdin.")
    ],
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", help="Where the manifest goes; .json makes it JSON.", dir_okay=False),
    ] = None,
    group_by: Annotated[
        GroupBy,
        typer.Option(help="prefix: by the words of names; namespace: by what stands before the last dot; none: flat."),
    ] = "prefix",
    overlay: Annotated[
        bool,
        typer.Option(
            "--overlay",
            help="Put the list in a file of its own beside a small manifest, which importing again does not touch.",
        ),
    ] = False,
    on_duplicate: Annotated[
        OnDuplicate, typer.Option(help="Entries of one name that differ: refuse, or keep the first.")
    ] = "error",
    on_invalid: Annotated[
        OnInvalid, typer.Option(help="Entries that cannot be a manifest's tool: refuse, or leave them out.")
    ] = "error",
    domain: Annotated[str, typer.Option(help="The name of the manifest's one domain.")] = "default",
    json: Annotated[bool, typer.Option("--json", help="Write JSON, not YAML.")] = False,
    force: Annotated[
        bool, typer.Option("--force", help="Replace an existing file (never an overlay's manifest).")
    ] = False,
    format: Annotated[Format, typer.Option(help="How findings are printed, on standard error.")] = "text",  # noqa: A002 - names the option
    fail_on: Annotated[FailOn, typer.Option(help="The least severity that fails the command.")] = "error",
) -> None:
    """Make a manifest of a saved tools/list result.

    FILE holds what a server answered to tools/list: the result, the JSON-RPC response around it, an array of the
    pages of a long list, or a bare array of tools; - is standard input. The manifest goes to standard output, or to
    --output.

    With --overlay the list goes to a file of its own: edit the small manifest by hand, and run the same command again
    when the server's list has changed.

    **Examples**

    `schemac import tools.json -o manifest.yaml`

    `schemac import tools.json --group-by namespace --json > manifest.json`

    `schemac import tools.json --overlay -o shop.yaml    # the list goes to shop.tools.json`
    """
    if overlay and output is None:
        _usage("--overlay writes two files: say where the manifest goes, with --output.")
    if not domain:
        _usage("--domain cannot be empty.")
    report = _Report(format, fail_on)
    written: Literal["yaml", "json"] = "json" if json or (output and output.suffix.lower() == ".json") else "yaml"
    try:
        loaded = report.source(_read(file))
        imported = import_tools(
            loaded.value,
            group_by=group_by,
            on_duplicate=on_duplicate,
            on_invalid=on_invalid,
            domain=domain,
            locate=loaded.locate,
        )
        if overlay and output is not None:
            _write_overlay(imported, output, written, force=force, report=report)
            return
    except SchemacError as refused:
        report.end(refused.findings)
    report.say(imported.findings)
    text = dump(imported.manifest(), written)
    if output is None:
        sys.stdout.buffer.write(text.encode())  # UTF-8 and LF on every machine, as in a file
        return
    _create(output, text, force=force)
    _done(imported, output)


@dataclass(slots=True)
class _Report:
    """Prints findings on standard error, beside the lines that were read, and ends the command on failure."""

    format: Format
    fail_on: FailOn
    sources: tuple[Loaded, ...] = ()

    def source(self, loaded: Loaded) -> Loaded:
        self.sources = (*self.sources, loaded)
        return loaded

    def say(self, findings: tuple[Finding, ...]) -> None:
        render(capped(findings), format=self.format, source_line=self._line, stream=sys.stderr)
        if status := exit_status(findings, self.fail_on):
            raise typer.Exit(status)

    def end(self, findings: tuple[Finding, ...]) -> NoReturn:
        render(capped(findings), format=self.format, source_line=self._line, stream=sys.stderr)
        raise typer.Exit(_USAGE if any(item.code == "file-unreadable" for item in findings) else 1)

    def _line(self, place: Place) -> str:
        return next((line for loaded in self.sources if (line := loaded.source_line(place))), "")


def _write_overlay(
    imported: Imported, output: Path, written: Literal["yaml", "json"], *, force: bool, report: _Report
) -> None:
    """Write the list beside the manifest, and the manifest where there is none yet.

    Raises:
        SchemacError: The manifest that is there cannot be read.
    """
    generated = output.with_name(f"{output.stem}.tools.json")
    manifest, tools = imported.overlay(generated.name)
    findings = imported.findings
    there = output.exists()
    if there:
        findings += _changes(tools, output, generated, report)
    elif generated.exists() and not force:
        _usage(f"{generated} exists and {output} does not; --force replaces the list.")
    report.say(findings)
    _replace(generated, dump(tools, "json"))
    if not there:
        _create(output, dump(manifest, written), force=False)
    _done(imported, generated if there else output)


def _changes(tools: JsonObject, output: Path, generated: Path, report: _Report) -> tuple[Finding, ...]:
    """Return what is new and gone, at its place in the manifest that stays."""
    loaded = report.source(_read(str(output)))
    named = loaded.value.get("tools_from") if isinstance(loaded.value, dict) else None
    if not isinstance(named, list) or generated.name not in named:
        _usage(f"{output} exists and does not take its tools from {generated.name}; choose another --output.")
    before = report.source(_read(str(generated))).value if generated.exists() else None
    found = changes(before, tools["tools"])
    return tuple(replace(item, place=loaded.locate(item.pointer)) for item in found)


def _read(file: str) -> Loaded:
    """Read a file, or standard input; what is not named as YAML is JSON, as what servers answer is.

    Raises:
        SchemacError: It cannot be read, or its text is refused.
    """
    if file == "-":
        return load(sys.stdin.buffer.read(), format="json", file="<stdin>")
    try:
        data = Path(file).read_bytes()
    except OSError as error:
        raise SchemacError([finding("file-unreadable", (), f"{file}: {error.strerror}.")]) from error
    return load(data, format="yaml" if file.lower().endswith((".yaml", ".yml")) else "json", file=file)


def _create(path: Path, text: str, *, force: bool) -> None:
    """Write a file that must not be there yet, unless it is forced."""
    if force:
        _replace(path, text)
        return
    try:
        with path.open("x", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
    except FileExistsError:
        _usage(f"{path} exists; --force replaces it.")
    except OSError as error:
        _usage(f"{path} cannot be written: {error.strerror}.")


def _replace(path: Path, text: str) -> None:
    """Write a file in one step: who reads it meanwhile sees the old text or the new one."""
    beside = path.with_name(f".{path.name}.new")
    try:
        beside.write_text(text, encoding="utf-8", newline="\n")
        beside.replace(path)
    except OSError as error:
        _usage(f"{path} cannot be written: {error.strerror}.")


def _done(imported: Imported, path: Path) -> None:
    groups = f" in {len(imported.groups)} groups" if imported.groups else ""
    typer.echo(f"Wrote {path}: {len(imported.tools)} tools{groups}.", err=True)


def _usage(message: str) -> NoReturn:
    typer.echo(f"Error: {message}", err=True)
    raise typer.Exit(_USAGE)
