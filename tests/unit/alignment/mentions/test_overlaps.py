"""The words that mentions share when paired for the largest overlap: the best number, and bounded work."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import corefscope as cs
from corefscope.alignment.mentions import one_to_one
from corefscope.metrics import mor
from corefscope.metrics.mor import shared_words
from corefscope.model import Document, Mention
from support.definitions.matching import best_total
from support.inputs.hostile import LAYOUTS, shorter
from support.inputs.strategies import THOROUGH
from support.work import growth

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
    assert shared_words(mine, theirs) == (most_shared(mine, theirs), True)


@THOROUGH
@given(mentions, mentions)
def test_a_bounded_search_never_finds_too_much_and_says_if_it_may_be_too_little(mine, theirs):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(one_to_one, "MOST_TOGETHER", 1)
        patch.setattr(mor, "FEWEST", 0)
        found, certain = shared_words(mine, theirs)
    best = most_shared(mine, theirs)
    assert found == best if certain else found <= best


def scored(layout, count):
    """Mentions that all overlap, and as many that both sides have."""
    both = [(place, place + 1) for place in range(10**6, 10**6 + count)]
    key_side, response_side = (
        [Document("d", [[Mention(*span) for span in (*spans, *both)]])]
        for spans in (LAYOUTS[layout](count), shorter(LAYOUTS[layout](count)))
    )
    return lambda **options: cs.score(key_side, response_side, metrics="mor", **options)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_work_grows_with_the_mentions(layout, monkeypatch):
    monkeypatch.setattr(one_to_one, "MOST_TOGETHER", 64)
    assert growth(lambda count: scored(layout, count), 100) < 6.5


def test_nested_mentions_beyond_the_bound_score_nearly_the_same_with_a_warning(monkeypatch):
    exact = scored("nested", 200)()
    assert not exact.warnings
    monkeypatch.setattr(one_to_one, "MOST_TOGETHER", 64)
    bounded = scored("nested", 200)()
    (notice,) = bounded.warnings
    assert notice.kind == "too many candidates together"
    assert "in document 'd' so many mentions overlap that MOR may be too low" in notice.first
    assert 0.95 * exact.f1["mor"] <= bounded.f1["mor"] <= exact.f1["mor"]
    with pytest.raises(cs.CorefscopeError, match="so many mentions overlap"):
        scored("nested", 200)(strict=True)
