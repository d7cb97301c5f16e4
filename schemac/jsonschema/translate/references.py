"""What stands beside ``$ref``: ignored before 2019-09, in force from then on."""

from __future__ import annotations

from collections.abc import Mapping

from schemac.jsonschema.keywords import Dialect
from schemac.jsonschema.translate.node import Node, Plan, Step
from schemac.jsonschema.translate.vocabulary import ANNOTATIONS, D07, D2019, KNOWN, foreign, harmless
from schemac.values import JsonObject


def steps(source: int, output: int) -> Mapping[str, Step]:
    """Return the steps of this theme from one dialect to another, both by age."""
    return {"$ref": _joined} if source >= D2019 and output <= D07 else {}


def _joined(node: Node, keyword: str) -> None:
    reference = {keyword: node.source[keyword]}
    if len(node.source) == 1:
        node.put(keyword, node.source[keyword])
    else:
        node.conjoin(reference)


def ignored(source: Dialect, output: Dialect) -> frozenset[str]:
    """Return the keywords that must not stay beside a reference whose neighbours ``source`` ignores.

    Annotations and keywords that neither dialect knows may stay.
    """
    if not source.ref_alone or source.name == output.name:
        return frozenset()
    return (KNOWN[source.name] - ANNOTATIONS.keys() - {"$ref"}) | foreign(source, output)


def alone(schema: JsonObject, plan: Plan) -> JsonObject:
    """Return a reference of a dialect that ignores its neighbours, without those that could come into force."""
    if plan.ignored.isdisjoint(schema):
        return schema
    return {
        keyword: value
        for keyword, value in schema.items()
        if keyword not in plan.ignored or (keyword in plan.foreign and harmless(keyword, value, plan.output))
    }
