import datetime as dt
import enum
import io
import json
from collections import OrderedDict, UserDict
from collections.abc import Callable
from typing import Any

import pytest

from schemac.findings import Finding, SchemacError
from schemac.text import Bounds, Manifest, read_manifest

from .helpers import brief, same


def refused(action: Callable[..., Any], *arguments: Any, **options: Any) -> list[Finding]:
    with pytest.raises(SchemacError) as caught:
        action(*arguments, **options)
    return list(caught.value.findings)


@pytest.fixture
def folder(tmp_path):
    def write(**files):
        for name, content in files.items():
            text = content if isinstance(content, str) else json.dumps(content, indent=1)
            stem, _, extension = name.rpartition("_")
            (tmp_path / f"{stem}.{extension}").write_text(text, encoding="utf-8")
        return tmp_path

    return write


TOOL = {"name": "ship", "inputSchema": {"type": "object"}}


@pytest.mark.parametrize(
    ("name", "text"), [("m.yaml", "on: yes"), ("m.yml", "on: yes"), ("m", "on: yes"), ("m.JSON", '{"on": "yes"}')]
)
def test_the_name_of_a_file_decides_on_its_format(tmp_path, name, text):
    (tmp_path / name).write_text(text)
    assert read_manifest(tmp_path / name).value == {"on": "yes"}
    assert read_manifest(str(tmp_path / name)).value == {"on": "yes"}


def test_a_json_manifest_is_read_strictly(tmp_path):
    (tmp_path / "m.json").write_text("a: 1")
    assert [item.code for item in refused(read_manifest, tmp_path / "m.json")] == ["json-syntax"]


def test_a_dash_is_standard_input(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.json").write_text(json.dumps([TOOL]))
    manifest = read_manifest("-", stdin=io.StringIO("schemac: 1\ntools_from: [t.json]\n"))
    assert manifest.value == {"schemac": 1, "tools": [TOOL]}
    assert str(manifest.locate(("schemac",))) == "<stdin>:1:10"
    bytes_in = io.TextIOWrapper(io.BytesIO(b"a: \xe9"), encoding="ascii")
    assert brief(refused(read_manifest, "-", stdin=bytes_in)) == [("invalid-utf8", "", "1:4")]
    too_long = io.TextIOWrapper(io.BytesIO(b"a: " + b"x" * 99))
    assert [item.code for item in refused(read_manifest, "-", stdin=too_long, bounds=Bounds(max_bytes=50))] == [
        "limit-exceeded"
    ]


@pytest.mark.parametrize("text", ["[]", "x", "12", "null"])
def test_a_manifest_that_is_no_object_is_refused(folder, text):
    assert brief(refused(read_manifest, folder(m_yaml=text) / "m.yaml")) == [("manifest-not-object", "", "1:1")]


def test_a_file_that_cannot_be_read_is_a_finding(tmp_path):
    for path in (tmp_path / "none.yaml", tmp_path, tmp_path / "a\0b"):
        (item,) = refused(read_manifest, path)
        assert item.code == "file-unreadable"


def test_lists_come_after_the_manifests_own_tools_in_their_order(folder):
    root = folder(
        m_yaml="schemac: 1\ntools_from: [b.json, sub.yaml, a.json]\ntools:\n- {name: own}\n",
        a_json=[{"name": "a"}],
        b_json={"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "b0"}, {"name": "b1"}], "nextCursor": None}},
        sub_yaml="source: x\ntools:\n  - name: on\n",
    )
    manifest = read_manifest(root / "m.yaml")
    assert manifest.value == {"schemac": 1, "tools": [{"name": name} for name in ("own", "b0", "b1", "on", "a")]}
    places = [manifest.locate(("tools", index, "name")) for index in range(5)]
    assert [f"{place.file.rsplit('/', 1)[-1]}:{place.line}:{place.column}" for place in places if place] == [
        "m.yaml:4:10",
        "b.json:7:13",
        "b.json:10:13",
        "sub.yaml:3:11",
        "a.json:3:11",
    ]
    assert [manifest.source_line(place).strip() for place in places if place] == [
        "- {name: own}",
        '"name": "b0"',
        '"name": "b1"',
        "- name: on",
        '"name": "a"',
    ]
    key = manifest.locate(("tools", "3", "name", "beyond"), key=True)
    assert key
    assert (key.line, key.column) == (3, 5)
    assert str(manifest.locate(("schemac",))).endswith("m.yaml:1:10")
    assert str(manifest.locate(("tools", 99))).endswith("m.yaml:4:1")
    assert str(manifest.locate(("tools", "x"))).endswith("m.yaml:4:1")
    assert str(manifest.locate(())).endswith("m.yaml:1:1")


def test_names_start_at_the_manifests_folder(tmp_path, monkeypatch):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "m.yaml").write_text("tools_from: [t.json, ../u.json]")
    (tmp_path / "in" / "t.json").write_text('[{"name": "t"}]')
    (tmp_path / "u.json").write_text('[{"name": "u"}]')
    monkeypatch.chdir(tmp_path)
    assert [tool["name"] for tool in read_manifest("in/m.yaml").value["tools"]] == ["t", "u"]


def test_null_members_that_mcp_makes_optional_are_dropped_from_lists_only(folder):
    nulls = {"title": None, "outputSchema": None, "annotations": None, "icons": None, "execution": None, "_meta": None}
    hints = {"annotations": {"title": None, "readOnlyHint": True, "destructiveHint": None}}
    schema = {"type": "object", "properties": {"a": {"default": None}}}
    root = folder(
        m_yaml="tools_from: [t.json]\ntools:\n- {name: own, title: null}\n",
        t_json=[
            {"name": "a", **nulls, "description": None, "inputSchema": schema},
            {"name": "b", **hints, "inputSchema": None},
            {"name": "c", "requires": None, "group": None},
            None,
        ],
    )
    assert read_manifest(root / "m.yaml").value["tools"] == [
        {"name": "own", "title": None},
        {"name": "a", "inputSchema": schema},
        {"name": "b", "annotations": {"readOnlyHint": True}, "inputSchema": None},
        {"name": "c", "requires": None, "group": None},
        None,
    ]


@pytest.mark.parametrize(
    ("value", "pointer"),
    [
        ("t.json", "/tools_from"),
        (None, "/tools_from"),
        ({"a": 1}, "/tools_from"),
        ([1], "/tools_from/0"),
        ([""], "/tools_from/0"),
    ],
)
def test_tools_from_that_is_no_list_of_names_is_refused(folder, value, pointer):
    (item,) = brief(refused(read_manifest, folder(m_json={"tools_from": value}) / "m.json"))
    assert item[:2] == ("tools-from-shape", pointer)


@pytest.mark.parametrize(
    "content",
    [{}, {"tools": {}}, {"result": []}, {"error": {"code": 1}}, "x", {"schemac": 1, "tools": []}, {"tools_from": []}],
)
def test_a_file_that_is_no_list_of_tools_is_refused_at_its_own_place(folder, content):
    root = folder(m_yaml="schemac: 1\ntools_from: [t.json]\n", t_json=content if content != "x" else '"x"')
    (item,) = refused(read_manifest, root / "m.yaml")
    assert item.code == "tools-from-shape"
    assert item.pointer == ("tools_from", 0)
    assert str(item.place).endswith("t.json:1:1")


def test_lists_that_cannot_be_read_are_all_named_where_the_manifest_names_them(folder):
    root = folder(m_yaml='tools_from:\n- no.json\n- .\n- /etc/t.json\n- C:\\t.json\n- m.yaml\n- ./m.yaml\n- "a\\0b"\n')
    findings = brief(refused(read_manifest, root / "m.yaml"))
    assert findings == [
        ("file-unreadable", "/tools_from/0", "2:3"),
        ("file-unreadable", "/tools_from/1", "3:3"),
        ("tools-from-path", "/tools_from/2", "4:3"),
        ("tools-from-path", "/tools_from/3", "5:3"),
        ("tools-from-path", "/tools_from/4", "6:3"),
        ("tools-from-path", "/tools_from/5", "7:3"),
        ("file-unreadable", "/tools_from/6", "8:3"),
    ]


def test_mistakes_in_the_text_of_lists_are_placed_there(folder):
    root = folder(
        m_yaml="tools_from: [a.json, b.yaml]\n", a_json='[{"name": "x",\n "name": "y"}]', b_yaml="- {x: .nan}\n"
    )
    findings = refused(read_manifest, root / "m.yaml")
    assert [(item.code, item.pointer) for item in findings] == [
        ("duplicate-key", ("tools_from", 0)),
        ("not-json-number", ("tools_from", 1)),
    ]
    assert str(findings[0].place).endswith("a.json:2:2")
    assert str(findings[0].related[0][0]).endswith("a.json:1:3")
    assert str(findings[1].place).endswith("b.yaml:1:7")


def test_lists_do_not_make_a_manifest_too_deep(folder):
    deep = "[" * 254 + "]" * 254
    root = folder(
        m_yaml="tools_from: [a.json]\n",
        a_json=f'[{{"x": {deep}}}]',
        n_yaml="tools_from: [b.json]\n",
        b_json=f'{{"tools": [{{"x": {deep[1:-1]}}}]}}',
    )
    assert [item.code for item in refused(read_manifest, root / "m.yaml")] == ["limit-exceeded"]
    assert read_manifest(root / "n.yaml").value["tools"]


def test_tools_that_are_no_list_are_left_to_the_manifests_shape(folder):
    root = folder(m_yaml="tools: {}\ntools_from: [none.json]\n")
    assert read_manifest(root / "m.yaml").value == {"tools": {}, "tools_from": ["none.json"]}


class Word(enum.StrEnum):
    ON = "on"


class Number(enum.IntEnum):
    TWO = 2


def test_a_value_becomes_plain_json_of_its_own():
    inner = [1.0, -0.0, 0.5, Word.ON, Number.TWO, True, None]
    value = OrderedDict(a=inner, b=inner)
    manifest = Manifest.from_value(value)
    plain = [1, 0, 0.5, "on", 2, True, None]
    assert same(manifest.value, {"a": plain, "b": plain})
    inner.append("later")
    assert manifest.value == {"a": plain, "b": plain}
    assert manifest.value["a"] is not manifest.value["b"]
    assert manifest.locate(("a",)) is None


def test_a_value_that_is_no_json_is_refused_with_all_places():
    value = {
        "a": float("nan"),
        "b": (1, 2),
        "c": [{1, 2}, dt.date(2024, 1, 1), b"x", UserDict()],
        "d": {1: "x", None: "y", "ok": float("-inf")},
        "e": "\ud800",
        "f\udfff": 1,
        "g": 10**400,
        "h": object,
    }
    assert [(item.code, item.pointer) for item in refused(Manifest.from_value, value)] == [
        ("not-json-number", ("a",)),
        ("not-json-value", ("b",)),
        ("not-json-value", ("c", 0)),
        ("not-json-value", ("c", 1)),
        ("not-json-value", ("c", 2)),
        ("not-json-value", ("c", 3)),
        ("key-not-string", ("d",)),
        ("key-not-string", ("d",)),
        ("not-json-number", ("d", "ok")),
        ("lone-surrogate", ("e",)),
        ("lone-surrogate", ("f\udfff",)),
        ("number-out-of-range", ("g",)),
        ("not-json-value", ("h",)),
    ]


def test_a_value_is_held_to_the_bounds_and_may_not_hold_itself():
    loop: dict[str, object] = {}
    loop["a"] = [loop]
    assert [item.code for item in refused(Manifest.from_value, loop)] == ["limit-exceeded"]
    wide = {"a": [1] * 10}
    assert Manifest.from_value(wide, Bounds(max_nodes=12)).value == wide
    assert [item.pointer for item in refused(Manifest.from_value, wide, Bounds(max_nodes=11))] == [("a", 9)]
    assert [item.pointer for item in refused(Manifest.from_value, {"a": [[]]}, Bounds(max_depth=2))] == [("a", 0)]
    assert len(refused(Manifest.from_value, {"a": [b""] * 5000})) == 101


@pytest.mark.parametrize("value", [[], "x", None, 3])
def test_a_value_that_is_no_object_is_no_manifest(value):
    assert [item.code for item in refused(Manifest.from_value, value)] == ["manifest-not-object"]


def test_tools_from_in_a_value_is_refused_since_nothing_would_read_it():
    (item,) = refused(Manifest.from_value, {"tools_from": ["t.json"]})
    assert (item.code, item.pointer) == ("tools-from-unread", ("tools_from",))
