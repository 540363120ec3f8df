"""Prefixes score as texts whose ends were cut off by hand; the last one is the whole text."""

from hypothesis import given
from hypothesis import strategies as st

import corefscope
from corefscope.model import Document, Mention
from properties.test_windows import documents, numbers, texts
from support.definitions.windows import prefix
from support.inputs.strategies import THOROUGH

# The first are counted for all prefixes together, the last from a table of each.
METRICS = (
    "mentions", "muc", "b3", "ceafm", "ceafe", "blanc", "lea", "conll", "rand", "ari", "pairwise", "entities",
    "h", "b3(twinless=all)", "blanc(mentions=shared)", "ceafm(links=true)",
)  # fmt: skip


def by_hand(corpus, end, side):
    return [
        Document(f"text {number}", [[Mention(*span) for span in entity] for entity in prefix(text[1 + side], end)],
                 words=["w"] * text[0])
        for number, text in enumerate(corpus)
    ]  # fmt: skip


@THOROUGH
@given(
    st.lists(texts(), min_size=1, max_size=3),
    st.integers(1, 20),
    st.sampled_from([{}, {"singletons": "drop"}, {"average": "macro"}, {"mentions": "shared"}, {"preset": "e2e"}]),
)
def test_each_prefix_scores_as_texts_that_were_cut_off_by_hand(corpus, step, options):
    key, response = documents(corpus, 0), documents(corpus, 1)
    found = corefscope.prefixes(key, response, step=str(step), metrics=METRICS, **options).systems[0].prefixes
    assert len(found) == max(-(-text[0] // step) for text in corpus)
    for number, each in enumerate(found):
        sides = (by_hand(corpus, (number + 1) * step, side) for side in (0, 1))
        expected = corefscope.score(*sides, metrics=METRICS, **options)
        for name, score in each.scores.items():
            assert abs(score.f1 - expected.f1[name]) <= 1e-12, name
            assert score.undefined == expected.scores[name].undefined, name
    whole = corefscope.score(key, response, metrics=METRICS, **options)
    assert {name: score.f1 for name, score in found[-1].scores.items()} == whole.f1
    assert numbers(whole)


def leaders(entities, key, end):
    """The key entity that each response entity stands for, by the definition: it stays until another has more."""
    found = {}
    for number, entity in enumerate(entities):
        counts, leader = {}, None
        for mention in sorted(prefix([entity], end)[0] if prefix([entity], end) else []):
            other = next((place for place, each in enumerate(key) if mention in each), None)
            if other is not None:
                counts[other] = counts.get(other, 0) + 1
                if leader is None or counts[other] > counts[leader]:
                    leader = other
        found[number] = leader
    return found


@THOROUGH
@given(texts(), st.integers(1, 20))
def test_churn_is_what_its_definition_says(text, step):
    _, key, response = text
    # Mentions that begin with the same token have no order that the definition fixes.
    starts = [span[0] for entity in response for span in entity]
    if len(set(starts)) < len(starts):
        return
    sides = (documents([text], side) for side in (0, 1))
    found = corefscope.prefixes(*sides, step=str(step), metrics="b3").systems[0].prefixes
    for number, each in enumerate(found):
        low, high = number * step, (number + 1) * step
        before = [len(prefix([entity], low)[0]) if prefix([entity], low) else 0 for entity in response]
        after = [len(prefix([entity], high)[0]) if prefix([entity], high) else 0 for entity in response]
        assert each.churn.new == sum(a > 0 == b for b, a in zip(before, after, strict=True))
        assert each.churn.grown == sum(a > b > 0 for b, a in zip(before, after, strict=True))
        old, now = leaders(response, key, low), leaders(response, key, high)
        assert each.churn.switched == sum(old[n] is not None and old[n] != now[n] for n in old)


def test_sides_are_matched_once_however_many_prefixes_there_are(monkeypatch):
    from corefscope.scoring import matching

    calls = []
    original = matching.match
    monkeypatch.setattr(matching, "match", lambda *arguments: calls.append(1) or original(*arguments))
    key = [Document("a", [[Mention(n, n + 1) for n in range(40)]], words=["w"] * 40)]
    assert len(corefscope.prefixes(key, key, step="1", metrics="conll").systems[0].prefixes) == 40
    assert len(calls) == 1


def test_a_step_may_be_a_number():
    key = [Document("a", [[Mention(0, 1), Mention(3, 4)]], words=["w"] * 4)]
    assert corefscope.prefixes(key, key, step=2).systems == corefscope.prefixes(key, key, step="2").systems
