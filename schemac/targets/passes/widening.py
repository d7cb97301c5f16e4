"""A walk over schemas that may make subschemas accept more, and never the whole accept less (docs/spec, chapter TGT).

Where a subschema accepts more, ``not`` of it accepts less, ``if`` decides otherwise, and ``oneOf`` sees it fit beside
another. So a condition that holds a widened subschema is dropped as a whole, and ``oneOf`` becomes ``anyOf``.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import Final

from schemac.jsonschema.codec import Action
from schemac.jsonschema.keywords import DRAFT_2020_12
from schemac.jsonschema.module import Module
from schemac.jsonschema.walk import replace_children
from schemac.pointer import Pointer
from schemac.targets.passes.parts import Part
from schemac.values import JsonObject, Schema

Lose = Callable[[Part, str, Action, str], None]
"""Notes a loss: where, the keyword, what became of it, and why."""

_EXACT: Final = frozenset(("not", "if", "oneOf", "contains"))
_IN_PLACE: Final = frozenset(("allOf", "anyOf", "oneOf", "if", "then", "else", "dependentSchemas"))
_WHY: Final = "It speaks of a schema that lost a constraint."


class Widening:
    """The walk; what it changes in a schema besides is up to :meth:`fixed`.

    Args:
        module: The linked module.
        lose: Notes a loss.
        widened: The definitions that accept more than they did.

    Attributes:
        count: How often a subschema was widened so far.
        depth: How many schemas stand around the one at hand.
    """

    def __init__(self, module: Module, lose: Lose, widened: Container[str] = ()) -> None:
        self.module = module
        self.lose = lose
        self.count = 0
        self.depth = 0
        self._widened = widened

    def visit(self, part: Part) -> Schema:
        """Return a subschema with everything below it changed."""
        schema = part.schema
        instead = self.instead(part)
        if instead is not None or not isinstance(schema, dict):
            return schema if instead is None else instead
        self.depth += 1
        if schema.get("$ref") in self._widened:
            self.count += 1
        start = self.count
        inexact: set[str] = set()

        def child(tokens: Pointer, below: Schema) -> Schema:
            before = self.count
            found = self.visit(part.below(below, *tokens))
            if self.count > before:
                inexact.add(str(tokens[0]))
            return found

        changed: JsonObject = replace_children(schema, DRAFT_2020_12, child)
        if inexact & _EXACT:
            changed = self._without(part, changed, inexact)
        if inexact & _IN_PLACE or (self.count > start and "$ref" in schema):
            for keyword in ("unevaluatedProperties", "unevaluatedItems"):
                if keyword in changed:
                    changed = {name: value for name, value in changed.items() if name != keyword}
                    self.lose(part, keyword, Action.DROPPED, _WHY)
        self.depth -= 1
        return self.fixed(part, changed)

    def instead(self, part: Part) -> JsonObject | None:  # noqa: ARG002 - for subclasses
        """Return what stands for a subschema that is not entered; None for all that are."""
        return None

    def fixed(self, part: Part, schema: JsonObject) -> JsonObject:  # noqa: ARG002 - for subclasses
        """Return one subschema changed by itself; those below it are changed already."""
        return schema

    def widen(self, part: Part, keyword: str, action: Action, why: str) -> None:
        """Note that a subschema accepts more than it did."""
        self.count += 1
        self.lose(part, keyword, action, why)

    def _without(self, part: Part, schema: JsonObject, inexact: Container[str]) -> JsonObject:
        found = dict(schema)
        if "not" in inexact:
            del found["not"]
            self.lose(part, "not", Action.DROPPED, _WHY)
        if "if" in inexact:
            for keyword in ("if", "then", "else"):
                if found.pop(keyword, None) is not None:
                    self.lose(part, keyword, Action.DROPPED, _WHY)
        if "contains" in inexact and "maxContains" in found:
            del found["maxContains"]
            self.lose(part, "maxContains", Action.DROPPED, _WHY)
        if "oneOf" in inexact:
            members = found.pop("oneOf")
            if "anyOf" in found:
                found["allOf"] = [*found.get("allOf", ()), {"anyOf": members}]
            else:
                found["anyOf"] = members
            self.lose(part, "oneOf", Action.REWRITTEN, _WHY)
        return found
