"""The fast reader of words gives what walking through the XML gives, or leaves the file to it."""

from __future__ import annotations

import random

import pytest

import corefscope as cs
from corefscope.formats.files.sources import Source
from corefscope.formats.mmax import plain_words as fast
from corefscope.formats.mmax import reader
from support.inputs.damage import damaged

HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE words SYSTEM "words.dtd">\n'
WORDS = "".join(
    f'<word id="word_{number}">{word}</word>\n' for number, word in enumerate(["An", "old", "mill,", "東京", "."], 1)
)
TEXTS = {
    "as tools write it": HEAD + f"<words>\n{WORDS}</words>\n",
    "windows": (HEAD + f"<words>\n{WORDS}</words>\n").replace("\n", "\r\n"),
    "no head": f"<words>{WORDS}</words>",
    "a comment": HEAD + f"<words><!-- none -->{WORDS}</words>",
    "an entity": HEAD + f'<words>{WORDS}<word id="word_9">R&amp;D</word></words>',
    "another attribute": HEAD + f'<words>{WORDS}<word id="word_9" pos="NN">x</word></words>',
    "no text": HEAD + f'<words>{WORDS}<word id="word_9"> </word></words>',
    "an id twice": HEAD + f'<words>{WORDS}<word id="word_1">x</word></words>',
    "something behind": HEAD + f"<words>{WORDS}</words><words/>",
    "not closed": HEAD + f"<words>{WORDS}",
    "a control character": HEAD + f'<words>{WORDS}<word id="word_9">\x01</word></words>',
    "no character": HEAD + f'<words>{WORDS}<word id="word_9">\uffff</word></words>',
    "an old line end": HEAD + f'<words>{WORDS}<word id="word_9">a\rb</word></words>',
    "the end of a section": HEAD + f"<words>{WORDS}]]></words>",
    "ASCII that is none": HEAD.replace("UTF-8", "US-ASCII") + f"<words>{WORDS}</words>",
    "a form feed": HEAD + f"<words>{WORDS}</words>\x0c",
    "another encoding": HEAD.replace("UTF-8", "ISO-8859-1") + f"<words>{WORDS}</words>",
}
SOURCE = Source("a_words.xml", "a")
LEVEL = b'<markables><markable id="m" span="word_1..word_3" coref_class="set_1"/></markables>'


def outcome(content, folder, monkeypatch, is_fast):
    monkeypatch.setattr(reader, "plain_words", fast.plain_words if is_fast else lambda content, source: None)
    path, level = folder / "Basedata" / "a_words.xml", folder / "Markables" / "a_coref_level.xml"
    for each, text in ((path, content), (level, LEVEL)):
        each.parent.mkdir(exist_ok=True)
        each.write_bytes(text)
    try:
        return [(document.words, document.entities) for document in cs.read(path, format="mmax")]
    except cs.CorefscopeError as error:
        return str(error)


@pytest.mark.parametrize("name", TEXTS)
def test_both_ways_give_the_same(name, tmp_path, monkeypatch):
    content = TEXTS[name].encode()
    both = [outcome(content, tmp_path, monkeypatch, is_fast) for is_fast in (True, False)]
    assert both[0] == both[1]
    is_plain = name in ("as tools write it", "windows", "no head", "no text")
    assert (fast.plain_words(content, SOURCE) is not None) == is_plain


def test_damaged_files_give_the_same(tmp_path, monkeypatch):
    chance = random.Random("words")
    whole = TEXTS["as tools write it"].encode()
    read = refused = 0
    for _ in range(500):
        content = damaged(whole, chance, b'<>/"&=\r\n\t \xff\x01words')
        one, two = (outcome(content, tmp_path, monkeypatch, is_fast) for is_fast in (True, False))
        assert one == two, content
        read, refused = read + (not isinstance(one, str)), refused + isinstance(one, str)
    assert min(read, refused) > 15
