"""What the commands share: options, reading, decisions, reporting (docs/spec, chapter CLI)."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from schemac.catalog.decisions import Decisions, merged
from schemac.cli.given import GivenOptions
from schemac.cli.render import exit_status, render
from schemac.findings import Finding, Place, SchemacError, Slips, capped, did_you_mean, finding, in_order
from schemac.plan import Plan, plan
from schemac.surface.surface import Surface
from schemac.targets import Target as ApiOrClient
from schemac.targets import target
from schemac.text import Loaded, load
from schemac.text.manifest import Manifest, read_manifest
from schemac.text.yaml_indent import nothing_behind
from schemac.values import Json, JsonObject


class FindingFormat(StrEnum):
    """How findings are written."""

    TEXT = "text"
    JSON = "json"
    SARIF = "sarif"
    GITHUB = "github"


class FailOn(StrEnum):
    """The least severity that fails a command."""

    ERROR = "error"
    WARNING = "warning"


ManifestFile = Annotated[
    str, typer.Argument(metavar="MANIFEST", help="The manifest, YAML or JSON; - is standard input.")
]
Domain = Annotated[str | None, typer.Option(help="The domain; may be left out where there is one.")]
Role = Annotated[str | None, typer.Option(help="A role that the manifest declares.")]
DecisionsFile = Annotated[
    Path | None, typer.Option("--decisions", metavar="FILE", help="Decisions for the caller, as JSON or YAML.")
]
Grant = Annotated[list[str] | None, typer.Option("--grant", help="A predicate that holds; may be repeated.")]
AllGrants = Annotated[bool, typer.Option("--all-grants", help="Every predicate holds.")]
Format = Annotated[FindingFormat, typer.Option("--format", help="How findings are written.")]
Fail = Annotated[FailOn, typer.Option("--fail-on", help="The least severity that makes the exit status 1.")]

_LINES_BELOW = 20
"""Further lines are not looked at for what may have been meant as a value."""

ABOUT_NAMES = frozenset(
    {
        "annotation-unknown",
        "field-unknown",
        "gate-misspelled",
        "group-without-tool",
        "option-unknown",
        "override-without-tool",
    }
)
"""Codes of findings about a member's name, not about its value: the caret stands under the name."""

UNREADABLE = frozenset({"file-unreadable"})
"""Codes of input that could not be read at all: exit status 2."""


class Session:
    """One run of a command: the manifest, and where findings go."""

    def __init__(self, manifest: Manifest, findings_format: FindingFormat = FindingFormat.TEXT) -> None:
        self.manifest = manifest
        self.format = findings_format
        self.given = GivenOptions()

    @classmethod
    def open(cls, file: str, findings_format: FindingFormat = FindingFormat.TEXT) -> Session:
        """Read a manifest; what refuses it is reported, and ends the program."""
        try:
            return cls(read_manifest(file, stdin=sys.stdin), findings_format)
        except SchemacError as refused:
            fail(refused, findings_format)

    def located(self, findings: Iterable[Finding]) -> list[Finding]:
        """Return findings with their places in the manifest's files, sorted and capped."""
        return capped(map(self._placed, self.given.named(in_order(findings))))

    def _placed(self, item: Finding) -> Finding:
        place = item.place
        if place is None and not item.argument:
            place = self.manifest.locate(item.pointer, key=item.code in ABOUT_NAMES)
        beside = [(self.manifest.locate(at, key=named), word) for at, word, named in item.beside]
        more = tuple((there, word) for there, word in beside if there is not None)
        hint = f"{item.hint} {self._about_null(place)}".strip() if item.is_error and place else item.hint
        return replace(item, place=place, hint=hint, related=(*item.related, *more), beside=())

    def _about_null(self, place: Place) -> str:
        """Return a hint where a value is null only since nothing was written for it, or not far enough to the right."""
        below = (self.manifest.source_line(replace(place, line=place.line + step)) for step in range(1, _LINES_BELOW))
        following = next((line for line in below if line.strip() and not line.lstrip().startswith("#")), "")
        return nothing_behind(self.manifest.source_line(place), place.column, following)

    def report(self, findings: Iterable[Finding], *, to_stdout: bool = False) -> list[Finding]:
        """Write findings and return them as written."""
        shown = self.located(findings)
        stream = sys.stdout if to_stdout else sys.stderr
        if shown or self.format is not FindingFormat.TEXT:
            render(shown, format=self.format.value, source_line=self.manifest.source_line, stream=stream)
        return shown

    def refuse(self, refused: SchemacError) -> NoReturn:
        """Report what refused the manifest, and end the program: status 2 where the command line was wrong, else 1."""
        shown = self.report(refused.findings)
        raise typer.Exit(2 if is_wrong_usage(shown) else exit_status(shown) or 1)

    def plan(self, domain: str | None, given: GivenOptions = GivenOptions()) -> Plan:  # noqa: B008 - an immutable value
        """Return the plan, or report what refuses it and end the program."""
        self.given = given
        try:
            return plan(self.manifest, domain, given.values)
        except SchemacError as refused:
            self.refuse(SchemacError(about_domain(item, domain) for item in refused.findings))


def is_wrong_usage(findings: Iterable[Finding]) -> bool:
    """Tell whether an error is about what stands on the command line."""
    return any(item.is_error and item.argument for item in findings)


def about_domain(item: Finding, domain: str | None) -> Finding:
    """Return a finding as it is; one that says that the domain asked for is unknown, with what was written."""
    if item.code != "unknown-domain":
        return item
    return replace(item, argument=f"--domain {domain}" if domain is not None else "no --domain was given")


def fail(refused: SchemacError, findings_format: FindingFormat) -> NoReturn:
    """Report what is wrong, and end the program: status 2 for wrong usage and what could not be opened, else 1."""
    shown = capped(list(refused.findings))
    render(shown, format=findings_format.value, source_line=_line_of, stream=sys.stderr)
    raise typer.Exit(2 if is_wrong_usage(shown) or any(item.code in UNREADABLE for item in shown) else 1)


def _line_of(place: Place) -> str | None:
    """Return a line of a file that was refused before a manifest was made of it."""
    try:
        lines = Path(place.file).read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return None
    return lines[place.line - 1] if place.line <= len(lines) else None


def read_document(file: str, findings_format: FindingFormat) -> Loaded:
    """Read a JSON or YAML file, ``-`` for standard input, or say what is wrong with it and end the program."""
    is_yaml = file.endswith((".yaml", ".yml"))
    try:
        data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        return load(data, format="yaml" if is_yaml else "json", file="<stdin>" if file == "-" else file)
    except (OSError, ValueError) as why:
        reason = why.strerror if isinstance(why, OSError) else why
        problem = f"The file '{file}' cannot be read: {reason}."
        fail(SchemacError([finding("file-unreadable", (), problem)]), findings_format)
    except SchemacError as refused:
        fail(refused, findings_format)


def placed(findings: Iterable[Finding], loaded: Loaded) -> list[Finding]:
    """Return findings about a document with their places in its file."""
    return [replace(item, place=loaded.locate(item.pointer)) for item in findings]


def usage(message: str, about: str | None = None) -> NoReturn:
    """End the program with status 2 and a sentence; ``about`` is the option or argument that is wrong."""
    raise typer.BadParameter(message, param_hint=about)


def chosen_target(name: str) -> ApiOrClient:
    """Return a target by its name, or say that there is none and end the program with status 2."""
    try:
        return target(name)
    except SchemacError as refused:
        fail(SchemacError(replace(item, argument=f"--target {name}") for item in refused.findings), FindingFormat.TEXT)


def given_decisions(
    session: Session, made: Plan, role: str | None, file: Path | None, grants: list[str] | None, all_grants: bool
) -> tuple[Decisions, bool]:
    """Return the caller's decisions, and whether any were given: role, file and grants merged in that order."""
    layers: list[Decisions] = []
    if role is not None:
        roles = made.catalog.roles
        if role not in roles:
            message = f"There is no role {role!r}; there are {', '.join(roles) or 'none'}."
            unknown = finding("unknown-role", ("roles",), message, did_you_mean(role, roles) or None)
            session.refuse(SchemacError([replace(unknown, argument=f"--role {role}")]))
        layers.append(roles[role])
    if file is not None:
        layers.append(_read_decisions(file, session.format))
        _say_slips(made, layers[-1])
    names = made.vocabulary.predicates if all_grants else ()
    if grants or names:
        layers.append(Decisions.granting(*(grants or ()), *names))
    for name in grants or ():
        if name not in made.vocabulary.predicates:
            hint = did_you_mean(name, made.vocabulary.predicates)
            note(f"nothing in the domain {made.domain} asks for {name!r}. {hint}")
    return merged(layers), bool(layers)


def _say_slips(made: Plan, decisions: Decisions) -> None:
    """Say which names of a file are slips; a name that is merely unknown may be meant for other domains."""
    asked = (
        (made.vocabulary.predicates, {*decisions.predicates, *(decisions.grants or ())}, "asks for"),
        (made.vocabulary.tools, set(decisions.tools), "is called"),
    )
    for known, given, said in asked:
        slips = Slips(known)
        for name in sorted(given):
            meant = slips.meant(name)
            if meant is not None and meant not in given:
                note(f"nothing in the domain {made.domain} {said} {name!r}. Did you mean {meant!r}?")


def _read_decisions(file: Path, findings_format: FindingFormat) -> Decisions:
    try:
        text = file.read_bytes()
    except OSError as why:
        usage(f"{file} cannot be read: {why.strerror}.")
    try:
        loaded = load(text, format="json" if file.suffix == ".json" else "yaml", file=str(file))
        return Decisions.parse(loaded.value)
    except SchemacError as refused:
        placed = [item if item.place else replace(item, place=loaded.locate(item.pointer)) for item in refused.findings]
        fail(SchemacError(placed), findings_format)


def note(text: str, label: str | None = "note") -> None:
    """Write a sentence to standard error."""
    typer.echo(f"{label}: {text.strip()}" if label else text, err=True)


def hint(text: str) -> None:
    """Write a hint to standard error; nothing where there is none."""
    if text:
        note(text, label="hint")


def callable_names(made: Plan, surface: Surface) -> list[str]:
    """Return the own names of the tools that a caller sees: only these may be suggested."""
    return [name for name in made.vocabulary.tools if surface.address(name) is not None]


def write(text: str | bytes, output: Path | None) -> None:
    """Write a command's data to a file, or to standard output."""
    data = text.encode() if isinstance(text, str) else text
    if output is not None:
        output.write_bytes(data)
        return
    sys.stdout.buffer.write(data)
    sys.stdout.flush()


def hidden_note(made: Plan, decisions: Decisions, given: bool) -> None:
    """Say how many tools the caller does not see."""
    total = len(made.subjects)
    hidden = total - len(callable_names(made, made.compile(decisions)))
    if hidden:
        why = "" if given else "; no role or grants were given (see --role, --grant, --all-grants)"
        note(f"{hidden} of {total} tools {'is' if hidden == 1 else 'are'} hidden from this caller{why}.")


def as_object(value: Json) -> JsonObject:
    """Return a value that is known to be an object."""
    assert isinstance(value, dict)
    return value
