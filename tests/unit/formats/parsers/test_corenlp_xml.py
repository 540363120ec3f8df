"""CoreNLP's XML: words, layers, heads; the same as its JSON of one text."""

import json

import pytest

import corefscope as cs

XML = """<?xml version="1.0" encoding="UTF-8"?>
<?xml-stylesheet href="CoreNLP-to-HTML.xsl" type="text/xsl"?>
<root>
  <document>
    <docId>tale</docId>
    <sentences>
      <sentence id="1">
        <tokens>
          <token id="1"><word>Ann</word><lemma>Ann</lemma><POS>NNP</POS><NER>PERSON</NER></token>
          <token id="2"><word>-LRB-</word><lemma>-lrb-</lemma><POS>-LRB-</POS><NER>O</NER></token>
          <token id="3"><word>sleeps</word><lemma>sleep</lemma><POS>VBZ</POS><NER>O</NER></token>
        </tokens>
        <dependencies type="basic-dependencies">
          <dep type="root"><governor idx="0">ROOT</governor><dependent idx="3">sleeps</dependent></dep>
          <dep type="nsubj"><governor idx="3">sleeps</governor><dependent idx="1">Ann</dependent></dep>
        </dependencies>
        <dependencies type="enhanced-dependencies">
          <dep type="x"><governor idx="1">Ann</governor><dependent idx="3">sleeps</dependent></dep>
        </dependencies>
      </sentence>
      <sentence id="2">
        <tokens><token id="1"><word>She</word></token><token id="2"><word>too</word></token></tokens>
      </sentence>
    </sentences>
    <coreference>
      <coreference>
        <mention representative="true">
          <sentence>1</sentence><start>1</start><end>3</end><head>1</head><text>Ann -LRB-</text>
        </mention>
        <mention><sentence>2</sentence><start>1</start><end>2</end><head>1</head><text>She</text></mention>
      </coreference>
    </coreference>
  </document>
</root>
"""
MENTIONS = [
    {"type": "PROPER", "sentNum": 1, "startIndex": 1, "endIndex": 3, "headIndex": 1},
    {"type": "PRONOMINAL", "sentNum": 2, "startIndex": 1, "endIndex": 2, "headIndex": 1},
]
FIRST = [("Ann", "Ann", "NNP", "PERSON"), ("-LRB-", "-lrb-", "-LRB-", "O"), ("sleeps", "sleep", "VBZ", "O")]
JSON = {
    "docId": "tale",
    "sentences": [
        {
            "tokens": [dict(zip(("word", "lemma", "pos", "ner"), each, strict=True)) for each in FIRST],
            "basicDependencies": [
                {"dep": "ROOT", "governor": 0, "dependent": 3},
                {"dep": "nsubj", "governor": 3, "dependent": 1},
            ],
        },
        {"tokens": [{"word": "She"}, {"word": "too"}]},
    ],
    "corefs": {"4": MENTIONS},
}


@pytest.mark.parametrize(("name", "text"), [("tale.xml", XML), ("tale.json", json.dumps(JSON, indent=2))])
def test_one_document(read_text, name, text):
    (document,) = read_text(text, name)
    assert (document.name, document.words) == ("tale", ["Ann", "(", "sleeps", "She", "too"])
    assert document.sentences == [(0, 3), (3, 5)]
    assert document.entities == [[(0, 2), (3, 4)]]
    assert [mention.head for mention in document.entities[0]] == [0, 3]
    assert document.layer("head") == ["2", "", "", "", ""]
    assert document.layer("pos") == ["NNP", "-LRB-", "VBZ", "", ""]
    assert document.layer("named_entity") == ["PERSON", "O", "O", "", ""]


def test_only_json_has_types(read_text):
    types = [mention.type for mention in read_text(json.dumps(JSON), "types.json")[0].entities[0]]
    assert types == ["name", "pronoun"]


def test_without_coreference(warnings_of):
    assert warnings_of(XML[: XML.index("    <coreference>")] + "</document></root>", "plain.xml") == {
        "no coreference": 1
    }


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("<{}mention", "<{}mentions", "<mentions> (expected <mention>)"),
        ("      <{}coreference>", "      <{}chain>", "<chain> (expected <coreference>)"),
    ],
)
def test_an_unknown_element_would_lose_mentions(read_text, old, new, said):
    text = XML
    for mark in ("", "/"):
        text = text.replace(old.format(mark), new.format(mark))
    with pytest.raises(cs.CorefscopeError) as caught:
        read_text(text, "unknown.xml")
    assert said in str(caught.value)


def test_a_bomb_is_refused(read_text):
    with pytest.raises(cs.CorefscopeError, match="declarations"):
        read_text(XML.replace("<root>", '<!DOCTYPE root [<!ENTITY a "b">]><root>', 1), "bomb.xml", format="corenlp-xml")


def test_text_of_a_folder_is_no_document(tmp_path):
    (tmp_path / "a.txt.xml").write_text(XML, encoding="utf-8")
    (tmp_path / "a.txt").write_text("Ann ( sleeps. She too", encoding="utf-8")
    assert [document.name for document in cs.read(tmp_path)] == ["tale"]
