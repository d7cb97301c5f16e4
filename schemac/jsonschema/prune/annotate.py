"""Defaults and examples of a pruned schema (docs/spec, chapter GAT).

A decision value becomes the ``default`` of a subschema that takes it. Where pruning touched what applies to a value, a
``default`` or example that is refused now, or that names what was taken out, goes: in both results, since an annotation
that only one of them has would tell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from types import MappingProxyType
from typing import Any, Final

from schemac.jsonschema.applied import ANNOTATIONS
from schemac.jsonschema.closed import Removals, Removed, Shape, Shapes
from schemac.jsonschema.edit import Change, edited
from schemac.jsonschema.members import objects
from schemac.jsonschema.module import Definition, Module
from schemac.jsonschema.prune.model import Pruned, Taker
from schemac.jsonschema.prune.verdict import Verdicts
from schemac.pointer import Pointer
from schemac.values import Json, JsonObject, Schema

Place = tuple[str, Pointer]
"""Key of a definition, and a place in it."""


@dataclass(frozen=True, slots=True)
class _Taker:
    """Tells whether a subschema as authored takes a value, read closed; prepared at author time."""

    shape: Shape
    accepts: Callable[[Json], bool]

    def __call__(self, value: Json) -> bool:
        """Tell it of a value."""
        return self.accepts(value) and known(self.shape, value)


def takers(bare: Module, places: Iterable[Place]) -> Mapping[Place, Taker]:
    """Return what tells whether values fit, by place."""
    verdicts = Verdicts(bare)
    shapes = Shapes(bare)
    found: dict[Place, Taker] = {}
    for key, pointer in places:
        schema = subschema(bare.definitions[key], pointer)
        found[key, pointer] = _Taker(shapes.at(key, pointer, schema), verdicts.taker(key, pointer))
    return MappingProxyType(found)


def subschema(definition: Definition, pointer: Pointer) -> Schema:
    """Return what stands at a place of a definition that is known to be there."""
    item: Any = definition.schema
    for token in pointer:
        item = item[token]
    return item


def known(shape: Shape, value: Json) -> bool:
    """Tell whether an instance has only names that its places know."""
    return not any(place.undeclared or place.forbidden for place in objects(shape, value))


@dataclass(frozen=True, slots=True)
class Wanted:
    """A decision value that is to become a default.

    Attributes:
        value: The value.
        taker: Tells whether the subschema takes it, unless pruning touched what applies there.
    """

    value: Json
    taker: Taker


def annotated(pruned: Pruned, wanted: Mapping[Place, Wanted], *, look: bool) -> Pruned:
    """Return a result whose defaults and examples fit it.

    Args:
        pruned: A module in its two forms.
        wanted: Where a decision value is to be the default, if it fits what applies there.
        look: Whether there may be defaults or examples that do not fit any more.
    """
    shown, enforced = pruned.shown, pruned.enforced
    look = look and bool(pruned.removed)
    if shown is None or enforced is None or not (wanted or look):
        return pruned
    changes: dict[Place, dict[str, Json]] = {}
    fitting = _untouched(wanted)
    if look:
        changes, refused, accepted = _Work(enforced, pruned.removed).judged(wanted)
        fitting = {at: value for at, value in {**fitting, **accepted}.items() if at not in refused}
    for at, value in fitting.items():
        changes.setdefault(at, {})["default"] = value
    if not changes:
        return pruned
    seen = _changed(shown, changes)
    return replace(pruned, shown=seen, enforced=seen if enforced is shown else _changed(enforced, changes))


def _untouched(wanted: Mapping[Place, Wanted]) -> dict[Place, Json]:
    return {at: item.value for at, item in wanted.items() if item.taker(item.value)}


_GONE: Final = object()
_NOWHERE: Final[Mapping[Pointer, Removed]] = MappingProxyType({})


def _fitting(keyword: str, value: Json, fits: Callable[[Json], bool]) -> Json:
    """Return what may stay of a default or of examples; the value itself if all of it may."""
    if value is _GONE:
        return value
    if keyword != "examples" or not isinstance(value, list):
        return value if fits(value) else _GONE
    left = [item for item in value if fits(item)]
    return value if len(left) == len(value) else left or _GONE


class _Work:
    """Questions about one enforced module."""

    def __init__(self, module: Module, removed: Removals) -> None:
        self._removed = removed
        self._shapes = Shapes(module, removed)
        self._verdicts = Verdicts(module)
        self._takers: dict[Place, Callable[[Json], bool]] = {}

    def judged(
        self, wanted: Mapping[Place, Wanted]
    ) -> tuple[dict[Place, dict[str, Json]], set[Place], dict[Place, Json]]:
        """Judge the defaults and examples of all places that pruning touched.

        Returns:
            What becomes of annotations, by place; where a decision value does not fit; and where one does.
        """
        changes: dict[Place, dict[str, Json]] = {}
        refused: set[Place] = set()
        accepted: dict[Place, Json] = {}
        for place in self._touched():
            for item in place.applied:
                at = item.key, item.pointer
                fits = partial(self._fits, place, at)
                if at in wanted:
                    value = wanted[at].value
                    if fits(value):
                        accepted[at] = value
                    else:
                        refused.add(at)
                for keyword in ANNOTATIONS:
                    if keyword in item.schema:
                        before = changes.get(at, {}).get(keyword, item.schema[keyword])
                        left = _fitting(keyword, before, fits)
                        if left is not before:
                            changes.setdefault(at, {})[keyword] = left
        return changes, refused, accepted

    def _touched(self) -> list[Shape]:
        """Return the places out of which something was taken, or out of what is below them.

        Of a module with more places than can be looked at, which author time refuses, every place counts as one.
        """
        places, complete = self._shapes.places()
        if not complete:
            return places
        holders: dict[Shape, list[Shape]] = {}
        for place in places:
            for child in place.children():
                holders.setdefault(child, []).append(place)
        found: dict[Shape, None] = {}
        queue = [place for place in places if self._is_touched(place)]
        for place in queue:
            if place not in found:
                found[place] = None
                queue.extend(holders.get(place, ()))
        return [place for place in places if place in found]

    def _is_touched(self, place: Shape) -> bool:
        return any(item.pointer in self._removed.get(item.key, _NOWHERE) for item in place.applied)

    def _fits(self, place: Shape, at: Place, value: Json) -> bool:
        """Tell whether a value is one that a subschema takes, and that names only what its place knows."""
        if not known(place, value):
            return False
        if at not in self._takers:
            self._takers[at] = self._verdicts.taker(*at)
        return self._takers[at](value)


def _changed(module: Module, changes: Mapping[Place, Mapping[str, Json]]) -> Module:
    by_key: dict[str, dict[Pointer, Change]] = {}
    for (key, pointer), values in changes.items():
        by_key.setdefault(key, {})[pointer] = partial(_with, values)
    definitions = {
        key: replace(definition, schema=edited(definition.schema, by_key[key])) if key in by_key else definition
        for key, definition in module.definitions.items()
    }
    return Module(MappingProxyType(definitions))


def _with(values: Mapping[str, Json], schema: JsonObject) -> JsonObject:
    for keyword, value in values.items():
        if value is _GONE:
            del schema[keyword]
        else:
            schema[keyword] = value
    return schema
