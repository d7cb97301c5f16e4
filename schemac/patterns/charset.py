"""Sets of characters, as the classes and escapes of a regular expression name them (docs/spec, chapter DSP).

A set is a sorted tuple of code point ranges, and, where the pattern names Unicode properties, those by name: their
data belongs to the engine that matches.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

Ranges: TypeAlias = tuple[tuple[int, int], ...]
"""Inclusive ranges of code points, sorted, neither overlapping nor touching."""

LAST = 0x10FFFF
_FIRST_SURROGATE, _LAST_SURROGATE = 0xD800, 0xDFFF


@dataclass(frozen=True, slots=True)
class Property:
    r"""A Unicode property: ``text`` is what stands in the braces of ``\p{…}``; ``negated`` is ``\P``."""

    text: str
    negated: bool = False


@dataclass(frozen=True, slots=True)
class CharSet:
    """The characters in ``ranges`` or with one of ``properties``; with ``negated``, all others."""

    ranges: Ranges
    properties: tuple[Property, ...] = ()
    negated: bool = False

    @property
    def is_ascii(self) -> bool:
        """Whether it holds ASCII characters only."""
        return not self.negated and not self.properties and (not self.ranges or self.ranges[-1][1] < 0x80)


def merged(ranges: Iterable[tuple[int, int]]) -> Ranges:
    """Return ranges sorted, with those that overlap or touch made one."""
    result: list[tuple[int, int]] = []
    for low, high in sorted(ranges):
        if result and low <= result[-1][1] + 1:
            result[-1] = (result[-1][0], max(high, result[-1][1]))
        else:
            result.append((low, high))
    return tuple(result)


def inverted(ranges: Ranges) -> Ranges:
    """Return all other code points."""
    result = []
    start = 0
    for low, high in ranges:
        if start < low:
            result.append((start, low - 1))
        start = high + 1
    if start <= LAST:
        result.append((start, LAST))
    return tuple(result)


def scalar(ranges: Ranges) -> Ranges:
    """Return the ranges without surrogates: text that is well formed holds none."""
    result = []
    for low, high in ranges:
        if low < _FIRST_SURROGATE:
            result.append((low, min(high, _FIRST_SURROGATE - 1)))
        if high > _LAST_SURROGATE:
            result.append((max(low, _LAST_SURROGATE + 1), high))
    return tuple(result)


def within(ranges: Ranges, code_point: int) -> bool:
    """Tell whether a code point lies in one of the ranges."""
    at = bisect_right(ranges, (code_point, LAST + 1)) - 1
    return at >= 0 and code_point <= ranges[at][1]


DIGIT: Ranges = ((0x30, 0x39),)
WORD: Ranges = merged([(0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A)])
SPACE: Ranges = merged(
    # WhiteSpace and LineTerminator of ECMA-262, 12.2 and 12.3: Zs, tab, vertical tab, form feed, BOM, line ends.
    [(0x09, 0x0D), (0x20, 0x20), (0xA0, 0xA0), (0x1680, 0x1680), (0x2000, 0x200A)]  # noqa: RUF005 - two kinds
    + [(0x2028, 0x2029), (0x202F, 0x202F), (0x205F, 0x205F), (0x3000, 0x3000), (0xFEFF, 0xFEFF)]
)
LINE_END: Ranges = merged([(0x0A, 0x0A), (0x0D, 0x0D), (0x2028, 0x2029)])

CLASS_ESCAPES: dict[str, Ranges] = {
    "d": DIGIT,
    "D": inverted(DIGIT),
    "w": WORD,
    "W": inverted(WORD),
    "s": SPACE,
    "S": inverted(SPACE),
}

# Names as ECMA-262 writes them (tables 67 to 69 of the 2024 edition); unlike engines, it allows no other spelling.
_CATEGORIES = {
    "LC": "Cased_Letter",
    "Pe": "Close_Punctuation",
    "Pc": "Connector_Punctuation",
    "Cc": "Control",
    "Sc": "Currency_Symbol",
    "Pd": "Dash_Punctuation",
    "Nd": "Decimal_Number",
    "Me": "Enclosing_Mark",
    "Pf": "Final_Punctuation",
    "Cf": "Format",
    "Pi": "Initial_Punctuation",
    "L": "Letter",
    "Nl": "Letter_Number",
    "Zl": "Line_Separator",
    "Ll": "Lowercase_Letter",
    "M": "Mark",
    "Sm": "Math_Symbol",
    "Lm": "Modifier_Letter",
    "Sk": "Modifier_Symbol",
    "Mn": "Nonspacing_Mark",
    "N": "Number",
    "Ps": "Open_Punctuation",
    "C": "Other",
    "Lo": "Other_Letter",
    "No": "Other_Number",
    "Po": "Other_Punctuation",
    "So": "Other_Symbol",
    "Zp": "Paragraph_Separator",
    "Co": "Private_Use",
    "P": "Punctuation",
    "Z": "Separator",
    "Zs": "Space_Separator",
    "Mc": "Spacing_Mark",
    "Cs": "Surrogate",
    "S": "Symbol",
    "Lt": "Titlecase_Letter",
    "Cn": "Unassigned",
    "Lu": "Uppercase_Letter",
}
_CATEGORY_OF = (
    {short: short for short in _CATEGORIES}
    | {long: short for short, long in _CATEGORIES.items()}
    | {"cntrl": "Cc", "digit": "Nd", "Combining_Mark": "M", "punct": "P"}
)
_BINARY = frozenset(
    "ASCII ASCII_Hex_Digit AHex Alphabetic Alpha Any Assigned Bidi_Control Bidi_C Bidi_Mirrored Bidi_M "  # noqa: SIM905
    "Case_Ignorable CI Cased Changes_When_Casefolded CWCF Changes_When_Casemapped CWCM Changes_When_Lowercased CWL "
    "Changes_When_NFKC_Casefolded CWKCF Changes_When_Titlecased CWT Changes_When_Uppercased CWU Dash "
    "Default_Ignorable_Code_Point DI Deprecated Dep Diacritic Dia Emoji Emoji_Component EComp Emoji_Modifier EMod "
    "Emoji_Modifier_Base EBase Emoji_Presentation EPres Extended_Pictographic ExtPict Extender Ext Grapheme_Base "
    "Gr_Base Grapheme_Extend Gr_Ext Hex_Digit Hex IDS_Binary_Operator IDSB IDS_Trinary_Operator IDST ID_Continue IDC "
    "ID_Start IDS Ideographic Ideo Join_Control Join_C Logical_Order_Exception LOE Lowercase Lower Math "
    "Noncharacter_Code_Point NChar Pattern_Syntax Pat_Syn Pattern_White_Space Pat_WS Quotation_Mark QMark Radical "
    "Regional_Indicator RI Sentence_Terminal STerm Soft_Dotted SD Terminal_Punctuation Term Unified_Ideograph UIdeo "
    "Uppercase Upper Variation_Selector VS White_Space space XID_Continue XIDC XID_Start XIDS".split()
)
_SCRIPT_NAME = re.compile(r"[A-Z][a-z]+(?:_[A-Z][a-z]+)*(?:_[A-Z][a-z]*)?\Z|Nko\Z|SignWriting\Z|Phags_Pa\Z")


def category(text: str) -> str | None:
    r"""Return the short name of the general category that ``\p{text}`` names, or None if it names something else."""
    name, equals, value = text.partition("=")
    if not equals:
        return _CATEGORY_OF.get(name)
    return _CATEGORY_OF.get(value) if name in ("General_Category", "gc") else None


def is_property(text: str) -> bool:
    r"""Tell whether ``\p{text}`` is of a form that ECMA-262 has; which scripts exist, an engine knows."""
    if category(text) is not None or text in _BINARY:
        return True
    name, _, value = text.partition("=")
    return name in ("Script", "sc", "Script_Extensions", "scx") and _SCRIPT_NAME.match(value) is not None
