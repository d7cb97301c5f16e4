"""What a surface cannot carry, names and collisions."""

from __future__ import annotations

from schemac.findings.entry import Entry, error, note, warning

ENTRIES: tuple[Entry, ...] = (
    error(
        "facade-name-collision",
        "A facade would have a name that is taken.",
        cause="A tool of the domain, or another facade, has the name that group and suffix make. All names that a plan"
        " can produce are reserved, whoever may see them.",
        cure="Choose another facade_suffix, rename the group, or rename the tool.",
        example="tools: [{name: orders_tools, inputSchema: {type: object}, group: orders}]",
    ),
    error(
        "flat-name-collision",
        "Two tools would be listed flat under one name.",
        cause="With group_by: namespace the dots of a name become the separator where the tool is listed by itself.",
        cure="Rename one of the tools, or choose another separator.",
        example="domains: {default: {group_by: namespace}}\n"
        "tools: [{name: map.tile_set, inputSchema: {type: object}}, {name: map_tile.set, inputSchema: {type: object}}]",
    ),
    error(
        "name-refused",
        "The target refuses a name that this plan produces.",
        cause="The name is longer than the target allows, or has a character that it does not take.",
        cure="Rename the group or tool, or choose a shorter facade_suffix.",
        example="facade_suffix: a-suffix-that-makes-the-name-of-a-facade-longer-than-the-target-allows",
    ),
    error(
        "discriminator-clash",
        "A field of a merged member is called like the discriminator.",
        cause="A merged facade has one argument that names the member and the members' fields beside it; one name"
        " cannot be both.",
        cure="Choose another discriminator (for a namespace: groups.<namespace>.discriminator), another strategy, or"
        " expose: flat.",
        example="domains: {default: {group_by: namespace}}\n"
        "tools: [{name: a.b, inputSchema: {type: object, properties: {action: {}}}}, {name: a.c, inputSchema: {type:"
        " object}}]",
    ),
    error(
        "merge-conflict",
        "A field means different things to two members of a merged facade.",
        cause="merge_conflicts: error allows one schema per field, and those of the two members are not alike.",
        cure="Rename one of the fields, make their schemas equal, or set merge_conflicts: any_of.",
        example="domains: {default: {group_by: group, strategy: merged, merge_conflicts: error}}",
    ),
    warning(
        "header-stripped",
        "x-mcp-header cannot stand in a schema that was moved.",
        cause="MCP allows x-mcp-header only on properties that are reached from the root of a tool's own input schema;"
        " under a facade they are not, so the keyword is taken out.",
        cure="Give the tool expose: flat to keep its headers.",
        example="inputSchema: {type: object, properties: {region: {type: string, x-mcp-header: Region}}}",
    ),
    warning(
        "facade-loses-task-support",
        "A facade cannot say that a member must be run as a task.",
        cause="execution.taskSupport: required belongs to one tool, and the facade stands for several.",
        cure="Give the tool expose: flat.",
        example="execution: {taskSupport: required}",
    ),
    warning(
        "constraint-lost",
        "A constraint of a schema cannot be said in this form.",
        cause="The output dialect or the target has no way to say it, so the schema that is shown accepts more; the"
        " constraint is still enforced when the tool is called.",
        cure="Nothing to do if a refused call is acceptable; else say it in another way, or choose another output.",
        example="output_dialect: draft-04 with unevaluatedProperties: false beside allOf",
    ),
    note(
        "facade-loses-output-schema",
        "A facade cannot carry the output schema of a member.",
        cause="A tool has one output schema, and the facade stands for several tools.",
        cure="Give the tool expose: flat if clients check its structured output.",
        example="outputSchema: {type: object}",
    ),
    note(
        "facade-loses-meta",
        "A facade cannot carry the _meta of a member.",
        cause="_meta belongs to one tool, and the facade stands for several; safety marks in it would be lost.",
        cure="Give the tool expose: flat if clients read its _meta.",
        example="_meta: {com.example/audited: true}",
    ),
    error(
        "protocol-unknown",
        "There is no such version of MCP here.",
        cause="A listing was asked for in a protocol version that this release cannot project to.",
        cure="Use one of 2025-06-18, 2025-11-25 and 2026-07-28; a server answers with one that both sides know.",
        example='surface.list_result("2024-11-05")',
    ),
    warning(
        "protocol-drops",
        "A version of MCP cannot carry something of a tool.",
        cause="The field came with a later version, or an earlier one demands another form.",
        cure="Nothing to do for clients of that version; newer ones get it.",
        example="icons: [{src: https://example.com/a.png}] under MCP 2025-06-18",
    ),
    error(
        "description-too-long",
        "A group has too many tools for the description that the target takes.",
        cause="The summary and the names of all members alone are longer than the target's limit, and a name is never"
        " dropped.",
        cure="Split the group, shorten its summary, or give some of its tools expose: flat.",
        example="target: claude-code and a group of 200 tools",
    ),
    warning(
        "description-cut",
        "A tool's description is longer than the target takes.",
        cause="What stands beyond the limit is cut off, and an ellipsis ends the text.",
        cure="Shorten the description.",
        example="target: claude-code and a description of 3,000 characters",
    ),
    error(
        "schemas-unreachable",
        "The form of an API has no place for the tools' schemas.",
        cause="With schemas_in: meta, which targets that refuse unknown keywords imply, the schemas of a"
        " vendor_extension facade ride in _meta, and the API's own form of a tool has none.",
        cure="Use strategy: lazy or discriminated_union for this target.",
        example="schemac compile manifest.yaml --target openai-strict --emit api",
    ),
    error(
        "cursor-invalid",
        "A cursor is not one that this listing gave out.",
        cause="It belongs to another listing, the listing has changed since, or it was made up.",
        cure="List again from the start; over MCP this is the JSON-RPC error -32602.",
        example='surface.list_result("2025-11-25", cursor="abc")',
    ),
    error(
        "listing-parameter",
        "A parameter of a listing is not of its form.",
        cause="group is a group path, filter a text, limit a whole number from 1 and offset one from 0.",
        cure="Correct the parameter, or leave it out.",
        example="schemac list manifest.yaml --limit 0",
    ),
)
