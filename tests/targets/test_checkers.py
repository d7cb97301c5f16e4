"""Checking is total and pure, whatever the definition; references are followed without descent."""

import ast
from copy import deepcopy
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import schemac.targets
from schemac.patterns.python import compiles_in_python
from schemac.pointer import lookup
from schemac.targets import TARGETS, check_list, check_tool, target
from schemac.targets.checkers.idle import is_idle
from schemac.targets.checkers.regex import Feature, read
from schemac.targets.checkers.subject import Subject
from schemac.targets.vocabulary import KEYWORDS
from schemac.values import JsonObject

PACKAGE = Path(schemac.targets.__file__).parent

SCALARS = (
    st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from(["", "a", "object", "array", "#", "#/$defs/a"])
)
KEYS = st.sampled_from([*KEYWORDS, "a", "x-mcp-header", "object"])
JSON = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=20,
)
MEMBERS = st.sampled_from(["name", "description", "inputSchema", "outputSchema", "annotations", "_meta", "title"])
TOOLS = st.dictionaries(MEMBERS, JSON, max_size=6)
SCHEMAS = st.dictionaries(KEYS, JSON, max_size=6).map(lambda schema: {"name": "a", "inputSchema": schema})


@given(st.lists(TOOLS | SCHEMAS, max_size=3))
def test_any_json_is_judged_and_every_pointer_leads_somewhere(tools):
    before = deepcopy(tools)
    for item in TARGETS.values():
        for verdict in check_list(tools, item):
            lookup(tools, verdict.pointer)
            assert verdict.finding.message.endswith(".")
    assert tools == before


@given(SCHEMAS, st.randoms())
def test_the_order_of_members_does_not_matter(tool, random):
    schema = tool["inputSchema"]
    shuffled = dict(random.sample(list(schema.items()), len(schema)))
    for item in TARGETS.values():
        first = {(verdict.rule.id, verdict.pointer) for verdict in check_tool(tool, item)}
        assert {
            (verdict.rule.id, verdict.pointer) for verdict in check_tool({**tool, "inputSchema": shuffled}, item)
        } == first


def test_a_place_and_keyword_is_told_of_once():
    tool = {"name": "a", "inputSchema": {"type": "object", "properties": {}, "oneOf": [], "required": []}}
    found = [verdict.rule.id for verdict in check_tool(tool, target("openai-strict")) if "oneOf" in verdict.pointer]
    assert found == ["OAS-ONEOF"]


def test_a_verdict_names_rule_source_target_and_cure():
    tool = {"name": "a.b", "inputSchema": {"type": "object", "properties": {}}}
    (verdict,) = check_tool(tool, target("openai"))
    found = verdict.finding
    assert (found.code, found.pointer, found.severity.value) == ("target-name", ("name",), "error")
    assert (
        found.message == "The name 'a.b' is not made of letters, digits, '_' and '-': openai refuses the whole request."
    )
    assert "Rule OAI-NAME-CHARS (high confidence): https://" in found.hint
    assert found.hint.startswith("Rename the tool")


def test_a_rule_of_some_models_names_them():
    tool = {"name": "a", "description": "", "inputSchema": {"type": "object", "title": "a"}}
    messages = [verdict.finding.message for verdict in check_tool(tool, target("bedrock"))]
    assert messages == [
        "The description is empty: bedrock refuses the whole request.",
        "The root of the input schema has 'title': bedrock, with Amazon Nova models, refuses the whole request.",
    ]


def chain(length: int) -> JsonObject:
    """A schema whose references lead on and on, to a place that leads back to the start."""
    definitions: JsonObject = {f"d{number}": {"$ref": f"#/$defs/d{number + 1}"} for number in range(length)}
    definitions[f"d{length}"] = {"type": "object", "properties": {"a": {"$ref": "#/$defs/d0"}}}
    return {"name": "a", "inputSchema": {"type": "object", "$defs": definitions, "$ref": "#/$defs/d0"}}


def test_long_chains_of_references_end():
    found = check_tool(chain(20_000), target("anthropic-strict"))
    assert sum(verdict.rule.id == "ANS-RECURSION" for verdict in found) == 20_001


@pytest.mark.parametrize(
    ("reference", "leads"),
    [
        ("#", True),
        ("#/properties/a", True),
        ("#/$defs/a%20b", True),
        ("#/$defs/c~1d", True),
        ("#here", True),
        ("https://example.com/root#/$defs/e", True),
        ("https://example.com/inner", True),
        ("inner#/properties/f", True),
        ("#/$defs/gone", False),
        ("#gone", False),
        ("#/$defs/%FF", False),
        ("#/properties/a/type/b", False),
    ],
)
def test_references_are_followed_as_written(reference, leads):
    schema = {
        "$id": "https://example.com/root",
        "type": "object",
        "properties": {"a": {"type": "string"}, "b": {"$ref": reference}},
        "$defs": {
            "a b": {"$anchor": "here"},
            "c/d": {},
            "e": {},
            "inner": {"$id": "inner", "properties": {"f": {"$ref": "#/properties/f"}}},
        },
    }
    found = Subject({"inputSchema": schema}).references
    written = next(item for item in found if item.text == reference)
    assert (written.target is not None) is leads
    assert not written.outside
    inner = next(item for item in found if item.text == "#/properties/f")
    assert inner.target == ("inputSchema", "$defs", "inner", "properties", "f")


def test_words_of_json_schema_among_names_and_data_are_no_keywords():
    schema = {
        "type": "object",
        "properties": {
            "$ref": {"type": "string"},
            "oneOf": {"type": "string"},
            "x-a": {"type": "string", "enum": ["$ref"]},
        },
        "required": ["$ref", "oneOf", "x-a"],
        "additionalProperties": False,
    }
    assert check_tool({"name": "a", "inputSchema": schema}, target("openai-strict")) == ()


@pytest.mark.parametrize(
    ("pattern", "features", "most", "anchored"),
    [
        ("^a$", (), 0, True),
        ("a", (), 0, False),
        ("^a|b$", (), 0, False),
        ("^a$|^b$", (), 0, True),
        ("^$|^a(b|c)$|^d$", (), 0, True),
        ("^a$|b$", (), 0, False),
        ("^a|^b$", (), 0, False),
        (r"^a\$|^b$", (), 0, False),
        ("^a$|^b", (), 0, False),
        ("^(?:a|b)$", (), 0, True),
        (r"^a\$", (), 0, False),
        ("^[|$]$", (), 0, True),
        ("^(?<name>a)$", (), 0, True),
        ("(?=a)", (Feature.LOOKAROUND,), 0, False),
        ("(?<!a)", (Feature.LOOKAROUND,), 0, False),
        (r"\(?=a", (), 0, False),
        ("[(?=a)]", (), 0, False),
        (r"(a)\1", (Feature.BACKREFERENCE,), 0, False),
        (r"(?<n>a)\k<n>", (Feature.BACKREFERENCE,), 0, False),
        (r"\ba\B", (Feature.WORD_BOUNDARY,), 0, False),
        (r"[\b]", (), 0, False),
        (r"\p{L}", (Feature.UNICODE_PROPERTY,), 0, False),
        (r"[\P{L}]", (Feature.UNICODE_PROPERTY,), 0, False),
        ("(?i)a", (Feature.INLINE_FLAGS,), 0, False),
        ("(?i:a)", (Feature.INLINE_FLAGS,), 0, False),
        ("a{3}b{2,7}c{4,}", (), 7, False),
        ("a{99999999999999999999}", (), 999999999, False),
        ("[{9}]a{,3}", (), 0, False),
        ("\\", (), 0, False),
    ],
)
def test_patterns_are_read(pattern, features, most, anchored):
    assert read(pattern) == (read(pattern).__class__(features, most, anchored))


@given(st.text("ab()[]{}|^$\\?=!<>:pPk1,*+", max_size=30))
def test_any_pattern_is_read(pattern):
    read(pattern)
    compiles_in_python(pattern)


def test_python_is_asked_without_a_warning_or_an_overflow():
    assert compiles_in_python("[[a]")
    assert not compiles_in_python("a{99999999999999999999}")
    assert not compiles_in_python("(" * 5000)


def test_no_code_asks_for_a_target_by_name():
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Compare):
                compared = [node.left, *node.comparators]
                names = {item.value for item in compared if isinstance(item, ast.Constant)}
                assert not names & set(TARGETS), path


def test_judging_imports_no_lowering():
    judging = [*(PACKAGE / "checkers").glob("*.py"), *(PACKAGE / "tables").glob("*.py")]
    judging += [PACKAGE / f"{name}.py" for name in ("judge", "lint", "model", "registry", "schema_rules")]
    for path in judging:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                assert "passes" not in node.module.split("."), path


def test_a_view_leaves_out_what_stands_below_a_keyword():
    schema = {
        "$defs": {"a": {"items": {"type": "string"}}},
        "properties": {"$defs": {"items": {"$ref": "#/$defs/a"}}},
    }
    subject = Subject({"inputSchema": schema})
    view = subject.outside(("$defs",))
    assert [node.pointer[1:] for node in view.nodes] == [(), ("properties", "$defs"), ("properties", "$defs", "items")]
    assert [node.parent for node in view.nodes] == [-1, 0, 1]
    assert view.references[0].target == ("inputSchema", "$defs", "a")
    assert subject.outside(("$defs",)) is view
    assert subject.outside(("prefixItems",)) is subject
    assert len(subject.nodes) == 5


def test_definitions_that_nothing_leads_to_are_left_out_of_what_is_reached():
    schema = {
        "properties": {"a": {"$ref": "#/$defs/a"}, "$defs": {"type": "null"}},
        "$defs": {
            "a": {"items": {"$ref": "#/$defs/b/properties/x"}},
            "b": {"properties": {"x": {"type": "string"}, "y": {}}},
            "c": {"$ref": "#/$defs/d"},
            "d": {},
        },
    }
    reached = Subject({"inputSchema": schema}).reached
    assert ["/".join(map(str, node.pointer[1:])) for node in reached.nodes] == [
        "",
        "properties/a",
        "properties/$defs",
        "$defs/a",
        "$defs/a/items",
        "$defs/b/properties/x",
    ]
    assert [node.parent for node in reached.nodes] == [-1, 0, 0, 0, 3, -1]
    whole = Subject({"inputSchema": {"properties": {"a": {}}}})
    assert whole.reached is whole
    dynamic = Subject({"inputSchema": {"items": {"$dynamicRef": "#x"}, "$defs": {"x": {"$dynamicAnchor": "x"}}}})
    assert dynamic.reached is dynamic


@given(SCHEMAS)
def test_what_is_reached_is_part_of_the_schema_and_has_its_root(tool):
    subject = Subject(tool)
    kept = {node.pointer for node in subject.reached.nodes}
    assert kept <= {node.pointer for node in subject.nodes}
    assert ("inputSchema",) in kept


@pytest.mark.parametrize("name", ["openai-strict", "anthropic-strict", "strict"])
def test_what_goes_with_a_refused_keyword_is_not_judged_again(name):
    within = {"properties": {"x": {"minLength": 1}}}
    schema = {
        "type": "object",
        "properties": {"a": {"type": "string", "not": within}, "b": {"type": "string", "if": within, "then": {}}},
        "required": ["a", "b"],
        "additionalProperties": False,
    }
    found = check_tool({"name": "a", "inputSchema": schema}, target(name))
    assert {verdict.pointer[-1] for verdict in found} == {"not", "if", "then"}


def test_gemini_reads_nothing_below_a_field_that_it_does_not_know():
    schema = {
        "type": "object",
        "properties": {"a": {"oneOf": [{"const": 1}, {"type": ["string", "null"]}]}, "b": {"$ref": "#/$defs/B"}},
        "$defs": {"B": {"type": "string", "format": "uri"}},
    }
    found = check_tool({"name": "a", "inputSchema": schema}, target("gemini"))
    assert [(verdict.rule.id, verdict.pointer[-1]) for verdict in found] == [
        ("GEM-FIELDS", "$defs"),
        ("GEM-FIELDS", "oneOf"),
        ("GEM-FIELDS", "$ref"),
    ]


def test_optional_and_union_parameters_of_definitions_count_where_something_leads_to_them():
    properties = {f"p{number}": {"type": ["string", "null"]} for number in range(30)}
    schema = {"type": "object", "properties": {}, "$defs": {"A": {"type": "object", "properties": properties}}}
    used = {**schema, "properties": {"a": {"$ref": "#/$defs/A"}}}
    counted = {"ANS-OPTIONAL", "ANS-UNIONS"}
    for given_schema, expected in ((schema, set()), (used, counted)):
        found = check_list([{"name": "a", "inputSchema": given_schema}], target("anthropic-strict"))
        assert counted & {verdict.rule.id for verdict in found} == expected


@pytest.mark.parametrize(
    ("name", "idle", "binding"),
    [
        ("minLength", [0, -1, 0.0], [1, "0", None]),
        ("minItems", [0], [2]),
        ("minProperties", [0], [1]),
        ("uniqueItems", [False], [True, 0]),
        ("pattern", [""], ["^", None]),
        (
            "propertyNames",
            [True, {}, {"type": "string"}, {"type": ["string", "null"], "description": "a"}],
            [False, {"type": "null"}, {"minLength": 1}, {"type": "string", "pattern": "a"}],
        ),
        ("additionalItems", [True, {}, {"title": "a"}], [False, {"type": "string"}]),
        ("unevaluatedProperties", [True, {}], [False]),
        ("maxLength", [], [0, 9]),
        (
            "oneOf",
            [
                [],
                [{"type": "string"}, {"type": ["integer", "null"]}],
                [
                    {"type": "object", "properties": {"k": {"const": 1}}, "required": ["k"]},
                    {"type": "object", "properties": {"k": {"enum": [2, "1", True]}}, "required": ["k"]},
                ],
                [
                    {"type": "object", "properties": {"id": {}}, "required": ["id"]},
                    {"type": "object", "properties": {"name": {}}, "additionalProperties": False},
                ],
            ],
            [
                {},
                [{"type": "string"}, {"type": "string"}],
                [{"type": "integer"}, {"type": "number"}],
                [{"type": "string"}, {}],
                [{"type": "string"}, True],
                [
                    {"type": "object", "properties": {"k": {"const": 1}}, "required": ["k"]},
                    {"type": "object", "properties": {"k": {"enum": [2, 1.0]}}, "required": ["k"]},
                ],
                [
                    {"type": "object", "properties": {"k": {"const": 1}}, "required": ["k"]},
                    {"type": "object", "properties": {"k": {"const": 2}}},
                ],
                [{"type": "array"}, {"type": "array"}],
                [
                    {"type": "object", "properties": {"id": {}}},
                    {"type": "object", "properties": {"name": {}}, "required": ["name"]},
                ],
                [
                    {"type": "object", "properties": {"id": {}}, "required": ["id"]},
                    {"type": "object", "patternProperties": {"^i": {}}, "additionalProperties": False},
                ],
            ],
        ),
    ],
)
def test_keywords_that_ask_for_nothing_are_told_from_those_that_do(name, idle, binding):
    assert [value for value in idle if not is_idle(name, value)] == []
    assert [value for value in binding if is_idle(name, value)] == []


@pytest.mark.parametrize(
    "mark", ["http://json-schema.org/draft-07/schema#", "https://json-schema.org/draft/2020-12/schema"]
)
@pytest.mark.parametrize(
    ("keyword", "value"),
    [
        ("pattern", r"\d{1,3"),
        ("pattern", "a{,3}"),
        ("pattern", r"[\d-z]"),
        ("pattern", "^[a-z&&[b]]$"),
        ("pattern", r"(?<=a+)b\cJ"),
        ("$ref", "#/properties/Sent<"),
        ("$ref", "#/properties/a b"),
        ("$id", "a b"),
        ("$comment", "a"),
    ],
)
def test_formats_of_a_metaschema_refuse_nothing(mark, keyword, value):
    # Which regular expressions and references are well formed is not what these targets judge a schema's form by.
    names = {"Sent<": {}, "a b": {}, "a": {keyword: value}}
    tool = {"name": "a", "inputSchema": {"$schema": mark, "type": "object", "properties": names}}
    for name in ("mcp", "openai", "anthropic", "gemini", "vscode", "strict", "claude-code"):
        assert not any(rule.rule.id.endswith("-VALID") for rule in check_tool(tool, target(name))), name
