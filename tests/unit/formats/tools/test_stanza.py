"""Stanza's CoNLL-U and JSON: chains, zeros, words of several tokens, and files that are CorefUD too."""

import json

import pytest

import corefscope as cs
from corefscope.model import empty_position

# As Stanza 1.15 writes a Document of two sentences: a token of two words, an empty node, a mention within another.
CONLLU = """\
# sent_id = 0
1	Ann	ann	PROPN	NNP	_	2	nsubj	_	start_char=0|end_char=3|ner=S-PERSON|coref_chains=unit-repr-id0
2	parle	_	_	_	_	0	root	_	_
3-4	du	_	_	_	_	_	_	_	start_char=10|end_char=12
3	de	_	_	_	_	5	case	_	_
4	le	_	_	_	_	5	det	_	coref_chains=start-repr-id1
5	chien	_	_	_	_	2	obl	_	coref_chains=end-repr-id1,unit-id1

# sent_id = 1
1	Elle	elle	PRON	_	_	2	nsubj	_	coref_chains=unit-id0
2	rit	rit	VERB	_	_	0	root	_	_
2.1	_	_	_	_	_	_	_	_	coref_chains=unit-id0

"""
WORDS = ["Ann", "parle", "de", "le", "chien", "Elle", "rit"]
ZERO = empty_position(7, 1)
ENTITIES = {"0": [(0, 1), (5, 6), (7, 7, (ZERO,))], "1": [(3, 5), (4, 5)]}


def chains(*items):
    return [
        {"index": int(item[-1]), "representative_text": "x"} | dict.fromkeys(item.split("-")[:-1], True)
        for item in items
    ]


UNIT = "is_start-is_end-{}"
SENTENCES = [
    [
        {"id": 1, "text": "Ann", "lemma": "ann", "upos": "PROPN", "head": 2, "coref_chains": chains(UNIT.format(0))},
        {"id": 2, "text": "parle", "head": 0, "coref_chains": []},
        {"id": [3, 4], "text": "du", "start_char": 10},
        {"id": 3, "text": "de", "head": 5, "coref_chains": []},
        {"id": [4], "text": "le", "head": 5, "coref_chains": chains("is_start-is_representative-1")},
        {"id": 5, "text": "chien", "head": 2, "coref_chains": chains("is_end-is_representative-1", UNIT.format(1))},
    ],
    [
        {"id": 1, "text": "Elle", "head": 2, "coref_chains": chains(UNIT.format(0))},
        {"id": 2, "text": "rit", "head": 0, "coref_chains": []},
        {"id": [2, 1], "text": "_", "coref_chains": chains(UNIT.format(0))},
    ],
]
FORMS = {
    "text.conllu": CONLLU,
    "old.conllu": CONLLU.replace("|ner=S-PERSON|coref_chains=", "|ner=").replace("coref_chains=", "ner="),
    "windows.conllu": CONLLU.replace("\n", "\r\n"),
    "text.json": json.dumps(SENTENCES),
    "pretty.json": json.dumps(SENTENCES, indent=2, ensure_ascii=False),
}


@pytest.mark.parametrize("name", FORMS)
def test_one_document(read_text, name):
    (document,) = read_text(FORMS[name], name)
    assert document.words == WORDS
    assert document.sentences == [(0, 5), (5, 7)]
    assert dict(zip(document.entity_ids, document.entities, strict=True)) == ENTITIES
    assert document.layer("head") == ["1", "", "4", "4", "1", "6", ""]


class Attachment:
    """As Stanza's CorefAttachment, which `to_dict` leaves in its dicts."""

    def __init__(self, fields):
        self.fields = fields

    def to_json(self):
        return self.fields


@pytest.mark.parametrize("made", [dict, Attachment])
def test_dicts_in_memory(put, made):
    sentences = json.loads(json.dumps(SENTENCES))
    for word in (word for sentence in sentences for word in sentence if "coref_chains" in word):
        word["coref_chains"] = [made(each) for each in word["coref_chains"]]
    assert cs.score(put(CONLLU, "key.conllu"), sentences).f1["conll"] == 1
    with pytest.raises(cs.CorefscopeError, match="to_dict"):
        cs.score(put(CONLLU, "key.conllu"), [[{"id": 1, "text": "a", "coref_chains": object()}]])


def test_mentions_of_one_chain_that_meet_at_a_word(only):
    """The end of one and the start of another are no mention of one word, in whichever order they are written."""
    rows = ["start-id0", "start-id0,end-id0", "end-id0"]
    text = "".join(f"{n}\tw\t_\t_\t_\t_\t0\tdep\t_\tcoref_chains={row}\n" for n, row in enumerate(rows, 1))
    assert only(text, "meet.conllu") == {"0": [(0, 2), (1, 3)]}


def test_the_entities_of_corefud_are_asked_for(put):
    text = CONLLU.replace("# sent_id = 0", "# global.Entity = eid-etype-head-other\n# sent_id = 0")
    path = put(
        text.replace("coref_chains=unit-repr-id0", "Entity=(e1-person-1-)|coref_chains=unit-repr-id0"), "both.conllu"
    )
    with pytest.raises(cs.CorefscopeError, match="the file could be corefud or stanza"):
        cs.read(path)
    assert cs.read(path, format="corefud")[0].entities == [[(0, 1)]]
    assert cs.read(path, format="stanza")[0].entities == list(ENTITIES.values())


def test_chains_behind_what_is_looked_at(put):
    """Without a sign of Stanza at the beginning the file is CorefUD without entities, and that is never scored."""
    plain = "1\tw\t_\tNOUN\t_\t_\t0\troot\t_\t_\n\n" * 20000
    path = put(f"{plain}{CONLLU}", "late.conllu")
    with pytest.raises(cs.CorefscopeError) as caught:
        cs.read(path)
    assert str(caught.value).endswith(
        ":40002: coref_chains= is Stanza's notation, not CorefUD's (read it with format='stanza')"
    )
    assert len(cs.read(path, format="stanza")[0].entities) == 2


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("plain.conllu", "1\tw\t_\t_\t_\t_\t0\troot\t_\tstart_char=0|end_char=1|ner=S-PERSON\n"),
        ("plain.json", '[[{"id": 1, "text": "w"}]]'),
    ],
)
def test_without_chains(warnings_of, name, text):
    assert warnings_of(text, name) == {"no coreference": 1}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[[{"id": 1, "text": 5}]]', "expected 'str', got 'int' in [0][0].text (doc.to_dict() gives"),
        ('[[{"id": 1, "text": "w"}, {"id": 1, "text": "w"}]]', "unexpected id 1 after word 1 of sentence 1"),
        ('[[{"id": 1, "text": "w"', "not valid JSON"),
        (
            '[[{"id": 1, "text": "w", "coref_chains": [{"index": 0, "is_start": true}]}]]',
            "chain 0 starts and never ends",
        ),
    ],
)
def test_json_that_cannot_be_read(read_text, text, said):
    with pytest.raises(cs.CorefscopeError) as caught:
        read_text(text, "wrong.json")
    assert said in str(caught.value)
