"""Reading YAML and JSON text."""

from __future__ import annotations

from schemac.findings.entry import Entry, error

ENTRIES: tuple[Entry, ...] = (
    error(
        "yaml-syntax",
        "The text is not YAML.",
        cause="The indentation, a quote or a bracket does not fit what stands before it, or a tab or a control "
        "character stands where YAML takes none.",
        cure="Look at the place and at the line above it; quote text that holds ': ', ' #' or starts with a sign.",
        example="tools:\n  - name: ship\n   group: orders",
    ),
    error(
        "json-syntax",
        "The text is not JSON.",
        cause="A comma, quote or bracket is missing or one too many, it holds a comment, or text follows the value.",
        cure="Look at the place; JSON takes double quotes, no comments, and no comma before a closing bracket.",
        example='{"schemac": 1, "tools": [],}',
    ),
    error(
        "empty-document",
        "The text holds no value.",
        cause="The file is empty, or holds nothing but white space and comments.",
        cure="Give the file; when it comes through a pipe, see whether the command before it has failed.",
        example="# nothing but a comment",
    ),
    error(
        "multiple-documents",
        "A YAML text holds more than one document.",
        cause="A line '---' stands between two parts of the file, or behind its end.",
        cure="Keep one document per file; name further lists of tools in tools_from.",
        example="schemac: 1\n---\nschemac: 1",
    ),
    error(
        "invalid-utf8",
        "The bytes are not UTF-8.",
        cause="The file was saved in another encoding, or was cut inside a character.",
        cure="Save the file as UTF-8.",
        example="the byte 0xE9, which is é in Latin-1",
    ),
    error(
        "duplicate-key",
        "An object has one key twice.",
        cause="Of two values for one key most readers would keep the last and drop the other silently, which may be "
        "the gate that was meant. A key that comes in by '<<' is no repetition.",
        cure="Remove one of the two, or rename it.",
        example="- name: erase\n  requires: admin\n  requires: viewer",
    ),
    error(
        "key-not-string",
        "A key is not text.",
        cause="YAML reads a bare 12, true, null or ~ as a number, boolean or null, also as a key; JSON has none but "
        "text keys. A date and yes, no, on, off are text.",
        cure="Put the key in quotes.",
        example="properties:\n  12: {type: string}",
    ),
    error(
        "not-json-number",
        "NaN or an infinity stands for a number.",
        cause="YAML's .nan and .inf, and the NaN and Infinity that some programs write into JSON, are no JSON numbers; "
        "the clients that read the result would refuse all of it.",
        cure="Write a number, leave the member out, or quote it if it is text.",
        example="default: .nan",
    ),
    error(
        "number-out-of-range",
        "A number is too large.",
        cause="An integer, however it is spelled, may have 400 digits; any other number must be within the range of a "
        "double, about 1.8e308.",
        cure="Write a smaller number, or quote it if it is text.",
        example='{"maximum": 1e400}',
    ),
    error(
        "lone-surrogate",
        "A text holds half of a character.",
        cause='An escape such as "\\ud800" stands without its other half. Such text has no UTF-8 form.',
        cure="Write the character itself, or both halves of it.",
        example='{"description": "\\ud83d"}',
    ),
    error(
        "yaml-tag",
        "A YAML tag does not make a JSON value.",
        cause="Only !!str, !!int, !!float, !!bool, !!null, !!map and !!seq are taken, and only for what they fit; "
        "!!binary, !!timestamp, !!set and tags of one's own have no JSON value.",
        cure="Remove the tag, and quote the value if it is text.",
        example="logo: !!binary aGk=",
    ),
    error(
        "yaml-merge",
        "What '<<' merges is not a map.",
        cause="The value of '<<' is neither a map, an alias of one, nor a list of these.",
        cure="Merge a map, or quote the key if '<<' is meant as a name.",
        example="<<: [read, write]",
    ),
    error(
        "alias-unknown",
        "A YAML alias stands for nothing.",
        cause="No anchor of that name stands before it; a bare word that starts with '*' is an alias too.",
        cure="Put the anchor first, correct the name, or quote the text.",
        example="tags: [*common]",
    ),
    error(
        "alias-recursive",
        "A YAML alias stands inside what it stands for.",
        cause="The value would hold itself, which no JSON value does.",
        cure="Repeat the part that is meant; a recursive schema refers to itself by $ref.",
        example="schema: &tree {properties: {left: *tree}}",
    ),
    error(
        "alias-budget",
        "The YAML aliases of a text stand for too much.",
        cause="Aliases of lists of aliases make a small text stand for a huge value, by mistake or on purpose.",
        cure="Share less by alias, share schemas by $ref, or raise the bound max_alias_nodes.",
        example="a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]  # and so on",
    ),
    error(
        "limit-exceeded",
        "Something is larger than its bound.",
        cause="The text is too long, holds too many values, or nests too deep. Depth can be at most 256 levels; the "
        "other bounds are options.",
        cure="Make it smaller, split it by tools_from, or raise the bound.",
        example="an array inside an array, 257 times",
    ),
    error(
        "not-json-value",
        "A Python value is not a JSON value.",
        cause="A tuple, set, date, model or another object was given where None, bool, int, float, str, list or dict "
        "is needed.",
        cure="Give what json.loads would give, for example model.model_dump(mode='json').",
        example='{"tags": ("read", "list")}',
    ),
    error(
        "file-unreadable",
        "A file cannot be read.",
        cause="It does not exist, is a directory, or may not be read. Names in tools_from start at the manifest's "
        "folder.",
        cure="Correct the name, or create the file.",
        example="tools_from: [upstream-toolz.json]",
    ),
    error(
        "tools-from-shape",
        "What tools_from names is not a list of tools.",
        cause="tools_from is a list of file names; each file holds an array of tools, an object with 'tools', or a "
        "JSON-RPC response whose 'result' is such an object. It is no manifest: lists do not name further lists.",
        cure="Save the result of tools/list as it is, and name that file.",
        example="tools_from: upstream-tools.json",
    ),
    error(
        "tools-from-path",
        "A name in tools_from is not relative to the manifest, or is the manifest.",
        cause="An absolute path holds on one machine only, and a manifest cannot take its own tools a second time.",
        cure="Name another file, relative to the manifest's folder.",
        example="tools_from: [/srv/tools.json]",
    ),
    error(
        "tools-from-unread",
        "A manifest that is given as a value has tools_from.",
        cause="Only reading a manifest from a file follows tools_from; here its tools would be missing silently.",
        cure="Use read_manifest, or put the tools into 'tools'.",
        example='Manifest.from_value({"schemac": 1, "tools_from": ["upstream-tools.json"]})',
    ),
)
