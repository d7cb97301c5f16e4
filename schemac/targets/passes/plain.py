"""The short way for what most schemas are made of: objects with plain properties (docs/spec, chapter TGT).

It gives what the long way gives, and takes nothing that needs a decision: no references, combinators, open rests, names
that are refused, or keywords that the target does not take.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from schemac.targets.passes.context import Context, Lowered
from schemac.targets.passes.facts import SCALARS, json_type
from schemac.targets.passes.lens import ArrayLens, Member, ObjectLens
from schemac.targets.passes.naming import accepted
from schemac.targets.passes.parts import Part
from schemac.targets.passes.scalars import fits_choice, nullable
from schemac.targets.schema_rules import SchemaRules
from schemac.values import Json, JsonObject

_SAID: Final = ("type", "title", "description")
_SAID_SET: Final = frozenset(_SAID)
_OBJECT: Final = frozenset((*_SAID, "properties", "required", "additionalProperties"))
_NULL: Final = frozenset(("null",))
_JUDGED: Final = frozenset(("format", "pattern", "exclusiveMinimum", "exclusiveMaximum"))
"""Keywords of scalars that are taken or not by their value, or that may be written as others."""
_ARRAY: Final = frozenset(("array",))
_WIRE: Final = {name: frozenset((json_type(name),)) for name in (*SCALARS, "object")}


_PLAIN: Final = {name: frozenset((*_SAID, "default", *keywords)) - _JUDGED for name, keywords in SCALARS.items()}
_PLAIN_ARRAY: Final = frozenset((*_SAID, "items", "minItems", "maxItems"))


def _taken(keywords: frozenset[str], rules: SchemaRules) -> frozenset[str]:
    return (keywords if rules.only is None else keywords & rules.only) - rules.refused


class Plain:
    """The short way, for one context."""

    def __init__(self, ctx: Context) -> None:
        rules = ctx.rules
        self._ctx = ctx
        self._scalars = {name: _taken(keywords, rules) for name, keywords in _PLAIN.items()}
        self._array = _taken(_PLAIN_ARRAY, rules) - rules.most.keys()
        self._choices = fits_choice(ctx, ("text",), "string")
        self._enums = rules.takes("enum")
        names = rules.property_names
        self._names = names if names and not rules.property_names_at_root else ""
        self._root_names = names
        self._nullable = fits_choice(ctx, (None,), "null")

    def scalar(self, schema: Json, *, absent: bool) -> Lowered | None:
        """Return what a scalar with keywords that the target takes becomes: itself; None for anything else."""
        if type(schema) is not dict:
            return None
        declared = schema.get("type")
        if type(declared) is not str:
            return self._with_null(schema, declared, absent=absent) if type(declared) is list else None
        known = self._scalars.get(declared)
        if known is None:
            return None
        if not schema.keys() <= known and not (declared == "string" and self._is_choice(schema, known, absent=absent)):
            return None
        if absent:
            return Lowered(nullable(self._ctx, schema), None, _WIRE[declared] | _NULL)
        return Lowered(schema, None, _WIRE[declared])

    def _with_null(self, schema: JsonObject, declared: Json, *, absent: bool) -> Lowered | None:
        """Return what a scalar or null becomes that has no other keywords, where lists of types are taken."""
        if absent or len(declared) != 2 or declared[1] != "null" or not self._ctx.rules.type_lists:
            return None
        if declared[0] not in self._scalars or not schema.keys() <= _SAID_SET or self._ctx.flag:
            return None
        return Lowered(schema, None, _WIRE[declared[0]] | _NULL)

    def array(self, part: Part, depth: int, *, absent: bool) -> Lowered | None:
        """Return what an array of one kind of items becomes; None if it is anything else."""
        ctx = self._ctx
        schema = part.schema
        if schema.get("type") != "array" or not schema.keys() <= self._array or not ctx.has_room(depth + 1):
            return None
        items = schema.get("items", True)
        if items is False:
            return None
        found = self.scalar(items, absent=False)
        if found is None:
            below = Part(part.key, (*part.pointer, "items"), items) if "items" in schema else part
            found = ctx.lower(((),) if items is True else ((below,),), depth + 1, below)
        lens = None if found.lens is None else ArrayLens(found.lens)
        result = schema
        if absent or found.schema is not items:
            result = {keyword: schema[keyword] for keyword in _SAID if keyword in schema}
            result["items"] = found.schema
            result |= {keyword: value for keyword, value in schema.items() if keyword not in result}
            result = nullable(ctx, result) if absent else result
        return Lowered(result, lens, _ARRAY | _NULL if absent else _ARRAY)

    def _is_choice(self, schema: JsonObject, known: frozenset[str], *, absent: bool) -> bool:
        """Tell whether a schema lists texts, and says nothing else that needs a decision."""
        values = schema.get("enum")
        if values is None or not (self._choices and self._enums) or (absent and not self._nullable):
            return False
        if self._ctx.rules.enum_text_filled and "" in values:
            return False
        if schema.keys() - known != {"enum"} or not all(type(value) is str for value in values):
            return False
        return self._ctx.may_list(values)

    def object(self, part: Part, depth: int, *, absent: bool, root: bool = False) -> Lowered | None:
        """Return what an object with declared properties becomes; None if it is anything else."""
        ctx = self._ctx
        rules = ctx.rules
        schema = part.schema
        properties = schema.get("properties")
        if not properties or schema.get("type") != "object" or not schema.keys() <= _OBJECT:
            return None
        if schema.get("additionalProperties", False) is not False or not ctx.has_room(depth + 1):
            return None
        pattern = self._root_names if root else self._names
        if pattern and not all(_is_accepted(name, pattern) for name in properties):
            return None
        required = schema.get("required", ())
        if any(name not in properties for name in required) or any(item is False for item in properties.values()):
            return None
        needed = frozenset(required)
        lowered: JsonObject = {}
        members: dict[str, Member] = {}
        for name, item in properties.items():
            missing = not rules.optional and name not in needed
            found = self.scalar(item, absent=missing)
            if found is None:
                place = ((Part(part.key, (*part.pointer, "properties", name), item),),) if item is not True else ((),)
                spot = Part(part.key, (*part.pointer, "properties", name), item)
                found = ctx.lower(place, depth + 1, spot, absent=missing)
            else:
                ctx.count()
            lowered[name] = found.schema
            if missing or found.lens is not None:
                members[name] = Member(name, found.lens, missing, found.marker)
        lens = ObjectLens(members, properties, None) if members else None
        result = self._written(schema, lowered, absent=absent)
        return Lowered(result, lens, _WIRE["object"] | _NULL if absent else _WIRE["object"])

    def _written(self, schema: JsonObject, properties: JsonObject, *, absent: bool) -> JsonObject:
        rules = self._ctx.rules
        found: JsonObject = {"type": "object"}
        for keyword in ("title", "description"):
            if keyword in schema:
                found[keyword] = schema[keyword]
        found["properties"] = properties
        if not rules.optional:
            found["required"] = list(properties)
        elif schema.get("required"):
            found["required"] = list(dict.fromkeys(schema["required"]))
        if rules.closed or ("additionalProperties" in schema and not self._ctx.encodes_rest):
            found["additionalProperties"] = False
        if absent:
            return nullable(self._ctx, found)
        return schema if found == schema else found


@lru_cache(maxsize=4096)
def _is_accepted(name: str, pattern: str) -> bool:
    return accepted(name, pattern)
