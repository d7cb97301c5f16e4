"""Operations on a manifest: ``validate_descriptor``, ``check``, and what a plan and its surfaces answer.

All take ``{manifest, domain?, decisions?, options?}`` where they take a caller at all. Pointers of errors start at the
manifest; those about another member of the input start with its name.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from schemac.catalog.decisions import Decisions
from schemac.check import check as check_manifest
from schemac.conformance.operations.inputs import Input
from schemac.findings import Finding
from schemac.plan import Plan, plan
from schemac.pointer import render
from schemac.surface.surface import Surface
from schemac.text import Manifest
from schemac.values import Json, JsonObject

_CALLER = ("domain", "decisions", "options")


class Specialised(NamedTuple):
    """A plan, and one caller of it."""

    plan: Plan
    decisions: Decisions

    @property
    def surface(self) -> Surface:
        """What the caller sees."""
        return self.plan.compile(self.decisions)


def specialised(given: Input) -> Specialised:
    """Return the plan and the caller that an input names.

    Raises:
        OpError: A member has the wrong type.
        SchemacError: The manifest, an option or the decisions are refused.
    """
    manifest = Manifest.from_value(given.any("manifest"))
    made = plan(manifest, given.maybe(str, "domain"), given.maybe(dict, "options"))
    return Specialised(made, Decisions.parse(given.any("decisions", {}), ("decisions",)))


def diagnostics(findings: Iterable[Finding]) -> list[JsonObject]:
    """Return findings as ``[{code, severity, pointer}]``, in their order, those with equal code and pointer once.

    How often the words differ at one place is this implementation's matter, not that of every port.
    """
    rows = dict.fromkeys((item.code, item.severity.value, render(item.pointer)) for item in findings)
    return [{"code": code, "severity": severity, "pointer": pointer} for code, severity, pointer in rows]


def validate_descriptor(members: JsonObject) -> JsonObject:
    """Take ``{descriptor}``, give ``{valid, diagnostics}``: what is to be said of one tool by itself."""
    descriptor = Input(members, needs=("descriptor",)).any("descriptor")
    manifest: JsonObject = {"schemac": 1, "tools": [descriptor]}
    domains = descriptor.get("domains") if isinstance(descriptor, dict) else None
    if isinstance(domains, list):  # whether they are declared is not the descriptor's matter
        manifest["domains"] = {name: {} for name in domains if isinstance(name, str) and name}
    found = [
        replace(item, pointer=item.pointer[2:]) for item in check_manifest(manifest) if item.pointer[:2] == ("tools", 0)
    ]
    return {"valid": not any(item.is_error for item in found), "diagnostics": diagnostics(found)}


def check(members: JsonObject) -> JsonObject:
    """Take ``{manifest}``, give ``{diagnostics}`` over all its domains."""
    return {"diagnostics": diagnostics(check_manifest(Input(members, needs=("manifest",)).any("manifest")))}


def compile_(members: JsonObject) -> JsonObject:
    """Take a caller, give ``{tools, diagnostics}``: the surface and what is to be said of it."""
    surface = specialised(Input(members, needs=("manifest",), takes=_CALLER)).surface
    return {"tools": surface.tools, "diagnostics": diagnostics(surface.findings)}


def bytes_(members: JsonObject) -> JsonObject:
    """Take a caller, give ``{sha256}`` of the very bytes of the surface."""
    surface = specialised(Input(members, needs=("manifest",), takes=_CALLER)).surface
    return {"sha256": hashlib.sha256(surface.to_json()).hexdigest()}


def list_result(members: JsonObject) -> Json:
    """Take a caller with ``protocol`` and ``cursor?``, give the result of ``tools/list`` for that version of MCP."""
    given = Input(members, needs=("manifest", "protocol"), takes=(*_CALLER, "cursor"))
    protocol, cursor = given.of(str, "protocol"), given.maybe(str, "cursor")
    return specialised(given).surface.list_result(protocol, cursor)


def list_(members: JsonObject) -> JsonObject:
    """Take a caller with ``group?``, ``filter?``, ``limit?`` and ``offset?``, give ``{tools, total, groups}``."""
    conditions = ("group", "filter", "limit", "offset")
    given = Input(members, needs=("manifest",), takes=("domain", "decisions", *conditions))
    surface = specialised(given).surface
    return surface.list(**{name: given.any(name) for name in conditions}).to_json()


def cache_key(members: JsonObject) -> JsonObject:
    """Take a caller, give ``{defs_digest, vocabulary, vector, key}``."""
    made, decisions = specialised(Input(members, needs=("manifest",), takes=_CALLER))
    return {
        "defs_digest": made.defs_digest,
        "vocabulary": made.vocabulary.to_json(),
        "vector": made.vector_json(decisions),
        "key": made.cache_key(decisions),
    }
