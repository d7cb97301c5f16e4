"""Move linked schemas into one larger document, or each into a document of its own (docs/spec, chapter ENG).

Definitions are hoisted to the document's definition map, equal ones of one name into one entry. A definition keeps its
authored name if all visible definitions of that name are equal; otherwise every one is called ``<name>_<digits>``,
and what had no name ``<last pointer token or root>_<digits>``, by its closure's digest. So an entry's name depends on
the visible definitions alone, never on their order.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence
from functools import partial
from typing import Final, NamedTuple

from schemac.jsonschema.edit import Change, edited
from schemac.jsonschema.equality import Analysis, analyse
from schemac.jsonschema.keywords import Dialect
from schemac.jsonschema.module import ROOT, Definition, Module
from schemac.pointer import Pointer, fragment
from schemac.values import JsonObject, Schema

DIGITS: Final = 8
"""Hexadecimal digits of a digest in a name, at least."""


class Embedded(NamedTuple):
    """Schemas for one document.

    Attributes:
        schemas: Each schema by the name it was given under, its references pointing into the document's definitions.
        definitions: The entries of the document's definition map, by code point of their names.
    """

    schemas: dict[str, Schema]
    definitions: dict[str, Schema]


def embed(modules: Mapping[str, Module], dialect: Dialect) -> Embedded:
    """Return schemas that mean the same inside one document as each did alone.

    Args:
        modules: Linked schemas by name, every definition in ``dialect``; none is changed.
        dialect: The document's dialect, which says where its definitions stand: ``$defs`` or ``definitions``, at its
            root.
    """
    return merge({name: analyse(module) for name, module in modules.items()}, dialect)


def merge(analyses: Mapping[str, Analysis], dialect: Dialect, wanted: Iterable[str] | None = None) -> Embedded:
    """Do the work of :func:`embed` on modules that are analysed already, as callers keep that embed them again.

    Args:
        analyses: The modules by name; all of them have a say in how definitions are called.
        dialect: The document's dialect.
        wanted: Names of those that are in the document; None: all.
    """
    names = _names([(name, analyses[name], analyses[name].prints) for name in sorted(analyses)])
    modules = {name: analysis.module for name, analysis in analyses.items()}
    return _assemble(modules, names, dialect, modules if wanted is None else wanted)


def standalone(module: Module, dialect: Dialect) -> Schema:
    """Return a schema that is a document of its own: its definitions stand at its root, ``#`` is the root itself."""
    if len(module.definitions) == 1:
        # All references that there can be mean the root, and say so already.
        return module.root.schema
    names = _own_names(module)
    names["", ROOT] = None
    found = _assemble({"": module}, names, dialect, [""])
    schema = found.schemas[""]
    return {**schema, dialect.definitions: found.definitions} if found.definitions else schema


# Naming

_Entry = tuple[str, str]
"""A definition of one of several modules: the module's name, and its key there."""


def _names(visible: Iterable[tuple[str, Analysis, Iterable[str]]]) -> dict[_Entry, str | None]:
    """Return the name of the entry that each definition becomes part of."""
    authored: defaultdict[str, dict[bytes, None]] = defaultdict(dict)
    everything: list[tuple[_Entry, Analysis, Definition]] = []
    for module, analysis, keys in visible:
        for key in keys:
            definition = analysis.module.definitions[key]
            everything.append(((module, key), analysis, definition))
            if definition.name is not None:
                authored[definition.name][analysis.prints[key]] = None
    names: dict[_Entry, str | None] = {}
    hashed: defaultdict[str, defaultdict[str, list[_Entry]]] = defaultdict(lambda: defaultdict(list))
    for entry, analysis, definition in everything:
        name = definition.name
        if name is not None and len(authored[name]) == 1:
            names[entry] = name
        else:
            stem = _stem(definition.origin.pointer) if name is None else name
            hashed[stem][analysis.digest(entry[1])].append(entry)
    for stem, digests in hashed.items():
        for digest, name in _grown(stem, sorted(digests), authored).items():
            names |= dict.fromkeys(digests[digest], name)
    return names


def _own_names(module: Module) -> dict[_Entry, str | None]:
    """Return the names of the entries of one module alone, its root aside."""
    keys = [key for key in module.definitions if key != ROOT]
    authored = {module.definitions[key].name: key for key in keys}
    if None not in authored and len(authored) == len(keys):
        # Nothing needs to be compared: all are called as their authors called them.
        return {("", key): name for name, key in authored.items()}
    analysis = analyse(module)
    return _names([("", analysis, [key for key in analysis.prints if key != ROOT])])


def _stem(pointer: Pointer) -> str:
    return str(pointer[-1]) if pointer else "root"


def _grown(stem: str, digests: Sequence[str], authored: Container[str]) -> dict[str, str]:
    """Return for each of several digests in order the shortest ``<stem>_<digits>`` that nothing else is called.

    Names with other stems never clash, since digits hold no ``_``. An author who knows the digest can take every
    length of it; then ``_`` is appended.
    """
    names = {}
    for before, digest, after in zip(["", *digests], digests, [*digests[1:], ""], strict=False):
        name = f"{stem}_{digest}_"
        for length in range(DIGITS, len(digest) + 1):
            digits = digest[:length]
            if f"{stem}_{digits}" not in authored and not (before.startswith(digits) or after.startswith(digits)):
                name = f"{stem}_{digits}"
                break
        while name in authored:
            name += "_"
        names[digest] = name
    return names


# Assembling


def _assemble(
    modules: Mapping[str, Module], names: Mapping[_Entry, str | None], dialect: Dialect, wanted: Iterable[str]
) -> Embedded:
    """Write every reference, and gather the entries that the schemas reach.

    Of equal definitions, which may differ in the order of their members, the one of the first module by name is
    emitted.
    """
    chosen: dict[str, _Entry] = {}
    for entry, name in names.items():
        if name is not None:
            chosen.setdefault(name, entry)
    texts = {name: fragment((dialect.definitions, name)) for name in chosen}
    reached: dict[str, Schema] = {}
    waiting: list[str] = []

    def written(module: str, key: str) -> Schema:
        definition = modules[module].definitions[key]
        changes: dict[Pointer, Change] = {}
        for use in definition.uses:
            name = names[module, use.key]
            if name is not None and name not in reached:
                reached[name] = None
                waiting.append(name)
            text = ROOT if name is None else texts[name]
            if text != use.key:
                changes[use.holder] = partial(_referring, text)
        return edited(definition.schema, changes)

    schemas = {module: written(module, ROOT) for module in wanted}
    while waiting:
        name = waiting.pop()
        reached[name] = written(*chosen[name])
    return Embedded(schemas, {name: reached[name] for name in sorted(reached)})


def _referring(text: str, schema: JsonObject) -> JsonObject:
    schema["$ref"] = text
    return schema
