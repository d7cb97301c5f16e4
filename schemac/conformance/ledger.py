"""The ledger of normative sentences: read from ``docs/spec``, kept in ``corpus/requirements.json`` (chapter CNF).

A sentence is a list item of a chapter that starts with its permanent id in bold::

    - **GRP-3** A group is one or two segments joined by `/`.
    - **GRP-4** (should) A port should name the segment. (deferred: wording is not compared)
    - **CLI-2** Exit status 2 means wrong usage. (shown by tests: tests/cli/test_exit.py)
    - **GRP-5** (withdrawn in 0.3: GRP-9 says it better)

Run as a program, this module writes the ledger anew: ``python -m schemac.conformance.ledger [--check]``. It is made
for the source tree of the project; an installed package has no ``docs/spec``.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from schemac.conformance import corpus as corpora
from schemac.conformance import wire
from schemac.conformance.corpus import Problem
from schemac.values import JsonObject

CHAPTERS: Mapping[str, str] = {
    "LOD": "Loading",
    "MAN": "Manifest",
    "GRP": "Groups and namespaces",
    "GAT": "Gates and decisions",
    "ENG": "Schema engine",
    "STR": "Strategies",
    "TGT": "Targets and lowering",
    "TXT": "Text, annotations, signatures",
    "SUR": "Surface, routes, keys",
    "DSP": "Dispatch",
    "LST": "Listing",
    "DIA": "Diagnostics",
    "CLI": "Command line",
    "CNF": "Conformance",
}
"""The chapters of the specification, in reading order; each is the file ``docs/spec/<key>.md``."""

_ITEM = re.compile(r"- \*\*([A-Z]{3})-([1-9][0-9]*)\*\* (.*)")
_NEARLY = re.compile(r"\s*[-*]\s+\**\s*[A-Z]{3}-[0-9]")
_HEADING = re.compile(r"#+ +(.*)")
_LEVEL = re.compile(r"\((must|should|may)\) ")
_MARK = re.compile(r"\((shown by tests|deferred|withdrawn in (?P<version>[0-9]+\.[0-9]+)): (?P<said>[^()]+)\)$")


class Sentence(NamedTuple):
    """One normative sentence.

    Attributes:
        id: Permanent, ``<chapter>-<number>``.
        section: The chapter's key and the nearest heading above.
        level: must, should or may.
        text: The sentence on one line, without its marks.
        deferred: Why no case shows it, "" if a case must.
        shown_by: The tests that show it instead.
        until: The first version without it, "" while it holds.
    """

    id: str
    section: str
    level: str
    text: str
    deferred: str
    shown_by: tuple[str, ...]
    until: str


def sentences(chapter: str, text: str) -> tuple[list[Sentence], list[Problem]]:
    """Return the sentences of a chapter's text, and what is wrong with how they are written."""
    found: list[Sentence] = []
    problems: list[Problem] = []
    heading = ""
    lines = text.splitlines()
    for number, line in enumerate(lines):
        where = str(number + 1)
        if titled := _HEADING.fullmatch(line):
            heading = titled[1].strip()
        elif item := _ITEM.fullmatch(line):
            whole = " ".join([item[3].strip(), *_continuation(lines[number + 1 :])])
            if item[1] != chapter:
                problems.append(Problem(f"{chapter}.md", where, f"{item[1]}-{item[2]} belongs into {item[1]}.md"))
            found.append(_sentence(f"{item[1]}-{item[2]}", f"{chapter}: {heading}", whole))
        elif _NEARLY.match(line):
            problems.append(Problem(f"{chapter}.md", where, "a sentence starts with `- **ABC-1** ` at the margin"))
    return found, problems


def read_chapters(folder: Path) -> tuple[list[Sentence], list[Problem]]:
    """Return the sentences of all chapters in a folder, in reading order, and what is wrong with them."""
    found: list[Sentence] = []
    problems = [
        Problem(path.name, "", "no chapter has this name")
        for path in sorted(folder.glob("[A-Z]*.md"))
        if path.stem != "README" and path.stem not in CHAPTERS
    ]
    for chapter in CHAPTERS:
        path = folder / f"{chapter}.md"
        if path.is_file():
            of_chapter, wrong = sentences(chapter, path.read_text(encoding="utf-8"))
            found += of_chapter
            problems += wrong
    ids = [sentence.id for sentence in found]
    problems += [
        Problem(f"{item[:3]}.md", item, "the id stands before more than one sentence")
        for item in sorted({item for item in ids if ids.count(item) > 1})
    ]
    return found, problems


def renew(
    found: Sequence[Sentence], ledger: Mapping[str, JsonObject], version: str
) -> tuple[dict[str, JsonObject], list[Problem]]:
    """Return the ledger for the sentences found, and what may not be.

    Args:
        found: The sentences of all chapters.
        ledger: The ledger so far.
        version: The corpus version in the making; a sentence that came with it may still go without a trace.
    """
    problems = []
    ids = {sentence.id for sentence in found}
    for item, entry in ledger.items():
        if item not in ids and entry["since"] != version:
            problems.append(Problem(f"{item[:3]}.md", item, "a released sentence is gone; mark it as withdrawn"))
    for sentence in found:
        until = ledger.get(sentence.id, {}).get("until", "")
        if until and sentence.until != until:
            problems.append(Problem(f"{sentence.id[:3]}.md", sentence.id, f"it was withdrawn in {until} for good"))
    return {sentence.id: _entry(sentence, ledger.get(sentence.id, {}), version) for sentence in found}, problems


def text_of(ledger: Mapping[str, JsonObject]) -> str:
    """Return the text of ``requirements.json``."""
    content = {"$schema": "requirements.schema.json", "requirements": ledger}
    return json.dumps(content, ensure_ascii=False, indent=2) + "\n"


def coverage(ledger: Mapping[str, JsonObject], cited: Iterable[str]) -> list[Problem]:
    """Return where sentences and cases do not meet: in both directions, and deferrals that no longer hold."""
    cited = frozenset(cited)
    problems = [
        Problem("requirements.json", item, "cases cite it, and there is no such sentence")
        for item in sorted(cited - ledger.keys())
    ]
    for item, entry in ledger.items():
        if "until" in entry:
            if item in cited:
                problems.append(Problem("requirements.json", item, "cases cite it, and it is withdrawn"))
        elif item in cited:
            if "deferred" in entry:
                problems.append(Problem("requirements.json", item, "a case shows it; take its deferral out"))
        elif "deferred" not in entry and "shown_by" not in entry:
            problems.append(Problem("requirements.json", item, "no case cites it, and no deferral says why"))
    return problems


def missing_tests(ledger: Mapping[str, JsonObject], root: Path) -> list[Problem]:
    """Return the sentences that name tests which are not in the source tree."""
    return [
        Problem("requirements.json", item, f"there is no {test}")
        for item, entry in ledger.items()
        for test in entry.get("shown_by", ())
        if not _exists(root, test)
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the ledger, check it, or close a release; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m schemac.conformance.ledger", description="Keep the ledger.")
    parser.add_argument("--root", type=Path, default=corpora.locate().parent, help="the source tree")
    action = parser.add_mutually_exclusive_group()
    action.add_argument("--check", action="store_true", help="write nothing; fail where the ledger is not current")
    action.add_argument("--release", metavar="NEXT", help="record the ids of this release, and begin version NEXT")
    options = parser.parse_args(arguments)
    root: Path = options.root
    path = root / "corpus" / "requirements.json"
    frame = root / "corpus" / "corpus.json"
    version = _json(frame)["version"]
    before = path.read_text(encoding="utf-8")
    found, problems = read_chapters(root / "docs" / "spec")
    ledger, wrong = renew(found, wire.read(before)["requirements"], version)
    problems += wrong + missing_tests(ledger, root)
    if options.check and not problems and text_of(ledger) != before:
        problems.append(Problem("requirements.json", "", "it is not current; run python -m schemac.conformance.ledger"))
    for problem in problems:
        sys.stderr.write(f"{problem}\n")
    if problems:
        return 1
    if not options.check:
        path.write_text(text_of(ledger), encoding="utf-8")
    if options.release:
        _release(root / "corpus", options.release)
    return 0


def _release(folder: Path, following: str) -> None:
    corpus = corpora.load(folder)
    path = folder / "released.txt"
    comments = [line for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("#")]
    ids = sorted(corpus.released | corpus.by_id.keys())
    path.write_text("\n".join([*comments, *ids]) + "\n", encoding="utf-8")
    frame = folder / "corpus.json"
    frame.write_text(json.dumps(_json(frame) | {"version": following}, indent=2) + "\n", encoding="utf-8")


def _json(path: Path) -> JsonObject:
    content: JsonObject = wire.read(path.read_text(encoding="utf-8"))
    return content


def _continuation(lines: Iterable[str]) -> Iterable[str]:
    """Yield the lines that continue a list item: indented, up to the first blank one."""
    for line in lines:
        if not line.startswith("  ") or not line.strip():
            return
        yield line.strip()


def _sentence(item: str, section: str, whole: str) -> Sentence:
    level, deferred, until = "must", "", ""
    shown_by: tuple[str, ...] = ()
    if stated := _LEVEL.match(whole):
        level, whole = stated[1], whole[stated.end() :]
    while mark := _MARK.search(whole):
        said = mark["said"].strip()
        if mark["version"]:
            until = mark["version"]
        elif mark[1] == "deferred":
            deferred = said
        else:
            shown_by = tuple(test.strip() for test in said.split(","))
        whole = whole[: mark.start()].rstrip()
    return Sentence(item, section, level, whole, deferred, shown_by, until)


def _entry(sentence: Sentence, before: JsonObject, version: str) -> JsonObject:
    entry: JsonObject = {
        "section": sentence.section,
        "level": sentence.level,
        "since": before.get("since", version),
    }
    if sentence.until:
        entry["until"] = sentence.until
    if sentence.deferred:
        entry["deferred"] = sentence.deferred
    if sentence.shown_by:
        entry["shown_by"] = list(sentence.shown_by)
    return entry | {"text": sentence.text or before.get("text", "")}


def _exists(root: Path, test: str) -> bool:
    file, _, name = test.partition("::")
    path = root / file
    if not name:
        return path.exists()
    return path.is_file() and f"def {name}(" in path.read_text(encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
