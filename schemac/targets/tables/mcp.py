"""MCP itself: what a client may demand of a tool, whatever model stands behind it."""

from __future__ import annotations

from schemac.findings import Severity
from schemac.targets.checkers.dialects import SchemaMark, ValidSchema
from schemac.targets.checkers.lists import NamesApart
from schemac.targets.checkers.names import MembersKnown, NameLength, NamePattern
from schemac.targets.checkers.protocol import HeaderMarks, MetaKeyForm, MetaKeyFree
from schemac.targets.checkers.references import ReferencesInside, ReferencesResolve
from schemac.targets.checkers.root import OutputRoot, RootForm, RootType
from schemac.targets.model import Confidence, Note, Reach, Rule, Source, Target, issue
from schemac.targets.wire import MCP

_SPECIFICATION = "https://modelcontextprotocol.io/specification"
_TOOLS = Source(f"{_SPECIFICATION}/2026-07-28/server/tools", "2026-07-28")
_TOOLS_2025 = Source(f"{_SPECIFICATION}/2025-11-25/server/tools", "2025-11-25")
_BASIC = Source(f"{_SPECIFICATION}/2026-07-28/basic", "2026-07-28")
_SCHEMA_2025 = Source(f"{_SPECIFICATION}/2025-11-25/schema", "2025-11-25")
_SDK = Source("https://github.com/modelcontextprotocol/typescript-sdk", "2026-08-18")
_PYTHON_SDK = Source("https://github.com/modelcontextprotocol/python-sdk", "2026-08-20")

TOOL_MEMBERS = (
    "name",
    "title",
    "description",
    "icons",
    "inputSchema",
    "outputSchema",
    "annotations",
    "execution",
    "_meta",
)
ANNOTATIONS = ("title", "readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint")

RULES = (
    Rule(
        id="MCP-NAME-CHARS",
        title="Characters of names",
        statement="Tool names consist of letters, digits, underscore, hyphen and dot.",
        demand=NamePattern(r"[A-Za-z0-9_.-]*", "made of letters, digits, '_', '-' and '.'"),
        sources=(_TOOLS, _TOOLS_2025),
        reach=Reach.TOOL,
        severity=Severity.WARNING,
        effect="recommends against it, and clients may leave the tool out",
        conflict="The version of 2025-06-18 has no rule on names; later ones recommend, they do not demand.",
    ),
    Rule(
        id="MCP-NAME-LENGTH",
        title="Length of names",
        statement="Tool names have 1 to 128 characters.",
        demand=NameLength(128),
        sources=(_TOOLS, _TOOLS_2025),
        reach=Reach.TOOL,
        severity=Severity.WARNING,
        effect="recommends against it, and clients may leave the tool out",
        conflict="The version of 2025-06-18 has no rule on names; later ones recommend, they do not demand.",
    ),
    Rule(
        id="MCP-NAME-UNIQUE",
        title="Unique names",
        statement="Tool names are unique within a server, letter case counting.",
        demand=NamesApart(),
        sources=(_TOOLS, issue("XSpoonAi/spoon-core#16", "2025-06-03")),
        effect="calls the tools by name, and only one of the two can be reached",
    ),
    Rule(
        id="MCP-ROOT-TYPE",
        title="Root of the input schema",
        statement='The input schema is an object whose type is the text "object"; a list of types is refused.',
        demand=RootType(),
        sources=(_TOOLS, issue("anthropics/claude-code#88049", "2026-08-19")),
        reach=Reach.SERVER,
        effect="clients refuse the whole list for it, so that all tools of the server are lost",
    ),
    Rule(
        id="MCP-ROOT-FORM",
        title="Form of properties and required",
        statement="At the root, properties is an object of objects and required an array of texts; never null.",
        demand=RootForm(),
        sources=(_SCHEMA_2025, _SDK, issue("anthropics/claude-code#44364", "2026-04-06")),
        reach=Reach.SERVER,
        effect="clients refuse the whole list for it, so that all tools of the server are lost",
        conflict="The version of 2026-07-28 takes boolean schemas of properties; those of 2025 do not.",
    ),
    Rule(
        id="MCP-OUTPUT-ROOT",
        title="Root of the output schema",
        statement="An output schema is of type object at its root.",
        demand=OutputRoot(),
        sources=(_SCHEMA_2025, _SDK),
        reach=Reach.SERVER,
        effect="clients before 2026-07-28 refuse the whole list for it, so that all tools of the server are lost",
        conflict="The version of 2026-07-28 takes any JSON Schema object.",
    ),
    Rule(
        id="MCP-VALID",
        title="Valid schemas",
        statement="A schema is valid in the draft that it declares, or in 2020-12 where it declares none.",
        demand=ValidSchema(),
        sources=(_BASIC,),
        reach=Reach.TOOL,
    ),
    Rule(
        id="MCP-VALID-OUTPUT",
        title="Valid output schemas",
        statement="An output schema is valid in the draft that it declares, or in 2020-12 where it declares none.",
        demand=ValidSchema(output=True),
        sources=(_BASIC,),
        reach=Reach.TOOL,
        effect="cannot check the tool's results, and clients refuse them",
    ),
    Rule(
        id="MCP-DIALECT",
        title="Drafts that clients know",
        statement="Clients must know 2020-12; common ones know 2019-09, draft-07 and draft-06 besides.",
        demand=SchemaMark(("2020-12", "2019-09", "draft-07", "draft-06")),
        sources=(_BASIC, _SDK),
        reach=Reach.TOOL,
        severity=Severity.WARNING,
        effect="leaves it to clients whether they read it",
    ),
    Rule(
        id="MCP-REF-OUTSIDE",
        title="References to other documents",
        statement="References stay inside the schema: clients fetch nothing, and refuse what they cannot resolve.",
        demand=ReferencesInside(),
        sources=(_BASIC,),
        reach=Reach.TOOL,
    ),
    Rule(
        id="MCP-REF-DANGLING",
        title="References that lead nowhere",
        statement="A reference leads to a place of the schema.",
        demand=ReferencesResolve(),
        sources=(_BASIC, issue("anthropics/claude-code#76040", "2026-07-09")),
        confidence=Confidence.MEDIUM,
        reach=Reach.TOOL,
    ),
    Rule(
        id="MCP-REF-OUTPUT",
        title="References of output schemas that lead nowhere",
        statement="A reference in an output schema leads to a place of it; clients that check results fail otherwise.",
        demand=ReferencesResolve(output=True),
        sources=(issue("anthropics/claude-code#76040", "2026-07-09"), _SDK),
        confidence=Confidence.MEDIUM,
        reach=Reach.TOOL,
        effect="cannot check the tool's results, and clients refuse them",
    ),
    Rule(
        id="MCP-HEADER",
        title="x-mcp-header",
        statement=(
            "x-mcp-header is a header name, unique without regard to case, on a string, integer or boolean property"
            " that the root reaches through properties alone."
        ),
        demand=HeaderMarks(("string", "integer", "boolean")),
        sources=(_TOOLS, Source(f"{_SPECIFICATION}/2026-07-28/basic/transports/streamable-http", "2026-07-28")),
        reach=Reach.TOOL,
        effect="clients over HTTP leave the tool out",
        conflict="The TypeScript SDK (2026-08-18) also takes type number.",
    ),
    Rule(
        id="MCP-META-FORM",
        title="Keys of _meta",
        statement="A key of _meta is an optional prefix of labels with a slash, and a name.",
        demand=MetaKeyForm(),
        sources=(_BASIC,),
        reach=Reach.TOOL,
        severity=Severity.WARNING,
        effect="does not allow it, and clients may drop the key",
    ),
    Rule(
        id="MCP-META-RESERVED",
        title="Reserved keys of _meta",
        statement="Prefixes with a label mcp or modelcontextprotocol belong to the protocol.",
        demand=MetaKeyFree(
            ("mcp", "modelcontextprotocol"),
            (
                "io.modelcontextprotocol/protocolVersion",
                "io.modelcontextprotocol/clientInfo",
                "io.modelcontextprotocol/clientCapabilities",
                "io.modelcontextprotocol/logLevel",
                "io.modelcontextprotocol/subscriptionId",
            ),
        ),
        sources=(_BASIC, Source(f"{_SPECIFICATION}/2025-06-18/basic", "2025-06-18")),
        reach=Reach.TOOL,
        severity=Severity.WARNING,
        effect="keeps it for itself",
        conflict=(
            "2025-06-18 reserves the label before the last, 2025-11-25 and later the second; a label anywhere falls"
            " under one or the other reading."
        ),
    ),
    Rule(
        id="MCP-MEMBERS",
        title="Members of a tool",
        statement="Clients drop members of a tool that the protocol does not have.",
        demand=MembersKnown(TOOL_MEMBERS),
        sources=(_SDK, _PYTHON_SDK),
        reach=Reach.SILENT,
        severity=Severity.WARNING,
        effect="clients with the TypeScript SDK or version 2 of the Python SDK drop such members",
        conflict="Version 1 of the Python SDK keeps them.",
    ),
    Rule(
        id="MCP-ANNOTATIONS",
        title="Members of annotations",
        statement="Clients drop annotations that the protocol does not have.",
        demand=MembersKnown(ANNOTATIONS, inside="annotations"),
        sources=(_SDK,),
        reach=Reach.SILENT,
        severity=Severity.WARNING,
        effect="clients with the TypeScript SDK drop such members",
    ),
)

TARGET = Target(
    name="mcp",
    title="Model Context Protocol",
    reads="Any MCP client, as the specification describes it (versions 2025-06-18 to 2026-07-28).",
    wire=MCP,
    keeps_schemas=True,
    rules=RULES,
    notes=(
        Note("Root combinators, references and every other keyword of 2020-12 are free.", (_TOOLS,)),
        Note("Unknown keywords such as `x-…` in a schema are kept by the official clients.", (_SDK, _PYTHON_SDK)),
        Note("There is no limit on the number of tools, on descriptions, or on the size of schemas.", (_TOOLS,)),
        Note(
            "Without annotations a tool counts as destructive and open-world, not as read-only or idempotent.",
            (_SCHEMA_2025,),
        ),
        Note(
            "Arguments that the schema refuses are a tool error from 2025-11-25 on, a protocol error before.", (_TOOLS,)
        ),
    ),
    strict="strict",
)
