"""The corpus: where it lies, what a case is, and reading it (docs/spec, chapter CNF).

A corpus is a folder with ``corpus.json`` (its version), ``case.schema.json`` (the form of case files),
``protocol.schema.json`` (the messages of the port protocol), ``requirements.json`` (the ledger), ``retired.txt``,
``released.txt``, and one folder of case files for each area.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from schemac.conformance import wire
from schemac.jsonschema.judge import judge
from schemac.jsonschema.keywords import DRAFT_2020_12
from schemac.values import Json, JsonObject

FORMAT = 1
"""The version of the form of case files."""


class Problem(NamedTuple):
    """Something wrong with the corpus: the file in it, where in that file, and a sentence."""

    file: str
    where: str
    message: str

    def __str__(self) -> str:
        return f"{self.file}{':' if self.where else ''}{self.where}: {self.message}"


class CorpusError(Exception):
    """The corpus cannot be used; ``problems`` says why."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(map(str, self.problems)))


@dataclass(frozen=True, slots=True)
class Case:
    """One case of the corpus.

    Attributes:
        id: Permanent, ``<area>-<topic>-<words>``.
        title: The fact that it shows.
        spec: Ids of the sentences it proves.
        profiles: A port runs it iff it claims all of these.
        since: The corpus version it came with.
        op: The operation, or ``wire``.
        input: The operation's input.
        expect: ``{"result": …}`` or ``{"error": {"code", "pointer"}}``.
        also_ok: More expectations of that form, where the specification leaves a choice.
        area: The folder it lies in.
        topic: The file it lies in, without suffix.
        file: That file, relative to the corpus.
        index: Its position in that file.
    """

    id: str
    title: str
    spec: tuple[str, ...]
    profiles: tuple[str, ...]
    since: str
    op: str
    input: JsonObject
    expect: JsonObject
    also_ok: tuple[JsonObject, ...]
    area: str
    topic: str
    file: str
    index: int

    @property
    def refuses(self) -> bool:
        """Whether it expects an error."""
        return "error" in self.expect

    def to_json(self) -> JsonObject:
        """Return the case as it stands in its file."""
        profile: Json = self.profiles[0] if len(self.profiles) == 1 else list(self.profiles)
        members = {
            "id": self.id,
            "title": self.title,
            "spec": list(self.spec),
            "profile": profile,
            "since": self.since,
            "op": self.op,
            "input": self.input,
            "expect": self.expect,
        }
        return members | ({"also_ok": list(self.also_ok)} if self.also_ok else {})


@dataclass(frozen=True)
class Corpus:
    """All cases and what is recorded about them.

    Attributes:
        root: The folder.
        version: The corpus version.
        cases: By file and position.
        requirements: The ledger, id to entry.
        retired: Ids of cases that are gone, with the reason.
        released: Ids of cases that some released corpus had.
    """

    root: Path
    version: str
    cases: tuple[Case, ...]
    requirements: Mapping[str, JsonObject]
    retired: Mapping[str, str]
    released: frozenset[str]

    @cached_property
    def by_id(self) -> Mapping[str, Case]:
        """Return the cases by their ids."""
        return {case.id: case for case in self.cases}

    def select(
        self,
        *,
        profiles: Iterable[str] | None = None,
        areas: Iterable[str] | None = None,
        ops: Iterable[str] | None = None,
        ids: Iterable[str] | None = None,
    ) -> tuple[Case, ...]:
        """Return the cases that meet every condition given; a profile condition must hold all profiles of a case."""
        of_profiles, of_areas, of_ops, of_ids = (
            None if wanted is None else frozenset(wanted) for wanted in (profiles, areas, ops, ids)
        )
        return tuple(
            case
            for case in self.cases
            if (of_profiles is None or of_profiles.issuperset(case.profiles))
            and (of_areas is None or case.area in of_areas)
            and (of_ops is None or case.op in of_ops)
            and (of_ids is None or case.id in of_ids)
        )


def locate(package: Path | None = None) -> Path:
    """Return the corpus that an installed package carries, else the one beside it in the source tree.

    Args:
        package: The folder of the package, by default that of this one.

    Raises:
        CorpusError: Neither is there.
    """
    package = Path(str(files("schemac"))) if package is None else package
    for folder in (package / "_corpus", package.parent / "corpus"):
        if folder.is_dir():
            return folder
    raise CorpusError([Problem("corpus", "", "there is none in the package or beside it")])


def load(root: Path | None = None) -> Corpus:
    """Return the corpus in a folder, by default the one that came with the package.

    Raises:
        CorpusError: A file cannot be read or has the wrong form; all such problems.
    """
    corpus, problems = read(locate() if root is None else root)
    if corpus is None or problems:
        raise CorpusError(problems)
    return corpus


def read(root: Path) -> tuple[Corpus | None, list[Problem]]:
    """Return what can be read of the corpus in a folder, and what is wrong with its files; ``None`` without a frame."""
    problems: list[Problem] = []
    frame = {name: _json(root, name, problems) for name in ("corpus.json", "case.schema.json", "requirements.json")}
    lists = {name: _lines(root, name, problems) for name in ("retired.txt", "released.txt")}
    problems += [
        Problem(name, "", f"`{member}` is missing")
        for name, member in (("corpus.json", "version"), ("requirements.json", "requirements"))
        if name not in {problem.file for problem in problems} and member not in frame[name]
    ]
    if problems:
        return None, problems
    form = judge(frame["case.schema.json"], DRAFT_2020_12)
    cases: list[Case] = []
    for path in sorted(root.glob("*/*.json")):
        name = path.relative_to(root).as_posix()
        content = _json(root, name, problems)
        if content is None:
            continue
        wrong = [
            Problem(name, "".join(f"/{token}" for token in fault.pointer), fault.message)
            for fault in form.faults(content)
        ]
        problems.extend(wrong)
        if not wrong:
            cases.extend(_case(content, name, index) for index in range(len(content["cases"])))
    corpus = Corpus(
        root=root,
        version=frame["corpus.json"]["version"],
        cases=tuple(cases),
        requirements=frame["requirements.json"]["requirements"],
        retired=lists["retired.txt"],
        released=frozenset(lists["released.txt"]),
    )
    return corpus, problems


def entries(text: str) -> dict[str, str]:
    """Return the lines of a list file, ``<id> <reason>``, without comments (``#``) and blank lines."""
    found: dict[str, str] = {}
    for line in text.splitlines():
        words = line.split(maxsplit=1)
        if words and not words[0].startswith("#"):
            found[words[0]] = words[1].strip() if len(words) > 1 else ""
    return found


def _case(content: JsonObject, file: str, index: int) -> Case:
    case = content["cases"][index]
    profile = case["profile"]
    return Case(
        id=case["id"],
        title=case["title"],
        spec=tuple(case["spec"]),
        profiles=(profile,) if isinstance(profile, str) else tuple(profile),
        since=case["since"],
        op=case["op"],
        input=case["input"],
        expect=case["expect"],
        also_ok=tuple(case.get("also_ok", ())),
        area=content["area"],
        topic=content["topic"],
        file=file,
        index=index,
    )


def _json(root: Path, name: str, problems: list[Problem]) -> Json:
    try:
        return wire.read(wire.decode((root / name).read_bytes()), wire.as_double)
    except OSError as error:
        problems.append(Problem(name, "", f"cannot be read: {error.strerror}"))
    except wire.WireError as error:
        problems.append(Problem(name, "", str(error)))
    return None


def _lines(root: Path, name: str, problems: list[Problem]) -> dict[str, str]:
    try:
        return entries((root / name).read_text(encoding="utf-8"))
    except OSError as error:
        problems.append(Problem(name, "", f"cannot be read: {error.strerror}"))
        return {}
