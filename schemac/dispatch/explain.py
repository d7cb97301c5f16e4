"""Why a value was refused: every part that does not fit, in words, the same for each validator (docs/spec, DSP).

Of a union the report says what each branch wanted. A branch that is ``false`` is not mentioned, and a union that is
left with one branch is reported as that branch: so what a gate removed leaves no trace in a message. ``schema_pointer``
is for logs alone, since it counts branches as the enforced schema does.
"""

from __future__ import annotations

from dataclasses import dataclass

from schemac.dispatch import wording
from schemac.jsonschema.evaluate import Evaluator, Failure, Part, Verdicts, is_false
from schemac.pointer import Pointer, lookup, sort_key
from schemac.values import Json, JsonObject, Schema

AT_MOST = 100
"""Violations that one report holds."""

_BRANCHES_AT_MOST = 8
_PER_BRANCH = 4
_UNIONS_DEEP = 2
_MESSAGE_AT_MOST = 1_000


@dataclass(frozen=True, slots=True)
class Violation:
    """One thing that does not fit.

    Attributes:
        pointer: Where in the value; for a missing name the object that lacks it.
        keyword: What refuses; ``false`` for a subschema that nothing fits (a name that is not allowed).
        message: A sentence that says what was expected and what came.
        schema_pointer: Where the keyword stands in the schema document; never shown to a caller.
        name: The missing name (``required``, ``dependentRequired``, ``dependencies``), else None.
        branches: For a union, what each branch wanted, in order; the inner violations are sorted.
    """

    pointer: Pointer
    keyword: str
    message: str
    schema_pointer: Pointer
    name: str | None = None
    branches: tuple[tuple[Violation, ...], ...] = ()


def explain(evaluator: Evaluator, value: Json, at_most: int = AT_MOST) -> list[Violation]:
    """Return what does not fit about a value, at most so many, sorted by pointer, keyword and place in the schema."""
    return _Report(evaluator, Verdicts(evaluator), at_most, 0).over(evaluator.document, value, (), ())


def explained(evaluator: Evaluator, value: Json, at_most: int = AT_MOST) -> list[Violation]:
    """Explain a value that a validator refused; there is always something to say."""
    try:
        found = explain(evaluator, value, at_most)
    except ValueError:  # no JSON value, which the bounds of a call keep out
        found = []
    return found or [Violation((), "false", wording.capital(f"{wording.WHOLE} does not fit the schema."), ())]


class _Report:
    def __init__(self, evaluator: Evaluator, verdicts: Verdicts, at_most: int, deep: int) -> None:
        self.evaluator = evaluator
        self.verdicts = verdicts
        self.at_most = at_most
        self.deep = deep
        self.found: dict[tuple[Pointer, str, Pointer, str | None], Violation] = {}
        self.pending: list[tuple[Schema, Json, Pointer, Pointer]] = []

    def over(self, schema: Schema, value: Json, pointer: Pointer, at: Pointer) -> list[Violation]:
        self.pending.append((schema, value, pointer, at))
        seen: set[tuple[int, Pointer]] = set()
        while self.pending and len(self.found) < self.at_most:
            schema, value, pointer, at = self.pending.pop()
            if is_false(schema):
                message = f"{wording.place(pointer)} is not allowed here."
                self.add(Violation(pointer, "false", wording.capital(message), at))
            elif isinstance(schema, dict) and (id(schema), pointer) not in seen:
                seen.add((id(schema), pointer))
                if not self.verdicts.of(schema, value):
                    self.look(schema, value, pointer, at)
        return sorted(self.found.values(), key=_order)

    def add(self, violation: Violation) -> None:
        self.found.setdefault(
            (violation.pointer, violation.keyword, violation.schema_pointer, violation.name), violation
        )

    def look(self, schema: JsonObject, value: Json, pointer: Pointer, at: Pointer) -> None:
        for failure in self.evaluator.failures(schema, value):
            self.add(_violation(failure, schema, value, pointer, at))
        later = [self.place(part, schema, pointer, at) for part in self.evaluator.parts(schema, value)]
        if not self.evaluator.alone(schema):
            for keyword in ("anyOf", "oneOf"):
                if keyword in schema:
                    later += self.union(keyword, schema[keyword], value, pointer, at)
            self.exclusion(schema, value, pointer, at)
            conditional = self.verdicts.ask(self.evaluator.conditional(schema, value))
            if conditional is not None:
                later.append(self.place(conditional, schema, pointer, at))
            self.contains(schema, value, pointer, at)
            rest = self.verdicts.ask(self.evaluator.unevaluated(schema, value))
            later += [self.place(part, schema, pointer, at) for part in rest]
        self.pending += reversed([item for item in later if item is not None])

    def place(
        self, part: Part, schema: JsonObject, pointer: Pointer, at: Pointer
    ) -> tuple[Schema, Json, Pointer, Pointer] | None:
        """Return what is still to be looked at for a part, or report it at once."""
        if part.tokens == ("$ref",):
            return part.schema, part.value, pointer, self.evaluator.targets[schema["$ref"]][0]
        if part.token is None:
            return part.schema, part.value, pointer, at + part.tokens
        below = (*pointer, part.token)
        if part.tokens != ("propertyNames",) or is_false(part.schema):
            return part.schema, part.value, below, at + part.tokens
        if not self.verdicts.of(part.schema, part.value):
            message = f"The name {wording.literal(part.value)} is not of the form that names must have here."
            self.add(Violation(below, "propertyNames", message, at + part.tokens))
        return None

    def union(
        self, keyword: str, branches: list[Schema], value: Json, pointer: Pointer, at: Pointer
    ) -> list[tuple[Schema, Json, Pointer, Pointer]]:
        """Report a union that refuses; return what is to be looked at in its place, if it has but one way to hold."""
        fitting = sum(self.verdicts.of(branch, value) for branch in branches)
        if fitting == 1 or (fitting and keyword == "anyOf"):
            return []
        what = wording.place(pointer)
        if fitting:
            message = f"{what} fits {fitting} of the alternatives, but must fit exactly one."
            self.add(Violation(pointer, keyword, wording.capital(message), (*at, keyword)))
            return []
        live = [(index, branch) for index, branch in enumerate(branches) if not is_false(branch)]
        if not live:
            return [(False, value, pointer, (*at, keyword))]
        if len(live) == 1:
            return [(live[0][1], value, pointer, (*at, keyword, live[0][0]))]
        if self.deep == _UNIONS_DEEP:
            message = f"{what} fits none of the {len(live)} alternatives, {_but(value)}."
            self.add(Violation(pointer, keyword, wording.capital(message), (*at, keyword)))
            return []
        wanted = [
            tuple(
                _Report(self.evaluator, self.verdicts, _PER_BRANCH, self.deep + 1).over(
                    branch, value, pointer, (*at, keyword, index)
                )[:_PER_BRANCH]
            )
            for index, branch in live[:_BRANCHES_AT_MOST]
        ]
        message = _union_message(what, value, pointer, live, wanted, self.evaluator)
        self.add(Violation(pointer, keyword, message, (*at, keyword), branches=tuple(wanted)))
        return []

    def exclusion(self, schema: JsonObject, value: Json, pointer: Pointer, at: Pointer) -> None:
        if "not" not in schema or not self.verdicts.of(schema["not"], value):
            return
        excluded = schema["not"]
        what = wording.place(pointer)
        if isinstance(excluded, dict) and len(excluded) == 1 and excluded.get("required"):
            names = wording.alternatives((wording.place((*pointer, name)) for name in excluded["required"]), "and")
            together = " together" if len(excluded["required"]) > 1 else ""
            message = f"{names} must not be given{together}."
        else:
            message = f"{what} has a form that is not allowed, {_but(value)}."
        self.add(Violation(pointer, "not", wording.capital(message), (*at, "not")))

    def contains(self, schema: JsonObject, value: Json, pointer: Pointer, at: Pointer) -> None:
        if "contains" not in schema or not isinstance(value, list):
            return
        if "contains" not in self.evaluator.dialect.applicators:
            return
        found = len(self.verdicts.ask(self.evaluator.contained(schema, value)))
        low, high = self.evaluator.contains_bounds(schema)
        what = wording.place(pointer)
        if found < low:
            keyword = "minContains" if "minContains" in schema else "contains"
            message = f"{what} must hold at least {wording.count(int(low), 'item')} of a certain form, but has {found}."
        elif high is not None and found > high:
            keyword = "maxContains"
            message = f"{what} must hold at most {wording.count(int(high), 'item')} of a certain form, but has {found}."
        else:
            return
        self.add(Violation(pointer, keyword, wording.capital(message), (*at, keyword)))


def _violation(failure: Failure, schema: JsonObject, value: Json, pointer: Pointer, at: Pointer) -> Violation:
    keyword, name = failure.keyword, failure.name or None
    if keyword == "uniqueItems":
        message = wording.repeated(*failure.items, pointer)
    elif failure.other:
        message = wording.dependent(failure.name, failure.other, pointer)
    else:
        bound = keyword
        if schema.get(f"exclusive{keyword.capitalize()}") is True and schema.get(keyword) == value:
            bound = f"exclusive{keyword.capitalize()}"  # draft-04 spells it as a flag beside the bound
            schema = {bound: value}
        message = wording.assertion(bound, schema, value, pointer, name)
    return Violation(pointer, keyword, message, (*at, keyword), name)


def _union_message(
    what: str,
    value: Json,
    pointer: Pointer,
    live: list[tuple[int, Schema]],
    wanted: list[tuple[Violation, ...]],
    evaluator: Evaluator,
) -> str:
    alone = [items[0] for items in wanted if len(items) == 1 and items[0].pointer == pointer]
    if len(alone) == len(live) and all(item.keyword == "type" for item in alone):
        names = [name for item in alone for name in _types(evaluator, item)]
        return wording.capital(f"{what} must be {wording.types(list(dict.fromkeys(names)))}, {_but(value)}.")
    said = "; or ".join(
        " and ".join(item.message.removesuffix(".") for item in items) or "something else" for items in wanted
    )
    more = f"; or one of {len(live) - len(wanted)} more" if len(wanted) < len(live) else ""
    message = wording.capital(f"{what} fits none of the {len(live)} alternatives. {said}{more}.")
    return message if len(message) <= _MESSAGE_AT_MOST else f"{message[:_MESSAGE_AT_MOST]}…"


def _types(evaluator: Evaluator, violation: Violation) -> list[str]:
    found = lookup(evaluator.document, violation.schema_pointer)
    return [found] if isinstance(found, str) else found


def _but(value: Json) -> str:
    return f"but it is {wording.brief(value)}" if not isinstance(value, (dict, list)) else "as it is"


def _order(violation: Violation) -> tuple[tuple[tuple[int, int, str], ...], str, tuple[tuple[int, int, str], ...], str]:
    return (
        sort_key(violation.pointer),
        violation.keyword,
        sort_key(violation.schema_pointer),
        violation.name or "",
    )
