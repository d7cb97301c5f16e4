"""The events of PyYAML's parser: libyaml where PyYAML was built with it, else PyYAML's own, which is slower.

Only events are used, none of PyYAML's constructors and resolvers, which follow YAML 1.1.
"""

from __future__ import annotations

import re
from typing import Any, Protocol

import yaml
from yaml.parser import Parser
from yaml.reader import Reader, ReaderError
from yaml.scanner import Scanner, ScannerError

from schemac.text.bounds import MAX_DEPTH
from schemac.text.errors import TextError
from schemac.text.yaml_indent import continued, misplaced

try:
    from yaml._yaml import CParser
except ImportError:  # PyYAML was built without libyaml
    CParser = None  # type: ignore[assignment,misc]


class Events(Protocol):
    """What is asked of either parser."""

    def get_event(self) -> Any:
        """Return the next event, ``None`` after the last; raises ``yaml.YAMLError``."""


class PureEvents(Reader, Scanner, Parser):
    """PyYAML's parser in Python; it knows no tabs between tokens, which libyaml takes in flow style."""

    def __init__(self, text: str) -> None:
        Reader.__init__(self, text)
        Scanner.__init__(self)
        Parser.__init__(self)

    def get_event(self) -> Any:
        """Return the next event, ``None`` after the last."""
        try:
            return super().get_event()  # type: ignore[no-untyped-call]  # the stubs leave it out
        except (ValueError, OverflowError):  # an escape beyond U+10FFFF
            raise ScannerError(None, None, "found an invalid escape", self.get_mark()) from None


def events_of(text: str) -> Events:
    """Return the parser of a text, at its first event; it may raise ``yaml.YAMLError`` already."""
    return PureEvents(text) if CParser is None else CParser(text)


def first_scalar(text: str) -> str:
    """Return the value of the first scalar of a text that is known to have one."""
    events = events_of(text)
    while not isinstance(event := events.get_event(), yaml.ScalarEvent):
        pass
    return event.value


_FORBIDDEN = re.compile("[^\t\n\r -\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

_REASONS = (
    (r"that cannot start any token", "A token cannot start with this character; quote the text if it is text."),
    (r"mapping values are not allowed", "A ': ' stands where no key can be; quote text that holds one."),
    (r"did not find expected key", "The line is neither a key of the mapping above nor indented as a part of it."),
    (r"did not find expected '-' indicator", "The line is neither an item of the list above nor a part of one."),
    (r"expected <block end>", "The line does not fit the indentation of what stands above it."),
    (r"block sequence entries are not allowed", "A list cannot start here; put '- ' on a line of its own."),
    (r"scanning an (alias|anchor)", "A '*' starts an alias and a '&' an anchor; quote the text if it is text."),
    (r"escape", "The escape is none of YAML's."),
    (r"undefined tag handle|while parsing a tag|scanning a tag", "The tag is not declared or not well formed."),
)
"""The parser's reasons that people meet, in words that tell what to look at."""

_OPENED = (
    (r"could not find expected ':'", "No ':' follows, as it must where a key stands."),
    (r"unexpected end of stream", "The quote that is opened here is not closed."),
)
"""Reasons that are better told at what the parser was in than where it stopped."""

_FIT = r"did not find expected (key|'-' indicator)|expected <block end>"
_CONTINUED = r"mapping values are not allowed"


def syntax_error(error: yaml.YAMLError, text: str) -> tuple[int, TextError]:
    """Return the offset and the finding's words for what a parser of ``text`` raised."""
    offset, reason, hint = _reason(error, text)
    if "maximum nesting" in reason:  # libyaml looks ahead, and gives up before the builder's own bound is met
        return offset, TextError("limit-exceeded", f"The document nests deeper than {MAX_DEPTH} levels.")
    return offset, TextError("yaml-syntax", reason, hint)


def _reason(error: yaml.YAMLError, text: str) -> tuple[int, str, str | None]:
    if isinstance(error, ReaderError):
        match = _FORBIDDEN.search(text)
        offset = match.start() if match else 0
        shown = f"U+{ord(match[0]):04X}" if match else "a character"
        message = f"YAML does not take the control character {shown}; write it as an escape in double quotes."
        return offset, message, None
    if not isinstance(error, yaml.MarkedYAMLError):
        return 0, f"The text is not YAML: {error}.", None
    mark = error.problem_mark or error.context_mark
    offset = min(mark.index, len(text)) if mark else 0
    reason = ", ".join(part for part in (error.context, error.problem) if part)
    if text[offset : offset + 1] == "\t":
        return (
            offset,
            "A tab cannot indent or separate here; use spaces.",
            "Replace the tabs before the text by spaces.",
        )
    for sign, look in ((_FIT, misplaced), (_CONTINUED, continued)):
        if re.search(sign, reason) and (advice := look(text, offset)) is not None:
            return advice
    opened = error.context_mark
    if opened is not None:
        for sign, words in _OPENED:
            if re.search(sign, reason):
                return min(opened.index, len(text)), words, None
        if "expected ',' or" in reason:
            at = f"line {opened.line + 1}, column {opened.column + 1}"
            return offset, f"A ',' or the closing bracket is missing; the bracket opens in {at}.", None
    return offset, next((words for sign, words in _REASONS if re.search(sign, reason)), f"Not YAML: {reason}."), None
