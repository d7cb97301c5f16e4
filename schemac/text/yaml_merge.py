"""YAML's ``<<``, and objects of their own for all users of an alias."""

from __future__ import annotations

from typing import NamedTuple

from schemac.values import Json, JsonObject


class Merge(NamedTuple):
    """One ``<<`` of a map: how many of the map's own members stand before it, and the maps that it merges."""

    before: int
    maps: list[JsonObject]


def maps_of(value: Json) -> list[JsonObject] | None:
    """Return the maps that the value of a ``<<`` names, ``None`` when it is neither a map nor a list of maps."""
    maps = value if isinstance(value, list) else [value]
    return maps if all(isinstance(item, dict) for item in maps) else None


def merged(members: JsonObject, merges: list[Merge]) -> JsonObject:
    """Return a map with what its merges add.

    A merge adds, where its ``<<`` stands, the members that the map does not give itself; among merged maps the earlier
    wins.
    """
    result: JsonObject = {}
    own = iter(members.items())
    done = 0
    for merge in merges:
        for _ in range(merge.before - done):
            name, value = next(own)
            result[name] = value
        done = merge.before
        for other in merge.maps:
            for name, value in other.items():
                if name not in members and name not in result:
                    result[name] = value
    result.update(own)
    return result


def unshare(root: Json) -> None:
    """Give every place of a freshly built value an object of its own, in place.

    The value must have no cycle, and what it holds as a tree must be within bounds.
    """
    seen = {id(root)}
    pending = [root]
    while pending:
        container = pending.pop()
        entries = container.items() if isinstance(container, dict) else enumerate(container)
        for key, child in entries:
            if not isinstance(child, (dict, list)):
                continue
            own = child
            if id(child) in seen:
                own = child.copy()
                container[key] = own
            seen.add(id(own))
            pending.append(own)
