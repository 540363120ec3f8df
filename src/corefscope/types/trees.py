"""Phrase-structure trees from the parse column of CoNLL-2012, and the heads of phrases (English rules)."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from corefscope.text import Text

DEEPEST = 500  # nested phrases; a sentence with more has no tree, and no parser gives a tenth as many
# The head of a noun phrase: a noun, else the first noun phrase in it, else the next rank.
_NOUN_RANKS = (
    ("NN", "NNS", "NNP", "NNPS", "NX", "POS", "JJR"),
    ("$", "ADJP", "PRN"),
    ("CD", "PRP", "DT", "JJ", "JJS", "RB", "QP"),
)


@dataclass(slots=True)
class TreeNode:
    """A phrase over the tokens start … end - 1; a node without children is a token with its part of speech."""

    label: str
    start: int
    end: int = 0
    children: list[TreeNode] = field(default_factory=list)
    head: int | None = field(default=None, repr=False, compare=False)  # the head token, once it was asked for


def trees(parse: Sequence[str], pos: Sequence[str], sentences: Sequence[tuple[int, int]]) -> list[TreeNode | None]:
    """Build one tree per sentence; None where the brackets are not balanced.

    >>> tree = trees(["(S(NP*", "*)", "(VP*))"], ["DT", "NN", "VBD"], [(0, 3)])[0]
    >>> [(node.label, node.start, node.end) for node in tree.children]
    [('NP', 0, 2), ('VP', 2, 3)]
    """
    return [_tree(parse, pos, start, end) for start, end in sentences]


def trees_by_token(text: tuple[Text, int] | None, blank: Collection[str] = ("-", "_")) -> dict[int, TreeNode] | None:
    """Return the tree of each token of a document; None without a parse, or if its cells are all `blank`."""
    parse = text[0].layer(text[1], "parse") if text else None
    if text is None or not parse or all(bit in blank for bit in set(parse)):
        return None
    pos, sentences = text[0].layer(text[1], "pos"), text[0].sentences(text[1])
    if not pos or not sentences:
        return None
    return {token: tree for tree in trees(parse, pos, sentences) if tree for token in range(tree.start, tree.end)}


def _tree(parse: Sequence[str], pos: Sequence[str], start: int, end: int) -> TreeNode | None:
    root = TreeNode("", start, end)
    stack = [root]
    for token in range(start, end):
        opening, star, closing = parse[token].partition("*")
        if not star or closing.strip(")"):
            return None
        for label in opening.split("(")[1:]:
            stack.append(TreeNode(label.strip(), token))
            stack[-2].children.append(stack[-1])
        if len(stack) > DEEPEST:
            return None
        stack[-1].children.append(TreeNode(pos[token], token, token + 1))
        for _ in closing:
            if len(stack) == 1:
                return None
            stack.pop().end = token + 1
    if len(stack) > 1:
        return None
    return root.children[0] if len(root.children) == 1 else root


def smallest_phrase(tree: TreeNode, start: int, end: int) -> TreeNode:
    """Return the lowest phrase that covers a span; of nested phrases over exactly the span, the highest."""
    while (tree.start, tree.end) != (start, end):
        place = bisect_right(tree.children, start, key=_start) - 1
        if place < 0 or tree.children[place].end < end:
            break
        tree = tree.children[place]
    return tree


def _start(node: TreeNode) -> int:
    return node.start


def head(node: TreeNode) -> int:
    """Return the head token of a phrase, by the usual rules for English (Collins 1999, simplified)."""
    if node.head is None:
        node.head = head(_head_child(node)) if node.children else node.start
    return node.head


def _head_child(node: TreeNode) -> TreeNode:
    children = node.children
    label = node.label.split("-")[0]
    if label.startswith(("NP", "NX", "NML", "WHNP")):
        return _noun_child(children)
    if label.startswith("VP"):
        return _first(children, ("VB", "MD", "TO", "VP")) or children[0]
    if label.startswith(("PP", "WHPP")):
        return _first(children, ("IN", "TO", "RP")) or children[0]
    if label.startswith(("S", "TOP")):
        return next((child for label in ("VP", "S", "NP") if (child := _first(children, (label,)))), children[-1])
    return children[-1]


def _noun_child(children: list[TreeNode]) -> TreeNode:
    # The children of each rank are listed once: a coordination may be as long as a text.
    ranks = [[place for place, child in enumerate(children) if child.label in labels] for labels in _NOUN_RANKS]
    phrase = next((place for place, child in enumerate(children) if child.label.startswith("NP")), len(children))
    end = len(children)
    separators: tuple[str, ...] = ("CC",)
    while True:
        if children[end - 1].label == "POS" and end > 1:
            end, separators = end - 1, ("CC",)
            continue
        nouns, *others = ([ranked[count - 1]] if (count := bisect_left(ranked, end)) else [] for ranked in ranks)
        place: int = [*nouns, *([phrase] if phrase < end else ()), *(rank[0] for rank in others if rank), end - 1][0]
        if place < 2 or children[place - 1].label not in separators:
            return children[place]
        end, separators = place - 1, ("CC", ",")  # the first conjunct heads a coordination


def _first(children: list[TreeNode], labels: tuple[str, ...]) -> TreeNode | None:
    return next((child for child in children if child.label.startswith(labels)), None)
