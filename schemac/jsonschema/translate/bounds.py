"""``exclusiveMinimum`` and ``exclusiveMaximum``: a flag on a bound in draft-04, a bound of its own from draft-06 on."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from schemac.jsonschema.translate.node import Node, Step
from schemac.jsonschema.translate.vocabulary import D04
from schemac.values import Json, is_number


def steps(source: int, output: int) -> Mapping[str, Step]:
    """Return the steps of this theme from one dialect to another, both by age."""
    if source == D04 < output:
        bound, exclusive = _flagged, _from_flag
    elif output == D04 < source:
        bound, exclusive = _stronger, _to_flag
    else:
        return {}
    return {"minimum": bound, "maximum": bound, "exclusiveMinimum": exclusive, "exclusiveMaximum": exclusive}


def _other(keyword: str) -> str:
    """Return ``exclusiveMinimum`` for ``minimum`` and the other way round."""
    name = keyword.removeprefix("exclusive").lower()
    return name if name != keyword else f"exclusive{keyword.capitalize()}"


def _flagged(node: Node, bound: str) -> None:
    if node.source.get(_other(bound)) is not True:
        node.put(bound, node.source[bound])


def _from_flag(node: Node, exclusive: str) -> None:
    bound = node.source.get(_other(exclusive))
    if node.source[exclusive] is True and is_number(bound):
        node.put(exclusive, bound)


def _excludes(node: Node, bound: str) -> bool:
    """Tell whether the exclusive bound is at least as strong as the inclusive one beside it."""
    inclusive, exclusive = node.source.get(bound), node.source.get(_other(bound))
    if not is_number(exclusive):
        return False
    stronger: Callable[[Json, Json], bool] = max if bound == "minimum" else min
    return not is_number(inclusive) or stronger(inclusive, exclusive) == exclusive


def _stronger(node: Node, bound: str) -> None:
    node.put(bound, node.source[_other(bound) if _excludes(node, bound) else bound])


def _to_flag(node: Node, exclusive: str) -> None:
    bound = _other(exclusive)
    if _excludes(node, bound):
        if bound not in node.source:
            node.put(bound, node.source[exclusive])
        node.put(exclusive, True)
