"""Author time: find what gates can do to a module, and refuse what they must not (docs/spec, chapter GAT)."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import replace

from schemac.findings import Finding, SchemacError, finding, has_errors, in_order
from schemac.jsonschema.dead import dead_places
from schemac.jsonschema.documents import NO_DOCUMENTS, Documents
from schemac.jsonschema.limits import measured
from schemac.jsonschema.module import Module
from schemac.jsonschema.prune.annotate import takers
from schemac.jsonschema.prune.gather import GATE, Gathered, Locate, dead_gates, gather, is_silent, locator
from schemac.jsonschema.prune.mentions import look
from schemac.jsonschema.prune.model import Sites, Unanswered
from schemac.jsonschema.prune.positions import refused_positions
from schemac.jsonschema.prune.run import Run
from schemac.jsonschema.prune.skeleton import Marks, Node, Skeleton, Survey
from schemac.jsonschema.prune.trace import Trace
from schemac.pointer import Pointer
from schemac.values import JsonObject, Schema


def analyse(
    module: Module,
    schema: Schema = True,
    *,
    documents: Documents = NO_DOCUMENTS,
    pointer: Pointer = (),
    inner: AbstractSet[str] | None = None,
) -> Sites:
    """Return what gates can do to a linked module.

    Args:
        module: What linking made of a schema.
        schema: The schema as authored, to find gates at dead places; ``true`` where there is none to look at.
        documents: Those that the module was linked with.
        pointer: Where the schema stands in the value that findings point into.
        inner: From :func:`~schemac.jsonschema.limits.measured` of the schema, for those who have it already.

    Raises:
        SchemacError: With all findings: ``gate-empty``, ``gate-invalid``, ``gate-misspelled``, ``gate-dead``,
            ``default-for-invalid``, ``gate-not-allowed-here``, ``gated-name-mentioned``, ``limit-exceeded``.
    """
    silent = isinstance(schema, bool) or is_silent(_names(schema, inner))
    # What was authored in the schema itself is told with it.
    if silent and not any(
        definition.gates
        or ((definition.origin.document or isinstance(schema, bool)) and not is_silent(definition.names))
        for definition in module.definitions.values()
    ):
        return Sites(module)
    locate = locator(pointer, documents.locate)
    gathered = gather(module, locate)
    found = gathered.findings
    if not silent:
        found.extend(dead_gates(dead_places(schema, module), pointer))
    if has_errors(found):
        raise SchemacError(found)
    marks = gathered.marks
    if not (marks.gates or marks.defaults or marks.above):
        return Sites(module, findings=tuple(in_order(found)))
    sites = _sites(gathered, locate)
    if has_errors(sites.findings):
        raise SchemacError(sites.findings)
    return sites


def _names(schema: JsonObject, inner: AbstractSet[str] | None) -> AbstractSet[str]:
    if inner is None:
        found = measured(schema)
        if isinstance(found, Finding):
            raise SchemacError([found])
        inner = found
    return inner | schema.keys()


def _sites(gathered: Gathered, locate: Locate) -> Sites:
    bare, marks, found = gathered.bare, gathered.marks, gathered.findings
    gates = tuple(dict.fromkeys([*marks.gates.values(), *marks.above.values()]))
    sites = Sites(
        bare=bare,
        predicates=tuple(sorted({name for gate in gates for name in gate.predicates})),
        values=tuple(sorted(set(marks.defaults.values()))),
        gates=gates,
    )
    survey = Survey(bare)
    only_gates = Marks(marks.gates, {}, marks.above)
    trace = _traced(sites, survey.widest(only_gates))
    names = frozenset(name for _, name in trace.names)
    gated = survey.skeleton(only_gates, names)
    found.extend(refused_positions(bare, marks, locate))
    seen = look(bare, trace, {(node.key, node.pointer) for node in _nodes(gated) if _may_lose(node)}, locate)
    found.extend(seen.findings)
    found.extend(_consequences(bare, trace, locate))
    return replace(
        sites,
        skeleton=survey.skeleton(marks, names) if marks.defaults else gated,
        settled=_settled(survey, gated, trace),
        annotated=seen.annotated or not seen.touched.isdisjoint(marks.defaults),
        takers=takers(bare, marks.defaults),
        findings=tuple(in_order(found)),
    )


def _traced(sites: Sites, nodes: Skeleton) -> Trace:
    """Return what can be taken out when no gate holds: more than by any other answers, since removal only grows."""
    trace = Trace()
    Run(sites, nodes, Unanswered(), trace).finish()
    return trace


def _settled(survey: Survey, nodes: Skeleton, trace: Trace) -> frozenset[str]:
    """Return the definitions that refer to the same definitions whatever is taken out of them."""
    losing = {key for key, _ in survey.with_references() & trace.gone}
    copied = {node.key for node in _nodes(nodes) if node.ref_live and node.ref and nodes.mentions[node.ref]}
    return frozenset(nodes.roots.keys() - losing - copied)


def _nodes(nodes: Skeleton) -> Iterator[Node]:
    stack = list(nodes.roots.values())
    while stack:
        node = stack.pop()
        yield node
        stack.extend([kid for kids in node.kids.values() for _, kid in kids])


def _may_lose(node: Node) -> bool:
    """Tell whether something can be taken out of a subschema while it stays; else it stays as it is or goes."""
    return bool(node.kids or node.ref or node.required or node.declares or node.dependent)


def _consequences(bare: Module, trace: Trace, locate: Locate) -> Iterator[Finding]:
    """Yield what follows from what can be taken out."""

    def at(node: Node, *below: str | int) -> Pointer:
        return (*locate(bare.definitions[node.key], node.pointer), *below)

    for holder, keyword, index in trace.tuple_items:
        message = "A tuple item cannot be taken out, since those after it would move up."
        place = at(holder, keyword, index)
        yield finding("gate-not-allowed-here", (*place, GATE) if _is_gated(holder, keyword, index) else place, message)
    for holder, name in trace.requirements:
        place = at(holder, "required") if name in holder.required else at(holder)
        message = f"{name!r} is asked for here, and no longer where it is taken out."
        yield finding("gate-drops-required", place, message)
    for holder, index in trace.choices:
        message = "A value that this member and another one take is refused here, and accepted where this one is gone."
        yield finding("gate-widens-oneof", at(holder, "oneOf", index), message)


def _is_gated(holder: Node, keyword: str, index: int) -> bool:
    return any(at == index and node.gate is not None for at, node in holder.kids[keyword])
