"""Findings for people and for machines, and the exit status they lead to (docs/spec, chapters DIA and CLI).

Four formats: ``text`` as compilers print it, ``json`` for scripts, ``sarif`` for code scanning, ``github`` for
annotations on a pull request. The functions ``to_*`` are pure; :func:`render` writes.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Literal, TextIO, TypeAlias

from schemac.cli.render_sarif import to_sarif
from schemac.cli.render_text import NOTHING, write_text
from schemac.findings import Finding, Findings, Place, Severity

__all__ = ["FailOn", "Format", "SourceLine", "exit_status", "render", "to_github", "to_json", "to_sarif"]

Format: TypeAlias = Literal["text", "json", "sarif", "github"]
"""How findings are written."""

FailOn: TypeAlias = Literal["error", "warning"]
"""The least severity that fails a command."""

SourceLine: TypeAlias = Callable[[Place], str | None]
"""Gives the line of source at a place, without its line end; None or nothing where the source is not at hand."""

_COMMAND = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}


def render(
    findings: Findings,
    *,
    format: Format,  # noqa: A002 - named after the option
    source_line: SourceLine,
    stream: TextIO,
    within: Mapping[Finding, str] = NOTHING,
) -> None:
    """Write findings to a stream, in the order given; as text the errors first, then warnings, then notes.

    Args:
        findings: What to write; the caller sorts and caps (:func:`schemac.findings.capped`).
        format: One of text, json, sarif, github. Without findings, text and github write nothing.
        source_line: Where text takes the line above the caret from.
        stream: Colours are used only if it is a terminal and ``NO_COLOR`` is unset.
        within: What the place of a finding is a part of, such as a tool, where text and github should say it.
    """
    if format == "text":
        write_text(findings, source_line=source_line, stream=stream, within=within)
    elif format == "github":
        stream.write(to_github(findings, within))
    else:
        stream.write({"json": to_json, "sarif": to_sarif}[format](findings))


def exit_status(findings: Findings, fail_on: FailOn = "error") -> int:
    """Return 1 if a finding is as severe as ``fail_on``, else 0."""
    failing = {Severity.ERROR, Severity.WARNING} if fail_on == "warning" else {Severity.ERROR}
    return int(any(item.severity in failing for item in findings))


def to_json(findings: Findings) -> str:
    """Return ``{"findings": [{code, severity, pointer, message, hint, file, line, column, related}], "counts": {…}}``.

    ``related`` is a list of ``{file, line, column, message}``; ``counts`` has ``error``, ``warning`` and ``note``. A
    finding about what stands on the command line has that as ``argument`` too. One finding stands on one line.
    """
    counts = {severity.value: sum(item.severity is severity for item in findings) for severity in Severity}
    rows = ",".join("\n  " + json.dumps(_row(item), ensure_ascii=False) for item in findings)
    listed = f"[{rows}\n]" if rows else "[]"
    return f'{{"findings": {listed},\n"counts": {json.dumps(counts)}}}\n'


def _row(item: Finding) -> dict[str, Any]:
    related = [
        {"file": place.file, "line": place.line, "column": place.column, "message": word}
        for place, word in item.related
    ]
    row = {**item.to_json(), "related": related}
    return {**row, "argument": item.argument} if item.argument else row


def to_github(findings: Findings, within: Mapping[Finding, str] = NOTHING) -> str:
    """Return one workflow command of GitHub Actions per finding: ``::error file=…,line=…,col=…,title=…::message``."""
    return "".join(_annotation(item, within.get(item, "")) + "\n" for item in findings)


def _annotation(item: Finding, within: str) -> str:
    properties = {}
    if item.place:
        properties = {"file": item.place.file, "line": str(item.place.line), "col": str(item.place.column)}
    properties["title"] = f"schemac {item.code}"
    written = ",".join(f"{name}={_property(value)}" for name, value in properties.items())
    related = [f"{place}: {word}" for place, word in item.related]
    said = f"{item.argument}: {item.message}" if item.argument else item.message
    text = "\n".join(
        [f"{said} ({within})" if within else said, *related, *([f"help: {item.hint}"] if item.hint else [])]
    )
    return f"::{_COMMAND[item.severity]} {written}::{_data(text)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
