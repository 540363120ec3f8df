"""Matching of mentions that all overlap: the work grows with their number, not with the number of pairs."""

import pytest

import corefscope as cs
from corefscope.alignment.mentions import one_to_one, tolerant
from corefscope.alignment.mentions.one_to_one import (
    MOST_TOGETHER,
    best_pairs,
    most_candidates,
)
from corefscope.model import Document, Mention
from support.inputs.hostile import LAYOUTS, shorter
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


def test_where_too_many_hang_together_the_most_similar_pair_comes_first():
    size = int(MOST_TOGETHER**0.5) + 1
    candidates = [(one, two, 1.0 - abs(one - two) / size) for one in range(size) for two in range(size)]
    assert sorted(best_pairs(candidates)) == [(place, place) for place in range(size)]
