"""The reference port: one answer a line, whatever the line holds."""

import io
import json
import os
import subprocess
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemac.conformance import port, protocol
from schemac.conformance.operations import REGISTRY, Operation, OpError
from schemac.findings import CATALOGUE
from schemac.values import JsonObject
from tests.conformance.ports import REFERENCE


def answer(line: bytes) -> Any:
    return json.loads(port.reply(line))


def ask(op: str, members: JsonObject, operations: Mapping[str, Operation] = REGISTRY) -> Any:
    line = json.dumps({"id": 1, "op": op, "input": members}).encode()
    return json.loads(port.reply(line, operations))


def test_hello_tells_who_answers_and_what_it_claims():
    result = ask("hello", {"protocol": 1})["result"]
    assert result["name"] == "schemac"
    assert result["language"] == "python"
    assert result["protocol"] == 1
    assert set(result["profiles"]) == set(protocol.PROFILES)


@pytest.mark.parametrize("spoken", [2, 0, "1", None, True])
def test_hello_in_another_protocol_is_refused(spoken):
    assert ask("hello", {"protocol": spoken})["error"]["code"] == "invalid-input"


@pytest.mark.parametrize(
    ("op", "members", "pointer"),
    [
        ("digest", {}, ""),
        ("digest", {"value": 1, "extra": 1}, "/extra"),
        ("load", {"text": 1, "format": "json"}, "/text"),
        ("load", {"text": "{}", "format": "toml"}, "/format"),
        ("load", {"text": "{}"}, ""),
    ],
)
def test_an_input_of_the_wrong_shape_is_refused_where_it_is_wrong(op, members, pointer):
    error = ask(op, members)["error"]
    assert (error["code"], error["pointer"]) == ("invalid-input", pointer)


def test_every_operation_refuses_an_input_with_an_unknown_member():
    for op in REGISTRY:
        assert ask(op, {"no such member": 1})["error"]["code"] == "invalid-input"


def test_every_operation_of_the_registry_belongs_to_the_protocol():
    assert set(REGISTRY) <= set(protocol.OPERATIONS)


@given(st.binary(max_size=60).filter(lambda line: b"\n" not in line))
def test_any_line_has_exactly_one_answer(line):
    reply = port.reply(line)
    assert b"\n" not in reply
    found = protocol.read_answer(reply.decode("utf-8"))
    assert found.kind is protocol.Kind.ERROR
    assert found.body["code"] in CATALOGUE


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), st.lists, max_leaves=5))
def test_any_json_value_is_answered(value):
    assert "error" in answer(json.dumps(value).encode())
    assert "result" in ask("digest", {"value": value})


def test_a_mistake_of_its_own_is_answered_and_told_on_standard_error(capsys):
    def broken(_members):
        raise ZeroDivisionError

    assert ask("digest", {}, {"digest": broken})["error"]["code"] == "internal-error"
    assert "ZeroDivisionError" in capsys.readouterr().err


def test_endless_recursion_is_answered():
    def endless(members: JsonObject) -> Any:
        return endless(members)

    assert ask("digest", {}, {"digest": endless})["error"]["code"] == "internal-error"


@pytest.mark.parametrize("result", [float("nan"), "\ud800"])
def test_a_result_that_is_no_json_is_answered_as_a_mistake(result):
    assert ask("digest", {}, {"digest": lambda _: result})["error"]["code"] == "internal-error"


def test_an_operation_that_refuses_gives_code_and_pointer():
    def refuse(_members):
        raise OpError("unknown-op", ("a/b", 0), "No.")

    error = ask("digest", {}, {"digest": refuse})["error"]
    assert error == {"code": "unknown-op", "pointer": "/a~1b/0", "message": "No."}


def test_answers_come_line_by_line_in_order_and_the_last_line_needs_no_end():
    requests = io.BytesIO(b'{"id":1,"op":"digest","input":{"value":1}}\nnothing\n\n{"id":2,"op":"nope","input":{}}')
    answers = io.BytesIO()
    port.serve(requests, answers)
    assert [json.loads(line)["id"] for line in answers.getvalue().splitlines()] == [1, None, None, 2]


@pytest.mark.parametrize(
    "locale", [{"LC_ALL": "C", "PYTHONUTF8": "0"}, {"LC_ALL": "C.UTF-8"}, {"PYTHONIOENCODING": "latin-1"}]
)
def test_the_locale_changes_no_byte(locale):
    text = "⚙️ Größe 💼 数 é e\u0301 \u2028"
    line = json.dumps({"id": text, "op": "load", "input": {"text": f"'{text}': 1", "format": "yaml"}})
    request = (json.dumps(json.loads(line), ensure_ascii=False) + "\n").encode("utf-8")
    done = subprocess.run(REFERENCE, input=request, capture_output=True, env={**os.environ, **locale}, check=True)
    assert done.stdout == (
        json.dumps({"id": text, "result": {"manifest": {text: 1}}}, ensure_ascii=False, separators=(",", ":")) + "\n"
    ).encode("utf-8")
    assert done.stderr == b""


def test_nobody_to_read_the_answers_ends_the_port_quietly():
    with subprocess.Popen(REFERENCE, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        process.stdin.write(b"nothing\n")
        process.stdin.close()
        assert process.stderr.read() == b""
        assert process.wait(20) == 0


def test_each_answer_is_flushed_before_the_next_line_is_read():
    with subprocess.Popen(REFERENCE, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin
        assert process.stdout
        for number in range(3):
            process.stdin.write(b'{"id":%d,"op":"digest","input":{"value":1}}\n' % number)
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["id"] == number
        process.stdin.close()
        assert process.wait(20) == 0
