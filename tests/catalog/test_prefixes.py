import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemac.catalog.groups import parse_group
from schemac.catalog.prefixes import MISC, prefix_groups, words_of
from tests.shared import real_tool_files

names = st.lists(
    st.text("abcGS_-.019", min_size=1, max_size=12) | st.from_regex(r"[A-Za-z0-9_.-]{1,128}", fullmatch=True),
    max_size=12,
)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("list_open_orders", ("list", "open", "orders")),
        ("getCIKList", ("get", "cik", "list")),
        ("searchISIN", ("search", "isin")),
        ("TwilioApiV2010--CreateCall", ("twilio", "api", "v2010", "create", "call")),
        ("a.b/c-d", ("a", "b", "c", "d")),
        ("r2_get_k8s", ("r2", "get", "k8s")),
        ("__", ()),
    ],
)
def test_a_name_is_split_at_marks_and_changes_of_case(name, words):
    assert words_of(name) == words


@pytest.mark.parametrize(
    ("groups", "why"),
    [
        ({"kv_get": "kv", "kv_put": "kv", "r2_get": "r2", "r2_put": "r2"}, "the first word"),
        (
            {"get_order": "order", "list_orders": "order", "get_user": "user", "add_user": "user"},
            "past verbs, plurals with singulars",
        ),
        (
            {"jira_get_issue": "issue", "jira_add_issue": "issue", "jira_get_user": "user", "jira_add_user": "user"},
            "past the server's word",
        ),
        (
            {
                "get_pull_request": "pull_request",
                "close_pull_request": "pull_request",
                "get_tag": "tag",
                "add_tag": "tag",
            },
            "all words that members share",
        ),
        ({"tab_new": "tab", "tab_close": "tab", "click": "misc", "hover": "misc"}, "what shares nothing is misc"),
        ({"web_search": "web", "web_image": "web", "web_news": "web"}, "only the server's word is shared"),
        ({"getUserName": "user", "setUserName": "user", "getTeam": "team", "setTeam": "team"}, "camel case"),
        (
            {
                "get_pull_request": "pull_request",
                "close_pull_request": "pull_request",
                "merge_pull_request": "pull_request",
                "get_tag": "tag",
                "add_tag": "tag",
            },
            "a name that goes on with a group's",
        ),
        (
            {"add_order": "order", "get_order": "order", "merge_my_orders": "order", "squash_order_user": "order"},
            "in its singular too",
        ),
        (
            {
                "get-weather-trending": "trending",
                "get-books-trending": "trending",
                "get-sports-rank": "rank",
                "get-music-rank": "rank",
                "get-time": "misc",
            },
            "a word in common where only a verb leads",
        ),
        ({"get_sun": "misc", "get_moon": "misc", "get_star_s": "misc"}, "no group is named by a verb"),
        (
            {"geo_a_code": "geo", "geo_b_list": "geo", "fix_list": "misc", "mix_list": "misc"},
            "a verb is no word in common",
        ),
        (
            {"list_news": "news", "get_news": "news", "get_tax": "tax", "list_taxes": "tax"},
            "the usual form of the word",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_groups_follow_the_words_of_names(groups, why):
    result = prefix_groups(groups)
    expected = {
        name: "user_name" if why == "camel case" and group == "user" else group for name, group in groups.items()
    }
    assert result == expected


def test_without_tools_there_are_no_groups():
    assert prefix_groups([]) == {}


@given(names)
def test_every_name_has_a_group_that_the_grammar_takes(listed):
    groups = prefix_groups(listed)
    assert set(groups) == set(listed)
    for group in groups.values():
        assert parse_group(group) == (group,)


@given(names, st.randoms(use_true_random=False))
def test_groups_do_not_depend_on_the_order_of_the_list(listed, random):
    shuffled = list(listed)
    random.shuffle(shuffled)
    assert prefix_groups(shuffled) == prefix_groups(listed)


@given(names)
def test_a_group_of_one_is_misc(listed):
    groups = prefix_groups(listed)
    for group in set(groups.values()):
        if list(groups.values()).count(group) == 1:
            assert group == "misc" or re.search(group[:60], "_".join(groups))


def test_long_lists_are_grouped_in_linear_time():
    # every round passes over at least one word of some name, and each word is passed over once
    listed = [f"{'get_' * 30}{index}" for index in range(3000)]
    assert len(prefix_groups(listed)) == 3000


@pytest.mark.real
def test_real_lists_have_few_tools_in_misc_and_no_group_of_a_bare_verb():
    listed = [json.loads(path.read_text(encoding="utf-8"))["tools"] for path in real_tool_files()]
    groups = [prefix_groups(tool["name"] for tool in tools) for tools in listed]
    total = sum(map(len, groups))
    if not total:
        pytest.skip("collected data is not beside the project")
    misc = sum(list(found.values()).count(MISC) for found in groups)
    assert misc < 0.08 * total
    verbs = {"get", "list", "create", "update", "delete", "set", "add", "find", "fetch", "generate", "manage"}
    assert verbs.isdisjoint(group for found in groups for group in found.values())


@pytest.mark.parametrize("count", [2000])
def test_names_that_share_words_later_are_grouped_in_linear_time(count):
    listed = [f"x{index}_{'a_' * 30}topic" for index in range(count)]
    assert set(prefix_groups(listed).values()) == {"topic"}
