r"""Makes PyYAML, a YAML 1.1 reader, take text as YAML 1.2 does, without moving a character.

Three things differ inside scalars: 1.2 does not end a line at U+0085, U+2028 or U+2029; it takes every character but
the C0 controls inside quotes, where libyaml refuses some; and JSON text, which 1.2 takes as it is, spells characters
beyond U+FFFF as two escapes (``"\ud83d\ude00"``), which libyaml refuses. So the text is masked first: such characters
become private ones that the text does not use, such escapes become ``\uE000``. As lengths stay, so do positions.
Scalars are unmasked one by one when they are read. A text without any of this, the usual case, is left alone.
"""

from __future__ import annotations

import re

from schemac.text.errors import TextError
from schemac.text.yaml_events import first_scalar

_LINE_ENDS_OF_1_1 = "\x85\u2028\u2029"
_UNUSUAL = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F][0-9a-fA-F]{2}")
_STAND_IN = r"\uE000"
_SURROGATE_OR_STAND_IN = re.compile(_SURROGATE.pattern + r"|\\uE000")
_ESCAPE = re.compile(
    r"\\(?:u(?P<high>[dD][89abAB][0-9a-fA-F]{2})\\u(?P<low>[dD][c-fC-F][0-9a-fA-F]{2})"
    r"|u(?P<lone>[dD][89a-fA-F][0-9a-fA-F]{2})|U(?P<long>[0-9a-fA-F]{8})|.)",
    re.DOTALL,
)
_PRIVATE = range(0xF0000, 0x10FFFE)


class Mask:
    """A text as the parser is given it, and the way back for its scalars."""

    def __init__(self, text: str) -> None:
        """Mask a text.

        Raises:
            TextError: ``limit-exceeded``, it already uses every private character.
        """
        unusual = [] if text.isascii() and "\x7f" not in text else sorted(set(_UNUSUAL.findall(text)))
        stand_ins = _unused(text, len(unusual)) if unusual else []
        self._back = {ord(stand_in): char for stand_in, char in zip(stand_ins, unusual, strict=True)}
        self._plain = text.translate(str.maketrans(dict(zip(unusual, stand_ins, strict=True)))) if unusual else text
        self._escaped = _SURROGATE.search(text) is not None
        self.text = _SURROGATE.sub(lambda _: _STAND_IN, self._plain) if self._escaped else self._plain

    @property
    def idle(self) -> bool:
        """Whether nothing is masked, so that no scalar needs :meth:`restore`."""
        return not self._back and not self._escaped

    def restore(self, value: str, style: str | None, start: int, end: int) -> str:
        """Return the true value of a scalar that stands from ``start`` to ``end``.

        Args:
            value: As the parser read it.
            style: ``"`` for double-quoted, ``'`` for single-quoted, ``|`` and ``>`` for block scalars; else plain.
            start: Offset of the scalar, or of its anchor or tag.
            end: Offset behind it.

        Raises:
            TextError: ``lone-surrogate``, or ``yaml-syntax`` for a control character outside quotes.
        """
        if self._escaped:
            written = self._plain[start:end]
            if _SURROGATE.search(written):
                value = _reread(written) if style == '"' else _respell(written, style, value)
        if self._back and not value.isascii():
            value = value.translate(self._back)
            if style not in ("'", '"') and any(char not in _LINE_ENDS_OF_1_1 for char in _UNUSUAL.findall(value)):
                raise TextError("yaml-syntax", "YAML takes control characters only inside quotes.")
        return value


def _unused(text: str, count: int) -> list[str]:
    """Return private characters that a text neither holds nor spells as an escape."""
    used = set(map(ord, set(text)))
    for match in _ESCAPE.finditer(text):
        if match["high"]:
            used.add(_join(match["high"], match["low"]))
        elif match["long"]:
            used.add(int(match["long"], 16))
    free = [chr(code) for code in _PRIVATE if code not in used][:count]
    if len(free) < count:
        raise TextError("limit-exceeded", "The text uses too many different private characters of Unicode.")
    return free


def _join(high: str, low: str) -> int:
    return 0x10000 + ((int(high, 16) - 0xD800) << 10) + (int(low, 16) - 0xDC00)


def _reread(written: str) -> str:
    """Read a double-quoted scalar by itself, its pairs of escapes as one."""

    def one_escape(match: re.Match[str]) -> str:
        if match["lone"]:
            raise TextError("lone-surrogate", f"The escape \\u{match['lone']} is half of a character.")
        return f"\\U{_join(match['high'], match['low']):08x}" if match["high"] else match[0]

    return first_scalar(_ESCAPE.sub(one_escape, written[written.index('"') :]))


def _respell(written: str, style: str | None, value: str) -> str:
    """Put the characters back that only look like escapes, since this style has none."""
    body = written.partition("\n")[2] if style in ("|", ">") else written  # the first line may hold a comment
    spellings = (match[0] for match in _SURROGATE_OR_STAND_IN.finditer(body))
    return re.sub(r"\\uE000", lambda _: next(spellings), value)
