"""What facades say of their members, judged by three validators (docs/spec, chapters STR and ENG)."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import jsonschema
import jsonschema_rs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schemac.catalog.decisions import Decisions
from schemac.findings import SchemacError
from schemac.jsonschema.keywords import DIALECTS
from schemac.plan import plan
from schemac.strategies import Call, Settings
from schemac.strategies.discriminated_union import DiscriminatedUnion
from schemac.surface.surface import Surface
from tests.engine.emitted import is_valid
from tests.engine.manifests import OUTPUTS, write
from tests.jsonschema.gated_schemas import PREDICATES, Author
from tests.outside.node import ask

CLASSES: dict[str, tuple[Any, Any]] = {
    "draft-04": (jsonschema.Draft4Validator, jsonschema_rs.Draft4Validator),
    "draft-07": (jsonschema.Draft7Validator, jsonschema_rs.Draft7Validator),
    "2020-12": (jsonschema.Draft202012Validator, jsonschema_rs.Draft202012Validator),
}
CALLS = 5


def surfaces(seed: int, output: str, strategy: str, **options: Any) -> list[Surface]:
    """Return one caller's surface of a random manifest per strategy asked for; none for one that is refused."""
    random = Random(seed)
    written = write(random)
    chosen = {"group_by": "group", "min_group_size": 1, "output_dialect": output, **options}
    manifest = {**written.value, "domains": {"default": chosen}}
    decisions = Decisions.granting(*[name for name in PREDICATES if random.random() < 0.6])
    try:
        made = [plan(manifest, options={"strategy": name}) for name in (strategy, "lazy")]
    except SchemacError:
        return []
    if any(item.code == "constraint-lost" for item in made[0].findings):
        return []
    return [item.compile(decisions) for item in made]


def questions(seed: int, output: str) -> list[tuple[Any, Any, str, list[Any]]]:
    """Return union, entry, member and arguments for all members of the facades of a random manifest."""
    found = surfaces(seed, output, "discriminated_union")
    if not found:
        return []
    union, lazy = found
    entries = {name: told["inputSchema"] for name, told in lazy.described.items()}
    author = Author(Random(seed))
    asked = []
    for tool in union.tools:
        members = union.routes[tool["name"]]
        if isinstance(members, list):
            for member in members:
                instances = [author.instance(3) for _ in range(CALLS)]
                asked.append((tool["inputSchema"], entries[member], member, instances))
    return asked


@pytest.mark.fuzz
@given(st.integers(0, 2**40), st.sampled_from(sorted(CLASSES)))
def test_the_union_takes_what_the_named_member_takes(seed: int, output: str):
    for union, entry, member, instances in questions(seed, output):
        assert union["type"] == "object"
        for validator in CLASSES[output]:
            whole, part = validator(union), validator(entry)
            for arguments in instances:
                call = {"tool_name": member, "arguments": arguments}
                assert whole.is_valid(call) == part.is_valid(arguments), (union, entry, call)
            assert not whole.is_valid({"tool_name": member})
            assert not whole.is_valid({"tool_name": f"{member}_", "arguments": {}})


@pytest.mark.node
def test_the_union_takes_what_the_named_member_takes_for_ajv():
    asked: list[dict[str, Any]] = []
    for seed in range(30):
        output = sorted(CLASSES)[seed % 3]
        for union, entry, member, instances in questions(seed, output):
            calls = [{"tool_name": member, "arguments": arguments} for arguments in instances]
            asked.append({"dialect": output, "schema": union, "instances": calls})
            asked.append({"dialect": output, "schema": entry, "instances": instances})
    assert len(asked) > 40
    told = ask("ajv.mjs", asked)
    assert isinstance(told, list)
    assert all(isinstance(verdicts, list) for verdicts in told), [item for item in told if isinstance(item, str)]
    for at in range(0, len(told), 2):
        assert told[at] == told[at + 1], (asked[at], asked[at + 1])
    assert {verdict for verdicts in told for verdict in verdicts} == {True, False}


@settings(max_examples=60)
@given(st.integers(0, 2**40), st.sampled_from(OUTPUTS), st.sampled_from(["vendor_extension", "lazy"]))
def test_facades_without_member_schemas_mean_the_same_in_every_draft(seed: int, output: str | None, strategy: str):
    random = Random(seed)
    manifest = write(random).value
    options: dict[str, Any] = {"group_by": "group", "strategy": strategy}
    if output is not None:
        options["output_dialect"] = output
    try:
        surface = plan(manifest, options=options).compile(Decisions.granting(*PREDICATES))
    except SchemacError:
        return
    author = Author(random)
    for tool in surface.tools:
        if tool["name"] not in surface.routes or not isinstance(surface.routes[tool["name"]], list):
            continue
        schema = {name: part for name, part in tool["inputSchema"].items() if name != "$schema"}
        names = schema["properties"]["tool_name"]["enum"]
        takes = [
            {"tool_name": random.choice([*names, "nothing"]), "arguments": author.instance(2)},
            {"tool_name": random.choice(names), "arguments": {}},
            {"tool_name": random.choice(names), "arguments": {}, "more": 1},
            author.instance(2),
        ]
        for instance in takes:
            verdicts = {both.__name__: both(schema).is_valid(instance) for pair in CLASSES.values() for both in pair}
            assert len(set(verdicts.values())) == 1, (schema, instance, verdicts)
        assert all(is_valid(schema, DIALECTS[name]) for name in CLASSES)


@given(st.integers(0, 2**40), st.sampled_from(sorted(CLASSES)))
@settings(max_examples=40)
def test_the_envelope_holds_the_same_union(seed: int, output: str):
    random = Random(seed)
    try:
        made = plan(write(random).value)
    except SchemacError:
        return
    union = DiscriminatedUnion()
    plain = Settings("tool_name", DIALECTS[output], made.options)
    members = {subject.tool.name: union.prepare(subject.whole, plain) for subject in made.subjects}
    bare = union.assemble(members, plain)
    form = union.assemble(members, Settings("tool_name", DIALECTS[output], made.options, envelope=True))
    assert set(form.schema) - {"$defs", "definitions"} == {"type", "properties", "required"}
    author = Author(random)
    for name in members:
        arguments = author.instance(2)
        sent = form.codec.encode(Call(name, arguments))
        assert sent == {"call": {"tool_name": name, "arguments": arguments}}
        for validator in CLASSES[output]:
            assert validator(form.schema).is_valid(sent) == validator(bare.schema).is_valid(sent["call"])
        for value in (sent, sent["call"]):  # resolving understands both
            assert form.codec.lift(value).value[:2] == (name, arguments)
        assert form.codec.lift(sent).locate(("a",)) == ("call", "arguments", "a")


def test_most_random_manifests_have_unions_to_ask():
    kinds = {output: sum(len(questions(seed, output)) for seed in range(12)) for output in CLASSES}
    assert min(kinds.values()) > 6, json.dumps(kinds)
