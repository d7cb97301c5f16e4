"""What variants of a tool have in common, so that it is worked out once (docs/spec, chapter STR).

Pruning shares every subschema that no gate touches, so that the schema of a field is the same object in most variants.
All that is kept here is kept together with the objects whose identity it goes by.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeVar

from schemac.jsonschema.equality import Use, references
from schemac.jsonschema.keywords import Dialect
from schemac.strategies.merged.choices import NO_DEFAULT, Choice, without
from schemac.values import Json, JsonObject

MOST: Final = 20_000
"""At most so many entries are kept for a facade; then it starts afresh."""

Made = TypeVar("Made")


class Taken:
    """A subschema of a field, ready to become a choice.

    Attributes:
        schema: Without ``description`` and ``default``; beside its reference, if it has one, a description can stand.
        description: Its description, "" for none.
        default: Its default, or :data:`~schemac.strategies.merged.choices.NO_DEFAULT`.
        uses: Its references.
    """

    __slots__ = ("_alone", "default", "description", "schema", "uses")

    def __init__(self, schema: JsonObject, description: str, default: Json, uses: Sequence[Use]) -> None:
        self.schema = schema
        self.description = description
        self.default = default
        self.uses = uses
        self._alone: Choice | None = None

    def alone(self, dialect: Dialect) -> Choice:
        """Return its choice, where it holds no references."""
        if self._alone is None:
            self._alone = Choice(self.schema, dialect, self.description, self.default)
        return self._alone


class Memo:
    """What was worked out for one facade, by the identity of what it was worked out from.

    Args:
        kept: Where it is kept.
        dialect: The facade's dialect.
    """

    def __init__(self, kept: dict[Any, Any], dialect: Dialect) -> None:
        self._kept = kept
        self._dialect = dialect

    def taken(self, schema: JsonObject) -> Taken:
        """Return what becomes of a subschema of a field."""
        found = self._kept.get(id(schema))
        if found is not None:
            taken: Taken = found[1]
            return taken
        said = schema.get("description", "")
        default = schema.get("default", NO_DEFAULT)
        bare = without(schema, "description", "default")
        if self._dialect.ref_alone and "$ref" in bare:
            bare = {"allOf": [{"$ref": bare["$ref"]}]}
        return self.keep(id(schema), Taken(bare, said, default, references(bare, self._dialect)), schema)

    def get(self, ident: tuple[int, ...]) -> Any:
        """Return what is kept for several objects, or None."""
        found = self._kept.get(ident)
        return None if found is None else found[1]

    def keep(self, ident: Any, made: Made, source: Any) -> Made:
        """Keep what was made from an object, together with the object, so that no other one gets its identity."""
        if len(self._kept) >= MOST:
            self._kept.clear()
        self._kept[ident] = (source, made)
        return made
