"""One schema object while it is translated: what it was, what its subschemas became, what it will be.

The recursion (:mod:`.rewrite`) translates the subschemas first; then a step per keyword (:mod:`.bounds`,
:mod:`.literals`, :mod:`.arrays`, :mod:`.objects`, :mod:`.conditions`, :mod:`.references`) writes the new object, in the
order in which the author wrote the old one. Steps recurse into nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from schemac.jsonschema.codec import Action
from schemac.jsonschema.keywords import Dialect, Holds
from schemac.jsonschema.module import Definition
from schemac.pointer import Pointer
from schemac.values import Json, JsonObject, Schema

# A keyword that reads others, or is read by others, would mean something else in an object that it was not written for.
_APART = frozenset({"items", "properties", "patternProperties", "$ref"})


class Lost(NamedTuple):
    """A keyword that the output cannot say.

    Attributes:
        keyword: The keyword.
        why: A sentence for people.
        action: What became of it.
        below: The place of its schema, relative to the node.
    """

    keyword: str
    why: str
    action: Action = Action.DROPPED
    below: Pointer = ()


@dataclass(slots=True)
class Node:
    """A schema object under translation.

    Attributes:
        plan: How its dialect goes to the output dialect.
        source: The object as authored; never changed.
        children: Keyword to its value with translated subschemas, where they changed.
        widened: The keywords below which a translated subschema accepts more than the authored one.
        doubled: The keywords below which a subschema was written twice.
        definitions: The module, for the few questions that look through a reference.
        definition: The definition that the node stands in.
        share: Makes a definition of a translated subschema, given its tokens below the node, and returns its key.
        lost: What the output cannot say, in the order found.
        moves: Places below the new object to places below the old one, for subschemas that moved.
        doubles: The node wrote a subschema twice.
    """

    plan: Plan
    source: JsonObject
    children: Mapping[str, Json]
    widened: Collection[str]
    doubled: Collection[str]
    definitions: Mapping[str, Definition]
    definition: Definition
    share: Callable[[Schema, str], str]
    lost: list[Lost] = field(default_factory=list)
    moves: list[tuple[Pointer, Pointer]] = field(default_factory=list)
    doubles: bool = False
    _out: JsonObject = field(default_factory=dict)
    _conjuncts: list[Schema] = field(default_factory=list)

    def value(self, keyword: str) -> Json:
        """Return a keyword's value, its subschemas translated."""
        return self.children[keyword] if keyword in self.children else self.source[keyword]

    def put(self, keyword: str, value: Json) -> None:
        """Write a member of the new object after those already written."""
        self._out[keyword] = value

    def conjoin(self, schema: JsonObject) -> Pointer:
        """Demand one more schema of the same value: as a member where its keyword is free, else in ``allOf``.

        Returns:
            The place of the schema below the new object: ``()`` or ``("allOf", index)``.
        """
        if len(schema) == 1:
            (keyword,) = schema
            free = keyword not in self.source and keyword not in self._out and keyword not in _APART
            if free:
                self._out[keyword] = schema[keyword]
                return ()
        authored = self.source.get("allOf")
        if not isinstance(authored, list):
            authored = []
            self._out["allOf"] = self._conjuncts
        self._conjuncts.append(schema)
        return ("allOf", len(authored) + len(self._conjuncts) - 1)

    def move(self, old: Pointer, new: Pointer) -> None:
        """Note that the subschema at ``old`` below the authored object now stands at ``new``."""
        self.moves.append((new, old))

    def lose(self, keyword: str, why: str, action: Action = Action.DROPPED, below: Pointer = ()) -> None:
        """Note a keyword that the output cannot say."""
        self.lost.append(Lost(keyword, why, action, below))

    def finish(self) -> JsonObject:
        """Return the new object; it is the authored one where nothing changed."""
        out, conjuncts = self._out, self._conjuncts
        authored = out.get("allOf")
        if conjuncts and authored is not conjuncts:
            out["allOf"] = [*authored, *conjuncts] if isinstance(authored, list) else conjuncts
        if len(out) == 1 and len(conjuncts) == 1 and out["allOf"] is conjuncts and "$ref" in conjuncts[0]:
            return dict(conjuncts[0])  # nothing is left beside the reference
        same = len(out) == len(self.source) and all(
            new == old and out[new] is self.source[old] for new, old in zip(out, self.source, strict=True)
        )
        return self.source if same else out


Step: TypeAlias = Callable[[Node, str], None]
"""Writes what one keyword of a node becomes."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How one dialect goes to another.

    Attributes:
        source: The dialect read.
        output: The dialect written.
        applicators: The keywords whose subschemas are translated.
        steps: What keywords become; one that is not in it stays, with translated subschemas.
        special: The keywords whose presence calls for ``steps``.
        tuples: A list under ``items`` calls for them too.
        interesting: An object with none of these stays as it is.
        idling: The keywords that :attr:`idle` judges.
        idle: Tells which keywords of an object need no translation of their subschemas, since they assert nothing
            beside the others or cannot be said in the output at all.
        foreign: The keywords that the source does not know and the output does.
        ignored: The keywords that go where they stand beside a reference whose neighbours the source ignores.
    """

    source: Dialect
    output: Dialect
    applicators: Mapping[str, Holds]
    steps: Mapping[str, Step]
    special: frozenset[str]
    tuples: bool
    interesting: frozenset[str]
    idling: frozenset[str]
    idle: Callable[[JsonObject, Dialect, Dialect], AbstractSet[str]]
    foreign: frozenset[str]
    ignored: frozenset[str]
