"""The page: what several libraries make of the same schemas."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from comparison.constraints import DRAWS, MOST, Subject, subject
from comparison.judge import Fate, Judgement, Kind, judge
from comparison.lowerings import Lowering
from schemac.targets.collected import Lists, collect
from schemac.targets.registry import TARGETS

_HEAD = """# What libraries make of the same schemas

The input schemas of {tools:,} tools in {lists} lists that public MCP servers answer to `tools/list`, each once, lowered
by schemac and by two libraries that agents are written with. This page is made by

    python -m comparison FOLDER > docs/lowering-libraries.md

where FOLDER holds the lists, one JSON file a server. [lowering-losses.md](lowering-losses.md) has what schemac itself
reports, for every target.

## How it is counted

Every library gets the schema as the server wrote it, and is called as its documentation says:

{calls}

- openai-agents takes the way of the option `convert_schemas_to_strict`. Where it cannot convert a schema it sends the
  schema as it was, without strict mode; this counts as *not lowered*.
- pydantic-ai makes a schema strict only if it is asked to; it is. Left to itself it would send most of them without
  strict mode. To Gemini it sends `parametersJsonSchema`, and `parameters` where only those are taken: two targets here.

{subjects:,} of {schemas:,} schemas are asked about: those for which arguments were found that the schema accepts
({draws} draws with every optional property, {draws} with few). Arguments have no names that an object with properties
does not declare, unless it says `additionalProperties`. They are taken out by a library's own encoding, if it has one,
and back by its own lifting; what stands for nothing is not accepted. What is counted of a lowered schema:

| | |
| --- | --- |
| {given_up} | the library raises, or says that it does not lower the schema |
| {refused} | schemac's checker for the target, which knows nothing of any lowering, finds an error |
| {broken} | a validator cannot read it, for example since a reference leads nowhere |
| {unsayable} | arguments with every optional property that the schema accepts and the lowered one refuses |
| {forced} | no such arguments, but some that leave out an optional property |
| {silent} | see below |
| {changed} | the library changes what it was given |

A constraint is asked for with arguments that break it alone: the schema refuses them, and accepts them if this one
keyword is taken out of it (of `oneOf`, only that *one* holds). At most {most} constraints of a schema are asked for.

- *kept*: the lowered schema, read as JSON Schema, refuses them; whether the target enforces a keyword that it takes is
  on the target's page;
- *told*: it accepts them, but what the library gives (the schema with its descriptions, and a report if there is one)
  is not what it gives without the constraint, so that something in it may tell of the constraint;
- *silent*: it accepts them, and what the library gives is the same, to the byte, with and without the constraint;
- constraints that cannot be asked for, since the lowered schema refuses the arguments even before they are broken, are
  in none of these.

So what is counted as silent is the least there is: a change of any kind counts as telling. What schemac tells, it tells
in its report and enforces when the tool is called; the others have no report, and what they tell stands in
descriptions.

Two things count as silent that schemac's report leaves out on purpose. Names that a closed object does not declare are
taken out before a call is checked, so that a target without `additionalProperties` loses nothing by their being
accepted. And where a value as a whole is said otherwise, as a string that holds JSON or as one object for several
alternatives, the report names the value, not each constraint inside.
"""


@dataclass
class Tally:
    """What was found of one lowering.

    Attributes:
        kinds: By kind, the schemas of which it is to be said.
        clean: Schemas of which nothing is to be said.
        fates: By keyword and fate, the constraints.
    """

    kinds: Counter[Kind] = field(default_factory=Counter)
    clean: int = 0
    fates: Counter[tuple[str, Fate]] = field(default_factory=Counter)

    def add(self, found: Judgement) -> None:
        """Count one schema."""
        self.kinds.update(found.kinds)
        self.clean += not found.kinds
        self.fates.update((witness.keyword, fate) for witness, fate in found.fates)


def page(lists: Lists, lowerings: Sequence[Lowering]) -> str:
    """Return the page over tool lists by their names; lowerings to one target stand together.

    Raises:
        SchemacError: ``not-a-tool-list``.
    """
    found = collect(lists)
    drawn = [subject(schema, number) for number, (schema, _) in enumerate(found.schemas)]
    subjects = [item for item in drawn if item is not None]
    head = _HEAD.format(
        tools=found.tools,
        lists=found.lists,
        schemas=len(found.schemas),
        subjects=len(subjects),
        calls="\n".join(_calls(lowerings)),
        draws=DRAWS,
        most=MOST,
        **{kind.name.lower(): kind.value for kind in Kind},
    )
    parts = [head]
    for target, group in groupby(lowerings, key=lambda item: item.target):
        tallies = [(item.library, tally(item, subjects)) for item in group]
        parts += [f"## {TARGETS[target].title}\n", *_kinds(tallies, len(subjects)), *_fates(tallies, subjects)]
    return "\n".join(parts)


def tally(lowering: Lowering, subjects: Sequence[Subject]) -> Tally:
    """Judge a lowering on schemas and count what is found."""
    found = Tally()
    for item in subjects:
        found.add(judge(lowering, item))
    return found


def _calls(lowerings: Sequence[Lowering]) -> Iterator[str]:
    yield "| library | target | call |"
    yield "| --- | --- | --- |"
    for item in lowerings:
        yield f"| {item.library} | [{item.target}](targets/{item.target}.md) | `{item.how}` |"


def _kinds(tallies: Sequence[tuple[str, Tally]], total: int) -> Iterator[str]:
    yield from _table_head(f"of {total:,} schemas", [library for library, _ in tallies])
    for kind in Kind:
        yield f"| {kind.value} | {' | '.join(_share(item.kinds[kind], total) for _, item in tallies)} |"
    yield f"| **none of these** | {' | '.join(_share(item.clean, total) for _, item in tallies)} |"
    yield ""


def _fates(tallies: Sequence[tuple[str, Tally]], subjects: Sequence[Subject]) -> Iterator[str]:
    asked = Counter(witness.keyword for item in subjects for witness in item.witnesses)
    yield "Constraints: kept, told, silent.\n"
    yield from _table_head("keyword", ["asked for", *(library for library, _ in tallies)])
    for keyword, count in sorted(asked.items(), key=lambda item: (-item[1], item[0])):
        cells = " | ".join(_fate_cell(item, [keyword]) for _, item in tallies)
        yield f"| `{keyword}` | {count:,} | {cells} |"
    cells = " | ".join(_fate_cell(item, sorted(asked)) for _, item in tallies)
    yield f"| **all** | {asked.total():,} | {cells} |"
    yield ""


def _table_head(first: str, others: Sequence[str]) -> Iterator[str]:
    yield f"| {first} | {' | '.join(others)} |"
    yield f"| --- |{' ---: |' * len(others)}"


def _fate_cell(item: Tally, keywords: Sequence[str]) -> str:
    counts = (sum(item.fates[keyword, fate] for keyword in keywords) for fate in (Fate.KEPT, Fate.TOLD, Fate.SILENT))
    return ", ".join(f"{count:,}" for count in counts)


def _share(count: int, total: int) -> str:
    return f"{count:,} ({100 * count / total:.1f} %)" if count else "0"
