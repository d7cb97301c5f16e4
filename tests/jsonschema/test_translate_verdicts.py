"""Verdicts through linking, translating and emitting: of the official suite, and of our own cases."""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from schemac.jsonschema.embed import standalone
from schemac.jsonschema.keywords import DIALECTS, OUTPUT_DIALECTS
from schemac.jsonschema.link import link
from schemac.jsonschema.translate import Translated, translate
from tests.jsonschema.suite import FOLDERS, RUST, Case, official, own
from tests.jsonschema.translation import Validators, places
from tests.jsonschema.translation_table import TABLE, embedded, table
from tests.shared import real_tool_files, shared

OWN = json.loads(Path(__file__).with_name("translate_cases.json").read_text())
REFERENCES = [case for case in own() if case.refused is None]


def translated(case: Case, output: str) -> Translated:
    return translate(link(case.schema, documents=case.documents, dialect=case.dialect), DIALECTS[output])


def misjudged(found: Translated, output: str, tests: Iterable[tuple[object, bool]]) -> Iterator[object]:
    """Yield the values whose verdict an exact translation changed, or that a lossy one refuses though valid."""
    judge = Validators(standalone(found.module, DIALECTS[output]), output)
    for value, valid in tests:
        if (found.exact or valid) and judge.verdicts(value) != (valid, valid):
            yield value


@pytest.mark.real
@pytest.mark.parametrize("output", OUTPUT_DIALECTS)
@pytest.mark.parametrize("source", FOLDERS)
def test_the_verdicts_of_the_official_suite_are_kept(source, output):
    wrong = []
    for case in official(shared("json-schema-test-suite"), source):
        found = translated(case, output)
        tests = [(test.data, test.valid) for test in case.tests]
        wrong += [(case.title, value) for value in misjudged(found, output, tests)]
    assert wrong == []


@pytest.mark.real
@pytest.mark.parametrize(
    ("source", "output"), [("draft-04", "draft-07"), ("draft-04", "2020-12"), ("draft-07", "2020-12")]
)
def test_every_schema_of_the_official_suite_goes_exactly_to_later_dialects(source, output):
    cases = official(shared("json-schema-test-suite"), source)
    assert [case.title for case in cases if not translated(case, output).exact] == []


@pytest.mark.real
def test_from_2020_12_to_draft_07_only_what_has_no_equivalent_is_lost():
    lost = {
        keyword
        for case in official(shared("json-schema-test-suite"), "2020-12")
        for _, keyword in places(translated(case, "draft-07").losses)
    }
    # One case of the suite has an `unevaluatedProperties` under `not`.
    assert lost == {"unevaluatedItems", "unevaluatedProperties", "minContains", "maxContains", "not"}


@pytest.mark.parametrize("output", OUTPUT_DIALECTS)
@pytest.mark.parametrize("case", REFERENCES, ids=lambda case: case.title)
def test_the_verdicts_of_cases_about_references_are_kept(case, output):
    tests = [(test.data, test.valid) for test in case.tests]
    assert list(misjudged(translated(case, output), output, tests)) == []


@pytest.mark.parametrize("case", OWN, ids=lambda case: f"{case['dialect']}: {case['title']}")
def test_the_verdicts_of_our_own_cases_are_kept(case):
    tests = [(value, valid) for valid in (True, False) for value in case[str(valid).lower()]]
    module = link(case["schema"], dialect=DIALECTS[case["dialect"]])
    for output in OUTPUT_DIALECTS:
        found = translate(module, DIALECTS[output])
        assert sorted({loss.keyword for loss in found.losses}) == case.get("lost", {}).get(output, []), output
        assert list(misjudged(found, output, tests)) == [], output
    if case["dialect"] not in OUTPUT_DIALECTS:
        # One of the two is enough: for 2019-09 the Python validator overlooks a schema under `additionalProperties`.
        source = Validators(case["schema"], case["dialect"])
        assert [value for value, valid in tests if valid not in source.verdicts(value)] == []


@pytest.mark.parametrize("dialect", ["draft-06", "2019-09"])
def test_our_own_cases_speak_of_every_keyword_that_the_official_suite_part_lacks(dialect):
    used = "".join(json.dumps(case["schema"]) for case in OWN if case["dialect"] == dialect)
    assert [keyword for keyword in DIALECTS[dialect].applicators if f'"{keyword}"' not in used] == []


@pytest.mark.real
def test_the_table_of_the_documentation_is_current():
    shown = Path(TABLE).read_text()
    assert embedded(shown, table(shared("json-schema-test-suite"))) == shown


@pytest.mark.real
@pytest.mark.parametrize("source", ["draft-07", "2020-12"])
@pytest.mark.parametrize("output", OUTPUT_DIALECTS)
def test_real_tool_schemas_translate_exactly_and_come_out_valid(source, output):
    shared("real-tools")
    for file in real_tool_files():
        for tool in json.loads(file.read_text())["tools"]:
            for part in ("inputSchema", "outputSchema"):
                if isinstance(tool.get(part), dict):
                    module = link(tool[part], dialect=DIALECTS[source])
                    found = translate(module, DIALECTS[output])
                    assert found.exact, (file.stem, tool["name"])
                    RUST[output](standalone(found.module, DIALECTS[output]), validate_formats=False, offline=True)
