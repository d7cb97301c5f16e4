"""Amazon Bedrock's Converse API: its own rules, Anthropic's for Claude models, and those of Amazon Nova."""

from __future__ import annotations

from dataclasses import replace

from schemac.targets import vocabulary as words
from schemac.targets.checkers.keywords import Keywords
from schemac.targets.checkers.names import DescriptionFilled, NameLength, NamePattern
from schemac.targets.checkers.root import RootKeywordsOnly, RootType
from schemac.targets.model import Confidence, Note, Rule, Source, Target, issue
from schemac.targets.tables import anthropic
from schemac.targets.wire import Wire

_REFERENCE = Source(
    "https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ToolSpecification.html", "2026"
)
_CLAUDE = issue("aws-solutions-library-samples/accelerated-intelligent-document-processing-on-aws#709", "2026-08-31")
_NOVA = Source("https://docs.aws.amazon.com/nova/latest/userguide/tool-use-definition.html", "2025")


def _with_claude(inherited: str, identifier: str) -> Rule:
    """Return a rule of the Anthropic API as one that holds with Claude models."""
    rule = next(rule for rule in anthropic.RULES if rule.id == inherited)
    return replace(rule, id=identifier, sources=(*rule.sources, _CLAUDE), models="Claude models")


RULES = (
    Rule(
        id="BED-NAME-CHARS",
        title="Characters of names",
        statement="Names consist of letters, digits, underscore and hyphen.",
        demand=NamePattern(r"[a-zA-Z0-9_-]*", "made of letters, digits, '_' and '-'"),
        sources=(_REFERENCE,),
    ),
    Rule(
        id="BED-NAME-LENGTH",
        title="Length of names",
        statement="Names have 1 to 64 characters.",
        demand=NameLength(64),
        sources=(_REFERENCE, issue("aws/aws-sdk-js-v3#7287", "2025-08-27")),
    ),
    Rule(
        id="BED-DESCRIPTION",
        title="No empty description",
        statement="A description, where there is one, has at least one character.",
        demand=DescriptionFilled(),
        sources=(_REFERENCE,),
    ),
    Rule(
        id="BED-ROOT-TYPE",
        title="Root type",
        statement='The root says "type": "object".',
        demand=RootType(),
        sources=(issue("kirodotdev/Kiro#11026", "2026-08-24"),),
    ),
    Rule(
        id="BED-NOVA-ROOT",
        title="Keywords of the root, Nova",
        statement="With Nova models the root has type, properties and required, and nothing else.",
        demand=RootKeywordsOnly(("type", "properties", "required")),
        sources=(
            _NOVA,
            issue("pydantic/pydantic-ai#1623", "2025-04-30"),
            issue("zed-industries/zed#28521", "2025-04-10"),
        ),
        models="Amazon Nova models",
    ),
    Rule(
        id="BED-NOVA-REF",
        title="No references, Nova",
        statement="With Nova models references are written out, since the root cannot hold definitions.",
        demand=Keywords(("$ref",), once=True),
        sources=(_NOVA, issue("pydantic/pydantic-ai#1623", "2025-04-30")),
        confidence=Confidence.MEDIUM,
        models="Amazon Nova models",
        cure="Write out what the references name, or let schemac lower the schema.",
        unseen=words.DEFINITIONS,
    ),
    _with_claude("ANT-NAME-UNIQUE", "BED-NAME-UNIQUE"),
    _with_claude("ANT-PROPERTY-NAMES", "BED-PROPERTY-NAMES"),
    _with_claude("ANT-VALID", "BED-VALID"),
)

TARGET = Target(
    name="bedrock",
    title="Amazon Bedrock",
    reads="The Converse API, with the stricter of what Claude and Amazon Nova models take.",
    wire=Wire(
        tool={"toolSpec": {"name": "$name", "description": "$description", "inputSchema": {"json": "$schema"}}},
        frame={"toolConfig": {"tools": "$tools"}},
    ),
    rules=RULES,
    notes=(
        Note(
            "With Claude models the rules of the Anthropic API apply, and its messages come back.",
            (_CLAUDE,),
        ),
        Note(
            "`strict: true` has a subset close to Anthropic's, with 20 strict tools per request.",
            (issue("BerriAI/litellm#39115", "2026-09-01"),),
        ),
        Note("Nova does best with shallow schemas: up to three properties at the root.", (_NOVA,)),
        Note("Agents and prompt management take names of letters, digits and underscores only.", (_REFERENCE,)),
    ),
)
