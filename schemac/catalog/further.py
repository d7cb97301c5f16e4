"""What else is wrong with a schema that has an error already (docs/spec, chapter DIA).

A schema goes through stages, and each takes only what the one before let pass: the metaschema, references, gates. For
all errors to come in one run, what is wrong is taken out of a copy, and the copy goes on. What is found there is told
only where it would be found without the first error too.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from contextlib import suppress
from urllib.parse import unquote

from schemac.catalog.documents import CheckedDocuments
from schemac.findings import Finding, SchemacError, has_errors
from schemac.jsonschema.keywords import Dialect, dialect_named
from schemac.jsonschema.link import link
from schemac.jsonschema.metaschema import check
from schemac.jsonschema.prune import analyse
from schemac.jsonschema.walk import walk
from schemac.pointer import Pointer, lookup, parse
from schemac.values import Json, JsonObject, Schema

_ABOUT_ONE_PLACE = frozenset(
    {
        "ref-cycle",
        "dynamic-ref-unsupported",
        "gate-empty",
        "gate-invalid",
        "gate-misspelled",
        "gate-not-allowed-here",
        "default-for-invalid",
    }
)
"""Codes of errors that nothing elsewhere in the schema could mend."""

_NAMING = frozenset({"$id", "id", "$anchor", "$dynamicAnchor", "$ref", "$dynamicRef", "$recursiveRef"})


def further(
    schema: JsonObject, found: Iterable[Finding], checked: CheckedDocuments, dialect: Dialect, pointer: Pointer
) -> list[Finding]:
    """Return what references and gates have wrong in a schema that was refused.

    Args:
        schema: The schema, within the bounds of :func:`~schemac.jsonschema.limits.measured`.
        found: What refused it.
        checked: What references may name.
        dialect: How it is read, unless its own ``$schema`` says otherwise.
        pointer: Where it stands in the value that findings point into.
    """
    rest = _Rest(schema, dialect, pointer)
    told: list[Finding] = []
    if not rest.take_out(found) or has_errors(check(rest.schema, dialect, pointer)):
        return told
    for _ in range(_MOST_STAGES):
        more = [item for item in _refused(rest, checked) if item.is_error]
        told.extend(item for item in more if rest.stands_alone(item))
        if not more or not rest.take_out(more):
            break
    return told


_MOST_STAGES = 4
"""References, their cycles, gates by themselves, gates by what they do: each can refuse once."""


def _refused(rest: _Rest, checked: CheckedDocuments) -> Iterable[Finding]:
    """Return what the first stage that refuses the rest has against it."""
    try:
        module = link(rest.schema, documents=checked.documents, dialect=rest.dialect, pointer=rest.pointer)
        if any(definition.origin.document in checked.unusable for definition in module.definitions.values()):
            return ()
        analyse(module, rest.schema, documents=checked.documents, pointer=rest.pointer)
    except SchemacError as refused:
        return refused.findings
    return ()


class _Rest:
    """What is left of a schema when the places of errors are taken out."""

    def __init__(self, schema: JsonObject, dialect: Dialect, pointer: Pointer) -> None:
        self.schema: Schema = schema
        self.dialect = dialect
        self.pointer = pointer
        self._whole = schema
        self._intact = True

    def take_out(self, found: Iterable[Finding]) -> bool:
        """Take out the smallest part at each error; tell whether that could be done."""
        read_as = dialect_named(self._whole, self.dialect)
        subschemas = {at for at, _ in walk(self.schema, read_as)}
        start = len(self.pointer)
        errors = [item for item in found if item.is_error]
        if any(item.pointer[:start] != self.pointer or item.pointer[start:] in ((), ("$schema",)) for item in errors):
            return False
        places = dict.fromkeys(_smallest(item.pointer[start:], item.code, subschemas) for item in errors)
        gone = {at: keywords for at, keywords in _by_subschema(places).items() if not _goes_along(at, places)}
        self._intact = self._intact and not any(self._matters(at, gone[at], read_as) for at in gone)
        for at, keywords in gone.items():
            self.schema = _changed(self.schema, at, keywords)
        return True

    def _matters(self, at: Pointer, keywords: Collection[str], read_as: Dialect) -> bool:
        """Tell whether something may refer to what is taken out, or be reached through it."""
        if not keywords:
            return True
        values = ((name, lookup(self.schema, (*at, name))) for name in keywords)
        return any(name in _NAMING or name in read_as.holding or _holds_objects(value) for name, value in values)

    def stands_alone(self, item: Finding) -> bool:
        """Tell whether an error that was found in the rest is one of the whole too."""
        if self._intact or item.code in _ABOUT_ONE_PLACE:
            return item.code != "limit-exceeded"
        return item.code == "ref-unresolvable" and not self._led_somewhere(item)

    def _led_somewhere(self, item: Finding) -> bool:
        """Tell whether a reference may have led to what was taken out."""
        with suppress(KeyError, ValueError):
            reference = lookup(self._whole, item.pointer[len(self.pointer) :])
            uri, _, fragment = reference.partition("#") if isinstance(reference, str) else ("", "", "")
            if uri or not fragment.startswith("/"):
                return True
            with suppress(KeyError):
                lookup(self._whole, parse(unquote(fragment)))
                return True
            return False
        return True


def _smallest(at: Pointer, code: str, subschemas: Collection[Pointer]) -> tuple[Pointer, str]:
    """Return the subschema whose keyword must go so that an error goes, and the keyword; "" for the whole subschema."""
    if at in subschemas:
        # a pattern that is a name goes with the keyword, and not with the schema behind it
        return (at[:-2], str(at[-2])) if code.startswith("pattern-") else (at, "")
    length = next(length for length in range(len(at) - 1, -1, -1) if at[:length] in subschemas)
    return at[:length], str(at[length])


def _by_subschema(places: Iterable[tuple[Pointer, str]]) -> dict[Pointer, list[str]]:
    """Return the keywords to take out of each subschema; none where all of it must go."""
    gone: dict[Pointer, list[str]] = {}
    whole = {at for at, keyword in places if not keyword}
    for at, keyword in places:
        gone.setdefault(at, [])
        if at not in whole:
            gone[at].append(keyword)
    return gone


def _goes_along(at: Pointer, places: Iterable[tuple[Pointer, str]]) -> bool:
    """Tell whether a subschema goes with another part that goes."""
    larger = ((*holder, keyword) if keyword else holder for holder, keyword in places if keyword or holder != at)
    return any(at[: len(part)] == part for part in larger)


def _changed(schema: Json, at: Pointer, keywords: Collection[str]) -> Json:
    """Return a copy without some keywords of the subschema at a place, or with an empty one there."""
    if at:
        copy = schema.copy()
        copy[at[0]] = _changed(copy[at[0]], at[1:], keywords)
        return copy
    return {name: value for name, value in schema.items() if name not in keywords} if keywords else {}


def _holds_objects(value: Json) -> bool:
    return isinstance(value, dict) or (
        isinstance(value, list) and any(isinstance(item, (dict, list)) for item in value)
    )
