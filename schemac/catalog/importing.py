"""Making a manifest from a saved ``tools/list`` result (docs/spec, chapters MAN and CLI).

value -> pages -> entries -> descriptors -> groups -> manifest (and a generated list beside it)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from schemac.catalog.groups import parse_group, path_of, title_of
from schemac.catalog.listed import Unusable, descriptor_of
from schemac.catalog.prefixes import MISC, prefix_groups
from schemac.findings import Finding, Place, SchemacError, finding, has_errors
from schemac.jsonschema.keywords import DIALECTS
from schemac.jsonschema.walk import walk
from schemac.pointer import Pointer, render
from schemac.values import Json, JsonObject, equal

GroupBy: TypeAlias = Literal["prefix", "namespace", "none"]
OnDuplicate: TypeAlias = Literal["error", "first"]
OnInvalid: TypeAlias = Literal["error", "omit"]

_SUFFIXES = ("tools", "group", "facade", "calls")
_DISCRIMINATORS = ("action", "operation", "tool_action", "namespace_action")


@dataclass(frozen=True, slots=True)
class Imported:
    """What became of a list of tools.

    Attributes:
        options: Of the one domain.
        groups: Group path or namespace to ``{summary}``, in path order.
        tools: The descriptors, as listed but for what ``findings`` says.
        group_of: Tool name to the group that import chose for it.
        findings: Warnings, pointing into the value that was imported.
        domain: The name of the domain.
    """

    options: JsonObject
    groups: JsonObject
    tools: tuple[JsonObject, ...]
    group_of: Mapping[str, str]
    findings: tuple[Finding, ...]
    domain: str = "default"

    def manifest(self) -> JsonObject:
        """Return a whole manifest, the group of each tool right after its name."""
        tools = [_grouped(tool, self.group_of.get(tool["name"])) for tool in self.tools]
        return {**self._head(), "tools": tools}

    def overlay(self, generated: str) -> tuple[JsonObject, JsonObject]:
        """Return a small manifest to edit by hand, and the list that it takes its tools from.

        Args:
            generated: The name of the file that will hold the list, as the manifest should name it.

        Returns:
            The manifest, with ``tools_from`` and one entry of ``overrides`` for each group that import chose; and
            ``{"tools": […]}``.
        """
        overrides = {name: {"group": group} for name, group in self.group_of.items()}
        manifest = {**self._head(), "tools_from": [generated], **({"overrides": overrides} if overrides else {})}
        return manifest, {"tools": list(self.tools)}

    def _head(self) -> JsonObject:
        groups = {"groups": self.groups} if self.groups else {}
        return {"schemac": 1, "domains": {self.domain: self.options}, **groups}


def import_tools(
    value: Json,
    *,
    group_by: GroupBy = "prefix",
    on_duplicate: OnDuplicate = "error",
    on_invalid: OnInvalid = "error",
    domain: str = "default",
    locate: Callable[[Pointer], Place | None] = lambda _pointer: None,
) -> Imported:
    """Make a manifest of a list of tools.

    Args:
        value: A ``tools/list`` result, a JSON-RPC response around one, an array of either, or an array of tools.
            Other members beside ``tools`` are passed over, and so are other messages among an array's responses.
        group_by: ``prefix`` groups by the words of names (:mod:`schemac.catalog.prefixes`), ``namespace`` by what
            stands before their last dot, ``none`` not at all.
        on_duplicate: ``first`` keeps the first of differing entries of one name, with a warning.
        on_invalid: ``omit`` leaves out what cannot be a tool of a manifest, with a warning.
        domain: The name of the one domain.
        locate: Where a pointer into ``value`` stands in its file.

    Raises:
        SchemacError: Something was refused; the findings have all errors and warnings.
    """
    reading = _Reading(on_duplicate, on_invalid, locate)
    for at, entry in _entries(value, reading):
        reading.take(entry, at)
    reading.say_moved()
    tools = tuple(reading.kept.values())
    options: JsonObject
    group_of: dict[str, str] = {}
    if group_by == "namespace":
        reading.check_namespaces()
        options, groups = _by_namespace(tools)
    elif group_by == "prefix":
        group_of = prefix_groups(tool["name"] for tool in tools if "group" not in tool)
        options, groups = _by_prefix(tools, group_of)
        group_of = {tool["name"]: group_of[tool["name"]] for tool in tools if tool["name"] in group_of}
    else:
        options, groups = {"group_by": "none", "schemas_in": "meta"}, {}
    findings = [replace(item, place=locate(item.pointer)) for item in reading.findings]
    if has_errors(findings):
        raise SchemacError(findings)
    return Imported(options, groups, tools, group_of, tuple(findings), domain)


def changes(before: Json, after: Iterable[JsonObject]) -> list[Finding]:
    """Return a note for each tool that is new or gone since the last import, in the order listed.

    They point at ``overrides`` of the manifest beside the list, where something may have to be done about it.

    Args:
        before: The generated list of the last import; what is not of its form counts as empty.
        after: The descriptors of this one.
    """
    listed = before.get("tools") if isinstance(before, dict) else None
    entries = [tool.get("name") for tool in listed if isinstance(tool, dict)] if isinstance(listed, list) else []
    old = dict.fromkeys(name for name in entries if isinstance(name, str))
    new = dict.fromkeys(tool["name"] for tool in after)
    return [
        *(_change("import-tool-new", name, f"The tool {name!r} is new.") for name in new if name not in old),
        *(
            _change("import-tool-gone", name, f"The tool {name!r} is no longer listed.")
            for name in old
            if name not in new
        ),
    ]


def _change(code: str, name: str, message: str) -> Finding:
    return finding(code, ("overrides", name), message)


@dataclass(slots=True)
class _Reading:
    """Takes the entries one by one."""

    on_duplicate: OnDuplicate
    on_invalid: OnInvalid
    locate: Callable[[Pointer], Place | None]
    kept: dict[str, JsonObject] = field(default_factory=dict)
    places: dict[str, Pointer] = field(default_factory=dict)
    moved: dict[str, list[tuple[Pointer, str]]] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)

    def say(self, code: str, at: Pointer, message: str) -> None:
        self.findings.append(finding(code, at, message))

    def take(self, entry: Json, at: Pointer) -> None:
        try:
            listed = descriptor_of(entry, at)
        except Unusable as unusable:
            code = "import-tool-omitted" if self.on_invalid == "omit" else "import-tool-invalid"
            self.say(code, at + unusable.below, str(unusable))
            return
        descriptor = listed.descriptor
        name = descriptor["name"]
        first = self.kept.get(name)
        if first is None:
            self.kept[name] = descriptor
            self.places[name] = at
            self.findings += listed.findings
            for below in listed.moved:
                self.moved.setdefault("/".join(map(str, below)), []).append((at + below, name))
            return
        differing = [member for member in {**first, **descriptor} if not _same(first, descriptor, member)]
        if not differing:
            code, message = "import-tool-repeated", f"The tool {name!r} is listed again, with the same content."
        else:
            code = "import-tool-repeated" if self.on_duplicate == "first" else "import-tool-conflict"
            message = f"The tool {name!r} is listed at {render(self.places[name])} too, with other {_and(differing)}."
        place = self.locate(self.places[name])
        item = finding(code, at, message)
        self.findings.append(replace(item, related=((place, "first listed here"),)) if place else item)

    def say_moved(self) -> None:
        """Warn once of each member that was moved, since a server adds the same one to every tool."""
        for member, uses in self.moved.items():
            at, name = uses[0]
            more = f" (and of {len(uses) - 1} more)" if len(uses) > 1 else ""
            self.say("import-member-moved", at, f"The member {member} of {name!r}{more} was moved to _meta.")

    def check_namespaces(self) -> None:
        for name in self.kept:
            if "." not in name:
                continue
            at = (*self.places[name], "name")
            namespace = name.rpartition(".")[0]
            if not all(name.split(".")):
                self.say("import-namespace-conflict", at, f"The name {name!r} has an empty part.")
            elif namespace in self.kept:
                message = f"The namespace of {name!r} is named as the tool {namespace!r}."
                self.say("import-namespace-conflict", at, message)


def _same(left: JsonObject, right: JsonObject, member: str) -> bool:
    return member in left and member in right and equal(left[member], right[member])


def _and(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _grouped(tool: JsonObject, group: str | None) -> JsonObject:
    return tool if group is None else {"name": tool["name"], "group": group, **tool}


def _entries(value: Json, reading: _Reading) -> Iterator[tuple[Pointer, Json]]:
    """Yield each listed entry with its place, whichever form the list has."""
    cursor: tuple[Pointer, str] | None = None
    pages = [((), value)] if not isinstance(value, list) else [((index,), item) for index, item in enumerate(value)]
    if isinstance(value, list) and not any(_page(item, ()) for item in value):
        pages = []
        yield from (((index,), item) for index, item in enumerate(value))
    for at, item in pages:
        page = _page(item, at)
        if page is not None:
            where, result = page
            yield from (((*where, "tools", index), entry) for index, entry in enumerate(result["tools"]))
            more = result.get("nextCursor")
            cursor = ((*where, "nextCursor"), more) if isinstance(more, str) and more else None
        elif at == () and isinstance(item, dict) and "schemac" in item:
            reading.say("import-not-a-tool-list", at, "This is a manifest already; importing it would lose its gates.")
        elif at == () or not (isinstance(item, dict) and "jsonrpc" in item and "error" not in item):
            reading.say("import-not-a-tool-list", at, _not_a_list(item))
    if cursor is not None:
        reading.say("import-list-incomplete", cursor[0], f"The list goes on at the cursor {cursor[1]!r}.")


def _page(item: Json, at: Pointer) -> tuple[Pointer, JsonObject] | None:
    """Return a ``tools/list`` result and its place: the item itself, or what its ``result`` holds; not a manifest."""
    if isinstance(item, dict) and "schemac" in item:
        return None
    for where, result in ((at, item), ((*at, "result"), item.get("result") if isinstance(item, dict) else None)):
        if isinstance(result, dict) and isinstance(result.get("tools"), list):
            return where, result
    return None


def _not_a_list(item: Json) -> str:
    if isinstance(item, dict) and "error" in item:
        error = item["error"]
        said = error.get("message") if isinstance(error, dict) else None
        return (
            f"The server answered with an error: {said}"
            if isinstance(said, str)
            else "The server answered with an error."
        )
    return "There is no list of tools here."


def _by_prefix(tools: tuple[JsonObject, ...], group_of: Mapping[str, str]) -> tuple[JsonObject, JsonObject]:
    paths = sorted({parse_group(tool.get("group") or group_of[tool["name"]]) for tool in tools})
    groups = {
        path_of(path): {"summary": "Other tools." if path == (MISC,) else f"{title_of(path_of(path))} tools."}
        for path in paths
    }
    options: JsonObject = {"group_by": "group", "strategy": "vendor_extension", "schemas_in": "meta"}
    suffix = _free_suffix({"_".join(path) for path in paths}, {tool["name"] for tool in tools})
    if suffix != _SUFFIXES[0]:
        options["facade_suffix"] = suffix
    return options, groups


def _free_suffix(groups: Iterable[str], names: set[str]) -> str:
    """Return the first suffix with which no facade, whatever the strategy, is named as a tool."""
    suffixes = (*_SUFFIXES, *(f"facade_{number}" for number in range(2, len(names) + 3)))
    return next(suffix for suffix in suffixes if names.isdisjoint(_facades(groups, suffix)))


def _facades(groups: Iterable[str], suffix: str) -> Iterator[str]:
    for group in groups:
        for intent in ("", "read_", "write_", "destructive_"):
            facade = f"{group}_{intent}{suffix}"
            yield facade
            yield f"{facade}_describe"


def _by_namespace(tools: tuple[JsonObject, ...]) -> tuple[JsonObject, JsonObject]:
    members = [tool for tool in tools if "." in tool["name"]]
    namespaces = sorted({tool["name"].rpartition(".")[0] for tool in members})
    groups = {namespace: {"summary": f"Tools in the {namespace} namespace."} for namespace in namespaces}
    options: JsonObject = {"group_by": "namespace", "strategy": "merged", "schemas_in": "meta"}
    taken = {name for tool in members for name in _property_names(tool["inputSchema"])}
    names = (*_DISCRIMINATORS, *(f"action_{number}" for number in range(2, len(taken) + 3)))
    discriminator = next(name for name in names if name not in taken)
    if discriminator != _DISCRIMINATORS[0]:
        options["discriminator"] = discriminator
    return options, groups


def _property_names(schema: JsonObject) -> Iterator[str]:
    for _, subschema in walk(schema, DIALECTS["2020-12"]):
        if isinstance(subschema, dict) and isinstance(subschema.get("properties"), dict):
            yield from subschema["properties"]
