"""Everything that can be said of a manifest: all domains, roles, accepted findings (docs/spec, chapter DIA)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from schemac.catalog.model import Allowed
from schemac.catalog.read import read_manifest
from schemac.catalog.roles import check_roles
from schemac.findings import Finding, SchemacError, did_you_mean, finding, in_order
from schemac.jsonschema.keywords import DIALECTS
from schemac.jsonschema.required import undeclared_required
from schemac.plan import Plan, plan_catalog
from schemac.pointer import Pointer
from schemac.targets import check_list
from schemac.text.manifest import Manifest
from schemac.values import Json, JsonObject


def check(
    manifest: Manifest | JsonObject, options: Mapping[str, Json] | None = None, *, domain: str | None = None
) -> list[Finding]:
    """Return what is to be said of a manifest, over all its domains; in order, without what it accepts.

    Args:
        manifest: From ``read_manifest``, or a manifest's JSON value.
        options: Options that override those of each domain, to ask whether it would pass with them: for a target, say.
            Findings about them point to ``/options``.
        domain: The one domain to look at; all of them without it.

    Nothing is called unused where not all domains were looked at as they are declared.
    """
    try:
        source = manifest if isinstance(manifest, Manifest) else Manifest.from_value(manifest)
        catalog = read_manifest(source.value)
    except SchemacError as refused:
        return list(refused.findings)
    found: list[Finding] = [*catalog.findings, *[said for item in catalog.broken for said in item.findings]]
    plans: list[Plan] = []
    everything = replace(catalog, allowed=())  # what is accepted must be seen to be told from what does not occur
    for name in catalog.domains if domain is None else (domain,):
        try:
            plans.append(plan_catalog(everything, name, options))
            found.extend(plans[-1].findings)
            found.extend(_judged(plans[-1], options or {}))
            found.extend(_required(plans[-1]))
        except SchemacError as refused:
            found.extend(refused.findings)
    if not options and len(plans) == len(catalog.domains):
        # where a domain was refused, not all is known that can be asked for and that can occur
        asked = [made.vocabulary for made in plans]
        predicates = [name for vocabulary in asked for name in vocabulary.predicates]
        found.extend(check_roles(catalog, predicates, [key for vocabulary in asked for key in vocabulary.values]))
        used = {item for item in catalog.allowed if any(item.covers(said) for said in found)}
        found.extend(_unused(item) for item in catalog.allowed if item not in used)
    return in_order(item for item in found if not any(allowed.covers(item) for allowed in catalog.allowed))


def _judged(made: Plan, options: Mapping[str, Json]) -> Iterable[Finding]:
    """Yield what the target has against the domain's listing, with every tool visible.

    Where neither the domain nor the options name one, it is not held to any: who reads its listing is not known.
    """
    named = {*made.catalog.domains[made.domain].values, *options}
    if named.isdisjoint(("target", "strict")):
        return
    listing = made.whole
    domain: Pointer = ("domains", made.domain) if made.catalog.declared else ()
    for verdict in check_list(listing.tools, made.aim.target):
        index, *below = verdict.pointer or ("",)
        tool = listing.tool_at(index) if isinstance(index, int) else None
        said = verdict.finding
        if tool is not None:
            yield said.at(tool.place(str(below[0]), tuple(below[1:])) if below else tool.pointer)
        elif isinstance(index, int):  # no place in the manifest is the facade's own
            yield replace(said.at(domain), message=f"In the facade {listing.tools[index]['name']}: {said.message}")
        else:
            yield said.at(domain)


def _required(made: Plan) -> Iterable[Finding]:
    """Yield a warning for each required property of a tool's schemas that nothing declares."""
    dialect = DIALECTS[made.catalog.dialect]
    for subject in made.subjects:
        for field in ("inputSchema", "outputSchema"):
            for item in undeclared_required(subject.tool.listed.get(field, True), dialect):
                so = "no other is allowed, so that nothing is valid" if item.closed else "nothing else declares it"
                message = f"The required property {item.name!r} is not among the properties, and {so}."
                hint = did_you_mean(item.name, item.declared) or None
                yield finding("required-undeclared", subject.tool.place(field, item.pointer), message, hint)


def _unused(item: Allowed) -> Finding:
    return finding("allow-unused", item.pointer, f"Nothing at {item.at or 'the manifest'} has the finding {item.code}.")
