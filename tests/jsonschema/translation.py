"""What the tests of translation share: modules made by hand, validators of every dialect, verdicts."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

import jsonschema
import jsonschema_rs

from schemac.jsonschema.keywords import DIALECTS, Dialect
from schemac.jsonschema.module import ROOT, Definition, Module, Origin
from schemac.jsonschema.walk import replace_children
from schemac.pointer import Pointer
from schemac.values import Json, Schema

# Integers are by value in every dialect (docs/spec, chapter ENG); the library reads draft-04 by its letter.
_extend: Any = jsonschema.validators.extend
_DRAFT_04 = _extend(jsonschema.Draft4Validator, type_checker=jsonschema.Draft6Validator.TYPE_CHECKER)
_PYTHON: Mapping[str, Any] = {
    "draft-04": _DRAFT_04,
    "draft-06": jsonschema.Draft6Validator,
    "draft-07": jsonschema.Draft7Validator,
    "2019-09": jsonschema.Draft201909Validator,
    "2020-12": jsonschema.Draft202012Validator,
}
_RUST: Mapping[str, Any] = {
    "draft-04": jsonschema_rs.Draft4Validator,
    "draft-06": jsonschema_rs.Draft6Validator,
    "draft-07": jsonschema_rs.Draft7Validator,
    "2019-09": jsonschema_rs.Draft201909Validator,
    "2020-12": jsonschema_rs.Draft202012Validator,
}


def module(schema: Schema, dialect: str, **others: Schema | tuple[Schema, str]) -> Module:
    """Return a module of a root and of definitions by key, each in the root's dialect unless it names its own."""
    definitions = {ROOT: Definition(schema, DIALECTS[dialect], None, Origin("", ()))}
    for key, other in others.items():
        item, own = other if isinstance(other, tuple) else (other, dialect)
        definitions[key] = Definition(item, DIALECTS[own], key, Origin("", ("$defs", key)))
    return Module(definitions)


def document(given: Module, dialect: Dialect) -> Schema:
    """Return a module in one dialect as a schema with its definitions, with plain names."""
    names = {key: f"d{index}" for index, key in enumerate(given.definitions)}

    def plain(schema: Schema) -> Schema:
        if not isinstance(schema, dict):
            return schema
        new = replace_children(schema, dialect, lambda _, child: plain(child))
        if isinstance(new.get("$ref"), str):
            if dialect.ref_alone:  # a validator may look for what an ignored neighbour refers to
                new = {keyword: item for keyword, item in new.items() if keyword not in dialect.applicators}
            target = "#" if new["$ref"] == ROOT else f"#/{dialect.definitions}/{names[new['$ref']]}"
            new = {**new, "$ref": target}
        return new

    root = plain(given.root.schema)
    others = {names[key]: plain(item.schema) for key, item in given.definitions.items() if key != ROOT}
    if not others:
        return root
    if (
        isinstance(root, bool) or "$ref" in root
    ):  # its neighbours may be ignored, yet definitions beside it must be found
        root = {"allOf": [root]}
    return {**root, dialect.definitions: others}


def by_value(instance: Json) -> Json:
    """Return an instance with whole floats as integers, since not every validator takes them by value in draft-04."""
    if isinstance(instance, dict):
        return {name: by_value(item) for name, item in instance.items()}
    if isinstance(instance, list):
        return [by_value(item) for item in instance]
    return int(instance) if isinstance(instance, float) and instance.is_integer() else instance


class Validators:
    """Both reference validators of one schema in one dialect.

    Making them checks the schema against its metaschema, and with ``twice`` by both.
    """

    def __init__(self, schema: Schema, dialect: str, *, twice: bool = True) -> None:
        self.schema = schema
        if twice:
            # The letter of the metaschema counts here: a draft-04 schema writes its counts as integers.
            letter = jsonschema.Draft4Validator if dialect == "draft-04" else _PYTHON[dialect]
            letter.check_schema(schema, format_checker=jsonschema.FormatChecker(formats=()))
        self._python = _PYTHON[dialect](schema)
        self._rust = _RUST[dialect](schema, validate_formats=False)

    def verdicts(self, instance: Json) -> tuple[bool, bool]:
        """Return what the Python and the Rust validator say."""
        value = by_value(instance)
        rust = bool(self._rust.is_valid(value))
        try:
            return bool(self._python.is_valid(value)), rust
        except re.error:  # a pattern that only ECMA-262 knows: one judge is left
            return rust, rust


def places(losses: Iterable[Any]) -> list[tuple[Pointer, str]]:
    """Return the place and keyword of each loss."""
    return [(loss.pointer, loss.keyword) for loss in losses]
