"""Strings, numbers, booleans, and choices of listed values (docs/spec, chapter TGT)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from schemac.targets.passes.context import Context
from schemac.targets.passes.facts import SCALARS, first, together
from schemac.targets.passes.parts import Part
from schemac.targets.passes.taken import fits_choice
from schemac.targets.schema_rules import Fate
from schemac.values import Json, JsonObject, is_integer, type_of

_EXCLUSIVE: Final = {"exclusiveMinimum": ("minimum", max), "exclusiveMaximum": ("maximum", min)}


def scalar(ctx: Context, parts: Sequence[Part], types: tuple[str, ...], notes: list[str]) -> JsonObject:
    """Return the schema of values of scalar types, with all bounds that the target takes."""
    schema: JsonObject = {"type": types[0] if len(types) == 1 else list(types)}
    schema.update(_bounds(ctx, parts, types, notes))
    return schema


def _bounds(ctx: Context, parts: Sequence[Part], types: tuple[str, ...], notes: list[str]) -> JsonObject:
    keywords = dict.fromkeys(keyword for name in types for keyword in SCALARS.get(name, ()))
    said, lost = together(parts, keywords)
    ctx.drop_all(lost, notes)
    kept: JsonObject = {}
    for keyword, value in said.items():
        if keyword in _EXCLUSIVE and not ctx.takes(keyword):
            _loosen(ctx, parts, types, keyword, said, kept, notes)
        elif ctx.takes_value(keyword, value, types):
            kept.setdefault(keyword, value)
        else:
            part = first(parts, keyword)
            if part is not None:
                ctx.drop(part, keyword, notes, value)
    return kept


def _loosen(
    ctx: Context,
    parts: Sequence[Part],
    types: tuple[str, ...],
    keyword: str,
    said: JsonObject,
    kept: JsonObject,
    notes: list[str],
) -> None:
    """Write an exclusive bound as an inclusive one: exactly for integers, as the wider one for other numbers."""
    inclusive, stronger = _EXCLUSIVE[keyword]
    bound = said[keyword]
    exact = types == ("integer",)
    if exact:
        bound = math.floor(bound) + 1 if inclusive == "minimum" else math.ceil(bound) - 1
    if ctx.takes(inclusive):
        kept[inclusive] = stronger(bound, said[inclusive]) if inclusive in said else bound
    part = first(parts, keyword)
    if part is not None and not (exact and ctx.takes(inclusive)):
        ctx.drop(part, keyword, notes, said[keyword])


def listed(ctx: Context, parts: Sequence[Part], values: Sequence[Json], notes: list[str]) -> JsonObject | None:
    """Return the schema of a choice of scalars of one JSON type; None if the target takes no such choice.

    A choice that holds every value of its type is the type.
    """
    kind = type_of(values[0])
    name = "integer" if kind == "number" and all(is_integer(value) for value in values) else kind
    schema = {"type": name, **_bounds(ctx, parts, (name,), notes)}
    if kind == "boolean" and len(values) == 2:
        return schema
    if not fits_choice(ctx.rules, values, kind):
        return None
    part = first(parts, "enum") or first(parts, "const") or parts[0]
    if (ctx.rules.enum_text_filled and "" in values) or not ctx.may_list(values):
        ctx.drop(part, "enum" if "enum" in part.schema else "const", notes)
        return schema
    if ctx.rules.fate("const") is Fate.TAKEN and len(values) == 1 and first(parts, "const") is not None:
        return {**schema, "const": values[0]}
    return {**schema, "enum": list(values)}
