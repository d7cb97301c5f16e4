"""Name the uses of definitions that need a copy of their own (docs/spec, chapter GAT)."""

from __future__ import annotations

from collections.abc import Collection, Hashable
from functools import partial
from typing import TypeAlias

from schemac.jsonschema.closed import Removed
from schemac.jsonschema.edit import Change, edited
from schemac.jsonschema.keywords import Dialect
from schemac.jsonschema.module import Module
from schemac.jsonschema.partition import coarsest
from schemac.jsonschema.prune.edit import Result
from schemac.jsonschema.walk import walk
from schemac.pointer import Pointer
from schemac.values import JsonObject, Schema, freeze

Results: TypeAlias = dict[str, tuple[str, Result]]
"""Name in the new table to the definition it comes from and what became of it, in order of first reach."""


def renamed(results: Results, provisional: Collection[str], bare: Module) -> Results:
    """Return the results under their final names, those that do not differ under one.

    A definition's own key goes to its use without a context, and if that is not reached, to the first one that is.

    Args:
        results: By their definition's key, or by one of the ``provisional`` names of copies.
        provisional: The names that were made up for copies.
        bare: The module before pruning; no final name is one of its keys.
    """
    classes = _classes(results, provisional, bare)
    kept = {classes[key]: key for name, (key, _) in results.items() if name == key}
    counts: dict[str, int] = {}
    taken = set(kept.values())
    for name, (key, _) in results.items():
        if classes[name] in kept:
            continue
        if key not in taken:
            taken.add(key)
            kept[classes[name]] = key
        else:
            number = counts.get(key, 1) + 1
            while f"{key}~{number}" in bare.definitions:
                number += 1
            counts[key] = number
            kept[classes[name]] = f"{key}~{number}"
    final = {name: kept[classes[name]] for name in results}
    found: Results = {}
    for name, (key, result) in results.items():
        if final[name] not in found:
            found[final[name]] = key, _pointing(result, final, bare.definitions[key].dialect)
    return found


def _classes(results: Results, provisional: Collection[str], bare: Module) -> dict[str, int]:
    """Return for each name the number of its class: names in one class do not differ in anything that they reach."""
    copied = {key for name, (key, _) in results.items() if name in provisional}
    original = {name: key for name, (key, _) in results.items()}
    content: dict[str, Hashable] = {}
    targets: dict[str, list[str]] = {}
    for name, (key, result) in results.items():
        if key in copied:
            dialect = bare.definitions[key].dialect
            plain = _pointing(result, original, dialect)
            marks = [(pointer, note) for pointer, note in result.notes if isinstance(note, Removed)]
            content[name] = key, freeze(plain.shown), freeze(plain.enforced), tuple(marks)
            targets[name] = [target for _, target in _references(result.shown, dialect) if original[target] in copied]
    return coarsest({name: content.get(name, name) for name in results}, targets)


def _pointing(result: Result, names: dict[str, str], dialect: Dialect) -> Result:
    """Return a result whose references are renamed."""
    shown = _renamed(result.shown, names, dialect)
    enforced = shown if result.enforced is result.shown else _renamed(result.enforced, names, dialect)
    return Result(shown, enforced, result.notes)


def _renamed(schema: Schema, names: dict[str, str], dialect: Dialect) -> Schema:
    changes: dict[Pointer, Change] = {
        pointer: partial(_with_reference, names[target])
        for pointer, target in _references(schema, dialect)
        if names[target] != target
    }
    return edited(schema, changes)


def _with_reference(target: str, schema: JsonObject) -> JsonObject:
    schema["$ref"] = target
    return schema


def _references(schema: Schema, dialect: Dialect) -> list[tuple[Pointer, str]]:
    return [
        (pointer, item["$ref"])
        for pointer, item in walk(schema, dialect)
        if isinstance(item, dict) and isinstance(item.get("$ref"), str)
    ]
