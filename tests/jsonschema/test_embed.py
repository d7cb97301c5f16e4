"""Embedding: hoisting, sharing, naming; the same whatever the order."""

import copy
import hashlib
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemac.canonical import canonical
from schemac.jsonschema.embed import Embedded, embed, merge, standalone
from schemac.jsonschema.equality import analyse
from schemac.jsonschema.keywords import DRAFT_04, DRAFT_07, DRAFT_2020_12, Dialect
from schemac.jsonschema.link import link
from schemac.jsonschema.walk import walk
from schemac.pointer import lookup, parse
from schemac.values import Schema
from tests.jsonschema.suite import RUST


def together(dialect: Dialect = DRAFT_2020_12, /, **schemas: Schema) -> Embedded:
    return embed({name: link(schema, dialect=dialect) for name, schema in schemas.items()}, dialect)


def hashed(stem: str, *closure: Any) -> str:
    """Return the name that a closure gives, from the rule as written."""
    return f"{stem}_{hashlib.sha256(canonical(list(closure))).hexdigest()[:8]}"


MONEY = {"type": "object", "properties": {"cents": {"type": "integer"}}}
USES_MONEY = {"properties": {"price": {"$ref": "#/$defs/Money"}}, "$defs": {"Money": MONEY}}


def test_a_schema_without_references_is_the_same_object_everywhere():
    schema = {"type": "object", "properties": {"a": {"enum": [1]}}}
    module = link(schema)
    assert standalone(module, DRAFT_2020_12) is schema
    found = embed({"x": module, "y": module}, DRAFT_2020_12)
    assert found.schemas["x"] is schema
    assert found.definitions == {}


def test_equal_definitions_of_one_name_share_an_entry_and_keep_the_name():
    found = together(a=USES_MONEY, b=copy.deepcopy(USES_MONEY))
    assert found.definitions == {"Money": MONEY}
    assert found.schemas["a"] == found.schemas["b"] == {"properties": USES_MONEY["properties"]}
    assert found.schemas["a"]["properties"] is USES_MONEY["properties"]


def test_different_definitions_of_one_name_are_all_renamed():
    text = {"$ref": "#/$defs/Money", "$defs": {"Money": {"type": "string"}}}
    found = together(a=USES_MONEY, b=text, c=USES_MONEY)
    first, second = hashed("Money", MONEY), hashed("Money", {"type": "string"})
    assert found.definitions == {first: MONEY, second: {"type": "string"}}
    assert list(found.definitions) == sorted(found.definitions)
    assert found.schemas == {
        "a": {"properties": {"price": {"$ref": f"#/$defs/{first}"}}},
        "b": {"$ref": f"#/$defs/{second}"},
        "c": {"properties": {"price": {"$ref": f"#/$defs/{first}"}}},
    }


def test_equal_definitions_of_two_names_keep_both_names():
    schema = {"items": [{"$ref": "#/$defs/User"}, {"$ref": "#/$defs/Order"}], "$defs": {"User": {}, "Order": {}}}
    assert together(DRAFT_07, a=schema).definitions == {"Order": {}, "User": {}}


def test_one_is_not_true_but_one_point_nought():
    def const(value: Any) -> Schema:
        return {"$ref": "#/$defs/C", "$defs": {"C": {"const": value}}}

    assert list(together(a=const(1), b=const(1.0)).definitions) == ["C"]
    assert len(together(a=const(1), b=const(True)).definitions) == 2
    assert len(together(a=const(0), b=const(False)).definitions) == 2


def test_the_order_of_members_is_free_and_that_of_lists_is_not():
    def c(schema: Schema) -> Schema:
        return {"items": {"$ref": "#/$defs/C"}, "$defs": {"C": schema}}

    one = together(a=c({"type": "string", "minLength": 1}), b=c({"minLength": 1, "type": "string"}))
    assert list(one.definitions) == ["C"]
    assert len(together(a=c({"enum": [1, 2]}), b=c({"enum": [2, 1]})).definitions) == 2


def test_what_differs_only_behind_a_reference_differs():
    def outer(inner: Schema) -> Schema:
        return {
            "properties": {"a": {"$ref": "#/$defs/Outer"}},
            "$defs": {"Outer": {"items": {"$ref": "#/$defs/Inner"}}, "Inner": inner},
        }

    found = together(a=outer({"type": "string"}), b=outer({"type": "integer"}))
    assert list(found.definitions) == sorted(
        [
            hashed("Outer", {"items": {"$ref": 1}}, {"type": "string"}),
            hashed("Outer", {"items": {"$ref": 1}}, {"type": "integer"}),
            hashed("Inner", {"type": "string"}),
            hashed("Inner", {"type": "integer"}),
        ]
    )


def test_anonymous_targets_are_called_by_their_last_token_and_digest():
    schema = {"properties": {"window": {"type": "integer"}, "again": {"$ref": "#/properties/window"}}}
    found = together(plan=schema)
    name = hashed("window", {"type": "integer"})
    assert found.definitions == {name: {"type": "integer"}}
    assert found.schemas["plan"]["properties"] == {"window": {"type": "integer"}, "again": {"$ref": f"#/$defs/{name}"}}
    assert standalone(link(schema), DRAFT_2020_12) == {**found.schemas["plan"], "$defs": found.definitions}


def test_a_root_that_is_referred_to_is_hoisted_and_stays_the_root_of_its_own_document():
    schema = {"type": "object", "properties": {"next": {"$ref": "#"}}}
    name = hashed("root", {"type": "object", "properties": {"next": {"$ref": 0}}})
    body = {"type": "object", "properties": {"next": {"$ref": f"#/$defs/{name}"}}}
    assert together(tree=schema) == Embedded({"tree": body}, {name: body})
    assert standalone(link(schema), DRAFT_2020_12) is schema


def test_a_definition_that_refers_to_the_root_of_its_own_document():
    schema = {"properties": {"a": {"$ref": "#/$defs/A"}}, "$defs": {"A": {"items": {"$ref": "#"}}}}
    assert standalone(link(schema), DRAFT_2020_12) == schema


def test_the_digest_counts_classes_in_order_of_first_reach_members_by_code_point():
    schema = {
        "items": {"$ref": "#/properties/start"},
        "properties": {
            "start": {
                "properties": {"b": {"$ref": "#/$defs/y"}, "a": {"$ref": "#/$defs/x"}},
                "not": {"$ref": "#/$defs/x"},
            }
        },
        "$defs": {
            "x": {"items": {"$ref": "#/$defs/z"}, "title": "x"},
            "y": {"items": {"$ref": "#/properties/start"}, "title": "y"},
            "z": {"title": "z"},
        },
    }
    expected = hashed(
        "start",
        {"not": {"$ref": 1}, "properties": {"a": {"$ref": 1}, "b": {"$ref": 2}}},
        {"items": {"$ref": 3}, "title": "x"},
        {"items": {"$ref": 0}, "title": "y"},
        {"title": "z"},
    )
    assert [name for name in together(s=schema).definitions if name.startswith("start")] == [expected]


def test_names_beyond_the_basic_plane_are_met_by_code_point_but_written_by_code_unit():
    schema = {
        "properties": {
            "s": {
                "properties": {"\U0001f600": {"$ref": "#/$defs/x"}, "\ufb33": {"$ref": "#/$defs/y"}},
                "title": "100%",
            },
            "use": {"$ref": "#/properties/s"},
        },
        "$defs": {"x": {"title": "x"}, "y": {"title": "y"}},
    }
    body = {"properties": {"\ufb33": {"$ref": 1}, "\U0001f600": {"$ref": 2}}, "title": "100%"}
    assert hashed("s", body, {"title": "y"}, {"title": "x"}) in together(a=schema).definitions


def test_text_that_looks_like_the_inner_marks_is_text():
    body = {"enum": ["\x000", "\x00\x000"], "items": {"$ref": "#/$defs/x"}}
    schema = {"properties": {"s": body, "use": {"$ref": "#/properties/s"}}, "$defs": {"x": {}}}
    assert hashed("s", {**body, "items": {"$ref": 1}}, {}) in together(a=schema).definitions


def test_members_beside_a_reference_are_part_of_the_digest():
    schema = {
        "properties": {"a": {"$ref": "#/$defs/t", "title": "A"}, "b": {"$ref": "#/properties/a"}},
        "$defs": {"t": {}},
    }
    assert hashed("a", {"$ref": 1, "title": "A"}, {}) in together(s=schema).definitions


def test_unrolled_recursion_is_equal_to_rolled_recursion():
    rolled = {"$ref": "#/$defs/N", "$defs": {"N": {"properties": {"n": {"$ref": "#/$defs/N"}}}}}
    unrolled = {
        "$ref": "#/$defs/N",
        "$defs": {
            "N": {"properties": {"n": {"$ref": "#/$defs/M"}}},
            "M": {"properties": {"n": {"$ref": "#/$defs/N"}}},
        },
    }
    found = together(a=rolled, b=unrolled)
    assert found.definitions == {"N": {"properties": {"n": {"$ref": "#/$defs/N"}}}}
    # Of the equal ones that of the first schema by name is emitted, and what only the other one used is not.
    assert set(together(a=unrolled, b=rolled).definitions) == {"N", "M"}


def test_digits_grow_until_a_name_is_free():
    anonymous = {"properties": {"w": {"type": "null"}, "v": {"$ref": "#/properties/w"}}}
    digest = hashlib.sha256(canonical([{"type": "null"}])).hexdigest()
    taken = [f"w_{digest[:length]}" for length in (8, 9, 11)]
    author = {"items": [{"$ref": f"#/definitions/{name}"} for name in taken], "definitions": {key: {} for key in taken}}
    found = together(DRAFT_07, a=anonymous, b=author)
    assert sorted(found.definitions) == sorted([*taken, f"w_{digest[:10]}"])
    every = [f"w_{digest[:length]}" for length in range(8, 65)]
    author = {"items": [{"$ref": f"#/definitions/{name}"} for name in every], "definitions": {key: {} for key in every}}
    assert f"w_{digest}_" in together(DRAFT_07, a=anonymous, b=author).definitions


def test_digits_grow_until_two_digests_differ(monkeypatch):
    monkeypatch.setattr("schemac.jsonschema.embed.DIGITS", 1)
    schemas = {f"t{n}": {"properties": {"w": {"const": n}, "v": {"$ref": "#/properties/w"}}} for n in range(40)}
    found = together(**schemas)
    digests = sorted(hashlib.sha256(canonical([{"const": n}])).hexdigest() for n in range(40))
    expected = []
    for digest in digests:
        others = [other for other in digests if other != digest]
        length = next(n for n in range(1, 65) if not any(other.startswith(digest[:n]) for other in others))
        expected.append(f"w_{digest[:length]}")
    assert list(found.definitions) == sorted(expected)


@pytest.mark.parametrize("name", ["a/b", "m~n", "50% off", "é", "", "a b", 'q"', "#"])
@pytest.mark.parametrize("dialect", [DRAFT_04, DRAFT_07, DRAFT_2020_12], ids=repr)
def test_references_are_escaped_so_that_pointers_find_them(name, dialect):
    escaped = name.replace("~", "~0").replace("/", "~1").replace("%", "%25").replace("#", "%23")
    schema = {"properties": {"x": {"$ref": f"#/definitions/{escaped}"}}, "definitions": {name: {"type": "integer"}}}
    document = standalone(link(schema, dialect=dialect), dialect)
    assert document[dialect.definitions] == {name: {"type": "integer"}}
    validator = RUST[dialect.name](document)
    assert validator.is_valid({"x": 1})
    assert not validator.is_valid({"x": "1"})


def test_definitions_stand_where_the_dialect_has_them():
    schema = {"items": {"$ref": "#/$defs/a"}, "$defs": {"a": {}}}
    assert standalone(link(schema, dialect=DRAFT_07), DRAFT_07) == {
        "items": {"$ref": "#/definitions/a"},
        "definitions": {"a": {}},
    }


def test_nothing_is_changed_and_analyses_can_be_used_again():
    schemas = {"a": USES_MONEY, "b": {"$ref": "#/$defs/Money", "$defs": {"Money": {}}}}
    before = copy.deepcopy(schemas)
    analyses = {name: analyse(link(schema)) for name, schema in schemas.items()}
    first = merge(analyses, DRAFT_2020_12)
    assert merge({"a": analyses["a"]}, DRAFT_2020_12).definitions == {"Money": MONEY}
    assert standalone(analyses["a"].module, DRAFT_2020_12) == USES_MONEY
    assert merge(analyses, DRAFT_2020_12) == first
    assert schemas == before


def test_a_long_cycle_and_a_long_chain_take_time_in_proportion():
    steps = 1_000
    cycle = {str(n): {"title": str(n), "items": {"$ref": f"#/$defs/{(n + 1) % steps}"}} for n in range(steps)}
    chain = {f"c{n}": {"items": {"$ref": f"#/$defs/c{n + 1}"}} for n in range(steps)} | {f"c{steps}": {}}
    schema: Any = {"prefixItems": [{"$ref": "#/$defs/0"}, {"$ref": "#/$defs/c0"}], "$defs": cycle | chain}
    module = link(schema)
    found = embed({"x": module, "y": module}, DRAFT_2020_12)
    assert found.definitions.keys() == schema["$defs"].keys()


def test_a_cycle_of_which_one_step_differs_is_told_apart_at_every_step():
    steps = 2_000
    defs: Any = {f"d{n}": {"items": {"$ref": f"#/$defs/d{(n + 1) % steps}"}} for n in range(steps)}
    defs["d7"]["title"] = "odd"
    prints = analyse(link({"$ref": "#/$defs/d0", "$defs": defs})).prints
    assert len(set(prints.values())) == steps
    del defs["d7"]["title"]
    assert len(set(analyse(link({"$ref": "#/$defs/d0", "$defs": defs})).prints.values())) == 1


# Laws, over generated modules with recursion through definitions of few names and fewer shapes


NAMES = ["A", "B", "C"]


@st.composite
def recursive_schemas(draw: st.DrawFn) -> Any:
    names = draw(st.lists(st.sampled_from(NAMES), min_size=1, max_size=3, unique=True))
    target = st.sampled_from(["#", *(f"#/$defs/{name}" for name in names), "#/properties/p"])
    refs = target.map(lambda text: {"$ref": text})
    leaves = st.sampled_from([{"type": "integer"}, {"type": "string"}])
    body = st.one_of(
        st.builds(lambda items: {"type": "array", "items": items}, refs | leaves),
        st.builds(lambda a, b: {"type": "object", "properties": {"a": a, "b": b}}, refs | leaves, refs),
        leaves,
    )
    defs = {name: draw(body) for name in names}
    return {"type": "object", "properties": {"p": draw(body), "q": draw(refs)}, "$defs": defs}


VALUES = st.recursive(
    st.sampled_from([1, "x"]),
    lambda inner: (
        st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(["a", "b", "p", "q"]), inner, max_size=3)
    ),
    max_leaves=8,
)
FEW = st.lists(recursive_schemas(), min_size=1, max_size=4)


def _named(schemas: list[Any]) -> dict[str, Any]:
    return {f"t{number}": schema for number, schema in enumerate(schemas)}


@given(FEW, st.lists(VALUES, min_size=1, max_size=8))
def test_generated_modules_keep_their_verdicts(schemas, values):
    named = _named(schemas)
    found = together(**named)
    rust = RUST["2020-12"]
    whole = rust({"properties": found.schemas, "$defs": found.definitions})
    for name, schema in named.items():
        original = rust(schema)
        own = rust(standalone(link(schema), DRAFT_2020_12))
        for value in values:
            assert whole.is_valid({name: value}) == original.is_valid(value) == own.is_valid(value)


@given(FEW, st.randoms(use_true_random=False))
def test_the_order_of_schemas_is_only_the_order_of_schemas(schemas, random):
    named = _named(schemas)
    shuffled = list(named.items())
    random.shuffle(shuffled)
    one, other = together(**named), together(**dict(shuffled))
    assert json.dumps(one.definitions) == json.dumps(other.definitions)
    assert {name: json.dumps(item) for name, item in one.schemas.items()} == {
        name: json.dumps(item) for name, item in other.schemas.items()
    }
    assert list(other.schemas) == [name for name, _ in shuffled]


@given(FEW)
def test_the_order_of_members_does_not_change_names(schemas):
    def backwards(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: backwards(item) for key, item in reversed(value.items())}
        return [backwards(item) for item in value] if isinstance(value, list) else value

    named = _named(schemas)
    assert together(**named) == together(**{name: backwards(schema) for name, schema in named.items()})


@given(FEW)
def test_every_reference_resolves_and_no_definition_is_unused(schemas):
    found = together(**_named(schemas))
    document = {"properties": found.schemas, "$defs": found.definitions}
    reached = set()
    waiting = list(found.schemas.values())
    while waiting:
        for _, item in walk(waiting.pop(), DRAFT_2020_12):
            if "$ref" in item and item["$ref"] not in reached:
                reached.add(item["$ref"])
                waiting.append(lookup(document, parse(item["$ref"][1:])))
    assert {f"#/$defs/{name}" for name in found.definitions} == reached


@given(FEW)
def test_fingerprints_are_equal_iff_digests_are(schemas):
    seen: dict[bytes, str] = {}
    for schema in schemas:
        analysis = analyse(link(schema))
        for key, print_ in analysis.prints.items():
            assert seen.setdefault(print_, analysis.digest(key)) == analysis.digest(key)
    assert len(set(seen.values())) == len(seen)


@given(FEW)
def test_a_document_of_its_own_is_left_as_it_is(schemas):
    for schema in schemas:
        once = standalone(link(schema), DRAFT_2020_12)
        assert json.dumps(standalone(link(once), DRAFT_2020_12)) == json.dumps(once)
