"""The fast reader of tokens gives what reading element by element gives, or leaves the file to it."""

from __future__ import annotations

import random

import pytest

import corefscope as cs
from corefscope.formats.uima import xmi
from support.inputs.damage import damaged

ROOT = (
    '<?xml version="1.0" encoding="UTF-8"?>\n<xmi:XMI xmlns:xmi="http://www.omg.org/XMI" '
    'xmlns:cas="http:///uima/cas.ecore" xmlns:c="http:///webanno/custom.ecore" '
    'xmlns:t="http:///de/tudarmstadt/ukp/dkpro/core/api/segmentation/type.ecore" xmi:version="2.0">\n'
)
WORDS = ["Ann", "saw", "her", "dog", "in", "東京", "."]
TEXT = " ".join(WORDS)
PLACES = [(TEXT.index(word), TEXT.index(word) + len(word)) for word in WORDS]
TOKENS = "".join(
    f'<t:Token xmi:id="{number}" sofa="1" begin="{begin}" end="{end}"/>\n'
    for number, (begin, end) in enumerate(PLACES, 2)
)
MORE = TOKENS.replace("/>", ' lemma="44" pos="" order="0"/>')
CHAIN = '<c:CorefLink xmi:id="20" begin="0" end="3"/>\n<c:CorefChain xmi:id="30" first="20"/>\n'
SOFA = f'<cas:Sofa xmi:id="1" sofaNum="1" sofaID="_InitialView" sofaString="{TEXT}"/>\n'
END = "</xmi:XMI>\n"
WHOLE = ROOT + TOKENS + CHAIN + SOFA + END
LAST = '<t:Token xmi:id="99" sofa="1" begin="16" end="19"/>'
FILES = {
    "as tools write it": WHOLE,
    "on one line": WHOLE.replace("\n", ""),
    "windows": WHOLE.replace("\n", "\r\n"),
    "more features": ROOT + MORE + CHAIN + SOFA + END,
    "overlapping": ROOT + TOKENS + '<t:Token xmi:id="99" sofa="1" begin="1" end="2"/>\n' + CHAIN + SOFA + END,
    "outside the text": ROOT + TOKENS + '<t:Token xmi:id="99" sofa="1" begin="1" end="99"/>\n' + CHAIN + SOFA + END,
    "end before begin": ROOT + TOKENS + '<t:Token xmi:id="99" sofa="1" begin="9" end="8"/>\n' + CHAIN + SOFA + END,
    "old line ends": WHOLE.replace("\n", "\r"),
    "a feature twice": ROOT + MORE.replace(' pos=""', ' lemma=""') + CHAIN + SOFA + END,
    "another feature": ROOT + TOKENS.replace("/>", ' colour="red"/>', 1) + CHAIN + SOFA + END,
    "leading zeros": ROOT + TOKENS.replace('begin="4"', 'begin="04"') + CHAIN + SOFA + END,
    "in a comment": ROOT + f"<!-- {LAST} -->" + TOKENS + CHAIN + SOFA + END,
    "in CDATA": ROOT + f"<![CDATA[{LAST}]]>" + TOKENS + CHAIN + SOFA + END,
    "in an instruction": ROOT + f"<?any {LAST}?>" + TOKENS + CHAIN + SOFA + END,
    "in a value": WHOLE.replace('next="', "").replace('begin="0"', f'any="{LAST}" begin="0"'),
    "in an open value": WHOLE.replace('sofaID="', f'any="a/>{LAST} b" sofaID="'),
    "in a tag": WHOLE.replace("<c:CorefChain", f"<c:CorefChain {LAST}"),
    "behind the root": WHOLE + LAST,
    "behind the root, and an end": WHOLE + LAST + "</t:Token>",
    "before the root": LAST + WHOLE,
    "the root closed at once": WHOLE.replace('"2.0">', '"2.0"/>'),
    "no namespace": WHOLE.replace("xmlns:t=", "xmlns:u="),
    "another namespace": WHOLE.replace("segmentation/type", "other/type"),
    "two prefixes": WHOLE.replace("xmlns:c=", 'xmlns:u="http:///a/segmentation/type.ecore" xmlns:c='),
    "a prefix bound twice": ROOT + f'<c:Any xmlns:t="http:///other.ecore">{LAST}</c:Any>' + TOKENS + CHAIN + SOFA + END,
    "not closed": WHOLE.removesuffix(END),
    "Latin letters": WHOLE.replace("UTF-8", "ISO-8859-1"),
    "a document type": WHOLE.replace("<xmi:XMI", "<!DOCTYPE any SYSTEM 'any.dtd'><xmi:XMI"),
}
FAST = ("as tools write it", "on one line", "windows", "more features", "overlapping", "outside the text")


def outcome(content, path, monkeypatch, is_fast):
    path.write_bytes(content)
    with monkeypatch.context() as patched:
        if not is_fast:
            patched.setattr(xmi, "_with_plain_tokens", lambda content, source: None)
        try:
            found = cs.read(path, format="xmi")
        except cs.CorefscopeError as error:
            return str(error)
    return [(document.words, document.sentences, document.entities) for document in found]


@pytest.mark.parametrize("name", FILES)
def test_both_ways_give_the_same(name, tmp_path, monkeypatch):
    one, two = (outcome(FILES[name].encode(), tmp_path / "a.xmi", monkeypatch, is_fast) for is_fast in (True, False))
    assert one == two


@pytest.mark.parametrize("name", FILES)
def test_only_usual_files_are_read_fast(name):
    found = xmi._with_plain_tokens(FILES[name].encode(), xmi.Source("a.xmi", "a"))
    assert (found is not None) == (name in FAST or name == "end before begin")


def test_damaged_files_give_the_same(tmp_path, monkeypatch):
    chance = random.Random("tokens")
    read = refused = fast = 0
    for _ in range(600):
        whole = chance.choice([WHOLE, FILES["more features"]]).encode()
        content = damaged(whole, chance, b'<>/"&=!?-\r\n\t \xff\x01t:')
        one, two = (outcome(content, tmp_path / "a.xmi", monkeypatch, is_fast) for is_fast in (True, False))
        assert one == two, content
        read, refused = read + (not isinstance(one, str)), refused + isinstance(one, str)
        fast += xmi._with_plain_tokens(content, xmi.Source("a.xmi", "a")) is not None
    assert min(read, refused, fast) > 50
