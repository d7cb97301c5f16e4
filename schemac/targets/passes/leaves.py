"""The short way for subschemas that hold no others: strings, numbers, booleans, choices of texts (docs/spec, TGT).

It gives what the long way gives, in one look at the keywords, by a table made once for a target. What it does not know
for certain goes the long way.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from schemac.jsonschema.codec import Action
from schemac.targets.passes.facts import SCALARS, json_type
from schemac.targets.passes.losses import dropped
from schemac.targets.passes.lowered import Lowered
from schemac.targets.passes.parts import ASSERTIONS
from schemac.targets.passes.taken import fits_choice, nullable, takes_value
from schemac.targets.passes.wording import ANNOTATIONS, described
from schemac.targets.schema_rules import Fate, Nullable, SchemaRules
from schemac.values import Json, JsonObject

_NULL: Final = frozenset(("null",))
_BY_NAME: Final = {name: frozenset((json_type(name),)) for name in SCALARS}
_MOST_TABLES: Final = 100
"""More than there are orders of scalar types."""

# What becomes of a keyword; plain numbers, since members of an enumeration are slow to compare.
_LEADING: Final = 0
"""It comes first, or goes into the description."""
_KEPT: Final = 1
"""It is kept among what asserts something."""
_JUDGED: Final = 2
"""It is kept or dropped by its value."""
_LOST: Final = 3
"""It is dropped, with a loss."""
_TOLD: Final = 4
"""It is kept behind all that asserts something."""
_UNTOLD: Final = 5
"""It is dropped; a default that says something is a loss."""
_LISTED: Final = 6
"""It lists the values."""
_LONG: Final = 7
"""It needs a decision."""


class Leaf(NamedTuple):
    """What a leaf becomes.

    Attributes:
        written: The leaf.
        lowered: See there.
        lost: What is lost of it: the keyword, what became of it, and why.
        listed: The texts it lists, which count among those of the whole schema.
    """

    written: JsonObject
    lowered: Lowered
    lost: Sequence[tuple[str, Action, str]] = ()
    listed: Sequence[str] = ()


class Leaves:
    """The short way, for one target."""

    def __init__(self, rules: SchemaRules, *, explain_losses: bool) -> None:
        self._rules = rules
        self._explain = explain_losses
        self._flag = rules.nullable is Nullable.FLAG
        self._lists_texts = fits_choice(rules, ("text",), "string") and rules.takes("enum")
        self._lists_null = self._flag or fits_choice(rules, (None,), "null")
        self._keeps_const = rules.fate("const") is Fate.TAKEN
        self._describes = rules.takes("description")
        self._extensions = rules.only is None
        self._tables: dict[tuple[str, ...], dict[str, int]] = {(name,): self._table((name,)) for name in SCALARS}
        self._unchanged = {
            types[0]: frozenset(
                keyword
                for keyword, fate in table.items()
                if (fate in (_LEADING, _KEPT) and not keyword.startswith("exclusive"))
                or (keyword == "default" and fate == _TOLD)
            )
            for types, table in self._tables.items()
        }
        self._choice = self._unchanged["string"] | {"enum"}

    def _table(self, types: Sequence[str]) -> dict[str, int]:
        """Return what becomes of each keyword beside some types; those that are not in it go without a word."""
        rules = self._rules
        table = dict.fromkeys(ASSERTIONS, _LONG)
        table["nullable"] = _LONG
        for keyword in ANNOTATIONS:
            table[keyword] = _TOLD if rules.takes(keyword) else _UNTOLD
        for keyword in dict.fromkeys(keyword for name in types for keyword in SCALARS[name]):
            if keyword in ("format", "pattern") or keyword in rules.most:
                table[keyword] = _JUDGED
            elif rules.takes(keyword):
                table[keyword] = _KEPT
            elif not keyword.startswith("exclusive"):
                table[keyword] = _LOST
        if tuple(types) == ("string",) and self._lists_texts:
            table["enum"] = table["const"] = _LISTED
        table["type"] = _LEADING
        for keyword in ("title", "description"):
            table[keyword] = _LEADING if rules.takes(keyword) else _UNTOLD
        return table

    def unchanged(self, schema: JsonObject, *, absent: bool) -> Lowered | None:
        """Return what a scalar of one type becomes whose keywords are all kept: itself, or the same with null."""
        declared = schema.get("type")
        if type(declared) is not str or declared not in self._unchanged:
            return None
        if not schema.keys() <= self._unchanged[declared]:
            return None
        return self._as_it_is(schema, declared, absent=absent)

    def _as_it_is(self, schema: JsonObject, name: str, *, absent: bool) -> Lowered:
        """Return a schema of one type as it was written, with null where that is needed."""
        wire = _BY_NAME[name]
        return Lowered(nullable(self._rules, schema), None, wire | _NULL) if absent else Lowered(schema, None, wire)

    def leaf(self, schema: JsonObject, may_list: Callable[[Sequence[str]], bool], *, absent: bool) -> Leaf | None:
        """Return what a leaf becomes; None for what must go the long way.

        Args:
            schema: An object.
            may_list: Tells whether such values may be listed, and counts them.
            absent: Null must be free to say that the property is absent.
        """
        types, null = self._types(schema)
        if not types or (null and absent):
            return None
        table = self._tables.get(types) or self._more(types)
        kept: JsonObject = {}
        notes: list[str] = []
        lost: list[tuple[str, Action, str]] = []
        listing = ""
        told = False
        for keyword, value in schema.items():
            fate = table.get(keyword)
            if fate == _KEPT or (fate == _JUDGED and takes_value(self._rules, keyword, value, types)):
                kept[keyword] = value
            elif fate in (_LOST, _JUDGED):
                self._drop(keyword, value, notes, lost)
            elif fate == _LISTED and not listing:
                listing = keyword
            elif fate in (_LONG, _LISTED):
                return None
            elif fate != _LEADING:
                told = True
        listed: Sequence[str] = ()
        if listing:
            values = self._values(schema, listing)
            if values is None or not (self._lists_null or not absent):
                return None
            if (self._rules.enum_text_filled and "" in values) or not may_list(values):
                self._drop(listing, schema[listing], notes, lost)
            else:
                listed = values
                if "type" in schema and schema.keys() <= self._choice:
                    return Leaf(schema, self._as_it_is(schema, "string", absent=absent), (), listed)
                if listing == "enum" or not self._keeps_const:
                    kept["enum"] = values
                else:
                    kept["const"] = values[0]
        behind = self._told(schema, table, notes, lost) if told else {}
        result = self._written(schema, types, {**kept, **behind}, notes, null=null or absent)
        wire = frozenset([json_type(name) for name in types])
        lowered = Lowered(schema if result == schema else result, None, wire | _NULL if null or absent else wire)
        return Leaf(schema, lowered, lost, listed)

    def _types(self, schema: JsonObject) -> tuple[tuple[str, ...], bool]:
        """Return the scalar types that a schema names, and whether null is valid besides; no types for any other."""
        declared = schema.get("type")
        if type(declared) is str:
            return ((declared,), False) if declared in SCALARS else ((), False)
        if declared is None:
            return (("string",) if "enum" in schema or "const" in schema else (), False)
        names = [name for name in declared if name != "null" and not (name == "integer" and "number" in declared)]
        if self._flag or (len(names) > 1 and not self._rules.type_lists) or not all(name in SCALARS for name in names):
            return (), False
        if "enum" in schema or "const" in schema:
            return (), False
        return tuple(dict.fromkeys(names)), "null" in declared

    def _more(self, types: tuple[str, ...]) -> dict[str, int]:
        """Return the table for a list of types, kept for the next schema that has it."""
        table = self._table(types)
        if len(self._tables) < _MOST_TABLES:
            self._tables[types] = table
        return table

    def _values(self, schema: JsonObject, keyword: str) -> list[str] | None:
        """Return the texts that a schema lists; None where there are none, or other values among them."""
        values = schema["enum"] if keyword == "enum" else [schema["const"]]
        return list(dict.fromkeys(values)) if values and all(type(value) is str for value in values) else None

    def _drop(self, keyword: str, value: Json, notes: list[str], lost: list[tuple[str, Action, str]]) -> None:
        found = dropped(keyword, value, explain=self._explain)
        if found is None:
            return
        if found.text:
            notes.append(found.text)
        lost.append((keyword, found.action, found.why))

    def _told(
        self,
        schema: JsonObject,
        table: Mapping[str, int],
        notes: list[str],
        lost: list[tuple[str, Action, str]],
    ) -> JsonObject:
        """Return what is said for people behind all else; a default that cannot stand there is said otherwise."""
        found: JsonObject = {}
        for keyword in ANNOTATIONS:
            if keyword in schema:
                if table[keyword] == _TOLD:
                    found[keyword] = schema[keyword]
                elif keyword == "default" and schema[keyword] is not None:
                    self._drop(keyword, schema[keyword], notes, lost)
        if self._extensions:
            found.update({keyword: value for keyword, value in schema.items() if keyword.startswith("x-")})
        return found

    def _written(
        self, schema: JsonObject, types: Sequence[str], rest: JsonObject, notes: Sequence[str], *, null: bool
    ) -> JsonObject:
        found: JsonObject = {"type": types[0] if len(types) == 1 else list(types)}
        if "title" in schema and self._rules.takes("title"):
            found["title"] = schema["title"]
        if (notes or "description" in schema) and self._describes:
            text = schema.get("description", "")
            found["description"] = described(text, notes) if notes else text
        found |= rest
        return nullable(self._rules, found) if null else found
