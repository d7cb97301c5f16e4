"""Definitions that must differ between their uses."""

from typing import Any

from tests.jsonschema.pruning import documented, pruned

G = {"x-requires": "g"}


def keys(result: Any) -> list[str]:
    assert result.shown is not None
    assert list(result.shown.definitions) == list(result.enforced.definitions)
    return list(result.shown.definitions)


def schema(**properties: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "$defs": {"R": {"required": ["a", "b"]}, "S": {"$ref": "#/$defs/R"}},
    }


FORGETS = {"$ref": "#/$defs/R", "properties": {"a": G}}
KEEPS = {"$ref": "#/$defs/R", "properties": {"a": {}}}


def test_what_one_use_forgets_another_keeps():
    result = pruned(schema(x=FORGETS, y=KEEPS))
    assert keys(result) == ["#", "#/$defs/R~2", "#/$defs/R"]
    shown = documented(result).shown
    x, y = (shown["$defs"][shown["properties"][name]["$ref"].rpartition("/")[2]] for name in "xy")
    assert x == {"required": ["b"]}
    assert y == {"required": ["a", "b"]}


def test_a_copy_without_its_original_takes_the_original_key():
    assert keys(pruned(schema(x=FORGETS))) == ["#", "#/$defs/R"]


def test_uses_that_do_not_differ_share_one_copy():
    result = pruned(schema(x=FORGETS, y=FORGETS, z=KEEPS))
    assert keys(result) == ["#", "#/$defs/R~2", "#/$defs/R"]


def test_a_chain_is_copied_as_far_as_it_differs():
    forgets = {"$ref": "#/$defs/S", "properties": {"a": G}}
    result = pruned(schema(x=forgets, y={"$ref": "#/$defs/S"}))
    assert keys(result) == ["#", "#/$defs/S~2", "#/$defs/S", "#/$defs/R~2", "#/$defs/R"]


def test_names_that_a_definition_does_not_mention_need_no_copy():
    result = pruned(schema(x={"$ref": "#/$defs/R", "properties": {"c": G}}, y=KEEPS))
    assert keys(result) == ["#", "#/$defs/R"]


def test_a_mention_that_is_taken_out_itself_needs_no_copy():
    parts = {"anyOf": [{"required": ["a"], **G}, {"required": ["c"]}]}
    result = pruned(
        {
            "properties": {"x": {"$ref": "#/$defs/P", "properties": {"a": G}}, "y": {"$ref": "#/$defs/P"}},
            "$defs": {"P": parts},
        }
    )
    assert keys(result) == ["#", "#/$defs/P"]


def test_a_branch_and_a_conjunct_use_a_definition_differently():
    result = pruned(
        {
            "properties": {
                "x": {"properties": {"a": G}, "anyOf": [{"$ref": "#/$defs/R"}, {}]},
                "y": {"properties": {"a": G}, "allOf": [{"$ref": "#/$defs/R"}]},
            },
            "$defs": {"R": {"required": ["a", "b"]}},
        }
    )
    shown = documented(result).shown
    assert shown["properties"]["x"]["anyOf"] == [{}]
    assert shown["$defs"]["R"] == {"required": ["b"]}


def test_new_keys_avoid_authored_ones():
    result = pruned(
        {
            "properties": {"x": FORGETS, "y": KEEPS, "z": {"$ref": "#/$defs/R~02"}},
            "$defs": {"R": {"required": ["a", "b"]}, "R~2": {"type": "string"}},
        }
    )
    assert len(set(keys(result))) == 4
    shown = documented(result).shown
    assert {"type": "string"} in shown["$defs"].values()


def test_recursion_through_copies_ends():
    node = {
        "properties": {
            "a": {"type": "string"},
            "next": {"$ref": "#/$defs/N", "properties": {"a": G}},
            "other": {"$ref": "#/$defs/N"},
        },
        "required": ["a"],
    }
    result = pruned({"$ref": "#/$defs/N", "$defs": {"N": node}})
    assert keys(result) == ["#", "#/$defs/N", "#/$defs/N~2"]
    assert result.shown is not None
    assert result.shown.definitions["#/$defs/N"].schema["required"] == ["a"]
    copy = result.shown.definitions["#/$defs/N~2"].schema
    assert "required" not in copy
    assert list(copy["properties"]) == ["next", "other"]


def test_a_long_chain_of_references_is_followed():
    steps = 1_500
    definitions: dict[str, Any] = {f"D{step}": {"$ref": f"#/$defs/D{step + 1}"} for step in range(steps)}
    definitions[f"D{steps}"] = {"required": ["a", "b"]}
    result = pruned(
        {
            "properties": {"x": {"$ref": "#/$defs/D0", "properties": {"a": G}}, "y": {"$ref": "#/$defs/D0"}},
            "$defs": definitions,
        }
    )
    assert len(keys(result)) == 1 + 2 * (steps + 1)
    result = pruned(
        {
            "properties": {"x": {"$ref": "#/$defs/D0"}, "y": {}},
            "$defs": {**definitions, f"D{steps}": G},
        }
    )
    assert documented(result).shown == {"properties": {"y": {}}}
