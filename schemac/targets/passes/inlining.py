"""References written out, for targets that follow none (docs/spec, chapter TGT).

What contains itself, or lies deeper than :data:`INLINE_DEPTH`, is cut: there only its types are left.
"""

from __future__ import annotations

from dataclasses import replace

from schemac.jsonschema.codec import Action
from schemac.jsonschema.keywords import DRAFT_2020_12
from schemac.jsonschema.module import ROOT, Module
from schemac.jsonschema.walk import walk
from schemac.targets.passes.budget import (
    INLINE_DEPTH,
    INLINE_ROOM,
    MERGE_DEPTH,
    NO_BOUND,
    Bounds,
    Search,
    TooLargeError,
)
from schemac.targets.passes.context import Context
from schemac.targets.passes.nodes import typed
from schemac.targets.passes.parts import ASSERTIONS, Part, whole
from schemac.targets.passes.settings import Settings
from schemac.targets.passes.widening import Lose, Widening
from schemac.values import JsonObject, Schema


def inline(module: Module, settings: Settings, lose: Lose) -> Module:
    """Return a module of one definition; the same one if nothing refers to anything."""
    if len(module.definitions) == 1 and not any(
        isinstance(schema, dict) and "$ref" in schema for _, schema in walk(module.root.schema, module.root.dialect)
    ):
        return module
    size = sum(1 for item in module.definitions.values() for _ in walk(item.schema, item.dialect))
    search = Search(INLINE_DEPTH)
    while True:
        losses: list[tuple[Part, str, Action, str]] = []
        room = size + INLINE_ROOM if search.depth > 0 else NO_BOUND
        writer = _Inline(module, settings, lambda *loss: losses.append(loss), search.depth, room)  # noqa: B023 - at once
        try:
            schema = writer.visit(Part(ROOT, (), module.root.schema))
        except TooLargeError:
            search.too_large()
            continue
        if search.fits():
            break
    for loss in losses:
        lose(*loss)
    return Module({ROOT: replace(module.root, schema=schema)})


class _Inline(Widening):
    def __init__(self, module: Module, settings: Settings, lose: Lose, depth: int, room: int) -> None:
        super().__init__(module, lose)
        self._ctx = Context(module, settings, Bounds(0))
        self._settings = settings
        self._most = depth
        self._room = room
        self._open = [ROOT]

    def instead(self, part: Part) -> JsonObject | None:
        """Count a subschema, and cut it where it lies too deep."""
        self._room -= 1
        if self._room < 0:
            raise TooLargeError
        if len(self._open) > 1 and self.depth > self._most and _goes_on(part.schema):
            return self._cut(part, part.schema, "type")
        return None

    def fixed(self, part: Part, schema: JsonObject) -> JsonObject:
        """Put what a reference names in its place, beside what stands there."""
        key = schema.get("$ref")
        if key is None:
            return schema
        beside = {keyword: value for keyword, value in schema.items() if keyword != "$ref"}
        definition = self.module.definitions[key].schema
        if key in self._open or len(self._open) > MERGE_DEPTH:
            return {**self._cut(part, definition, "$ref"), **beside}
        self._open.append(key)
        target = self.visit(Part(key, (), definition))
        self._open.pop()
        if not isinstance(target, dict):
            target = {} if target else {"not": {}}
        if ASSERTIONS.isdisjoint(beside):
            return {**target, **beside}
        return {**beside, "allOf": [target, *beside.get("allOf", ())]}

    def _cut(self, part: Part, schema: Schema, keyword: str) -> JsonObject:
        """Return only the types that a subschema takes, and what is said of it for people."""
        self.widen(part, keyword, Action.REWRITTEN, "It lies too deep, or contains itself; only its type is left.")
        types = self._ctx.outline(whole(part)).types
        found: JsonObject = typed(types, self._settings) if types else {}
        if isinstance(schema, dict) and "description" in schema:
            found["description"] = schema["description"]
        return found


def _goes_on(schema: Schema) -> bool:
    return isinstance(schema, dict) and any(
        keyword in DRAFT_2020_12.applicators or keyword == "$ref" for keyword in schema
    )
