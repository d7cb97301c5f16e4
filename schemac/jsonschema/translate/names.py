"""``propertyNames`` for draft-04, which has no such keyword.

What a schema says of a name can be said of an object as long as it is a set of names or patterns: only these
(``additionalProperties: false`` beside them) or none of these (each with the schema that refuses everything). Other
keywords cannot be said and are lost; those that say nothing of strings fall away.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from schemac.jsonschema.keywords import Dialect
from schemac.jsonschema.module import Definition
from schemac.jsonschema.translate.vocabulary import KNOWN
from schemac.pointer import Pointer
from schemac.values import JsonObject, Schema, is_number


@dataclass(frozen=True, slots=True)
class _Names:
    """A set of names: those listed or matched, or where ``others`` holds all but these."""

    listed: tuple[str, ...] = ()
    patterns: tuple[str, ...] = ()
    others: bool = False

    def schema(self) -> JsonObject:
        """Return the draft-04 schema of the objects whose names are all in the set."""
        if not self.others and not self.listed and not self.patterns:
            return {"maxProperties": 0}
        found: JsonObject = {}
        if self.listed:
            found["properties"] = {name: self._member() for name in self.listed}
        if self.patterns:
            found["patternProperties"] = {pattern: self._member() for pattern in self.patterns}
        if not self.others:
            found["additionalProperties"] = False
        return found

    def _member(self) -> JsonObject:
        return {"not": {}} if self.others else {}


_EVERY = _Names(others=True)


def said(
    schema: Schema, dialect: Dialect, definitions: Mapping[str, Definition]
) -> tuple[list[JsonObject], list[tuple[str, Pointer]]]:
    """Return what draft-04 can say of the names of an object.

    Args:
        schema: What stands under ``propertyNames``, not yet translated.
        dialect: Its dialect.
        definitions: The module, to look through references.

    Returns:
        The draft-04 schemas that such an object meets, all of them; and the keywords that cannot be said, each with the
        place of its schema below ``propertyNames`` (what stands behind a reference is told as ``$ref``).
    """
    found: dict[_Names, None] = {}
    lost: dict[tuple[str, Pointer], None] = {}
    seen: set[str] = set()
    todo: list[tuple[Schema, Dialect, Pointer, bool]] = [(schema, dialect, (), False)]
    for item, spoken, place, referred in todo:  # it grows: references are followed here, not by recursion
        for keyword in _in_force(item, spoken):
            if keyword == "$ref":
                target = definitions.get(item["$ref"]) if isinstance(item["$ref"], str) else None
                if target is not None and item["$ref"] not in seen:
                    seen.add(item["$ref"])
                    todo.append((target.schema, target.dialect, place, True))
            elif keyword == "allOf":
                parts = item["allOf"] if isinstance(item["allOf"], list) else []
                # Behind a reference a place would be one of another definition: the reference itself is told.
                todo.extend(
                    (part, spoken, place if referred else (*place, "allOf", index), referred)
                    for index, part in enumerate(parts)
                )
            else:
                names = _keyword(item, keyword, spoken)
                if names is None:
                    lost["$ref" if referred else keyword, place] = None
                elif names != _EVERY:
                    found[names] = None
        if item is False:
            found[_Names()] = None
    return [names.schema() for names in found], list(lost)


def _in_force(schema: Schema, dialect: Dialect) -> Iterator[str]:
    if isinstance(schema, dict):
        alone = dialect.ref_alone and "$ref" in schema
        yield from ("$ref",) if alone else (keyword for keyword in schema if keyword in KNOWN[dialect.name])


def _keyword(schema: JsonObject, keyword: str, dialect: Dialect) -> _Names | None:
    """Return the names that one keyword allows; None where that is no set of names and patterns."""
    value = schema[keyword]
    match keyword:
        case "const":
            return _Names(listed=(value,) if isinstance(value, str) else ())
        case "enum" if isinstance(value, list):
            return _Names(listed=tuple(dict.fromkeys(item for item in value if isinstance(item, str))))
        case "pattern" if isinstance(value, str) and value:  # the empty pattern matches every name
            return _Names(patterns=(value,))
        case "type":
            return _EVERY if "string" in (value if isinstance(value, list) else [value]) else _Names()
        case "minLength" if is_number(value) and value > 0:
            return _Names(listed=("",), others=True) if value == 1 else None
        case "maxLength" if is_number(value):
            return _Names(listed=("",)) if value == 0 else None
        case "not":
            return _complement(_exactly(value, dialect))
        case "anyOf" if isinstance(value, list):
            return _union([_exactly(part, dialect) for part in value])
        case "oneOf" | "$ref":
            return None
        case "if" if "then" in schema or "else" in schema:
            return None
        case _:
            return _EVERY


def _exactly(schema: Schema, dialect: Dialect) -> _Names | None:
    """Return the names that a schema allows, where one set says it all."""
    if isinstance(schema, bool):
        return _EVERY if schema else _Names()
    sets: dict[_Names | None, None] = {}
    for keyword in _in_force(schema, dialect):
        if keyword == "allOf":
            parts = schema["allOf"] if isinstance(schema["allOf"], list) else []
            sets |= dict.fromkeys(_exactly(part, dialect) for part in parts)
        else:
            sets[_keyword(schema, keyword, dialect)] = None
    sets.pop(_EVERY, None)
    if len(sets) > 1:
        return None
    return next(iter(sets), _EVERY)


def _complement(names: _Names | None) -> _Names | None:
    return None if names is None else _Names(names.listed, names.patterns, others=not names.others)


def _union(parts: list[_Names | None]) -> _Names | None:
    if _EVERY in parts:
        return _EVERY
    allowed = [part for part in parts if part is not None and not part.others]
    if len(allowed) < len(parts):
        return None
    return _Names(
        listed=tuple(dict.fromkeys(name for part in allowed for name in part.listed)),
        patterns=tuple(dict.fromkeys(pattern for part in allowed for pattern in part.patterns)),
    )
