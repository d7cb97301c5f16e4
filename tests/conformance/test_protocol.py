import jsonschema_rs
import pytest

from schemac.conformance import protocol
from schemac.conformance.corpus import locate
from schemac.conformance.protocol import Answer, BadAnswerError, BadRequestError, Kind, Request
from schemac.conformance.wire import exact, read

MESSAGES = read((locate() / "protocol.schema.json").read_text(encoding="utf-8"))


def accepts(definition, value) -> bool:
    return jsonschema_rs.validator_for({"$ref": f"#/$defs/{definition}", "$defs": MESSAGES["$defs"]}).is_valid(value)


@pytest.mark.parametrize("request_id", ["a", "", 0, -1, protocol.SAFE, -protocol.SAFE, "é\u2028"])
def test_a_request_is_read_as_it_was_written(request_id):
    request = Request(request_id, "digest", {"value": [1, "x"]})
    assert protocol.read_request(protocol.write_request(request), exact) == request
    assert accepts("request", request._asdict())


@pytest.mark.parametrize(
    ("line", "request_id"),
    [
        (b"nothing", None),
        (b"\xff", None),
        (b"[]", None),
        (b"null", None),
        (b"12", None),
        (b'{"op":"a","input":{}}', None),
        (b'{"id":true,"op":"a","input":{}}', None),
        (b'{"id":null,"op":"a","input":{}}', None),
        (b'{"id":1.5,"op":"a","input":{}}', None),
        (b'{"id":9007199254740992,"op":"a","input":{}}', None),
        (b'{"id":"x","input":{}}', "x"),
        (b'{"id":"x","op":null,"input":{}}', "x"),
        (b'{"id":7,"op":"a"}', 7),
        (b'{"id":7,"op":"a","input":[]}', 7),
    ],
)
def test_a_line_that_is_no_request_is_refused_with_its_id_where_it_has_one(line, request_id):
    with pytest.raises(BadRequestError) as caught:
        protocol.read_request(line, exact)
    assert caught.value.id == request_id


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ('{"id":1,"result":null}', Answer(1, Kind.RESULT, None)),
        ('{"skip":"no","id":"a"}', Answer("a", Kind.SKIP, "no")),
        (
            '{"id":null,"error":{"code":"c","pointer":"/a"}}',
            Answer(None, Kind.ERROR, {"code": "c", "pointer": "/a"}),
        ),
    ],
)
def test_an_answer_is_read(text, answer):
    assert protocol.read_answer(text) == answer
    assert accepts("answer", read(text))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"id":1', "not JSON"),
        ('{"result":1}', "no `id`"),
        ('{"errored":true}', "no `id`"),
        ('{"id":1}', "exactly one"),
        ('{"id":1,"result":1,"skip":"x"}', "exactly one"),
        ('{"id":1,"result":1,"ok":true}', "no member `ok`"),
        ('{"id":true,"result":1}', "neither"),
        ('{"id":1e3,"result":1}', "neither"),
        ('{"id":1,"skip":null}', "`skip`"),
        ('{"id":1,"error":"no"}', "must be an object"),
        ('{"id":1,"error":{"code":"a"}}', "no `pointer`"),
        ('{"id":1,"error":{"pointer":""}}', "no `code`"),
        ('{"id":1,"error":{"code":1,"pointer":""}}', "no `code`"),
        ('{"id":1,"error":{"code":"a","pointer":"","message":1}}', "`message`"),
        ('{"id":1,"result":"\\ud800"}', "lone surrogate"),
    ],
)
def test_what_is_wrong_with_an_answer_is_said(text, said):
    with pytest.raises(BadAnswerError, match=said):
        protocol.read_answer(text)


def test_every_operation_has_a_schema_for_its_input_and_its_result():
    named = {name.partition(":")[0] for name in MESSAGES["$defs"] if name.endswith((":input", ":result"))}
    assert named == {*protocol.OPERATIONS, protocol.RAW}
    for operation in protocol.OPERATIONS:
        assert f"{operation}:input" in MESSAGES["$defs"]
        assert f"{operation}:result" in MESSAGES["$defs"]


def test_the_case_form_knows_the_same_operations_and_profiles():
    form = read((locate() / "case.schema.json").read_text(encoding="utf-8"))
    assert set(form["$defs"]["case"]["properties"]["op"]["enum"]) == {*protocol.OPERATIONS, protocol.RAW}
    assert set(form["$defs"]["profile"]["enum"]) == set(protocol.PROFILES)
