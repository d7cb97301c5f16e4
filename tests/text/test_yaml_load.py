import pytest

from schemac.findings import Place
from schemac.text import load

from .helpers import brief, containers, refusal, same

pytestmark = pytest.mark.usefixtures("yaml_parser")


def test_words_dates_and_the_like_are_keys():
    text = "on: 1\nno: 2\n2023-01-01: 3\n1_000: 4\n'12': 5\n\"<<\": 6\n!!str 7: 7\n"
    assert list(load(text, format="yaml").value) == ["on", "no", "2023-01-01", "1_000", "12", "<<", "7"]


def test_every_duplicate_is_named_with_both_places():
    findings = refusal(
        "tools:\n- name: a\n  requires: x\n  s: {id: 1, id: 2}\n  requires: y\ng:\n  d: 1\n  d: 2\n  d: 3\n"
    )
    assert brief(findings) == [
        ("duplicate-key", "/g/d", "8:3"),
        ("duplicate-key", "/g/d", "9:3"),
        ("duplicate-key", "/tools/0/requires", "5:3"),
        ("duplicate-key", "/tools/0/s/id", "4:14"),
    ]
    assert [item.related[0][0] for item in findings] == [
        Place("<text>", 7, 3),
        Place("<text>", 7, 3),
        Place("<text>", 3, 3),
        Place("<text>", 4, 7),
    ]


def test_a_duplicate_inside_a_repeated_key_is_named_with_its_own_places():
    findings = refusal("a: {x: 1}\na: {y: 1, y: 2}\n")
    assert [(item.place, item.related[0][0]) for item in findings] == [
        (Place("<text>", 2, 1), Place("<text>", 1, 1)),
        (Place("<text>", 2, 11), Place("<text>", 2, 5)),
    ]


def test_keys_that_are_spelled_differently_but_are_the_same_text_are_duplicates():
    assert brief(refusal("a: 1\n'a': 2\n\"\\x61\": 3\n")) == [
        ("duplicate-key", "/a", "2:1"),
        ("duplicate-key", "/a", "3:1"),
    ]


@pytest.mark.parametrize("key", ["12", "true", "null", "~", "1.5", ".nan", "1e400", "0x1F", "!!int '1'"])
def test_a_key_that_is_not_text_is_refused_with_the_advice_to_quote_it(key):
    (item,) = refusal(f"a:\n  {key}: x")
    assert item.code == "key-not-string"
    assert str(item.place) == "<text>:2:3"
    assert "quotes" in item.hint


def test_all_keys_that_are_not_text_are_named():
    text = "? {a: 1}\n: {b: 2}\n12: x\n? [1, 12]\n: z\n? &k 3\n: *k\n*k : 4\n? \n: 5\n"
    places = sorted(item.place for item in refusal(text) if item.code == "key-not-string" and item.place)
    assert [(place.line, place.column) for place in places] == [(1, 3), (3, 1), (4, 3), (6, 3), (8, 1), (9, 2)]


def test_mistakes_inside_a_key_and_behind_it_are_found():
    assert {item.code for item in refusal("? {a: .nan}\n: {b: !!set {}}\n")} == {
        "key-not-string",
        "not-json-number",
        "yaml-tag",
    }


def test_mistakes_of_all_kinds_come_in_one_run():
    text = 'a: .inf\nb: !!binary x\n3: x\na: 1\nc: *no\nd: 1e999\ne: "\\ud800"\nf: {<<: 1}\ng: [1\n'
    assert {item.code for item in refusal(text)} == {
        "not-json-number",
        "yaml-tag",
        "key-not-string",
        "duplicate-key",
        "alias-unknown",
        "number-out-of-range",
        "lone-surrogate",
        "yaml-merge",
        "yaml-syntax",
    }


def test_very_many_mistakes_are_capped_and_said_to_be():
    findings = refusal("[" + ".nan, " * 5000 + "]")
    assert len(findings) == 101
    assert findings[-1].code == "too-many-findings" or findings[0].code == "too-many-findings"


def test_users_of_an_alias_share_no_object():
    value = load(
        "a: &a [{x: [1]}]\nb: *a\nc: [*a, *a]\nd: &d {k: *a, <<: {q: *a}}\ne: *d\nf: {<<: *d}\n", format="yaml"
    ).value
    leaf = [{"x": [1]}]
    assert value == {
        "a": leaf,
        "b": leaf,
        "c": [leaf, leaf],
        "d": {"k": leaf, "q": leaf},
        "e": {"k": leaf, "q": leaf},
        "f": {"k": leaf, "q": leaf},
    }
    found = containers(value)
    assert len({id(item) for item in found}) == len(found)


def test_an_alias_stands_for_the_last_anchor_of_its_name():
    assert load("[&a 1, *a, &a [2], *a]", format="yaml").value == [1, 1, [2], [2]]


def test_an_alias_can_be_a_key():
    assert load("- &a name\n- *a : 1\n- ? &b k\n  : *b\n", format="yaml").value == ["name", {"name": 1}, {"k": "k"}]


def test_a_value_under_a_refused_key_can_still_be_an_anchor():
    assert brief(refusal("1: &a [x]\nb: *a\n")) == [("key-not-string", "/1", "1:1")]


@pytest.mark.parametrize("text", ["&a [*a]", "a: &x {b: {c: *x}}", "&a [1, &b [*a, *b]]", "&a [x, &a [*a]]"])
def test_an_alias_inside_what_it_stands_for_is_refused(text):
    assert {item.code for item in refusal(text)} == {"alias-recursive"}


def test_an_alias_of_nothing_is_refused():
    assert brief(refusal("a: *b\nc: &b 1\n*d : 2\n")) == [("alias-unknown", "", "3:1"), ("alias-unknown", "/a", "1:4")]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("b: &b {x: 1, y: 2}\nc: {<<: *b, y: 3}", {"x": 1, "y": 3}),
        ("b: &b {x: 1, y: 2}\nc: {y: 3, <<: *b}", {"y": 3, "x": 1}),
        ("b: &b {x: 1, y: 2}\nc: {<<: [*b, {y: 5, z: 6}]}", {"x": 1, "y": 2, "z": 6}),
        ("b: &b {x: 1}\nc: {p: 0, <<: *b, q: 0, <<: {x: 9, r: 0}, s: 0}", {"p": 0, "x": 1, "q": 0, "r": 0, "s": 0}),
        ("b: &b {<<: {x: 1}}\nc: {<<: *b}", {"x": 1}),
        ("b: [&b {x: 1}, &d {y: 1}]\nl: &l [*b, *d]\nc: {<<: *l}", {"x": 1, "y": 1}),
        ("b: &b {}\nc: {<<: *b, <<: []}", {}),
        ('c: {"<<": 1}', {"<<": 1}),
        ("c: {<<x: 1}", {"<<x": 1}),
    ],
)
def test_a_merge_adds_what_the_map_does_not_give_itself_where_it_stands(text, value):
    assert same(load(text, format="yaml").value["c"], value)


@pytest.mark.parametrize("text", ["1", "x", "[1]", "[{}, x]", "", "[[{}]]"])
def test_only_maps_can_be_merged(text):
    assert {item.code for item in refusal(f"a: {{<<: {text}}}")} == {"yaml-merge"}


def test_a_merged_member_does_not_hide_a_real_duplicate():
    assert brief(refusal("b: &b {x: 1}\nc:\n  <<: *b\n  x: 2\n  x: 3\n")) == [("duplicate-key", "/c/x", "5:3")]


@pytest.mark.parametrize("text", ["", " \n", "# note\n", "---\n", "---\n...\n", "\ufeff"])
def test_a_text_without_a_value_is_refused(text):
    assert [item.code for item in refusal(text)] == ["empty-document"]


def test_null_written_out_is_a_value():
    assert load("null", format="yaml").value is None
    assert load("~", format="yaml").value is None


@pytest.mark.parametrize("text", ["--- 1\n--- 2\n", "a: 1\n---\n", "1\n...\n---\n2\n"])
def test_a_second_document_is_refused_where_it_starts(text):
    (item,) = refusal(text)
    assert item.code == "multiple-documents"
    assert item.place
    assert text.splitlines()[item.place.line - 1].startswith("---")


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("a: 1\nb:\n\t- x", "3:1"),
        ("a: [1, 2\nb: 3", "2:2"),
        ('a: "x', "1:6"),
        ("a: x: y", "1:5"),
        ("a: @x", "1:4"),
        ("a: 1\n b: 2\n", "2:3"),
        ('a: "\\q"', "1:5"),
        ("a: \x07", "1:4"),
        ("a: }", "1:4"),
        ("%YAML 3.0\n--- a", "1:1"),
        ("a: !x!y z", "1:4"),
        ('a: "\\U00110000"', "1:5"),
    ],
)
def test_a_syntax_error_has_a_place_near_it_and_a_sentence(text, place):
    (item,) = refusal(text)
    assert item.code == "yaml-syntax"
    assert item.place
    line, _ = place.split(":")
    assert item.place.line == int(line)
    assert item.message.endswith(".")


def test_a_tab_is_called_a_tab():
    assert "tab" in refusal("a:\n\tb: 1")[0].message


def test_a_byte_order_mark_is_skipped_and_not_counted():
    assert load("\ufeffa: 1", format="yaml").value == {"a": 1}
    assert load(b"\xef\xbb\xbfa: 1", format="yaml").value == {"a": 1}
    assert brief(refusal(b"\xef\xbb\xbfa: .nan")) == [("not-json-number", "/a", "1:4")]


def test_json_text_is_yaml_too():
    text = '{"a":"\\ud83d\\ude00\\/\\n","b":[1,-2,{"c":null}],\n "d": {}}'
    assert load(text, format="yaml").value == {"a": "😀/\n", "b": [1, -2, {"c": None}], "d": {}}


def test_tabs_may_stand_between_tokens_in_flow_style(yaml_parser):
    if yaml_parser == "libyaml":
        assert load('{\t"a":\t1,\n\t"b": [\t]}', format="yaml").value == {"a": 1, "b": []}
