"""The parts of a module that gates can change, found once at author time (docs/spec, chapter GAT).

A :class:`Node` stands for a subschema that pruning may have to touch: it has a gate or an ``x-default-for``, it names a
property that gates can take out, or one of these is below it or behind its reference. All other subschemas have no
node and are shared by every result, so that the work of a request is proportional to what is gated.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from schemac.gates import Gate
from schemac.jsonschema.graph import components
from schemac.jsonschema.keywords import Dialect
from schemac.jsonschema.module import Module
from schemac.jsonschema.walk import children
from schemac.pointer import Pointer
from schemac.values import JsonObject

NO_NAMES: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Marks:
    """What the authored schemas say at the places that the bare module no longer shows.

    Attributes:
        gates: Definition and place to its gate.
        defaults: Definition and place to the key of its ``x-default-for``.
        above: Definition to the gate that every reference to it carries.
    """

    gates: Mapping[tuple[str, Pointer], Gate]
    defaults: Mapping[tuple[str, Pointer], str]
    above: Mapping[str, Gate]


@dataclass(slots=True, eq=False)
class Node:
    """A subschema that pruning may have to touch. Not changed once the skeleton is made.

    Attributes:
        key: Its definition.
        pointer: Its place there, as authored.
        schema: The subschema, without gates.
        dialect: How it is read.
        gate: Its own gate.
        default_for: The key of its ``x-default-for``.
        ref: The definition that its reference means, if that can be touched or carries a gate.
        ref_gate: The gate above that definition.
        ref_live: That definition can be touched itself.
        required: The gated names that it requires.
        declares: The gated names among its properties.
        dependent: Whether gated names stand in its ``dependent*`` or ``dependencies``.
        kids: Keyword to the nodes below it, each with its name or index (None where the keyword holds one schema).
    """

    key: str
    pointer: Pointer
    schema: JsonObject
    dialect: Dialect
    gate: Gate | None
    default_for: str | None
    ref: str | None
    ref_gate: Gate | None
    ref_live: bool
    required: frozenset[str]
    declares: frozenset[str]
    dependent: bool
    kids: dict[str, list[tuple[str | int | None, Node]]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Skeleton:
    """All nodes of a module.

    Attributes:
        roots: Definition to the node of its root, for the definitions that pruning may touch.
        values: The same definitions, to their nodes that apply to a value of their own, inner ones first.
        order: The same definitions, each after those that it refers to as far as there is such an order.
        mentions: Definition to the gated names that it, or what is applied in place below it, mentions.
        refs: Definition (every one) to the definitions that it refers to, in order of first reach.
    """

    roots: Mapping[str, Node]
    values: Mapping[str, tuple[Node, ...]]
    order: tuple[str, ...]
    mentions: Mapping[str, frozenset[str]]
    refs: Mapping[str, tuple[str, ...]]


class _Raw:
    """A subschema while it is not known whether it needs a node."""

    __slots__ = (
        "below",
        "in_place",
        "key",
        "live",
        "mentions",
        "parent",
        "pointer",
        "schema",
        "starts_value",
        "tokens",
    )

    def __init__(
        self,
        key: str,
        pointer: Pointer,
        schema: JsonObject,
        mentions: frozenset[str],
        parent: _Raw | None,
        tokens: Pointer,
    ) -> None:
        self.key = key
        self.mentions = mentions
        self.pointer = pointer
        self.schema = schema
        self.parent = parent
        self.tokens = tokens
        self.in_place = True
        self.starts_value = False
        self.live = False
        self.below: list[_Raw] = []


def references(schema: JsonObject, dialect: Dialect) -> dict[str, None]:
    """Return the keys that the references in a schema mean, in order of first reach."""
    found: dict[str, None] = {}
    stack = [schema]
    while stack:
        item = stack.pop()
        if isinstance(item, dict):
            target = item.get("$ref")
            if isinstance(target, str):
                found.setdefault(target)
            stack.extend(reversed([child for _, child in children(item, dialect)]))
    return found


class Survey:
    """All subschemas of a module without gates, from which its skeletons are made."""

    def __init__(self, bare: Module) -> None:
        self.bare = bare
        self.refs = {
            key: tuple(references(item.schema, item.dialect)) if "$ref" in item.names else ()
            for key, item in bare.definitions.items()
        }
        self._raws = {key: list(_raw(key, bare)) for key in bare.definitions}
        ordered = components(bare.definitions, self.refs.__getitem__)
        self._order = [key for component in ordered for key in component]

    def skeleton(self, marks: Marks, names: frozenset[str]) -> Skeleton:
        """Return the skeleton for these gates, and for the names of properties that they can take out."""
        _mark_live(self.bare, marks, names, self._raws)
        return _skeleton(self.bare, marks, names, self._raws, self._order, self.refs)

    def widest(self, marks: Marks) -> Skeleton:
        """Return the skeleton for these gates while it is not known which names they can take out.

        Every property with a node counts as one that may go, and what mentions its name has a node in turn.
        """
        names = _mark_live(self.bare, marks, None, self._raws)
        return _skeleton(self.bare, marks, names, self._raws, self._order, self.refs)

    def with_references(self) -> set[tuple[str, Pointer]]:
        """Return definition and place of each subschema that has references in it."""
        found: set[tuple[str, Pointer]] = set()
        for raws in self._raws.values():
            for raw in raws:
                holder: _Raw | None = raw if "$ref" in raw.schema else None
                while holder is not None and (holder.key, holder.pointer) not in found:
                    found.add((holder.key, holder.pointer))
                    holder = holder.parent
        return found


def _skeleton(
    bare: Module,
    marks: Marks,
    names: frozenset[str],
    raws: Mapping[str, list[_Raw]],
    order: Iterable[str],
    refs: Mapping[str, tuple[str, ...]],
) -> Skeleton:
    roots: dict[str, Node] = {}
    values: dict[str, tuple[Node, ...]] = {}
    live = {key for key, items in raws.items() if items and items[0].live}
    for key in live:
        nodes: dict[int, Node] = {}
        for raw in reversed(raws[key]):  # children before parents
            if raw.live:
                nodes[id(raw)] = _node(raw, bare, marks, names, live, nodes)
        roots[key] = nodes[id(raws[key][0])]
        values[key] = tuple([nodes[id(raw)] for raw in reversed(raws[key]) if raw.live and raw.starts_value])
    return Skeleton(
        roots=roots,
        values=values,
        order=tuple(key for key in order if key in live),
        mentions=_mentions(bare, names, raws),
        refs=refs,
    )


def _raw(key: str, bare: Module) -> Iterator[_Raw]:
    """Yield every subschema of a definition that is an object, parents first."""
    definition = bare.definitions[key]
    if not isinstance(definition.schema, dict):
        return
    dialect = definition.dialect
    table = dialect.applicators
    stack = [_Raw(key, (), definition.schema, _mentioned(definition.schema, dialect), None, ())]
    while stack:
        raw = stack.pop()
        yield raw
        for tokens, child in children(raw.schema, dialect):
            if isinstance(child, dict):
                below = _Raw(key, raw.pointer + tokens, child, _mentioned(child, dialect), raw, tokens)
                below.starts_value = not table[str(tokens[0])].in_place
                below.in_place = raw.in_place and not below.starts_value
                raw.below.append(below)
        stack.extend(reversed(raw.below))


def _mark_live(
    bare: Module, marks: Marks, names: frozenset[str] | None, raws: Mapping[str, list[_Raw]]
) -> frozenset[str]:
    """Mark the subschemas that need a node, and return the names of properties that count as gated.

    Without ``names`` these are found on the way: the names of all properties that need a node.
    """
    holders: dict[str, list[_Raw]] = {}
    mentions: dict[str, list[_Raw]] = {}
    found: list[_Raw] = []
    for items in raws.values():
        for raw in items:
            raw.live = False
            place = raw.key, raw.pointer
            target = _target(raw, bare)
            if target is not None:
                holders.setdefault(target, []).append(raw)
            gated = place in marks.gates or place in marks.defaults or (target is not None and target in marks.above)
            if gated or (names is not None and not names.isdisjoint(raw.mentions)):
                found.append(raw)
            if names is None:
                for name in raw.mentions:
                    mentions.setdefault(name, []).append(raw)
    known: set[str] = set(names or ())
    while found:
        raw = found.pop()
        if raw.live:
            continue
        raw.live = True
        found.extend([raw.parent] if raw.parent is not None else holders.get(raw.key, ()))
        if names is None and raw.tokens[:1] == ("properties",):
            name = str(raw.tokens[1])
            if name not in known:
                known.add(name)
                found.extend(mentions[name])
    return frozenset(known)


def _target(raw: _Raw, bare: Module) -> str | None:
    target = raw.schema.get("$ref")
    return target if isinstance(target, str) and target in bare.definitions else None


def _node(
    raw: _Raw, bare: Module, marks: Marks, names: frozenset[str], live: set[str], nodes: Mapping[int, Node]
) -> Node:
    schema = raw.schema
    target = _target(raw, bare)
    if target is not None and target not in live and target not in marks.above:
        target = None
    dialect = bare.definitions[raw.key].dialect
    alone = dialect.ref_alone and "$ref" in schema
    node = Node(
        key=raw.key,
        pointer=raw.pointer,
        schema=schema,
        dialect=dialect,
        gate=marks.gates.get((raw.key, raw.pointer)),
        default_for=marks.defaults.get((raw.key, raw.pointer)),
        ref=target,
        ref_gate=None if target is None else marks.above.get(target),
        ref_live=target in live,
        required=NO_NAMES if alone else names.intersection(_texts(schema.get("required"))),
        declares=NO_NAMES if alone else names.intersection(_keys(schema.get("properties"))),
        dependent=not alone and not names.isdisjoint(_dependent(schema, dialect)),
    )
    for below in raw.below:
        if below.live:
            keyword, *rest = below.tokens
            node.kids.setdefault(str(keyword), []).append((rest[0] if rest else None, nodes[id(below)]))
    return node


def _mentioned(schema: JsonObject, dialect: Dialect) -> frozenset[str]:
    return NO_NAMES if _MENTIONING.isdisjoint(schema) else frozenset(mentioned(schema, dialect))


_MENTIONING: Final = frozenset({"properties", "required", "dependentRequired", "dependentSchemas", "dependencies"})


def mentioned(schema: JsonObject, dialect: Dialect) -> Iterator[str]:
    """Yield the names of properties that a schema itself declares, requires or makes depend."""
    alone = dialect.ref_alone and "$ref" in schema
    if not alone:
        yield from _keys(schema.get("properties"))
        yield from _texts(schema.get("required"))
        yield from _dependent(schema, dialect)


def _dependent(schema: JsonObject, dialect: Dialect) -> Iterator[str]:
    for keyword in dependent_keywords(dialect):
        value = schema.get(keyword)
        if isinstance(value, dict):
            for name, needs in value.items():
                yield name
                yield from _texts(needs)


def dependent_keywords(dialect: Dialect) -> tuple[str, ...]:
    """Return the keywords of a dialect that make names depend on names."""
    return ("dependentRequired", "dependentSchemas") if "dependentSchemas" in dialect.applicators else ("dependencies",)


def _keys(value: object) -> Iterable[str]:
    return value if isinstance(value, dict) else ()


def _texts(value: object) -> Iterable[str]:
    return (item for item in value if isinstance(item, str)) if isinstance(value, list) else ()


def _mentions(bare: Module, names: frozenset[str], raws: Mapping[str, list[_Raw]]) -> dict[str, frozenset[str]]:
    in_place = {key: [raw for raw in items if raw.in_place] for key, items in raws.items()}
    onward = {
        key: [target for raw in items if (target := _target(raw, bare)) is not None] for key, items in in_place.items()
    }
    found: dict[str, frozenset[str]] = {}
    for component in components(raws, onward.__getitem__):
        for key in component:
            own = names.intersection(name for raw in in_place[key] for name in raw.mentions)
            found[key] = own.union(*[found.get(target, NO_NAMES) for target in onward[key]])
    return found
