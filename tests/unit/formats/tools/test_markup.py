"""XML from anyone: nothing expands, nothing is loaded, nothing is nested without end."""

from __future__ import annotations

import time

import pytest

from corefscope.formats.files.sources import Source
from corefscope.formats.tools.markup import DEEPEST, elements
from corefscope.problems import FormatError

LAUGHS = "\n".join(
    ["<!DOCTYPE a [", '<!ENTITY x0 "ha">']
    + [f'<!ENTITY x{number} "{f"&x{number - 1};" * 10}">' for number in range(1, 12)]
    + ["]>", "<a>&x11;</a>"]
)


def events(text):
    content = text if isinstance(text, bytes) else text.encode()
    return [event for element in elements(content, Source("text.xml", "text")) for event in inside(element)]


def inside(element):
    """What is in an element, and then itself, as it closes."""
    inner = [event for each in element.inner for event in inside(each)]
    return [*inner, (element.name, element.attributes, element.text, element.line)]


def refusal(text):
    with pytest.raises(FormatError) as caught:
        events(text)
    return str(caught.value)


def test_elements_in_order():
    assert events('<a x="1">\n <b>one &amp; <![CDATA[<two>]]></b>\n</a>') == [
        ("b", {}, "one & <two>", 2),
        ("a", {"x": "1"}, "\n", 1),
    ]


@pytest.mark.parametrize("doctype", ['SYSTEM "apf.v5.1.1.dtd"', 'PUBLIC "-//X//Y" "http://example.org/apf.dtd"'])
def test_a_doctype_that_only_names_a_dtd(doctype):
    assert events(f"<!DOCTYPE a {doctype}><a/>") == [("a", {}, "", 1)]


def test_no_dtd_is_loaded(tmp_path):
    """The DTD exists and would give the entity its text."""
    (tmp_path / "a.dtd").write_text('<!ENTITY secret "found">')
    message = refusal(f'<!DOCTYPE a SYSTEM "{tmp_path / "a.dtd"}">\n<a>&secret;</a>')
    assert message == "text.xml:2: the entity &secret; is not known (no DTD is read: write the character itself)"


def test_billion_laughs():
    start = time.process_time()
    assert refusal(LAUGHS).startswith("text.xml:1: the DOCTYPE holds declarations, which are not read for safety")
    assert time.process_time() - start < 1


@pytest.mark.parametrize(
    "declaration",
    [
        '<!ENTITY x SYSTEM "file:///etc/passwd">',
        '<!ENTITY x PUBLIC "x" "http://127.0.0.1:9/x">',
        '<!ENTITY % x SYSTEM "file:///etc/passwd"> %x;',
        '<!ENTITY x "y">',
        '<!ATTLIST a b CDATA "c">',
        "",
    ],
)
def test_declarations(declaration):
    assert "which are not read for safety" in refusal(f"<!DOCTYPE a [{declaration}]><a>&x;</a>")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("<a>\n<b></a>", "text.xml:2: not valid XML: mismatched tag (at column 6)"),
        ("<a>", "text.xml:1: not valid XML: no element found (at column 4)"),
        ("", "text.xml:1: not valid XML: no element found (at column 1)"),
        ("<a>&x;</a>", "text.xml:1: not valid XML: undefined entity (at column 4)"),
        (b"<a>\xff</a>", "text.xml:1: the file is not UTF-8 (save it as UTF-8, or declare its encoding"),
        ('<?xml version="1.0" encoding="klingon"?><a/>', "text.xml:1: the XML cannot be decoded: unknown encoding"),
        ('<?xml version="1.0" encoding="big5"?><a/>', "text.xml:1: the XML cannot be decoded: "),
        ('<?xml version="1.0" encoding="hex"?><a/>', "text.xml:1: the XML cannot be decoded: "),
    ],
)
def test_broken_xml(text, message):
    assert refusal(text).startswith(message)


def test_other_encodings_are_read():
    text = '<?xml version="1.0" encoding="iso-8859-1"?><a>Zoë</a>'.encode("latin-1")
    assert events(text)[-1][2] == "Zoë"


@pytest.mark.parametrize("end", [b"</a>", b"", b"\xe9"])
def test_another_encoding_that_is_not_declared(end):
    with pytest.raises(FormatError) as caught:
        events(b"<a>\n caf\xe9 " + end)
    assert (caught.value.code, caught.value.line) == ("not-utf8", 2)
    assert "declare its encoding" in str(caught.value)


def test_deep_nesting():
    assert len(events("<a>" * DEEPEST + "</a>" * DEEPEST)) == DEEPEST
    message = refusal("<a>\n" * 100_000 + "</a>" * 100_000)
    assert message == f"text.xml:{DEEPEST + 1}: the elements are nested more than 100 deep (no annotation needs that)"


@pytest.mark.parametrize("text", ["<a>" + "x" * 20_000_000 + "</a>", '<a b="' + "x" * 20_000_000 + '"/>'])
def test_a_long_line_takes_linear_time(text):
    start = time.process_time()
    events(text)
    assert time.process_time() - start < 3
