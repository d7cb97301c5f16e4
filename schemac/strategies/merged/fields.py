"""What one member brings to a merged facade: its fields, and what it accepts under other names (chapter STR).

All of this is worked out once for each way in which callers see the member; none of it depends on other members.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from typing import NamedTuple

from schemac.catalog.members import Seen
from schemac.jsonschema.applied import Applied
from schemac.jsonschema.closed import Shape, Shapes, Status
from schemac.jsonschema.edit import Change, edited
from schemac.jsonschema.equality import Analysis, Use, analyse, references
from schemac.jsonschema.keywords import Dialect
from schemac.jsonschema.module import ROOT, Definition, Module
from schemac.jsonschema.patterns import Matcher, matcher
from schemac.pointer import Pointer
from schemac.strategies.base import ARGUMENTS
from schemac.strategies.merged.accepted import Accepted, Way, Ways
from schemac.strategies.merged.choices import NO_DEFAULT, Choice, Target, without
from schemac.strategies.merged.memo import Memo, Taken
from schemac.values import JsonObject, Schema


class Place(NamedTuple):
    """Where something was authored: URI of the document, "" for the schema itself, and the place there."""

    document: str
    pointer: Pointer


class Field(NamedTuple):
    """A field of a member.

    Attributes:
        required: Whether the member's calls need it.
        choices: The schemas of which one holds; at least one.
    """

    required: bool
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Fields:
    """What a member brings to a merged facade.

    Attributes:
        named: Its fields, in the order in which its schema declares them.
        rest: What it accepts under any other name; empty where it is closed.
        particular: What it accepts under another name depends on the name: patterns or gates tell names apart.
        takes_others: It takes names that it does not declare, any or those that fit a pattern.
        takes_arguments: ``arguments`` may be an argument of its own.
        analysis: Of the choices that hold references, as the ``anyOf`` of one schema; None where none does.
        module: The member's schema as it was authored, pruned.
        declared: By name, the subschemas of it that declare the field.
    """

    named: Mapping[str, Field]
    rest: tuple[Choice, ...]
    particular: Particular | None
    takes_others: bool
    takes_arguments: bool
    analysis: Analysis | None
    module: Module
    declared: Mapping[str, Sequence[Applied]]

    def place(self, name: str) -> Place:
        """Return where a field was declared; the root where it is only demanded."""
        for item in self.declared[name]:
            if name in _properties(item):
                definition = self.module.definitions[item.key]
                return Place(definition.origin.document, definition.authored((*item.pointer, "properties", name)))
        return Place("", ())

    def other(self, name: str) -> tuple[Choice, ...]:
        """Return what the member accepts under a name that it does not declare by itself."""
        return self.rest if self.particular is None else self.particular.of(name)


class Particular:
    """What a member accepts under a name that patterns or gates tell from others.

    Args:
        shape: The member's root.
        accepted: Its ways.
        rest: The choices of a name that nothing speaks of.
    """

    def __init__(self, shape: Shape, accepted: Accepted, rest: tuple[Choice, ...]) -> None:
        self._shape = shape
        self._accepted = accepted
        self._rest = rest
        self._known: dict[str, tuple[Choice, ...]] = {}

    def of(self, name: str) -> tuple[Choice, ...]:
        """Return the choices of a name, made once; there are no more names than the manifest declares."""
        found = self._known.get(name)
        if found is None:
            found = self._known[name] = self._made(name)
        return found

    def _made(self, name: str) -> tuple[Choice, ...]:
        if self._shape.status(name) is not Status.DECLARED:
            return ()
        if not self._shape.matches(name):
            return self._rest
        # what patterns say with references is taken as free, since those are not among what is embedded
        dialect = self._accepted.dialect
        schemas = [without(_schema_of(way), "description", "default") for way in self._accepted.of(name)]
        return tuple(Choice({} if references(schema, dialect) else schema, dialect) for schema in schemas)


def fields_of(seen: Seen, module: Module, memo: Memo) -> Fields:
    """Return what a member brings.

    Args:
        seen: The member's input schema, pruned, by which dispatch reads calls.
        module: What callers see of it, in the facade's dialect.
        memo: What other members, and other variants of this one, have in common with it.
    """
    shape = Shapes(seen.shown, seen.removed).root
    accepted = Accepted(module, partial(_matches, {}))
    required = required_names(seen.shown)
    declared = _declared(shape)
    # a name that no call may have is no field, unless it is demanded as well
    ways = {name: found for name, found in accepted.all(list(declared)).items() if found or name in required}
    maker = _Maker(module, memo)
    demanded = _demanded(shape)
    numbers = {
        name: maker.take(
            found, partial(_described, declared[name], name), keep_null=demanded is not None and name not in demanded
        )
        for name, found in ways.items()
    }
    others = maker.take(accepted.of(None), str) if shape.is_open else []
    choices = maker.choices()
    named = {
        name: Field(
            name in required,
            tuple([choices[number] for number in numbers[name]]) or (Choice({"not": {}}, module.root.dialect),),
        )
        for name in ways
    }
    rest = tuple([choices[number] for number in others])
    tells_apart = shape.patterns or shape.removed or shape.removed_patterns
    return Fields(
        named,
        rest,
        Particular(shape, accepted, rest) if tells_apart else None,
        bool(rest or shape.patterns),
        shape.is_open or ARGUMENTS in shape.names or shape.matches(ARGUMENTS),
        maker.analysis,
        seen.shown,
        declared,
    )


def _matches(known: dict[str, Matcher | None], pattern: str, name: str) -> bool | None:
    if pattern not in known:
        known[pattern] = matcher(pattern)
    found = known[pattern]
    return None if found is None else found(name)


def required_names(module: Module) -> frozenset[str]:
    """Return the names that ``required`` of a module's root or of a conjunct of it demands."""
    names: set[str] = set()
    for item in conjuncts(module):
        names.update(item.schema.get("required", ()))
    return frozenset(names)


def conjuncts(module: Module) -> Iterator[Applied]:
    """Yield the root and every schema that always applies beside it: parts of ``allOf``, and what ``$ref`` names."""
    waiting = [Applied(ROOT, (), module.root.schema)]
    seen = set()
    for item in waiting:  # it grows
        if (item.key, item.pointer) in seen or not isinstance(item.schema, dict):
            continue
        seen.add((item.key, item.pointer))
        schema = item.schema
        reference = schema.get("$ref")
        if isinstance(reference, str):
            waiting.append(Applied(reference, (), module.definitions[reference].schema))
            if module.definitions[item.key].dialect.ref_alone:
                continue
        yield item
        waiting.extend(item.below(part, "allOf", index) for index, part in enumerate(schema.get("allOf", ())))


def _declared(shape: Shape) -> dict[str, list[Applied]]:
    """Return the names that an object declares, in the order in which its schema does, and the schemas that do."""
    found: dict[str, list[Applied]] = {}
    for item in shape.applied:
        for name in dict.fromkeys(_named(item.schema)):
            if name in shape.names:
                found.setdefault(name, []).append(item)
    return found


def _demanded(shape: Shape) -> frozenset[str] | None:
    """Return the names that something at an object may ask for; None where it may be any name."""
    names: set[str] = set()
    for item in shape.applied:
        if "minProperties" in item.schema:
            return None
        names.update(name for name in item.schema.get("required", ()) if isinstance(name, str))
        for keyword in ("dependentRequired", "dependencies"):
            for needs in _members(item.schema, keyword).values():
                names.update(needs if isinstance(needs, list) else ())
    return frozenset(names)


def _named(schema: JsonObject) -> Iterator[str]:
    """Yield the names that keywords of one subschema hold, those that are demanded after those that demand them."""
    yield from _members(schema, "properties")
    yield from (name for name in schema.get("required", ()) if isinstance(name, str))
    for keyword in ("dependentRequired", "dependencies"):
        for name, needs in _members(schema, keyword).items():
            yield name
            yield from (needed for needed in needs if isinstance(needed, str)) if isinstance(needs, list) else ()
    yield from _members(schema, "dependentSchemas")


def _members(schema: JsonObject, keyword: str) -> JsonObject:
    value = schema.get(keyword)
    return value if isinstance(value, dict) else {}


def _properties(item: Applied) -> JsonObject:
    return _members(item.schema, "properties")


def _described(declaring: Iterable[Applied], name: str) -> str:
    """Return the first description that a name has."""
    for item in declaring:
        schema = _properties(item).get(name)
        if isinstance(schema, dict) and isinstance(schema.get("description"), str):
            return str(schema["description"])
    return ""


class _Maker:
    """Makes the choices of a member from its ways; those with references become parts of one module, analysed once."""

    def __init__(self, module: Module, memo: Memo) -> None:
        self._module = module
        self._memo = memo
        self._dialect = module.root.dialect
        self._taken: list[Taken] = []
        self.analysis: Analysis | None = None

    def take(self, ways: Ways, describe: Callable[[], str], *, keep_null: bool = True) -> list[int]:
        """Note the ways of a name; return the numbers of their choices.

        Args:
            ways: The ways.
            describe: Gives the first description that the name has, for a way that is no single subschema.
            keep_null: A default of null counts; it says that null and absence are the same.
        """
        first = len(self._taken)
        for way in ways:
            if len(way) == 1:
                taken = self._memo.taken(way[0].schema)
                if taken.default is None and not keep_null:
                    taken = Taken(taken.schema, taken.description, NO_DEFAULT, taken.uses)
                self._taken.append(taken)
            else:
                schema = _schema_of(way)
                self._taken.append(Taken(schema, describe(), NO_DEFAULT, references(schema, self._dialect)))
        return list(range(first, len(self._taken)))

    def choices(self) -> list[Choice]:
        """Return the choices of all that was taken, by number."""
        holding = [item for item in self._taken if item.uses]
        if not holding:
            return [item.alone(self._dialect) for item in self._taken]
        reached = self._reached(holding)
        source = [*holding, *[self._module.definitions[key] for key in reached]]
        ident = tuple(map(id, source))
        made = self._memo.get(ident)
        if made is None:
            made = self._memo.keep(ident, self._analysed(holding, reached), source)
        self.analysis, choices = made
        at = iter(choices)
        return [next(at) if item.uses else item.alone(self._dialect) for item in self._taken]

    def _reached(self, holding: Iterable[Taken]) -> list[str]:
        reached: dict[str, None] = {}
        waiting = [use.key for item in holding for use in item.uses]
        for key in waiting:  # it grows
            if key not in reached:
                reached[key] = None
                waiting.extend([use.key for use in self._module.definitions[key].uses])
        return list(reached)

    def _analysed(self, holding: Sequence[Taken], reached: Sequence[str]) -> tuple[Analysis, list[Choice]]:
        module = _part(self._module, holding, reached)
        analysis = analyse(module)
        targets = {key: Target(print_, _stem(module.definitions[key])) for key, print_ in analysis.prints.items()}
        schemas = module.root.schema["anyOf"]
        return analysis, [
            Choice(schemas[at], self._dialect, item.description, item.default, targets, at)
            for at, item in enumerate(holding)
        ]


def _stem(definition: Definition) -> tuple[bool, str]:
    if definition.name is not None:
        return True, definition.name
    return False, str(definition.origin.pointer[-1]) if definition.origin.pointer else "root"


def _schema_of(way: Way) -> JsonObject:
    if len(way) == 1:
        return way[0].schema
    return {"allOf": [part.schema for part in way]} if way else {}


def _part(module: Module, items: Sequence[Taken], reached: Sequence[str]) -> Module:
    """Return a module whose root is the ``anyOf`` of some subschemas of another, with the definitions they reach.

    Where they refer to the root of the other module, that one becomes a definition.
    """
    dialect = module.root.dialect
    root: Schema = {"anyOf": [item.schema for item in items]}
    uses = [Use(("anyOf", at, *use.holder), use.key) for at, item in enumerate(items) for use in item.uses]
    whole = ROOT
    if ROOT in reached:
        whole = next(key for number in count(1) if (key := f"{ROOT}~{number}") not in module.definitions)
        root = _redirected(root, dialect, whole)
        uses = [Use(use.holder, whole if use.key == ROOT else use.key) for use in uses]
    definitions = {ROOT: replace(module.root, schema=root, name=None, moved=None).knowing(uses=uses)}
    for key in reached:
        definition = module.definitions[key]
        if whole != ROOT:
            definition = replace(definition, schema=_redirected(definition.schema, dialect, whole))
        definitions[whole if key == ROOT else key] = definition
    return Module(definitions)


def _redirected(schema: Schema, dialect: Dialect, key: str) -> Schema:
    """Return a schema whose references to the root name another key."""
    changes: dict[Pointer, Change] = {
        use.holder: partial(_referring, key) for use in references(schema, dialect) if use.key == ROOT
    }
    return edited(schema, changes)


def _referring(key: str, schema: JsonObject) -> JsonObject:
    schema["$ref"] = key
    return schema
