"""Trees from the bits of the parse column, and the heads of English phrases."""

import pytest

from corefscope.types.heads import head, parse_tree
from support.inputs.trees import columns


def tree_of(text):
    words, tags, bits = columns(text)
    return parse_tree(bits, tags, 0, len(words))


def as_text(node, words):
    """Write a tree as brackets."""
    if not node.children:
        return f"({node.label} {words[node.start]})"
    return f"({node.label} {' '.join(as_text(child, words) for child in node.children)})"


@pytest.mark.parametrize(
    "text",
    [
        "(TOP (S (NP (PRP She)) (VP (VBD slept)) (. .)))",
        "(NP (NP (DT the) (JJ old) (NN man)) (PP (IN in) (NP (DT the) (NN boat))))",
        "(TOP (FRAG (NP (NN harbour))))",
        "(NP (NP (NP (NN a))))",
    ],
)
def test_bits_make_the_tree_again(text):
    assert as_text(tree_of(text), columns(text)[0]) == text


def test_several_phrases_without_a_common_one_hang_under_a_root_without_label():
    tree = parse_tree(["(NP*)", "(VP*)"], ["PRP", "VBD"], 0, 2)
    assert (tree.label, [child.label for child in tree.children]) == ("", ["NP", "VP"])


@pytest.mark.parametrize(
    "bits",
    [
        ["(NP*", "*"],  # never closed
        ["(NP*)", "*)"],  # closed twice
        ["(NP*", "-"],  # no bit at all
        ["(NP", "*)"],  # no place for the word
        ["(NP*", "*)x"],  # something behind the brackets
        ["(NP*", "**)"],
        ["-", "-"],
    ],
)
def test_brackets_that_make_no_tree(bits):
    assert parse_tree(bits, ["DT", "NN"], 0, 2) is None


def test_a_sentence_without_a_tree_does_not_harm_the_next():
    first, second = (parse_tree(["(NP*", "(NP*)"], ["NN", "NN"], start, start + 1) for start in (0, 1))
    assert first is None
    assert second.label == "NP"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(NP (DT the) (JJ old) (NN harbour))", "harbour"),
        ("(NP (DT that))", "that"),
        ("(NP (NP (DT the) (NN man)) (PP (IN in) (NP (DT the) (NN boat))))", "man"),
        ("(NP (NP (NNP Anna) (POS 's)) (NN boat))", "boat"),
        ("(NP (NNP Anna) (POS 's))", "Anna"),
        ("(NP (NNP Anna) (CC and) (NNP Ben))", "Anna"),  # the first of a coordination
        ("(NP (NP (DT the) (NN man)) (CC and) (NP (DT the) (NN boat)))", "man"),
        ("(NP (NNP Anna) (, ,) (NNP Ben) (, ,) (CC and) (NNP Carl))", "Anna"),
        ("(NP (JJ black) (CC and) (JJ white) (NN cat))", "cat"),  # what is coordinated is not the head
        ("(NP (DT the) (JJ rich))", "rich"),
        ("(NP (QP ($ $) (CD 5) (CD million)))", "million"),
        ("(NP-SBJ (DT the) (NN harbour))", "harbour"),
        ("(WHNP (WP who))", "who"),
        ("(NP (DT the) (NML (NN harbour) (NN master)) (NN house))", "house"),
        ("(VP (VBD slept) (ADVP (RB well)))", "slept"),
        ("(VP (MD may) (VP (VB sleep)))", "may"),
        ("(PP (IN in) (NP (DT the) (NN boat)))", "in"),
        ("(S (NP (PRP she)) (VP (VBD slept)))", "slept"),
        ("(SBAR (IN that) (S (NP (PRP she)) (VP (VBD slept))))", "slept"),
        ("(TOP (S (NP (PRP she)) (VP (VBD slept)) (. .)))", "slept"),
        ("(ADJP (RB very) (JJ old))", "old"),
    ],
)
def test_heads_of_english_phrases(text, expected):
    assert columns(text)[0][head(tree_of(text))] == expected
