"""Make the two modules of a finished run (docs/spec, chapter GAT).

Definitions keep their keys. A use that needs a copy of its own gets a new key, numbered in order of first reach, and
uses whose results do not differ share one, so that neither tells of anything that was taken out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from schemac.jsonschema.closed import Removed
from schemac.jsonschema.module import ROOT, Definition, Module
from schemac.jsonschema.prune.edit import Result
from schemac.jsonschema.prune.model import Moved, Pruned, Sites
from schemac.jsonschema.prune.run import PLAIN_ROOT, Run, Use
from schemac.jsonschema.prune.skeleton import Node, Skeleton, references
from schemac.jsonschema.prune.uses import Results, renamed
from schemac.pointer import Pointer
from schemac.values import Schema


class Assembled(NamedTuple):
    """A pruned module before its defaults are looked at.

    Attributes:
        pruned: The module.
        defaults: Where decision values may become defaults: key, place, node; in order of reach.
    """

    pruned: Pruned
    defaults: tuple[tuple[str, Pointer, Node], ...] = ()


REMOVED = Assembled(Pruned(None, None))


def assemble(sites: Sites, skeleton: Skeleton, run: Run) -> Assembled:
    """Return what a run came to."""
    if run.states[PLAIN_ROOT].result is None:
        return REMOVED
    results = _reached(sites, skeleton, run)
    if not run.copies.keys().isdisjoint(results):
        results = renamed(results, run.copies.keys(), sites.bare)
    removed: dict[str, dict[Pointer, Removed]] = {}
    defaults: list[tuple[str, Pointer, Node]] = []
    shown: dict[str, Definition] = {}
    enforced: dict[str, Definition] = {}
    for name, (key, result) in results.items():
        base = sites.bare.definitions[key]
        moved: dict[Pointer, Pointer] = {}
        for pointer, note in result.notes:
            if isinstance(note, Removed):
                removed.setdefault(name, {})[pointer] = note
            elif isinstance(note, Moved):
                moved[pointer] = _before(base, note.was)
            else:
                defaults.append((name, pointer, note.node))
        shown[name] = _definition(base, result.shown, moved)
        enforced[name] = shown[name] if result.enforced is result.shown else _definition(base, result.enforced, moved)
    to_see = _module(sites.bare, shown)
    alike = all(enforced[name] is definition for name, definition in shown.items())
    to_hold = to_see if alike else _module(sites.bare, enforced)
    return Assembled(Pruned(to_see, to_hold, removed), tuple(defaults))


def _reached(sites: Sites, skeleton: Skeleton, run: Run) -> Results:
    """Return what the root reaches, breadth first as linking does."""
    found: Results = {}
    names = [ROOT]
    known = {ROOT}
    for name in names:
        use = run.copies.get(name, Use(name))
        definition = sites.bare.definitions[use.key]
        result: Result | None = Result(definition.schema, definition.schema)
        if use.key in skeleton.roots:
            result = run.states[use].result
        assert result is not None  # nothing that is left refers to what was taken out
        found[name] = use.key, result
        targets: Iterable[str] = skeleton.refs[use.key]
        if result.shown is not definition.schema and use.key not in sites.settled:
            targets = references(result.shown, definition.dialect)
        fresh = [target for target in targets if target not in known]
        known.update(fresh)
        names.extend(fresh)
    return found


def _definition(base: Definition, schema: Schema, moved: Mapping[Pointer, Pointer]) -> Definition:
    if schema is base.schema:
        return base
    moves = {**base.moved, **moved} if base.moved else moved or None
    made = Definition(schema, base.dialect, base.name, base.origin, moves)
    # taking out adds no name but that of draft-04's spelling of `false`
    return made.knowing(names=base.names if base.dialect.booleans else {*base.names, "not"})


def _before(base: Definition, pointer: Pointer) -> Pointer:
    """Return where a place of a definition was authored, relative to the definition."""
    return base.authored(pointer)[len(base.origin.pointer) :]


def _module(bare: Module, definitions: Mapping[str, Definition]) -> Module:
    """Return the module of these definitions, which is ``bare`` itself where all are its own."""
    same = len(definitions) == len(bare.definitions) and all(
        definitions.get(key) is definition for key, definition in bare.definitions.items()
    )
    return bare if same else Module(MappingProxyType(definitions))
