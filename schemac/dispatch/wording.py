"""The words in which a value is refused: which part, what was expected, what came (docs/spec, chapter DSP).

A model reads them and acts on them, so each is one sentence of bounded length. They are the same whichever validator
is in use, and they never quote a part of the schema that the caller was not shown.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence

from schemac.pointer import Pointer
from schemac.values import Json, JsonObject

WHOLE = "the argument object"
"""What the whole value is called."""

_TEXT_AT_MOST = 60
_LIST_AT_MOST = 300
_PATH_AT_MOST = 160
_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_-]{0,63}\Z")
_A = {
    "null": "null",
    "boolean": "true or false",
    "integer": "an integer",
    "number": "a number",
    "string": "a string",
    "array": "an array",
    "object": "an object",
}


def place(pointer: Pointer) -> str:
    """Return how a place is called: ``the argument object``, or a path such as ```to[0].name```."""
    if not pointer:
        return WHOLE
    path = ""
    for token in pointer:
        if isinstance(token, int):
            path += f"[{token}]"
        elif _PLAIN.match(token):
            path += f".{token}" if path else token
        else:
            path += f"[{_cut(json.dumps(token[:_TEXT_AT_MOST], ensure_ascii=False), _TEXT_AT_MOST)}]"
        if len(path) > 4 * _PATH_AT_MOST:
            break
    return f"`{_cut(path, _PATH_AT_MOST)}`"


def brief(value: Json) -> str:
    """Return what a value is, in few words; the work does not grow with the value."""
    if isinstance(value, dict):
        return f"an object with {count(len(value), 'member')}" if value else "an empty object"
    if isinstance(value, list):
        return f"an array of {count(len(value), 'item')}" if value else "an empty array"
    if isinstance(value, str):
        if len(value) > _TEXT_AT_MOST:
            return f"a text of {len(value)} characters that starts {_quoted(value[: _TEXT_AT_MOST // 2])}"
        return f"the text {_quoted(value)}" if value else "an empty text"
    return literal(value)


def literal(value: Json) -> str:
    """Return a value as JSON, cut to a bounded length."""
    if isinstance(value, (dict, list)):
        return _cut(json.dumps(value, ensure_ascii=False), _TEXT_AT_MOST)
    if isinstance(value, str):
        return _cut(_quoted(value[: _TEXT_AT_MOST + 1]), _TEXT_AT_MOST)
    if isinstance(value, int) and not isinstance(value, bool) and value.bit_length() > 200:
        return f"an integer of {value.bit_length() * 30103 // 100000 + 1} digits or so"
    return json.dumps(value)


def alternatives(words: Iterable[str], joiner: str = "or") -> str:
    """Return ``a, b or c``; what goes beyond a bounded length is left out, with a word that it was."""
    items = list(words)
    kept: list[str] = []
    length = 0
    for item in items:
        length += len(item) + 2
        if kept and length > _LIST_AT_MOST:
            break
        kept.append(item)
    if len(kept) < len(items):
        return f"{', '.join(kept)} {joiner} {len(items) - len(kept)} more"
    return kept[0] if len(kept) == 1 else f"{', '.join(kept[:-1])} {joiner} {kept[-1]}"


def types(names: Sequence[str]) -> str:
    """Return ``a string or null`` for type names."""
    return alternatives(_A.get(name, name) for name in names)


def count(number: int, thing: str) -> str:
    """Return ``1 item``, ``2 items``."""
    return f"{number} {thing}{'' if number == 1 else 's'}"


def capital(sentence: str) -> str:
    """Return a sentence with its first letter upper-cased."""
    return sentence[:1].upper() + sentence[1:]


def assertion(keyword: str, schema: JsonObject, value: Json, pointer: Pointer, name: str | None) -> str:
    """Return the sentence for a keyword that holds no subschema.

    Args:
        keyword: The keyword that refuses.
        schema: The schema that it stands in.
        value: What it refuses.
        pointer: Where that stands.
        name: For ``required``, the missing name; for ``dependentRequired``, the name that asks for it after a
            slash: ``missing/asking``.
    """
    what = place(pointer)
    limit = schema.get(keyword)
    if keyword == "required":
        return capital(f"{place((*pointer, name or ''))} is required, but it is missing.")
    but = f"but it is {brief(value)}."
    if keyword == "type":
        what = what if pointer else "the arguments"
        return capital(f"{what} must be {types([limit] if isinstance(limit, str) else limit or [])}, {but}")
    if keyword == "enum":
        return capital(f"{what} must be {alternatives(map(literal, limit or ['no value']))}, {but}")
    if keyword == "const":
        return capital(f"{what} must be {literal(limit)}, {but}")
    if keyword in _BOUNDS:
        return capital(f"{what} must be {_BOUNDS[keyword]} {literal(limit)}, {but}")
    if keyword in _SIZES:
        bound, thing = _SIZES[keyword]
        return capital(f"{what} must have {bound} {count(int(limit or 0), thing)}, but it has {len(value)}.")
    if keyword == "pattern":
        return capital(f"{what} must match the pattern {_cut(str(limit), 2 * _TEXT_AT_MOST)}, {but}")
    return capital(f"{what} does not fit the keyword {keyword}.")


def dependent(name: str, asking: str, pointer: Pointer) -> str:
    """Return the sentence for a name that another name makes required."""
    return capital(f"{place((*pointer, name))} is required when {place((*pointer, asking))} is given.")


def repeated(first: int, second: int, pointer: Pointer) -> str:
    """Return the sentence for an array that holds two equal items."""
    return capital(f"{place(pointer)} must not hold equal items, but items {first} and {second} are equal.")


_BOUNDS = {
    "minimum": "at least",
    "maximum": "at most",
    "exclusiveMinimum": "more than",
    "exclusiveMaximum": "less than",
    "multipleOf": "a multiple of",
}
_SIZES = {
    "minLength": ("at least", "character"),
    "maxLength": ("at most", "character"),
    "minItems": ("at least", "item"),
    "maxItems": ("at most", "item"),
    "minProperties": ("at least", "member"),
    "maxProperties": ("at most", "member"),
}


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _cut(text: str, at_most: int) -> str:
    return text if len(text) <= at_most else f"{text[: at_most * 2 // 3]}…{text[-at_most // 4 :]}"
