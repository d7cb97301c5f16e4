"""``schemac call`` and ``schemac describe`` (docs/spec, chapters DSP and CLI)."""

from __future__ import annotations

import json
import sys
from typing import Annotated

import typer

from schemac.cli import common, given
from schemac.dispatch.outcome import Description, Outcome, Refusal
from schemac.findings import SchemacError, did_you_mean
from schemac.pointer import render
from schemac.text import load
from schemac.values import Json, JsonObject


def call_command(
    file: common.ManifestFile,
    name: Annotated[str, typer.Argument(metavar="NAME", help="The name on the surface: a facade, or a flat tool.")],
    arguments: Annotated[
        str | None, typer.Argument(metavar="[ARGUMENTS]", help="What is sent, as JSON; - reads it from standard input.")
    ] = None,
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
) -> None:
    """Show what a tools/call would mean for a caller: the real tool and its arguments. Nothing is called.

    The exit status is 1 for a call that is refused.

    **Examples**

    `schemac call manifest.yaml orders_tools '{"tool_name": "get_order", "arguments": {"id": "7"}}' --role viewer`

    `schemac call manifest.yaml ping`
    """
    session = common.Session.open(file)
    made = session.plan(domain, given.GivenOptions.read(strategy, target, strict, output_dialect, settings))
    caller, _ = common.given_decisions(session, made, role, decisions, grant, all_grants)
    surface = made.compile(caller)
    outcome = surface.resolve(name, _sent(arguments), caller)
    common.write(json.dumps(_told(outcome), ensure_ascii=False, indent=2) + "\n", None)
    if isinstance(outcome, Refusal):
        common.note(f"refused[{outcome.code}]: {outcome.message}", label=None)
        common.note(f"for the server's log: {outcome.reason}")
        if outcome.is_protocol_error:
            known = {*common.callable_names(made, surface), *(tool["name"] for tool in surface.tools)}
            if name not in known:  # a tool that is called through a facade; the refusal says so
                common.hint(did_you_mean(name, known))
        raise typer.Exit(1)


def _sent(arguments: str | None) -> Json:
    if arguments is None:
        return None
    text = sys.stdin.read() if arguments == "-" else arguments
    try:
        return load(text, format="json", file="arguments").value
    except SchemacError as refused:
        common.usage(f"It is not JSON. {refused.findings[0].message}", "ARGUMENTS")


def _told(outcome: Outcome) -> JsonObject:
    if isinstance(outcome, Refusal):
        return {"error": outcome.to_json()}
    if isinstance(outcome, Description):
        return {"description": outcome.value}
    return {
        "tool": outcome.tool,
        "arguments": outcome.arguments,
        "timeout_ms": outcome.timeout_ms,
        "coerced": [{"pointer": render(at), "as": what} for at, what in outcome.coerced],
        "stripped": [render(at) for at in outcome.stripped],
    }


def describe_command(
    file: common.ManifestFile,
    tool: Annotated[str, typer.Argument(metavar="TOOL", help="The tool's own name.")],
    domain: common.Domain = None,
    role: common.Role = None,
    decisions: common.DecisionsFile = None,
    grant: common.Grant = None,
    all_grants: common.AllGrants = False,
    output_dialect: given.OutputDialect = None,
) -> None:
    """Print one tool as a caller sees it: name, description, input and output schema.

    **Examples**

    `schemac describe manifest.yaml update_order --role viewer`

    `schemac describe manifest.yaml update_order --all-grants --output-dialect draft-07`
    """
    session = common.Session.open(file)
    made = session.plan(domain, given.GivenOptions.read(output_dialect=output_dialect))
    caller, _ = common.given_decisions(session, made, role, decisions, grant, all_grants)
    surface = made.compile(caller)
    told = surface.describe(tool)
    if told is None:
        if tool in made.vocabulary.tools:
            common.note(f"{tool} is hidden from this caller; `schemac explain` tells why.")
            raise typer.Exit(1)
        hint = did_you_mean(tool, common.callable_names(made, surface))
        common.usage(f"The domain {made.domain} has no tool {tool!r}. {hint}".strip(), "TOOL")
    common.write(json.dumps(told, ensure_ascii=False, indent=2) + "\n", None)
