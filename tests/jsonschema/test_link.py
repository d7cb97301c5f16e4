"""Linking: references become keys of one table, and everything else stays the same object."""

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemac.findings import SchemacError
from schemac.jsonschema.body import references
from schemac.jsonschema.documents import Documents
from schemac.jsonschema.keywords import DIALECTS, DRAFT_04, DRAFT_07, DRAFT_2019_09, DRAFT_2020_12
from schemac.jsonschema.limits import MAX_DEFINITIONS, MAX_DEPTH, Limits
from schemac.jsonschema.link import link
from schemac.jsonschema.module import ROOT
from schemac.jsonschema.walk import walk
from schemac.pointer import render


def faults(schema: Any, **options: Any) -> list[tuple[str, str]]:
    """Return code and pointer of each finding."""
    with pytest.raises(SchemacError) as caught:
        link(schema, **options)
    return [(item.code, render(item.pointer)) for item in caught.value.findings]


def test_a_schema_without_references_is_returned_as_the_same_object():
    schema: Any = {"type": "object", "properties": {"a": {"type": "string"}, "$ref": {"type": "string"}}}
    module = link(schema)
    assert list(module.definitions) == [ROOT]
    assert module.root.schema is schema
    assert module.root.name is None


def test_only_what_changes_is_copied():
    schema: Any = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "properties": {"a": {"$ref": "#/$defs/A"}, "b": {"type": "array", "items": {"$ref": "#/properties/a"}}},
        "$defs": {"A": {"type": "object", "properties": {"a": {"$ref": "#/$defs/A"}}}},
    }
    before = copy.deepcopy(schema)
    module = link(schema)
    assert schema == before
    assert module.root.schema == {"properties": schema["properties"]}
    assert module.root.schema["properties"] is schema["properties"]
    assert module.definitions["#/$defs/A"].schema is schema["$defs"]["A"]


def test_the_key_is_the_canonical_fragment_whatever_was_written():
    schema: Any = {
        "items": [{"$ref": "#/definitions/a%62c"}, {"$ref": "#/%64efinitions/abc"}],
        "definitions": {"abc": {}},
    }
    module = link(schema, dialect=DRAFT_07)
    assert list(module.definitions) == ["#", "#/definitions/abc"]
    assert module.root.schema == {"items": [{"$ref": "#/definitions/abc"}, {"$ref": "#/definitions/abc"}]}


def test_definitions_come_in_order_of_first_reach():
    schema: Any = {
        "properties": {"x": {"$ref": "#/$defs/c"}, "y": {"$ref": "#/$defs/a"}},
        "$ref": "#/$defs/d",
        "$defs": {
            "a": {"items": {"$ref": "#/$defs/e"}},
            "b": {},
            "c": {"items": {"$ref": "#/$defs/f"}},
            "d": True,
            "e": {},
            "f": {},
        },
    }
    assert [key.rpartition("/")[2] for key in link(schema).definitions] == ["#", "d", "c", "a", "f", "e"]


@pytest.mark.parametrize(
    ("pointer", "name"),
    [
        ("/$defs/A", "A"),
        ("/definitions/B~1C", "B/C"),
        ("/$defs/A/$defs/inner", "inner"),
        ("/$defs/A/properties/definitions", None),
        ("/$defs/A/properties/definitions/not", None),
        ("/$defs/A/properties/$defs/items", None),
        ("/properties/plain", None),
        ("/$defs/$defs", "$defs"),
        ("/$defs/$defs/$defs/definitions", "definitions"),
    ],
)
def test_a_definition_is_named_iff_a_definition_map_holds_it(pointer, name):
    schema: Any = {
        "properties": {"plain": {}, "use": {"$ref": "#" + pointer}},
        "definitions": {"B/C": {}},
        "$defs": {
            "A": {"properties": {"definitions": {"not": {}}, "$defs": {"items": {}}}, "$defs": {"inner": {}}},
            "$defs": {"$defs": {"definitions": {}}},
        },
    }
    module = link(schema)
    (definition,) = [item for key, item in module.definitions.items() if key != ROOT]
    assert definition.name == name
    assert render(definition.origin.pointer) == pointer
    assert definition.origin.document == ""


def test_a_document_gives_its_uri_to_keys_and_origins():
    documents = Documents({"https://x.example/money#": {"$defs": {"n": {"type": "integer"}}, "$ref": "#/$defs/n"}})
    module = link({"items": {"$ref": "https://x.example/money"}}, documents=documents)
    root, money, number = module.definitions.values()
    assert root.schema == {"items": {"$ref": "https://x.example/money##"}}
    assert (money.origin.document, money.origin.pointer, money.name) == ("https://x.example/money#", (), None)
    assert (number.origin.pointer, number.name) == (("$defs", "n"), "n")
    assert set(module.definitions) == {"#", "https://x.example/money##", "https://x.example/money##/$defs/n"}


def test_nothing_that_identifies_is_left():
    schema: Any = {
        "$id": "https://x.example/r",
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$vocabulary": {},
        "$anchor": "root",
        "properties": {
            "$id": {"$id": "inner", "$dynamicAnchor": "d", "type": "string"},
            "id": {"id": "old", "description": "kept"},
        },
        "allOf": [{"definitions": {"dead": {}}, "title": "kept"}],
    }
    assert link(schema).root.schema == {
        "properties": {"$id": {"type": "string"}, "id": {"description": "kept"}},
        "allOf": [{"title": "kept"}],
    }


def test_an_id_that_is_no_text_is_no_identifier():
    schema: Any = {"properties": {"id": {"id": {"type": "string"}}}, "id": {"x": 1}}
    assert link(schema, dialect=DRAFT_04).root.schema is schema


def test_draft_04_has_id_and_later_dialects_do_not():
    schema: Any = {
        "id": "https://x.example/r",
        "definitions": {"a": {"id": "#here", "type": "integer"}},
        "items": {"$ref": "#here"},
    }
    module = link(schema, dialect=DRAFT_04)
    assert module.root.schema == {"items": {"$ref": "#/definitions/a"}}
    assert faults(schema, dialect=DRAFT_07) == [("ref-unresolvable", "/items/$ref")]


def test_gates_stay_in_place_and_are_noted_on_the_way():
    schema: Any = {
        "x-requires": "root",
        "properties": {
            "a": {"x-requires": ["one", "two"], "items": {"x-requires": "three", "not": {"type": "null"}}},
            "b": {"$ref": "#/properties/a/items/not"},
            "c": {"$ref": "#/properties/a/items", "x-requires": "beside"},
            "d": {"$ref": "#/$defs/d"},
        },
        "$defs": {"d": {"x-requires": "own", "x-default-for": "d", "x-mcp-header": "D"}},
    }
    module = link(schema, dialect=DRAFT_07)
    assert module.definitions["#/properties/a/items/not"].gates == ("root", ["one", "two"], "three")
    assert module.definitions["#/properties/a/items"].gates == ("root", ["one", "two"])
    assert module.definitions["#/properties/a/items"].schema["x-requires"] == "three"
    assert module.definitions["#/$defs/d"].gates == ("root",)
    assert module.definitions["#/$defs/d"].schema is schema["$defs"]["d"]
    assert module.root.schema["properties"] is schema["properties"]
    assert module.root.gates == ()


def test_a_gate_called_like_a_property_is_a_property():
    schema: Any = {"properties": {"x-requires": {"type": "string"}, "b": {"$ref": "#/properties/x-requires"}}}
    assert link(schema).definitions["#/properties/x-requires"].gates == ()


def test_beside_a_reference_before_2019_09_only_annotations_and_definitions_count():
    schema: Any = {
        "$ref": "#/definitions/a",
        "description": "kept",
        "x-requires": "kept",
        "properties": {"dead": {"$ref": "#/nowhere"}},
        "definitions": {"a": {"type": "object"}},
    }
    module = link(schema, dialect=DRAFT_07)
    assert module.root.schema == {"$ref": "#/definitions/a", "description": "kept", "x-requires": "kept"}
    assert faults(schema, dialect=DRAFT_2019_09) == [("ref-unresolvable", "/properties/dead/$ref")]


def test_a_pointer_may_borrow_what_a_reference_beside_it_puts_out_of_force():
    schema: Any = {
        "properties": {
            "a": {"$ref": "#/definitions/s", "properties": {"b": {"type": "integer"}}},
            "c": {"$ref": "#/properties/a/properties/b"},
        },
        "definitions": {"s": {}},
    }
    module = link(schema, dialect=DRAFT_07)
    assert module.definitions["#/properties/a/properties/b"].schema == {"type": "integer"}
    assert module.root.schema["properties"]["a"] == {"$ref": "#/definitions/s"}


def test_each_resource_is_read_in_its_own_dialect():
    old = {"$schema": "http://json-schema.org/draft-07/schema#", "items": [{"$ref": "#/definitions/a", "minimum": 1}]}
    schema: Any = {
        "properties": {"old": old, "new": {"$ref": "#/properties/old/items/0"}},
        "definitions": {"a": {"type": "integer"}},
    }
    module = link(schema)
    assert module.root.schema["properties"]["old"] == {"$ref": "#/properties/old"}
    assert {key: item.dialect.name for key, item in module.definitions.items()} == {
        "#": "2020-12",
        "#/properties/old": "draft-07",
        "#/properties/old/items/0": "draft-07",
        "#/definitions/a": "2020-12",
    }


def test_a_document_is_read_in_its_own_dialect_and_in_the_default_without_one():
    documents = Documents(
        {
            "urn:x:old": {"$schema": "http://json-schema.org/draft-04/schema#", "id": "urn:x:other"},
            "urn:x:plain": {"type": "string"},
        },
        dialect=DRAFT_2019_09,
    )
    module = link({"items": {"$ref": "urn:x:old"}, "not": {"$ref": "urn:x:plain"}}, documents=documents)
    assert [item.dialect.name for item in module.definitions.values()] == ["2020-12", "draft-04", "2019-09"]


def test_all_findings_come_at_once_with_the_reference_and_its_place():
    schema: Any = {
        "properties": {
            "a": {"$ref": "#/$defs/gone"},
            "b": {"items": [{"$ref": "https://x.example/nobody"}]},
            "c": {"$ref": "#/properties/a/$ref"},
            "d": {"$ref": 5},
            "e": {"$ref": "#/a~2b"},
            "f": {"$ref": "http://[bad"},
            "g": {"$ref": "#/properties/b/items/00"},
        }
    }
    with pytest.raises(SchemacError) as caught:
        link(schema, dialect=DRAFT_07, pointer=("tools", 3, "inputSchema"))
    at = "/tools/3/inputSchema/properties"
    assert [(item.code, render(item.pointer)) for item in caught.value.findings] == [
        ("ref-unresolvable", f"{at}/a/$ref"),
        ("ref-unresolvable", f"{at}/b/items/0/$ref"),
        ("ref-into-data", f"{at}/c/$ref"),
        ("ref-unresolvable", f"{at}/d/$ref"),
        ("ref-unresolvable", f"{at}/e/$ref"),
        ("ref-unresolvable", f"{at}/f/$ref"),
        ("ref-unresolvable", f"{at}/g/$ref"),
    ]
    assert "'#/$defs/gone'" in caught.value.findings[0].message


@pytest.mark.parametrize(
    "pointer",
    [
        "#/enum/0",
        "#/const",
        "#/default",
        "#/x-mine/a",
        "#/$defs",
        "#/properties",
        "#/allOf",
        "#/type",
        "#/required",
        "#/dependentRequired",
        "#/items/prefixItems",
        "#/dependencies/a",
    ],
)
def test_data_is_no_target(pointer):
    schema: Any = {
        "type": "object",
        "enum": [{"type": "string"}],
        "const": {},
        "default": {},
        "x-mine": {"a": {}},
        "$defs": {"not": {}},
        "properties": {"type": {}, "use": {"$ref": pointer}},
        "allOf": [{}],
        "required": [],
        "dependentRequired": {},
        "items": {"prefixItems": [{}]},
        "dependencies": {"a": {}},
    }
    assert faults(schema) == [("ref-into-data", "/properties/use/$ref")]


def test_a_boolean_is_no_schema_in_draft_04():
    schema: Any = {"additionalProperties": False, "properties": {"a": {"$ref": "#/additionalProperties"}}}
    assert faults(schema, dialect=DRAFT_04) == [("ref-into-data", "/properties/a/$ref")]
    assert link(schema, dialect=DRAFT_07).definitions["#/additionalProperties"].schema is False


def test_a_fault_in_a_document_is_told_where_the_document_stands():
    documents = Documents({"urn:x:a": {"items": {"$ref": "#/no"}}}, pointer=("manifest", "schemas"))
    assert faults({"$ref": "urn:x:a"}, documents=documents, pointer=("s",)) == [
        ("ref-unresolvable", "/manifest/schemas/urn:x:a/items/$ref")
    ]


@pytest.mark.parametrize(
    ("schema", "at"),
    [
        ({"$ref": "#"}, "/$ref"),
        ({"anyOf": [{"type": "string"}, {"$ref": "#"}]}, "/anyOf/1/$ref"),
        ({"properties": {"a": {"$ref": "#/properties/b"}, "b": {"$ref": "#/properties/a"}}}, "/properties/b/$ref"),
        ({"if": {"not": {"dependentSchemas": {"x": {"$ref": "#"}}}}}, "/if/not/dependentSchemas/x/$ref"),
        ({"items": {"allOf": [{"then": {"$ref": "#/items"}}]}}, "/items/allOf/0/then/$ref"),
    ],
)
def test_a_cycle_in_place_is_refused_at_a_reference_of_it(schema, at):
    assert faults(schema) == [("ref-cycle", at)]


def test_recursion_through_a_part_of_the_value_is_no_cycle():
    for keyword in ("properties", "patternProperties"):
        assert list(link({keyword: {"a": {"$ref": "#"}}}).definitions) == [ROOT]
    for keyword in ("items", "contains", "additionalProperties", "propertyNames", "unevaluatedItems"):
        assert list(link({keyword: {"anyOf": [{"$ref": "#"}]}}).definitions) == [ROOT]


def test_a_custom_dialect_is_refused_at_its_schema_keyword():
    own = "https://x.example/dialect"
    assert faults({"$schema": own}) == [("vocabulary-unsupported", "/$schema")]
    assert faults({"items": {"$schema": own}}) == [("vocabulary-unsupported", "/items/$schema")]
    documents = Documents({"urn:x:a": {"$schema": own}})
    assert faults({"items": {"$ref": "urn:x:a"}}, documents=documents) == [("vocabulary-unsupported", "/items/$ref")]
    assert [(item.code, item.pointer) for item in documents.findings()] == [
        ("vocabulary-unsupported", ("schemas", "urn:x:a"))
    ]


def test_equal_documents_under_one_uri_are_no_ambiguity():
    part = {"$id": "https://x.example/part", "type": "integer"}
    documents = Documents({"https://x.example/part": dict(part)})
    module = link({"items": {"$ref": "https://x.example/part"}, "$defs": {"p": part}}, documents=documents)
    assert list(module.definitions) == ["#", "#/$defs/p"]
    other = Documents({"https://x.example/part": {"type": "string"}})
    schema: Any = {"items": {"$ref": "https://x.example/part"}, "$defs": {"p": part}}
    assert faults(schema, documents=other) == [("ref-ambiguous", "/items/$ref")]


# Size


def test_a_chain_of_references_of_any_length_is_followed():
    steps = MAX_DEFINITIONS - 2
    schema: Any = {"$ref": "#/$defs/0", "$defs": {str(n): {"$ref": f"#/$defs/{n + 1}"} for n in range(steps)}}
    schema["$defs"][str(steps)] = {"type": "string"}
    assert len(link(schema).definitions) == steps + 2


def test_more_definitions_than_the_limit_are_refused():
    schema: Any = {"prefixItems": [{"$ref": f"#/$defs/{n}"} for n in range(MAX_DEFINITIONS)]}
    schema["$defs"] = {str(n): {} for n in range(MAX_DEFINITIONS)}
    assert faults(schema, pointer=("tools", 0)) == [("limit-exceeded", "/tools/0")]


def test_a_long_cycle_through_parts_is_followed_and_a_long_one_in_place_is_refused():
    steps = 3_000
    through = {str(n): {"items": {"$ref": f"#/$defs/{(n + 1) % steps}"}} for n in range(steps)}
    assert len(link({"$ref": "#/$defs/0", "$defs": through}).definitions) == steps + 1
    in_place = {str(n): {"$ref": f"#/$defs/{(n + 1) % steps}"} for n in range(steps)}
    with pytest.raises(SchemacError) as caught:
        link({"$ref": "#/$defs/0", "$defs": in_place})
    (finding,) = caught.value.findings
    assert finding.code == "ref-cycle"
    assert "through 3000 schemas" in finding.message


def test_a_definition_may_be_used_a_hundred_thousand_times():
    use = {"$ref": "#/$defs/A"}
    schema: Any = {"properties": {f"p{n}": use for n in range(100_000)}, "$defs": {"A": {"type": "string"}}}
    module = link(schema)
    assert len(module.definitions) == 2
    assert module.root.schema["properties"] is schema["properties"]


def test_too_many_levels_are_refused_not_followed():
    schema: Any = {}
    for _ in range(10_000):
        schema = {"not": schema}
    assert faults(schema) == [("limit-exceeded", "")]


def test_the_deepest_schema_that_is_allowed_is_linked():
    schema: Any = {"$ref": "#/$defs/a%62"}
    for _ in range(MAX_DEPTH - 2):
        schema = {"items": schema}
    schema["$defs"] = {"ab": {}}
    assert list(link(schema).definitions) == ["#", "#/$defs/ab"]


def test_too_many_objects_are_refused():
    shared: Any = {}
    for _ in range(40):
        shared = {"properties": {"a": shared, "b": shared}}
    assert faults(shared) == [("limit-exceeded", "")]


def test_pointers_to_every_level_of_a_large_schema_are_refused_when_they_multiply_it():
    inner: Any = {"properties": {f"p{n}": {} for n in range(200)}}
    for _ in range(100):
        inner = {"items": inner}
    inner["allOf"] = [{"not": {"$ref": "#" + "/items" * depth}} for depth in range(1, 100)]
    assert faults(inner, limits=Limits(containers=10_000)) == [("limit-exceeded", "")]


# Laws

NAMES = st.sampled_from(["a", "b", "c~d", "e/f", "%", "$ref", "é"])


@st.composite
def schemas(draw: st.DrawFn) -> Any:
    """Draw a 2020-12 schema whose references all reach a definition, through a part of the value."""
    names = draw(st.lists(NAMES, min_size=1, max_size=4, unique=True))
    targets = ["#"] + ["#/$defs/" + n.replace("~", "~0").replace("/", "~1").replace("%", "%25") for n in names]
    leaf = st.sampled_from([{"type": "string"}, {"type": "integer"}, True])
    refs = st.sampled_from(targets).map(lambda target: {"items": {"$ref": target}})
    trees = st.recursive(
        leaf | refs,
        lambda inner: (
            st.dictionaries(NAMES, inner, max_size=3).map(lambda members: {"properties": members})
            | st.lists(inner, min_size=1, max_size=3).map(lambda items: {"anyOf": items})
        ),
        max_leaves=6,
    )
    root = draw(trees)
    return {**(root if isinstance(root, dict) else {}), "$defs": {name: draw(trees) for name in names}}


@given(schemas())
def test_the_invariants_of_a_module_hold(schema):
    before = copy.deepcopy(schema)
    module = link(schema)
    assert schema == before
    reached = {ROOT}
    for definition in module.definitions.values():
        assert definition.uses == references(definition.schema, definition.dialect)
        for _, item in walk(definition.schema, definition.dialect):
            if isinstance(item, dict):
                assert definition.names >= item.keys()
                assert item.keys().isdisjoint({"$defs", "definitions", "$id", "$anchor", "$schema"})
                if "$ref" in item:
                    assert item["$ref"] in module.definitions
                    reached.add(item["$ref"])
    assert reached == set(module.definitions)


@pytest.mark.parametrize("dialect", DIALECTS.values(), ids=DIALECTS)
def test_every_official_metaschema_can_be_linked(dialect):
    module = link({"$ref": dialect.uri}, dialect=DRAFT_2020_12)
    assert module.definitions[f"{dialect.uri}#"].dialect is dialect
    for definition in module.definitions.values():
        assert definition.uses == references(definition.schema, definition.dialect)


def test_schemas_share_the_definitions_of_a_document_unless_a_reference_in_it_means_their_own():
    documents = Documents(
        {"u:d": {"$defs": {"a": {"items": {"$ref": "#/$defs/b"}}, "b": {"items": {"$ref": "u:own"}}}}}
    )
    own: Any = {"$ref": "u:d#/$defs/a", "$defs": {"x": {"$id": "u:own", "minimum": 1}}}
    other: Any = {"$ref": "u:d#/$defs/a", "$defs": {"y": {"$id": "u:own", "minimum": 2}}}
    first, second, third = (
        link(own, documents=documents),
        link(own, documents=documents),
        link(other, documents=documents),
    )
    a, b = "u:d#/$defs/a", "u:d#/$defs/b"
    assert first.definitions[a] is second.definitions[a] is third.definitions[a]
    assert first.definitions[b] is second.definitions[b]
    assert first.definitions[b].schema == {"items": {"$ref": "#/$defs/x"}}
    assert third.definitions[b].schema == {"items": {"$ref": "#/$defs/y"}}
