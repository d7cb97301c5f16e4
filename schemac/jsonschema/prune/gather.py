"""Read the gates of a linked module, and refuse what only looks like one (docs/spec, chapter GAT)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from functools import partial
from types import MappingProxyType
from typing import Final

from schemac.findings import Finding, SchemacError, finding
from schemac.gates import Gate, all_of, parse_gate
from schemac.jsonschema.edit import Change, edited
from schemac.jsonschema.module import Definition, Module
from schemac.jsonschema.prune.skeleton import Marks
from schemac.jsonschema.walk import walk
from schemac.pointer import Pointer
from schemac.values import Json, JsonObject

GATE: Final = "x-requires"
DEFAULT_FOR: Final = "x-default-for"

_WORDS: Final = {"xrequires": GATE, "xdefaultfor": DEFAULT_FOR}
_WITHOUT_X: Final = {"requires": GATE, "defaultfor": DEFAULT_FOR}
_LONGEST: Final = 2 * len(DEFAULT_FOR)
_ALIKE: Final = 0.87
"""Keywords with ``x`` whose letters are so much those of a gate's are taken for a slip of the pen."""

Locate = Callable[[Definition, Pointer], Pointer]
"""From a definition and a place in it to where that stands in the value that findings point into."""


@dataclass(slots=True)
class Gathered:
    """What was read of a module.

    Attributes:
        bare: The module without gates.
        marks: Its gates.
        findings: What is wrong with them.
    """

    bare: Module
    marks: Marks
    findings: list[Finding] = field(default_factory=list)


def is_silent(names: Iterable[str]) -> bool:
    """Tell that there is neither a gate nor a keyword that looks like one among all names in a schema."""
    for keyword in names:
        suspect = keyword[:1] in _FIRST and keyword not in _COMMON
        if suspect and (keyword[:1] in "xX" or meant(keyword) is not None):
            return False
    return True


_FIRST: Final = frozenset("xXrRdD")
_COMMON: Final = frozenset({"required", "description", "default", "definitions", "deprecated", "readOnly"})


def meant(keyword: str) -> str | None:
    """Return the gate keyword that an author meant who wrote this one; itself if spelled right, None if no gate."""
    if keyword in (GATE, DEFAULT_FOR):
        return keyword
    if len(keyword) > _LONGEST:
        return None
    letters = "".join(filter(str.isalnum, keyword.lower()))
    if letters in _WITHOUT_X:
        return _WITHOUT_X[letters]
    if letters.startswith("x"):
        for word, right in _WORDS.items():
            if SequenceMatcher(None, letters, word, autojunk=False).ratio() >= _ALIKE:
                return right
    return None


def gather(module: Module, locate: Locate) -> Gathered:
    """Read all gates of a module."""
    gates: dict[tuple[str, Pointer], Gate] = {}
    defaults: dict[tuple[str, Pointer], str] = {}
    above: dict[str, Gate] = {}
    found: list[Finding] = []
    bare: dict[str, Definition] = {}
    for key, definition in module.definitions.items():
        strips: dict[Pointer, Change] = {}
        for pointer, schema in walk(definition.schema, definition.dialect):
            if not isinstance(schema, dict):
                continue
            for keyword in [name for name in schema if name[:1] in _FIRST and name not in _COMMON]:
                right = meant(keyword)
                if right is None:
                    continue
                at = (*locate(definition, pointer), keyword)
                if right != keyword:
                    found.append(_misspelled(keyword, right, at))
                elif keyword == GATE:
                    gate = _read(schema[keyword], at, found)
                    if gate is not None:
                        gates[key, pointer] = gate
                else:
                    value = schema[keyword]
                    if isinstance(value, str) and value.strip():
                        defaults[key, pointer] = value
                    else:
                        found.append(finding("default-for-invalid", at, "x-default-for takes the key of a value."))
                if right == keyword:
                    strips[pointer] = _stripped
        if definition.gates:
            # Faults of gates above are found where these gates stand, if that is live; a reference carries no less.
            read = [_read(value, locate(definition, ()), found) for value in definition.gates]
            known = tuple(gate for gate in read if gate is not None)
            if known:
                above[key] = all_of(known)
        if strips or definition.gates:
            definition = replace(definition, schema=edited(definition.schema, strips), gates=())  # noqa: PLW2901
        bare[key] = definition
    marks = Marks(MappingProxyType(gates), MappingProxyType(defaults), MappingProxyType(above))
    return Gathered(Module(MappingProxyType(bare)), marks, found)


def _stripped(schema: JsonObject) -> JsonObject:
    schema.pop(GATE, None)
    schema.pop(DEFAULT_FOR, None)
    return schema


def _read(value: Json, at: Pointer, found: list[Finding]) -> Gate | None:
    try:
        return parse_gate(value, at)
    except SchemacError as error:
        found.extend(error.findings)
        return None


def _misspelled(keyword: str, right: str, at: Pointer) -> Finding:
    return finding("gate-misspelled", at, f"The keyword {keyword!r} gates nothing.", f"Did you mean {right!r}?")


_NAME_MAPS: Final = ("properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies")


def dead_gates(places: Iterator[tuple[Pointer, Json]], prefix: Pointer) -> Iterator[Finding]:
    """Yield a finding for each gate in values that no schema applies; ``places`` are such values, ``prefix`` is above.

    A member of a map of names is a name there as well: a property called ``x-requires`` is no gate.
    """
    for place, dead in places:
        within = bool(place) and place[-1] in _NAME_MAPS
        stack: list[tuple[Pointer, Json, bool]] = [(place, dead, within)]
        while stack:
            pointer, item, names = stack.pop()
            if isinstance(item, dict):
                for keyword, value in item.items():
                    if not names and keyword in (GATE, DEFAULT_FOR):
                        message = f"{keyword} gates nothing here, since nothing applies this schema."
                        yield finding("gate-dead", (*prefix, *pointer, keyword), message)
                    elif isinstance(value, (dict, list)):
                        stack.append(((*pointer, keyword), value, not names and keyword in _NAME_MAPS))
            elif isinstance(item, list):
                stack.extend([((*pointer, index), value, False) for index, value in enumerate(item)])


def locator(prefix: Pointer, document: Callable[[str, Pointer], Pointer | None]) -> Locate:
    """Return the function that tells where a place of a definition stands.

    Args:
        prefix: Where the schema itself stands.
        document: From a document's URI and a place in it to where that stands, or None.
    """
    return partial(_located, prefix, document)


def _located(
    prefix: Pointer, document: Callable[[str, Pointer], Pointer | None], definition: Definition, pointer: Pointer
) -> Pointer:
    authored = definition.authored(pointer)
    if not definition.origin.document:
        return prefix + authored
    found = document(definition.origin.document, authored)
    return prefix if found is None else found
