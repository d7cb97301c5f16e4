"""Reading one tool's descriptor: every rule with its own code, everything wrong in one go (docs/spec, chapter MAN)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from schemac.catalog.groups import Group, article, parse_group
from schemac.catalog.model import HINTS, Broken, Tool
from schemac.findings import Finding, SchemacError, did_you_mean, finding, has_errors
from schemac.gates import Gate, parse_gate
from schemac.pointer import Pointer
from schemac.values import Json, JsonObject, type_of

NAME = re.compile(r"[A-Za-z0-9_.-]{1,128}")
ALIASES = {"input_schema": "inputSchema", "output_schema": "outputSchema"}
LISTED = ("name", "title", "description", "icons", "inputSchema", "outputSchema", "annotations", "execution", "_meta")
"""MCP's fields of a tool, in the order in which an assembled tool has them."""
OWN = (
    "group",
    "group_summary",
    "tags",
    "domains",
    "requires",
    "verb",
    "idempotent",
    "expose",
    "omit_common",
    "timeout_ms",
)
"""The manifest's own fields of a tool."""

VERBS = {"query": "readOnlyHint", "mutation": "destructiveHint", "action": None}
"""What each verb declares (docs/spec, chapter TXT)."""


class _Reader:
    """Reads one descriptor; collects findings as it goes."""

    def __init__(self, value: JsonObject, pointers: Mapping[str, Pointer], pointer: Pointer) -> None:
        self.value = value
        self.pointers = pointers
        self.pointer = pointer
        self.findings: list[Finding] = []

    def at(self, name: str) -> Pointer:
        return self.pointers.get(name, (*self.pointer, name))

    def refuse(self, code: str, name: str, message: str, hint: str | None = None, below: Pointer = ()) -> None:
        self.findings.append(finding(code, self.at(name) + below, message, hint))

    def typed(self, name: str, kind: type[Any], words: str) -> Any:
        """Return a field of one JSON type; None where it is absent or of another, which is a finding."""
        if name not in self.value:
            return None
        value = self.value[name]
        if isinstance(value, kind) and (kind is bool or not isinstance(value, bool)):
            return value
        self.refuse("field-type", name, f"The field {name} is {words}, not {article(type_of(value))}.")
        return None

    def names(self, name: str, words: str) -> tuple[str, ...] | None:
        """Return a field that is a list of texts."""
        value = self.typed(name, list, f"a list of {words}")
        if value is None:
            return None
        for index, item in enumerate(value):
            if not isinstance(item, str) or not item:
                message = f"The field {name} is a list of {words}; this is {_kind(item)}."
                self.refuse("field-type", name, message, below=(index,))
        return tuple(item for item in value if isinstance(item, str))

    def choice(self, name: str, choices: tuple[str, ...]) -> str | None:
        value = self.typed(name, str, f"one of {', '.join(choices)}")
        if value is not None and value not in choices:
            message = f"The field {name} is one of {', '.join(choices)}, not {value!r}."
            self.refuse("field-value", name, message, did_you_mean(value, choices) or None)
            return None
        return str(value) if value is not None else None

    def attempt(self, name: str, read: Callable[[Json, Pointer], Any]) -> Any:
        """Return what ``read`` makes of a field, or None after taking over its findings."""
        try:
            return read(self.value[name], self.at(name))
        except SchemacError as refused:
            self.findings.extend(refused.findings)
            return None


def _kind(value: Json) -> str:
    return "the empty text" if value == "" else article(type_of(value))


def unaliased(value: JsonObject, pointer: Pointer, found: list[Finding]) -> tuple[JsonObject, dict[str, Pointer]]:
    """Return a tool's fields by MCP's names, in the order written, and where each stands.

    Both forms of a field at once are ``alias-twice``.
    """
    fields: JsonObject = {}
    pointers: dict[str, Pointer] = {}
    for written, item in value.items():
        name = ALIASES.get(written, written)
        if name in fields:
            message = f"The fields {written} and {pointers[name][-1]} are the same field."
            found.append(finding("alias-twice", (*pointer, written), message))
            continue
        fields[name] = item
        pointers[name] = (*pointer, written)
    return fields, pointers


def read_tool(
    fields: JsonObject, pointers: Mapping[str, Pointer], pointer: Pointer, index: int, before: list[Finding]
) -> tuple[Tool | Broken, list[Finding]]:
    """Read one descriptor.

    Args:
        fields: Its fields by MCP's names, overrides applied.
        pointers: Where each field stands.
        pointer: Where the tool stands.
        index: Its place among the tools.
        before: What was found about it before.

    Returns:
        The tool, with its warnings; or, where it has an error, a :class:`Broken` with all that was found.
    """
    reader = _Reader(fields, pointers, pointer)
    reader.findings.extend(before)
    for field in fields:
        if field not in LISTED and field not in OWN:
            message = f"A tool has no field {field!r}; it is left out."
            reader.refuse("field-unknown", field, message, did_you_mean(field, LISTED + OWN) or None)
    name = _read_name(reader)
    domains = reader.names("domains", "domain names")
    tool = _read_rest(reader, name or "", index, domains)
    if has_errors(reader.findings):
        at = reader.at("tags")
        legible = not any(item.pointer[: len(at)] == at for item in reader.findings)
        readable = all(isinstance(fields.get(field, {}), dict) for field in ("inputSchema", "outputSchema"))
        rest = tool if readable and "inputSchema" in fields else None
        return Broken(index, name, domains, tuple(reader.findings), tool.tags if legible else None, rest), []
    return tool, reader.findings


def _read_name(reader: _Reader) -> str | None:
    if "name" not in reader.value:
        reader.findings.append(finding("name-missing", reader.pointer, "A tool has no name."))
        return None
    name = reader.typed("name", str, "a text")
    if name is not None and not NAME.fullmatch(name):
        message = f"The name {name!r} is not 1 to 128 of the characters A-Z, a-z, 0-9, _, . and -."
        reader.refuse("name-invalid", "name", message)
    return str(name) if name is not None else None


def _read_rest(reader: _Reader, name: str, index: int, domains: tuple[str, ...] | None) -> Tool:
    value = reader.value
    title = reader.typed("title", str, "a text")
    reader.typed("description", str, "a text")
    _read_icons(reader)
    reader.typed("execution", dict, "an object")
    reader.typed("_meta", dict, "an object")
    input_schema = _read_input(reader)
    _read_schema(reader, "outputSchema")
    annotations = _read_annotations(reader)
    hints = _read_verb(reader, annotations)
    group = _read_group(reader)
    summary = reader.typed("group_summary", str, "a text")
    tags = reader.names("tags", "tags")
    omit_common = reader.names("omit_common", "field names")
    gate: Gate | None = reader.attempt("requires", parse_gate) if "requires" in value else None
    expose = reader.choice("expose", ("facade", "flat"))
    listed = {field: value[field] for field in value if field in LISTED}
    if input_schema is not None:
        listed["inputSchema"] = input_schema
    derived = {hint: hints[hint] for hint in HINTS if hint in hints and hint not in annotations}
    if derived:
        listed["annotations"] = {**annotations, **derived}
    return Tool(
        name=name,
        index=index,
        descriptor={field: item for field, item in value.items() if field in LISTED or field in OWN},
        listed=listed,
        pointers=reader.pointers,
        pointer=reader.pointer,
        title=title,
        hints=hints,
        group=group,
        group_summary=summary,
        tags=tags or (),
        domains=domains,
        gate=gate,
        expose_flat=expose == "flat",
        omit_common=omit_common or (),
        timeout_ms=_read_timeout(reader),
    )


def _read_icons(reader: _Reader) -> None:
    icons = reader.typed("icons", list, "a list of icons")
    for index, icon in enumerate(icons or []):
        if not isinstance(icon, dict) or not isinstance(icon.get("src"), str):
            reader.refuse("field-type", "icons", "An icon is an object with a text under src.", below=(index,))


def _read_schema(reader: _Reader, name: str) -> JsonObject | None:
    if name not in reader.value:
        return None
    schema = reader.value[name]
    if isinstance(schema, dict):
        return schema
    reader.refuse(
        "schema-not-object", name, f"The field {name} is a JSON Schema object, not {article(type_of(schema))}."
    )
    return None


def _read_input(reader: _Reader) -> JsonObject | None:
    """Return the input schema with ``type: object`` at its root, as MCP requires, whatever stands there."""
    if "inputSchema" not in reader.value:
        message = "The tool has no inputSchema."
        reader.findings.append(finding("input-schema-missing", reader.pointer, message))
        return None
    schema = _read_schema(reader, "inputSchema")
    if schema is None:
        return None
    if "type" not in schema:
        message = "The root of the input schema has no type; it is taken as type: object."
        reader.refuse("root-type-added", "inputSchema", message)
        return {"type": "object", **schema}
    kind = schema["type"]
    if kind == "object":
        return schema
    if isinstance(kind, list) and "object" in kind:
        message = "The root of the input schema has a list of types; it is taken as type: object."
        reader.refuse("root-type-added", "inputSchema", message, below=("type",))
        return {**schema, "type": "object"}
    message = f"Arguments are an object, and the root of the input schema is of type {kind!r}."
    reader.refuse("root-type-not-object", "inputSchema", message, below=("type",))
    return {**schema, "type": "object"}  # so that nothing more is said of it


def _read_annotations(reader: _Reader) -> JsonObject:
    annotations: JsonObject = reader.typed("annotations", dict, "an object") or {}
    known = ("title", *HINTS)
    for name, value in annotations.items():
        if name not in known:
            hint = did_you_mean(name, known)
            if name in OWN or name in LISTED:
                hint = f"{name} is a field of the tool; write it beside annotations."
            message = f"Annotations have no member {name!r}; a mistyped hint would promise nothing."
            reader.refuse("annotation-unknown", "annotations", message, hint or None, below=(name,))
        elif name == "title" and not isinstance(value, str):
            message = f"The annotation title is a text, not {article(type_of(value))}."
            reader.refuse("annotation-type", "annotations", message, below=(name,))
        elif name != "title" and not isinstance(value, bool):
            message = f"The hint {name} is true or false, not {article(type_of(value))}."
            reader.refuse("annotation-type", "annotations", message, below=(name,))
    return annotations


def _read_verb(reader: _Reader, annotations: JsonObject) -> dict[str, bool]:
    """Return the hints that annotations, verb and idempotent declare together."""
    hints = {hint: annotations[hint] for hint in HINTS if isinstance(annotations.get(hint), bool)}
    verb = reader.choice("verb", tuple(VERBS))
    declared = VERBS.get(verb) if verb else None
    if declared is not None:
        against = {"readOnlyHint": ("destructiveHint", True), "destructiveHint": ("readOnlyHint", True)}[declared]
        if hints.get(declared) is False or hints.get(against[0]) is against[1]:
            wrong = declared if hints.get(declared) is False else against[0]
            said = str(hints[wrong]).lower()
            message = f"The verb {verb} declares {declared}: true, and the annotations say {wrong}: {said}."
            reader.refuse("verb-conflict", "verb", message)
        hints[declared] = True
    idempotent = reader.typed("idempotent", bool, "true or false")
    if idempotent is not None:
        if hints.get("idempotentHint", idempotent) is not idempotent:
            message = f"The field idempotent is {str(idempotent).lower()}, and the annotations say otherwise."
            reader.refuse("verb-conflict", "idempotent", message)
        elif idempotent:
            hints["idempotentHint"] = True
    return hints


def _read_group(reader: _Reader) -> Group | None:
    if "group" not in reader.value:
        return None
    try:
        return parse_group(reader.value["group"])
    except ValueError as why:
        reader.refuse("group-invalid", "group", str(why))
        return None


def _read_timeout(reader: _Reader) -> int | None:
    if "timeout_ms" not in reader.value:
        return None
    value = reader.value["timeout_ms"]
    if isinstance(value, int) and not isinstance(value, bool) and 0 < value < 2**53:
        return value
    reader.refuse("timeout-invalid", "timeout_ms", "A timeout is a positive whole number of milliseconds.")
    return None
