"""The least fixed point: which definitions go, in which of their uses (docs/spec, chapter GAT).

What is taken out of a definition can depend on its use, since names that a conjunct took out are taken out of it too.
So results are kept per *use*: a definition with the names that come down to it, as far as it mentions them. A use is
worked on again when one that it refers to is taken out or takes out more names; both only ever grow, so the end does
not depend on the order. References are followed by this worklist; only nesting is recursion.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import NamedTuple

from schemac.gates import Gate
from schemac.jsonschema.module import ROOT
from schemac.jsonschema.prune.edit import Edit, Result
from schemac.jsonschema.prune.model import Answers, DefaultFor, Sites
from schemac.jsonschema.prune.rules import RULES, forget
from schemac.jsonschema.prune.skeleton import NO_NAMES, Node, Skeleton
from schemac.jsonschema.prune.trace import Trace


class Use(NamedTuple):
    """A definition in a context.

    Attributes:
        key: The definition.
        own: Names that conjuncts outside it took out, of those that it mentions and does not take out itself.
        above: Names taken out of an object that it is a branch of, of those that it mentions.
    """

    key: str
    own: frozenset[str] = NO_NAMES
    above: frozenset[str] = NO_NAMES


PLAIN_ROOT = Use(ROOT)


@dataclass(frozen=True, slots=True)
class State:
    """What is known of a use: its result (None: taken out), and the names that it takes out of its conjuncts."""

    result: Result | None
    names: frozenset[str]


class Run:
    """One pruning of one module.

    Args:
        sites: What gates can do to the module.
        skeleton: Its parts that gates can change.
        answers: For one caller.
        trace: At author time, where to collect what can happen; gates that do not hold are then looked through.

    Attributes:
        states: What became of each use.
        copies: Provisional name to the use that it refers to, for uses that may need a copy of their definition.
    """

    def __init__(self, sites: Sites, skeleton: Skeleton, answers: Answers, trace: Trace | None = None) -> None:
        self.trace = trace
        self.states: dict[Use, State] = {}
        self.copies: dict[str, Use] = {}
        self._skeleton = skeleton
        self._sites = sites
        self._answers = answers
        self._closed: dict[Gate, bool] = {}
        self._name_of: dict[Use, str] = {}
        self._readers: dict[Use, dict[Use, None]] = {}
        self._queue: deque[Use] = deque(Use(key) for key in skeleton.order)
        self._queued = set(self._queue)
        self._current = PLAIN_ROOT
        self._values: dict[Node, Result | None] = {}
        self._taken: dict[Node, frozenset[str]] = {}

    def finish(self) -> None:
        """Work until nothing changes."""
        while self._queue:
            use = self._queue.popleft()
            self._queued.discard(use)
            state = self._work(use)
            before = self.states.get(use)
            self.states[use] = state
            gone, was_gone = state.result is None, before is not None and before.result is None
            if gone != was_gone or (before is None and state.names) or (before and before.names != state.names):
                for reader in self._readers.get(use, ()):
                    self._enqueue(reader)

    def _enqueue(self, use: Use) -> None:
        if use not in self._queued:
            self._queued.add(use)
            self._queue.append(use)

    def _work(self, use: Use) -> State:
        self._current = use
        self._values.clear()
        self._taken.clear()
        for node in self._skeleton.values[use.key]:  # inner ones first, so that only nesting in place is recursion
            self._values[node] = self.conjunct(node, self.names(node), NO_NAMES)
        root = self._skeleton.roots[use.key]
        names = self.names(root)
        result = self.conjunct(root, names | use.own, use.above)
        return State(result, names)

    # What the rules ask

    def value(self, node: Node) -> Result | None:
        """Return the result of a subschema that applies to a value of its own; None: taken out."""
        return self._values[node]

    def conjunct(self, node: Node, own: frozenset[str], above: frozenset[str]) -> Result | None:
        """Prune a part of a conjunction; ``own`` was taken out of it, ``above`` of what it is a branch of."""
        gone = node.gate is not None and self._fails(node.gate)
        if gone and self.trace is None:
            return None
        if node.required & above:
            gone = True
        edit = Edit(node.schema)
        if node.ref is not None and not self._refer(edit, node, own, above):
            gone = True
        if node.declares and "properties" not in node.kids and node.declares & (own | above):
            RULES["properties"](self, edit, node, "properties", [], own, above)
        for keyword, kids in node.kids.items():
            if gone and self.trace is None:
                return None
            gone = not RULES[keyword](self, edit, node, keyword, kids, own, above) or gone
        if gone and self.trace is None:
            return None
        if own or above:
            forget(self, edit, node, own, above)
        if gone:
            assert self.trace is not None
            self.trace.gone.add((node.key, node.pointer))
            return None
        if node.default_for is not None:
            edit.notes.append(((), DefaultFor(node)))
        return edit.result()

    # References

    def _refer(self, edit: Edit, node: Node, own: frozenset[str], above: frozenset[str]) -> bool:
        """Point a reference at the use of its definition that is meant here; tell whether there is one."""
        assert node.ref is not None
        gone = node.ref_gate is not None and self._fails(node.ref_gate)
        if not node.ref_live or (gone and self.trace is None):
            return not gone
        use = self._use(node.ref, own, above)
        state = self._state(use)
        name = self._name(use)
        if name != node.ref:
            edit.put("$ref", name, name)
        return not gone and (state is None or state.result is not None)

    def _use(self, key: str, own: frozenset[str], above: frozenset[str]) -> Use:
        mentions = self._skeleton.mentions[key]
        plain = Use(key)
        if not mentions or not (own or above):
            return plain
        return Use(key, (own & mentions) - self._names_behind(key), above & mentions)

    def _state(self, use: Use) -> State | None:
        """Return what is known of a use, and see to it that the current one is worked on again when that changes."""
        self._readers.setdefault(use, {})[self._current] = None
        state = self.states.get(use)
        if state is None and use not in self._queued:
            self._enqueue(use)
        return state

    def _name(self, use: Use) -> str:
        """Return the key under which a use can be referred to: its definition's, or a provisional one."""
        if not (use.own or use.above):
            return use.key
        if use not in self._name_of:
            number = len(self._name_of) + 2
            while f"{use.key}~{number}" in self._sites.bare.definitions:
                number += 1
            self._name_of[use] = f"{use.key}~{number}"
            self.copies[self._name_of[use]] = use
        return self._name_of[use]

    # Names

    def names(self, node: Node) -> frozenset[str]:
        """Return the names that a schema and its conjuncts, as far as it holds them, take out."""
        if node not in self._taken:
            self._taken[node] = self._gather(node)
        return self._taken[node]

    def _gather(self, node: Node) -> frozenset[str]:
        if node.gate is not None and self.trace is None and self._fails(node.gate):
            return NO_NAMES
        names = {str(name) for name, kid in node.kids.get("properties", ()) if self.value(kid) is None}
        for _, kid in node.kids.get("allOf", ()):
            names |= self.names(kid)
        if node.ref_live and node.ref is not None:
            names |= self._names_behind(node.ref)
        return frozenset(names) if names else NO_NAMES

    def _names_behind(self, key: str) -> frozenset[str]:
        state = self._state(Use(key))
        return NO_NAMES if state is None else state.names

    def _fails(self, gate: Gate) -> bool:
        closed = self._closed.get(gate)
        if closed is None:
            closed = self._closed[gate] = gate.holds(self._answers.answer) is not True
        return closed
