"""Checking a manifest over all its domains: accepted findings, roles, and what a refusal leaves unsaid."""

from typing import Any

from schemac.check import check

TOOL = {"name": "a", "inputSchema": {"type": "object"}, "group": "g", "_meta": {"k": 1}}
DOMAINS = {"default": {"group_by": "group"}}
ALLOW = {"code": "facade-loses-meta", "at": "/tools/0/_meta", "reason": "nobody reads it"}


def codes(**manifest: Any) -> list[str]:
    return [item.code for item in check({"schemac": 1, "domains": DOMAINS, "tools": [TOOL], **manifest})]


def test_findings_of_plans_can_be_accepted():
    assert codes() == ["facade-loses-meta"]
    assert codes(allow=[ALLOW]) == []


def test_an_acceptance_of_what_does_not_occur_is_a_warning():
    assert codes(allow=[{**ALLOW, "at": "/tools/1"}]) == ["allow-unused", "facade-loses-meta"]


def test_nothing_is_called_unused_while_a_domain_is_refused():
    roles = {"r": {"grants": ["nobody-asks"]}}
    assert codes(allow=[ALLOW], roles=roles) == ["decision-names-nothing"]
    assert codes(allow=[ALLOW], roles=roles, tools=[TOOL, {"name": "b"}]) == ["input-schema-missing"]


def under(**options: Any) -> list[str]:
    manifest = {
        "schemac": 1,
        "domains": {"a": {"group_by": "group"}, "b": {}},
        "roles": {"r": {"grants": ["nobody-asks"]}},
        "tools": [{**TOOL, "name": "a.b", "domains": ["a"]}, {**TOOL, "name": "c", "domains": ["a", "b"]}],
    }
    return [item.code for item in check(manifest, options)]


def test_options_are_those_of_every_domain_and_judged_by_their_target():
    plain = check({"schemac": 1, "tools": [{"name": "a.b", "inputSchema": {"type": "object"}}]})
    assert plain == []
    assert "name-refused" in under(target="openai", group_by="none")
    assert under(target="nobody").count("unknown-target") == 1


def test_with_options_nothing_is_called_unused():
    assert "decision-names-nothing" in under()
    assert "decision-names-nothing" not in under(lines="compact")


def test_one_domain_can_be_asked_for():
    manifest = {
        "schemac": 1,
        "domains": {"a": {"target": "x"}, "b": {}},
        "tools": [{**TOOL, "domains": ["a", "b"]}],
    }
    assert [item.code for item in check(manifest)] == ["unknown-target"]
    assert check(manifest, domain="b") == []
    assert [item.code for item in check(manifest, domain="c")] == ["unknown-domain"]


def test_what_a_target_has_against_a_facade_names_the_facade_also_where_two_have_the_same_fault():
    long = "x" * 1100
    manifest = {
        "schemac": 1,
        "domains": {"default": {"group_by": "group", "target": "openai", "strategy": "lazy"}},
        "groups": {"g": long, "h": long},
        "tools": [{**TOOL, "_meta": {}}, {**TOOL, "name": "b", "group": "h", "_meta": {}}],
    }
    said = [item.message for item in check(manifest) if item.code == "target-risk"]
    assert len(said) == 2
    assert said[0].startswith("In the facade g_tools: The description has")
    assert said[1].startswith("In the facade h_tools: The description has")
