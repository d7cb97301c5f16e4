"""Small repairs of single subschemas, for targets that take most of JSON Schema (docs/spec, chapter TGT).

All but two say the same in another way. Patterns that the target cannot read are said in the description instead; a
tuple, for a target whose dialect would write it as a list it refuses, keeps what is common to its places.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import replace
from typing import Final

from schemac.jsonschema.codec import Action
from schemac.jsonschema.equality import references
from schemac.jsonschema.module import ROOT, Module
from schemac.targets.passes.facts import KEYWORDS, SCALARS, is_of
from schemac.targets.passes.parts import Part
from schemac.targets.passes.settings import Settings
from schemac.targets.passes.taken import pattern_fits
from schemac.targets.passes.widening import Lose, Widening
from schemac.targets.passes.wording import described, sentence
from schemac.values import Json, JsonObject

_NOTHING: Final[JsonObject] = {"not": {}}
_OF_A_TYPE: Final = frozenset(
    keyword for group in (KEYWORDS, SCALARS) for keywords in group.values() for keyword in keywords
)


def repair(module: Module, settings: Settings, lose: Lose) -> Module:
    """Return a module whose subschemas have the forms that the target takes; the same one if all have."""
    seen: list[tuple[Part, str, Action, str]] = []

    def note(part: Part, keyword: str, action: Action, why: str) -> None:
        seen.append((part, keyword, action, why))

    schemas, widened = _repaired(module, settings, note, ())
    if widened:
        seen.clear()
        schemas, _ = _repaired(module, settings, note, _reaching(module, widened))
    for loss in seen:
        lose(*loss)
    if all(schemas[key] is item.schema for key, item in module.definitions.items()):
        return module
    return Module({key: replace(item, schema=schemas[key]) for key, item in module.definitions.items()})


def _repaired(
    module: Module, settings: Settings, lose: Lose, known: Container[str]
) -> tuple[dict[str, Json], set[str]]:
    schemas: dict[str, Json] = {}
    widened: set[str] = set()
    for key, item in module.definitions.items():
        walk = _Repair(module, lose, known, settings)
        schemas[key] = walk.visit(Part(key, (), item.schema))
        if walk.count:
            widened.add(key)
    return schemas, widened


def _reaching(module: Module, widened: set[str]) -> set[str]:
    """Return the definitions that refer to a widened one, however far."""
    into: dict[str, list[str]] = {}
    for key, item in module.definitions.items():
        for use in references(item.schema, item.dialect):
            into.setdefault(use.key, []).append(key)
    found = set(widened)
    waiting = sorted(widened)
    while waiting:
        fresh = [key for key in into.get(waiting.pop(), ()) if key not in found]
        found.update(fresh)
        waiting.extend(fresh)
    return found


class _Repair(Widening):
    def __init__(self, module: Module, lose: Lose, widened: Container[str], settings: Settings) -> None:
        super().__init__(module, lose, widened)
        self._settings = settings
        self._rules = settings.rules
        self._lists_refused = not self._rules.items_lists and self._rules.dialect != "2020-12"
        self._unevaluated = any("unevaluatedItems" in item.names for item in module.definitions.values())
        self._patterns = bool(self._rules.patterns_without) or self._rules.patterns_in_python

    def fixed(self, part: Part, schema: JsonObject) -> JsonObject:
        """Return one subschema in a form that the target takes."""
        rules = self._rules
        if self._lists_refused and "prefixItems" in schema:
            schema = self._untupled(part, schema)
        if rules.array_items and _may_be_array(schema):
            schema = self._with_items(part, schema)
        if self._patterns and "pattern" in schema and not pattern_fits(schema["pattern"], rules):
            schema = self._without_pattern(part, schema)
        if rules.enum_fits_type and "enum" in schema and "type" in schema:
            schema = _fitting(schema)
        if not rules.boolean_properties and "properties" in schema:
            schema = _without_booleans(schema)
        if not rules.nullable_lists and isinstance(schema.get("type"), list) and "null" in schema["type"]:
            schema = _null_apart(schema)
        alone = rules.alone.get("$ref")
        if (
            alone is not None
            and part.ident != (ROOT, ())
            and "$ref" in schema
            and not schema.keys() - {"$ref"} <= alone
        ):
            beside = {keyword: value for keyword, value in schema.items() if keyword not in ("$ref", "allOf")}
            return {**beside, "allOf": [{"$ref": schema["$ref"]}, *schema.get("allOf", ())]}
        return schema

    def _with_items(self, part: Part, schema: JsonObject) -> JsonObject:
        items = schema.get("items", True)
        if not isinstance(items, bool):
            return schema
        if self._unevaluated and "items" not in schema:
            self.widen(part, "unevaluatedItems", Action.REWRITTEN, "The target demands items, which evaluate them all.")
        return {**schema, "items": {} if items else _NOTHING}

    def _untupled(self, part: Part, schema: JsonObject) -> JsonObject:
        members = _distinct([*schema["prefixItems"], *([schema["items"]] if schema.get("items") else [])])
        found = {keyword: value for keyword, value in schema.items() if keyword not in ("prefixItems", "items")}
        if "items" not in schema:
            members = [{}]
        elif schema["items"] is False:
            length = len(schema["prefixItems"])
            found["maxItems"] = min(found.get("maxItems", length), length)
        found["items"] = members[0] if len(members) == 1 else {"anyOf": members}
        self.widen(part, "prefixItems", Action.REWRITTEN, "Any item may stand anywhere.")
        return found

    def _without_pattern(self, part: Part, schema: JsonObject) -> JsonObject:
        found = {keyword: value for keyword, value in schema.items() if keyword != "pattern"}
        text = sentence("pattern", schema["pattern"]) if self._settings.explain_losses else ""
        if text:
            found["description"] = described(schema.get("description"), [text])
        action = Action.DESCRIBED if text else Action.DROPPED
        self.widen(part, "pattern", action, "The target cannot read it; it is checked when the tool is called.")
        return found


def typed(types: Sequence[str], settings: Settings) -> JsonObject:
    """Return a schema of some types and nothing else, in the form that the target takes."""
    schema: JsonObject = {"type": types[0] if len(types) == 1 else list(types)}
    if settings.rules.array_items and "array" in types:
        schema["items"] = {}
    apart = not settings.rules.nullable_lists and len(types) > 1 and "null" in types
    return _null_apart(schema) if apart else schema


def _may_be_array(schema: JsonObject) -> bool:
    declared = schema.get("type")
    return declared == "array" or (isinstance(declared, list) and "array" in declared)


def _fitting(schema: JsonObject) -> JsonObject:
    """Leave out the values of an enum that the type beside it refuses anyway."""
    declared = schema["type"]
    types = (declared,) if isinstance(declared, str) else tuple(declared)
    kept = [value for value in schema["enum"] if is_of(value, types)]
    return {**schema, "enum": kept} if kept and len(kept) < len(schema["enum"]) else schema


def _without_booleans(schema: JsonObject) -> JsonObject:
    properties = schema["properties"]
    if not any(isinstance(item, bool) for item in properties.values()):
        return schema
    plain = {name: ({} if item else _NOTHING) if isinstance(item, bool) else item for name, item in properties.items()}
    return {**schema, "properties": plain}


def _null_apart(schema: JsonObject) -> JsonObject:
    """Write null as an alternative of its own; what asserts something of every type stays outside."""
    types = [name for name in schema["type"] if name != "null"]
    inner = {keyword: value for keyword, value in schema.items() if keyword in _OF_A_TYPE}
    outer = {keyword: value for keyword, value in schema.items() if keyword not in inner and keyword != "type"}
    if not types:
        return {"type": "null", **outer}
    members = [{"type": types[0] if len(types) == 1 else types, **inner}, {"type": "null"}]
    if "anyOf" in outer:
        return {**outer, "allOf": [*outer.get("allOf", ()), {"anyOf": members}]}
    return {**outer, "anyOf": members}


def _distinct(schemas: Sequence[Json]) -> list[Json]:
    found: list[Json] = []
    for schema in schemas:
        plain = ({} if schema else _NOTHING) if isinstance(schema, bool) else schema
        if plain not in found:
            found.append(plain)
    return found
