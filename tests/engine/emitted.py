"""What must hold of every schema that a surface gives out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple
from urllib.parse import unquote

import jsonschema_rs

from schemac.jsonschema.keywords import DIALECTS, DRAFT_2020_12, Dialect, dialect_by_uri
from schemac.jsonschema.walk import children, walk
from schemac.pointer import lookup, parse
from schemac.surface.surface import Surface


class Emitted(NamedTuple):
    """A schema document on a surface.

    Attributes:
        tool: The tool that it says the arguments (or results) of, by its own name; None for a facade's own.
        schema: The document.
        dialect: The dialect that it must be read in.
    """

    tool: str | None
    schema: Any
    dialect: Dialect


def documents(surface: Surface) -> Iterator[Emitted]:
    """Yield every schema document that a caller can get from a surface."""
    routes = surface.routes
    for tool in surface.tools:
        own = routes[tool["name"]]
        for field in ("inputSchema", "outputSchema"):
            if field in tool:
                dialect = dialect_of(tool[field], DRAFT_2020_12)
                yield Emitted(own if isinstance(own, str) else None, tool[field], dialect)
        dialect = dialect_of(tool["inputSchema"], DRAFT_2020_12)
        entries = tool["inputSchema"].get("x-tool-input-schemas", {})
        entries = {**entries, **tool.get("_meta", {}).get("tool-input-schemas", {})}
        for name, entry in entries.items():
            yield Emitted(name, entry, dialect)
    for name, told in surface.described.items():
        for field in ("inputSchema", "outputSchema"):
            if field in told:
                yield Emitted(name, told[field], dialect_of(told[field], DRAFT_2020_12))


def dialect_of(schema: Any, default: Dialect) -> Dialect:
    """Return the dialect that a document names."""
    if not isinstance(schema, dict) or "$schema" not in schema:
        return default
    dialect = dialect_by_uri(schema["$schema"])
    assert dialect is not None, schema["$schema"]
    return dialect


def assert_valid(document: Emitted) -> None:
    """A document is valid in its dialect."""
    assert is_valid(document.schema, document.dialect), document


def is_valid(schema: Any, dialect: Dialect) -> bool:
    return isinstance(schema, bool) or jsonschema_rs.meta.is_valid({**schema, "$schema": dialect.uri})


def assert_references_resolve(document: Emitted) -> None:
    """Every reference in force leads to a subschema of the same document."""
    places = {id(item) for _, item in walk(document.schema, document.dialect)}
    for _, item in walk(document.schema, document.dialect):
        if isinstance(item, dict) and "$ref" in item:
            target = resolve(document.schema, item["$ref"])
            assert id(target) in places, item["$ref"]


def resolve(schema: Any, reference: str) -> Any:
    assert reference.startswith("#"), reference
    return lookup(schema, parse(unquote(reference[1:])))


def assert_no_definition_unused(document: Emitted) -> None:
    """Every entry of the definition map is reached from the root; the map of another dialect is not there."""
    schema = document.schema
    if not isinstance(schema, dict):
        return
    keyword = document.dialect.definitions
    definitions = schema.get(keyword, {})
    reached: set[int] = set()
    stack = [{name: part for name, part in schema.items() if name != keyword}]
    while stack:
        item: Any = stack.pop()
        if not isinstance(item, dict):
            continue
        if "$ref" in item:
            target = resolve(schema, item["$ref"])
            if id(target) not in reached and target is not schema:
                reached.add(id(target))
                stack.append(target)
        stack.extend(child for _, child in children(item, document.dialect))
    for name, part in definitions.items():
        assert id(part) in reached or not isinstance(part, dict), name


def mentions(schema: Any, dialect: Dialect) -> set[str]:
    """Return every name that a schema declares or asks for anywhere."""
    found: set[str] = set()
    for _, item in walk(schema, dialect):
        if isinstance(item, dict):
            found.update(item.get("properties", {}))
            found.update(item.get("required", []) if isinstance(item.get("required"), list) else [])
            for keyword in ("dependentRequired", "dependentSchemas", "dependencies"):
                for name, asked in item.get(keyword, {}).items():
                    found.add(name)
                    found.update(asked if isinstance(asked, list) else [])
    return found


OUTPUTS = {name: DIALECTS[name] for name in ("draft-04", "draft-07", "2020-12")}
