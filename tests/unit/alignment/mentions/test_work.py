"""Matching of mentions that all overlap: a document of which no real text comes near is refused, without much work."""

from contextlib import suppress

import pytest

import corefscope as cs
from corefscope.alignment.mentions import one_to_one
from corefscope.alignment.mentions.one_to_one import PER_GROUP, best_pairs
from corefscope.model import Document, Mention
from corefscope.problems import PairingError
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
    monkeypatch.setattr(one_to_one, "PER_GROUP", 64)
    monkeypatch.setattr(one_to_one, "PER_MENTION", 8)

    def tried(count):
        score = matched(how, layout, count, middle)

        def attempt():
            with suppress(PairingError):
                score()

        return attempt

    assert growth(tried, 100) < 6.5


@pytest.mark.parametrize("how", ["partial", "head", "min"])
def test_too_many_candidates_are_an_error(how, monkeypatch):
    assert not matched(how, "nested", 30, True)().warnings
    monkeypatch.setattr(one_to_one, "PER_GROUP", 64)
    with pytest.raises(cs.CorefscopeError, match="more than 64 pairs of mentions in one document overlap") as raised:
        matched(how, "nested", 30, True)()
    assert raised.value.code == "too-many-candidates"


def test_a_document_may_have_many_candidates_that_do_not_hang_together(monkeypatch):
    monkeypatch.setattr(one_to_one, "PER_GROUP", 4)
    candidates = [(one, one, 1.0) for one in range(100)]
    assert sorted(best_pairs(candidates, 200)) == [(one, one) for one in range(100)]
    assert PER_GROUP > 10_000
