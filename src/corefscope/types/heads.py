"""Heads of mentions: from the format, or by a named rule from dependencies or a parse tree (as in CoNLL-2012).

`stats` counts how many heads each rule gave. A head that no rule gives stays unknown.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from corefscope.arrays import rows_by_group
from corefscope.basics.escaping import quoted
from corefscope.model import TOKENS, UNKNOWN, Corpus, Integers
from corefscope.problems import PairingError
from corefscope.text import Text

HEAD_RULES = {
    "format": "the file gives it",
    "one token": "the mention is one token",
    "dependencies": "the first token whose syntactic parent lies outside the mention",
    "parse": "the head of the smallest phrase that covers the mention (Collins's rules for English)",
    "unknown": "nothing gives it",
}
LONGEST = 1 << 14  # the most tokens of a mention that are searched for its head

TREE_DEEPEST = 500  # nested phrases; a deeper tree, far deeper than parsers produce, is ignored
# The head of a noun phrase: the last noun, else the first noun phrase, else the last of the next rank.
_NOUNS = ("NN", "NNS", "NNP", "NNPS", "NX", "POS", "JJR")
_NOUN_RANKS = (("$", "ADJP", "PRN"), ("CD", "PRP", "DT", "JJ", "JJS", "RB", "QP"))

TextLookup = Callable[[int], "tuple[Text, int] | None"]


def key_texts(key: Corpus, response: Corpus, partner: Integers) -> TextLookup | None:
    """Return a lookup of the key's text by response document, for responses without syntax columns."""
    if not key.texts or (key.unit, response.unit) != (TOKENS, TOKENS):
        return None
    return lambda document: key.texts[partner[document]]


def with_heads(corpus: Corpus, other_text: TextLookup | None = None) -> tuple[Corpus, Counter[str]]:
    """Add every head that a rule gives, and count how often each rule applied.

    `other_text` finds the key's text of a response document that lacks syntax columns.
    """
    heads: Integers = np.full(corpus.mention_count, UNKNOWN, np.int64) if corpus.head is None else corpus.head.copy()
    unknown = heads == UNKNOWN
    one_token = unknown & (corpus.end - corpus.start == 1)
    if corpus.shape is not None:
        one_token &= corpus.shape < 0
    heads[one_token] = corpus.start[one_token]
    rules = Counter({"format": int((~unknown).sum()), "one token": int(one_token.sum())})
    for document, rows in by_document(corpus, np.flatnonzero(unknown & ~one_token)).items():
        syntax = Syntax(texts_of(corpus, document, other_text))
        for row in rows:
            token, rule = syntax.head(corpus.positions(row))
            heads[row] = UNKNOWN if token is None else token
            rules[rule] += 1
    return replace(corpus, head=heads), +rules


def by_document(corpus: Corpus, rows: Integers) -> dict[int, list[int]]:
    """Group rows by document, so that each text is opened once."""
    groups = rows_by_group(corpus.document[rows], corpus.document_count)
    return {document: rows[group].tolist() for document, group in enumerate(groups) if len(group)}


def texts_of(corpus: Corpus, document: int, other_text: TextLookup | None) -> list[tuple[Text, int]]:
    """Return the texts with columns for a document: its own, then the other side's."""
    own = corpus.text(document) if corpus.unit == TOKENS else None  # columns are about tokens
    return [text for text in (own, other_text and other_text(document)) if text is not None]


class Syntax:
    """Dependencies and parse trees of one document, from the first text that has them."""

    def __init__(self, texts: Sequence[tuple[Text, int]]) -> None:
        columns = (text[0].layer(text[1], "head") for text in texts)
        column: Sequence[str] = next((column for column in columns if column), ())
        self.parents = parent_numbers(column) if any(column) else None
        by_token = (trees_by_token(text, blank=("-", "_", "*")) for text in texts)
        self.tree_of: dict[int, TreeNode] = next((tree_of for tree_of in by_token if tree_of), {})

    def head(self, positions: Sequence[int]) -> tuple[int | None, str]:
        """Return the head of a mention, or None, and the name of the rule."""
        if len(positions) == 1:
            return positions[0], "one token"
        # A run of tokens stays a range, which tests membership without being listed.
        tokens = positions if isinstance(positions, range) else [place for place in positions if place >= 0]
        if self.parents is not None and (token := first_outside(self.parents, tokens)) is not None:
            return token, "dependencies"
        tree = self.tree_of.get(tokens[0]) if tokens else None
        if tree is not None and tokens[-1] < tree.end:
            token = head(smallest_phrase(tree, tokens[0], tokens[-1] + 1))
            # The phrase may be larger than the mention; then its head may lie outside.
            return token if token in tokens else tokens[-1], "parse"
        return None, "unknown"


def parent_numbers(column: Sequence[str]) -> Integers:
    """Parse the parents of tokens; -1 for a cell that is not a position. Positions have fewer than 19 digits."""
    numbers = {
        text: int(text) if text.isascii() and text.isdecimal() and len(text) < 19 else -1 for text in set(column)
    }
    return np.fromiter(map(numbers.__getitem__, column), np.int64, len(column))


def first_outside(parents: Integers, tokens: Sequence[int]) -> int | None:
    """Return the first token whose parent is outside the mention, or None.

    >>> first_outside(parent_numbers(["1", "3", "1", ""]), range(0, 3))
    1
    """
    if isinstance(tokens, range):
        part = parents[tokens.start : min(tokens.stop, tokens.start + LONGEST)]
        outside = (part < tokens.start) | (part >= tokens.stop)
        return tokens.start + int(outside.argmax()) if outside.any() else None
    inside = set(tokens)
    return next((token for token in tokens if token < len(parents) and int(parents[token]) not in inside), None)


def require_heads(corpus: Corpus, side: str, how: str, option: str, other_text: TextLookup | None = None) -> Corpus:
    """Return the corpus with heads; raise an error with the first mention without one and a remedy.

    `option` is how the user chooses a matching mode, e.g. `--match {}`, or another thing that has no mode `partial`.
    """
    full, rules = with_heads(corpus, other_text)
    if not rules["unknown"] or full.head is None:
        return full
    row = int(np.flatnonzero(full.head == UNKNOWN)[0])
    mention, document = corpus.describe_mention(row), quoted(corpus.names[int(corpus.document[row])])
    fact = f"{option.format(how)} needs heads: {mention} of the {side}'s document {document} has none"
    other, why = "exact", ""
    if side == "key" and corpus.minimum is not None and (corpus.minimum >= 0).any():
        other, why = "min", ", since mentions have minimum spans"
    elif side != "key" and option != "--rule {}":
        other, why = "partial", ", which needs only the key's heads"
    hint = f"CorefUD files give heads, and so do parse or dependency columns; or use {option.format(other)}{why}"
    raise PairingError("missing-heads", fact, *corpus.where(row), hint)


@dataclass(slots=True)
class TreeNode:
    """A phrase over the tokens start … end - 1; a node without children is a token with its part of speech."""

    label: str
    start: int
    end: int = 0
    children: list[TreeNode] = field(default_factory=list)
    head: int | None = field(default=None, repr=False, compare=False)  # the head token, once it is known


def trees_by_token(text: tuple[Text, int] | None, blank: Collection[str] = ("-", "_")) -> dict[int, TreeNode] | None:
    """Return the tree of each token of a document; None without a parse, or if its cells are all `blank`."""
    parse = text[0].layer(text[1], "parse") if text else None
    if text is None or not parse or all(bit in blank for bit in set(parse)):
        return None
    pos, sentences = text[0].layer(text[1], "pos"), text[0].sentences(text[1])
    if not pos or not sentences:
        return None
    trees = (parse_tree(parse, pos, start, end) for start, end in sentences)
    return {token: tree for tree in trees if tree for token in range(tree.start, tree.end)}


def parse_tree(parse: Sequence[str], pos: Sequence[str], start: int, end: int) -> TreeNode | None:
    """Build the tree of a sentence; None if the brackets are not balanced.

    >>> tree = parse_tree(["(S(NP*", "*)", "(VP*))"], ["DT", "NN", "VBD"], 0, 3)
    >>> [(node.label, node.start, node.end) for node in tree.children]
    [('NP', 0, 2), ('VP', 2, 3)]
    """
    root = TreeNode("", start, end)
    stack = [root]
    for token in range(start, end):
        opening, star, closing = parse[token].partition("*")
        if not star or closing.strip(")"):
            return None
        for label in opening.split("(")[1:]:
            stack.append(TreeNode(label.strip(), token))
            stack[-2].children.append(stack[-1])
        if len(stack) > TREE_DEEPEST:
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
        place = bisect_right(tree.children, start, key=lambda node: node.start) - 1
        if place < 0 or tree.children[place].end < end:
            break
        tree = tree.children[place]
    return tree


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
    end = len(children)
    separators: tuple[str, ...] = ("CC",)
    while True:
        if children[end - 1].label == "POS" and end > 1:
            end, separators = end - 1, ("CC",)
            continue
        place = next((place for place in range(end - 1, -1, -1) if children[place].label in _NOUNS), None)
        if place is None:
            phrases = (place for place in range(end) if children[place].label.startswith("NP"))
            others = (
                place for rank in _NOUN_RANKS for place in range(end - 1, -1, -1) if children[place].label in rank
            )
            place = next(phrases, next(others, end - 1))
        if place < 2 or children[place - 1].label not in separators:
            return children[place]
        end, separators = place - 1, ("CC", ",")  # the first conjunct heads a coordination


def _first(children: list[TreeNode], labels: tuple[str, ...]) -> TreeNode | None:
    return next((child for child in children if child.label.startswith(labels)), None)
