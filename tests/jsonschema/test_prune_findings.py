"""What author time says of gates in schemas; the table's pointers are where a reader would look."""

from typing import Any

import pytest

from schemac.findings import SchemacError
from schemac.jsonschema.documents import Documents
from schemac.jsonschema.link import link
from schemac.jsonschema.prune import analyse
from tests.jsonschema.pruning import codes, sites_of

G = {"x-requires": "g"}


def obj(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties}


REFUSED: dict[str, tuple[Any, list[tuple[str, str]]]] = {
    "null": (obj(a={"x-requires": None}), [("gate-empty", "/properties/a/x-requires")]),
    "empty name": (obj(a={"x-requires": ""}), [("gate-empty", "/properties/a/x-requires")]),
    "empty list": (obj(a={"x-requires": {"any": []}}), [("gate-empty", "/properties/a/x-requires/any")]),
    "no gate": (obj(a={"x-requires": 3}), [("gate-invalid", "/properties/a/x-requires")]),
    "x-require": (obj(a={"x-require": "g"}), [("gate-misspelled", "/properties/a/x-require")]),
    "X-Requires": (obj(a={"X-Requires": "g"}), [("gate-misspelled", "/properties/a/X-Requires")]),
    "x_requires": (obj(a={"x_requires": "g"}), [("gate-misspelled", "/properties/a/x_requires")]),
    "xRequires": (obj(a={"xRequires": "g"}), [("gate-misspelled", "/properties/a/xRequires")]),
    "x-required": (obj(a={"x-required": "g"}), [("gate-misspelled", "/properties/a/x-required")]),
    "x-reqiures": (obj(a={"x-reqiures": "g"}), [("gate-misspelled", "/properties/a/x-reqiures")]),
    "requires": (obj(a={"requires": "g"}), [("gate-misspelled", "/properties/a/requires")]),
    "x-default-For": (obj(a={"x-default-For": "k"}), [("gate-misspelled", "/properties/a/x-default-For")]),
    "x_default_for": (obj(a={"x_default_for": "k"}), [("gate-misspelled", "/properties/a/x_default_for")]),
    "defaultFor": (obj(a={"defaultFor": "k"}), [("gate-misspelled", "/properties/a/defaultFor")]),
    "a null key": (obj(a={"x-default-for": None}), [("default-for-invalid", "/properties/a/x-default-for")]),
    "an empty key": (obj(a={"x-default-for": ""}), [("default-for-invalid", "/properties/a/x-default-for")]),
    "all at once": (
        obj(a={"x-requires": []}, b={"x-require": "g"}),
        [("gate-empty", "/properties/a/x-requires"), ("gate-misspelled", "/properties/b/x-require")],
    ),
    "unknown keyword": (obj(a={"extra": {"x-requires": "g"}}), [("gate-dead", "/properties/a/extra/x-requires")]),
    "unreached definition": ({"$defs": {"A": obj(a=G)}}, [("gate-dead", "/$defs/A/properties/a/x-requires")]),
    "dead default-for": ({"$defs": {"A": {"x-default-for": "k"}}}, [("gate-dead", "/$defs/A/x-default-for")]),
    "not": ({"not": {"required": ["a"], **G}}, [("gate-not-allowed-here", "/not/x-requires")]),
    "if": ({"if": G}, [("gate-not-allowed-here", "/if/x-requires")]),
    "contains": (obj(l={"contains": G}), [("gate-not-allowed-here", "/properties/l/contains/x-requires")]),
    "propertyNames": ({"propertyNames": G}, [("gate-not-allowed-here", "/propertyNames/x-requires")]),
    "contentSchema": (
        obj(t={"contentSchema": G}),
        [("gate-not-allowed-here", "/properties/t/contentSchema/x-requires")],
    ),
    "deep below not": (
        {"not": {"anyOf": [obj(a=obj(b=G))]}},
        [("gate-not-allowed-here", "/not/anyOf/0/properties/a/properties/b/x-requires")],
    ),
    "below if, by reference": (
        {"if": {"$ref": "#/$defs/A"}, "$defs": {"A": {"$ref": "#/$defs/B"}, "B": obj(a=G)}},
        [("gate-not-allowed-here", "/$defs/B/properties/a/x-requires")],
    ),
    "from contains below a gate": (
        {**obj(a={**obj(x={}), **G}), "contains": {"$ref": "#/properties/a/properties/x"}},
        [("gate-not-allowed-here", "/contains/$ref")],
    ),
    "a tuple item": (
        obj(l={"prefixItems": [{}, G]}),
        [("gate-not-allowed-here", "/properties/l/prefixItems/1/x-requires")],
    ),
    "a tuple item that follows its parts": (
        obj(l={"prefixItems": [{"allOf": [G]}]}),
        [("gate-not-allowed-here", "/properties/l/prefixItems/0")],
    ),
    "a tuple item inside what is gated itself": (
        obj(l={"prefixItems": [{"anyOf": [G]}], "x-requires": "h"}),
        [("gate-not-allowed-here", "/properties/l/prefixItems/0")],
    ),
    "a tuple item with either of two": (
        obj(l={"prefixItems": [{"anyOf": [G, {"x-requires": {"not": "g"}}]}]}),
        [("gate-not-allowed-here", "/properties/l/prefixItems/0")],
    ),
    "a gated pattern on a declared name": (
        {**obj(ab={}), "patternProperties": {"^a": G}},
        [("gate-not-allowed-here", "/patternProperties/^a")],
    ),
    "a gated pattern on a name declared elsewhere in place": (
        {"allOf": [{"patternProperties": {"^a": G}}, {"required": ["ab"]}]},
        [("gate-not-allowed-here", "/allOf/0/patternProperties/^a")],
    ),
    "mentioned in propertyNames": (
        {**obj(a=G), "propertyNames": {"enum": ["a", "b"]}},
        [("gated-name-mentioned", "/propertyNames")],
    ),
    "mentioned in propertyNames by reference": (
        {**obj(a=G), "propertyNames": {"$ref": "#/$defs/N"}, "$defs": {"N": {"anyOf": [{"const": "a"}]}}},
        [("gated-name-mentioned", "/propertyNames")],
    ),
    "mentioned in if": ({**obj(a=G), "if": {"required": ["a"]}}, [("gated-name-mentioned", "/if")]),
    "mentioned in if, in a conjunct": (
        {"allOf": [obj(a=G), {"if": {"anyOf": [obj(a={"const": 1})]}}]},
        [("gated-name-mentioned", "/allOf/1/if/anyOf/0")],
    ),
    "mentioned in if, one level down": (
        {**obj(o=obj(a=G)), "if": obj(o={"required": ["a"]})},
        [("gated-name-mentioned", "/if/properties/o")],
    ),
    "mentioned in const": ({**obj(a=G), "const": {"a": 1}}, [("gated-name-mentioned", "/const")]),
    "mentioned in enum, one level down": (
        {**obj(o=obj(a=G)), "enum": [{}, {"o": {"a": 1}}]},
        [("gated-name-mentioned", "/enum/1/o")],
    ),
}


@pytest.mark.parametrize(("schema", "expected"), [pytest.param(*case, id=name) for name, case in REFUSED.items()])
def test_refused(schema: Any, expected: list[tuple[str, str]]):
    found = codes({"type": "object", **schema})
    assert [item for item in found if item in expected] == expected
    with pytest.raises(SchemacError):
        sites_of({"type": "object", **schema})


TOLD: dict[str, tuple[Any, list[tuple[str, str]]]] = {
    "nothing": (obj(a=G), []),
    "open": (
        {**obj(a=G), "additionalProperties": True},
        [("gated-name-in-open-object", "/properties/a")],
    ),
    "open by a conjunct": (
        {"allOf": [obj(a=G), {"additionalProperties": {}}]},
        [("gated-name-in-open-object", "/allOf/0/properties/a")],
    ),
    "beside a pattern": (
        {**obj(ab=G), "patternProperties": {"^a": {}}},
        [("gated-name-in-open-object", "/properties/ab")],
    ),
    "beside a pattern that does not match": ({**obj(b=G), "patternProperties": {"^a": {}}}, []),
    "a gated pattern in an open object": (
        {"patternProperties": {"^a": G}, "additionalProperties": True},
        [("gated-name-in-open-object", "/patternProperties/^a")],
    ),
    "required": ({**obj(a=G), "required": ["a"]}, [("gate-drops-required", "/required")]),
    "required by a conjunct": (
        {"allOf": [obj(a=G), {"required": ["a"]}]},
        [("gate-drops-required", "/allOf/1/required")],
    ),
    "required, of a property that follows its parts": (
        {**obj(a={"allOf": [G]}), "required": ["a"]},
        [("gate-drops-required", "/required")],
    ),
    "depended on": ({**obj(a=G), "dependentRequired": {"b": ["a"]}}, [("gate-drops-required", "")]),
    "required under not": (
        {**obj(a=G, b={}), "not": {"required": ["a", "b"]}},
        [("gate-drops-required", "/not/required")],
    ),
    "required where nothing is gated": ({**obj(a=G, b={}), "required": ["b"]}, []),
    "oneOf": ({"oneOf": [G, {}]}, [("gate-widens-oneof", "/oneOf/0")]),
    "anyOf": ({"anyOf": [G, {}]}, []),
    "inside what is gated itself": (
        obj(o={**obj(a=G), "required": ["a"], "x-requires": "h"}),
        [("gate-drops-required", "/properties/o/required")],
    ),
    "a name in the text of another place": (obj(a=G, fields={"enum": ["a", "b"]}), []),
    "a definition with a gate and a tuple that keeps its items": (
        {"properties": {"l": {"prefixItems": [{"anyOf": [G, {}]}]}}},
        [],
    ),
    "a keyword of somebody else": (obj(a={"x-parameter-location": "query", "x-request-id": 1}), []),
    "a property called requires": (obj(requires={}, **{"x-requires": {}}), []),
    "data": (obj(a={"default": {"x-require": 1}, "examples": [{"x-requires": None}]}), []),
}


@pytest.mark.parametrize(("schema", "expected"), [pytest.param(*case, id=name) for name, case in TOLD.items()])
def test_told(schema: Any, expected: list[tuple[str, str]]):
    assert codes({"type": "object", **schema}) == expected


def test_the_vocabulary_is_what_can_be_asked():
    sites = sites_of(
        obj(
            a={"x-requires": ["b", {"not": "a"}]},
            b={"x-default-for": "zone"},
            c={"$ref": "#/$defs/C/properties/d"},
            e={"x-default-for": "Area", "x-requires": "b"},
        )
        | {"$defs": {"C": {"x-requires": "c", "properties": {"d": {}}}}}
    )
    assert sites.predicates == ("a", "b", "c")
    assert sites.values == ("Area", "zone")


def test_a_gate_is_asked_whatever_case_an_unknown_keyword_has():
    assert codes(obj(a={"x-requires": "g", "X-Requires": "h"}))[0][0] == "gate-misspelled"


def test_pointers_start_where_the_schema_stands():
    schema = obj(a={"x-requires": None})
    with pytest.raises(SchemacError) as raised:
        analyse(link(schema), schema, pointer=("tools", 3, "inputSchema"))
    assert raised.value.findings[0].pointer == ("tools", 3, "inputSchema", "properties", "a", "x-requires")


def test_pointers_into_documents_start_at_the_document():
    documents = Documents({"https://example.com/d": obj(a={"x-requires": None})}, pointer=("schemas",))
    schema = {"$ref": "https://example.com/d"}
    with pytest.raises(SchemacError) as raised:
        analyse(link(schema, documents=documents), schema, documents=documents)
    at = ("schemas", "https://example.com/d", "properties", "a", "x-requires")
    assert raised.value.findings[0].pointer == at


def test_a_schema_without_gates_costs_nothing():
    module = link(obj(a={"type": "string"}, x={"x-other": 1}))
    sites = analyse(module)
    assert sites.bare.definitions == module.definitions
    assert sites.skeleton is None
    assert (sites.predicates, sites.values, sites.gates) == ((), (), ())


def test_a_schema_with_too_many_places_is_refused():
    parts = {f"p{index}": {"type": "object", "properties": {"a": {}}} for index in range(21_000)}
    assert ("limit-exceeded", "") in codes(obj(**parts, a=G))


def test_what_another_gate_takes_away_is_looked_at_too():
    inner = {**obj(b=G), "required": ["b"], "anyOf": [{"required": ["b"]}, {}]}
    schema = {**obj(a=G), "dependentSchemas": {"a": inner}}
    assert codes(schema) == [("gate-drops-required", ""), ("gate-drops-required", "/dependentSchemas/a/required")]
