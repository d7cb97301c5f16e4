"""The root of an input schema, for targets that refuse combinators there (docs/spec, chapter TGT).

The root stays an object with all properties of its alternatives, of which those are required that every one of them
requires. What else the alternatives say is lost there, and enforced when the tool is called.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from schemac.jsonschema.codec import Action
from schemac.jsonschema.module import ROOT, Module
from schemac.pointer import Pointer
from schemac.targets.passes.facts import facts_of
from schemac.targets.passes.lens import Member, ObjectLens
from schemac.targets.passes.naming import accepted, renamed
from schemac.targets.passes.objects import ObjectFacts, object_facts, union
from schemac.targets.passes.parts import Branch, Conjunction, Part, Place, alternatives, ident_of, settled, whole
from schemac.targets.passes.settings import Settings
from schemac.targets.passes.widening import Lose
from schemac.targets.passes.wording import described, needs, sentence
from schemac.targets.schema_rules import Fate
from schemac.values import Json, JsonObject

_COMBINATORS: Final = ("allOf", "anyOf", "oneOf", "not", "if", "then", "else", "enum", "const")
_KEPT: Final = (
    "patternProperties",
    "propertyNames",
    "minProperties",
    "maxProperties",
    "dependentRequired",
    "dependentSchemas",
    "not",
    "if",
    "then",
    "else",
)
_OWN: Final = frozenset((*_KEPT, *_COMBINATORS, "type", "properties", "required", "$ref"))
_AN_OBJECT: Final = {"type": "object"}
_SHUT: Final = ("additionalProperties", "unevaluatedProperties")


def flatten(module: Module, settings: Settings, lose: Lose) -> Module:
    """Return a module whose root has only what the target takes there; the same one if it has no more."""
    written = module.root.schema
    rules = settings.rules
    if written.get("type") != "object":
        module = _with_root(module, {"type": "object", **written, **_AN_OBJECT}, {})
        written = module.root.schema
    refused = [keyword for keyword in written if rules.fate(keyword, root=True) is Fate.REFUSED]
    combined = [keyword for keyword in _COMBINATORS if keyword in written and not _stays(keyword, settings)]
    referring = "$ref" in written and (not rules.references or "$ref" in rules.alone)
    if not (combined or referring):
        if not refused and not (rules.root_properties and "properties" not in written):
            return module
        kept = {keyword: value for keyword, value in written.items() if keyword not in refused}
        for keyword in refused:
            if keyword in _OWN or keyword in _SHUT:
                lose(Part(ROOT, (), written), keyword, Action.DROPPED, "The target takes no such keyword at the root.")
        if rules.root_properties:
            kept.setdefault("properties", {})
        return _with_root(module, kept, {})
    return _Flattened(module, settings, lose).run()


def _stays(keyword: str, settings: Settings) -> bool:
    return settings.rules.fate(keyword, root=True) is Fate.TAKEN


def _with_root(module: Module, schema: JsonObject, moved: dict[Pointer, Pointer]) -> Module:
    root = replace(module.root, schema=schema, moved={**(module.root.moved or {}), **moved})
    return Module({**module.definitions, ROOT: root})


class _Flattened:
    def __init__(self, module: Module, settings: Settings, lose: Lose) -> None:
        self._module = module
        self._settings = settings
        self._rules = settings.rules
        self._lose = lose
        self._moved: dict[Pointer, Pointer] = {}
        self._notes: list[str] = []

    def run(self) -> Module:
        """Unite the root's alternatives in one object."""
        definitions = self._module.definitions
        branches = self._branches()
        facts = [object_facts(branch.parts, definitions) for branch in branches]
        merged = union(facts)
        common = branches[0].parts[: branches[0].own]
        schema: JsonObject = {"type": "object"}
        for part in common:
            for keyword, value in part.schema.items():
                if keyword not in _OWN and keyword not in _SHUT and self._rules.takes(keyword, root=True):
                    schema.setdefault(keyword, value)
        schema["properties"] = {
            name: self._schema(place, name) for name, place in merged.names.items() if name in merged.asserted
        }
        required = list(merged.required)
        if self._rules.required_declared:
            for name in required:
                schema["properties"].setdefault(name, {})
        if required:
            schema["required"] = required
        self._keep(branches, common, schema)
        self._close(branches, merged, schema)
        self._note_choices(branches, facts)
        if self._notes and self._rules.takes("description", root=True):
            schema["description"] = described(schema.get("description"), self._notes)
        return _with_root(self._module, schema, self._moved)

    def _branches(self) -> Sequence[Branch]:
        place = whole(Part(ROOT, (), self._module.root.schema))
        found = alternatives(place, self._module.definitions) or ()
        kept = [branch for branch in found if "object" in (facts_of(branch.parts).types or ("object",))]
        if kept:
            return kept
        parts = settled(place, self._module.definitions)
        return [Branch(parts, len(parts), (), "")]

    def _schema(self, place: Place, name: str) -> Json:
        """Return the schema of a property: what its subschemas say together, or one of several alternatives."""
        distinct: dict[object, Conjunction] = {ident_of((conjunction,)): conjunction for conjunction in place}
        if not distinct:
            return {"not": {}}
        members: list[Json] = []
        sources: list[Part | None] = []
        for conjunction in distinct.values():
            schemas = [part.schema for part in conjunction]
            member = schemas[0] if len(schemas) == 1 else {"allOf": schemas} if schemas else {}
            if member not in members:
                members.append(member)
                sources.append(conjunction[0] if len(conjunction) == 1 else None)
        for at, source in enumerate(sources):
            if source is not None and source.key == ROOT:
                here: Pointer = ("properties", name) if len(members) == 1 else ("properties", name, "anyOf", at)
                if here != source.pointer:
                    self._moved[here] = source.pointer
        return members[0] if len(members) == 1 else {"anyOf": members}

    def _keep(self, branches: Sequence[Branch], common: Sequence[Part], schema: JsonObject) -> None:
        """Keep what stands in one subschema that applies in any case, if the root may have it; lose the rest."""
        for keyword in _KEPT:
            holders = {part.ident: part for branch in branches for part in branch.parts if keyword in part.schema}
            found = list(holders.values())
            lone = len(found) == 1 and found[0] in common and _stays(keyword, self._settings)
            if lone and (keyword not in ("then", "else") or "if" in schema):
                schema[keyword] = found[0].schema[keyword]
                if found[0].key == ROOT and found[0].pointer:
                    self._moved[keyword,] = (*found[0].pointer, keyword)
                continue
            for part in found:
                self._drop(part, keyword)
        for branch in branches:
            for part in branch.parts:
                for keyword in ("enum", "const"):
                    if keyword in part.schema:
                        self._drop(part, keyword)

    def _drop(self, part: Part, keyword: str) -> None:
        text = sentence(keyword, part.schema[keyword]) if self._settings.explain_losses else ""
        told = bool(text) and self._rules.takes("description", root=True)
        if told and text not in self._notes:
            self._notes.append(text)
        action = Action.DESCRIBED if told else Action.DROPPED
        self._lose(part, keyword, action, "The root cannot say it; it is checked when the tool is called.")

    def _close(self, branches: Sequence[Branch], merged: ObjectFacts, schema: JsonObject) -> None:
        parts = [part for branch in branches for part in branch.parts]
        if not _stays("additionalProperties", self._settings):
            for part in parts:
                for keyword in _SHUT:
                    if keyword in part.schema:
                        self._lose(part, keyword, Action.DROPPED, "The target takes no such keyword at the root.")
            return
        shut = all(
            any(part.schema.get(keyword) is False for part in branch.parts for keyword in _SHUT) for branch in branches
        )
        patterns = any("patternProperties" in part.schema for part in parts)
        if shut and (not patterns or "patternProperties" in schema):
            schema["additionalProperties"] = False
        elif merged.rest and () not in merged.rest and not patterns:
            schema["additionalProperties"] = self._schema(merged.rest, "")

    def _note_choices(self, branches: Sequence[Branch], facts: Sequence[ObjectFacts]) -> None:
        if len(branches) == 1:
            return
        if self._settings.explain_losses:
            self._notes.extend(needs([item.required for item in facts]))
        parts = {part.ident: part for branch in branches for part in branch.parts}
        for branch in branches:
            for choice in branch.choices:
                why = "The alternatives are one object, with all their names optional."
                self._lose(parts[choice.holder], choice.keyword, Action.REWRITTEN, why)


def rename(module: Module, settings: Settings, lose: Lose) -> tuple[Module, ObjectLens | None]:
    """Rename the root's properties that the target refuses, with the lens for arguments."""
    pattern = settings.rules.property_names
    schema = module.root.schema
    properties = schema.get("properties", {})
    names: dict[str, str] = {}
    for name in properties:
        if not accepted(name, pattern):
            names[name] = renamed(name, pattern, {*properties, *names.values()})
    if not names:
        return module, None
    spot = Part(ROOT, (), schema)
    changed = dict(schema)
    changed["properties"] = {names.get(name, name): item for name, item in properties.items()}
    if "required" in changed:
        changed["required"] = [names.get(name, name) for name in changed["required"]]
    for keyword in _NAMING:
        if keyword in changed:
            del changed[keyword]
            if keyword == "patternProperties":
                changed.pop("additionalProperties", None)
            lose(spot, keyword, Action.DROPPED, "It speaks of properties that have other names here.")
    moved: dict[Pointer, Pointer] = {}
    for name, wire in names.items():
        moved["properties", wire] = module.root.authored(("properties", name))
        lose(spot, "properties", Action.REWRITTEN, f"The target refuses the name {name!r}; it is {wire!r} here.")
    members = {name: Member(wire) for name, wire in names.items()}
    return _with_root(module, changed, moved), ObjectLens(members, properties, None)


_NAMING: Final = (
    *(keyword for keyword in _KEPT if keyword not in ("minProperties", "maxProperties")),
    *("allOf", "anyOf", "oneOf", "$ref", "unevaluatedProperties"),
)
