"""``schemac lower``: what a schema becomes for a target, and what it loses (docs/spec, chapters TGT and CLI)."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from schemac.cli import common
from schemac.cli.given import TARGET_HELP, targets_starting
from schemac.findings import SchemacError, finding
from schemac.jsonschema import metaschema
from schemac.jsonschema.codec import Loss
from schemac.jsonschema.keywords import DRAFT_2020_12, Dialect, dialect_by_uri
from schemac.jsonschema.link import link
from schemac.jsonschema.translate import translate
from schemac.pointer import render
from schemac.targets.lowering import lower_module
from schemac.text import load
from schemac.values import Json, JsonObject


class NullMeans(StrEnum):
    """What null says in an optional property that the target demands."""

    ABSENT_OR_MARKED = "absent_or_marked"
    ABSENT = "absent"


def lower_command(
    file: Annotated[
        str, typer.Argument(metavar="SCHEMA", help="A JSON Schema, or a tool; JSON or YAML; - is standard input.")
    ],
    target_name: Annotated[str, typer.Option("--target", "-t", help=TARGET_HELP, autocompletion=targets_starting)],
    explain: Annotated[
        bool, typer.Option("--explain/--no-explain", help="Say lost constraints in descriptions.")
    ] = True,
    null_means: Annotated[
        NullMeans, typer.Option("--null-means", help="What null says where an optional property must be given.")
    ] = NullMeans.ABSENT_OR_MARKED,
    as_json: Annotated[bool, typer.Option("--json", help="Schema and losses as one JSON object.")] = False,
) -> None:
    """Print what a schema becomes for a target; what it cannot say goes to standard error.

    SCHEMA is the schema of a tool's arguments, or a tool with an `inputSchema`. What is lost is still checked when the
    tool is called through schemac.

    **Examples**

    `schemac lower schema.json --target openai-strict`

    `schemac lower tool.json --target gemini --json`
    """
    rules = common.chosen_target(target_name).schema
    schema, dialect = _schema(file)
    invalid = metaschema.check(schema, dialect, ())
    if invalid:
        common.fail(SchemacError(invalid), common.FindingFormat.TEXT)
    try:
        translated = translate(link(schema, dialect=dialect), DRAFT_2020_12)
        form = lower_module(translated.module, rules, explain_losses=explain, null_means=null_means.value)
    except SchemacError as refused:
        common.fail(refused, common.FindingFormat.TEXT)
    losses = (*translated.losses, *form.losses)
    if as_json:
        shown: Json = {"schema": form.schema, "losses": [loss.to_json() for loss in losses]}
        common.write(json.dumps(shown, ensure_ascii=False, indent=2) + "\n", None)
        return
    common.write(json.dumps(form.schema, ensure_ascii=False, indent=2) + "\n", None)
    for line in _lines(losses):
        typer.echo(line, err=True)


def _schema(file: str) -> tuple[JsonObject, Dialect]:
    """Read a schema, alone or within a tool, with the dialect it is written in."""
    is_yaml = file.endswith((".yaml", ".yml"))
    try:
        data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        value = load(data, format="yaml" if is_yaml else "json", file="<stdin>" if file == "-" else file).value
    except OSError as why:
        problem = f"The file '{file}' cannot be read: {why.strerror}."
        common.fail(SchemacError([finding("file-unreadable", (), problem)]), common.FindingFormat.TEXT)
    except SchemacError as refused:
        common.fail(refused, common.FindingFormat.TEXT)
    if isinstance(value, dict) and isinstance(value.get("inputSchema"), dict):
        value = value["inputSchema"]
    if not isinstance(value, dict):
        common.usage(f"'{file}' holds no schema: it is not an object.")
    if "schemac" in value or ("tools" in value and not {"type", "properties", "$ref"} & value.keys()):
        common.usage(
            f"'{file}' holds tools, not one schema: use `schemac compile --target`, or `schemac lint` for a list."
        )
    declared = value.get("$schema")
    return value, (dialect_by_uri(declared) if isinstance(declared, str) else None) or DRAFT_2020_12


def _lines(losses: Sequence[Loss]) -> list[str]:
    if not losses:
        return ["Nothing is lost."]
    width = max(len(loss.action.value) for loss in losses)
    lines = [f"{loss.action.value:<{width}}  {render((*loss.pointer, loss.keyword))}: {loss.why}" for loss in losses]
    count = f"{len(losses)} constraint" + ("s" if len(losses) > 1 else "")
    return [*lines, f"{count} of the schema cannot be said as written; calls are still held to it."]
