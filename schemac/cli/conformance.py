"""``schemac conformance``: hold a port to the corpus, look at the cases, check them; and ``schemac port``.

Exit status of ``run``: 0 when everything came out as it should, 1 when not, 2 for wrong usage, an unreadable corpus,
or a command that cannot be started (docs/spec, chapter CNF).
"""

from __future__ import annotations

import json
import sys
from collections.abc import Collection
from pathlib import Path
from typing import Annotated, NoReturn

import typer
from rich.console import Console
from rich.progress import track

from schemac.conformance import corpus as corpora
from schemac.conformance import lint as linter
from schemac.conformance import port as reference
from schemac.conformance import protocol, report, runner
from schemac.conformance.corpus import Case, Corpus, CorpusError
from schemac.findings import did_you_mean

app = typer.Typer(no_args_is_help=True, help="Hold a port to the conformance corpus.")

CorpusOption = Annotated[
    Path | None, typer.Option("--corpus", help="Folder of the corpus; by default the one that came with schemac.")
]
ProfileOption = Annotated[list[str] | None, typer.Option("--profile", help="Only cases of this profile. Repeatable.")]
AreaOption = Annotated[list[str] | None, typer.Option("--area", help="Only cases of this area. Repeatable.")]
OpOption = Annotated[list[str] | None, typer.Option("--op", help="Only cases of this operation. Repeatable.")]
IdOption = Annotated[list[str] | None, typer.Option("--id", help="Only this case. Repeatable.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@app.command("run", context_settings={"ignore_unknown_options": True})
def run(
    command: Annotated[list[str], typer.Argument(help="The port: a program and its arguments, after `--`.")],
    corpus: CorpusOption = None,
    profile: ProfileOption = None,
    area: AreaOption = None,
    op: OpOption = None,
    case_id: IdOption = None,
    time_limit: Annotated[float, typer.Option(min=0.001, help="Seconds for the answer to a case.")] = 10.0,
    start_limit: Annotated[float, typer.Option(min=0.001, help="Seconds for the answer to hello.")] = 30.0,
    give_up_after: Annotated[
        int, typer.Option(min=0, help="Breakdowns in a row after which the rest is not run; 0: never.")
    ] = 10,
    known_failing: Annotated[
        Path | None, typer.Option(help="File with ids of cases that are known to fail, each with its reason.")
    ] = None,
    as_json: JsonOption = False,
    output: Annotated[Path | None, typer.Option(help="Write the JSON report to this file too.")] = None,
    show: Annotated[int, typer.Option(min=0, help="How many results of each outcome to show.")] = 10,
) -> None:
    """Run the cases of the profiles that a port claims (or of --profile) and report."""
    _utf8()
    loaded = _load(corpus)
    _check_words("--profile", profile, protocol.PROFILES)
    chosen = _select(loaded, None, area, op, case_id)
    known = _known(known_failing)
    console = Console(stderr=True, highlight=False)
    limits = runner.Limits(case=time_limit, start=start_limit, breakdowns=give_up_after)
    try:
        found = runner.run(
            loaded,
            command,
            cases=chosen,
            profiles=profile,
            known=known,
            limits=limits,
            progress=lambda cases: track(cases, "Running", console=console, disable=not console.is_terminal),
        )
    except OSError as error:
        _refuse(f"{command[0]} cannot be started: {error.strerror or error}")
    text = json.dumps(found.to_json(), ensure_ascii=False, indent=2) + "\n"
    if output:
        output.write_text(text, encoding="utf-8")
    if as_json:
        typer.echo(text, nl=False)
    else:
        report.show(found, Console(highlight=False, soft_wrap=True), show)
    raise typer.Exit(0 if found.ok else 1)


@app.command("list")
def list_cases(
    corpus: CorpusOption = None,
    profile: ProfileOption = None,
    area: AreaOption = None,
    op: OpOption = None,
    as_json: JsonOption = False,
) -> None:
    """Print the ids and titles of cases."""
    _utf8()
    cases = _select(_load(corpus), profile, area, op, None)
    if as_json:
        typer.echo(json.dumps([case.to_json() for case in cases], ensure_ascii=False, indent=2))
        return
    for case in cases:
        typer.echo(f"{case.id}  {case.title}")
    typer.echo(f"{len(cases)} cases", err=True)


@app.command("show")
def show_case(
    case_id: Annotated[str, typer.Argument(metavar="ID", help="The id of a case.")], corpus: CorpusOption = None
) -> None:
    """Print a case, and the sentences that it proves."""
    _utf8()
    loaded = _load(corpus)
    case = loaded.by_id.get(case_id)
    if case is None:
        retired = loaded.retired.get(case_id)
        nearest = did_you_mean(case_id, loaded.by_id)
        _refuse(
            f"the case {case_id} is retired: {retired}" if retired else f"the corpus has no case {case_id}. {nearest}"
        )
    typer.echo(json.dumps(case.to_json(), ensure_ascii=False, indent=2))
    for item in case.spec:
        typer.echo(f"{item}: {loaded.requirements.get(item, {}).get('text', 'not in the ledger')}", err=True)


@app.command("dump")
def dump(
    corpus: CorpusOption = None,
    profile: ProfileOption = None,
    area: AreaOption = None,
    op: OpOption = None,
    case_id: IdOption = None,
) -> None:
    """Print the request lines of cases, to feed a port by hand."""
    for number, case in enumerate(_select(_load(corpus), profile, area, op, case_id), start=1):
        sys.stdout.buffer.write(runner.request_line(case, number)[0] + b"\n")
    sys.stdout.buffer.flush()


@app.command("lint")
def lint(corpus: CorpusOption = None) -> None:
    """Check the corpus: form, ids, titles, citations, one fault per refusing case."""
    _utf8()
    try:
        problems = linter.lint(corpus)
    except CorpusError as error:
        _refuse(str(error))
    for problem in problems:
        typer.echo(str(problem))
    typer.echo(f"{len(problems)} problems", err=True)
    raise typer.Exit(1 if problems else 0)


def port() -> None:
    """Answer requests of port protocol 1 on the standard streams, one JSON object a line."""
    reference.main()


def _load(folder: Path | None) -> Corpus:
    try:
        return corpora.load(folder)
    except CorpusError as error:
        _refuse(str(error))


def _select(
    corpus: Corpus,
    profiles: list[str] | None,
    areas: list[str] | None,
    ops: list[str] | None,
    ids: list[str] | None,
) -> tuple[Case, ...]:
    """Return the cases that meet the conditions; a word that names nothing is wrong usage."""
    _check_words("--profile", profiles, protocol.PROFILES)
    _check_words("--area", areas, {case.area for case in corpus.cases})
    _check_words("--op", ops, {*protocol.OPERATIONS, protocol.RAW})
    _check_words("--id", ids, corpus.by_id)
    return corpus.select(profiles=profiles or None, areas=areas or None, ops=ops or None, ids=ids or None)


def _check_words(option: str, given: list[str] | None, names: Collection[str]) -> None:
    for word in given or ():
        if word not in names:
            _refuse(f"{option} {word}: there is no {word!r}. {did_you_mean(word, names)}".strip())


def _known(path: Path | None) -> dict[str, str]:
    if path is None:
        return {}
    try:
        entries = corpora.entries(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        _refuse(f"{path} cannot be read: {error}")
    for case_id, reason in entries.items():
        if not reason:
            _refuse(f"{path}: {case_id} stands without a reason")
    return entries


def _refuse(message: str) -> NoReturn:
    typer.echo(f"schemac: {message}", err=True)
    raise typer.Exit(2)


def _utf8() -> None:
    """Write UTF-8 whatever the locale says: ids, titles and reports hold any character."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
