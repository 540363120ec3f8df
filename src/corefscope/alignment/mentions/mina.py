"""MINA: minimum spans from parse trees, so that key and response need not agree on modifiers.

Moosavi, Born, Poesio and Strube (2019). The key's parse serves both sides.
"""

from __future__ import annotations

from collections.abc import Sequence

from corefscope.basics.escaping import quoted
from corefscope.model import TOKENS, Corpus
from corefscope.problems import PairingError
from corefscope.types.trees import TreeNode, smallest_phrase, trees_by_token

NOUN_PHRASES = ("NP", "NM", "QP", "NX")
VERB_PHRASES = ("VP",)
_NOT_CONTENT = ("CC", "DT", "IN")


class MinimumSpans:
    """The minimum spans of the mentions of one document."""

    def __init__(self, key: Corpus, document: int, option: str = "--match min") -> None:
        if key.unit != TOKENS:
            raise PairingError(
                "no-spans-in-characters",
                f"{option} needs minimum spans, and document {quoted(key.names[document])} has none in characters",
                key.sources[document],
                hint="a parse is about tokens: leave out --align characters, or use a key with minimum spans",
            )
        text = key.text(document)
        tree_of = trees_by_token(text)
        if text is None or tree_of is None:
            raise PairingError(
                "missing-minimum-spans",
                f"{option} needs minimum spans, and document {quoted(key.names[document])} has neither them "
                "nor a parse",
                key.sources[document],
                hint="GUM, MUC and ACE files have minimum spans; CoNLL-2012 files may have a parse column",
            )
        self.words = text[0].words(text[1]) or []
        self.tree_of = tree_of

    def of(self, positions: Sequence[int]) -> frozenset[int] | Sequence[int]:
        """Return the minimum span of a mention; the whole mention, not listed, where the parse gives none."""
        tree = self.tree_of.get(positions[0])
        if tree is None or positions[-1] >= tree.end:
            return positions  # no phrase covers it, so it equals no minimum span of a phrase
        found = self._minimum(_subtree(tree, positions[0], positions[-1] + 1))
        return frozenset(position for position in found if position in positions) or frozenset(positions)

    def _minimum(self, root: TreeNode) -> set[int]:
        if not root.children:
            return {root.start} if self._is_content(root) else set()
        direct = {child.start for child in root.children if self._is_content(child)}
        if direct:
            return direct
        tags = _wanted(root)
        phrases = [child for child in root.children if child.children and child.label.startswith(tags)]
        if not phrases:
            return self._shallowest(root, None)
        return set().union(*(self._shallowest(phrase, tags) for phrase in phrases))

    def _shallowest(self, start: TreeNode, tags: tuple[str, ...] | None) -> set[int]:
        """Return the content words nearest to a phrase, descending only through phrases of the wanted kind.

        Without tags, the first noun or verb phrase on the way decides the kind.
        """
        level = [start]
        while level:
            words: list[TreeNode] = []
            deeper: list[TreeNode] = []
            for node in level:
                tags = tags or _kind(node)
                wanted = tags is not None and node.label.startswith(tags)
                if wanted:
                    words += [child for child in node.children if self._is_content(child)]
                if wanted or not tags or node is start:
                    deeper += [child for child in node.children if child.children]
            if words:
                return {word.start for word in words}
            level = deeper
        return set()

    def _is_content(self, node: TreeNode) -> bool:
        if node.children or node.label in _NOT_CONTENT:
            return False
        word = self.words[node.start] if node.start < len(self.words) else ""
        return word not in ("-LRB-", "-RRB-") and (word == "%" or any(letter.isalnum() for letter in word))


def _kind(node: TreeNode) -> tuple[str, ...] | None:
    if node.label.startswith(("NP", "NM")):
        return NOUN_PHRASES
    return VERB_PHRASES if node.label.startswith(VERB_PHRASES) else None


def _wanted(root: TreeNode) -> tuple[str, ...]:
    kind = _kind(root)
    if kind:
        return kind
    labels = [child.label for child in root.children]
    if not any(label.startswith(("NP", "NM")) for label in labels) and any(label.startswith("VP") for label in labels):
        return VERB_PHRASES
    return NOUN_PHRASES


def _subtree(tree: TreeNode, start: int, end: int) -> TreeNode:
    """Return the phrase over a span; if none fits, one made of the largest phrases inside it."""
    node = smallest_phrase(tree, start, end)
    if (node.start, node.end) == (start, end):
        return node
    inside: list[TreeNode] = []
    stack = [node]
    while stack:
        here = stack.pop()
        if start <= here.start and here.end <= end:
            inside.append(here)
        elif here.start < end and start < here.end:
            stack.extend(reversed(here.children))
    return TreeNode("NP", start, end, inside)
