import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemac.findings import SchemacError
from schemac.text import Bounds, Manifest, load, yaml_events
from schemac.text.own_copy import own_copy
from schemac.text.source import Source
from schemac.text.yaml_load import load_yaml

from .helpers import DOCUMENTS, containers, plain_json, same
from .test_positions import pointers


@given(DOCUMENTS, st.sampled_from([None, 2]), st.booleans(), st.sampled_from([(",", ":"), (", ", ": ")]))
def test_json_text_reads_back_as_the_value_in_both_formats(value, indent, ascii_only, separators):
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only, separators=separators)
    expected = own_copy(value, Bounds())
    assert same(load(text, format="json").value, expected)
    assert same(load(text, format="yaml").value, expected)
    assert same(load(text.encode(), format="yaml").value, expected)


@given(DOCUMENTS)
def test_pyyamls_own_parser_reads_the_same(value):
    text = json.dumps(value, ensure_ascii=False)
    source = Source("", text, "yaml", Bounds())
    assert same(load_yaml(source, Bounds(), parse=yaml_events.PureEvents), own_copy(value, Bounds()))


BITS = (
    "a¦b¦: ¦- ¦\n¦\n  ¦\n- ¦? ¦[¦]¦{¦}¦, ¦&a ¦*a¦*b¦<<: ¦!!int ¦!¦|¦>-¦'¦\"¦\\ud83d¦\\¦#¦ #¦---\n¦...\n"
    "¦%YAML 1.2\n¦12¦.nan¦1e999¦~¦\t¦\r¦\x85¦\u2028¦\x7f¦\x00¦\ufeff¦\ud800¦é¦😀¦@¦`¦!!binary ¦\\uE000¦\\U00110000"
)
YAML_BITS = st.sampled_from(BITS.split("¦"))


@given(st.lists(YAML_BITS, max_size=20).map("".join))
def test_any_yaml_text_is_plain_json_with_places_or_refused_with_places(text):
    try:
        loaded = load(text, format="yaml")
    except SchemacError as refused:
        assert refused.findings
        for item in refused.findings:
            assert item.place
            assert 1 <= item.place.line <= 1 + len(text)
            assert all(isinstance(place.line, int) for place, _ in item.related)
    else:
        assert plain_json(loaded.value)
        found = containers(loaded.value)
        assert len({id(item) for item in found}) == len(found)
        assert all(loaded.locate(at) and loaded.locate(at, key=True) for at, _ in pointers(loaded.value))


@given(st.lists(YAML_BITS, max_size=16).map("".join))
def test_pyyamls_own_parser_raises_nothing_else_either(text):
    bounds = Bounds()
    if any("\ud800" <= char <= "\udfff" for char in text):
        return
    try:
        value = load_yaml(Source("", text, "yaml", bounds), bounds, parse=yaml_events.PureEvents)
    except SchemacError as refused:
        assert refused.findings
    else:
        assert plain_json(value)


@given(st.binary(max_size=24), st.sampled_from(["yaml", "json"]))
def test_any_bytes_are_a_value_or_refused(data, text_format):
    try:
        assert plain_json(load(data, format=text_format).value)
    except SchemacError as refused:
        assert all(item.place for item in refused.findings)


@given(st.dictionaries(st.text(max_size=4).filter(lambda name: name != "tools_from"), DOCUMENTS, max_size=3))
def test_a_value_given_directly_is_what_its_text_reads_as(value):
    before = json.dumps(value)
    manifest = Manifest.from_value(value)
    assert same(manifest.value, load(before, format="json").value)
    assert json.dumps(value) == before
    assert not {id(item) for item in containers(manifest.value)} & {id(item) for item in containers(value)}


@pytest.mark.parametrize("number", [1e300, -1e300, 1e22, 123456789012345680.0, -0.0, 5e-324, 1.0])
def test_a_float_given_directly_is_read_as_json_would_write_it(number):
    assert same(own_copy(number, Bounds()), load(json.dumps(number), format="json").value)
