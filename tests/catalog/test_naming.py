"""Names that a target refuses: said, or mapped to what stands for them by themselves alone."""

import hashlib
import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemac.catalog.decisions import NOTHING
from schemac.catalog.naming import NameForm
from schemac.dispatch.outcome import Resolution
from schemac.findings import SchemacError
from schemac.plan import plan
from schemac.targets import TARGETS

FREE = {"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"]}
FORMS = {name: NameForm(item.names.pattern, item.names.most) for name, item in TARGETS.items()}
LONG = "create_a_replacement_label_for_the_international_parcel_with_a_form_"


def manifest(*names, groups=None, **options):
    tools = [{"name": name, "inputSchema": FREE, **({"group": groups} if groups else {})} for name in names]
    return {"schemac": 1, "domains": {"d": {"group_by": "group" if groups else "none", **options}}, "tools": tools}


def listed(*names, **options):
    return [tool["name"] for tool in plan(manifest(*names, **options)).compile(NOTHING).tools]


def refused(value):
    with pytest.raises(SchemacError) as caught:
        plan(value)
    return [(item.code, item.pointer) for item in caught.value.findings if item.is_error]


def digest(name):
    return hashlib.sha256(name.encode()).hexdigest()[:8]


def test_a_name_that_the_target_refuses_is_an_error_at_that_name():
    assert refused(manifest("ok", "a.b", target="openai")) == [("name-refused", ("tools", 1, "name"))]
    assert refused(manifest(LONG + "a", target="gemini")) == [("name-refused", ("tools", 0, "name"))]
    assert listed("a.b", LONG + "a", target="mcp") == ["a.b", LONG + "a"]


def test_a_refusal_says_how_to_have_the_name_mapped():
    with pytest.raises(SchemacError) as caught:
        plan(manifest("a.b", target="openai"))
    assert "sanitize" in (caught.value.findings[0].hint or "")


def test_a_mapped_name_has_the_refused_characters_replaced_and_the_digest_behind():
    assert listed("a.b", "plain", names="sanitize", target="openai") == [f"a_b_{digest('a.b')}", "plain"]


def test_the_front_is_cut_to_fit_and_long_names_stay_apart():
    first, second = listed(LONG + "a", LONG + "b", names="sanitize", target="openai")
    assert first != second
    assert first == LONG[:55] + "_" + digest(LONG + "a")
    assert len(first) == len(second) == 64


def test_a_mapped_name_depends_on_the_tools_own_name_alone():
    alone = listed(LONG + "a", names="sanitize", target="openai")
    assert listed(LONG + "b", LONG + "a", "z", names="sanitize", target="openai")[1:2] == alone


def test_punctuation_does_not_fold_together():
    names = listed("read.file", "read_file", "read.fi-le", names="sanitize", target="anthropic")
    assert len(set(names)) == 3
    assert names[1] == "read_file"


def test_a_first_character_with_a_form_of_its_own_is_replaced_too():
    assert listed("7up", names="sanitize", target="gemini") == [f"_up_{digest('7up')}"]


def test_a_mapped_name_that_another_tool_has_is_refused():
    taken = f"a_b_{digest('a.b')}"
    value = manifest("a.b", taken, names="sanitize", target="openai")
    assert refused(value) == [("name-refused", ("tools", 0, "name"))]


def test_a_mapped_name_leads_back_to_its_tool():
    surface = plan(manifest("a.b", names="sanitize", target="openai")).compile(NOTHING)
    call = surface.encode("a.b", {"id": "1"})
    assert call["name"] == surface.tools[0]["name"]
    answer = surface.resolve(call["name"], call["arguments"])
    assert isinstance(answer, Resolution)
    assert (answer.tool, answer.arguments) == ("a.b", {"id": "1"})


def test_members_of_a_facade_keep_names_that_no_tool_may_have():
    surface = plan(manifest("a.b", LONG + "a", groups="g", target="openai")).compile(NOTHING)
    assert [tool["name"] for tool in surface.tools] == ["g_tools"]
    assert '"a.b"' in json.dumps(surface.tools)


def test_members_that_may_come_to_stand_alone_are_held_to_the_rule():
    value = manifest("a.b", "c", groups="g", target="openai", min_group_size=2)
    assert refused(value) == [("name-refused", ("tools", 0, "name"))]


def test_the_name_of_a_facade_is_refused_at_the_group_that_gives_it():
    long = "g" * 60
    assert refused(manifest("a", groups=long, target="openai")) == [("name-refused", ("tools", 0, "group"))]
    assert listed("a", groups=long, target="mcp", strategy="lazy")[1] == f"{long}_tools_describe"
    fits = "g" * 50
    assert listed("a", groups=fits, target="openai", strategy="vendor_extension") == [f"{fits}_tools"]
    assert refused(manifest("a", groups=fits, target="openai", strategy="lazy")) == [
        ("name-refused", ("tools", 0, "group"))
    ]


def test_namespaces_have_names_without_dots_where_the_target_takes_none():
    value = {
        "schemac": 1,
        "domains": {"d": {"group_by": "namespace", "separator": ".", "target": "openai"}},
        "tools": [{"name": f"{name}", "inputSchema": FREE} for name in ("map.tile_set", "map.show", "one.only")],
    }
    surface = plan(value).compile(NOTHING)
    assert [tool["name"] for tool in surface.tools] == ["map", "one_only"]
    assert plan(value, options={"target": "mcp"}).compile(NOTHING).tools[1]["name"] == "one.only"


def test_namespaces_that_meet_without_dots_are_refused():
    value = {
        "schemac": 1,
        "domains": {"d": {"group_by": "namespace", "target": "openai"}},
        "tools": [{"name": name, "inputSchema": FREE} for name in ("map.tile_set", "map_tile.set")],
    }
    assert [code for code, _ in refused(value)] == ["flat-name-collision"]


@given(st.sampled_from(sorted(FORMS)), st.text(min_size=1, max_size=150))
def test_whatever_is_mapped_may_stand(name, text):
    form = FORMS[name]
    mapped = form.mapped(text)
    assert form.takes(mapped)
    assert mapped == form.mapped(text)
    assert re.search(r"_[0-9a-f]{8}\Z", mapped)


@given(st.lists(st.text(alphabet="a._/- 7", min_size=1, max_size=80), unique=True, max_size=20))
def test_different_names_are_mapped_to_different_ones(names):
    assert len({FORMS["openai"].mapped(name) for name in names}) == len(names)
