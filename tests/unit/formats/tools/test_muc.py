"""MUC SGML: COREF tags inside the text, joined by REF; characters of the text without tags are counted."""

from __future__ import annotations

import time

import pytest

from corefscope.formats.load import read_corpus
from corefscope.model import CHARACTERS
from corefscope.problems import FormatError

MILL = """<DOC>
<DOCID> mill-a </DOCID>
<DOCNO> mill.0001 </DOCNO>
<HL> <COREF ID="1" TYPE="IDENT" REF="2" MIN="miller">The miller of <COREF ID="4">Ely</COREF></COREF> </HL>
<TXT>
<p>
<s> <COREF ID="2" MIN="Smith &amp; Daughters|Smith" STATUS="OPT">Old Smith &amp;
Daughters</COREF>, of <COREF ID="5" REF="4">that town</COREF>, &MD; said <COREF ID="3" REF="2">they</COREF> sleep. </s>
</TXT>
</DOC>
<DOC>
<DOCNO> mill.0002 </DOCNO>
<TXT> <COREF ID="1">Ann</COREF> saw <coref id='2' ref=1>herself</coref>. </TXT>
</DOC>
"""


def doc(text, name="d"):
    return f"<DOC>\n<DOCNO>{name}</DOCNO>\n{text}\n</DOC>\n"


def read_one(read_text, text):
    (document,) = read_text(text, "mill.sgm", format="muc")
    return document


def texts(document):
    return [[document.text_of(mention) for mention in entity] for entity in document.entities]


def fails(read_text, put, text):
    with pytest.raises(FormatError) as caught:
        read_text(text, "mill.sgm", format="muc")
    return str(caught.value).removeprefix(put(text, "mill.sgm"))


def counts(put, text):
    return {notice.kind: notice.count for notice in read_corpus(put(text, "mill.sgm"), format="muc").notices}


def test_two_documents(read_text):
    one, two = read_text(MILL, "mill.sgm")  # recognised by content
    assert [(document.name, document.unit) for document in (one, two)] == [
        ("mill.0001", CHARACTERS),
        ("mill.0002", CHARACTERS),
    ]
    assert texts(one) == [["The miller of Ely", "Old Smith &\nDaughters", "they"], ["Ely", "that town"]]
    assert texts(two) == [["Ann", "herself"]]
    assert (one.entity_ids, two.entity_ids) == (["1", "4"], ["1"])
    assert one.raw_text.startswith("\n mill-a \n mill.0001 \n The miller of Ely \n")
    assert ", &MD; said they sleep. " in one.raw_text  # a reference that is not known stays
    assert one.token_count == len(one.raw_text)


def test_minimum_spans(read_text):
    one, two = read_text(MILL, "mill.sgm")
    (miller, smith, they), (ely, _) = one.entities
    raw = one.raw_text
    assert ["".join(raw[place] for place in found.minimum) for found in (miller, smith, they, ely)] == [
        "miller",
        "Smith &\nDaughters",  # a blank in MIN may be a line end in the text
        "",
        "",
    ]
    assert two.entities[0][0].head is None


def test_what_is_counted(put):
    assert counts(put, MILL) == {}
    assert counts(put, MILL.replace(" REF=", " RFE="))["unknown attribute"] == MILL.count(" REF=") > 0


@pytest.mark.parametrize(
    ("mention", "minimum", "start"),
    [
        ("the woman or man", "man", 13),  # whole words before parts of words
        ("the woman", "man", 6),
        ("man and man", "man", 0),
        ("a man-made man", "man", 2),
        ("the cat", "dog|cat", 4),
        ("the cat", "dog", None),
        ("the cat", " | ", None),
        ("the '90s", "'90s", 4),
    ],
)
def test_where_min_stands(read_text, mention, minimum, start):
    document = read_one(read_text, doc(f'<COREF ID="1" MIN="{minimum}">{mention}</COREF>'))
    ((found,),) = document.entities
    assert (found.minimum[0] - found.start if found.minimum else None) == start


LINKS = ((1, 3), (2, None), (3, 5), (4, 2), (5, None), (6, 1))
ONTONOTES = (
    '<DOC DOCNO="nw/x_0001"><TEXT PARTNO="000">\n<COREF ID="7" TYPE="IDENT">Ann</COREF> , '
    '<COREF ID="8" TYPE="APPOS" SUBTYPE="HEAD">a miller</COREF> , '
    'saw <COREF ID="7" TYPE="IDENT">herself</COREF> .\n</TEXT></DOC>'
)
EMPTY = '<COREF ID="1">a</COREF><COREF ID="2" REF="1"></COREF><COREF ID="3" REF="2"/> <COREF ID=4 REF=3>b</COREF>'


@pytest.mark.parametrize(
    ("text", "name", "entities", "warnings"),
    [
        (
            doc(" ".join(f'<COREF ID="{one}"{f" REF={two}" if two else ""}>m{one}</COREF>' for one, two in LINKS)),
            "d", [["m1", "m3", "m5", "m6"], ["m2", "m4"]], {},
        ),
        ('<COREF ID="1">Ann</COREF> & <COREF ID="2" REF="1">she</COREF> > 3 < 4', "mill", [["Ann", "she"]], {}),
        (ONTONOTES, "nw/x_0001", [["Ann", "herself"]], {"mention left out: TYPE is not IDENT": 1}),
        (doc(EMPTY), "d", [["a", "b"]], {"mention left out: it has no text": 2}),
        ("before " + doc("") + " after", "d", [], {"text outside <DOC>": 2}),
        (doc("") + "<COREF ID=1>x</COREF>", "d", [], {"text outside <DOC>": 1}),
        (doc('<COREF ID="1" MIN="dog|mouse">the cat</COREF>'), "d", [["the cat"]], {"MIN is not in the mention": 1}),
    ],
)  # fmt: skip
def test_entities_and_what_is_counted(read_text, put, text, name, entities, warnings):
    document = read_one(read_text, text)
    assert (document.name, texts(document)) == (name, entities)
    assert counts(put, text) == warnings


@pytest.mark.parametrize(
    ("start", "name"),
    [
        ("<DOC><DOCID> i </DOCID>", "i"), ("<DOC><DOCNO> n </DOCNO><DOCID> i </DOCID>", "n"),
        ("<DOC><DOCID> i </DOCID><DOCNO> n </DOCNO>", "n"), ("<DOC>", "mill"), ('<DOC id="a"><DOCID>i</DOCID>', "a"),
        ('<DOC id="a"><DOCNO>n</DOCNO>', "n"), ('<DOC id="a">', "a"),
    ],
)  # fmt: skip
def test_names(read_text, start, name):
    assert read_one(read_text, f"{start}<COREF ID=1>a</COREF></DOC>").name == name


def test_references_comments_and_other_tags(read_text):
    text = doc(
        "&lt;a&gt; &#65;&#x42; &apos;&quot; &nosuch; &#0; &#xD800; &amp;amp; "
        "<!-- <COREF> -->x<!ELEMENT y><?z?><b c='d'>"
    )
    assert read_one(read_text, text).raw_text == "\nd\n<a> AB '\" &nosuch; &#0; &#xD800; &amp; x\n"


def test_windows_line_ends_count_as_one(read_text):
    unix, windows = (read_text(MILL.replace("\n", end), "mill.sgm") for end in ("\n", "\r\n"))
    assert [document.entities for document in unix] == [document.entities for document in windows]


def test_documents_end_where_the_next_one_begins(read_text):
    text = "<DOC><DOCNO>a</DOCNO>\n<COREF ID=1>x</COREF><DOC><DOCNO>b</DOCNO>y"
    assert [document.name for document in read_text(text, "mill.sgm", format="muc")] == ["a", "b"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x</COREF>", ":3: a COREF closes that was never opened"),
        ("\n<COREF ID=1>x", ":4: the COREF 1 never closes (expected </COREF> in the same document)"),
        ("<COREF ID=1 REF=9>x</COREF>", ":3: COREF 1 refers to 9, which is not in the document (REF is the ID"),
        ("<COREF REF=9>x</COREF>", ":3: a COREF has no ID (its attributes read 'REF=9')"),
        ('<COREF ID="1" MIN="a>b">x</COREF>', ":3: a quotation mark in a COREF has no partner (write > in a value"),
        ("\n\n<!-- x", ":5: the comment never closes (expected -->)"),
        ('<COREF ID="1">' * 101, ":3: COREF tags are nested more than 100 deep (close each with </COREF>)"),
    ],
)
def test_errors(read_text, put, text, message):
    assert fails(read_text, put, doc(text)).startswith(message)


def test_nesting_of_100_000_levels(read_text, put):
    text = doc('<COREF ID="1">' * 100_000 + "x" + "</COREF>" * 100_000)
    assert "nested more than 100 deep" in fails(read_text, put, text)
    other = doc("<s>" * 100_000 + '<COREF ID="1">x</COREF>' + "</s>" * 100_000)
    assert texts(read_one(read_text, other)) == [["x"]]


@pytest.mark.parametrize(
    "text",
    [
        "x" * 20_000_000,
        "<" * 200_000,
        "<a" * 500_000 + "<" + "a" * 200_000,
        '<COREF ID="1" ' + "a" * 200_000 + ">x</COREF>",
        '<COREF ID="1" ' + "a='" * 500_000 + "'>x</COREF>",
        "&" * 200_000,
        "".join(f'<COREF ID="{number}" MIN="y">' for number in range(100)) + "x " * 500_000 + "</COREF>" * 100,
    ],
    ids=["words", "less-than", "names", "attribute", "quotes", "references", "minimum"],
)
def test_a_long_line_takes_linear_time(put, text):
    path = put(doc(text), "long.sgm")
    start = time.process_time()
    try:
        read_corpus(path, format="muc")
    except FormatError as error:
        assert "quotation mark" in str(error)  # noqa: PT017
    assert time.process_time() - start < 20
