"""LitBank's rows beside their text: every kind of row, what is wrong with its place, and the published corpus."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import corefscope as cs
from corefscope import Mention
from corefscope.formats.load import read_corpus
from corefscope.model import Relation
from support.inputs.damage import outcomes

TEXT = "The miller of Dee was Jacob , a baker .\n\nHe sang in the old mill .\nJacob slept .\n"
ROWS = """\
MENTION	T1	0	0	0	3	The miller of Dee	PER	NOM
MENTION	T2	0	3	0	3	Dee	GPE	PROP
MENTION	T3	0	5	0	5	Jacob	PER	PROP
MENTION	T4	0	7	0	8	a baker	PER	NOM
MENTION	T5	2	0	2	0	He	PER	PRON
MENTION	T6	2	3	2	5	the old mill	FAC	NOM
MENTION	T7	3	0	3	0	Jacob	PER	PROP
COREF	T1	Jacob-1
COREF	T2	Dee-2
COP	T3	T1
APPOS	T4	T3
COREF	T5	Jacob-1
COREF	T6	mill-9
COREF	T7	Jacob-1
"""


@pytest.fixture
def read_rows(tmp_path):
    """Reads rows beside a text as a Corpus."""

    def read(rows=ROWS, text=TEXT, name="song_brat"):
        path = tmp_path / f"{name}.ann"
        path.write_bytes(rows if isinstance(rows, bytes) else rows.encode())
        if text is not None:
            (tmp_path / f"{name}.txt").write_bytes(text if isinstance(text, bytes) else text.encode())
        return read_corpus(path)

    return read


@pytest.fixture
def document(read_rows):
    return read_rows().documents()[0]


def test_words_sentences_and_name(document):
    assert document.name == "song_brat"
    assert document.words == TEXT.split()
    assert document.sentences == [(0, 10), (10, 17), (17, 20)]


def test_mentions_are_counted_in_the_document_and_include_their_last_word(document):
    entities = dict(zip(document.entity_ids, document.entities, strict=True))
    assert entities["Jacob-1"] == [Mention(0, 4), Mention(10, 11), Mention(17, 18)]
    assert [document.text_of(mention) for mention in entities["mill-9"]] == ["the old mill"]


def test_types(document):
    entities = dict(zip(document.entity_ids, document.entities, strict=True))
    assert [mention.type for mention in entities["Jacob-1"]] == ["nominal", "pronoun", "name"]
    assert dict(zip(document.entity_ids, document.entity_types, strict=True)) == {
        "Jacob-1": "PER",
        "Dee-2": "GPE",
        "mill-9": "FAC",
        "T3": "PER",
        "T4": "PER",
    }


def test_attributes_of_copulas_and_appositions_are_alone_and_related(read_rows):
    corpus = read_rows()
    (document,) = corpus.documents()
    assert document.entities[document.entity_ids.index("T4")] == [Mention(7, 9)]
    assert document.relations == [
        Relation("copula", "Jacob-1", "T3", "Jacob"),
        Relation("apposition", "T3", "T4", "a baker"),
    ]
    assert corpus.notices == ()


def test_a_mention_that_no_row_explains_is_alone_and_said(read_rows):
    corpus = read_rows(ROWS.replace("COREF\tT2\tDee-2\n", ""))
    assert corpus.entity_count == 5
    (notice,) = corpus.notices
    assert str(notice).endswith("song_brat.ann:2: T2 'Dee' is read as a singleton")
    assert notice.kind == "mention without an entity"


def test_rows_may_come_in_any_order_and_with_windows_line_ends(read_rows, document):
    rows = "\r\n".join(reversed(ROWS.split("\n"))) + "\r\n\r\n"
    (found,) = read_rows(rows, TEXT.replace("\n", "\r\n"), "other").documents()
    assert sorted(found.entities) == sorted(document.entities)
    assert (found.words, found.sentences) == (document.words, document.sentences)


def test_a_mention_may_cross_sentences(read_rows):
    (document,) = read_rows("MENTION\tT1\t2\t6\t3\t0\t. Jacob\tPER\tPROP\nCOREF\tT1\tx\n").documents()
    assert document.entities == [[Mention(16, 18)]]


def test_a_text_that_differs_is_counted(read_rows):
    corpus = read_rows(ROWS.replace("the old mill\tFAC", "the mill\tFAC"))
    (notice,) = corpus.notices
    assert "text differs: " in str(notice)
    assert "song_brat.ann:6: T6 is 'the mill' here and 'the old mill' in the text" in str(notice)
    assert corpus.mention_count == 7


def test_unknown_and_mixed_types_are_counted(read_rows):
    corpus = read_rows(ROWS.replace("He\tPER\tPRON", "He\tFAC\tXYZ"))
    assert {notice.kind: notice.count for notice in corpus.notices} == {
        "unknown mention type": 1,
        "entity of several types": 1,
    }
    (document,) = corpus.documents()
    assert [mention.type for mention in document.entities[0]] == ["nominal", None, "name"]
    assert document.entity_types[0] == "PER"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("MENTION\tT2", "MENTION\tT1", "ann:2: the mention T1 occurs twice (first in line 1)"),
        ("COREF\tT5", "COREF\tT8", "ann:12: there is no MENTION row of 'T8'"),
        ("COP\tT3\tT1", "COP\tT3\tT99", "ann:10: there is no MENTION row of 'T99'"),
        ("APPOS\tT4", "OTHER\tT4", "ann:11: no row begins with 'OTHER' (rows: MENTION, COREF, COP, APPOS)"),
        ("\tmill-9", "", "ann:13: the COREF row has 2 columns, not 3"),
        ("\tFAC\tNOM", "\tFAC", "ann:6: the MENTION row has 8 columns, not 9"),
        ("2\t3\t2\t5", "2\t3\t2\t7", "ann:6: T6 lies outside the text: there is no sentence 2, word 7"),
        ("2\t3\t2\t5", "9\t3\t9\t5", "ann:6: T6 lies outside the text: there is no sentence 9, word 3"),
        ("2\t3\t2\t5", "1\t0\t1\t0", "ann:6: T6 lies outside the text: there is no sentence 1, word 0"),
        ("2\t3\t2\t5", "2\t5\t2\t3", "ann:6: T6 ends before it starts"),
        ("2\t3\t2\t5", "2\t-3\t2\t5", "ann:6: T6 lies at '2 -3 2 5' (four numbers from 0: sentence, word, twice)"),
        ("2\t3\t2\t5", "2\t" + "9" * 5000 + "\t2\t5", "ann:6: T6 lies at '2 999"),
    ],
)
def test_errors_have_a_place(read_rows, old, new, message):
    assert old in ROWS
    with pytest.raises(cs.CorefscopeError) as error:
        read_rows(ROWS.replace(old, new, 1))
    assert message in str(error.value)


def test_a_missing_text_is_named(read_rows, tmp_path):
    with pytest.raises(cs.CorefscopeError) as error:
        read_rows(text=None)
    assert str(error.value) == (
        f"{tmp_path / 'song_brat.ann'}: the annotated text is missing (looked for {tmp_path / 'song_brat.txt'})"
    )


def test_a_text_that_is_not_utf_8_is_named(read_rows):
    with pytest.raises(cs.CorefscopeError, match=r"song_brat\.txt:2: the file is not UTF-8"):
        read_rows(text=b"The miller\nof \xff Dee\n")


def test_it_pairs_with_the_conll_file_of_the_same_document(read_rows, tmp_path):
    (document,) = read_rows().documents()
    document.name = "(song_brat); part 0"
    cs.write([document], tmp_path / "song_brat.conll", lossy=True)
    result = cs.score(tmp_path / "song_brat.conll", tmp_path / "song_brat.ann", metrics=["mentions", "b3"])
    assert set(result.f1.values()) == {1}


def test_a_folder_of_rows_and_texts(read_rows, tmp_path):
    read_rows(name="one")
    read_rows(name="two")
    assert [document.name for document in cs.read(tmp_path)] == ["one", "two"]


def test_damaged_rows(read_rows):
    counts = outcomes(ROWS.encode(), lambda rows: read_rows(rows).documents(), b"\t\n 0123456789TMECORF-\xff")
    assert min(counts.values()) > 20, counts


def test_damaged_texts(read_rows):
    counts = outcomes(TEXT.encode(), lambda text: read_rows(text=text).documents(), b" \n\r\xff\xc3", cases=200)
    assert min(counts.values()) > 20, counts


def data_folder():
    data = os.environ.get("COREFSCOPE_DATA")
    if not data:
        pytest.skip("COREFSCOPE_DATA is not set to a folder with litbank/tsv and litbank/conll")
    return Path(data) / "litbank"


def spans(document):
    return sorted(sorted((mention.start, mention.end) for mention in entity) for entity in document.entities)


def test_the_published_rows_are_what_the_published_conll_files_say():
    folder = data_folder()
    files = sorted((folder / "tsv").glob("*.ann"))
    assert files
    for path in files:
        corpus = read_corpus(path)
        (document,), (other,) = corpus.documents(), cs.read(folder / "conll" / f"{path.stem}.conll")
        assert (spans(document), document.words, document.sentences) == (spans(other), other.words, other.sentences)
        lines = path.read_text(encoding="utf-8").splitlines()
        assert document.mention_count == sum(line.startswith("MENTION") for line in lines), path
        assert len(document.relations) == sum(line.startswith(("COP", "APPOS")) for line in lines), path
        assert corpus.notices == ()
        assert all(mention.type for entity in document.entities for mention in entity)


def test_blanks_around_the_id_of_an_entity_mean_nothing(read_rows):
    """A blank behind one of them would split an entity in silence; one beyond ASCII is part of the id."""
    (whole,) = read_rows().documents()
    (spaced,) = read_rows(ROWS.replace("COREF\tT5\tJacob-1", "COREF\tT5\t Jacob-1 ")).documents()
    assert (spaced.entities, spaced.entity_ids) == (whole.entities, whole.entity_ids)
    (other,) = read_rows(ROWS.replace("COREF\tT5\tJacob-1", "COREF\tT5\tJacob-1\u00a0")).documents()
    assert len(other.entities) == len(whole.entities) + 1
