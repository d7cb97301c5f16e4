"""The short way for what most schemas are made of: objects with plain properties (docs/spec, chapter TGT).

It gives what the long way gives, and takes nothing that needs a decision: no references, combinators, open rests, names
that are refused, or keywords that the target does not take.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from schemac.jsonschema.keywords import DRAFT_2020_12
from schemac.targets.passes.context import Context
from schemac.targets.passes.leaves import Leaf
from schemac.targets.passes.lens import ArrayLens, Member, ObjectLens
from schemac.targets.passes.lowered import Lowered
from schemac.targets.passes.memo import as_written, content
from schemac.targets.passes.naming import accepted
from schemac.targets.passes.parts import Part, whole
from schemac.targets.passes.taken import nullable, takes_value
from schemac.targets.passes.wording import described
from schemac.values import Json, JsonObject

_SAID: Final = ("type", "title", "description")
_OBJECT: Final = frozenset((*_SAID, "properties", "required", "additionalProperties"))
_LISTING: Final = frozenset(("enum", "const"))
_NULL: Final = frozenset(("null",))
_ARRAY: Final = frozenset(("array",))
_AN_OBJECT: Final = frozenset(("object",))
_COUNTS: Final = frozenset(("minItems", "maxItems", "uniqueItems"))
_PLAIN_ARRAY: Final = frozenset((*_SAID, "items", *_COUNTS))


class Plain:
    """The short way, for one context."""

    def __init__(self, ctx: Context) -> None:
        rules = ctx.rules
        self._ctx = ctx
        self._leaves = ctx.settings.leaves
        self._known = ctx.settings.known_leaves
        self._said = rules.takes("title") and rules.takes("description") and rules.takes("items")
        self._counts = frozenset([name for name in _COUNTS if rules.takes(name) and name not in rules.most])
        names = rules.property_names
        self._names = names if names and not rules.property_names_at_root else ""
        self._root_names = names

    def leaf(self, part: Part, depth: int, *, absent: bool) -> Lowered | None:
        """Return what a place becomes whose subschema holds no others; None where it does, or needs a decision."""
        ctx = self._ctx
        schema = part.schema
        if type(schema) is not dict:
            return None
        if "$ref" in schema:
            return None
        found = self._leaves.unchanged(schema, absent=absent)
        if found is None and DRAFT_2020_12.holding.isdisjoint(schema) and ctx.has_room(depth):
            leaf = self._leaf(schema, absent=absent)
            if leaf is not None:
                for keyword, action, why in leaf.lost:
                    ctx.lose(part, keyword, action, why)
                return as_written(leaf.lowered, leaf.written, schema)
        return found

    def container(self, part: Part, depth: int, *, absent: bool) -> Lowered | None:
        """Return what a plain array or object becomes; None where it needs a decision."""
        ctx = self._ctx
        schema = part.schema
        if type(schema) is not dict:
            return None
        kind = schema.get("type")
        ident = ((part.ident,),)
        if (kind != "array" and (kind != "object" or "properties" not in schema)) or ctx.is_open(ident):
            return None
        ctx.enter(ident)
        try:
            return (self.array if kind == "array" else self.object)(part, depth, absent=absent)
        finally:
            ctx.leave(ident)

    def _leaf(self, schema: JsonObject, *, absent: bool) -> Leaf | None:
        """Return what a leaf becomes, perhaps as it is known from elsewhere."""
        may_list = self._ctx.may_list
        text = content(schema)
        key = None if text is None else (text, absent)
        known = None if key is None else self._known.get(key)
        if known is not None and (not known.listed or may_list(known.listed)):
            return known
        found = self._leaves.leaf(schema, may_list, absent=absent)
        if key is not None and found is not None and (found.listed or schema.keys().isdisjoint(_LISTING)):
            self._known.keep(key, found)
        return found

    def array(self, part: Part, depth: int, *, absent: bool) -> Lowered | None:
        """Return what an array of one kind of items becomes; None if it is anything else."""
        ctx = self._ctx
        schema = part.schema
        if schema.get("type") != "array" or not self._said or not schema.keys() <= _PLAIN_ARRAY:
            return None
        if not ctx.has_room(depth + 1):
            return None
        items = schema.get("items", True)
        if items is False:
            return None
        found = self._leaves.unchanged(items, absent=False) if type(items) is dict else None
        if found is None:
            below = Part(part.key, (*part.pointer, "items"), items) if "items" in schema else part
            found = ctx.lower(((),) if items is True else ((below,),), depth + 1, below)
        lens = None if found.lens is None else ArrayLens(found.lens)
        lost = [keyword for keyword in schema if keyword in _COUNTS and not self._counts_so(keyword, schema[keyword])]
        result = schema
        if absent or lost or found.schema is not items:
            notes: list[str] = []
            for keyword in lost:
                ctx.drop(part, keyword, notes)
            result = {keyword: schema[keyword] for keyword in _SAID if keyword in schema}
            if notes:
                result["description"] = described(result.get("description"), notes)
            result["items"] = found.schema
            result |= {keyword: schema[keyword] for keyword in schema if keyword not in result and keyword not in lost}
            result = nullable(ctx.rules, result) if absent else result
        return Lowered(result, lens, _ARRAY | _NULL if absent else _ARRAY)

    def _counts_so(self, keyword: str, value: Json) -> bool:
        """Tell whether a count of items is taken."""
        return keyword in self._counts or takes_value(self._ctx.rules, keyword, value, ("array",))

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
        needed = frozenset(required)
        if not needed <= properties.keys() or False in properties.values():
            return None
        unchanged = self._leaves.unchanged
        tokens = (*part.pointer, "properties")
        every = not rules.optional
        lowered: JsonObject = {}
        members: dict[str, Member] = {}
        for name, item in properties.items():
            missing = every and name not in needed
            found = unchanged(item, absent=missing) if type(item) is dict else None
            if found is None:
                spot = Part(part.key, (*tokens, name), item)
                found = ctx.lower(whole(spot), depth + 1, spot, absent=missing)
            else:
                ctx.count()
            lowered[name] = found.schema
            if missing or found.lens is not None:
                members[name] = Member(name, found.lens, missing, found.marker)
        lens = ObjectLens(members, properties, None) if members else None
        result = self._written(schema, lowered, absent=absent)
        return Lowered(result, lens, _AN_OBJECT | _NULL if absent else _AN_OBJECT)

    def _written(self, schema: JsonObject, properties: JsonObject, *, absent: bool) -> JsonObject:
        rules = self._ctx.rules
        found: JsonObject = {"type": "object"}
        for keyword in ("title", "description"):
            if keyword in schema:
                found[keyword] = schema[keyword]
        written = schema["properties"]
        same = not absent and all(item is written[name] for name, item in properties.items())
        found["properties"] = written if same else properties
        if not rules.optional:
            found["required"] = list(properties)
        elif schema.get("required"):
            found["required"] = list(dict.fromkeys(schema["required"]))
        if rules.closed or ("additionalProperties" in schema and not self._ctx.encodes_rest):
            found["additionalProperties"] = False
        if absent:
            return nullable(self._ctx.rules, found)
        # What changed below is equal to nothing that was written.
        return schema if same and found == schema else found


@lru_cache(maxsize=4096)
def _is_accepted(name: str, pattern: str) -> bool:
    return accepted(name, pattern)
