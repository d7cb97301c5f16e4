"""Namespaces: dotted names, and the fields that all members of one have in common (docs/spec, chapter GRP).

Everything here happens before schemas are analysed, so that what follows sees one schema per tool, whoever declared
its parts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final, NamedTuple

from schemac.catalog.groups import article
from schemac.catalog.model import GroupSettings, Tool
from schemac.findings import Finding, did_you_mean, finding, has_errors
from schemac.jsonschema.keywords import Dialect, dialect_named
from schemac.pointer import Pointer
from schemac.values import Json, JsonObject, equal, type_of

_DEFINITIONS: Final = ("$defs", "definitions")
_FIELDS: Final = ("type", "properties", "required", *_DEFINITIONS, "title", "description", "$comment")
"""What a namespace's ``common`` may hold: fields, and what their references name."""


class Placed(NamedTuple):
    """A domain's tools as namespaces place them.

    Attributes:
        tools: Those without an error, each in the group that its namespace is, with the common fields.
        left_out: Names of the others.
        findings: What was found of tools.
    """

    tools: tuple[Tool, ...]
    left_out: tuple[str, ...]
    findings: tuple[Finding, ...]


def split_name(name: str) -> tuple[str, str] | None:
    """Return namespace and action of a dotted name, split at its last dot; None for a name without a dot."""
    namespace, dot, action = name.rpartition(".")
    return (namespace, action) if dot else None


def flat_name(name: str, separator: str) -> str:
    """Return the name under which a tool of a domain with namespaces is listed flat."""
    return name.replace(".", separator)


def place(tools: Sequence[Tool], groups: Mapping[str, GroupSettings], dialect: Dialect) -> Placed:
    """Put each tool into its namespace: its group is the namespace, or None for a name without a dot.

    Args:
        tools: The domain's tools, in declared order.
        groups: Settings by namespace.
        dialect: The dialect of schemas without ``$schema``.
    """
    found: list[Finding] = []
    placed: list[Tool] = []
    left_out: list[str] = []
    known: set[str] = set()
    for tool in tools:
        said: list[Finding] = []
        parts = split_name(tool.name)
        made = replace(tool, group=None)
        if parts is not None:
            namespace = parts[0]
            if namespace not in known:
                known.add(namespace)
                said.extend(_of_namespace(tool, namespace))
            if not all(tool.name.split(".")):
                message = f"The name {tool.name!r} has an empty part."
                said.append(finding("namespace-invalid", tool.at("name"), message))
            settings = groups.get(namespace)
            made = replace(tool, group=(namespace,))
            if settings is not None and settings.common is not None:
                made = _with_common(made, settings.common, (*settings.pointer, "common"), dialect, said)
        if has_errors(said):
            left_out.append(tool.name)
        else:
            placed.append(made)
        found.extend(said)
    return Placed(tuple(placed), tuple(left_out), tuple(found))


def _of_namespace(tool: Tool, namespace: str) -> Iterator[Finding]:
    if namespace.count(".") > 1 and all(namespace.split(".")):
        message = (
            f"The namespace {namespace!r} has {namespace.count('.')} dots; one name for all of it is hard to guess."
        )
        yield finding("namespace-deep", tool.at("name"), message)


def check_common(common: JsonObject, pointer: Pointer) -> Iterator[Finding]:
    """Yield what is wrong with the form of a namespace's ``common``, which stands at ``pointer``."""

    def wrong(message: str, *below: str | int, hint: str = "") -> Finding:
        return finding("common-invalid", (*pointer, *below), message, hint or None)

    for keyword, value in common.items():
        if keyword not in _FIELDS:
            message = f"Common fields have no keyword {keyword!r}; they are properties and which are required."
            yield wrong(message, keyword, hint=did_you_mean(keyword, _FIELDS))
        elif keyword == "type":
            if value != "object":
                yield wrong("Common fields are those of an object.", keyword)
        elif keyword == "required":
            yield from _check_required(common, value, pointer)
        elif keyword in ("properties", *_DEFINITIONS) and not isinstance(value, dict):
            yield wrong(f"{keyword} is an object of schemas, not {article(type_of(value))}.", keyword)


def _check_required(common: JsonObject, required: Json, pointer: Pointer) -> Iterator[Finding]:
    at = (*pointer, "required")
    if not isinstance(required, list):
        yield finding("common-invalid", at, f"required is a list of names, not {article(type_of(required))}.")
        return
    properties = common.get("properties")
    names = properties if isinstance(properties, dict) else {}
    for index, name in enumerate(required):
        if not isinstance(name, str) or name not in names:
            hint = did_you_mean(name, names) if isinstance(name, str) else ""
            message = f"Common fields require {name!r}, which is none of their properties."
            yield finding("common-invalid", (*at, index), message, hint or None)


def _with_common(tool: Tool, common: JsonObject, pointer: Pointer, dialect: Dialect, found: list[Finding]) -> Tool:
    """Return a tool whose input schema has its namespace's common fields, before its own.

    The member's own declaration, in ``properties`` of its root, wins: neither the common schema of that name nor
    whether it is required applies then. ``common`` is of the right form (:func:`check_common`).
    """
    properties: JsonObject = common.get("properties", {})
    schema = tool.input_schema
    own = schema.get("properties", {})
    if not isinstance(own, dict):
        return tool  # the check against the metaschema tells
    for index, name in enumerate(tool.omit_common):
        if name not in properties:
            message = f"{tool.name} leaves out {name!r}, which is none of the common fields."
            hint = did_you_mean(name, properties) or None
            found.append(finding("omit-common-unknown", (*tool.at("omit_common"), index), message, hint))
    taken = {}
    for name, value in properties.items():
        if name in tool.omit_common:
            continue
        if name in own:
            message = f"{tool.name} declares {name!r} itself; the common field of that name does not apply to it."
            found.append(finding("common-redeclared", (*tool.at("inputSchema"), "properties", name), message))
        else:
            taken[name] = value
    if not taken:
        return tool
    borrowed: dict[Pointer, Pointer] = {("properties", name): (*pointer, "properties", name) for name in taken}
    merged = _rooted(schema, dialect)
    merged["properties"] = {**taken, **own}
    required = [name for name in common.get("required", ()) if name in taken]
    if required:
        listed = schema.get("required", [])
        if isinstance(listed, list):
            merged["required"] = [*required, *(name for name in listed if name not in required)]
    for keyword in _DEFINITIONS:
        for name, value in common.get(keyword, {}).items():
            definitions = merged.get(keyword, {})
            if isinstance(definitions, dict):
                if name not in definitions:
                    merged[keyword] = {**definitions, name: value}
                    borrowed[keyword, name] = (*pointer, keyword, name)
                elif not equal(definitions[name], value):
                    message = f"{tool.name} and the common fields define {name!r} differently."
                    found.append(finding("common-conflict", (*tool.at("inputSchema"), keyword, name), message))
    listed_fields = {**tool.listed, "inputSchema": merged}
    return replace(tool, listed=listed_fields, borrowed=MappingProxyType(borrowed))


def _rooted(schema: JsonObject, default: Dialect) -> JsonObject:
    """Return a copy of an input schema's root in which keywords that are added are in force.

    Before 2019-09 nothing beside ``$ref`` is; there the reference moves into ``allOf``, and what it silenced goes.
    """
    dialect = dialect_named(schema, default)
    if not (dialect.ref_alone and "$ref" in schema):
        return dict(schema)
    kept = {keyword: value for keyword, value in schema.items() if keyword in _BESIDE_REF}
    return {**kept, "allOf": [{"$ref": schema["$ref"]}]}


_BESIDE_REF: Final = frozenset(
    {"type", "$schema", "$id", "id", "title", "description", "$comment", "default", "examples", *_DEFINITIONS}
)
