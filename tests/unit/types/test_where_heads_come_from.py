"""Where the heads of mentions come from: each rule by itself, their order, and what stays unknown."""

import pytest

import corefscope
from corefscope.problems import PairingError
from corefscope.types.heads import with_heads
from support.inputs.spans import mention, pairs, positions, side
from support.inputs.trees import corpus, document

WORDS = ["the", "old", "man", "in", "the", "boat", "slept"]
BOAT = "(S (NP (NP (DT the) (JJ old) (NN man)) (PP (IN in) (NP (DT the) (NN boat)))) (VP (VBD slept)))"
# the, old → man; man → slept; in → boat; the → boat; boat → man; slept is the root
PARENTS = ["2", "2", "6", "5", "5", "2", ""]


def heads(actual):
    return [actual.head_of(row) for row in range(actual.mention_count)]


def one(text, words=WORDS, **layers):
    return document(words, [[mention(text)]], **layers)


def head_of(corpus):
    """The head of its only mention, and the rule that gave it."""
    actual, rules = with_heads(corpus)
    ((rule, count),) = rules.items()
    assert count == 1
    return actual.head_of(0), rule


@pytest.mark.parametrize(
    ("text", "head"),
    [
        ("0-2", 2),
        ("0-5", 2),
        ("3-5", 5),
        ("0-6", 6),
        ("0-1", 0),  # both parents lie outside: the first
        ("0,2", 2),
        ("3,6", 3),
        ("0-1,2.1", 0),  # empty nodes have no place in the column
    ],
)
def test_heads_from_dependencies(text, head):
    assert head_of(one(text, head=PARENTS)) == (head, "dependencies")


@pytest.mark.parametrize(("text", "head"), [("0-2", 2), ("0-5", 2), ("3-5", 3), ("0-6", 6), ("4-5", 5)])
def test_heads_from_the_parse(text, head):
    assert head_of(corpus([BOAT], [[mention(text)]])) == (head, "parse")


def test_the_head_of_a_larger_phrase_may_lie_outside_the_mention():
    """`in the boat slept` is covered by the whole sentence only, whose head it has; `the old` by none of its own."""
    assert head_of(corpus([BOAT], [[mention("3-6")]])) == (6, "parse")
    assert head_of(corpus([BOAT], [[mention("0-1")]])) == (1, "parse")


@pytest.mark.parametrize("text", ["3", "3.1"])
def test_one_token_or_empty_node_is_its_own_head(text):
    assert head_of(one(text, head=PARENTS)) == (positions(text)[0], "one token")


def test_the_head_of_the_file_comes_first_dependencies_before_the_parse():
    assert head_of(one("0-5@4", head=PARENTS)) == (4, "format")
    assert head_of(one("3@3")) == (3, "format")
    assert head_of(corpus([BOAT], [[mention("3-5")]], head=PARENTS)) == (5, "dependencies")  # the parse says 3
    # A column without a single parent is no dependency tree.
    assert head_of(corpus([BOAT], [[mention("3-5")]], head=[""] * 7)) == (3, "parse")


@pytest.mark.parametrize("bits", [["-"] * 7, ["*"] * 7, ["_"] * 7, ["(S*"] * 7])
def test_without_any_rule_a_head_stays_unknown(bits):
    unparsed = one("0-2", pos=["NN"] * 7, parse=bits)
    assert head_of(unparsed) == (None, "unknown")
    assert head_of(one("0-2")) == (None, "unknown")


def test_only_what_is_missing_is_filled_in():
    given = document(WORDS, [[mention("0-2@1"), mention("0-5")], [mention("6")]], head=PARENTS)
    actual, rules = with_heads(given)
    assert heads(actual) == [1, 2, 6]
    assert rules == {"format": 1, "dependencies": 1, "one token": 1}
    assert heads(given) == [1, None, None]  # the corpus itself is left alone


def test_a_response_without_columns_of_its_own_borrows_the_key_s():
    key = corpus([BOAT], [[mention("0-5")]])
    assert pairs(key, side("0-2"), match="head") == {("0-5", "0-2")}
    assert pairs(key, side("3-5"), match="head") == set()


def conll(cells):
    """CoNLL-2012 with parts of speech but without a parse; the second sentence begins at the fifth word."""
    words = ["the", "old", "man", "slept", "the", "man"]
    lines = [
        f"quay 0 {place % 4} {word} NN * - - - - * {cell}"
        for place, (word, cell) in enumerate(zip(words, cells.split(), strict=True))
    ]
    return "\n".join(["#begin document (quay); part 000", *lines[:4], "", *lines[4:], "#end document", ""])


@pytest.mark.parametrize("cells", ["(1 - 1) (1) - -", "(1 - 1) (2) (1 1)", "(1 - 1) (2 2)|(1 1)"])
@pytest.mark.parametrize("how", ["head", "partial"])
def test_a_missing_head_is_an_error_with_mention_document_and_remedy(tmp_path, how, cells):
    path = tmp_path / "key.conll"
    path.write_text(conll(cells), encoding="utf-8")
    with pytest.raises(PairingError) as caught:
        corefscope.score(path, path, match=how)
    assert str(caught.value) == (
        f"{path}:2: match={how!r} needs heads: mention 0–2 'the old man' of the key's document '(quay); part 000' "
        f"has none (CorefUD files give heads, and so do parse or dependency columns; or use match='exact')"
    )


def test_a_missing_head_of_the_response():
    """Partial matching asks only the key for heads."""
    key, response = side("0-2@2"), side("1-2")
    with pytest.raises(PairingError) as caught:
        corefscope.score(key, response, match="head")
    assert str(caught.value) == (
        "response: match='head' needs heads: mention 1–2 of the response's document 'text' has none "
        "(CorefUD files give heads, and so do parse or dependency columns; or use match='partial', which needs only "
        "the key's heads)"
    )
    assert pairs(key, response, match="partial") == {("0-2", "1-2")}


@pytest.mark.parametrize(
    ("how", "fact", "remedy"),
    [
        ("partial", "mention 0–2 of the key's document 'text' has none", "or use mentions(match=exact)"),
        ("min", "document 'text' has neither them nor a parse", "GUM, MUC and ACE files have minimum spans"),
    ],
)
def test_a_metric_that_matches_for_itself_is_named_as_it_was_asked_for(how, fact, remedy):
    needed = "heads: " if how == "partial" else "minimum spans, and "
    with pytest.raises(PairingError) as caught:
        corefscope.score(side("0-2"), side("1-2"), metrics=f"mentions(match={how})")
    assert f"mentions(match={how}) needs {needed}{fact}" in str(caught.value)
    assert remedy in str(caught.value)
    assert "match='" not in str(caught.value)


def test_minimum_spans_of_other_mentions_than_the_first_are_a_way_out():
    key = [corefscope.Document("text", [[corefscope.Mention(0, 3)], [corefscope.Mention(4, 6, minimum=(4, 5))]])]
    with pytest.raises(PairingError, match=r"or use match='min', since mentions have minimum"):
        corefscope.score(key, key, match="head")
