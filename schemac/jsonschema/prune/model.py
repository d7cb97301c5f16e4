"""The values of pruning: what is asked, what a schema can ask, and what comes out (docs/spec, chapter GAT)."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple, Protocol

from schemac.findings import Finding
from schemac.gates import Gate
from schemac.jsonschema.closed import Removals
from schemac.jsonschema.module import Module
from schemac.jsonschema.prune.skeleton import Node, Skeleton
from schemac.pointer import Pointer
from schemac.values import Json, freeze


class Answers(Protocol):
    """The answers for one caller; decisions are."""

    @property
    def values(self) -> Mapping[str, Json]:
        """The values that ``x-default-for`` may name."""

    def answer(self, predicate: str, /) -> bool | None:
        """Return true, false, or None for unknown."""


class Taker(Protocol):
    """Tells whether a subschema takes a value, unless pruning touched what applies there."""

    def __call__(self, value: Json, /) -> bool:
        """Tell it of a value."""


class Unanswered:
    """Answers that know nothing: no gate holds, so all that can be taken out is."""

    values: Mapping[str, Json] = MappingProxyType({})

    def answer(self, predicate: str, /) -> bool | None:  # noqa: ARG002 - it knows nothing of any
        """Return None."""
        return None


@dataclass(frozen=True, slots=True)
class Pruned:
    """A module as one caller sees it and is held to.

    Attributes:
        shown: What the caller sees, without a trace of what was taken out. None: the schema itself was.
        enforced: What the caller is held to: the same, with ``false`` where a name, pattern or item was taken out, so
            that both have the same places. The same object as ``shown`` where nothing was.
        removed: What was taken out, by definition and place of ``enforced`` (and of ``shown``), for
            :class:`~schemac.jsonschema.closed.Shapes`.
    """

    shown: Module | None
    enforced: Module | None
    removed: Removals = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Sites:
    """What gates can do to one module: made by :func:`~schemac.jsonschema.prune.analyse`, at author time.

    Attributes:
        bare: The module without ``x-requires`` and ``x-default-for``.
        predicates: The predicates that it can ask, in order of code points.
        values: The keys of decision values that it can take as defaults, in order of code points.
        gates: Its gates, each once.
        skeleton: The parts that gates can change; None if there is no site.
        settled: The definitions that refer to the same definitions whatever is taken out of them.
        annotated: A default or example stands where pruning may make it untrue.
        takers: What tells whether a decision value fits, by definition and place of its ``x-default-for``.
        findings: Warnings and notes.
    """

    bare: Module
    predicates: tuple[str, ...] = ()
    values: tuple[str, ...] = ()
    gates: tuple[Gate, ...] = ()
    skeleton: Skeleton | None = None
    settled: frozenset[str] = frozenset()
    annotated: bool = False
    takers: Mapping[tuple[str, Pointer], Taker] = field(default_factory=dict)
    findings: tuple[Finding, ...] = ()

    def key(self, answers: Answers) -> Hashable:
        """Return a key that is equal for callers to whom this module is the same: which gates hold, which values."""
        holds = tuple([gate.holds(answers.answer) is True for gate in self.gates])
        if not self.values:
            return holds
        given = answers.values
        return holds, tuple([freeze(given[key]) if key in given else _ABSENT for key in self.values])


_ABSENT = ("absent",)


class Moved(NamedTuple):
    """A list item has a new index; ``was`` is its place in the authored definition."""

    was: Pointer


class DefaultFor(NamedTuple):
    """A subschema takes its default from a decision value, if that fits."""

    node: Node
