"""Work of errors and reports on hostile documents: linear in mentions."""

from itertools import product

import pytest

import corefscope as cs
from corefscope.analysis.explanation import explain
from corefscope.analysis.mentions import MOST_SHOWN, MentionWords
from corefscope.formats.load import read_corpus
from corefscope.model import Document, Mention
from corefscope.page import render
from support.inputs import hostile
from support.work import growth

LAYOUTS = {"single": hostile.single_mentions, **hostile.LAYOUTS}
PAIRS = {
    "blocks": (hostile.blocks_of_neighbours, hostile.every_so_many),
    "pairs": (hostile.pairs_of_neighbours, hostile.odd_ones_together),
    "one in the key": (hostile.one_entity, hostile.chain_of_pairs),
    "one in the response": (hostile.chain_of_pairs, hostile.one_entity),
}


def scored(layout, pair, count, word="w"):
    spans = LAYOUTS[layout](count)
    sides = []
    # Every third mention is missing on either side, so that there are errors of every kind.
    for make, left_out in zip(PAIRS[pair], (1, 2), strict=True):
        entities = {}
        for place, (span, entity) in enumerate(zip(spans, make(count), strict=True)):
            if place % 3 != left_out:
                entities.setdefault(entity, []).append(Mention(*span))
        sides.append([Document("d", list(entities.values()), words=[word] * max(end for _, end in spans))])
    return cs.score(*sides)


def explained(result):
    """Compute all parts of an explanation, with every location."""
    (system,) = explain(result).systems
    for error in system.listed:
        system.mentions(error), system.company(error), system.identity(error)
    return system.repairs, system.attributions, system.features, system.links


@pytest.mark.parametrize(("layout", "pair"), list(product(LAYOUTS, PAIRS)))
@pytest.mark.parametrize("word", ["w", "he", "."])
def test_errors(layout, pair, word):
    results = {count: scored(layout, pair, count, word) for count in (100, 400)}
    assert growth(lambda count: lambda: explained(results[count]), 100) < 6


@pytest.mark.parametrize(("layout", "pair"), list(product(LAYOUTS, PAIRS)))
def test_reports(layout, pair):
    results = {count: scored(layout, pair, count) for count in (100, 400)}
    assert growth(lambda count: lambda: render(results[count]), 100) < 6


def test_the_words_of_long_mentions_are_shown_from_both_ends():
    words = [f"w{number}" for number in range(1000)]
    corpus = read_corpus([Document("d", [[Mention(0, 1000), Mention(5, 8), Mention(0, 200)]], words=words)])
    first, *others = (MentionWords(corpus).excerpt(row) for row in range(3))
    assert first == f"{' '.join(words[:100])} … {' '.join(words[-100:])}"
    assert others == ["w5 w6 w7", " ".join(words[: MOST_SHOWN["tokens"]])]
