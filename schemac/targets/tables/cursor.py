"""Cursor: closed source, known from reports."""

from __future__ import annotations

from schemac.findings import Severity
from schemac.targets import vocabulary as words
from schemac.targets.checkers.keywords import Keywords
from schemac.targets.checkers.lists import NamesApart, ToolCount
from schemac.targets.checkers.names import NameLength
from schemac.targets.checkers.root import RootType
from schemac.targets.checkers.types import TypeSingle
from schemac.targets.model import Confidence, Note, Reach, Rule, Source, Target, issue
from schemac.targets.wire import MCP

_PROTOCOL = Source("https://modelcontextprotocol.io/specification/2026-07-28/server/tools", "2026-07-28")

RULES = (
    Rule(
        id="CUR-NAME-LENGTH",
        title="Length of names",
        statement="The server's name and the tool's have together at most 59 characters.",
        demand=NameLength(59, prefix=1),
        sources=(
            issue("ComposioHQ/composio#2788", "2026-02-27"),
            issue("awslabs/mcp#1283", "2025-09-15"),
            issue("sparfenyuk/mcp-proxy#45", "2025-04-08"),
        ),
        reach=Reach.TOOL,
        conflict="The warning says that it exceeds 60, yet a sum of 60 was left out.",
    ),
    Rule(
        id="CUR-NAME-ROOM",
        title="Room for the server's name",
        statement="A name of up to 40 characters leaves room for the server's.",
        demand=NameLength(40),
        sources=(issue("sparfenyuk/mcp-proxy#45", "2025-04-08"),),
        confidence=Confidence.MEDIUM,
        reach=Reach.TOOL,
        severity=Severity.WARNING,
        effect="leaves the tool out if the server's name is long",
    ),
    Rule(
        id="CUR-NAME-UNIQUE",
        title="Unique names",
        statement="Tool names are unique within a server.",
        demand=NamesApart(),
        sources=(_PROTOCOL,),
        confidence=Confidence.MEDIUM,
        effect="calls the tools by name, and only one of the two can be reached",
    ),
    Rule(
        id="CUR-ROOT-TYPE",
        title="Root type",
        statement='The root says "type": "object", as the protocol demands.',
        demand=RootType(),
        sources=(_PROTOCOL,),
        confidence=Confidence.MEDIUM,
        reach=Reach.SERVER,
    ),
    Rule(
        id="CUR-NULL",
        title="null in a list of types",
        statement="Arguments of a property whose type is a list with null are mis-validated.",
        demand=TypeSingle(nullable_only=True),
        sources=(issue("cursor/cursor#3778", "2025-11-13"),),
        confidence=Confidence.MEDIUM,
        reach=Reach.TOOL,
        severity=Severity.WARNING,
        effect="may refuse arguments of the tool",
        cure="Write `anyOf` with a branch for null, or make the property optional.",
        used=True,
    ),
    Rule(
        id="CUR-REF",
        title="References",
        statement="Arguments behind $ref were sent as text instead of objects.",
        demand=Keywords(("$ref",), once=True),
        sources=(issue("IvanMurzak/Unity-MCP#284", "2025-10-17"),),
        confidence=Confidence.LOW,
        reach=Reach.TOOL,
        severity=Severity.WARNING,
        effect="may send the argument as text",
        cure="Write out what the reference names; dispatch decodes such text.",
        unseen=words.DEFINITIONS,
    ),
    Rule(
        id="CUR-TOOLS",
        title="Number of tools",
        statement="Only the first 40 tools were sent in 2025; later there was a warning at 80.",
        demand=ToolCount(40),
        sources=(issue("anyproto/anytype-mcp#5", "2025-06-25"), issue("Snowflake-Labs/mcp#77", "2025-09-02")),
        confidence=Confidence.MEDIUM,
        reach=Reach.TOOL,
        severity=Severity.WARNING,
        effect="may leave out those after the first 40",
        conflict="40 from 2025-04 to 2025-06, a warning at 80 in 2025-09.",
    ),
)

TARGET = Target(
    name="cursor",
    title="Cursor",
    reads="Cursor's agent with MCP servers.",
    wire=MCP,
    rules=RULES,
    notes=(
        Note(
            "Optional texts that were not given may arrive as empty text.", (issue("cursor/cursor#3614", "2025-09-22"),)
        ),
    ),
)
