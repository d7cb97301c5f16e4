"""Making a manifest from a saved ``tools/list`` result."""

from __future__ import annotations

from schemac.findings.entry import Entry, error, note, warning

ENTRIES: tuple[Entry, ...] = (
    error(
        "import-not-a-tool-list",
        "The input is not a list of tools.",
        cause=(
            "Import reads a `tools/list` result, a JSON-RPC response around one, an array of either (the pages of a "
            "list), or a bare array of tools. The input is none of these, or it is the error that the server answered."
        ),
        cure="Save what the server answers to `tools/list` and import that.",
        example='{"jsonrpc": "2.0", "id": 1, "error": {"code": -32601, "message": "Method not found"}}',
    ),
    warning(
        "import-list-incomplete",
        "The list has further pages that are not in the input.",
        cause="The last page has a `nextCursor`, so the server has more tools than were saved.",
        cure="Fetch the remaining pages and import an array of all of them.",
        example='{"tools": [{"name": "a", "inputSchema": {"type": "object"}}], "nextCursor": "page-2"}',
    ),
    error(
        "import-tool-invalid",
        "An entry of the list is not a tool that a manifest can hold.",
        cause=(
            "The entry is not an object, its name is missing or is not 1 to 128 of the characters A-Z, a-z, 0-9, `_`, "
            "`.` and `-`, or one of its schemas is not a JSON object that takes an object."
        ),
        cure="Correct the tool in its server, or leave such entries out with `--on-invalid omit`.",
        example='{"tools": [{"name": "get weather", "inputSchema": {"type": "object"}}]}',
    ),
    warning(
        "import-tool-omitted",
        "An entry of the list is not a tool that a manifest can hold, and was left out.",
        cause="As with `import-tool-invalid`; `--on-invalid omit` was given.",
        cure="Correct the tool in its server and import again.",
        example="$ schemac import --on-invalid omit tools.json",
    ),
    warning(
        "import-tool-repeated",
        "A tool is listed more than once.",
        cause=(
            "The entries are equal, which happens when pages of a list overlap, or they differ and "
            "`--on-duplicate first` was given. The first is kept."
        ),
        cure="Let the server list each tool once.",
        example="""[{"name": "ping", "inputSchema": {"type": "object"}},
 {"name": "ping", "inputSchema": {"type": "object"}}]""",
    ),
    error(
        "import-tool-conflict",
        "A tool is listed more than once, and the entries differ.",
        cause="Which of them a call reaches is for the server to say; import cannot know.",
        cure="Correct the server, or keep the entry listed first with `--on-duplicate first`.",
        example="""[{"name": "ping", "inputSchema": {"type": "object"}},
 {"name": "ping", "description": "Ping a host.", "inputSchema": {"type": "object"}}]""",
    ),
    warning(
        "import-member-moved",
        "A member that a manifest does not take there was moved to the tool's `_meta`.",
        cause=(
            "MCP does not define the member, it does not have the type that MCP gives it, or a manifest would read it "
            "as something else, as it would `requires`."
        ),
        cure="Nothing needs to be done; clients find the value in `_meta` under the same name.",
        example='{"name": "ping", "inputSchema": {"type": "object"}, "annotations": {"category": "network"}}',
    ),
    warning(
        "import-schema-completed",
        "An input schema that does not say that it takes an object was completed.",
        cause=(
            "MCP passes arguments as an object, so that an input schema has `type: object` at its root. The schema is "
            "missing, has no `type`, or also lists other types."
        ),
        cure="Nothing needs to be done, unless the tool takes arguments that its server does not declare.",
        example='{"tools": [{"name": "ping"}]}',
    ),
    warning(
        "import-gate-in-schema",
        "A schema has a keyword that a manifest reads as a gate.",
        cause=(
            "`x-requires` hides the part of the schema that it stands in from callers without the predicate, and "
            "`x-default-for` sets a default. Here it came from the server that was imported."
        ),
        cure="Keep the keyword if it means that; otherwise take it out of the manifest.",
        example='{"type": "object", "properties": {"force": {"type": "boolean", "x-requires": "admin"}}}',
    ),
    error(
        "import-namespace-conflict",
        "Names cannot be grouped by namespace.",
        cause=(
            "A namespace becomes one tool named as the namespace. A tool of the list has that name already, or a "
            "name has an empty part, as `billing.` has."
        ),
        cure="Import with `--group-by prefix`.",
        example="""[{"name": "billing", "inputSchema": {"type": "object"}},
 {"name": "billing.get", "inputSchema": {"type": "object"}}]""",
    ),
    note(
        "import-tool-new",
        "A tool is listed that was not there at the last import.",
        cause="The manifest that stands beside the generated list is never changed, so it does not name it.",
        cure="Give the tool a group, and a gate if it needs one, under `overrides` in the manifest.",
        example="$ schemac import --overlay -o shop.yaml tools.json    # a second time",
    ),
    note(
        "import-tool-gone",
        "A tool that was there at the last import is no longer listed.",
        cause="The manifest that stands beside the generated list is never changed, so it may still name this tool.",
        cure="Remove what the manifest says about the tool under `overrides`.",
        example="$ schemac import --overlay -o shop.yaml tools.json    # a second time",
    ),
)
