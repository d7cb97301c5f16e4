"""A tool's result as one caller may see it (docs/spec, chapters ENG and DSP)."""

from __future__ import annotations

import copy
import json
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemac.catalog.decisions import Decisions
from schemac.dispatch.outcome import Refusal
from schemac.dispatch.output import Projection
from schemac.dispatch.target import target_of
from schemac.findings import SchemacError
from schemac.plan import Plan, plan
from schemac.pointer import lookup, render
from tests.engine.manifests import write
from tests.jsonschema.gated_schemas import NAMES, PREDICATES, Author

COST = {"type": "integer", "x-requires": "p"}
NOTE = {"type": "object", "properties": {"kind": {"const": "note"}, "text": {"type": "string"}}, "required": ["kind"]}
AUDIT = {"type": "object", "properties": {"kind": {"const": "audit"}, "by": {"type": "string"}}, "required": ["kind"]}
EVENT = {"oneOf": [NOTE, {**AUDIT, "x-requires": "p"}]}


def made(output: Any, **fields: Any) -> Plan:
    tool = {"name": "report", "inputSchema": {"type": "object"}, "outputSchema": output, **fields}
    if output is None:
        del tool["outputSchema"]
    return plan({"schemac": 1, "tools": [tool]})


def obj(*required: str, **properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(required)}


def result(output: Any, value: Any, *grants: str) -> Any:
    """Return the projected value, or the code and pointer of the refusal."""
    found = made(output).project_output("report", Decisions.granting(*grants), value)
    return found.value if isinstance(found, Projection) else (found.code, render(found.pointer))


LIST = obj(events={"type": "array", "items": EVENT})
NOTES = [{"kind": "note", "text": "a"}, {"kind": "audit", "by": "b"}, {"kind": "note", "text": "c"}]

CASES: dict[str, tuple[Any, Any, Any]] = {
    "what fits is handed on": (obj("id", id={"type": "string"}), {"id": "7"}, {"id": "7"}),
    "a gated property goes": (obj(id={}, cost=COST), {"id": 1, "cost": 5}, {"id": 1}),
    "and where it was required too": (obj("cost", cost=COST, id={}), {"id": 1, "cost": 5}, {"id": 1}),
    "an undeclared name goes": (obj(id={}), {"id": 1, "secret": 5}, {"id": 1}),
    "a gated name of an open object goes": (
        {**obj(id={}, cost=COST), "additionalProperties": True},
        {"id": 1, "cost": 5, "more": 2},
        {"id": 1, "more": 2},
    ),
    "a free-form part is left alone": (obj(any={"type": "object"}), {"any": {"x": 1}}, {"any": {"x": 1}}),
    "at any depth": (
        obj(rows={"type": "array", "items": obj(id={}, cost=COST)}),
        {"rows": [{"id": 1, "cost": 2}, {"id": 3}]},
        {"rows": [{"id": 1}, {"id": 3}]},
    ),
    "an item that a gated branch takes goes": (LIST, {"events": NOTES}, {"events": [NOTES[0], NOTES[2]]}),
    "also where none is left": (LIST, {"events": [NOTES[1]]}, {"events": []}),
    "but not below minItems": (
        obj(events={"type": "array", "items": EVENT, "minItems": 3}),
        {"events": NOTES},
        ("output-refused", "/events/1"),
    ),
    "a refused optional property goes": (obj(last=EVENT, id={}), {"last": NOTES[1], "id": 1}, {"id": 1}),
    "a refused required one refuses the result": (
        obj("last", last=EVENT),
        {"last": NOTES[1]},
        ("output-refused", "/last"),
    ),
    "so does one that another asks for": (
        {**obj(last=EVENT, id={}), "dependentRequired": {"id": ["last"]}},
        {"id": 1, "last": NOTES[1]},
        ("output-refused", "/last"),
    ),
    "a conjunct asks as much as the schema itself": (
        {"type": "object", "allOf": [{"required": ["last"]}], "properties": {"last": EVENT}},
        {"last": NOTES[1]},
        ("output-refused", "/last"),
    ),
    "and declares as much": (
        {"type": "object", "$ref": "#/$defs/More", "$defs": {"More": obj(last=EVENT)}},
        {"last": NOTES[1]},
        {},
    ),
    "items by position cannot be left out": (
        obj(pair={"type": "array", "prefixItems": [EVENT, {"type": "integer"}]}),
        {"pair": [NOTES[1], 1]},
        ("output-refused", "/pair/0"),
    ),
    "items after them can": (
        obj(pair={"type": "array", "prefixItems": [{"type": "integer"}], "items": EVENT}),
        {"pair": [1, NOTES[1], NOTES[0]]},
        {"pair": [1, NOTES[0]]},
    ),
    "items that a gate takes from all": (
        obj(rows={"type": "array", "items": {"type": "integer", "x-requires": "p"}}),
        {"rows": [1, 2]},
        {"rows": []},
    ),
    "a name of a gated pattern goes": (
        {"type": "object", "properties": {"id": {}}, "patternProperties": {"^x": {"x-requires": "p"}}},
        {"id": 1, "xa": 2},
        {"id": 1},
    ),
    "a value of another type is refused like any other": (obj(id={"type": "string"}), {"id": 7}, {}),
    "the whole is refused where no part can be left out": (
        {"type": "object", "anyOf": [obj("a", a={}), {**obj("b", b={}), "x-requires": "p"}]},
        {"b": 1},
        ("output-refused", ""),
    ),
    "a result that is no object": (obj(id={}), [1], ("output-refused", "")),
    "a gated root": ({"type": "object", "x-requires": "p"}, {"id": 1}, ("output-refused", "")),
    "a recursive result": (
        {"type": "object", "properties": {"cost": COST, "next": {"$ref": "#"}}},
        {"cost": 1, "next": {"cost": 2, "next": {"cost": 3}}},
        {"next": {"next": {}}},
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_projections(name: str):
    output, value, expected = CASES[name]
    before = copy.deepcopy(value)
    assert result(output, value) == expected
    assert value == before, "what the tool returned is not changed"


@pytest.mark.parametrize("name", [name for name, (_, _, expected) in CASES.items() if isinstance(expected, dict)])
def test_with_the_right_a_valid_result_is_the_same_object(name: str):
    output, value, _ = CASES[name]
    if name in ("an undeclared name goes", "a value of another type is refused like any other"):
        return
    assert result(output, value, "p") is value


def test_without_an_output_schema_the_result_is_handed_on():
    anything = {"x": [1, {"y": 2}]}
    assert result(None, anything) is anything


def test_a_hidden_tool_has_no_result_and_is_told_as_an_unknown_one():
    gated = made(obj(id={}), requires="p")
    hidden = gated.project_output("report", Decisions.granting(), {"id": 1})
    unknown = gated.project_output("nothing", Decisions.granting(), {"id": 1})
    assert isinstance(hidden, Refusal)
    assert isinstance(unknown, Refusal)
    assert hidden.to_json() == {"code": "tool-unknown", "pointer": "", "message": "There is no tool 'report'."}
    assert unknown.to_json() == {"code": "tool-unknown", "pointer": "", "message": "There is no tool 'nothing'."}
    assert hidden.reason != unknown.reason
    assert isinstance(gated.project_output("report", Decisions.granting("p"), {"id": 1}), Projection)


def test_what_went_is_told_as_places_of_the_result():
    found = made(LIST).project_output("report", Decisions.granting(), {"events": NOTES, "at": 1})
    assert isinstance(found, Projection)
    assert [render(at) for at in found.stripped] == ["/events/1/by", "/at"]
    assert [render(at) for at in found.omitted] == ["/events/1"]


@pytest.mark.parametrize("value", [float("nan"), {"id": {1}}, {1: 2}, {"id": "\ud800"}])
def test_what_is_no_json_is_refused(value: Any):
    found = made(obj(id={})).project_output("report", Decisions.granting(), value)
    assert isinstance(found, Refusal)
    json.dumps(found.to_result())


def test_a_result_that_nests_without_end_is_refused():
    value: dict[str, Any] = {}
    value["next"] = value
    assert result({"type": "object", "properties": {"next": {"$ref": "#"}}}, value)[0] == "limit-exceeded"


def test_the_work_is_linear_in_the_result():
    rows = [NOTES[index % 2] for index in range(20_000)]
    assert result(LIST, {"events": rows}) == {"events": [NOTES[0]] * 10_000}
    deep: dict[str, Any] = {"cost": "x"}
    for _ in range(120):
        deep = {"next": {"next": deep, "cost": 1}, "cost": "x"}
    tree = {"type": "object", "properties": {"cost": {"type": "integer"}, "next": {"$ref": "#"}}}
    assert '"x"' not in json.dumps(result(tree, deep))


def test_dialects_say_positions_and_dependencies_in_their_own_words():
    old = {"$schema": "http://json-schema.org/draft-07/schema#", **obj(id={}, last=EVENT)}
    assert result({**old, "dependencies": {"id": ["last"]}}, {"id": 1, "last": NOTES[1]})[1] == "/last"
    pair = {"type": "array", "items": [EVENT, {}]}
    assert result({**old, "properties": {"pair": pair}}, {"pair": [NOTES[1], 1]})[1] == "/pair/0"


@pytest.mark.fuzz
@given(st.integers(0, 2**40))
def test_what_is_shown_fits_and_was_there(seed: int):
    """A projection is valid for the caller, is part of the result, and projects to itself."""
    random = Random(seed)
    written = write(random)
    try:
        planned = plan(written.value)
    except SchemacError:
        return
    decisions = Decisions.granting(*[name for name in PREDICATES if random.random() < 0.5])
    author = Author(random)
    author.sites = ["s1", "s2", "s3"]
    for subject in planned.subjects:
        member = subject.member(decisions)
        if member is None or member.output is None:
            continue
        checker = target_of(member, "jsonschema-rs").output
        assert checker is not None
        for _ in range(12):
            value = author.instance(3, (*NAMES, "zone"))
            found = planned.project_output(subject.tool.name, decisions, value)
            if isinstance(found, Refusal):
                assert found.code == "output-refused"
                lookup(value, found.pointer)
                continue
            assert checker.validator.valid(found.value), (json.dumps(written.value), value, found)
            assert is_part(found.value, value)
            again = planned.project_output(subject.tool.name, decisions, found.value)
            assert isinstance(again, Projection)
            assert again.value == found.value


def is_part(part: Any, whole: Any) -> bool:
    """Tell whether a value is another one with members and items left out."""
    if isinstance(part, dict) and isinstance(whole, dict):
        return all(name in whole and is_part(item, whole[name]) for name, item in part.items())
    if isinstance(part, list) and isinstance(whole, list):
        rest = iter(whole)
        return all(any(is_part(item, other) for other in rest) for item in part)
    return bool(part == whole) and isinstance(part, type(whole))
