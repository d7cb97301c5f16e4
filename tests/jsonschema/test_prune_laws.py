"""Laws of pruning, on random schemas."""

from __future__ import annotations

import copy
import json
from random import Random
from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st

from schemac.dispatch.strip import strip
from schemac.findings import SchemacError
from schemac.jsonschema.closed import Shapes
from schemac.jsonschema.keywords import DIALECTS
from schemac.jsonschema.link import link
from schemac.jsonschema.module import Module
from schemac.jsonschema.prune import Pruned, Sites, analyse, prune
from schemac.jsonschema.walk import walk
from tests.jsonschema.gated_schemas import NAMES, PREDICATES, Author
from tests.jsonschema.pruning import accepts, decisions, documented, valid_schema

SEEDS = st.integers(0, 2**32)
DIALECT_NAMES = st.sampled_from(sorted(DIALECTS))
WIDENING = {"gate-drops-required", "gate-widens-oneof"}


def analysed(schema: Any, dialect: str) -> Sites:
    """Analyse a random schema; one that is refused is no example."""
    try:
        return analyse(link(schema, dialect=DIALECTS[dialect]))
    except SchemacError:
        assume(False)
        raise


def texts(module: Module | None) -> str:
    """Return all that a module says: keys, names and schemas, in order."""
    if module is None:
        return "gone"
    return json.dumps([[key, item.name, item.schema] for key, item in module.definitions.items()])


def without_removed(result: Pruned) -> str:
    """Return the text of an enforced module without the names that are forbidden in it."""
    if result.enforced is None:
        return "gone"
    told = []
    for key, definition in result.enforced.definitions.items():
        schema = copy.deepcopy(definition.schema)
        for pointer, removed in result.removed.get(key, {}).items():
            item = schema
            for token in pointer:
                item = item[token]
            for name in removed.names:
                del item["properties"][name]
        told.append([key, definition.name, schema])
    return json.dumps(told)


@given(SEEDS, DIALECT_NAMES)
def test_shown_has_no_trace_and_stands_alone(seed: int, dialect: str):
    author = Author(Random(seed), dialect)
    schema = author.document()
    sites = analysed(schema, dialect)
    result = prune(sites, decisions(author.grants()))
    documents = documented(result, dialect)
    assume(documents.shown is not None)
    assert result.shown is not None
    assert valid_schema(documents.shown, dialect), documents.shown
    assert valid_schema(documents.enforced, dialect), documents.enforced
    removed = {name for places in result.removed.values() for item in places.values() for name in item.names}
    said = texts(result.shown)
    assert "x-requires" not in said
    assert "x-default-for" not in said
    for name in removed - set(NAMES):
        assert json.dumps(name) not in said
    assert result.enforced is not None
    for module in (result.shown, result.enforced):
        reached = {"#"}
        for definition in module.definitions.values():
            for _, item in walk(definition.schema, definition.dialect):
                if isinstance(item, dict) and "$ref" in item:
                    assert item["$ref"] in module.definitions
                    reached.add(item["$ref"])
        assert reached == set(module.definitions)


@given(SEEDS, DIALECT_NAMES)
def test_nothing_is_mutated_and_results_are_deterministic(seed: int, dialect: str):
    author = Author(Random(seed), dialect, negated=True)
    schema = author.document()
    before = copy.deepcopy(schema)
    sites = analysed(schema, dialect)
    answers = decisions(author.grants())
    first, second = prune(sites, answers), prune(sites, answers)
    assert schema == before
    assert texts(first.shown) == texts(second.shown)
    assert texts(first.enforced) == texts(second.enforced)
    assert texts(prune(analysed(before, dialect), answers).enforced) == texts(first.enforced)


@given(SEEDS, DIALECT_NAMES)
def test_what_nothing_touches_is_the_same_object(seed: int, dialect: str):
    author = Author(Random(seed), dialect)
    schema = author.document()
    module = link(schema, dialect=DIALECTS[dialect]) if _links(schema, dialect) else None
    assume(module is not None)
    assert module is not None
    try:
        sites = analyse(module)
    except SchemacError:
        assume(False)
        raise
    everything = prune(sites, decisions(PREDICATES))
    assert everything.shown is everything.enforced is sites.bare
    gated = {key for key, item in module.definitions.items() if "x-requires" in json.dumps(item.schema) or item.gates}
    for key, definition in module.definitions.items():
        if key not in gated:
            assert sites.bare.definitions[key] is definition
    result = prune(sites, decisions(author.grants()))
    if result.shown is not None and not result.removed:
        assert result.shown is sites.bare


def _links(schema: Any, dialect: str) -> bool:
    try:
        link(schema, dialect=DIALECTS[dialect])
    except SchemacError:
        return False
    return True


@given(SEEDS, DIALECT_NAMES)
def test_a_pruned_schema_prunes_to_itself(seed: int, dialect: str):
    author = Author(Random(seed), dialect)
    sites = analysed(author.document(), dialect)
    result = prune(sites, decisions(author.grants()))
    assume(result.shown is not None)
    assert result.shown is not None
    again = analyse(result.shown)
    assert again.skeleton is None
    assert prune(again, decisions()).shown is result.shown


@given(SEEDS, DIALECT_NAMES)
def test_fewer_rights_never_accept_more(seed: int, dialect: str):
    author = Author(Random(seed), dialect)
    schema = author.document()
    sites = analysed(schema, dialect)
    assume(WIDENING.isdisjoint(item.code for item in sites.findings))
    more = author.grants()
    fewer = [name for name in more if author.chance(0.5)]
    narrow, wide = prune(sites, decisions(fewer)), prune(sites, decisions(more))
    if wide.enforced is None:
        assert narrow.enforced is None
    # where not every match is welcome, a branch that refuses a name that is gone can let another one pass
    counts = any(f'"{keyword}"' in texts(narrow.shown) for keyword in ("oneOf", "not", "if"))
    for _ in range(12):
        value = author.instance(3)
        if accepts(narrow.enforced, value):
            assert accepts(wide.enforced, value), (schema, fewer, more, value)
            assert counts or accepts(narrow.shown, value), "what is enforced can be seen"


@given(SEEDS, DIALECT_NAMES)
def test_what_is_removed_has_no_influence(seed: int, dialect: str):
    """Noninterference: other content, other names and other requirements of what a caller may not see."""
    author = Author(Random(seed), dialect, gate_rate=0.4)
    schema = author.document()
    grants = author.grants()
    answers = decisions(grants)
    sites = analysed(schema, dialect)
    other_schema, renamed = _other(author, schema, grants)
    other_sites = analysed(other_schema, dialect)
    told = {item.code for item in (*sites.findings, *other_sites.findings)}
    assume("gated-name-in-open-object" not in told)
    one, other = prune(sites, answers), prune(other_sites, answers)
    context = json.dumps([schema, other_schema, grants])
    assert texts(one.shown) == texts(other.shown), context
    assert without_removed(one) == without_removed(other), context
    if one.enforced is None or other.enforced is None:
        return
    shapes = [Shapes(result.enforced, result.removed) for result in (one, other) if result.enforced is not None]
    names = (*NAMES, "xy", *renamed, *renamed.values())
    for _ in range(8):
        value = author.instance(3, names)
        answered = []
        for shape, result in zip(shapes, (one, other), strict=True):
            kept = strip(value, shape.root)
            answered.append((kept, accepts(result.enforced, kept.value)))
        assert answered[0] == answered[1], (context, value)


def _other(author: Author, schema: Any, grants: list[str]) -> tuple[Any, dict[str, str]]:
    """Return a schema that differs only in what ``grants`` do not let through, and how gated names were renamed."""
    answers = decisions(grants)
    renamed: dict[str, str] = {}

    def holds(item: Any) -> bool:
        from schemac.gates import parse_gate

        return "x-requires" not in item or parse_gate(item["x-requires"]).holds(answers.answer) is True

    def rewrite(item: Any) -> Any:
        if isinstance(item, list):
            return [rewrite(part) for part in item]
        if not isinstance(item, dict):
            return item
        if not holds(item):
            fresh = Author(author.random, author.dialect, gate_rate=0.0, definitions=author.definitions)
            content = fresh.schema(2, author.definitions)
            return {**(content if isinstance(content, dict) else {}), "x-requires": item["x-requires"]}
        return {renamed.get(name, name): rewrite(part) for name, part in item.items()}

    def collect(item: Any) -> None:
        if isinstance(item, list):
            for part in item:
                collect(part)
        elif isinstance(item, dict):
            for name, part in item.items():
                if name in author.sites and isinstance(part, dict) and "x-requires" in part and not holds(part):
                    renamed[name] = f"t{name}"
                collect(part)

    def rename_texts(item: Any) -> Any:
        if isinstance(item, list):
            return [rename_texts(part) for part in item]
        if isinstance(item, dict):
            return {name: rename_texts(part) for name, part in item.items()}
        return renamed.get(item, item) if isinstance(item, str) else item

    collect(schema)
    return rename_texts(rewrite(schema)), renamed
