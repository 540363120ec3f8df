"""The scorer for spaCy on objects that have what it looks at; tests/integrations has the real ones."""

from types import SimpleNamespace as Fake

import pytest

import corefscope as cs
from corefscope.integrations.spacy import clusters, coref_scorer


def doc(text="a b c d", **groups):
    spans = {name: [Fake(start_char=start, end_char=end) for start, end in spans] for name, spans in groups.items()}
    return Fake(text=text, spans=spans)


def test_only_numbered_groups_are_clusters():
    actual = clusters(doc(coref_clusters_1=[(0, 1), (2, 3)], coref_clusters_x=[(4, 5)], other_1=[(4, 5)]))
    assert actual == [[(0, 1), (2, 3)]]


def test_scores():
    gold = doc(coref_clusters_1=[(0, 1), (2, 3), (4, 5)])
    predicted = doc(coref_clusters_1=[(0, 1), (2, 3)])
    actual = coref_scorer()([Fake(reference=gold, predicted=predicted)] * 2)
    expected = cs.score([["a", "b", "c"]], [["a", "b"]]).scores
    lea = expected["lea"]
    assert (actual["coref_f"], actual["coref_p"], actual["coref_r"]) == (lea.f1, lea.precision, lea.recall)
    assert actual["coref_conll_f1"] == expected["conll"].f1
    assert coref_scorer()([]) == {}


def test_two_texts_are_refused():
    with pytest.raises(cs.CorefscopeError, match="different texts"):
        coref_scorer()([Fake(reference=doc("a"), predicted=doc("b"))])
