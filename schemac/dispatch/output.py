"""A tool's result as one caller may see it (docs/spec, chapter ENG).

Names that the caller's output schema does not declare, or that a gate took, are taken out. What the schema then still
refuses is left out where the schema can do without it: an array item, or a property that nothing asks for. Elsewhere
the whole result is refused: a result is never shown that the caller's schema does not accept.

*Conjuncts* of a schema are the schema itself, the parts of its ``allOf`` and what its ``$ref`` names, and the conjuncts
of these. Parts are left out by what the conjuncts say of them; a value that a union, a condition or the like refuses is
refused as a whole.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from schemac.dispatch import wording
from schemac.dispatch.budget import value_within_bounds
from schemac.dispatch.outcome import Refusal
from schemac.dispatch.strip import strip
from schemac.dispatch.target import Checker
from schemac.jsonschema.evaluate import Evaluator, Verdicts
from schemac.pointer import Pointer
from schemac.text import Bounds
from schemac.values import Json, JsonObject, Schema

RESULT_BOUNDS = Bounds()
"""What a result may hold: as much as a manifest, since the server made it."""

_CODE = "output-refused"


@dataclass(frozen=True, slots=True)
class Projection:
    """A result that the caller may see.

    Attributes:
        value: The result; unchanged parts are those of the tool's own.
        stripped: Names that were taken out, as pointers into the tool's result.
        omitted: Items and properties that were left out, as pointers into the tool's result.
    """

    value: Json
    stripped: tuple[Pointer, ...] = ()
    omitted: tuple[Pointer, ...] = ()


def project(checker: Checker, value: Json) -> Projection | Refusal:
    """Return what a caller may see of a result.

    Args:
        checker: The output schema as the caller is held to it.
        value: The result; it is not changed.
    """
    fault = value_within_bounds(value, RESULT_BOUNDS)
    if fault is not None:
        return Refusal(fault.code, fault.pointer, f"The result cannot be shown. {fault.message}", fault.message)
    stripped = strip(value, checker.shape)
    if checker.validator.valid(stripped.value):
        return Projection(stripped.value, stripped.places)
    work = _Work(checker.evaluator)
    document: Schema = checker.evaluator.document
    try:
        kept = work.keep([document], stripped.value, ())
    except _RefusedError as refused:
        return refuse(refused.pointer)
    if not work.takes([document], kept):
        return refuse(())
    return Projection(kept, stripped.places, tuple(work.omitted))


def refuse(pointer: Pointer) -> Refusal:
    """Return the refusal of a result because of one part of it, ``()`` for the whole."""
    refused = f"{wording.place(pointer)} cannot be left out, and is" if pointer else "it is"
    message = f"The result cannot be shown: {refused} not what the output schema takes."
    return Refusal(_CODE, pointer, message, message)


class _RefusedError(Exception):
    """A part can neither be shown nor be left out."""

    def __init__(self, pointer: Pointer) -> None:
        self.pointer = pointer
        super().__init__(pointer)


class _Work:
    """One projection. Each verdict is found once, so the work is that of one validation, and as much for what changed.

    Recursion is over the levels of the value, which are bounded.
    """

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.verdicts = Verdicts(evaluator)
        self.omitted: list[Pointer] = []
        self._made: list[Json] = []  # verdicts are known by identity, so what was judged must stay alive

    def takes(self, schemas: list[Schema], value: Json) -> bool:
        """Tell whether all schemas accept a value."""
        return all(self.verdicts.of(schema, value) for schema in schemas)

    def keep(self, schemas: list[Schema], value: Json, pointer: Pointer) -> Json:
        """Return a value without those of its parts that can be left out and are refused.

        Raises:
            _RefusedError: A refused part cannot be left out.
        """
        if not isinstance(value, (dict, list)) or self.takes(schemas, value):
            return value
        conjuncts = list(self.conjuncts(schemas))
        kept = (
            self.members(conjuncts, value, pointer)
            if isinstance(value, dict)
            else self.items(conjuncts, value, pointer)
        )
        self._made.append(kept)
        return kept

    def conjuncts(self, schemas: list[Schema]) -> Iterator[JsonObject]:
        """Yield every object schema that a value must meet whatever else holds, each once."""
        seen: set[int] = set()
        queue = list(schemas)
        for schema in queue:  # it grows
            if not isinstance(schema, dict) or id(schema) in seen:
                continue
            seen.add(id(schema))
            reference = schema.get("$ref")
            if isinstance(reference, str):
                queue.append(self.evaluator.targets[reference][1])
            if not self.evaluator.alone(schema):
                queue.extend(schema.get("allOf", ()))
                yield schema

    def children(self, conjuncts: list[JsonObject], value: Json) -> dict[str | int, list[Schema]]:
        """Return what the conjuncts say of each member or item."""
        found: dict[str | int, list[Schema]] = {}
        for schema in conjuncts:
            for part in self.evaluator.parts(schema, value):
                if part.token is not None and part.tokens[0] != "propertyNames":
                    found.setdefault(part.token, []).append(part.schema)
        return found

    def members(self, conjuncts: list[JsonObject], value: JsonObject, pointer: Pointer) -> JsonObject:
        """Return an object without its refused optional members."""
        schemas = self.children(conjuncts, value)
        required = {name for schema in conjuncts for name in schema.get("required", ())}
        kept: JsonObject = {}
        omitted: set[str] = set()
        for name, item in value.items():
            said = schemas.get(name, [])
            part = self.keep(said, item, (*pointer, name))
            if self.takes(said, part):
                kept[name] = part
            elif name in required:
                raise _RefusedError((*pointer, name))
            else:
                omitted.add(name)
                self.omitted.append((*pointer, name))
        keyword = "dependentRequired" if self.evaluator.dependent else "dependencies"
        for schema in conjuncts if omitted else ():
            for asking, names in schema.get(keyword, {}).items():
                for name in names if asking in kept and isinstance(names, list) else ():
                    if name in omitted:
                        raise _RefusedError((*pointer, name))
        return kept

    def items(self, conjuncts: list[JsonObject], value: list[Json], pointer: Pointer) -> list[Json]:
        """Return an array without its refused items."""
        schemas = self.children(conjuncts, value)
        positional = max((self._positions(schema) for schema in conjuncts), default=0)
        kept: list[Json] = []
        omitted: list[Pointer] = []
        for index, item in enumerate(value):
            said = schemas.get(index, [])
            part = self.keep(said, item, (*pointer, index))
            if self.takes(said, part):
                kept.append(part)
            elif index < positional:
                raise _RefusedError((*pointer, index))  # what follows would take its place
            else:
                omitted.append((*pointer, index))
        least = max((schema.get("minItems", 0) for schema in conjuncts), default=0)
        if omitted and len(kept) < least <= len(value):
            raise _RefusedError(omitted[0])
        self.omitted += omitted
        return kept

    def _positions(self, schema: JsonObject) -> int:
        """Return how many items a schema describes by position."""
        positional = schema.get("prefixItems" if self.evaluator.contains_evaluates else "items")
        return len(positional) if isinstance(positional, list) else 0
