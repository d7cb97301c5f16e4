"""The Gemini API with ``parameters``: an OpenAPI-like Schema message, in which unknown fields are parse errors."""

from __future__ import annotations

from schemac.findings import Severity
from schemac.targets import vocabulary as words
from schemac.targets.checkers.dialects import ValidSchema
from schemac.targets.checkers.keywords import Alone, Keywords, KeywordsOnly
from schemac.targets.checkers.lists import NamesApart, ToolCount
from schemac.targets.checkers.names import NameLength, NamePattern
from schemac.targets.checkers.objects import FilledObjects, KeywordsOfType, PropertyNames, RequiredDeclared
from schemac.targets.checkers.root import RootType
from schemac.targets.checkers.types import (
    ArrayItems,
    NoBooleanSchemas,
    NoItemsLists,
    TypeGiven,
    TypeSingle,
    TypesWithout,
)
from schemac.targets.checkers.values import EnumOfType, EnumTextFilled, EnumTypes, Formats
from schemac.targets.model import Confidence, Note, Rule, Source, Target, issue
from schemac.targets.wire import Wire

_REFERENCE = Source("https://ai.google.dev/api/caching", "2026")
_VERTEX = Source(
    "https://cloud.google.com/vertex-ai/generative-ai/docs/reference/rest/v1beta1/FunctionDeclaration", "2026"
)
_SDK = Source("https://github.com/googleapis/python-genai", "2026-08-21")

FIELDS = (
    "type",
    "format",
    "title",
    "description",
    "nullable",
    "enum",
    "default",
    "example",
    "items",
    "minItems",
    "maxItems",
    "properties",
    "required",
    "minProperties",
    "maxProperties",
    "propertyOrdering",
    "minimum",
    "maximum",
    "minLength",
    "maxLength",
    "pattern",
    "anyOf",
)

NAME_RULES = (
    Rule(
        id="GEM-NAME-CHARS",
        title="Characters of names",
        statement="Names begin with a letter or underscore; then letters, digits, underscore, dot, colon, hyphen.",
        demand=NamePattern(
            r"(?:[a-zA-Z_][a-zA-Z0-9_.:-]*)?", "a letter or '_', then letters, digits, '_', '.', ':' and '-'"
        ),
        sources=(
            issue("kaitranntt/ccs#25", "2025-11-30"),
            issue("google-gemini/gemini-cli#9535", "2025-09-25"),
        ),
        conflict="The colon came about 2025-09.",
    ),
    Rule(
        id="GEM-NAME-LENGTH",
        title="Length of names",
        statement="Names have 1 to 64 characters.",
        demand=NameLength(64),
        sources=(issue("kaitranntt/ccs#25", "2025-11-30"),),
        confidence=Confidence.MEDIUM,
        conflict="63 in earlier messages (2025-04), 128 in the vendor's Python SDK (2026-08-21).",
    ),
    Rule(
        id="GEM-NAME-UNIQUE",
        title="Unique names",
        statement="No two declarations of a request have the same name, since calls name them.",
        demand=NamesApart(),
        sources=(_REFERENCE,),
        confidence=Confidence.MEDIUM,
    ),
)
COUNT_RULES = (
    Rule(
        id="GEM-TOOLS",
        title="Number of declarations",
        statement="A request has at most 512 declarations.",
        demand=ToolCount(512),
        sources=(
            issue("google-gemini/gemini-cli#25440", "2026-04-15"),
            issue("google-gemini/gemini-cli#19083", "2026-02-14"),
        ),
        confidence=Confidence.MEDIUM,
        severity=Severity.WARNING,
    ),
    Rule(
        id="GEM-TOOLS-VERTEX",
        title="Number of declarations, Vertex",
        statement="Vertex documents at most 128 declarations.",
        demand=ToolCount(128),
        sources=(_VERTEX,),
        confidence=Confidence.MEDIUM,
        severity=Severity.WARNING,
        conflict="512 were observed on the Developer API (2026-02-14).",
    ),
)

RULES = (
    *NAME_RULES,
    Rule(
        id="GEM-ROOT-TYPE",
        title="Root type",
        statement="The root is of type object.",
        demand=RootType(),
        sources=(_VERTEX,),
    ),
    Rule(
        id="GEM-FIELDS",
        title="Known fields only",
        statement=(
            "A schema has no keywords but the fields of the Schema message: no $ref, const, additionalProperties,"
            " oneOf, allOf, exclusive bounds, $schema or x-…."
        ),
        demand=KeywordsOnly(FIELDS),
        sources=(
            issue("pizza-bot-app/pizza-bot#62", "2026-09-07"),
            issue("router-for-me/CLIProxyAPI#5065", "2026-08-19"),
            _REFERENCE,
        ),
        conflict=(
            "Vertex has additionalProperties, ref and defs besides; an error path of 2026-09-15"
            " (cortexkit/antigravity-auth#17) hints at oneOf inside."
        ),
    ),
    Rule(
        id="GEM-DEFAULT",
        title="default",
        statement="default is a field, yet some gateways refuse it.",
        demand=Keywords(("default",)),
        sources=(issue("zendev-sh/goai#108", "2026-06-20"), _REFERENCE),
        confidence=Confidence.MEDIUM,
        severity=Severity.WARNING,
        effect="takes it, and some gateways before it refuse the whole request",
        conflict="The API reference (2026) has the field; a report of 2026-06-20 tells of refusal.",
    ),
    Rule(
        id="GEM-TYPE-SINGLE",
        title="One type",
        statement="type is one name, never a list.",
        demand=TypeSingle(),
        sources=(
            issue("taylorwilsdon/google_workspace_mcp#1099", "2026-09-06"),
            issue("OpenDigitalProductFactory/opendigitalproductfactory#4792", "2026-08-28"),
        ),
        cure="Write one type; `nullable: true` for null, `anyOf` for a choice.",
    ),
    Rule(
        id="GEM-TYPE",
        title="A type everywhere",
        statement="Every schema has a type, unless it has anyOf.",
        demand=TypeGiven(("anyOf", "$ref", "oneOf", "allOf")),
        sources=(
            issue("NousResearch/hermes-agent#89673", "2026-08-19"),
            issue("UKGovernmentBEIS/inspect_ai#3097", "2026-01-22"),
        ),
        conflict="Models before Gemini 3 let it pass.",
    ),
    Rule(
        id="GEM-NULL",
        title="No type null",
        statement="No schema is of type null; nullable: true says that null is valid.",
        demand=TypesWithout(("null",)),
        sources=(_SDK, issue("laravel/ai#386", "2026-04-11")),
        confidence=Confidence.LOW,
        severity=Severity.WARNING,
        conflict="The type enum of current SDKs has NULL, and their converters avoid it; no refusal was reported.",
    ),
    Rule(
        id="GEM-ANYOF-ALONE",
        title="Nothing beside anyOf",
        statement="Beside anyOf stands nothing.",
        demand=Alone("anyOf"),
        sources=(issue("vercel/ai#19000", "2026-08-18"), _VERTEX),
        confidence=Confidence.MEDIUM,
        conflict="Vertex refuses it always, the Developer API not always.",
        cure="Move the other keywords into each branch.",
    ),
    Rule(
        id="GEM-ENUM-TEXT",
        title="Enum values are texts",
        statement="Values of enums are texts.",
        demand=EnumTypes(("string",)),
        sources=(
            issue("cortexkit/antigravity-auth#17", "2026-09-15"),
            issue("google-gemini/gemini-cli#2031", "2025"),
        ),
    ),
    Rule(
        id="GEM-ENUM-FILLED",
        title="No empty text in enums",
        statement="No value of an enum is the empty text.",
        demand=EnumTextFilled(),
        sources=(issue("lobehub/lobehub#17293", "2026-07-17"), issue("BerriAI/litellm#14155", "2025-09-01")),
    ),
    Rule(
        id="GEM-ENUM-STRING",
        title="Enums on strings",
        statement="An enum stands beside type string.",
        demand=EnumOfType("string"),
        sources=(issue("weave-os/router#65", "2026-05-12"), issue("google-gemini/gemini-cli#2031", "2025")),
    ),
    Rule(
        id="GEM-FORMATS",
        title="Formats",
        statement=("format is enum or date-time on strings, float or double on numbers, int32 or int64 on integers."),
        demand=Formats(
            (
                ("string", ("enum", "date-time")),
                ("number", ("float", "double")),
                ("integer", ("int32", "int64")),
                ("", ()),
            )
        ),
        sources=(issue("google-gemini/gemini-cli#3178", "2025-07-03"), _REFERENCE),
        conflict="The documentation lists more formats than pass.",
    ),
    Rule(
        id="GEM-ITEMS",
        title="Items of arrays",
        statement="Every array has items.",
        demand=ArrayItems(),
        sources=(issue("maximhq/bifrost#225", "2026-05-08"), issue("cline/cline#7339", "2025-11")),
    ),
    Rule(
        id="GEM-ITEMS-LIST",
        title="No lists of items",
        statement="items is one schema, not a list.",
        demand=NoItemsLists(),
        sources=(_REFERENCE,),
        cure="Write one schema for all items, or an object with a property per place.",
    ),
    Rule(
        id="GEM-ITEMS-ON-ARRAYS",
        title="Items on arrays only",
        statement="items stands only beside type array.",
        demand=KeywordsOfType("array", ("items",)),
        sources=(issue("maximhq/bifrost#225", "2026-05-08"),),
    ),
    Rule(
        id="GEM-PROPERTIES-ON-OBJECTS",
        title="Properties on objects only",
        statement="properties and required stand only beside type object.",
        demand=KeywordsOfType("object", ("properties", "required")),
        sources=(issue("Kilo-Org/kilocode#11955", "2026-07-06"),),
    ),
    Rule(
        id="GEM-REQUIRED-DECLARED",
        title="Required names are properties",
        statement="Every name in required is a property.",
        demand=RequiredDeclared(),
        sources=(issue("Kilo-Org/kilocode#11955", "2026-07-06"),),
    ),
    Rule(
        id="GEM-FILLED",
        title="Objects with properties",
        statement="An object below the root declares properties.",
        demand=FilledObjects(),
        sources=(
            issue("langchain-ai/langchain-google#416", "2024-08"),
            issue("agno-agi/agno#2112", "2025-03"),
        ),
        confidence=Confidence.MEDIUM,
        severity=Severity.WARNING,
        conflict="Refused from 2024-08 to 2025-03, taken in 2026-03 (bug-ops/zeph#1641).",
    ),
    Rule(
        id="GEM-PROPERTY-NAMES",
        title="Names of properties",
        statement="Names of properties are a letter or underscore, then letters, digits, underscores, up to 64.",
        demand=PropertyNames(r"[a-zA-Z_][a-zA-Z0-9_]{0,63}", "a letter or '_', then up to 63 letters, digits and '_'"),
        sources=(_VERTEX,),
        confidence=Confidence.MEDIUM,
        severity=Severity.WARNING,
        conflict="Documented, not seen enforced.",
    ),
    Rule(
        id="GEM-BOOLEAN",
        title="No boolean schemas",
        statement="A schema is an object, never true or false.",
        demand=NoBooleanSchemas(),
        sources=(issue("google/adk-python#4531", "2026-02-18"),),
    ),
    Rule(
        id="GEM-VALID",
        title="Forms of fields",
        statement="Fields have the form that JSON Schema gives them: a field of another form is a parse error.",
        demand=ValidSchema("2020-12"),
        sources=(issue("WordPress/ai-provider-for-google#33", "2026-07-27"), _REFERENCE),
        confidence=Confidence.MEDIUM,
    ),
    *COUNT_RULES,
)

TARGET = Target(
    name="gemini",
    title="Gemini, parameters",
    reads="`functionDeclarations` with `parameters` (Developer API; Vertex takes a little more).",
    wire=Wire(
        tool={"name": "$name", "description": "$description", "parameters": "$schema"},
        frame={"tools": [{"functionDeclarations": "$tools"}]},
        omit_empty=True,
    ),
    rules=RULES,
    unread=tuple(name for name in words.HOLDING if name not in FIELDS),
    notes=(
        Note(
            "A tool without parameters leaves `parameters` out; where calls are forced that was refused in 2025-06.",
            (_VERTEX, issue("googleapis/python-genai#981", "2025-06-16")),
        ),
        Note("The order of properties is kept only with `propertyOrdering`.", (_REFERENCE,)),
        Note(
            "Large schemas fail with `too many states for serving`; no numbers are published.",
            (issue("googleapis/python-genai#2293", "2026-04-16"),),
        ),
        Note("Neither maps nor recursion can be said.", (_REFERENCE,)),
    ),
)
