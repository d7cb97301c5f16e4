"""Operations of the schema engine: ``embed``, ``translate`` and ``prune`` (docs/spec, chapters ENG and GAT).

A schema that comes out is a document of its own and names its dialect where that is not 2020-12. Pointers start at the
schema; those into a document that it refers to start with ``documents`` and its URI.
"""

from __future__ import annotations

from collections.abc import Iterable

from schemac.catalog.decisions import Decisions
from schemac.conformance.operations.inputs import Input, OpError
from schemac.findings import Finding, SchemacError
from schemac.jsonschema import metaschema
from schemac.jsonschema.codec import Loss
from schemac.jsonschema.documents import Documents
from schemac.jsonschema.embed import embed as embed_modules
from schemac.jsonschema.embed import standalone
from schemac.jsonschema.keywords import DIALECTS, DRAFT_2020_12, OUTPUT_DIALECTS, Dialect
from schemac.jsonschema.link import link
from schemac.jsonschema.module import Module
from schemac.jsonschema.prune import analyse
from schemac.jsonschema.prune import prune as prune_module
from schemac.jsonschema.translate import translate as translate_module
from schemac.pointer import Pointer, render, sort_key
from schemac.values import JsonObject, Schema

_DOCUMENTS = "documents"


def embed(members: JsonObject) -> JsonObject:
    """Take ``{schemas, documents?, dialect?}``, give ``{document}``.

    The document is an object schema with one property per name, which accepts ``{name: v}`` iff that schema accepts v.
    It is in the given dialect; where a schema is in another one, exact translation brings it there.
    """
    given = Input(members, needs=("schemas",), takes=(_DOCUMENTS, "dialect"))
    dialect = _dialect(given, "dialect", DIALECTS)
    documents = _documents(given, dialect)
    schemas = given.of(dict, "schemas")
    modules = {name: _linked(schema, documents, dialect, ("schemas", name)) for name, schema in schemas.items()}
    modules = {name: _exactly(module, dialect, ("schemas", name)) for name, module in modules.items()}
    embedded = embed_modules(modules, dialect)
    document: JsonObject = {"type": "object", "properties": embedded.schemas}
    if embedded.definitions:
        document[dialect.definitions] = embedded.definitions
    return {"document": _named(document, dialect)}


def translate(members: JsonObject) -> JsonObject:
    """Take ``{schema, from?, to, documents?}``, give ``{schema, exact, losses: [{pointer, keyword}]}``."""
    given = Input(members, needs=("schema", "to"), takes=("from", _DOCUMENTS))
    source, to = _dialect(given, "from", DIALECTS), _dialect(given, "to", OUTPUT_DIALECTS)
    translated = translate_module(_linked(given.any("schema"), _documents(given, source), source), to)
    return {
        "schema": _named(standalone(translated.module, to), to),
        "exact": translated.exact,
        "losses": _losses(translated.losses),
    }


def prune(members: JsonObject) -> JsonObject:
    """Take ``{schema, decisions, documents?, dialect?}``, give ``{shown, enforced}``, or ``{removed: true}``."""
    given = Input(members, needs=("schema", "decisions"), takes=(_DOCUMENTS, "dialect"))
    dialect = _dialect(given, "dialect", DIALECTS)
    documents = _documents(given, dialect)
    schema = given.any("schema")
    sites = analyse(_linked(schema, documents, dialect), schema, documents=documents)
    pruned = prune_module(sites, Decisions.parse(given.any("decisions"), ("decisions",)))
    if pruned.shown is None or pruned.enforced is None:
        return {"removed": True}
    return {"shown": _document(pruned.shown), "enforced": _document(pruned.enforced)}


def _dialect(given: Input, name: str, choices: Iterable[str]) -> Dialect:
    if given.any(name) is None:
        return DRAFT_2020_12
    return DIALECTS[given.one_of(name, tuple(choices))]


def _documents(given: Input, dialect: Dialect) -> Documents:
    documents = Documents(given.maybe(dict, _DOCUMENTS) or {}, dialect=dialect, pointer=(_DOCUMENTS,))
    found = list(documents.findings())
    if found:
        raise SchemacError(found)
    return documents


def _linked(schema: Schema, documents: Documents, dialect: Dialect, pointer: Pointer = ()) -> Module:
    found: list[Finding] = metaschema.check(schema, dialect, pointer)
    if found:
        raise SchemacError(found)
    return link(schema, documents=documents, dialect=dialect, pointer=pointer)


def _document(module: Module) -> Schema:
    """Return a module as a document of its own, in the dialect of its root."""
    dialect = module.root.dialect
    return _named(standalone(_exactly(module, dialect, ()), dialect), dialect)


def _exactly(module: Module, dialect: Dialect, pointer: Pointer) -> Module:
    """Return a module in one dialect, which most are in anyway.

    Raises:
        OpError: ``translation-inexact``, for a part in another dialect that this one cannot say.
    """
    if all(definition.dialect is dialect for definition in module.definitions.values()):
        return module
    if dialect.name not in OUTPUT_DIALECTS:
        raise OpError("translation-inexact", pointer, f"Nothing is translated to {dialect.name}.")
    translated = translate_module(module, dialect)
    if not translated.exact:
        lost = ", ".join(sorted({loss.keyword for loss in translated.losses}))
        raise OpError("translation-inexact", pointer, f"{dialect.name} cannot say {lost}.")
    return translated.module


def _losses(losses: Iterable[Loss]) -> list[JsonObject]:
    placed = [
        ((_DOCUMENTS, loss.document, *loss.pointer) if loss.document else loss.pointer, loss.keyword) for loss in losses
    ]
    placed.sort(key=lambda item: (sort_key(item[0]), item[1]))
    return [{"pointer": render(pointer), "keyword": keyword} for pointer, keyword in placed]


def _named(schema: Schema, dialect: Dialect) -> Schema:
    if dialect is DRAFT_2020_12 or not isinstance(schema, dict):
        return schema
    return {"$schema": dialect.uri if dialect.definitions == "$defs" else f"{dialect.uri}#", **schema}
