"""What is written as brat's standoff can be read back, and what it cannot express is said."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import corefscope as cs
from corefscope import Document, Mention
from corefscope.formats.load import read_corpus
from corefscope.formats.tools import brat
from corefscope.model import CHARACTERS, Relation, empty_position
from corefscope.problems import Notices


def written(*documents):
    """File contents and how often each kind of warning occurred."""
    notices = Notices()
    files = brat.write(documents, notices)
    return files, {notice.kind: notice.count for notice in notices}


def test_words_sentences_mentions_and_chains():
    entities = [[Mention(5, 6, type="pronoun"), Mention(0, 1, type="name"), Mention(3, 4)], [Mention(2, 5)]]
    words = ["Anna", "saw", "the", "mill", ".", "She", "ran", "."]
    files, warnings = written(Document("tale", entities, words=words, sentences=[(0, 5), (5, 8)]))
    assert files == {
        "tale.txt": "Anna saw the mill .\nShe ran .\n",
        "tale.ann": (
            "T1\tname 0 4\tAnna\n"
            "T2\tMention 9 19\tthe mill .\n"
            "T3\tMention 13 17\tmill\n"
            "T4\tpronoun 20 23\tShe\n"
            "R1\tCoreference Arg1:T3 Arg2:T1\n"
            "R2\tCoreference Arg1:T4 Arg2:T3\n"
        ),
    }
    assert warnings == {}


def test_gaps_and_line_ends_make_fragments():
    entities = [[Mention.at([0, 2])], [Mention(1, 3)]]
    files, warnings = written(Document("tale", entities, words=["a", "bb", "c"], sentences=[(0, 2), (2, 3)]))
    assert files["tale.txt"] == "a bb\nc\n"
    assert files["tale.ann"] == "T1\tMention 0 1;5 6\ta c\nT2\tMention 2 4;5 6\tbb c\n"
    assert warnings == {}


def test_running_text_is_written_as_it_is():
    text = "Zoë 🐎 saw\r\nthe\tmill."
    document = Document("tale", [[Mention(0, 5), Mention(6, 20)]], raw_text=text, unit=CHARACTERS)
    files, _ = written(document)
    assert files["tale.txt"] == text
    assert files["tale.ann"].splitlines()[:2] == ["T1\tMention 0 5\tZoë 🐎", "T2\tMention 6 9;11 20\tsaw the mill."]


def test_what_cannot_be_expressed_is_counted():
    zero = empty_position(1, 1)
    entities = [
        [Mention.at([zero]), Mention.at([zero, 1]), Mention(0, 1, head=0, minimum=(0,))],
        [Mention(2, 3, head=2, type="name")],
    ]
    document = Document("tale", entities, words=["a", "b", "c"], entity_types=["person", ""])
    document.relations = [Relation("bridging", "0", "1")]
    files, warnings = written(document)
    assert warnings["mention lost: it is a zero"] == 1
    assert warnings["mention changed: its empty nodes are left out"] == 1
    assert (warnings["entity type not written"], warnings["relation not written"]) == (1, 1)
    assert warnings["minimum not written"] == 1
    assert "type not written" not in warnings
    assert files["tale.ann"] == (
        "T1\tMention 0 1\ta\nT2\tMention 2 3\tb\nT3\tname 4 5\tc\nR1\tCoreference Arg1:T2 Arg2:T1\n"
    )


def test_line_breaks_at_the_ends_of_a_mention():
    document = Document("tale", [[Mention(1, 2)], [Mention(1, 4)]], raw_text="a\nbc", unit=CHARACTERS)
    files, warnings = written(document)
    assert files["tale.ann"] == "T1\tMention 2 4\tbc\n"
    assert warnings == {
        "mention lost: it is only a line break": 1,
        "mention changed: line breaks at its ends are left out": 1,
    }


def test_a_document_without_words_keeps_its_mentions():
    files, _ = written(Document("a", [[Mention(1, 3)]]), Document("b", [[Mention(1, 3)]], unit=CHARACTERS))
    assert files["a.txt"] == "_ _ _\n"
    assert files["a.ann"] == "T1\tMention 2 5\t_ _\n"
    assert files["b.txt"] == "___"
    assert files["b.ann"] == "T1\tMention 1 3\t__\n"


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("tale", "tale"),
        ("(tale); part 000", "tale"),
        ("(tale); part 003", "tale_3"),
        ("tale_3", "tale_3"),
        ("(tale_3); part 0", "tale_3_0"),
        ("bc/cnn/x", "bc_cnn_x"),
        ("x (y)", "x _y_"),
        ("../x.v4", "___x_v4"),
        ("größe", "größe"),
        ("", "document"),
        ("a\nb", "a_b"),
    ],
)
def test_file_names(name, file):
    assert list(written(Document(name, []))[0]) == [f"{file}.txt", f"{file}.ann"]


def test_no_document_overwrites_another():
    files, _ = written(*(Document(name, [], words=[name]) for name in ("a/b", "a_b", "A_B", "a_b-2")))
    assert sorted(files.values()) == ["", "", "", "", "A_B\n", "a/b\n", "a_b\n", "a_b-2\n"]


@pytest.mark.parametrize("name", ["tale", "(tale); part 3", "(tale_3); part 0", "tale_3", "a name", "größe"])
def test_a_converted_document_pairs_with_its_original(tmp_path, name):
    document = Document(name, [[Mention(0, 4), Mention(5, 7)]], raw_text="Anna is here", unit=CHARACTERS)
    cs.write([document], tmp_path / "folder", format="brat")
    result = cs.score([document], tmp_path / "folder", metrics=["b3"])
    assert (result.f1["b3"], result.warnings) == (1, ())


# Letters of one to four bytes, blanks and line ends, but nothing that reading a file would change.
CHARACTER = st.sampled_from("ab\nc dé🐎_\t;:*T1\u2028")
TYPE = st.sampled_from([None, "name", "nominal", "pronoun"])


@st.composite
def running_texts(draw):
    """Mentions of running text: nested, crossing and with gaps, none of which is blank or at a line's end."""
    text = "x" + "".join(draw(st.lists(CHARACTER, max_size=20))) + "x"
    visible = [place for place, character in enumerate(text) if not character.isspace()]
    entities = []
    for _ in range(draw(st.integers(1, 4))):
        entity = []
        for _ in range(draw(st.integers(1, 3))):
            ends = sorted(draw(st.lists(st.sampled_from(visible), min_size=2, max_size=4)))
            runs = [range(ends[0], ends[1] + 1), range(ends[-2], ends[-1] + 1)]
            positions = {place for run in runs for place in run}
            gap = text[max(runs[0]) + 1 : min(runs[1])]
            if gap.isspace():
                positions.update(range(ends[0], ends[-1] + 1))
            entity.append(Mention.at(positions, type=draw(TYPE)))
        entities.append(entity)
    return Document("tale", entities, raw_text=text, unit=CHARACTERS)


def content(document):
    """Mentions with their types, by entity; entities in any order."""
    return sorted(
        sorted((mention.start, mention.end, mention.positions, mention.type or "") for mention in entity)
        for entity in document.entities
    )


@settings(max_examples=150, deadline=None)
@given(document=running_texts())
def test_running_text_is_read_back(tmp_path_factory, document):
    folder = tmp_path_factory.mktemp("brat")
    notices = cs.write([document], folder, format="brat")
    corpus = read_corpus(folder)
    (found,) = corpus.documents()
    assert found.raw_text == document.raw_text
    assert content(found) == content(document)
    assert (notices, {notice.code for notice in corpus.notices} - {"no-coreference"}) == ([], set())
