"""The rules by which taking out a subschema changes its holder, keyword by keyword (docs/spec, chapter GAT).

A rule is asked about the nodes under one keyword. It changes the edit of their holder and says whether the holder can
stay: false means that it is taken out as well. Removal is replacement by the schema ``false``, then simplification.

Two sets of names come down with a question. *Own* names were taken out of the holder or a conjunct of it (``allOf``
parts, the two sides of ``$ref``): requirements of them are dropped. Names from *above* were taken out of an object
that this one is a branch of: a branch that requires one of them can never hold.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, Protocol, TypeAlias

from schemac.jsonschema.prune.edit import DROP, Edit, Result, refusing
from schemac.jsonschema.prune.skeleton import Node, dependent_keywords
from schemac.jsonschema.prune.trace import Trace
from schemac.values import Json, JsonObject, is_number, type_of

Kids: TypeAlias = list[tuple[Any, Node]]
Names: TypeAlias = frozenset[str]


class Builder(Protocol):
    """What the rules need of a run: the results of the nodes below; None means taken out."""

    trace: Trace | None

    def value(self, node: Node) -> Result | None:
        """Prune a subschema that applies to a value of its own."""

    def conjunct(self, node: Node, own: Names, above: Names) -> Result | None:
        """Prune a subschema that applies to the same value."""

    def names(self, node: Node) -> Names:
        """Return the names that a schema and its conjuncts take out: its own, where it starts a conjunction."""


Rule: TypeAlias = Callable[[Builder, Edit, Node, str, Kids, Names, Names], bool]


def properties(build: Builder, edit: Edit, node: Node, keyword: str, kids: Kids, own: Names, above: Names) -> bool:
    """Take out members by name: gated ones, and those that a conjunct or a holder took out."""
    members: JsonObject = edit.schema[keyword]
    results = {name: build.value(kid) for name, kid in kids}
    gone = {name for name, result in results.items() if result is None}
    if build.trace is not None:
        for name, kid in kids:
            if name in gone:
                build.trace.name_removed(node, name, kid)
    gone.update(node.declares & (own | above))
    for name, result in results.items():
        if result is not None and name not in gone:
            edit.take(result, keyword, name)
    shown = {name: schema for name, schema in members.items() if name not in gone}
    enforced = dict(members)
    for name, result in results.items():
        if result is not None and name not in gone:
            shown[name], enforced[name] = result.shown, result.enforced
    for name in gone:
        enforced[name] = refusing(node.dialect)
    _put_map(edit, keyword, members, shown, enforced)
    if gone:
        edit.removed(frozenset(gone))
    return True


def patterns(build: Builder, edit: Edit, node: Node, keyword: str, kids: Kids, own: Names, above: Names) -> bool:  # noqa: ARG001
    """Take out patterns: shown has none of it, enforced refuses its names."""
    members: JsonObject = edit.schema[keyword]
    shown, enforced = dict(members), dict(members)
    gone: list[str] = []
    for pattern, kid in kids:
        result = build.value(kid)
        if result is None:
            gone.append(pattern)
            del shown[pattern]
            enforced[pattern] = refusing(node.dialect)
            if build.trace is not None:
                build.trace.pattern_removed(node, pattern)
        else:
            edit.take(result, keyword, pattern)
            shown[pattern], enforced[pattern] = result.shown, result.enforced
    _put_map(edit, keyword, members, shown, enforced)
    if gone:
        edit.removed(patterns=tuple(gone))
    return True


def conjunction(build: Builder, edit: Edit, node: Node, keyword: str, kids: Kids, own: Names, above: Names) -> bool:  # noqa: ARG001
    """``allOf``: without one of its parts the holder goes."""
    results = [(index, build.conjunct(kid, own, above)) for index, kid in kids]
    if any(result is None for _, result in results):
        return False
    _put_list(edit, keyword, results)
    return True


def alternatives(build: Builder, edit: Edit, node: Node, keyword: str, kids: Kids, own: Names, above: Names) -> bool:
    """``anyOf``, ``oneOf``: a member is dropped; without any the holder goes."""
    members: list[Json] = edit.schema[keyword]
    results = {index: build.conjunct(kid, build.names(kid), own | above) for index, kid in kids}
    gone = [index for index, result in results.items() if result is None]
    if build.trace is not None and keyword == "oneOf":
        for index in gone:
            build.trace.choice_removed(node, index)
    if len(gone) == len(members):
        return False
    if not gone:
        _put_list(edit, keyword, list(results.items()))
        return True
    shown: list[Json] = []
    enforced: list[Json] = []
    for index, member in enumerate(members):
        result = results.get(index, _same(member))
        if result is None:
            continue
        if index != len(shown):
            edit.moved((keyword, len(shown)), (*node.pointer, keyword, index))
        edit.take(result, keyword, len(shown))
        shown.append(result.shown)
        enforced.append(result.enforced)
    same = all(a is b for a, b in zip(shown, enforced, strict=True))
    edit.put(keyword, shown, shown if same else enforced)
    edit.removed()
    return True


def negation(build: Builder, edit: Edit, node: Node, keyword: str, kids: Kids, own: Names, above: Names) -> bool:  # noqa: ARG001
    """``not``: what can never hold need not be denied (values of other types than object pass that it denied)."""
    ((_, kid),) = kids
    result = build.conjunct(kid, build.names(kid), own | above)
    if result is None:
        if build.trace is not None:
            build.trace.requirement_dropped(kid, kid.required & (own | above) or own | above)
        edit.put(keyword, DROP, DROP)
        edit.removed()
    else:
        _put_one(edit, keyword, result)
    return True


def choice(build: Builder, edit: Edit, node: Node, keyword: str, kids: Kids, own: Names, above: Names) -> bool:
    """``then``, ``else``, ``if``: becomes ``false``."""
    ((_, kid),) = kids
    result = build.conjunct(kid, build.names(kid), own | above)
    if result is None:
        never = refusing(node.dialect)
        edit.put(keyword, never, never)
        edit.removed()
    else:
        _put_one(edit, keyword, result)
    return True


def dependents(build: Builder, edit: Edit, node: Node, keyword: str, kids: Kids, own: Names, above: Names) -> bool:
    """``dependentSchemas``, ``dependencies`` with schemas: they become ``false``."""
    members: JsonObject = edit.schema[keyword]
    shown, enforced = dict(members), dict(members)
    names = own | above
    for name, kid in kids:
        if name in names and build.trace is None:
            continue  # it goes with the name, see forget
        result = build.conjunct(kid, build.names(kid), names)
        if result is None:
            shown[name] = enforced[name] = refusing(node.dialect)
            edit.removed()
        else:
            edit.take(result, keyword, name)
            shown[name], enforced[name] = result.shown, result.enforced
    _put_map(edit, keyword, members, shown, enforced)
    return True


def rest(build: Builder, edit: Edit, node: Node, keyword: str, kids: Kids, own: Names, above: Names) -> bool:  # noqa: ARG001
    """``additionalProperties``, ``unevaluated*``, ``additionalItems``: become ``false``, in every dialect a value."""
    result = build.value(kids[0][1])
    if result is None:
        edit.put(keyword, False, False)
        edit.removed(nameless=keyword.endswith("Properties"))
    else:
        _put_one(edit, keyword, result)
    return True


def items(build: Builder, edit: Edit, node: Node, keyword: str, kids: Kids, own: Names, above: Names) -> bool:
    """``items``: no more items than the tuple has; and if more are needed, no array."""
    if isinstance(edit.schema[keyword], list):
        return tuple_items(build, edit, node, keyword, kids, own, above)
    result = build.value(kids[0][1])
    if result is not None:
        _put_one(edit, keyword, result)
        return True
    edit.put(keyword, DROP, refusing(node.dialect))
    edit.removed(nameless=False)
    prefix = edit.schema.get("prefixItems") if "prefixItems" in node.dialect.applicators else None
    length = len(prefix) if isinstance(prefix, list) else 0
    most, least = edit.schema.get("maxItems"), edit.schema.get("minItems")
    if most is None or not is_number(most) or most > length:
        edit.put("maxItems", length, length)
    if least is not None and is_number(least) and least > length:
        types = _types_without_array(edit.schema)
        if types is None:
            return False
        edit.put("type", types, types)
    return True


def tuple_items(build: Builder, edit: Edit, node: Node, keyword: str, kids: Kids, own: Names, above: Names) -> bool:  # noqa: ARG001
    """``prefixItems``, ``items`` as a list: cannot go (refused at author time)."""
    results: list[tuple[int, Result | None]] = []
    for index, kid in kids:
        result = build.value(kid)
        if result is None:
            result = Result(refusing(node.dialect), refusing(node.dialect))
            if build.trace is not None:
                build.trace.tuple_item_removed(node, keyword, index)
        results.append((index, result))
    _put_list(edit, keyword, results)
    return True


def asked(build: Builder, edit: Edit, node: Node, keyword: str, kids: Kids, own: Names, above: Names) -> bool:  # noqa: ARG001
    """``contains``, ``propertyNames``, ``contentSchema``: cannot go (refused at author time)."""
    result = build.value(kids[0][1])
    _put_one(edit, keyword, Result(refusing(node.dialect), refusing(node.dialect)) if result is None else result)
    return True


RULES: Final[Mapping[str, Rule]] = MappingProxyType(
    {
        "properties": properties,
        "patternProperties": patterns,
        "allOf": conjunction,
        "anyOf": alternatives,
        "oneOf": alternatives,
        "not": negation,
        "if": choice,
        "then": choice,
        "else": choice,
        "dependentSchemas": dependents,
        "dependencies": dependents,
        "additionalProperties": rest,
        "unevaluatedProperties": rest,
        "additionalItems": rest,
        "unevaluatedItems": rest,
        "items": items,
        "prefixItems": tuple_items,
        "contains": asked,
        "propertyNames": asked,
        "contentSchema": asked,
    }
)
"""Every keyword that applies subschemas to something, with its rule."""


def forget(build: Builder, edit: Edit, node: Node, own: Names, above: Names) -> None:
    """Take names that were taken out from ``required``, ``dependent*`` and ``dependencies``.

    A list that becomes empty goes with its keyword or key: it would be a trace, and draft-04 does not allow it.
    """
    names = own | above
    if node.required & own:
        left = [name for name in edit.shown["required"] if name not in own]
        if build.trace is not None:
            build.trace.requirement_dropped(node, node.required & own)
        edit.put("required", left or DROP, left or DROP)
    if not node.dependent:
        return
    for keyword in dependent_keywords(node.dialect):
        for_shown, for_enforced = edit.shown.get(keyword), edit.enforced.get(keyword)
        if not isinstance(for_shown, dict) or not isinstance(for_enforced, dict):
            continue
        shown, dropped = _without(for_shown, names)
        if not dropped:
            continue
        enforced = shown if for_shown is for_enforced else _without(for_enforced, names)[0]
        if build.trace is not None:
            build.trace.requirement_dropped(node, dropped)
        edit.put(keyword, shown or DROP, enforced or DROP)


def _without(members: JsonObject, names: Names) -> tuple[JsonObject, Names]:
    left: JsonObject = {}
    dropped: set[str] = set()
    for name, needs in members.items():
        if name in names:
            dropped.add(name)
        elif isinstance(needs, list) and not names.isdisjoint(needs):
            dropped.update(names.intersection(needs))
            remaining = [need for need in needs if need not in names]
            if remaining:
                left[name] = remaining
        else:
            left[name] = needs
    return left, frozenset(dropped)


_TYPES: Final = ("null", "boolean", "object", "array", "number", "string")


def _types_without_array(schema: JsonObject) -> Json | None:
    """Return the types that a schema still takes when it takes no array; None if there is none."""
    declared = schema.get("type")
    types = [declared] if isinstance(declared, str) else list(declared) if isinstance(declared, list) else list(_TYPES)
    left = [name for name in types if name != "array"]
    values = schema.get("enum") if isinstance(schema.get("enum"), list) else None
    if "const" in schema:
        values = [schema["const"]]
    taken = None if values is None else {type_of(value) for value in values}
    possible = [name for name in left if taken is None or ("number" if name == "integer" else name) in taken]
    return left if possible else None


def _same(member: Json) -> Result:
    return Result(member, member)


def _put_one(edit: Edit, keyword: str, result: Result) -> None:
    edit.take(result, keyword)
    before = edit.schema[keyword]
    if result.shown is not before or result.enforced is not before:
        edit.put(keyword, result.shown, result.enforced)


def _put_list(edit: Edit, keyword: str, results: list[tuple[Any, Result | None]]) -> None:
    members: list[Json] = edit.schema[keyword]
    shown, enforced = list(members), list(members)
    changed = False
    for index, result in results:
        assert result is not None
        edit.take(result, keyword, index)
        shown[index], enforced[index] = result.shown, result.enforced
        changed = changed or shown[index] is not members[index] or enforced[index] is not members[index]
    if changed:
        same = all(a is b for a, b in zip(shown, enforced, strict=True))
        edit.put(keyword, shown, shown if same else enforced)


def _put_map(edit: Edit, keyword: str, members: JsonObject, shown: JsonObject, enforced: JsonObject) -> None:
    def alike(left: JsonObject, right: JsonObject) -> bool:
        return len(left) == len(right) and all(item is right.get(name) for name, item in left.items())

    if not (alike(shown, members) and alike(enforced, members)):
        edit.put(keyword, shown, shown if alike(shown, enforced) else enforced)
