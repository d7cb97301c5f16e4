"""Tool schemas: dialects, references, moving, translating."""

from __future__ import annotations

from schemac.findings.entry import Entry, error, warning

ENTRIES: tuple[Entry, ...] = (
    warning(
        "required-undeclared",
        "A required property is not declared.",
        cause="`required` names what is not among the `properties` beside it, and nothing else declares it: its name is"
        " probably misspelled in one of the two. With `additionalProperties: false` no value is valid at all.",
        cure="Correct the name, or declare the property.",
        example="inputSchema: {type: object, properties: {order_id: {type: string}}, required: [orderid]}",
    ),
    error(
        "schema-invalid",
        "A schema breaks the rules of its dialect.",
        cause="A keyword has a value that the dialect's metaschema refuses, for example `type: strin` or a negative "
        "`minLength`. The dialect is the one that `$schema` names, else the manifest's `dialect`.",
        cure="Correct the value, or name the dialect that the schema is written in with `$schema`.",
        example='{"type": "object", "properties": {"id": {"type": "strin"}}}',
    ),
    error(
        "pattern-invalid",
        "A pattern is not a regular expression.",
        cause="`pattern`, or a name in `patternProperties`, is not a regular expression of ECMA-262 in its Unicode "
        "form, the only form in which patterns mean the same everywhere. Features of one language, such as `\\Z` or "
        "`(?P<name>…)`, are not part of it.",
        cure="Rewrite the pattern with what ECMA-262 has, for example `$` for `\\Z`.",
        example='{"type": "string", "pattern": "[a-z"}',
    ),
    error(
        "vocabulary-unsupported",
        "A schema is written in a dialect that is not known.",
        cause="`$schema` names something other than draft-04, draft-06, draft-07, 2019-09 or 2020-12. What a custom "
        "vocabulary means cannot be kept by a tool that does not know it.",
        cure="Name one of the five drafts, for example `https://json-schema.org/draft/2020-12/schema`.",
        example='{"$schema": "https://example.com/my-dialect", "type": "object"}',
    ),
    error(
        "ref-unresolvable",
        "A reference reaches nothing.",
        cause="A pointer or anchor does not exist in the document, or a URI is neither an official metaschema nor "
        "given under `schemas:`. Nothing is ever fetched.",
        cure="Correct the reference, or give the document under `schemas:` with the URI that the reference names.",
        example='{"properties": {"id": {"$ref": "#/$defs/Missing"}}}',
    ),
    error(
        "ref-into-data",
        "A reference reaches data instead of a schema.",
        cause="The pointer exists, but no keyword of the dialect makes it a schema: it leads into `enum`, `const`, "
        "`default`, `required`, an unknown keyword, or to a whole map such as `#/$defs`.",
        cure="Move the schema to `$defs`, and refer to it there.",
        example='{"x-shared": {"type": "string"}, "properties": {"id": {"$ref": "#/x-shared"}}}',
    ),
    error(
        "ref-ambiguous",
        "A reference may mean several places.",
        cause="The URI or anchor that it names is given by more than one schema, and these differ.",
        cure="Give each schema a URI or anchor of its own.",
        example='{"$ref": "#a", "$defs": {"x": {"$anchor": "a"}, "y": {"$anchor": "a", "type": "string"}}}',
    ),
    error(
        "ref-cycle",
        "A reference comes back to itself without going to a part of the value.",
        cause="Following `$ref`, `allOf`, `anyOf`, `oneOf`, `not`, `if` and the like from a schema leads back to the "
        "same schema, for the same value, so that checking a value would never end.",
        cure="Break the cycle. Recursion through a part of the value (`properties`, `items`) is fine.",
        example='{"$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}, "$ref": "#/$defs/a"}',
    ),
    error(
        "dynamic-ref-unsupported",
        "A dynamic reference means different places.",
        cause="What `$dynamicRef` or `$recursiveRef` means depends on the way by which it is reached, and more than "
        "one way leads to it. Only those that always mean the same place can be moved.",
        cure="Use `$ref`, or one copy of the schema for each meaning.",
        example='{"$id": "https://example.com/list", "items": {"$dynamicRef": "#item"}}',
    ),
)
