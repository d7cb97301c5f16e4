"""Which definitions are equal, and the digest by which one is named (docs/spec, chapter ENG).

Two definitions are equal iff they are the same JSON value and everything they reach by reference is equal in turn,
recursion taken coinductively: what cannot be told apart by following references is equal.

All of it is worked out per module, once, by :func:`analyse`; comparing definitions of different modules is then
comparing fingerprints.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict, deque
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from schemac.jsonschema.body import Use, references
from schemac.jsonschema.graph import components
from schemac.jsonschema.module import Module
from schemac.jsonschema.partition import coarsest

__all__ = ["Analysis", "Use", "analyse", "references"]


class Analysis:
    """What merging needs to know of a module; made by :func:`analyse`, kept by whoever embeds it again.

    Attributes:
        module: The module.
        uses: Per definition, its references, members by code point.
        prints: Per definition that references reach, its fingerprint: equal iff the definitions are equal, also
            between modules.
    """

    def __init__(self, module: Module) -> None:
        self.module = module
        self.uses: Mapping[str, Sequence[Use]] = {key: item.uses for key, item in module.definitions.items()}
        uses = self.uses
        self._digests: dict[int, str] = {}
        reached = {use.key: None for definition in uses.values() for use in definition}
        self._bodies = {key: module.definitions[key].body for key in reached}
        self._class = coarsest(
            {key: body.text for key, body in self._bodies.items()},
            {key: [use.key for use in uses[key]] for key in reached},
        )
        self._member = {number: key for key, number in reversed(self._class.items())}
        self._out = {number: [self._class[use.key] for use in uses[key]] for number, key in self._member.items()}
        self.prints: Mapping[str, bytes] = self._fingerprints()

    def digest(self, key: str) -> str:
        """Return the digest of a definition's closure: lower-case hexadecimal SHA-256.

        It is taken of the canonical list of the closure's equivalence classes in order of first reach, breadth first,
        members by code point, each reference replaced by ``{"$ref": index}``.
        """
        start = self._class[key]
        found = self._digests.get(start)
        if found is None:
            order = {start: 0}
            waiting = [start]
            listed = []
            for number in waiting:
                numbers = []
                for target in self._out[number]:
                    at = order.get(target)
                    if at is None:
                        at = order[target] = len(order)
                        waiting.append(target)
                    numbers.append(at)
                listed.append(self._bodies[self._member[number]].filled(numbers))
            found = hashlib.sha256(b"[" + b",".join(listed) + b"]").hexdigest()
            self._digests[start] = found
        return found

    def _fingerprints(self) -> dict[str, bytes]:
        """Hash the classes, each after all that it reaches, a group of mutually recursive ones as a whole."""
        out = self._out
        prints: dict[int, bytes] = {}
        for component in components(out, out.__getitem__):
            inside = set(component)
            colours = {
                number: _hash(
                    self._bodies[self._member[number]].text,
                    *(prints.get(target, _INSIDE) for target in out[number]),
                )
                for number in component
            }
            if len(component) == 1 and component[0] not in out[component[0]]:
                prints |= colours
                continue
            order, turns = _canonical_walk(
                component, colours, {n: [t for t in out[n] if t in inside] for n in component}
            )
            whole = _hash(*(colours[number] for number in order), *(b"%d" % turn for turn in turns))
            prints |= {number: _hash(whole, b"%d" % at) for at, number in enumerate(order)}
        return {key: prints[number] for key, number in self._class.items()}


_INSIDE: Final = b""


def analyse(module: Module) -> Analysis:
    """Return what merging needs to know of a module; linear in its size but for logarithms."""
    return Analysis(module)


def _hash(*parts: bytes) -> bytes:
    total = hashlib.sha256()
    for part in parts:
        total.update(b"%d:" % len(part))
        total.update(part)
    return total.digest()


class _Walk(NamedTuple):
    """The nodes in order of first reach, breadth first, and the number of each edge's target on the way."""

    order: list[int]
    turns: list[int]


def _canonical_walk(nodes: Sequence[int], colour: Mapping[int, bytes], out: Mapping[int, Sequence[int]]) -> _Walk:
    """Walk strongly connected nodes, no two of them equal, in a way that depends on nothing but their shape.

    It starts at the node whose colour is rarest. Where several share that colour, each is tried, and the walk with the
    smallest sequence of colours and turns is taken; no two have the same, or their first nodes would be equal.
    """
    by_colour: defaultdict[bytes, list[int]] = defaultdict(list)
    for node in nodes:
        by_colour[colour[node]].append(node)
    _, starts = min(by_colour.items(), key=lambda item: (len(item[1]), item[0]))
    walks = (_walk(start, out) for start in starts)
    return min(walks, key=lambda walk: ([colour[node] for node in walk.order], walk.turns))


def _walk(start: int, out: Mapping[int, Sequence[int]]) -> _Walk:
    order = {start: 0}
    turns = []
    waiting = deque([start])
    while waiting:
        for target in out[waiting.popleft()]:
            if target not in order:
                order[target] = len(order)
                waiting.append(target)
            turns.append(order[target])
    return _Walk(list(order), turns)
