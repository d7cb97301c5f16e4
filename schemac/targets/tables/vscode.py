"""Visual Studio Code: its MCP client, and what Copilot does to schemas before a model sees them."""

from __future__ import annotations

from schemac.findings import Severity
from schemac.targets import vocabulary as words
from schemac.targets.checkers.dialects import SchemaMark, ValidSchema
from schemac.targets.checkers.keywords import Keywords
from schemac.targets.checkers.lists import NamesApart, ToolCount
from schemac.targets.checkers.names import NameLength, NamePattern, SchemaDescriptions
from schemac.targets.checkers.objects import RequiredDeclared
from schemac.targets.checkers.root import RootKeywords, RootType
from schemac.targets.checkers.types import ArrayItems, NoItemsLists, NullAmongTypes
from schemac.targets.model import Confidence, Note, Reach, Rule, Source, Target, issue
from schemac.targets.wire import MCP

_MCP = Source("https://github.com/microsoft/vscode/blob/main/src/vs/workbench/contrib/mcp/common/mcpServer.ts", "2026")
_NORMALIZER = Source(
    "https://github.com/microsoft/vscode/blob/main/extensions/copilot/src/extension/tools/common/toolSchemaNormalizer.ts",
    "2026",
)
_GPT4 = "gpt-4 models"
_SHORTEST_PREFIX = len("mcp_s_")
_UNSEEN = (
    "prefixItems",
    "$defs",
    "definitions",
    "dependentSchemas",
    "propertyNames",
    "unevaluatedItems",
    "unevaluatedProperties",
    "additionalItems",
    "contentSchema",
)

RULES = (
    Rule(
        id="VSC-NAME-CHARS",
        title="Characters of names",
        statement="Characters of a name other than letters, digits, underscore and hyphen become underscores.",
        demand=NamePattern(r"[a-zA-Z0-9_-]*", "made of letters, digits, '_' and '-'"),
        sources=(_MCP,),
        reach=Reach.SILENT,
        severity=Severity.WARNING,
        effect="replaces the other characters by '_'",
    ),
    Rule(
        id="VSC-NAME-LENGTH",
        title="Length of names",
        statement="The model sees mcp_<server>_<name>, cut to 64 characters; the shortest prefix has 6.",
        demand=NameLength(64, prefix=_SHORTEST_PREFIX),
        sources=(_MCP, issue("microsoft/vscode#243602", "2025-03-14")),
        reach=Reach.SILENT,
        severity=Severity.WARNING,
        effect="cuts it",
    ),
    Rule(
        id="VSC-NAME-ROOM",
        title="Room for the server's name",
        statement="The prefix with the server's name has up to 18 characters, which leaves 46.",
        demand=NameLength(64, prefix=18),
        sources=(_MCP,),
        reach=Reach.SILENT,
        severity=Severity.WARNING,
        effect="cuts it if the server's name is long",
    ),
    Rule(
        id="VSC-NAME-APART",
        title="Names that meet",
        statement="Names stay apart after characters were replaced and the end was cut.",
        demand=NamesApart(r"[^a-zA-Z0-9_-]", 64 - _SHORTEST_PREFIX),
        sources=(_MCP,),
        effect="may offer only one of the two",
    ),
    Rule(
        id="VSC-ROOT-TYPE",
        title="Root type",
        statement="A schema whose root is not of type object is replaced by an empty one.",
        demand=RootType(),
        sources=(_NORMALIZER,),
        reach=Reach.SILENT,
        effect="replaces the whole schema by an empty object, so that all parameters are lost",
    ),
    Rule(
        id="VSC-ROOT-KEYWORDS",
        title="Combinators at the root",
        statement="oneOf, anyOf, allOf, not, if, then and else are deleted at the root.",
        demand=RootKeywords(("oneOf", "anyOf", "allOf", "not", *words.CONDITIONALS)),
        sources=(_NORMALIZER,),
        reach=Reach.SILENT,
        severity=Severity.WARNING,
        effect="deletes it",
    ),
    Rule(
        id="VSC-DIALECT",
        title="$schema",
        statement="A $schema that names a draft after draft-07 makes VS Code leave the tool out.",
        demand=SchemaMark(("draft-04", "draft-06", "draft-07")),
        sources=(
            issue("microsoft/vscode#318984", "2026-05-29"),
            issue("microsoft/vscode#251315", "2025-06-12"),
        ),
        reach=Reach.TOOL,
        conflict="The specification of MCP says 2020-12 is the default.",
    ),
    Rule(
        id="VSC-VALID",
        title="Valid in draft-07",
        statement="The schema is valid by the metaschema of draft-07.",
        demand=ValidSchema("draft-07"),
        sources=(_MCP,),
        reach=Reach.TOOL,
        conflict="The specification of MCP says 2020-12 is the default; what stays inside both is safe.",
    ),
    Rule(
        id="VSC-ARRAY-ITEMS",
        title="Items of arrays",
        statement='Where type is "array", there are items, and not as false; a list of types is passed over.',
        demand=ArrayItems(listed=False, filled=True),
        sources=(_NORMALIZER,),
        unseen=_UNSEEN,
    ),
    Rule(
        id="VSC-ITEMS-LIST",
        title="Lists of items",
        statement=(
            'A list of items beside "type": "array" becomes one anyOf for gpt-4, claude and o4 models: positions are'
            " lost."
        ),
        demand=NoItemsLists(typed=True),
        sources=(_NORMALIZER,),
        reach=Reach.SILENT,
        severity=Severity.NOTE,
        models="gpt-4, claude and o4 models",
        effect="makes one anyOf of it, so that positions are lost",
        cure="Write an object with a property per place.",
        unseen=_UNSEEN,
    ),
    Rule(
        id="VSC-REQUIRED",
        title="Required names are properties",
        statement='Where type is "object" and there are properties, names in required that are none are deleted.',
        demand=RequiredDeclared(typed=True),
        sources=(_NORMALIZER,),
        reach=Reach.SILENT,
        severity=Severity.WARNING,
        effect="deletes the names",
        unseen=_UNSEEN,
    ),
    Rule(
        id="VSC-KEYWORDS",
        title="Keywords that are deleted",
        statement="Bounds, lengths, pattern, format, default, counts and the like are deleted for gpt-4 models.",
        demand=Keywords(
            (
                *words.LENGTHS,
                "pattern",
                "default",
                "format",
                "minimum",
                "maximum",
                "multipleOf",
                *words.PROPERTY_PATTERNS,
                *words.UNEVALUATED,
                *words.COUNTS_OF_PROPERTIES,
                *words.CONTAINS,
                *words.COUNTS_OF_ITEMS,
                "uniqueItems",
            ),
            binding=True,
        ),
        sources=(_NORMALIZER,),
        reach=Reach.SILENT,
        severity=Severity.NOTE,
        models=_GPT4,
        effect="deletes it",
        unseen=(*_UNSEEN, "patternProperties", "contains"),
    ),
    Rule(
        id="VSC-DESCRIPTION",
        title="Length of descriptions in schemas",
        statement="Descriptions inside the input schema over 1,024 characters are cut for gpt-4 models.",
        demand=SchemaDescriptions(1024),
        sources=(_NORMALIZER,),
        reach=Reach.SILENT,
        severity=Severity.NOTE,
        models=_GPT4,
        effect="cuts it",
        unseen=_UNSEEN,
    ),
    Rule(
        id="VSC-NULL",
        title="null among several types",
        statement="From a list of several types and null, null is taken out for Gemini models.",
        demand=NullAmongTypes(),
        sources=(_NORMALIZER,),
        reach=Reach.SILENT,
        severity=Severity.NOTE,
        models="Gemini models",
        effect="takes null out",
        unseen=_UNSEEN,
    ),
    Rule(
        id="VSC-TOOLS",
        title="Number of tools",
        statement="A request has at most 128 tools; from 64 on they are grouped into virtual ones.",
        demand=ToolCount(128),
        sources=(issue("microsoft/vscode#337428", "2026-09-23"), issue("microsoft/vscode#248021", "2025-05-02")),
        confidence=Confidence.MEDIUM,
        severity=Severity.WARNING,
        effect="groups them into virtual tools, and may still refuse the whole request",
    ),
)

TARGET = Target(
    name="vscode",
    title="Visual Studio Code",
    reads="Copilot's agent mode with MCP servers.",
    wire=MCP,
    rules=RULES,
    notes=(
        Note("A missing description is replaced by a placeholder, missing properties of the root by `{}`.", (_MCP,)),
        Note(
            "prefixItems, additionalItems, definitions, dependentSchemas, propertyNames and unevaluated* are not"
            " walked: what stands in them reaches the model as it is.",
            (_NORMALIZER,),
        ),
    ),
    dialect="draft-07",
)
