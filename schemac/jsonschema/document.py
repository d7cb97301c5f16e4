"""A linked schema as one document in one dialect (docs/spec, chapter ENG)."""

from __future__ import annotations

from typing import NamedTuple

from schemac.jsonschema.embed import standalone
from schemac.jsonschema.keywords import DRAFT_2020_12, Dialect
from schemac.jsonschema.module import Module
from schemac.jsonschema.translate import translate
from schemac.values import Schema


class Document(NamedTuple):
    """A schema whose references are pointers into itself, and the dialect in which all of it is to be read."""

    schema: Schema
    dialect: Dialect


def document_of(module: Module) -> Document:
    """Return a module as a document in the dialect of its root.

    What is written in several dialects, because it refers to a document in another one, is brought to 2020-12, which
    can say all that the others can.
    """
    dialect = module.root.dialect
    if all(definition.dialect is dialect for definition in module.definitions.values()):
        return Document(standalone(module, dialect), dialect)
    return Document(standalone(translate(module, DRAFT_2020_12).module, DRAFT_2020_12), DRAFT_2020_12)
