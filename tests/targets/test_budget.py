"""The search for how deep references are written out."""

import pytest

from schemac.targets.passes.budget import Search


@pytest.mark.parametrize("most", [1, 2, 10, 32])
def test_the_search_ends_at_the_largest_depth_that_fits_after_few_tries(most):
    for largest in range(most + 1):
        search = Search(most)
        tries, fitting = 0, -1
        while True:
            tries += 1
            if search.depth > largest:
                search.too_large()
                continue
            fitting = search.depth
            if search.fits():
                break
        assert fitting == largest
        assert tries <= most.bit_length() + 2
        assert tries == 1 or largest < most
