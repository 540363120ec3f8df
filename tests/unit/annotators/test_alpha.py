"""Krippendorff's α over sets: hand-computed cases, and the slow literal definition on random annotations."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefscope.annotators import DISTANCES, Annotation, comparable, disagreements
from support.definitions.alpha import DISTANCES as SLOW
from support.definitions.alpha import alpha as slow_alpha
from support.definitions.alpha import disagreement
from support.inputs.strategies import THOROUGH, gathered


def annotations(documents):
    """Documents, each a list of annotators' clusters, as columns."""
    number = {}
    out = []
    for annotator in range(len(documents[0])):
        rows = []
        entity = 0
        for unit, document in enumerate(documents):
            for cluster in document[annotator]:
                rows += [(number.setdefault((unit, mention), len(number)), entity, unit) for mention in cluster]
                entity += 1
        out.append(Annotation(*np.array(rows, np.int64).reshape(-1, 3).T))
    return out


def fast_alpha(documents, distance):
    observed, expected = (each.sum() for each in disagreed(documents)[distance])
    return 1 - observed / expected if expected > 0 else None


def disagreed(documents):
    return disagreements(comparable(annotations(documents)), len(documents))


# Two annotators, mentions 1 2 3: one has them together, the other leaves 3 alone.
# Values: {123} three times; {12} twice, {3} once. n = 6.
# Passonneau: {123}–{12} and {123}–{3} are 1/3 each, {12}–{3} is 1.
#   observed: 3 mentions × 2 orders × 1/3 = 2; expected: 2·(3·2·1/3 + 3·1·1/3 + 2·1·1)/5 = 2·5/5 = 2; α = 0.
# Jaccard: {123}–{12} 1/3, {123}–{3} 2/3: observed 2·(1/3 + 1/3 + 2/3) = 8/3;
#   expected 2·(6/3 + 3·2/3 + 2)/5 = 12/5; α = 1 – 10/9 = –1/9.
# Dice: 1 – 4/5 = 1/5 and 1 – 2/4 = 1/2: observed 2·(1/5 + 1/5 + 1/2) = 9/5; expected 2·(6/5 + 3/2 + 2)/5 = 47/25;
#   α = 1 – 45/47 = 2/47.
# MASI: 1 – 2/3·2/3 = 5/9 and 1 – 2/3·1/3 = 7/9: observed 2·(5/9 + 5/9 + 7/9) = 34/9;
#   expected 2·(30/9 + 21/9 + 2)/5 = 2·69/9/5 = 46/15; α = 1 – (34/9)/(46/15) = 1 – 85/69 = –16/69.
# Nominal: observed 6; expected 2·(6 + 3 + 2)/5 = 22/5; α = 1 – 30/22 = –4/11.
ONE_LEFT_ALONE = {"passonneau": 0, "jaccard": -1 / 9, "dice": 2 / 47, "masi": -16 / 69, "nominal": -4 / 11}


@pytest.mark.parametrize("distance", DISTANCES)
def test_one_mention_left_alone(distance):
    documents = [[[[1, 2, 3]], [[1, 2], [3]]]]
    assert fast_alpha(documents, distance) == pytest.approx(ONE_LEFT_ALONE[distance], abs=1e-12)
    assert float(slow_alpha(documents, distance)) == pytest.approx(ONE_LEFT_ALONE[distance], abs=1e-12)


@pytest.mark.parametrize("distance", DISTANCES)
def test_agreement_is_1_and_one_entity_leaves_nothing_to_agree_on(distance):
    assert fast_alpha([[[[1, 2], [3]], [[3], [2, 1]]]], distance) == 1
    assert fast_alpha([[[[1, 2, 3]], [[1, 2, 3]]]], distance) is None
    assert fast_alpha([[[[1]], [[2]]]], distance) is None


def test_every_distance_has_a_slow_definition():
    assert set(SLOW) == set(DISTANCES)


def documents(most=3):
    """One to three documents, each annotated by two to four annotators, who may miss mentions."""

    def of(annotators):
        either = st.lists(st.integers(-1, 3), min_size=8, max_size=8).map(gathered)
        return st.lists(st.lists(either, min_size=annotators, max_size=annotators), min_size=1, max_size=most)

    return st.integers(2, 4).flatmap(of)


@THOROUGH
@given(documents(), st.sampled_from(sorted(DISTANCES)))
def test_equals_the_literal_definition(texts, distance):
    actual = disagreed(texts)[distance]
    for unit, text in enumerate(texts):
        assert [each[unit] for each in actual] == pytest.approx(
            list(map(float, disagreement(text, distance))), abs=1e-9
        )
    fast, slow = fast_alpha(texts, distance), slow_alpha(texts, distance)
    assert (fast is None) == (slow is None)
    assert fast is None or fast == pytest.approx(float(slow), abs=1e-9)


@THOROUGH
@given(documents(1))
def test_the_order_of_annotators_does_not_matter(texts):
    turned = [list(reversed(text)) for text in texts]
    for distance in DISTANCES:
        assert fast_alpha(texts, distance) == pytest.approx(fast_alpha(turned, distance), abs=1e-9)
