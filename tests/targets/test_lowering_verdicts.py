"""The official suite's cases, lowered: without a loss, verdicts are equal; with one, nothing valid is refused."""

import pytest

from schemac.dispatch.strip import strip
from schemac.findings import SchemacError
from schemac.jsonschema.closed import Shapes
from schemac.jsonschema.embed import standalone
from schemac.jsonschema.keywords import DRAFT_2020_12
from schemac.jsonschema.link import link
from schemac.targets.lowering import lower_module
from schemac.targets.registry import TARGETS
from schemac.values import equal
from tests.jsonschema.suite import official
from tests.shared import shared
from tests.targets.law import openapi_read, typed_read, validator

pytestmark = pytest.mark.real


def wrapped(case):
    """The case's schema as that of a required argument, linked; None where linking refuses it."""
    schema = {"type": "object", "properties": {"p": case.schema}, "required": ["p"]}
    if isinstance(case.schema, dict) and "$id" not in case.schema:
        own = {name: case.schema[name] for name in ("$defs", "definitions") if name in case.schema}
        if own or '"#' in str(case.schema).replace("'", '"'):
            schema = {**schema, "properties": {"p": {"$id": "urn:case", **case.schema}}}
    try:
        return link(schema, documents=case.documents)
    except SchemacError:
        return None


@pytest.mark.parametrize("name", TARGETS)
def test_verdicts_are_kept_or_lost_with_notice(name):
    asked = exact = 0
    for case in official(shared("json-schema-test-suite"), "2020-12"):
        module = wrapped(case)
        if module is None:
            continue
        form = lower_module(module, TARGETS[name].schema)
        document = standalone(module, DRAFT_2020_12)
        lowered = validator(openapi_read(form.schema))
        plain, typed = validator(document), validator(typed_read(document))
        shape = Shapes(module).root
        for check in case.tests:
            value = strip({"p": check.data}, shape).value
            valid = plain.is_valid(value)
            sent = form.codec.encode(value)
            if valid and typed.is_valid(value):
                assert lowered.is_valid(sent), (case.title, check.what, sent, form.schema)
                assert equal(form.codec.lift(sent).value, value), (case.title, check.what)
                asked += 1
            elif not valid and not form.losses:
                assert not lowered.is_valid(sent), (case.title, check.what, sent, form.schema)
                exact += 1
    assert asked > 100
    assert exact > 20 or name == "strict"
