"""Where the parts of a translated schema were authored: findings and losses of later stages point there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from schemac.pointer import Pointer


def moved(
    moves: Iterable[tuple[Pointer, Pointer, Pointer]], before: Mapping[Pointer, Pointer] | None
) -> Mapping[Pointer, Pointer] | None:
    """Compose the moves of a translation with those of earlier stages.

    Args:
        moves: The place of an object in the old schema; a subschema's place below the new object, and below the old.
        before: Places of the old schema to authored places, both relative to the definition.

    Returns:
        Places of the new schema to authored places, in the same form; None where nothing ever moved.
    """
    ways: dict[Pointer, Pointer] = {}  # old place -> new place
    found: dict[Pointer, Pointer] = {}
    for here, new, old in sorted(moves, key=lambda move: len(move[0])):
        place = _through(ways, here) + new
        ways.setdefault(here + old, place)
        found[place] = _through(before, here + old) if before else here + old
    for old, authored in (before or {}).items():
        found.setdefault(_through(ways, old), authored)
    return found or None


def _through(ways: Mapping[Pointer, Pointer], place: Pointer) -> Pointer:
    """Return a place by the way of the nearest part above it (or itself) that moved."""
    for length in range(len(place), 0, -1):
        if place[:length] in ways:
            return ways[place[:length]] + place[length:]
    return place
