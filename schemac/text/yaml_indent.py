"""What is wrong with the indentation where YAML's parser stops, told by the lines above (docs/spec, chapter LOD).

The parser says what it did not find, which helps nobody who has one blank too many. The lines themselves tell more:
which columns keys and dashes above have, and whether the line above goes on.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_LINE = re.compile(r"(?P<indent> *)(?P<dashes>(?:- +)*)(?P<rest>.*)")
_LINE_END = re.compile(r"\r\n|[\r\n]")
_ROW = re.compile(r"[^\r\n]*")
_KEY = re.compile(r"""("[^"]*"|'[^']*'|[^\s#'"\[\]{},&*!|>%@`-][^#]*?)\s*:(?= |$)""")
_NO_BLANK = re.compile(r"[\w-]+:\S")


class Advice(NamedTuple):
    """Where to look, what is the case there, and what to do."""

    offset: int
    message: str
    hint: str


class _Line(NamedTuple):
    number: int
    start: int
    indent: int
    dashes: tuple[int, ...]
    column: int
    rest: str

    @property
    def has_key(self) -> bool:
        return _KEY.match(self.rest) is not None


class _Open(NamedTuple):
    """A column at which something above goes on."""

    column: int
    what: str

    def __str__(self) -> str:
        return f"the {self.what} is in column {self.column + 1}"


def misplaced(text: str, offset: int) -> Advice | None:
    """Say why a line fits nothing above it; None where that cannot be told by its indentation."""
    line, above = _lines_up_to(text, offset)
    open_columns = list(_open(above))
    if not open_columns:
        return None
    at = line.start + line.indent
    same = next((item for item in open_columns if item.column == line.indent), None)
    if same is None:
        deeper = [item for item in open_columns if item.column > line.indent][-1:]
        near = [*deeper, *[item for item in open_columns if item.column < line.indent][:1]]
        found = ", ".join(map(str, near))
        message = f"The line starts in column {line.indent + 1}, where nothing above it does: {found}."
        return Advice(at, message, f"Start it in column {' or '.join(str(item.column + 1) for item in near)}.")
    if line.dashes or not same.what.startswith("'-'"):
        return None
    message = f"A key starts here where only an item can: {same}."
    inside = next((item for item in reversed(open_columns) if item.column > line.indent), None)
    hint = (
        f"Start it in column {inside.column + 1} to make it a part of that item." if inside else "Put '- ' before it."
    )
    return Advice(at, message, hint)


def continued(text: str, offset: int) -> Advice | None:
    """Say why a ``:`` stands in what is read as text; None where that text is on the same line."""
    line, above = _lines_up_to(text, offset)
    before = text[line.start + line.column : offset]
    last = next(above, None)
    if last is None or ": " in before:
        return None
    before_last = next(above, None)
    if not last.has_key and (last.dashes or (before_last is not None and before_last.rest.rstrip().endswith(":"))):
        hint = "Put a blank after the ':'." if _NO_BLANK.match(last.rest) else "Write a key, ': ' and the value."
        message = f"This is no key with a value, and so line {line.number} is read as more of the same text."
        return Advice(last.start + last.column, message, hint)
    further = [before_last] if before_last is not None else []
    holder = next((item for item in (last, *further, *above) if item.has_key), None)
    if holder is None or holder.column >= line.column:
        return None
    message = (
        f"The line starts in column {line.column + 1} and is read as more of the value of line {holder.number}, whose"
        f" key is in column {holder.column + 1}."
    )
    return Advice(line.start + line.indent, message, f"Start it in column {holder.column + 1}, as the key above.")


def _lines_up_to(text: str, offset: int) -> tuple[_Line, Iterator[_Line]]:
    """Return the line of an offset, and those above it that are neither blank nor comments, the nearest first."""
    starts = [0, *(match.end() for match in _LINE_END.finditer(text, 0, offset))]

    def row(index: int) -> _Line:
        written = _ROW.match(text, starts[index])
        return _read(written[0] if written else "", index + 1, starts[index])

    def above() -> Iterator[_Line]:
        for index in range(len(starts) - 2, -1, -1):
            line = row(index)
            if line.rest.strip() and not line.rest.startswith("#"):
                yield line

    return row(len(starts) - 1), above()


def _read(row: str, number: int, start: int) -> _Line:
    found = _LINE.match(row)
    assert found is not None  # it takes every text
    indent = len(found["indent"])
    dashes = tuple(indent + index for index, character in enumerate(found["dashes"]) if character == "-")
    return _Line(number, start, indent, dashes, found.start("rest"), found["rest"])


def _open(above: Iterator[_Line]) -> Iterator[_Open]:
    """Yield the columns at which something above goes on, the deepest first."""
    least: int | None = None
    for line in above:
        columns = [(column, f"'-' of line {line.number}") for column in line.dashes]
        if line.has_key:
            columns.append((line.column, f"key of line {line.number}"))
        for column, what in reversed(columns):
            if least is None or column < least:
                least = column
                yield _Open(column, what)
        if least == 0:
            return


def nothing_behind(line: str, column: int, following: str) -> str:
    """Return a hint where a value is null since nothing stands behind its ``:``; else the empty text.

    Args:
        line: The line of the value.
        column: Where in it the value stands, from 1.
        following: The next line that is neither blank nor a comment; empty where there is none.
    """
    before, behind = line[: column - 1].rstrip(), line[column - 1 :].strip()
    if not before.endswith(":") or (behind and not behind.startswith("#")):
        return ""
    said = "Nothing stands behind the ':', which is null in YAML"
    other = following[: len(following) - len(following.lstrip())].strip(" ")
    if other:
        code = f"U+{ord(other[0]):04X}"
        return f"{said}: the next line starts with the character {code}, which does not indent; use spaces."
    if following and _read(following, 0, 0).indent == _read(line, 0, 0).column:
        return f"{said}: the next line starts in the same column; start it further right if it belongs here."
    return f"{said}."
