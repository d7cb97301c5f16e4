"""Why a caller sees a tool or not, for the server's side (docs/spec, chapter CLI); never shown to callers."""

from __future__ import annotations

from dataclasses import dataclass

from schemac.catalog.decisions import Decisions
from schemac.catalog.gates import Explanation, explain
from schemac.catalog.members import Subject
from schemac.values import JsonObject


@dataclass(frozen=True, slots=True)
class Visibility:
    """Whether one caller sees one tool, and every condition that it hangs on.

    Attributes:
        tool: The tool's name.
        visible: The answer.
        gate: The tool's gate, part by part; None where it has none.
        authorised: What the outside authoriser says; True where nothing hides it.
        listed: Whether the decisions have an entry of their own for the tool.
        root_removed: A gate at the root of its input schema hides it.
        predicates: Every predicate that the tool or its schemas consult, with the caller's answer.
    """

    tool: str
    visible: bool
    gate: Explanation | None
    authorised: bool
    listed: bool
    root_removed: bool
    predicates: dict[str, bool | None]

    def to_json(self) -> JsonObject:
        """Return it as a JSON object."""
        return {
            "tool": self.tool,
            "visible": self.visible,
            "gate": self.gate.to_json() if self.gate else None,
            "authorised": self.authorised,
            "listed": self.listed,
            "root_removed": self.root_removed,
            "predicates": self.predicates,
        }


def explain_tool(subject: Subject, decisions: Decisions) -> Visibility:
    """Return why a caller sees a tool or not."""
    tool = subject.tool
    gate = explain(tool.gate, decisions.answer) if tool.gate else None
    authorised = decisions.allows(tool.name)
    passed = gate is None or gate.holds is True
    kept = subject.variant(decisions) is not None
    return Visibility(
        tool=tool.name,
        visible=passed and authorised and kept,
        gate=gate,
        authorised=authorised,
        listed=tool.name in decisions.tools,
        root_removed=not kept,
        predicates={name: decisions.answer(name) for name in subject.predicates},
    )
