"""What lowering loses of collected tools: ``python -m schemac.targets.losses FOLDER`` prints the page.

``docs/lowering-losses.md`` is made with it from what public servers answer to ``tools/list``.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from schemac.findings import SchemacError
from schemac.jsonschema.codec import Loss
from schemac.targets.collected import Collected, Lists, Read, collect, read, run
from schemac.targets.lowering import lower
from schemac.targets.model import Target
from schemac.targets.registry import TARGETS

_HEAD = """# What lowering loses

The input schemas of {tools:,} tools in {lists} lists that public MCP servers answer to `tools/list`, lowered to every
target. Schemas that are the same JSON count once, which leaves {schemas:,}.{unreadable} This page is made by

    python -m schemac.targets.losses FOLDER > docs/lowering-losses.md

where FOLDER holds the lists, one JSON file a server; it counts lists of your own just as well, and `schemac lower` says
of one schema what it loses where.

A schema is lowered without any loss if its loss report is empty: all that it says, the lowered schema says too.
Whatever a report names is still checked when the tool is called. [lowering-libraries.md](lowering-libraries.md) sets
other libraries beside schemac. Keywords that only tell, such as `default` and `format`, are losses too where the target
does not take them; a schema that loses nothing else *loses no constraint*. *Refused* are schemas that lowering refuses.
"""

_KINDS = """\
What is lost, as the reports say it: what is *dropped* is nowhere in the lowered schema, what is *described* is in
a description, what is *rewritten* is said in another way that is not quite the same. *Places* are entries of reports.
"""

TELLING: Final = frozenset(("default", "examples", "example", "format", "contentMediaType", "contentEncoding"))
"""Keywords that only tell: no arguments are refused for them."""


@dataclass
class Tally:
    """What lowering to one target lost.

    Attributes:
        lossless: Schemas without any loss.
        tools: Tools that have such a schema.
        telling: Schemas that lost nothing but keywords that only tell; those without any loss are among them.
        refused: Schemas that could not be lowered.
        schemas: By keyword and action, the schemas that have such a loss.
        places: By keyword and action, the losses.
    """

    lossless: int = 0
    tools: int = 0
    telling: int = 0
    refused: int = 0
    schemas: Counter[tuple[str, str]] = field(default_factory=Counter)
    places: Counter[tuple[str, str]] = field(default_factory=Counter)

    def add(self, losses: Sequence[Loss], tools: int) -> None:
        """Count a schema that was lowered, and that so many tools have."""
        kinds = Counter((loss.keyword, loss.action.value) for loss in losses)
        self.places.update(kinds)
        self.schemas.update(kinds.keys())
        self.telling += all(loss.keyword in TELLING for loss in losses)
        if not losses:
            self.lossless += 1
            self.tools += tools


def page(lists: Lists) -> str:
    """Return the page over tool lists by their names.

    Raises:
        SchemacError: ``not-a-tool-list``.
    """
    found = collect(lists)
    schemas = [(read(schema), tools) for schema, tools in found.schemas]
    tallies = [(item, tally(schemas, item)) for item in TARGETS.values()]
    head = _HEAD.format(
        tools=found.tools, lists=found.lists, schemas=len(schemas), unreadable=_unreadable(found.unreadable)
    )
    return "\n".join([head, *_overview(tallies, found), _KINDS, *_kinds(tallies)])


def tally(schemas: Sequence[tuple[Read, int]], target: Target) -> Tally:
    """Lower schemas, each with the number of tools that have it, and count what is lost."""
    found = Tally()
    for item, tools in schemas:
        try:
            form = lower(item.schema, target.schema)
        except SchemacError:
            found.refused += 1
        else:
            found.add((*item.losses, *form.losses), tools)
    return found


def _unreadable(counts: Mapping[str, int]) -> str:
    if not counts:
        return ""
    codes = ", ".join(f"{count} `{code}`" for code, count in sorted(counts.items()))
    return f" Left out are tools whose schemas cannot be read: {codes}."


def _overview(tallies: Sequence[tuple[Target, Tally]], found: Collected) -> Iterator[str]:
    total = len(found.schemas)
    yield "| target | schemas without any loss | of all | tools with such | schemas that lose no constraint | refused |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: |"
    for target, item in tallies:
        share = f"{100 * item.lossless / total:.1f} %" if total else ""
        link = f"[{target.name}](targets/{target.name}.md)"
        yield f"| {link} | {item.lossless:,} | {share} | {item.tools:,} | {item.telling:,} | {item.refused:,} |"
    yield ""


def _kinds(tallies: Sequence[tuple[Target, Tally]]) -> Iterator[str]:
    for target, item in tallies:
        yield f"## {target.title}\n"
        if not item.places:
            yield "Nothing.\n"
            continue
        yield "| keyword | what became of it | schemas | places |"
        yield "| --- | --- | ---: | ---: |"
        for (keyword, action), count in sorted(item.schemas.items(), key=lambda kind: (-kind[1], kind[0])):
            yield f"| `{keyword}` | {action} | {count:,} | {item.places[keyword, action]:,} |"
        yield ""


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:], "schemac.targets.losses", page))
