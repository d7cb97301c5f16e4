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
