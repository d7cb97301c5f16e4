"""Removal said a second way: from nothing removed, apply every rule to everything until nothing changes."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st

from schemac.findings import SchemacError
from schemac.gates import parse_gate
from schemac.jsonschema.keywords import DIALECTS
from schemac.jsonschema.link import link
from schemac.jsonschema.module import ROOT, Definition, Module
from schemac.jsonschema.prune import analyse, prune
from schemac.jsonschema.walk import children, walk
from schemac.pointer import Pointer, lookup
from tests.jsonschema.gated_schemas import Author
from tests.jsonschema.pruning import decisions

BRANCHES = {"anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas", "dependencies"}


class Oracle:
    """What is taken out of a module in which no name is required, depended on or held by a default.

    Attributes:
        removed: The subschemas that go, by definition and place.
        lost: The names that each object loses by what stands in its own definition: those that its conjuncts take out,
            and those of what it is a branch of.
    """

    def __init__(self, module: Module, holds: Callable[[Any], bool]) -> None:
        self.module = module
        self.holds = holds
        self.removed: set[tuple[str, Pointer]] = set()
        before = -1
        while len(self.removed) != before:
            before = len(self.removed)
            for key, definition in module.definitions.items():
                for at, schema in walk(definition.schema, definition.dialect):
                    if isinstance(schema, dict) and self.goes(key, definition, at, schema):
                        self.removed.add((key, at))
        self.lost: dict[tuple[str, Pointer], set[str]] = {}
        for key, definition in module.definitions.items():
            self.descend(key, definition, (), definition.schema, self.names(key, (), definition.schema), set())

    def goes(self, key: str, definition: Definition, at: Pointer, schema: dict[str, Any]) -> bool:
        if "x-requires" in schema and not self.holds(schema["x-requires"]):
            return True
        if "$ref" in schema:
            target = self.module.definitions[schema["$ref"]]
            if (schema["$ref"], ()) in self.removed or not all(map(self.holds, target.gates)):
                return True
            if definition.dialect.ref_alone:
                return False
        if any((key, (*at, "allOf", index)) in self.removed for index in range(len(schema.get("allOf", ())))):
            return True
        for keyword in ("anyOf", "oneOf"):
            members = range(len(schema.get(keyword, ())))
            if members and all((key, (*at, keyword, index)) in self.removed for index in members):
                return True
        prefix = schema.get("prefixItems", ()) if "prefixItems" in definition.dialect.applicators else ()
        needs_more = schema.get("minItems", 0) > len(prefix)
        return (key, (*at, "items")) in self.removed and needs_more and schema.get("type") == "array"

    def names(self, key: str, at: Pointer, schema: Any) -> set[str]:
        """Return the names that a schema and its conjuncts take out."""
        if not isinstance(schema, dict):
            return set()
        found = {name for name in schema.get("properties", ()) if (key, (*at, "properties", name)) in self.removed}
        for index, part in enumerate(schema.get("allOf", ())):
            found |= self.names(key, (*at, "allOf", index), part)
        if "$ref" in schema:
            found |= self.names(schema["$ref"], (), self.module.definitions[schema["$ref"]].schema)
        return found

    def descend(
        self, key: str, definition: Definition, at: Pointer, schema: Any, own: set[str], above: set[str]
    ) -> None:
        self.lost[key, at] = own | above
        for tokens, child in children(schema, definition.dialect):
            place = at + tokens
            if tokens[0] == "allOf":
                self.descend(key, definition, place, child, own, above)
            elif tokens[0] in BRANCHES:
                self.descend(key, definition, place, child, self.names(key, place, child), own | above)
            else:
                self.descend(key, definition, place, child, self.names(key, place, child), set())


@given(st.integers(0, 2**32), st.sampled_from(["draft-07", "2020-12"]))
def test_what_is_taken_out_is_the_least_that_the_rules_demand(seed: int, dialect: str):
    author = Author(Random(seed), dialect, gate_rate=0.35, mentions=False)
    schema = author.document()
    answers = decisions(author.grants())
    try:
        module = link(schema, dialect=DIALECTS[dialect])
        sites = analyse(module)
    except SchemacError:
        assume(False)
        raise
    oracle = Oracle(module, lambda gate: parse_gate(gate).holds(answers.answer) is True)
    result = prune(sites, answers)
    assert (result.shown is None) == ((ROOT, ()) in oracle.removed)
    if result.shown is None:
        return
    for key, definition in result.shown.definitions.items():
        original = key if key in module.definitions else key.rpartition("~")[0]
        for at, shown in walk(definition.schema, definition.dialect):
            authored = definition.authored(at)[len(definition.origin.pointer) :]
            if not isinstance(shown, dict):
                continue
            assert (original, authored) not in oracle.removed
            written = lookup(module.definitions[original].schema, authored)
            for keyword in ("anyOf", "oneOf"):
                places = [(original, (*authored, keyword, index)) for index in range(len(written.get(keyword, ())))]
                assert len(shown.get(keyword, ())) == len([place for place in places if place not in oracle.removed])
            declared = set(written.get("properties", ()))
            left = declared - set(shown.get("properties", ()))
            expected = declared & oracle.lost[original, authored]
            assert left == expected if original == ROOT else left >= expected
