"""The one table of JSON Schema keywords: per dialect, what each keyword holds (docs/spec, chapter ENG).

Every walk over schemas is driven by this table and by the presence of a keyword, never by ``type``. A keyword that is
not in a dialect's table holds plain data there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType

from schemac.values import Schema


class Holds(Enum):
    """What stands under a keyword."""

    SCHEMA = "a schema"
    LIST = "a list of schemas"
    MAP = "an object whose members are schemas"
    SCHEMA_OR_LIST = "a schema, or a list of them (items before 2020-12)"
    MAP_OR_NAMES = "an object whose members are schemas or lists of property names (dependencies)"


@dataclass(frozen=True, slots=True)
class Applicator:
    """A keyword that holds subschemas.

    Attributes:
        name: The keyword.
        holds: In which form.
        in_place: They apply to the same value (``allOf``), not to a child of it.
        definitions: They apply to nothing by themselves; only references reach them.
    """

    name: str
    holds: Holds
    in_place: bool = False
    definitions: bool = False


@dataclass(frozen=True, slots=True)
class Dialect:
    """A draft of JSON Schema.

    Attributes:
        name: As manifests and options write it: ``draft-04``, …, ``2020-12``.
        uri: Its metaschema, as ``$schema`` names it (without an empty fragment).
        applicators: Keyword to what it holds.
        id_keyword: ``id`` in draft-04, ``$id`` from draft-06 on.
        definitions: The keyword under which definitions are emitted.
        anchors: The keywords that name a place of a schema (none before 2019-09, where ``$id: "#x"`` did).
        ref_alone: Keywords beside ``$ref`` are ignored (before 2019-09).
        booleans: A schema may be ``true`` or ``false`` (from draft-06 on).
        holding: The keywords that hold subschemas; most schemas have none of them, which is quickly told.
    """

    name: str
    uri: str
    applicators: Mapping[str, Applicator]
    id_keyword: str
    definitions: str
    anchors: tuple[str, ...]
    ref_alone: bool
    booleans: bool
    holding: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        """Gather the names of the applicators as a set, which can be compared with a schema's keywords at once."""
        object.__setattr__(self, "holding", frozenset(self.applicators))

    def __repr__(self) -> str:
        return f"<Dialect {self.name}>"


def _applicators(*groups: tuple[Applicator, ...]) -> Mapping[str, Applicator]:
    return MappingProxyType({item.name: item for group in groups for item in group})


# `$defs` and `definitions` are definition maps in every dialect (DESIGN's rule, docs/spec, chapter ENG): authors mix
# them up, and every validator resolves a pointer into either.
_ALWAYS = (
    Applicator("$defs", Holds.MAP, definitions=True),
    Applicator("definitions", Holds.MAP, definitions=True),
    Applicator("properties", Holds.MAP),
    Applicator("patternProperties", Holds.MAP),
    Applicator("additionalProperties", Holds.SCHEMA),
    Applicator("allOf", Holds.LIST, in_place=True),
    Applicator("anyOf", Holds.LIST, in_place=True),
    Applicator("oneOf", Holds.LIST, in_place=True),
    Applicator("not", Holds.SCHEMA, in_place=True),
)
_TUPLE_ITEMS = (
    Applicator("items", Holds.SCHEMA_OR_LIST),
    Applicator("additionalItems", Holds.SCHEMA),
)
_DEPENDENCIES = (Applicator("dependencies", Holds.MAP_OR_NAMES, in_place=True),)
_DRAFT_06 = (
    Applicator("contains", Holds.SCHEMA),
    Applicator("propertyNames", Holds.SCHEMA),
)
_DRAFT_07 = (
    Applicator("if", Holds.SCHEMA, in_place=True),
    Applicator("then", Holds.SCHEMA, in_place=True),
    Applicator("else", Holds.SCHEMA, in_place=True),
)
_DRAFT_2019 = (
    Applicator("dependentSchemas", Holds.MAP, in_place=True),
    Applicator("unevaluatedProperties", Holds.SCHEMA),
    Applicator("unevaluatedItems", Holds.SCHEMA),
    Applicator("contentSchema", Holds.SCHEMA),
)
_PREFIX_ITEMS = (
    Applicator("prefixItems", Holds.LIST),
    Applicator("items", Holds.SCHEMA),
)

DRAFT_04 = Dialect(
    name="draft-04",
    uri="http://json-schema.org/draft-04/schema",
    applicators=_applicators(_ALWAYS, _TUPLE_ITEMS, _DEPENDENCIES),
    id_keyword="id",
    definitions="definitions",
    anchors=(),
    ref_alone=True,
    booleans=False,
)
DRAFT_06 = Dialect(
    name="draft-06",
    uri="http://json-schema.org/draft-06/schema",
    applicators=_applicators(_ALWAYS, _TUPLE_ITEMS, _DEPENDENCIES, _DRAFT_06),
    id_keyword="$id",
    definitions="definitions",
    anchors=(),
    ref_alone=True,
    booleans=True,
)
DRAFT_07 = Dialect(
    name="draft-07",
    uri="http://json-schema.org/draft-07/schema",
    applicators=_applicators(_ALWAYS, _TUPLE_ITEMS, _DEPENDENCIES, _DRAFT_06, _DRAFT_07),
    id_keyword="$id",
    definitions="definitions",
    anchors=(),
    ref_alone=True,
    booleans=True,
)
DRAFT_2019_09 = Dialect(
    name="2019-09",
    uri="https://json-schema.org/draft/2019-09/schema",
    applicators=_applicators(_ALWAYS, _TUPLE_ITEMS, _DRAFT_06, _DRAFT_07, _DRAFT_2019),
    id_keyword="$id",
    definitions="$defs",
    anchors=("$anchor", "$recursiveAnchor"),
    ref_alone=False,
    booleans=True,
)
DRAFT_2020_12 = Dialect(
    name="2020-12",
    uri="https://json-schema.org/draft/2020-12/schema",
    applicators=_applicators(_ALWAYS, _PREFIX_ITEMS, _DRAFT_06, _DRAFT_07, _DRAFT_2019),
    id_keyword="$id",
    definitions="$defs",
    anchors=("$anchor", "$dynamicAnchor"),
    ref_alone=False,
    booleans=True,
)

DIALECTS: Mapping[str, Dialect] = MappingProxyType(
    {item.name: item for item in (DRAFT_04, DRAFT_06, DRAFT_07, DRAFT_2019_09, DRAFT_2020_12)}
)
"""Every dialect that a schema may be written in, by name."""

OUTPUT_DIALECTS: Mapping[str, Dialect] = MappingProxyType(
    {item.name: item for item in (DRAFT_04, DRAFT_07, DRAFT_2020_12)}
)
"""The dialects that a surface can be compiled to (docs/spec, chapter ENG)."""

_BY_URI = {item.uri: item for item in DIALECTS.values()}


def dialect_by_uri(uri: str) -> Dialect | None:
    """Return the dialect that a ``$schema`` names, with or without an empty fragment; None for a custom one."""
    return _BY_URI.get(uri.removesuffix("#"))


def dialect_named(schema: Schema, default: Dialect) -> Dialect:
    """Return the dialect that a schema's own ``$schema`` names, ``default`` where it names none that there is.

    For those who read a schema that is judged elsewhere; :func:`~schemac.jsonschema.metaschema.dialect_of` refuses.
    """
    named = schema.get("$schema") if isinstance(schema, dict) else None
    return (dialect_by_uri(named) if isinstance(named, str) else None) or default
