"""The same text in other tokens scores as it would in the same tokens."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import corefscope as cs
from corefscope.model import Document, Mention, empty_position
from support.inputs.strategies import THOROUGH
from unit.alignment.texts.texts import METRICS, counts, marked, notices, recut, running, score

PAIRS = [
    ("[1 I 1] don't know [2 them 2] , [1 I 1] said", "[1 I 1] do n't know [2 them 2] , [1 I 1] said"),
    ("[1 I 1] don't know [2 them 2] , [1 I 1] said", "[1 I 1] don ' t know [2 them 2] , [1 I 1] sa id"),
    ("[1 The U.S. 1] , [2 [1 its 1] ally 2]", "[1 The U . S . 1] , [2 [1 its 1] al ly 2]"),
    ("[1 cannot 1] [2 gonna 2] [1 x 1]", "[1 can not 1] [2 gon na 2] [1 x 1]"),
    ("[1 10-year-old 1] met [1 her 1]", "[1 10 - year - old 1] met [1 her 1]"),
    ("[1 中国 1] 的 [2 经济 2] 和 [1 它 1]", "[1 中 国 1] 的 [2 经 济 2] 和 [1 它 1]"),
    ("[1 中国的经济 1] 和 [1 它 1]", "[1 中国 的 经济 1] 和 [1 它 1]"),
    ("[1 a\u0301b 1] [1 c 1]", "[1 a \u0301b 1] [1 c 1]"),
]


@pytest.mark.parametrize(("key", "response"), PAIRS)
def test_cut_differently_but_annotated_alike(key, response):
    for one, two in ((key, response), (response, key)):
        result = score(marked(one), marked(two))
        assert result.f1["mentions"] == result.f1["b3"] == result.f1["ceafe"] == 1
        assert not result.warnings


SAYING = "[1 Ann 1] said : [2 the U.S. flag 2] is n't [1 hers 1] ."
BLANKS = ["\n", "", " ", "\t", " \n ", " ", " ", "", " ", "", ""]


def test_tokens_against_characters():
    document = marked(SAYING)
    text = running(document, BLANKS[: len(document.words)])
    assert text.raw_text.startswith("Ann\nsaid: the\tU.S.")
    for key, response in ((document, text), (text, document), (text, text)):
        result = score(key, response)
        assert set(result.f1.values()) == {1}
        assert not result.warnings


@pytest.mark.parametrize("side", ["key", "response"])
def test_what_has_no_text_cannot_be_aligned(side):
    known, unknown = marked(SAYING), Document("text", [[Mention(0, 1)]])
    pair = (unknown, known) if side == "key" else (known, unknown)
    with pytest.raises(cs.CorefscopeError, match=f"the text of document 'text' of the {side} is unknown"):
        score(*pair)


def test_gaps_heads_and_minimum_spans_move_along():
    spans = [[Mention(0, 5, (0, 1, 4), head=4, minimum=(4,))], [Mention(1, 4, head=1, minimum=(1,))]]
    key = Document("text", spans, words=["the", "don't", "or", "do", "men", "left"])
    words = ["the", "do", "n't", "or", "do", "men", "left"]
    same = Document("text", [[Mention.at([0, 1, 2, 5], head=5)], [Mention(1, 5, head=1)]], words=words)
    less = Document("text", [[Mention(5, 6, head=5)], [Mention(1, 3, head=2)]], words=words)
    for match, actual in (("exact", 0), ("head", 1), ("partial", 1), ("min", 1)):
        assert score(key, same, match=match).f1["mentions"] == 1
        assert score(key, less, match=match).f1["mentions"] == actual


PARSED = """#begin document (text); part 000
text 0 0 The DT (S(NP(NP* - - - - * (1
text 0 1 captain NN *) - - - - * -
text 0 2 of IN (PP* - - - - * -
text 0 3 it PRP (NP*))) - - - - * 1)
text 0 4 can't MD (VP* - - - - * -
text 0 5 wait VB *)) - - - - * -
#end document
"""


def test_a_response_without_syntax_takes_the_key_s_heads(tmp_path):
    key = tmp_path / "key.conll"
    key.write_text(PARSED, encoding="utf-8")
    shorter = marked("[1 The captain 1] of it ca n't wait", "text")
    assert cs.score(str(key), [shorter], align="characters").f1["mentions"] == 0
    assert cs.score(str(key), [shorter], align="characters", match="head").f1["mentions"] == 1
    other = marked("The captain of [1 it ca 1] n't wait", "text")
    assert cs.score(str(key), [other], align="characters", match="head").f1["mentions"] == 0


@pytest.mark.parametrize(
    ("words", "second", "actual"),
    [
        (["Came", "and", "did", "n't", "see"], 2, 1),
        (["Came", "so", "did", "n't", "see"], 2, 1),
        (["Came", "and", "did", "n't", "see"], 3, 0.5),
    ],
)
def test_zeros_keep_their_place(words, second, actual):
    first = Mention.at([empty_position(0, 1, True)])
    key = Document("text", [[first, Mention.at([empty_position(2, 1)])]], words=["Came", "and", "didn't", "see"])
    response = Document("text", [[first, Mention.at([empty_position(second, 1)])]], words=words)
    assert score(key, response).f1["mentions"] == actual


def test_empty_nodes_inside_a_mention_move_with_it():
    words, others = ["who", "can't", "go"], ["who", "ca", "n't", "go"]
    key = Document("text", [[Mention.at([empty_position(1, 1), 1, 2])]], words=words)
    for inside, actual in (([empty_position(1, 1), 1, 2, 3], 1), ([1, 2, 3], 0), ([empty_position(3, 1), 1, 2, 3], 0)):
        response = Document("text", [[Mention.at(inside)]], words=others)
        assert score(key, response).f1["mentions"] == actual


def test_mentions_of_words_without_letters_match_nothing():
    key = Document("text", [[Mention(0, 1), Mention(1, 2)]], words=["", "dog"])
    result = score(key, key)
    assert result.scores["mentions"].counts["recall_num"] == 1
    assert result.scores["mentions"].counts["recall_den"] == 2
    assert notices(result) == {"mention lost in alignment": 2}


@st.composite
def recut_documents(draw):
    """A document, another annotation of it, and that annotation in other tokens."""
    words = draw(st.lists(st.text("abé中.'", min_size=1, max_size=4), min_size=1, max_size=12))
    spans = st.tuples(st.integers(0, len(words) - 1), st.integers(1, 4)).map(
        lambda pair: Mention(pair[0], min(pair[0] + pair[1], len(words)))
    )
    sides = []
    for _ in range(2):
        mentions = draw(st.lists(spans, unique=True, max_size=6))
        owner = draw(st.lists(st.integers(0, 2), min_size=len(mentions), max_size=len(mentions)))
        entities = [[m for m, e in zip(mentions, owner, strict=True) if e == entity] for entity in range(3)]
        sides.append(Document("text", [entity for entity in entities if entity], words=words))
    begin = [sum(map(len, words[:number])) for number in range(len(words) + 1)]
    needed = {begin[place] for entity in sides[1].entities for mention in entity for place in mention}
    free = draw(st.sets(st.integers(0, begin[-1])))
    return (*sides, recut(sides[1], needed | free))


@THOROUGH
@given(recut_documents())
def test_any_tokens_give_the_same_counts(documents):
    key, response, other = documents
    expected = counts(cs.score([key], [response], metrics=METRICS))
    assert counts(score(key, response)) == expected
    assert counts(score(key, other)) == expected
    assert counts(score(other, key)) == counts(cs.score([response], [key], metrics=METRICS))
    assert not any("words" in kind or "lost" in kind for kind in notices(score(key, other)))
