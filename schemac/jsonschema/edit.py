"""Change a few places of a value and share the rest.

Only the objects and arrays on the way to a change are copied; every other part of the result is the same object as in
the input.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from schemac.pointer import Pointer
from schemac.values import Json

Change: TypeAlias = Callable[[Json], Json]
"""From a copy of the value at a place, changed below already, to what shall stand there; it may change the copy."""

_HERE = object()


def edited(value: Json, changes: Mapping[Pointer, Change]) -> Json:
    """Return a value with the changes made at the places that their pointers name; without changes, ``value``."""
    if not changes:
        return value
    tree: dict[Any, Any] = {}
    for pointer, change in changes.items():
        branch = tree
        for token in pointer:
            branch = branch.setdefault(token, {})
        branch[_HERE] = change
    return _apply(value, tree)


def _apply(value: Json, tree: dict[Any, Any]) -> Json:
    result = value.copy()
    for token, branch in tree.items():
        if token is not _HERE:
            result[token] = _apply(value[token], branch)
    return tree[_HERE](result) if _HERE in tree else result
