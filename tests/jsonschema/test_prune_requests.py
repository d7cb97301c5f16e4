"""What pruning does at request time besides removal: answers, values, sharing, places."""

from collections.abc import Callable
from typing import Any

import pytest

from schemac.catalog.decisions import Decisions
from schemac.jsonschema.document import document_of
from schemac.jsonschema.link import link
from schemac.jsonschema.prune import analyse, prune
from tests.jsonschema.pruning import decisions, documented, pruned, sites_of

G = {"x-requires": "g"}
ZONE = {"x-default-for": "zone"}


def obj(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties}


@pytest.mark.parametrize("gate", ["a", {"not": "a"}, {"any": ["a", {"not": "a"}]}, ["a"]])
def test_what_is_unknown_does_not_hold(gate: Any):
    sites = sites_of(obj(x={"x-requires": gate}))
    assert documented(prune(sites, Decisions.parse({}))).shown == obj()


def test_a_negated_gate_holds_for_those_who_are_refused():
    sites = sites_of(obj(x={"x-requires": {"not": "a"}}))
    assert documented(prune(sites, decisions([]))).shown == obj(x={})
    assert documented(prune(sites, decisions(["a"]))).shown == obj()


VALUES: dict[str, tuple[Any, Any, Any]] = {
    "the value becomes the default": ({"type": "string", **ZONE}, "UTC", {"type": "string", "default": "UTC"}),
    "it replaces the author's": (
        {"type": "string", "default": "here", "title": "Zone", **ZONE},
        "UTC",
        {"type": "string", "default": "UTC", "title": "Zone"},
    ),
    "a value that is not taken": (
        {"type": "string", "default": "here", **ZONE},
        5,
        {"type": "string", "default": "here"},
    ),
    "a value that is not taken, without a default": ({"enum": ["a"], **ZONE}, "b", {"enum": ["a"]}),
    "a value with an unknown name": ({**obj(a={}), **ZONE}, {"b": 1}, obj(a={})),
    "a value with known names": ({**obj(a={}), **ZONE}, {"a": 1}, {**obj(a={}), "default": {"a": 1}}),
    "null": ({"type": ["null", "string"], **ZONE}, None, {"type": ["null", "string"], "default": None}),
    "a value with a name that is gone": ({**obj(a=G, b={}), **ZONE}, {"a": 1}, obj(b={})),
    "a value without it": ({**obj(a=G, b={}), **ZONE}, {"b": 1}, {**obj(b={}), "default": {"b": 1}}),
    "a value of a branch that is gone": (
        {"anyOf": [{"type": "string", **G}, {"type": "null"}], "default": "x", **ZONE},
        "UTC",
        {"anyOf": [{"type": "null"}]},
    ),
    "a value that only pruning lets fit": (
        {**obj(a=G, b={}), "required": ["a"], **ZONE},
        {"b": 1},
        {**obj(b={}), "default": {"b": 1}},
    ),
    "a pattern no engine reads": ({"pattern": "(", **ZONE}, "UTC", {"pattern": "("}),
}


@pytest.mark.parametrize(("written", "value", "shown"), [pytest.param(*case, id=name) for name, case in VALUES.items()])
def test_default_for(written: Any, value: Any, shown: Any):
    result = documented(pruned(obj(x=written), zone=value))
    assert result.shown == obj(x=shown)
    assert result.enforced["properties"]["x"].get("default") == shown.get("default")


def test_without_the_value_the_default_is_the_author_s():
    assert documented(pruned(obj(x={"type": "string", "default": "here", **ZONE}))).shown == obj(
        x={"type": "string", "default": "here"}
    )
    assert documented(pruned(obj(x={"type": "string", **ZONE}), other="UTC")).shown == obj(x={"type": "string"})


def test_default_for_in_a_definition_and_beside_a_lone_reference():
    schema = {
        "properties": {"a": {"$ref": "#/definitions/Z"}, "b": {"$ref": "#/definitions/Z", **ZONE}},
        "definitions": {"Z": {"type": "string", **ZONE}},
    }
    assert documented(pruned(schema, dialect="draft-07", zone="UTC"), "draft-07").shown == {
        "properties": {"a": {"$ref": "#/definitions/Z"}, "b": {"$ref": "#/definitions/Z", "default": "UTC"}},
        "definitions": {"Z": {"type": "string", "default": "UTC"}},
    }


def test_a_default_in_a_branch_that_moved_up():
    schema = obj(x={"anyOf": [G, {"type": "string", **ZONE}]})
    assert documented(pruned(schema, zone="UTC")).shown == obj(x={"anyOf": [{"type": "string", "default": "UTC"}]})


def test_default_for_is_read_by_presence_never_in_data():
    schema = obj(x={"const": ZONE, "examples": [ZONE]}, **{"x-default-for": {"type": "string"}})
    assert documented(pruned(schema, zone="UTC")).shown == schema


def test_results_that_agree_have_one_key():
    sites = sites_of(obj(a={"x-requires": {"any": ["p", "q"]}}, b={"x-default-for": "zone"}))
    assert sites.key(decisions(["p"])) == sites.key(decisions(["q", "unasked"]))
    assert sites.key(decisions(["p"])) != sites.key(decisions([]))
    assert sites.key(decisions(["p"], zone=1)) != sites.key(decisions(["p"], zone=True))
    assert sites.key(decisions(["p"], zone=1)) == sites.key(decisions(["p"], zone=1.0))
    assert sites.key(decisions(["p"], zone=None)) != sites.key(decisions(["p"]))
    assert isinstance(hash(sites.key(decisions(["p"], zone={"a": [1]}))), int)


def test_untouched_parts_are_the_same_objects():
    schema = {
        **obj(a=obj(deep=obj(x={"type": "string"})), b=obj(y=G, z={"enum": [1]}), c={"$ref": "#/$defs/C"}),
        "$defs": {"C": {"type": "string"}},
    }
    module = link(schema)
    result = prune(analyse(module, schema), decisions())
    assert result.shown is not None
    assert result.enforced is not None
    shown, enforced = result.shown.root.schema, result.enforced.root.schema
    assert shown["properties"]["a"] is enforced["properties"]["a"] is schema["properties"]["a"]
    assert shown["properties"]["b"]["properties"]["z"] is schema["properties"]["b"]["properties"]["z"]
    assert result.shown.definitions["#/$defs/C"] is module.definitions["#/$defs/C"]


def test_one_object_where_shown_and_enforced_agree():
    result = pruned(obj(x={"anyOf": [G, {"type": "string"}]}))
    assert result.shown is result.enforced


def test_moved_branches_lead_to_where_they_were_authored():
    branch = {"oneOf": [{"type": "null", **G}, {"type": "string"}, {"type": "integer"}]}
    schema = obj(x={"anyOf": [G, {"type": "null"}, G, branch]})
    result = pruned(schema)
    assert result.shown is not None
    definition = result.shown.root
    at = ("properties", "x", "anyOf")
    assert definition.authored((*at, 0)) == (*at, 1)
    assert definition.authored((*at, 1)) == (*at, 3)
    assert definition.authored((*at, 1, "oneOf", 0)) == (*at, 3, "oneOf", 1)
    assert definition.authored((*at, 1, "oneOf", 1, "minimum")) == (*at, 3, "oneOf", 2, "minimum")
    assert definition.authored(("properties", "y")) == ("properties", "y")


def test_moved_is_absent_where_nothing_moved():
    result = pruned(obj(x={"anyOf": [{"type": "null"}, G]}))
    assert result.shown is not None
    assert result.shown.root.moved is None


DEEP: dict[str, tuple[int, Callable[[Any], Any]]] = {
    "not": (1, lambda inner: {"not": inner}),
    "additionalProperties": (1, lambda inner: {"additionalProperties": inner}),
    "items": (1, lambda inner: {"items": inner}),
    "then": (1, lambda inner: {"if": {}, "then": inner}),
    "allOf": (2, lambda inner: {"allOf": [inner]}),
    "anyOf": (2, lambda inner: {"anyOf": [inner, {}]}),
    "properties": (2, lambda inner: {"properties": {"p": inner}}),
}


@pytest.mark.parametrize("keyword", DEEP)
def test_the_deepest_schema_that_can_be_loaded_is_pruned(keyword: str):
    step, wrap = DEEP[keyword]
    schema: Any = {"required": ["a"]} if keyword == "not" else {"required": ["a"], "properties": {"s": G}}
    for _ in range(244 // step):
        schema = wrap(schema)
    result = pruned({"properties": {"a": G}, "allOf": [schema]})
    assert result.shown is None or result.removed


def test_judging_a_value_takes_no_longer_where_references_branch():
    """Sixty definitions that each name the next one twice are 2**60 for who follows every one anew."""
    branching = {
        f"s{at}": {"anyOf": [{"$ref": f"#/$defs/s{at + 1}"}, {"allOf": [{"$ref": f"#/$defs/s{at + 1}"}]}]}
        for at in range(60)
    }
    schema = {
        **obj(x={"allOf": [{"$ref": "#/$defs/s0"}], **ZONE}, gone=G),
        "$defs": {**branching, "s60": {"type": "string"}},
        "default": {"x": 1, "gone": 1},
    }
    for value in ("UTC", 7):
        shown = documented(pruned(schema, zone=value)).shown
        assert shown["properties"]["x"].get("default") == (value if value == "UTC" else None)
        assert "default" not in shown


@pytest.mark.parametrize(("value", "taken"), [(5, True), (4, False), ("5", False)])
@pytest.mark.parametrize(
    "other", ["http://json-schema.org/draft-04/schema#", "http://json-schema.org/draft-07/schema#"]
)
def test_a_value_is_judged_by_a_schema_in_several_dialects(value: Any, taken: bool, other: str):
    exclusive: dict[str, Any] = {"minimum": 4, "exclusiveMinimum": True} if "04" in other else {"exclusiveMinimum": 4}
    documents = {"urn:old": {"$schema": other, "definitions": {"n": {"type": "integer", **exclusive}}}}
    schema = obj(
        n={"$ref": "urn:old#/definitions/n", **ZONE}, deep={"properties": {"m": {"$ref": "#/properties/n", **ZONE}}}
    )
    found = prune(sites_of(schema, documents=documents), decisions(zone=value))
    assert found.shown is not None
    shown = document_of(found.shown).schema
    assert ("default" in shown["properties"]["n"]) is taken
    assert ("default" in shown["properties"]["deep"]["properties"]["m"]) is taken
