"""Claude Code: an MCP client in front of the Anthropic API."""

from __future__ import annotations

from schemac.findings import Severity
from schemac.targets import vocabulary as words
from schemac.targets.checkers.dialects import ValidSchema
from schemac.targets.checkers.keywords import Keywords
from schemac.targets.checkers.lists import NamesApart
from schemac.targets.checkers.names import DescriptionLength, NameLength, NamePattern
from schemac.targets.checkers.objects import PropertyNames
from schemac.targets.checkers.references import ReferencesInside, ReferencesResolve
from schemac.targets.checkers.root import OutputRoot, RootForm, RootKeywords, RootType
from schemac.targets.model import Confidence, Note, Reach, Rule, Source, Target, issue
from schemac.targets.wire import MCP

_DOCS = Source("https://code.claude.com/docs/en/mcp", "2026")
_SDK = Source("https://github.com/modelcontextprotocol/typescript-sdk", "2026-08-18")
_PREFIX = len("mcp__s__")

RULES = (
    Rule(
        id="CC-NAME-CHARS",
        title="Characters of names",
        statement="Characters of a name other than letters, digits, underscore and hyphen become underscores.",
        demand=NamePattern(r"[a-zA-Z0-9_-]*", "made of letters, digits, '_' and '-'"),
        sources=(issue("barryw/ImmichMCP#8", "2026-05-07"),),
        confidence=Confidence.MEDIUM,
        reach=Reach.SILENT,
        severity=Severity.WARNING,
        effect="replaces the other characters by '_'",
        conflict="In 2025-03 such a name failed the whole request (anthropics/claude-code#467, 2025-03-13).",
    ),
    Rule(
        id="CC-NAME-LENGTH",
        title="Length of names",
        statement="mcp__<server>__<tool> has at most 128 characters.",
        demand=NameLength(128, prefix=_PREFIX),
        sources=(issue("anthropics/claude-code#96152", "2026-09-22"),),
        conflict="64 until 2026-01: see CC-NAME-OLD.",
    ),
    Rule(
        id="CC-NAME-OLD",
        title="Length of names, older limit",
        statement="mcp__<server>__<tool> had at most 64 characters until early 2026.",
        demand=NameLength(64, prefix=_PREFIX),
        sources=(
            issue("anthropics/claude-code#20830", "2026-01-25"),
            issue("anthropics/claude-code#2412", "2025-06-21"),
        ),
        confidence=Confidence.MEDIUM,
        severity=Severity.WARNING,
        conflict="128 in 2026-09 (anthropics/claude-code#96152).",
    ),
    Rule(
        id="CC-NAME-UNIQUE",
        title="Unique names",
        statement="Names stay apart after characters were replaced, since the API refuses two tools of one name.",
        demand=NamesApart(r"[^a-zA-Z0-9_-]"),
        sources=(issue("XSpoonAi/spoon-core#16", "2025-06-03"), issue("barryw/ImmichMCP#8", "2026-05-07")),
        confidence=Confidence.MEDIUM,
    ),
    Rule(
        id="CC-DESCRIPTION",
        title="Length of descriptions",
        statement="A tool's description is cut at 2,048 characters.",
        demand=DescriptionLength(2048),
        sources=(
            issue("anthropics/claude-code#87650", "2026-08-18"),
            issue("anthropics/claude-code#41593", "2026-03-31"),
        ),
        reach=Reach.SILENT,
        severity=Severity.WARNING,
        effect="cuts it without a word",
    ),
    Rule(
        id="CC-ROOT-TYPE",
        title="Root type",
        statement='The root says "type": "object".',
        demand=RootType(),
        sources=(
            issue("anthropics/claude-code#88049", "2026-08-19"),
            issue("anthropics/claude-code#44364", "2026-04-06"),
        ),
        reach=Reach.SERVER,
    ),
    Rule(
        id="CC-ROOT-FORM",
        title="Form of properties and required",
        statement="At the root, properties is an object of objects and required an array of texts; never null.",
        demand=RootForm(),
        sources=(issue("anthropics/claude-code#88049", "2026-08-19"), _SDK),
        reach=Reach.SERVER,
        conflict="Version 2 of the TypeScript SDK (2026-08) takes boolean schemas of properties.",
    ),
    Rule(
        id="CC-OUTPUT-ROOT",
        title="Root of the output schema",
        statement="An output schema is of type object at its root.",
        demand=OutputRoot(),
        sources=(_SDK,),
        reach=Reach.SERVER,
        conflict="With version 2026-07-28 of the protocol any JSON Schema object is taken.",
    ),
    Rule(
        id="CC-ROOT-DROPPED",
        title="Tools that are left out",
        statement="Tools with allOf, not, if, then or else at the root were left out without a word.",
        demand=RootKeywords(("allOf", "not", "if", "then", "else")),
        sources=(issue("anthropics/claude-code#95504", "2026-09-19"),),
        confidence=Confidence.MEDIUM,
        reach=Reach.TOOL,
        conflict="The documentation of mid-2026 says that allOf is flattened; the API takes not and if.",
    ),
    Rule(
        id="CC-ROOT-FLATTENED",
        title="Unions at the root",
        statement="anyOf and oneOf at the root are flattened into one object; what they require is only described.",
        demand=RootKeywords(("anyOf", "oneOf")),
        sources=(_DOCS,),
        confidence=Confidence.MEDIUM,
        reach=Reach.SILENT,
        severity=Severity.WARNING,
        effect="flattens it into one object, and only describes what it requires",
        conflict="Before version 2.1.195 the API refused the whole request.",
    ),
    Rule(
        id="CC-PROPERTY-NAMES",
        title="Names of properties at the root",
        statement="Properties of the root have names of 1 to 64 letters, digits, underscores, dots and hyphens.",
        demand=PropertyNames(
            r"[a-zA-Z0-9_.-]{1,64}", "made of 1 to 64 letters, digits, '_', '.' and '-'", root_only=True
        ),
        sources=(_DOCS, issue("anthropics/claude-code#79418", "2026-07-20")),
        confidence=Confidence.MEDIUM,
        reach=Reach.TOOL,
        conflict="Before version 2.1.216 the API refused the whole request.",
    ),
    Rule(
        id="CC-VALID",
        title="Valid in 2020-12",
        statement="A schema that declares no other draft is valid by the metaschema of 2020-12.",
        demand=ValidSchema("2020-12", unless_declared=True),
        sources=(_DOCS,),
        confidence=Confidence.MEDIUM,
        reach=Reach.TOOL,
    ),
    Rule(
        id="CC-REF-DANGLING",
        title="References that lead nowhere",
        statement="A reference leads to a place of the schema.",
        demand=ReferencesResolve(),
        sources=(issue("anthropics/claude-code#76040", "2026-07-09"), issue("BerriAI/litellm#28646", "2026-05-22")),
        confidence=Confidence.MEDIUM,
    ),
    Rule(
        id="CC-REF-OUTPUT",
        title="References of output schemas that lead nowhere",
        statement="A reference in an output schema leads to a place of it; calls of the tool fail otherwise.",
        demand=ReferencesResolve(output=True),
        sources=(issue("anthropics/claude-code#76040", "2026-07-09"),),
        confidence=Confidence.MEDIUM,
        reach=Reach.TOOL,
        effect="may fail at every call of the tool",
    ),
    Rule(
        id="CC-REF-OUTSIDE",
        title="References to other documents",
        statement="References stay inside the schema.",
        demand=ReferencesInside(),
        sources=(issue("anthropics/claude-code#76040", "2026-07-09"),),
        confidence=Confidence.MEDIUM,
        reach=Reach.TOOL,
    ),
    Rule(
        id="CC-REF",
        title="References",
        statement="Tools with references or definitions were sometimes not registered.",
        demand=Keywords(("$ref", *words.DEFINITIONS), once=True),
        sources=(issue("anthropics/claude-code#51836", "2026-04-22"),),
        confidence=Confidence.MEDIUM,
        reach=Reach.TOOL,
        severity=Severity.WARNING,
        cure="Write out what the references name, and leave out definitions that nothing refers to.",
        unseen=words.DEFINITIONS,
    ),
)

TARGET = Target(
    name="claude-code",
    title="Claude Code",
    reads="Claude Code with MCP servers.",
    wire=MCP,
    rules=RULES,
    notes=(
        Note(
            "Names count with the server's: mcp__<server>__, or mcp__plugin_<plugin>_<server>__ for plugins.", (_DOCS,)
        ),
        Note(
            "Keys of `_meta` that it reads: anthropic/maxResultSizeChars (up to 500,000), anthropic/alwaysLoad,"
            " anthropic/requiresUserInteraction.",
            (_DOCS,),
        ),
        Note("There is no limit on the number of tools; they are searched and loaded when needed.", (_DOCS,)),
        Note("Instructions of a server are cut at 2,048 characters too.", (_DOCS,)),
    ),
)
