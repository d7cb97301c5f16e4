"""Operations of lowering: ``lower``, ``encode_arguments`` and ``lift_arguments`` (docs/spec, chapter TGT).

Pointers of losses start at the schema; those of arguments that cannot be lifted, at the arguments as sent.
"""

from __future__ import annotations

from schemac.conformance.operations.inputs import Input, OpError
from schemac.findings import Finding, SchemacError
from schemac.jsonschema import metaschema
from schemac.jsonschema.codec import CodecError, Form
from schemac.jsonschema.documents import Documents
from schemac.jsonschema.keywords import DRAFT_2020_12
from schemac.jsonschema.link import link
from schemac.jsonschema.translate import translate
from schemac.pointer import render
from schemac.targets import target
from schemac.targets.lowering import lower_module
from schemac.values import Json, JsonObject

_DOCUMENTS = "documents"


def lower(members: JsonObject) -> JsonObject:
    """Take ``{schema, target, documents?}``, give ``{schema, losses: [{pointer, keyword, action}]}``."""
    form = _form(Input(members, needs=("schema", "target"), takes=(_DOCUMENTS,)))
    losses = [
        {
            "pointer": render((_DOCUMENTS, loss.document, *loss.pointer) if loss.document else loss.pointer),
            "keyword": loss.keyword,
            "action": loss.action.value,
        }
        for loss in form.losses
    ]
    return {"schema": form.schema, "losses": losses}


def encode_arguments(members: JsonObject) -> JsonObject:
    """Take ``{schema, target, arguments, documents?}``, give ``{arguments}`` as the lowered schema takes them."""
    given = Input(members, needs=("schema", "target", "arguments"), takes=(_DOCUMENTS,))
    return {"arguments": _form(given).codec.encode(given.of(dict, "arguments"))}


def lift_arguments(members: JsonObject) -> JsonObject:
    """Take ``{schema, target, arguments, documents?}`` with lowered arguments, give ``{arguments}`` as the schema's.

    Raises:
        OpError: They have no meaning.
    """
    given = Input(members, needs=("schema", "target", "arguments"), takes=(_DOCUMENTS,))
    sent: Json = given.of(dict, "arguments")
    try:
        return {"arguments": _form(given).codec.lift(sent).value}
    except CodecError as error:
        raise OpError(error.code, error.pointer, str(error)) from None


def _form(given: Input) -> Form:
    documents = Documents(given.maybe(dict, _DOCUMENTS) or {}, pointer=(_DOCUMENTS,))
    schema = given.of(dict, "schema")
    found: list[Finding] = [*documents.findings(), *metaschema.check(schema, DRAFT_2020_12, ())]
    if found:
        raise SchemacError(found)
    rules = target(given.of(str, "target")).schema
    module = translate(link(schema, documents=documents), DRAFT_2020_12).module
    return lower_module(module, rules)
