"""Curves and calibration of `lab confidence` beside scikit-learn, which is told of each link whether it is right."""

import json
from pathlib import Path
from random import Random

import numpy as np
import pytest
from sklearn.calibration import calibration_curve
from sklearn.metrics import average_precision_score, brier_score_loss, precision_recall_curve

from corefscope import read
from corefscope.lab.confidence import confidence

EXAMPLES = Path(__file__).parents[2] / "examples"
TOKENS = 40


def random_links(random, decimals):
    """A key of some documents, and links between any of their mentions; with few decimals, scores are equal."""
    key, response = [], []
    for number in range(random.randint(1, 4)):
        entities = {}
        for token in range(0, TOKENS, 2):
            entities.setdefault(random.randrange(6), []).append([token, token])
        places = range(0, TOKENS, 2)
        links = [
            [[two, two], [one, one], round(random.random(), decimals)]
            for one, two in (sorted(random.sample(places, 2)) for _ in range(random.randint(1, 40)))
        ]
        key.append({"doc_key": f"text {number}", "clusters": list(entities.values())})
        response.append({"doc_key": f"text {number}", "links": links})
    return key, response


def labels(key, response):
    """For each link whether both mentions are in one entity of the key, and its score."""
    right, scores = [], []
    for one, two in zip(key, response, strict=True):
        entity = {tuple(mention): place for place, each in enumerate(one["clusters"]) for mention in each}
        for mention, antecedent, score in two["links"]:
            found = entity.get(tuple(mention))
            right.append(found is not None and found == entity.get(tuple(antecedent)))
            scores.append(score)
    return np.array(right, int), np.array(scores)


def examples():
    """The files of the page, as records."""
    key = [
        {"doc_key": each.name, "clusters": [[[m.start, m.end - 1] for m in entity] for entity in each.entities]}
        for each in read(EXAMPLES / "key.conll")
    ]
    lines = (EXAMPLES / "links.jsonl").read_text(encoding="utf-8").splitlines()
    return key, [json.loads(line) for line in lines]


CASES = [examples(), *(random_links(Random(seed), 2 + seed % 3) for seed in range(100))]


def test_average_precision_and_brier_score():
    for case in CASES:
        right, scores = labels(*case)
        found = confidence(*case, "muc")
        assert found.right_links == right.sum()
        # Without a right link it says 0 as we do, with a warning.
        average = average_precision_score(right, scores) if right.any() else 0
        assert found.average_precision == pytest.approx(average)
        assert found.calibration.brier == pytest.approx(brier_score_loss(right, scores))


def test_calibration_in_tenths():
    """A score between two tenths is in the lower one there, in the upper one here: such links are left out."""
    tenths = {round(place / 10, 1) for place in range(1, 10)}
    for key, links in CASES:
        response = [{**each, "links": [link for link in each["links"] if link[2] not in tenths]} for each in links]
        right, scores = labels(key, response)
        share, mean = calibration_curve(right, scores, n_bins=10)
        found = confidence(key, response, "muc").calibration
        assert [each.right for each in found.bins] == pytest.approx(share)
        assert [each.score for each in found.bins] == pytest.approx(mean)
        counts, _ = np.histogram(scores, np.arange(11) / 10)
        counts = counts[counts > 0]
        assert [each.links for each in found.bins] == counts.tolist()
        assert found.expected_error == pytest.approx(np.average(np.abs(share - mean), weights=counts))


def test_a_score_between_two_tenths_is_in_the_upper_one():
    key = [{"doc_key": "a", "clusters": [[[0, 0], [2, 2]], [[4, 4], [6, 6]]]}]
    links = [[[2, 2], [0, 0], 0.5], [[4, 4], [2, 2], 0.45]]
    right, scores = labels(key, [{"links": links}])
    assert len(calibration_curve(right, scores, n_bins=10)[0]) == 1
    bins = confidence(key, [{"doc_key": "a", "links": links}], "muc").calibration.bins
    assert [(each.low, each.links) for each in bins] == [(0.4, 1), (0.5, 1)]


def pairs(random, decimals):
    """Links whose mentions have no other link: then entities are links, and metrics count as for a classifier."""
    clusters, links = [], []
    for place in range(random.randint(2, 60)):
        one, two = [4 * place] * 2, [4 * place + 2] * 2
        clusters += [[one, two]] if random.random() < 0.6 else [[one], [two]]
        links.append([two, one, round(random.random(), decimals)])
    random.shuffle(links)
    return [{"doc_key": "a", "clusters": clusters}], [{"doc_key": "a", "links": links}]


def test_precision_and_recall_over_the_threshold():
    for seed in range(40):
        case = pairs(Random(seed), 1 + seed % 3)
        right, scores = labels(*case)
        precision, recall, thresholds = (each[::-1] for each in precision_recall_curve(right, scores))
        precision, recall = precision[1:], recall[1:]  # its first point is that without links
        total = precision + recall
        f1 = np.divide(2 * precision * recall, total, out=np.zeros_like(total), where=total > 0)
        # The mean F1 while links are added: each has that of the threshold at which it counts.
        area = np.mean([f1[np.flatnonzero(thresholds == score)[0]] for score in scores])
        found = confidence(*case, ["muc", "pairwise"], thresholds=1000)
        assert [point.threshold for point in found.points] == thresholds.tolist()
        for metric in ("muc", "pairwise"):
            assert [point.scores[metric].precision for point in found.points] == pytest.approx(precision)
            assert [point.scores[metric].recall for point in found.points] == pytest.approx(recall)
            assert found.best(metric).threshold == thresholds[np.argmax(f1.round(12))]
            assert found.area(metric) == pytest.approx(area)
