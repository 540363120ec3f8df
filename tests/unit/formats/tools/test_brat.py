"""brat's standoff and LitBank's flavour of it: every kind of line, what is wrong with its place, published files."""

from __future__ import annotations

import pytest

import corefscope as cs
from corefscope import Mention
from corefscope.formats.files.sources import Source
from corefscope.formats.load import read_corpus
from corefscope.formats.registry import Options
from corefscope.formats.tools import brat
from corefscope.model import Relation
from corefscope.problems import Notices

TEXT = "Anna saw Zoë 🐎 and the old\n  mill. She, or rather her horse, neighed.\n"


def at(words, text=TEXT, after=0):
    """Start and end of words in a text, as brat writes them."""
    start = text.index(words, after)
    return f"{start} {start + len(words)}"


TAB = "\t"  # brat ends relations with one
LINES = f"""\
T1	Person {at("Anna")}	Anna
T2	Person {at("She")}	She
T3	Animal {at("Zoë 🐎")}	Zoë 🐎
T4	Place {at("the old")};{at("mill")}	the old mill
T5	Animal {at("her")};{at("neighed")}	her neighed
T6	Person {at("her")}	her
R1	Coreference Arg1:T2 Arg2:T1{TAB}
R2	COREF_ana Anaphor:T6 Antecedent:T2
*	Equiv T3 T5
A1	Negated T4
#1	AnnotatorNotes T4	which one?
N1	Reference T4 Wikidata:Q44494	mill
"""


@pytest.fixture
def read_lines(tmp_path):
    """Reads lines beside a text as a Corpus."""

    def read(lines=LINES, text=TEXT, name="tale", format=None):
        path = tmp_path / f"{name}.ann"
        path.write_bytes(lines if isinstance(lines, bytes) else lines.encode())
        if text is not None:
            (tmp_path / f"{name}.txt").write_bytes(text if isinstance(text, bytes) else text.encode())
        return read_corpus(path, format)

    return read


@pytest.fixture
def texts_of(read_lines):
    """The entities of some lines as texts of mentions."""

    def read(lines=LINES, text=TEXT):
        (document,) = read_lines(lines, text).documents()
        return {
            name: [document.text_of(mention) for mention in entity]
            for name, entity in zip(document.entity_ids, document.entities, strict=True)
        }

    return read


def test_entities_are_what_relations_connect(texts_of):
    assert texts_of() == {
        "T1": ["Anna", "She", "her"],
        "T3": ["Zoë 🐎", "herneighed"],
        "T4": ["the old\n  mill"],
    }


def test_a_gap_of_blanks_is_none(read_lines):
    """brat cuts a span at the end of a line."""
    (document,) = read_lines().documents()
    entities = dict(zip(document.entity_ids, document.entities, strict=True))
    (mill,) = entities["T4"]
    assert (mill.positions, TEXT[mill.start : mill.end]) == ((), "the old\n  mill")
    horse = entities["T3"][1]
    assert len(horse.positions) == len("herneighed")


def test_fragments_may_touch_overlap_and_come_in_any_order(read_lines):
    (document,) = read_lines("T1\tX 5 8;0 2;2 4\nT2\tX 0 3;2 8\nT3\tX 0 8;2 4\nT4\tX 1 3;0 4;5 7;6 8\n").documents()
    assert [entity[0] for entity in document.entities] == [Mention(0, 8)] * 4
    (document,) = read_lines("T1\tX 0 4;2 3;9 11;10 12\n").documents()
    assert document.entities[0][0].positions == (0, 1, 2, 3, 9, 10, 11)


def test_a_mention_may_end_where_the_text_ends(read_lines):
    corpus = read_lines("T1\tX 0 4\tAnna\nT2\tX 9 12\tran\n*\tEquiv T1 T2\n", "Anna saw ran")
    assert (corpus.end.tolist(), corpus.notices) == ([4, 12], ())
    with pytest.raises(cs.CorefscopeError, match="T2 ends at 13, the text at 12"):
        read_lines("T1\tX 0 4\tAnna\nT2\tX 9 13\tran\n", "Anna saw ran")


def test_types_of_mentions_only_where_they_are_named_so(read_lines):
    lines = "T1\tname 0 4\nT2\tMention 5 8\nT3\tPronoun 9 12\nR1\tCoref a:T1 b:T2\n"
    (document,) = read_lines(lines).documents()
    assert [[mention.type for mention in entity] for entity in document.entities] == [["name", None], [None]]
    assert document.entity_types == ["", "Pronoun"]


def test_an_entity_of_several_types_keeps_the_most_frequent(read_lines):
    corpus = read_lines(LINES.replace("T6\tPerson", "T6\tAnimal"))
    (notice,) = corpus.notices
    assert "tale.ann:1: entity T1 is Person (2), Animal (1)" in str(notice)
    assert corpus.documents()[0].entity_types[0] == "Person"


def test_other_relations_are_kept(read_lines):
    corpus = read_lines(LINES + "R3\tPart-of Arg1:T6 Arg2:T4\n")
    assert corpus.documents()[0].relations == [Relation("Part-of", "T4", "T1", "her")]
    assert corpus.notices == ()


def test_only_other_relations_are_a_warning(read_lines):
    corpus = read_lines("T1\tX 0 4\nT2\tX 5 8\nR1\tPart-of Arg1:T1 Arg2:T2\n")
    (notice,) = corpus.notices
    assert "tale.ann:3: no name of a relation (Part-of) contains 'coref'" in str(notice)
    assert corpus.entity_count == 2


def test_events_stand_for_their_triggers(texts_of):
    lines = "T1\tSee 5 8\tsaw\nT2\tSee 0 4\nE1\tSee:T1 Agent:T2\nE2\tSee:T2\nR1\tCoreference Arg1:E1 Arg2:E2\n"
    assert texts_of(lines) == {"T2": ["Anna", "saw"]}


def test_line_ends_of_windows_count(read_lines):
    text = TEXT.replace("\n", "\r\n")
    lines = f"T1\tX {at('mill', text)}\tmill\r\nT2\tX {at('She', text)}\tShe\r\n*\tEquiv T1 T2\r\n"
    corpus = read_lines(lines, text)
    (document,) = corpus.documents()
    assert [document.text_of(mention) for mention in document.entities[0]] == ["mill", "She"]
    assert corpus.notices == ()


def test_a_text_that_differs_is_counted(read_lines):
    """As where offsets count bytes."""
    corpus = read_lines(LINES.replace("\tShe\n", "\tshe\n").replace("\tZoë 🐎", "\tZoë"))
    (notice,) = corpus.notices
    assert (notice.kind, notice.count) == ("text differs", 2)
    assert notice.first.endswith("tale.ann:2: T2 is 'she' here and 'She' in the text")


def test_a_line_break_may_be_a_blank(read_lines):
    assert read_lines(f"T1\tX {at('old' + chr(10) + '  mill')}\told   mill\n").notices == ()


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("T1\tX 0 4\tAnna", "ann:2: T1 occurs twice (first in line 1)"),
        ("T9\tX 0 99", f"ann:2: T9 ends at 99, the text at {len(TEXT)} (offsets count characters"),
        ("T9\tX 0 4;5 99", "ann:2: T9 ends at 99"),
        ("T9\tX 4 4", "ann:2: T9 goes from '4' to '4'"),
        ("T9\tX 4 2", "ann:2: T9 goes from '4' to '2'"),
        ("T9\tX 0-4", "ann:2: no brat line looks like 'T9 X 0-4' (expected e.g. T1, a tab, Person 0 4;9 13, or R1,"),
        ("T9\tX", "ann:2: no brat line looks like 'T9 X'"),
        ("T9\tX 0 4;", "ann:2: no brat line looks like 'T9 X 0 4;'"),
        ("T9\tX 0 " + "9" * 5000, "ann:2: no brat line looks like 'T9 X 0 999"),
        ("R1\tCoref Arg1:T1 Arg2:T7", "ann:2: Coref connects 'T7', which is not there"),
        ("*\tEquiv T1 T7", "ann:2: Equiv connects 'T7'"),
        ("R1\tCoref Arg1:T1", "ann:2: no brat line looks like 'R1 Coref Arg1:T1'"),
        ("R1\tCoref T1 T1", "ann:2: no brat line looks like 'R1 Coref T1 T1'"),
        ("T9 X 0 4", "ann:2: no brat line looks like 'T9 X 0 4'"),
        ("# a note", "ann:2: no brat line looks like '# a note'"),
        ("X1\tY 0 4", "ann:2: no brat line looks like 'X1 Y 0 4'"),
    ],
)
def test_errors_have_a_place(read_lines, line, message):
    with pytest.raises(cs.CorefscopeError) as error:
        read_lines(f"T1\tX 0 4\tAnna\n{line}\n")
    assert message in str(error.value)


def test_a_file_without_any_relation_is_a_warning(read_lines):
    mentions = "".join(line for line in LINES.splitlines(keepends=True) if line[0] == "T")
    (notice,) = read_lines(mentions).notices
    assert notice.code == "no-coreference"
    assert str(notice).endswith("tale.ann:1: no relation is in the file, so each mention is a singleton")


def test_the_relation_can_be_named(put):
    put(TEXT, "named.txt")
    path = put(LINES.replace("Coreference", "SameAs"), "named.ann")
    (document,) = cs.read(path, clusters="SameAs")
    assert document.text_of(document.entities[0][1]) == "She"
    assert sorted(map(len, document.entities)) == [1, 1, 1, 1, 2]
    assert {relation.kind for relation in document.relations} == {"COREF_ana", "Equiv"}
    with pytest.raises(cs.CorefscopeError, match=r"'Same'.*there are: SameAs, COREF_ana, Equiv"):
        cs.read(path, clusters="Same")


def test_one_of_many_files_may_lack_the_named_relation(tmp_path):
    for name, relation in (("a", "SameAs"), ("b", "Part-of")):
        (tmp_path / f"{name}.txt").write_text(TEXT, encoding="utf-8")
        (tmp_path / f"{name}.ann").write_text(LINES.replace("Coreference", relation), encoding="utf-8")
    corpus = read_corpus(tmp_path, clusters="SameAs")
    (notice,) = (notice for notice in corpus.notices if notice.code == "no-coreference")
    assert str(notice).endswith("b.ann: no relation is called 'SameAs'")
    with pytest.raises(cs.CorefscopeError, match=r"a.ann: no relation is called 'nonsense'") as error:
        read_corpus(tmp_path, clusters="nonsense")
    assert (error.value.code, error.value.more) == ("no-coreference-relation", [])


def test_a_missing_text_is_named(read_lines, tmp_path):
    with pytest.raises(cs.CorefscopeError) as error:
        read_lines(text=None)
    assert f"the annotated text is missing (looked for {tmp_path / 'tale.txt'})" in str(error.value)


def test_standard_input_has_no_text_beside_it():
    with pytest.raises(cs.CorefscopeError, match=r"^-: standard input has no text beside it"):
        brat.read(LINES.encode(), Source("-", "standard-input"), Notices(), Options())


@pytest.mark.parametrize("text", [TEXT, ""])
def test_a_text_without_annotations(tmp_path, text):
    (tmp_path / "tale.txt").write_text(text, encoding="utf-8")
    corpus = brat.read(b"", Source(str(tmp_path / "tale.ann"), "tale"), Notices(), Options())
    assert (corpus.names, corpus.mention_count, corpus.tokens.tolist()) == (["tale"], 0, [len(text)])


LITBANK_TEXT = "London was the capital , a city of fog .\nIt slept .\n"
LITBANK = f"""\
T1	PROP_GPE {at("London", LITBANK_TEXT)}	London
T2	NOM_GPE {at("the capital", LITBANK_TEXT)}	the capital
T3	NOM_GPE {at("a city of fog", LITBANK_TEXT)}	a city of fog
T4	London-1 {at("London", LITBANK_TEXT)}	London
T5	PRON_GPE {at("It", LITBANK_TEXT)}	It
T6	London-1 {at("It", LITBANK_TEXT)}	It
R1	cop Arg1:T2 Arg2:T4
R2	appos Arg1:T3 Arg2:T2
"""


def test_litbank_gives_entities_by_a_second_line(read_lines):
    corpus = read_lines(LITBANK, LITBANK_TEXT)
    (document,) = corpus.documents()
    assert dict(zip(document.entity_ids, document.entities, strict=True)) == {
        "London-1": [(0, 6), (41, 43)],
        "T2": [(11, 22)],
        "T3": [(25, 38)],
    }
    assert [mention.type for mention in document.entities[0]] == ["name", "pronoun"]
    assert document.entity_types == ["GPE"] * 3
    assert document.relations == [
        Relation("copula", "London-1", "T2", "the capital"),
        Relation("apposition", "T2", "T3", "a city of fog"),
    ]
    assert corpus.notices == ()


def test_litbank_lines_that_are_not_explained_are_counted(read_lines):
    lines = LITBANK.replace("R2\tappos Arg1:T3 Arg2:T2\n", "T7\tLondon-1 46 51\tslept\n").replace("46 51", "44 49")
    corpus = read_lines(lines, LITBANK_TEXT)
    assert {notice.kind: str(notice).rpartition("ann:")[2] for notice in corpus.notices} == {
        "entity line without a mention line": "8: T7 gives 'slept' to London-1, and no line such as NOM_PER marks it",
        "mention without an entity": "3: T3 'a city of fog' is read as a singleton",
    }
    (document,) = corpus.documents()
    assert document.entities[0] == [(0, 6), (41, 43), (44, 49)]
    assert document.entity_types == ["GPE"] * 3


@pytest.mark.parametrize("kind", ["Person", "PROP_PER"])
@pytest.mark.parametrize("line", ["*\tEquiv", "*\tEquiv ", "*\t", "*\t\t"])
def test_an_equivalence_of_nothing_is_counted(read_lines, kind, line):
    """LitBank's kinds of lines were looked up by what links name first."""
    corpus = read_lines(f"T1\t{kind} 0 4\tAnna\n{line}\n")
    assert corpus.mention_count == 1
    assert {notice.kind: notice.count for notice in corpus.notices}["relation left out"] == 1
