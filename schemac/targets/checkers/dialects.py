"""Demands on the draft: that a schema is valid by its metaschema, and what ``$schema`` says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from schemac.jsonschema.keywords import DIALECTS, Dialect, dialect_by_uri
from schemac.jsonschema.metaschema import violations
from schemac.pointer import Pointer
from schemac.targets.checkers.base import ToolDemand, Trouble, clipped
from schemac.targets.checkers.subject import SCHEMA, Subject
from schemac.values import JsonObject

_MOST = 20
"""A schema that breaks its metaschema at more places than this has another fault than these places."""


def _declared(schema: JsonObject) -> Dialect | None:
    """Return the dialect that ``$schema`` names, 2020-12 where there is none, None for one that is not known."""
    uri = schema.get("$schema")
    if uri is None:
        return DIALECTS["2020-12"]
    return dialect_by_uri(uri) if isinstance(uri, str) else None


@dataclass(frozen=True)
class ValidSchema(ToolDemand):
    """The schema is valid by the metaschema of ``dialect``, or without one by that of the dialect it declares.

    Attributes:
        dialect: Its name, or "" for the declared one.
        unless_declared: Schemas that declare another dialect are not checked.
        output: The output schema is checked, not the input schema.
    """

    code: ClassVar[str] = "target-invalid-schema"
    cure: ClassVar[str] = "Correct the keyword; `output_dialect` translates from older drafts."
    dialect: str = ""
    unless_declared: bool = False
    output: bool = False

    def check(self, subject: Subject) -> Iterator[Trouble]:
        """Yield each place that the metaschema refuses."""
        member = "outputSchema" if self.output else SCHEMA
        schema = subject.tool.get(member)
        if not isinstance(schema, dict):
            return
        declared = _declared(schema)
        name = self.dialect or (declared.name if declared else "")
        if not name or (self.unless_declared and (declared is None or declared.name != name)):
            return
        seen: dict[Pointer, str] = {}
        for pointer, why in violations(schema, DIALECTS[name]):
            tokens = list(pointer)
            while tokens and isinstance(tokens[-1], int):  # the keyword speaks for the entries of its list
                tokens.pop()
            seen.setdefault(tuple(tokens), why)
            if len(seen) >= _MOST:
                break
        for at, why in seen.items():
            keyword = str(at[-1]) if at else ""
            yield Trouble((member, *at), keyword, f"By {name} this is no valid schema: {clipped(why, 120)}")


@dataclass(frozen=True)
class SchemaMark(ToolDemand):
    """``$schema`` is absent or names one of these dialects."""

    code: ClassVar[str] = "target-dialect"
    cure: ClassVar[str] = "Leave `$schema` out, or translate with `output_dialect`."
    dialects: tuple[str, ...]

    def check(self, subject: Subject) -> Iterator[Trouble]:
        """Yield another mark."""
        if "$schema" in subject.root:
            declared = _declared(subject.root)
            if declared is None or declared.name not in self.dialects:
                shown = clipped(str(subject.root["$schema"]))
                yield Trouble((SCHEMA, "$schema"), "$schema", f"'$schema' is '{shown}'")
