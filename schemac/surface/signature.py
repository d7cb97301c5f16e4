"""A tool as one line that reads like a function: ``name(items: int, sku?: string, mode?: "a" | "b" = "a") -> {…}``.

A signature is for people and models, never for machines: it says names, kinds of values, what may be left out and what
that means, and leaves the rest to the schema. It is made of any schema, however odd, and is one line whatever stands in
it (docs/spec, chapter TXT).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, NamedTuple, TypeAlias
from urllib.parse import unquote

from schemac.findings import SchemacError
from schemac.jsonschema import metaschema
from schemac.jsonschema.keywords import DRAFT_2020_12, Dialect
from schemac.jsonschema.limits import oversized
from schemac.jsonschema.link import link
from schemac.jsonschema.literals import literal, printable, quoted
from schemac.jsonschema.module import Module
from schemac.pointer import lookup, parse
from schemac.values import JsonObject, Schema

DEPTH: Final = 3
"""Objects and arrays in each other, beyond which only ``object`` and ``array`` are said."""

MOST_CHOICES: Final = 12
"""Alternatives of a union or enum, items of a tuple and members of an inner object that are told; then ``…``."""

MOST_KINDS: Final = 2_000
"""Kinds that are told in one signature; those after them are told by their types alone."""

_BARE: Final = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]*")
_WORDS: Final = {
    "string": "string",
    "integer": "int",
    "number": "number",
    "boolean": "bool",
    "null": "null",
    "array": "array",
    "object": "object",
}
_OBJECT: Final = frozenset({"properties", "required", "additionalProperties", "patternProperties"})
_ARRAY: Final = frozenset({"items", "prefixItems"})


class _Target(NamedTuple):
    """What a reference names, and what that is called; "" where it has no name."""

    schema: Schema
    name: str


_Resolve: TypeAlias = Callable[[Any], _Target]


class _Kind(NamedTuple):
    """The text of a kind, and whether it is several that must stand in parentheses before ``[]``."""

    text: str
    several: bool = False


_ANY: Final = _Kind("any")
_MORE: Final = "…"


def signature(
    name: str, input_schema: Schema, output_schema: Schema = None, *, dialect: Dialect = DRAFT_2020_12
) -> str:
    """Return the signature of a tool whose schemas are documents of their own. Never raises.

    Args:
        name: The tool's name.
        input_schema: Its input schema.
        output_schema: Its output schema; None for none.
        dialect: The dialect of schemas without ``$schema``.
    """
    shown = _of_document(input_schema, dialect)
    return _signature(name, shown, _of_document(output_schema, dialect) if output_schema is not None else None)


def module_signature(name: str, shown: Module, result: Module | None) -> str:
    """Return the signature of a tool by its linked schemas: what a caller sees of its input and output."""
    return _signature(name, _of_module(shown), _of_module(result) if result is not None else None)


def _signature(name: str, shown: tuple[Schema, _Resolve], result: tuple[Schema, _Resolve] | None) -> str:
    schema, resolve = shown
    told = f"{printable(name)}({', '.join(_Writer(resolve).members(schema, DEPTH, False))})"
    if result is None:
        return told
    schema, resolve = result
    return f"{told} -> {_Writer(resolve).kind(schema, DEPTH, False).text}"


def _of_module(module: Module) -> tuple[Schema, _Resolve]:
    definitions = module.definitions

    def resolve(reference: Any) -> _Target:
        definition = definitions.get(reference) if isinstance(reference, str) else None
        return _Target(definition.schema, definition.name or "") if definition else _Target(True, "")

    return module.root.schema, resolve


def _of_document(schema: Schema, dialect: Dialect) -> tuple[Schema, _Resolve]:
    """Return a document with a way to follow its references; what cannot be followed says nothing of a value."""
    if oversized(schema) is not None:
        schema = True  # no manifest that loads holds it
    try:
        if not metaschema.check(schema, dialect, ()):
            return _of_module(link(schema, dialect=dialect))
    except SchemacError:
        pass  # a reference leads nowhere; the others may be followed by their pointers

    def resolve(reference: Any) -> _Target:
        if not isinstance(reference, str) or not reference.startswith("#"):
            return _Target(True, "")
        try:
            tokens = parse(unquote(reference[1:]))
            return _Target(lookup(schema, tokens), tokens[-1] if tokens else "")
        except (KeyError, ValueError):
            return _Target(True, "")

    return schema, resolve


class _Writer:
    """Writes kinds of values.

    Recursion is bounded by :data:`DEPTH`, by the nesting of the schema, and by following one reference at most on the
    way to a kind; the length of it all by :data:`MOST_KINDS`.
    """

    def __init__(self, resolve: _Resolve) -> None:
        self._resolve = resolve
        self._left = MOST_KINDS

    def members(self, schema: Schema, depth: int, followed: bool) -> Iterator[str]:
        """Yield what an object has, each as ``name?: kind = default``."""
        found: dict[str, tuple[Schema, bool]] = {}
        required: set[str] = set()
        for part, certain, inside in self._in_place(schema, followed):
            for name, item in _object(part.get("properties")).items():
                found.setdefault(name, (item, inside))
            for name in _list(part.get("required")):
                if isinstance(name, str):
                    found.setdefault(name, (True, inside))
                    if certain:
                        required.add(name)
        for name, (item, inside) in found.items():
            told = f"{_name(name)}{'' if name in required else '?'}: {self.kind(item, depth, inside).text}"
            has_default = isinstance(item, dict) and "default" in item
            yield f"{told} = {literal(item['default'])}" if has_default else told

    def _in_place(self, schema: Schema, followed: bool) -> Iterator[tuple[JsonObject, bool, bool]]:
        """Yield the schemas that apply to an object in place.

        With each: whether it always applies, which a branch does not, and whether a reference was followed to it.
        """
        waiting = [(schema, True, followed)]
        met: set[int] = set()
        for part, certain, inside in waiting:  # it grows
            if not isinstance(part, dict) or id(part) in met:
                continue
            met.add(id(part))
            yield part, certain, inside
            if "$ref" in part and not inside:
                waiting.append((self._resolve(part["$ref"]).schema, certain, True))
            waiting.extend((item, certain, inside) for item in _list(part.get("allOf")))
            for keyword in ("anyOf", "oneOf"):
                waiting.extend((item, False, inside) for item in _list(part.get(keyword)))
            waiting.extend((part[keyword], False, inside) for keyword in ("then", "else") if keyword in part)

    def kind(self, schema: Schema, depth: int, followed: bool) -> _Kind:
        """Return the kind of values that a schema takes."""
        self._left -= 1
        if not isinstance(schema, dict):
            return _Kind("never") if schema is False else _ANY
        if "$ref" in schema:
            target = self._resolve(schema["$ref"])
            if not followed:
                return self.kind(target.schema, depth, True)
            return _Kind(_name(target.name)) if target.name else _by_type(target.schema)
        if "const" in schema:
            return _Kind(literal(schema["const"]))
        if isinstance(schema.get("enum"), list):
            return _union(map(_Kind, map(literal, schema["enum"][: MOST_CHOICES + 1])))
        if depth <= 0 or self._left <= 0:
            return _by_type(schema)
        types = schema.get("type")
        if isinstance(types, list) and types:
            return _union(self._of_type(item, schema, depth, followed) for item in types[: MOST_CHOICES + 1])
        if isinstance(types, str):
            return self._of_type(types, schema, depth, followed)
        if not _OBJECT.isdisjoint(schema):
            return self._of_type("object", schema, depth, followed)
        if not _ARRAY.isdisjoint(schema):
            return self._of_type("array", schema, depth, followed)
        return self._combined(schema, depth, followed)

    def _combined(self, schema: JsonObject, depth: int, followed: bool) -> _Kind:
        """Return the kind of a schema that says nothing but how others combine."""
        for keyword in ("anyOf", "oneOf"):
            if choices := _list(schema.get(keyword)):
                return _union(self.kind(item, depth, followed) for item in choices[: MOST_CHOICES + 1])
        parts = _list(schema.get("allOf"))
        kinds = [self.kind(item, depth, followed) for item in parts[: MOST_CHOICES + 1]]
        told = [item for item in dict.fromkeys(kinds) if item != _ANY]
        if len(told) > 1 and all(item.text.startswith(("{", "object")) for item in told):
            return self._of_type("object", schema, depth, followed)
        if len(told) > 1:
            return _Kind(" & ".join(f"({item.text})" if item.several else item.text for item in told), True)
        return told[0] if told else _ANY

    def _of_type(self, named: Any, schema: JsonObject, depth: int, followed: bool) -> _Kind:
        if named == "object":
            return self._of_object(schema, depth, followed)
        if named == "array":
            return self._of_array(schema, depth, followed)
        return _Kind(_WORDS[named]) if isinstance(named, str) and named in _WORDS else _ANY

    def _of_object(self, schema: JsonObject, depth: int, followed: bool) -> _Kind:
        told: list[str] = []
        for member in self.members(schema, depth - 1, followed):
            if len(told) == MOST_CHOICES:
                told.append(_MORE)
                break
            told.append(member)
        if told:
            return _Kind(f"{{{', '.join(told)}}}")
        rest = schema.get("additionalProperties")
        if isinstance(rest, dict) and rest:
            return _Kind(f"{{[name]: {self.kind(rest, depth - 1, followed).text}}}")
        return _Kind("object")

    def _of_array(self, schema: JsonObject, depth: int, followed: bool) -> _Kind:
        items = schema.get("items")
        first = _list(schema.get("prefixItems")) or _list(items)
        if first:
            told = [self.kind(item, depth - 1, followed).text for item in first[:MOST_CHOICES]]
            return _Kind(f"[{', '.join([*told, _MORE] if len(first) > MOST_CHOICES else told)}]")
        if not isinstance(items, dict) or not items:
            return _Kind("array")
        one = self.kind(items, depth - 1, followed)
        return _Kind(f"({one.text})[]" if one.several else f"{one.text}[]")


def _union(kinds: Iterable[_Kind]) -> _Kind:
    told = list(dict.fromkeys(kinds))
    if len(told) == 1:
        return told[0]
    listed = [item.text for item in told]
    return _Kind(" | ".join([*listed[:MOST_CHOICES], _MORE] if len(listed) > MOST_CHOICES else listed), bool(told))


def _by_type(schema: Schema) -> _Kind:
    """Return a kind by the types that a schema names, without its parts."""
    if not isinstance(schema, dict):
        return _Kind("never") if schema is False else _ANY
    types = schema.get("type")
    named = [item for item in (types if isinstance(types, list) else [types]) if isinstance(item, str)]
    if not named:
        named = ["object"] if not _OBJECT.isdisjoint(schema) else ["array"] if not _ARRAY.isdisjoint(schema) else []
    known = [_Kind(_WORDS[item]) for item in named if item in _WORDS]
    return _union(known) if known else _ANY


def _name(name: str) -> str:
    return name if _BARE.fullmatch(name) else quoted(name)


def _object(value: Any) -> JsonObject:
    return value if isinstance(value, dict) else {}


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
