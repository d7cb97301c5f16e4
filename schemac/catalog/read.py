"""Reading a whole manifest: from its JSON value to the catalog, with all that is wrong (docs/spec, chapter MAN)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from schemac.catalog.decisions import Decisions
from schemac.catalog.descriptor import read_tool, unaliased
from schemac.catalog.group_names import check_groups
from schemac.catalog.groups import article, parse_group
from schemac.catalog.model import DEFAULT_DOMAIN, Allowed, Broken, Catalog, GroupSettings, Tool
from schemac.catalog.namespaces import check_common
from schemac.catalog.options import Given, read_given
from schemac.findings import CATALOGUE, Beside, Finding, SchemacError, did_you_mean, finding
from schemac.jsonschema.keywords import DIALECTS
from schemac.pointer import Pointer
from schemac.values import Json, JsonObject, Schema, type_of

VERSION = 1
"""The version of the manifest's format."""

FIELDS = ("schemac", "dialect", "domains", "groups", "schemas", "roles", "tools_from", "overrides", "tools", "allow")
"""The manifest's fields; ``$schema`` may stand beside them for editors."""

_GROUP_FIELDS = ("summary", "title", "discriminator", "common")
_ALLOW_FIELDS = ("code", "at", "reason")
_NAMESPACE = re.compile(r"[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*")


def read_manifest(value: Json) -> Catalog:
    """Read a manifest's value.

    Raises:
        SchemacError: It is not an object, or of an unknown version: nothing else in it can be trusted.
    """
    if not isinstance(value, dict):
        message = f"A manifest is an object, not {article(type_of(value))}."
        raise SchemacError([finding("manifest-not-object", (), message)])
    version = value.get("schemac")
    if version != VERSION or isinstance(version, bool):
        message = f"The manifest must say schemac: {VERSION}."
        at = ("schemac",) if "schemac" in value else ()
        raise SchemacError([finding("manifest-version", at, message, _version_hint(value))])
    return _Manifest(value).catalog()


def _version_hint(value: JsonObject) -> str | None:
    """Return the cure of the two usual slips: a version in quotes, and a list of tools for a manifest."""
    if value.get("schemac") == str(VERSION):
        return f"Write {VERSION} without quotes."
    if "schemac" not in value and ("tools" in value or "result" in value):
        return (
            f"Write schemac: {VERSION} at the top of the manifest; if this is what a server answered to `tools/list`, "
            "`schemac import` makes a manifest of it, and `schemac lint` judges it."
        )
    return None


class _Manifest:
    def __init__(self, value: JsonObject) -> None:
        self.value = value
        self.findings: list[Finding] = []

    def catalog(self) -> Catalog:
        for name in self.value:
            if name not in FIELDS and name != "$schema":
                self._say("field-unknown", (name,), f"A manifest has no field {name!r}.", did_you_mean(name, FIELDS))
        self._typed(self.value, (), "tools_from", list, "a list of file names")
        dialect = self._dialect()
        domains, declared = self._domains()
        groups = self._groups()
        documents = self._documents()
        roles = self._roles()
        allowed = self._allowed()
        tools, broken = self._tools(domains, declared)
        by_namespace = any(given.values.get("group_by") == "namespace" for given in domains.values())
        self.findings.extend(check_groups(tools, groups, complete=not broken, namespaces=by_namespace))
        return Catalog(
            dialect=dialect,
            tools=tuple(tools),
            broken=tuple(broken),
            groups=MappingProxyType(groups),
            domains=MappingProxyType(domains),
            declared=declared,
            documents=MappingProxyType(documents),
            roles=MappingProxyType(roles),
            allowed=allowed,
            findings=tuple(self.findings),
        )

    def _say(self, code: str, pointer: Pointer, message: str, hint: str | None = None) -> None:
        self.findings.append(finding(code, pointer, message, hint or None))

    def _typed(self, holder: JsonObject, pointer: Pointer, name: str, kind: type, words: str) -> Json:
        """Return a member of one type; None where it is absent or of another, which is a finding."""
        if name not in holder:
            return None
        value = holder[name]
        if isinstance(value, kind) and not isinstance(value, bool):
            return value
        self._say("field-type", (*pointer, name), f"The field {name} is {words}, not {article(type_of(value))}.")
        return None

    def _dialect(self) -> str:
        dialect = self._typed(self.value, (), "dialect", str, "the name of a dialect")
        if dialect is None:
            return "2020-12"
        if dialect not in DIALECTS:
            message = f"There is no dialect {dialect!r}; there are {', '.join(DIALECTS)}."
            self._say("field-value", ("dialect",), message, did_you_mean(dialect, DIALECTS))
            return "2020-12"
        return str(dialect)

    def _domains(self) -> tuple[dict[str, Given], bool]:
        declared = self._typed(self.value, (), "domains", dict, "an object of domains")
        domains: dict[str, Given] = {}
        for name, options in (declared or {}).items():
            if not name:
                self._say("field-value", ("domains", name), "A domain's name cannot be empty.")
                continue
            # `domains: {admin: }` is how YAML writes a domain without options
            domains[name] = read_given({} if options is None else options, ("domains", name), self.findings)
        return domains or {DEFAULT_DOMAIN: Given({}, ())}, bool(domains)

    def _groups(self) -> dict[str, GroupSettings]:
        groups: dict[str, GroupSettings] = {}
        for path, value in (self._typed(self.value, (), "groups", dict, "an object of groups") or {}).items():
            pointer = ("groups", path)
            if not _NAMESPACE.fullmatch(path):
                try:
                    parse_group(path)
                except ValueError as why:
                    self._say("group-invalid", pointer, str(why))
                    continue
            if isinstance(value, str):
                groups[path] = GroupSettings(pointer, summary=value)
            elif isinstance(value, dict):
                groups[path] = self._group(value, pointer)
            else:
                message = f"A group is its summary or an object, not {article(type_of(value))}."
                self._say("field-type", pointer, message)
        return groups

    def _group(self, value: JsonObject, pointer: Pointer) -> GroupSettings:
        for name in value:
            if name not in _GROUP_FIELDS:
                hint = did_you_mean(name, _GROUP_FIELDS)
                self._say("field-unknown", (*pointer, name), f"A group has no field {name!r}.", hint)
        discriminator = self._typed(value, pointer, "discriminator", str, "a text")
        if discriminator in ("", "arguments", "call"):
            message = f"A discriminator cannot be called {discriminator!r}."
            self._say("field-value", (*pointer, "discriminator"), message)
            discriminator = None
        common = self._typed(value, pointer, "common", dict, "an object schema")
        wrong = list(check_common(common, (*pointer, "common"))) if common is not None else []
        self.findings.extend(wrong)
        return GroupSettings(
            pointer,
            summary=self._typed(value, pointer, "summary", str, "a text"),
            title=self._typed(value, pointer, "title", str, "a text"),
            discriminator=discriminator,
            common=None if wrong else common,
        )

    def _documents(self) -> dict[str, Schema]:
        documents: dict[str, Schema] = {}
        for uri, schema in (self._typed(self.value, (), "schemas", dict, "an object of documents") or {}).items():
            if isinstance(schema, (dict, bool)):
                documents[uri] = schema
            else:
                message = f"A document is a JSON Schema, not {article(type_of(schema))}."
                self._say("field-type", ("schemas", uri), message)
        return documents

    def _roles(self) -> dict[str, Decisions]:
        roles: dict[str, Decisions] = {}
        for name, value in (self._typed(self.value, (), "roles", dict, "an object of roles") or {}).items():
            try:
                # `roles: {guest: }` is how YAML writes a role that grants nothing
                roles[name] = Decisions.parse({"grants": []} if value is None else value, ("roles", name))
            except SchemacError as refused:
                self.findings.extend(refused.findings)
        return roles

    def _allowed(self) -> tuple[Allowed, ...]:
        allowed = []
        for index, value in enumerate(self._typed(self.value, (), "allow", list, "a list of accepted findings") or []):
            pointer = ("allow", index)
            if not isinstance(value, dict) or not all(isinstance(value.get(name), str) for name in _ALLOW_FIELDS):
                self._say(
                    "allow-invalid", pointer, "An accepted finding is an object with the texts code, at and reason."
                )
                continue
            code = value["code"]
            if code not in CATALOGUE:
                self._say(
                    "allow-invalid", (*pointer, "code"), f"There is no code {code!r}.", did_you_mean(code, CATALOGUE)
                )
            elif CATALOGUE[code].severity == "error":
                self._say("allow-invalid", (*pointer, "code"), f"{code} is an error, and errors cannot be accepted.")
            elif not value["reason"].strip():
                self._say("allow-invalid", (*pointer, "reason"), "An accepted finding needs a reason.")
            else:
                allowed.append(Allowed(code, value["at"], value["reason"], pointer))
        return tuple(allowed)

    def _tools(self, domains: Mapping[str, Given], declared: bool) -> tuple[list[Tool], list[Broken]]:
        tools: list[Tool] = []
        broken: list[Broken] = []
        if "tools" not in self.value:
            self._say("tools-missing", (), "The manifest has no tools.")
            return tools, broken
        overrides = self._typed(self.value, (), "overrides", dict, "an object of descriptor patches") or {}
        used: set[str] = set()
        first: dict[str, tuple[int, Pointer]] = {}
        homeless = declared and DEFAULT_DOMAIN not in domains and len(domains) > 1
        for index, value in enumerate(self._typed(self.value, (), "tools", list, "a list of tools") or []):
            pointer: Pointer = ("tools", index)
            if not isinstance(value, dict):
                message = f"A tool is an object, not {article(type_of(value))}."
                broken.append(Broken(index, None, None, (finding("field-type", pointer, message),)))
                continue
            before: list[Finding] = []
            fields, pointers = unaliased(value, pointer, before)
            name = fields.get("name")
            if isinstance(name, str):
                if name in overrides:
                    used.add(name)
                    fields, pointers = self._overridden(name, overrides[name], fields, pointers, before)
                    name = fields.get("name")
                if isinstance(name, str) and first.setdefault(name, (index, pointers["name"]))[0] != index:
                    twice = finding("name-duplicate", pointers["name"], f"Two tools are called {name!r}.")
                    before.append(replace(twice, beside=(Beside(first[name][1], "the other one"),)))
            self._check_domains(fields.get("domains"), pointers, domains, homeless, pointer, before)
            read, warnings = read_tool(fields, pointers, pointer, index, before)
            self.findings.extend(warnings)
            if isinstance(read, Tool):
                tools.append(read)
            else:
                broken.append(read)
        known = {name for name in first if name not in overrides}
        for name in overrides:
            if name not in used:
                message = f"The overrides name a tool {name!r} that the manifest has not."
                self._say("override-without-tool", ("overrides", name), message, did_you_mean(name, known))
        return tools, broken

    def _overridden(
        self, name: str, patch: Json, fields: JsonObject, pointers: dict[str, Pointer], found: list[Finding]
    ) -> tuple[JsonObject, dict[str, Pointer]]:
        at: Pointer = ("overrides", name)
        if not isinstance(patch, dict):
            message = f"An override is an object of fields, not {article(type_of(patch))}."
            found.append(finding("override-invalid", at, message))
            return fields, pointers
        patch, patched = unaliased(patch, at, found)
        merged = merge_patch(fields, patch)
        places = {
            field: patched[field]
            if field in patch and not (isinstance(patch[field], dict) and field in pointers)
            else pointers.get(field, at)
            for field in merged
        }
        return merged, places

    def _check_domains(
        self,
        named: Json,
        pointers: Mapping[str, Pointer],
        domains: Mapping[str, Given],
        homeless: bool,
        pointer: Pointer,
        found: list[Finding],
    ) -> None:
        if named is None or named == []:
            if homeless or named == []:
                message = "The tool names no domain, and none of the declared ones is the default."
                found.append(finding("tool-in-no-domain", pointers.get("domains", pointer), message))
            return
        for index, domain in enumerate(named if isinstance(named, list) else []):
            if isinstance(domain, str) and domain and domain not in domains:
                message = f"The domain {domain!r} is not declared; declared are {', '.join(domains)}."
                at = (*pointers["domains"], index)
                found.append(finding("domain-undeclared", at, message, did_you_mean(domain, domains) or None))


def merge_patch(target: Json, patch: Json) -> Json:
    """Return the result of a JSON Merge Patch (RFC 7396): null removes, objects merge, all else replaces."""
    if not isinstance(patch, dict):
        return patch
    merged = dict(target) if isinstance(target, dict) else {}
    for name, value in patch.items():
        if value is None:
            merged.pop(name, None)
        else:
            merged[name] = merge_patch(merged.get(name), value)
    return merged
