"""Where gates are refused: below keywords that ask instead of admit (docs/spec, chapter GAT)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from schemac.findings import Finding, finding
from schemac.jsonschema.module import Module
from schemac.jsonschema.prune.gather import GATE, Locate
from schemac.jsonschema.prune.skeleton import Marks
from schemac.jsonschema.walk import children
from schemac.pointer import Pointer
from schemac.values import Schema

BARRED: Final = frozenset({"not", "if", "contains", "propertyNames", "contentSchema"})
"""Taking out a part below one of these could let more through, or tell of what was taken out."""


def refused_positions(bare: Module, marks: Marks, locate: Locate) -> Iterator[Finding]:
    """Yield a finding for each gate that stands below a barred keyword, at any depth and through references."""
    barred: dict[str, None] = {}
    for key in bare.definitions:
        yield from _visit(bare, marks, locate, key, barred, below=False)
    for key in _growing(barred):
        yield from _visit(bare, marks, locate, key, barred, below=True)


def _growing(keys: dict[str, None]) -> Iterator[str]:
    """Yield the keys of a dict that may get more of them meanwhile."""
    done = 0
    while done < len(keys):
        for key in list(keys)[done:]:
            done += 1
            yield key


def _visit(
    bare: Module, marks: Marks, locate: Locate, key: str, barred: dict[str, None], *, below: bool
) -> Iterator[Finding]:
    """Visit one definition; ``below``: it stands below a barred keyword as a whole."""
    definition = bare.definitions[key]
    stack: list[tuple[Pointer, Schema, bool]] = [((), definition.schema, below)]
    while stack:
        pointer, schema, within = stack.pop()
        if not isinstance(schema, dict):
            continue
        if within:
            target = schema.get("$ref")
            if isinstance(target, str) and target in bare.definitions:
                barred.setdefault(target)
                if target in marks.above:
                    message = "This reference leads below a gate, from a place where nothing can be taken out."
                    yield finding("gate-not-allowed-here", (*locate(definition, pointer), "$ref"), message)
            if (key, pointer) in marks.gates:
                message = f"A gate cannot stand below {_listed()}."
                yield finding("gate-not-allowed-here", (*locate(definition, pointer), GATE), message)
        stack.extend(
            [
                (pointer + tokens, child, within or tokens[0] in BARRED)
                for tokens, child in children(schema, definition.dialect)
            ]
        )


def _listed() -> str:
    first = sorted(BARRED)
    return f"{', '.join(first[:-1])} or {first[-1]}"
