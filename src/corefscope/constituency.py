"""Phrase-structure trees from the parse column of CoNLL-2012, and the heads of phrases (English rules)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

_NOUNS = ("NN", "NNS", "NNP", "NNPS", "NX", "POS", "JJR")


@dataclass
class Node:
    """A phrase over the tokens start … end - 1; a node without children is a token with its part of speech."""

    label: str
    start: int
    end: int = 0
    children: list[Node] = field(default_factory=list)

    def walk(self) -> Iterator[Node]:
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            stack.extend(node.children)


def trees(parse: Sequence[str], pos: Sequence[str], sentences: Sequence[tuple[int, int]]) -> list[Node | None]:
    """One tree per sentence; None where the brackets do not make one.

    >>> tree = trees(["(S(NP*", "*)", "(VP*))"], ["DT", "NN", "VBD"], [(0, 3)])[0]
    >>> [(node.label, node.start, node.end) for node in tree.children]
    [('NP', 0, 2), ('VP', 2, 3)]
    """
    return [_tree(parse, pos, start, end) for start, end in sentences]


def _tree(parse: Sequence[str], pos: Sequence[str], start: int, end: int) -> Node | None:
    root = Node("", start, end)
    stack = [root]
    for token in range(start, end):
        opening, star, closing = parse[token].partition("*")
        if not star or closing.strip(")"):
            return None
        for label in opening.split("(")[1:]:
            stack.append(Node(label.strip(), token))
            stack[-2].children.append(stack[-1])
        stack[-1].children.append(Node(pos[token], token, token + 1))
        for _ in closing:
            if len(stack) == 1:
                return None
            stack.pop().end = token + 1
    if len(stack) > 1:
        return None
    return root.children[0] if len(root.children) == 1 else root


def smallest(tree: Node, start: int, end: int) -> Node:
    """The lowest phrase that covers a span; of nested ones over the same span, the highest."""
    node = tree
    while True:
        if (node.start, node.end) == (start, end):
            return node
        inside = next((child for child in node.children if child.start <= start and end <= child.end), None)
        if inside is None:
            return node
        node = inside


def head(node: Node) -> int:
    """The token that heads a phrase, by the usual rules for English (Collins 1999, simplified)."""
    while node.children:
        node = _head_child(node)
    return node.start


def _head_child(node: Node) -> Node:
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


def _noun_child(children: list[Node], separators: tuple[str, ...] = ("CC",)) -> Node:
    last = children[-1]
    if last.label == "POS" and len(children) > 1:
        return _noun_child(children[:-1])
    found = (
        _last(children, _NOUNS)
        or _first(children, ("NP",))
        or _last(children, ("$", "ADJP", "PRN"))
        or _last(children, ("CD", "PRP", "DT", "JJ", "JJS", "RB", "QP"))
        or last
    )
    place = next(number for number, child in enumerate(children) if child is found)
    if place > 1 and children[place - 1].label in separators:  # the first conjunct heads a coordination
        return _noun_child(children[: place - 1], ("CC", ","))
    return found


def _first(children: list[Node], labels: tuple[str, ...]) -> Node | None:
    return next((child for child in children if child.label.startswith(labels)), None)


def _last(children: list[Node], labels: tuple[str, ...]) -> Node | None:
    return next((child for child in reversed(children) if child.label in labels), None)
