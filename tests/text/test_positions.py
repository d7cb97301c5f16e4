import json
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemac.findings import Place
from schemac.pointer import Pointer
from schemac.text import load
from schemac.text.numbers import read_number
from schemac.values import Json

from .helpers import DOCUMENTS


def offset(text: str, place: Place) -> int:
    lines = text.replace("\r\n", "\r\0").replace("\r", "\n").split("\n")
    return sum(len(line) + 1 for line in lines[: place.line - 1]) + place.column - 1


def pointers(value: Json, at: Pointer = ()) -> Iterator[tuple[Pointer, Json]]:
    yield at, value
    if isinstance(value, dict):
        for key, part in value.items():
            yield from pointers(part, (*at, key))
    elif isinstance(value, list):
        for index, part in enumerate(value):
            yield from pointers(part, (*at, index))


def block_yaml(value: Json) -> tuple[str, dict[Pointer, tuple[int, int]]]:
    """Write a value as block YAML; return the text and, by pointer, the offsets of value and key."""
    parts: list[str] = []
    places: dict[Pointer, tuple[int, int]] = {}

    def here() -> int:
        return sum(map(len, parts))

    def write(part: Json, at: Pointer, indent: int, key_at: int | None) -> None:
        if part and isinstance(part, (dict, list)):
            if key_at is not None:
                parts.append("\n" + " " * indent)
            start = here()
            places[at] = (start, start if key_at is None else key_at)
            entries = part.items() if isinstance(part, dict) else enumerate(part)
            for number, (key, item) in enumerate(entries):
                if number:
                    parts.append("\n" + " " * indent)
                own = None
                if isinstance(part, dict):
                    own = here()
                    parts.append(f"{json.dumps(key)}:")
                else:
                    parts.append("- ")
                write(item, (*at, key), indent + 2, own)
                if own is None:
                    places[(*at, key)] = (places[(*at, key)][0],) * 2
        else:
            if key_at is not None:
                parts.append(" ")
            places[at] = (here(), here() if key_at is None else key_at)
            parts.append(json.dumps(part))

    write(value, (), 0, None)
    return "".join(parts) + "\n", places


@given(DOCUMENTS, st.sampled_from([None, 1, "\t"]), st.booleans())
def test_every_pointer_into_json_is_located_at_its_text(value, indent, ascii_only):
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    loaded = load(text, format="json")
    decode = json.JSONDecoder(parse_float=read_number).raw_decode
    for at, part in pointers(loaded.value):
        place = loaded.locate(at)
        assert place
        assert decode(text, offset(text, place))[0] == part
        key_place = loaded.locate(at, key=True)
        assert key_place
        named = at and isinstance(at[-1], str)
        assert decode(text, offset(text, key_place))[0] == (at[-1] if named else part)


@given(DOCUMENTS)
def test_json_text_is_located_alike_as_yaml(value):
    text = json.dumps(value, indent=1)
    as_json, as_yaml = load(text, format="json"), load(text, format="yaml")
    for at, _ in pointers(as_json.value):
        assert as_json.locate(at) == as_yaml.locate(at)
        assert as_json.locate(at, key=True) == as_yaml.locate(at, key=True)


@given(DOCUMENTS)
def test_every_pointer_into_block_yaml_is_located_at_its_text(value):
    text, places = block_yaml(value)
    loaded = load(text, format="yaml")
    for at, (value_at, key_at) in places.items():
        place, key_place = loaded.locate(at), loaded.locate(at, key=True)
        assert place
        assert key_place
        assert offset(text, place) == value_at
        assert offset(text, key_place) == key_at


@pytest.mark.parametrize("text_format", ["json", "yaml"])
def test_a_pointer_to_nothing_gives_the_nearest_ancestor(text_format):
    loaded = load('{"a": [1,\n {"b": 2}]}', format=text_format)
    assert str(loaded.locate(("a", 1, "c", "d"))) == "<text>:2:2"
    assert str(loaded.locate(("a", 7))) == "<text>:1:7"
    assert str(loaded.locate(("a", "x"))) == "<text>:1:7"
    assert str(loaded.locate(("a", -1))) == "<text>:1:7"
    assert str(loaded.locate(("a", 7), key=True)) == "<text>:1:2"
    assert str(loaded.locate(("a", 1, "b", "x"))) == "<text>:2:8"
    assert str(loaded.locate(("z",))) == "<text>:1:1"
    assert str(loaded.locate(("a", "1", "b"))) == "<text>:2:8"


def test_an_alias_is_located_where_it_is_used_and_its_parts_where_they_are_written():
    loaded = load("a: &a\n  x: [1]\nb: *a\nc:\n- *a\n", format="yaml")
    assert str(loaded.locate(("b",))) == "<text>:3:4"
    assert str(loaded.locate(("b",), key=True)) == "<text>:3:1"
    assert str(loaded.locate(("b", "x"), key=True)) == "<text>:2:3"
    assert str(loaded.locate(("b", "x", 0))) == "<text>:2:7"
    assert str(loaded.locate(("c", 0))) == "<text>:5:3"


def test_a_merged_member_is_located_in_the_map_it_comes_from():
    text = "a: &a\n  x: 1\n  y: 2\nb:\n  <<: *a\n  y: 3\nc: {<<: [*a, {z: 4, x: 5}]}\n"
    loaded = load(text, format="yaml")
    assert str(loaded.locate(("b", "x"))) == "<text>:2:6"
    assert str(loaded.locate(("b", "x"), key=True)) == "<text>:2:3"
    assert str(loaded.locate(("b", "y"), key=True)) == "<text>:6:3"
    assert str(loaded.locate(("c", "x"), key=True)) == "<text>:2:3"
    assert str(loaded.locate(("c", "z"), key=True)) == "<text>:7:15"


def test_an_alias_as_key_is_located_where_it_stands():
    loaded = load("- &k name\n- *k : 1\n", format="yaml")
    assert str(loaded.locate((1, "name"), key=True)) == "<text>:2:3"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_are_counted_and_shown_for_all_line_ends(end):
    text = end.join(["a: 1", "b: é\u2028x", "c: 3"])
    loaded = load(text, format="yaml", file="m.yaml")
    place = loaded.locate(("c",))
    assert place == Place("m.yaml", 3, 4)
    assert [loaded.source_line(Place("m.yaml", line, 1)) for line in range(5)] == [
        "",
        "a: 1",
        "b: é\u2028x",
        "c: 3",
        "",
    ]
    assert loaded.source_line(Place("other", 1, 1)) == ""


def test_nothing_is_located_before_somebody_asks():
    loaded = load("a: 1", format="yaml")
    assert "_positions" not in vars(loaded.source)
    first = loaded.locate(("a",))
    assert vars(loaded.source)["_positions"] is not None
    assert loaded.locate(("a",)) == first
