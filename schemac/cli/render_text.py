"""Findings as compilers print them: severity and code, place, source line with a caret, help.

    error[duplicate-key]: The key 'name' stands here a second time.
      --> manifest.yaml:7:3
       |
     7 |   name: b
       |   ^
      ::: manifest.yaml:5:3
       |
     5 |   name: a
       |   - first given here
       = help: Remove one of the two.

Columns of a terminal are not code points: wide characters take two, combining ones none. What comes from a file may
hold control and direction-changing characters, which are shown as escapes, so that no input can move the cursor,
recolour the terminal or hide text.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TextIO

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from schemac.findings import Finding, Findings, Place, Severity
from schemac.pointer import render as render_pointer

_STYLE = {Severity.ERROR: "bold red", Severity.WARNING: "bold yellow", Severity.NOTE: "bold green"}
_FRAME = "bold blue"
_TAB = "    "
_CUT = "..."
_LEAST_WIDTH = 40
_PLAIN_WIDTH = 120
"""The width of output that is no terminal, so that it does not depend on where it was made."""

NOTHING: Mapping[Finding, str] = MappingProxyType({})
"""For findings whose place says enough."""


def write_text(
    findings: Findings,
    *,
    source_line: Callable[[Place], str | None],
    stream: TextIO,
    within: Mapping[Finding, str] = NOTHING,
) -> None:
    """Write findings, the severest first, and a last line that counts them; nothing at all without findings.

    ``within`` says of a finding what its place is a part of, which stands in brackets behind the place.
    """
    if not findings:
        return
    rank = {severity: number for number, severity in enumerate(Severity)}
    console = Console(file=stream, highlight=False, markup=False, emoji=False, soft_wrap=True)
    width = console.width if console.is_terminal else _PLAIN_WIDTH
    for item in sorted(findings, key=lambda item: rank[item.severity]):
        for line in _lines(item, source_line, width, within.get(item, "")):
            console.print(_encodable(line, stream))
        console.print()
    console.print(_encodable(_counts(findings), stream))


def visible(text: str) -> str:
    """Return the text with control, format and unpaired surrogate characters as escapes, and tabs as blanks."""
    return "".join(map(_shown, text))


def excerpt(line: str, column: int, width: int) -> tuple[str, int, int]:
    """Return what to show of a source line, the cells before the caret, and the cells that the caret spans.

    Args:
        line: One line of source, without its line end.
        column: Where the caret goes, in code points from 1; past the end means right after the last character.
        width: Cells that may be used. A longer line is cut around the caret, with ``...`` where it was cut.
    """
    shown = [_shown(char) for char in line]
    cells = [cell_len(text) for text in shown]
    caret = min(max(column, 1) - 1, len(line))
    span = max(1, cells[caret]) if caret < len(line) else 1
    total = sum(cells)
    if total + (caret == len(line)) <= width:
        return "".join(shown), sum(cells[:caret]), span
    room = width - 2 * len(_CUT)
    start, end, used = caret, caret, 0
    # A third of the room stands before the caret: what follows it says more.
    while start > 0 and used + cells[start - 1] <= room // 3:
        start -= 1
        used += cells[start]
    while end < len(line) and used + cells[end] <= room:
        used += cells[end]
        end += 1
    while start > 0 and used + cells[start - 1] <= room:
        start -= 1
        used += cells[start]
    before, after = _CUT * (start > 0), _CUT * (end < len(line))
    return before + "".join(shown[start:end]) + after, len(before) + sum(cells[start:caret]), span


def _lines(item: Finding, source_line: Callable[[Place], str | None], width: int, within: str) -> list[Text]:
    style = _STYLE[item.severity]
    lines = [
        Text.assemble((f"{item.severity.value}[{item.code}]", style), (": ", "bold"), (visible(item.message), "bold"))
    ]
    places = [place for place in (item.place, *(place for place, _ in item.related)) if place]
    gutter = " " * max((len(str(place.line)) for place in places), default=1)
    if item.argument:
        lines.append(Text.assemble(gutter, ("--> ", _FRAME), visible(item.argument)))
    elif item.place:
        placed = _place(item.place, "--> ", "", style, gutter, source_line, width)
        if within:
            placed[0].append(f" ({visible(within)})")
        lines += placed
    elif item.pointer:
        lines.append(Text.assemble(gutter, ("--> ", _FRAME), visible(render_pointer(item.pointer))))
    for place, word in item.related:
        lines += _place(place, "::: ", word, _FRAME, gutter, source_line, width)
    if item.hint:
        lines.append(Text.assemble(gutter, (" = ", _FRAME), ("help: ", "bold"), visible(item.hint)))
    return lines


def _place(
    place: Place,
    mark: str,
    word: str,
    style: str,
    gutter: str,
    source_line: Callable[[Place], str | None],
    width: int,
) -> list[Text]:
    """Return the line that names a place, and its source with a caret and a word, where the source is at hand."""
    source = source_line(place)
    if not source:
        said = f"{place}: {word}" if word else str(place)
        return [Text.assemble(gutter, (mark, _FRAME), visible(said))]
    shown, before, span = excerpt(source, place.column, max(_LEAST_WIDTH, width - len(gutter) - 3))
    caret = "^" * span if mark == "--> " else "-" * span
    return [
        Text.assemble(gutter, (mark, _FRAME), visible(str(place))),
        Text.assemble(gutter, (" |", _FRAME)),
        Text.assemble((f"{place.line:>{len(gutter)}} | ", _FRAME), shown),
        Text.assemble(
            gutter, (" | ", _FRAME), " " * before, (caret, style), (f" {visible(word)}" if word else "", style)
        ),
    ]


def _counts(findings: Findings) -> Text:
    parts = []
    for severity in Severity:
        count = sum(item.severity is severity for item in findings)
        if count:
            parts.append(Text(f"{count} {severity.value}{'s' * (count > 1)}", _STYLE[severity]))
    return Text(", ").join(parts)


def _shown(char: str) -> str:
    if char == "\t":
        return _TAB
    # Zero-width joiners shape letters and emoji; the other format characters only hide or reorder text.
    if unicodedata.category(char) in {"Cc", "Cf", "Cs", "Zl", "Zp"} and char not in "\u200c\u200d":
        return char.encode("unicode_escape", "surrogatepass").decode("ascii")
    return char


def _encodable(line: Text, stream: TextIO) -> Text:
    """Replace what the stream's encoding cannot say by escapes, where printing would raise."""
    encoding = getattr(stream, "encoding", None) or "utf-8"
    plain = line.plain
    try:
        plain.encode(encoding)
    except UnicodeEncodeError:
        escaped = Text()
        for index, char in enumerate(plain):
            part = char.encode(encoding, "backslashreplace").decode(encoding)
            escaped.append_text(Text(part, style=line[index].spans[0].style if line[index].spans else ""))
        return escaped
    return line
