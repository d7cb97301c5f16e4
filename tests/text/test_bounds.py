import tracemalloc

import pytest

from schemac.text import Bounds, load, yaml_events, yaml_load
from schemac.text.source import Source

from .helpers import brief, containers, refusal


def lists_of_aliases(levels: int, width: int) -> str:
    lines = ["a0: &a0 [" + ", ".join("x" * width) + "]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * width)}]" for n in range(1, levels)]
    return "\n".join(lines) + "\n"


def merged_maps(levels: int, width: int) -> str:
    lines = ["a0: &a0 {" + ", ".join(f"k{n}: [x]" for n in range(width)) + "}"]
    lines += [
        f"a{n}: &a{n} {{" + ", ".join(f"k{m}: {{<<: *a{n - 1}}}" for m in range(width)) + "}" for n in range(1, levels)
    ]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(
    "bomb", [lists_of_aliases(8, 9), lists_of_aliases(200, 9), merged_maps(8, 9), lists_of_aliases(40, 2)]
)
def test_a_text_that_explodes_by_aliases_is_refused_in_little_memory(bomb):
    refusal("a: &a [x]\nb: *a\nc: .nan\n")  # what is loaded once is no memory of the text
    tracemalloc.start()
    findings = refusal(bomb)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert [item.code for item in findings] == ["alias-budget"]
    assert findings[0].place
    assert peak < 2_000_000


def test_an_exploding_text_is_refused_before_anything_is_copied(monkeypatch):
    copied: list[object] = []
    monkeypatch.setattr(yaml_load, "unshare", copied.append)
    assert refusal(lists_of_aliases(8, 9))[0].code == "alias-budget"
    assert not copied


def test_the_work_on_an_exploding_text_ends_where_the_budget_does():
    read = []

    class Counting:
        def __init__(self, text):
            self.events = yaml_events.events_of(text)

        def get_event(self):
            read.append(1)
            return self.events.get_event()

    bounds = Bounds()
    source = Source("", lists_of_aliases(5000, 9), "yaml", bounds)
    with pytest.raises(Exception, match="alias-budget"):
        yaml_load.load_yaml(source, bounds, parse=Counting)
    assert len(read) < 200


def test_aliases_within_the_budget_are_all_expanded():
    value = load(lists_of_aliases(5, 9), format="yaml").value
    assert len(containers(value["a4"])) == 1 + 9 + 9**2 + 9**3 + 9**4
    found = containers(value)
    assert len({id(item) for item in found}) == len(found)


def test_the_budget_counts_the_values_that_aliases_and_merges_stand_for():
    text = "a: &a [1, 2]\nb: *a\nc: {<<: {x: 1}}\n"
    assert load(text, format="yaml", bounds=Bounds(max_alias_nodes=3)).value["b"] == [1, 2]
    assert brief(refusal(text, bounds=Bounds(max_alias_nodes=2))) == [("alias-budget", "/b", "2:4")]
    merge = "a: &a {x: 1, y: 2}\nb: {<<: *a}\n"
    assert brief(refusal(merge, bounds=Bounds(max_alias_nodes=2))) == [("alias-budget", "/b/<<", "2:9")]


def test_aliases_count_as_nodes_and_as_depth():
    text = "a: &a [[1]]\nb: [*a]\n"
    bounds = Bounds(max_nodes=8, max_depth=4)
    assert load(text, format="yaml", bounds=bounds).value == {"a": [[1]], "b": [[[1]]]}
    assert brief(refusal(text, bounds=Bounds(max_nodes=7))) == [("limit-exceeded", "/b/0", "2:5")]
    assert brief(refusal(text, bounds=Bounds(max_depth=3))) == [("limit-exceeded", "/b/0", "2:5")]


def test_aliases_that_nest_ever_deeper_are_refused_by_depth():
    text = "a0: &a0 [x]\n" + "".join(f"a{n}: &a{n} [*a{n - 1}]\n" for n in range(1, 400))
    (item,) = refusal(text)
    assert item.code == "limit-exceeded"
    assert item.pointer == ("a255", 0)


@pytest.mark.parametrize("text_format", ["yaml", "json"])
def test_each_bound_holds_exactly(text_format):
    text = '{"a": [1, "é"]}'
    size = len(text.encode())
    exact = Bounds(max_bytes=size, max_nodes=4, max_depth=2)
    for given in (text, text.encode()):
        assert load(given, format=text_format, bounds=exact).value == {"a": [1, "é"]}
        assert brief(refusal(given, text_format, Bounds(max_bytes=size - 1))) == [("limit-exceeded", "", "1:1")]
    assert brief(refusal(text, text_format, Bounds(max_nodes=3))) == [("limit-exceeded", "/a/1", "1:11")]
    assert brief(refusal(text, text_format, Bounds(max_depth=1))) == [("limit-exceeded", "/a", "1:7")]


@pytest.mark.parametrize("text", ["[" * 257, "- " * 257 + "x", "[" * 200_000, '{"a": ' * 5000])
def test_depth_is_bounded_in_yaml(text):
    assert [item.code for item in refusal(text)] == ["limit-exceeded"]


def test_keys_that_nest_are_refused_without_exhausting_anything():
    assert "key-not-string" in {item.code for item in refusal("? " * 5000 + "x")}


def test_the_deepest_allowed_text_loads():
    assert load("[" * 256 + "]" * 256, format="yaml").value is not None


@pytest.mark.parametrize(
    "wrong",
    [
        {"max_bytes": 0},
        {"max_nodes": -1},
        {"max_depth": 257},
        {"max_depth": 0},
        {"max_alias_nodes": True},
        {"max_nodes": 1.5},
    ],
)
def test_bounds_that_make_no_sense_are_refused(wrong):
    with pytest.raises(ValueError, match=next(iter(wrong))):
        Bounds(**wrong)


def test_bytes_that_are_not_utf_8_are_refused_with_their_place():
    for text_format in ("yaml", "json"):
        assert brief(refusal(b'{"a": 1,\n"\xc3\xa9\xe9": 1}', text_format)) == [("invalid-utf8", "", "2:3")]
        assert "UTF-16" in refusal('{"a": 1}'.encode("utf-16"), text_format)[0].hint


def test_halves_of_characters_in_a_text_are_all_named():
    assert brief(refusal("a: \ud800\nb: \udfff")) == [("lone-surrogate", "", "1:4"), ("lone-surrogate", "", "2:4")]
