"""The documents of a manifest's ``schemas:``, checked once for all the tools that refer to them (chapter ENG)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from schemac.findings import Finding, has_errors
from schemac.jsonschema.documents import Documents
from schemac.jsonschema.keywords import Dialect
from schemac.jsonschema.metaschema import check
from schemac.values import Schema

_FIELD = "schemas"


class CheckedDocuments(NamedTuple):
    """Documents, and what was found in them.

    Attributes:
        documents: What references may name.
        unusable: The URIs of those with an error: what refers into them cannot be analysed.
        findings: What is wrong with them, with pointers into the manifest.
    """

    documents: Documents
    unusable: frozenset[str]
    findings: tuple[Finding, ...]


def check_documents(schemas: Mapping[str, Schema], dialect: Dialect) -> CheckedDocuments:
    """Hold each document to the metaschema of its dialect, whether or not anything refers to it.

    Args:
        schemas: From URI to schema.
        dialect: The dialect of those without ``$schema``.
    """
    documents = Documents(schemas, dialect=dialect, pointer=(_FIELD,))
    found: list[Finding] = []
    unusable: set[str] = set()
    for uri, schema in schemas.items():
        said = check(schema, dialect, (_FIELD, uri))
        found.extend(said)
        if has_errors(said):
            unusable.add(uri)
    for item in documents.findings():
        uri = str(item.pointer[1])
        if uri not in unusable:  # else its size or its dialect is told already
            found.append(item)
            unusable.add(uri)
    return CheckedDocuments(documents, frozenset(unusable), tuple(found))
