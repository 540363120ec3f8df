"""Work of errors and reports on hostile documents: linear in mentions."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import corefscope as cs
from corefscope.analysis.description import _overlaps
from corefscope.analysis.errors import find_errors
from corefscope.analysis.explanation import explain
from corefscope.analysis.mentions import MOST_SHOWN, MentionWords
from corefscope.analysis.repair import repaired
from corefscope.model import Document, Mention
from corefscope.page import render
from support.inputs import hostile
from support.inputs.strategies import THOROUGH
from support.work import growth

LAYOUTS = {"single": hostile.single_mentions, **hostile.LAYOUTS}
PAIRS = {
    "blocks": (hostile.blocks_of_neighbours, hostile.every_so_many),
    "pairs": (hostile.pairs_of_neighbours, hostile.odd_ones_together),
    "one in the key": (hostile.one_entity, hostile.chain_of_pairs),
    "one in the response": (hostile.chain_of_pairs, hostile.one_entity),
}


def document(spans, owner, words):
    entities = {}
    for span, entity in zip(spans, owner, strict=True):
        entities.setdefault(entity, []).append(Mention(*span))
    return Document("d", list(entities.values()), words=words)


def scored(layout, pair, count, word="w", all_found=False):
    spans = LAYOUTS[layout](count)
    words = [word] * max(end for _, end in spans)
    mine, theirs = (make(count) for make in PAIRS[pair])
    # Every third mention is missing on either side, so that there are errors of every kind.
    key, response = (
        [
            (span, entity)
            for place, (span, entity) in enumerate(zip(spans, owner, strict=True))
            if all_found or place % 3 != left_out
        ]
        for owner, left_out in ((mine, 1), (theirs, 2))
    )
    return cs.score([document(*zip(*key, strict=True), words)], [document(*zip(*response, strict=True), words)])


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


@pytest.mark.parametrize("kind", ["divided", "missing mention"])
@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize("word", ["w", "he"])
def test_repairs(pair, kind, word):
    results = {count: scored("single", pair, count, word, kind == "divided") for count in (400, 1600)}
    found = {count: find_errors(result.system.evidence) for count, result in results.items()}
    assert growth(lambda count: lambda: repaired(found[count], {kind}), 400) < 6


@pytest.mark.parametrize(("layout", "pair"), list(product(LAYOUTS, PAIRS)))
def test_reports(layout, pair):
    results = {count: scored(layout, pair, count) for count in (100, 400)}
    assert growth(lambda count: lambda: render(results[count]), 100) < 6


def corpus_of(document):
    return cs.score([document], [document], metrics="muc").system.evidence.key


def test_the_words_of_long_mentions_are_shown_from_both_ends():
    words = [f"w{number}" for number in range(1000)]
    corpus = corpus_of(Document("d", [[Mention(0, 1000), Mention(5, 8), Mention(0, 200)]], words=words))
    shown = [MentionWords(corpus).excerpt(row) for row in range(3)]
    assert shown[0] == f"{' '.join(words[:100])} … {' '.join(words[-100:])}"
    assert shown[1:] == ["w5 w6 w7", " ".join(words[: MOST_SHOWN["tokens"]])]


def overlaps_by_trying_all(spans):
    nested = crossing = 0
    spans = sorted(spans, key=lambda span: (span[0], -span[1]))
    for place, (start, end) in enumerate(spans):
        around = [(low, high) for low, high in spans[:place] if high > start]
        nested += any(low < start or start < end < high for low, high in around if high >= end)
        crossing += any(high < end for _, high in around)
    return nested, crossing


@THOROUGH
@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 5)).map(lambda pair: (pair[0], sum(pair))), max_size=12))
def test_overlaps(spans):
    start, end = np.array(spans, np.int64).reshape(-1, 2).T
    assert _overlaps(start, end) == overlaps_by_trying_all(spans)
