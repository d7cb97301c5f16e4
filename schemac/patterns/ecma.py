r"""The regular expressions of JSON Schema, ECMA-262 with its ``u`` flag, read into a tree (docs/spec, chapter DSP).

JSON Schema asks of a pattern only whether it is found in a text, so the tree keeps no groups and no greediness.
Some spellings that the ``u`` flag refuses have one plain meaning and are common in real schemas (``\-`` or ``\_``
outside a class, a lone ``}``, ``[\w-.]``); they are read, and ``Parsed.legacy`` says what was found.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from typing import NoReturn, TypeAlias

from schemac.patterns.charset import CLASS_ESCAPES, LINE_END, CharSet, Property, is_property, merged

MAX_GROUPS_DEEP = 100
"""Groups nest at most this deep; the parser and all that walks the tree recurse over them."""

MAX_REPEAT = 100_000
"""Counts beyond it are refused as unbounded: no engine can expand them."""

MAX_LENGTH = 20_000
"""Longer patterns, in code points, are refused as unbounded."""


class PatternError(ValueError):
    """The pattern is not one of ECMA-262; ``hint`` says what to write instead, where that is known."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.hint = hint


class UnboundedError(ValueError):
    """The pattern is valid, but no engine can match it within a bound; ``hint`` says what to do."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.hint = hint


class At(Enum):
    """An assertion about a position."""

    START = "^"
    END = "$"
    WORD = "\\b"
    NOT_WORD = "\\B"


@dataclass(frozen=True, slots=True)
class Seq:
    """One after the other; none of them: the empty match."""

    items: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Alt:
    """One of several."""

    items: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Repeat:
    """``item`` from ``low`` to ``high`` times; None is without end."""

    item: Node
    low: int
    high: int | None


@dataclass(frozen=True, slots=True)
class Look:
    """A lookaround: ``item`` matches from here on (``ahead``) or up to here; or, negated, it does not."""

    item: Node
    ahead: bool
    negated: bool


Node: TypeAlias = CharSet | At | Seq | Alt | Repeat | Look


@dataclass(frozen=True, slots=True)
class Parsed:
    """A pattern's tree.

    Attributes:
        tree: The tree.
        looks: Whether it has a lookaround.
        legacy: A spelling in it that the ``u`` flag refuses, or None.
    """

    tree: Node
    looks: bool
    legacy: str | None


_ANY_BUT_LINE_END = CharSet(LINE_END, negated=True)
_CONTROL = {"f": 0x0C, "n": 0x0A, "r": 0x0D, "t": 0x09, "v": 0x0B}
_SYNTAX = frozenset("^$\\.*+?()[]{}|/")
_COUNT = re.compile(r"\{([0-9]+)(,([0-9]*))?\}")
_GROUP_NAME = re.compile(r"\?<([^\W\d]|[$_])([\w$\u200c\u200d]*)>")
_HEX = re.compile(r"[0-9A-Fa-f]+\Z")
_DECIMAL = re.compile(r"[1-9][0-9]*")
_FOREIGN = {
    "A": ("\\A is not of ECMA-262", "Write ^ for the start of the text."),
    "Z": ("\\Z is not of ECMA-262", "Write $ for the end of the text."),
    "z": ("\\z is not of ECMA-262", "Write $ for the end of the text."),
    "h": ("\\h is not of ECMA-262", "Write [ \\t], or [0-9A-Fa-f] if hexadecimal digits are meant."),
    "a": ("\\a is not of ECMA-262", "Write \\x07."),
    "e": ("\\e is not of ECMA-262", "Write \\x1b."),
    "Q": ("\\Q is not of ECMA-262", "Escape each special character with a backslash."),
}


def parse(pattern: str) -> Parsed:
    """Read a pattern.

    Raises:
        PatternError: ECMA-262 does not have it.
        UnboundedError: It is longer, nests deeper or counts further than any engine can bound, or has a
            backreference.
    """
    if len(pattern) > MAX_LENGTH:
        raise UnboundedError(f"the pattern is longer than {MAX_LENGTH:,} characters", "Use a shorter pattern.")
    parser = _Parser(pattern)
    tree = parser.disjunction(0)
    if parser.at < len(pattern):
        raise PatternError(f"')' at position {parser.at} closes nothing", "Write \\) for the character itself.")
    if parser.names & parser.twice:
        raise PatternError(f"the group name {min(parser.twice)!r} is given twice")
    if parser.backreference is not None:
        _refuse_backreference(parser)
    return Parsed(tree, parser.looks, parser.legacy)


def _refuse_backreference(parser: _Parser) -> NoReturn:
    reference = parser.backreference
    known = (reference in parser.names) if isinstance(reference, str) else (reference or 0) <= parser.groups
    if not known:
        raise PatternError(f"the backreference to group {reference} refers to no group")
    raise UnboundedError(
        f"the backreference to group {reference} cannot be matched in bounded time",
        "Spell out what the group may be, or check it in the tool.",
    )


class _Parser:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.groups = 0
        self.names: set[str] = set()
        self.twice: set[str] = set()
        self.looks = False
        self.legacy: str | None = None
        self.backreference: int | str | None = None

    def peek(self, ahead: int = 0) -> str:
        """Return the character there, or the empty text at the end."""
        at = self.at + ahead
        return self.text[at] if at < len(self.text) else ""

    def take(self, text: str) -> bool:
        if self.text.startswith(text, self.at):
            self.at += len(text)
            return True
        return False

    def note_legacy(self, what: str) -> None:
        if self.legacy is None:
            self.legacy = what

    # The grammar of ECMA-262, 22.2.1; one method per production that matters.

    def disjunction(self, depth: int) -> Node:
        if depth > MAX_GROUPS_DEEP:
            raise UnboundedError(f"groups nest deeper than {MAX_GROUPS_DEEP} levels", "Use fewer nested groups.")
        branches = [self.alternative(depth)]
        while self.take("|"):
            branches.append(self.alternative(depth))
        return branches[0] if len(branches) == 1 else Alt(tuple(branches))

    def alternative(self, depth: int) -> Node:
        items: list[Node] = []
        while (char := self.peek()) and char not in "|)":
            items.append(self.term(char, depth))
        return items[0] if len(items) == 1 else Seq(tuple(items))

    def term(self, char: str, depth: int) -> Node:
        start = self.at
        if char in ("^", "$"):
            self.at += 1
            return self.unrepeated(At.START if char == "^" else At.END)
        if char == "(":
            item = self.group(depth)
            if isinstance(item, Look):
                if not item.ahead:
                    return self.unrepeated(item)
                if self.peek() and self.peek() in "*+?{":
                    self.note_legacy(f"a repeated lookahead at position {start}")
            return self.quantified(item)
        if char == "\\" and self.peek(1) and self.peek(1) in "bB":
            self.at += 2
            return self.unrepeated(At.WORD if self.text[self.at - 1] == "b" else At.NOT_WORD)
        return self.quantified(self.atom(char))

    def unrepeated(self, item: Node) -> Node:
        if self.peek() and self.peek() in "*+?":
            raise PatternError(f"{self.peek()!r} at position {self.at} repeats an assertion")
        return item

    def atom(self, char: str) -> Node:
        if char in "*+?":
            raise PatternError(f"{char!r} at position {self.at} repeats nothing", f"Write \\{char} for the character.")
        if char == "{" and _COUNT.match(self.text, self.at):
            raise PatternError(f"the count at position {self.at} repeats nothing", "Write \\{ for the character.")
        if char == ".":
            self.at += 1
            return _ANY_BUT_LINE_END
        if char == "[":
            return self.character_class()
        if char == "\\":
            return self.atom_escape()
        if char in "{}]":
            self.note_legacy(f"{char!r} without a backslash at position {self.at}")
        self.at += 1
        return CharSet(((ord(char), ord(char)),))

    def quantified(self, item: Node) -> Node:
        low, high = 1, None
        if self.take("*"):
            low = 0
        elif self.take("?"):
            low, high = 0, 1
        elif not self.take("+"):
            count = _COUNT.match(self.text, self.at)
            if count is None:
                return item
            self.at = count.end()
            low = _number(count[1])
            high = low if count[2] is None else _number(count[3]) if count[3] else None
            if high is not None and high < low:
                raise PatternError(f"the count {count[0]} has its smaller number last")
            if max(low, high or 0) > MAX_REPEAT:
                raise UnboundedError(
                    f"the count {count[0]} is beyond {MAX_REPEAT:,}", "Bound the length with minLength or maxLength."
                )
        self.take("?")  # lazy or not, it is found or it is not
        if self.peek() and self.peek() in "*+?":
            raise PatternError(f"{self.peek()!r} at position {self.at} repeats a repetition")
        return Repeat(item, low, high)

    def group(self, depth: int) -> Node:
        start = self.at
        self.at += 1
        look: tuple[bool, bool] | None = None
        for opening, kind in (
            ("?=", (True, False)),
            ("?!", (True, True)),
            ("?<=", (False, False)),
            ("?<!", (False, True)),
        ):
            if self.take(opening):
                look = kind
                self.looks = True
                break
        else:
            if not self.take("?:"):
                self.groups += 1
                if self.peek() == "?":
                    self.group_name(start)
        item = self.disjunction(depth + 1)
        if not self.take(")"):
            raise PatternError(f"the group at position {start} is not closed")
        return item if look is None else Look(item, *look)

    def group_name(self, start: int) -> None:
        name = _GROUP_NAME.match(self.text, self.at)
        if name is None:
            if self.text.startswith("?P<", self.at) or self.text.startswith("?P=", self.at):
                raise PatternError(
                    f"(?P at position {start} is Python's spelling", "Write (?<name>…) for a named group."
                )
            raise PatternError(
                f"the group at position {start} starts as none of ECMA-262 does",
                "Inline flags such as (?i), comments and atomic groups are not available; spell out what may match.",
            )
        self.at = name.end()
        text = name[1] + name[2]
        (self.twice if text in self.names else self.names).add(text)

    def atom_escape(self) -> Node:
        char = self.peek(1)
        if char in CLASS_ESCAPES and char:
            self.at += 2
            return CharSet(CLASS_ESCAPES[char])
        if char and char in "pP":
            return CharSet((), (self.property_escape(),))
        if char == "k":
            name = re.compile(r"\\k<([^>]+)>").match(self.text, self.at)
            if name is None:
                raise PatternError(f"\\k at position {self.at} is not followed by a group name")
            self.at = name.end()
            self.backreference = self.backreference or name[1]
            return Seq(())
        number = _DECIMAL.match(self.text, self.at + 1)
        if number is not None:
            self.at = number.end()
            self.backreference = self.backreference or _number(number[0])
            return Seq(())
        code = self.character_escape("")
        return CharSet(((code, code),))

    def property_escape(self) -> Property:
        name = re.compile(r"\\[pP]\{([A-Za-z0-9_]+(?:=[A-Za-z0-9_]+)?)\}").match(self.text, self.at)
        if name is None or not is_property(name[1]):
            raise PatternError(
                f"the property at position {self.at} is not one of ECMA-262",
                "Write \\p{Letter}, \\p{L}, \\p{Script=Greek} and the like, in exactly the standard's spelling.",
            )
        self.at = name.end()
        return Property(name[1], negated=self.text[name.start() + 1] == "P")

    def character_escape(self, also: str) -> int:
        """Read an escape that stands for one character; ``also`` may be escaped here without being syntax."""
        start = self.at
        char = self.peek(1)
        self.at += 2
        if not char:
            raise PatternError("the pattern ends in a backslash", "Write \\\\ for the character itself.")
        if char in _CONTROL:
            return _CONTROL[char]
        if char == "c":
            letter = self.peek()
            if not (letter.isascii() and letter.isalpha()):
                raise PatternError(f"\\c at position {start} is not followed by a letter")
            self.at += 1
            return ord(letter) % 32
        if char == "0":
            if self.peek().isdigit():
                raise PatternError(
                    f"the octal escape at position {start} is not of ECMA-262", "Write \\x and two digits."
                )
            return 0
        if char == "x":
            return self.hexadecimal(2, start)
        if char == "u":
            return self.unicode_escape(start)
        if char in _SYNTAX or char in also:
            return ord(char)
        if char.isascii() and char.isalnum():
            message, hint = _FOREIGN.get(char, (f"\\{char} is not an escape of ECMA-262", "Leave out the backslash."))
            raise PatternError(f"{message} (position {start})", hint)
        self.note_legacy(f"a needless backslash before {char!r} at position {start}")
        return ord(char)

    def hexadecimal(self, length: int, start: int) -> int:
        digits = self.text[self.at : self.at + length]
        if len(digits) < length or not _HEX.match(digits):
            raise PatternError(f"the escape at position {start} needs {length} hexadecimal digits")
        self.at += length
        return int(digits, 16)

    def unicode_escape(self, start: int) -> int:
        if self.take("{"):
            digits, closed, _ = self.text[self.at : self.at + 40].partition("}")
            if not closed or not _HEX.match(digits) or int(digits, 16) > 0x10FFFF:
                raise PatternError(f"the escape at position {start} names no code point")
            self.at += len(digits) + 1
            return int(digits, 16)
        code = self.hexadecimal(4, start)
        if 0xD800 <= code <= 0xDBFF and self.text.startswith("\\u", self.at):
            low = self.text[self.at + 2 : self.at + 6]
            if len(low) == 4 and _HEX.match(low) and 0xDC00 <= int(low, 16) <= 0xDFFF:
                self.at += 6
                return 0x10000 + ((code - 0xD800) << 10) + (int(low, 16) - 0xDC00)
        return code

    def character_class(self) -> CharSet:
        start = self.at
        self.at += 1
        negated = self.take("^")
        ranges: list[tuple[int, int]] = []
        properties: list[Property] = []
        while not self.take("]"):
            if not self.peek():
                raise PatternError(
                    f"the class at position {start} is not closed", "Write \\[ for the character itself."
                )
            low = self.class_atom(ranges, properties)
            if not (self.peek() == "-" and self.peek(1) != "]"):
                continue
            if not self.peek(1):
                raise PatternError(
                    f"the class at position {start} is not closed", "Write \\[ for the character itself."
                )
            dash = self.at
            self.at += 1
            high = self.class_atom(ranges, properties)
            if low is None or high is None:
                self.note_legacy(f"'-' beside a class at position {dash}")
                ranges.append((0x2D, 0x2D))
            elif high < low:
                raise PatternError(f"the range at position {dash} has its smaller end last")
            else:
                ranges.append((low, high))
        return CharSet(merged(ranges), tuple(dict.fromkeys(properties)), negated)

    def class_atom(self, ranges: list[tuple[int, int]], properties: list[Property]) -> int | None:
        """Read one member of a class into the lists; return its code point if it is a single character."""
        char = self.peek()
        if char != "\\":
            self.at += 1
            code = ord(char)
        else:
            escaped = self.peek(1)
            if escaped and escaped in CLASS_ESCAPES:
                self.at += 2
                ranges.extend(CLASS_ESCAPES[escaped])
                return None
            if escaped and escaped in "pP":
                properties.append(self.property_escape())
                return None
            if escaped == "b":
                self.at += 2
                code = 0x08
            else:
                code = self.character_escape("-")
        ranges.append((code, code))
        return code


def _number(digits: str) -> int:
    return int(digits) if len(digits) < 10 else MAX_REPEAT + 1
