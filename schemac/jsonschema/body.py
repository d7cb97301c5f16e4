"""What can be told of one definition alone: its references, and its text without what they name (chapter ENG)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import partial
from typing import NamedTuple

from schemac.canonical import canonical
from schemac.jsonschema.edit import edited
from schemac.jsonschema.index import Link, unwound
from schemac.jsonschema.keywords import Dialect
from schemac.jsonschema.walk import children
from schemac.pointer import Pointer
from schemac.values import JsonObject, Schema


class Use(NamedTuple):
    """A reference in force: the place, below its definition, of the schema that holds it, and the key it names."""

    holder: Pointer
    key: str


def references(schema: Schema, dialect: Dialect) -> Sequence[Use]:
    """Return the references in force of a linked definition, members by code point."""
    if isinstance(schema, dict) and "$ref" not in schema and dialect.holding.isdisjoint(schema):
        return ()  # most subschemas hold nothing
    found: list[Use] = []
    stack: list[tuple[Link, Schema]] = [(None, schema)]
    while stack:
        link, item = stack.pop()
        if isinstance(item, dict):
            if "$ref" in item:
                found.append(Use(unwound(link), item["$ref"]))
            below = children(item, dialect)
            if below:
                stack.extend([((link, step), child) for step, child in below])
    return in_order(found)


def in_order(uses: Iterable[Use]) -> Sequence[Use]:
    """Return references of one definition, members by code point."""
    # Tokens at one depth of one holder are all names or all indexes, so that the tuples compare.
    return tuple(sorted(uses, key=lambda use: (*use.holder, "$ref")))


class Body(NamedTuple):
    """A definition as canonical text in which references are only counted.

    Attributes:
        text: The text with the ordinal of each reference in its place.
        template: The text with ``%d`` in the place of each reference.
        ordinals: Which reference stands at each of these, where that is not their order.
    """

    text: bytes
    template: bytes
    ordinals: Sequence[int] | None = None

    def filled(self, numbers: Sequence[int]) -> bytes:
        """Return the text with a number for each reference."""
        if self.ordinals is None:
            return self.template % tuple(numbers)
        return self.template % tuple([numbers[ordinal] for ordinal in self.ordinals])


def body_of(schema: Schema, uses: Sequence[Use]) -> Body:
    """Return a definition's text; ``uses`` are its references."""
    text = canonical(schema)
    if not uses:
        return Body(text, text.replace(b"%", b"%%"))
    # A mark that the text does not hold, in its escaped form.
    mark = "\0"
    while canonical(mark)[1:-1] in text:
        mark += "\0"
    changes = {use.holder: partial(_marked, f"{mark}{at}") for at, use in enumerate(uses)}
    text = canonical(edited(schema, changes))
    parts = re.split(b'"' + re.escape(canonical(mark)[1:-1]) + b'([0-9]+)"', text)
    ordinals = [int(ordinal) for ordinal in parts[1::2]]
    template = b"%d".join(part.replace(b"%", b"%%") for part in parts[::2])
    # Canonical text sorts names outside the basic plane otherwise than by code point.
    return Body(text, template, None if ordinals == list(range(len(uses))) else ordinals)


def _marked(mark: str, schema: JsonObject) -> JsonObject:
    schema["$ref"] = mark
    return schema
