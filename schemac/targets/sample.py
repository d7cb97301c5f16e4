"""Drawing findings to be looked at by people: spread over the rules, and the same for the same seed.

A rule is only as good as what it says of schemas that it was not written for. A sample shows, for one target, some of
everything that it says of many tool lists, each with the place in the schema, so that a reader can tell whether it is
so (docs/real-servers.md).
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from schemac.pointer import Pointer, lookup, render
from schemac.targets.checkers.base import clipped
from schemac.targets.lint import index_of, lint, tool_list
from schemac.targets.model import Target, Verdict
from schemac.values import Json

LEAST = 4
"""Each rule that was broken has at least this many findings in a sample, or all where it has fewer."""

_MAPS = ("properties", "patternProperties", "$defs", "definitions", "dependentSchemas")
_DEEP = 2
_WIDE = 320


@dataclass(frozen=True, slots=True)
class Drawn:
    """One finding of a sample.

    Attributes:
        file: The name of the list it is about.
        tool: The name of the tool; empty where the finding is about the list itself.
        pointer: The place in the document of the list.
        verdict: What was said of it.
        excerpt: What stands there, as JSON text in which deep and long parts are cut; empty for the list itself.
    """

    file: str
    tool: str
    pointer: Pointer
    verdict: Verdict
    excerpt: str

    def __str__(self) -> str:
        where = f"{self.file} {self.tool or '(the list)'} {render(self.pointer)}"
        lines = [where, self.verdict.finding.message, *([self.excerpt] if self.excerpt else [])]
        return "\n   ".join(lines)


@dataclass(frozen=True, slots=True)
class Sample:
    """Findings that were drawn for one target, and how many there are of each rule."""

    target: Target
    seed: int
    found: Mapping[str, int]
    drawn: tuple[Drawn, ...]

    def __str__(self) -> str:
        total = sum(self.found.values())
        kept = Counter(item.verdict.rule.id for item in self.drawn)
        lines = [f"{self.target.name}: {len(self.drawn)} of {total} findings, seed {self.seed}", ""]
        lines += [f"{kept[name]:>6} of {count:>6}  {name}" for name, count in self.found.items()]
        before = ""
        for number, item in enumerate(self.drawn, 1):
            rule = item.verdict.rule
            if rule.id != before:
                lines += ["", f"{rule.id}, {rule.severity.value}: {rule.statement}", f"   {item.verdict.finding.hint}"]
                before = rule.id
            lines += ["", f"{number}. {item}"]
        return "\n".join([*lines, ""])


def sample(lists: Mapping[str, Json], target: Target, size: int, seed: int = 0) -> Sample:
    """Draw findings that a target has against tool lists by their names.

    Each rule that was broken has its :data:`LEAST`, the rest of the ``size`` goes to the rules by how often they were
    broken. Within a rule those come first that differ in file and keyword. What is drawn depends on ``seed`` and the
    lists alone.

    Raises:
        SchemacError: ``not-a-tool-list``.
    """
    by_rule: dict[str, list[Drawn]] = {rule.id: [] for rule in target.rules}
    for file in sorted(lists):
        for item in _findings(file, lists[file], target):
            by_rule[item.verdict.rule.id].append(item)
    found = {name: len(items) for name, items in by_rule.items() if items}
    shares = _shares(found, size)
    drawn = [item for name, share in shares.items() for item in _spread(by_rule[name], seed)[:share]]
    return Sample(target, seed, found, tuple(drawn))


def _findings(file: str, document: Json, target: Target) -> Iterator[Drawn]:
    listed = tool_list(document)
    report = lint(listed.tools, (target,), listed.prefix)
    for verdict in report.verdicts:
        index = index_of(verdict)
        pointer = (*listed.prefix, *verdict.pointer)
        name = report.tools[index] if index >= 0 else ""
        excerpt = _excerpt(document, pointer, verdict.keyword) if index >= 0 else ""
        yield Drawn(file, name, pointer, verdict, excerpt)


def _shares(found: Mapping[str, int], size: int) -> Mapping[str, int]:
    """Return how many findings of each rule are drawn: the least of each, then by largest remainder of the rest."""
    shares = {name: min(count, LEAST) for name, count in found.items()}
    left = {name: count - shares[name] for name, count in found.items()}
    total = sum(left.values())
    room = min(size - sum(shares.values()), total)
    if room <= 0:
        return shares
    whole = {name: count * room // total for name, count in left.items()}
    short = room - sum(whole.values())
    most_left = sorted(left, key=lambda name: (-(left[name] * room % total), name))[:short]
    return {name: share + whole[name] + (name in most_left) for name, share in shares.items()}


def _spread(items: Iterable[Drawn], seed: int) -> Sequence[Drawn]:
    """Return findings shuffled by the seed, those first that are the first of their file and keyword."""
    turns: Counter[tuple[str, str]] = Counter()
    ranked = []
    for item in sorted(items, key=lambda item: _lot(item, seed)):
        about = (item.file, item.verdict.keyword)
        ranked.append((turns[about], item))
        turns[about] += 1
    return [item for _, item in sorted(ranked, key=lambda pair: pair[0])]


def _lot(item: Drawn, seed: int) -> str:
    text = f"{seed}\n{item.file}\n{render(item.pointer)}\n{item.verdict.rule.id}\n{item.verdict.problem}"
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _excerpt(document: Json, pointer: Pointer, keyword: str) -> str:
    """Return the schema at a place as JSON text, the keyword first; deep and long parts are cut."""
    named = len(pointer) > 1 and pointer[-2] in _MAPS  # a property may have the name of a keyword
    held = lookup(document, pointer[:-1] if pointer[-1] == keyword and not named else pointer)
    if isinstance(held, dict) and keyword in held:
        held = {keyword: held[keyword], **held}
    text = json.dumps(_cut(held, _DEEP), ensure_ascii=False)
    return text if len(text) <= _WIDE else text[: _WIDE - 1] + "…"


def _cut(value: Json, levels: int) -> Json:
    if isinstance(value, str):
        return clipped(value)
    if isinstance(value, dict) and value:
        return {key: _cut(item, levels - 1) for key, item in value.items()} if levels > 0 else {"…": len(value)}
    if isinstance(value, list) and value:
        return [_cut(item, levels - 1) for item in value[:8]] if levels > 0 or len(value) < 3 else [f"… {len(value)}"]
    return value
