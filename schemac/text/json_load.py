"""Strict JSON, at the speed of the standard library (docs/spec, chapter LOD).

The standard library reads the text with hooks that notice what it would let pass. Only a text that it or a hook refuses
is read a second time, slowly, by a reader that says all that is wrong and where.
"""

from __future__ import annotations

import json
import re
from typing import NoReturn

from schemac.findings import SchemacError
from schemac.pointer import Pointer
from schemac.text.bounds import Bounds
from schemac.text.errors import TextError
from schemac.text.json_scan import JsonSyntaxError, Kind, scan
from schemac.text.numbers import read_integer, read_number
from schemac.text.report import Report
from schemac.text.source import Source
from schemac.values import Json, JsonObject

_SURROGATE_START = re.compile(r"\\u[dD][89a-fA-F]")
_ESCAPE = re.compile(
    r"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(?P<lone>u[dD][89a-fA-F][0-9a-fA-F]{2})|.)"
)


def load_json(source: Source, bounds: Bounds) -> Json:
    """Return the value of a JSON text.

    Raises:
        SchemacError: It is refused; the findings say all that is wrong, as far as it could be read.
    """
    try:
        return _decode(source.text, bounds)
    except (ValueError, RecursionError):
        return _load_slowly(source, bounds)


def decode_json(text: str, bounds: Bounds = Bounds()) -> Json:  # noqa: B008 - an immutable value
    """Return the value of a JSON text that a caller sent, by the rules of :func:`load_json`.

    Takes time and memory in proportion to the text and is safe for any text; places are not told.

    Raises:
        TextError: The text is refused.
    """
    if len(text) > bounds.max_bytes or (
        not text.isascii() and len(text.encode("utf-8", "surrogatepass")) > bounds.max_bytes
    ):
        raise TextError("limit-exceeded", f"The text is longer than {bounds.max_bytes} bytes.")
    try:
        return _decode(text, bounds)
    except TextError:
        raise
    except json.JSONDecodeError as error:
        if not text.strip(" \t\n\r"):
            raise TextError("empty-document", "The text is empty.") from None
        message = f"The text is not JSON; it goes wrong at line {error.lineno}, column {error.colno}."
        raise TextError("json-syntax", message) from None
    except RecursionError:  # too deep, or the caller's own stack was nearly full
        try:
            return _load_slowly(Source("", text, "json", bounds), bounds)
        except SchemacError as error:
            raise TextError(error.findings[0].code, error.findings[0].message) from None


def measure(value: Json) -> tuple[int, int]:
    """Return how deep a value nests and how many values it holds; it must be finite, and is not recursed into."""
    depth, nodes = 0, 1
    level = [value] if isinstance(value, (dict, list)) else []
    while level:
        depth += 1
        below: list[Json] = []
        for container in level:
            nodes += len(container)
            items = container.values() if type(container) is dict else container
            below += [item for item in items if type(item) is dict or type(item) is list]
        level = below
    return depth, nodes


def _refuse_constant(name: str) -> NoReturn:
    raise TextError("not-json-number", f"{name} is not a number in JSON.")


def _unique(pairs: list[tuple[str, Json]]) -> JsonObject:
    members = dict(pairs)
    if len(members) != len(pairs):
        seen: set[str] = set()
        name = next(name for name, _ in pairs if name in seen or seen.add(name))  # type: ignore[func-returns-value]
        raise TextError("duplicate-key", f"The key {name!r} is given twice in one object.")
    return members


_DECODER = json.JSONDecoder(
    parse_int=read_integer, parse_float=read_number, parse_constant=_refuse_constant, object_pairs_hook=_unique
)


def _decode(text: str, bounds: Bounds) -> Json:
    """Read a text with the standard library; every refusal is a ``ValueError`` or ``RecursionError``."""
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError:
            raise TextError("lone-surrogate", "The text holds half of a character.") from None
    opened = text.count("[") + text.count("{")
    at_most = 1 + opened + text.count(",")
    if at_most > bounds.max_nodes:
        _check_nodes(text, bounds)
    value = _DECODER.decode(text)
    if _SURROGATE_START.search(text) and any(match["lone"] for match in _ESCAPE.finditer(text)):
        raise TextError("lone-surrogate", "An escape denotes half of a character.")
    if opened > bounds.max_depth and measure(value)[0] > bounds.max_depth:
        raise TextError("limit-exceeded", f"The document nests deeper than {bounds.max_depth} levels.")
    return value


def _check_nodes(text: str, bounds: Bounds) -> None:
    """Count the values of a text that may hold too many, without building them."""
    nodes = 0
    try:
        for token in scan(text):
            nodes += token.kind in (Kind.OBJECT, Kind.ARRAY, Kind.VALUE)
            if nodes > bounds.max_nodes:
                raise TextError("limit-exceeded", f"The document holds more than {bounds.max_nodes} values.")
    except JsonSyntaxError:
        return  # the decoder says so too


def _load_slowly(source: Source, bounds: Bounds) -> Json:
    """Read a text token by token; the value when nothing is wrong with it after all."""
    return _Builder(bounds, Report(source)).build(source.text)


class _Builder:
    def __init__(self, bounds: Bounds, report: Report) -> None:
        self.bounds = bounds
        self.report = report
        self.stack: list[Json] = []
        self.keys: list[str | None] = []  # of each open object the key whose value comes next
        self.root: Json = None
        self.nodes = 0

    def build(self, text: str) -> Json:
        try:
            wants_key = False
            for token in scan(text):
                if token.kind is Kind.END:
                    self.stack.pop()
                    self.keys.pop()
                    self.close()
                elif wants_key:
                    self.key(token.kind, token.value, token.offset)
                    wants_key = False
                    continue
                else:
                    self.value(token.kind, token.value, token.offset)
                wants_key = bool(self.stack) and isinstance(self.stack[-1], dict)
        except JsonSyntaxError as error:
            code = "json-syntax" if text.strip(" \t\n\r") else "empty-document"
            self.report.add(code, self.pointer(), error.message, error.offset)
        self.report.refuse_if_any()
        return self.root

    def pointer(self) -> Pointer:
        """Return where the value that is read now will stand."""
        tokens: list[str | int] = []
        for depth, (container, key) in enumerate(zip(self.stack, self.keys, strict=True), 1):
            if isinstance(container, list):
                tokens.append(len(container) - (depth < len(self.stack)))  # an open part is in its array already
            elif key is None:
                break
            else:
                tokens.append(key)
        return tuple(tokens)

    def key(self, kind: Kind, value: Json, offset: int) -> None:
        members = self.stack[-1]
        if kind is Kind.FAULT:
            self.report.add(value.code, self.pointer(), value.message, offset)
            self.keys[-1] = ""
            return
        self.keys[-1] = value
        if value in members:
            self.report.add_duplicate(self.pointer(), offset)

    def value(self, kind: Kind, value: Json, offset: int) -> None:
        self.nodes += 1
        if self.nodes > self.bounds.max_nodes:
            self.stop(f"The document holds more than {self.bounds.max_nodes} values.", offset)
        if kind is Kind.FAULT:
            self.report.add(value.code, self.pointer(), value.message, offset)
            value = None
        if kind in (Kind.OBJECT, Kind.ARRAY):
            if len(self.stack) >= self.bounds.max_depth:
                self.stop(f"The document nests deeper than {self.bounds.max_depth} levels.", offset)
            value = {} if kind is Kind.OBJECT else []
            self.put(value)
            self.stack.append(value)
            self.keys.append(None)
        else:
            self.put(value)
            self.close()

    def put(self, value: Json) -> None:
        if not self.stack:
            self.root = value
        elif isinstance(self.stack[-1], list):
            self.stack[-1].append(value)
        else:
            self.stack[-1][self.keys[-1]] = value

    def close(self) -> None:
        """Expect the next key, when the value of the last one is complete."""
        if self.keys:
            self.keys[-1] = None

    def stop(self, message: str, offset: int) -> NoReturn:
        self.report.add("limit-exceeded", self.pointer(), message, offset)
        self.report.refuse()
