"""What the strict modes of OpenAI, Anthropic, Groq and xAI all accept: for tools whose reader is not known."""

from __future__ import annotations

from schemac.findings import Severity
from schemac.targets import vocabulary as words
from schemac.targets.checkers.dialects import ValidSchema
from schemac.targets.checkers.keywords import Alone, Filled, Keywords, KeywordsOnly
from schemac.targets.checkers.lists import NamesApart, ToolCount, UnionCount
from schemac.targets.checkers.names import DescriptionLength, NameLength, NamePattern
from schemac.targets.checkers.objects import AllRequired, ClosedObjects, PropertyNames, RequiredDeclared
from schemac.targets.checkers.patterns import PatternAnchored, PatternInPython, PatternRepeats, PatternWithout
from schemac.targets.checkers.references import NoRecursion, ReferencesInside, ReferencesResolve
from schemac.targets.checkers.regex import Feature
from schemac.targets.checkers.root import RootKeywords, RootProperties, RootType
from schemac.targets.checkers.sizes import Depth, NameTotal, PropertyTotal
from schemac.targets.checkers.types import ArrayItems, NoBooleanSchemas, NoItemsLists, TypeGiven
from schemac.targets.checkers.values import EnumCharacters, EnumFitsType, EnumTotal, EnumTypes, Formats
from schemac.targets.model import Confidence, Note, Reach, Rule, Source, Target, issue
from schemac.targets.tables import anthropic_strict, openai_strict
from schemac.targets.wire import MCP

_OPENAI = Source("https://developers.openai.com/api/docs/guides/structured-outputs", "2026-09-07")
_OPENAI_SDK = Source("https://github.com/openai/openai-node/blob/master/src/lib/transform.ts", "2026-08-21")
_ANTHROPIC = Source("https://platform.claude.com/docs/en/build-with-claude/structured-outputs", "2026")
_GROQ = Source("https://console.groq.com/docs/structured-outputs", "2026")
_XAI = Source("https://docs.x.ai/docs/guides/structured-outputs", "2026")

SUPPORTED = (*words.SHAPE, "anyOf", "$ref", "$defs", "title", "description", "pattern", "format")
FORMATS = tuple(name for name in openai_strict.FORMATS if name in anthropic_strict.FORMATS)
_XAI_FORMATS = ("date", "time", "date-time", "email", "uuid", "ipv4", "ipv6", "uri")

RULES = (
    Rule(
        id="STR-NAME-CHARS",
        title="Characters of names",
        statement="Names consist of letters, digits, underscore and hyphen.",
        demand=NamePattern(r"[a-zA-Z0-9_-]*", "made of letters, digits, '_' and '-'"),
        sources=(
            Source("https://github.com/openai/openai-python", "2026-08-21"),
            issue("anthropics/claude-code#96152", "2026-09-22"),
        ),
    ),
    Rule(
        id="STR-NAME-LENGTH",
        title="Length of names",
        statement="Names have 1 to 64 characters.",
        demand=NameLength(64),
        sources=(Source("https://github.com/openai/openai-python", "2026-08-21"),),
        conflict="Anthropic takes 128 (2026-09).",
    ),
    Rule(
        id="STR-NAME-UNIQUE",
        title="Unique names",
        statement="No two tools of a request have the same name.",
        demand=NamesApart(),
        sources=(issue("XSpoonAi/spoon-core#16", "2025-06-03"),),
    ),
    Rule(
        id="STR-DESCRIPTION",
        title="Length of descriptions",
        statement="OpenAI refused a description over 1,024 characters in early 2025.",
        demand=DescriptionLength(1024),
        sources=(issue("getsentry/sentry-mcp#106", "2025-04-25"),),
        confidence=Confidence.MEDIUM,
        severity=Severity.WARNING,
        conflict="Gone by 2025-05-19 (run-llama/llama_index#18784).",
    ),
    Rule(
        id="STR-ROOT-TYPE",
        title="Root type",
        statement='The root says "type": "object".',
        demand=RootType(),
        sources=(_OPENAI, _ANTHROPIC),
    ),
    Rule(
        id="STR-ROOT-KEYWORDS",
        title="No combinators at the root",
        statement="The root has no oneOf, anyOf, allOf, enum, not or const.",
        demand=RootKeywords(("oneOf", "anyOf", "allOf", "enum", "not", "const")),
        sources=(issue("goruck/home-generative-agent#545", "2026-08-12"), issue("kenn-io/kata#365", "2026-09-14")),
    ),
    Rule(
        id="STR-ROOT-PROPERTIES",
        title="Properties at the root",
        statement="The root has properties, if only empty ones.",
        demand=RootProperties(),
        sources=(issue("github/copilot-cli#2223", "2026-03-23"),),
    ),
    Rule(
        id="STR-CLOSED",
        title="Closed objects",
        statement="Every object says additionalProperties: false; so there are no maps.",
        demand=ClosedObjects(),
        sources=(_OPENAI, _ANTHROPIC, _GROQ),
    ),
    Rule(
        id="STR-REQUIRED",
        title="All properties required",
        statement="Every property is in required, at every level; one that may be left out takes null.",
        demand=AllRequired(),
        sources=(_OPENAI, _GROQ),
        conflict="Anthropic and xAI take optional properties.",
    ),
    Rule(
        id="STR-REQUIRED-DECLARED",
        title="Required names are properties",
        statement="required names no property that is not declared.",
        demand=RequiredDeclared(),
        sources=(issue("usestrix/strix#1088", "2026-08-16"), _OPENAI_SDK),
        confidence=Confidence.MEDIUM,
    ),
    Rule(
        id="STR-KEYWORDS",
        title="Keywords that one of the four refuses",
        statement=(
            "Combinators but anyOf, conditions, bounds, lengths, counts, tuples, uniqueItems, patternProperties and the"
            " like are refused by at least one."
        ),
        demand=Keywords(
            (
                "oneOf",
                "allOf",
                "not",
                *words.CONDITIONALS,
                *words.NUMBERS,
                *words.LENGTHS,
                "maxItems",
                "uniqueItems",
                *words.CONTAINS,
                *words.ARRAY_TUPLES,
                *words.PROPERTY_PATTERNS,
                *words.COUNTS_OF_PROPERTIES,
                *words.DEPENDENT,
                *words.UNEVALUATED,
                *words.CONTENT,
                "$anchor",
                *words.DYNAMIC,
            )
        ),
        sources=(_ANTHROPIC, _OPENAI),
    ),
    Rule(
        id="STR-MIN-ITEMS",
        title="minItems",
        statement="Anthropic refuses a minItems over 1, and Groq may refuse any.",
        demand=Keywords(("minItems",)),
        sources=(_ANTHROPIC, issue("i-am-bee/beeai-framework#1215", "2025-10-22")),
        confidence=Confidence.MEDIUM,
        conflict="Groq's refusal was seen in response formats; nothing is known of tools.",
    ),
    Rule(
        id="STR-UNKNOWN",
        title="Keywords outside the list",
        statement="Others (default, $schema, definitions, examples, x-…) are not known to be taken by all four.",
        demand=KeywordsOnly(SUPPORTED),
        sources=(_ANTHROPIC, _XAI, _OPENAI_SDK),
        confidence=Confidence.LOW,
        severity=Severity.WARNING,
    ),
    Rule(
        id="STR-TYPE",
        title="A type everywhere",
        statement="Every schema has type, enum, const, anyOf or $ref; an empty schema is refused.",
        demand=TypeGiven(("enum", "const", "anyOf", "$ref", "oneOf", "allOf")),
        sources=(issue("pydantic/pydantic-ai#4425", "2026"), _OPENAI_SDK),
        confidence=Confidence.MEDIUM,
    ),
    Rule(
        id="STR-BOOLEAN",
        title="No boolean schemas",
        statement="A schema is an object, never true or false (additionalProperties: false apart).",
        demand=NoBooleanSchemas(),
        sources=(_XAI, _OPENAI_SDK),
    ),
    Rule(
        id="STR-ITEMS",
        title="Items of arrays",
        statement="Every array has items.",
        demand=ArrayItems(),
        sources=(issue("langgenius/dify#32894", "2026-03-03"),),
    ),
    Rule(
        id="STR-ITEMS-LIST",
        title="No lists of items",
        statement="items is one schema, not a list.",
        demand=NoItemsLists(),
        sources=(_XAI, _OPENAI_SDK),
        cure="Write one schema for all items, or an object with a property per place.",
    ),
    Rule(
        id="STR-FORMATS",
        title="Formats",
        statement="format is one of date-time, time, date, duration, email, hostname, ipv4, ipv6, uuid.",
        demand=Formats((("", FORMATS),)),
        sources=(_OPENAI, _ANTHROPIC),
    ),
    Rule(
        id="STR-FORMATS-XAI",
        title="Formats that xAI ignores",
        statement="xAI takes duration and hostname and does not enforce them.",
        demand=Formats((("", tuple(name for name in FORMATS if name in _XAI_FORMATS)),)),
        sources=(_XAI,),
        reach=Reach.SILENT,
        severity=Severity.NOTE,
        models="xAI models",
        used=True,
    ),
    Rule(
        id="STR-PATTERN",
        title="Patterns",
        statement=r"Patterns have no lookaround, no backreferences, no \b, no \p and no inline flags.",
        demand=PatternWithout(tuple(Feature)),
        sources=(_XAI, _ANTHROPIC, issue("pydantic/pydantic-ai#5519", "2026-05-19")),
    ),
    Rule(
        id="STR-PATTERN-PYTHON",
        title="Patterns compile in Python",
        statement="Patterns are ones that Python's re compiles.",
        demand=PatternInPython(),
        sources=(issue("BerriAI/litellm#40485", "2026-09"),),
    ),
    Rule(
        id="STR-PATTERN-REPEATS",
        title="Large repeats in patterns",
        statement="Counted repeats are small; no number is documented, and 100 is taken here.",
        demand=PatternRepeats(100),
        sources=(_ANTHROPIC,),
        confidence=Confidence.LOW,
        severity=Severity.WARNING,
    ),
    Rule(
        id="STR-PATTERN-ANCHORED",
        title="Patterns are for the whole text",
        statement="xAI matches the whole text always, so that a pattern without anchors means something else there.",
        demand=PatternAnchored(),
        sources=(_XAI,),
        reach=Reach.SILENT,
        severity=Severity.NOTE,
        models="xAI models",
        effect="reads it as a pattern of the whole text",
        used=True,
    ),
    Rule(
        id="STR-ENUM-TYPES",
        title="Enum values",
        statement="Values of enums are texts, numbers, booleans or null.",
        demand=EnumTypes(("string", "number", "boolean", "null")),
        sources=(_ANTHROPIC,),
    ),
    Rule(
        id="STR-ENUM-FITS",
        title="Enum values and type",
        statement="Every value of an enum or const is of the type beside it: null has a branch of its own.",
        demand=EnumFitsType(),
        sources=(issue("mastra-ai/mastra#23173", "2026-09-06"),),
    ),
    Rule(
        id="STR-FILLED",
        title="No empty choices",
        statement="enum and anyOf have at least one entry.",
        demand=Filled(("enum", "anyOf")),
        sources=(_XAI,),
    ),
    Rule(
        id="STR-ENUM-TOTAL",
        title="Values of all enums",
        statement="All enums of a schema have together at most 1,000 values.",
        demand=EnumTotal(1000),
        sources=(_OPENAI,),
    ),
    Rule(
        id="STR-ENUM-CHARS",
        title="Characters of a long enum",
        statement="The texts of an enum with more than 250 values have together at most 15,000 characters.",
        demand=EnumCharacters(250, 15_000),
        sources=(_OPENAI,),
    ),
    Rule(
        id="STR-REF-ALONE",
        title="Nothing beside $ref",
        statement="Beside $ref stands nothing, not even a description.",
        demand=Alone("$ref"),
        sources=(issue("virattt/dexter#280", "2026-06-18"),),
        cure="Wrap the reference in `anyOf` with one member, or write out what it names.",
    ),
    Rule(
        id="STR-RECURSION",
        title="No recursion",
        statement="References are taken as long as no schema contains itself.",
        demand=NoRecursion(),
        sources=(_ANTHROPIC, _XAI),
        conflict="OpenAI takes recursion.",
    ),
    Rule(
        id="STR-REF-OUTSIDE",
        title="References to other documents",
        statement="References stay inside the schema.",
        demand=ReferencesInside(),
        sources=(_ANTHROPIC, _OPENAI_SDK),
    ),
    Rule(
        id="STR-REF-DANGLING",
        title="References that lead nowhere",
        statement="A reference leads to a place of the schema.",
        demand=ReferencesResolve(),
        sources=(_OPENAI_SDK, issue("BerriAI/litellm#28646", "2026-05-22")),
    ),
    Rule(
        id="STR-PROPERTY-NAMES",
        title="Names of properties at the root",
        statement="Properties of the root have names of 1 to 64 letters, digits, underscores, dots and hyphens.",
        demand=PropertyNames(
            r"[a-zA-Z0-9_.-]{1,64}", "made of 1 to 64 letters, digits, '_', '.' and '-'", root_only=True
        ),
        sources=(issue("anthropics/claude-code#79418", "2026-07-20"),),
    ),
    Rule(
        id="STR-VALID",
        title="Valid in 2020-12",
        statement="The schema is valid by the metaschema of 2020-12.",
        demand=ValidSchema("2020-12"),
        sources=(issue("Dokploy/mcp#74", "2026-08-16"),),
    ),
    Rule(
        id="STR-DEPTH",
        title="Nesting",
        statement="At most 10 schemas stand around a schema; definitions start at 1, references are not followed.",
        demand=Depth(10),
        sources=(_OPENAI,),
        confidence=Confidence.MEDIUM,
        conflict="How levels are counted is not said; this is how OpenAI's Java SDK counts.",
    ),
    Rule(
        id="STR-DEPTH-OLD",
        title="Nesting, older limit",
        statement="Until early 2026 OpenAI's limit was 5 levels, and some back ends keep it.",
        demand=Depth(5),
        sources=(issue("openai/openai-java#732", "2026-04-30"), issue("tidyverse/ellmer#671", "2025")),
        confidence=Confidence.MEDIUM,
        severity=Severity.WARNING,
        conflict="The guide of 2026-09-07 says 10.",
    ),
    Rule(
        id="STR-PROPERTIES",
        title="Number of properties",
        statement="All objects of a schema have together at most 5,000 properties.",
        demand=PropertyTotal(5000),
        sources=(_OPENAI,),
        severity=Severity.WARNING,
    ),
    Rule(
        id="STR-CHARACTERS",
        title="Characters of names and choices",
        statement="Names of properties and definitions, and enum and const values, have at most 120,000 characters.",
        demand=NameTotal(120_000),
        sources=(_OPENAI,),
        severity=Severity.WARNING,
    ),
    Rule(
        id="STR-TOOLS",
        title="Number of tools",
        statement="A request has at most 128 tools.",
        demand=ToolCount(128),
        sources=(Source("https://github.com/openai/openai-python", "2026-08-21"),),
        severity=Severity.WARNING,
    ),
    Rule(
        id="STR-STRICT-TOOLS",
        title="Number of strict tools",
        statement="A request has at most 20 strict tools.",
        demand=ToolCount(20, strict=True),
        sources=(_ANTHROPIC,),
        severity=Severity.WARNING,
    ),
    Rule(
        id="STR-UNIONS",
        title="Union parameters",
        statement="The strict tools of a request have together at most 16 parameters with anyOf or a list of types.",
        demand=UnionCount(16),
        sources=(_ANTHROPIC,),
        severity=Severity.WARNING,
    ),
)

TARGET = Target(
    name="strict",
    title="Strict everywhere",
    reads="Whoever reads strictly: accepted by the strict modes of OpenAI, Anthropic, Groq and xAI.",
    wire=MCP,
    rules=RULES,
    unread=words.GOING,
    notes=(
        Note("xAI holds every tool to its schema, whatever the flag says.", (_XAI,)),
        Note("Groq is strict with gpt-oss models only.", (_GROQ,)),
    ),
)
