"""Opens files; besides the command line the only module that does."""

from __future__ import annotations

from pathlib import Path

from schemac.text.bounds import Bounds
from schemac.text.load import Loaded, load
from schemac.text.source import TextFormat


def format_of(path: Path | str) -> TextFormat:
    """Return the format that a file's name stands for."""
    return "json" if Path(path).suffix.lower() == ".json" else "yaml"


def load_file(path: Path, bounds: Bounds) -> Loaded:
    """Read a file as one JSON value; its name decides on the format.

    Raises:
        OSError: It cannot be read.
        ValueError: Its name is none.
        SchemacError: Its text is refused.
    """
    with path.open("rb") as stream:
        data = stream.read(bounds.max_bytes + 1)  # one more tells that it is too long, however long it is
    return load(data, format=format_of(path), file=str(path), bounds=bounds)


def why(error: OSError | ValueError) -> str:
    """Return why a file cannot be read, as the end of a sentence."""
    if isinstance(error, FileNotFoundError):
        return "there is no such file"
    if isinstance(error, IsADirectoryError):
        return "it is a directory"
    if isinstance(error, PermissionError):
        return "it may not be read"
    return (error.strerror if isinstance(error, OSError) else None) or "its name is none that a file can have"
