"""One entry of a ``tools/list`` result, made into a descriptor that a manifest takes (docs/spec, chapter MAN).

Nothing that a server said is lost: what a manifest does not take at its place moves to the tool's ``_meta``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from schemac.catalog.descriptor import ALIASES, NAME
from schemac.catalog.groups import article, parse_group
from schemac.catalog.model import HINTS
from schemac.findings import Finding, finding
from schemac.jsonschema.keywords import DRAFT_2020_12, dialect_named
from schemac.jsonschema.walk import walk
from schemac.pointer import Pointer
from schemac.values import Json, JsonObject, type_of

GATE_KEYWORDS = ("x-requires", "x-default-for")
_SCHEMAS = ("inputSchema", "outputSchema")


class Unusable(Exception):  # noqa: N818 - it is an answer, not an error of this program
    """The entry cannot be a tool of a manifest; the message says why, the pointer where below the entry."""

    def __init__(self, why: str, *below: str | int) -> None:
        super().__init__(why)
        self.below: Pointer = below


@dataclass(frozen=True, slots=True)
class Listed:
    """One entry, read.

    Attributes:
        descriptor: What a manifest takes, members in the order listed.
        findings: What was completed, and what is worth a look.
        moved: Below the entry, the place of each member that now stands in ``_meta``.
    """

    descriptor: JsonObject
    findings: tuple[Finding, ...]
    moved: tuple[Pointer, ...]


def descriptor_of(entry: Json, at: Pointer) -> Listed:
    """Return an entry as a descriptor, and what was changed to make it one.

    Members that are null count as absent. ``group`` and ``tags`` are kept where they have the manifest's form, since
    they only arrange; every other member that MCP does not define, ``requires`` above all, moves to ``_meta``.

    Args:
        entry: As listed.
        at: Where it stands in the input.

    Raises:
        Unusable: It is no object, has no usable name, or a schema that no manifest takes.
    """
    if not isinstance(entry, dict):
        raise Unusable(f"A tool is an object, not {article(type_of(entry))}.")
    name = entry.get("name")
    if not isinstance(name, str):
        raise Unusable("The tool has no name." if name is None else f"A name is a text, not {article(type_of(name))}.")
    if not NAME.fullmatch(name):
        why = f"The name {name!r} is not 1 to 128 of the characters A-Z, a-z, 0-9, _, . and -."
        raise Unusable(why, "name")
    return _Entry(entry, at, name).descriptor()


class _Entry:
    def __init__(self, entry: JsonObject, at: Pointer, name: str) -> None:
        self.entry = entry
        self.at = at
        self.name = name
        self.kept: JsonObject = {}
        self.moved: list[tuple[Pointer, Json]] = []
        self.findings: list[Finding] = []

    def descriptor(self) -> Listed:
        for member, value in self.entry.items():
            if value is None:
                continue
            field = ALIASES.get(member, member)
            if field in _SCHEMAS:
                self._schema(member, field, value)
            elif field == "annotations" and isinstance(value, dict):
                self._annotations(value)
            elif _takes(field, value):
                self.kept[field] = value
            else:
                self.moved.append(((member,), value))
        if "inputSchema" not in self.kept:
            self._say(
                "import-schema-completed",
                (),
                f"The tool {self.name!r} has no input schema; it is taken as {{type: object}}.",
            )
            self.kept["inputSchema"] = {"type": "object"}
        if self.moved:
            self._move()
        return Listed(self.kept, tuple(self.findings), tuple(below for below, _ in self.moved))

    def _say(self, code: str, below: Pointer, message: str) -> None:
        self.findings.append(finding(code, self.at + below, message))

    def _schema(self, member: str, field: str, value: Json) -> None:
        if member != field and self.entry.get(field) is not None:
            self.moved.append(((member,), value))  # both spellings: MCP's own is the one that clients read
            return
        if not isinstance(value, dict):
            raise Unusable(
                f"The {member} of {self.name!r} is a JSON Schema object, not {article(type_of(value))}.", member
            )
        for below, keyword in _gates(value):
            message = f"The {member} of {self.name!r} has the keyword {keyword}, which a manifest reads as a gate."
            self._say("import-gate-in-schema", (member, *below), message)
        self.kept[field] = self._rooted(member, value) if field == "inputSchema" else value

    def _rooted(self, member: str, schema: JsonObject) -> JsonObject:
        kind = schema.get("type")
        if kind == "object":
            return schema
        if kind is None and "type" not in schema:
            self._say(
                "import-schema-completed",
                (member,),
                f"The {member} of {self.name!r} has no type; it is taken as object.",
            )
            return {"type": "object", **schema}
        if isinstance(kind, list) and "object" in kind:
            message = f"The {member} of {self.name!r} takes several types; it is taken as object."
            self._say("import-schema-completed", (member, "type"), message)
            return {**schema, "type": "object"}
        raise Unusable(
            f"Arguments are an object, and the {member} of {self.name!r} is of type {kind!r}.", member, "type"
        )

    def _annotations(self, annotations: JsonObject) -> None:
        kept: JsonObject = {}
        for member, value in annotations.items():
            if value is None:
                continue
            if (member in HINTS and isinstance(value, bool)) or (member == "title" and isinstance(value, str)):
                kept[member] = value
            else:
                self.moved.append((("annotations", member), value))
        if kept or not annotations:
            self.kept["annotations"] = kept

    def _move(self) -> None:
        meta = dict(self.kept.get("_meta", {}))
        for below, value in self.moved:
            key = str(below[-1])
            while key in meta:
                key += "_"
            meta[key] = value
        self.kept["_meta"] = meta


def _takes(field: str, value: Json) -> bool:
    check = _FORMS.get(field)
    return check is not None and check(value)


def _is_group(value: Json) -> bool:
    try:
        parse_group(value)
    except ValueError:
        return False
    return True


def _is_icons(value: Json) -> bool:
    return isinstance(value, list) and all(
        isinstance(icon, dict) and isinstance(icon.get("src"), str) for icon in value
    )


def _is_tags(value: Json) -> bool:
    return isinstance(value, list) and all(isinstance(tag, str) and tag for tag in value)


def _is_object(value: Json) -> bool:
    return isinstance(value, dict)


def _is_text(value: Json) -> bool:
    return isinstance(value, str)


_FORMS: dict[str, Callable[[Json], bool]] = {
    "name": _is_text,
    "title": _is_text,
    "description": _is_text,
    "icons": _is_icons,
    "execution": _is_object,
    "_meta": _is_object,
    "group": _is_group,
    "tags": _is_tags,
}
"""The form in which a manifest takes each member that passes as it is."""


def _gates(schema: JsonObject) -> Iterator[tuple[Pointer, str]]:
    """Yield each place of a schema that holds a keyword which a manifest reads as a gate or a caller's default."""
    for below, subschema in walk(schema, dialect_named(schema, DRAFT_2020_12)):
        if isinstance(subschema, dict):
            for keyword in GATE_KEYWORDS:
                if keyword in subschema:
                    yield (*below, keyword), keyword
