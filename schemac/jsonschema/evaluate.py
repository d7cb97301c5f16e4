"""JSON Schema over a value, without recursion and with each verdict found once (docs/spec, chapters DSP and GAT).

The validators' libraries decide what a call may hold. This evaluator answers what they cannot within a bound: why a
value was refused (:mod:`schemac.dispatch.explain`), which names ``unevaluatedProperties`` is about, and the verdict
for a value so deep that a recursive library gives up. Its work is at most the number of subschemas times the number of
places of the value, however references and unions branch.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from typing import NamedTuple
from urllib.parse import unquote

from schemac.jsonschema.exact import first_repeated, is_multiple, key
from schemac.jsonschema.keywords import Dialect
from schemac.jsonschema.walk import walk
from schemac.patterns.matching import compile_pattern
from schemac.pointer import Pointer, lookup, parse
from schemac.values import Json, JsonObject, Schema, is_integer, is_number, type_of


class Failure(NamedTuple):
    """A keyword without subschemas that refuses a value.

    Attributes:
        keyword: The keyword.
        name: The name that it misses, if it is about names.
        other: The name that asks for that one, if another does.
        items: The indexes of two equal items.
    """

    keyword: str
    name: str = ""
    other: str = ""
    items: tuple[int, int] = (0, 0)


class Part(NamedTuple):
    """A subschema that must hold.

    Attributes:
        tokens: Where it stands, below its schema.
        schema: The subschema.
        token: The child that it applies to, or None for the value itself.
        value: That child, or the value; for ``propertyNames`` the name.
    """

    tokens: Pointer
    schema: Schema
    token: str | int | None
    value: Json


Asking = Generator[tuple[Schema, Json], bool, bool]
"""A verdict in the making: it yields a subschema with a value, is sent that verdict, and returns its own."""


def is_false(schema: Schema) -> bool:
    """Tell whether a schema is ``false`` in one of the spellings that removal leaves (draft-04: ``{"not": {}}``)."""
    if isinstance(schema, dict):
        return len(schema) == 1 and (schema.get("not") == {} or schema.get("not") is True)
    return schema is False


class Evaluator:
    """A standalone schema document, ready to be asked.

    Args:
        document: A schema whose references are pointers into itself.
        dialect: Its dialect.

    Raises:
        ValueError: A reference in force is not a pointer into the document.
    """

    def __init__(self, document: Schema, dialect: Dialect) -> None:
        self.document = document
        self.dialect = dialect
        self.targets: dict[str, tuple[Pointer, Schema]] = {"#": ((), document)}
        for _, schema in walk(document, dialect):
            if isinstance(schema, dict) and isinstance(schema.get("$ref"), str):
                self._resolve(schema["$ref"])
        modern = not dialect.ref_alone
        self.at_least_06 = dialect.booleans
        self.dependent = modern
        self.contains_evaluates = modern and "prefixItems" in dialect.applicators

    def _resolve(self, reference: str) -> None:
        if reference in self.targets:
            return
        try:
            pointer = parse(unquote(reference.removeprefix("#")) if reference.startswith("#") else "no pointer")
            self.targets[reference] = (pointer, lookup(self.document, pointer))
        except (ValueError, KeyError) as error:
            raise ValueError(f"the reference {reference!r} is not a pointer into the document") from error

    # Verdicts.

    def valid(self, value: Json) -> bool:
        """Tell whether the document accepts a value."""
        return Verdicts(self).of(self.document, value)

    def steps(self, schema: JsonObject, value: Json) -> Asking:
        """Decide about one schema and value, asking for the verdicts of subschemas."""
        for _ in self.failures(schema, value):
            return False
        for part in self.parts(schema, value):
            if not (yield part.schema, part.value):
                return False
        if self.alone(schema):
            return True
        if "anyOf" in schema:
            for branch in schema["anyOf"]:
                if (yield branch, value):
                    break
            else:
                return False
        if "oneOf" in schema:
            fitting = 0
            for branch in schema["oneOf"]:
                fitting += yield branch, value
            if fitting != 1:
                return False
        if "not" in schema and (yield schema["not"], value):
            return False
        conditional = yield from self.conditional(schema, value)
        if conditional is not None and not (yield conditional.schema, value):
            return False
        if "contains" in schema and isinstance(value, list) and "contains" in self.dialect.applicators:
            found = yield from self.contained(schema, value)
            low, high = self.contains_bounds(schema)
            if not (low <= len(found) and (high is None or len(found) <= high)):
                return False
        for part in (yield from self.unevaluated(schema, value)):
            if not (yield part.schema, part.value):
                return False
        return True

    def alone(self, schema: JsonObject) -> bool:
        """Tell whether only ``$ref`` counts in a schema."""
        return self.dialect.ref_alone and "$ref" in schema

    def conditional(self, schema: JsonObject, value: Json) -> Generator[tuple[Schema, Json], bool, Part | None]:
        """Return the branch of ``if`` that must hold, or None."""
        if "if" not in schema or "if" not in self.dialect.applicators:
            return None
        keyword = "then" if (yield schema["if"], value) else "else"
        return Part((keyword,), schema[keyword], None, value) if keyword in schema else None

    def contained(self, schema: JsonObject, value: list[Json]) -> Generator[tuple[Schema, Json], bool, list[int]]:
        """Return the indexes of the items that ``contains`` takes."""
        found = []
        for index, item in enumerate(value):
            if (yield schema["contains"], item):
                found.append(index)
        return found

    def contains_bounds(self, schema: JsonObject) -> tuple[int, int | None]:
        """Return how many items ``contains`` must take at least and at most."""
        if not self.dependent:
            return 1, None
        return schema.get("minContains", 1), schema.get("maxContains")

    # Keywords without subschemas.

    def failures(self, schema: JsonObject, value: Json) -> Iterator[Failure]:
        """Yield each keyword of a schema, other than those that hold subschemas, that refuses a value."""
        if self.alone(schema):
            return
        if "type" in schema and not _has_type(schema["type"], value):
            yield Failure("type")
        if "enum" in schema:
            wanted = key(value)
            if all(key(item) != wanted for item in schema["enum"]):
                yield Failure("enum")
        if "const" in schema and self.at_least_06 and key(schema["const"]) != key(value):
            yield Failure("const")
        if isinstance(value, str):
            yield from _text_failures(schema, value)
        elif isinstance(value, dict):
            yield from self._object_failures(schema, value)
        elif isinstance(value, list):
            yield from _array_failures(schema, value)
        elif is_number(value):
            yield from self._number_failures(schema, value)

    def _number_failures(self, schema: JsonObject, value: float) -> Iterator[Failure]:
        for keyword, exclusive, sign in (("minimum", "exclusiveMinimum", 1), ("maximum", "exclusiveMaximum", -1)):
            strict = schema.get(exclusive)
            if keyword in schema:
                bound = schema[keyword]
                if (value < bound if sign > 0 else value > bound) or (strict is True and value == bound):
                    yield Failure(keyword)
            beyond = strict is not None and (value <= strict if sign > 0 else value >= strict)
            if beyond and not isinstance(strict, bool) and self.at_least_06:
                yield Failure(exclusive)
        if "multipleOf" in schema and not is_multiple(value, schema["multipleOf"]):
            yield Failure("multipleOf")

    def _object_failures(self, schema: JsonObject, value: JsonObject) -> Iterator[Failure]:
        for name in schema.get("required", ()):
            if name not in value:
                yield Failure("required", name)
        if len(value) < schema.get("minProperties", 0):
            yield Failure("minProperties")
        if "maxProperties" in schema and len(value) > schema["maxProperties"]:
            yield Failure("maxProperties")
        keyword = "dependentRequired" if self.dependent else "dependencies"
        for asking, names in schema.get(keyword, {}).items():
            if asking in value and isinstance(names, list):
                for name in names:
                    if name not in value:
                        yield Failure(keyword, name, asking)

    # Subschemas that must all hold.

    def parts(self, schema: JsonObject, value: Json) -> Iterator[Part]:
        """Yield each subschema that must hold whatever the others say, with the value or child that it is for."""
        if isinstance(schema.get("$ref"), str):
            yield Part(("$ref",), self.targets[schema["$ref"]][1], None, value)
            if self.dialect.ref_alone:
                return
        for index, branch in enumerate(schema.get("allOf", ())):
            yield Part(("allOf", index), branch, None, value)
        if isinstance(value, dict):
            yield from self._member_parts(schema, value)
        elif isinstance(value, list):
            for index, tokens, part in self.item_schemas(schema, len(value)):
                yield Part(tokens, part, index, value[index])

    def _member_parts(self, schema: JsonObject, value: JsonObject) -> Iterator[Part]:
        properties = schema.get("properties", {})
        patterns = schema.get("patternProperties", {})
        for name in properties if len(properties) < len(value) else value:
            if name in properties and name in value:
                yield Part(("properties", name), properties[name], name, value[name])
        for pattern, part in patterns.items():
            matches = compile_pattern(pattern).matches
            for name, item in value.items():
                if matches(name):
                    yield Part(("patternProperties", pattern), part, name, item)
        if "additionalProperties" in schema:
            for name in undeclared(schema, value):
                yield Part(("additionalProperties",), schema["additionalProperties"], name, value[name])
        if "propertyNames" in schema and "propertyNames" in self.dialect.applicators:
            for name in value:
                yield Part(("propertyNames",), schema["propertyNames"], name, name)
        keyword = "dependentSchemas" if self.dependent else "dependencies"
        for asking, part in schema.get(keyword, {}).items():
            if asking in value and not isinstance(part, list):
                yield Part((keyword, asking), part, None, value)

    def item_schemas(self, schema: JsonObject, length: int) -> Iterator[tuple[int, Pointer, Schema]]:
        """Yield index, tokens and schema for each item that the positional keywords are about."""
        first, rest = ("prefixItems", "items") if self.contains_evaluates else ("items", "additionalItems")
        positional = schema.get(first)
        start = 0
        if isinstance(positional, list):
            start = min(len(positional), length)
            for index in range(start):
                yield index, (first, index), positional[index]
        elif first == "items":
            rest = "items"  # additionalItems says nothing beside a single schema
        if rest in schema:
            for index in range(start, length):
                yield index, (rest,), schema[rest]

    # unevaluatedProperties and unevaluatedItems.

    def unevaluated(self, schema: JsonObject, value: Json) -> Generator[tuple[Schema, Json], bool, list[Part]]:
        """Return the children that no other keyword applied to the value looks at, with the schema they must fit."""
        keyword = "unevaluatedProperties" if isinstance(value, dict) else "unevaluatedItems"
        if not self.dependent or keyword not in schema or type(value) not in (dict, list):
            return []
        seen: set[str | int | None] = set()
        pending: list[Schema] = [schema]
        visited: set[int] = set()
        while pending:
            item = pending.pop()
            if not isinstance(item, dict) or id(item) in visited:
                continue
            visited.add(id(item))
            if keyword in item and item is not schema:
                return []
            if isinstance(value, dict):
                seen.update(part.token for part in self._member_parts(item, value) if _looks_at_child(part))
            else:
                seen.update(index for index, _, _ in self.item_schemas(item, len(value)))
                if "contains" in item and self.contains_evaluates:
                    seen.update((yield from self.contained(item, value)))
            pending += yield from self._applied(item, value)
        children: Iterable[tuple[str | int, Json]] = value.items() if isinstance(value, dict) else enumerate(value)
        return [Part((keyword,), schema[keyword], token, child) for token, child in children if token not in seen]

    def _applied(self, schema: JsonObject, value: Json) -> Generator[tuple[Schema, Json], bool, list[Schema]]:
        """Return the subschemas in place that hold for a value (conjuncts in any case: they must)."""
        found = [part.schema for part in self.parts(schema, value) if part.token is None]
        for keyword in ("anyOf", "oneOf"):
            for branch in schema.get(keyword, ()):
                if (yield branch, value):
                    found.append(branch)  # noqa: PERF401 - a comprehension cannot yield
        if "if" in schema and (yield schema["if"], value):
            found.append(schema["if"])
        conditional = yield from self.conditional(schema, value)
        return found if conditional is None else [*found, conditional.schema]


class Verdicts:
    """The verdicts of one run over one value, each found once; the value must not change meanwhile."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.known: dict[tuple[int, int], bool] = {}

    def of(self, schema: Schema, value: Json) -> bool:
        """Tell whether a subschema of the document accepts a part of the value."""
        if not isinstance(schema, dict):
            return bool(schema)
        place = (id(schema), id(value))
        if place in self.known:
            return self.known[place]
        return self.run(self.evaluator.steps(schema, value), place)

    def run(self, asking: Generator[tuple[Schema, Json], bool, bool], place: tuple[int, int]) -> bool:
        """Drive a verdict to its end; the verdicts that it asks for are driven by this same loop."""
        known = self.known
        # A reference back to itself in place adds nothing: it holds if all the rest does.
        known[place] = True
        stack: list[tuple[Asking, tuple[int, int]]] = [(asking, place)]
        answer: bool | None = None
        while stack:
            current, place = stack[-1]
            try:
                schema, value = next(current) if answer is None else current.send(answer)
            except StopIteration as stop:
                answer = known[place] = bool(stop.value)
                stack.pop()
                continue
            if not isinstance(schema, dict):
                answer = bool(schema)
                continue
            place = (id(schema), id(value))
            answer = known.get(place)
            if answer is None:
                known[place] = True
                stack.append((self.evaluator.steps(schema, value), place))
        return bool(answer)

    def ask(self, asking: Generator[tuple[Schema, Json], bool, list[Part] | Part | list[int] | None]) -> Json:
        """Drive a question of :class:`Evaluator` that returns something else than a verdict."""
        answer: bool | None = None
        while True:
            try:
                schema, value = next(asking) if answer is None else asking.send(answer)
            except StopIteration as stop:
                return stop.value
            answer = self.of(schema, value)


def undeclared(schema: JsonObject, value: JsonObject) -> list[str]:
    """Return the names of a value that neither ``properties`` nor ``patternProperties`` of a schema declares."""
    properties = schema.get("properties", {})
    matchers = [compile_pattern(pattern).matches for pattern in schema.get("patternProperties", {})]
    return [name for name in value if name not in properties and not any(matches(name) for matches in matchers)]


def _looks_at_child(part: Part) -> bool:
    return part.token is not None and part.tokens[0] != "propertyNames"


def _has_type(types: str | list[str], value: Json) -> bool:
    kind = type_of(value)
    if isinstance(types, str):
        types = [types]
    return kind in types or (kind == "number" and "integer" in types and is_integer(value))


def _text_failures(schema: JsonObject, value: str) -> Iterator[Failure]:
    if len(value) < schema.get("minLength", 0):
        yield Failure("minLength")
    if "maxLength" in schema and len(value) > schema["maxLength"]:
        yield Failure("maxLength")
    if "pattern" in schema and not compile_pattern(schema["pattern"]).matches(value):
        yield Failure("pattern")


def _array_failures(schema: JsonObject, value: list[Json]) -> Iterator[Failure]:
    if len(value) < schema.get("minItems", 0):
        yield Failure("minItems")
    if "maxItems" in schema and len(value) > schema["maxItems"]:
        yield Failure("maxItems")
    if schema.get("uniqueItems") is True:
        twice = first_repeated(value)
        if twice is not None:
            yield Failure("uniqueItems", items=twice)
