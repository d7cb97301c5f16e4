"""The recursion of translation: subschemas first, then the object that holds them (docs/spec, chapter ENG).

It follows no reference. A reference is noted, and one to a definition that accepts more than authored counts as a loss
where it stands.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from collections.abc import Set as AbstractSet
from typing import Any, NamedTuple, TypeAlias

from schemac.jsonschema.codec import Loss
from schemac.jsonschema.keywords import Holds
from schemac.jsonschema.module import Definition, Origin
from schemac.jsonschema.translate.node import Node, Plan
from schemac.jsonschema.translate.references import alone
from schemac.pointer import Pointer
from schemac.values import Json, JsonObject, Schema

# The way to a place: the way to its schema object, then the tokens below it. Cheaper than a pointer per object, since
# only what is lost or moved needs one.
_Trail: TypeAlias = tuple[Any, ...]

_STAYS_BOOLEAN = frozenset({"additionalProperties", "additionalItems"})


class Rewritten(NamedTuple):
    """A definition after translation.

    Attributes:
        schema: The same object where nothing changed.
        losses: What the output cannot say of it, by itself.
        references: The keys that it refers to where they assert something, in order.
        moves: Where subschemas moved: the place of an object in the old schema, then the place of the subschema below
            the new object and below the old one; inner objects first.
        shared: New definitions that it refers to.
    """

    schema: Schema
    losses: tuple[Loss, ...]
    references: Mapping[str, None]
    moves: tuple[tuple[Pointer, Pointer, Pointer], ...]
    shared: Mapping[str, Definition]


def rewrite(
    definition: Definition,
    plan: Plan,
    definitions: Mapping[str, Definition],
    inexact: AbstractSet[str],
    fresh: Callable[[Pointer], str],
) -> Rewritten:
    """Translate one definition.

    Args:
        definition: What to translate.
        plan: From its dialect to the output.
        definitions: The module it belongs to.
        inexact: The keys of definitions that accept more after translation.
        fresh: Makes the key of a new definition for a place of this one.
    """
    run = _Run(definition, plan, definitions, inexact, fresh)
    schema = run.schema(definition.schema, ())
    return Rewritten(schema, tuple(run.losses), run.references, tuple(run.moves), run.shared)


class _Run:
    """The state of translating one definition."""

    def __init__(
        self,
        definition: Definition,
        plan: Plan,
        definitions: Mapping[str, Definition],
        inexact: AbstractSet[str],
        fresh: Callable[[Pointer], str],
    ) -> None:
        self.definition = definition
        self.plan = plan
        self.definitions = definitions
        self.inexact = inexact
        self.fresh = fresh
        self.losses: list[Loss] = []
        self.references: dict[str, None] = {}
        self.moves: list[tuple[Pointer, Pointer, Pointer]] = []
        self.shared: dict[str, Definition] = {}
        self.widened = 0  # counts what makes a schema accept more: a growing count below a keyword marks it
        self.doubled = 0  # counts subschemas written twice, in the same way

    def schema(self, schema: Schema, at: _Trail) -> Schema:
        """Translate a schema and all below it; one frame per level."""
        plan = self.plan
        if not isinstance(schema, dict):
            return self._boolean(schema)
        dull = plan.interesting.isdisjoint  # asked before each call, as most schemas hold nothing to translate
        if dull(schema):
            return schema
        if "$ref" in schema:
            self._refer(schema["$ref"])
            if plan.source.ref_alone:
                return alone(schema, plan)
        idle = () if plan.idling.isdisjoint(schema) else plan.idle(schema, plan.source, plan.output)
        children: dict[str, Json] = {}
        widened: list[str] = []
        doubled: list[str] = []
        applicators = plan.applicators
        for keyword, value in schema.items():
            if keyword not in applicators or keyword in idle:
                continue
            holds = applicators[keyword]
            already_widened, already_doubled = self.widened, self.doubled
            new: Json = value
            if isinstance(value, dict):
                if holds is Holds.SCHEMA or holds is Holds.SCHEMA_OR_LIST:
                    new = value if dull(value) else self.schema(value, (at, keyword))
                elif holds is not Holds.LIST:
                    for name, item in value.items():
                        if isinstance(item, dict):
                            if dull(item):
                                continue
                            changed = self.schema(item, (at, keyword, name))
                        else:
                            changed = self._boolean(item)
                        if changed is not item:
                            new = dict(value) if new is value else new
                            new[name] = changed
            elif isinstance(value, list):
                if holds is Holds.LIST or holds is Holds.SCHEMA_OR_LIST:
                    for index, item in enumerate(value):
                        if isinstance(item, dict) and dull(item):
                            continue
                        changed = self.schema(item, (at, keyword, index))
                        if changed is not item:
                            new = list(value) if new is value else new
                            new[index] = changed
            elif keyword not in _STAYS_BOOLEAN and (holds is Holds.SCHEMA or holds is Holds.SCHEMA_OR_LIST):
                new = self._boolean(value)
            if new is not value:
                children[keyword] = new
            if self.widened != already_widened:
                widened.append(keyword)
            if self.doubled != already_doubled:
                doubled.append(keyword)
        if plan.special.isdisjoint(schema) and not (plan.tuples and isinstance(schema.get("items"), list)):
            return {**schema, **children} if children else schema
        return self._rebuild(schema, children, widened, doubled, at)

    def _rebuild(
        self,
        schema: JsonObject,
        children: Mapping[str, Json],
        widened: Collection[str],
        doubled: Collection[str],
        at: _Trail,
    ) -> JsonObject:
        def share(condition: Schema, keyword: str) -> str:
            return self._share(condition, (*_pointer(at), keyword))

        node = Node(self.plan, schema, children, widened, doubled, self.definitions, self.definition, share)
        steps = self.plan.steps
        for keyword in schema:
            step = steps.get(keyword)
            if step is None:
                node.put(keyword, node.value(keyword))
            else:
                step(node, keyword)
        if node.lost or node.moves:
            self._note(node, _pointer(at))
        self.doubled += node.doubles
        return node.finish()

    def _note(self, node: Node, here: Pointer) -> None:
        self.widened += len(node.lost)
        document = self.definition.origin.document
        for keyword, why, action, below in node.lost:
            self.losses.append(Loss(self.definition.authored(here + below), keyword, action, why, document))
        self.moves.extend((here, new, old) for new, old in node.moves)

    def _refer(self, key: Json) -> None:
        if isinstance(key, str):
            self.references[key] = None
            if key in self.inexact:
                self.widened += 1

    def _share(self, schema: Schema, place: Pointer) -> str:
        key = self.fresh(place)
        origin = Origin(self.definition.origin.document, self.definition.authored(place))
        self.shared[key] = Definition(schema, self.plan.output, None, origin)
        return key

    def _boolean(self, value: Json) -> Json:
        """Return a schema that is no object as the output writes it."""
        if not isinstance(value, bool) or self.plan.output.booleans:
            return value
        return {} if value else {"not": {}}


def _pointer(trail: _Trail) -> Pointer:
    found: list[Pointer] = []
    while trail:
        found.append(trail[1:])
        trail = trail[0]
    return tuple(token for tokens in reversed(found) for token in tokens)
