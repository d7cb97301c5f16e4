"""Slips: what is told of names that may well be right."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemac.findings import Slips

WORDS = st.text("abcdefgh", min_size=5, max_size=12)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("order", "orders"),
        ("orderss", "orders"),
        ("ordres", "orders"),
        ("orderz", "orders"),
        ("Orders", "orders"),
        ("view-orders", "view_orders"),
        ("vieworders", "view_orders"),
        ("veiw_orders", "view_orders"),
        ("chekout/payment", "checkout/payment"),
        ("checkout_payment", "checkout/payment"),
    ],
)
def test_a_slip_is_told_for_what_was_meant(written, meant):
    assert Slips(["orders", "view_orders", "checkout/payment", "billing"]).meant(written) == meant


@pytest.mark.parametrize(
    ("written", "known"),
    [
        ("shard_2", "shard_1"),
        ("v2_orders", "v1_orders"),
        ("text", "test"),
        ("plan_a", "plan_b"),
        ("export", "import"),
        ("deactivate", "activate"),
        ("can_write", "can_read"),
        ("user", "user_tokens"),
        ("veiw_ordres", "view_orders"),
        ("閲覧", "管理"),
        ("**", "*"),
        ("", "a"),
    ],
)
def test_names_that_may_both_be_meant_are_no_slips(written, known):
    assert Slips([known]).meant(written) is None
    assert Slips([written]).meant(known) is None


def test_a_known_name_is_no_slip_for_another():
    assert Slips(["order", "orders"]).meant("order") is None


@given(WORDS, st.data())
def test_one_change_in_a_long_word_is_found_both_ways(word, data):
    at = data.draw(st.integers(0, len(word) - 1))
    other = data.draw(
        st.sampled_from([word[:at] + "z" + word[at:], word[:at] + "z" + word[at + 1 :], word[:at] + word[at + 1 :]])
    )
    assert Slips([word]).meant(other) == word
    assert Slips([other]).meant(word) == other


@given(st.lists(st.text("ab_1", max_size=8)), st.text("ab_1", max_size=8))
def test_what_is_meant_is_known_and_another_name(known, written):
    meant = Slips(known).meant(written)
    assert meant is None or (meant in known and meant != written and written not in known)


def test_many_and_long_names_cost_little():
    names = [f"group_{'x' * (number % 50)}{number}" for number in range(2000)]
    slips = Slips([*names, "y" * 100_000])
    assert slips.meant("grou_xxx3") == "group_xxx3"
    assert slips.meant("Y" * 100_000) == "y" * 100_000
    assert slips.meant("y" * 99_999) is None
