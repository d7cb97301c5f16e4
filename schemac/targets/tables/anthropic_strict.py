"""The Anthropic Messages API with ``strict: true``, which shares its subset with structured outputs."""

from __future__ import annotations

from schemac.findings import Severity
from schemac.targets import vocabulary as words
from schemac.targets.checkers.keywords import KeywordMost, Keywords, KeywordsOnly, NotTogether
from schemac.targets.checkers.lists import OptionalCount, ToolCount, UnionCount
from schemac.targets.checkers.objects import ClosedObjects
from schemac.targets.checkers.patterns import PatternRepeats, PatternWithout
from schemac.targets.checkers.references import NoRecursion, ReferencesInside
from schemac.targets.checkers.regex import Feature
from schemac.targets.checkers.types import NoBooleanSchemas, TypeGiven
from schemac.targets.checkers.values import EnumTypes, Formats
from schemac.targets.model import Confidence, Note, Rule, Source, Target, inherited, issue
from schemac.targets.tables import anthropic
from schemac.targets.wire import Wire

_DOCS = Source("https://platform.claude.com/docs/en/build-with-claude/structured-outputs", "2026")
_SDK = Source("https://github.com/anthropics/anthropic-sdk-python", "2026-08-07")

FORMATS = ("date-time", "time", "date", "duration", "email", "hostname", "uri", "ipv4", "ipv6", "uuid")
SUPPORTED = (
    *words.SHAPE,
    "anyOf",
    "allOf",
    "$ref",
    "$defs",
    "definitions",
    "default",
    "title",
    "description",
    "minItems",
    "pattern",
    "format",
)
PATTERN_LACKS = (Feature.LOOKAROUND, Feature.BACKREFERENCE, Feature.WORD_BOUNDARY)

RULES = (
    Rule(
        id="ANS-CLOSED",
        title="Closed objects",
        statement="Every object says additionalProperties: false.",
        demand=ClosedObjects(),
        sources=(_DOCS, issue("vercel/ai#20681", "2026-09-12")),
    ),
    Rule(
        id="ANS-BOUNDS",
        title="No bounds",
        statement="Numeric bounds, lengths of texts and maxItems are refused.",
        demand=Keywords((*words.NUMBERS, *words.LENGTHS, "maxItems")),
        sources=(
            _DOCS,
            issue("experientiallabs/experiential#804", "2026-09-05"),
            issue("BerriAI/litellm#39115", "2026-09-01"),
        ),
    ),
    Rule(
        id="ANS-MIN-ITEMS",
        title="minItems",
        statement="minItems is 0 or 1.",
        demand=KeywordMost("minItems", 1),
        sources=(_DOCS,),
    ),
    Rule(
        id="ANS-ONEOF",
        title="No oneOf",
        statement="oneOf is refused; anyOf is taken.",
        demand=Keywords(("oneOf",)),
        sources=(issue("vercel/ai#16612", "2026-07-02"), issue("vercel/ai#12876", "2026-02-26")),
        cure="Write `anyOf`, or let schemac lower the schema.",
        conflict="Worked before about 2026-02.",
    ),
    Rule(
        id="ANS-KEYWORDS",
        title="Keywords left out of the list",
        statement="not, conditions, tuples, contains, uniqueItems, patternProperties and the like are not supported.",
        demand=Keywords(
            (
                "uniqueItems",
                *words.CONTAINS,
                *words.ARRAY_TUPLES,
                "not",
                *words.CONDITIONALS,
                *words.PROPERTY_PATTERNS,
                *words.COUNTS_OF_PROPERTIES,
                *words.DEPENDENT,
                *words.UNEVALUATED,
            )
        ),
        sources=(_DOCS, _SDK),
        confidence=Confidence.MEDIUM,
    ),
    Rule(
        id="ANS-UNKNOWN",
        title="Keywords outside the list",
        statement="Keywords that are not listed as supported are not known to be taken.",
        demand=KeywordsOnly(SUPPORTED),
        sources=(_DOCS,),
        confidence=Confidence.LOW,
        severity=Severity.WARNING,
    ),
    Rule(
        id="ANS-ALLOF-REF",
        title="allOf and $ref",
        statement="allOf does not go together with $ref.",
        demand=NotTogether("allOf", "$ref"),
        sources=(_DOCS,),
    ),
    Rule(
        id="ANS-TYPE",
        title="A type everywhere",
        statement="Every schema has type, or enum, const, anyOf, allOf or $ref; the vendor's SDK refuses others.",
        demand=TypeGiven(("enum", "const", "anyOf", "allOf", "oneOf", "$ref")),
        sources=(_SDK,),
        confidence=Confidence.MEDIUM,
    ),
    Rule(
        id="ANS-BOOLEAN",
        title="No boolean schemas",
        statement="A schema is an object; the vendor's SDK refuses true and false.",
        demand=NoBooleanSchemas(),
        sources=(_SDK,),
        confidence=Confidence.MEDIUM,
    ),
    Rule(
        id="ANS-ENUM-TYPES",
        title="Enum values",
        statement="Values of enums are texts, numbers, booleans or null; not objects or arrays.",
        demand=EnumTypes(("string", "number", "boolean", "null")),
        sources=(_DOCS,),
    ),
    Rule(
        id="ANS-FORMATS",
        title="Formats",
        statement="format is one of date-time, time, date, duration, email, hostname, uri, ipv4, ipv6, uuid.",
        demand=Formats((("", FORMATS),)),
        sources=(_DOCS, _SDK),
        confidence=Confidence.MEDIUM,
        conflict=(
            "Fewer in the beta of 2025-11; third-party lists are longer (pydantic/pydantic-ai#6512). That others are"
            " refused is not said; the vendor's SDK takes them out."
        ),
    ),
    Rule(
        id="ANS-PATTERN",
        title="Patterns",
        statement=r"Patterns have no lookaround, no backreferences, no \b and no \B.",
        demand=PatternWithout(PATTERN_LACKS),
        sources=(_DOCS,),
        conflict="Early guides (2025-11) say that pattern is not supported at all.",
    ),
    Rule(
        id="ANS-PATTERN-REPEATS",
        title="Large repeats in patterns",
        statement="Counted repeats are small; no number is documented, and 100 is taken here.",
        demand=PatternRepeats(100),
        sources=(_DOCS,),
        confidence=Confidence.LOW,
        severity=Severity.WARNING,
    ),
    Rule(
        id="ANS-RECURSION",
        title="No recursion",
        statement="References are taken as long as no schema contains itself.",
        demand=NoRecursion(),
        sources=(_DOCS,),
    ),
    Rule(
        id="ANS-REF-OUTSIDE",
        title="References to other documents",
        statement="References stay inside the schema.",
        demand=ReferencesInside(),
        sources=(_DOCS,),
    ),
    Rule(
        id="ANS-STRICT-TOOLS",
        title="Number of strict tools",
        statement="A request has at most 20 strict tools, and fewer where their grammar grows large.",
        demand=ToolCount(20, strict=True),
        sources=(_DOCS, issue("langchain4j/langchain4j#5128", "2026-05-07")),
        severity=Severity.WARNING,
        conflict=(
            "About 6 failed in 2026-01 (anthropics/anthropic-sdk-typescript#885), 13 failed on one model and passed on"
            " another in 2026-08 (alphaXiv/agents#49): 20 is an upper bound."
        ),
    ),
    Rule(
        id="ANS-OPTIONAL",
        title="Optional parameters",
        statement="The strict tools of a request have together at most 24 optional parameters.",
        demand=OptionalCount(24),
        sources=(_DOCS,),
        severity=Severity.WARNING,
    ),
    Rule(
        id="ANS-UNIONS",
        title="Union parameters",
        statement="The strict tools of a request have together at most 16 parameters with anyOf or a list of types.",
        demand=UnionCount(16),
        sources=(_DOCS,),
        severity=Severity.WARNING,
    ),
    *inherited(anthropic.RULES, without=("ANT-REF-OUTSIDE",)),
)

TARGET = Target(
    name="anthropic-strict",
    title="Anthropic, strict",
    reads="The Messages API, `tools` with `strict: true`.",
    wire=Wire(
        tool={"name": "$name", "description": "$description", "input_schema": "$schema", "strict": True},
        frame={"tools": "$tools"},
    ),
    rules=RULES,
    unread=words.GOING,
    notes=(
        Note("Properties may be left out of required; required ones are emitted first.", (_DOCS,)),
        Note("Exact letter case of enum and const values is not guaranteed.", (_DOCS,)),
        Note("Schemas are cached apart from prompts: put nothing private into names, enums or patterns.", (_DOCS,)),
        Note(
            "A grammar that grows too large is refused, by a measure that is not documented and differs by model.",
            (issue("alphaXiv/agents#49", "2026-08-04"),),
        ),
    ),
)
