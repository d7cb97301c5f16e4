"""Lists of values, names and counts, which draft-04 binds more tightly than later dialects.

In draft-04 ``enum`` and ``required`` may not be empty, an ``enum`` names no value twice, ``const`` does not exist, and
a count is written as an integer (``2.0`` is none to a draft-04 metaschema).
"""

from __future__ import annotations

from collections.abc import Mapping

from schemac.jsonschema.translate.node import Node, Step
from schemac.jsonschema.translate.vocabulary import D04
from schemac.values import Json, freeze

_COUNTS = ("minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties")


def steps(source: int, output: int) -> Mapping[str, Step]:
    """Return the steps of this theme from one dialect to another, both by age."""
    if not output == D04 < source:
        return {}
    return {"const": _const, "enum": _enum, "required": _required, **dict.fromkeys(_COUNTS, _count)}


def _const(node: Node, keyword: str) -> None:
    node.conjoin({"enum": [node.source[keyword]]})


def _enum(node: Node, keyword: str) -> None:
    values = node.source[keyword]
    if values == []:
        node.conjoin({"not": {}})
    else:
        node.put(keyword, _unique(values) if isinstance(values, list) else values)


def _unique(values: list[Json]) -> list[Json]:
    """Return the values without those equal to an earlier one; the same list where there are none."""
    kept: dict[object, Json] = {}
    for value in values:
        kept.setdefault(freeze(value), value)
    return values if len(kept) == len(values) else list(kept.values())


def _required(node: Node, keyword: str) -> None:
    if node.source[keyword] != []:
        node.put(keyword, node.source[keyword])


def _count(node: Node, keyword: str) -> None:
    count = node.source[keyword]
    node.put(keyword, int(count) if isinstance(count, float) and count.is_integer() else count)
