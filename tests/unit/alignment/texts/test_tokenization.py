"""Tokenization of running text: mentions begin and end at token borders."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefscope.alignment.texts.letter_text import tokenize
from corefscope.model import CHARACTERS, TOKENS, Document, Mention
from corefscope.problems import Notices
from support.inputs.strategies import THOROUGH
from unit.alignment.texts.texts import notices, score


def cut(text, *spans):
    lost = Notices()
    document = Document("text", [[Mention(*span)] for span in spans], unit=CHARACTERS, raw_text=text)
    return tokenize(document, lost), {notice.kind: notice.count for notice in lost}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Ann's dog can't sleep.", ["Ann's", "dog", "can't", "sleep", "."]),
        ("(So) “what”?!", ["(", "So", ")", "“", "what", "”", "?", "!"]),
        ("  a\n\tb ", ["a", "b"]),
        ("我爱你 ok中", ["我", "爱", "你", "ok", "中"]),
        ("", []),
    ],
)
def test_words_and_signs(text, words):
    assert cut(text)[0].words == words


def test_mentions_cut_words():
    document, lost = cut("Ann's dog-house", (0, 3), (6, 9), (0, 15))
    assert document.words == ["Ann", "'", "s", "dog", "-", "house"]
    assert [document.text_of(mention) for (mention,) in document.entities] == ["Ann", "dog", "Ann ' s dog - house"]
    assert (document.unit, document.token_count, lost) == (TOKENS, 6, {})


def test_gaps_heads_types_and_minimum_spans():
    mention = Mention.at([*range(3), *range(8, 13)], head=8, type="name", minimum=tuple(range(8, 13)))
    document = Document("text", [[mention]], unit=CHARACTERS, raw_text="old and happy men")
    ((moved,),) = tokenize(document, Notices()).entities
    assert (moved.positions, moved.head, moved.type, moved.minimum) == ((0, 2), 2, "name", (2,))


def test_a_mention_of_blanks_is_lost_and_counted():
    document, lost = cut("a  b", (1, 3), (0, 1))
    assert lost == {"mention lost: it has no letters": 1}
    assert document.mention_count == 1


@THOROUGH
@given(
    st.text("ab. '中\n", min_size=1, max_size=25),
    st.lists(st.tuples(st.integers(0, 20), st.integers(1, 6)), max_size=6),
)
def test_what_was_cut_is_the_same_annotation(text, spans):
    inside = {(start, min(start + length, len(text))) for start, length in spans if start < len(text)}
    # Mentions that differ only in blanks at their ends are the same tokens; mentions begin and end with a letter here.
    inside = [span for span in inside if text[span[0] : span[1]] == text[span[0] : span[1]].strip()]
    whole = Document("text", [[Mention(*span)] for span in inside], unit=CHARACTERS, raw_text=text)
    parts = tokenize(whole, Notices())
    assert "".join(parts.words) == "".join(text.split())
    result = score(whole, parts)
    assert result.scores["mentions"].counts["recall_num"] == len(inside) == parts.mention_count
    assert "mention lost in alignment" not in notices(result)
