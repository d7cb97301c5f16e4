"""The Gemini API with ``parametersJsonSchema``: JSON Schema, of which a part is enforced and the rest ignored."""

from __future__ import annotations

from schemac.findings import Severity
from schemac.targets import vocabulary as words
from schemac.targets.checkers.keywords import Alone, Keywords
from schemac.targets.checkers.references import NoRecursion, ReferencesInside, ReferencesResolve
from schemac.targets.checkers.root import RootDefinitions, RootType
from schemac.targets.checkers.types import NoBooleanSchemas
from schemac.targets.checkers.values import EnumTypes
from schemac.targets.model import Confidence, Note, Reach, Rule, Source, Target, issue
from schemac.targets.tables import gemini
from schemac.targets.wire import Wire

_REFERENCE = Source(
    "https://googleapis.github.io/js-genai/release_docs/interfaces/types.FunctionDeclaration.html", "2026"
)
_LISTED = Source("https://ai.google.dev/api/generate-content", "2026")

ENFORCED = (
    "$ref",
    "type",
    "format",
    "enum",
    "items",
    "prefixItems",
    *words.COUNTS_OF_ITEMS,
    "minimum",
    "maximum",
    "anyOf",
    "oneOf",
    "properties",
    "additionalProperties",
    "required",
)

IGNORED = tuple(name for name in words.CONSTRAINTS if name not in ENFORCED)
_IGNORED_HOLDING = tuple(name for name in words.HOLDING if name in IGNORED)

RULES = (
    *gemini.NAME_RULES,
    Rule(
        id="GJS-ROOT-TYPE",
        title="Root type",
        statement="The root is of type object.",
        demand=RootType(),
        sources=(_REFERENCE,),
    ),
    Rule(
        id="GJS-ONEOF",
        title="oneOf is read as anyOf",
        statement="oneOf is taken and read as anyOf; that makes a difference where a value can fit two branches.",
        demand=Keywords(("oneOf",), binding=True),
        sources=(_LISTED,),
        confidence=Confidence.MEDIUM,
        reach=Reach.SILENT,
        severity=Severity.WARNING,
        effect="reads it as anyOf",
        cure="Write `anyOf`, unless values that fit two branches must be refused.",
        unseen=_IGNORED_HOLDING,
        used=True,
    ),
    Rule(
        id="GJS-IGNORED",
        title="Keywords that are ignored",
        statement="Constraints outside the list, such as lengths, pattern, const, not, allOf, are taken and ignored.",
        demand=Keywords(IGNORED, binding=True),
        sources=(issue("vercel/ai#18325", "2026-08-10"), _LISTED),
        confidence=Confidence.MEDIUM,
        reach=Reach.SILENT,
        severity=Severity.WARNING,
        conflict="A report of 2026-08-31 (agenc-core#1890) says that tools have a contract of their own.",
        unseen=_IGNORED_HOLDING,
        used=True,
    ),
    Rule(
        id="GJS-ENUM-TYPES",
        title="Enum values",
        statement="Values of enums are texts or numbers.",
        demand=EnumTypes(("string", "number")),
        sources=(_LISTED,),
        confidence=Confidence.MEDIUM,
        severity=Severity.WARNING,
    ),
    Rule(
        id="GJS-REF-BESIDE",
        title="Beside $ref",
        statement="Beside $ref only keywords that begin with $ are honoured.",
        demand=Alone("$ref", ("$defs", "$id", "$anchor", "$schema", "$comment")),
        sources=(_LISTED,),
        confidence=Confidence.MEDIUM,
        reach=Reach.SILENT,
        severity=Severity.WARNING,
        effect="ignores what stands beside it",
        cure="Wrap the reference in `anyOf` with one member, or write out what it names.",
        unseen=_IGNORED_HOLDING,
        used=True,
    ),
    Rule(
        id="GJS-DEFINITIONS",
        title="Definitions at the root",
        statement="Definitions stand at the root; deeper ones are not found.",
        demand=RootDefinitions(("$defs",)),
        sources=(issue("google-gemini/gemini-cli#13326", "2025-11-18"),),
        confidence=Confidence.MEDIUM,
    ),
    Rule(
        id="GJS-RECURSION",
        title="Recursion",
        statement="A schema contains itself only through properties that may be left out; it is unrolled a few levels.",
        demand=NoRecursion(optional_is_free=True),
        sources=(_LISTED, issue("googleapis/python-genai#1122", "2025-08-25")),
        confidence=Confidence.MEDIUM,
        cure="Take the property that leads back out of `required`.",
    ),
    Rule(
        id="GJS-REF-DANGLING",
        title="References that lead nowhere",
        statement="A reference leads to a place of the schema.",
        demand=ReferencesResolve(),
        sources=(issue("google-gemini/gemini-cli#13326", "2025-11-18"),),
        confidence=Confidence.MEDIUM,
    ),
    Rule(
        id="GJS-REF-OUTSIDE",
        title="References to other documents",
        statement="References stay inside the schema.",
        demand=ReferencesInside(),
        sources=(_LISTED,),
        confidence=Confidence.MEDIUM,
    ),
    Rule(
        id="GJS-BOOLEAN",
        title="No boolean schemas of properties",
        statement="The schema of a property is an object, never true or false.",
        demand=NoBooleanSchemas(properties_only=True),
        sources=(issue("router-for-me/CLIProxyAPI#3551", "2026-05-25"),),
        confidence=Confidence.MEDIUM,
    ),
    *gemini.COUNT_RULES,
)

TARGET = Target(
    name="gemini-json-schema",
    title="Gemini, parametersJsonSchema",
    reads="`functionDeclarations` with `parametersJsonSchema`.",
    wire=Wire(
        tool={"name": "$name", "description": "$description", "parametersJsonSchema": "$schema"},
        frame={"tools": [{"functionDeclarations": "$tools"}]},
    ),
    rules=RULES,
    notes=(
        Note("A declaration has `parameters` or `parametersJsonSchema`, never both.", (_REFERENCE,)),
        Note(
            "Lists of types, unions and bare arrays, refused in `parameters`, pass here.",
            (issue("NousResearch/hermes-agent#98928", "2026-08-30"),),
        ),
        Note(
            "The Live API takes only `parameters`.", (Source("https://github.com/googleapis/python-genai", "2026-08"),)
        ),
        Note("The list of keywords is documented for responses; that it holds for tools is an assumption.", (_LISTED,)),
    ),
)
