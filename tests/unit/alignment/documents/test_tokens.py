"""Key and response of a document must have as many tokens, and should have the same words."""

from __future__ import annotations

import json

import pytest

from corefscope.problems import PairingError, StrictError

WORDS = "The mill stands at the river"
CELLS = "(1 1) - - (2 2)"


def cut(text, *places):
    return " ".join(part for place, part in enumerate(text.split()) if place not in places)


def refuse(score, key, response, **options):
    with pytest.raises(PairingError) as caught:
        score(key, response, **options)
    return str(caught.value)


def test_a_token_less_in_the_middle(score, document, tmp_path):
    message = refuse(score, document("(x)", CELLS, WORDS), document("(x)", cut(CELLS, 2), cut(WORDS, 2)))
    assert message == (
        f"{tmp_path / 'response.conll'}:4: document '(x)' has 5 tokens, the key 6 "
        f"(first difference: token 2 is 'at', in the key 'stands' at {tmp_path / 'key.conll'}:4)"
    )


def test_the_last_sentence_is_missing(score, document, tmp_path):
    """Zipping two lists would miss it."""
    message = refuse(score, document("(x)", CELLS, WORDS), document("(x)", "(1 1) - -", "The mill stands at"))
    assert "has 4 tokens, the key 6" in message
    whole = "; is the file whole?)"
    assert f"token 4 is the end of the document, in the key 'the' at {tmp_path / 'key.conll'}:6{whole}" in message


def test_a_document_without_tokens(score, document):
    message = refuse(score, document("(x)", CELLS, WORDS), "#begin document (x)\n#end document\n")
    assert "has 0 tokens, the key 6 (first difference: token 0 is the end of the document, in the key 'The'" in message


def test_words_that_are_not_known_are_not_compared(score, document):
    response = json.dumps({"doc_key": "x", "clusters": [[[0, 1]], [[4, 5]]]})
    result = score(document("(x)", CELLS, WORDS), response, endings=("conll", "jsonl"))
    assert (result.f1["b3"], result.warnings) == (1, ())


def test_different_words_are_a_warning_with_both_places(score, document, tmp_path):
    result = score(document("(x)", CELLS, WORDS), document("(x)", CELLS, WORDS.replace("stands", "stood")))
    (notice,) = result.warnings
    assert (result.f1["b3"], notice.kind, notice.count) == (1, "different words", 1)
    assert notice.first == (
        f"{tmp_path / 'response.conll'}:4: token 2 is 'stood', in the key 'stands' at {tmp_path / 'key.conll'}:4"
    )


def running(text):
    """A document in MUC's SGML, whose mentions count the characters of its text."""
    return f"<DOC>\n<DOCNO> x </DOCNO>\n<TXT>{text}</TXT>\n</DOC>\n"


def test_running_texts_of_one_length_that_differ(score):
    key = running('<COREF ID="1">Anna</COREF> saw the old mill, <COREF ID="2" REF="1">she</COREF> ran')
    response = key.replace("old mill", "odd mill").replace("ran", "run")
    result = score(key, response, ("sgm", "sgm"))
    (warning,) = result.warnings
    assert (warning.kind, warning.count) == ("different text", 1)
    # The name and its line ends are five characters; the tags are none.
    assert "character 19 differs: ' saw the odd mill, she run ', in the key ' saw the old mill, she ran '" in str(
        warning
    )
    assert result.f1["b3"] == 1
    with pytest.raises(StrictError):
        score(key, response, ("sgm", "sgm"), strict=True)


def test_a_blank_may_stand_for_a_line_end(score):
    key = running('<COREF ID="1">Anna</COREF> saw\nher <COREF ID="2" REF="1">mill</COREF>')
    assert score(key, key.replace("saw\n", "saw "), ("sgm", "sgm")).warnings == ()
