"""Why a caller sees a tool or not, for the server's side (docs/spec, chapter CLI); never shown to callers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from schemac.catalog.decisions import Decisions
from schemac.catalog.gates import Explanation, explain
from schemac.catalog.members import Subject
from schemac.jsonschema.prune import gated_places
from schemac.pointer import Pointer, render, sort_key
from schemac.values import JsonObject


@dataclass(frozen=True, slots=True)
class GatedPart:
    """A part of a tool's schema that has a gate of its own.

    Attributes:
        field: ``inputSchema`` or ``outputSchema``, which the part belongs to.
        document: URI of the document where it stands, "" for the schema itself.
        pointer: Its place there.
        name: The argument, or the part of the result, that it is: ``customer.id``, ``items[].price``; "" for the whole
            value; None for a definition, or what stands in a document, which may be several.
        gate: The gate, part by part.
    """

    field: str
    document: str
    pointer: Pointer
    name: str | None
    gate: Explanation

    def to_json(self) -> JsonObject:
        """Return it as ``{field, document, pointer, name, gate}``."""
        place = {"field": self.field, "document": self.document, "pointer": render(self.pointer), "name": self.name}
        return {**place, "gate": self.gate.to_json()}


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
        parts: What is gated inside its schemas, input before output, each in the order of places.
    """

    tool: str
    visible: bool
    gate: Explanation | None
    authorised: bool
    listed: bool
    root_removed: bool
    predicates: dict[str, bool | None]
    parts: tuple[GatedPart, ...] = ()

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
            "parts": [part.to_json() for part in self.parts],
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
        parts=tuple(_parts(subject, decisions)),
    )


def _parts(subject: Subject, decisions: Decisions) -> Iterator[GatedPart]:
    for field, sites in subject.gated():
        places = {(place.document, place.pointer, place.gate): place for place in gated_places(sites)}
        for place in sorted(places.values(), key=lambda item: (item.document, sort_key(item.pointer), str(item.gate))):
            name = None if place.document else _name_of(place.pointer)
            yield GatedPart(field, place.document, place.pointer, name, explain(place.gate, decisions.answer))


def _name_of(pointer: Pointer) -> str | None:
    """Return the way to a value from the names on the way to its subschema; None where that names no one value."""
    name = ""
    tokens = iter(pointer)
    for keyword in tokens:
        if keyword in ("allOf", "anyOf", "oneOf"):
            next(tokens, None)
        elif keyword == "properties":
            name += f".{next(tokens, '')}"
        elif keyword in ("items", "prefixItems"):
            name += "[]"
            if keyword == "prefixItems":
                next(tokens, None)
        else:
            return None
    return name.removeprefix(".")
