"""What a server's author gets wrong in code: an error at once, whose message says what was expected."""

from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

import schemac
from schemac import SchemacError

# what type checkers would refuse is what is tried here
Decisions: Any = schemac.Decisions
check: Any = schemac.check
plan: Any = schemac.plan
read_manifest: Any = schemac.read_manifest

TOOL = {"name": "a", "requires": "p", "inputSchema": {"type": "object"}}
MANIFEST = {"schemac": 1, "tools": [TOOL]}
PLAN = plan(MANIFEST)
SURFACE = PLAN.compile(Decisions.granting("p"))


@pytest.mark.parametrize("wrong", ["viewer", None, ["p"], {"grants": ["p"]}, 3])
@pytest.mark.parametrize(
    "use",
    [
        PLAN.compile,
        PLAN.vector,
        PLAN.vector_json,
        PLAN.cache_key,
        lambda given: PLAN.explain("a", given),
        lambda given: PLAN.project_output("a", given, {}),
        lambda given: SURFACE.resolve("a", {}, given if given is not None else ()),
    ],
)
def test_decisions_must_be_decisions(use, wrong):
    with pytest.raises(TypeError, match=r"decisions are a Decisions, not .*Decisions\.granting\('name', \.\.\.\)"):
        use(wrong)


@pytest.mark.parametrize("names", [["p"], {"p"}, ("p",)])
def test_a_list_of_grants_is_spread(names):
    with pytest.raises(TypeError, match=r"names of predicates, not a \w+\. Write Decisions\.granting\(\*names\)\."):
        Decisions.granting(names)


def test_a_grant_is_a_name():
    with pytest.raises(TypeError, match=r"names of predicates, not an int \(1\)\.$"):
        Decisions.granting("p", 1)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"grants": "pq"}, "grants of Decisions are a frozenset of names, not a str"),
        ({"grants": ["p"]}, "grants of Decisions are a frozenset of names, not a list"),
        ({"predicates": ["p"]}, "predicates of Decisions are a mapping, not a list"),
        ({"tools": None}, "tools of Decisions are a mapping, not a NoneType"),
        ({"values": "x"}, "values of Decisions are a mapping, not a str"),
        ({"predicates": {"p": "no"}}, r"answer of Decisions is True, False or None, not a str \('no'\)"),
        ({"tools": {"a": 0}}, r"answer of Decisions is True, False or None, not an int \(0\)"),
    ],
)
def test_decisions_that_are_put_together_by_hand_are_of_their_form(fields, said):
    with pytest.raises(TypeError, match=said):
        Decisions(**fields)


def test_decisions_may_be_put_together_of_any_mapping():
    made = Decisions(predicates=MappingProxyType({"p": True, "q": None}), grants=frozenset("r"))
    assert [made.answer(name) for name in ("p", "q", "r", "s")] == [True, None, True, False]


def test_a_path_is_no_manifest():
    for use in (plan, check):
        with pytest.raises(TypeError, match=r"read it with read_manifest\('m\.yaml'\)"):
            use(Path("m.yaml"))
    with pytest.raises(SchemacError, match=r"read with read_manifest\(path\)"):
        plan("m.yaml")


def test_a_manifest_is_no_path():
    for wrong in (MANIFEST, None):
        with pytest.raises(TypeError, match="takes the path of a file"):
            read_manifest(wrong)
    with pytest.raises(SchemacError) as refused:
        read_manifest("schemac: 1\ntools: []\n")
    assert "give the path of its file" in refused.value.findings[0].hint


def test_a_domain_and_a_tool_are_given_by_name():
    for use in (
        lambda: plan(MANIFEST, {"target": "openai"}),
        lambda: plan(MANIFEST, 3),
        lambda: SURFACE.describe([]),
        lambda: SURFACE.address(3),
        lambda: SURFACE.encode(["a"], {}),
        lambda: PLAN.explain(["a"], Decisions()),
        lambda: PLAN.project_output(["a"], Decisions(), {}),
    ):
        with pytest.raises(TypeError, match="is given by its name, which is a str"):
            use()


def test_options_of_another_form_are_findings():
    for options in ("x", [("lines", "compact")]):
        with pytest.raises(SchemacError, match="Options are an object"):
            plan(MANIFEST, options=options)
    with pytest.raises(SchemacError, match="There is no option 1"):
        plan(MANIFEST, options={1: 2})


def test_an_unknown_version_of_the_protocol_is_a_finding_whatever_it_is():
    for version in (None, 20251125, "2025"):
        with pytest.raises(SchemacError, match="protocol-unknown"):
            SURFACE.list_result(version)


def test_an_unknown_tool_to_explain_is_named_with_the_nearest():
    manifest = {**MANIFEST, "tools": [{**TOOL, "name": "list_orders"}]}
    with pytest.raises(KeyError, match=r"has no tool 'list_order'\. Did you mean 'list_orders'"):
        plan(manifest).explain("list_order", Decisions())


@pytest.mark.parametrize("sent", [3, None, [], {}, object])
def test_what_a_client_sends_is_answered_whatever_it_is(sent):
    assert SURFACE.resolve(sent, sent).code
