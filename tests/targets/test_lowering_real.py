"""Every collected tool, lowered for every target."""

import json
from functools import cache
from random import Random

import jsonschema_rs
import pytest

from schemac.findings import SchemacError
from schemac.jsonschema import metaschema
from schemac.jsonschema.embed import standalone
from schemac.jsonschema.keywords import DRAFT_2020_12, dialect_by_uri
from schemac.jsonschema.link import link
from schemac.jsonschema.translate import translate
from schemac.targets.lowering import lower
from schemac.targets.registry import TARGETS
from tests.shared import real_tool_files
from tests.targets.law import Law
from tests.targets.lens_schemas import Giver
from tests.targets.test_lens_law import refused

pytestmark = pytest.mark.real

EVERY = 12
"""One tool of so many is asked for the law, with the marker ``fuzz`` every one; all are lowered."""


@cache
def schemas_of(file):
    """The input schemas of a list that are valid, in 2020-12, with a root that says it is an object."""
    return tuple(_read(file))


def _read(file):
    listed = json.loads(file.read_text(encoding="utf-8"))
    for tool in listed["tools"] if isinstance(listed, dict) else listed:
        schema = tool.get("inputSchema")
        if not isinstance(schema, dict):
            continue
        dialect = dialect_by_uri(str(schema.get("$schema", DRAFT_2020_12.uri))) or DRAFT_2020_12
        if metaschema.check(schema, dialect, ()):
            continue
        try:
            module = translate(link(schema, dialect=dialect), DRAFT_2020_12).module
        except SchemacError:
            continue
        yield tool["name"], {"type": "object", **standalone(module, DRAFT_2020_12)}


@pytest.mark.parametrize("name", TARGETS)
def test_every_tool_is_accepted_by_the_target(name):
    count = 0
    for file in real_tool_files():
        for tool, schema in schemas_of(file):
            form = lower(schema, TARGETS[name].schema)
            assert refused(form.schema, name) == [], (file.name, tool)
            count += 1
    if not count:
        pytest.skip("collected tool lists are not beside the project")


def hold(name, every):
    """Assert the law of one tool of so many, with a few values each."""
    chosen = [found for file in real_tool_files() for found in schemas_of(file)][::every]
    if not chosen:
        pytest.skip("collected tool lists are not beside the project")
    asked = 0
    for at, (tool, schema) in enumerate(chosen):
        asked += Law(schema, name).hold(Giver(schema, Random(at)).value, 4, tool)
    assert asked > len(chosen) // 2


@pytest.mark.parametrize("name", TARGETS)
def test_the_law_holds_for_tools(name):
    hold(name, EVERY)


@pytest.mark.fuzz
@pytest.mark.skipif("'fuzz' not in config.getoption('-m')", reason="all tools take minutes: run with -m fuzz")
@pytest.mark.parametrize("name", TARGETS)
def test_the_law_holds_for_every_tool(name):
    hold(name, 1)


@pytest.mark.parametrize("name", TARGETS)
def test_what_comes_out_is_a_valid_schema(name):
    for file in real_tool_files()[::4]:
        for tool, schema in schemas_of(file):
            lowered = lower(schema, TARGETS[name].schema).schema
            assert jsonschema_rs.meta.is_valid(lowered), (file.name, tool)


def facade_of(schemas):
    """A union of tools in an envelope, as facades for targets without combinators at the root have it."""
    members = [
        {
            "type": "object",
            "properties": {"tool_name": {"type": "string", "const": tool}, "arguments": schema},
            "required": ["tool_name", "arguments"],
        }
        for tool, schema in schemas
    ]
    return {"type": "object", "properties": {"call": {"anyOf": members}}, "required": ["call"]}


@pytest.mark.parametrize("name", ["strict", "openai-strict", "anthropic-strict", "gemini"])
def test_every_tool_of_a_facade_can_be_called(name):
    for file in real_tool_files()[::5]:
        plain = [item for item in schemas_of(file) if "$defs" not in item[1]]
        if not plain:
            continue
        facade = facade_of(plain)
        law = Law(facade, name)
        assert refused(law.form.schema, name) == [], file.name
        for at, (tool, schema) in enumerate(plain):
            arguments = Giver(schema, Random(at)).value()
            value = {"call": {"tool_name": tool, "arguments": arguments}}
            assert law.broken(value) is None, (file.name, tool)
