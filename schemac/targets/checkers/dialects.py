"""Demands on the draft: that a schema is valid by its metaschema, and what ``$schema`` says."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import ClassVar

import jsonschema_rs

from schemac.jsonschema.keywords import DIALECTS, Dialect, dialect_by_uri
from schemac.pointer import Pointer
from schemac.targets.checkers.base import ToolDemand, Trouble, clipped
from schemac.targets.checkers.subject import SCHEMA, Subject
from schemac.values import JsonObject

_VALIDATORS: Mapping[str, Callable[..., jsonschema_rs.Validator]] = MappingProxyType(
    {
        "draft-04": jsonschema_rs.Draft4Validator,
        "draft-06": jsonschema_rs.Draft6Validator,
        "draft-07": jsonschema_rs.Draft7Validator,
        "2019-09": jsonschema_rs.Draft201909Validator,
        "2020-12": jsonschema_rs.Draft202012Validator,
    }
)
_MOST = 20
"""A schema that breaks its metaschema at more places than this has another fault than these places."""


@cache
def _metaschema(name: str) -> jsonschema_rs.Validator:
    dialect = DIALECTS[name]
    suffix = "#" if dialect.uri.startswith("http:") else ""
    return _VALIDATORS[name]({"$ref": dialect.uri + suffix})


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
        metaschema = _metaschema(name)
        if metaschema.is_valid(schema):
            return
        seen: dict[Pointer, str] = {}
        for error in metaschema.iter_errors(schema):
            place = list(error.instance_path)
            while place and isinstance(place[-1], int):  # the keyword speaks for the entries of its list
                place.pop()
            seen.setdefault(tuple(place), error.message)
            if len(seen) >= _MOST:
                break
        for at, message in seen.items():
            keyword = str(at[-1]) if at else ""
            yield Trouble((member, *at), keyword, f"By {name} this is no valid schema ({clipped(message, 120)})")


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
