"""A table of document, mention and entity: CSV, TSV and Parquet, with ids of any kind or with tokens."""

from __future__ import annotations

import csv
import io
import os
import random
import sys
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import corefscope as cs
from corefscope import Document, Mention
from corefscope.errors import Notices
from corefscope.formats import Options, read_corpus, table
from corefscope.formats.blocks import BLOCK, Block
from corefscope.formats.sources import Source
from corefscope.formats.table_writer import write
from corefscope.model import TYPES, UNKNOWN

IDS = """\
document,mention,entity
tale,m1,mill
tale,m2,mill
song,m1,Anna
tale,m3,wind
song,m2,Anna
"""
SPANS = """\
document,start,end,entity,type,head,entity_type,topic
tale,0,2,mill,nominal,1,place,work
tale,3,4,mill,pronoun,,place,work
tale,4,5,wind,,,,work
song,0,1,Anna,name,0,person,rest
"""


def load(content, name="table.csv"):
    """The corpus that a table becomes, and how often each kind of warning occurred."""
    notices = Notices()
    content = content if isinstance(content, bytes) else content.encode()
    corpus = table.read(iter([Block.of(content)]), Source(name, "table"), notices, Options())
    notices.stop()
    return corpus, {notice.kind: notice.count for notice in notices}


def entities(corpus):
    """Mentions by document and entity id, in the order of the corpus."""
    found = {}
    corpus = corpus.with_plain_labels()
    for row in range(corpus.mention_count):
        entity = int(corpus.entity[row])
        assert corpus.entity_document[entity] == corpus.document[row]
        span = (int(corpus.start[row]), int(corpus.end[row]))
        mention = span if corpus.label is None else corpus.label[row]
        found.setdefault((corpus.names[corpus.document[row]], corpus.entity_name(entity)), []).append(mention)
    assert (np.diff(corpus.entity_document) >= 0).all()
    return found


def refusal(content):
    with pytest.raises(cs.CorefscopeError) as caught:
        load(content)
    message = str(caught.value)
    assert message.startswith("table.csv")
    return message.removeprefix("table.csv")


@pytest.mark.parametrize("separator", [",", ";", "\t"], ids=["comma", "semicolon", "tab"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_mentions_by_id(separator, line_end):
    corpus, warnings = load(IDS.replace(",", separator).replace("\n", line_end))
    assert (corpus.names, corpus.named.tolist(), warnings) == (["tale", "song"], [True, True], {})
    assert entities(corpus) == {
        ("tale", "mill"): ["m1", "m2"],
        ("song", "Anna"): ["m1", "m2"],
        ("tale", "wind"): ["m3"],
    }
    assert corpus.entity_id.tolist() == ["mill", "wind", "Anna"]
    assert (corpus.line.tolist(), corpus.document_line.tolist()) == ([2, 3, 4, 5, 6], [2, 4])


def test_mentions_by_tokens():
    corpus, warnings = load(SPANS)
    assert corpus.label is None
    assert entities(corpus) == {
        ("tale", "mill"): [(0, 2), (3, 4)],
        ("tale", "wind"): [(4, 5)],
        ("song", "Anna"): [(0, 1)],
    }
    assert [TYPES[kind] for kind in corpus.type] == ["nominal", "pronoun", "unknown", "name"]
    assert corpus.head.tolist() == [1, UNKNOWN, UNKNOWN, 0]
    assert corpus.entity_type.tolist() == ["place", "", "person"]
    assert (corpus.groups, warnings) == ({"topic": ["work", "rest"]}, {})
    assert corpus.tokens.tolist() == [-1, -1]


def test_the_last_token_instead_of_the_end():
    corpus, _ = load("start,last,entity\n0,1,a\n3,3,a\n")
    assert list(entities(corpus).values()) == [[(0, 2), (3, 4)]]


def test_columns_in_any_order_and_case_with_blanks_and_quotes():
    corpus, _ = load('"Entity", DOCUMENT , Mention\n "the ""old"" mill",tale, x y \nb,"tale ","x y"\n')
    assert entities(corpus) == {("tale", 'the "old" mill'): ["x y"], ("tale", "b"): ["x y"]}


def test_a_quoted_value_may_hold_separators_and_line_breaks():
    corpus, _ = load('document,mention,entity\n"a,b","x\ny",1\n\n"a,b",z,1\n')
    assert entities(corpus) == {("a,b", "1"): ["x\ny", "z"]}
    assert corpus.line.tolist() == [3, 5]


def test_no_document_column(put):
    corpus = read_corpus(put("mention,entity\na,1\nb,1\n", "story.csv"))
    assert (corpus.names, corpus.named.tolist(), corpus.document_count) == (["story"], [False], 1)


def test_an_entity_of_two_documents_is_one_in_each_with_the_same_id():
    corpus, _ = load("document,mention,entity\na,1,x\nb,2,x\na,3,x\n")
    assert (corpus.entity.tolist(), corpus.entity_document.tolist()) == ([0, 1, 0], [0, 1])
    assert corpus.entity_id.tolist() == ["x", "x"]


def test_entities_are_numbered_by_document_and_first_appearance():
    corpus, _ = load("document,mention,entity\nb,1,y\na,1,z\nb,2,x\na,2,y\nb,3,y\n")
    assert corpus.names == ["b", "a"]
    assert corpus.entity.tolist() == [0, 2, 1, 3, 0]
    assert corpus.entity_id.tolist() == ["y", "x", "z", "y"]


def test_a_mention_twice_is_left_for_later():
    corpus, warnings = load("mention,entity\na,1\na,1\na,2\n")
    assert (corpus.mention_count, warnings) == (3, {})


def test_ids_that_look_like_numbers_stay_strings():
    corpus, _ = load("mention,entity\n7,1\n07,1\n")
    assert corpus.label.tolist() == ["7", "07"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("document,mention\na,b\n", ":1: the table has no column 'entity' (the header has document, mention; name"),
        ("document,entity\na,b\n", ":1: the table has no column 'mention'"),
        ("start,entity\n0,b\n", ":1: a mention needs 'start' and either 'end' (the token after the last) or 'last'"),
        ("end,mention,entity\n1,m,b\n", ":1: a mention needs 'start' and either"),
        ("start,end,last,entity\n0,1,0,b\n", ":1: the table has both 'end' (the token after the last) and 'last'"),
        ("mention,entity,Entity\na,b,c\n", ":1: two columns are called 'entity'"),
        ("mention,entity\n", ":1: the table has a header and no rows"),
        ("mention,entity\na,1\nb\n", ":3: the row has 1 columns, the header has 2 (they are separated by ',')"),
        ("mention,entity\n\na,1,2\n", ":3: the row has 3 columns, the header has 2"),
        ("mention,entity\na,1\n,1\n", ":3: the row has no mention"),
        ("mention,entity\na,1\nb, \n", ":3: the row has no entity"),
        ("mention,entity,document\na,1,x\nb,1,\n", ":3: the row has no document"),
        ("mention,entity\na,1\n,\n", ":3: the row has no entity"),
        ("start,end,entity\n0,1,a\n,1,a\n", ":3: the row has no start"),
        (
            "start,end,entity\n0,1,a\n1,x,a\n",
            ":3: the column 'end' has 'x', which is no token (tokens are whole numbers",
        ),
        ("start,end,entity\n-1,1,a\n", ":2: the column 'start' has '-1', which is no token"),
        ("start,end,entity\n1.0,2.0,a\n", ":2: the column 'start' has '1.0', which is no token"),
        ("start,end,entity\n1_0,20,a\n", ":2: the column 'start' has '1_0', which is no token"),
        ("start,end,entity\n²,20,a\n", ":2: the column 'start' has '²', which is no token"),
        (f"start,end,entity\n0,{'9' * 5000},a\n", ":2: the column 'end' has '999"),
        (f"start,end,entity\n0,{2**63},a\n", ":2: the column 'end' has '9223372036854775808', which is no token"),
        (
            "start,end,entity\n0,1,a\n3,3,a\n",
            ":3: the mention starts at 3 and ends before 3, so it is empty (a column named",
        ),
        ("start,last,entity\n3,2,a\n", ":2: the mention starts at 3 and ends before 3, so it is empty"),
        (
            "mention,entity,type\na,1,name\nb,1,verb\n",
            ":3: the type is 'verb' (types are name, nominal, pronoun, premodifier)",
        ),
        ("mention,entity,head\na,1,x\n", ":2: the column 'head' has 'x', which is no token"),
        ('mention,entity\na,1\n"b,1\nc,2\n', ":3: not a table: unexpected end of data (a value with a quote in it"),
        ('mention,entity\n"a"b,1\n', ":2: not a table: ',' expected after '\"'"),
        ("mention,entity\n" + "a" * 200_000 + ",1\n", ":2: not a table: field larger than field limit"),
    ],
)
def test_tables_that_make_no_sense(text, message):
    assert refusal(text).startswith(message)


def test_not_utf8_names_the_line():
    assert refusal("mention,entity\na,1\ngröße,1\n".encode("latin-1")).startswith(":3: the file is not UTF-8")


def test_further_columns_are_of_documents(put):
    text = "document,mention,entity,topic,Genre\na,1,x,sea,\nb,1,x,land,news\na,2,x,sea,\n"
    assert read_corpus(put(text, "text.csv")).groups == {"topic": ["sea", "land"], "genre": ["", "news"]}


def test_a_column_that_changes_within_a_document_is_counted(put):
    text = "document,mention,entity,words\na,1,x,Ann\na,2,x,she\na,3,x,her\nb,1,x,Ben\nc,1,y,Cid\nc,2,y,\n"
    corpus = read_corpus(put(text, "text.csv"))
    assert corpus.groups == {"words": ["Ann", "Ben", "Cid"]}
    (notice,) = corpus.notices
    assert (notice.kind, notice.count) == ("column that changes within its document", 2)
    assert "text.csv:3: 'words' is 'she', but first was 'Ann', which is kept" in notice.first


def test_an_entity_of_two_types_is_counted():
    corpus, warnings = load("mention,entity,entity_type\na,1,place\nb,1,person\nc,2,place\n")
    assert (corpus.entity_type.tolist(), warnings) == (["place", "place"], {"column that changes within its entity": 1})


def test_a_head_outside_its_mention_is_counted():
    corpus, warnings = load("start,end,entity,head\n0,2,a,2\n3,4,a,3\n5,6,a,0\n")
    assert (corpus.head.tolist(), warnings) == ([2, 3, 0], {"head outside its mention": 2})


def test_tokens_decide_where_there_are_ids_too():
    corpus, warnings = load("mention,start,end,entity\nm1,0,1,a\nm2,0,2,a\n")
    assert (corpus.label, list(entities(corpus).values())) == (None, [[(0, 1), (0, 2)]])
    assert warnings == {"column not kept": 1}


def test_a_column_without_a_name_is_counted():
    """As pandas writes the numbers of its rows."""
    corpus, warnings = load(",mention,entity\n0,a,1\n1,b,1\n")
    assert (corpus.groups, warnings) == ({}, {"column not kept": 1})


def test_columns_that_are_empty_say_nothing():
    corpus, _ = load("mention,entity,type,head,entity_type\na,1,,,\nb,1,,,\n")
    assert (corpus.type, corpus.head, corpus.entity_type) == (None, None, None)


def test_many_rows_cross_the_borders_at_which_they_are_taken_in():
    rows = [f"d{number % 7},m{number},e{number % 50}" for number in range(5000)]
    text = "document,mention,entity\n" + "\n".join(rows[:1000]) + '\n\n"d\n1",x,y\n' + "\n".join(rows[1000:]) + "\n"
    corpus, _ = load(text)
    lines = text.split("\n")
    found = [lines[line - 1] for line in corpus.line.tolist()]
    assert (found[:1000], found[1001:]) == (rows[:1000], rows[1000:])
    assert corpus.line[1000] == 1004


@settings(max_examples=100, deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from(["a", "b", "ä b", "c,d"]), st.text(max_size=3), st.text(max_size=2)),
        min_size=1,
        max_size=12,
    )
)
def test_equal_to_a_plain_reader(rows):
    rows = [tuple(part.replace("\r", "").replace("\0", "").strip() or "x" for part in row) for row in rows]
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows([("document", "mention", "entity"), *rows])
    expected = {}
    for document, mention, entity in rows:
        expected.setdefault((document, entity), []).append(mention)
    assert entities(load(out.getvalue())[0]) == expected


# Sniffing


@pytest.mark.parametrize("text", [IDS, SPANS, IDS.replace(",", ";"), IDS.replace(",", "\t"), SPANS.replace(",", "\t")])
@pytest.mark.parametrize("name", ["text.csv", "text.tsv", "text.txt"])
def test_tables_are_recognised(put, text, name):
    assert read_corpus(put(text, name)).names == ["tale", "song"]


# Parquet


def parquet(columns):
    arrow, stored = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    stream = arrow.BufferOutputStream()
    stored.write_table(arrow.table(columns), stream)
    return stream.getvalue().to_pybytes()


def test_parquet_is_the_same_table(put):
    rows = list(csv.DictReader(io.StringIO(SPANS)))
    columns = {name: [row[name] or None for row in rows] for name in rows[0]}
    for name in ("start", "end", "head"):
        columns[name] = [None if value is None else int(value) for value in columns[name]]
    stored, plain = read_corpus(put(parquet(columns), "table.parquet")), load(SPANS)[0]
    assert entities(stored) == entities(plain)
    assert stored.head.tolist() == plain.head.tolist()
    assert stored.type.tolist() == plain.type.tolist()
    assert stored.entity_type.tolist() == plain.entity_type.tolist()
    assert stored.groups == plain.groups
    assert stored.line.tolist() == [1, 2, 3, 4]


def test_parquet_integers_are_ids():
    corpus, _ = load(parquet({"document": [7, 7, 8], "mention": [5, -6, 5], "entity": [10, 10, 10]}))
    assert (corpus.label.dtype, corpus.label.tolist()) == (np.int64, [5, -6, 5])
    assert (corpus.names, [corpus.entity_name(entity) for entity in (0, 1)]) == (["7", "8"], ["10", "10"])


def test_parquet_of_other_types():
    arrow = pytest.importorskip("pyarrow")
    columns = {
        "document": arrow.array(["a ", "a", " b"]).dictionary_encode(),
        "Mention": arrow.array(["x", "y", "x"], arrow.large_string()),
        "entity": arrow.array([1.0, 2.0, 1.0]),
        "head": arrow.array([1.0, float("nan"), None]),
        "year": arrow.array([2**64 - 1, 2**64 - 1, 1], arrow.uint64()),
        "weight": arrow.array([0.5, 0.5, None]),
        "__index_level_0__": arrow.array([1, 2, 3]),
    }
    corpus, warnings = load(parquet(columns))
    assert entities(corpus) == {("a", "1"): ["x"], ("a", "2"): ["y"], ("b", "1"): ["x"]}
    assert corpus.head.tolist() == [1, UNKNOWN, UNKNOWN]
    assert (corpus.groups, warnings) == ({"year": ["18446744073709551615", "1"], "weight": ["0.5", ""]}, {})


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"mention": ["a", None], "entity": ["x", "x"]}, ":2: the row has no mention"),
        ({"mention": [1, None], "entity": ["x", "x"]}, ":2: the row has no mention"),
        ({"mention": ["a", " "], "entity": ["x", "x"]}, ":2: the row has no mention"),
        ({"mention": [1, 2], "entity": [None, None]}, ":1: the row has no entity"),
        ({"mention": [[1], [2]], "entity": ["x", "x"]}, ":1: the column 'mention' holds list<"),
        ({"start": [0, 1], "end": [1, 1], "entity": ["x", "x"]}, ":2: the mention starts at 1 and ends before 1"),
        ({"start": [0, -1], "end": [1, 1], "entity": ["x", "x"]}, ":2: the column 'start' has '-1'"),
        ({"start": [0, None], "end": [1, 1], "entity": ["x", "x"]}, ":2: the row has no start"),
        ({"start": [0, 2**40], "end": [1, 2**41], "entity": ["x", "x"]}, ":2: the column 'start' has '1099511627776'"),
        ({"start": ["0", "b"], "end": [1, 1], "entity": ["x", "x"]}, ":2: the column 'start' has 'b'"),
        ({"mention": [], "entity": []}, ":1: the table has a header and no rows"),
        ({"mention": ["a"]}, ":1: the table has no column 'entity'"),
    ],
)
def test_parquet_tables_that_make_no_sense(columns, message):
    assert refusal(parquet(columns)).startswith(message)


def test_parquet_columns_of_lists_are_counted():
    assert load(parquet({"mention": ["a"], "entity": ["x"], "tokens": [["a", "b"]]}))[1] == {"column not kept": 1}


def test_parquet_that_announces_more_rows_than_it_can_hold():
    content = parquet({"mention": np.zeros(5_000_000, np.int64), "entity": np.zeros(5_000_000, np.int64)})
    assert len(content) < 50_000
    assert "5000000 rows in" in refusal(content)


@pytest.mark.parametrize("content", [b"PAR1", b"PAR1" + b"x" * 100, b"PAR1" + b"\0" * 50 + b"PAR1"])
def test_parquet_that_is_none(content):
    pytest.importorskip("pyarrow")
    assert refusal(content).startswith(": the Parquet table cannot be read: ")


def test_without_pyarrow_one_sentence_says_what_to_install(monkeypatch):
    for name in ("pyarrow", "pyarrow.parquet"):
        monkeypatch.setitem(sys.modules, name, None)
    message = ": a Parquet table needs pyarrow, which is not installed (pip install corefscope[parquet])"
    assert refusal(b"PAR1 and so on PAR1") == message
    with pytest.raises(cs.CorefscopeError, match="a Parquet table needs pyarrow, which is not installed"):
        write([], Notices(), "parquet")


# Writing


def written(*documents, ending="csv"):
    """What is written, and how often each kind of loss occurred."""
    notices = Notices()
    content = write(documents, notices, ending)
    return content, {notice.kind: notice.count for notice in notices}


KNOWN = Document(
    "tale",
    [[Mention(0, 2, head=1, type="nominal"), Mention(3, 4, type="pronoun")], [Mention(4, 5)]],
    ["mill", "the, wind"],
    entity_types=["place", ""],
)


def test_what_is_written():
    assert written(KNOWN) == (
        "document,start,end,entity,type,head,entity_type\n"
        "tale,0,2,mill,nominal,1,place\n"
        "tale,3,4,mill,pronoun,,place\n"
        'tale,4,5,"the, wind",,,\n',
        {},
    )
    assert written(Document("tale", [[Mention(0, 2)]]), ending="tsv") == (
        "document\tstart\tend\tentity\ntale\t0\t2\t0\n",
        {},
    )


def test_written_without_a_name():
    assert written(Document("", [[Mention(0, 2)]]))[0] == "start,end,entity\n0,2,0\n"
    with pytest.raises(cs.CorefscopeError, match="name '' cannot stand in a table"):
        written(KNOWN, Document("", [[Mention(0, 2)]]))


def test_the_ending_csv_is_a_table(tmp_path):
    cs.write([KNOWN], tmp_path / "text.csv")
    assert (tmp_path / "text.csv").read_text() == written(KNOWN)[0]


NAMES = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0\r"), min_size=1, max_size=4)


@st.composite
def documents(draw):
    found = []
    for name in draw(st.lists(NAMES.map(str.strip).filter(bool), min_size=1, max_size=3, unique=True)):
        entities = []
        for _ in range(draw(st.integers(1, 3))):
            starts = draw(st.lists(st.integers(0, 50), min_size=1, max_size=3, unique=True))
            mentions = [Mention(start, start + draw(st.integers(1, 3))) for start in sorted(starts)]
            kind = st.sampled_from([None, "name", "nominal", "pronoun"])
            heads = st.sampled_from([True, False])
            entities.append([m.replaced(type=draw(kind), head=m.start if draw(heads) else None) for m in mentions])
        ids = draw(st.lists(NAMES.map(str.strip).filter(bool), min_size=3, max_size=3, unique=True))[: len(entities)]
        kinds = draw(st.lists(st.sampled_from(["", "place", "a b"]), min_size=3, max_size=3))[: len(entities)]
        found.append(Document(name, entities, ids, entity_types=kinds))
    return found


@settings(max_examples=150, deadline=None)
@given(documents=documents(), ending=st.sampled_from(["csv", "tsv", *["parquet"] * bool(find_spec("pyarrow"))]))
def test_what_is_written_is_read_back(put, documents, ending):
    content, losses = written(*documents, ending=ending)
    found = cs.read(put(content, f"written.{ending}"))
    assert losses == {}
    for one, two in zip(documents, found, strict=True):
        assert (two.name, two.entities, two.entity_ids) == (one.name, one.entities, one.entity_ids)
        assert two.entity_types == one.entity_types
        for name in ("head", "type"):
            assert [[getattr(mention, name) for mention in entity] for entity in two.entities] == [
                [getattr(mention, name) for mention in entity] for entity in one.entities
            ]


def test_what_a_table_cannot_hold_is_counted():
    mentions = [Mention.at([-1]), Mention.at([0, 2]), Mention(3, 5, minimum=(4,)), Mention.at([4, -9], head=-9)]
    document = Document("tale", [mentions], words=["a"] * 5)
    document.relations.append(cs.model.Relation("bridging", "0", "0"))
    content, losses = written(document, Document("empty", []))
    assert content == "document,start,end,entity\ntale,0,3,0\ntale,3,5,0\ntale,4,5,0\n"
    assert losses == {
        "relation not written": 1,
        "text not written": 1,
        "mention lost: a zero": 1,
        "mention changed: its gaps are filled": 2,
        "minimum not written": 1,
        "head not written": 1,
        "document without mentions not written": 1,
    }


def test_characters_would_be_taken_for_tokens():
    document = Document("tale", [[Mention(0, 3)]], unit="characters", raw_text="Ann")
    assert "mention changed: its characters will be taken for tokens" in written(document)[1]


@pytest.mark.parametrize("ids", [["a", "a"], ["", "b"], [" a", "a"], ["a\r", "b"]])
def test_ids_that_a_table_cannot_hold_are_replaced_by_numbers(ids):
    content, _ = written(Document("tale", [[Mention(0, 1)], [Mention(1, 2)]], ids))
    assert content == "document,start,end,entity\ntale,0,1,0\ntale,1,2,1\n"


# Damage and published corpora


@pytest.mark.parametrize("kind", ["csv", "tsv", "parquet"])
def test_damaged_tables(kind):
    if kind == "parquet":
        rows = list(csv.DictReader(io.StringIO(SPANS)))
        columns = {name: [row[name] or None for row in rows] for name in rows[0]}
        columns["start"] = [int(start) for start in columns["start"]]
        whole = parquet(columns)
    else:
        whole = SPANS.replace(",", "," if kind == "csv" else "\t").encode()
    chance = random.Random(f"table {kind}")
    outcomes = {"read": 0, "refused": 0}
    for number in range(400):
        content = bytearray(whole)
        for _ in range(chance.randint(1, 3)):
            place = chance.randrange(4, len(content) - 4)
            byte = chance.choice(b',\t;"\n\r 0-x\xff') if kind != "parquet" else chance.randrange(256)
            content[place : place + chance.choice([0, 1, 1])] = bytes([byte])
        try:
            load(bytes(content))[0].documents()
            outcomes["read"] += 1
        except cs.CorefscopeError:
            outcomes["refused"] += 1
        except Exception as error:
            raise AssertionError(f"case {number} of {kind}: {bytes(content)!r}") from error
    assert min(outcomes.values()) > 20, outcomes


@pytest.mark.parametrize("folder", ["gum_system", "gum/ontogum", "litbank/conll"])
def test_published_corpora(folder):
    data = os.environ.get("COREFSCOPE_DATA")
    if not data:
        pytest.skip("COREFSCOPE_DATA is not set to a folder with gum_system, gum and litbank")
    for path in sorted(Path(data, folder).glob("*.conll")):
        cells = [line.split("\t")[-1] for line in path.read_text(encoding="utf-8").split("\n") if "\t" in line]
        documents = cs.read(path)
        for ending in ("csv", "tsv", "parquet"):
            if ending == "parquet":
                pytest.importorskip("pyarrow")
            content, losses = written(*documents, ending=ending)
            corpus, warnings = load(content)
            assert corpus.mention_count == sum(cell.count(")") for cell in cells) > 0
            assert [document.entities for document in corpus.documents()] == [
                document.entities for document in documents
            ]
            assert (set(losses), warnings) == ({"text not written"}, {})


def test_a_parquet_table_larger_than_a_block(tmp_path):
    """It has no lines, so it is read at once, however large."""
    arrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    count = 600_000
    ids = np.random.default_rng(1).permutation(1 << 20)[:count]
    path = tmp_path / "large.parquet"
    columns = {"document": np.zeros(count, int), "mention": ids, "entity": ids.astype(np.int64) << 40}
    parquet.write_table(arrow.table(columns), path, compression="none", use_dictionary=False)
    assert path.stat().st_size > BLOCK
    assert read_corpus(path).mention_count == count
