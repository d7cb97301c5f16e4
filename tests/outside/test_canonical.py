"""Canonical JSON, judged by a serialiser in another language."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from schemac.canonical import canonical
from tests.outside.node import ask

scalars = (
    st.none()
    | st.booleans()
    | st.integers(-(2**53) + 1, 2**53 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"]))
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner) | st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), inner),
    max_leaves=12,
)
HARD = [
    {"\U0001f600": 1, "\ufb33": 2, "\u20ac": 3, "a": 4},
    [1e21, 1e-7, 5e-324, 1.7976931348623157e308, -0.0, 0.1 + 0.2, 1e20, 123456789012345680.0],
    ['\u0000\u001f\u007f\u2028"\\/\b\f\n\r\t'],
]


@pytest.mark.node
@settings(max_examples=5, suppress_health_check=[HealthCheck.data_too_large, HealthCheck.too_slow])
@given(st.lists(values, min_size=60, max_size=60))
def test_another_serialiser_writes_the_same_bytes(drawn):
    """Big integers aside: RFC 8785 refuses them, and we write their digits."""
    asked = [*HARD, *drawn]
    assert [canonical(value).decode() for value in asked] == ask("canonical.mjs", asked)
