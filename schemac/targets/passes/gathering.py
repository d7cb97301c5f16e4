"""A lowered root with the definitions that it refers to, as a module and as a document (docs/spec, chapter TGT).

As a rule definitions keep the names their authors gave them. Then references are written as the document has them from
the start, and nothing needs to be walked again.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from schemac.jsonschema.codec import Loss
from schemac.jsonschema.edit import edited
from schemac.jsonschema.equality import references
from schemac.jsonschema.keywords import Dialect
from schemac.jsonschema.module import ROOT, Definition, Module
from schemac.pointer import fragment
from schemac.targets.passes.lens import MaybeLens
from schemac.targets.passes.losses import authored
from schemac.targets.passes.memo import KeptDefinition, as_written
from schemac.values import JsonObject

NESTED: Final = "#nested"
"""The key of the root's copy for references to it, where the root itself became something else."""


class Rewritten(NamedTuple):
    """A module as the target takes it.

    Attributes:
        module: The lowered schema, linked.
        lens: How arguments go.
        losses: What it cannot say.
        settled: Lowering it again is known to change nothing.
        document: It as a document of its own; None where its definitions must be named first.
    """

    module: Module
    lens: MaybeLens
    losses: tuple[Loss, ...]
    settled: bool
    document: JsonObject | None = None


def texts_of(module: Module, reached: Container[str]) -> Mapping[str, str]:
    """Return the text of the references to each definition, if all keep their names; nothing if not.

    Args:
        module: The module.
        reached: The keys that references name.
    """
    definitions = module.root.dialect.definitions
    names = [item.name for key, item in module.definitions.items() if key != ROOT]
    if ROOT in reached or len(set(names)) < len(names):
        return {}
    texts = {key: _text(definitions, item.name) for key, item in module.definitions.items() if item.name is not None}
    return texts if len(texts) == len(names) else {}


@lru_cache(maxsize=4096)
def _text(definitions: str, name: str) -> str:
    return fragment((definitions, name))


def gathered(
    module: Module,
    root: KeptDefinition,
    kept: Mapping[str, KeptDefinition],
    texts: Mapping[str, str],
    *,
    settled: bool,
) -> Rewritten:
    """Put together what was lowered.

    Args:
        module: The module before.
        root: Its root, lowered.
        kept: Its definitions, lowered; the root too, if references name it.
        texts: What references to definitions say; nothing if they say the key.
        settled: Lowering it again is known to change nothing.
    """
    schema = root.lowered.schema
    dialect = module.root.dialect
    sources = {text: key for key, text in texts.items()}
    sources[NESTED] = ROOT
    found: dict[str, str] = {}
    losses = authored(root.noted, module.definitions)
    waiting = [root] if kept else []
    for item in waiting:
        referred = item.referred
        if referred is None:
            referred = tuple([sources.get(use.key, use.key) for use in references(item.lowered.schema, dialect)])
        for key in referred:
            if key not in found:
                found[key] = NESTED if key == ROOT else texts.get(key, key)
                waiting.append(kept[key])
                losses.extend(authored(kept[key].noted, module.definitions))
    schemas = {ROOT: schema}
    for key, text in found.items():
        item = kept[key]
        schemas[text] = as_written(item.lowered, item.written, module.definitions[key].schema).schema
    if schemas.get(NESTED) == schema:
        del schemas[NESTED]
        schemas = {key: _refer_to_root(item, dialect) for key, item in schemas.items()}
    sources[ROOT] = ROOT
    definitions = {key: _defined(module.definitions[sources.get(key, key)], item) for key, item in schemas.items()}
    document: JsonObject | None = None
    if len(schemas) == 1:
        document = schemas[ROOT]
    elif texts:
        named = {definitions[text].name or "": schemas[text] for text in found.values()}
        document = {**schema, dialect.definitions: {name: named[name] for name in sorted(named)}}
    return Rewritten(Module(definitions), root.lowered.lens, tuple(losses), settled, document)


def _defined(source: Definition, schema: JsonObject) -> Definition:
    if source.schema is schema:
        return source
    return Definition(schema, source.dialect, source.name, source.origin, gates=source.gates)


def _refer_to_root(schema: JsonObject, dialect: Dialect) -> JsonObject:
    holders = [use.holder for use in references(schema, dialect) if use.key == NESTED]
    found: JsonObject = edited(schema, dict.fromkeys(holders, _referring_to_root))
    return found


def _referring_to_root(holder: JsonObject) -> JsonObject:
    return {**holder, "$ref": ROOT}
