"""The schema of a merged facade, from the fields of the members that one caller sees (docs/spec, chapter STR)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from schemac.jsonschema.embed import Embedded, merge
from schemac.jsonschema.equality import references
from schemac.pointer import fragment
from schemac.strategies.base import Settings
from schemac.strategies.merged.choices import Choice, Kind, field_schema, kinds
from schemac.strategies.merged.fields import Field, Fields
from schemac.strategies.merged.obligations import ALWAYS, obligation
from schemac.values import JsonObject, Schema


def assemble_fields(members: Mapping[str, Fields], settings: Settings) -> JsonObject:
    """Return the merged schema of at least one member.

    Args:
        members: By wire name, in the order of the lines.
        settings: For the discriminator and the dialect.
    """
    return _Assembly(members, settings).schema()


@dataclass(slots=True)
class _Open:
    """Members that accept the same under every name that they do not declare.

    Attributes:
        choices: What they accept.
        owners: The members, in their order.
    """

    choices: tuple[Choice, ...]
    owners: dict[str, None]


class _Assembly:
    def __init__(self, members: Mapping[str, Fields], settings: Settings) -> None:
        self._members = members
        self._settings = settings
        self._open: dict[object, _Open] = {}
        self._particular: list[str] = []
        for name, fields in members.items():
            if fields.particular is not None:
                self._particular.append(name)
            elif fields.rest:
                key = tuple([(choice.group, frozenset(choice.values or ())) for choice in fields.rest])
                self._open.setdefault(key, _Open(fields.rest, {})).owners[name] = None

    def schema(self) -> JsonObject:
        users: dict[str, list[tuple[str, Field]]] = {}
        for name, fields in self._members.items():
            for field, brought in fields.named.items():
                if field in users:
                    users[field].append((name, brought))
                else:
                    users[field] = [(name, brought)]
        discriminator = self._settings.discriminator
        users.pop(discriminator, None)  # refused at author time
        found = {field: self._kinds(field, having) for field, having in users.items()}
        embedded = self._embedded(found.values())
        properties: JsonObject = {discriminator: {"type": "string", "enum": list(self._members)}}
        required = [discriminator]
        for field, having in users.items():
            said = self._obligation(having)
            if said == ALWAYS:
                required.append(field)
            parts = [(kind, kind.schema(_written(kind, embedded))) for kind in found[field]]
            properties[field] = field_schema(parts, said)
        schema: JsonObject = {"type": "object", "properties": properties, "required": required}
        if any(fields.takes_others for fields in self._members.values()):
            schema["additionalProperties"] = True  # said, since targets close an object that says nothing
        definitions = embedded.definitions
        if definitions and any(kind.mixed for alternatives in found.values() for kind in alternatives):
            # a schema that names one may have given way to one that is alike and names another
            definitions = self._named(definitions, properties)
        if definitions:
            schema[self._settings.dialect.definitions] = definitions
        return schema

    def _obligation(self, having: Sequence[tuple[str, Field]]) -> str:
        needed = [name for name, (is_required, _) in having if is_required]
        optional = [name for name, (is_required, _) in having if not is_required] if len(needed) < len(having) else []
        return obligation(needed, optional, len(self._members))

    def _kinds(self, field: str, having: Sequence[tuple[str, Field]]) -> list[Kind]:
        declared = [(name, choice) for name, (_, choices) in having for choice in choices]
        return kinds(declared, self._others(field, having) if self._open or self._particular else ())

    def _embedded(self, found: Iterable[Sequence[Kind]]) -> Embedded:
        """Return the schemas of the members whose choices are shown, of those choices that hold references."""
        analyses = {name: fields.analysis for name, fields in self._members.items() if fields.analysis is not None}
        if not analyses:
            return Embedded({}, {})
        owners = dict.fromkeys(
            kind.owner for alternatives in found for kind in alternatives if kind.first.at is not None
        )
        return merge(analyses, self._settings.dialect, owners)

    def _others(self, field: str, having: Sequence[tuple[str, Field]]) -> Iterator[tuple[str, Choice]]:
        """Yield what members that do not declare a field accept under its name, with such a member."""
        names = {name for name, _ in having}
        for alike in self._open.values():
            if len(alike.owners) > len(names) or any(name not in names for name in alike.owners):
                owner = next(iter(alike.owners))
                yield from ((owner, choice) for choice in alike.choices)
        for name in self._particular:
            if name not in names:
                yield from ((name, choice) for choice in self._members[name].other(field))

    def _named(self, definitions: dict[str, Schema], properties: JsonObject) -> dict[str, Schema]:
        """Return the definitions that the facade's fields name, by code point."""
        dialect = self._settings.dialect
        names = {fragment((dialect.definitions, name)): name for name in definitions}
        reached: set[str] = set()
        waiting: list[Schema] = list(properties.values())
        for schema in waiting:  # it grows
            for use in references(schema, dialect):
                name = names[use.key]
                if name not in reached:
                    reached.add(name)
                    waiting.append(definitions[name])
        return {name: schema for name, schema in definitions.items() if name in reached}


def _written(kind: Kind, embedded: Embedded) -> JsonObject:
    """Return the schema of a kind's first choice, its references pointing into the facade's definitions."""
    at = kind.first.at
    if at is None:
        return kind.first.schema
    written: JsonObject = embedded.schemas[kind.owner]["anyOf"][at]
    return written
