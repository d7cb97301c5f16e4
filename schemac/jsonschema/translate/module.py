"""Translating a whole module: every definition once, again where a reference turned out inexact.

A definition that accepts more than authored makes every reference to it a loss where it stands, which matters under
``not``, ``if`` and ``oneOf``. Whether it does is a question of reachability: a definition is inexact iff it loses
something itself or asserts a reference to an inexact one. So two rounds are enough, whatever the references do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import count
from typing import NamedTuple

from schemac.jsonschema.codec import Loss
from schemac.jsonschema.keywords import OUTPUT_DIALECTS, Dialect
from schemac.jsonschema.module import ROOT, Definition, Module
from schemac.jsonschema.translate.places import moved
from schemac.jsonschema.translate.plan import PLANS
from schemac.jsonschema.translate.rewrite import Rewritten, rewrite
from schemac.jsonschema.walk import children
from schemac.pointer import Pointer, render
from schemac.values import Schema


class Translated(NamedTuple):
    """A module in one dialect.

    Attributes:
        module: Every definition is in the output dialect. The same module where all were.
        losses: What the output cannot say, by definition and place; nothing for an exact translation, which accepts
            what its input accepts. Any other accepts that and more.
    """

    module: Module
    losses: tuple[Loss, ...]

    @property
    def exact(self) -> bool:
        """Whether the output accepts exactly what its input accepts."""
        return not self.losses


def translate(module: Module, to: Dialect) -> Translated:
    """Translate a linked module, whose definitions may be in different dialects, to one output dialect.

    Integers are by value and ``format`` is an annotation in every dialect. Where the output cannot say something, the
    result accepts more, never less, and a loss tells what and where.

    Args:
        module: A linked, pruned module. It is not changed; unchanged parts of it are shared with the result.
        to: One of :data:`~schemac.jsonschema.keywords.OUTPUT_DIALECTS`.

    Raises:
        ValueError: ``to`` is no output dialect.
    """
    if to.name not in OUTPUT_DIALECTS:
        raise ValueError(f"{to.name} is no output dialect; these are: {', '.join(OUTPUT_DIALECTS)}")
    definitions = module.definitions
    if all(definition.dialect.name == to.name for definition in definitions.values()):
        return Translated(module, ())
    rewritten = _rewritten(definitions, to)
    losses = tuple(loss for item in rewritten.values() for loss in item.losses)
    return Translated(Module(_reached(definitions, rewritten, to)), losses)


def _rewritten(definitions: Mapping[str, Definition], to: Dialect) -> dict[str, Rewritten]:
    """Translate what the root reaches where it asserts something, in order of first reach."""
    taken = set(definitions)

    def again(key: str, inexact: frozenset[str]) -> Rewritten:
        definition = definitions[key]
        fresh = _fresh(key, taken)
        return rewrite(definition, PLANS[definition.dialect.name, to.name], definitions, inexact, fresh)

    found: dict[str, Rewritten] = {}
    reached = {ROOT: None}
    for key in (keys := [ROOT]):  # it grows
        found[key] = again(key, frozenset())
        for target in found[key].references:
            if target in definitions and target not in reached:
                reached[target] = None
                keys.append(target)
    inexact = _inexact(found)
    return {
        key: again(key, inexact) if key in inexact and not inexact.isdisjoint(item.references) else item
        for key, item in found.items()
    }


def _inexact(rewritten: Mapping[str, Rewritten]) -> frozenset[str]:
    """Return the definitions that lose something, themselves or through the references they assert."""
    todo = [key for key, item in rewritten.items() if item.losses]
    if not todo:
        return frozenset()
    users: dict[str, list[str]] = {}
    for key, item in rewritten.items():
        for target in item.references:
            users.setdefault(target, []).append(key)
    found = set(todo)
    while todo:
        for user in users.get(todo.pop(), ()):
            if user not in found:
                found.add(user)
                todo.append(user)
    return frozenset(found)


def _fresh(key: str, taken: set[str]) -> Callable[[Pointer], str]:
    """Return a function that makes keys for places of a definition, none of them taken."""

    def make(place: Pointer) -> str:
        wanted = f"{key}{render(place)}"
        new = next(name for number in count(1) if (name := f"{wanted}~{number}") not in taken)
        taken.add(new)
        return new

    return make


def _reached(
    definitions: Mapping[str, Definition], rewritten: Mapping[str, Rewritten], to: Dialect
) -> dict[str, Definition]:
    """Return the new definitions that the new root reaches, in order of first reach."""
    shared = {key: item for one in rewritten.values() for key, item in one.shared.items()}
    found: dict[str, Definition] = {}
    met = {ROOT}
    for key in (keys := [ROOT]):  # it grows
        found[key] = shared[key] if key in shared else _renewed(definitions[key], rewritten[key], to)
        if len(definitions) + len(shared) > 1:
            for target in _references(found[key].schema, to):
                if target not in met and (target in rewritten or target in shared):
                    met.add(target)
                    keys.append(target)
    return found


def _renewed(definition: Definition, result: Rewritten, to: Dialect) -> Definition:
    if result.schema is definition.schema and definition.dialect.name == to.name:
        return definition
    return replace(definition, schema=result.schema, dialect=to, moved=moved(result.moves, definition.moved))


def _references(schema: Schema, dialect: Dialect) -> Iterator[str]:
    """Yield the keys that a schema refers to, in the order written."""
    stack = [schema]
    while stack:
        item = stack.pop()
        if isinstance(item, dict):
            if isinstance(item.get("$ref"), str):
                yield item["$ref"]
            stack.extend(reversed([child for _, child in children(item, dialect)]))
