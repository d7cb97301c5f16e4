import pytest

from schemac.findings.catalogue.loading import ENTRIES

from .helpers import refusal

EXAMPLES = {entry.code: entry.example for entry in ENTRIES}
JSON = ("json-syntax", "number-out-of-range", "lone-surrogate")
YAML = (
    *("yaml-syntax", "empty-document", "multiple-documents", "duplicate-key", "key-not-string", "not-json-number"),
    *("yaml-tag", "yaml-merge", "alias-unknown", "alias-recursive"),
)


@pytest.mark.parametrize("code", [*JSON, *YAML])
def test_the_example_of_a_code_has_the_mistake_and_no_other(code):
    assert [item.code for item in refusal(EXAMPLES[code], "json" if code in JSON else "yaml")] == [code]


def test_every_code_says_what_to_do():
    for entry in ENTRIES:
        assert entry.summary.endswith(".")
        assert entry.cause.endswith(".")
        assert entry.cure.endswith(".")
