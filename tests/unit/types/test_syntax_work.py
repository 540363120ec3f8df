"""Heads and types in very long sentences: equal to a linear scan, with linear work."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefscope.formats.load import read_corpus
from corefscope.types.heads import (
    TREE_DEEPEST,
    TreeNode,
    first_outside,
    head,
    parent_numbers,
    parse_tree,
)
from corefscope.types.mention_types import with_heads_and_types
from support.inputs.strategies import THOROUGH
from support.work import growth

parents = st.lists(st.one_of(st.integers(0, 45).map(str), st.sampled_from(["", "_", "x"])), max_size=40)


@THOROUGH
@given(parents, st.integers(0, 40), st.integers(1, 40))
def test_the_first_token_with_its_parent_outside(column, start, length):
    tokens = range(start, start + length)
    known = [int(text) if text.isdecimal() else -1 for text in column]
    expected = next((token for token in tokens if token < len(known) and known[token] not in tokens), None)
    assert first_outside(parent_numbers(column), tokens) == expected
    assert first_outside(parent_numbers(column), tuple(tokens)) == expected


TAGS = ["NN", "CC", ",", "POS", "DT", "CD", "$", "VB", "JJ"]


def noun_child(children, separators=("CC",)):
    """The rule, implemented literally."""
    if children[-1].label == "POS" and len(children) > 1:
        return noun_child(children[:-1])

    def last(*labels):
        return [place for place, child in enumerate(children) if child.label in labels][-1:]

    place = (
        last("NN", "NNS", "NNP", "NNPS", "NX", "POS", "JJR")
        or [place for place, child in enumerate(children) if child.label.startswith("NP")][:1]
        or last("$", "ADJP", "PRN")
        or last("CD", "PRP", "DT", "JJ", "JJS", "RB", "QP")
        or [len(children) - 1]
    )[0]
    if place > 1 and children[place - 1].label in separators:
        return noun_child(children[: place - 1], ("CC", ","))
    return children[place]


@THOROUGH
@given(st.lists(st.sampled_from([*TAGS, "NP"]), min_size=1, max_size=12))
def test_the_head_of_a_noun_phrase(tags):
    children = [TreeNode(tag, place, place + 1) for place, tag in enumerate(tags)]
    assert head(TreeNode("NP", 0, len(tags), children)) == noun_child(children).start


def sentence(kind, count, tmp_path):
    """One sentence in which a mention extends from every word to the last."""
    path = tmp_path / f"{kind}{count}.conll"
    lines = ["#begin document (d); part 000"]
    for place in range(count):
        entity = f"({place}" if place < count - 1 else "|".join(f"{number})" for number in range(count - 1))
        bits = f"{'(X' * (kind == 'flat' and not place)}*{')' * (kind == 'flat' and place == count - 1)}"
        name = "(ORG*" if kind == "names" else "*"
        lines.append(f"d 0 {place} w NN {bits} - - - - {name} {entity}")
    path.write_text("\n".join([*lines, "", "#end document", ""]), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("kind", ["flat", "names"])
def test_the_work_for_heads_and_types_grows_with_the_sentence(kind, tmp_path):
    def make(count):
        corpus = read_corpus(sentence(kind, count, tmp_path))
        _, heads, types = with_heads_and_types(corpus)
        rest = "unknown" if kind == "names" else "parse"
        assert heads == {rest: count - 1}
        assert sum(types.values()) == count - 1
        return lambda: with_heads_and_types(corpus)

    assert growth(make, 200) < 6


def test_brackets_that_nest_deeper_than_any_sentence_give_no_tree():
    for depth, there in ((TREE_DEEPEST - 1, True), (TREE_DEEPEST, False)):
        tree = parse_tree([f"{'(X' * depth}*{')' * depth}"], ["NN"], 0, 1)
        assert (tree is not None) == there
        assert not there or head(tree) == 0
