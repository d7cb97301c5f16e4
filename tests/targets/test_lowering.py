"""What schemas become for each target: one small table per pass."""

import copy
import json
from typing import Any

import pytest

from schemac.targets import check_tool, target
from schemac.targets.lowering import lower, passes_for
from schemac.targets.registry import TARGETS

CLOSED = {"additionalProperties": False}


def lowered(schema, name, **options):
    return lower(schema, target(name).schema, **options)


def of(properties, required=(), **more):
    """An object schema."""
    return {"type": "object", "properties": properties, "required": list(required), **more}


def prop(schema, name, required=True, **more):
    """What one property becomes."""
    form = lowered(of({"p": schema}, ["p"] if required else [], **more), name)
    return form.schema["properties"]["p"]


def lost(schema, name):
    return [(loss.pointer, loss.keyword, loss.action.value) for loss in lowered(schema, name).losses]


# Objects

EMPTY = [{}, {"type": "object"}, of({}), of({}, additionalProperties=False)]


@pytest.mark.parametrize("schema", EMPTY)
def test_a_tool_without_arguments_has_one_strict_form(schema):
    expected = {"type": "object", "properties": {}, "required": [], "additionalProperties": False}
    assert lowered(schema, "openai-strict").schema == expected
    assert lowered(schema, "openai").schema["properties"] == {}


def test_every_object_is_closed_however_it_is_reached():
    inner = of({"x": {"type": "string"}})
    schema = of(
        {"direct": inner, "items": {"type": "array", "items": inner}, "choice": {"anyOf": [inner, {"type": "string"}]}},
        **{"$defs": {"D": inner}},
    )
    schema["properties"]["referred"] = {"$ref": "#/$defs/D"}
    text = json.dumps(lowered(schema, "openai-strict").schema)
    assert text.count('"additionalProperties": false') == 5
    assert "#/$defs/D" in text


def test_required_follows_the_order_of_the_properties():
    names = ["id", "kind", "size", "colour", "maker"]
    schema = of({name: {"type": "string"} for name in names}, ["maker", "id"])
    assert lowered(schema, "openai-strict").schema["required"] == names
    assert lowered(schema, "anthropic-strict").schema["required"] == ["maker", "id"]


OPTIONAL = [
    ({"type": "string"}, {"type": ["string", "null"]}),
    ({"type": "string", "enum": ["a"]}, {"type": ["string", "null"], "enum": ["a", None]}),
    (of({}, **CLOSED), {"type": ["object", "null"], "properties": {}, "required": [], **CLOSED}),
]


@pytest.mark.parametrize(("schema", "expected"), OPTIONAL)
def test_an_optional_property_takes_null_where_all_are_required(schema, expected):
    assert prop(schema, "openai-strict", required=False) == expected
    assert "null" not in json.dumps(prop(schema, "anthropic-strict", required=False))


def test_a_nullable_property_that_may_be_absent_has_a_mark_for_null():
    found = prop({"type": ["string", "null"]}, "strict", required=False)
    assert [member.get("type") for member in found["anyOf"]] == ["string", "object", "null"]
    assert list(found["anyOf"][1]["properties"]) == ["is_null"]


def test_a_free_form_object_is_never_an_empty_closed_one():
    found = prop({"type": "object", "description": "Any labels"}, "openai-strict")
    assert found["type"] == "string"
    assert found["description"].startswith("Any labels. Write it as the JSON text")


def test_a_map_is_a_list_of_entries():
    found = prop({"type": "object", "additionalProperties": {"type": "integer"}}, "anthropic-strict")
    assert found["type"] == "array"
    assert found["items"]["properties"] == {"key": {"type": "string"}, "value": {"type": "integer"}}


def test_names_by_pattern_are_entries_too():
    schema = of({"id": {"type": "string"}}, ["id"], patternProperties={"^x-": {"type": "string"}})
    found = lowered(schema, "anthropic-strict").schema
    assert list(found["properties"]) == ["id", "additional_properties"]
    assert lost(schema, "anthropic-strict") == [((), "patternProperties", "rewritten")]


def test_a_required_name_that_nothing_declares():
    schema = of({"title": {"type": "string"}}, ["title", "seal"])
    assert lowered(schema, "gemini").schema["required"] == ["title"]
    assert lowered(schema, "openai-strict").schema["required"] == ["title", "seal"]
    assert ((), "required", "rewritten") in lost(schema, "gemini")


# Merging

BASE = of({"weight": {"type": "number", "minimum": 0}}, ["weight"], description="any crate")


def test_conjunctions_are_one_object():
    schema = of({"p": {"allOf": [{"$ref": "#/$defs/Base"}, of({"amount": {"type": "number"}}, ["amount"])]}}, ["p"])
    found = lowered({**schema, "$defs": {"Base": BASE}}, "openai-strict").schema
    assert list(found["properties"]["p"]["properties"]) == ["weight", "amount"]
    assert found["properties"]["p"]["required"] == ["weight", "amount"]
    assert "allOf" not in json.dumps(found)


def test_neighbours_of_a_reference_are_merged_with_what_it_names():
    beside = {"$ref": "#/$defs/Base", "description": "the crate", **of({"label": {"type": "string"}}, ["label"])}
    found = lowered(of({"p": beside}, ["p"], **{"$defs": {"Base": BASE}}), "openai-strict").schema["properties"]["p"]
    assert found["description"] == "the crate"
    assert sorted(found["properties"]) == sorted(found["required"]) == ["label", "weight"]
    assert found["properties"]["weight"] == {"type": "number", "minimum": 0}


def test_what_merging_changes_for_one_use_stays_out_of_the_others():
    schema = of(
        {"to": {"$ref": "#/$defs/P", "description": "where to"}, "from": {"$ref": "#/$defs/P", "title": "From"}},
        ["to", "from"],
        **{"$defs": {"P": of({"street": {"type": "string"}}, ["street"])}},
    )
    before = copy.deepcopy(schema)
    for name in TARGETS:
        found = lowered(schema, name).schema
        assert json.dumps(found).count("where to") == 1
        assert found["properties"]["to"]["description"] == "where to"
    assert schema == before


BOUNDS = [
    ([{"minimum": 1}, {"minimum": 3}], {"type": "integer", "minimum": 3}),
    ([{"maximum": 9}, {"maximum": 7}], {"type": "integer", "maximum": 7}),
]


@pytest.mark.parametrize(("parts", "expected"), BOUNDS)
def test_the_stronger_bound_counts(parts, expected):
    assert prop({"type": "integer", "allOf": parts}, "openai-strict") == expected


# Unions


def tagged(*, sealed):
    more = CLOSED if sealed else {}
    return {
        "oneOf": [
            of({"craft": {"const": "kayak"}, "paddles": {"type": "integer"}}, ["craft", "paddles"], **more),
            of({"craft": {"const": "canoe"}, "seats": {"type": "integer"}}, ["craft", "seats"], **more),
        ],
        "discriminator": {"propertyName": "craft"},
    }


def test_a_tagged_union_stays_one():
    found = prop(tagged(sealed=True), "openai-strict")
    assert list(found) == ["anyOf"]
    assert [member["properties"]["craft"]["const"] for member in found["anyOf"]] == ["kayak", "canoe"]
    assert lost(of({"p": tagged(sealed=True)}), "openai-strict") == []


def test_names_of_other_branches_are_a_loss_where_branches_are_not_closed_by_keyword():
    assert lost(of({"p": tagged(sealed=False)}), "openai-strict") == [(("properties", "p"), "oneOf", "rewritten")]


def test_branches_that_can_hold_together_are_one_object():
    choice = {"anyOf": [of({"a": {"type": "string"}}), of({"a": {"type": "integer"}, "b": {"type": "string"}})]}
    found = prop(choice, "anthropic-strict")
    assert found["type"] == "object"
    assert found["properties"]["a"] == {"anyOf": [{"type": "string"}, {"type": "integer"}]}
    assert "required" not in found


def test_properties_beside_a_union_belong_to_each_branch():
    choice = of({"x": {"type": "string"}}, ["x"], anyOf=[{"required": ["a"]}, {"required": ["b"]}])
    choice["properties"] |= {"a": {"type": "string"}, "b": {"type": "string"}}
    found = prop(choice, "anthropic-strict")
    assert list(found["properties"]) == ["x", "a", "b"]
    assert found["required"] == ["x"]


def test_a_union_that_nothing_tells_apart_is_json_text():
    choice = {"anyOf": [{"type": "array", "items": {"type": "object"}}, {"type": "array", "items": {"type": "string"}}]}
    found = prop(choice, "openai-strict")
    assert found["type"] == "string"
    assert "JSON text" in found["description"]


CONSTANTS = [
    ({"anyOf": [{"const": "day"}, {"const": "week"}]}, {"type": "string", "enum": ["day", "week"]}),
    ({"const": "news"}, {"type": "string", "enum": ["news"]}),
    ({"type": "integer", "enum": [0, 2]}, {"type": "string", "enum": ["0", "2"]}),
    ({"type": ["string", "null"], "enum": ["s", None]}, {"type": "string", "enum": ["s"], "nullable": True}),
    ({"enum": [True, False]}, {"type": "boolean"}),
    ({"type": "null"}, {"type": "string", "enum": ["null"]}),
]


@pytest.mark.parametrize(("schema", "expected"), CONSTANTS)
def test_choices_for_gemini(schema, expected):
    assert prop(schema, "gemini") == expected


def test_both_forms_of_an_integer_choice_come_back():
    codec = lowered(of({"p": {"type": "integer", "enum": [0, 2, 5]}}), "gemini").codec
    assert codec.lift({"p": "5"}).value == codec.lift({"p": 5}).value == {"p": 5}


def test_descriptions_of_single_choices_are_kept():
    choice = {"oneOf": [{"const": "a", "description": "the first"}, {"const": "b", "title": "the second"}]}
    assert prop(choice, "gemini")["description"] == '"a": the first. "b": the second'


NULLABLE = [
    {"anyOf": [{"type": "string", "enum": ["kg"]}, {"type": "null"}]},
    {"type": ["string", "null"], "enum": ["kg", None]},
]


@pytest.mark.parametrize("schema", NULLABLE)
@pytest.mark.parametrize("name", ["openai-strict", "anthropic-strict"])
def test_null_of_a_choice_is_one_of_its_values(schema, name):
    assert prop(schema, name) == {"type": ["string", "null"], "enum": ["kg", None]}


# Types


def test_type_lists_for_gemini():
    rows = {"type": ["array", "null"], "items": {"type": "string"}}
    assert prop(rows, "gemini") == {"type": "array", "items": {"type": "string"}, "nullable": True}
    assert prop({"type": ["string", "number"]}, "gemini") == {"anyOf": [{"type": "string"}, {"type": "number"}]}


def test_an_object_without_a_type_is_read_as_one():
    schema = of({"p": {"properties": {"w": {"type": "number"}}}}, ["p"])
    found = lowered(schema, "openai-strict").schema["properties"]["p"]
    assert found["type"] == "object"
    assert lost(schema, "openai-strict") == [(("properties", "p"), "type", "rewritten")]


@pytest.mark.parametrize("items", [{}, {"items": {}}, {"items": True}])
def test_every_array_has_items(items):
    found = prop({"type": "array", "items": {"type": "array", **items}}, "gemini")
    assert found["items"]["items"]["type"] == "string"
    assert prop({"type": "array", **items}, "openai") == {"type": "array", "items": {}}


def test_a_tuple_is_an_array_of_what_its_places_take():
    schema = {"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}], "items": False}
    found = prop(schema, "openai-strict")
    assert found["items"] == {"anyOf": [{"type": "string"}, {"type": "integer"}]}
    assert found["maxItems"] == 2
    assert prop(schema, "gemini-json-schema")["prefixItems"] == schema["prefixItems"]


@pytest.mark.parametrize("name", ["openai-strict", "gemini"])
def test_boolean_schemas(name):
    found = lowered(of({"yes": True, "no": False}), name).schema["properties"]
    assert list(found) == ["yes"]
    assert "string" in found["yes"]["type"]


# Dropped keywords

DROPPED = [
    ("anthropic-strict", {"type": "integer", "minimum": 1}, {"type": "integer"}, "Must be at least 1."),
    ("gemini", {"type": "integer", "exclusiveMinimum": 0}, {"type": "integer", "minimum": 1}, None),
    ("gemini", {"type": "integer", "exclusiveMaximum": 500}, {"type": "integer", "maximum": 499}, None),
    ("gemini", {"type": "number", "exclusiveMinimum": 0}, {"type": "number", "minimum": 0}, "Must be greater than 0."),
    ("openai-strict", {"type": "string", "format": "uri"}, {"type": "string"}, "Format: uri."),
    ("openai-strict", {"type": "string", "format": "date"}, {"type": "string", "format": "date"}, None),
    (
        "strict",
        {"type": "string", "pattern": "^(?!a)"},
        {"type": "string"},
        "Must match the regular expression ^(?!a).",
    ),
    ("strict", {"type": "string", "default": "a"}, {"type": "string"}, 'Default: "a".'),
    ("openai", {"type": "string", "pattern": "(?=a)"}, {"type": "string"}, "Must match the regular expression (?=a)."),
    (
        "anthropic-strict",
        {"type": "array", "items": {"type": "string"}, "minItems": 2},
        {"type": "array", "items": {"type": "string"}},
        "Number of items at least 2.",
    ),
]


@pytest.mark.parametrize(("name", "schema", "expected", "said"), DROPPED)
def test_what_the_target_does_not_take_is_said(name, schema, expected, said):
    assert prop(schema, name) == (expected if said is None else {**expected, "description": said})


def test_descriptions_need_not_explain():
    schema = of({"p": {"type": "integer", "minimum": 1}}, ["p"])
    form = lowered(schema, "anthropic-strict", explain_losses=False)
    assert form.schema["properties"]["p"] == {"type": "integer"}
    assert [loss.action.value for loss in form.losses] == ["dropped"]


def test_a_pattern_dropped_under_a_condition_takes_the_condition_along():
    schema = of({"p": {"type": "string", "not": {"pattern": "(?=a)b"}}, "q": {"oneOf": [{"pattern": "(?=a)b"}, {}]}})
    found = lowered(schema, "openai").schema["properties"]
    assert "not" not in found["p"]
    assert "anyOf" in found["q"]


# The root

EITHER = of(
    {"id": {"type": "string"}, "origin": {"type": "string"}, "departs": {"type": "string"}},
    oneOf=[{"required": ["id"]}, {"required": ["origin", "departs"]}],
    additionalProperties=False,
)
REFUSING = ["openai", "openai-strict", "anthropic", "anthropic-strict", "gemini", "strict", "bedrock", "vscode"]


@pytest.mark.parametrize("name", REFUSING)
def test_combinators_leave_the_root(name):
    found = lowered(EITHER, name).schema
    assert found["type"] == "object"
    assert list(found["properties"]) == ["id", "origin", "departs"]
    assert not found.keys() & {"oneOf", "anyOf", "allOf", "not", "enum", "const", "if"}
    assert ((), "oneOf", "rewritten") in lost(EITHER, name)


def test_what_the_alternatives_of_the_root_need_is_said():
    assert lowered(EITHER, "anthropic").schema["description"] == "Give id; or origin and departs."


def test_a_root_union_without_a_type():
    schema = {"anyOf": [of({"email": {"type": "string"}}, ["email"]), of({"phone": {"type": "string"}}, ["phone"])]}
    for name in ("openai", "anthropic", "claude-code", "gemini"):
        found = lowered(schema, name).schema
        assert found["type"] == "object"
        assert list(found["properties"]) == ["email", "phone"]
        assert not found.get("required")


def test_conditions_at_the_root():
    when = {"if": {"properties": {"why": {"const": "lost"}}, "required": ["why"]}, "then": {"required": ["witness"]}}
    schema = of({"why": {"type": "string"}, "witness": {"type": "string"}}, ["why"], allOf=[when])
    found = lowered(schema, "openai").schema
    assert found["required"] == ["why"]
    assert not found.keys() & {"allOf", "if", "then"}
    assert lowered(schema, "anthropic").schema["then"] == {"required": ["witness"]}


def test_bedrock_has_three_keywords_at_the_root():
    schema = of(
        {"a": {"$ref": "#/$defs/A"}},
        description="x",
        additionalProperties=False,
        **{"$defs": {"A": {"type": "string"}}},
    )
    assert lowered(schema, "bedrock").schema == of({"a": {"type": "string"}})


# References, recursion, depth

TREE = of(
    {
        "boxes": {
            "type": "array",
            "items": of({"inside": {"type": "array", "items": {"$ref": "#/properties/boxes/items"}}}),
        }
    }
)


@pytest.mark.parametrize("name", ["mcp", "openai", "openai-strict", "anthropic"])
def test_recursion_is_kept_where_it_is_taken(name):
    assert "$ref" in json.dumps(lowered(TREE, name).schema)


@pytest.mark.parametrize("name", ["gemini", "strict", "anthropic-strict", "bedrock", "cursor", "claude-code"])
def test_recursion_ends_where_it_is_refused(name):
    found = lowered(TREE, name)
    assert check_tool({"name": "a", "description": "a", "inputSchema": found.schema}, target(name)) == ()
    assert found.losses
    deep: Any = {"boxes": [{"inside": [{"inside": [{"inside": []}]}]}]}
    assert found.codec.lift(found.codec.encode(deep)).value == deep


def test_the_root_may_be_referred_to():
    schema = of({"child": {"$ref": "#"}, "name": {"type": "string"}}, ["name"])
    found = lowered(schema, "openai-strict").schema
    assert found["properties"]["child"] == {"anyOf": [{"$ref": "#"}, {"type": "null"}]}
    assert "$defs" not in found


def chain(length):
    definitions = {
        f"D{at}": of({"next": {"type": "array", "items": {"$ref": f"#/$defs/D{at + 1}"}}}) for at in range(length)
    }
    return of({"a": {"$ref": "#/$defs/D0"}}, **{"$defs": {**definitions, f"D{length}": {"type": "string"}}})


def depth_of(schema):
    found = 0
    level = [schema]
    while level:
        inner = []
        for item in level:
            inner += [
                *item.get("properties", {}).values(),
                *item.get("anyOf", ()),
                *([item["items"]] if "items" in item else ()),
            ]
        found += bool(inner)
        level = inner
    return found


def test_written_out_references_are_cut_at_a_depth():
    form = lowered(chain(6), "gemini")
    assert depth_of(form.schema) <= 10
    value = {"a": {"next": [{"next": [{"next": [{"next": [{"next": [{"next": ["x"]}]}]}]}]}]}}
    assert form.codec.lift(form.codec.encode(value)).value == value
    assert json.dumps(lowered(chain(6), "openai").schema).count("$ref") == 7


@pytest.mark.parametrize("name", TARGETS)
def test_small_schemas_never_become_huge(name):
    twice = {
        f"L{at}": of({"l": {"$ref": f"#/$defs/L{at + 1}"}, "r": {"$ref": f"#/$defs/L{at + 1}"}}) for at in range(22)
    }
    schema = of({"top": {"$ref": "#/$defs/L0"}}, ["top"], **{"$defs": {**twice, "L22": {"type": "string"}}})
    form = lowered(schema, name)
    assert len(json.dumps(form.schema)) < 1_000_000
    if name in ("mcp", "openai", "openai-strict"):
        assert len(json.dumps(form.schema)) <= 2 * len(json.dumps(schema))
    value: Any = {"top": {"l": {"r": {}}}}
    assert form.codec.lift(form.codec.encode(value)).value == value


@pytest.mark.parametrize("name", TARGETS)
def test_long_chains_of_references_are_survived(name):
    definitions = {f"D{at}": {"$ref": f"#/$defs/D{at + 1}"} for at in range(1_500)}
    wide = {f"E{at}": of({"n": {"$ref": f"#/$defs/E{at + 1}"}}) for at in range(1_500)}
    ends = {"D1500": {"type": "string"}, "E1500": {"type": "string"}}
    schema = of({"d": {"$ref": "#/$defs/D0"}, "e": {"$ref": "#/$defs/E0"}}, **{"$defs": definitions | wide | ends})
    form = lowered(schema, name)
    assert form.codec.lift(form.codec.encode({"d": "x", "e": {"n": {}}})).value == {"d": "x", "e": {"n": {}}}


def test_what_lies_too_deep_is_json_text():
    schema = {"type": "string"}
    for _ in range(14):
        schema = of({"n": schema}, ["n"])
    form = lowered(schema, "openai-strict")
    assert depth_of(form.schema) <= 10
    assert [loss.keyword for loss in form.losses] == ["type"]


# Names


def test_properties_called_like_keywords_are_properties():
    names = ["title", "pattern", "format", "const", "default", "type", "$ref", "properties", "enum"]
    schema = of({name: {"type": "string", "description": f"the {name}"} for name in names}, names[:3])
    for name in ("openai-strict", "gemini-json-schema", "mcp", "vscode"):
        assert list(lowered(schema, name).schema["properties"]) == names
    assert [name for name in lowered(schema, "gemini").schema["properties"] if name in names] == [
        name for name in names if name != "$ref"
    ]


def test_refused_names_are_renamed_at_the_root_only_where_only_that_is_refused():
    schema = of({"a b": of({"c d": {"type": "string"}})}, ["a b"])
    found = lowered(schema, "anthropic").schema
    assert found["required"] == list(found["properties"]) == ["a_b_c8687a08"]
    assert list(found["properties"]["a_b_c8687a08"]["properties"]) == ["c d"]


def test_a_long_name_is_cut_and_depends_on_itself_alone():
    name = "x" * 80
    (short,) = lowered(of({name: {"type": "string"}}), "anthropic").schema["properties"]
    other = lowered(of({"b c": {"type": "string"}, name: {"type": "string"}}), "anthropic").schema["properties"]
    assert len(short) == 64
    assert short in other


# Dialects and the rest


def test_vscode_reads_draft_07():
    schema = of({"pair": {"type": "array", "prefixItems": [{"type": "string"}], "items": False}}, **{"$defs": {}})
    found = lowered(schema, "vscode").schema
    assert found["$schema"] == "http://json-schema.org/draft-07/schema#"
    assert found["properties"]["pair"] == {"type": "array", "maxItems": 1, "items": {"type": "string"}}


def test_null_has_an_alternative_of_its_own_for_cursor():
    schema = {"type": ["string", "null"], "minLength": 1, "description": "d"}
    assert prop(schema, "cursor") == {
        "description": "d",
        "anyOf": [{"type": "string", "minLength": 1}, {"type": "null"}],
    }


@pytest.mark.parametrize("name", ["mcp", "openai", "anthropic", "cursor", "claude-code", "gemini-json-schema"])
def test_what_needs_no_change_is_the_same_object(name):
    schema = of({"a": {"type": "string", "minLength": 2}, "b": of({"c": {"type": "integer"}}, ["c"])}, ["a"])
    form = lowered(schema, name)
    assert form.schema is schema
    assert form.losses == ()


def test_unchanged_parts_are_shared():
    plain = {"type": "string", "description": "d"}
    schema = of({"a": plain, "b": {"type": "integer", "minimum": 1}}, ["a", "b"])
    assert lowered(schema, "anthropic-strict").schema["properties"]["a"] is plain


def test_losses_stand_in_the_order_of_their_places():
    schema = of({name: {"type": "integer", "minimum": 1, "maximum": 5} for name in ("b", "a")}, ["b", "a"])
    places = [(loss.pointer, loss.keyword) for loss in lowered(schema, "strict").losses]
    assert places == sorted(places)


def test_passes_follow_from_the_rules():
    names = {name: [run.__name__ for run in passes_for(TARGETS[name].schema)] for name in TARGETS}
    assert names["openai-strict"] == names["gemini"] == ["_rewrite"]
    assert names["openai"] == ["_repair", "_flatten"]
    assert names["bedrock"] == ["_repair", "_flatten", "_inline", "_rename"]
    assert names["vscode"] == ["_repair", "_flatten", "_translate"]


@pytest.mark.parametrize("name", ["openai-strict", "strict"])
def test_choices_beyond_what_a_schema_may_list_become_text(name):
    sizes = {"long": 900, "short": 150, "tiny": 3}
    schema = of({key: {"type": "string", "enum": [f"{key}{at}" for at in range(size)]} for key, size in sizes.items()})
    form = lowered(schema, name)
    assert check_tool({"name": "a", "description": "a", "inputSchema": form.schema}, target(name)) == ()
    assert ["enum" in item for item in form.schema["properties"].values()] == [False, True, True]
    assert [(loss.pointer, loss.keyword) for loss in form.losses] == [(("properties", "long"), "enum")]


def test_one_choice_of_many_characters_becomes_text():
    found = prop({"type": "string", "enum": ["x" * 100 + str(at) for at in range(300)]}, "openai-strict")
    assert found == {"type": "string"}
