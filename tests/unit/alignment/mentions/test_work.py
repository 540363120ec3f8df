"""Matching of mentions that all overlap: the work grows with their number, not with the number of pairs."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import corefscope as cs
from corefscope.alignment.mentions import one_to_one, tolerant
from corefscope.alignment.mentions.one_to_one import (
    LOOKED_AT,
    MOST_TOGETHER,
    SpanIndex,
    best_pairs,
    most_candidates,
)
from corefscope.model import Document, Mention, text_order
from support.inputs.hostile import LAYOUTS, shorter
from support.inputs.strategies import THOROUGH
from support.work import growth


def document(spans, middle):
    """A document of mentions with heads: all the same token, or each its first."""
    head = (max(end for _, end in spans) + 1) // 2
    mentions = [(start, end, head if middle and start <= head < end else start) for start, end in spans]
    return [Document("d", [[Mention(*span, head=token, minimum=(token,)) for *span, token in mentions]])]


def matched(how, layout, count, middle):
    key, response = document(LAYOUTS[layout](count), middle), document(shorter(LAYOUTS[layout](count)), middle)
    return lambda: cs.score(key, response, match=how, metrics="mentions")


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("how", ["partial", "head", "min"])
@pytest.mark.parametrize("middle", [False, True])
def test_work_grows_with_the_mentions(how, layout, middle, monkeypatch):
    # Fewer candidates than in earnest, so that few mentions are enough to see how the work grows.
    monkeypatch.setattr(tolerant, "most_candidates", lambda mentions: 8)
    monkeypatch.setattr(one_to_one, "MOST_TOGETHER", 64)
    assert growth(lambda count: matched(how, layout, count, middle), 100) < 6.5


@pytest.mark.parametrize("how", ["partial", "head", "min"])
def test_a_mention_with_too_many_candidates_is_a_warning(how):
    count = most_candidates(1) + 50
    result = matched(how, "nested", count, True)()
    notice, *others = result.warnings
    assert notice.kind == "mention with too many candidates"
    # Under `head` every mention has the full number of candidates: together more than the best pairing is searched in.
    assert [other.kind for other in others] == ["too many candidates together"] * (how == "head")
    assert "or more candidates in the response; 256 were compared" in notice.first
    assert result.scores["mentions"].counts["recall_num"] >= count - 60


@pytest.mark.parametrize("how", ["partial", "head", "min"])
def test_too_many_connected_candidates_are_a_warning(how, monkeypatch):
    assert not matched(how, "nested", 30, True)().warnings
    monkeypatch.setattr(one_to_one, "MOST_TOGETHER", 64)
    (notice,) = matched(how, "nested", 30, True)().warnings
    assert (notice.kind, notice.count) == ("too many candidates together", 1)
    assert "connected candidate pairs, the first with mention 0–" in notice.first
    assert "they were paired greedily, the most similar first" in notice.first


def test_few_candidates_are_all_compared():
    for how in ("partial", "head", "min"):
        assert not matched(how, "nested", 100, True)().warnings


def test_all_candidates_of_a_document_together_are_bounded():
    assert all(most_candidates(count) * count <= max(1 << 18, 16 * count) for count in (1, 1024, 5000, 10**6))


def test_where_too_many_hang_together_the_most_similar_pair_comes_first():
    size = int(MOST_TOGETHER**0.5) + 1
    candidates = [(one, two, 1.0 - abs(one - two) / size) for one in range(size) for two in range(size)]
    assert sorted(best_pairs(candidates)) == [(place, place) for place in range(size)]


@THOROUGH
@given(st.lists(st.tuples(st.integers(0, 30), st.integers(1, 30)), min_size=1, max_size=128), st.data())
def test_what_begins_and_ends_between(pairs, data):
    mentions = [range(start, start + length) for start, length in sorted(pairs)]
    begin, end = (sorted(data.draw(st.tuples(st.integers(0, 40), st.integers(0, 60)))) for _ in range(2))
    low, high = ([text_order(place) for place in places] for places in (begin, end))
    expected = [
        place for place, each in enumerate(mentions) if begin[0] <= each[0] <= begin[1] and end[0] <= each[-1] <= end[1]
    ]
    index = SpanIndex(mentions)
    assert index.between(tuple(low), tuple(high), 128) == (expected, False)
    some, more = index.between(tuple(low), tuple(high), 2)
    assert some == expected[:2]
    assert more >= (len(expected) > 2)


def test_few_mentions_are_looked_at():
    index = SpanIndex([range(9, 10)] * (LOOKED_AT * 4 + 1))
    assert index.between((0, text_order(20)), (0, 0), 4) == ([], True)
