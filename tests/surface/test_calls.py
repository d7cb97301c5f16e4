"""Calls of every form: what a name reaches, who may call it, and how an answer never tells of what is hidden (DSP)."""

import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from schemac.catalog.decisions import Decisions
from schemac.dispatch.outcome import Description, Refusal, Resolution
from schemac.findings import SchemacError
from schemac.plan import plan
from schemac.pointer import render
from schemac.values import JsonObject

TOOLS: list[JsonObject] = [
    {
        "name": "trace",
        "group": "lines",
        "description": "Trace a route.",
        "inputSchema": {
            "type": "object",
            "properties": {
                "stop": {"type": "string"},
                "via": {"type": "array", "items": {"type": "object", "properties": {"at": {"type": "integer"}}}},
                "force": {"type": "boolean", "x-requires": "admin"},
            },
            "required": ["stop"],
        },
        "outputSchema": {"type": "object", "properties": {"cost": {"type": "integer", "x-requires": "admin"}}},
        "timeout_ms": 900,
    },
    {"name": "lock", "group": "lines", "requires": "admin", "inputSchema": {"type": "object"}},
    {"name": "ping", "inputSchema": {"type": "object"}, "expose": "flat"},
    {"name": "echo", "inputSchema": {"type": "object", "additionalProperties": True}, "expose": "flat"},
    {
        "name": "wrap",
        "inputSchema": {"type": "object", "properties": {"arguments": {"type": "object"}}},
        "expose": "flat",
    },
]
NESTING = ("vendor_extension", "discriminated_union", "lazy")
FORMS = (*NESTING, "merged", "flat")
NOBODY, ADMIN = Decisions.granting(), Decisions.granting("admin")


def made(strategy="vendor_extension", tools=TOOLS, **options):
    chosen = {"group_by": "group", "strategy": strategy}
    return plan({"schemac": 1, "domains": {"default": chosen}, "tools": tools}, options=options)


def surface(strategy="vendor_extension", decisions=NOBODY, **options):
    return made(strategy, **options).compile(decisions)


def nest(tool, arguments):
    return {"tool_name": tool, "arguments": arguments}


def told(outcome):
    """Everything that a caller may be told of a refusal."""
    assert isinstance(outcome, Refusal), outcome
    seen = [(item.pointer, item.keyword, item.message, item.name, item.branches) for item in outcome.violations]
    return json.dumps([outcome.to_json(), outcome.to_result(), outcome.to_error()]), outcome.is_protocol_error, seen


def at(refusal):
    return refusal.code, render(refusal.pointer)


# Names on the surface


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    "name", ["nothing", "lock", "Ping", " ping", "ping ", "lines.trace", "lines/trace", "", "pïng"]
)
def test_a_name_that_the_listing_does_not_have_is_a_protocol_error(form, name):
    refusal = surface(form).resolve(name, {})
    assert (at(refusal), refusal.is_protocol_error) == (("tool-unknown", ""), True)
    assert refusal.to_error()["code"] == -32602
    assert "Nothing was executed." in refusal.message
    assert "ping" in refusal.message.partition("Available tools: ")[2]


@pytest.mark.parametrize("name", [None, 5, ["ping"], {"name": "ping"}, object(), b"ping"])
def test_a_name_that_is_no_text_reaches_nothing(name):
    assert at(surface().resolve(name, {})) == ("tool-unknown", "")


def test_a_tool_behind_a_facade_is_not_called_by_its_own_name_and_the_answer_tells_the_way():
    refusal = surface().resolve("trace", {"stop": "f"})
    assert refusal.is_protocol_error
    assert "It is called through 'lines_tools'." in refusal.message
    assert "through" not in surface().resolve("lock", {}).message
    assert "It is called through" in surface(decisions=ADMIN).resolve("lock", {}).message


def test_a_name_that_was_sent_is_quoted_cut_and_printable():
    message = surface().resolve("x" * 100_000 + "\n\ud800", {}).message
    assert len(message) < 400
    assert json.dumps(message).isascii()
    message.encode()


def test_a_long_list_of_tools_is_cut():
    tools = [{"name": f"tool_{number:04}", "inputSchema": {"type": "object"}} for number in range(1000)]
    message = told(plan({"schemac": 1, "tools": tools}).compile(NOBODY).resolve("tool_0999x", {}))[0]
    assert "Did you mean 'tool_0999'?" in message
    assert "and 950 more" in message
    assert len(message) < 3000  # it stands there three times


# The call value


@pytest.mark.parametrize("form", NESTING)
@pytest.mark.parametrize(
    ("sent", "expected"),
    [
        (None, ("tool-not-named", "")),
        ({}, ("tool-not-named", "")),
        ("", ("tool-not-named", "")),
        ({"tool_name": None}, ("tool-not-named", "")),
        (5, ("call-not-object", "")),
        ([nest("trace", {})], ("call-not-object", "")),
        ("[1]", ("call-not-object", "")),
        ("{", ("call-not-object", "")),
        ({"tool_name": "trace", "arguments": 5}, ("arguments-not-object", "/arguments")),
        ({"tool_name": "trace", "arguments": "[]"}, ("arguments-not-object", "/arguments")),
        ({"tool_name": "trace", "arguments": False}, ("arguments-not-object", "/arguments")),
        ({"tool_name": 5}, ("tool-unknown", "/tool_name")),
        ({"tool_name": ["trace"]}, ("tool-unknown", "/tool_name")),
        ({"tool_name": "trace "}, ("tool-unknown", "/tool_name")),
        ({"tool_name": "TRACE"}, ("tool-unknown", "/tool_name")),
        ({"tool_name": "lock"}, ("tool-unknown", "/tool_name")),
        ({"tool_name": "ping"}, ("tool-unknown", "/tool_name")),
        ({"tool_name": "lines_tools"}, ("tool-unknown", "/tool_name")),
        ({"tool_name": "trace", "stop": "f"}, ("argument-misplaced", "/stop")),
        ({"stop": "f", "tool_name": "trace", "arguments": {}}, ("argument-misplaced", "/stop")),
        ({"tool_name": "lock", "stop": "f"}, ("tool-unknown", "/tool_name")),
        ({"stop": "f"}, ("tool-not-named", "")),
        ({"tool_name": "trace"}, ("arguments-invalid", "/arguments")),
        ({"tool_name": "trace", "arguments": {"stop": 1}}, ("arguments-invalid", "/arguments/stop")),
        ('{"tool_name": "trace", "arguments": "{\\"stop\\": 1}"}', ("arguments-invalid", "/arguments/stop")),
    ],
    ids=str,
)
def test_a_call_that_cannot_be_made_is_refused_where_it_is_wrong(form, sent, expected):
    refusal = surface(form).resolve("lines_tools", sent)
    assert at(refusal) == expected
    assert not refusal.is_protocol_error
    assert "Nothing was executed." in refusal.message


@pytest.mark.parametrize("form", NESTING)
@pytest.mark.parametrize(
    ("sent", "read"),
    [
        (nest("trace", {"stop": "f"}), []),
        (json.dumps(nest("trace", {"stop": "f"})), [""]),
        (nest("trace", '{"stop": "f"}'), ["/arguments"]),
        (json.dumps(json.dumps(nest("trace", json.dumps(json.dumps({"stop": "f"}))))), ["", "/arguments"]),
    ],
)
def test_a_call_and_its_arguments_may_be_text(form, sent, read):
    outcome = surface(form).resolve("lines_tools", sent)
    assert isinstance(outcome, Resolution)
    assert (outcome.tool, outcome.arguments, outcome.timeout_ms) == ("trace", {"stop": "f"}, 900)
    assert [render(place) for place, what in outcome.coerced if what == "json"] == read


def test_a_hint_says_where_misplaced_arguments_belong():
    message = surface().resolve("lines_tools", {"tool_name": "trace", "stop": "f", "via": []}).message
    assert "'stop', 'via' are no arguments here; put them inside `arguments`." in message
    many = surface().resolve("lines_tools", {"tool_name": "trace", **{"k" * 9000 + str(n): 1 for n in range(900)}})
    assert "and 892 more are no arguments here" in many.message
    assert len(many.message) < 2000


# The envelope of the union


def call_in(value):
    return {"call": value}


@pytest.mark.parametrize(
    ("sent", "expected"),
    [
        (call_in(None), ("tool-not-named", "/call")),
        (call_in(" "), ("tool-not-named", "/call")),
        (call_in(5), ("call-not-object", "/call")),
        (call_in("[]"), ("call-not-object", "/call")),
        (call_in("{"), ("call-not-object", "/call")),
        (call_in(nest("lock", {})), ("tool-unknown", "/call/tool_name")),
        (call_in(nest("trace", {"stop": 1})), ("arguments-invalid", "/call/arguments/stop")),
        (call_in(json.dumps(nest("lock", {}))), ("tool-unknown", "/call/tool_name")),
        (call_in({"tool_name": "trace", "stop": "f"}), ("argument-misplaced", "/call/stop")),
        ({"call": nest("trace", {"stop": "f"}), "extra": 1}, ("argument-misplaced", "/extra")),
        ({"call": {}, **nest("trace", {"stop": "f"})}, ("argument-misplaced", "/call")),
    ],
    ids=str,
)
def test_a_call_in_an_envelope_is_refused_where_it_is_wrong(sent, expected):
    assert at(surface("discriminated_union").resolve("lines_tools", sent)) == expected


def test_both_spellings_of_a_union_s_call_are_understood():
    bare, inside = (
        surface("discriminated_union").resolve("lines_tools", sent)
        for sent in (nest("trace", '{"stop": "f"}'), call_in(json.dumps(nest("trace", {"stop": "f"}))))
    )
    assert (bare.arguments, inside.arguments) == ({"stop": "f"}, {"stop": "f"})
    assert [render(place) for place, _ in inside.coerced] == ["/call"]
    assert at(surface().resolve("lines_tools", call_in(nest("trace", {})))) == ("tool-not-named", "")


# Flat tools


def test_a_flat_tool_that_cannot_have_meant_it_takes_its_arguments_out_of_a_blob():
    flat = surface("flat")
    assert flat.resolve("trace", {"arguments": '{"stop": "f"}'}).arguments == {"stop": "f"}
    assert at(flat.resolve("trace", {"arguments": {"stop": 1}})) == ("arguments-invalid", "/arguments/stop")
    assert at(flat.resolve("trace", {"arguments": 5})) == ("arguments-not-object", "/arguments")
    assert flat.resolve("ping", {"arguments": None}).arguments == {}


def test_a_blob_is_an_argument_where_it_may_be_one():
    assert surface().resolve("echo", {"arguments": {"a": 1}}).arguments == {"arguments": {"a": 1}}
    assert surface().resolve("wrap", {"arguments": {"a": 1}}).arguments == {"arguments": {"a": 1}}
    beside = surface("flat").resolve("trace", {"arguments": {"stop": "f"}, "stop": "g"})
    assert (beside.arguments, [render(place) for place in beside.stripped]) == ({"stop": "g"}, ["/arguments"])


# Decisions of the moment


def withdrawn(*names):
    return Decisions.parse({"grants": ["admin"], "tools": dict.fromkeys(names, False)})


@pytest.mark.parametrize("form", FORMS)
def test_a_tool_is_asked_for_again(form):
    seen = surface(form, ADMIN)
    call = seen.encode("lock", {})
    assert seen.resolve(call["name"], call["arguments"]).tool == "lock"
    assert seen.resolve(call["name"], call["arguments"], ADMIN).tool == "lock"
    for now in (NOBODY, withdrawn("lock"), Decisions.parse({"grants": ["admin"], "unlisted_tools": "deny"})):
        assert seen.resolve(call["name"], call["arguments"], now).code == "tool-unknown"


@pytest.mark.parametrize("form", FORMS)
def test_a_tool_that_was_not_on_the_surface_stays_unknown_whatever_the_decisions_are_now(form):
    call = surface(form, ADMIN).encode("lock", {})
    assert surface(form).resolve(call["name"], call["arguments"], ADMIN).code == "tool-unknown"


@pytest.mark.parametrize("form", FORMS)
def test_the_answer_about_a_tool_that_was_withdrawn_is_that_about_a_name_that_no_tool_has(form):
    seen = surface(form, ADMIN)

    def answer(name):
        call = seen.encode("lock", {})
        sent = json.dumps([call["name"], call["arguments"]]).replace('"lock"', f'"{name}"')
        return told(seen.resolve(*json.loads(sent), withdrawn("lock")))

    assert json.dumps(answer("lock")) == json.dumps(answer("l0ck")).replace("l0ck", "lock")
    call = seen.encode("lock", {})
    refusal = seen.resolve(call["name"], call["arguments"], withdrawn("lock"))
    assert "lock" not in refusal.message.partition("Available tools")[2]


@pytest.mark.parametrize("form", ["vendor_extension", "discriminated_union", "lazy", "merged"])
def test_a_facade_of_which_everything_was_withdrawn_is_gone(form):
    seen = surface(form, ADMIN)
    call = seen.encode("lock", {})
    gone = seen.resolve("lines_tools", call["arguments"], withdrawn("lock", "trace"))
    assert told(gone) == told(surface(form, withdrawn("lock", "trace")).resolve("lines_tools", call["arguments"]))
    assert gone.is_protocol_error


def test_schemas_are_pruned_by_the_decisions_of_the_moment():
    seen = surface("vendor_extension", ADMIN)
    sent = nest("trace", {"stop": "f", "force": True})
    assert seen.resolve("lines_tools", sent).arguments == {"stop": "f", "force": True}
    now = seen.resolve("lines_tools", sent, NOBODY)
    assert (now.arguments, [render(place) for place in now.stripped]) == ({"stop": "f"}, ["/arguments/force"])
    flat = surface("flat", ADMIN)
    assert flat.resolve("trace", {"stop": "f", "force": True}, NOBODY).arguments == {"stop": "f"}


# What is hidden


NAMES = ("lock", "lokk", "nothing", "secret_tool")


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("arguments", [None, {}, {"stop": "f"}, "x", 5])
def test_answers_about_a_hidden_tool_and_a_name_that_never_existed_are_equal_byte_for_byte(form, arguments):
    """One manifest has the hidden tool, the other has none, or another one: no answer tells which."""
    others = [
        [tool for tool in TOOLS if tool["name"] != "lock"],
        [*TOOLS, {"name": "secret_tool", "group": "lines", "requires": "admin", "inputSchema": {"type": "object"}}],
    ]
    surfaces = [surface(form), *(surface(form, tools=tools) for tools in others)]
    for name in NAMES:
        for sent in [
            (name, arguments),
            ("lines_tools", nest(name, arguments)),
            ("lines_tools_describe", {"tool_name": name}),
        ]:
            for now in (None, NOBODY):
                answers = [told(one.resolve(*sent, now)) for one in surfaces]
                assert answers[0] == answers[1] == answers[2], (sent, now)


@pytest.mark.parametrize("form", FORMS)
def test_between_hidden_and_unknown_only_the_name_that_was_sent_differs(form):
    for sent in [("NAME", {}), ("lines_tools", nest("NAME", {})), ("lines_tools", {"tool_name": "NAME", "x": 1})]:
        hidden, unknown = (
            told(surface(form).resolve(*json.loads(json.dumps(sent).replace("NAME", name))))
            for name in ("lock", "l0ck")
        )
        assert json.dumps(hidden) == json.dumps(unknown).replace("l0ck", "lock")


def test_the_log_is_told_the_reason():
    hidden = surface().resolve("lines_tools", nest("lock", {}))
    unknown = surface().resolve("lines_tools", nest("lokk", {}))
    assert hidden.reason != unknown.reason
    assert "hidden" in hidden.reason
    stale = surface(decisions=ADMIN).resolve("lines_tools", nest("lock", {}), NOBODY)
    assert "may not use it any more" in stale.reason


# Describe tools


def test_a_describe_tool_tells_of_a_tool_as_the_caller_sees_it():
    outcome = surface("lazy").resolve("lines_tools_describe", {"tool_name": "trace"})
    assert isinstance(outcome, Description)
    assert outcome.tool == "trace"
    assert list(outcome.value) == ["name", "description", "inputSchema", "outputSchema"]
    assert set(outcome.value["inputSchema"]["properties"]) == {"stop", "via"}
    assert outcome.value["outputSchema"] == {"type": "object", "properties": {}}
    assert outcome.value == surface("lazy").describe("trace") == surface("flat").describe("trace")


def test_a_description_is_of_the_moment_too():
    seen = surface("lazy", ADMIN)
    assert "force" in seen.resolve("lines_tools_describe", {"tool_name": "trace"}).value["inputSchema"]["properties"]
    now = seen.resolve("lines_tools_describe", {"tool_name": "trace"}, NOBODY)
    assert now.value == surface("lazy").describe("trace")
    assert seen.resolve("lines_tools_describe", {"tool_name": "trace"}, ADMIN).value == seen.describe("trace")


@pytest.mark.parametrize(
    ("sent", "expected"),
    [
        (None, ("tool-not-named", "")),
        ([], ("call-not-object", "")),
        ({"tool_name": "lock"}, ("tool-unknown", "/tool_name")),
        ({"tool_name": "ping"}, ("tool-unknown", "/tool_name")),
        ({"tool_name": "trace", "arguments": {}}, ("argument-misplaced", "/arguments")),
    ],
)
def test_a_describe_tool_refuses_where_it_is_asked_wrongly(sent, expected):
    assert at(surface("lazy").resolve("lines_tools_describe", sent)) == expected


def test_a_describe_tool_may_be_asked_in_text():
    assert surface("lazy").resolve("lines_tools_describe", '{"tool_name": "trace"}').tool == "trace"


def test_what_describe_tools_tell_enters_the_etag():
    changed = json.loads(json.dumps(TOOLS))
    changed[0]["inputSchema"]["properties"]["stop"]["minLength"] = 3
    before, after = surface("lazy"), surface("lazy", tools=changed)
    assert before.to_json() == after.to_json()
    assert before.etag != after.etag
    silent = [surface("lazy", tools=tools, describe="none") for tools in (TOOLS, changed)]
    assert silent[0].etag == silent[1].etag
    assert silent[0].described == {}


# Encoding


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("arguments", [{"stop": "f"}, {"stop": "", "via": [{"at": 2**70}]}, {"stop": "[1]", "via": []}])
def test_encode_is_the_inverse_of_resolve(form, arguments):
    for decisions in (None, NOBODY):
        call = surface(form).encode("trace", arguments)
        outcome = surface(form).resolve(call["name"], call["arguments"], decisions)
        assert (outcome.tool, outcome.arguments, outcome.coerced, outcome.stripped) == ("trace", arguments, (), ())


def test_address_is_encode_without_arguments():
    assert surface().address("trace") == {"name": "lines_tools", "arguments": nest("trace", {})}
    assert surface("flat").address("trace") == {"name": "trace", "arguments": {}}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("tool", ["lock", "nothing", "lines_tools", "lines_tools_describe"])
def test_what_the_caller_does_not_see_has_no_address(form, tool):
    seen = surface(form)
    assert (seen.address(tool), seen.describe(tool)) == (None, None)
    with pytest.raises(SchemacError) as refused:
        seen.encode(tool, {})
    assert [item.code for item in refused.value.findings] == ["tool-unknown"]


@pytest.mark.parametrize("form", FORMS)
def test_only_an_object_is_encoded(form):
    not_objects: list[Any] = [None, [], "{}"]
    for arguments in not_objects:
        with pytest.raises(SchemacError) as refused:
            surface(form).encode("trace", arguments)
        assert [(item.code, item.pointer) for item in refused.value.findings] == [
            ("arguments-not-object", ("arguments",))
        ]


def test_resolving_looks_a_facade_up_never_as_a_tool():
    assert "lines_tools" not in made().vocabulary.tools
    assert at(surface().resolve("lines_tools", nest("lines_tools", {}))) == ("tool-unknown", "/tool_name")


def test_sixteen_threads_get_the_answers_of_one():
    calls = [("lines_tools", nest("trace", {"stop": "f", "via": "[{}]", "x": number})) for number in range(64)]
    alone = [surface().resolve(*call) for call in calls]
    shared = surface()
    with ThreadPoolExecutor(16) as pool:
        assert list(pool.map(lambda call: shared.resolve(*call), calls)) == alone


@pytest.mark.parametrize("strategy", ["vendor_extension", "discriminated_union", "lazy", "merged", None])
def test_a_schema_that_a_refusal_shows_is_written_as_the_target_reads_it(strategy):
    """Else a model that follows it would write arguments that are not understood."""
    properties: JsonObject = {"map": {"type": "object", "additionalProperties": {"type": "integer"}}}
    tool: JsonObject = {"name": "a", "inputSchema": {"type": "object", "properties": properties, "required": ["map"]}}
    chosen = {"group_by": "group", "strategy": strategy} if strategy else {"group_by": "none"}
    tools = [{**tool, "group": "g"}, {"name": "b", "inputSchema": {"type": "object"}, "group": "g"}]
    domain = {**chosen, "target": "openai-strict", "errors": "with_schema", "schemas_in": "meta"}
    seen = plan({"schemac": 1, "domains": {"default": domain}, "tools": tools}).compile(NOBODY)
    call = seen.encode("a", {"map": {"k": 1}})
    unfit = json.loads(json.dumps(call["arguments"], separators=(",", ":")).replace(":1", ":true"))
    refusal = seen.resolve(call["name"], unfit)
    assert isinstance(refusal, Refusal)
    assert isinstance(refusal.schema, dict)
    assert refusal.schema["required"] == ["map"]
    entries = refusal.schema["properties"]["map"]["items"]
    assert entries["properties"] == {"key": {"type": "string"}, "value": {"type": "integer"}}
