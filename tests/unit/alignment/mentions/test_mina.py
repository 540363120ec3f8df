"""MINA's minimum spans: examples of each step, and a literal implementation on random trees.

Moosavi, Born, Poesio and Strube (2019). Words are counted one by one.
"""

from collections import deque
from random import Random

import pytest

import corefscope as cs
from corefscope.alignment.mentions.mina import MinimumSpans
from corefscope.text import pack
from support.inputs.trees import columns, corpus


def minimum(text, first=0, last=None):
    """Return the minimum span of some of a tree's words, by default of all."""
    words = columns(text)[0]
    positions = tuple(range(first, len(words) if last is None else last + 1))
    return " ".join(words[place] for place in sorted(MinimumSpans(corpus([text]), 0).of(positions)))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # 1. A word by itself, or the words right under the phrase; articles, prepositions, conjunctions do not count.
        ("(NP (PRP she))", "she"),
        ("(NP (DT the) (JJ old) (NN man))", "old man"),
        ("(NP (NNP Anna) (CC and) (NNP Ben))", "Anna Ben"),
        ("(NP (DT the) (NN man) (PP (IN in) (NP (NN town))))", "man"),
        ("(VP (VBD slept) (PP (IN in) (NP (NN town))))", "slept"),
        ("(NP (CD 5) (NN %))", "5 %"),
        ("(NP (-LRB- -LRB-) (NN man) (-RRB- -RRB-))", "man"),
        ("(NP (`` ``) (NN man) ('' '') (. .))", "man"),
        # 2. Else the nearest words in each phrase of the wanted kind.
        ("(NP (NP (DT the) (NN man)) (PP (IN in) (NP (DT the) (NN boat))))", "man"),
        ("(NP (NP (NP (NN man)) (PP (IN of) (NP (NN honour)))) (SBAR (S (VP (VBD slept)))))", "man"),
        ("(NP (NP (DT the) (NN man)) (CC and) (NP (DT the) (NN boat)))", "man boat"),  # a coordination: both
        ("(NP (NP (QP (CD two) (NNS dozens))) (PP (IN of) (NP (NNS men))))", "two dozens"),
        ("(NP (NX (NX (NN man))) (, ,))", "man"),
        ("(NP (NP (DT the)) (NP (NN boat)))", "boat"),
        ("(VP (VP (VBD came)) (CC and) (VP (VBD slept) (NP (NN night))))", "came slept"),
        # …not going down through phrases of another kind.
        ("(NP (NP (ADJP (JJ old))) (NP (NN man)))", "man"),
        # 3. Else down from the top, to the first noun or verb phrase that is met.
        ("(TOP (S (NP (NP (CD one)) (PP (IN of) (NP (PRP$ my) (NNS friends))))))", "one"),
        ("(S (SBAR (IN if) (S (VP (VBD came)))) (ADVP (RB now)))", "came"),
        ("(TOP (FRAG (VP (VBG sleeping) (NP (NN night)))))", "sleeping"),
        ("(TOP (SINV (VP (VBD came)) (NP (DT a) (NN man))))", "came"),
        ("(PP (PP (IN in) (NP (DT the) (NN boat))))", "boat"),
        # 4. Else the whole mention.
        ("(NP (DT that))", "that"),
        ("(NP (. .) (, ,))", ". ,"),
        ("(PP (IN in) (ADVP (RB there)))", "in there"),
    ],
)
def test_minimum_span_of_a_phrase(text, expected):
    assert minimum(text) == expected


BOAT = "(S (NP (NP (DT the) (JJ old) (NN man)) (PP (IN in) (NP (DT the) (NN boat)))) (VP (VBD slept)))"


@pytest.mark.parametrize(
    ("first", "last", "expected"),
    [
        (0, 5, "old man"),
        (0, 2, "old man"),
        (4, 5, "boat"),
        (3, 5, "boat"),  # a prepositional phrase: its noun phrase
        (2, 2, "man"),
        (3, 3, "in"),  # no content word: the whole mention
        (0, 6, "old man"),  # the sentence has a noun phrase, so that counts
        (6, 6, "slept"),
        # No phrase: taken as a noun phrase made of the largest pieces.
        (1, 2, "old man"),
        (1, 5, "old man"),
        (2, 3, "man"),
        (5, 6, "boat"),
    ],
)
def test_minimum_span_of_words_of_a_sentence(first, last, expected):
    assert minimum(BOAT, first, last) == expected


def test_a_span_that_is_no_phrase_and_has_no_word_of_its_own():
    """The parts are phrases: as in a coordination, each contributes its nearest words."""
    text = "(S (NP (DT the) (NN man)) (NP (DT the) (NN boat)) (VP (VBD slept)))"
    assert minimum(text, 0, 3) == "man boat"


def test_a_mention_with_a_gap_keeps_to_its_words():
    """Of the minimum span of everything between its ends, only what the mention covers counts."""
    spans = MinimumSpans(corpus([BOAT]), 0)
    assert set(spans.of((0, 2))) == {2}
    assert set(spans.of((0, 3))) == {0, 3}  # nothing is left: the whole mention


def test_a_sentence_without_a_tree_gives_whole_mentions():
    broken = corpus([BOAT, BOAT])
    text = broken.texts[0][0]
    text.layers[0]["parse"] = pack(["((", *text.layer(0, "parse")[1:]])
    spans = MinimumSpans(broken, 0)
    assert set(spans.of((0, 1, 2))) == {0, 1, 2}
    assert set(spans.of((7, 8, 9))) == {8, 9}


# The algorithm, step by step, on trees that are nested lists: [label, child, …]; a word is (tag, word, place).


def literal(root):
    nouns, verbs = ("NP", "NM", "QP", "NX"), ("VP",)

    def is_word(node):
        return isinstance(node, tuple)

    def content(node):
        tag, word, _ = node
        return tag not in ("CC", "DT", "IN") and word not in ("-LRB-", "-RRB-") and (word.isalnum() or word == "%")

    def search(start, tags):
        queue, actual, shallowest = deque([(start, 0)]), set(), None
        while queue:
            node, depth = queue.popleft()
            if is_word(node):
                if content(node) and shallowest in (None, depth):
                    actual.add(node[2])
                    shallowest = depth
                continue
            if tags is None and node[0][:2] in ("NP", "NM", "VP"):
                tags = verbs if node[0][:2] == "VP" else nouns
            valid = tags is not None and node[0][:2] in tags
            if depth == 0 or tags is None or valid:
                queue.extend((child, depth + 1) for child in node[1:] if not is_word(child) or valid)
        return actual

    children = root[1:]
    actual = {child[2] for child in children if is_word(child) and content(child)}
    if actual:
        return actual
    labels = [child[0][:2] for child in children if not is_word(child)]
    if root[0][:2] == "VP":
        tags = verbs
    elif root[0][:2] in ("NP", "NM") or "NP" in labels or "NM" in labels or "VP" not in labels:
        tags = nouns
    else:
        tags = verbs
    phrases = [child for child in children if not is_word(child) and child[0][:2] in tags]
    for phrase in phrases:
        actual |= search(phrase, tags)
    return actual if phrases else search(root, None)


LABELS = ["NP", "NP", "VP", "PP", "S", "QP", "NX", "ADJP", "NP-SBJ", "SBAR", "NML"]
WORDS = [("NN", "man"), ("DT", "the"), ("IN", "in"), ("CC", "and"), (",", ","), ("DT", "a"), ("NN", "%"), ("RB", "so")]


def random_tree(random, depth, words):
    """A phrase of one to three children, deep rather than wide, so that words come late."""
    node = [random.choice(LABELS)]
    for _ in range(random.choice([1, 1, 2, 3])):
        if depth == 0 or random.random() < 0.15:
            node.append((*random.choice(WORDS), len(words)))
            words.append(node[-1][1])
        else:
            node.append(random_tree(random, depth - 1, words))
    return node


def brackets(node):
    if isinstance(node, tuple):
        return f"({node[0]} {node[1]})"
    return f"({node[0]} {' '.join(map(brackets, node[1:]))})"


def test_random_trees():
    random = Random(5)
    empty = late = 0
    for _ in range(3000):
        words = []
        tree = random_tree(random, 3, words)
        actual = MinimumSpans(corpus([brackets(tree)]), 0).of(tuple(range(len(words))))
        expected = literal(tree)
        assert actual == (expected or set(range(len(words)))), brackets(tree)
        empty += not expected
        late += bool(expected) and not any(isinstance(child, tuple) for child in tree[1:])
    assert empty > 300
    assert late > 700  # decided by the search


CAPTAIN = [("The", "DT", "(S(NP(NP*"), ("captain", "NN", "*)"), ("of", "IN", "(PP*"), ("it", "PRP", "(NP*)))")]
CAPTAIN += [("saw", "VBD", "(VP*"), ("her", "PRP", "(NP*)))")]


def captain(tmp_path, name, *coreference):
    lines = [
        f"d 0 {place} {word} {tag} {bit} - - - - * {column}"
        for place, ((word, tag, bit), column) in enumerate(zip(CAPTAIN, coreference, strict=True))
    ]
    path = tmp_path / name
    path.write_text("\n".join(["#begin document (d); part 000", *lines, "", "#end document", ""]), encoding="utf-8")
    return str(path)


def test_the_examples_of_the_difference_to_coval(tmp_path):
    """The table of docs/matching.md: there coval gives 66.67 and 58.33."""
    key = captain(tmp_path, "key.conll", "(2", "2)", "-", "(3)", "-", "(2)")
    shorter = captain(tmp_path, "shorter.conll", "-", "(2)", "-", "(3)", "-", "(2)")
    assert cs.score(key, shorter, match="min").f1["mentions"] == 1
    nested = captain(tmp_path, "nested.conll", "(1|(2", "2)", "-", "1)|(3)", "-", "(2)")
    assert set(cs.score(nested, nested, match="min").f1.values()) == {1}
    text = "(NP (NP (PRP it)) (SBAR (WHNP (WDT that)) (S (VP (VBD left) (NP (PRP her))))))"
    assert minimum(text, 0, 2) == "left"
