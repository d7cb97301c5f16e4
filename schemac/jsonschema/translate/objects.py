"""Objects: dependencies, ``unevaluatedProperties``, ``propertyNames``.

``dependencies`` holds lists of names and schemas until draft-07; from 2019-09 on there are ``dependentRequired`` and
``dependentSchemas``. Draft-04 has no ``propertyNames`` (:mod:`.names`).
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from schemac.jsonschema.keywords import Dialect
from schemac.jsonschema.translate import names
from schemac.jsonschema.translate.node import Node, Step
from schemac.jsonschema.translate.vocabulary import AGES, D04, D07, D2019
from schemac.values import Json, JsonObject

IDLING = frozenset({"unevaluatedProperties"})
"""The keywords of this theme that may assert nothing."""


class Unevaluated(Enum):
    """What an output without ``unevaluated*`` can make of one."""

    NOTHING = "it asserts nothing where it stands"
    SAID = "it is what additionalProperties, additionalItems or items says there"
    LOST = "it reads what only an evaluation can tell"


def steps(source: int, output: int) -> Mapping[str, Step]:
    """Return the steps of this theme from one dialect to another, both by age."""
    found: dict[str, Step] = {}
    if source <= D07 and output > D07:
        found |= {"dependencies": _split}
    elif source >= D2019 and output <= D07:
        found |= {"dependentRequired": _merge, "dependentSchemas": _merge, "unevaluatedProperties": _unevaluated}
    elif source > D04 == output:
        found |= {"dependencies": _filled}
    if source > D04 == output:
        found |= {"propertyNames": _names}
    return found


def judge(
    schema: JsonObject, keyword: str, dialect: Dialect, *, covered: bool, readers: tuple[str, ...] = ()
) -> Unevaluated:
    """Tell what can be said of an ``unevaluated*`` keyword before 2019-09.

    Args:
        schema: The object that holds it.
        keyword: The keyword.
        dialect: The dialect of the object.
        covered: The keywords beside it leave nothing unevaluated.
        readers: Keywords besides the in-place applicators whose results it reads.
    """
    if covered or schema[keyword] is True or schema[keyword] == {}:
        return Unevaluated.NOTHING
    for other in schema:
        applicator = dialect.applicators.get(other)
        if other == "$ref" or other in readers or (applicator is not None and applicator.in_place):
            return Unevaluated.LOST
    return Unevaluated.SAID


def idle(schema: JsonObject, dialect: Dialect, output: Dialect) -> set[str]:
    """Return the keywords of :data:`IDLING` that assert nothing in a schema, or that the output cannot say."""
    lacking = AGES[output.name] <= D07 and "unevaluatedProperties" in schema
    return {"unevaluatedProperties"} if lacking and _remaining(schema, dialect) is not Unevaluated.SAID else set()


def _remaining(schema: JsonObject, dialect: Dialect) -> Unevaluated:
    return judge(schema, "unevaluatedProperties", dialect, covered="additionalProperties" in schema)


def _unevaluated(node: Node, keyword: str) -> None:
    judgement = _remaining(node.source, node.plan.source)
    if judgement is Unevaluated.LOST:
        node.lose(keyword, f"{node.plan.output.name} cannot tell which properties other keywords have looked at")
    elif judgement is Unevaluated.SAID:
        rest = node.source[keyword]
        node.put("additionalProperties", rest if isinstance(rest, bool) else node.value(keyword))
        node.move((keyword,), ("additionalProperties",))


def _split(node: Node, keyword: str) -> None:
    dependencies = node.value(keyword)
    if not isinstance(dependencies, dict):
        return
    lists = {name: item for name, item in dependencies.items() if isinstance(item, list)}
    schemas = {name: item for name, item in dependencies.items() if not isinstance(item, list)}
    if lists:
        node.put("dependentRequired", lists)
    if schemas:
        node.put("dependentSchemas", schemas)
        node.move((keyword,), ("dependentSchemas",))


def _merge(node: Node, keyword: str) -> None:
    """Write ``dependencies`` where the first of ``dependentRequired`` and ``dependentSchemas`` stands."""
    present = [name for name in node.source if name in ("dependentRequired", "dependentSchemas")]
    if keyword != present[0]:
        return
    merged: dict[str, Json] = {}
    for part in present:
        members = node.value(part)
        for name, item in members.items() if isinstance(members, dict) else ():
            merged[name] = _both(merged[name], item) if name in merged else item
        if part == "dependentSchemas":
            node.move((part,), ("dependencies",))
    _put_filled(node, merged)


def _both(first: Json, second: Json) -> Json:
    """Return one dependency for a list of names and a schema, in either order."""
    required, schema = (first, second) if isinstance(first, list) else (second, first)
    return {"required": required, "allOf": [schema]} if required else schema


def _filled(node: Node, keyword: str) -> None:
    dependencies = node.value(keyword)
    if isinstance(dependencies, dict):
        _put_filled(node, dependencies)


def _put_filled(node: Node, dependencies: Mapping[str, Json]) -> None:
    """Write ``dependencies``; draft-04 has no empty lists of names, which demand nothing."""
    if AGES[node.plan.output.name] == D04 and any(item == [] for item in dependencies.values()):
        dependencies = {name: item for name, item in dependencies.items() if item != []}
    if dependencies:
        node.put("dependencies", dependencies)


def _names(node: Node, keyword: str) -> None:
    conjuncts, lost = names.said(node.source[keyword], node.definition.dialect, node.definitions)
    for schema in conjuncts:
        node.conjoin(schema)
    for name, below in lost:
        node.lose(name, "draft-04 can list names and patterns of names, nothing else", below=(keyword, *below))
