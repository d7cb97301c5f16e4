"""Which subschemas apply to one place of an instance (docs/spec, chapter ENG).

A place is described by the subschemas that are applied to it directly, as by ``properties`` of its holder, and by all
that these apply *in place*, to the same value: through ``$ref``, ``allOf``, ``anyOf``, ``oneOf``, ``not``, ``if``,
``then``, ``else``, ``dependentSchemas``, ``dependencies``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from schemac.jsonschema.keywords import DIALECTS, Dialect, Holds
from schemac.jsonschema.module import Module
from schemac.pointer import Pointer
from schemac.values import Json, JsonObject, Schema

ANNOTATIONS: Final = ("default", "examples", "example")
"""Keywords whose values are instances of the schema that holds them."""


class Applied(NamedTuple):
    """A subschema that applies to a place.

    Attributes:
        key: Its definition.
        pointer: Its place there.
        schema: The subschema.
        asked: It only asks (``contains``): it may name what an item has, but closes nothing.
        condition: It stands in an ``if``.
    """

    key: str
    pointer: Pointer
    schema: Schema
    asked: bool = False
    condition: bool = False

    def below(self, schema: Schema, *tokens: str | int, asked: bool = False, condition: bool = False) -> Applied:
        """Return a subschema of this one."""
        return Applied(self.key, self.pointer + tokens, schema, self.asked or asked, self.condition or condition)

    @property
    def ident(self) -> Ident:
        """What it is equal by: all but the schema, which its place implies."""
        return self.key, self.pointer, self.asked, self.condition


Ident: TypeAlias = tuple[str, Pointer, bool, bool]
"""What an applied subschema is equal by."""


class Keywords(NamedTuple):
    """The keywords of one dialect that say which members and items there are.

    Attributes:
        dependent: Makes names depend on names.
        opening: Welcome undeclared names.
        tuple_items: Holds the items of a tuple, if it holds a list.
        rest_items: Hold what items beyond that are, where ``items`` does not.
        contains: Whether there is ``contains``.
    """

    dependent: str
    opening: tuple[str, ...]
    tuple_items: str
    rest_items: tuple[str, ...]
    contains: bool


def _keywords(dialect: Dialect) -> Keywords:
    table = dialect.applicators
    return Keywords(
        dependent="dependentRequired" if "dependentSchemas" in table else "dependencies",
        opening=tuple(name for name in ("additionalProperties", "unevaluatedProperties") if name in table),
        tuple_items="prefixItems" if "prefixItems" in table else "items",
        rest_items=tuple(name for name in ("additionalItems", "unevaluatedItems") if name in table),
        contains="contains" in table,
    )


BY_DIALECT: Final[Mapping[str, Keywords]] = MappingProxyType(
    {name: _keywords(dialect) for name, dialect in DIALECTS.items()}
)
"""The keywords of each dialect, by its name."""


_IN_PLACE: Final = frozenset(
    {item.name for dialect in DIALECTS.values() for item in dialect.applicators.values() if item.in_place}
)
_LEADING_ON: Final = _IN_PLACE | {"$ref"}
_NO_SCHEMA: Final[JsonObject] = {}


def in_place(module: Module, direct: Iterable[Applied]) -> tuple[Applied, ...]:
    """Return all that subschemas of a module apply in place, themselves included, each once, by a worklist.

    Where ``$ref`` stands alone by its dialect, its neighbours do not apply, and only annotations stand for them.
    """
    found: dict[Ident, Applied] = {}
    queue = list(direct)
    if len(queue) == 1 and isinstance(queue[0].schema, dict) and _LEADING_ON.isdisjoint(queue[0].schema):
        return (queue[0],)  # as at most places
    for item in queue:
        ident = item.ident
        if ident in found or not isinstance(item.schema, dict):
            continue
        schema: JsonObject = item.schema
        definition = module.definitions[item.key]
        reference = schema.get("$ref")
        alone = reference is not None and definition.dialect.ref_alone
        found[ident] = item._replace(schema=_annotations(schema)) if alone else item
        target = module.definitions.get(reference) if isinstance(reference, str) else None
        if target is not None:
            queue.append(Applied(str(reference), (), target.schema, item.asked, item.condition))
        if not (alone or _IN_PLACE.isdisjoint(schema)):
            queue.extend(_in_place_below(item, definition.dialect))
    return tuple(found.values())


def _annotations(schema: JsonObject) -> JsonObject:
    return {keyword: schema[keyword] for keyword in ANNOTATIONS if keyword in schema}


def members(schema: JsonObject, keyword: str) -> JsonObject:
    """Return what stands under a keyword that holds an object; the empty object where it does not."""
    value = schema.get(keyword)
    return value if isinstance(value, dict) else _NO_SCHEMA


def required_names(schema: JsonObject, keywords: Keywords) -> set[str]:
    """Return the names in ``required`` and ``dependent*``: those that are demanded, and those that demand."""
    names: set[str] = set()
    required = schema.get("required")
    if isinstance(required, list):
        names.update(filter(_is_text, required))
    for name, needs in members(schema, keywords.dependent).items():
        names.add(name)
        if isinstance(needs, list):
            names.update(filter(_is_text, needs))
    if keywords.dependent == "dependentRequired":
        names.update(members(schema, "dependentSchemas"))
    return names


def _is_text(value: Json) -> bool:
    return isinstance(value, str)


def _in_place_below(item: Applied, dialect: Dialect) -> Iterator[Applied]:
    schema: JsonObject = item.schema
    for keyword, value in schema.items():
        applicator = dialect.applicators.get(keyword)
        if applicator is None or not applicator.in_place:
            continue
        if isinstance(value, list):
            if applicator.holds is Holds.LIST:
                for index, subschema in enumerate(value):
                    yield item.below(subschema, keyword, index)
        elif isinstance(value, dict):
            if applicator.holds is Holds.SCHEMA:
                yield item.below(value, keyword, condition=keyword == "if")
            elif applicator.holds is not Holds.LIST:
                for name, subschema in value.items():
                    yield item.below(subschema, keyword, name)
