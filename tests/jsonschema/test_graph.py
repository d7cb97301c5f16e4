"""Components, partitions and edits: small tools with laws of their own."""

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemac.findings import Finding
from schemac.jsonschema.edit import edited
from schemac.jsonschema.graph import components
from schemac.jsonschema.limits import MAX_DEPTH, Limits, measured, oversized
from schemac.jsonschema.partition import coarsest

GRAPHS = st.integers(1, 12).flatmap(
    lambda size: st.lists(st.lists(st.integers(0, size - 1), max_size=3), min_size=size, max_size=size)
)


def reach(graph: list[list[int]], start: int) -> set[int]:
    seen = {start}
    stack = [start]
    while stack:
        fresh = set(graph[stack.pop()]) - seen
        seen |= fresh
        stack.extend(fresh)
    return seen


@given(GRAPHS)
def test_a_component_holds_what_reaches_each_other_and_comes_after_what_it_reaches(graph):
    found = list(components(range(len(graph)), graph.__getitem__))
    reached = [reach(graph, node) for node in range(len(graph))]
    assert sorted(node for component in found for node in component) == list(range(len(graph)))
    done: set[int] = set()
    for component in found:
        node = component[0]
        assert set(component) == {other for other in reached[node] if node in reached[other]}
        done |= set(component)
        assert reached[node] <= done


def test_a_long_path_needs_no_recursion():
    size = 50_000
    assert len(list(components([0], lambda node: [node + 1] if node < size else []))) == size + 1
    assert len(list(components([0], lambda node: [(node + 1) % size]))) == 1


@given(GRAPHS, st.data())
def test_the_partition_is_the_one_that_naive_refinement_finds(graph, data):
    # Nodes of one colour have equally many edges.
    colour = {node: (data.draw(st.integers(0, 1)), len(edges)) for node, edges in enumerate(graph)}
    classes: dict[int, Any] = dict(colour)
    for _ in graph:
        signatures = {node: (classes[node], *(classes[target] for target in graph[node])) for node in classes}
        numbers = {signature: at for at, signature in enumerate(dict.fromkeys(signatures.values()))}
        classes = {node: numbers[signature] for node, signature in signatures.items()}
    found = coarsest(colour, dict(enumerate(graph)))
    for one in classes:
        for other in classes:
            assert (found[one] == found[other]) == (classes[one] == classes[other])


def test_an_edit_copies_only_the_way_to_it():
    value = {"a": [{"b": {"c": 1}}, {"d": 2}], "e": {"f": 3}}
    before = copy.deepcopy(value)
    found = edited(value, {("a", 0, "b"): lambda item: {**item, "new": True}, ("a", 0): lambda item: {"under": item}})
    assert found == {"a": [{"under": {"b": {"c": 1, "new": True}}}, {"d": 2}], "e": {"f": 3}}
    assert value == before
    assert found["e"] is value["e"]
    assert found["a"][1] is value["a"][1]  # type: ignore[index]  # the value is a literal of mixed kinds
    assert edited(value, {}) is value
    assert edited({"x": 1}, {(): lambda item: item | {"y": 2}}) == {"x": 1, "y": 2}


def test_levels_and_containers_are_counted_in_data_too():
    value: Any = "leaf"
    for _ in range(MAX_DEPTH):
        value = [value]
    assert oversized(value) is None
    assert oversized({"enum": value}, ("s",)) is not None
    endless: list[Any] = []
    endless.append(endless)
    found = oversized(endless, ("s",))
    assert found is not None
    assert (found.code, found.pointer) == ("limit-exceeded", ("s",))
    ten = Limits(containers=10)
    assert not isinstance(measured([[]] * 9, (), ten), Finding)
    assert isinstance(measured([[]] * 10, (), ten), Finding)


@pytest.mark.parametrize("value", [True, 5, "x", None, {}, []])
def test_small_values_are_within_all_limits(value):
    assert oversized(value) is None
