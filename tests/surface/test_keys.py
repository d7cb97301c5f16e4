"""Digests and cache keys: what they depend on, and what they do not."""

import copy
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemac.catalog.decisions import Decisions
from schemac.plan import plan
from schemac.values import JsonObject

PREDICATES = ("view", "edit", "gmt")
TOOLS = ("look", "change", "clock")
ANSWER = st.sampled_from([True, False, None])

MANIFEST: JsonObject = {
    "schemac": 1,
    "domains": {"default": {"group_by": "group", "lines": "description"}, "other": {}},
    "groups": {"shop": "A shop.", "time": {"summary": "Clocks.", "title": "Time"}},
    "schemas": {"https://example.com/id": {"type": "string"}, "https://example.com/zone": {"maxLength": 9}},
    "roles": {"viewer": {"grants": ["view"]}},
    "tools": [
        {"name": "look", "inputSchema": {"type": "object"}, "group": "shop", "requires": "view"},
        {"name": "change", "inputSchema": {"type": "object"}, "group": "shop", "requires": ["view", "edit"]},
        {
            "name": "clock",
            "inputSchema": {
                "type": "object",
                "properties": {"zone": {"type": "string", "x-requires": "gmt", "x-default-for": "zone"}},
            },
            "group": "time",
        },
    ],
}
PLAN = plan(MANIFEST, "default")

DECISIONS = st.fixed_dictionaries(
    {},
    optional={
        "predicates": st.dictionaries(st.sampled_from([*PREDICATES, "nobody-asks"]), ANSWER),
        "tools": st.dictionaries(st.sampled_from([*TOOLS, "no-such-tool"]), ANSWER),
        "values": st.dictionaries(st.sampled_from(["zone", "user"]), st.sampled_from([1, True, "GMT", [1], [True]])),
        "grants": st.lists(st.sampled_from([*PREDICATES, "nobody-asks"])),
        "unlisted_tools": st.sampled_from(["allow", "deny"]),
    },
)


def answers(decisions: Decisions) -> tuple[object, ...]:
    """Everything that the domain can consult, asked one by one; the type tells 1 from true."""
    zone = decisions.values.get("zone")
    inner = zone[0] if isinstance(zone, list) else None
    return (
        *(decisions.answer(name) for name in PREDICATES),
        *(decisions.allows(name) for name in TOOLS),
        type(zone),
        str(zone),
        type(inner),
    )


@given(DECISIONS, DECISIONS)
def test_callers_share_a_key_iff_all_that_can_be_asked_is_answered_alike(one, other):
    first, second = Decisions.parse(one), Decisions.parse(other)
    assert (PLAN.cache_key(first) == PLAN.cache_key(second)) == (answers(first) == answers(second))


@given(DECISIONS)
def test_callers_who_share_a_key_share_the_bytes(value):
    decisions = Decisions.parse(value)
    vector = PLAN.vector_json(decisions)
    alike = Decisions.parse({**vector, "grants": ["nobody-asks"]})
    assert PLAN.cache_key(alike) == PLAN.cache_key(decisions)
    assert PLAN.compile(alike).to_json() == PLAN.compile(decisions).to_json()


def changed(change: Callable[[JsonObject], object]) -> str:
    manifest = copy.deepcopy(MANIFEST)
    change(manifest)
    return plan(manifest, "default").defs_digest


@pytest.mark.parametrize(
    "change",
    [
        lambda manifest: manifest["domains"]["default"].update(group_by="none"),
        lambda manifest: manifest["domains"]["default"].update(ttl_ms=1),
        lambda manifest: manifest["groups"].update(shop="The shop."),
        lambda manifest: manifest["groups"]["time"].update(title="Times"),
        lambda manifest: manifest["schemas"].update({"https://example.com/id": {"type": "integer"}}),
        lambda manifest: manifest["tools"][0].update(requires="edit"),
        lambda manifest: manifest["tools"][0].update(description="Looks."),
        lambda manifest: manifest["tools"][0].update(timeout_ms=5),
        lambda manifest: manifest["tools"].reverse(),
        lambda manifest: manifest.update(dialect="draft-07"),
    ],
)
def test_what_shapes_a_surface_changes_the_digest(change):
    assert changed(change) != PLAN.defs_digest


@pytest.mark.parametrize(
    "change",
    [
        lambda manifest: manifest["roles"].update(admin={"grants": ["edit"]}),
        lambda manifest: manifest["domains"]["other"].update(ttl_ms=1),
        lambda manifest: manifest["domains"]["default"].update(lines="description", ttl_ms=0),
        lambda manifest: manifest["tools"].append(
            {"name": "elsewhere", "inputSchema": {"type": "object"}, "domains": ["other"]}
        ),
        lambda manifest: manifest["groups"].update(shop={"summary": "A shop."}),
        lambda manifest: manifest["tools"][0].update(unknown=1),
    ],
)
def test_what_shapes_none_changes_no_digest(change):
    assert changed(change) == PLAN.defs_digest


@given(st.data())
def test_the_order_of_mappings_outside_tools_changes_no_digest(data):
    manifest = {**MANIFEST}
    for name in ("domains", "groups", "schemas"):
        manifest[name] = dict(data.draw(st.permutations(list(MANIFEST[name].items()))))
    shuffled = dict(data.draw(st.permutations(list(manifest.items()))))
    assert plan(shuffled, "default").defs_digest == PLAN.defs_digest


def test_the_order_of_a_tools_fields_changes_the_digest():
    assert changed(lambda manifest: manifest["tools"][0].update(name=manifest["tools"][0].pop("name"))) != (
        PLAN.defs_digest
    )
