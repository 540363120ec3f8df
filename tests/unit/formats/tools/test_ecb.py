"""ECB+: entities across documents, events apart from entities, and the list of annotated sentences."""

import pytest

import corefscope as cs
from corefscope.formats.load import read_corpus

NAMES = ("1_1ecb", "1_1ecbplus", "2_1ecb")


def document(name, instance="ACT7", shared="CROSS_DOC_COREF"):
    """Two sentences; an event of two mentions, one of them with a gap, a person, and a chain of this document only."""
    tokens = ["Ann", "set", "it", "up", ".", "She", "slept"]
    rows = [f'<token t_id="{n}" sentence="{n // 6}" number="0">{word}</token>' for n, word in enumerate(tokens, 1)]
    anchors = {"1": ("HUMAN_PART_PER", [1]), "2": ("ACTION_OCCURRENCE", [2, 4]), "3": ("NEG_ACTION_STATE", [7])}
    anchors |= {"4": ("HUMAN_PART_PER", [6]), "5": ("LOC_GEO", [3])}
    marks = [
        f'<{tag} m_id="{m}">' + "".join(f'<token_anchor t_id="{t}"/>' for t in tokens) + f"</{tag}>"
        for m, (tag, tokens) in anchors.items()
    ]
    marks.append(f'<ACTION_OCCURRENCE m_id="9" RELATED_TO="" TAG_DESCRIPTOR="t" instance_id="{instance}" />')
    marks.append('<HUMAN_PART_PER m_id="10" RELATED_TO="" TAG_DESCRIPTOR="t" />')
    relations = [
        f'<{shared} r_id="5" note="{instance}"><source m_id="2" /><source m_id="3" /><target m_id="9" /></{shared}>',
        '<INTRA_DOC_COREF r_id="5"><source m_id="1" /><source m_id="4" /><target m_id="10" /></INTRA_DOC_COREF>',
    ]
    body = "\n".join([*rows, "<Markables>", *marks, "</Markables>", "<Relations>", *relations, "</Relations>"])
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<Document doc_name="{name}.xml" doc_id="DOC1">\n{body}\n</Document>\n'
    )


@pytest.fixture
def corpus(tmp_path):
    for name in NAMES:
        folder = tmp_path / "ECB+" / name.partition("_")[0]
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}.xml").write_text(document(name), encoding="utf-8")
    return tmp_path / "ECB+"


def select(corpus, *sentences):
    rows = [f"{name.partition('_')[0]},{name.partition('_')[2]},{number}" for name, number in sentences]
    path = corpus.parent / "ECBplus_coreference_sentences.csv"
    path.write_text("\n".join(["Topic,File,Sentence Number", *rows]) + "\n", encoding="utf-8")
    return path


def test_a_document(corpus):
    (first, *_) = cs.read(corpus / "1")
    assert (first.name, first.groups) == ("1_1ecb", {"topic": "1", "subtopic": "1_ecb"})
    assert first.words == ["Ann", "set", "it", "up", ".", "She", "slept"]
    assert first.sentences == [(0, 5), (5, 7)]
    entities = dict(zip(first.entity_ids, zip(first.entities, first.entity_types, strict=True), strict=True))
    assert entities == {
        "1_1ecb:entity 5": ([(0, 1), (5, 6)], "HUMAN"),
        "ACT7": ([(1, 4, (1, 3)), (6, 7)], "ACTION"),
        "1_1ecb:5": ([(2, 3)], "LOC"),
    }


@pytest.mark.parametrize(("field", "mentions"), [("events", 6), ("entities", 9), (None, 15)])
def test_events_and_entities_apart(corpus, field, mentions):
    assert sum(each.mention_count for each in cs.read(corpus, clusters=field)) == mentions
    result = cs.score(corpus, corpus, key_clusters=field, response_clusters=field, by="entity-type")
    assert result.f1["conll"] == 1


def test_another_field_is_refused(corpus):
    with pytest.raises(cs.CorefscopeError, match=r"ECB\+ has no field 'people'"):
        cs.read(corpus, clusters="people")


def test_entities_are_shared_by_documents(corpus, tmp_path):
    """A response that links nothing across documents is perfect in each of them, and not in the corpus."""
    for name in NAMES:
        folder = tmp_path / "apart"
        folder.mkdir(exist_ok=True)
        (folder / f"{name}.xml").write_text(document(name, instance=f"ACT{NAMES.index(name)}"), encoding="utf-8")
    found = {
        scope: cs.score(corpus, tmp_path / "apart", scope=scope, metrics=["muc"], key_clusters="events").scores["muc"]
        for scope in ("document", "topic", "subtopic", "corpus")
    }
    assert found["document"].recall == found["subtopic"].recall == 1
    # Of topic 1 three links join four mentions, and the response has two; topic 2 has one. Of the corpus: 3 of 5.
    assert found["topic"].recall == pytest.approx(3 / 4)
    assert found["corpus"].recall == pytest.approx(3 / 5)


def test_only_selected_sentences_count(corpus):
    path = select(corpus, ("1_1ecb", 0), ("1_1ecbplus", 1), ("2_1ecb", 0), ("2_1ecb", 1))
    found = read_corpus(corpus)
    assert [each.mention_count for each in found.documents()] == [3, 2, 5]
    (notice,) = found.notices
    assert (notice.code, notice.count) == ("sentence-not-selected", 5)
    assert "ECBplus_coreference_sentences.csv" in str(notice)
    files = [file.path for file in found.files]
    assert len(files) == len(NAMES) + 1
    assert files.count(str(path)) == 1
    assert [each.mention_count for each in cs.read(corpus.parent)] == [3, 2, 5]


def test_a_response_in_another_format_is_cut_to_the_same_sentences(corpus, tmp_path):
    """A perfect response over whole texts: without --sentences what it finds elsewhere counts against it."""
    cs.write(cs.read(corpus), tmp_path / "whole.conllu", lossy=True)
    path = select(corpus, ("1_1ecb", 0), ("1_1ecbplus", 1), ("2_1ecb", 0))
    found = cs.score(corpus, tmp_path / "whole.conllu", metrics="mentions")
    assert (found.recall["mentions"], found.precision["mentions"]) == (1, 8 / 15)
    assert "sentences-of-key-only" in [notice.code for notice in found.system.warnings]
    both = cs.score(corpus, tmp_path / "whole.conllu", metrics="mentions", sentences=str(path))
    assert (both.recall["mentions"], both.precision["mentions"]) == (1, 1)
    assert "sentences-of-key-only" not in [notice.code for notice in both.system.warnings]


def test_what_is_no_mention_is_counted(put):
    text = document("1_1ecb").replace(
        '<LOC_GEO m_id="5"><token_anchor t_id="3"/></LOC_GEO>', '<LOC_GEO m_id="5"></LOC_GEO>'
    )
    text = text.replace("</Relations>", '<TLINK r_id="8"><source m_id="1"/></TLINK></Relations>')
    notices = read_corpus(put(text, "1_1ecb.xml")).notices
    assert sorted(notice.code for notice in notices) == ["unknown-relation", "without-text"]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('<token_anchor t_id="3"/>', '<tok_anchor t_id="3"/>', "<tok_anchor> (expected <token_anchor>)"),
        ("Markables>", "Markabls>", "<Markabls> (expected <token> or <Markables> or <Relations>)"),
        ("<source m_id", "<sorce m_id", "<sorce> (expected <source> or <target>)"),
        ("Relations>", "Relation>", "<Relation> (expected <token> or <Markables> or <Relations>)"),
    ],
)
def test_an_unknown_element_would_lose_mentions(put, old, new, said):
    text = document("1_1ecb")
    assert old in text
    with pytest.raises(cs.CorefscopeError) as caught:
        cs.read(put(text.replace(old, new), "1_1ecb.xml"))
    assert f"there is an element {said}" in str(caught.value)
