"""The lens of lowering: values out to the wire and back, and pointers with them."""

import pytest

from schemac.jsonschema.codec import CodecError
from schemac.targets import target
from schemac.targets.lowering import lower
from schemac.values import equal


def form_of(properties, *, required=(), name="openai-strict", **more):
    """Lower an object schema with these properties."""
    schema = {"type": "object", "properties": properties, "required": list(required), **more}
    return lower(schema, target(name).schema)


MAP = {"type": "object", "additionalProperties": {"type": "integer"}}
NULLABLE = {"type": ["string", "null"]}

WAYS = [
    ("an absent property is null", {"a": {"type": "string"}}, {}, {"a": None}),
    ("an explicit null is marked", {"a": NULLABLE}, {"a": None}, {"a": {"is_null": True}}),
    ("a nullable property may still be absent", {"a": NULLABLE}, {}, {"a": None}),
    ("a free-form object is JSON text", {"a": {"type": "object"}}, {"a": {"x": [1, None]}}, {"a": '{"x":[1,null]}'}),
    ("an untyped value is JSON text", {"a": {}}, {"a": "5"}, {"a": '"5"'}),
    ("an explicit null of any type is the text null", {"a": {}}, {"a": None}, {"a": "null"}),
    ("a map is a list of entries", {"a": MAP}, {"a": {"x": 1}}, {"a": [{"key": "x", "value": 1}]}),
    ("an empty map is an empty list", {"a": MAP}, {"a": {}}, {"a": []}),
    ("a listed object is the text of one", {"a": {"enum": [{"x": 1}]}}, {"a": {"x": 1.0}}, {"a": '{"x":1}'}),
    ("a large integer stays exact", {"a": {}}, {"a": 2**70}, {"a": str(2**70)}),
]


@pytest.mark.parametrize(("properties", "value", "sent"), [way[1:] for way in WAYS], ids=[way[0] for way in WAYS])
def test_values_go_out_and_come_back(properties, value, sent):
    codec = form_of(properties).codec
    assert codec.encode(value) == sent
    assert equal(codec.lift(sent).value, value)


def test_a_marker_avoids_the_names_of_the_property():
    inner = {"anyOf": [{"type": "object", "properties": {"is_null": {"type": "string"}}}, {"type": "null"}]}
    codec = form_of({"a": inner}).codec
    assert codec.encode({"a": None}) == {"a": {"is_null_": True}}
    assert codec.lift({"a": {"is_null": "yes"}}).value == {"a": {"is_null": "yes"}}


def test_null_of_a_property_whose_default_is_null_is_its_absence():
    codec = form_of({"a": {**NULLABLE, "default": None}}).codec
    assert codec.encode({"a": None}) == codec.encode({}) == {"a": None}
    assert codec.lift({"a": None}).value == {}


def test_null_may_mean_absence_only():
    schema = {"type": "object", "properties": {"a": NULLABLE}}
    form = lower(schema, target("openai-strict").schema, null_means="absent")
    assert form.codec.lift(form.codec.encode({"a": None})).value == {}
    assert "is_null" not in str(form.schema)
    assert [(loss.pointer, loss.action.value) for loss in form.losses] == [(("properties", "a"), "rewritten")]


def test_other_members_of_an_open_object_are_entries_of_a_property():
    form = form_of({"id": {"type": "string"}}, required=["id"], additionalProperties={"type": "integer"})
    sent = {"id": "7", "additional_properties": [{"key": "x", "value": 1}]}
    assert form.codec.encode({"id": "7", "x": 1}) == sent
    assert form.codec.lift(sent).value == {"id": "7", "x": 1}
    assert form.codec.encode({"id": "7"}) == {"id": "7", "additional_properties": None}


def test_the_property_of_other_members_avoids_the_declared_names():
    form = form_of({"additional_properties": {"type": "string"}}, additionalProperties=True)
    assert list(form.schema["properties"]) == ["additional_properties", "additional_properties_"]


REFUSED = [
    ("text that is not JSON", {"free": "a=1"}, "json-text-malformed", ("free",)),
    ("a key given twice", {"map": [{"key": "x", "value": 1}] * 2}, "entry-repeated", ("map", 1, "key")),
    ("an entry without a key", {"map": [{"value": 1}]}, "entry-malformed", ("map", 0)),
    (
        "a declared name among the others",
        {"additional_properties": [{"key": "free", "value": 1}]},
        "entry-refused",
        ("additional_properties", 0, "key"),
    ),
]


@pytest.mark.parametrize(("sent", "code", "pointer"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED])
def test_values_without_meaning_are_refused(sent, code, pointer):
    codec = form_of({"free": {"type": "object"}, "map": MAP}, additionalProperties={"type": "integer"}).codec
    with pytest.raises(CodecError) as caught:
        codec.lift(sent)
    assert (caught.value.code, caught.value.pointer) == (code, pointer)


def test_values_that_need_no_encoding_are_taken_as_they_are():
    codec = form_of({"free": {"type": "object"}, "map": MAP, "n": {"type": "integer"}}).codec
    assert codec.lift({"free": {"x": 1}, "map": {"x": 1}, "n": "no"}).value == {
        "free": {"x": 1},
        "map": {"x": 1},
        "n": "no",
    }


def test_text_is_read_once():
    codec = form_of({"a": {}}).codec
    assert codec.lift({"a": '"{}"'}).value == {"a": "{}"}


def test_places_of_what_was_lifted_lead_to_what_was_sent():
    properties = {"map": {"type": "object", "additionalProperties": {"type": "object", "additionalProperties": MAP}}}
    codec = form_of(properties, additionalProperties={"type": "string"}).codec
    value = {"map": {"x": {"y": {"z": 1}}}, "other": "o"}
    lifted = codec.lift(codec.encode(value))
    assert lifted.value == value
    assert lifted.locate(("map", "x", "y", "z")) == ("map", 0, "value", 0, "value", 0, "value")
    assert lifted.locate(("other",)) == ("additional_properties", 0, "value")
    assert lifted.locate(()) == ()


def test_places_inside_text_continue_into_it():
    codec = form_of({"free": {"type": "object"}, "list": {"type": "array"}}).codec
    lifted = codec.lift({"free": '{"x": {"y": 1}}', "list": ['{"z": 2}']})
    assert lifted.locate(("free", "x", "y")) == ("free", "x", "y")
    assert lifted.locate(("list", 0, "z")) == ("list", 0, "z")


def test_renamed_properties_come_back_under_their_names():
    codec = form_of({"first name": {"type": "object"}}, required=["first name"], name="gemini").codec
    sent = codec.encode({"first name": {"x": 1}})
    (wire,) = sent
    assert wire.startswith("first_name_")
    lifted = codec.lift(sent)
    assert lifted.value == {"first name": {"x": 1}}
    assert lifted.locate(("first name", "x")) == (wire, "x")


def test_choices_are_told_apart_by_type():
    choice = {"anyOf": [{"type": "array", "items": {"type": "object"}}, {"type": "object", "properties": {"a": {}}}]}
    codec = form_of({"c": choice}, required=["c"]).codec
    for value in ([{"x": 1}], {"a": [1]}, {}):
        assert codec.lift(codec.encode({"c": value})).value == {"c": value}
    assert codec.encode({"c": [{"x": 1}]}) == {"c": ['{"x":1}']}
    assert codec.encode({"c": {"a": [1]}}) == {"c": {"a": "[1]"}}


def test_choices_are_told_apart_by_a_property():
    def shape(kind, name):
        properties = {"kind": {"const": kind}, name: {"type": "object"}}
        return {"type": "object", "properties": properties, "required": ["kind"], "additionalProperties": False}

    codec = form_of({"s": {"oneOf": [shape("a", "x"), shape("b", "x")]}}, required=["s"]).codec
    assert codec.encode({"s": {"kind": "a", "x": {}}}) == {"s": {"kind": "a", "x": "{}"}}
    assert codec.lift({"s": {"kind": "b", "x": None}}).value == {"s": {"kind": "b"}}


def test_what_the_lens_does_not_know_passes_unchanged():
    codec = form_of({"a": MAP, "b": {"type": "array", "items": MAP}}).codec
    for value in ({"a": 1, "b": 2}, {"a": "text", "b": {"x": 1}, "z": None}):
        assert codec.encode(value) is not value
        assert codec.lift({**value}).value["a"] == value["a"] or isinstance(value["a"], dict)
