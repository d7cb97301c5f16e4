"""What the tests of pruning share: from a schema and grants to documents, verdicts and findings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import jsonschema_rs

from schemac.catalog.decisions import Decisions
from schemac.findings import SchemacError
from schemac.jsonschema.document import document_of
from schemac.jsonschema.documents import NO_DOCUMENTS, Documents
from schemac.jsonschema.embed import standalone
from schemac.jsonschema.keywords import DIALECTS, Dialect
from schemac.jsonschema.link import link
from schemac.jsonschema.module import Module
from schemac.jsonschema.prune import Pruned, Sites, analyse, prune
from schemac.pointer import render
from tests.jsonschema.suite import RUST


class Documented(NamedTuple):
    """A pruned schema as two documents, None if its root was taken out."""

    shown: Any
    enforced: Any


def decisions(grants: Iterable[str] = (), **values: Any) -> Decisions:
    return Decisions.parse({"grants": list(grants), "values": values})


def sites_of(schema: Any, dialect: str = "2020-12", documents: Mapping[str, Any] | None = None) -> Sites:
    known = Documents(documents, dialect=DIALECTS[dialect]) if documents else NO_DOCUMENTS
    return analyse(link(schema, dialect=DIALECTS[dialect], documents=known), schema, documents=known)


def pruned(
    schema: Any,
    grants: Iterable[str] = (),
    dialect: str = "2020-12",
    documents: Mapping[str, Any] | None = None,
    **values: Any,
) -> Pruned:
    return prune(sites_of(schema, dialect, documents), decisions(grants, **values))


def documented(result: Pruned, dialect: str | Dialect = "2020-12") -> Documented:
    if result.shown is None or result.enforced is None:
        return Documented(None, None)
    chosen = DIALECTS[dialect] if isinstance(dialect, str) else dialect
    return Documented(standalone(result.shown, chosen), standalone(result.enforced, chosen))


def codes(schema: Any, dialect: str = "2020-12", documents: Mapping[str, Any] | None = None) -> list[tuple[str, str]]:
    """Return every finding of a schema as ``(code, pointer)``, errors too."""
    try:
        found = sites_of(schema, dialect, documents).findings
    except SchemacError as error:
        found = error.findings
    return [(item.code, render(item.pointer)) for item in found]


def accepts(module: Module | None, value: Any) -> bool:
    """Judge a value by a linked module, whose root may be gone."""
    if module is None:
        return False
    schema, dialect = document_of(module)
    return bool(RUST[dialect.name](schema, validate_formats=False, offline=True).is_valid(value))


def valid_schema(document: Any, dialect: str) -> bool:
    if isinstance(document, bool):
        return True
    return jsonschema_rs.meta.is_valid({"$schema": DIALECTS[dialect].uri, **document})
