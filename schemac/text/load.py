"""Text to a JSON value, or to findings (docs/spec, chapter LOD)."""

from __future__ import annotations

import codecs
import re

from schemac.findings import Place
from schemac.pointer import Pointer
from schemac.text.bounds import Bounds
from schemac.text.json_load import load_json
from schemac.text.report import Report
from schemac.text.source import Source, TextFormat
from schemac.text.yaml_load import load_yaml
from schemac.values import Json

_BYTE_ORDER_MARK = "\ufeff"
_SURROGATE = re.compile("[\ud800-\udfff]")
_OTHER_ENCODINGS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


class Loaded:
    """A value that was read from text, and where its parts stand there."""

    def __init__(self, value: Json, source: Source) -> None:
        self.value = value
        self.source = source

    def locate(self, pointer: Pointer, *, key: bool = False) -> Place | None:
        """Return where the value (or its key) at a pointer stands, or else its nearest ancestor that is there."""
        return self.source.locate(pointer, key=key)

    def source_line(self, place: Place) -> str:
        """Return the text of a place's line without its line end; empty when the place is not in this text."""
        return self.source.source_line(place)


def load(
    text: str | bytes,
    *,
    format: TextFormat,  # noqa: A002 - the word of the port protocol and the command line
    file: str = "<text>",
    bounds: Bounds = Bounds(),  # noqa: B008 - an immutable value
) -> Loaded:
    """Read a YAML or JSON text as one JSON value.

    Args:
        text: The text; bytes must be UTF-8. A byte order mark at its start is skipped.
        format: ``yaml`` (1.2, core schema) or ``json``.
        file: The name that places give.
        bounds: What the text may hold.

    Raises:
        SchemacError: The text is refused; each finding has a pointer and a place.
    """
    plain, size = _decoded(text, file, format, bounds)
    source = Source(file, plain.removeprefix(_BYTE_ORDER_MARK), format, bounds)
    report = Report(source)
    if size > bounds.max_bytes:
        report.add("limit-exceeded", (), f"The text is {size} bytes long; {bounds.max_bytes} are allowed.", 0)
        report.refuse()
    if not isinstance(text, bytes) and size < 0:
        for match in _SURROGATE.finditer(source.text):
            report.add("lone-surrogate", (), "The text holds half of a character.", match.start())
        report.refuse()
    value = load_yaml(source, bounds) if format == "yaml" else load_json(source, bounds)
    return Loaded(value, source)


def _decoded(text: str | bytes, file: str, format: TextFormat, bounds: Bounds) -> tuple[str, int]:  # noqa: A002
    """Return a text and its length in bytes, which is -1 where a lone surrogate leaves it without one."""
    if isinstance(text, str):
        try:
            return text, len(text) if text.isascii() else len(text.encode())
        except UnicodeEncodeError:
            return text, -1
    if len(text) > bounds.max_bytes:
        return "", len(text)
    try:
        return text.decode(), len(text)
    except UnicodeDecodeError as error:
        before = text[: error.start].decode().removeprefix(_BYTE_ORDER_MARK)
        report = Report(Source(file, before, format, bounds))
        hint = "Save the file as UTF-8; it is UTF-16 now." if text.startswith(_OTHER_ENCODINGS) else None
        message = f"The byte 0x{text[error.start]:02X} is not UTF-8 here."
        report.add("invalid-utf8", (), message, len(before), hint)
        report.refuse()
