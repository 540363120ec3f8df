"""Objects of the real libraries: spaCy, Stanza, fastcoref, pandas, polars, datasets."""

import importlib
from importlib.util import find_spec

import pytest

import corefscope as cs

TEXT = "Ann saw her dog. She fed it."
WORDS = ["Ann", "saw", "her", "dog", ".", "She", "fed", "it", "."]
KEY = [[[0, 0], [2, 2], [5, 5]], [[2, 3], [7, 7]]]
RESPONSE = [[[0, 0], [2, 2]], [[2, 3], [7, 7]]]
RECORDS = [{"id": "d", "tokens": WORDS, "clusters": KEY}, {"id": "e", "tokens": ["Hm"], "clusters": []}]


def needs(library):
    return pytest.mark.skipif(find_spec(library) is None, reason=f"{library} is not installed: make integrations")


@pytest.fixture(scope="module")
def expected():
    return cs.score(KEY, RESPONSE).scores


def refusal(*sides, **options):
    with pytest.raises(cs.CorefscopeError) as caught:
        cs.score(*sides, **options)
    return str(caught.value)


@needs("spacy")
class TestSpacy:
    @pytest.fixture
    def nlp(self):
        return importlib.import_module("spacy").blank("en")

    def doc(self, nlp, clusters, text=TEXT, prefix="coref_clusters"):
        doc = nlp(text)
        for number, cluster in enumerate(clusters, 1):
            doc.spans[f"{prefix}_{number}"] = [doc[first : last + 1] for first, last in cluster]
        return doc

    def attribute(self, nlp, clusters, name="coref_clusters"):
        doc = nlp(TEXT)
        if not doc.has_extension(name):
            type(doc).set_extension(name, default=None)
        setattr(doc._, name, clusters)
        return doc

    def test_spans_are_compared_within_their_text(self, nlp, expected):
        key, response = self.doc(nlp, KEY), self.doc(nlp, RESPONSE)
        spans, others = ([list(doc.spans[name]) for name in doc.spans] for doc in (key, response))
        assert cs.score([set(each) for each in spans], map(iter, others)).scores == expected
        assert "equals nothing but itself" in refusal({"a": spans}, {"a": others})
        assert "equals nothing but itself" in refusal([[key[0], key[2]]], [[response[0], response[2]]])
        assert "no Span of the Doc" in refusal([spans[0], others[1]], others)
        assert "no Span of the Doc" in refusal([[*spans[0], (7, 7)]], others)

    def test_a_prefix_that_no_group_has(self, nlp):
        key = self.doc(nlp, KEY)
        assert "the Docs have the span groups coref_clusters_1, coref_clusters_2" in refusal(
            key, key, key_clusters="mine"
        )

    def test_two_prefixes_of_the_same_docs(self, nlp):
        """The response was read as the key, which scored 100."""
        doc = self.doc(nlp, KEY)
        doc.spans["mine_1"] = [doc[0:1], doc[3:4]]
        assert cs.score(doc, doc, key_clusters="coref_clusters", response_clusters="mine").f1["conll"] < 1

    def test_attributes_of_other_shapes(self, nlp):
        for wrong in (5, [["x"]], [[(0, "a")]], [[(0, 1, 2)]]):
            assert "not what fastcoref writes" in refusal(self.doc(nlp, KEY), self.attribute(nlp, wrong))
        found = cs.score(self.doc(nlp, KEY), self.attribute(nlp, [[(0, 3), None]]), response_clusters="fastcoref")
        assert [notice.code for notice in found.warnings] == ["mention-without-place"]

    def test_span_groups(self, nlp, expected):
        key, response = self.doc(nlp, KEY), self.doc(nlp, RESPONSE)
        assert cs.score(key, response).scores == cs.score([key], [response]).scores == expected
        assert cs.score({"tokens": WORDS, "clusters": KEY}, response).scores == expected
        scorer = cs.Scorer()
        scorer.update(key, response)
        assert scorer.result().scores == expected
        assert cs.score({"a": key}, {"a": response}).documents == ("a",)
        other = self.doc(nlp, RESPONSE, prefix="mine")
        assert cs.score(key, other, response_clusters="mine").scores == expected
        assert cs.score([key, key], [response, nlp(TEXT)]).system.documents == 2

    def test_clusters_of_spans(self, nlp, expected):
        """Spans of two Docs are never equal."""
        key, response = (
            [list(doc.spans[name]) for name in doc.spans] for doc in (self.doc(nlp, KEY), self.doc(nlp, RESPONSE))
        )
        assert cs.score(key, response).scores == expected
        scorer = cs.Scorer()
        scorer.update(key, response)
        assert scorer.result().scores == expected

    def test_fastcoref_writes_characters(self, nlp, expected):
        key = self.doc(nlp, KEY)
        fastcoref = self.attribute(nlp, [[(0, 3), (8, 11)], [(8, 15), (25, 27)]])
        assert cs.score(key, fastcoref).scores == expected
        assert cs.score(key, fastcoref, response_clusters="fastcoref").scores == expected
        both = self.attribute(nlp, [])
        for number, cluster in enumerate(RESPONSE, 1):
            both.spans[f"coref_clusters_{number}"] = [both[first : last + 1] for first, last in cluster]
        assert cs.score(key, both).scores == expected
        both._.coref_clusters = [[(0, 3)]]
        assert "both in span groups and in doc._.coref_clusters" in refusal(key, both)
        assert "a mention reaches from character 2 to 2" in refusal(key, self.attribute(nlp, [[(0, 1), (2, 2)]]))

    def test_different_texts_are_refused(self, nlp):
        key = self.doc(nlp, KEY)
        other = self.doc(nlp, [[[0, 0]]], text=TEXT.replace("her", "his"))
        assert "token 2 is 'his', in the key 'her'" in refusal(key, other)
        assert "has 4 tokens, the key 9 (first difference: token 3 is '.', in the key 'dog'" in refusal(
            key, self.doc(nlp, [[[0, 0]]], text="Ann saw her.")
        )
        records = {"tokens": [word.lower() for word in WORDS], "clusters": RESPONSE}
        assert cs.score(key, records).warnings[0].code == "different-words"

    def test_characters_within_tokens_are_counted(self, nlp):
        doc = self.attribute(nlp, [[(0, 2), (8, 15)]])
        found = cs.score(self.doc(nlp, KEY), doc, response_clusters="fastcoref")
        assert [(notice.code, notice.count) for notice in found.warnings] == [("widened-to-tokens", 1)]
        doc._.coref_clusters = [[(0, 300)], [(400, 500)]]
        assert "a mention reaches from character 400 to 500 of 28" in refusal(KEY, doc, response_clusters="fastcoref")

    def test_a_doc_without_clusters(self, nlp):
        doc = nlp(TEXT)
        doc.spans["people"] = [doc[0:1]]
        assert "no Doc has clusters (the Docs have the span groups people;" in refusal(self.doc(nlp, KEY), doc)
        assert cs.score(self.doc(nlp, KEY), nlp(TEXT), response_clusters="coref_clusters").f1["conll"] == 0

    def test_written_as_conll_and_corefud(self, nlp, tmp_path):
        doc = self.doc(nlp, KEY)
        for name in ("out.conll", "out.conllu"):
            cs.write(doc, tmp_path / name)
            assert cs.score(doc, tmp_path / name).f1["conll"] == 1


@needs("stanza")
class TestStanza:
    def document(self, mentions):
        from stanza.models.common.doc import Document
        from stanza.models.coref.coref_chain import CorefChain, CorefMention

        sentences = [
            [{"id": number, "text": word} for number, word in enumerate(part, 1)] for part in (WORDS[:5], WORDS[5:])
        ]
        document = Document(sentences, TEXT)
        document.coref = [
            CorefChain(number, [CorefMention(*each) for each in chain], "", 0) for number, chain in enumerate(mentions)
        ]
        return document

    def test_words(self, expected):
        key = self.document([[(0, 0, 1), (0, 2, 3), (1, 0, 1)], [(0, 2, 4), (1, 2, 3)]])
        response = self.document([[(0, 0, 1), (0, 2, 3)], [(0, 2, 4), (1, 2, 3)]])
        assert cs.score(key, response).scores == expected
        assert cs.read(key)[0].sentences == [(0, 5), (5, 9)]

    def test_zeros_are_empty_nodes(self, tmp_path):
        from stanza.models.common.doc import Word

        document = self.document([])
        for sentence, node in ((0, (3, 1)), (1, (0, 1)), (1, (0, 2))):
            word = Word(document.sentences[sentence], {"text": "_", "lemma": "_", "id": node})
            document.sentences[sentence]._empty_words.append(word)
        filled = self.document([])
        for one, two in zip(document.sentences, filled.sentences, strict=True):
            two._empty_words = one._empty_words
        from stanza.models.coref.coref_chain import CorefChain, CorefMention

        places = [(0, (3, 1), (3, 1)), (1, (0, 1), (0, 1)), (1, (0, 2), (0, 2)), (0, 0, 1)]
        filled.coref = [CorefChain(0, [CorefMention(*each) for each in places], "_", 3)]
        (found,) = cs.read(filled)
        assert sum(mention.start == mention.end for mention in found.entities[0]) == 3
        assert len(set(found.entities[0])) == 4
        cs.write(filled, tmp_path / "out.conllu")
        text = (tmp_path / "out.conllu").read_text(encoding="utf-8")
        assert [line.split("\t")[0] for line in text.splitlines() if "." in line.split("\t")[0][:4]] == [
            "3.1",
            "0.1",
            "0.2",
        ]
        assert cs.score(filled, tmp_path / "out.conllu").f1["mentions"] == 1

    def test_without_the_processor(self):
        document = self.document([])
        document._coref = None
        assert "has no coreference (run a pipeline with the processor coref)" in refusal(document, document)


@needs("fastcoref")
class TestFastcoref:
    def result(self, text, clusters):
        from fastcoref.modeling import CorefResult

        spans = {span: (number, span) for number, span in enumerate(span for each in clusters for span in each)}
        return CorefResult(text, clusters, spans, {}, None, 0)

    def test_running_text(self, expected, tmp_path):
        key = self.result(TEXT, [[(0, 3), (8, 11), (17, 20)], [(8, 15), (25, 27)]])
        response = self.result(TEXT, [[(0, 3), (8, 11)], [(8, 15), (25, 27)]])
        assert cs.score(key, response).scores == cs.score([key], [response]).scores == expected
        cs.convert(key, tmp_path / "out.conll")
        assert cs.score(tmp_path / "out.conll", key, align="characters").f1["conll"] == 1

    def test_words(self, expected):
        response = self.result(WORDS, [[(0, 1), (2, 3)], [(2, 4), (7, 8)]])
        assert cs.score({"tokens": WORDS, "clusters": KEY}, response).scores == expected

    def test_a_mention_without_place(self):
        result = self.result(TEXT, [[(0, 3), (8, 11)]])
        result.char_map[8, 11] = (1, None)
        codes = {notice.code for notice in cs.score(result, result).warnings}
        assert codes == {"mention-without-place", "identical-sides"}


@needs("pandas")
def test_pandas_frames(tmp_path):
    pandas = importlib.import_module("pandas")
    rows = {"document": ["a", "a", "b"], "mention": ["x", "y", "x"], "entity": ["1", "1", "2"]}
    frame = pandas.DataFrame(rows, index=[7, 8, 9])
    assert cs.score(frame, frame.astype("category")).f1["conll"] == 1
    assert cs.score(pandas.DataFrame(RECORDS), RECORDS).documents == ("d", "e")
    result = cs.score(KEY, RESPONSE, metrics=["muc", "conll"])
    table = result.to_frame()
    assert table.set_index("metric").loc["muc", "recall"] == result.recall["muc"]
    assert table.attrs["signature"] == result.signature
    assert len(cs.compare(KEY, {"a": RESPONSE, "b": KEY}, metrics="muc").to_frame()) == 3
    assert len(cs.errors(KEY, RESPONSE).to_frame()) >= 1


@needs("polars")
def test_polars_frames():
    polars = importlib.import_module("polars")
    rows = {"document": ["a", "a", "b"], "mention": ["x", "y", "x"], "entity": [1, 1, 2]}
    frame = polars.DataFrame(rows)
    assert cs.score(frame, frame.with_columns(polars.col("document").cast(polars.Categorical))).f1["conll"] == 1
    assert cs.score(polars.DataFrame(RECORDS), RECORDS).documents == ("d", "e")


@needs("datasets")
def test_hugging_face_datasets(tmp_path):
    datasets = importlib.import_module("datasets")
    data = datasets.Dataset.from_list(RECORDS)
    for given in (data, list(data), data.to_iterable_dataset(), data.to_pandas(), data.with_format("numpy")):
        assert cs.score(given, RECORDS).documents == ("d", "e")
        assert cs.score(RECORDS, given).f1["conll"] == 1
    assert "give one of them, such as data['train']" in refusal(datasets.DatasetDict({"train": data}), RECORDS)
    data.to_parquet(tmp_path / "data.parquet")
    assert cs.score(tmp_path / "data.parquet", data).f1["conll"] == 1


@needs("torch")
def test_torch_tensors():
    torch = importlib.import_module("torch")
    key = [torch.tensor(cluster) for cluster in KEY]
    assert cs.score(key, RESPONSE).scores == cs.score(KEY, RESPONSE).scores
    assert cs.score([list(each) for each in key], KEY).f1["conll"] == 1
    assert ".tolist() makes plain numbers of a tensor" in refusal([[torch.tensor(3)]], [[3]])


@needs("polars")
def test_a_lazy_frame_is_collected():
    polars = importlib.import_module("polars")
    frame = polars.DataFrame({"entity": [1, 1, 2], "mention": ["a", "b", "c"]})
    assert cs.score(frame.lazy(), frame).f1["muc"] == 1


@needs("pandas")
def test_an_index_with_names_holds_columns():
    pandas = importlib.import_module("pandas")
    rows = [("a", 0, 1, "x"), ("a", 3, 4, "x"), ("b", 0, 1, "y"), ("b", 3, 4, "y")]
    frame = pandas.DataFrame(rows, columns=["document", "start", "end", "entity"])
    indexed = frame.set_index("document")
    assert cs.score(indexed, frame).documents == ("a", "b")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("corefscope.formats.objects.shapes._arrow", lambda given: None)
        assert cs.score(indexed, frame).documents == ("a", "b")
    assert cs.score(frame.set_index(["document", "start", "end"])["entity"], frame).f1["muc"] == 1
