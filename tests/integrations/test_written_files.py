"""Files that the real libraries write: Stanza's CoNLL-U and JSON say the same as its Documents."""

import importlib
import json
from importlib.util import find_spec

import pytest

import corefscope as cs
from corefscope.formats.load import read_corpus

pytestmark = pytest.mark.skipif(find_spec("stanza") is None, reason="stanza is not installed: make integrations")


@pytest.fixture
def doc():
    """A token of two words, an empty node that is a mention, and a mention within another of its chain."""
    common = importlib.import_module("stanza.models.common.doc")
    chains = importlib.import_module("stanza.models.coref.coref_chain")
    first = [{"id": (number,), "text": word} for number, word in enumerate(["Ann", "parle", "de", "le", "chien"], 1)]
    first.insert(2, {"id": (3, 4), "text": "du"})
    second = [{"id": (number,), "text": word, "upos": "X"} for number, word in enumerate(["Elle", "l'", "aime"], 1)]
    made = common.Document([first, second], empty_sentences=[[], [{"id": (2, 1), "text": "_", "lemma": "_"}]])
    mention = chains.CorefMention
    made.coref = [
        chains.CorefChain(0, [mention(0, 0, 1), mention(1, 0, 1), mention(1, (2, 1), (2, 1))], "Ann", 0),
        chains.CorefChain(1, [mention(0, 3, 5), mention(0, 4, 5), mention(1, 1, 2)], "le chien", 0),
    ]
    return made


def said(document):
    return document.words, document.sentences, dict(zip(document.entity_ids, document.entities, strict=True))


def test_conllu_and_json_say_what_the_document_says(doc, tmp_path):
    common = importlib.import_module("stanza.models.common.doc")
    conll = importlib.import_module("stanza.utils.conll").CoNLL
    conll.write_doc2conll(doc, str(tmp_path / "tale.conllu"))
    (tmp_path / "tale.json").write_text(json.dumps(doc.to_dict(), cls=common.DocJSONEncoder), encoding="utf-8")
    (tmp_path / "text.json").write_text(str(doc), encoding="utf-8")
    (conllu,) = cs.read(tmp_path / "tale.conllu")
    for name in ("tale.json", "text.json"):
        assert said(cs.read(tmp_path / name)[0]) == said(conllu)
    assert conllu.words == [word.text for sentence in doc.sentences for word in sentence.words]
    assert cs.score(doc, tmp_path / "tale.conllu").f1["conll"] == 1
    assert cs.score(doc, doc.to_dict()).f1["conll"] == 1
    assert {file.format for name in ("tale.conllu", "tale.json") for file in read_corpus(tmp_path / name).files} == {
        "stanza",
        "stanza-json",
    }
