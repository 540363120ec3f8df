"""Orders and distinct numbers, as NumPy's slower ways give them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefscope.arrays import distinct, order

# Small numbers repeat; large ones do not fit beside their places.
NUMBERS = st.lists(st.integers(-3, 3) | st.integers(-(2**63), 2**63 - 1) | st.integers(2**58, 2**58 + 2), max_size=40)


@given(NUMBERS)
def test_as_numpy(values):
    numbers = np.array(values, np.int64)
    assert order(numbers).tolist() == np.argsort(numbers, kind="stable").tolist()
    _, first, which = np.unique(numbers, return_index=True, return_inverse=True)
    assert [actual.tolist() for actual in distinct(numbers)] == [first.tolist(), which.reshape(-1).tolist()]


@pytest.mark.parametrize("kind", [np.int8, np.int32, np.int64])
def test_narrow_numbers_do_not_overflow(kind):
    numbers = np.tile(np.array([100, -100, 3], kind), 5000)
    assert order(numbers).tolist() == np.argsort(numbers, kind="stable").tolist()
