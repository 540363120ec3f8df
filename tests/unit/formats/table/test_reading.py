"""A table of document, mention and entity: CSV, TSV and Parquet, with ids of any kind or with tokens."""

from __future__ import annotations

import csv
import io
import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import corefscope as cs
from corefscope.formats.load import read_corpus
from corefscope.formats.table.header import ranks
from corefscope.model import TYPES, UNKNOWN
from support.inputs.table_texts import IDS, SPANS, entities, load, refusal


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


def test_no_document_column(put):
    corpus = read_corpus(put("mention,entity\na,1\nb,1\n", "story.csv"))
    assert (corpus.names, corpus.named.tolist(), corpus.document_count) == (["story"], [False], 1)


def test_entities_are_numbered_by_document_and_first_appearance():
    corpus, _ = load("document,mention,entity\nb,1,y\na,1,z\nb,2,x\na,2,y\nb,3,y\n")
    assert corpus.names == ["b", "a"]
    assert corpus.entity.tolist() == [0, 2, 1, 3, 0]
    assert corpus.entity_id.tolist() == ["y", "x", "z", "y"]


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
            ":3: the column 'end' has 'x', which is not a token (tokens are whole numbers",
        ),
        ("start,end,entity\n-1,1,a\n", ":2: the column 'start' has '-1', which is not a token"),
        ("start,end,entity\n1.0,2.0,a\n", ":2: the column 'start' has '1.0', which is not a token"),
        ("start,end,entity\n1_0,20,a\n", ":2: the column 'start' has '1_0', which is not a token"),
        ("start,end,entity\n²,20,a\n", ":2: the column 'start' has '²', which is not a token"),
        (f"start,end,entity\n0,{'9' * 5000},a\n", ":2: the column 'end' has '999"),
        (f"start,end,entity\n0,{2**63},a\n", ":2: the column 'end' has '9223372036854775808', which is not a token"),
        (
            "start,end,entity\n0,1,a\n3,3,a\n",
            ":3: the mention starts at 3 and ends before 3, so it is empty (a column named",
        ),
        ("start,last,entity\n3,2,a\n", ":2: the mention starts at 3 and ends before 3, so it is empty"),
        (
            "mention,entity,type\na,1,name\nb,1,verb\n",
            ":3: the type is 'verb' (types are name, nominal, pronoun, premodifier)",
        ),
        ("mention,entity,head\na,1,x\n", ":2: the column 'head' has 'x', which is not a token"),
        ('mention,entity\na,1\n"b,1\nc,2\n', ":3: not a table: unexpected end of data (put a value"),
        ('mention,entity\n"a"b,1\n', ":2: not a table: ',' expected after '\"'"),
        ("mention,entity\n" + "a" * 200_000 + ",1\n", ":2: not a table: field larger than field limit"),
    ],
)
def test_tables_that_make_no_sense(text, message):
    assert refusal(text).startswith(message)


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
    rows_read = [lines[line - 1] for line in corpus.line.tolist()]
    assert (rows_read[:1000], rows_read[1001:]) == (rows[:1000], rows[1000:])
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


@given(st.lists(st.text("0129+-ax", min_size=1, max_size=4), min_size=1, unique=True))
def test_ids_are_ordered_as_numbers_only_if_all_are(ids):
    """The order decides which of two repeated mentions counts."""
    are_numbers = all(re.fullmatch("[+-]?[0-9]+", each) for each in ids)
    rank, as_numbers = ranks(ids)
    ordered = sorted(ids, key=lambda each: (int(each), each) if are_numbers else each)
    assert as_numbers == are_numbers
    assert [ids[place] for place in np.argsort(rank).tolist()] == ordered


def test_long_numbers_are_ordered_as_numbers():
    corpus, _ = load("mention,entity\n0,12345678901234567\n0,13\n0,-5\n")
    assert np.argsort(corpus.entity_rank).tolist() == [2, 1, 0]


def test_a_byte_order_mark_in_the_first_value_belongs_to_it():
    assert load("mention,entity\n\ufeffa,1\na,1\n")[0].label.tolist() == ["\ufeffa", "a"]


@pytest.mark.parametrize("size", [40, 300])
def test_a_table_in_blocks_is_one_table(put, size):
    text = IDS + "".join(f'tale,"x\ny{number}",{number % 5}\n' for number in range(100))
    whole, parts = (read_corpus(put(text, "text.csv"), block_size=each) for each in (None, size))
    assert entities(whole) == entities(parts)
    assert (whole.line.tolist(), whole.entity_rank.tolist()) == (parts.line.tolist(), parts.entity_rank.tolist())


def test_bytes_that_are_not_utf8_are_named_once(put):
    text = b"mention,entity\n" + "größe,1\n".encode("latin-1") * 50
    with pytest.raises(cs.CorefscopeError) as caught:
        read_corpus(put(text, "text.csv"), block_size=64)
    assert [(each.code, each.line) for each in caught.value.all()] == [("not-utf8", 2)]


def rows_of(prefix, pairs):
    return "mention,entity\n" + "".join(f"{prefix}{mention},{entity}\n" for mention, entity in pairs)


@pytest.mark.parametrize(
    ("one", "two", "shared"), [("", "", 2), ("m", "m", 2), ("m", "n", 0), ("", "m", 0), ("m1", "m", 1)]
)
def test_ids_are_compared_as_text(put, one, two, shared):
    key = put(rows_of(one, [(1, "a"), (2, "a")]), "key.csv")
    response = put(rows_of(two, [(1, "a"), (2, "a"), (11, "a")]), "response.csv")
    result = cs.score(key, response, metrics=["mentions", "mor"])
    assert (result.recall["mentions"], result.recall["mor"]) == (shared / 2, shared / 2)


# Sniffing


@pytest.mark.parametrize("text", [IDS, SPANS, IDS.replace(",", ";"), IDS.replace(",", "\t"), SPANS.replace(",", "\t")])
@pytest.mark.parametrize("name", ["text.csv", "text.tsv", "text.txt"])
def test_tables_are_recognised(put, text, name):
    assert read_corpus(put(text, name)).names == ["tale", "song"]
