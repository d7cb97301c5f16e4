"""Take arguments as they were meant: text that holds JSON where no text belongs (docs/spec, chapter DSP).

Models and clients send an object, an array, and now and then a number as text. Where the schema takes no text there,
and only there, the text is read. A place of the result stands at the same pointer in what was sent, continuing into
the text that was read, so errors need no translation.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Literal, NamedTuple, TypeAlias

from schemac.dispatch.budget import CALL_BOUNDS
from schemac.dispatch.taken import ARRAY, BOOLEAN, FRACTION, INTEGER, NULL, OBJECT, STRING, Place, Places, type_bit
from schemac.jsonschema.module import Module
from schemac.patterns.matching import compile_pattern
from schemac.pointer import Pointer
from schemac.text import Bounds, TextError, decode_json
from schemac.values import Json, JsonObject

Mode: TypeAlias = Literal["json", "scalars", "none"]
"""The option ``coerce``: text that holds an object or array; numbers and booleans too; nothing."""

What: TypeAlias = Literal["json", "boolean", "number", "dropped"]
"""What happened at a place: text was read as JSON, as a boolean, as a number; or a member was left out."""

_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_LONGEST_NUMBER = 1_000  # characters; the longest exact integer has 400 digits
_BLANKS = " \t\n\r"


class Coerced(NamedTuple):
    """Arguments as they were meant.

    Attributes:
        value: The arguments; the same object if nothing changed, and unchanged parts are shared.
        coerced: Where something was changed, in the order of the value, and what was done.
    """

    value: Json
    coerced: tuple[tuple[Pointer, What], ...]


class Coercer:
    """A linked schema, ready to coerce. Safe to share between threads; what it learns of the schema it keeps."""

    def __init__(self, module: Module) -> None:
        self._places = Places(module)

    def coerce(self, value: Json, mode: Mode = "json", bounds: Bounds = CALL_BOUNDS) -> Coerced:
        """Coerce a JSON value; never fails: what cannot be read stays as it is, for validation to refuse.

        Args:
            value: A value within ``bounds`` (:func:`~schemac.dispatch.budget.value_within_bounds`); it is not changed.
            mode: How much to coerce.
            bounds: Text is read only as far as the result stays within the depth and the number of values.
        """
        place = self._places.root
        kind = type(value)
        if mode == "none" or not (place.has_children or kind is str):
            return Coerced(value, ())
        walk = _Walk(mode == "scalars", bounds)
        value = walk.text(place, value) if kind is str else walk.below(place, value)
        return Coerced(value, tuple(walk.coerced))


def coerce(value: Json, module: Module, mode: Mode = "json", bounds: Bounds = CALL_BOUNDS) -> Coerced:
    """Coerce one value; for more than one, keep a :class:`Coercer`."""
    return Coercer(module).coerce(value, mode, bounds)


class _Walk:
    """One value and its schema, walked together. Recursion is over the levels of the value, which are bounded."""

    __slots__ = ("bounds", "coerced", "path", "room", "scalars")

    def __init__(self, scalars: bool, bounds: Bounds) -> None:
        self.scalars = scalars
        self.bounds = bounds
        self.room = bounds.max_nodes
        self.path: list[str | int] = []
        self.coerced: list[tuple[Pointer, What]] = []

    def below(self, place: Place, value: Json) -> Json:
        """Return an object or array with its parts coerced; anything else as it is."""
        if type(value) is dict:
            return self.members(place, value)
        return self.items(place, value) if type(value) is list else value

    def members(self, place: Place, value: JsonObject) -> JsonObject:
        known = place.members
        result: JsonObject | None = None
        for name, item in value.items():
            kind = type(item)
            if kind is str:
                part = known[name] if name in known else place.member(name)
                if part is None or (part.keeps_text and not (self.scalars and not item.strip(_BLANKS))):
                    continue
            elif kind is dict or kind is list:
                part = known[name] if name in known else place.member(name)
                if part is None or not part.has_children:
                    continue
            elif item is None and self.scalars:
                part = place.member(name)
                if part is None or part.types & NULL:
                    continue
            else:
                continue
            self.path.append(name)
            dropped = False
            if kind is str or item is None:
                dropped = self.scalars and name not in place.required and _is_refused(part, item)
                new = self.text(part, item) if kind is str and not dropped else item
            else:
                new = self.below(part, item)
            if dropped:
                self.note("dropped")
            self.path.pop()
            if dropped or new is not item:
                if result is None:
                    result = dict(value)
                if dropped:
                    del result[name]
                else:
                    result[name] = new
        return value if result is None else result

    def items(self, place: Place, value: list[Json]) -> list[Json]:
        if not place.tuple_length:
            part = place.item(0)
            if part is None or (part.keeps_text and not part.has_children):
                return value
        result: list[Json] | None = None
        for index, item in enumerate(value):
            kind = type(item)
            if not (kind is str or kind is dict or kind is list):
                continue
            part = place.item(index)
            if part is None or (part.keeps_text if kind is str else not part.has_children):
                continue
            self.path.append(index)
            new = self.text(part, item) if kind is str else self.below(part, item)
            self.path.pop()
            if new is not item:
                if result is None:
                    result = list(value)
                result[index] = new
        return value if result is None else result

    def text(self, place: Place, text: str) -> Json:
        """Return what a text stands for at a place that takes no text, or the text."""
        types = place.types
        if place.keeps_text:
            return text
        if types & (OBJECT | ARRAY):
            opening = text.lstrip(_BLANKS)[:1] if text[:1] in _BLANKS else text[:1]
            if (opening == "{" and types & OBJECT) or (opening == "[" and types & ARRAY):
                value = self.decoded(text)
                if value is not None:
                    self.note("json")
                    return self.below(place, value) if place.has_children else value
        return self.scalar(types, text) if self.scalars and types & (BOOLEAN | INTEGER | FRACTION) else text

    def decoded(self, text: str) -> Json:
        """Return the object or array that a text holds, or None."""
        bounds = self.bounds
        depth = bounds.max_depth - len(self.path)
        opened = text.count("[") + text.count("{")
        at_most = 1 + opened + text.count(",")
        if opened > depth or at_most > self.room:  # it may be too much, and is measured
            if depth < 1 or self.room < 1:
                return None
            bounds = replace(bounds, max_depth=depth, max_nodes=self.room)
        try:
            value = decode_json(text, bounds)
        except TextError:
            return None
        self.room -= min(at_most, self.room)
        return value

    def scalar(self, types: int, text: str) -> Json:
        if types & BOOLEAN and len(text) <= 5 and text.lower() in ("true", "false"):
            self.note("boolean")
            return text.lower() == "true"
        if types & (INTEGER | FRACTION) and len(text) <= _LONGEST_NUMBER and _NUMBER.fullmatch(text):
            try:
                number = decode_json(text, self.bounds)
            except TextError:
                return text
            if type_bit(number) & types:
                self.note("number")
                return number
        return text

    def note(self, what: What) -> None:
        self.coerced.append((tuple(self.path), what))


def _is_refused(place: Place, value: str | None) -> bool:
    """Tell whether a place refuses null or a blank text, by its type or by what it asks of texts."""
    if not place.types & (NULL if value is None else STRING):
        return value is None or not value.strip(_BLANKS)
    if value is None:
        return False
    for schema, dialect in place.terms:
        if isinstance(schema, dict):
            if "enum" in schema and value not in [item for item in schema["enum"] if isinstance(item, str)]:
                return True
            if "const" in schema and dialect.booleans and schema["const"] != value:
                return True
            if len(value) < schema.get("minLength", 0):
                return True
            if "pattern" in schema and not compile_pattern(schema["pattern"]).matches(value):
                return True
    return False
