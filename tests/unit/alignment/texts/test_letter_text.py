"""The letters of running text: everything that str.isspace does not name."""

from corefscope.alignment.texts.letter_text import letter_text
from corefscope.scoring.inputs import read_all
from corefscope.settings import Settings


def test_every_blank_of_unicode_is_no_letter():
    blanks = "".join(chr(code) for code in range(0x10000) if chr(code).isspace())
    text = f"A{blanks}bc\u200bd"
    documents = [{"doc_key": "d", "text": text, "clusters": [[[0, 1]]]}]
    (corpus,) = read_all([documents], ["key"], Settings(), lambda _: None)
    actual = letter_text(corpus, 0, "key")
    kept = [place for place, letter in enumerate(text) if not letter.isspace()]
    assert actual.letters == "".join(text[place] for place in kept)
    assert actual.place.tolist() == kept
    assert list(actual.cuts) == [0, 1]
