"""Which names an object takes, by all that applies to it in place."""

from typing import Any

import pytest

from schemac.jsonschema.closed import Removals, Removed, Shapes, Status
from schemac.jsonschema.keywords import DIALECTS
from schemac.jsonschema.link import link
from schemac.jsonschema.members import objects
from schemac.jsonschema.patterns import matcher
from tests.jsonschema.pruning import pruned

G = {"x-requires": "g"}


def shapes(schema: Any, dialect: str = "2020-12") -> Shapes:
    return Shapes(link(schema, dialect=DIALECTS[dialect]))


def after(schema: Any, *grants: str, dialect: str = "2020-12") -> Shapes:
    result = pruned(schema, grants, dialect)
    assert result.shown is not None
    assert result.enforced is not None
    held = Shapes(result.enforced, result.removed)
    seen = Shapes(result.shown, result.removed)
    assert held.root.names == seen.root.names
    assert (held.root.is_open, held.root.is_free_form) == (seen.root.is_open, seen.root.is_free_form)
    return held


DECLARES: dict[str, tuple[Any, str, set[str]]] = {
    "properties": ({"properties": {"a": {}, "b": False}}, "2020-12", {"a", "b"}),
    "required": ({"required": ["a"]}, "2020-12", {"a"}),
    "dependentRequired": ({"dependentRequired": {"a": ["b"]}}, "2020-12", {"a", "b"}),
    "dependentSchemas": ({"dependentSchemas": {"a": {"required": ["b"]}}}, "2020-12", {"a", "b"}),
    "dependencies": ({"dependencies": {"a": ["b"], "c": {"required": ["d"]}}}, "draft-07", {"a", "b", "c", "d"}),
    "dependencies are unknown later": ({"required": ["a"], "dependencies": {"b": ["c"]}}, "2020-12", {"a"}),
    "dependentRequired is unknown before": ({"required": ["a"], "dependentRequired": {"b": []}}, "draft-07", {"a"}),
    "allOf, anyOf, oneOf": (
        {"allOf": [{"required": ["a"]}], "anyOf": [{"required": ["b"]}], "oneOf": [{"properties": {"c": {}}}]},
        "2020-12",
        {"a", "b", "c"},
    ),
    "not, if, then, else": (
        {
            "not": {"required": ["a"]},
            "if": {"required": ["b"]},
            "then": {"required": ["c"]},
            "else": {"required": ["d"]},
        },
        "2020-12",
        {"a", "b", "c", "d"},
    ),
    "if is unknown in draft-06": ({"required": ["a"], "if": {"required": ["b"]}}, "draft-06", {"a"}),
    "through references": (
        {"$ref": "#/$defs/A", "$defs": {"A": {"anyOf": [{"$ref": "#/$defs/B"}]}, "B": {"required": ["a"]}}},
        "2020-12",
        {"a"},
    ),
    "beside a reference": (
        {"$ref": "#/$defs/A", "required": ["b"], "$defs": {"A": {"required": ["a"]}}},
        "2020-12",
        {"a", "b"},
    ),
    "beside a lone reference": (
        {
            "properties": {},
            "allOf": [{"$ref": "#/definitions/A", "required": ["b"]}],
            "definitions": {"A": {"required": ["a"]}},
        },
        "draft-07",
        {"a"},
    ),
    "not in children": (
        {"properties": {"a": {"properties": {"b": {}}}}, "items": {"required": ["c"]}},
        "2020-12",
        {"a"},
    ),
    "properties called like keywords": (
        {"properties": {"$ref": {}, "required": {}, "__proto__": {}}},
        "2020-12",
        {"$ref", "required", "__proto__"},
    ),
}


@pytest.mark.parametrize(
    ("schema", "dialect", "names"), [pytest.param(*case, id=name) for name, case in DECLARES.items()]
)
def test_declared_names(schema: Any, dialect: str, names: set[str]):
    root = shapes(schema, dialect).root
    assert root.names == names
    assert root.is_closed


KINDS: dict[str, tuple[Any, str, str]] = {
    "declares nothing": ({"type": "object"}, "2020-12", "free-form"),
    "an empty map declares nothing": ({"properties": {}}, "2020-12", "free-form"),
    "one name": ({"properties": {"a": {}}}, "2020-12", "closed"),
    "additionalProperties true": ({"properties": {"a": {}}, "additionalProperties": True}, "2020-12", "open"),
    "additionalProperties a schema": ({"additionalProperties": {"type": "null"}}, "2020-12", "open"),
    "additionalProperties false says nothing": ({"additionalProperties": False}, "2020-12", "free-form"),
    "unevaluatedProperties": ({"properties": {"a": {}}, "unevaluatedProperties": {}}, "2020-12", "open"),
    "unevaluatedProperties unknown before": (
        {"properties": {"a": {}}, "unevaluatedProperties": {}},
        "draft-07",
        "closed",
    ),
    "open by any part": ({"properties": {"a": {}}, "anyOf": [{"additionalProperties": True}]}, "2020-12", "open"),
    "a pattern": ({"patternProperties": {"^a": {}}}, "2020-12", "closed"),
    "a boolean": (True, "2020-12", "free-form"),
}


@pytest.mark.parametrize(("schema", "dialect", "kind"), [pytest.param(*case, id=name) for name, case in KINDS.items()])
def test_open_closed_or_free_form_below_the_root(schema: Any, dialect: str, kind: str):
    place = shapes({"properties": {"o": schema}}, dialect).root.child("o")
    assert (place.is_open, place.is_free_form, place.is_closed) == (
        kind == "open",
        kind == "free-form",
        kind == "closed",
    )


def test_a_root_that_declares_nothing_takes_no_arguments():
    root = shapes({"type": "object"}).root
    assert root.is_closed
    assert root.status("a") is Status.UNDECLARED
    assert shapes({"type": "object", "additionalProperties": True}).root.status("a") is Status.DECLARED


def test_patterns_declare_what_they_match():
    root = shapes({"patternProperties": {"^x-": {}, "(?=b)b": {}}}).root
    assert [root.status(name) for name in ("x-a", "ab", "a")] == [Status.DECLARED, Status.DECLARED, Status.UNDECLARED]


def test_contains_names_but_never_closes():
    only = shapes({"properties": {"l": {"contains": {"properties": {"role": {}}, "required": ["role"]}}}})
    assert only.root.child("l").item(0).is_free_form
    both = shapes({"properties": {"l": {"items": {"required": ["id"]}, "contains": {"required": ["role"]}}}})
    item = both.root.child("l").item(0)
    assert item.is_closed
    assert item.names == {"id", "role"}


ITEMS: dict[str, tuple[Any, str, list[set[str]]]] = {
    "items": ({"items": {"required": ["a"]}}, "2020-12", [{"a"}, {"a"}]),
    "prefixItems": ({"prefixItems": [{"required": ["a"]}], "items": {"required": ["b"]}}, "2020-12", [{"a"}, {"b"}]),
    "a list": ({"items": [{"required": ["a"]}], "additionalItems": {"required": ["b"]}}, "draft-04", [{"a"}, {"b"}]),
    "additionalItems beside one schema": (
        {"items": {"required": ["a"]}, "additionalItems": {"required": ["b"]}},
        "draft-07",
        [{"a"}, {"a"}],
    ),
    "unevaluatedItems": (
        {"prefixItems": [{"required": ["a"]}], "unevaluatedItems": {"required": ["b"]}},
        "2020-12",
        [{"a"}, {"b"}],
    ),
}


@pytest.mark.parametrize(("schema", "dialect", "names"), [pytest.param(*case, id=name) for name, case in ITEMS.items()])
def test_items(schema: Any, dialect: str, names: list[set[str]]):
    place = shapes({"properties": {"l": schema}}, dialect).root.child("l")
    assert [place.item(index).names for index in range(len(names))] == names


def test_members_without_a_schema_of_their_own_take_that_of_the_rest():
    schema = {
        "properties": {"a": {}},
        "patternProperties": {"^p": {"required": ["of-pattern"]}},
        "additionalProperties": {"required": ["of-rest"]},
        "unevaluatedProperties": {"required": ["of-unevaluated"]},
    }
    root = shapes(schema).root
    assert root.child("a").names == set()
    assert root.child("pq").names == {"of-pattern"}
    assert root.child("z").names == {"of-rest", "of-unevaluated"}


def test_removal_never_opens_an_object():
    for schema in (
        {"properties": {"a": G}},
        {"additionalProperties": G},
        {"unevaluatedProperties": G},
        {"patternProperties": {"^a": G}},
        {"anyOf": [G, {}]},
        {"oneOf": [G, {}]},
        {"dependentSchemas": {"a": G}},
        {"if": {}, "then": G},
    ):
        place = after({"properties": {"o": schema}}).root.child("o")
        assert place.is_closed, schema
        assert place.status("zzz") is Status.UNDECLARED


def test_removed_items_say_nothing_of_objects():
    place = after({"properties": {"o": {"type": ["object", "array"], "items": G}}}).root.child("o")
    assert place.is_free_form


def test_a_forbidden_name_is_one_that_never_existed_in_a_closed_object():
    root = after({"properties": {"a": G, "b": {}}}).root
    assert [root.status(name) for name in ("a", "b", "zzz")] == [
        Status.UNDECLARED,
        Status.DECLARED,
        Status.UNDECLARED,
    ]


def test_a_forbidden_name_is_stripped_where_any_name_is_welcome():
    root = after({"properties": {"a": G}, "additionalProperties": True}).root
    assert [root.status(name) for name in ("a", "zzz")] == [Status.FORBIDDEN, Status.DECLARED]
    root = after({"properties": {"ab": G}, "patternProperties": {"^a": {}}}).root
    assert [root.status(name) for name in ("ab", "ac", "zzz")] == [
        Status.FORBIDDEN,
        Status.DECLARED,
        Status.UNDECLARED,
    ]


def test_names_of_a_removed_pattern_are_forbidden():
    root = after({"properties": {"b": {}}, "patternProperties": {"^a": G}, "additionalProperties": True}).root
    assert [root.status(name) for name in ("ab", "b", "c")] == [Status.FORBIDDEN, Status.DECLARED, Status.DECLARED]


def test_a_name_that_something_left_declares_is_not_forbidden():
    root = after({"anyOf": [{"properties": {"a": G}}, {"properties": {"a": {}}}]}).root
    assert root.status("a") is Status.DECLARED


def test_what_only_patterns_describe_is_one_place_too():
    schema = {
        "allOf": [{"patternProperties": {"^a": {"required": ["x"]}}}, {"additionalProperties": {"required": ["y"]}}]
    }
    places, _ = shapes(schema).places()
    assert {frozenset(place.names) for place in places} == {
        frozenset(),
        frozenset("x"),
        frozenset("y"),
        frozenset("xy"),
    }


def test_a_pattern_that_no_engine_reads():
    assert matcher("(") is None
    module = link({"patternProperties": {"(": {}}})
    assert Shapes(module).root.status("a") is Status.UNDECLARED
    removed: Removals = {"#": {(): Removed(patterns=("(",))}}
    opened = link({"additionalProperties": True, "patternProperties": {"(": False}})
    assert Shapes(opened, removed).root.status("a") is Status.FORBIDDEN


def test_shapes_are_made_once():
    known = shapes(
        {"properties": {"a": {"$ref": "#/$defs/N"}}, "$defs": {"N": {"properties": {"n": {"$ref": "#/$defs/N"}}}}}
    )
    node = known.root.child("a").child("n")
    assert node.child("n") is node
    places, complete = known.places()
    assert complete
    assert len(places) == 3


def test_objects_of_an_instance():
    schema = {
        "properties": {
            "l": {"items": {"properties": {"a": {}, "deep": {"properties": {"b": {}}}}}},
            "free": {"type": "object"},
        }
    }
    value = {"l": [{"a": 1, "x": {"y": 2}}, {"deep": {"b": 1, "c": 2}}, 3], "free": {"any": {"thing": 1}}, "z": {}}
    found = [(place.pointer, place.declared, place.undeclared) for place in objects(shapes(schema).root, value)]
    assert found == [
        ((), ("l", "free"), ("z",)),
        (("l", 0), ("a",), ("x",)),
        (("l", 1), ("deep",), ()),
        (("l", 1, "deep"), ("b",), ("c",)),
    ]


def test_a_deep_instance_is_followed():
    schema = {"$ref": "#/$defs/N", "$defs": {"N": {"properties": {"n": {"$ref": "#/$defs/N"}}}}}
    value: Any = {}
    for _ in range(255):
        value = {"n": value, "x": 1}
    found = list(objects(shapes(schema).root, value))
    assert len(found) == 256
    assert sum(len(place.undeclared) for place in found) == 255
