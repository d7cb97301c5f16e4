"""The pages of ``docs/targets``, made from the tables: ``python -m schemac.targets.pages [FOLDER]`` writes them.

Each page answers one question first: will my schema pass?
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from schemac.findings import Severity
from schemac.targets.checkers.base import Demand
from schemac.targets.checkers.keywords import Keywords, KeywordsOnly
from schemac.targets.checkers.root import RootKeywords, RootKeywordsOnly
from schemac.targets.model import Reach, Rule, Target
from schemac.targets.registry import TARGETS
from schemac.targets.vocabulary import KEYWORDS

_WORDS = {
    "yes": "taken",
    "no": "refused",
    "risk": "a risk: refused by some versions, or not known to be taken",
    "ignored": "taken and not enforced, or rewritten",
    "some": "deleted for some models",
}
_FOLDER = Path("docs") / "targets"


def pages() -> Mapping[str, str]:
    """Return the text of each page by its file name."""
    found = {f"{item.name}.md": page(item) for item in TARGETS.values()}
    return {"README.md": overview(), **found}


def page(target: Target) -> str:
    """Return the page of a target, as Markdown."""
    parts = [
        f"# {target.title}",
        f"Target `{target.name}`. {target.reads}",
        f"This page is made from the table. `schemac lint tools.json --target {target.name}` checks tools by it.",
        "## Will my schema pass?",
        _bullets(_answers(target)),
        "## Keywords",
        _keyword_table(target),
        "## Rules",
        *_unread(target),
        _rule_sections(target),
    ]
    if target.notes:
        parts += ["## Worth knowing", _bullets(_notes(target))]
    return "\n\n".join(parts) + "\n"


def overview() -> str:
    """Return the page that lists the targets and compares them keyword by keyword."""
    rows = [f"| [{item.name}]({item.name}.md) | {item.reads} | {len(item.rules)} |" for item in TARGETS.values()]
    names = " | ".join(TARGETS)
    lines = [f"| `{keyword}` | {' | '.join(fates(keyword))} |" for keyword in KEYWORDS]
    return "\n".join(
        [
            "# Targets",
            "",
            "A target is an API or client that reads tool definitions, with a table of what it accepts. Each rule",
            "has a source with its date, a confidence, and how far a failure reaches. Where sources disagree, the rule",
            "is the stricter reading, and the row names both.",
            "",
            "| target | who reads | rules |",
            "| --- | --- | ---: |",
            *rows,
            "",
            "## Keywords",
            "",
            *(f"- {mark}: {words}" for mark, words in _WORDS.items()),
            "",
            "`x-anything` stands for keywords of one's own.",
            "",
            f"| keyword | {names} |",
            f"| --- |{' --- |' * len(TARGETS)}",
            *lines,
            "",
        ]
    )


def fates(keyword: str) -> list[str]:
    """Return in a word what becomes of a keyword with each target, in their order."""
    return [fate(item, keyword) for item in TARGETS.values()]


def fate(target: Target, keyword: str) -> str:
    """Return in a word what becomes of a keyword with a target, and at its root if that differs."""
    below, at_root = _mark(target, keyword, root=False), _mark(target, keyword, root=True)
    return below if below == at_root else f"{below}, root: {at_root}"


def _mark(target: Target, keyword: str, *, root: bool) -> str:
    for rule in target.rules:
        if _objects(rule.demand, keyword, root=root):
            if rule.severity is Severity.NOTE:
                return "some"
            if rule.reach is Reach.SILENT:
                return "ignored"
            return "no" if rule.severity is Severity.ERROR else "risk"
    return "yes"


def _objects(demand: Demand, keyword: str, *, root: bool) -> bool:
    if isinstance(demand, Keywords):
        return keyword in demand.names
    if isinstance(demand, KeywordsOnly):
        return keyword not in demand.known and not (root and keyword in demand.at_root)
    if isinstance(demand, RootKeywords):
        return root and keyword in demand.names
    return isinstance(demand, RootKeywordsOnly) and root and keyword not in demand.known


def _answers(target: Target) -> Iterator[str]:
    names, rules, limits = target.names, target.schema, target.limits
    for rule in target.rules:
        if rule.severity is Severity.ERROR:
            yield f"**{rule.title}.** {_code(rule.statement)}{_models(rule)}"
    if rules.optional and not rules.closed:
        yield "**Objects** may be open, and properties may be left out of `required`."
    elif rules.optional:
        yield "**Optional properties** may be left out of `required`."
    yield f"**Null** is said with {_code_word(rules.nullable.value)}."
    if rules.envelope:
        yield "**A union of whole argument lists** sits under a property, since the root takes none."
    if names.description is not None:
        yield f"**Descriptions** are best kept within {names.description:,} characters."
    if limits.tools is not None:
        yield f"**A list** is best kept within {limits.tools} tools."


def _models(rule: Rule) -> str:
    return f" ({rule.models} only.)" if rule.models else ""


def _code_word(text: str) -> str:
    return {"type list": '`"type": ["string", "null"]`', "anyOf": "an `anyOf` branch of type null"}.get(
        text, f"`{text}`"
    )


def _keyword_table(target: Target) -> str:
    groups: dict[str, list[str]] = {}
    for keyword in KEYWORDS:
        groups.setdefault(fate(target, keyword), []).append(f"`{keyword}`")
    rows = [f"| {_in_words(word)} | {', '.join(names)} |" for word, names in groups.items()]
    return "\n".join(["| | keywords |", "| --- | --- |", *rows])


def _in_words(fate_word: str) -> str:
    below, _, at_root = fate_word.partition(", root: ")
    return _WORDS[below] + (f"; at the root {_WORDS[at_root]}" if at_root else "")


def _unread(target: Target) -> Iterator[str]:
    if target.unread:
        names = ", ".join(f"`{name}`" for name in target.unread)
        yield f"These keywords go with all that stands below them, which no rule looks at: {names}."


def _rule_sections(target: Target) -> str:
    return "\n\n".join(_rule_section(rule) for rule in target.rules)


def _rule_section(rule: Rule) -> str:
    lines = [
        f"### {rule.id}",
        "",
        f"{_code(rule.statement)}",
        "",
        f"- What happens: {_effect(rule)} ({rule.severity.value} `{rule.code}`, reaches: {rule.reach.value}).",
        f"- Cure: {rule.cure or rule.demand.cure}",
        f"- Confidence: {rule.confidence.value}. Sources: {_sources(rule)}.",
    ]
    if rule.unseen:
        names = ", ".join(f"`{name}`" for name in rule.unseen)
        lines.append(f"- It does not look below {names}.")
    if rule.used:
        lines.append("- Definitions that nothing leads to are passed over.")
    if rule.conflict:
        lines.append(f"- Where sources disagree: {_code(rule.conflict)}")
    return "\n".join(lines)


def _sources(rule: Rule) -> str:
    return ", ".join(f"<{item.url}> ({item.date})" for item in rule.sources)


def _effect(rule: Rule) -> str:
    who = f"with {rule.models} it" if rule.models else "it"
    return f"{who} {rule.consequence}" if not rule.effect.startswith("clients") else rule.effect


def _notes(target: Target) -> Iterator[str]:
    for item in target.notes:
        yield f"{item.text} ({', '.join(f'<{source.url}>, {source.date}' for source in item.sources)})"


def _bullets(texts: Iterable[str]) -> str:
    return "\n".join(f"- {text}" for text in texts)


def _code(text: str) -> str:
    """Return a text in which Markdown reads no mark-up."""
    return text.replace("\\", "\\\\").replace("_", "\\_").replace("*", "\\*").replace("<", "\\<").replace("$", "\\$")


def main(folder: Path) -> None:
    """Write the pages into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in pages().items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else _FOLDER)
