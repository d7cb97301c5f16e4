"""The libraries that say what is wrong with a schema, behind one face (docs/spec, chapter ENG).

jsonschema-rs judges, and jsonschema where that has no wheel. Both tell the same faults of a value, so that a finding
does not depend on the machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, partial
from typing import Any, Final, NamedTuple, Protocol

import jsonschema
from jsonschema_specifications import REGISTRY as SPECIFICATIONS  # type: ignore[import-untyped]  # it has no types
from referencing import Registry
from referencing.jsonschema import specification_with

from schemac.jsonschema.edit import edited
from schemac.jsonschema.keywords import DIALECTS, Dialect
from schemac.jsonschema.libraries import CLASSES, interpreter
from schemac.jsonschema.walk import children, walk
from schemac.patterns.matching import HAS_ENGINE
from schemac.pointer import Pointer
from schemac.values import Json, JsonObject, Schema

if HAS_ENGINE:
    import jsonschema_rs


class Fault(NamedTuple):
    """What one keyword of a schema refuses.

    Attributes:
        pointer: Where in the value.
        keyword: The keyword.
        wanted: What it asks for: the types or the values in order, the limit, the name that is missing, else None.
        value: What stands there.
        message: The library's sentence about it.
        alternatives: For a union, the faults that each branch found.
    """

    pointer: Pointer
    keyword: str
    wanted: Json
    value: Json
    message: str
    alternatives: tuple[tuple[Fault, ...], ...] = ()


class Judge(Protocol):
    """A schema that values are held against; formats are annotations."""

    def accepts(self, value: Json) -> bool:
        """Tell whether the schema accepts a value."""
        ...

    def faults(self, value: Json) -> Iterator[Fault]:
        """Yield what the schema refuses in a value, in no particular order; nothing iff it accepts the value."""
        ...


def metaschema(dialect: Dialect) -> Judge:
    """Return the judge of a dialect's schemas, which is made once."""
    return _metaschema(dialect.name)


@cache
def _metaschema(name: str) -> Judge:
    dialect = DIALECTS[name]
    interpreted = partial(InterpretedMetaschema, dialect)
    return Compiled({"$ref": dialect.uri}, dialect, interpreted) if HAS_ENGINE else interpreted()


def judge(schema: JsonObject, dialect: Dialect) -> Judge:
    """Return the judge of the values of a standalone schema document."""
    interpreted = partial(Interpreted, schema, dialect)
    return Compiled(schema, dialect, interpreted) if HAS_ENGINE else interpreted()


class Compiled:
    """The judge that is jsonschema-rs.

    Args:
        schema: A standalone schema document.
        dialect: Its dialect.
        beside: Makes the judge of values that jsonschema-rs does not read: those with half a character in a text.
    """

    def __init__(self, schema: JsonObject, dialect: Dialect, beside: Callable[[], Judge]) -> None:
        self._validator = getattr(jsonschema_rs, CLASSES[dialect.name])(schema, validate_formats=False, offline=True)
        self._beside = beside

    def accepts(self, value: Json) -> bool:
        """Tell whether the schema accepts a value."""
        try:
            return bool(self._validator.is_valid(value))
        except UnicodeEncodeError:
            return self._beside().accepts(value)

    def faults(self, value: Json) -> Iterator[Fault]:
        """Yield what the schema refuses in a value."""
        try:
            return map(_compiled_fault, self._validator.iter_errors(value))
        except UnicodeEncodeError:
            return self._beside().faults(value)


def _compiled_fault(error: jsonschema_rs.ValidationError) -> Fault:
    kind = error.kind
    says: dict[str, Any] = kind.as_dict()
    keyword = kind.name
    wanted: Any = says.get({"type": "types", "enum": "options", "required": "property"}.get(keyword, "limit"))
    branches: Iterable[Iterable[Any]] = getattr(kind, "context", ())
    return Fault(
        pointer=tuple(error.instance_path),
        keyword=keyword,
        wanted=sorted(wanted) if keyword == "type" else wanted,
        value=error.instance,
        message=error.message,
        alternatives=tuple(tuple(map(_compiled_fault, branch)) for branch in branches),
    )


class Interpreted:
    """The judge that is jsonschema."""

    def __init__(self, schema: JsonObject, dialect: Dialect) -> None:
        self._validator = interpreter(dialect.name)(schema, registry=_metaschemas())

    def accepts(self, value: Json) -> bool:
        """Tell whether the schema accepts a value."""
        return next(self.faults(value), None) is None

    def faults(self, value: Json) -> Iterator[Fault]:
        """Yield what the schema refuses in a value."""
        return map(_interpreted_fault, self._validator.iter_errors(value))


class InterpretedMetaschema(Interpreted):
    """The judge of schemas that is jsonschema, of any that nests as deeply as JSON may."""

    def __init__(self, dialect: Dialect) -> None:
        super().__init__({"$ref": _own(dialect.uri)}, dialect)
        self._dialect = dialect

    def faults(self, value: Json) -> Iterator[Fault]:
        """Yield what the metaschema refuses in a schema."""
        try:
            yield from list(super().faults(value))
        except RecursionError:
            # A schema is valid iff each of its subschemas is, with nothing in the places of its own.
            for at, schema in walk(value, self._dialect):
                for fault in super().faults(_shallow(schema, self._dialect)):
                    yield fault._replace(pointer=at + fault.pointer)


def _shallow(schema: Schema, dialect: Dialect) -> Schema:
    if not isinstance(schema, dict):
        return schema
    return edited(schema, {at: _empty for at, child in children(schema, dialect) if isinstance(child, dict)})


def _empty(_schema: JsonObject) -> JsonObject:
    return {}


_LIMITS: Final = ("min", "max", "exclusive")
"""How the keywords begin that set a limit."""


def _interpreted_fault(error: jsonschema.ValidationError) -> Fault:
    keyword, schema = str(error.validator), error.schema
    wanted: Any = error.validator_value
    if keyword in ("required", "dependencies", "dependentRequired"):
        names: Iterable[str] = wanted if keyword == "required" else [name for item in wanted.values() for name in item]
        # One error for each name, which only the sentence tells.
        keyword, wanted = "required", next((name for name in names if error.message.startswith(repr(name))), "")
    elif keyword == "type":
        wanted = sorted([wanted] if isinstance(wanted, str) else wanted)
    elif isinstance(schema, dict) and schema.get(f"exclusive{keyword.capitalize()}") is True:
        keyword = f"exclusive{keyword.capitalize()}"
    elif keyword != "enum" and not keyword.startswith(_LIMITS):
        wanted = None
    branches: dict[Any, list[Fault]] = {}
    for inner in error.context or ():
        branches.setdefault(inner.relative_schema_path[0], []).append(_interpreted_fault(inner))
    return Fault(
        pointer=tuple(error.absolute_path),
        keyword=keyword,
        wanted=wanted,
        value=error.instance,
        message=error.message,
        alternatives=tuple(map(tuple, branches.values())),
    )


@cache
def _metaschemas() -> Registry[Any]:
    """Return the metaschemas under addresses of our own, and without ``$schema``.

    For those that it knows, jsonschema would take its own keywords and not ours.
    """
    resources = []
    for uri in SPECIFICATIONS:
        content: JsonObject = dict(SPECIFICATIONS.contents(uri))
        specification = specification_with(content.pop("$schema"))
        content["id" if "id" in content else "$id"] = _own(uri)
        content["properties"] = content.get("properties", {}) | _AMENDED.get(uri, {})
        resources.append((_own(uri), specification.create_resource(content)))
    return Registry().with_resources(resources)


def _own(uri: str) -> str:
    return uri.replace("json-schema.org", "metaschema.invalid")


_AMENDED: Final[Mapping[str, JsonObject]] = {
    "http://json-schema.org/draft-04/schema": {"enum": {"type": "array"}},
    "http://json-schema.org/draft-07/schema": {"writeOnly": {"type": "boolean"}},
}
"""Where the published metaschemas of jsonschema-rs say something else: draft-07 has an erratum, and an empty ``enum``,
which later drafts allow, is no mistake of draft-04 here."""
