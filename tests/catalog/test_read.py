"""Every rule of a manifest has its own code and points at what breaks it."""

import jsonschema
import pytest

from schemac.catalog.manifest_schema import manifest_schema
from schemac.catalog.read import merge_patch, read_manifest
from schemac.findings import SchemacError
from schemac.pointer import render

OBJECT = {"type": "object"}


def manifest(**fields):
    return {"schemac": 1, "tools": [], **fields}


def tool(**fields):
    return {"name": "a", "inputSchema": OBJECT, **fields}


def found(value):
    """Every finding of a manifest as (code, pointer)."""
    try:
        catalog = read_manifest(value)
    except SchemacError as refused:
        return [(item.code, render(item.pointer)) for item in refused.findings]
    every = [*catalog.findings, *[item for broken in catalog.broken for item in broken.findings]]
    return [(item.code, render(item.pointer)) for item in every]


ERRORS = [
    ("a list for a manifest", [], [("manifest-not-object", "")]),
    ("no version", {"tools": []}, [("manifest-version", "")]),
    ("an unknown version", {"schemac": 2, "tools": []}, [("manifest-version", "/schemac")]),
    ("true is not version one", {"schemac": True, "tools": []}, [("manifest-version", "/schemac")]),
    ("no tools", {"schemac": 1}, [("tools-missing", "")]),
    ("tools of another type", manifest(tools={}), [("field-type", "/tools")]),
    ("a tool of another type", manifest(tools=["a"]), [("field-type", "/tools/0")]),
    ("an unknown dialect", manifest(dialect="draft-03"), [("field-value", "/dialect")]),
    ("no name", manifest(tools=[{"inputSchema": OBJECT}]), [("name-missing", "/tools/0")]),
    ("a name that is a number", manifest(tools=[tool(name=7)]), [("field-type", "/tools/0/name")]),
    ("an empty name", manifest(tools=[tool(name="")]), [("name-invalid", "/tools/0/name")]),
    ("a name with a blank", manifest(tools=[tool(name="list orders")]), [("name-invalid", "/tools/0/name")]),
    ("a name with a line end", manifest(tools=[tool(name="a\n")]), [("name-invalid", "/tools/0/name")]),
    ("a name of 129 characters", manifest(tools=[tool(name="a" * 129)]), [("name-invalid", "/tools/0/name")]),
    ("a name twice", manifest(tools=[tool(), tool()]), [("name-duplicate", "/tools/1/name")]),
    ("no input schema", manifest(tools=[{"name": "a"}]), [("input-schema-missing", "/tools/0")]),
    (
        "a boolean input schema",
        manifest(tools=[tool(inputSchema=True)]),
        [("schema-not-object", "/tools/0/inputSchema")],
    ),
    (
        "a null output schema",
        manifest(tools=[tool(outputSchema=None)]),
        [("schema-not-object", "/tools/0/outputSchema")],
    ),
    (
        "both spellings",
        manifest(tools=[tool(input_schema=OBJECT)]),
        [("alias-twice", "/tools/0/input_schema")],
    ),
    (
        "a root that excludes objects",
        manifest(tools=[tool(inputSchema={"type": "array"})]),
        [("root-type-not-object", "/tools/0/inputSchema/type")],
    ),
    (
        "a root type list without object",
        manifest(tools=[tool(inputSchema={"type": ["string", "null"]})]),
        [("root-type-not-object", "/tools/0/inputSchema/type")],
    ),
    ("a description of null", manifest(tools=[tool(description=None)]), [("field-type", "/tools/0/description")]),
    (
        "a mistyped hint",
        manifest(tools=[tool(annotations={"readonlyHint": True})]),
        [("annotation-unknown", "/tools/0/annotations/readonlyHint")],
    ),
    (
        "a group among annotations",
        manifest(tools=[tool(annotations={"group": "orders"})]),
        [("annotation-unknown", "/tools/0/annotations/group")],
    ),
    (
        "a hint as text",
        manifest(tools=[tool(annotations={"readOnlyHint": "true"})]),
        [("annotation-type", "/tools/0/annotations/readOnlyHint")],
    ),
    (
        "a query that is not read-only",
        manifest(tools=[tool(verb="query", annotations={"readOnlyHint": False})]),
        [("verb-conflict", "/tools/0/verb")],
    ),
    (
        "a mutation that is read-only",
        manifest(tools=[tool(verb="mutation", annotations={"readOnlyHint": True})]),
        [("verb-conflict", "/tools/0/verb")],
    ),
    (
        "idempotent against its hint",
        manifest(tools=[tool(idempotent=True, annotations={"idempotentHint": False})]),
        [("verb-conflict", "/tools/0/idempotent")],
    ),
    ("an unknown verb", manifest(tools=[tool(verb="get")]), [("field-value", "/tools/0/verb")]),
    ("a timeout of zero", manifest(tools=[tool(timeout_ms=0)]), [("timeout-invalid", "/tools/0/timeout_ms")]),
    ("a timeout of true", manifest(tools=[tool(timeout_ms=True)]), [("timeout-invalid", "/tools/0/timeout_ms")]),
    ("tags as a text", manifest(tools=[tool(tags="internal")]), [("field-type", "/tools/0/tags")]),
    ("a number among tags", manifest(tools=[tool(tags=["a", 83])]), [("field-type", "/tools/0/tags/1")]),
    ("a null gate", manifest(tools=[tool(requires=None)]), [("gate-empty", "/tools/0/requires")]),
    ("an icon without source", manifest(tools=[tool(icons=[{}])]), [("field-type", "/tools/0/icons/0")]),
    ("an unknown exposure", manifest(tools=[tool(expose="none")]), [("field-value", "/tools/0/expose")]),
    (
        "an undeclared domain",
        manifest(domains={"admin": {}}, tools=[tool(domains=["admim"])]),
        [("domain-undeclared", "/tools/0/domains/0")],
    ),
    ("an unknown option", manifest(domains={"a": {"groupby": "group"}}), [("option-unknown", "/domains/a/groupby")]),
    (
        "an option's bad value",
        manifest(domains={"a": {"group_depth": 3}}),
        [("option-value", "/domains/a/group_depth")],
    ),
    ("true for a number", manifest(domains={"a": {"group_depth": True}}), [("option-value", "/domains/a/group_depth")]),
    ("a null option", manifest(domains={"a": {"strategy": None}}), [("option-value", "/domains/a/strategy")]),
    (
        "a reserved discriminator",
        manifest(domains={"a": {"discriminator": "arguments"}}),
        [("option-value", "/domains/a/discriminator")],
    ),
    ("a group's settings as a list", manifest(groups={"a": []}), [("field-type", "/groups/a")]),
    ("a document that is no schema", manifest(schemas={"u": 1}), [("field-type", "/schemas/u")]),
    (
        "a role with a text for an answer",
        manifest(roles={"v": {"predicates": {"p": "yes"}}}),
        [("decisions-malformed", "/roles/v/predicates/p")],
    ),
    (
        "an override that is a text",
        manifest(overrides={"a": "x"}, tools=[tool()]),
        [("override-invalid", "/overrides/a")],
    ),
    (
        "an override that breaks a field",
        manifest(overrides={"a": {"group": "x/"}}, tools=[tool()]),
        [("group-invalid", "/overrides/a/group")],
    ),
    (
        "an acceptance without reason",
        manifest(allow=[{"code": "root-type-added", "at": ""}]),
        [("allow-invalid", "/allow/0")],
    ),
    (
        "an accepted error",
        manifest(allow=[{"code": "name-missing", "at": "", "reason": "r"}]),
        [("allow-invalid", "/allow/0/code")],
    ),
]

WARNINGS = [
    ("an unknown field", manifest(toolz=[]), [("field-unknown", "/toolz")]),
    ("an unknown field of a tool", manifest(tools=[tool(summary="A")]), [("field-unknown", "/tools/0/summary")]),
    (
        "an unknown field of a group",
        manifest(groups={"uncategorized": {"name": "x"}}),
        [("field-unknown", "/groups/uncategorized/name")],
    ),
    ("a root without type", manifest(tools=[tool(inputSchema={})]), [("root-type-added", "/tools/0/inputSchema")]),
    (
        "a root type list",
        manifest(tools=[tool(inputSchema={"type": ["object", "null"]})]),
        [("root-type-added", "/tools/0/inputSchema/type")],
    ),
    ("settings of no group", manifest(groups={"ordres": "x"}), [("group-without-tool", "/groups/ordres")]),
    ("an override of no tool", manifest(overrides={"b": {}}), [("override-without-tool", "/overrides/b")]),
]


@pytest.mark.parametrize(
    ("value", "expected"), [row[1:] for row in ERRORS + WARNINGS], ids=[row[0] for row in ERRORS + WARNINGS]
)
def test_a_rule_is_found_where_it_is_broken(value, expected):
    assert found(value) == expected


@pytest.mark.parametrize(
    ("group", "valid"),
    [
        ("checkout", True),
        ("checkout/payment", True),
        ("a" * 64, True),
        ("", False),
        ("checkout/", False),
        ("/payment", False),
        ("a//b", False),
        ("a/b/c", False),
        ("check out", False),
        ("checkout\n", False),
        ("prüfung", False),
        ("a" * 65, False),
        (None, False),
        (7, False),
        (["checkout"], False),
    ],
)
def test_group_paths_have_one_or_two_segments(group, valid):
    codes = [code for code, _ in found(manifest(tools=[tool(group=group)]))]
    assert codes == ([] if valid else ["group-invalid"])


def test_ten_mistakes_are_found_in_one_run():
    value = manifest(
        dialect="draft-3",
        domains={"admin": {"strategy": "vendor"}},
        groups={"a//b": "x"},
        tools=[
            {"name": "a b", "inputSchema": OBJECT},
            {"name": "b", "inputSchema": True},
            {"name": "c", "inputSchema": OBJECT, "requires": []},
            {"name": "d", "inputSchema": OBJECT, "timeout_ms": -1},
            {"name": "e", "inputSchema": OBJECT, "group": "x/"},
            {"name": "f", "inputSchema": OBJECT, "annotations": {"hint": True}},
            {"name": "g", "inputSchema": OBJECT, "domains": ["shop"]},
        ],
    )
    assert len(found(value)) == 10


@pytest.mark.parametrize("value", [row[1] for row in ERRORS], ids=[row[0] for row in ERRORS])
def test_what_the_published_schema_refuses_is_refused(value):
    """The published schema may be laxer than the reader, never stricter than it."""
    if list(jsonschema.Draft202012Validator(manifest_schema()).iter_errors(value)):
        assert found(value)


def test_the_published_schema_takes_a_full_manifest():
    value = manifest(
        dialect="draft-07",
        domains={"admin": {"group_by": "group", "filter": {"any_tag": ["a"]}, "page_size": None}, "shop": None},
        groups={"orders": "Orders.", "support.tickets": {"discriminator": "operation", "common": OBJECT}},
        schemas={"https://example.com/money.json": OBJECT},
        roles={"viewer": {"grants": ["p"], "values": {"zone": "UTC"}}, "guest": None},
        overrides={"a": {"group": None}},
        allow=[{"code": "root-type-added", "at": "/tools/0", "reason": "generated"}],
        tools=[tool(requires={"any": ["p", {"not": "q"}]}, verb="query", idempotent=True, domains=["admin", "shop"])],
    )
    jsonschema.Draft202012Validator.check_schema(manifest_schema())
    jsonschema.Draft202012Validator(manifest_schema()).validate(value)
    assert [code for code, _ in found(value)] == ["group-without-tool", "group-without-tool"]


def test_a_verb_declares_hints_after_the_declared_ones():
    read = read_manifest(manifest(tools=[tool(verb="mutation", idempotent=True, annotations={"openWorldHint": False})]))
    assert list(read.tools[0].listed["annotations"].items()) == [
        ("openWorldHint", False),
        ("destructiveHint", True),
        ("idempotentHint", True),
    ]


def test_explicit_false_hints_are_kept_and_silence_adds_none():
    read = read_manifest(manifest(tools=[tool(annotations={"destructiveHint": False}), tool(name="b")]))
    assert read.tools[0].listed["annotations"] == {"destructiveHint": False}
    assert "annotations" not in read.tools[1].listed


def test_own_fields_never_reach_the_listing():
    read = read_manifest(manifest(tools=[tool(group="g", tags=["t"], requires="p", timeout_ms=5, expose="flat", x=1)]))
    assert read.tools[0].listed == {"name": "a", "inputSchema": OBJECT}


def test_a_finding_about_a_field_that_an_override_brings_points_into_it():
    tool = {"name": "a", "inputSchema": {"type": "object"}}
    override = {"a": {"annotations": {"readonlyHint": True}, "verb": "get"}}
    catalog = read_manifest({"schemac": 1, "tools": [tool], "overrides": override})
    places = {item.pointer for item in catalog.broken[0].findings}
    assert places == {("overrides", "a", "annotations", "readonlyHint"), ("overrides", "a", "verb")}


def test_the_tags_of_a_broken_tool_are_known_where_they_can_be_read():
    def tags(value):
        tool = {"name": "a", "inputSchema": True, "tags": value}
        return read_manifest({"schemac": 1, "tools": [tool]}).broken[0].tags

    assert tags(["x"]) == ("x",)
    assert tags(["x", 1]) is None


def test_an_override_patches_before_validation():
    read = read_manifest(
        manifest(
            overrides={"a": {"group": "orders", "requires": "p", "input_schema": {"required": ["id"]}, "title": None}},
            tools=[tool(title="A", inputSchema={"type": "object", "required": []})],
        )
    )
    only = read.tools[0]
    assert (only.group, str(only.gate), only.title) == (("orders",), "p", None)
    assert only.input_schema == {"type": "object", "required": ["id"]}


def test_reading_leaves_the_manifest_alone():
    value = manifest(overrides={"a": {"title": "B"}}, tools=[tool(inputSchema={}, verb="query")])
    before = repr(value)
    read_manifest(value)
    assert repr(value) == before


@pytest.mark.parametrize(
    ("target", "patch", "result"),
    [
        ({"a": "b"}, {"a": "c"}, {"a": "c"}),
        ({"a": "b", "b": "c"}, {"a": None}, {"b": "c"}),
        ({"a": ["b"]}, {"a": "c"}, {"a": "c"}),
        ({"a": {"b": "c"}}, {"a": {"b": "d", "c": None}}, {"a": {"b": "d"}}),
        ({"a": "foo"}, {"a": {"bb": {"ccc": None}}}, {"a": {"bb": {}}}),
        ([1, 2], {"a": "b", "c": None}, {"a": "b"}),
    ],
)
def test_merge_patch_follows_rfc_7396(target, patch, result):
    assert merge_patch(target, patch) == result


@pytest.mark.parametrize(
    ("value", "cure"),
    [
        ({"schemac": "1", "tools": []}, "Write 1 without quotes."),
        ({"tools": []}, "`schemac import` makes a manifest of it"),
        ({"jsonrpc": "2.0", "result": {"tools": []}}, "`schemac import` makes a manifest of it"),
        ({"schemac": 2, "tools": []}, "Write schemac: 1 at the top of the manifest."),
    ],
)
def test_a_wrong_version_has_the_cure_of_the_slip(value, cure):
    with pytest.raises(SchemacError) as refused:
        read_manifest(value)
    assert cure in (refused.value.findings[0].hint or "")
