"""The manifest as the rest of the library takes it: a JSON object, and where its parts were written."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from os import PathLike
from pathlib import Path
from types import MappingProxyType
from typing import Any, TextIO

from schemac.findings import Place, SchemacError, finding
from schemac.pointer import Pointer
from schemac.text.bounds import Bounds
from schemac.text.files import load_file, why
from schemac.text.load import load
from schemac.text.own_copy import own_copy
from schemac.text.source import Source
from schemac.text.tools_from import Origin, with_lists
from schemac.values import JsonObject


@dataclass(frozen=True, slots=True)
class Manifest:
    """One manifest, with the tools of its generated lists in ``tools``. Treat ``value`` as read-only.

    Attributes:
        value: The manifest; ``tools_from`` is gone, since what it names is in ``tools``.
        main: The text that it was read from; ``None`` for a value that was not text.
        generated: By index in ``tools``, the tools that come from another file.
    """

    value: JsonObject
    main: Source | None = None
    generated: Mapping[int, Origin] = field(default_factory=lambda: MappingProxyType({}))

    @classmethod
    def from_value(cls, value: Any, bounds: Bounds = Bounds()) -> Manifest:  # noqa: B008 - an immutable value
        """Return the manifest that a Python value is; it is copied, so that later changes to it do not matter.

        Raises:
            SchemacError: It is not a JSON object within the bounds, or has ``tools_from``, which only a file can have.
            TypeError: It is the path of a file, which ``read_manifest`` takes.
        """
        if isinstance(value, PathLike):
            raise TypeError(f"A manifest's value is an object, not a path: read it with read_manifest({str(value)!r}).")
        manifest = own_copy(value, bounds)
        if not isinstance(manifest, dict):
            more = "; the file of one is read with read_manifest(path)" if isinstance(value, str) else ""
            raise SchemacError([finding("manifest-not-object", (), f"A manifest is an object{more}.")])
        if "tools_from" in manifest:
            message = "The files of tools_from are read by read_manifest, and not for a value that is given directly."
            raise SchemacError([finding("tools-from-unread", ("tools_from",), message)])
        return cls(manifest)

    def origin(self, pointer: Pointer) -> Origin | None:
        """Return the text that a part of the manifest was read from, and the pointer to the part there."""
        if len(pointer) > 1 and pointer[0] == "tools":
            index = pointer[1]
            number = index if isinstance(index, int) else int(index) if index.isascii() and index.isdigit() else -1
            generated = self.generated.get(number)
            if generated is not None:
                return Origin(generated.source, generated.pointer + pointer[2:])
        return None if self.main is None else Origin(self.main, pointer)

    def locate(self, pointer: Pointer, *, key: bool = False) -> Place | None:
        """Return where the value (or its key) at a pointer was written, or else its nearest ancestor that was.

        ``None`` for a manifest that was not text.
        """
        origin = self.origin(pointer)
        return None if origin is None else origin.source.locate(origin.pointer, key=key)

    def source_line(self, place: Place) -> str:
        """Return the text of a place's line without its line end; empty when it is in none of the manifest's files."""
        sources = [self.main, *(origin.source for origin in self.generated.values())]
        return next((source.source_line(place) for source in sources if source and source.file == place.file), "")


def read_manifest(
    path: Path | str,
    *,
    stdin: TextIO | None = None,
    bounds: Bounds = Bounds(),  # noqa: B008 - an immutable value
) -> Manifest:
    """Read a manifest file with the tools of the lists that its ``tools_from`` names, in their order, after its own.

    A list is an array of tools, a ``tools/list`` result, or a JSON-RPC response around one; null members that MCP
    makes optional are dropped from its tools, since many servers write them out.

    Args:
        path: The file; ``-`` is ``stdin``. The name decides: ``.json`` is JSON, anything else YAML.
        stdin: What ``-`` reads; the process's own unless given.
        bounds: What each of the files may hold.

    Raises:
        SchemacError: A file cannot be read or is refused. Shape beyond ``tools_from`` and ``tools`` is not looked at.
        TypeError: ``path`` is none.
    """
    given: object = path
    if not isinstance(given, (str, PathLike)):
        kind = type(given).__name__
        raise TypeError(
            f"read_manifest takes the path of a file, not a {kind}; plan and check take a manifest's value."
        )
    if str(path) == "-":
        loaded = load(_read(stdin or sys.stdin, bounds), format="yaml", file="<stdin>", bounds=bounds)
        own, folder = None, Path()
    else:
        own = Path(path)
        folder = own.parent
        try:
            loaded = load_file(own, bounds)
        except (OSError, ValueError) as error:
            hint = "This looks like the text of a manifest; give the path of its file." if "\n" in str(path) else None
            raise SchemacError([finding("file-unreadable", (), f"{path}: {why(error)}.", hint)]) from error
    if not isinstance(loaded.value, dict):
        found = finding("manifest-not-object", (), "A manifest is an object.")
        raise SchemacError([replace(found, place=loaded.locate(()))])
    value, generated = with_lists(loaded, own, folder, bounds)
    return Manifest(value, loaded.source, MappingProxyType(generated))


def _read(stream: TextIO, bounds: Bounds) -> str | bytes:
    """Return what a stream holds: its bytes if it has them, since its own decoding knows no findings."""
    raw = getattr(stream, "buffer", None)
    return stream.read() if raw is None else bytes(raw.read(bounds.max_bytes + 1))
