"""Documents are found by URI, prepared only when asked for, and never fetched."""

import socket

import pytest

from schemac.findings import SchemacError
from schemac.jsonschema.documents import NO_DOCUMENTS, Documents
from schemac.jsonschema.keywords import DRAFT_07
from schemac.jsonschema.link import link
from schemac.jsonschema.places import Unlinkable
from schemac.pointer import render


def test_nothing_is_ever_fetched(monkeypatch):
    def refuse(*_arguments, **_options):
        pytest.fail("a socket was opened")

    monkeypatch.setattr(socket, "socket", refuse)
    monkeypatch.setattr("urllib.request.urlopen", refuse)
    with pytest.raises(SchemacError) as caught:
        link({"$ref": "https://json.schemastore.example/package"})
    (finding,) = caught.value.findings
    assert finding.code == "ref-unresolvable"
    assert "https://json.schemastore.example/package" in finding.message


def test_a_document_is_found_with_or_without_an_empty_fragment():
    for given in ("https://x.example/a", "https://x.example/a#"):
        documents = Documents({given: {"type": "string"}})
        for written in ("https://x.example/a", "https://x.example/a#"):
            module = link({"items": {"$ref": written}}, documents=documents)
            assert [item.origin.document for item in module.definitions.values()] == ["", given]


def test_a_document_may_have_a_relative_uri():
    documents = Documents({"money.json": {"items": {"$ref": "#/$defs/a"}, "$defs": {"a": {"$ref": "more/x.json"}}}})
    more = Documents({"money.json": {"$ref": "more/x.json"}, "more/x.json": {"type": "string"}})
    assert len(link({"$ref": "money.json"}, documents=more).definitions) == 3
    with pytest.raises(SchemacError, match=r"more/x\.json"):
        link({"$ref": "money.json"}, documents=documents)


def test_documents_that_nobody_refers_to_are_not_looked_at():
    endless: dict[str, object] = {}
    endless["not"] = endless
    documents = Documents({"urn:x:endless": endless, "urn:x:odd": {"$schema": "urn:x:own"}, "urn:x:fine": True})
    assert len(link({"$ref": "urn:x:fine"}, documents=documents).definitions) == 2
    assert [(item.code, render(item.pointer)) for item in documents.findings()] == [
        ("limit-exceeded", "/schemas/urn:x:endless"),
        ("vocabulary-unsupported", "/schemas/urn:x:odd"),
    ]
    with pytest.raises(SchemacError) as caught:
        link({"$ref": "urn:x:endless"}, documents=documents)
    assert [item.code for item in caught.value.findings] == ["limit-exceeded"]


def test_a_resource_inside_one_document_is_found_from_another():
    documents = Documents(
        {
            "urn:x:odd": {"$schema": "urn:x:own"},
            "https://x.example/all": {"$defs": {"part": {"$id": "part", "$anchor": "p", "type": "string"}}},
            "urn:x:user": {"items": {"$ref": "https://x.example/part#p"}},
        }
    )
    module = link({"$ref": "urn:x:user"}, documents=documents)
    assert list(module.definitions) == ["#", "urn:x:user#", "https://x.example/all#/$defs/part"]


def test_a_given_document_takes_the_place_of_an_official_one():
    uri = "http://json-schema.org/draft-07/schema"
    assert link({"$ref": uri + "#"}).definitions[uri + "#"].dialect is DRAFT_07
    module = link({"$ref": uri + "#"}, documents=Documents({uri: {"type": "string"}}))
    assert module.definitions[uri + "#"].schema == {"type": "string"}


def test_where_a_place_of_a_document_stands_is_known_unless_it_is_official():
    documents = Documents({"urn:x:a": True}, pointer=("manifest", "schemas"))
    assert documents.locate("urn:x:a", ("items", 0)) == ("manifest", "schemas", "urn:x:a", "items", 0)
    assert documents.locate(DRAFT_07.uri, ()) is None
    assert len(documents) == 1
    assert len(NO_DOCUMENTS) == 0
    with pytest.raises(KeyError):
        documents.index("urn:x:b")


def test_a_document_whose_identifier_is_no_uri_is_refused():
    documents = Documents({"https://x.example/a": {"$id": "http://[bad"}})
    with pytest.raises(Unlinkable) as caught:
        documents.index("https://x.example/a")
    assert caught.value.code == "ref-unresolvable"
