"""What stands in a schema and has no effect on it: values that linking never visits (docs/spec, chapters ENG, GAT).

A gate at such a place would protect nothing, which is why whoever reads gates must know of them.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import Final

from schemac.jsonschema.keywords import Dialect, Holds
from schemac.jsonschema.module import Module
from schemac.jsonschema.walk import children
from schemac.pointer import Pointer, lookup
from schemac.values import Json, JsonObject, Schema

_DATA: Final = frozenset(
    {
        "$anchor",
        "$comment",
        "$dynamicAnchor",
        "$dynamicRef",
        "$id",
        "$recursiveAnchor",
        "$recursiveRef",
        "$ref",
        "$schema",
        "$vocabulary",
        "const",
        "contentEncoding",
        "contentMediaType",
        "default",
        "dependentRequired",
        "deprecated",
        "description",
        "enum",
        "example",
        "examples",
        "exclusiveMaximum",
        "exclusiveMinimum",
        "format",
        "id",
        "maxContains",
        "maxItems",
        "maxLength",
        "maxProperties",
        "maximum",
        "minContains",
        "minItems",
        "minLength",
        "minProperties",
        "minimum",
        "multipleOf",
        "pattern",
        "readOnly",
        "required",
        "title",
        "type",
        "uniqueItems",
        "writeOnly",
        "x-default-for",
        "x-mcp-header",
        "x-requires",
    }
)
"""Keywords whose values are data in every dialect: what looks like a schema in them is none, and none was meant."""


def dead_places(schema: Schema, module: Module) -> Iterator[tuple[Pointer, Json]]:
    """Yield each object or array of an authored schema that linking did not visit, the outermost ones.

    These are the values of unknown keywords, definitions that nothing reaches, and, before 2019-09, subschemas beside
    ``$ref``. Data (``enum``, ``default``, …) is not among them. Where a reference leads into such a value, what it
    reaches is alive, and so are the gates on the way to it: then the parts around them are yielded instead.

    Args:
        schema: As authored.
        module: What :func:`schemac.jsonschema.link.link` made of it.
    """
    alive = _alive(schema, module)
    # Places that are not visited themselves while something below them is.
    ways = {
        pointer[:length]
        for pointer in _origins(module)
        for length in range(len(pointer))
        if pointer[:length] not in alive
    }
    for pointer, (item, within) in alive.items():
        if isinstance(item, dict):
            for below, value in _members(item, within):
                yield from _outermost(pointer + below, value, alive, ways)


def _origins(module: Module) -> dict[Pointer, Dialect]:
    """Return where in the schema itself, not in documents, the definitions of a module stand."""
    return {item.origin.pointer: item.dialect for item in module.definitions.values() if not item.origin.document}


def _alive(schema: Schema, module: Module) -> dict[Pointer, tuple[Schema, Dialect]]:
    """Return every place that linking visited, with its schema and dialect."""
    alive: dict[Pointer, tuple[Schema, Dialect]] = {}
    origins = _origins(module)
    for origin, dialect in origins.items():
        stack = [(origin, lookup(schema, origin))]
        while stack:
            at, item = stack.pop()
            alive[at] = (item, dialect)
            if not isinstance(item, dict):
                continue
            for step, child in reversed(list(children(item, dialect))):
                # A definition inside another is visited for itself, perhaps in a dialect of its own.
                if not dialect.applicators[str(step[0])].definitions and at + step not in origins:
                    stack.append((at + step, child))
    return alive


def _members(schema: JsonObject, dialect: Dialect) -> Iterator[tuple[Pointer, Json]]:
    """Yield what stands under the keywords of a live schema and may be dead: maps and lists of schemas by member."""
    for keyword, value in schema.items():
        applicator = dialect.applicators.get(keyword)
        if applicator is None and keyword != "dependencies":
            if keyword not in _DATA:
                yield (keyword,), value
        elif isinstance(value, dict) and (applicator is None or applicator.holds in _MAPS):
            for name, item in value.items():
                # A list under dependencies holds names.
                if not isinstance(item, list):
                    yield (keyword, name), item
        elif isinstance(value, list):
            for index, item in enumerate(value):
                yield (keyword, index), item
        else:
            yield (keyword,), value


_MAPS: Final = (Holds.MAP, Holds.MAP_OR_NAMES)


def _outermost(
    pointer: Pointer, value: Json, alive: Container[Pointer], ways: Container[Pointer]
) -> Iterator[tuple[Pointer, Json]]:
    stack: list[tuple[Pointer, Json]] = [(pointer, value)]
    while stack:
        at, item = stack.pop()
        if at in alive or not isinstance(item, (dict, list)):
            continue
        if at not in ways:
            yield at, item
            continue
        inner = item.items() if isinstance(item, dict) else enumerate(item)
        stack.extend(reversed([((*at, name), below) for name, below in inner if name != "x-requires"]))
