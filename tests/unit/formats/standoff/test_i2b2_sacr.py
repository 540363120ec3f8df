"""i2b2's chains beside text and concepts, and SACR's braces."""

import pytest

import corefscope as cs
from corefscope.formats.load import read_corpus

TXT = "Mr. Dee  has pain .\n\nHe sleeps .\n"
CHAINS = 'c="mr. dee" 1:0 1:1||c="he" 3:0 3:0||t="coref person"\n'
CON = 'c="mr. dee" 1:0 1:1||t="person"\nc="pain" 1:3 1:3||t="problem"\nc="he" 3:0 3:0||t="person"\n'


@pytest.fixture(params=["beside", "folders"])
def record(request, tmp_path):
    files = {"chains": ("r.txt.chains", CHAINS), "concepts": ("r.txt.con", CON), "docs": ("r.txt", TXT)}
    for folder, (name, content) in files.items():
        path = tmp_path / (folder if request.param == "folders" else "all") / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(content, encoding="utf-8")
    return tmp_path / ("chains" if request.param == "folders" else "all") / "r.txt.chains"


def test_a_record(record):
    (document,) = cs.read(record)
    assert (document.name, document.words) == ("r", ["Mr.", "Dee", "has", "pain", ".", "He", "sleeps", "."])
    assert document.sentences == [(0, 5), (5, 8)]
    assert document.entities == [[(0, 2), (5, 6)], [(3, 4)]]
    assert document.entity_types == ["person", "problem"]
    corpus = read_corpus(record.parent)
    assert (corpus.names, corpus.notices) == (["r"], ())


def test_other_words_are_counted(record):
    record.write_text(CHAINS.replace("mr. dee", "mrs. dee"), encoding="utf-8")
    assert [notice.code for notice in read_corpus(record).notices] == ["text-differs"]


def test_empty_files_annotate_nothing(record):
    expected = [[mention] for mention in ((0, 2), (3, 4), (5, 6))]
    record.write_text("", encoding="utf-8")
    assert cs.read(record)[0].entities == expected
    concepts = next(record.parents[1].rglob("r.txt.con"))
    concepts.write_text("\n", encoding="utf-8")
    assert cs.read(record)[0].entities == []
    record.write_text(CHAINS, encoding="utf-8")
    assert cs.read(record)[0].entities == [[(0, 2), (5, 6)]]


def test_without_the_text(tmp_path):
    (tmp_path / "r.txt.chains").write_text(CHAINS, encoding="utf-8")
    with pytest.raises(cs.CorefscopeError, match=r"the annotated text is missing \(looked for r.txt"):
        cs.read(tmp_path / "r.txt.chains")


SACR = """#title:A tale

#textid:tale

{Peasant:function="s subject",head="1" A Peasant} saw {Eagle {Peasant:head=0 his} eagle in {M3 a
trap}}.

*****
#COLOR:Peasant=hsl(25, 100%, 80%)
"""


def test_sacr(read_text):
    (document,) = read_text(SACR, "tale.sacr")
    assert (document.name, document.unit) == ("tale", "characters")
    found = {
        name: [document.text_of(m) for m in entity]
        for name, entity in zip(document.entity_ids, document.entities, strict=True)
    }
    assert found == {"Peasant": ["A Peasant", "his"], "M3": ["a\ntrap"], "Eagle": ["his eagle in a\ntrap"]}
    assert "COLOR" not in document.raw_text


def test_braces_alone_are_known_by_the_ending(read_text):
    assert read_text("{one {one His} head} hurts.\n", "simple.sacr")[0].entities == [[(0, 3), (0, 8)]]
    with pytest.raises(cs.CorefscopeError, match="no format that corefscope knows"):
        read_text("{one {one His} head} hurts.\n", "simple.txt")


def test_mentions_in_comments_of_sacr_are_counted(put):
    text = "#title: {no mention\n{A Ann} saw {B her dog}.\n# {A She} likes {B it}.\n\n***** {A:x=1 Ann}\n#{}\n"
    (warning,) = read_corpus(put(text, "tale.sacr")).notices
    assert (warning.code, warning.count) == ("comment-ignored", 2)
    assert warning.places[0].endswith("tale.sacr:3: a line that begins with # has a mention")


def test_sacr_meets_tokens_by_characters(put):
    key = put(
        '{"sentences": [["A", "Peasant", "saw", "his", "eagle", "."]], "clusters": [[[0, 1], [3, 3]]]}', "key.json"
    )
    response = put('{Peasant:head="1" A Peasant} saw {Peasant:head="0" his} eagle.\n', "response.sacr")
    assert cs.score(key, response, align="characters").f1["conll"] == 1
