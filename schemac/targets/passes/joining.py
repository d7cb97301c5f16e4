"""The lowered branches of a place, put together again as one schema (docs/spec, chapter TGT)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from schemac.targets.passes.annotations import annotations_of, into, ordered
from schemac.targets.passes.context import Context
from schemac.targets.passes.groups import Group
from schemac.targets.passes.lens import MaybeLens
from schemac.targets.passes.parts import Branch, Part
from schemac.targets.passes.taken import fits_choice, nullable
from schemac.targets.passes.telling import Form
from schemac.targets.passes.wording import described, joined
from schemac.values import JsonObject


def together(
    ctx: Context,
    branches: Sequence[Branch],
    groups: Sequence[Group],
    forms: Sequence[Form],
    marker: str,
    lens: MaybeLens,
    notes: list[str],
    *,
    null: bool,
) -> JsonObject:
    """Return the schema of a place whose branches are lowered.

    Args:
        ctx: The context.
        branches: Its alternatives.
        groups: Which of them became one branch.
        forms: What each group became.
        marker: The name in the object that says an explicit null, "" for none.
        lens: How values go.
        notes: What the description says besides.
        null: Null is valid besides.
    """
    schemas = [form.schema for form in forms]
    if marker:
        objects = [at for at, form in enumerate(forms) if "object" in form.wire]
        schemas.insert(objects[-1] + 1 if objects else len(schemas), _marker_of(ctx, marker))
    members = _distinct(schemas)
    if len(groups) == 1 and len(groups[0].branches) == 1:
        noted: Sequence[Part] = groups[0].branches[0].parts
    else:
        noted = branches[0].parts[: branches[0].own]
    annotations = annotations_of(ctx, noted, lens, notes)
    if len(branches) > 1 and len(forms) == 1 and "description" not in annotations:
        annotations |= _common_description(branches, forms[0], notes)
    if not members:
        return {**annotations, "type": "null"}
    referring = bool(forms) and forms[0].referring
    alone = ctx.rules.alone.get("$ref") if referring else None
    if len(members) == 1 and not (referring and (null or (alone is not None and not annotations.keys() <= alone))):
        node = into(members[0], annotations) if len(forms) > 1 else {**members[0], **annotations}
        listed_without_null = not ctx.flag and not node.keys().isdisjoint(("enum", "const"))
        if null and listed_without_null and not fits_choice(ctx.rules, [None], "null"):
            return ordered({**annotations, "anyOf": [members[0], {"type": "null"}]})
        return ordered(nullable(ctx.rules, node) if null else node)
    if null and ctx.flag:
        members = [nullable(ctx.rules, member) for member in members]
    elif null:
        members.append({"type": "null"})
    beside = ctx.rules.alone.get("anyOf")
    if beside is None or annotations.keys() <= beside:
        return ordered({**annotations, "anyOf": members})
    return {"anyOf": [into(member, annotations) for member in members]}


def _common_description(branches: Sequence[Branch], form: Form, notes: Sequence[str]) -> JsonObject:
    """Return the descriptions of several alternatives that became one branch."""
    if "enum" in form.schema or form.facts is None:
        return {}
    texts = [
        part.schema["description"]
        for branch in branches
        for part in branch.parts[branch.own :]
        if isinstance(part.schema.get("description"), str)
    ]
    text = joined(*texts)
    return {"description": described(text, notes)} if text else {}


def described_branch(ctx: Context, group: Group, form: Form, notes: Sequence[str]) -> JsonObject:
    """Return a branch of several with what is said of it for people."""
    parts = group.branches[0].parts
    own = parts[group.branches[0].own :] if len(group.branches) == 1 else ()
    annotations = annotations_of(ctx, own, form.lens, notes)
    if not annotations:
        return form.schema
    if "description" in form.schema and "description" in annotations:
        annotations["description"] = joined(annotations["description"], form.schema["description"])
    return ordered({**form.schema, **annotations})


def _marker_of(ctx: Context, name: str) -> JsonObject:
    schema: JsonObject = {
        "type": "object",
        "description": "An explicit null; plain null leaves the property out.",
        "properties": {name: {"type": "boolean", "enum": [True]}},
        "required": [name],
    }
    if ctx.rules.closed:
        schema["additionalProperties"] = False
    return schema


def _distinct(members: Iterable[JsonObject]) -> list[JsonObject]:
    """Return branches, those that differ in what is said for people only as one."""
    found: list[JsonObject] = []
    bare: list[JsonObject] = []
    for member in members:
        plain = {keyword: value for keyword, value in member.items() if keyword not in ("title", "description")}
        if plain in bare:
            at = bare.index(plain)
            text = joined(found[at].get("description", ""), member.get("description", ""))
            found[at] = {**found[at], "description": text} if text else found[at]
        else:
            bare.append(plain)
            found.append(member)
    return found
