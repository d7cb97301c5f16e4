"""The OpenAI API without strict mode: Chat Completions and Responses, ``strict: false``."""

from __future__ import annotations

from schemac.findings import Severity
from schemac.targets.checkers.dialects import ValidSchema
from schemac.targets.checkers.keywords import Alone
from schemac.targets.checkers.lists import ToolCount
from schemac.targets.checkers.names import DescriptionLength, NameLength, NamePattern
from schemac.targets.checkers.patterns import PatternInPython, PatternWithout
from schemac.targets.checkers.regex import Feature
from schemac.targets.checkers.root import RootKeywords, RootProperties, RootType
from schemac.targets.checkers.types import ArrayItems
from schemac.targets.checkers.values import EnumFitsType
from schemac.targets.model import Confidence, Note, Rule, Source, Target, issue
from schemac.targets.wire import Wire

_SDK = Source(
    "https://github.com/openai/openai-python/blob/main/src/openai/types/shared/function_definition.py", "2026-08-21"
)
_GUIDE = Source("https://developers.openai.com/api/docs/guides/function-calling", "2026")

RULES = (
    Rule(
        id="OAI-NAME-CHARS",
        title="Characters of names",
        statement="Names consist of letters, digits, underscore and hyphen: no dot, slash or blank.",
        demand=NamePattern(r"[a-zA-Z0-9_-]*", "made of letters, digits, '_' and '-'"),
        sources=(_SDK, issue("packit/ai-workflows#619", "2026-06-23")),
    ),
    Rule(
        id="OAI-NAME-LENGTH",
        title="Length of names",
        statement="Names have 1 to 64 characters.",
        demand=NameLength(64),
        sources=(_SDK,),
        conflict="A limit of 128 is told of the Responses API, without proof.",
    ),
    Rule(
        id="OAI-ROOT-TYPE",
        title="Root type",
        statement='The root says "type": "object".',
        demand=RootType(),
        sources=(issue("ComposioHQ/composio#1829", "2025-08-06"),),
    ),
    Rule(
        id="OAI-ROOT-KEYWORDS",
        title="No combinators at the root",
        statement="The root has no oneOf, anyOf, allOf, enum, not or const; deeper they are free.",
        demand=RootKeywords(("oneOf", "anyOf", "allOf", "enum", "not", "const")),
        sources=(
            issue("goruck/home-generative-agent#545", "2026-08-12"),
            issue("feigeCode/navop#247", "2026-09-20"),
            issue("nspady/google-calendar-mcp#39", "2025-06-01"),
        ),
        conflict=(
            "The message of 2025-06 does not name const, those of 2026-08 do; one remark (2026-08-23) says a union at"
            " the root is taken."
        ),
    ),
    Rule(
        id="OAI-ROOT-CONDITIONS",
        title="Conditions at the root",
        statement="if, then and else at the root are deleted by a client that was tested against this API.",
        demand=RootKeywords(("if", "then", "else")),
        sources=(Source("https://github.com/microsoft/vscode", "2026"),),
        confidence=Confidence.LOW,
        severity=Severity.WARNING,
    ),
    Rule(
        id="OAI-ROOT-PROPERTIES",
        title="Properties at the root",
        statement="The root has properties, if only empty ones.",
        demand=RootProperties(),
        sources=(
            issue("github/copilot-cli#2223", "2026-03-23"),
            issue("spring-projects/spring-ai#4776", "2025-10"),
        ),
    ),
    Rule(
        id="OAI-ARRAY-ITEMS",
        title="Items of arrays",
        statement="Every array has items, at any depth, in lists of types too; prefixItems alone does not do.",
        demand=ArrayItems(),
        sources=(
            issue("langgenius/dify#32894", "2026-03-03"),
            issue("PrefectHQ/fastmcp#2464", "2025-11-21"),
            issue("OpsLevel/opslevel-mcp#72", "2025-08-01"),
        ),
    ),
    Rule(
        id="OAI-PATTERN-LOOKAROUND",
        title="Lookaround in patterns",
        statement="Patterns have no lookahead and no lookbehind.",
        demand=PatternWithout((Feature.LOOKAROUND,)),
        sources=(
            issue("vercel/ai#21037", "2026-09-17"),
            issue("vercel/ai#16021", "2026-06-11"),
            issue("Dokploy/mcp#45", "2026-05-25"),
        ),
    ),
    Rule(
        id="OAI-PATTERN-PYTHON",
        title="Patterns compile in Python",
        statement=r"Patterns are ones that Python's re compiles; \p{L} is not.",
        demand=PatternInPython(),
        sources=(issue("BerriAI/litellm#40485", "2026-09"), issue("lidge-jun/opencodex#4072", "2026-09-09")),
    ),
    Rule(
        id="OAI-VALID",
        title="Valid schemas",
        statement="The schema is valid by the metaschema of 2020-12: no unknown types, no boolean exclusiveMinimum.",
        demand=ValidSchema("2020-12"),
        sources=(
            issue("ayunis-core/ayunis-core#975", "2026-07-08"),
            issue("FoundationAgents/OpenManus#1162", "2025-06-11"),
            issue("microsoft/semantic-kernel#5545", "2024-03-19"),
        ),
        confidence=Confidence.MEDIUM,
        conflict="The draft is not named; the wording of the errors is that of 2020-12.",
    ),
    Rule(
        id="OAI-ENUM-TYPE",
        title="Enum values and type",
        statement="Every value of an enum or const is of the type beside it, where the API makes the schema strict.",
        demand=EnumFitsType(),
        sources=(issue("can1357/oh-my-pi#1835", "2026-06-04"),),
        confidence=Confidence.MEDIUM,
        severity=Severity.WARNING,
    ),
    Rule(
        id="OAI-REF-ALONE",
        title="Nothing beside $ref",
        statement="Beside $ref stands nothing, where the API makes the schema strict.",
        demand=Alone("$ref", ("$defs", "definitions")),
        sources=(issue("virattt/dexter#280", "2026-06-18"), issue("camel-ai/camel#3001", "2025-08-10")),
        confidence=Confidence.MEDIUM,
        severity=Severity.WARNING,
        cure="Wrap the reference in `anyOf` with one member, or write out what it names.",
        conflict="The reports do not always say whether strict mode was on.",
    ),
    Rule(
        id="OAI-DESCRIPTION",
        title="Length of descriptions",
        statement="A description over 1,024 characters was refused in early 2025.",
        demand=DescriptionLength(1024),
        sources=(issue("getsentry/sentry-mcp#106", "2025-04-25"), issue("rusiaaman/wcgw#51", "2025-04-02")),
        confidence=Confidence.MEDIUM,
        severity=Severity.WARNING,
        conflict="Gone by 2025-05-19 (run-llama/llama_index#18784).",
    ),
    Rule(
        id="OAI-TOOLS",
        title="Number of tools",
        statement="A request has at most 128 tools.",
        demand=ToolCount(128),
        sources=(
            _SDK,
            issue("zed-industries/zed#42393", "2025-11-10"),
        ),
        severity=Severity.WARNING,
    ),
)

NOTES = (
    Note("Fewer than about 20 tools at the start of a turn are advised, not enforced.", (_GUIDE,)),
    Note(
        "Without strict mode every keyword that is taken is shown to the model and not enforced.",
        (_GUIDE,),
    ),
    Note(
        "The Responses API without `strict` tries to make a schema strict by itself, and then fills optional"
        " parameters; send `strict: false`.",
        (issue("langchain-ai/langchain#39309", "2026-08-06"), issue("vercel/ai#15889", "2026-06-08")),
    ),
    Note(
        "`true` as a schema is taken by OpenAI, not by every back end that speaks its protocol.",
        (issue("androidStern-personal/openclaw-mcp-adapter#9", "2026-02-23"),),
    ),
)


def function_wire(*, strict: bool) -> Wire:
    """Return the wire of Chat Completions."""
    function = {"name": "$name", "description": "$description", "parameters": "$schema", "strict": strict}
    return Wire(tool={"type": "function", "function": function}, frame={"tools": "$tools"})


TARGET = Target(
    name="openai",
    title="OpenAI",
    reads="Chat Completions and Responses with `strict: false`, and back ends that follow them.",
    wire=function_wire(strict=False),
    rules=RULES,
    notes=NOTES,
    strict="openai-strict",
)
