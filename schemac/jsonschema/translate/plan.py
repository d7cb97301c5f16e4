"""How each dialect goes to each output: the steps of all themes, per pair of dialects (docs/spec, chapter ENG)."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from types import MappingProxyType

from schemac.jsonschema.keywords import DIALECTS, OUTPUT_DIALECTS, Dialect
from schemac.jsonschema.translate import arrays, bounds, conditions, literals, objects, references
from schemac.jsonschema.translate.node import Node, Plan, Step
from schemac.jsonschema.translate.vocabulary import AGES, D04, D07, D2019, foreign, harmless
from schemac.values import JsonObject

_THEMES = (bounds, literals, arrays, objects, conditions, references)

# These become something else only beside a keyword that is special by itself, or as a list.
_PASSIVE = frozenset({"minimum", "maximum", "items"})


def _foreign(node: Node, keyword: str) -> None:
    if harmless(keyword, node.source[keyword], node.plan.output):
        node.put(keyword, node.source[keyword])


def _left_out(_node: Node, _keyword: str) -> None:
    """Leave out what asserts nothing in the source and would be misread in the output."""


def _idle(schema: JsonObject, source: Dialect, output: Dialect) -> AbstractSet[str]:
    return (
        arrays.idle(schema, source, output)
        | objects.idle(schema, source, output)
        | conditions.idle(schema, source, output)
    )


def _plan(source: Dialect, output: Dialect) -> Plan:
    old, new = AGES[source.name], AGES[output.name]
    outside = foreign(source, output)
    steps: dict[str, Step] = dict.fromkeys(outside, _foreign)
    if old >= D2019 and new <= D07:
        # Annotations; a draft-07 validator may assert the first two, and the third would hold stale references.
        steps |= dict.fromkeys(("contentMediaType", "contentEncoding") if new == D07 else (), _left_out)
        steps["contentSchema"] = _left_out
    for theme in _THEMES:
        steps |= theme.steps(old, new)
    untranslated = {"propertyNames"} if new == D04 else set()
    untranslated |= {keyword for keyword, step in steps.items() if step is _left_out}
    applicators = {
        name: item.holds
        for name, item in source.applicators.items()
        if not item.definitions and name not in untranslated
    }
    idling = (arrays.IDLING | objects.IDLING | conditions.IDLING) & source.applicators.keys()
    special = frozenset(steps.keys() - _PASSIVE)
    return Plan(
        source=source,
        output=output,
        applicators=MappingProxyType(applicators),
        steps=MappingProxyType(steps),
        special=special,
        tuples="items" in steps,
        interesting=special | applicators.keys() | {"$ref"},
        idling=frozenset(idling),
        idle=_idle,
        foreign=outside,
        ignored=references.ignored(source, output),
    )


PLANS: Mapping[tuple[str, str], Plan] = MappingProxyType(
    {
        (source.name, output.name): _plan(source, output)
        for source in DIALECTS.values()
        for output in OUTPUT_DIALECTS.values()
    }
)
"""The plan of every source and output dialect, by their names."""
