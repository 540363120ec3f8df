"""ACE APF: offsets that include their ends, heads as minimum spans, types, and the text beside the file."""

from __future__ import annotations

import pytest

import corefscope as cs
from corefscope.formats.load import read_corpus
from corefscope.model import CHARACTERS
from corefscope.problems import FormatError

TEXT = "<DOC>\n<DOCID> mill-1 </DOCID>\n<TEXT>\nThe old miller of Ely &amp; Co\nsaid he slept.\n</TEXT></DOC>\n"
PLAIN = "\n mill-1 \n\nThe old miller of Ely &amp; Co\nsaid he slept.\n\n"


def place(words, plain=PLAIN):
    """START and END of words in the text, as ACE counts."""
    start = plain.rindex(words)  # "he" is in "The" as well
    return f'START="{start}" END="{start + len(words) - 1}"'


def mention(kind, extent, head=None, number=1):
    heads = f"<head>\n<charseq {place(head)}>{head}</charseq></head>" if head else ""
    return (
        f'<entity_mention ID="m{number}" TYPE="{kind}" LDCTYPE="{kind}">\n'
        f"<extent><charseq {place(extent)}>{extent}</charseq></extent>{heads}</entity_mention>\n"
    )


def apf(*parts):
    return (
        '<?xml version="1.0"?>\n<!DOCTYPE source_file SYSTEM "apf.v5.1.1.dtd">\n'
        '<source_file URI="mill.sgm" SOURCE="newswire" TYPE="text">\n<document DOCID="mill-1">\n'
        + "".join(parts)
        + "</document>\n</source_file>\n"
    )


def entity(name, *mentions, attributes='TYPE="PER" SUBTYPE="Individual" CLASS="SPC"'):
    return f'<entity ID="{name}" {attributes}>\n' + "".join(mentions) + "</entity>\n"


MILL = apf(
    entity(
        "E1",
        mention("NOM", "The old miller of Ely &amp; Co", "miller"),
        mention("PRO", "he", "he"),
        "<entity_attributes><name NAME='x'><charseq START='0' END='0'>x</charseq></name></entity_attributes>",
    ),
    entity("E2", mention("NAM", "Ely &amp; Co", "Ely &amp; Co"), attributes='TYPE="ORG" CLASS="SPC"'),
    '<relation ID="R1"><relation_mention><extent><charseq START="0" END="99"/></extent></relation_mention></relation>',
    '<value ID="V1"><value_mention><extent><charseq START="0" END="9"/></extent></value_mention></value>',
)


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "mill.apf.xml").write_text(MILL)
    (tmp_path / "mill.sgm").write_text(TEXT)
    return tmp_path


def fails(read_text, put, text):
    with pytest.raises(FormatError) as caught:
        read_text(text, "alone.apf.xml", format="apf")
    return str(caught.value).removeprefix(put(text, "alone.apf.xml"))


def test_everything(folder):
    (document,) = cs.read(folder)  # the .sgm is not a file of its own
    assert (document.name, document.unit, document.raw_text) == ("mill-1", CHARACTERS, PLAIN)
    assert document.token_count == len(PLAIN)
    assert (document.entity_ids, document.entity_types) == (["E1", "E2"], ["PER:Individual:SPC", "ORG::SPC"])
    (miller, he), (ely,) = document.entities
    assert [document.text_of(found) for found in (miller, he, ely)] == [
        "The old miller of Ely &amp; Co",
        "he",
        "Ely &amp; Co",
    ]
    assert [found.type for found in (miller, he, ely)] == ["nominal", "pronoun", "name"]
    assert "".join(PLAIN[position] for position in miller.minimum) == "miller"
    assert (miller.head, len(ely.minimum)) == (None, 12)
    assert read_corpus(folder).notices == ()


def test_text_of_other_endings(folder):
    (folder / "mill.sgm").unlink()
    assert cs.read(folder / "mill.apf.xml")[0].raw_text is None
    text = f"<a> as it is{' ' * len(PLAIN)}"
    (folder / "mill.txt").write_text(text)
    assert cs.read(folder / "mill.apf.xml")[0].raw_text == text


def test_windows_line_ends_count_as_one(folder):
    (folder / "mill.sgm").write_bytes(TEXT.replace("\n", "\r\n").encode())
    assert cs.read(folder)[0].raw_text == PLAIN
    assert read_corpus(folder).notices == ()


def test_offsets_that_count_something_else(folder):
    (folder / "mill.sgm").write_text(TEXT.replace("<DOC>", ""))
    (folder / "mill.apf.xml").write_text(MILL.replace('START="47" END="48"', 'START="45" END="46"'))
    (notice,) = read_corpus(folder).notices
    assert (notice.kind, notice.count) == ("text differs", 1)
    assert notice.first.endswith("mill.apf.xml:9: 45–46 is not 'he'")


def test_mentions_outside_the_text(folder):
    (folder / "mill.sgm").write_text("short")
    with pytest.raises(cs.CorefscopeError) as caught:
        read_corpus(folder)
    assert caught.value.others == 2
    assert "mention 11–40 of document " in str(caught.value)
    assert str(caught.value).endswith(" lies outside its 5 characters (they are counted from 0 to 4)")


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("NAM", "name"), ("NAME", "name"), ("NOM", "nominal"), ("NOMINAL", "nominal"), ("BAR", "nominal"),
        ("PRO", "pronoun"), ("PRONOUN", "pronoun"), ("WHQ", "pronoun"), ("PRE", "premodifier"),
        ("HLS", None), ("", None),
    ],
)  # fmt: skip
def test_mention_types(only, warnings_of, kind, expected):
    text = apf(entity("E1", mention(kind, "he")))
    assert only(text, "alone.apf.xml")["E1"][0].type == expected
    assert warnings_of(text, "alone.apf.xml") == {}


LOST = mention("NOM", "he", "he")
NO_EXTENT = mention("NOM", "miller", "miller").replace("extent", "other")


@pytest.mark.parametrize(
    ("parts", "mentions", "warnings"),
    [
        ([entity("E1", mention("PRO", "he"), NO_EXTENT)], [(19, 25, tuple(range(19, 25))), (47, 49, ())], {}),
        ([entity("E1", mention("NOM", "old miller", "he"))], [(15, 25, ())], {"head outside its mention": 1}),
        ([entity("E1"), entity("E2", mention("PRO", "he"))], [(47, 49, ())], {"entity without mentions": 1}),
        ([entity("E1", mention("PRO", "he")), LOST, f"<relation>{LOST}</relation>"], [(47, 49, ())],
         {"element out of place": 2}),
        ([entity("E1", mention("XYZ", "he"))], [(47, 49, ())], {"unknown mention type": 1}),
    ],
)  # fmt: skip
def test_heads_extents_and_what_is_counted(read_text, warnings_of, parts, mentions, warnings):
    (document,) = read_text(apf(*parts), "alone.apf.xml")
    assert [(each.start, each.end, each.minimum) for each in document.entities[0]] == mentions
    assert warnings_of(apf(*parts), "alone.apf.xml") == warnings


def test_several_documents_have_no_text(folder):
    more = '</document><document DOCID="mill-2"></document></source_file>'
    (folder / "mill.apf.xml").write_text(MILL.replace("</document>\n</source_file>", more))
    assert [(document.name, document.raw_text) for document in cs.read(folder)] == [("mill-1", None), ("mill-2", None)]


CHARSEQ = f"<charseq {place('he')}>"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (CHARSEQ, '<charseq START="-1" END="5">', ":7: a charseq has the START '-1' and the END '5' (expected"),
        (CHARSEQ, '<charseq START="1.0" END="5">', ":7: a charseq has the START '1.0'"),
        (CHARSEQ, '<charseq START="²" END="5">', ":7: a charseq has the START '²'"),
        (CHARSEQ, f'<charseq START="1" END="{"9" * 5000}">', ":7: a charseq has the START '1' and the END '9999"),
        (CHARSEQ, f'<charseq START="1" END="{2**63}">', ":7: a charseq has the START '1' and the END '9223"),
        (CHARSEQ, '<charseq START="1">', ":7: a charseq has the START '1' and the END ''"),
        (CHARSEQ, "<charseq>", ":7: a charseq has the START '' and the END ''"),
        (
            CHARSEQ,
            "<charseq><start>5</start><end>7</end>",
            ":7: a charseq has the START '' and the END '' (expected characters from 0: <charseq "
            'START="0" END="2">; convert APF before 2004, which has elements)',
        ),
        (CHARSEQ, '<charseq START="9" END="5">', ":7: a charseq has the START '9' and the END '5'"),
        ("extent>", "other>", ":6: an entity_mention has no extent"),
        (
            "</extent>",
            '</extent><extent><charseq START="1" END="2"/></extent>',
            ":7: an entity_mention has two extents",
        ),
        ("source_file", "other_file", ":3: the root of the XML is <other_file> (expected <source_file>)"),
        ("document", "paper", ": the file has no documents"),
        ("</entity>", "", ":9: not valid XML: mismatched tag"),
        ("<entity ", '<entity ID="E1"/><entity ', ":5: the entity E1 occurs twice"),
    ],
)
def test_errors(read_text, put, old, new, message):
    text = apf(entity("E1", mention("PRO", "he")))
    assert fails(read_text, put, text.replace(old, new)).startswith(message)


def test_heads_are_spans_so_matching_by_heads_names_the_other_way(put):
    path = put(apf(entity("E1", mention("NOM", "The old miller of Ely", "miller"))), "mill.apf.xml")
    with pytest.raises(cs.CorefscopeError, match=r"needs heads.*or use match='min', since mentions have minimum spans"):
        cs.score(path, path, match="head")
    assert cs.score(path, path, match="min", metrics="mentions").f1["mentions"] == 1
