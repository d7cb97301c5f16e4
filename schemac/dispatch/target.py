"""What dispatch keeps of one tool as some callers see it: made at its first call, shared by all of these callers."""

from __future__ import annotations

from functools import cached_property

from schemac.catalog.members import Member, Seen
from schemac.dispatch.coerce import Coercer
from schemac.dispatch.validate import Engine, Validator, build
from schemac.jsonschema.closed import Shape, Shapes
from schemac.jsonschema.document import Document, document_of
from schemac.jsonschema.evaluate import Evaluator
from schemac.values import Schema


class Checker:
    """One schema of a tool, ready to read, strip and judge values."""

    def __init__(self, seen: Seen, engine: Engine) -> None:
        self._seen = seen
        self._engine = engine

    @cached_property
    def coercer(self) -> Coercer:
        """Reads text as what the schema takes."""
        return Coercer(self._seen.shown)

    @cached_property
    def shape(self) -> Shape:
        """Tells which names belong."""
        return Shapes(self._seen.enforced, self._seen.removed).root

    @cached_property
    def validator(self) -> Validator:
        """Judges what is left."""
        return build(self._document.schema, self._document.dialect, self._engine)

    @cached_property
    def evaluator(self) -> Evaluator:
        """Judges single parts, with the same verdicts."""
        return Evaluator(self._document.schema, self._document.dialect)

    @cached_property
    def _document(self) -> Document:
        return document_of(self._seen.enforced)


class Target:
    """A tool as a call reaches it."""

    def __init__(self, member: Member, engine: Engine) -> None:
        self.member = member
        self.input = Checker(member.input, engine)
        self.output = Checker(member.output, engine) if member.output is not None else None

    @cached_property
    def described_schema(self) -> Schema:
        """The input schema as the caller sees it, a document of its own, for refusals that show it."""
        return document_of(self.member.input.shown).schema


def target_of(member: Member, engine: Engine) -> Target:
    """Return what dispatch keeps of a member."""
    return member.once(engine, "", _make)


def _make(member: Member, engine: Engine, _: str) -> Target:
    return Target(member, engine)
