"""Link a schema: make its references values (docs/spec, chapter ENG).

Two phases. *Discovery* follows every reference in force, from definition to definition, with a worklist, and notes what
must change. *Building* makes the module, copying only what changes.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from functools import partial

from schemac.findings import Finding, SchemacError, finding
from schemac.jsonschema.documents import NO_DOCUMENTS, Documents
from schemac.jsonschema.dynamic import Resource, ResourceGraph
from schemac.jsonschema.graph import components
from schemac.jsonschema.index import Index
from schemac.jsonschema.keywords import DRAFT_2020_12, Dialect
from schemac.jsonschema.limits import AUTHORED, Limits, measured
from schemac.jsonschema.module import ROOT, Definition, Module
from schemac.jsonschema.places import Place, Scope, Unlinkable, document_root, follow
from schemac.jsonschema.references import Resolver
from schemac.jsonschema.scan import WRITTEN, Scan, Site, define, scan
from schemac.pointer import Pointer
from schemac.values import Schema


def link(
    schema: Schema,
    *,
    documents: Documents = NO_DOCUMENTS,
    dialect: Dialect = DRAFT_2020_12,
    pointer: Pointer = (),
    inner: AbstractSet[str] | None = None,
    limits: Limits = AUTHORED,
) -> Module:
    """Return a schema with all that its references reach as one module.

    Args:
        schema: As authored; never changed, and its unchanged parts are shared with the module.
        documents: What references may name beside the schema itself and the official metaschemas.
        dialect: How the schema is read, unless its own ``$schema`` says otherwise.
        pointer: Where the schema stands in the value that findings point into.
        inner: From :func:`~schemac.jsonschema.limits.measured`, for those who have measured the schema already.
        limits: How large it may be.

    Raises:
        SchemacError: With all findings: ``ref-unresolvable``, ``ref-into-data``, ``ref-ambiguous``, ``ref-cycle``,
            ``dynamic-ref-unsupported``, ``vocabulary-unsupported``, ``limit-exceeded``.
    """
    if inner is None:
        found = measured(schema, pointer, limits)
        if isinstance(found, Finding):
            raise SchemacError([found])
        inner = found
    try:
        root = document_root("", schema, dialect)
    except Unlinkable as error:
        raise SchemacError([finding(error.code, (*pointer, "$schema"), f"the schema {error.why}")]) from None
    linker = _Linker(root, documents, pointer, inner, limits)
    linker.discover()
    if not linker.findings:
        linker.refuse_cycles()
    if linker.findings:
        raise SchemacError(linker.findings)
    return linker.build()


class _Unit:
    """A definition under way: its scan, and the key that each of its references means."""

    def __init__(self, found: Scan) -> None:
        self.scan = found
        self.targets: list[str] = [""] * len(found.sites)


class _Pending:
    """A dynamic reference whose place is known only when all resources are."""

    def __init__(self, unit: _Unit, at: int, initial: Place, name: str) -> None:
        self.unit = unit
        self.at = at
        self.initial = initial
        self.name = name
        self.candidates: dict[str, Place] = {}

    @property
    def site(self) -> Site:
        return self.unit.scan.sites[self.at]


class _Linker:
    def __init__(
        self, root: Place, documents: Documents, pointer: Pointer, inner: AbstractSet[str], limits: Limits
    ) -> None:
        self._root = root
        self._limits = limits
        self._inner = inner
        self._documents = documents
        self._pointer = pointer
        self._resolver = Resolver(Index(root, inner), documents)
        self._units: dict[str, _Unit] = {}
        self._waiting: deque[Place] = deque([root])
        self._known = {ROOT}
        self._resources = ResourceGraph()
        self._pending: list[_Pending] = []
        self._size = 0
        self.findings: list[Finding] = []

    # Discovery

    def discover(self) -> None:
        """Follow every reference, dynamic ones last, until nothing new is reached."""
        self._drain()
        while self._pending and self._offer():
            self._drain()
        for item in self._pending:
            if len(item.candidates) != 1:
                self._refuse(
                    item.unit.scan.place,
                    item.site,
                    Unlinkable("dynamic-ref-unsupported", "means different places, depending on the way it is reached"),
                )
            for key in item.candidates:
                item.unit.targets[item.at] = key

    def _drain(self) -> None:
        while self._waiting:
            place = self._waiting.popleft()
            unit = self._units[place.key] = _Unit(self._documents.scanned(place) if place.document else scan(place))
            self._size += unit.scan.size
            if self._size > self._limits.containers:
                self._give_up(f"references make more than {self._limits.containers} subschemas of the schema")
            elif len(self._units) > self._limits.definitions:
                self._give_up(f"references reach more than {self._limits.definitions} places")
            else:
                self._follow_all(unit)

    def _give_up(self, why: str) -> None:
        self.findings.append(finding("limit-exceeded", self._pointer, why))
        self._waiting.clear()
        self._pending.clear()

    def _follow_all(self, unit: _Unit) -> None:
        place = unit.scan.place
        for holder, error in unit.scan.faults:
            self._report(place, (*holder, "$schema"), f"the subschema {error.why}", error.code)
        for outer, inner in unit.scan.nested:
            self._resources.connect((place.document, outer.resource), (place.document, inner.resource))
        for at, site in enumerate(unit.scan.sites):
            try:
                target = self._target(unit, at, site)
            except Unlinkable as error:
                self._refuse(place, site, error)
                continue
            if target is not None:
                unit.targets[at] = self._reach(target)
                self._resources.connect(_resource(place, site.scope), _resource(target, target.scope))

    def _target(self, unit: _Unit, at: int, site: Site) -> Place | None:
        place = unit.scan.place
        if not site.keyword:
            return follow(self._resolver.index(place.document).root, place.pointer + site.holder)
        target, anchor = self._resolver.resolve(site.text, place.document, site.scope)
        if site.keyword == "$ref" or (site.keyword == "$dynamicRef" and not anchor):
            return target
        offered = self._resolver.dynamic(target.document, target.scope.resource, anchor)
        if offered is None or offered.pointer != target.pointer:
            return target
        self._pending.append(_Pending(unit, at, target, anchor))
        return None

    def _reach(self, place: Place) -> str:
        key = place.key
        if key not in self._known:
            self._known.add(key)
            self._waiting.append(place)
        return key

    def _offer(self) -> bool:
        """Give each dynamic reference the places it may mean so far; tell whether that added anything."""
        root = _resource(self._root, self._root.scope)
        news = False
        for item in self._pending:
            at = _resource(item.unit.scan.place, item.site.scope)
            try:
                offers = partial(self._offers, item.name)
                first, none = self._resources.outermost(root, at, lambda resource: offers(resource) is not None)  # noqa: B023 - called at once
                found = [place for resource in first if (place := offers(resource)) is not None]
            except Unlinkable as error:
                self._refuse(item.unit.scan.place, item.site, error)
                self._pending.clear()
                return False
            for place in [item.initial] * none + found:
                news |= self._resources.connect(at, _resource(place, place.scope))
                news |= place.key not in item.candidates
                item.candidates[self._reach(place)] = place
        return news

    def _offers(self, name: str, resource: Resource) -> Place | None:
        return self._resolver.dynamic(*resource, name)

    # Findings

    def _refuse(self, place: Place, site: Site, error: Unlinkable) -> None:
        keyword = site.keyword or "$schema"
        self._report(place, (*site.holder, keyword), f"{keyword} {site.text!r} {error.why}", error.code)

    def _report(self, place: Place, below: Pointer, message: str, code: str) -> None:
        pointer: Pointer | None = self._pointer + place.pointer + below
        if place.document:
            pointer = self._documents.locate(place.document, place.pointer + below)
            message = f"in the document {place.document!r}: {message}"
        self.findings.append(finding(code, self._pointer if pointer is None else pointer, message))

    def refuse_cycles(self) -> None:
        """Report each cycle of references that returns to a schema without going to a child of the value."""

        def onward(key: str) -> Iterable[str]:
            unit = self._units[key]
            return (target for site, target in zip(unit.scan.sites, unit.targets, strict=True) if site.in_place)

        if len(self._units) == 1 and not self._units[ROOT].targets:
            return
        order = {key: at for at, key in enumerate(self._units)}
        for component in components(self._units, onward):
            members = set(component)
            first = min(component, key=order.__getitem__)
            if len(component) == 1 and first not in onward(first):
                continue
            unit = self._units[first]
            site = next(
                site
                for site, target in zip(unit.scan.sites, unit.targets, strict=True)
                if site.in_place and target in members
            )
            why = f"comes back to itself, through {len(component)} schemas," if len(component) > 1 else "means itself,"
            self._refuse(unit.scan.place, site, Unlinkable("ref-cycle", f"{why} without going to a part of the value"))

    # Building

    def build(self) -> Module:
        """Return the module of what was discovered."""
        return Module({key: self._definition(self._units[key]) for key in self._in_order()})

    def _definition(self, unit: _Unit) -> Definition:
        place = unit.scan.place
        if place.document:
            return self._documents.definition(unit.scan, unit.targets)
        made = define(unit.scan, unit.targets)
        if place.pointer:
            return made
        own = place.schema.keys() if isinstance(place.schema, dict) else ()
        return made.knowing(names={*self._inner, *own, *WRITTEN})

    def _in_order(self) -> Iterable[str]:
        if not self._pending:
            return self._units
        seen = {ROOT: None}
        waiting = deque([ROOT])
        while waiting:
            fresh = {key: None for key in self._units[waiting.popleft()].targets if key not in seen}
            seen |= fresh
            waiting.extend(fresh)
        return seen


def _resource(place: Place, scope: Scope) -> Resource:
    return place.document, scope.resource
