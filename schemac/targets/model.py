"""The values that a target is made of: rules with their sources, notes, and the verdicts that checking gives.

A target is data (docs/spec, chapter TGT): its rules are rows with a demand, a source with its date, a confidence, and
how far a failure reaches. All that lowering and naming need to know is derived from the same rows
(:class:`schemac.targets.schema_rules.SchemaRules`), so that there is one place to change.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from schemac.findings import CATALOGUE, Finding, Severity, finding
from schemac.pointer import Pointer
from schemac.targets.checkers.base import Demand
from schemac.targets.schema_rules import (
    Limits,
    NameRules,
    Row,
    SchemaRules,
    limits_of,
    name_rules_of,
    schema_rules_of,
)
from schemac.targets.wire import Wire


class Reach(StrEnum):
    """How far a failure reaches."""

    TOOL = "tool"
    SERVER = "server"
    REQUEST = "request"
    SILENT = "silent"


class Confidence(StrEnum):
    """How sure a rule is.

    high: official text, code that was read, or several recent reports that agree; medium: one official page or one
    credible report; low: an old or single report, or an inference.
    """

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


_EFFECTS = {
    Reach.REQUEST: ("refuses the whole request", "may refuse the whole request"),
    Reach.TOOL: ("leaves the tool out", "may leave the tool out"),
    Reach.SERVER: ("loses every tool of the server", "may lose every tool of the server"),
    Reach.SILENT: ("takes it and does not enforce it", "may take it and not enforce it"),
}


@dataclass(frozen=True, slots=True)
class Source:
    """Where a rule is known from: an address, and the day, month or year of what stands there."""

    url: str
    date: str

    def __str__(self) -> str:
        return f"{self.url} ({self.date})"


def issue(reference: str, date: str) -> Source:
    """Return the source that ``owner/repository#number`` is."""
    repository, _, number = reference.partition("#")
    return Source(f"https://github.com/{repository}/issues/{number}", date)


@dataclass(frozen=True, slots=True)
class Rule:
    """One row of a target's table.

    Attributes:
        id: Stable; upper-case words joined by dashes, the first names the table.
        title: A few words.
        statement: What must hold, or what happens, in a sentence.
        demand: The check.
        sources: Where it is known from, the strongest first.
        confidence: How sure it is.
        reach: How far a failure reaches.
        severity: An error refuses; a warning loses something or is a risk; a note is about some models only.
        models: Where only some models of the target have the rule: which.
        effect: What the target does, where the words for ``reach`` do not say it.
        cure: What to do, where the words of the demand do not say it.
        conflict: Where sources disagree: what the other side says, with its date. The rule is the stricter reading.
        unseen: Keywords below which the target does not look for it.
        used: It is about values: definitions that nothing leads to are passed over.
    """

    id: str
    title: str
    statement: str
    demand: Demand
    sources: tuple[Source, ...]
    confidence: Confidence = Confidence.HIGH
    reach: Reach = Reach.REQUEST
    severity: Severity = Severity.ERROR
    models: str = ""
    effect: str = ""
    cure: str = ""
    conflict: str = ""
    unseen: tuple[str, ...] = ()
    used: bool = False

    @property
    def code(self) -> str:
        """The code of its findings: the demand's own, unless it matters less here than that code says."""
        if CATALOGUE[self.demand.code].severity is self.severity:
            return self.demand.code
        if self.severity is Severity.NOTE:
            return "target-some-models"
        return "target-not-enforced" if self.reach is Reach.SILENT else "target-risk"

    @property
    def consequence(self) -> str:
        """What the target does: a verb and its object."""
        certain = self.confidence is Confidence.HIGH and self.code != "target-risk"
        return self.effect or _EFFECTS[self.reach][0 if certain else 1]

    def finding(self, pointer: Pointer, problem: str, targets: Sequence[str]) -> Finding:
        """Return the finding that one or more targets fall short of this rule at a place."""
        who = " and ".join((", ".join(targets[:-1]), targets[-1])) if len(targets) > 1 else targets[0]
        verb = self.consequence
        if len(targets) > 1:
            who = f"each of {who}"
        if self.models:
            who = f"{who}, with {self.models},"
        cure = self.cure or self.demand.cure
        source = f"Rule {self.id} ({self.confidence.value} confidence): {self.sources[0]}."
        return finding(self.code, pointer, f"{problem}: {who} {verb}.", f"{cure} {source}")


@dataclass(frozen=True, slots=True)
class Note:
    """Something worth knowing about a target that no definition can fall short of."""

    text: str
    sources: tuple[Source, ...]


@dataclass(frozen=True)
class Target:
    """An API or client that reads tool definitions.

    Attributes:
        name: As options write it.
        title: As people write it.
        reads: What it reads, in a sentence.
        wire: How a tool looks on its wire.
        rules: The table. Of two rules that object to the same keyword of the same place, the first speaks.
        notes: What else is worth knowing.
        strict: The name of its strict form, if it has one.
        dialect: The dialect that its schemas are written in.
        keeps_schemas: Schemas are emitted as they are, without any lowering.
        unread: Refused keywords whose schemas go when the keyword goes: what stands below them is not judged, since
            it would be told of one fault several times.
    """

    name: str
    title: str
    reads: str
    wire: Wire
    rules: tuple[Rule, ...]
    notes: tuple[Note, ...] = ()
    strict: str = ""
    dialect: str = "2020-12"
    keeps_schemas: bool = False
    unread: tuple[str, ...] = ()

    @cached_property
    def schema(self) -> SchemaRules:
        """What its rules say of schemas, for lowering."""
        return schema_rules_of(self._rows, self.dialect)

    @cached_property
    def names(self) -> NameRules:
        """What its rules say of tool names and descriptions."""
        return name_rules_of(self._rows)

    @cached_property
    def limits(self) -> Limits:
        """What its rules count per request or per schema."""
        return limits_of(self._rows)

    @property
    def meta_carried(self) -> bool:
        """Whether a tool's ``_meta`` reaches it."""
        return self.wire.meta

    def rule(self, identifier: str) -> Rule:
        """Return the rule with an id.

        Raises:
            KeyError: The target has no such rule.
        """
        for rule in self.rules:
            if rule.id == identifier:
                return rule
        raise KeyError(identifier)

    @property
    def _rows(self) -> tuple[Row, ...]:
        return tuple(Row(rule.demand, rule.reach is Reach.SILENT, rule.code == "target-risk") for rule in self.rules)


@dataclass(frozen=True, slots=True)
class Verdict:
    """One place of one tool that falls short of one rule of one target.

    Attributes:
        pointer: The place in what was checked.
        keyword: What at that place it is about; a keyword that is missing too.
        problem: What is the case, as a sentence without its full stop.
        rule: The rule.
        target: The name of the target.
    """

    pointer: Pointer
    keyword: str
    problem: str
    rule: Rule
    target: str

    @property
    def finding(self) -> Finding:
        """The verdict as a finding; rule, source, consequence and cure are in its words."""
        return self.rule.finding(self.pointer, self.problem, (self.target,))

    @property
    def severity(self) -> Severity:
        """How much it matters."""
        return self.rule.severity


def inherited(rules: Sequence[Rule], *, without: Sequence[str] = ()) -> tuple[Rule, ...]:
    """Return the rules of another table that also hold here, without those that stricter ones replace.

    Raises:
        ValueError: ``without`` names a rule that is not there.
    """
    unknown = set(without) - {rule.id for rule in rules}
    if unknown:
        raise ValueError(f"no such rule: {', '.join(sorted(unknown))}")
    return tuple(rule for rule in rules if rule.id not in without)
