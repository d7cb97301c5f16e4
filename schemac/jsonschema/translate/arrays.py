"""Arrays: tuples, ``contains`` with its counts, ``unevaluatedItems``.

A tuple is a list under ``items`` with ``additionalItems`` for the rest until 2019-09, and ``prefixItems`` with
``items`` for the rest in 2020-12. Draft-04 has no ``contains``; ``minContains`` and ``maxContains`` came with 2019-09.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from schemac.jsonschema.keywords import Dialect
from schemac.jsonschema.translate.node import Node, Step
from schemac.jsonschema.translate.objects import Unevaluated, judge
from schemac.jsonschema.translate.vocabulary import AGES, D04, D07, D2019, D2020
from schemac.pointer import Pointer
from schemac.values import Json, JsonObject, Schema, is_number

IDLING = frozenset({"additionalItems", "contains", "unevaluatedItems"})
"""The keywords of this theme that may assert nothing."""


class Contains(Enum):
    """What ``contains`` asserts, given ``minContains`` and ``maxContains`` beside it."""

    NOTHING = "any number of items may match"
    IMPOSSIBLE = "more items must match than may, so that no array is valid"
    NONE = "no item may match"
    SOME = "at least so many items must match, and maybe at most so many"


def steps(source: int, output: int) -> Mapping[str, Step]:
    """Return the steps of this theme from one dialect to another, both by age."""
    found: dict[str, Step] = {}
    if source <= D2019 and output == D2020:
        found |= {"items": _items_to_prefix, "additionalItems": _rest_to_items}
    elif source == D2020 and output <= D07:
        found |= {"prefixItems": _prefix_to_items, "items": _items_to_rest}
    elif source <= D2019:
        found |= {"additionalItems": _rest}
    if source >= D2019 and output <= D07:
        found |= {"unevaluatedItems": _unevaluated, "minContains": _count, "maxContains": _count}
        found |= {"contains": _contains}
    elif source > D04 == output:
        found |= {"contains": _contains}
    return found


def idle(schema: JsonObject, dialect: Dialect, output: Dialect) -> set[str]:
    """Return the keywords of :data:`IDLING` that assert nothing in a schema, or that the output cannot say."""
    found = set()
    if "additionalItems" in schema and not isinstance(schema.get("items"), list):
        found.add("additionalItems")
    if AGES[output.name] <= D07:
        if "contains" in schema and _meaning(schema, dialect) in (Contains.NOTHING, Contains.IMPOSSIBLE):
            found.add("contains")
        if "unevaluatedItems" in schema and _remaining(schema, dialect) is not Unevaluated.SAID:
            found.add("unevaluatedItems")
    return found


def _prefix(schema: JsonObject, dialect: Dialect) -> bool:
    """Tell whether a schema gives items by position."""
    prefix = schema.get("prefixItems" if AGES[dialect.name] == D2020 else "items")
    return isinstance(prefix, list) and bool(prefix)


# --- tuples ---


def _items_to_prefix(node: Node, keyword: str) -> None:
    items = node.value(keyword)
    if not isinstance(items, list):
        node.put(keyword, items)
    elif items:
        node.put("prefixItems", items)
        node.move((keyword,), ("prefixItems",))


def _rest_to_items(node: Node, keyword: str) -> None:
    if isinstance(node.source.get("items"), list):
        node.put("items", node.value(keyword))
        node.move((keyword,), ("items",))


def _rest(node: Node, keyword: str) -> None:
    if isinstance(node.source.get("items"), list):
        node.put(keyword, node.value(keyword))


def _prefix_to_items(node: Node, keyword: str) -> None:
    if _prefix(node.source, node.plan.source):
        node.put("items", node.value(keyword))
        node.move((keyword,), ("items",))


def _items_to_rest(node: Node, keyword: str) -> None:
    items = node.source[keyword]
    if isinstance(items, list):
        return  # it means nothing in 2020-12
    if _prefix(node.source, node.plan.source):
        node.put("additionalItems", items if isinstance(items, bool) else node.value(keyword))
        node.move((keyword,), ("additionalItems",))
    else:
        node.put(keyword, node.value(keyword))


# --- contains ---


def _counts(schema: JsonObject, dialect: Dialect) -> tuple[Json, Json]:
    """Return how many items must match at least, and at most (None for any number)."""
    if AGES[dialect.name] < D2019:
        return 1, None
    least, most = schema.get("minContains"), schema.get("maxContains")
    return least if is_number(least) else 1, most if is_number(most) else None


def _meaning(schema: JsonObject, dialect: Dialect) -> Contains:
    least, most = _counts(schema, dialect)
    if most is not None and most < least:
        return Contains.IMPOSSIBLE
    if most == 0:
        return Contains.NONE
    return Contains.SOME if least > 0 or most is not None else Contains.NOTHING


def _contains(node: Node, keyword: str) -> None:
    meaning = _meaning(node.source, node.plan.source)
    if meaning is Contains.IMPOSSIBLE:
        node.conjoin({"not": {"type": "array"}})
    elif meaning is Contains.NONE and keyword in node.widened:
        node.lose("maxContains", "what no item may match cannot be said exactly")
    elif meaning is Contains.NONE:
        place = node.conjoin({"items": {"not": node.value(keyword)}})
        node.move((keyword,), (*place, "items", "not"))
    elif meaning is Contains.SOME:
        least, most = _counts(node.source, node.plan.source)
        if least > 0:
            _at_least_one(node, keyword, node.value(keyword))
        if least > 1:
            node.lose("minContains", f"{node.plan.output.name} can ask for one matching item, not for more")
        if most is not None:
            node.lose("maxContains", f"{node.plan.output.name} cannot count matching items")


def _at_least_one(node: Node, keyword: str, schema: Schema) -> None:
    if AGES[node.plan.output.name] > D04:
        node.put(keyword, schema)
        return
    # Without the guard `not` would refuse whatever is no array, since `items` accepts it.
    place: Pointer = node.conjoin({"not": {"type": "array", "items": {"not": schema}}})
    node.move((keyword,), (*place, "not", "items", "not"))


def _count(_node: Node, _keyword: str) -> None:
    """Leave the count out; the step of ``contains`` tells what that costs."""


# --- unevaluatedItems ---


def _remaining(schema: JsonObject, dialect: Dialect) -> Unevaluated:
    if AGES[dialect.name] == D2020:
        covered = isinstance(schema.get("items"), (dict, bool))
    else:
        covered = isinstance(schema.get("items"), (dict, bool)) or (
            isinstance(schema.get("items"), list) and "additionalItems" in schema
        )
    return judge(schema, "unevaluatedItems", dialect, covered=covered, readers=("contains",))


def _unevaluated(node: Node, keyword: str) -> None:
    judgement = _remaining(node.source, node.plan.source)
    if judgement is Unevaluated.LOST:
        node.lose(keyword, f"{node.plan.output.name} cannot tell which items other keywords have looked at")
    elif judgement is Unevaluated.SAID:
        name = "additionalItems" if _prefix(node.source, node.plan.source) else "items"
        rest = node.source[keyword]
        node.put(name, rest if isinstance(rest, bool) and name == "additionalItems" else node.value(keyword))
        node.move((keyword,), (name,))
