"""The port protocol and the conformance runner."""

from __future__ import annotations

from schemac.findings.entry import Entry, error

ENTRIES: tuple[Entry, ...] = (
    error(
        "unknown-op",
        "The port does not know the operation.",
        cause="A request names an operation that this port does not implement, or that protocol 1 does not have.",
        cure="Use an operation of docs/spec, chapter CNF, or claim only the profiles whose operations are there.",
        example='{"id": 1, "op": "compil", "input": {}}',
    ),
    error(
        "invalid-text",
        "A line on the wire is not a request.",
        cause="The line is not well-formed UTF-8, not JSON, holds a lone surrogate, names a member twice, or is not an "
        "object with an `id`, an `op` and an `input`.",
        cure="Write each request as one JSON object on one line, in UTF-8, ended by a line feed.",
        example='{"id": 1, "op": "digest", "input": {"value": "\\ud800"}}',
    ),
    error(
        "invalid-input",
        "The input of an operation has the wrong shape.",
        cause="A member that the operation needs is missing, one that it does not know is there, or one has a type "
        "that the protocol excludes.",
        cure="Compare the input with corpus/protocol.schema.json.",
        example='{"id": 1, "op": "load", "input": {"text": "{}", "format": "toml"}}',
    ),
    error(
        "translation-inexact",
        "A schema cannot be said exactly in the dialect of the document that it is to stand in.",
        cause="Parts of one document are in different dialects, and one uses a keyword that the document's lacks.",
        cure="Name a dialect that can say everything, such as 2020-12, or take the keyword out.",
        example='{"op": "embed", "input": {"dialect": "draft-04", "schemas": {"a": {"$schema": '
        '"https://json-schema.org/draft/2020-12/schema", "propertyNames": {"maxLength": 3}}}}}',
    ),
    error(
        "internal-error",
        "The port met a mistake of its own.",
        cause="The reference implementation raised something that no rule foresees; standard error has the details.",
        cure="Report the request line that brought it about; it is a bug in schemac.",
        example="none is known",
    ),
)
