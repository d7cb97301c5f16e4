"""The Anthropic Messages API without strict mode."""

from __future__ import annotations

from schemac.findings import Severity
from schemac.targets.checkers.dialects import ValidSchema
from schemac.targets.checkers.lists import NamesApart
from schemac.targets.checkers.names import NameLength, NamePattern
from schemac.targets.checkers.objects import PropertyNames
from schemac.targets.checkers.references import ReferencesInside, ReferencesResolve
from schemac.targets.checkers.root import RootKeywords, RootType
from schemac.targets.model import Confidence, Note, Rule, Source, Target, issue
from schemac.targets.wire import Wire

_DOCS = Source("https://platform.claude.com/docs/en/agents-and-tools/tool-use/define-tools", "2026")

RULES = (
    Rule(
        id="ANT-NAME-CHARS",
        title="Characters of names",
        statement="Names consist of letters, digits, underscore and hyphen: no dots.",
        demand=NamePattern(r"[a-zA-Z0-9_-]*", "made of letters, digits, '_' and '-'"),
        sources=(
            issue("anthropics/claude-code#96152", "2026-09-22"),
            issue("home-assistant/core#147760", "2025-06-29"),
        ),
    ),
    Rule(
        id="ANT-NAME-LENGTH",
        title="Length of names",
        statement="Names have 1 to 128 characters.",
        demand=NameLength(128),
        sources=(
            issue("anthropics/claude-code#96152", "2026-09-22"),
            issue("home-assistant/core#147760", "2025-06-29"),
        ),
        conflict="64 in earlier reports: see ANT-NAME-OLD.",
    ),
    Rule(
        id="ANT-NAME-OLD",
        title="Length of names, older limit",
        statement="The limit was 64 characters, and still is for references to tools (2026-01).",
        demand=NameLength(64),
        sources=(
            issue("anthropics/claude-code#20830", "2026-01-25"),
            issue("anthropics/claude-code#2412", "2025-06-21"),
        ),
        confidence=Confidence.MEDIUM,
        severity=Severity.WARNING,
        conflict="128 in 2026-09 (anthropics/claude-code#96152).",
    ),
    Rule(
        id="ANT-NAME-UNIQUE",
        title="Unique names",
        statement="No two tools of a request have the same name.",
        demand=NamesApart(),
        sources=(issue("XSpoonAi/spoon-core#16", "2025-06-03"),),
    ),
    Rule(
        id="ANT-ROOT-TYPE",
        title="Root type",
        statement='The root says "type": "object".',
        demand=RootType(),
        sources=(_DOCS,),
    ),
    Rule(
        id="ANT-ROOT-KEYWORDS",
        title="No unions at the root",
        statement="The root has no oneOf, anyOf or allOf; not and if are taken there, and all are deeper.",
        demand=RootKeywords(("oneOf", "anyOf", "allOf")),
        sources=(
            issue("kenn-io/kata#365", "2026-09-14"),
            issue("windoze95/cantinarr#497", "2026-08-23"),
            issue("anthropics/claude-code#40075", "2026-03-28"),
        ),
    ),
    Rule(
        id="ANT-PROPERTY-NAMES",
        title="Names of properties at the root",
        statement="Properties of the root have names of 1 to 64 letters, digits, underscores, dots and hyphens.",
        demand=PropertyNames(
            r"[a-zA-Z0-9_.-]{1,64}", "made of 1 to 64 letters, digits, '_', '.' and '-'", root_only=True
        ),
        sources=(
            issue("anthropics/claude-code#79418", "2026-07-20"),
            issue("n8n-io/n8n#30590", "2026-05-17"),
        ),
        conflict="A report of 2025-05 (567-labs/instructor#1539) has no dot in the pattern; all of 2026 do.",
    ),
    Rule(
        id="ANT-VALID",
        title="Valid in 2020-12",
        statement="The schema is valid by the metaschema of 2020-12, whatever it declares: no list under items.",
        demand=ValidSchema("2020-12"),
        sources=(issue("Dokploy/mcp#74", "2026-08-16"), _DOCS),
        conflict="Newer models enforce what older ones let pass (openclaw/openclaw#98640, 2026-07-01).",
    ),
    Rule(
        id="ANT-REF-DANGLING",
        title="References that lead nowhere",
        statement="A reference leads to a place of the schema.",
        demand=ReferencesResolve(),
        sources=(issue("BerriAI/litellm#28646", "2026-05-22"), issue("BerriAI/litellm#26692", "2026-05")),
    ),
    Rule(
        id="ANT-REF-OUTSIDE",
        title="References to other documents",
        statement="References stay inside the schema, since nothing is fetched.",
        demand=ReferencesInside(),
        sources=(issue("BerriAI/litellm#28646", "2026-05-22"),),
        confidence=Confidence.MEDIUM,
    ),
)

TARGET = Target(
    name="anthropic",
    title="Anthropic",
    reads="The Messages API, `tools` without `strict`.",
    wire=Wire(
        tool={"name": "$name", "description": "$description", "input_schema": "$schema"}, frame={"tools": "$tools"}
    ),
    rules=RULES,
    notes=(
        Note("Every keyword of 2020-12 is taken and shown to the model; none is enforced.", (_DOCS,)),
        Note(
            "There is no documented limit on the number of tools; hundreds were seen.",
            (issue("anthropics/claude-code#27337", "2026-02-21"),),
        ),
        Note(
            "Leave `$schema` out: draft-07 there was blamed once, and some clients skip checks for it.",
            (issue("anthropics/claude-code#586", "2025-07-08"),),
        ),
        Note(
            "Claude Desktop and claude.ai take names of up to 64 letters, digits, underscores and hyphens, and offer no"
            " tool of a server that has one other name.",
            (issue("evoila/meho#2745", "2026-08-02"), issue("loomle/loomle#168", "2026-06-01")),
        ),
        Note(
            "Managed Agents are stricter: no `$ref`, at most 128 tools, a description of 1 to 1,024 characters (a later"
            " copy says 4,096).",
            (Source("https://platform.claude.com/docs/en/managed-agents", "2026-09"),),
        ),
    ),
    strict="anthropic-strict",
)
