"""A Python value as a JSON value of the library's own."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from schemac.findings import Finding, SchemacError, capped, finding
from schemac.pointer import Pointer
from schemac.text.bounds import Bounds
from schemac.text.errors import TextError
from schemac.text.numbers import check_integer, read_number
from schemac.values import Json

_ENOUGH = 1000  # findings, before the rest of the value is left unread


def own_copy(value: Any, bounds: Bounds) -> Json:
    """Return a copy of a value that shares nothing with it, made of plain JSON types.

    The copy is what reading ``json.dumps(value)`` would give: integral floats are integers, and there is no ``-0.0``.
    Subclasses of ``dict``, ``list``, ``str``, ``int`` and ``float`` become what they extend. A value that holds itself
    is too deep.

    Raises:
        SchemacError: ``not-json-value``, ``not-json-number``, ``number-out-of-range``, ``lone-surrogate``,
            ``key-not-string`` or ``limit-exceeded``, each with its pointer.
    """
    return _Copier(bounds).copy(value)


class _Copier:
    def __init__(self, bounds: Bounds) -> None:
        self.bounds = bounds
        self.findings: list[Finding] = []
        self.path: list[str | int] = []
        self.nodes = 0

    def copy(self, value: Any) -> Json:
        root: list[Json] = []
        frames: list[tuple[Json, Iterator[tuple[Any, Any]]]] = []
        target = self.enter(value, frames)
        root.append(target)
        while frames:
            target, entries = frames[-1]
            for key, child in entries:
                if isinstance(target, dict):
                    if not isinstance(key, str):
                        message = f"The key {_shown(key)} is a {type(key).__name__}, not text."
                        self.add("key-not-string", tuple(self.path), message)
                        continue
                    name = str.__str__(key)
                    self.path.append(name)
                    self.check_text(name)
                    depth = len(frames)
                    target[name] = self.enter(child, frames)
                else:
                    self.path.append(key)
                    depth = len(frames)
                    target.append(self.enter(child, frames))
                if len(frames) > depth:
                    break
                self.path.pop()
            else:
                frames.pop()
                if self.path:
                    self.path.pop()
        if self.findings:
            raise SchemacError(capped(self.findings))
        return root[0]

    def enter(self, value: Any, frames: list[tuple[Json, Iterator[tuple[Any, Any]]]]) -> Json:
        """Return the copy of a scalar, or an empty container whose entries are copied later."""
        self.nodes += 1
        if self.nodes > self.bounds.max_nodes:
            self.stop(f"The value holds more than {self.bounds.max_nodes} values.")
        if isinstance(value, (dict, list)):
            if len(frames) >= self.bounds.max_depth:
                self.stop(f"The value nests deeper than {self.bounds.max_depth} levels.")
            if isinstance(value, dict):
                frames.append(({}, iter(value.items())))
            else:
                frames.append(([], iter(enumerate(value))))
            return frames[-1][0]
        return self.scalar(value)

    def scalar(self, value: Any) -> Json:
        if value is None or value is True or value is False:
            return value
        if isinstance(value, str):
            return self.check_text(str.__str__(value))
        try:
            if isinstance(value, int):
                return check_integer(int(value))
            if isinstance(value, float):
                if not math.isfinite(value):
                    self.add("not-json-number", tuple(self.path), f"{float(value)} is not a number in JSON.")
                    return None
                return read_number(float.__repr__(value)) if value.is_integer() else float(value)
        except TextError as error:
            self.add(error.code, tuple(self.path), error.message)
            return None
        self.add("not-json-value", tuple(self.path), f"A {type(value).__name__} is no JSON value.")
        return None

    def check_text(self, text: str) -> str:
        if not text.isascii():
            try:
                text.encode()
            except UnicodeEncodeError:
                self.add("lone-surrogate", tuple(self.path), "The text holds half of a character.")
        return text

    def add(self, code: str, pointer: Pointer, message: str) -> None:
        self.findings.append(finding(code, pointer, message))
        if len(self.findings) >= _ENOUGH:
            raise SchemacError(capped(self.findings))

    def stop(self, message: str) -> None:
        self.findings.append(finding("limit-exceeded", tuple(self.path), message))
        raise SchemacError(capped(self.findings))


def _shown(key: Any) -> str:
    return repr(key) if isinstance(key, (int, float, type(None))) else "of an object"
