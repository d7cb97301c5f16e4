"""The OpenAI API in strict mode, which shares its subset with Structured Outputs."""

from __future__ import annotations

from schemac.findings import Severity
from schemac.targets import vocabulary as words
from schemac.targets.checkers.keywords import Alone, Keywords, KeywordsOnly
from schemac.targets.checkers.objects import AllRequired, ClosedObjects, RequiredDeclared
from schemac.targets.checkers.references import ReferencesInside, ReferencesResolve
from schemac.targets.checkers.sizes import Depth, NameTotal, PropertyTotal
from schemac.targets.checkers.types import NoBooleanSchemas, NoItemsLists, TypeGiven
from schemac.targets.checkers.values import EnumCharacters, EnumFitsType, EnumTotal, Formats
from schemac.targets.model import Confidence, Note, Rule, Source, Target, inherited, issue
from schemac.targets.tables import openai

_GUIDE = Source("https://developers.openai.com/api/docs/guides/structured-outputs", "2026-09-07")
_NODE_SDK = Source("https://github.com/openai/openai-node/blob/master/src/lib/transform.ts", "2026-08-21")
_PYTHON_SDK = Source("https://github.com/openai/openai-python/blob/main/src/openai/lib/_pydantic.py", "2026-08-21")
_JAVA_SDK = Source("https://github.com/openai/openai-java", "2026-04-30")

FORMATS = ("date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid")
SUPPORTED = (
    *words.SHAPE,
    "anyOf",
    "$ref",
    "$defs",
    "definitions",
    "title",
    "description",
    "pattern",
    "format",
    *words.NUMBERS,
    *words.COUNTS_OF_ITEMS,
)
_PASSED_ON = ("$comment", "examples", "readOnly", "writeOnly")

RULES = (
    Rule(
        id="OAS-CLOSED",
        title="Closed objects",
        statement="Every object, nested ones too, says additionalProperties: false; so there are no maps.",
        demand=ClosedObjects(),
        sources=(_GUIDE, issue("spring-projects/spring-ai#6865", "2026-08-26")),
    ),
    Rule(
        id="OAS-REQUIRED",
        title="All properties required",
        statement="Every property is in required, at every level; one that may be left out takes null.",
        demand=AllRequired(),
        sources=(_GUIDE,),
    ),
    Rule(
        id="OAS-REQUIRED-DECLARED",
        title="Required names are properties",
        statement="required names no property that is not declared.",
        demand=RequiredDeclared(),
        sources=(_NODE_SDK, _GUIDE),
        confidence=Confidence.MEDIUM,
    ),
    Rule(
        id="OAS-ALLOF-NOT-IF",
        title="No allOf, not, conditions",
        statement="allOf, not, if, then, else, dependentRequired and dependentSchemas are not supported.",
        demand=Keywords(("allOf", "not", *words.CONDITIONALS, "dependentRequired", "dependentSchemas")),
        sources=(_GUIDE, issue("makenotion/notion-mcp-server#102", "2025-08-07")),
    ),
    Rule(
        id="OAS-ONEOF",
        title="No oneOf",
        statement="oneOf is refused; anyOf is taken.",
        demand=Keywords(("oneOf",)),
        sources=(issue("docker/docker-agent#4155", "2026-09-03"),),
        cure="Write `anyOf`, or let schemac lower the schema.",
    ),
    Rule(
        id="OAS-KEYWORDS",
        title="Keywords that the vendor's SDK refuses",
        statement="Tuples, patternProperties, propertyNames, contains, unevaluated*, uniqueItems and such are refused.",
        demand=Keywords(
            (
                "uniqueItems",
                *words.PROPERTY_PATTERNS,
                *words.CONTAINS,
                *words.UNEVALUATED,
                *words.COUNTS_OF_PROPERTIES,
                "dependencies",
                *words.ARRAY_TUPLES,
                *words.CONTENT,
                "$anchor",
                *words.DYNAMIC,
            )
        ),
        sources=(
            _NODE_SDK,
            issue("can1357/oh-my-pi#209", "2026-02-28"),
            issue("mastra-ai/mastra#23321", "2026"),
        ),
        conflict="prefixItems: taken by a third-party profile (2026-08), refused in fastmcp#2464 (2025-11-21).",
    ),
    Rule(
        id="OAS-LENGTHS",
        title="minLength and maxLength",
        statement="minLength and maxLength are not in the list of supported keywords.",
        demand=Keywords(words.LENGTHS),
        sources=(_GUIDE, issue("jina-ai/node-DeepResearch#79", "2025-03")),
        confidence=Confidence.MEDIUM,
        conflict="pydantic/pydantic-ai#4490 (2026-03-01) tells of support; openai-node (2026-08-21) passes them on.",
    ),
    Rule(
        id="OAS-DEFAULT",
        title="default",
        statement="default was refused in 2024, and is advice at best since.",
        demand=Keywords(("default",)),
        sources=(_PYTHON_SDK,),
        confidence=Confidence.MEDIUM,
        severity=Severity.WARNING,
        conflict="The vendor's SDKs (2026-08) send it unless it is null.",
    ),
    Rule(
        id="OAS-UNKNOWN",
        title="Keywords outside the list",
        statement="Keywords that are neither supported nor passed on by the vendor's SDK are not known to be taken.",
        demand=KeywordsOnly((*SUPPORTED, *_PASSED_ON), at_root=("$schema", "$id")),
        sources=(_NODE_SDK,),
        confidence=Confidence.LOW,
        severity=Severity.WARNING,
    ),
    Rule(
        id="OAS-TYPE",
        title="A type everywhere",
        statement="Every schema has type, enum, const, anyOf or $ref; an empty schema is refused.",
        demand=TypeGiven(("enum", "const", "anyOf", "$ref", "oneOf", "allOf")),
        sources=(issue("pydantic/pydantic-ai#4425", "2026"), _NODE_SDK),
        confidence=Confidence.MEDIUM,
    ),
    Rule(
        id="OAS-BOOLEAN",
        title="No boolean schemas",
        statement="A schema is an object, never true or false (additionalProperties: false apart).",
        demand=NoBooleanSchemas(),
        sources=(_NODE_SDK,),
        confidence=Confidence.MEDIUM,
    ),
    Rule(
        id="OAS-TUPLE",
        title="No lists of items",
        statement="items is one schema, not a list.",
        demand=NoItemsLists(),
        sources=(_NODE_SDK,),
        cure="Write one schema for all items, or an object with a property per place.",
    ),
    Rule(
        id="OAS-FORMATS",
        title="Formats",
        statement="format is one of date-time, time, date, duration, email, hostname, ipv4, ipv6, uuid.",
        demand=Formats((("", FORMATS),)),
        sources=(_GUIDE,),
    ),
    Rule(
        id="OAS-ENUM-TYPE",
        title="Enum values and type",
        statement="Every value of an enum or const is of the type beside it: null has a branch of its own.",
        demand=EnumFitsType(),
        sources=(
            issue("mastra-ai/mastra#23173", "2026-09-06"),
            issue("can1357/oh-my-pi#1835", "2026-06-04"),
            issue("eric-tramel/moraine#369", "2026-05-20"),
        ),
    ),
    Rule(
        id="OAS-ENUM-TOTAL",
        title="Values of all enums",
        statement="All enums of a schema have together at most 1,000 values.",
        demand=EnumTotal(1000),
        sources=(_GUIDE,),
        conflict="500 in the guide of 2025.",
    ),
    Rule(
        id="OAS-ENUM-CHARS",
        title="Characters of a long enum",
        statement="The texts of an enum with more than 250 values have together at most 15,000 characters.",
        demand=EnumCharacters(250, 15_000),
        sources=(_GUIDE,),
        conflict="7,500 in the vendor's Java SDK (2026-04-30).",
    ),
    Rule(
        id="OAS-REF-ALONE",
        title="Nothing beside $ref",
        statement="Beside $ref stands nothing, not even a description.",
        demand=Alone("$ref"),
        sources=(issue("virattt/dexter#280", "2026-06-18"), issue("camel-ai/camel#3001", "2025-08-10")),
        cure="Wrap the reference in `anyOf` with one member, or write out what it names.",
    ),
    Rule(
        id="OAS-REF-OUTSIDE",
        title="References to other documents",
        statement="References stay inside the schema.",
        demand=ReferencesInside(),
        sources=(_NODE_SDK,),
    ),
    Rule(
        id="OAS-REF-DANGLING",
        title="References that lead nowhere",
        statement="A reference leads to a place of the schema.",
        demand=ReferencesResolve(),
        sources=(_NODE_SDK, _JAVA_SDK),
    ),
    Rule(
        id="OAS-DEPTH",
        title="Nesting",
        statement="At most 10 schemas stand around a schema; definitions start at 1, references are not followed.",
        demand=Depth(10),
        sources=(_GUIDE, _JAVA_SDK),
        confidence=Confidence.MEDIUM,
        conflict="How levels are counted is not said; this is how the vendor's Java SDK counts.",
    ),
    Rule(
        id="OAS-DEPTH-OLD",
        title="Nesting, older limit",
        statement="Until early 2026 the limit was 5 levels, and some back ends keep it.",
        demand=Depth(5),
        sources=(_JAVA_SDK, issue("tidyverse/ellmer#671", "2025")),
        confidence=Confidence.MEDIUM,
        severity=Severity.WARNING,
        conflict="The guide of 2026-09-07 says 10.",
    ),
    Rule(
        id="OAS-PROPERTIES",
        title="Number of properties",
        statement="All objects of a schema have together at most 5,000 properties.",
        demand=PropertyTotal(5000),
        sources=(_GUIDE,),
        severity=Severity.WARNING,
        conflict="100 until mid-2025.",
    ),
    Rule(
        id="OAS-CHARACTERS",
        title="Characters of names and choices",
        statement="Names of properties and definitions, and enum and const values, have at most 120,000 characters.",
        demand=NameTotal(120_000),
        sources=(_GUIDE,),
        severity=Severity.WARNING,
        conflict="15,000 in the guide of 2025.",
    ),
    *inherited(openai.RULES, without=("OAI-ENUM-TYPE", "OAI-REF-ALONE", "OAI-ROOT-CONDITIONS")),
)

TARGET = Target(
    name="openai-strict",
    title="OpenAI, strict",
    reads="Chat Completions and Responses with `strict: true`; the same subset as Structured Outputs.",
    wire=openai.function_wire(strict=True),
    rules=RULES,
    unread=words.GOING,
    notes=(
        Note("A property that may be left out is required and takes null.", (_GUIDE,)),
        Note("Recursion through `#` and `#/$defs/…` is supported.", (_GUIDE,)),
        Note("Keys of the output follow the order of the schema.", (_GUIDE,)),
        Note(
            "Fine-tuned models lose pattern, format, lengths, numeric bounds and counts of items besides.",
            (_GUIDE,),
        ),
        Note(
            "A report of 2024 says that object branches of one anyOf must not begin with the same key.",
            (Source("https://zenn.dev", "2024"),),
        ),
    ),
)
