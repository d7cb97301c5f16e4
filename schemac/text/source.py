"""One text and where things stand in it: offsets become places, pointers are found when somebody asks.

Positions cost nothing while a text is read. The first question reads it once more and keeps what it finds.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property
from typing import Literal, TypeAlias

from schemac.findings import Place
from schemac.pointer import Pointer
from schemac.text.bounds import Bounds
from schemac.text.json_positions import json_positions
from schemac.text.position_tree import Positions, find
from schemac.text.yaml_positions import yaml_positions

TextFormat: TypeAlias = Literal["yaml", "json"]
"""The two notations of a manifest."""

_LINE_END = re.compile(r"\r\n|[\r\n]")


class Source:
    """A text with the name it is known by.

    Lines end at LF, CR or both together, in YAML 1.2 as in JSON; other line separators of Unicode are ordinary
    characters. A byte order mark is no part of ``text``.
    """

    def __init__(self, file: str, text: str, format: TextFormat, bounds: Bounds) -> None:  # noqa: A002 - the CLI's word
        self.file = file
        self.text = text
        self.format = format
        self.bounds = bounds

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *(match.end() for match in _LINE_END.finditer(self.text))]

    @cached_property
    def _positions(self) -> Positions:
        read = json_positions if self.format == "json" else yaml_positions
        return read(self.text, self.bounds)

    def place(self, offset: int) -> Place:
        """Return the place of an offset in code points."""
        line = bisect_right(self._starts, offset)
        return Place(self.file, line, offset - self._starts[line - 1] + 1)

    def locate(self, pointer: Pointer, *, key: bool = False) -> Place | None:
        """Return where the value (or its key) at a pointer stands, or else its nearest ancestor that is there.

        What comes in through a YAML alias stands where the alias is used, and its parts where they are written; a
        merged member stands in the map that it was merged from. ``None``: the text holds no value at all.
        """
        root = self._positions.root
        return None if root is None else self.place(find(root, pointer, key=key))

    def first_given(self, offset: int) -> Place | None:
        """Return where the key at an offset is given first, if it is a repetition."""
        first = self._positions.first_given.get(offset)
        return None if first is None else self.place(first)

    def source_line(self, place: Place) -> str:
        """Return the text of a place's line without its line end; empty when there is no such line."""
        if place.file != self.file or not 1 <= place.line <= len(self._starts):
            return ""
        match = _LINE_END.search(self.text, self._starts[place.line - 1])
        return self.text[self._starts[place.line - 1] : match.start() if match else None]
