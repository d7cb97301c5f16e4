"""``schemac lower``: what a schema becomes for a target, and what it loses (docs/spec, chapters TGT and CLI)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from enum import StrEnum
from typing import Annotated, NamedTuple, NoReturn

import typer

from schemac.cli import common
from schemac.cli.given import TARGET_HELP, targets_starting
from schemac.findings import Finding, SchemacError, did_you_mean
from schemac.jsonschema import metaschema
from schemac.jsonschema.codec import Loss
from schemac.jsonschema.keywords import DRAFT_2020_12, Dialect, dialect_named
from schemac.jsonschema.link import link
from schemac.jsonschema.translate import translate
from schemac.pointer import Pointer, render
from schemac.targets.lint import tool_list
from schemac.targets.lowering import lower_module
from schemac.text import Loaded
from schemac.values import Json, JsonObject


class NullMeans(StrEnum):
    """What null says in an optional property that the target demands."""

    ABSENT_OR_MARKED = "absent_or_marked"
    ABSENT = "absent"


def lower_command(
    file: Annotated[
        str,
        typer.Argument(
            metavar="SCHEMA", help="A JSON Schema, a tool, or a list of tools; JSON or YAML; - is standard input."
        ),
    ],
    target_name: Annotated[str, typer.Option("--target", "-t", help=TARGET_HELP, autocompletion=targets_starting)],
    tool: Annotated[str | None, typer.Option("--tool", metavar="NAME", help="Which tool of a list.")] = None,
    explain: Annotated[
        bool, typer.Option("--explain/--no-explain", help="Say lost constraints in descriptions.")
    ] = True,
    null_means: Annotated[
        NullMeans, typer.Option("--null-means", help="What null says where an optional property must be given.")
    ] = NullMeans.ABSENT_OR_MARKED,
    as_json: Annotated[bool, typer.Option("--json", help="Schema and losses as one JSON object.")] = False,
) -> None:
    """Print what a schema becomes for a target; what it cannot say goes to standard error.

    SCHEMA is the schema of a tool's arguments, a tool with an `inputSchema`, or a list of tools (what `tools/list`
    answers) of which `--tool` names one. What is lost is still checked when the tool is called through schemac.

    **Examples**

    `schemac lower schema.json --target openai-strict`

    `schemac lower tool.json --target gemini --json`

    `schemac lower tools.json --tool create_issue --target anthropic-strict`
    """
    rules = common.chosen_target(target_name).schema
    chosen = _chosen(file, tool)
    invalid = metaschema.check(chosen.schema, chosen.dialect, chosen.pointer)
    if invalid:
        chosen.fail(invalid)
    try:
        module = link(chosen.schema, dialect=chosen.dialect, pointer=chosen.pointer)
        translated = translate(module, DRAFT_2020_12)
        form = lower_module(translated.module, rules, explain_losses=explain, null_means=null_means.value)
    except SchemacError as refused:
        chosen.fail(refused.findings)
    losses = (*translated.losses, *form.losses)
    if as_json:
        shown: Json = {"schema": form.schema, "losses": [loss.to_json() for loss in losses]}
        common.write(json.dumps(shown, ensure_ascii=False, indent=2) + "\n", None)
        return
    common.write(json.dumps(form.schema, ensure_ascii=False, indent=2) + "\n", None)
    for line in _lines(losses):
        typer.echo(line, err=True)


class _Chosen(NamedTuple):
    """The schema to lower.

    Attributes:
        schema: The schema.
        pointer: Where it stands in the file.
        loaded: The file.
    """

    schema: JsonObject
    pointer: Pointer
    loaded: Loaded

    @property
    def dialect(self) -> Dialect:
        """The dialect that it says it is written in."""
        return dialect_named(self.schema, DRAFT_2020_12)

    def fail(self, findings: Sequence[Finding]) -> NoReturn:
        """Say what is wrong with it, and end the program."""
        common.fail(SchemacError(common.placed(findings, self.loaded)), common.FindingFormat.TEXT)


def _chosen(file: str, tool: str | None) -> _Chosen:
    """Read a schema: alone, within a tool, or that of one tool of a list."""
    loaded = common.read_document(file, common.FindingFormat.TEXT)
    value = loaded.value
    if isinstance(value, dict) and "schemac" in value:
        common.usage(f"'{file}' is a manifest: `schemac compile --target` lowers what a caller sees of it.")
    if isinstance(value, list) or (
        isinstance(value, dict)
        and not value.keys().isdisjoint(("tools", "result"))
        and value.keys().isdisjoint(("type", "properties", "$ref", "inputSchema"))
    ):
        return _of_list(file, loaded, tool)
    if tool is not None:
        common.usage(f"'{file}' holds no list of tools.", "--tool")
    pointer: Pointer = ()
    if isinstance(value, dict) and isinstance(value.get("inputSchema"), dict):
        value, pointer = value["inputSchema"], ("inputSchema",)
    if not isinstance(value, dict):
        common.usage(f"'{file}' holds no schema: it is not an object.")
    return _Chosen(value, pointer, loaded)


def _of_list(file: str, loaded: Loaded, tool: str | None) -> _Chosen:
    """Choose a tool of a list, which need not be named where it is the only one."""
    try:
        listed = tool_list(loaded.value)
    except SchemacError as refused:
        common.fail(SchemacError(common.placed(refused.findings, loaded)), common.FindingFormat.TEXT)
    tools = listed.tools
    names = [item.get("name") for item in tools]
    if tool is None and len(tools) != 1:
        common.usage(f"'{file}' holds {len(tools)} tools: say which one with --tool NAME.")
    if tool is not None and tool not in names:
        hint = did_you_mean(tool, [name for name in names if isinstance(name, str)])
        common.usage(f"There is no tool '{tool}' in '{file}'. {hint}".rstrip(), "--tool")
    index = 0 if tool is None else names.index(tool)
    schema = tools[index].get("inputSchema")
    if not isinstance(schema, dict):
        common.usage(f"The tool {names[index]!r} has no inputSchema that is an object.")
    return _Chosen(schema, (*listed.prefix, index, "inputSchema"), loaded)


def _lines(losses: Sequence[Loss]) -> list[str]:
    if not losses:
        return ["Nothing is lost."]
    width = max(len(loss.action.value) for loss in losses)
    lines = [f"{loss.action.value:<{width}}  {render((*loss.pointer, loss.keyword))}: {loss.why}" for loss in losses]
    count = f"{len(losses)} constraint" + ("s" if len(losses) > 1 else "")
    return [*lines, f"{count} of the schema cannot be said as written; calls are still held to it."]
