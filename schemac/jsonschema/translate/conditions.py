"""Where a subschema that accepts more would make the whole accept less: ``not``, ``if``, ``oneOf``.

What cannot be said exactly under ``not`` or ``if`` takes the whole condition along; in a ``oneOf`` it makes it
``anyOf``. Draft-04 and draft-06 have no ``if``, which is said with ``anyOf`` and ``not``.
"""

from __future__ import annotations

from collections.abc import Mapping

from schemac.jsonschema.codec import Action
from schemac.jsonschema.keywords import Dialect
from schemac.jsonschema.translate.node import Node, Step
from schemac.jsonschema.translate.vocabulary import AGES, D07
from schemac.pointer import Pointer
from schemac.values import JsonObject

IDLING = frozenset({"if", "then", "else"})
"""The keywords of this theme that may assert nothing."""


def steps(source: int, output: int) -> Mapping[str, Step]:
    """Return the steps of this theme from one dialect to another, both by age."""
    if output > D07:
        return {}  # nothing is lost on the way to these, and they have all three
    found: dict[str, Step] = {"not": _not, "oneOf": _one_of}
    if source >= D07:
        branches = dict.fromkeys(("if", "then", "else"), _branch if output >= D07 else _cases)
        found |= branches
    return found


def idle(schema: JsonObject, _dialect: Dialect, output: Dialect) -> set[str]:
    """Return the keywords of :data:`IDLING` that assert nothing in a schema and that the output need not keep."""
    if AGES[output.name] > D07:
        return set()
    branches = {"then", "else"} & schema.keys()
    if "if" not in schema:
        return branches
    return set() if branches else {"if"}


def _not(node: Node, keyword: str) -> None:
    if keyword in node.widened:
        node.lose(keyword, "what it excludes cannot be said exactly")
    else:
        node.put(keyword, node.value(keyword))


def _one_of(node: Node, keyword: str) -> None:
    branches = node.value(keyword)
    if keyword not in node.widened:
        node.put(keyword, branches)
        return
    place = node.conjoin({"anyOf": branches})
    node.move((keyword,), (*place, "anyOf"))
    node.lose(keyword, "a branch cannot be said exactly, so that more than one may hold", Action.REWRITTEN)


def _holds(node: Node, keyword: str) -> bool:
    """Tell whether a conditional is one, and its condition exact; report it once where it is not exact."""
    if "if" not in node.source or not ({"then", "else"} & node.source.keys()):
        return False
    if "if" in node.widened and keyword == "if":
        node.lose(keyword, "its condition cannot be said exactly")
    return "if" not in node.widened


def _branch(node: Node, keyword: str) -> None:
    if _holds(node, keyword):
        node.put(keyword, node.value(keyword))


def _cases(node: Node, keyword: str) -> None:
    if not _holds(node, keyword) or keyword != "if":
        return
    condition = node.value("if")
    # Each of nested conditions would be written twice as often as the one around it: those are shared.
    if "then" in node.source and "else" in node.source:
        if "if" in node.doubled:
            condition = {"$ref": node.share(condition, "if")}
        node.doubles = True
        first, second = [condition, node.value("then")], [{"not": condition}, node.value("else")]
        place = node.conjoin({"anyOf": [{"allOf": first}, {"allOf": second}]})
        _moved(node, place, ((("if",), (0, "allOf", 0)), (("then",), (0, "allOf", 1))))
        _moved(node, place, ((("if",), (1, "allOf", 0, "not")), (("else",), (1, "allOf", 1))))
    elif "then" in node.source:
        place = node.conjoin({"anyOf": [{"not": condition}, node.value("then")]})
        _moved(node, place, ((("if",), (0, "not")), (("then",), (1,))))
    else:
        place = node.conjoin({"anyOf": [condition, node.value("else")]})
        _moved(node, place, ((("if",), (0,)), (("else",), (1,))))


def _moved(node: Node, place: Pointer, places: tuple[tuple[Pointer, Pointer], ...]) -> None:
    for old, new in places:
        node.move(old, (*place, "anyOf", *new))
