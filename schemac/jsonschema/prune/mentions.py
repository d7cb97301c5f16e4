"""What is found by looking at places: all subschemas that apply to one value, together (docs/spec, chapter GAT).

Names of gated properties that stay visible where the property does not; gated names in objects that take any name; and
defaults and examples that pruning may make untrue.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from schemac.findings import Finding, finding
from schemac.jsonschema.applied import ANNOTATIONS, Applied
from schemac.jsonschema.closed import Removed, Shape, Shapes
from schemac.jsonschema.members import objects
from schemac.jsonschema.module import Module
from schemac.jsonschema.prune.gather import Locate
from schemac.jsonschema.prune.skeleton import Node, mentioned
from schemac.jsonschema.prune.trace import Trace
from schemac.jsonschema.walk import children
from schemac.pointer import Pointer
from schemac.values import Json


@dataclass(slots=True)
class Mentions:
    """What looking at places came to.

    Attributes:
        findings: Errors and warnings.
        touched: Definition and place of each subschema that applies where gates can change what is taken.
        annotated: One of these has a default or an example.
    """

    findings: list[Finding] = field(default_factory=list)
    touched: set[tuple[str, Pointer]] = field(default_factory=set)
    annotated: bool = False


def look(bare: Module, trace: Trace, gated: set[tuple[str, Pointer]], locate: Locate) -> Mentions:
    """Look at every place that the module tells apart.

    Args:
        bare: The module without gates.
        trace: What can be taken out of it.
        gated: Definition and place of each subschema out of which something can be taken while it stays.
        locate: Where a place of a definition stands.
    """
    found = Mentions()
    places, complete = Shapes(bare, _worst(trace)).places()
    if not complete:
        message = "The schema combines its parts in more ways than can be looked at."
        found.findings.append(finding("limit-exceeded", locate(bare.root, ()), message))
    for place in places:
        found.findings.extend(_open(bare, place, locate))
        found.findings.extend(_patterns(bare, place, locate))
        for item in place.applied:
            found.findings.extend(_named(bare, place, item, locate))
        if any((item.key, item.pointer) in gated for item in place.applied):
            found.touched.update((item.key, item.pointer) for item in place.applied)
            found.annotated = found.annotated or any(
                keyword in item.schema for item in place.applied for keyword in ANNOTATIONS
            )
    return found


def _worst(trace: Trace) -> dict[str, dict[Pointer, Removed]]:
    """Return what is removed when no gate holds, at the places of the bare module."""
    names: dict[Node, list[str]] = {}
    patterns: dict[Node, list[str]] = {}
    for holder, name in trace.names:
        names.setdefault(holder, []).append(name)
    for holder, pattern in trace.patterns:
        patterns.setdefault(holder, []).append(pattern)
    worst: dict[str, dict[Pointer, Removed]] = {}
    for holder in {**names, **patterns}:
        removed = Removed(frozenset(names.get(holder, ())), tuple(patterns.get(holder, ())))
        worst.setdefault(holder.key, {})[holder.pointer] = removed
    return worst


def _open(bare: Module, place: Shape, locate: Locate) -> Iterator[Finding]:
    """Warn of names that the place would take as just any name."""
    for item in place.applied:
        removed = place.removed_from(item)
        for name in sorted(removed.names):
            if place.is_open or place.matches(name):
                pointer = (*locate(bare.definitions[item.key], item.pointer), "properties", name)
                message = f"The object also takes names that it does not list, and {name!r} would be one of them."
                yield finding("gated-name-in-open-object", pointer, message)
        for pattern in removed.patterns:
            if place.is_open:
                pointer = (*locate(bare.definitions[item.key], item.pointer), "patternProperties", pattern)
                message = f"The object also takes names that match no pattern, and so those of {pattern!r}."
                yield finding("gated-name-in-open-object", pointer, message)


def _patterns(bare: Module, place: Shape, locate: Locate) -> Iterator[Finding]:
    """Refuse gated patterns that match a declared name."""
    for item in place.applied:
        for pattern in place.removed_from(item).patterns:
            for name in sorted(place.names | place.gated_names):
                if place.matches_pattern(pattern, name):
                    at = (*locate(bare.definitions[item.key], item.pointer), "patternProperties", pattern)
                    message = f"The gated pattern matches {name!r}, which the object declares."
                    yield finding("gate-not-allowed-here", at, message, "Narrow the pattern, or gate the property.")


def _named(bare: Module, place: Shape, item: Applied, locate: Locate) -> Iterator[Finding]:
    """Refuse mentions of gated names in what stays: conditions, ``propertyNames``, ``enum``, ``const``."""
    gated = place.gated_names
    definition = bare.definitions[item.key]
    schema = item.schema

    def mention(name: str, *below: str | int) -> Finding:
        message = f"{name!r} is the name of a gated property, and stays visible here."
        return finding("gated-name-mentioned", (*locate(definition, item.pointer), *below), message)

    if gated and item.condition:
        for name in sorted(gated.intersection(mentioned(schema, definition.dialect))):
            yield mention(name)
    if gated and "propertyNames" in definition.dialect.applicators and isinstance(schema.get("propertyNames"), dict):
        named = {name for name in _texts(bare, item.below(schema["propertyNames"], "propertyNames")) if name in gated}
        for name in sorted(named):
            yield mention(name, "propertyNames")
    for keyword in ("enum", "const"):
        if keyword not in schema:
            continue
        values = schema[keyword] if keyword == "enum" else [schema[keyword]]
        if not isinstance(values, list):
            continue
        for index, value in enumerate(values):
            at: Pointer = (keyword, index) if keyword == "enum" else (keyword,)
            for found in objects(place, value):
                for name in sorted(found.shape.gated_names & found.value.keys()):
                    yield mention(name, *at, *found.pointer)


def _texts(bare: Module, start: Applied) -> Iterator[str]:
    """Yield the texts in ``enum`` and ``const`` of a schema about names, and of all that it applies or refers to."""
    seen = set()
    stack: list[Applied] = [start]
    while stack:
        item = stack.pop()
        if (item.key, item.pointer) in seen or not isinstance(item.schema, dict):
            continue
        seen.add((item.key, item.pointer))
        values: Json = item.schema.get("enum")
        for value in [*(values if isinstance(values, list) else ()), item.schema.get("const")]:
            if isinstance(value, str):
                yield value
        target = item.schema.get("$ref")
        if isinstance(target, str) and target in bare.definitions:
            stack.append(Applied(target, (), bare.definitions[target].schema))
        dialect = bare.definitions[item.key].dialect
        stack.extend([item.below(child, *tokens) for tokens, child in children(item.schema, dialect)])
