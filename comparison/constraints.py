"""The constraints of a schema, each with arguments that break it and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from random import Random
from typing import Final, NamedTuple

import jsonschema_rs

from comparison.values import FULL, SPARSE, Filler, breaking, parts, put
from schemac.dispatch.strip import strip
from schemac.findings import Finding
from schemac.jsonschema import metaschema
from schemac.jsonschema.closed import Shapes
from schemac.jsonschema.edit import edited
from schemac.jsonschema.keywords import DRAFT_2020_12, Dialect
from schemac.jsonschema.link import link
from schemac.jsonschema.walk import walk
from schemac.pointer import Pointer
from schemac.targets.collected import read
from schemac.values import Json, JsonObject
from tests.targets.law import typed_read

ASKED: Final = frozenset((
    "type", "enum", "const", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength",
    "maxLength", "pattern", "format", "minItems", "maxItems", "uniqueItems", "contains", "required",
    "additionalProperties", "propertyNames", "minProperties", "maxProperties", "dependentRequired", "dependencies",
    "anyOf", "oneOf", "not",
))  # fmt: skip
"""The keywords whose constraints are asked for."""

MOST: Final = 200
"""Of a schema at most so many constraints are asked for, the first in the order written."""

DRAWS: Final = 6
"""So many full and so many sparse arguments are drawn for a schema; those that it refuses are not used."""

_TRIES: Final = 12
"""At so many places of the arguments a constraint is broken, at most."""

_ANY: Final = object()
_ONE_BELOW: Final = frozenset(("items", "additionalItems", "additionalProperties"))
_DEFINITIONS: Final = frozenset(("$defs", "definitions"))
_IN_PLACE: Final = frozenset(("anyOf", "oneOf", "allOf", "dependentSchemas", "dependencies"))


class Witness(NamedTuple):
    """A constraint, and arguments that the schema refuses for it alone.

    Attributes:
        keyword: Its keyword.
        pointer: The place of its schema.
        without: The schema without the constraint, which accepts the arguments.
        base: Arguments that the schema accepts.
        broken: The same, but for the place where the constraint is broken.
    """

    keyword: str
    pointer: Pointer
    without: JsonObject
    base: Json
    broken: Json


@dataclass(frozen=True)
class Subject:
    """A schema with arguments to ask with.

    Attributes:
        schema: As its server wrote it.
        full: Arguments that it accepts, with every optional property.
        sparse: Arguments that it accepts, with few of them.
        witnesses: Its constraints, as far as arguments were found that break them.
    """

    schema: JsonObject
    full: Sequence[Json]
    sparse: Sequence[Json]
    witnesses: Sequence[Witness]

    def accepts(self, value: Json) -> bool:
        """Tell whether the schema accepts a value."""
        return validator(self.schema).is_valid(value)


def validator(schema: JsonObject, *, formats: bool = False) -> jsonschema_rs.Validator:
    """Return a validator in the dialect that a schema names, 2020-12 if it names none.

    Raises:
        ValueError: It is no valid schema, or a reference in it leads nowhere.
    """
    try:
        return jsonschema_rs.validator_for(schema, validate_formats=formats)
    except (jsonschema_rs.ReferencingError, jsonschema_rs.ValidationError) as why:
        raise ValueError(str(why)) from why


def subject(schema: JsonObject, seed: int) -> Subject | None:
    """Draw arguments for a schema; None if a validator cannot read it or no arguments are found that it accepts.

    Arguments have no names that an object with properties does not declare, unless it says that it is open. Only those
    are used that are accepted too when every subschema without a type is read as the one its assertions are about.
    """
    try:
        judges = (validator(schema), validator(schema, formats=True), validator(typed_read(schema)))
    except ValueError:
        return None

    shape = Shapes(link(read(schema).schema)).root

    def drawn(share: float) -> list[Json]:
        sources = [Random(seed * DRAWS + draw) for draw in range(DRAWS)]  # noqa: S311 - the same in each run
        values = [strip(Filler(schema, source, share).value(), shape).value for source in sources]
        return [value for value in values if all(judge.is_valid(value) for judge in judges)]

    full = drawn(FULL)
    if not full:
        return None
    dialect = metaschema.dialect_of(schema, DRAFT_2020_12)
    assert not isinstance(dialect, Finding)  # a validator could read it
    return Subject(schema, full, drawn(SPARSE), list(_witnesses(schema, dialect, full)))


def _witnesses(schema: JsonObject, dialect: Dialect, full: Sequence[Json]) -> Iterator[Witness]:
    refuses = {formats: validator(schema, formats=formats) for formats in (False, True)}
    laid_out = [(base, list(parts(base))) for base in full[:3]]
    constraints = (
        (pointer, keyword, item[keyword])
        for pointer, item in walk(schema, dialect)
        if isinstance(item, dict)
        for keyword in item
        if keyword in ASKED
    )
    for pointer, keyword, said in islice(constraints, MOST):
        way = _way(pointer)
        if way is None:
            continue
        without = edited(schema, {pointer: partial(_without, keyword)})
        formats = keyword == "format"
        try:
            takes = validator(without, formats=formats)
        except ValueError:  # something refers to what went with the constraint
            continue
        for base, places in laid_out:
            reached = islice((place for place in places if way.leads_to(place[0])), _TRIES)
            candidates = (put(base, at, other) for at, part in reached for other in breaking(keyword, said, part))
            broken = (item for item in candidates if not refuses[formats].is_valid(item) and takes.is_valid(item))
            found = list(islice(broken, 1))  # null may be what breaks it
            if found:
                yield Witness(keyword, pointer, without, base, found[0])
                break


class _Way(NamedTuple):
    """Where in arguments a subschema applies: tokens, or any, from the root; from anywhere for a definition."""

    tokens: tuple[object, ...]
    from_anywhere: bool

    def leads_to(self, place: Pointer) -> bool:
        if len(place) < len(self.tokens) or (len(place) > len(self.tokens) and not self.from_anywhere):
            return False
        end = place[len(place) - len(self.tokens) :]
        return all(wanted is _ANY or wanted == token for wanted, token in zip(self.tokens, end, strict=True))


def _way(pointer: Pointer) -> _Way | None:
    """Return where a subschema applies; None for one under a condition, such as ``not``."""
    tokens: list[object] = []
    from_anywhere = False
    rest = list(reversed(pointer))
    while rest:
        keyword = rest.pop()
        if keyword == "properties" or (keyword in {"items", "prefixItems"} and rest and isinstance(rest[-1], int)):
            tokens.append(rest.pop())
        elif keyword == "patternProperties":
            rest.pop()
            tokens.append(_ANY)
        elif keyword in _ONE_BELOW:
            tokens.append(_ANY)
        elif keyword in _DEFINITIONS:
            rest.pop()
            tokens, from_anywhere = [], True
        elif keyword in _IN_PLACE:
            rest.pop()
        else:
            return None
    return _Way(tuple(tokens), from_anywhere)


def _without(keyword: str, schema: JsonObject) -> JsonObject:
    """Take a constraint out; of ``oneOf``, only that it says *one*."""
    said = schema.pop(keyword)
    if keyword == "oneOf" and "anyOf" not in schema:
        schema["anyOf"] = said
    return schema
