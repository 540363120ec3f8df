"""MINA: minimum spans from parse trees, so that key and response need not agree on modifiers.

Moosavi, Born, Poesio and Strube (2019). The key's parse serves both sides.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from corefscope.basics.escaping import quoted
from corefscope.model import TOKENS, Corpus
from corefscope.problems import PairingError
from corefscope.types.heads import TreeNode, smallest_phrase, trees_by_token

NOUN_PHRASES = ("NP", "NM", "QP", "NX")
VERB_PHRASES = ("VP",)
_NOT_CONTENT = ("CC", "DT", "IN")


class MinimumSpans:
    """The minimum spans of the mentions of one document."""

    def __init__(self, key: Corpus, document: int, option: str = "--match min") -> None:
        fact = f"{option} needs minimum spans, and document {quoted(key.names[document])}"
        source = key.sources[document]
        if key.unit != TOKENS:
            hint = "a parse is about tokens: leave out --align characters, or use a key with minimum spans"
            raise PairingError("no-spans-in-characters", f"{fact} has none in characters", source, hint=hint)
        text = key.text(document)
        tree_of = trees_by_token(text)
        if text is None or tree_of is None:
            hint = "GUM, MUC and ACE files have minimum spans; CoNLL-2012 files may have a parse column"
            raise PairingError("missing-minimum-spans", f"{fact} has neither them nor a parse", source, hint=hint)
        self.words = text[0].words(text[1]) or []
        self.tree_of = tree_of

    def of(self, positions: Sequence[int]) -> frozenset[int] | Sequence[int]:
        """Return the minimum span of a mention; the whole mention, not listed, where the parse gives none."""
        tree = self.tree_of.get(positions[0])
        if tree is None or positions[-1] >= tree.end:
            return positions  # no phrase covers it, so it equals no minimum span of a phrase
        minimum = self._minimum(_subtree(tree, positions[0], positions[-1] + 1))
        return frozenset(position for position in minimum if position in positions) or frozenset(positions)

    def _minimum(self, root: TreeNode) -> set[int]:
        words = {node.start for node in root.children or [root] if self._is_content(node)}
        if words or not root.children:
            return words
        of_children = {_kind(child) for child in root.children}
        only_verbs = VERB_PHRASES in of_children and NOUN_PHRASES not in of_children
        tags = _kind(root) or (VERB_PHRASES if only_verbs else NOUN_PHRASES)
        phrases = [child for child in root.children if child.children and child.label.startswith(tags)]
        if not phrases:
            return self._shallowest(root, None)
        return set().union(*(self._shallowest(phrase, tags) for phrase in phrases))

    def _shallowest(self, start: TreeNode, tags: tuple[str, ...] | None) -> set[int]:
        """Return the content words nearest to a phrase, descending only through phrases with these tags.

        Without tags, the first noun or verb phrase on the way decides which.
        """
        level = [start]
        while level:
            words: set[int] = set()
            deeper: list[TreeNode] = []
            for node in level:
                tags = tags or _kind(node)
                fits = tags is not None and node.label.startswith(tags)
                if fits:
                    words |= {child.start for child in node.children if self._is_content(child)}
                if fits or not tags or node is start:
                    deeper += [child for child in node.children if child.children]
            if words:
                return words
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


def _subtree(tree: TreeNode, start: int, end: int) -> TreeNode:
    """Return the phrase over a span; if none fits, one made of the largest phrases inside it."""
    node = smallest_phrase(tree, start, end)
    if (node.start, node.end) == (start, end):
        return node
    return TreeNode("NP", start, end, list(_inside(node, start, end)))


def _inside(node: TreeNode, start: int, end: int) -> Iterator[TreeNode]:
    """Yield the largest phrases inside a span."""
    if start <= node.start and node.end <= end:
        yield node
    elif node.start < end and start < node.end:
        for child in node.children:
            yield from _inside(child, start, end)
