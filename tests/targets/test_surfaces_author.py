"""What the author is told, and what the options about targets do, on small manifests."""

import copy

import pytest

from schemac.catalog.decisions import NOTHING
from schemac.check import check
from schemac.findings import SchemacError, Severity
from schemac.plan import plan
from schemac.targets import TARGETS

TEXT = {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}
OPEN = {"type": "object", "properties": {f"p{at:02}": {"type": "string"} for at in range(25)}}
STRATEGIES = ("vendor_extension", "discriminated_union", "lazy", "merged")


def manifest(tools, **options):
    return {"schemac": 1, "domains": {"d": options}, "tools": tools}


def tool(name, schema=TEXT, **fields):
    return {"name": name, "inputSchema": schema, **fields}


def listing(tools, **options):
    return plan(manifest(tools, **options)).compile(NOTHING)


def refused(tools, **options):
    with pytest.raises(SchemacError) as caught:
        plan(manifest(tools, **options))
    return [item for item in caught.value.findings if item.is_error]


# Choosing


def test_an_unknown_target_is_refused_at_the_option_with_the_nearest_name():
    (said,) = refused([tool("t")], target="opnai-strict")
    assert (said.code, said.pointer) == ("unknown-target", ("domains", "d", "target"))
    assert "openai-strict" in (said.hint or "")
    with pytest.raises(SchemacError) as caught:
        plan(manifest([tool("t")]), options={"target": "gemni"})
    assert caught.value.findings[0].pointer == ("options", "target")


@pytest.mark.parametrize(("target", "strict"), [("mcp", "strict"), ("openai", "openai-strict"), ("strict", "strict")])
def test_strict_stands_for_the_strict_form(target, strict):
    assert listing([tool("t")], target=target, strict=True).tools == listing([tool("t")], target=strict).tools


def test_a_target_without_a_strict_form_is_refused():
    (said,) = refused([tool("t")], target="gemini", strict=True)
    assert (said.code, said.pointer) == ("option-value", ("domains", "d", "strict"))


def test_another_output_dialect_than_the_targets_is_refused():
    (said,) = refused([tool("t")], target="openai", output_dialect="draft-07")
    assert (said.code, said.pointer) == ("option-value", ("domains", "d", "output_dialect"))
    agreeing = listing([tool("t")], target="vscode", output_dialect="draft-07")
    assert agreeing.tools == listing([tool("t")], target="vscode").tools


@pytest.mark.parametrize("target", TARGETS)
def test_schemas_ride_in_meta_where_the_target_knows_its_keywords_only(target):
    (facade,) = listing([tool("t", group="g")], target=target, group_by="group").tools
    assert ("_meta" in facade) is (not TARGETS[target].schema.extensions)
    assert ("x-tool-input-schemas" in facade["inputSchema"]) is TARGETS[target].schema.extensions


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_the_manifest_is_not_changed_and_equal_ones_give_equal_bytes(target, strategy):
    value = manifest([tool("t", group="g"), tool("u", OPEN, group="g")], target=target, group_by="group")
    before = copy.deepcopy(value)
    first = plan(value, options={"strategy": strategy}).compile(NOTHING)
    assert value == before
    assert plan(before, options={"strategy": strategy}).compile(NOTHING).to_json() == first.to_json()


# Descriptions

FACADE = {"group_by": "group", "strategy": "lazy", "describe": "none"}


def described(names, length, target, **options):
    tools = [tool(name, group="g", description="w" * length) for name in names]
    (facade,) = listing(tools, target=target, **FACADE, **options).tools
    return facade["description"]


def test_one_liners_are_cut_to_the_largest_common_length_that_fits():
    names = [f"tool_{at}" for at in range(20)]
    text = described(names, 118, "claude-code")
    lines = [line for line in text.splitlines() if line.startswith("- ")]
    assert [line.split(" — ")[0] for line in lines] == [f"- {name}" for name in names]
    assert len({len(line) - len(name) for line, name in zip(lines, names, strict=True)}) == 1
    assert all(line.endswith("w…") for line in lines)
    assert 2048 - len(names) < len(text) <= 2048


def test_short_one_liners_stay_whole():
    tools = [
        tool("s", group="g", description="Short."),
        *(tool(f"t{at}", group="g", description="w" * 118) for at in range(24)),
    ]
    (facade,) = listing(tools, target="claude-code", **FACADE).tools
    assert "- s — Short." in facade["description"].splitlines()
    assert len(facade["description"]) <= 2048


@pytest.mark.parametrize("lines", ["description", "signature", "toon", "compact"])
def test_names_alone_are_left_and_all_of_them(lines):
    names = [f"tool_with_quite_a_name_{at:02}" for at in range(70)]
    text = described(names, 100, "claude-code", lines=lines)
    assert all(name in text for name in names)
    assert len(text) <= 2048


def test_names_that_do_not_fit_are_an_error_of_the_author():
    tools = [tool(f"tool_with_quite_a_name_{at:03}", group="g") for at in range(120)]
    (said,) = refused(tools, target="claude-code", **FACADE)
    assert (said.code, said.pointer) == ("description-too-long", ("tools", 0, "group"))
    assert listing(tools, target="openai", **FACADE).tools


def test_hidden_members_count_when_the_author_is_told():
    tools = [tool(f"tool_with_quite_a_name_{at:03}", group="g", requires="never") for at in range(120)]
    assert [said.code for said in refused(tools, target="claude-code", **FACADE)] == ["description-too-long"]


def test_the_description_of_a_tool_alone_is_cut_with_a_warning():
    made = plan(manifest([tool("t", description="w" * 3000)], target="claude-code"))
    (shown,) = made.compile(NOTHING).tools
    assert shown["description"] == "w" * 2047 + "…"
    said = [item for item in made.findings if item.code == "description-cut"]
    assert [item.pointer for item in said] == [("tools", 0, "description")]
    assert said[0].severity is Severity.WARNING


# Limits and verdicts


def test_limits_are_warnings_of_the_surface_or_errors_of_the_author():
    surface = listing([tool("t", OPEN)], target="anthropic-strict")
    assert [item.code for item in surface.findings] == ["target-limit"]
    assert "25" in surface.findings[0].message
    assert [item.code for item in refused([tool("t", OPEN)], target="anthropic-strict", limits="error")] == [
        "target-limit"
    ]
    assert listing([tool("t")], target="anthropic-strict", limits="error").findings == ()


def test_tools_are_counted_by_who_sees_them():
    tools = [tool(f"t{at}", requires="all") for at in range(41)]
    made = plan(manifest(tools, target="cursor"))
    assert made.compile(NOTHING).findings == ()
    assert [item.code for item in made.whole.findings] == ["target-limit"]


def test_check_says_what_the_named_target_has_against_the_listing():
    long = tool("t", description="w" * 1025)
    (said,) = check(manifest([long], target="openai"))
    assert (said.code, said.pointer) == ("target-risk", ("tools", 0, "description"))
    assert "OAI-DESCRIPTION" in (said.hint or "")
    assert check(manifest([long])) == []


def test_check_says_limits_of_each_domain():
    value = {
        "schemac": 1,
        "domains": {"one": {"target": "anthropic-strict"}, "two": {"target": "openai"}},
        "tools": [tool("t", OPEN, domains=["one", "two"])],
    }
    assert [(item.code, item.pointer) for item in check(value)] == [("target-limit", ("domains", "one"))]


def test_what_is_lost_is_said_to_the_author_at_its_place():
    schema = {"type": "object", "properties": {"n": {"type": "integer", "minimum": 1}}, "required": ["n"]}
    grouped = [{"group_by": "group", "strategy": strategy} for strategy in STRATEGIES]
    for shape in ({}, *grouped):
        made = plan(manifest([tool("t", schema, group="g")], target="anthropic-strict", **shape))
        places = [item.pointer for item in made.findings if item.code == "constraint-lost"]
        assert places == [("tools", 0, "inputSchema", "properties", "n")], shape
        said = [item.pointer for item in made.compile(NOTHING).findings if item.code == "constraint-lost"]
        assert said == [("tools", 0)]


@pytest.mark.parametrize("strategy", ["discriminated_union", "merged"])
def test_losses_in_a_facade_are_those_of_the_members_places(strategy):
    inner = {"type": "object", "properties": {"n": {"type": "integer", "maximum": 3}}, "required": ["n"]}
    schema = {"type": "object", "properties": {"d": {"$ref": "#/$defs/D"}}, "required": ["d"], "$defs": {"D": inner}}
    tools = [tool("t", schema, group="g"), tool("u", group="g")]
    made = plan(manifest(tools, target="anthropic-strict", group_by="group", strategy=strategy))
    places = [item.pointer for item in made.findings if item.code == "constraint-lost"]
    assert places == [("tools", 0, "inputSchema", "$defs", "D", "properties", "n")]


def test_what_is_refused_at_roots_only_is_no_loss_below_one():
    choice = {"oneOf": [{"required": ["a"]}, {"required": ["b"]}], "properties": {"a": {}, "b": {}}, "type": "object"}
    options = {"target": "anthropic", "group_by": "group", "strategy": "discriminated_union"}
    assert plan(manifest([tool("t", choice, group="g")], **options)).findings == ()
    alone = plan(manifest([tool("t", choice)], target="anthropic"))
    assert [item.code for item in alone.findings] == ["constraint-lost"]
