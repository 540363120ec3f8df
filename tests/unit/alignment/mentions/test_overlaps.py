"""The words that mentions share when paired for the largest overlap: the best number, and no endless work."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import corefscope as cs
from corefscope.metrics import mor
from corefscope.metrics.mor import shared_words
from corefscope.model import Document, Mention
from support.definitions.matching import best_total
from support.inputs.hostile import LAYOUTS, shorter
from support.inputs.strategies import THOROUGH

mentions = st.lists(
    st.one_of(
        st.tuples(st.integers(0, 12), st.integers(1, 6)).map(lambda pair: range(pair[0], sum(pair))),
        st.sets(st.integers(0, 12), min_size=1, max_size=5).map(lambda places: tuple(sorted(places))),
    ),
    max_size=6,
)


def most_shared(mine, theirs):
    return best_total(mine, theirs, lambda one, two: len(set(one) & set(two)))


@THOROUGH
@given(mentions, mentions)
def test_the_number_is_that_of_the_best_pairing(mine, theirs):
    assert shared_words(mine, theirs) == most_shared(mine, theirs)


def scored(layout, count):
    """Mentions that all overlap, and as many that both sides have."""
    both = [(place, place + 1) for place in range(10**6, 10**6 + count)]
    key_side, response_side = (
        [Document("d", [[Mention(*span) for span in (*spans, *both)]])]
        for spans in (LAYOUTS[layout](count), shorter(LAYOUTS[layout](count)))
    )
    return lambda **options: cs.score(key_side, response_side, metrics="mor", **options)


@pytest.mark.parametrize("layout", ["nested", "overlapping"])
def test_mentions_that_all_overlap_are_an_error(layout, monkeypatch):
    scored(layout, 60)()
    monkeypatch.setattr(mor, "PER_GROUP", 64)
    monkeypatch.setattr(mor, "PER_MENTION", 2)
    with pytest.raises(cs.CorefscopeError, match="pairs of mentions in one document overlap") as raised:
        scored(layout, 60)()
    assert raised.value.code == "too-many-candidates"
