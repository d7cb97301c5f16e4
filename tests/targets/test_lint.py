"""A list judged by several targets: the forms it comes in, the report, and what public bug reports told of."""

import json

import pytest

from schemac.findings import SchemacError, Severity
from schemac.pointer import lookup, render
from schemac.targets import TARGETS, Target, target
from schemac.targets.lint import lint, rule_counts, tool_list
from schemac.targets.wire import in_wire_form, request_form
from tests.shared import real_tool_files, shared

GOOD = {"name": "a", "inputSchema": {"type": "object", "properties": {}}}
BAD = {"name": "b.c", "inputSchema": {"type": "object", "properties": {}, "anyOf": [{"type": "object"}]}}


def by(*names: str) -> tuple[Target, ...]:
    return tuple(map(target, names))


@pytest.mark.parametrize(
    ("document", "prefix"),
    [
        ([GOOD, BAD], ()),
        ({"tools": [GOOD, BAD], "nextCursor": "x"}, ("tools",)),
        ({"jsonrpc": "2.0", "id": 1, "result": {"tools": [GOOD, BAD]}}, ("result", "tools")),
    ],
)
def test_a_list_comes_in_three_forms_and_pointers_lead_into_each(document, prefix):
    listed = tool_list(document)
    assert listed.prefix == prefix
    report = lint(listed.tools, by("openai"), listed.prefix)
    assert report.tools == ("a", "b.c")
    assert [render(item.pointer) for item in report.findings] == [
        render((*prefix, 1, "inputSchema", "anyOf")),
        render((*prefix, 1, "name")),
    ]
    assert all(lookup(document, item.pointer) for item in report.findings)


@pytest.mark.parametrize("document", [None, 3, {}, {"tools": {}}, {"result": {}}, {"result": {"tools": None}}])
def test_anything_else_is_refused(document):
    with pytest.raises(SchemacError) as refused:
        tool_list(document)
    assert [item.code for item in refused.value.findings] == ["not-a-tool-list"]


def test_each_entry_that_is_no_object_is_told():
    with pytest.raises(SchemacError) as refused:
        tool_list({"tools": [GOOD, 1, "a"]})
    assert [render(item.pointer) for item in refused.value.findings] == ["/tools/1", "/tools/2"]


def test_targets_that_agree_share_a_finding():
    report = lint([BAD], by("openai", "openai-strict"))
    (finding,) = [item for item in report.findings if item.code == "target-name"]
    assert finding.message.endswith(": each of openai and openai-strict refuses the whole request.")
    assert sum(verdict.rule.id == "OAI-NAME-CHARS" for verdict in report.verdicts) == 2


def test_the_matrix_counts_by_tool_and_target():
    report = lint([GOOD, BAD, GOOD], by("openai", "mcp"))
    assert report.counts[1, "openai"][Severity.ERROR] == 2
    assert (0, "openai") not in report.counts
    assert report.passing(target("openai")) == 2
    assert report.passing(target("mcp")) == 2  # the third has the name of the first


def test_limits_are_counted_for_the_list_itself():
    many = [{**GOOD, "name": f"a{number}"} for number in range(129)]
    report = lint(many, by("openai"), ("tools",))
    (finding,) = report.findings
    assert (finding.code, finding.severity, finding.pointer) == ("target-limit", Severity.WARNING, ("tools",))
    assert "129 tools, more than 128" in finding.message
    assert report.counts[-1, "openai"][Severity.WARNING] == 1
    assert report.passing(target("openai")) == 129


def test_the_report_as_json_has_rule_target_reach_and_source():
    made = lint([GOOD, BAD], by("openai"), ("tools",)).to_json()
    assert json.loads(json.dumps(made)) == made
    assert made["targets"] == ["openai"]
    assert made["tools"][1] == {
        "name": "b.c",
        "pointer": "/tools/1",
        "targets": {"openai": {"error": 2, "warning": 0, "note": 0}},
    }
    assert made["list"] == {"openai": {"error": 0, "warning": 0, "note": 0}}
    verdict = next(item for item in made["verdicts"] if item["rule"] == "OAI-ROOT-KEYWORDS")
    assert verdict["pointer"] == "/tools/1/inputSchema/anyOf"
    assert (verdict["target"], verdict["code"], verdict["severity"]) == ("openai", "target-root-keyword", "error")
    assert (verdict["reach"], verdict["confidence"], verdict["date"]) == ("request", "high", "2026-08-12")
    assert verdict["source"].startswith("https://")
    assert verdict["hint"]


def test_rules_are_counted_over_several_lists():
    reports = [lint([GOOD, BAD, {**BAD, "name": "d.e"}], by("openai")), lint([BAD], by("openai"))]
    counted = {item.rule.id: (item.lists, item.tools, item.places) for item in rule_counts(reports)}
    assert counted == {"OAI-NAME-CHARS": (2, 3, 3), "OAI-ROOT-KEYWORDS": (2, 3, 3)}


def test_a_tool_takes_the_form_of_each_wire():
    tool = {**GOOD, "description": "A.", "_meta": {"a": 1}}
    schema = tool["inputSchema"]
    assert in_wire_form(tool, target("mcp").wire) is tool
    assert request_form([tool], target("openai-strict").wire) == {
        "tools": [
            {
                "type": "function",
                "function": {"name": "a", "description": "A.", "parameters": schema, "strict": True},
            }
        ]
    }
    assert in_wire_form(GOOD, target("anthropic").wire) == {"name": "a", "input_schema": schema}
    assert request_form([tool], target("bedrock").wire) == {
        "toolConfig": {"tools": [{"toolSpec": {"name": "a", "description": "A.", "inputSchema": {"json": schema}}}]}
    }
    assert request_form([tool], target("gemini").wire) == {
        "tools": [{"functionDeclarations": [{"name": "a", "description": "A."}]}]
    }
    assert in_wire_form(tool, target("gemini-json-schema").wire)["parametersJsonSchema"] is schema
    dollar = {**GOOD, "name": "$schema", "description": "$name"}
    assert in_wire_form(dollar, target("anthropic").wire)["name"] == "$schema"


# What a target does with the case's tool as it is written: the rules that must object, at the least.
CASES = {
    "top-xor-selector": {
        "openai": {"OAI-ROOT-KEYWORDS"},
        "openai-strict": {"OAS-ONEOF"},
        "anthropic": {"ANT-ROOT-KEYWORDS"},
        "anthropic-strict": {"ANS-ONEOF"},
        "gemini": {"GEM-FIELDS"},
        "claude-code": {"CC-ROOT-FLATTENED"},
        "vscode": {"VSC-ROOT-KEYWORDS"},
    },
    "root-anyof-without-type": {
        "mcp": {"MCP-ROOT-TYPE"},
        "claude-code": {"CC-ROOT-TYPE", "CC-ROOT-FLATTENED"},
        "openai": {"OAI-ROOT-TYPE", "OAI-ROOT-KEYWORDS", "OAI-ROOT-PROPERTIES"},
        "anthropic": {"ANT-ROOT-TYPE", "ANT-ROOT-KEYWORDS"},
        "cursor": {"CUR-ROOT-TYPE"},
        "bedrock": {"BED-ROOT-TYPE", "BED-NOVA-ROOT"},
        "vscode": {"VSC-ROOT-TYPE", "VSC-ROOT-KEYWORDS"},
    },
    "root-conditional-requirements": {
        "openai": {"OAI-ROOT-KEYWORDS"},
        "anthropic": {"ANT-ROOT-KEYWORDS"},
        "claude-code": {"CC-ROOT-DROPPED"},
        "gemini": {"GEM-FIELDS"},
    },
    "nested-union-branches-merged": {"anthropic-strict": {"ANS-RECURSION"}, "strict": {"STR-RECURSION"}},
    "nested-objects-left-open": {"openai-strict": {"OAS-CLOSED", "OAS-REQUIRED"}, "anthropic-strict": {"ANS-CLOSED"}},
    "typeless-and-nullable-objects": {"openai-strict": {"OAS-CLOSED", "OAS-REQUIRED", "OAS-TYPE"}},
    "free-form-map-emptied": {"openai-strict": {"OAS-CLOSED"}, "gemini": {"GEM-FILLED"}},
    "format-outside-the-list": {"openai-strict": {"OAS-FORMATS"}, "gemini": {"GEM-FORMATS"}},
    "allof-parts-closed-one-by-one": {
        "openai-strict": {"OAS-ALLOF-NOT-IF", "OAS-CLOSED"},
        "anthropic-strict": {"ANS-ALLOF-REF", "ANS-CLOSED"},
    },
    "reference-with-constraining-neighbours": {"openai-strict": {"OAS-REF-ALONE"}, "openai": {"OAI-REF-ALONE"}},
    "tagged-oneof": {"openai-strict": {"OAS-ONEOF", "OAS-UNKNOWN"}, "anthropic-strict": {"ANS-ONEOF"}},
    "nothing-to-fill-in": {
        "openai": {"OAI-ROOT-TYPE", "OAI-ROOT-PROPERTIES"},
        "openai-strict": {"OAS-CLOSED", "OAI-ROOT-TYPE", "OAI-ROOT-PROPERTIES"},
        "mcp": {"MCP-ROOT-TYPE"},
    },
    "nullable-enum-branch": {"openai-strict": {"OAS-DEFAULT"}, "gemini": {"GEM-NULL", "GEM-TYPE-SINGLE"}},
    "const-alternatives": {"gemini": {"GEM-FIELDS", "GEM-TYPE"}},
    "empty-items-skipped": {"gemini": {"GEM-ITEMS", "GEM-TYPE"}, "openai": {"OAI-ARRAY-ITEMS"}},
    "exclusive-bounds": {"gemini": {"GEM-FIELDS"}, "gemini-json-schema": {"GJS-IGNORED"}},
    "integer-choices": {"gemini": {"GEM-ENUM-TEXT"}},
    "properties-named-like-keywords": {"gemini": {"GEM-TYPE-SINGLE"}},
    "required-name-without-property": {"gemini": {"GEM-REQUIRED-DECLARED"}, "vscode": {"VSC-REQUIRED"}},
    "type-list-with-items": {"gemini": {"GEM-TYPE-SINGLE"}, "cursor": {"CUR-NULL"}},
    "number-suffix-by-arrival": {"mcp": {"MCP-NAME-UNIQUE"}, "anthropic": {"ANT-NAME-UNIQUE"}},
    "punctuation-folds-together": {
        "openai": {"OAI-NAME-CHARS"},
        "vscode": {"VSC-NAME-APART"},
        "mcp": {"MCP-NAME-CHARS"},
    },
    "same-first-sixty-letters": {
        "openai": {"OAI-NAME-LENGTH"},
        "vscode": {"VSC-NAME-APART"},
        "cursor": {"CUR-NAME-LENGTH"},
    },
    "boolean-exclusive-minimum": {"mcp": {"MCP-VALID"}, "anthropic": {"ANT-VALID"}, "openai": {"OAI-VALID"}},
    "tuple-as-list-of-schemas": {
        "anthropic": {"ANT-VALID"},
        "openai-strict": {"OAS-TUPLE"},
        "vscode": {"VSC-ITEMS-LIST"},
    },
    "older-marker-refused": {"anthropic-strict": {"ANS-UNKNOWN"}, "gemini": {"GEM-FIELDS"}},
    "id-as-keyword-and-as-name": {"mcp": {"MCP-DIALECT"}, "openai-strict": {"OAS-UNKNOWN"}},
    "inlining-makes-it-too-deep": {"gemini": {"GEM-FIELDS"}},
    "small-file-huge-when-inlined": {"gemini": {"GEM-FIELDS"}, "bedrock": {"BED-NOVA-REF"}},
    "recursion-without-defs": {"anthropic-strict": {"ANS-RECURSION"}},
}


@pytest.mark.real
@pytest.mark.parametrize("identifier", CASES)
def test_what_public_reports_told_of_is_found(identifier):
    case = json.loads(shared("cases", f"{identifier}.json").read_text(encoding="utf-8"))
    tools = case["tools"] if "tools" in case else [case["tool"]]
    kept = [
        {name: value for name, value in tool.items() if name not in ("group", "requires", "tags")} for tool in tools
    ]
    for name, expected in CASES[identifier].items():
        found = {verdict.rule.id for verdict in lint(kept, by(name)).verdicts}
        assert expected <= found, name


@pytest.mark.real
def test_words_of_json_schema_as_names_and_data_are_no_fault():
    case = json.loads(shared("cases", "upgrade-renames-the-users-words.json").read_text(encoding="utf-8"))
    tool = {name: value for name, value in case["tool"].items() if name != "group"}
    assert lint([tool], by("mcp", "openai")).verdicts == ()


@pytest.mark.real
@pytest.mark.parametrize("file", real_tool_files(), ids=lambda file: file.stem)
def test_every_finding_about_a_real_list_points_into_it(file):
    document = json.loads(file.read_text(encoding="utf-8"))
    listed = tool_list(document)
    report = lint(listed.tools, tuple(TARGETS.values()), listed.prefix)
    for item in report.findings:
        lookup(document, item.pointer)
    assert not {"MCP-ROOT-TYPE", "MCP-VALID", "MCP-ROOT-FORM"} & {item.rule.id for item in report.verdicts}
