"""Which rules a folder of tool lists breaks: ``python -m schemac.targets.survey FOLDER`` prints the page.

``docs/real-servers.md`` is made with it from what public servers answer to ``tools/list``. With ``--sample N --target
T`` it prints findings to be looked at instead (:mod:`schemac.targets.sample`).
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Sequence

from schemac.targets.collected import Lists, run
from schemac.targets.lint import LintReport, RuleCount, lint, rule_counts, tool_list
from schemac.targets.model import Target
from schemac.targets.registry import TARGETS
from schemac.targets.registry import target as target_named
from schemac.targets.sample import sample

_HEAD = """# What real servers break

What {lists} public MCP servers answer to `tools/list`, {tools:,} tools in all, judged by every target. The lists are
saved answers, one file a server, in one folder; this page is made by

    python -m schemac.targets.survey FOLDER > docs/real-servers.md

and the same counts for lists of your own come from

    schemac lint FOLDER/*.json --target all --summary

A tool counts as taken if no rule objects to it with an error. Rules on whole lists (numbers of tools, names that occur
twice) count lists, not tools; servers are rarely used alone, so that real requests hold more tools than one list.
Some findings rest on thin evidence: the page of each target says how sure each rule is. How a hundred findings of
each target were looked at one by one is told in [sampling.md](sampling.md).
"""


def survey(lists: Lists) -> str:
    """Return the page over tool lists by their names.

    Raises:
        SchemacError: ``not-a-tool-list``.
    """
    reports = [_lint(document) for _, document in sorted(lists.items())]
    total = sum(len(report.tools) for report in reports)
    parts = [_HEAD.format(lists=len(reports), tools=total), _overview(reports, total)]
    broken = list(rule_counts(reports))
    for target in TARGETS.values():
        parts += [f"## {target.title}", _table([item for item in broken if item.target == target.name], target)]
    return "\n".join(parts)


def _lint(document: object) -> LintReport:
    listed = tool_list(document)
    return lint(listed.tools, tuple(TARGETS.values()), listed.prefix)


def _overview(reports: Sequence[LintReport], total: int) -> str:
    lines = [
        "| target | tools it takes | of them | servers all of whose tools it takes |",
        "| --- | ---: | ---: | ---: |",
    ]
    for target in TARGETS.values():
        taken = sum(report.passing(target) for report in reports)
        whole = sum(report.passing(target) == len(report.tools) for report in reports)
        share = f"{100 * taken / total:.1f} %" if total else ""
        lines.append(f"| [{target.name}](targets/{target.name}.md) | {taken:,} | {share} | {whole} of {len(reports)} |")
    return "\n".join([*lines, ""])


def _table(rows: Sequence[RuleCount], target: Target) -> str:
    if not rows:
        return "\nNothing.\n"
    lines = ["", "| rule | | severity | servers | tools | places |", "| --- | --- | --- | ---: | ---: | ---: |"]
    for item in sorted(rows, key=lambda item: (-item.tools, -item.lists, item.rule.id)):
        rule = item.rule
        link = f"[{rule.id}](targets/{target.name}.md#{rule.id.lower()})"
        lines.append(
            f"| {link} | {rule.title} | {rule.severity.value} | {item.lists} | {item.tools:,} | {item.places:,} |"
        )
    return "\n".join([*lines, ""])


def main(arguments: Sequence[str]) -> int:
    """Print the page or a sample: ``FOLDER [--sample N --target T [--seed N]]``; return what ``collected.run`` returns.

    Raises:
        SystemExit: The options are wrong.
    """
    parser = ArgumentParser(prog="python -m schemac.targets.survey", description="Which rules tool lists break.")
    parser.add_argument("folder", nargs="*", help="a folder of tool lists, *.json")
    parser.add_argument("--sample", type=int, metavar="N", help="print N findings of one target instead of the page")
    parser.add_argument("--target", default="mcp", help="the target whose findings are drawn (default: mcp)")
    parser.add_argument("--seed", type=int, default=0, help="another seed draws other findings (default: 0)")
    given = parser.parse_args(arguments)

    def page(lists: Lists) -> str:
        if given.sample is None:
            return survey(lists)
        return str(sample(lists, target_named(given.target), given.sample, given.seed))

    return run(given.folder, "schemac.targets.survey", page)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
