"""The laws of translation, on drawn modules and instances."""

import copy
import json
from dataclasses import replace

import pytest
from hypothesis import given, note
from hypothesis import strategies as st

from schemac.jsonschema.keywords import DIALECTS, OUTPUT_DIALECTS
from schemac.jsonschema.module import ROOT, Module
from schemac.jsonschema.translate import Translated, translate
from schemac.jsonschema.walk import walk
from schemac.values import Json
from tests.jsonschema.translation import Validators, document
from tests.jsonschema.translation_strategies import INSTANCES, modules

PAIRS = [(source, output) for source in DIALECTS for output in OUTPUT_DIALECTS if source != output]
_INSTANCES = st.lists(INSTANCES, min_size=1, max_size=8)


def judge(translated: Translated, before: Validators, after: Validators, instances: list[Json]) -> None:
    note(f"{before.schema}\n{after.schema}\n{translated.losses}")
    for instance in instances:
        was, now = before.verdicts(instance), after.verdicts(instance)
        if was[0] is not was[1]:
            continue  # the validators disagree about the source
        if translated.exact:
            assert now == was, instance
        elif was[0]:
            assert now == (True, True), instance


@pytest.mark.parametrize(("source", "output"), PAIRS)
@given(data=st.data())
def test_an_exact_translation_keeps_every_verdict_and_any_other_only_accepts_more(source, output, data):
    module = data.draw(modules(source))
    translated = translate(module, DIALECTS[output])
    before = Validators(document(module, DIALECTS[source]), source, twice=False)
    after = Validators(document(translated.module, DIALECTS[output]), output, twice=False)
    judge(translated, before, after, data.draw(_INSTANCES))


@pytest.mark.parametrize("output", ["draft-04", "draft-07"])
@given(module=modules(*DIALECTS), instances=_INSTANCES)
def test_a_module_of_mixed_dialects_means_the_same_in_every_output(output, module, instances):
    newest = translate(module, DIALECTS["2020-12"])
    assert newest.exact
    older = translate(module, DIALECTS[output])
    before = Validators(document(newest.module, DIALECTS["2020-12"]), "2020-12", twice=False)
    after = Validators(document(older.module, DIALECTS[output]), output, twice=False)
    judge(older, before, after, instances)


@given(module=modules(*DIALECTS), output=st.sampled_from(sorted(OUTPUT_DIALECTS)))
def test_the_input_is_not_changed(module, output):
    before = copy.deepcopy({key: item.schema for key, item in module.definitions.items()})
    translate(module, DIALECTS[output])
    assert json.dumps({key: item.schema for key, item in module.definitions.items()}) == json.dumps(before)


@given(module=modules(*DIALECTS), output=st.sampled_from(sorted(OUTPUT_DIALECTS)))
def test_translating_twice_is_translating_once(module, output):
    once = translate(module, DIALECTS[output]).module
    twice = translate(once, DIALECTS[output])
    assert twice.module is once
    assert twice.exact


@pytest.mark.parametrize("dialect", OUTPUT_DIALECTS)
@given(data=st.data())
def test_a_module_that_is_in_the_output_dialect_comes_back(dialect, data):
    module = data.draw(modules(dialect))
    assert translate(module, DIALECTS[dialect]).module is module


@given(module=modules(*DIALECTS), output=st.sampled_from(sorted(OUTPUT_DIALECTS)))
def test_a_translation_is_deterministic_to_the_byte(module, output):
    def text(translated: Translated) -> str:
        schemas = {key: item.schema for key, item in translated.module.definitions.items()}
        return json.dumps([schemas, [loss.to_json() for loss in translated.losses]])

    copied = {key: replace(item, schema=copy.deepcopy(item.schema)) for key, item in module.definitions.items()}
    assert text(translate(module, DIALECTS[output])) == text(translate(Module(copied), DIALECTS[output]))


@given(module=modules(*DIALECTS), output=st.sampled_from(sorted(OUTPUT_DIALECTS)))
def test_the_result_is_a_linked_module_of_one_dialect(module, output):
    found = translate(module, DIALECTS[output]).module.definitions
    assert {item.dialect.name for item in found.values()} == {output}
    assert list(found) == _reached(Module(found))


@given(module=modules(*DIALECTS), output=st.sampled_from(sorted(OUTPUT_DIALECTS)))
def test_every_loss_points_at_a_schema_that_holds_its_keyword(module, output):
    for loss in translate(module, DIALECTS[output]).losses:
        assert any(
            loss.pointer == item.origin.pointer + place and isinstance(schema, dict) and loss.keyword in schema
            for item in module.definitions.values()
            for place, schema in walk(item.schema, item.dialect)
        ), loss


def _reached(module: Module) -> list[str]:
    keys = [ROOT]
    for key in keys:
        definition = module.definitions[key]
        for _, schema in walk(definition.schema, definition.dialect):
            if isinstance(schema, dict) and "$ref" in schema and schema["$ref"] not in keys:
                keys.append(schema["$ref"])
    return keys
