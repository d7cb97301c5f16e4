"""Which fields of which members cannot be one schema: what ``merge_conflicts: error`` refuses (chapter STR)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from schemac.strategies.base import Complaint
from schemac.strategies.merged.choices import Kind, widens
from schemac.strategies.merged.fields import Fields


def conflicts(members: Mapping[str, Fields]) -> Iterator[Complaint]:
    """Yield a complaint for each field that some of the members would show as alternatives, at the later member.

    Every pair is looked at, since callers who see only these two must not meet what the author ruled out.
    """
    users: dict[str, list[str]] = {}
    for name, brought in members.items():
        for field in brought.named:
            users.setdefault(field, []).append(name)
    for field, names in users.items():
        if len(names) > 1:
            found = _conflict(members, field, names)
            if found is not None:
                first, later = found
                place = members[later].place(field)
                message = f"The field {field!r} means one thing to {first} and another to {later}."
                yield Complaint("merge-conflict", later, place.pointer, message, place.document)


def _conflict(members: Mapping[str, Fields], field: str, names: Sequence[str]) -> tuple[str, str] | None:
    """Return the first two members, in their order, whose choices for a field do not come to one kind, or None."""
    found: dict[object, Kind] = {}
    for name in names:
        for choice in members[name].named[field].choices:
            found.setdefault(choice.group, Kind(name, choice)).add(name, choice)
    for one, other in combinations(found.values(), 2):
        if not (widens(one, other) or widens(other, one)):
            pair = next(((a, b) for a in one.members for b in other.members if a != b), None)
            if pair is not None:
                first, later = sorted(pair, key=names.index)
                return first, later
    return None
