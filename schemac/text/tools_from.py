"""The generated lists of tools that a manifest names in ``tools_from`` (docs/spec, chapter LOD)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath, PureWindowsPath

from schemac.findings import Finding, SchemacError, capped, finding
from schemac.pointer import Pointer
from schemac.text.bounds import Bounds
from schemac.text.files import load_file, why
from schemac.text.json_load import measure
from schemac.text.load import Loaded
from schemac.text.source import Source
from schemac.values import Json, JsonObject

_OPTIONAL_IN_MCP = frozenset({"title", "description", "outputSchema", "annotations", "icons", "execution", "_meta"})
_LIST_SHAPES = "an array of tools, an object with 'tools', or a JSON-RPC response whose 'result' is such an object"


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a part of a manifest was read from."""

    source: Source
    pointer: Pointer


def with_lists(loaded: Loaded, own: Path | None, folder: Path, bounds: Bounds) -> tuple[JsonObject, dict[int, Origin]]:
    """Return a manifest with the tools of its lists after its own, and the origins of those by index in ``tools``.

    Args:
        loaded: The manifest, an object.
        own: Its file, if it is one.
        folder: Where the names of ``tools_from`` start.
        bounds: What each list may hold.

    Raises:
        SchemacError: A list cannot be read or is refused.
    """
    return _Merger(loaded, own, folder, bounds).merge()


class _Merger:
    def __init__(self, loaded: Loaded, own: Path | None, folder: Path, bounds: Bounds) -> None:
        self.loaded = loaded
        self.own = own
        self.folder = folder
        self.bounds = bounds
        self.findings: list[Finding] = []

    def merge(self) -> tuple[JsonObject, dict[int, Origin]]:
        manifest: JsonObject = self.loaded.value
        if "tools_from" not in manifest:
            return manifest, {}
        tools = manifest.get("tools", [])
        names = manifest["tools_from"]
        if not isinstance(names, list):
            self.add("tools-from-shape", ("tools_from",), "tools_from is a list of file names.")
            names = []
        if not isinstance(tools, list):
            return manifest, {}  # refused by the shape of manifests, with all else
        tools = list(tools)
        generated: dict[int, Origin] = {}
        for index, name in enumerate(names):
            for tool, origin in self.tools_of(name, ("tools_from", index)):
                generated[len(tools)] = origin
                tools.append(tool)
        if self.findings:
            raise SchemacError(capped(self.findings))
        value = {key: item for key, item in manifest.items() if key != "tools_from"}
        value["tools"] = tools
        return value, generated

    def tools_of(self, name: Json, at: Pointer) -> Iterator[tuple[Json, Origin]]:
        """Yield the tools of one list with their origins; nothing, and findings, when it is refused."""
        if not isinstance(name, str) or not name:
            self.add("tools-from-shape", at, "An entry of tools_from is a file name.")
            return
        if PurePosixPath(name).is_absolute() or PureWindowsPath(name).anchor:
            self.add("tools-from-path", at, f"{name!r} is not relative to the manifest.")
            return
        path = self.folder / name
        try:
            if self.own is not None and path.resolve() == self.own.resolve():
                self.add("tools-from-path", at, f"{name!r} is this manifest itself.")
                return
            loaded = load_file(path, self.bounds)
        except SchemacError as error:
            # A pointer into the list would be read as one into the manifest; the place says where in the list it is.
            self.findings.extend(replace(item, pointer=at) for item in error.findings)
            return
        except (OSError, ValueError) as error:  # ValueError: a file name with a NUL
            self.add("file-unreadable", at, f"{name}: {why(error)}.")
            return
        found = _list_in(loaded.value)
        if isinstance(found, str):
            item = finding("tools-from-shape", at, f"{name} {found}")
            self.findings.append(replace(item, place=loaded.locate(())))
            return
        prefix, tools = found
        if measure(tools)[0] + 1 > self.bounds.max_depth:
            message = f"The tools of {name} make the manifest nest deeper than {self.bounds.max_depth} levels."
            self.add("limit-exceeded", at, message)
            return
        for index, tool in enumerate(tools):
            yield _without_nulls(tool), Origin(loaded.source, (*prefix, index))

    def add(self, code: str, pointer: Pointer, message: str) -> None:
        self.findings.append(replace(finding(code, pointer, message), place=self.loaded.locate(pointer)))


def _list_in(value: Json) -> tuple[Pointer, list[Json]] | str:
    """Return where in a generated list's file its tools stand, and the tools; or what is wrong with the file."""
    prefix: Pointer = ()
    if isinstance(value, dict):
        if "schemac" in value or "tools_from" in value:
            return "is a manifest, not a list of tools."
        if "tools" not in value and isinstance(value.get("result"), dict):
            value, prefix = value["result"], ("result",)
        if "tools" not in value and "error" in value:
            return "is a JSON-RPC error, not a list of tools."
        value, prefix = value.get("tools"), (*prefix, "tools")
    return (prefix, value) if isinstance(value, list) else f"is not {_LIST_SHAPES}."


def _without_nulls(tool: Json) -> Json:
    """Return a generated tool without the null members that MCP makes optional.

    Other nulls stay: a null gate must be refused, never be taken for none.
    """
    if not isinstance(tool, dict):
        return tool
    kept = {key: item for key, item in tool.items() if item is not None or key not in _OPTIONAL_IN_MCP}
    annotations = kept.get("annotations")
    if isinstance(annotations, dict):
        kept["annotations"] = {key: item for key, item in annotations.items() if item is not None}
    return kept
