"""Gates on tools: the expression type, and why one holds or not (docs/spec, chapter GAT).

The expressions themselves are a leaf (:mod:`schemac.gates`), since schemas carry them too.
"""

from __future__ import annotations

from dataclasses import dataclass

from schemac.gates import All, Answer, AnyOf, Gate, Not, Predicate, parse_gate
from schemac.values import JsonObject

__all__ = ["All", "Answer", "AnyOf", "Explanation", "Gate", "Not", "Predicate", "explain", "parse_gate"]


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a gate holds or not, part by part.

    Attributes:
        gate: The gate, or a part of it.
        holds: True, false, or None: the answers do not tell. Only true lets a caller pass.
        parts: Its parts in the order written; a predicate has none.
    """

    gate: Gate
    holds: bool | None
    parts: tuple[Explanation, ...] = ()

    def to_json(self) -> JsonObject:
        """Return it as ``{gate, holds}``, with ``parts`` where there are any; ``gate`` is text for people."""
        told: JsonObject = {"gate": str(self.gate), "holds": self.holds}
        if self.parts:
            told["parts"] = [part.to_json() for part in self.parts]
        return told


def explain(gate: Gate, answer: Answer) -> Explanation:
    """Return whether a gate holds and, for every part of it, whether that does."""
    if isinstance(gate, Predicate):
        return Explanation(gate, answer(gate.name))
    parts = (gate.part,) if isinstance(gate, Not) else gate.parts
    return Explanation(gate, gate.holds(answer), tuple([explain(part, answer) for part in parts]))
