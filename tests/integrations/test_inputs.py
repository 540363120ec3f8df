"""Objects of the real libraries as sides: each gives what plain lists give."""

import datasets
import numpy
import pandas
import polars
import pyarrow
import pytest
import spacy
import torch
from fastcoref.modeling import CorefResult
from spacy.tokens import Doc, Span
from stanza.models.common.doc import Document
from stanza.models.coref.coref_chain import CorefChain, CorefMention

import corefscope as cs
from integrations.made import GOLD, PREDICTED, expected

WORDS = [f"w{number}" for number in range(14)]
ROWS = [
    {"document": str(number), "start": first, "last": last, "entity": f"e{entity}"}
    for number, document in enumerate(GOLD)
    for entity, cluster in enumerate(document)
    for first, last in cluster
]
FRAMES = {
    "pandas": pandas.DataFrame,
    "polars": polars.DataFrame,
    "pyarrow": pyarrow.Table.from_pylist,
    "datasets": datasets.Dataset.from_list,
    "rows": list,
}
VOCAB = spacy.blank("en").vocab


def same(result, **options):
    wanted = expected(**options)
    assert result.f1 == pytest.approx({name: score.f1 for name, score in wanted.items()})


def records(side):
    return [
        {"doc_key": str(number), "sentences": [WORDS], "clusters": clusters} for number, clusters in enumerate(side)
    ]


@pytest.mark.parametrize("library", FRAMES)
def test_a_row_for_each_mention(library):
    same(cs.score(FRAMES[library](ROWS), records(PREDICTED)))


@pytest.mark.parametrize("library", ["pandas", "polars", "pyarrow", "datasets"])
def test_a_row_for_each_document(library):
    same(cs.score(FRAMES[library](records(GOLD)), FRAMES[library](records(PREDICTED))))


def test_a_stream_of_a_data_set():
    stream = datasets.Dataset.from_list(records(GOLD)).to_iterable_dataset()
    same(cs.score(stream, records(PREDICTED)))


@pytest.mark.parametrize("made", [numpy.array, torch.tensor])
def test_arrays_and_tensors(made):
    sides = [
        {str(n): [made(cluster) for cluster in document] for n, document in enumerate(side)}
        for side in (GOLD, PREDICTED)
    ]
    same(cs.score(*sides))


def doc(clusters, prefix="coref_clusters"):
    made = Doc(VOCAB, words=WORDS)
    for number, cluster in enumerate(clusters, 1):
        made.spans[f"{prefix}_{number}"] = [Span(made, first, last + 1) for first, last in cluster]
    return made


def test_docs_of_spacy():
    same(cs.score([doc(each) for each in GOLD], [doc(each) for each in PREDICTED]))
    same(cs.score([doc(each) for each in GOLD], [doc(each, "mine") for each in PREDICTED], response_clusters="mine"))


def test_spans_of_two_docs_are_compared_by_place():
    gold, predicted = (doc([]) for _ in range(2))
    key = [[gold[0:2], gold[3:4]]]
    assert cs.score(key, [[predicted[0:2], predicted[3:4]]]).f1["conll"] == 1


def test_the_attribute_of_fastcoref():
    Doc.set_extension("coref_clusters", default=None, force=True)
    characters = doc([])
    characters._.coref_clusters = [[(0, 5), (9, 11)]]
    assert cs.score(doc([[[0, 1], [3, 3]]]), characters).f1["conll"] == 1
    Doc.remove_extension("coref_clusters")


def test_two_texts_are_refused():
    other = Doc(VOCAB, words=["other", *WORDS[1:]])
    other.spans["coref_clusters_1"] = [Span(other, 0, 2), Span(other, 3, 4)]
    with pytest.raises(cs.CorefscopeError, match="other"):
        cs.score(doc([[[0, 1], [3, 3]]]), other)


def stanza_document(clusters, zeros=()):
    empty = [[{"id": place, "text": "_"} for _, place in zeros]]
    made = Document([[{"id": number, "text": word} for number, word in enumerate(WORDS, 1)]], empty_sentences=empty)
    chains = [[CorefMention(0, first, last + 1) for first, last in cluster] for cluster in clusters]
    for chain, place in zeros:
        chains[chain].append(CorefMention(0, place, place))
    made.coref = [CorefChain(number, chain, "", 0) for number, chain in enumerate(chains)]
    return made


def test_documents_of_stanza(tmp_path):
    same(cs.score([stanza_document(each) for each in GOLD], [stanza_document(each) for each in PREDICTED]))
    with_zero = stanza_document([[[0, 0]]], [(0, (3, 1))])
    assert cs.score(with_zero, with_zero, metrics=["zeros", "conll"]).f1["conll"] == 1
    assert cs.convert(with_zero, tmp_path / "zero.conllu").mentions == 2
    assert cs.score(with_zero, tmp_path / "zero.conllu").f1["conll"] == 1


def test_results_of_fastcoref():
    text = " ".join(WORDS)
    starts = [text.index(word) for word in WORDS]

    def result(clusters):
        spans = {
            (first, last): (number, (starts[first], starts[last] + len(WORDS[last])))
            for number, (first, last) in enumerate(span for cluster in clusters for span in cluster)
        }
        return CorefResult(text, [[tuple(span) for span in cluster] for cluster in clusters], spans, {}, None, 0)

    gold = [{"doc_key": str(n), "sentences": [WORDS], "clusters": clusters} for n, clusters in enumerate(GOLD)]
    same(cs.score([result(each) for each in GOLD], [result(each) for each in PREDICTED]))
    found = cs.score([gold[0]], [result(PREDICTED[0])], align="characters")
    assert found.f1 == cs.score([gold[0]], [records(PREDICTED)[0]]).f1


@pytest.mark.parametrize("library", ["pandas", "polars", "pyarrow"])
def test_results_as_frames(library):
    result = cs.score(records(GOLD), records(PREDICTED), metrics=["muc", "conll"])
    frame = result.to_frame()
    assert isinstance(frame, pandas.DataFrame)
    assert polars.from_pandas(frame).height == len(pyarrow.Table.from_pandas(frame)) == len(frame) == 2


def test_what_a_trainer_logs():
    """`compute_metrics` of transformers' Trainer and `wandb.log` take a dict of plain floats."""
    flat = cs.score(records(GOLD), records(PREDICTED)).flat()
    assert flat["conll_f1"] == expected()["conll"].f1
    assert {type(value) for value in flat.values()} == {float}
