"""Scores over the threshold of scored links, against a score of the clusters at each threshold, made by hand."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import corefscope as cs
from corefscope.lab.confidence import confidence
from corefscope.problems import CorefscopeError, FormatError, SettingsError
from support.inputs.strategies import THOROUGH

METRICS = ["mentions", "muc", "b3", "ceafm", "ceafe", "blanc", "lea", "conll"]
MENTION = st.integers(0, 7)
LINK = st.tuples(MENTION, MENTION, st.sampled_from([0.0, 0.1, 0.25, 0.5, 0.5001, 0.9, 1.0])).filter(
    lambda link: link[0] != link[1]
)
DOCUMENT = st.tuples(
    st.lists(st.integers(-1, 3), min_size=8, max_size=8),  # the key entity of each mention
    st.lists(LINK, max_size=8),
    st.one_of(st.none(), st.lists(MENTION, max_size=4)),
)


def span(mention):
    return [2 * mention, 2 * mention + mention % 2]


def key_of(corpus):
    found = []
    for number, (entities, _, _) in enumerate(corpus):
        clusters = {}
        for mention, entity in enumerate(entities):
            if entity >= 0:
                clusters.setdefault(entity, []).append(span(mention))
        found.append({"doc_key": f"text {number}", "clusters": list(clusters.values())})
    return found


def response_of(corpus):
    found = []
    for number, (_, links, mentions) in enumerate(corpus):
        record = {"doc_key": f"text {number}", "links": [[span(one), span(two), score] for one, two, score in links]}
        if mentions is not None:
            record["mentions"] = list(map(span, mentions))
        found.append(record)
    return found


def clusters_at(links, mentions, threshold):
    """Entities by repeated merging of sets: as slow and as plain as it can be."""
    sets = [{mention} for mention in mentions or ()]
    sets += [{one, two} for one, two, score in links if score >= threshold]
    merged = True
    while merged:
        merged = False
        for place, one in enumerate(sets):
            other = next((each for each in sets[place + 1 :] if each & one), None)
            if other is not None:
                one |= other
                sets.remove(other)
                merged = True
                break
    return [[span(mention) for mention in sorted(each)] for each in sets]


@THOROUGH
@given(st.lists(DOCUMENT, min_size=1, max_size=3), st.sampled_from([{}, {"singletons": "drop"}, {"average": "macro"}]))
def test_every_point_is_the_score_of_the_clusters_at_its_threshold(corpus, options):
    found = confidence(key_of(corpus), response_of(corpus), METRICS, **options)
    scores = {score for _, links, _ in corpus for _, _, score in links}
    assert [point.threshold for point in found.points] == sorted(scores, reverse=True)
    for point in found.points:
        response = [
            {"doc_key": f"text {number}", "clusters": clusters_at(links, mentions, point.threshold)}
            for number, (_, links, mentions) in enumerate(corpus)
        ]
        expected = cs.score(key_of(corpus), response, metrics=METRICS, **options)
        for name in METRICS:
            assert point.scores[name].f1 == pytest.approx(expected.f1[name], abs=1e-12), (name, point)
        assert point.links == sum(score >= point.threshold for _, links, _ in corpus for _, _, score in links)
    assert found.result.signature == cs.score(key_of(corpus), key_of(corpus), metrics="b3", **options).signature


@THOROUGH
@given(st.lists(DOCUMENT, min_size=1, max_size=3))
def test_links_are_right_if_the_key_has_both_in_one_entity(corpus):
    found = confidence(key_of(corpus), response_of(corpus), "muc")
    links = [
        (score, entities[one] == entities[two] >= 0) for entities, listed, _ in corpus for one, two, score in listed
    ]
    assert found.right_links == sum(right for _, right in links)
    precisions = []
    for score, right in links:
        if right:
            surer = [other for value, other in links if value >= score]
            precisions.append(sum(surer) / len(surer))
    expected = sum(precisions) / len(precisions) if precisions else 0
    assert found.average_precision == pytest.approx(expected)
    if links:
        brier = sum((score - right) ** 2 for score, right in links) / len(links)
        assert found.calibration.brier == pytest.approx(brier)
        assert sum(each.links for each in found.calibration.bins) == len(links)


KEY = [{"doc_key": "a", "clusters": [[[0, 0], [2, 2], [4, 4]], [[6, 6], [8, 8]]]}]
LINKS = [{"doc_key": "a", "links": [[[2, 2], [0, 0], 0.9], [[4, 4], [2, 2], 0.8], [[6, 6], [4, 4], 0.3]]}]


def test_best_point_area_and_calibration_by_hand():
    found = confidence(KEY, LINKS, "muc")
    # Right links 1, 2, 2 of 3; links of the response 1, 2, 3: F1 1/2, 4/5, 2/3.
    assert [point.scores["muc"].f1 for point in found.points] == pytest.approx([1 / 2, 4 / 5, 2 / 3])
    assert found.best("muc").threshold == 0.8
    assert found.area("muc") == pytest.approx((1 / 2 + 4 / 5 + 2 / 3) / 3)
    assert found.average_precision == 1
    assert found.calibration.expected_error == pytest.approx((0.1 + 0.2 + 0.3) / 3)


def test_few_thresholds_are_quantiles_of_the_links_and_the_lowest():
    links = [[[2 * n, 2 * n], [2 * n - 2, 2 * n - 2], n / 10] for n in range(1, 10)]
    found = confidence(KEY, [{"doc_key": "a", "links": links}], "muc", thresholds=3)
    assert [point.threshold for point in found.points] == [0.7, 0.4, 0.1]
    whole = confidence(KEY, [{"doc_key": "a", "links": links}], "muc")
    assert found.points == tuple(point for point in whole.points if point.threshold in (0.7, 0.4, 0.1))


def test_scores_that_are_no_probabilities_have_no_calibration():
    record = {"doc_key": "a", "links": [[[2, 2], [0, 0], 12.5], [[4, 4], [2, 2], -3]]}
    assert confidence(KEY, [record], "muc").calibration is None


def test_no_links_give_no_points():
    found = confidence(KEY, [{"doc_key": "a", "links": []}], "muc")
    assert found.points == ()
    assert found.area("muc") == 0


def test_a_file_reads_as_its_records(tmp_path):
    path = tmp_path / "links.jsonl"
    path.write_text("\n".join(map(json.dumps, LINKS)) + "\n")
    assert confidence(KEY, path, "muc").points == confidence(KEY, LINKS, "muc").points


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("{", "not a line of JSON"),
        ("[]", "the document has no list of links"),
        ('{"doc_key": "a"}', "the document has no list of links"),
        ('{"doc_key": "a", "links": [[[0, 0], [1, 1]]]}', "is not a mention, an antecedent and a score"),
        ('{"doc_key": "a", "links": [[[0, 0], [1, 0], 0.5]]}', "is not the first and the last token"),
        ('{"doc_key": "a", "links": [[[0, 0], [0, 0], 0.5]]}', "is linked to itself"),
        ('{"doc_key": "a", "links": [[[0, 0], [1, 1], "x"]]}', "of a link is not a number"),
        ('{"doc_key": "a", "links": [[[0, 0], [1, 1], NaN]]}', "of a link is not a number"),
        ('{"links": []}', "it has no doc_key"),
        ("", "the file is empty"),
    ],
)
def test_what_is_not_understood_has_its_line(tmp_path, line, text):
    path = tmp_path / "links.jsonl"
    path.write_text(("\n" + line + "\n") if line else "\n")
    with pytest.raises(FormatError, match=text) as raised:
        confidence(KEY, path, "muc")
    assert not line or raised.value.line == 2


def test_what_cannot_be_combined():
    with pytest.raises(SettingsError, match="not counted over thresholds"):
        confidence(KEY, LINKS, "mor")
    with pytest.raises(SettingsError, match="links are within documents"):
        confidence(KEY, LINKS, "muc", scope="corpus")
    with pytest.raises(SettingsError, match="links and --window 5 cannot be combined"):
        confidence(KEY, LINKS, "muc", window="5")
    with pytest.raises(SettingsError, match="from 1 to"):
        confidence(KEY, LINKS, "muc", thresholds=0)
    with pytest.raises(CorefscopeError, match="no document of the response is in the key"):
        confidence(KEY, [{**LINKS[0], "doc_key": "b"}], "muc")


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("names", [
    ("top_spans", "antecedent_indices", "coreference_scores"),
    ("top_spans", "top_antecedents", "top_antecedent_scores"),
    (("span_starts", "span_ends"), "antecedent_idx", "antecedent_scores"),
])  # fmt: skip
def test_antecedent_scores_are_links_of_likeliest_antecedents(seed, names):
    """Beside the softmax of NumPy over whole rows, with masked antecedents as e2e-coref and AllenNLP have them."""
    chance = np.random.default_rng(seed)
    spans, width = [[2 * place, 2 * place + place % 2] for place in range(9)], 4
    antecedents = np.maximum(np.arange(9)[:, None] - np.arange(1, width + 1), 0)
    scores = chance.normal(scale=3, size=(9, width + 1))
    masked = np.arange(9)[:, None] < np.arange(1, width + 1)
    scores[:, 1:][masked] = -np.inf
    with np.errstate(all="ignore"):
        shares = np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True)
    links = [
        [spans[place], spans[antecedents[place, best]], float(shares[place, best + 1])]
        for place in range(1, 9)
        for best in [int(np.argmax(scores[place, 1:]))]
    ]
    record = {names[1]: antecedents.tolist(), names[2]: scores.tolist(), "doc_key": "a"}
    record |= (
        {names[0]: spans} if isinstance(names[0], str) else dict(zip(names[0], zip(*spans, strict=True), strict=True))
    )
    key = [{"doc_key": "a", "clusters": [spans[:3], spans[3:6], spans[6:]]}]
    found, expected = (confidence(key, [each], "b3") for each in (record, {"doc_key": "a", "links": links}))
    assert [point.threshold for point in found.points] == pytest.approx([each.threshold for each in expected.points])
    assert [point.scores["b3"].f1 for point in found.points] == [each.scores["b3"].f1 for each in expected.points]
    assert found.calibration.brier == pytest.approx(expected.calibration.brier)
    assert found.points[-1].links == 8


ANTECEDENTS = {"doc_key": "a", "top_spans": [[0, 0], [2, 2]], "top_antecedents": [[0], [0]]}


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"top_antecedent_scores": [[0, None], [0]]}, "span 1 has 1 antecedents and 1 scores; it has one more"),
        ({"top_antecedent_scores": [[0, None]]}, "is not a list for each of 2 spans"),
        ({"top_antecedent_scores": [[0, None], [0, "x"]]}, "the score 'x' of an antecedent is not a number"),
        ({"top_antecedent_scores": [[0, None], [0, 1]], "top_antecedents": [[0], ["x"]]}, "is not the place of a span"),
        ({"top_antecedent_scores": [[0, None], [0, 1]], "top_spans": 3}, "has no list top_spans"),
        ({"antecedent_scores": [], "span_starts": [1], "span_ends": []}, "there are 1 span_starts and 0 span_ends"),
    ],
)
def test_antecedent_scores_that_cannot_be_read(tmp_path, changed, message):
    path = tmp_path / "scores.jsonl"
    path.write_text(json.dumps(ANTECEDENTS | changed) + "\n")
    with pytest.raises(FormatError, match=message) as refused:
        confidence([{"doc_key": "a", "clusters": [[[0, 0]]]}], path)
    assert (refused.value.source, refused.value.line) == (str(path), 1)
