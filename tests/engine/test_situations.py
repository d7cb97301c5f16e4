"""Situations in which other programs of this field went wrong, one test each, through plan, compile and resolve."""

from __future__ import annotations

import copy
import itertools
import json
import time
from typing import Any

import jsonschema
import pytest

from schemac.catalog.decisions import Decisions
from schemac.dispatch.outcome import Description, Refusal, Resolution
from schemac.findings import SchemacError
from schemac.plan import Plan, plan
from schemac.surface.surface import Surface
from schemac.text import load
from tests.engine.emitted import assert_no_definition_unused, assert_references_resolve, assert_valid, documents
from tests.engine.manifests import STRATEGIES

FORMS = pytest.mark.parametrize("form", STRATEGIES)


def made(form: str, *tools: dict[str, Any], **options: Any) -> Plan:
    placed = [{"group": "yard", **tool} for tool in tools]
    return plan({"schemac": 1, "tools": placed}, options={"group_by": "group", "strategy": form, **options})


def everything(planned: Plan) -> Surface:
    return planned.compile(Decisions.granting())


def tool(name: str, *required: str, properties: dict[str, Any] | None = None, **rest: Any) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "object", "properties": properties or {}, **rest}
    if required:
        schema["required"] = list(required)
    return {"name": name, "inputSchema": schema}


def outcome(surface: Surface, name: str, arguments: Any) -> Any:
    address = surface.address(name)
    assert address is not None
    if address["name"] == name:
        return surface.resolve(name, arguments)
    return surface.resolve(address["name"], {**address["arguments"], "arguments": arguments})


def takes(surface: Surface, name: str, arguments: Any) -> bool:
    """Tell whether a call resolves; it must come to exactly these arguments then."""
    found = outcome(surface, name, arguments)
    if isinstance(found, Resolution):
        assert (found.tool, found.arguments) == (name, arguments)
        return True
    assert isinstance(found, Refusal)
    return False


def says(surface: Surface, name: str, arguments: Any) -> bool:
    """Tell whether what the surface says of a tool takes arguments, as a validator that is not ours reads it."""
    for listed in surface.tools:
        schema = listed["inputSchema"]
        if listed["name"] == name:
            return bool(jsonschema.Draft202012Validator(schema).is_valid(arguments))
        if "oneOf" in schema:
            call = {"tool_name": name, "arguments": arguments}
            return bool(jsonschema.Draft202012Validator(schema).is_valid(call))
    entries = [document for document in documents(surface) if document.tool == name]
    assert len(entries) == 1
    return bool(jsonschema.Draft202012Validator(entries[0].schema).is_valid(arguments))


def hold(surface: Surface, name: str, *, taken: list[Any], refused: list[Any]) -> None:
    """What is shown and what is enforced agree on which arguments a tool takes, and what is shown is sound."""
    for arguments in taken:
        assert takes(surface, name, arguments)
        assert says(surface, name, arguments)
    for arguments in refused:
        assert not takes(surface, name, arguments)
        assert not says(surface, name, arguments)
    for document in documents(surface):
        assert_valid(document)
        assert_references_resolve(document)
        assert_no_definition_unused(document)


# References


@FORMS
def test_definitions_come_along(form: str):
    berth = tool("berth", "at", properties={"at": {"$ref": "#/$defs/Quay"}})
    berth["inputSchema"]["$defs"] = {"Quay": {"enum": ["east", "west"]}}
    crane = tool("crane", "load", properties={"load": {"$ref": "#/$defs/Load"}})
    crane["inputSchema"]["$defs"] = {"Load": {"type": "object", "required": ["t"], "properties": {"t": {}}}}
    surface = everything(made(form, berth, crane))
    hold(surface, "berth", taken=[{"at": "east"}], refused=[{"at": "north"}])
    hold(surface, "crane", taken=[{"load": {"t": 3}}], refused=[{"load": {}}])


@FORMS
def test_a_pointer_into_a_tool_s_own_properties_stays_its_own(form: str):
    gate = {"type": "object", "properties": {"open": {"type": "boolean"}}, "required": ["open"]}
    own = tool("lock", "gate", properties={"gate": gate, "spare": {"$ref": "#/properties/gate"}})
    other = tool("paint", "gate", properties={"gate": {"type": "string"}})
    for pair in ((own, other), (other, own)):
        surface = everything(made(form, *pair))
        hold(
            surface,
            "lock",
            taken=[{"gate": {"open": True}, "spare": {"open": False}}],
            refused=[{"gate": {"open": True}, "spare": "red"}, {"gate": {"open": True}, "spare": {}}],
        )


@FORMS
def test_bounds_beside_a_reference_hold(form: str):
    one = tool("wait", properties={"minutes": {"$ref": "#/$defs/Count", "maximum": 30}})
    one["inputSchema"]["$defs"] = {"Count": {"type": "integer"}}
    hold(everything(made(form, one)), "wait", taken=[{"minutes": 30}], refused=[{"minutes": 31}, {"minutes": "x"}])


@FORMS
def test_recursion_without_definitions(form: str):
    yard = {"type": "object", "properties": {"no": {"type": "integer"}}, "required": ["no"]}
    yard["properties"]["under"] = {"type": "array", "items": {"$ref": "#/properties/pile/items"}}  # type: ignore[index]
    one = tool("stack", "pile", properties={"pile": {"type": "array", "items": yard}})
    good: Any = {"no": 1}
    for _ in range(20):
        good = {"no": 1, "under": [good]}
    bad = json.loads(json.dumps(good).replace('{"no": 1}', '{"no": "x"}'))
    surface = everything(made(form, one))
    hold(surface, "stack", taken=[{"pile": [good]}], refused=[{"pile": [bad]}])


@FORMS
def test_one_name_for_two_definitions_and_two_names_for_one_tool_order(form: str):
    weight = {"type": "object", "properties": {"kg": {"type": "integer"}}, "required": ["kg"]}
    size = {"type": "object", "properties": {"feet": {"type": "integer"}}, "required": ["feet"]}
    by_weight = tool("weigh", "by", properties={"by": {"$ref": "#/$defs/Unit"}, "tare": {"$ref": "#/$defs/Tare"}})
    by_weight["inputSchema"]["$defs"] = {"Unit": weight, "Tare": {"type": "number"}}
    by_size = tool("measure", "by", properties={"by": {"$ref": "#/$defs/Unit"}, "tare": {"$ref": "#/$defs/Tare"}})
    by_size["inputSchema"]["$defs"] = {"Unit": size, "Tare": {"type": "number"}}
    said = []
    for pair in ((by_weight, by_size), (by_size, by_weight)):
        surface = everything(made(form, *pair))
        hold(surface, "weigh", taken=[{"by": {"kg": 1}, "tare": 0.5}], refused=[{"by": {"feet": 1}}])
        hold(surface, "measure", taken=[{"by": {"feet": 20}}], refused=[{"by": {"kg": 1}}])
        said.append({document.tool: json.dumps(document.schema) for document in documents(surface) if document.tool})
        if form == "discriminated_union":
            definitions = surface.tools[0]["inputSchema"]["$defs"]
            assert len(definitions) == 3, "the equal one is shared, of the others each keeps its own"
            said[-1] = {"": json.dumps(definitions)}
    assert said[0] == said[1], "what stands there does not depend on which tool comes first"


@FORMS
def test_names_that_pointers_must_escape(form: str):
    names = {"Bay/Row": "Bay~1Row", "100% full": "100%25%20full", "a~b": "a~0b", "ü": "%C3%BC", '"q"': "%22q%22"}
    properties = {f"p{index}": {"$ref": f"#/$defs/{text}"} for index, text in enumerate(names.values())}
    one = tool("place", properties=properties)
    one["inputSchema"]["$defs"] = {name: {"const": index} for index, name in enumerate(names)}
    surface = everything(made(form, one))
    numbers = {f"p{index}": index for index in range(len(names))}
    shifted = {f"p{index}": index + 1 for index in range(len(names))}
    hold(surface, "place", taken=[numbers], refused=[{name: value} for name, value in shifted.items()])


@FORMS
def test_a_reference_to_nothing_is_an_error_that_quotes_it(form: str):
    one = tool("place", properties={"p": {"$ref": "#/$defs/Bay~2Row"}}, **{"$defs": {"Bay~2Row": True}})
    with pytest.raises(SchemacError) as refused:
        made(form, one)
    (found,) = refused.value.findings
    assert found.code == "ref-unresolvable"
    assert "#/$defs/Bay~2Row" in found.message


# Drafts

DRAFT_04 = "http://json-schema.org/draft-04/schema#"
DRAFT_07 = "http://json-schema.org/draft-07/schema#"
NEW = "https://json-schema.org/draft/2020-12/schema"
MOVED = pytest.mark.parametrize("form", [form for form in STRATEGIES if form != "flat"])


def shown(surface: Surface, name: str) -> Any:
    """Return the schema of a tool's arguments, from wherever the form has it."""
    for document in documents(surface):
        if document.tool == name:
            return document.schema
    for listed in surface.tools:
        for branch in listed["inputSchema"].get("oneOf", ()):
            if branch["properties"]["tool_name"]["const"] == name:
                return branch["properties"]["arguments"]
    raise AssertionError(name)


@MOVED
def test_a_flag_beside_a_bound_becomes_the_bound(form: str):
    depth = {"type": "integer", "minimum": 0, "exclusiveMinimum": True}
    surface = everything(made(form, tool("dredge", "depth", properties={"depth": depth}, **{"$schema": DRAFT_04})))
    assert shown(surface, "dredge")["properties"]["depth"] == {"type": "integer", "exclusiveMinimum": 0}
    hold(surface, "dredge", taken=[{"depth": 1}], refused=[{"depth": 0}])


@FORMS
def test_a_flag_under_a_newer_marker_is_an_error_of_that_tool_alone(form: str):
    depth = {"type": "integer", "minimum": 0, "exclusiveMinimum": True}
    wrong = tool("dredge", properties={"depth": depth}, **{"$schema": NEW})
    planned = made(form, wrong, tool("ping"), on_tool_error="omit")
    (found,) = [item for item in planned.findings if item.is_error]
    assert found.pointer == ("tools", 0, "inputSchema", "properties", "depth", "exclusiveMinimum")
    assert takes(everything(planned), "ping", {})


@MOVED
def test_a_tuple_keeps_its_places(form: str):
    span = {"type": "array", "items": [{"type": "number"}, {"type": "string"}], "additionalItems": False}
    surface = everything(made(form, tool("mark", properties={"span": span}, **{"$schema": DRAFT_07})))
    assert shown(surface, "mark")["properties"]["span"] == {
        "type": "array",
        "prefixItems": [{"type": "number"}, {"type": "string"}],
        "items": False,
    }
    hold(surface, "mark", taken=[{"span": [1, "m"]}], refused=[{"span": ["m", 1]}, {"span": [1, "m", 2]}])


@MOVED
def test_no_marker_of_an_older_draft_is_left(form: str):
    old = tool("moor", "to", properties={"to": {"$ref": "#/definitions/Buoy"}, "definitions": {"type": "string"}})
    old["inputSchema"] |= {"$schema": DRAFT_07, "definitions": {"Buoy": {"type": "integer"}}}
    surface = everything(made(form, old, tool("ping")))
    assert "$schema" not in surface.to_json().decode()
    assert "definitions" in shown(surface, "moor")["properties"], "a property of that name is a property"
    hold(surface, "moor", taken=[{"to": 3, "definitions": "d"}], refused=[{"to": "x"}, {"to": 3, "definitions": 1}])


@FORMS
def test_words_of_authors_that_are_keywords_elsewhere_stay(form: str):
    properties = {
        "$schema": {"type": "string"},
        "$ref": {"type": "string"},
        "definitions": {"type": "array", "default": [{"$ref": "#/nowhere"}]},
        "dependencies": {"enum": [{"$id": "x", "items": []}, "plain"]},
        "x-requires": {"type": "integer"},
        "items": {"examples": [{"exclusiveMinimum": True}]},
    }
    one = tool("file", "$schema", "$ref", properties=properties, **{"$schema": DRAFT_07})
    surface = everything(made(form, one))
    assert shown(surface, "file")["properties"] == properties
    assert takes(surface, "file", {"$schema": "s", "$ref": "r", "x-requires": 1, "dependencies": "plain"})
    assert not takes(surface, "file", {"$schema": "s"})
    assert not takes(surface, "file", {"$schema": "s", "$ref": "r", "dependencies": "other"})


@MOVED
def test_an_identifier_goes_and_a_property_of_that_name_stays(form: str):
    properties = {"id": {"type": "string"}, "hull": {"$ref": "#/definitions/Hull"}}
    one = tool("ship", "id", "hull", properties=properties)
    hull = {"id": "#hull", "type": "object", "properties": {"m": {}}, "required": ["m"]}
    one["inputSchema"] |= {"$schema": DRAFT_04, "id": "https://example.com/ship", "definitions": {"Hull": hull}}
    surface = everything(made(form, one))
    assert '"id":"' not in surface.to_json().decode()
    hold(surface, "ship", taken=[{"id": "s", "hull": {"m": 1}}], refused=[{"id": 1, "hull": {"m": 1}}, {"id": "s"}])


# Size


@FORMS
def test_what_doubles_at_every_level_stays_small(form: str):
    definitions: dict[str, Any] = {
        f"L{level}": {"type": "object", "properties": {side: {"$ref": f"#/$defs/L{level + 1}"} for side in "ab"}}
        for level in range(24)
    }
    definitions["L24"] = {"type": "string"}
    one = tool("sort", properties={"top": {"$ref": "#/$defs/L0"}}, **{"$defs": definitions})
    start = time.monotonic()
    surface = everything(made(form, one))
    assert len(surface.to_json()) < 3 * len(json.dumps(one))
    hold(surface, "sort", taken=[{"top": {"a": {"b": {}}}}], refused=[{"top": {"a": {"b": 1}}}])
    assert time.monotonic() - start < 20


@FORMS
def test_a_chain_of_definitions_is_checked_to_its_end(form: str):
    definitions = {
        f"D{level}": {
            "type": "object",
            "properties": {"n": {"type": "string"}, "next": {"items": {"$ref": f"#/$defs/D{level + 1}"}}},
            "required": ["n"],
        }
        for level in range(1, 9)
    }
    one = tool("chart", properties={"at": {"$ref": "#/$defs/D1"}}, **{"$defs": {**definitions, "D9": False}})
    good: Any = {"n": "8"}
    bad: Any = {}
    for _ in range(7):
        good, bad = {"n": "x", "next": [good]}, {"n": "x", "next": [bad]}
    hold(everything(made(form, one)), "chart", taken=[{"at": good}], refused=[{"at": bad}])


@FORMS
def test_one_definition_object_in_many_places_is_never_changed(form: str):
    quay = {"type": "object", "properties": {"no": {"type": "integer"}}, "required": ["no"]}
    here = {"$ref": "#/$defs/Quay", "description": "where to unload"}
    there = {"$ref": "#/$defs/Quay", "description": "where to load"}
    first = tool("sail", properties={"to": here, "from": there}, **{"$defs": {"Quay": quay}})
    second = tool("dock", properties={"at": {"$ref": "#/$defs/Quay"}}, **{"$defs": {"Quay": quay}})
    before = copy.deepcopy([first, second])
    both = everything(made(form, first, second))
    assert [first, second] == before
    alone = everything(made(form, second))
    text = both.to_json().decode()
    assert text.count("where to unload") == text.count("where to load") == (0 if form == "lazy" else 1)
    assert json.dumps(shown(both, "dock")) == json.dumps(shown(alone, "dock"))


# Values and order


@FORMS
def test_the_order_of_groups_and_grants_changes_nothing(form: str):
    tools = [
        {**tool("walnut", "b", "a", properties={"b": {}, "a": {}}), "group": "two"},
        {**tool("almond"), "group": "one", "requires": ["p", "q"]},
        {**tool("hazel"), "group": "one"},
    ]
    texts = set()
    for groups in itertools.permutations({"one": "First.", "two": "Second."}.items()):
        for grants in itertools.permutations(["p", "q", "r"]):
            value = {"schemac": 1, "groups": dict(groups), "tools": tools}
            planned = plan(value, options={"group_by": "group", "strategy": form})
            texts.add(planned.compile(Decisions.granting(*grants)).to_json())
    assert len(texts) == 1
    assert b'"required":["b","a"]' in texts.pop() or form == "lazy"


LARGE = 612_345_678_901_234_567


@FORMS
def test_large_integers_keep_every_digit(form: str):
    shard = {"type": "integer", "enum": [2**53 + 1, 2**53 + 3], "default": 2**53 + 1}
    one = tool("forget", "entry", properties={"entry": {"type": "integer"}, "shard": shard})
    planned = made(form, one, coerce="scalars")
    surface = everything(planned)
    assert str(2**53 + 3) in json.dumps(shown(surface, "forget"))
    for entry in (LARGE, str(LARGE)):
        found = outcome(surface, "forget", {"entry": entry})
        assert isinstance(found, Resolution)
        assert found.arguments == {"entry": LARGE}
    assert not takes(surface, "forget", {"entry": 1, "shard": 2**53})
    assert takes(surface, "forget", {"entry": LARGE * 10**10})
    text = json.dumps({"entry": LARGE, "shard": 2**53 + 3})
    found = outcome(surface, "forget", text)
    assert isinstance(found, Resolution)
    assert found.arguments == {"entry": LARGE, "shard": 2**53 + 3}


@FORMS
def test_one_is_not_true(form: str):
    both = {"anyOf": [{"const": 1}, {"const": True}]}
    properties = {"n": {"enum": [1, 2]}, "flag": {"enum": [False]}, "count": {"type": "integer"}, "both": both}
    surface = everything(made(form, tool("pick", properties=properties)))
    assert shown(surface, "pick")["properties"]["both"] == both
    hold(
        surface,
        "pick",
        taken=[{"n": 1}, {"n": 1.0}, {"flag": False}, {"count": 3}, {"both": 1}, {"both": True}],
        refused=[{"n": True}, {"flag": 0}, {"count": True}, {"both": 0}],
    )


@FORMS
def test_what_is_no_number_is_refused(form: str):
    surface = everything(made(form, tool("scale", "by", properties={"by": {"type": "number"}})))
    for word in ("NaN", "-Infinity"):
        found = outcome(surface, "scale", f'{{"by": {word}}}')
        assert isinstance(found, Refusal)
        assert word.lstrip("-") in found.message
    with pytest.raises(SchemacError) as refused:
        load("schemac: 1\ntools: [{name: scale, timeout_ms: .inf, inputSchema: {default: .nan}}]", format="yaml")
    assert [item.code for item in refused.value.findings] == ["not-json-number", "not-json-number"]


@FORMS
def test_names_that_objects_of_some_languages_inherit(form: str):
    asked = tool("first", "id", "toString", properties={"id": {"type": "string"}})
    names = ["__proto__", "constructor", "hasOwnProperty"]
    odd = tool("second", *names, properties={name: {"type": "string"} for name in names}, additionalProperties=False)
    surface = everything(made(form, asked, odd))
    hold(surface, "first", taken=[{"id": "1", "toString": "x"}], refused=[{"id": "1"}])
    hold(surface, "second", taken=[dict.fromkeys(names, "p")], refused=[{"__proto__": "p"}])


# Visibility

STOCK = [
    {**tool("read_stock", "id", properties={"id": {"type": "string"}}), "requires": "stock_read"},
    {
        **tool("purge_stock", "sure", properties={"sure": {"$ref": "#/$defs/OddKey"}}, **{"$defs": {"OddKey": {}}}),
        "description": "For an emergency.",
        "requires": "stock_admin",
    },
]
SECRETS = ("purge", "OddKey", "sure", "emergency", "stock_admin")


@FORMS
def test_nothing_of_a_hidden_tool_is_anywhere(form: str):
    planned = made(form, *STOCK)
    surface = planned.compile(Decisions.granting("stock_read"))
    told = [surface.to_json().decode(), json.dumps(surface.described), repr(surface), json.dumps(surface.routes)]
    told += [json.dumps(surface.list().to_json()), surface.etag, str(surface.findings)]
    for secret in SECRETS:
        assert not any(secret in text for text in told), secret
    assert takes(surface, "read_stock", {"id": "1"})


@FORMS
@pytest.mark.parametrize(
    "spelling", ["purge_stock", "Purge_Stock", " purge_stock ", "yard.purge_stock", "purge-stock", "yard_purge_stock"]
)
def test_no_spelling_reaches_a_hidden_tool_or_tells_that_there_is_one(form: str, spelling: str):
    surface = made(form, *STOCK).compile(Decisions.granting("stock_read"))
    without = made(form, STOCK[0]).compile(Decisions.granting("stock_read"))
    facade = next(iter(surface.routes))
    calls: list[tuple[str, Any]] = [
        (spelling, {"sure": True}),
        (facade, {"tool_name": spelling, "arguments": {"sure": True}}),
        (f"{facade}_describe", {"tool_name": spelling}),
    ]
    for name, arguments in calls:
        found, elsewhere = surface.resolve(name, arguments), without.resolve(name, arguments)
        assert isinstance(found, Refusal)
        assert isinstance(elsewhere, Refusal)
        assert (found.to_json(), found.to_result()) == (elsewhere.to_json(), elsewhere.to_result())


@FORMS
def test_each_caller_gets_what_a_fresh_plan_gives(form: str):
    planned = made(form, *STOCK)
    order = [("stock_read", "stock_admin"), ("stock_read",), ("stock_read", "stock_admin"), ("stock_admin",), ()]
    for grants in order:
        decisions = Decisions.granting(*grants)
        fresh = made(form, *STOCK).compile(decisions)
        assert planned.compile(decisions).to_json() == fresh.to_json()
        result = planned.compile(decisions).list_result("2026-07-28")
        assert result["cacheScope"] == "private"


@FORMS
def test_a_right_that_is_taken_away_ends_what_it_allowed(form: str):
    planned = made(form, *STOCK)
    surface = planned.compile(Decisions.granting("stock_read", "stock_admin"))
    address = surface.address("purge_stock")
    assert address is not None
    call = address["arguments"] if "tool_name" not in address["arguments"] else {**address["arguments"]}
    if "tool_name" in call:
        call["arguments"] = {"sure": 1}
    else:
        call = {"sure": 1}
    assert isinstance(surface.resolve(address["name"], call), Resolution)
    later = surface.resolve(address["name"], call, Decisions.granting("stock_read"))
    assert isinstance(later, Refusal)
    assert later.code == "tool-unknown"


def test_a_search_and_a_description_know_only_what_the_caller_sees():
    surface = made("lazy", *STOCK).compile(Decisions.granting("stock_read"))
    assert surface.list(filter="emergency").to_json() == {
        "tools": [],
        "total": 0,
        "groups": [{"group": "yard", "total": 1}],
    }
    found = surface.resolve("yard_tools_describe", {"tool_name": "read_stock"})
    assert isinstance(found, Description)
    assert isinstance(surface.resolve("yard_tools_describe", {"tool_name": "purge_stock"}), Refusal)
