"""``python -m benchmarks``: print every figure with the ratio to its budget."""

from __future__ import annotations

import json
import sys
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn

from benchmarks.cases import CASES, UNITS, Timed
from benchmarks.report import Row, facts, heading, legend, measured, profiled, table
from benchmarks.workload import REAL, generated_workload, real_workloads
from schemac.values import JsonObject

WIDTH = 120
"""Columns where the report is not for a terminal."""

PROFILED = 25
"""Functions that a profile names."""


def main(
    only: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="A case, or the start of several; may be repeated.")
    ] = None,
    tools: Annotated[int, typer.Option(min=50, help="How many tools to generate.")] = 1000,
    runs: Annotated[int, typer.Option(min=1, help="At most so many runs of each case.")] = 9,
    real: Annotated[
        bool, typer.Option(help="Also measure the largest collected lists, where they are at hand.")
    ] = True,
    profile: Annotated[
        bool, typer.Option("--profile", help="Print where one run of each timed case spends it.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Measure against the budgets. A report, never a test: it ends well whatever the figures.

    **Examples**

    `python -m benchmarks`

    `python -m benchmarks --only compile --no-real`

    `python -m benchmarks --only memory --json`

    `python -m benchmarks --only plan-flat --no-real --profile`
    """
    cases = [case for case in CASES if not only or any(case.name.startswith(name) for name in only)]
    if as_json and profile:
        raise typer.BadParameter("A profile is text; take one of the two.", param_hint="--profile")
    if not cases:
        names = ", ".join(case.name for case in CASES)
        raise typer.BadParameter(f"No case is called so; there are {names}.", param_hint="--only")
    units = [name for name in UNITS if name == "J" or any(case.unit == name for case in cases)]
    errors = Console(stderr=True)
    out = Console() if sys.stdout.isatty() else Console(width=WIDTH)
    workloads = [generated_workload("generated", tools), *(real_workloads() if real else [])]
    told: list[JsonObject] = []
    rows: list[Row] = []
    if not as_json:
        legend(out, units)
    with Progress(SpinnerColumn(), TextColumn("{task.description}"), console=errors, transient=True) as progress:
        doing = progress.add_task("", total=None)
        for at, workload in enumerate(workloads):
            progress.update(doing, description=f"{workload.name}: units")
            told.append(facts(workload, units))
            mine: list[Row] = []
            for case in cases:
                if at == 0 or not case.generated_only:
                    progress.update(doing, description=f"{workload.name}: {case.says}")
                    if profile and isinstance(case, Timed):
                        out.print(f"{workload.name}: {case.says}", style="bold")
                        typer.echo(profiled(workload, case, PROFILED))
                    mine.append(measured(workload, case, runs))
            rows.extend(mine)
            if not as_json:
                out.print()
                out.print(heading(told[-1]), style="bold")
                out.print(table(mine))
    if as_json:
        typer.echo(json.dumps({"workloads": told, "rows": [row.to_json() for row in rows]}, indent=2))
    elif real and len(workloads) == 1:
        out.print(f"\nReal lists are skipped: there are none at {REAL.parent.name}/{REAL.name} beside the project.")


if __name__ == "__main__":
    typer.run(main)
