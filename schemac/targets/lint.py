"""Linting: a list of tools judged by several targets at once (docs/spec, chapter TGT).

Pure: files are the command line's. What is found comes as verdicts, as findings in which alike verdicts of several
targets are one, as a matrix of tools and targets, and as JSON.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeAlias

from schemac.findings import Finding, Place, SchemacError, Severity, finding, in_order
from schemac.pointer import Pointer, render
from schemac.targets.checkers.subject import Subject
from schemac.targets.judge import judge_list
from schemac.targets.model import Rule, Target, Verdict
from schemac.values import Json, JsonObject

Locate: TypeAlias = Callable[[Pointer], Place | None]
"""From a pointer into a document to its place in a file."""


@dataclass(frozen=True, slots=True)
class ToolList:
    """The tools of a document, and the place of their array in it."""

    tools: Sequence[JsonObject]
    prefix: Pointer


def tool_list(document: Json) -> ToolList:
    """Return the tools of a ``tools/list`` result, of a JSON-RPC response that holds one, or of a bare array.

    Raises:
        SchemacError: ``not-a-tool-list``, for the document or for each entry that is no object.
    """
    prefix: Pointer = ()
    if isinstance(document, dict) and "schemac" in document:
        problem = "This is a manifest: `schemac check` judges its domains by the targets that they name."
        raise SchemacError([finding("not-a-tool-list", (), problem, "Run `schemac check` on it.")])
    held = document
    for name in ("result", "tools"):
        if isinstance(held, dict) and name in held:
            held = held[name]
            prefix = (*prefix, name)
    if not isinstance(held, list):
        problem = "Neither an array of tools, nor an object with `tools`, nor a response with `result.tools`."
        raise SchemacError([finding("not-a-tool-list", (), problem)])
    wrong = [index for index, tool in enumerate(held) if not isinstance(tool, dict)]
    if wrong:
        raise SchemacError(
            finding("not-a-tool-list", (*prefix, index), "This entry of the list is no object.") for index in wrong
        )
    return ToolList(held, prefix)


@dataclass(frozen=True)
class LintReport:
    """What was found in a list.

    Attributes:
        tools: The names of the tools, in the order of the list; empty for one that has none.
        targets: The targets, in the order asked for.
        verdicts: By target in that order; pointers start at the list.
        prefix: The place of the list in its document.
    """

    tools: tuple[str, ...]
    targets: tuple[Target, ...]
    verdicts: tuple[Verdict, ...]
    prefix: Pointer = ()

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """The verdicts as findings, in order, with pointers into the document; one for all targets that agree."""
        alike: dict[tuple[str, Pointer, str], tuple[Rule, list[str]]] = {}
        for item in self.verdicts:
            key = (item.rule.id, item.pointer, item.problem)
            alike.setdefault(key, (item.rule, []))[1].append(item.target)
        return tuple(
            in_order(
                rule.finding((*self.prefix, *pointer), problem, targets)
                for (_, pointer, problem), (rule, targets) in alike.items()
            )
        )

    @cached_property
    def counts(self) -> Mapping[tuple[int, str], Mapping[Severity, int]]:
        """How many verdicts of each severity a tool has for a target: by index and target's name; -1 is the list."""
        found: dict[tuple[int, str], Counter[Severity]] = {}
        for item in self.verdicts:
            found.setdefault((index_of(item), item.target), Counter())[item.severity] += 1
        return found

    def passing(self, target: Target) -> int:
        """Return how many tools a target takes: those without an error of their own."""
        failing = {
            index for (index, name), count in self.counts.items() if name == target.name and count[Severity.ERROR]
        }
        return len(self.tools) - len(failing - {-1})

    def to_json(self, locate: Locate = lambda _: None) -> JsonObject:
        """Return ``{targets, tools, list, verdicts}``; ``locate`` gives places of pointers into the document.

        ``tools`` is one row per tool, ``{name, pointer, targets: {target: {error, warning, note}}}``, ``list`` the same
        counts for the list itself, and each verdict has rule, target, reach, confidence, source and date beside what a
        finding has.
        """
        return {
            "targets": [item.name for item in self.targets],
            "tools": [
                {"name": name, "pointer": render((*self.prefix, index)), "targets": self._row(index)}
                for index, name in enumerate(self.tools)
            ],
            "list": self._row(-1),
            "verdicts": [verdict_json(item, self.prefix, locate) for item in self.verdicts],
        }

    def _row(self, index: int) -> JsonObject:
        nothing: Mapping[Severity, int] = {}
        return {
            item.name: {
                severity.value: self.counts.get((index, item.name), nothing).get(severity, 0) for severity in Severity
            }
            for item in self.targets
        }


def index_of(verdict: Verdict) -> int:
    """Return which tool of the list a verdict is about; -1 for the list itself."""
    return verdict.pointer[0] if verdict.pointer and isinstance(verdict.pointer[0], int) else -1


def verdict_json(verdict: Verdict, prefix: Pointer, locate: Locate) -> JsonObject:
    """Return a verdict as JSON: rule, target, reach, confidence, source, date, and what its finding has."""
    rule = verdict.rule
    found = verdict.finding.under(prefix)
    return {
        "rule": rule.id,
        "target": verdict.target,
        **replace(found, place=locate(found.pointer)).to_json(),
        "reach": rule.reach.value,
        "confidence": rule.confidence.value,
        "source": rule.sources[0].url,
        "date": rule.sources[0].date,
    }


def lint(tools: Sequence[JsonObject], targets: Sequence[Target], prefix: Pointer = ()) -> LintReport:
    """Judge tools in MCP form by each target; ``prefix`` is the place of the list in its document."""
    subjects = [Subject(tool) for tool in tools]
    verdicts = tuple(verdict for target in targets for verdict in judge_list(subjects, target))
    return LintReport(tuple(subject.name for subject in subjects), tuple(targets), verdicts, prefix)


@dataclass(frozen=True, slots=True)
class RuleCount:
    """How often a rule was broken over several lists: lists, tools (the list itself counts as none), places."""

    rule: Rule
    target: str
    lists: int
    tools: int
    places: int


def rule_counts(reports: Iterable[LintReport]) -> Iterator[RuleCount]:
    """Yield each rule that was broken, by target in the order asked for and by the order of its table."""
    kept = list(reports)
    order = {item.name: item for report in kept for item in report.targets}
    places: Counter[tuple[str, str]] = Counter()
    tools: dict[tuple[str, str], set[tuple[int, int]]] = {}
    for number, report in enumerate(kept):
        for verdict in report.verdicts:
            key = (verdict.target, verdict.rule.id)
            places[key] += 1
            tools.setdefault(key, set()).add((number, index_of(verdict)))
    for name, target in order.items():
        for rule in target.rules:
            key = (name, rule.id)
            if key in places:
                lists = {number for number, _ in tools[key]}
                own = sum(index >= 0 for _, index in tools[key])
                yield RuleCount(rule, name, len(lists), own, places[key])
