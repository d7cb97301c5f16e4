"""Embedding keeps every verdict: of the official suite, and of our own cases about references."""

from collections.abc import Iterable, Sequence

import jsonschema_specifications  # type: ignore[import-untyped]  # the package has no types
import pytest
from referencing.jsonschema import specification_with

from schemac.findings import SchemacError
from schemac.jsonschema.embed import embed, standalone
from schemac.jsonschema.keywords import DIALECTS, Dialect
from schemac.jsonschema.link import link
from schemac.jsonschema.metaschema import check
from schemac.jsonschema.module import Module
from tests.jsonschema.suite import FOLDERS, PYTHON, Case, judges, official, own
from tests.shared import shared

# What linking refuses of the official suite, by dialect and title, with its code. Nothing at present.
REFUSED: dict[tuple[str, str], str] = {}

OWN = list(own())
KEPT = [case for case in OWN if case.refused is None]

# Of the two judges, `referencing` (behind jsonschema) does not know that an identifier of draft-06 may name a URI and
# a place at once.
UNKNOWN_TO_PYTHON = {"draft-06: a URI and a fragment in one identifier"}


def linked(case: Case) -> Module | str:
    """Return the case's module, or the code with which it is refused."""
    try:
        return link(case.schema, documents=case.documents, dialect=case.dialect)
    except SchemacError as error:
        (finding,) = error.findings
        return finding.code


def misjudged(cases: Sequence[tuple[Case, Module]], dialect: Dialect) -> Iterable[str]:
    """Embed schemas together, and yield the titles of the tests whose verdict changed."""
    names = [f"schema {number}" for number in range(len(cases))]
    schemas, definitions = embed({name: module for name, (_, module) in zip(names, cases, strict=True)}, dialect)
    judge = judges({"type": "object", "properties": schemas, dialect.definitions: definitions}, dialect)
    for name, (case, _) in zip(names, cases, strict=True):
        for test in case.tests:
            if judge.of({name: test.data}) != {test.valid}:
                yield f"{case.title}: {test.what}"


@pytest.mark.real
@pytest.mark.parametrize("dialect", FOLDERS)
@pytest.mark.parametrize("together", [1, 2, 3])
def test_embedding_keeps_every_verdict_of_the_official_suite(dialect, together):
    cases = official(shared("json-schema-test-suite"), dialect)
    modules = [(case, linked(case)) for case in cases]
    refused = {(dialect, case.title): code for case, code in modules if isinstance(code, str)}
    assert refused == {key: code for key, code in REFUSED.items() if key[0] == dialect}
    kept = [(case, module) for case, module in modules if isinstance(module, Module)]
    assert sum(len(case.tests) for case, _ in kept) > 600
    # Neighbours in the suite are about one keyword, and share names of definitions.
    groups = [kept[at : at + together] for at in range(0, len(kept) - together + 1, together)]
    groups.append(kept[len(kept) - together :])
    assert [title for group in groups for title in misjudged(group, DIALECTS[dialect])] == []


@pytest.mark.real
@pytest.mark.parametrize("dialect", FOLDERS)
def test_a_document_of_its_own_keeps_every_verdict_of_the_official_suite(dialect):
    wrong = []
    for case in official(shared("json-schema-test-suite"), dialect):
        module = linked(case)
        assert isinstance(module, Module)
        judge = judges(standalone(module, case.dialect), case.dialect)
        wrong += [f"{case.title}: {test.what}" for test in case.tests if judge.of(test.data) != {test.valid}]
    assert wrong == []


@pytest.mark.real
@pytest.mark.parametrize("dialect", FOLDERS)
def test_every_schema_of_the_official_suite_is_valid_in_its_dialect(dialect):
    for case in official(shared("json-schema-test-suite"), dialect):
        assert check(case.schema, case.dialect) == [], case.title


def test_our_own_cases_are_many_and_in_each_dialect():
    counts = {name: sum(len(case.tests) for case in KEPT if case.dialect.name == name) for name in DIALECTS}
    assert counts["draft-06"] > 60
    assert counts["2019-09"] > 80
    assert counts["2020-12"] > 80


@pytest.mark.parametrize(
    "case", [case for case in KEPT if case.title not in UNKNOWN_TO_PYTHON], ids=lambda case: case.title
)
def test_the_verdicts_of_our_own_cases_are_those_of_a_validator_on_the_schema_as_written(case):
    specification = specification_with(case.dialect.uri)
    registry = jsonschema_specifications.REGISTRY.with_resources(
        (uri, specification.create_resource(schema)) for uri, schema in case.given.items()
    )
    validator = PYTHON[case.dialect.name](case.schema, registry=registry)
    assert [test.what for test in case.tests if validator.is_valid(test.data) != test.valid] == []


@pytest.mark.parametrize("case", KEPT, ids=lambda case: case.title)
def test_our_own_cases_keep_their_verdicts_alone(case):
    module = linked(case)
    assert isinstance(module, Module)
    assert list(misjudged([(case, module)], case.dialect)) == []
    judge = judges(standalone(module, case.dialect), case.dialect)
    assert [test.what for test in case.tests if judge.of(test.data) != {test.valid}] == []


@pytest.mark.parametrize("name", ["draft-06", "2019-09", "2020-12"])
def test_our_own_cases_keep_their_verdicts_together(name):
    cases = [(case, linked(case)) for case in KEPT if case.dialect.name == name]
    modules = [(case, module) for case, module in cases if isinstance(module, Module)]
    assert len(modules) == len(cases) > 15
    assert list(misjudged(modules, DIALECTS[name])) == []


@pytest.mark.parametrize("case", [case for case in OWN if case.refused], ids=lambda case: case.title)
def test_what_cannot_be_linked_is_refused_with_its_code(case):
    assert linked(case) == case.refused


@pytest.mark.parametrize("case", OWN, ids=lambda case: case.title)
def test_our_own_schemas_are_valid_in_their_dialect(case):
    assert [item for item in check(case.schema, case.dialect) if item.code != "vocabulary-unsupported"] == []
