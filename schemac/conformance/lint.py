"""What the form of case files cannot say: the rules that hold between cases, and between case and reference (CNF).

``schemac conformance lint`` and a test run it. Where the reference implementation has the operation of a refusing
case, it also counts the faults that it finds there: a case that has two proves neither.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from schemac.conformance import corpus as corpora
from schemac.conformance import ledger, port, protocol, wire
from schemac.conformance.compare import same
from schemac.conformance.corpus import Case, Corpus, Problem
from schemac.conformance.operations import REGISTRY, Operation, OpError
from schemac.findings import SchemacError
from schemac.jsonschema.codec import CodecError
from schemac.jsonschema.judge import judge
from schemac.jsonschema.keywords import DRAFT_2020_12
from schemac.values import Json, JsonObject

TITLE_LIMIT = 120

_TITLE = re.compile(r"\S[^\n\r]*[^\s.]")


def lint(root: Path | None = None) -> list[Problem]:
    """Return everything that is wrong with the corpus in a folder, by default the one that came with the package."""
    corpus, problems = corpora.read(corpora.locate() if root is None else root)
    if corpus is None:
        return problems
    problems += _ledger_form(corpus)
    problems += _ids(corpus)
    problems += ledger.coverage(corpus.requirements, (item for case in corpus.cases for item in case.spec))
    shapes = Shapes(corpus.root)
    for case in corpus.cases:
        problems += [Problem(case.file, case.id, said) for said in (*_style(case), *shapes.wrong(case), *faults(case))]
    return problems


class Shapes:
    """The JSON Schemas of inputs and results, by operation.

    Args:
        root: The folder with ``protocol.schema.json``.
    """

    def __init__(self, root: Path) -> None:
        schema: JsonObject = wire.read((root / "protocol.schema.json").read_text(encoding="utf-8"), wire.as_double)
        self._validators = {
            name: judge({"$ref": f"#/$defs/{name}", "$defs": schema["$defs"]}, DRAFT_2020_12)
            for name in schema["$defs"]
            if name.endswith((":input", ":result"))
        }

    def wrong(self, case: Case) -> list[str]:
        """Return what the schemas say against a case's input and results."""
        values = [(f"{case.op}:input", case.input, "input")]
        values += [
            (f"{case.op}:result", expected["result"], "result")
            for expected in (case.expect, *case.also_ok)
            if "result" in expected and case.op != protocol.RAW
        ]
        return [
            f"{what}{''.join(f'/{token}' for token in fault.pointer)}: {fault.message}"
            for name, value, what in values
            for fault in self._validators[name].faults(value)
        ]


def faults(case: Case, operations: Mapping[str, Operation] = REGISTRY) -> list[str]:
    """Return a complaint where the reference finds more than one fault in a refusing case."""
    if not case.refuses or case.op not in operations:
        return []
    try:
        port.perform(case.op, case.input, operations)
    except SchemacError as error:
        wrong = [item.code for item in error.findings if item.is_error]
        return [] if len(wrong) == 1 else [f"it has {len(wrong)} faults, not one: {', '.join(wrong)}"]
    except (OpError, CodecError):
        return []
    return ["the reference implementation takes it"]


def _ledger_form(corpus: Corpus) -> Iterable[Problem]:
    form: Json = wire.read((corpus.root / "requirements.schema.json").read_text(encoding="utf-8"))
    content: Json = wire.read((corpus.root / "requirements.json").read_text(encoding="utf-8"))
    for fault in judge(form, DRAFT_2020_12).faults(content):
        where = "".join(f"/{token}" for token in fault.pointer)
        yield Problem("requirements.json", where, fault.message)


def _ids(corpus: Corpus) -> Iterable[Problem]:
    seen: dict[str, str] = {}
    for case in corpus.cases:
        if case.id in seen:
            yield Problem(case.file, case.id, f"the id is also in {seen[case.id]}")
        seen.setdefault(case.id, case.file)
        if case.id in corpus.retired:
            yield Problem(case.file, case.id, "the id is retired and never used again")
        if (case.since == corpus.version) is (case.id in corpus.released):
            yield Problem(case.file, case.id, f"a case is since {corpus.version} iff no release before had it")
    for item in sorted(corpus.released - seen.keys() - corpus.retired.keys()):
        yield Problem("released.txt", item, "a released case is gone, and retired.txt does not say why")
    for item, said in corpus.retired.items():
        if not re.fullmatch(r"[0-9]+\.[0-9]+ \S.*", said):
            yield Problem("retired.txt", item, "after the id stand the version that dropped it and the reason")


def _starts_large(title: str) -> bool:
    """Tell whether a title starts with a capital letter that is not part of an abbreviation such as JSON or NaN."""
    word = title.split(maxsplit=1)[0]
    return word[0].isupper() and not any(letter.isupper() for letter in word[1:])


def _style(case: Case) -> Iterable[str]:
    folder, _, file = case.file.partition("/")
    if (case.area, f"{case.topic}.json") != (folder, file):
        yield "area and topic of the file are its folder and its name"
    if not case.id.startswith(f"{case.area}-{case.topic}-"):
        yield f"its id starts with {case.area}-{case.topic}-"
    if not _TITLE.fullmatch(case.title) or _starts_large(case.title):
        yield "its title is one line, starts small (an abbreviation aside) and ends without a full stop"
    expectations: list[JsonObject] = [case.expect, *case.also_ok]
    for number, expected in enumerate(expectations):
        if "result" in expected and any(same(expected["result"], easy) for easy in ({}, case.input)):
            yield "a port that answers with nothing, or with what it was sent, would pass it"
        if any(same(expected, other) for other in expectations[:number]):
            yield "an alternative in also_ok says the same as another expectation"
