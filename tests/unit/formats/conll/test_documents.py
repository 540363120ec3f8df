"""Where documents begin and end, what they are called, and what stands between them."""

from __future__ import annotations

import pytest

from corefscope.formats.document_names import canonical
from corefscope.formats.load import read_corpus
from corefscope.problems import FormatError


@pytest.mark.parametrize(
    ("header", "name"),
    [
        ("#begin document (bc/x); part 000", "(bc/x); part 000"),
        ("#begin document (bc/x); part 012", "(bc/x); part 012"),
        ("# begin document GUM_news_one", "GUM_news_one"),
        ("#begin document 13_10", "13_10"),
        ("#begin document (bc/x); part 000  ", "(bc/x); part 000"),
        ("#begin document\t(bc/x); part 000\r", "(bc/x); part 000"),
        ("#begin document (a name with blanks); part 000", "(a name with blanks); part 000"),
        ("#begin document (größe); part 000", "(größe); part 000"),
    ],
)
def test_names_are_what_the_header_says(read_text, header, name):
    (document,) = read_text(f"{header}\na\t(1)\n#end document\n")
    assert document.name == name


@pytest.mark.parametrize("header", ["# begin document ", "#begin document", "# begin document"])
def test_an_empty_name_is_the_name_of_the_file(read_text, header):
    (document,) = read_text(f"{header}\na\t(1)\n#end document\n", "GUM_news_one.conll")
    assert document.name == "GUM_news_one"


@pytest.mark.parametrize("end", ["#end document\n", "# end document\n", "#end document x\n", ""])
def test_documents_end_with_or_without_a_line_that_says_so(read_text, end):
    text = "".join(f"#begin document ({name}); part 000\n{name}\t(1)\n{end}" for name in "abc")
    documents = read_text(text)
    assert [document.words for document in documents] == [["a"], ["b"], ["c"]]


def test_parts_of_one_document_are_documents_that_use_ids_again(read_text):
    text = "".join(f"#begin document (x); part 00{part}\na\t(1\nb\t1)\n#end document\n" for part in range(3))
    documents = read_text(text)
    assert [canonical(document.name) for document in documents] == [("x", 0), ("x", 1), ("x", 2)]
    assert [document.entities for document in documents] == [[[(0, 2)]]] * 3
    assert [document.entity_ids for document in documents] == [["1"]] * 3


def test_documents_without_mentions_or_tokens_are_kept(read_text):
    text = "#begin document (a)\nw\t-\n#end document\n#begin document (b)\n#end document\n#begin document (c)\nw\t(1)\n"
    documents = read_text(text)
    assert [(document.token_count, document.mention_count) for document in documents] == [(1, 0), (0, 0), (1, 1)]


def test_the_same_document_twice_is_refused_with_both_lines(read_text, put):
    one = "#begin document (x); part 000\na\t(1)\n#end document\n"
    with pytest.raises(FormatError) as caught:
        read_text(one + one)
    path = put(one + one)
    assert str(caught.value) == f"{path}:4: the document '(x); part 000' occurs twice (first at {path}:1)"


COMMENT = "# a remark of somebody\n"


@pytest.mark.parametrize(
    "rows",
    [
        ["a\t(1)\n", "b\t(1)\n"],
        ["0\ta\t(1)\n", "1\tb\t(1)\n"],
        ["x\t0\t0\ta\t(1)\n", "x\t0\t1\tb\t(1)\n"],
        ["x 0 0 a (1)\n", "x 0 1 b (1)\n"],
    ],
    ids=["2 columns", "3 columns", "5 columns", "5 by blanks"],
)
@pytest.mark.parametrize(
    "comment", [COMMENT, "# text\n", "# three words here\n", "# and now five words\n", "#\n", "# sent_id = 4\n"]
)
def test_comments_are_no_tokens_and_are_counted(read_text, warnings_of, rows, comment):
    """The official scorer counts them as tokens and shifts everything behind them."""
    text = "#begin document (x); part 000\n" + comment + rows[0] + comment + rows[1] + comment + "#end document\n"
    (document,) = read_text(text)
    assert (document.entities, document.words) == ([[(0, 1), (1, 2)]], ["a", "b"])
    assert warnings_of(text) == {"comment ignored": 3}


def test_a_comment_is_not_split_at_blanks_where_columns_are_split_at_tabs(only, warnings_of):
    text = "0\tmill\t(1)\n# see (2)\n1\tit\t(1)\n"
    assert only(text) == {"1": [(0, 1), (1, 2)]}
    assert warnings_of(text) == {"comment ignored": 1}


@pytest.mark.parametrize("word", ["#", "#harbour", "##"])
@pytest.mark.parametrize("separator", ["\t", " "])
def test_a_token_whose_word_begins_with_a_hash_is_a_token(read_text, warnings_of, word, separator):
    text = f"a{separator}(1)\n{word}{separator}(1)\nb{separator}-\n{word}{separator}-\n"
    (document,) = read_text(text)
    assert document.words == ["a", word, "b", word]
    assert document.entities == [[(0, 1), (1, 2)]]
    assert warnings_of(text) == {}


def test_a_document_of_nothing_but_hash_tokens(read_text):
    (document,) = read_text("#begin document (x); part 000\n#\t(1)\n#\t(1)\n#end document\n")
    assert document.entities == [[(0, 1), (1, 2)]]


def test_lines_outside_documents_are_ignored_and_counted(read_text, warnings_of):
    document = "#begin document ({}); part 000\na\t(1)\n#end document\n"
    text = "x\t(9)\n" + document.format("a") + "x\t(9)\n\nx\t(9\n" + document.format("b")
    assert [document.entity_ids for document in read_text(text)] == [["1"], ["1"]]
    assert warnings_of(text) == {"line outside any document": 3}


def test_the_place_of_the_first_line_outside_is_shown(put):
    path = put("#begin document (a)\na\t(1)\n#end document\n\nx\t-\n")
    (notice,) = read_corpus(path).notices
    assert notice.first.startswith(f"{path}:5: ")
