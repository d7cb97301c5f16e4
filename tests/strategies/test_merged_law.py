"""The law of merged: what a member accepts, the merged schema accepts, and it resolves to that member unchanged."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import jsonschema
import jsonschema_rs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemac.catalog.decisions import NOTHING, Decisions
from schemac.catalog.importing import import_tools
from schemac.dispatch.outcome import Resolution
from schemac.findings import SchemacError
from schemac.jsonschema.keywords import DIALECTS
from schemac.plan import Plan, plan
from schemac.pointer import lookup, parse
from tests.dispatch.samples import sample
from tests.engine.emitted import Emitted, assert_no_definition_unused, assert_references_resolve
from tests.shared import real_tool_files
from tests.strategies.members import PREDICATES, arguments, manifest

VALIDATORS: dict[str, Any] = {
    "draft-04": jsonschema.Draft4Validator,
    "draft-07": jsonschema.Draft7Validator,
    "2020-12": jsonschema.Draft202012Validator,
}
NOT_WRITTEN_WELL = {"gated-name-mentioned", "gate-not-allowed-here", "ref-cycle"}
"""What random gates and references may fall foul of; such a manifest is left out."""


def planned(value: dict[str, Any], **options: Any) -> Plan | None:
    try:
        return plan(value, options=options)
    except SchemacError as refused:
        codes = {item.code for item in refused.findings if item.is_error}
        assert codes <= NOT_WRITTEN_WELL, refused.findings
        return None


def law(value: dict[str, Any], decisions: Decisions, drawn: list[dict[str, Any]], dialect: str) -> Counter[str]:
    """Hold every member of a manifest to the law; return how often it was put to the test."""
    tried: Counter[str] = Counter()
    flat = planned(value, strategy="flat", coerce="none")
    merged = planned(value, output_dialect=dialect, coerce="none")
    if flat is None or merged is None:
        assert flat is merged
        return tried
    alone, together = flat.compile(decisions), merged.compile(decisions)
    if not together.tools:
        return tried
    (facade,) = together.tools
    validator = VALIDATORS[dialect]
    validator.check_schema(facade["inputSchema"])
    allowed = {"$schema", "type", "properties", "required", "additionalProperties", "definitions", "$defs"}
    assert facade["inputSchema"].keys() <= allowed
    assert facade["inputSchema"].get("additionalProperties", True) is True
    emitted = Emitted(None, facade["inputSchema"], DIALECTS[dialect])
    assert_references_resolve(emitted)
    assert_no_definition_unused(emitted)
    accepts = validator(facade["inputSchema"])
    for name in facade["inputSchema"]["properties"]["action"]["enum"]:
        for sent in drawn:
            outcome = alone.resolve(f"n_{name}", sent)
            if not isinstance(outcome, Resolution) or outcome.arguments != sent or outcome.stripped:
                continue
            call = {"action": name, **sent}
            errors = [error.message for error in accepts.iter_errors(call)]
            assert not errors, (name, sent, errors, facade["inputSchema"])
            reached = together.resolve("n", call)
            assert isinstance(reached, Resolution), (name, sent, reached)
            assert (reached.tool, reached.arguments) == (f"n.{name}", sent)
            assert together.encode(f"n.{name}", sent) == {"name": "n", "arguments": call}
            tried["accepted"] += bool(sent)
    return tried


@pytest.mark.parametrize("dialect", VALIDATORS)
@given(seed=st.integers(0, 2**32))
def test_what_a_member_accepts_the_merged_schema_accepts(dialect: str, seed: int) -> None:
    random = Random(seed)
    decisions = Decisions.granting(*[name for name in PREDICATES if random.random() < 0.5])
    law(manifest(seed), decisions, [arguments(random) for _ in range(60)], dialect)


# Real lists


@pytest.mark.real
@pytest.mark.parametrize("path", real_tool_files(), ids=lambda path: path.stem)
def test_the_law_holds_for_every_group_of_a_real_list(path: Path) -> None:
    imported = import_tools(
        json.loads(path.read_text(encoding="utf-8")), group_by="prefix", on_duplicate="first", on_invalid="omit"
    )
    value = imported.manifest()
    random = Random(path.stem)
    dialect = random.choice(list(VALIDATORS))
    chosen = {"coerce": "none", "discriminator": "the tool", "lines": "description", "output_dialect": dialect}
    together = plan(value, options={**chosen, "strategy": "merged"}).compile(NOTHING)
    alone = plan(value, options={**chosen, "strategy": "flat"}).compile(NOTHING)
    listed = {tool["name"]: tool["inputSchema"] for tool in alone.tools}
    tried = 0
    for facade in together.tools:
        schema = facade["inputSchema"]
        VALIDATORS[dialect].check_schema(schema)
        accepts = jsonschema_rs.validator_for(schema, validate_formats=False)
        members = schema["properties"]["the tool"]["enum"]
        assert_obligations(schema, {name: listed[name] for name in members})
        emitted = Emitted(None, schema, DIALECTS[dialect])
        assert_references_resolve(emitted)
        assert_no_definition_unused(emitted)
        for name in members:
            for _ in range(12):
                sent = sample(random, listed[name], listed[name])
                outcome = alone.resolve(name, sent)
                if not isinstance(outcome, Resolution) or outcome.arguments != sent or outcome.stripped:
                    continue
                call = {"the tool": name, **sent}
                assert accepts.is_valid(exact(call)), (name, sent, list(accepts.iter_errors(call)))
                reached = together.resolve(facade["name"], call)
                assert isinstance(reached, Resolution)
                assert (reached.tool, reached.arguments) == (name, sent)
                tried += 1
    assert tried


def exact(value: Any) -> Any:
    """Return a value with whole doubles as integers: here they are the same in every dialect, 3.0 in draft-04 too."""
    if isinstance(value, dict):
        return {name: exact(item) for name, item in value.items()}
    if isinstance(value, list):
        return [exact(item) for item in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def assert_obligations(schema: dict[str, Any], members: dict[str, dict[str, Any]]) -> None:
    """Check each obligation against the members' own schemas, read without the library."""
    needed = {name: required_by(member, member) for name, member in members.items()}
    for field, said in list(schema["properties"].items())[1:]:
        text = said["description"]
        required = [name for name in members if field in needed[name]]
        optional = [name for name in members if field not in needed[name] and mentions(members[name], field)]
        if len(required) == len(members):
            assert text.endswith("(always required)")
            assert field in schema["required"]
            continue
        assert field not in schema["required"]
        words = []
        if required:
            words.append(f"Required for: {', '.join(required)}")
        if optional:
            words.append(f"For: {', '.join(optional)}")
        assert text.endswith(". ".join(words)), (field, text)
        before = text.removesuffix(". ".join(words))
        assert not before or before.endswith(". ") or before.rstrip()[-1] in ".!?。"


def required_by(schema: Any, document: dict[str, Any]) -> set[str]:
    """Return the names that a schema, parts of its ``allOf`` and what it refers to require."""
    names = set(schema.get("required", ()))
    for part in schema.get("allOf", ()):
        names |= required_by(part, document)
    if "$ref" in schema:
        names |= required_by(lookup(document, parse(schema["$ref"][1:])), document)
    return names


def mentions(schema: dict[str, Any], field: str) -> bool:
    """Tell whether an object schema has a field; real lists have no branches at the root that hide one."""
    parts = [schema, *schema.get("allOf", ()), *schema.get("anyOf", ()), *schema.get("oneOf", ())]
    return any(field in part.get("properties", ()) or field in part.get("required", ()) for part in parts)
