"""Random ECB+ folders with a list of sentences, beside the reader of Cattan et al. (2021).

COREFSCOPE_CATTAN names a checkout of ariecattan/coref; its get_ecb_data.py is run as it is, without spaCy.
"""

import importlib
import sys
from random import Random
from types import ModuleType

import pytest

import corefscope as cs
from corefscope.formats.load import read_corpus
from differential.peers import peer

TAGS = ("ACTION_OCCURRENCE", "NEG_ACTION_STATE", "HUMAN_PART_PER", "LOC_GEO")
LIST = "ECBplus_coreference_sentences.csv"
TOKENS, LENGTH = 30, 6  # of a document, of a sentence


@pytest.fixture
def theirs(monkeypatch):
    monkeypatch.syspath_prepend(peer("COREFSCOPE_CATTAN"))
    monkeypatch.setitem(sys.modules, "spacy", ModuleType("spacy"))
    return importlib.import_module("get_ecb_data")


def document(random, name, topic):
    """Mentions within sentences, some of them of instances that the topic shares."""
    tokens = "".join(
        f'<token t_id="{place + 1}" sentence="{place // LENGTH}" number="{place % LENGTH}">w{place}</token>'
        for place in range(TOKENS)
    )
    marked, pools = "", {True: [], False: []}
    for number, start in enumerate(sorted(random.sample(range(TOKENS), 12)), 1):
        tag, end = random.choice(TAGS), start + random.randrange(2)
        end = end if end // LENGTH == start // LENGTH else start
        anchors = "".join(f'<token_anchor t_id="{place + 1}"/>' for place in range(start, end + 1))
        marked += f'<{tag} m_id="{number}">{anchors}</{tag}>'
        pools[tag.startswith(("ACT", "NEG"))].append(number)
    relations = ""
    for instance in range(4):
        pool = pools[instance < 2]
        members = [number for number in pool if random.random() < 0.3]
        pools[instance < 2] = [number for number in pool if number not in members]
        target = 100 + instance
        marked += f'<X m_id="{target}" RELATED_TO="" TAG_DESCRIPTOR="x" instance_id="INS{topic}{instance}"/>'
        if members:
            sources = "".join(f'<source m_id="{number}"/>' for number in members)
            inside = f'{sources}<target m_id="{target}"/>'
            relations += f'<CROSS_DOC_COREF r_id="{5000 + instance}" note="x">{inside}</CROSS_DOC_COREF>'
    body = f"{tokens}<Markables>{marked}</Markables><Relations>{relations}</Relations>"
    return f'<?xml version="1.0"?><Document doc_name="{name}.xml">{body}</Document>'


@pytest.mark.parametrize("seed", range(5))
def test_mentions_of_listed_sentences(theirs, tmp_path, seed):
    random, rows = Random(seed), []
    for topic in ("36", "37"):
        folder = tmp_path / "ECB+" / topic
        folder.mkdir(parents=True)
        for number in ("1ecb", "2ecb", "1ecbplus"):
            (folder / f"{topic}_{number}.xml").write_text(document(random, f"{topic}_{number}", topic))
            rows += [(topic, number, str(each)) for each in range(TOKENS // LENGTH) if random.random() < 0.5]
    listed, expected = theirs.get_list_annotated_sentences(rows), {}
    for topic in ("36", "37"):
        _, *both = theirs.read_topic(str(tmp_path / "ECB+" / topic), listed.get(topic, {}))
        for mention in [each for mentions in both for each in mentions]:
            alone = mention["cluster_id"] >= 10**8
            entity = (mention["doc_id"], mention["m_id"]) if alone else mention["cluster_id"]
            place = mention["doc_id"].removesuffix(".xml"), tuple(token - 1 for token in mention["tokens_ids"])
            expected.setdefault(entity, []).append(place)
    whole = tmp_path / "whole.csv"
    cs.write(cs.read(tmp_path / "ECB+"), whole, lossy=True)
    path = tmp_path / LIST
    path.write_text("Topic,File,Sentence Number\n" + "".join(f"{','.join(row)}\n" for row in rows))
    corpus, entities = read_corpus(tmp_path / "ECB+"), {}
    for row in range(corpus.mention_count):
        place = corpus.names[corpus.document[row]], tuple(corpus.positions(row))
        entities.setdefault(corpus.entity_id[corpus.entity[row]], []).append(place)
    assert sorted(map(sorted, entities.values())) == sorted(map(sorted, expected.values()))
    result = cs.score(tmp_path / "ECB+", whole, scope="corpus", metrics=["mentions", "conll"], sentences=str(path))
    assert result.key.mentions == result.system.mentions == sum(map(len, expected.values()))
    assert set(result.f1.values()) == {1.0}
