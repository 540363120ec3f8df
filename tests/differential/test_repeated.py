"""Documents with repeated mentions: counts without listing links, against lists of all links."""

from random import Random

import pytest

import corefscope
from corefscope.conventions.repeats import REPEAT_OFFICIAL, as_official
from corefscope.metrics import METRICS
from corefscope.problems import SettingsError
from differential.slow_official import SLOW_OFFICIAL, without_later_copies
from support.variants import NEED_ATTRIBUTES

# The scorer of CoNLL-2012 has no such metrics.
WITHOUT_OFFICIAL_COUNTING = {"mor", "zeros", "rand", "ari", "h", "entities", "split", "bridging", "nonreferring"}


def random_chains(random):
    """Up to five chains over a few mentions, with copies within and across."""
    mentions = random.randint(1, 9)
    return [[random.randrange(mentions) for _ in range(random.randint(1, 6))] for _ in range(random.randint(0, 5))]


DOCUMENTS = [(random_chains(random), random_chains(random)) for random in [Random(9)] for _ in range(4000)]


def test_every_metric_has_its_official_counting():
    counted = {name for name, family in METRICS.items() if family.count}
    assert set(REPEAT_OFFICIAL) == set(SLOW_OFFICIAL) == counted - WITHOUT_OFFICIAL_COUNTING - NEED_ATTRIBUTES


@pytest.mark.parametrize("name", sorted(WITHOUT_OFFICIAL_COUNTING))
def test_metrics_without_official_counting_refuse_repeated_mentions(name):
    for options in ({"preset": "conll2012"}, {"repeated": "official"}):
        assert corefscope.score([["a", "b"]], [["a", "b"]], metrics=name, **options).scores[name]
        for sides in (([["a", "a"]], [["a"]]), ([["a"]], [["a"], ["a"]])):
            with pytest.raises(SettingsError) as caught:
                corefscope.score(*sides, metrics=["muc", name], **options)
            assert (caught.value.code, name in str(caught.value)) == ("repeated-mention-unscored", True)


def test_the_response_loses_later_copies_of_key_mentions():
    for key, response in DOCUMENTS:
        assert as_official(key, response) == without_later_copies(key, response)


@pytest.mark.parametrize("name", SLOW_OFFICIAL)
def test_official_counts(name):
    for key, response in DOCUMENTS:
        counts = REPEAT_OFFICIAL[name](key, as_official(key, response))
        expected = SLOW_OFFICIAL[name](key, without_later_copies(key, response))
        assert counts.keys() == expected.keys()
        for count, value in counts.items():
            assert abs(value - expected[count]) <= 1e-12, (name, count, key, response)


@pytest.mark.parametrize("name", SLOW_OFFICIAL)
def test_official_counts_of_a_corpus(name):
    """Through `score`; documents without repeats are counted from the Table."""
    key, response = ({f"text {number}": each[side] for number, each in enumerate(DOCUMENTS[:300])} for side in (0, 1))
    plain = [(one, two) for one, two in DOCUMENTS[:300] if not repeats(one) and not repeats(two)]
    assert 0 < len(plain) < 300
    counts = corefscope.score(key, response, metrics=[name], preset="conll2012").scores[name].counts
    rows = [SLOW_OFFICIAL[name](one, without_later_copies(one, two)) for one, two in DOCUMENTS[:300]]
    for count, value in counts.items():
        assert abs(value - sum(row[count] for row in rows)) <= 1e-9, (name, count)


@pytest.mark.parametrize("name", SLOW_OFFICIAL)
def test_official_counts_of_one_document(name):
    """No other document affects the type of the counts."""
    for key, response in DOCUMENTS[:300]:
        counts = corefscope.score(key, response, metrics=[name], preset="conll2012").scores[name].counts
        expected = SLOW_OFFICIAL[name](key, without_later_copies(key, response))
        for count, value in counts.items():
            assert abs(value - expected[count]) <= 1e-12, (name, count, key, response)


def repeats(chains):
    mentions = [mention for chain in chains for mention in chain]
    return len(mentions) > len(set(mentions))
