"""``schemac lint``: tool lists judged by what APIs and clients accept (docs/spec, chapters TGT and CLI)."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated, TextIO

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from schemac.cli import common
from schemac.cli.given import TARGET_HELP, targets_starting
from schemac.cli.render import exit_status, render
from schemac.cli.render_text import visible
from schemac.findings import Finding, SchemacError, Severity, capped
from schemac.pointer import render as render_pointer
from schemac.targets import Target, target_names
from schemac.targets.lint import LintReport, lint, rule_counts, tool_list
from schemac.text import Loaded

ALL = "all"
_STYLES = {Severity.ERROR: "bold red", Severity.WARNING: "yellow", Severity.NOTE: "green"}


def lint_command(
    files: Annotated[
        list[str],
        typer.Argument(metavar="FILE...", help="Lists of tools, JSON (or YAML by its name); - is standard input."),
    ],
    targets: Annotated[
        list[str] | None,
        typer.Option(
            "--target",
            "-t",
            help=f"Without one: mcp. {TARGET_HELP} Or all; may be repeated.",
            autocompletion=targets_starting,
        ),
    ] = None,
    findings_format: common.Format = common.FindingFormat.TEXT,
    matrix: Annotated[
        bool | None,
        typer.Option("--matrix/--no-matrix", help="A table of tools and targets; by default with several targets."),
    ] = None,
    summary: Annotated[
        bool, typer.Option("--summary", help="Only how often each rule was broken, over all the files.")
    ] = False,
    fail_on: common.Fail = common.FailOn.ERROR,
) -> None:
    """Say which tools an API or client refuses, where, by which rule, and what happens.

    FILE holds what a server answered to tools/list: the result, the JSON-RPC response around it, or a bare array of
    tools. `docs/targets` has a page for each target. Findings that several targets share are told once.

    **Examples**

    `schemac lint tools.json --target openai-strict`

    `schemac lint tools.json --target all`

    `schemac lint tools.json -t gemini -t anthropic --format sarif > schemac.sarif`

    `schemac lint lists/*.json --target all --summary`
    """
    judges = _targets(targets or ["mcp"])
    linted = [_lint_file(file, judges, findings_format) for file in files]
    reports = [report for report, _ in linted]
    within: dict[Finding, str] = {}
    for report, loaded in linted:
        within.update((item, _within(item, report)) for item in common.placed(report.findings, loaded))
    placed = list(within)
    if findings_format is common.FindingFormat.JSON:
        common.write(_json(files, linted), None)
    elif summary:
        _print_summary(reports, sys.stdout)
    else:
        _print_findings(within, [loaded for _, loaded in linted], findings_format)
        if findings_format is common.FindingFormat.TEXT and (matrix if matrix is not None else len(judges) > 1):
            for file, report in zip(files, reports, strict=True):
                _print_matrix(file, report, sys.stdout)
    raise typer.Exit(exit_status(placed, fail_on.value))


def _targets(names: Sequence[str]) -> tuple[Target, ...]:
    wanted = target_names() if ALL in names else tuple(dict.fromkeys(names))
    return tuple(map(common.chosen_target, wanted))


def _lint_file(file: str, judges: Sequence[Target], findings_format: common.FindingFormat) -> tuple[LintReport, Loaded]:
    loaded = common.read_document(file, findings_format)
    try:
        listed = tool_list(loaded.value)
    except SchemacError as refused:
        common.fail(SchemacError(common.placed(refused.findings, loaded)), findings_format)
    return lint(listed.tools, judges, listed.prefix), loaded


def _within(item: Finding, report: LintReport) -> str:
    """Return which tool a finding is about and where in it: a list is often one line, where a column says little."""
    index, *inside = (*item.pointer[len(report.prefix) :], "")
    if not isinstance(index, int):
        return ""
    tool = f"tool {report.tools[index]}" if report.tools[index] else f"tool number {index + 1}"
    return ", ".join(filter(None, (tool, render_pointer(tuple(inside[:-1])))))


def _print_findings(
    findings: Mapping[Finding, str], loaded: Sequence[Loaded], findings_format: common.FindingFormat
) -> None:
    shown = list(findings) if findings_format is common.FindingFormat.SARIF else capped(findings)
    shown = [replace(item, hint=_COUNT_ALL) if item.code == "too-many-findings" else item for item in shown]
    if shown or findings_format is not common.FindingFormat.TEXT:
        sources = {item.source.file: item for item in loaded}
        render(
            shown,
            format=findings_format.value,
            source_line=lambda place: sources[place.file].source_line(place) if place.file in sources else None,
            stream=sys.stdout,
            within=findings,
        )


_COUNT_ALL = "Cure what is shown and run again; `--summary` counts all by rule, `--format json` has them all."


def _json(files: Sequence[str], linted: Sequence[tuple[LintReport, Loaded]]) -> str:
    rows = [
        {"file": file, **report.to_json(loaded.locate)} for file, (report, loaded) in zip(files, linted, strict=True)
    ]
    return json.dumps({"lists": rows}, ensure_ascii=False, indent=1) + "\n"


def _print_matrix(file: str, report: LintReport, stream: TextIO) -> None:
    """Print a row per tool and a column per target; many targets have numbers for names, so that it stays narrow."""
    numbered = len(report.targets) > _NAMED
    heads = [str(number) if numbered else judge.name for number, judge in enumerate(report.targets, 1)]
    table = Table(
        title=visible(file), title_justify="left", box=SIMPLE_HEAD, padding=(0, 1, 0, 0), collapse_padding=True
    )
    table.add_column("tool", overflow="fold")
    for head in heads:
        table.add_column(head, justify="right", no_wrap=True)
    for index, name in enumerate(report.tools):
        table.add_row(Text(visible(name)), *(_cell(report, index, judge) for judge in report.targets))
    table.add_section()
    table.add_row("the list itself", *(_cell(report, -1, judge) for judge in report.targets))
    table.add_row(f"taken, of {len(report.tools)}", *(str(report.passing(judge)) for judge in report.targets))
    console = _console(stream)
    console.print(table)
    if numbered:
        console.print(", ".join(f"{head} {judge.name}" for head, judge in zip(heads, report.targets, strict=True)))
    console.print("e errors; without any: w warnings, n notes; · nothing.")


_NAMED = 4


def _cell(report: LintReport, index: int, judge: Target) -> Text:
    counts = report.counts.get((index, judge.name), {})
    for severity, style in _STYLES.items():
        if counts.get(severity):
            return Text(f"{counts[severity]}{severity.value[0]}", style=style)
    return Text("·", style="dim")


def _console(stream: TextIO) -> Console:
    """Return a console that never cuts names, whatever the width of a pipe is taken for."""
    width = None if stream.isatty() else _PIPE_WIDTH
    return Console(file=stream, highlight=False, width=width)


_PIPE_WIDTH = 160


def _print_summary(reports: Sequence[LintReport], stream: TextIO) -> None:
    rows = list(rule_counts(reports))
    if not rows:
        names = ", ".join(dict.fromkeys(judge.name for report in reports for judge in report.targets))
        stream.write(f"No findings: {names} take every tool of every list.\n")
        return
    table = Table(
        *("target", "rule", "severity", "reaches"), caption="how many lists, tools and places broke each rule"
    )
    for name in ("lists", "tools", "places"):
        table.add_column(name, justify="right")
    for row in rows:
        table.add_row(
            row.target,
            row.rule.id,
            Text(row.rule.severity.value, style=_STYLES[row.rule.severity]),
            row.rule.reach.value,
            *map(str, (row.lists, row.tools, row.places)),
        )
    _console(stream).print(table)
