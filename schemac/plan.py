"""The only place that knows the order of the stages: read, choose, analyse, lay out — then compile per caller.

Author time is :func:`plan`, which does all that can fail. Request time is :meth:`Plan.compile`, which is total
(docs/spec, chapters MAN and SUR).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from typing import NamedTuple

from schemac.catalog.decisions import Ask, Decisions, expect_decisions
from schemac.catalog.documents import check_documents
from schemac.catalog.explain import Visibility, explain_tool
from schemac.catalog.layout import Layout, lay_out
from schemac.catalog.members import Member, Subject, analyse_tool
from schemac.catalog.model import Catalog
from schemac.catalog.namespaces import place
from schemac.catalog.naming import NameForm, fit_names
from schemac.catalog.options import Given, Options, effective, read_given
from schemac.catalog.read import read_manifest
from schemac.dispatch.outcome import Refusal
from schemac.dispatch.output import Projection, project
from schemac.dispatch.output import refuse as refuse_output
from schemac.dispatch.resolve import Rules
from schemac.dispatch.target import target_of
from schemac.dispatch.validate import DEFAULT_ENGINE, Engine
from schemac.findings import Finding, SchemacError, Severity, did_you_mean, finding, has_errors, in_order
from schemac.jsonschema.keywords import DIALECTS
from schemac.pointer import Pointer
from schemac.surface import keys
from schemac.surface.aim import Aim
from schemac.surface.assemble import Assembler
from schemac.surface.flat import Alone
from schemac.surface.presentation import Presentation
from schemac.surface.surface import Surface
from schemac.targets import Target, target
from schemac.text.manifest import Manifest
from schemac.values import Json, JsonObject, expect_text, freeze


class Vocabulary(NamedTuple):
    """What a plan can ask of decisions, each sorted by code points (docs/spec, chapter SUR)."""

    predicates: tuple[str, ...]
    tools: tuple[str, ...]
    values: tuple[str, ...]

    def to_json(self) -> JsonObject:
        """Return it as ``{predicates, tools, values}``."""
        return {"predicates": list(self.predicates), "tools": list(self.tools), "values": list(self.values)}


class Value:
    """A decision value as part of a vector: hashable, equal iff equal as JSON."""

    __slots__ = ("json", "key")

    def __init__(self, json: Json) -> None:
        self.json = json
        self.key = freeze(json)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Value) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)


class _Answers:
    """A vector as what asks it takes it."""

    __slots__ = ("answer", "values")

    def __init__(self, predicates: Mapping[str, bool | None], values: Mapping[str, Json]) -> None:
        self.answer = predicates.get
        self.values = values


class Vector(NamedTuple):
    """One caller's answers to exactly a plan's vocabulary; callers with equal vectors share a surface.

    Attributes:
        predicates: The answers, in the vocabulary's order.
        hidden: The tools that the outside authoriser does not let be seen.
        values: Those of the vocabulary's values that the caller has, in its order.
    """

    predicates: tuple[bool | None, ...]
    hidden: frozenset[str]
    values: tuple[tuple[str, Value], ...]


class Plan:
    """A validated domain, ready to be specialised for any caller; immutable, shared by callers and threads.

    Make one with :func:`plan`.

    Attributes:
        domain: Its name.
        options: The effective options.
        findings: What was found at author time, in order; no errors but those of tools that were left out.
        vocabulary: What it can ask.
    """

    def __init__(
        self,
        catalog: Catalog,
        domain: str,
        options: Options,
        aim: Aim,
        subjects: tuple[Subject, ...],
        layout: Layout,
        findings: Iterable[Finding],
        validator: Engine = DEFAULT_ENGINE,
    ) -> None:
        self.catalog = catalog
        self.domain = domain
        self.options = options
        self.subjects = subjects
        self.layout = layout
        self.vocabulary = Vocabulary(
            tuple(sorted({name for subject in subjects for name in subject.predicates})),
            tuple(sorted(subject.tool.name for subject in subjects)),
            tuple(sorted({key for subject in subjects for key in subject.values})),
        )
        self._names = frozenset(self.vocabulary.tools)
        self.aim = aim
        alone = Alone(options.output_dialect, aim)
        self._assembler = Assembler(layout, options, aim, alone)
        concerns = self._assembler.concerns([subject.whole for subject in subjects])
        said = [*findings, *(concern.for_author(tool) for tool, concern in concerns)]
        self.findings = tuple(in_order(_without_accepted(said, catalog)))
        own_names = (subject.tool.name for subject in subjects)
        flat_names = dict(zip(own_names, layout.flat_names, strict=True))
        self._presentation = Presentation(options, aim, alone, Rules.of(options, validator), flat_names, self._recheck)
        self._surface = lru_cache(maxsize=options.remember)(self._specialise)

    def __repr__(self) -> str:
        return f"<Plan of domain {self.domain!r}: {len(self.subjects)} tools>"

    def compile(self, decisions: Decisions) -> Surface:
        """Return the surface of one caller. Never raises, whatever the decisions; equal vectors share the surface.

        Raises:
            TypeError: What was given is no :class:`Decisions`.
        """
        return self._surface(self.vector(decisions))

    @cached_property
    def whole(self) -> Surface:
        """The surface with every tool and every part of it, for the author's side alone."""
        everything = {index: subject.whole for index, subject in enumerate(self.subjects)}
        return Surface(self._assembler.entries(everything), self._presentation)

    def decide(self, ask: Ask) -> Decisions:
        """Return decisions made by asking for everything that the plan can consult.

        Args:
            ask: Called with a kind (``predicates``, ``tools``, ``values``) and a name. For predicates and tools it
                returns true, false or None; for values, the value, or None where there is none.

        Raises:
            SchemacError: An answer is not of the right form.
        """
        asked: JsonObject = {
            "predicates": {name: ask("predicates", name) for name in self.vocabulary.predicates},
            "tools": {name: ask("tools", name) for name in self.vocabulary.tools},
        }
        values = {key: ask("values", key) for key in self.vocabulary.values}
        asked["values"] = {key: value for key, value in values.items() if value is not None}
        return Decisions.parse(asked)

    def vector(self, decisions: Decisions) -> Vector:
        """Return the caller's answers to the vocabulary."""
        expect_decisions(decisions)
        names = self.vocabulary
        answered = tuple([decisions.answer(name) for name in names.predicates])
        if decisions.unlisted_allowed:
            hidden = frozenset(
                [name for name, said in decisions.tools.items() if said is not True and name in self._names]
            )
        else:
            hidden = self._names - {name for name, said in decisions.tools.items() if said is True}
        values = tuple([(key, Value(decisions.values[key])) for key in names.values if key in decisions.values])
        return Vector(answered, hidden, values)

    @cached_property
    def defs_digest(self) -> str:
        """The digest of all that shapes this plan's surfaces, whoever asks (docs/spec, chapter SUR)."""
        tools = [subject.tool for subject in self.subjects]
        return keys.defs_digest(self.catalog, self.domain, self.options, tools)

    def vector_json(self, decisions: Decisions) -> JsonObject:
        """Return the caller's vector as JSON: ``{predicates: {p: true|false|null}, tools: {t: bool}, values: {…}}``."""
        vector = self.vector(decisions)
        return {
            "predicates": dict(zip(self.vocabulary.predicates, vector.predicates, strict=True)),
            "tools": {name: name not in vector.hidden for name in self.vocabulary.tools},
            "values": {key: value.json for key, value in vector.values},
        }

    def cache_key(self, decisions: Decisions) -> str:
        """Return the key under which the caller's listing may be shared, also between servers in other languages."""
        return keys.cache_key(self.domain, self.defs_digest, self.vector_json(decisions))

    def explain(self, tool: str, decisions: Decisions) -> Visibility:
        """Return why a caller sees a tool or not, gate by gate; for the server's side, never for a caller.

        Raises:
            KeyError: The domain has no such tool.
        """
        expect_decisions(decisions)
        if expect_text("tool", tool) not in self._by_name:
            hint = did_you_mean(tool, self._by_name)
            raise KeyError(f"The domain {self.domain} has no tool {tool!r}. {hint}".strip())
        return explain_tool(self._by_name[tool], decisions)

    def project_output(self, tool: str, decisions: Decisions, value: Json) -> Projection | Refusal:
        """Return a tool's result as a caller may see it (docs/spec, chapter ENG). Never raises.

        Args:
            tool: The tool's own name.
            decisions: The caller's.
            value: The tool's structured result; it is not changed.

        Returns:
            The result without what the caller may not see, or why it cannot be shown: the caller does not see the tool
            (``tool-unknown``), or a part that may not be shown cannot be left out (``output-refused``). The result of a
            tool without an output schema is handed on as it is.
        """
        expect_decisions(decisions)
        member = self._recheck(tool, decisions) if expect_text("tool", tool) in self._by_name else None
        if member is None:
            reason = "the tool is hidden from this caller" if tool in self._by_name else "no tool has that name"
            return Refusal("tool-unknown", (), f"There is no tool {tool!r}.", reason)
        if member.tool.output_schema is None:
            return Projection(value)
        checker = target_of(member, self._presentation.rules.engine).output
        return refuse_output(()) if checker is None else project(checker, value)

    def _recheck(self, tool: str, decisions: Decisions) -> Member | None:
        if not decisions.allows(tool):
            return None
        return self._by_name[tool].member(decisions)

    @cached_property
    def _by_name(self) -> Mapping[str, Subject]:
        return {subject.tool.name: subject for subject in self.subjects}

    def _specialise(self, vector: Vector) -> Surface:
        answers = _Answers(
            dict(zip(self.vocabulary.predicates, vector.predicates, strict=True)),
            {key: value.json for key, value in vector.values},
        )
        visible: dict[int, Member] = {}
        for index, subject in enumerate(self.subjects):
            if subject.tool.name not in vector.hidden:
                member = subject.member(answers)
                if member is not None:
                    visible[index] = member
        return Surface(self._assembler.entries(visible), self._presentation)


def plan(
    manifest: Manifest | JsonObject,
    domain: str | None = None,
    options: Mapping[str, Json] | None = None,
    *,
    validator: Engine = DEFAULT_ENGINE,
) -> Plan:
    """Build the plan of one domain.

    Args:
        manifest: From ``read_manifest``, or a manifest's JSON value.
        domain: Its name; may be left out where it is clear which is meant.
        options: Options that override the domain's.
        validator: The library that judges arguments and results, ``jsonschema-rs`` or ``jsonschema``. Both give the
            same verdicts and messages; the other one is slower, and stands in where jsonschema-rs is not installed.

    Raises:
        SchemacError: Something is wrong with the manifest, this domain or a tool in it; it says everything that is.
    """
    source = manifest if isinstance(manifest, Manifest) else Manifest.from_value(manifest)
    return plan_catalog(read_manifest(source.value), domain, options, validator=validator)


def plan_catalog(
    catalog: Catalog,
    domain: str | None = None,
    options: Mapping[str, Json] | None = None,
    *,
    validator: Engine = DEFAULT_ENGINE,
) -> Plan:
    """Build the plan of one domain of a catalog; see :func:`plan`."""
    found = list(catalog.findings)
    name = _choose_domain(catalog, domain)
    layers = (catalog.domains[name], read_given({} if options is None else options, ("options",), found))
    chosen = effective(layers, found)
    aim, chosen = _aim(chosen, layers, found)
    tools = [
        tool for tool in catalog.tools if _in_domain(tool.domains, name, catalog) and chosen.filter.admits(tool.tags)
    ]
    # a tool that names a domain which is not declared may have meant this one
    broken = [
        item
        for item in catalog.broken
        if (_in_domain(item.domains, name, catalog) or not catalog.domains.keys() >= set(item.domains or ()))
        and (item.tags is None or chosen.filter.admits(item.tags))
    ]
    left_out = [item.name for item in broken if item.name is not None]
    tool_findings = [said for item in broken for said in item.findings]
    dialect = DIALECTS[catalog.dialect]
    if chosen.group_by == "namespace":
        placed = place(tools, catalog.groups, dialect)
        tools = list(placed.tools)
        left_out.extend(placed.left_out)
        tool_findings.extend(placed.findings)
    checked = check_documents(catalog.documents, dialect)
    tool_findings.extend(checked.findings)  # tools that refer to such a document cannot be served
    readable = [item.tool for item in broken if item.tool is not None]
    if chosen.group_by == "namespace":
        readable = list(place(readable, catalog.groups, dialect).tools)
    tool_findings.extend(said for tool in readable for said in analyse_tool(tool, checked, dialect)[1])
    subjects: list[Subject] = []
    for tool in tools:
        subject, said = analyse_tool(tool, checked, dialect)
        tool_findings.extend(said)
        if subject is None:
            left_out.append(tool.name)
        else:
            subjects.append(subject)
    in_layout = [subject.tool for subject in subjects]
    layout, said = lay_out(in_layout, catalog, chosen, left_out, takes_dots=_takes_dots(aim.target))
    found.extend(said)
    layout, said = fit_names(layout, in_layout, chosen, NameForm(aim.target.names.pattern, aim.target.names.most))
    found.extend(said)
    refused = has_errors(found) or (chosen.on_tool_error == "refuse" and has_errors(tool_findings))
    found.extend(tool_findings)
    if refused:
        raise SchemacError(_without_accepted(found, catalog))
    made = Plan(catalog, name, chosen, aim, tuple(subjects), layout, found, validator)
    if chosen.limits == "error":
        _refuse_excess(made)
    known = set(found)
    if any(item.is_error and item not in known for item in made.findings):  # what a strategy cannot shape
        raise SchemacError(made.findings)
    return made


def _refuse_excess(made: Plan) -> None:
    """Refuse a domain whose listing, with every tool visible, is beyond what its target takes in a request."""
    domain: Pointer = ("domains", made.domain) if made.catalog.declared else ()
    excess = [replace(item.at(domain), severity=Severity.ERROR) for item in made.whole.excess]
    if excess:
        raise SchemacError([*made.findings, *excess])


def _choose_domain(catalog: Catalog, domain: str | None) -> str:
    if domain is None:
        domain = catalog.default_domain
        if domain is None:
            message = f"The manifest has several domains: {', '.join(catalog.domains)}."
            raise SchemacError([*catalog.findings, finding("unknown-domain", ("domains",), message, "Say which one.")])
    if expect_text("domain", domain) not in catalog.domains:
        message = f"There is no domain {domain!r}; the manifest declares {', '.join(catalog.domains)}."
        hint = did_you_mean(domain, catalog.domains) or None
        raise SchemacError([*catalog.findings, finding("unknown-domain", ("domains",), message, hint)])
    return domain


def _aim(options: Options, layers: Sequence[Given], found: list[Finding]) -> tuple[Aim, Options]:
    """Return what the target asks for, and the options with what it implies.

    Args:
        options: The effective options.
        layers: Where they were given; later ones override earlier ones.
        found: Takes ``unknown-target``, after which the target is ``mcp`` so that the rest can be judged, and
            ``option-value`` where the options ask the target for what it cannot take.
    """
    try:
        chosen = target(options.target)
    except SchemacError as refused:
        found.extend(item.under(_given_at("target", layers)) for item in refused.findings)
        chosen = target("mcp")
        options = replace(options, target=chosen.name)
    if not chosen.keeps_schemas and options.output_dialect not in (None, chosen.dialect):
        message = f"The target {chosen.name} reads {chosen.dialect}, and output_dialect asks for another one."
        found.append(finding("option-value", _given_at("output_dialect", layers), message, "Leave it out."))
        options = replace(options, output_dialect=None)
    if not chosen.schema.extensions:
        options = replace(options, schemas_in="meta")
    return Aim(chosen, options), options


def _given_at(name: str, layers: Sequence[Given]) -> Pointer:
    """Return where the value of an option that holds was given."""
    return next((*layer.pointer, name) for layer in reversed(layers) if name in layer.values)


def _takes_dots(chosen: Target) -> bool:
    """Tell whether a target takes tool names with dots."""
    pattern = chosen.names.pattern
    return not pattern or re.fullmatch(pattern, "a.b") is not None


def _in_domain(domains: tuple[str, ...] | None, name: str, catalog: Catalog) -> bool:
    return name in domains if domains is not None else name == catalog.default_domain


def _without_accepted(findings: Iterable[Finding], catalog: Catalog) -> list[Finding]:
    return [item for item in findings if not any(accepted.covers(item) for accepted in catalog.allowed)]
