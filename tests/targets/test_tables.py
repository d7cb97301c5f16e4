"""The tables are complete and consistent: every row has what a reader and a program need."""

import re

import pytest

from schemac.findings import CATALOGUE, Severity
from schemac.targets import TARGETS, Confidence, Reach, Rule, target
from schemac.targets.checkers.base import Demand
from schemac.targets.model import inherited
from schemac.targets.schema_rules import Fate, Nullable
from schemac.targets.vocabulary import KEYWORDS

RULES = sorted({rule.id: rule for item in TARGETS.values() for rule in item.rules}.values(), key=lambda rule: rule.id)
DATE = re.compile(r"20\d\d(-\d\d(-\d\d)?)?")


def test_the_targets_are_those_that_options_name():
    assert tuple(TARGETS) == (
        "anthropic",
        "anthropic-strict",
        "bedrock",
        "claude-code",
        "cursor",
        "gemini",
        "gemini-json-schema",
        "mcp",
        "openai",
        "openai-strict",
        "strict",
        "vscode",
    )


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_a_row_says_what_holds_whence_and_how_sure(rule):
    assert re.fullmatch(r"[A-Z]+(-[A-Z0-9]+)+", rule.id)
    assert rule.title
    assert not rule.title.endswith(".")
    assert rule.statement.endswith(".")
    assert isinstance(rule.demand, Demand)
    assert isinstance(rule.confidence, Confidence)
    assert rule.sources
    for source in rule.sources:
        assert source.url.startswith("https://")
        assert DATE.fullmatch(source.date)
    for sentence in (rule.cure or rule.demand.cure, rule.conflict or "."):
        assert sentence.endswith(".")


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_the_code_of_a_rule_is_as_severe_as_the_rule(rule):
    assert CATALOGUE[rule.code].severity is rule.severity
    assert rule.severity is not Severity.NOTE or rule.models


@pytest.mark.parametrize("item", TARGETS.values(), ids=TARGETS)
def test_ids_are_unique_in_a_table_and_notes_have_sources(item):
    ids = [rule.id for rule in item.rules]
    assert len(ids) == len(set(ids))
    assert all(note.text.endswith(".") and note.sources for note in item.notes)
    assert item.rule(ids[-1]).id == ids[-1]
    with pytest.raises(KeyError):
        item.rule("NO-SUCH-RULE")


def test_one_id_is_one_rule_in_every_table():
    seen: dict[str, Rule] = {}
    for item in TARGETS.values():
        for rule in item.rules:
            assert seen.setdefault(rule.id, rule) == rule


def test_strict_forms_are_targets():
    assert {item.name: item.strict for item in TARGETS.values() if item.strict} == {
        "mcp": "strict",
        "openai": "openai-strict",
        "anthropic": "anthropic-strict",
    }
    assert all(item.strict in TARGETS for item in TARGETS.values() if item.strict)


def test_inheriting_without_an_unknown_rule_is_an_error():
    assert inherited(TARGETS["openai"].rules, without=["OAI-VALID"])
    with pytest.raises(ValueError, match="NO-SUCH"):
        inherited(TARGETS["openai"].rules, without=["NO-SUCH"])


def test_the_keywords_of_the_matrix_are_named_once():
    assert len(KEYWORDS) == len(set(KEYWORDS))


def test_what_lowering_needs_is_read_off_the_rows():
    strict, gemini, openai = target("openai-strict").schema, target("gemini").schema, target("openai").schema
    assert strict.closed
    assert not strict.optional
    assert strict.recursion
    assert strict.envelope
    assert strict.depth == 10
    assert strict.nullable is Nullable.TYPE_LIST
    assert strict.formats is not None
    assert set(strict.formats[""]) >= {"date-time", "uuid"}
    assert "uri" not in strict.formats[""]
    assert strict.alone == {"$ref": frozenset()}
    assert not strict.extensions
    assert strict.references
    assert strict.takes("$schema", root=True)
    assert not strict.takes("$schema")
    assert gemini.nullable is Nullable.FLAG
    assert not gemini.references
    assert not gemini.type_lists
    assert gemini.enum_types == frozenset({"string"})
    assert gemini.only is not None
    assert openai.fate("anyOf") is Fate.TAKEN
    assert openai.fate("anyOf", root=True) is Fate.REFUSED
    assert openai.optional
    assert openai.recursion
    assert target("cursor").schema.nullable is Nullable.ANY_OF
    assert target("gemini-json-schema").schema.fate("minLength") is Fate.NOT_ENFORCED
    assert target("anthropic-strict").schema.most == {"minItems": 1}
    assert not target("anthropic-strict").schema.recursion
    assert not target("gemini-json-schema").schema.recursion
    assert target("gemini-json-schema").schema.optional_recursion
    assert target("vscode").schema.dialect == "draft-07"
    assert target("bedrock").schema.only_at_root == frozenset({"type", "properties", "required"})


def test_names_and_limits_are_read_off_the_rows():
    assert (target("mcp").names.most, target("anthropic").names.most, target("vscode").names.most) == (128, 128, 46)
    assert re.fullmatch(target("openai").names.pattern, "a_b-9")
    assert not re.fullmatch(target("openai").names.pattern, "a.b")
    assert target("claude-code").names.description == 2048
    assert target("openai").names.description is None
    assert target("vscode").names.description is None
    assert target("openai").limits.tools == 128
    limits = target("anthropic-strict").limits
    assert (limits.strict_tools, limits.optional, limits.unions, limits.tools) == (20, 24, 16, None)
    assert target("openai-strict").limits.properties_of_schema == 5000
    assert target("openai-strict").limits.name_characters_of_schema == 120_000


def test_only_clients_of_the_protocol_carry_meta():
    carrying = {item.name for item in TARGETS.values() if item.meta_carried}
    assert carrying == {"mcp", "strict", "vscode", "cursor", "claude-code"}


def test_a_silent_row_refuses_only_what_costs_the_whole_schema():
    refusing = [rule.id for rule in RULES if rule.reach is Reach.SILENT and rule.severity is Severity.ERROR]
    assert refusing == ["VSC-ROOT-TYPE"]
