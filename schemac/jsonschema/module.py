"""A schema whose references are values: the form in which the engine prunes, translates and embeds.

*Linking* (:mod:`schemac.jsonschema.link`) turns an authored schema with its documents into a :class:`Module`: one
table of definitions in which every ``$ref`` holds the key of another entry of the same table. From then on a schema
means the same wherever it stands, since nothing in it depends on a base URI, an anchor or its place in a document.

Invariants of a linked module, which every stage keeps:

- every ``$ref`` that is in force (per the dialect of its definition) is a key of ``definitions``;
- no schema in it holds ``$schema``, ``$id``/``id``, ``$anchor``, ``$dynamicAnchor``, ``$dynamicRef``,
  ``$recursiveAnchor``, ``$recursiveRef``, ``$vocabulary``, nor ``$defs``/``definitions`` maps: what references reach
  is in the table, the rest is gone;
- every entry but the root is reached by a reference, in order of first reach from the root;
- parts that a stage did not need to change are the same objects as in its input, and inputs are never mutated.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cached_property

from schemac.jsonschema.body import Body, Use, body_of, in_order, references
from schemac.jsonschema.keywords import Dialect
from schemac.pointer import Pointer
from schemac.values import Json, Schema

ROOT = "#"
"""The key of a module's root."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a definition was authored.

    Attributes:
        document: URI of the document of the manifest's ``schemas:``, or "" for the tool's own schema.
        pointer: The place in that document.
    """

    document: str
    pointer: Pointer


@dataclass(frozen=True)
class Definition:
    """One entry of a module.

    Modules share definitions that do not differ, such as those of variants of one tool, and those of a document that
    many tools refer to. What can be told of one alone is therefore worked out once and kept with it.

    Attributes:
        schema: An object, or a boolean where the dialect has them.
        dialect: The dialect in which ``schema`` is to be read.
        name: The name it had in a definition map (``$defs``, ``definitions``), which it keeps where it can; None for
            an anonymous target (the root, a pointer into properties), whose name is made from ``origin``.
        origin: Where it was authored; losses and findings point there.
        moved: Authored tokens of list places that an earlier stage renumbered: ``{("anyOf", 0): ("anyOf", 1)}``
            relative to the definition.
        gates: The ``x-requires`` values found strictly above it on the path from its document's root, outermost
            first: a reference into a gated part carries every gate on its way (docs/spec, chapter GAT). Its own gate,
            if it has one, is still in ``schema``.
    """

    schema: Schema
    dialect: Dialect
    name: str | None
    origin: Origin
    moved: Mapping[Pointer, Pointer] | None = None
    gates: tuple[Json, ...] = ()

    def authored(self, pointer: Pointer) -> Pointer:
        """Return where in the authored document a place of this definition stands."""
        if self.moved:
            for length in range(len(pointer), 0, -1):
                if pointer[:length] in self.moved:
                    pointer = self.moved[pointer[:length]] + pointer[length:]
                    break
        return self.origin.pointer + pointer

    @cached_property
    def names(self) -> AbstractSet[str]:
        """The names that objects anywhere in ``schema`` have as members, data included.

        Names of what linking took out may be among them, so that only the absence of a name tells something.
        """
        found: set[str] = set()
        stack = [self.schema]
        while stack:
            item = stack.pop()
            if isinstance(item, dict):
                found.update(item)
                stack.extend([below for below in item.values() if isinstance(below, (dict, list))])
            elif isinstance(item, list):
                stack.extend([below for below in item if isinstance(below, (dict, list))])
        return found

    @cached_property
    def uses(self) -> Sequence[Use]:
        """Its references in force, members by code point."""
        return references(self.schema, self.dialect) if "$ref" in self.names else ()

    def knowing(self, *, names: AbstractSet[str] | None = None, uses: Iterable[Use] | None = None) -> Definition:
        """Note what somebody knows already without another look at the schema; return the definition itself."""
        # where cached_property looks first
        if names is not None:
            self.__dict__["names"] = names
        if uses is not None:
            self.__dict__["uses"] = in_order(uses)
        return self

    @cached_property
    def body(self) -> Body:
        """Its text, in which references are only counted."""
        return body_of(self.schema, self.uses)


@dataclass(frozen=True, slots=True)
class Module:
    """A linked schema: ``definitions[ROOT]`` and all that it reaches."""

    definitions: Mapping[str, Definition]

    @property
    def root(self) -> Definition:
        """The schema itself."""
        return self.definitions[ROOT]
