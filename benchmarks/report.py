"""From cases and workloads to rows, and from rows to a table or JSON."""

from __future__ import annotations

import cProfile
import io
import pstats
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from benchmarks.cases import UNITS, Counted, Timed
from benchmarks.measure import seconds, timing
from benchmarks.workload import Workload
from schemac.emit import emit
from schemac.values import JsonObject


@dataclass(frozen=True)
class Row:
    """One measured figure.

    Attributes:
        workload: On which list of tools.
        case: Name of the case.
        says: What was done.
        figure: The figure, in multiples of the unit.
        unit: The unit's name.
        budget: How much it may be; None where none is stated.
        runs: How many runs the figure is the median of.
    """

    workload: str
    case: str
    says: str
    figure: float
    unit: str
    budget: float | None
    runs: int

    @property
    def of_budget(self) -> float | None:
        """The figure as a part of its budget; more than 1 is over."""
        return None if self.budget is None else self.figure / self.budget

    def to_json(self) -> JsonObject:
        """Return it as a JSON object."""
        return {**asdict(self), "of_budget": self.of_budget}


def measured(workload: Workload, case: Timed | Counted, most: int) -> Row:
    """Measure one case on one workload, with at most so many runs."""
    if isinstance(case, Counted):
        figure, runs = case.figure(workload), 1
    else:
        taken = timing(case.runs(workload), UNITS[case.unit].run(workload), most, case.loops)
        figure, runs = taken.operation / taken.unit, taken.runs
    return Row(workload.name, case.name, case.says, figure, case.unit, case.budget, runs)


def facts(workload: Workload, units: Sequence[str]) -> JsonObject:
    """Return what a workload is, and how long each unit takes on it here."""
    schemas = sum(len(emit(schema)) for schema in workload.schemas)
    taken = {name: min(seconds(UNITS[name].run(workload)) for _ in range(3)) for name in units}
    return {
        "workload": workload.name,
        "tools": len(workload.manifest["tools"]),
        "groups": len(workload.manifest["groups"]),
        "predicates": len(workload.predicates),
        "schema_bytes": schemas,
        "unit_seconds": taken,
    }


def heading(known: JsonObject) -> str:
    """Return a workload's facts as a line."""
    each = known["schema_bytes"] / known["tools"] / 1000
    units = ", ".join(f"{name} = {taken * 1000:.1f} ms" for name, taken in known["unit_seconds"].items())
    return (
        f"{known['workload']}: {known['tools']:,} tools in {known['groups']} groups, {each:.1f} KB of schemas each, "
        f"{known['predicates']} predicates; {units}"
    )


def table(rows: Sequence[Row]) -> Table:
    """Return rows as a table."""
    made = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    made.add_column("case", no_wrap=True)
    made.add_column("what is done")
    for name in ("figure", "budget", "of budget"):
        made.add_column(name, justify="right", no_wrap=True)
    for row in rows:
        budget = "" if row.budget is None else f"{row.budget:.3g} {row.unit}"
        made.add_row(row.case, row.says, f"{_digits(row.figure)} {row.unit}", budget, _verdict(row.of_budget))
    return made


def _verdict(of_budget: float | None) -> Text:
    if of_budget is None:
        return Text("")
    if of_budget > 1:
        return Text(f"over: {of_budget:.0%}", style="bold red")
    return Text(f"{of_budget:.0%}", style="green")


def _digits(figure: float) -> str:
    """Return a figure with three digits that count."""
    return f"{figure:.3g}" if figure < 100 else f"{figure:.0f}"


def profiled(workload: Workload, case: Timed, lines: int) -> str:
    """Return where one run of a case spends its time, by functions' own time."""
    run = next(case.runs(workload))
    profile = cProfile.Profile()
    profile.runcall(lambda: [run() for _ in range(case.loops)])
    text = io.StringIO()
    pstats.Stats(profile, stream=text).strip_dirs().sort_stats("tottime").print_stats(lines)
    return text.getvalue()


def legend(console: Console, units: Iterable[str]) -> None:
    """Print what the units are."""
    for name in units:
        console.print(f"{name}: {UNITS[name].says}", style="dim")
