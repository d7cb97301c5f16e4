"""Check schemas against the metaschema of their dialect (docs/spec, chapter ENG).

The judging is a library's; the words are ours, since a validator's message about a metaschema speaks of places that an
author has never seen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from typing import Any, Final, NamedTuple

from schemac.findings import Finding, did_you_mean, finding
from schemac.jsonschema.edit import edited
from schemac.jsonschema.index import Link, unwound
from schemac.jsonschema.judge import Fault, metaschema
from schemac.jsonschema.keywords import DIALECTS, Dialect, dialect_by_uri
from schemac.jsonschema.limits import measured
from schemac.jsonschema.walk import children
from schemac.patterns import check_pattern
from schemac.pointer import Pointer, sort_key
from schemac.values import Json, JsonObject, Schema, type_of

MOST: Final = 5
"""Findings about one schema, at most: the first few tell enough, and one mistake can show in many places."""


def dialect_of(schema: Schema, default: Dialect, pointer: Pointer = ()) -> Dialect | Finding:
    """Return the dialect that a schema's ``$schema`` names, ``default`` without one, or why there is none."""
    if not isinstance(schema, dict) or "$schema" not in schema:
        return default
    named = schema["$schema"]
    at = (*pointer, "$schema")
    if not isinstance(named, str):
        return finding("schema-invalid", at, f"$schema must be text, and is {_a(named)}")
    dialect = dialect_by_uri(named)
    if dialect is None:
        hint = did_you_mean(named.removesuffix("#"), [item.uri for item in DIALECTS.values()])
        return finding("vocabulary-unsupported", at, f"{named!r} is no draft of JSON Schema", hint or None)
    return dialect


def check(
    schema: Schema, default: Dialect, pointer: Pointer = (), inner: AbstractSet[str] | None = None
) -> list[Finding]:
    """Return what makes a schema invalid in its dialect.

    Args:
        schema: Any JSON value.
        default: The dialect of a schema without ``$schema``.
        pointer: Where the schema stands in the value that findings point into.
        inner: From :func:`~schemac.jsonschema.limits.measured`, for those who have measured the schema already.

    Returns:
        Findings ``schema-invalid``, ``vocabulary-unsupported`` and ``limit-exceeded``, and those about patterns
        (``pattern-invalid``, ``pattern-unbounded``, the warning ``pattern-legacy``); at most :data:`MOST` about
        patterns and about the rest; empty for a valid schema.
    """
    if inner is None:
        found = measured(schema, pointer)
        if isinstance(found, Finding):
            return [found]
        inner = found
    dialect = dialect_of(schema, default, pointer)
    if isinstance(dialect, Finding):
        return [dialect]
    survey = _survey(schema, dialect) if _is_special(schema, dialect, inner) else _Survey([_Part((), schema, dialect)])
    invalid: dict[Pointer, str] = dict(survey.malformed)
    for part in survey.parts:
        for at, why in violations(part.schema, part.dialect):
            if len(invalid) >= MOST:
                break
            invalid.setdefault(part.pointer + at, why)
    findings = [finding("schema-invalid", pointer + at, why) for at, why in invalid.items()]
    judged = ((at, _judged(pattern)) for at, pattern in survey.patterns)
    findings += islice((replace(item, pointer=pointer + at) for at, item in judged if item is not None), MOST)
    return findings


class _Part(NamedTuple):
    """A schema, or a part of one, that one metaschema judges."""

    pointer: Pointer
    schema: Schema
    dialect: Dialect


class _Survey(NamedTuple):
    parts: Sequence[_Part]
    patterns: Sequence[tuple[Pointer, str]] = ()
    malformed: Sequence[tuple[Pointer, str]] = ()


def _is_special(schema: Schema, dialect: Dialect, inner: AbstractSet[str]) -> bool:
    """Tell whether a schema may hold what :func:`_survey` looks for, by the names in it; most do not."""
    own: AbstractSet[str] = schema.keys() if isinstance(schema, dict) else frozenset()
    known = "$schema" in inner or not _PATTERNS.isdisjoint(inner) or not _PATTERNS.isdisjoint(own)
    return known or (dialect.definitions != "$defs" and ("$defs" in inner or "$defs" in own))


_PATTERNS: Final = frozenset({"pattern", "patternProperties"})


def _survey(schema: Schema, dialect: Dialect) -> _Survey:
    """Find the patterns of a schema, and the parts of it that its own metaschema does not judge rightly."""
    patterns: list[tuple[Pointer, str]] = []
    malformed: list[tuple[Pointer, str]] = []
    parts = [_Part((), schema, dialect)]
    foreign: dict[Pointer, _Part] = {}
    stack: list[tuple[Schema, Link, Dialect]] = [(schema, None, dialect)]
    while stack:
        item, link, within = stack.pop()
        if not isinstance(item, dict):
            continue
        here = within
        if link is not None and "$schema" in item:
            named = dialect_of(item, within)
            here = within if isinstance(named, Finding) else named
            if here is not within:
                at = unwound(link)
                foreign[at] = _Part(at, item, here)
        if "pattern" in item or "patternProperties" in item:
            patterns.extend(_patterns(item, unwound(link)))
        if "$defs" in item and here.definitions != "$defs":
            # A definition map in every dialect, although the older metaschemas do not know it.
            at = (*unwound(link), "$defs")
            if isinstance(item["$defs"], dict):
                parts.extend(_Part((*at, name), part, here) for name, part in item["$defs"].items())
            else:
                malformed.append((at, f"$defs must be an object, and is {_a(item['$defs'])}"))
        below = children(item, here)
        if below:
            stack.extend([(child, (link, step), here) for step, child in reversed(below)])
    if foreign:
        parts = [part._replace(schema=_without(part, foreign)) for part in [*parts, *foreign.values()]]
    return _Survey(parts, patterns, malformed)


def _without(part: _Part, foreign: Mapping[Pointer, _Part]) -> Schema:
    """Return a part with the parts of other dialects inside it emptied, the outermost ones."""
    depth = len(part.pointer)
    inside = {at[depth:] for at in foreign if len(at) > depth and at[:depth] == part.pointer}
    outermost = [at for at in inside if not any(at[:length] in inside for length in range(len(at)))]
    return edited(part.schema, dict.fromkeys(outermost, _emptied))


def _emptied(_schema: JsonObject) -> JsonObject:
    return {}


def _patterns(schema: JsonObject, at: Pointer) -> Iterator[tuple[Pointer, str]]:
    pattern = schema.get("pattern")
    if isinstance(pattern, str):
        yield (*at, "pattern"), pattern
    named = schema.get("patternProperties")
    if isinstance(named, dict):
        for name in named:
            yield (*at, "patternProperties", name), name


@lru_cache(maxsize=256)
def _judged(pattern: str) -> Finding | None:
    """Judge a pattern; lists of tools repeat the same few patterns."""
    return check_pattern(pattern, ())


def violations(schema: Schema, dialect: Dialect) -> list[tuple[Pointer, str]]:
    """Return where the metaschema of a dialect alone refuses a schema, and a sentence why, in order of the places.

    Patterns, and what the metaschema does not see, are :func:`check`'s.
    """
    judge = metaschema(dialect)
    if judge.accepts(schema):
        return []
    leaves = [leaf for fault in judge.faults(schema) for leaf in _leaves(fault) if not _is_integer_by_value(leaf)]
    leaves.sort(key=lambda leaf: (sort_key(leaf.pointer), leaf.keyword))
    return list(dict.fromkeys((leaf.pointer, _why(leaf)) for leaf in leaves))


def _leaves(fault: Fault) -> Iterator[Fault]:
    """Yield what is really wrong: where one alternative got further into the value than the others, its faults."""
    deepest = max(fault.alternatives, key=_reach, default=())
    if _reach(deepest) > len(fault.pointer):
        for inner in deepest:
            yield from _leaves(inner)
    else:
        yield fault


def _reach(faults: Iterable[Fault]) -> int:
    return max((len(fault.pointer) for fault in faults), default=0)


def _is_integer_by_value(fault: Fault) -> bool:
    """Draft-04 validators refuse ``1.0`` as an integer; here an integer is one by value, in every dialect."""
    return fault.keyword == "type" and fault.wanted == ["integer"] and _integral(fault.value)


def _integral(value: Json) -> bool:
    return isinstance(value, float) and value.is_integer()


_FORMS: Final = {
    "type": "must be one of array, boolean, integer, null, number, object, string, or a list of them",
    "items": "must be a schema or a list of schemas",
    "additionalItems": "must be a schema or a boolean",
    "additionalProperties": "must be a schema or a boolean",
}


def _why(fault: Fault) -> str:
    """Return a sentence about one fault, from the keyword of the metaschema that found it."""
    keyword = next((token for token in reversed(fault.pointer) if isinstance(token, str)), "the schema")
    kind, value = fault.keyword, fault.value
    wanted: Any = fault.wanted
    if kind == "type":
        rule = f"must be {_joined(_article(name) for name in wanted)}, and is {_a(value)}"
    elif kind == "enum":
        rule = f"must be one of {', '.join(map(str, wanted))}, and is {_quoted(value)}"
    elif kind == "minimum":
        rule = f"must be at least {wanted}, and is {_quoted(value)}"
    elif kind == "exclusiveMinimum":
        rule = f"must be greater than {wanted}, and is {_quoted(value)}"
    elif kind == "minItems":
        rule = f"must have at least {wanted} entry"
    elif kind == "uniqueItems":
        rule = "must not hold the same entry twice"
    elif kind == "required":
        rule = f"must have {wanted!r} beside it"
    elif kind == "pattern":
        rule = f"is {_quoted(value)}, which has not the form of a name"
    else:
        rule = _FORMS.get(keyword, "has none of the forms that are allowed there")
        if keyword == "type" and isinstance(value, str):
            rule += f", and is {_quoted(value)}"
    return f"{keyword} {rule}"


def _joined(words: Iterable[str]) -> str:
    return " or ".join(words)


def _article(name: str) -> str:
    return f"an {name}" if name[0] in "aio" else f"a {name}"


def _a(value: Json) -> str:
    kind = type_of(value)
    return "null" if kind == "null" else _article(kind)


def _quoted(value: Json) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:39]}…"
