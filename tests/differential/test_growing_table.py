"""The one table of all prefixes against a table of each prefix: every count of every metric, on random texts."""

import random

import pytest

import corefscope
from corefscope.analysis import prefix_scores
from corefscope.analysis.growth import table, versions
from corefscope.metrics import METRICS
from corefscope.model import Document, Mention

METRIC_NAMES = ("mentions", "muc", "b3", "ceafm", "ceafe", "blanc", "lea", "pairwise", "rand", "ari", "entities")
# The shares of mentions that the response puts anywhere: a good system, a bad one, chance.
NOISE = (0.1, 0.5, 1.0)


def text(chance, number):
    """A text whose response has other ends and other entities for some mentions; heads are the first words."""
    length, entities, noise = chance.randrange(1, 160), chance.choice((2, 6, 40)), chance.choice(NOISE)
    key, response = {}, {}
    for start in range(length):
        entity = int(entities * chance.random() ** 2)
        end = min(start + chance.randrange(1, 4), length)
        if chance.random() < 0.9:
            key.setdefault(entity, []).append(Mention(start, end, head=start))
        if chance.random() < 0.9:
            end = end if chance.random() < 0.9 else min(end + 1, length)
            other = entity if chance.random() > noise else chance.randrange(entities)
            response.setdefault(other, []).append(Mention(start, end, head=start))
    words = ["w"] * length
    return [Document(f"text {number}", [*side.values()], words=words) for side in (key, response)]


def one_by_one(monkeypatch, *arguments, **options):
    with monkeypatch.context() as patch:
        patch.setattr(prefix_scores, "growing_table", lambda *_: None)
        return corefscope.prefixes(*arguments, **options)


def assert_same(found, expected):
    assert len(found) == len(expected)
    for mine, theirs in zip(found, expected, strict=True):
        assert mine.scores.keys() == theirs.scores.keys()
        for name, score in theirs.scores.items():
            assert mine.scores[name].undefined == score.undefined, name
            assert dict(mine.scores[name].counts) == pytest.approx(dict(score.counts), rel=1e-12, abs=1e-12), name


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"singletons": "drop"},
        {"mentions": "shared"},
        {"match": "head"},
        {"match": "partial", "singletons": "drop"},
        {"boundary": "either"},
    ],
    ids=str,
)
@pytest.mark.parametrize("at_once", [table.AT_ONCE, 40])
def test_all_prefixes_together_count_as_each_by_itself(options, at_once, monkeypatch):
    chance = random.Random(f"{options} {at_once}")
    monkeypatch.setattr(table, "AT_ONCE", at_once)
    for _ in range(8):
        made = [text(chance, number) for number in range(chance.randrange(1, 4))]
        sides = [[each[side] for each in made] for side in (0, 1)]
        call = {"step": str(chance.choice((1, 2, 5, 30))), "metrics": METRIC_NAMES, **options}
        found = corefscope.prefixes(*sides, **call).systems[0].prefixes
        assert_same(found, one_by_one(monkeypatch, *sides, **call).systems[0].prefixes)


def test_every_metric_that_is_counted_together_is_tested():
    assert {name for name in METRICS if METRICS[name].of_sums} == {*METRIC_NAMES}


def test_such_metrics_need_no_table_of_each_prefix(monkeypatch):
    def refuse(*_):
        raise AssertionError("a table of each prefix was made")

    monkeypatch.setattr(prefix_scores, "counted_states", refuse)
    key, response = text(random.Random(1), 0)
    assert len(corefscope.prefixes([key], [response], step="1", metrics=METRIC_NAMES).systems[0].prefixes) > 10
    with pytest.raises(AssertionError, match="a table of each prefix"):
        corefscope.prefixes([key], [response], step="1", metrics="h")


def test_one_response_entity_of_all_mentions_falls_back_where_memory_is_short(monkeypatch):
    spans = [Mention(place, place + 1) for place in range(60)]
    key = [Document("a", [spans[first::20] for first in range(20)], words=["w"] * 60)]
    response = [Document("a", [spans], words=["w"] * 60)]
    call = {"step": "1", "metrics": METRIC_NAMES}
    expected = corefscope.prefixes(key, response, **call).systems[0].prefixes
    monkeypatch.setattr(versions, "MOST", 0)
    monkeypatch.setattr(versions, "PER_ROW", 1)
    calls, original = [], prefix_scores.counted_states
    monkeypatch.setattr(prefix_scores, "counted_states", lambda *given: calls.append(1) or original(*given))
    assert_same(corefscope.prefixes(key, response, **call).systems[0].prefixes, expected)
    assert calls
