"""Words and empty nodes of a document as CoNLL-U numbers them, and mentions as runs of these nodes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from corefscope.basics.escaping import quoted
from corefscope.model import EMPTY_NODES, Document, Mention, empty_position, text_order
from corefscope.problems import CorefscopeError, Notices


class Node(NamedTuple):
    """A word or empty node: its position in the document, its id in the sentence."""

    position: int
    identifier: str
    sentence: int


class NodeRun(NamedTuple):
    """Nodes without a gap; both ends belong to it."""

    first: int
    last: int


@dataclass
class Layout:
    """The nodes of a document in the order of the text."""

    nodes: list[Node]
    sentences: list[tuple[int, int]]
    number: dict[int, int]  # of each position's node
    renumbered: set[int]  # empty nodes whose place CoNLL-U cannot say

    def expressible(
        self, entity: Iterable[Mention], where: str, notices: Notices
    ) -> Iterator[tuple[Mention, list[NodeRun]]]:
        """The mentions of an entity that brackets can hold, with their runs of nodes; what is lost is said."""
        found: list[tuple[Mention, list[NodeRun]]] = []
        for mention in entity:
            place = f"{where}, tokens {mention.start}–{mention.end - 1}"
            nodes = [self.number[position] for position in mention.covered if position in self.number]
            if not nodes:
                notices.add("lost-without-words", place)
                continue
            if not self.renumbered.isdisjoint(mention.positions):
                notices.add("changed-numbers", place)
            if self.nodes[nodes[0]].sentence != self.nodes[nodes[-1]].sentence:
                notices.add("written-across-sentences", f"{place}: other programs may refuse it")
            found.append((mention, _runs(nodes)))
        lost = _ambiguous([runs for _, runs in found])
        for number, (mention, runs) in enumerate(found):
            if number in lost:
                place = f"{where}, tokens {mention.start}–{mention.end - 1}"
                notices.add("lost-crossing", place)
            else:
                yield mention, runs


def _runs(nodes: list[int]) -> list[NodeRun]:
    breaks = [place for place in range(1, len(nodes)) if nodes[place] != nodes[place - 1] + 1]
    return [
        NodeRun(nodes[start], nodes[end - 1]) for start, end in zip([0, *breaks], [*breaks, len(nodes)], strict=True)
    ]


def _ambiguous(mentions: list[list[NodeRun]]) -> set[int]:
    """Mentions of an entity that would not be read as they are, because brackets name only the entity.

    A closing bracket closes what was opened last, so runs must not cross. A later part continues the one
    mention that waits for it, so mentions with gaps must not overlap, except within a run (as udapi reads them).
    """
    runs = sorted(
        (run.first, -run.last, number, part) for number, parts in enumerate(mentions) for part, run in enumerate(parts)
    )
    lost: set[int] = set()
    open_ends: list[int] = []
    with_gaps: dict[int, int] = {}  # mentions with gaps that are not over, and where their latest run ends
    for first, negative_last, number, part in runs:
        last, whole = -negative_last, mentions[number]
        while open_ends and open_ends[-1] <= first:
            open_ends.pop()
        clash = bool(open_ends) and open_ends[-1] < last
        if len(whole) > 1 and part == 0:
            over = [other for other, end in with_gaps.items() if end == mentions[other][-1].last < first]
            for other in over:
                del with_gaps[other]
            # udapi refuses a third one, wherever its parts lie.
            clash = clash or len(with_gaps) > 1 or any(end < whole[-1].last for end in with_gaps.values())
        if clash or number in lost:
            lost.add(number)
            with_gaps.pop(number, None)
            continue
        open_ends.append(last)
        if len(whole) > 1:
            with_gaps[number] = last
    return lost


def laid_out(document: Document, empty_nodes: Iterable[int]) -> Layout:
    """The nodes of a document: its words, these empty nodes and those of its mentions."""
    mentions = [mention for entity in document.entities for mention in entity]
    furthest = max((mention.end for mention in mentions), default=0)
    known = document.token_count if document.words is None else len(document.words)
    length = furthest if known is None else known
    sentences = [(start, end) for start, end in document.sentences or [(0, length)] if start < end]
    bounds = [0, *(end for _, end in sentences)]
    if furthest > length:
        raise CorefscopeError(
            "mention-outside-text",
            f"document {quoted(document.name)} has a mention that ends at token {furthest} of {length}",
        )
    if sentences != list(pairwise(bounds)) or bounds[-1] != length:
        raise CorefscopeError(
            "bad-sentences", f"the sentences of document {quoted(document.name)} are not its {length} tokens in order"
        )
    empty = {position for mention in mentions for position in mention.positions if position < 0} | set(empty_nodes)
    layout = Layout([], sentences, {}, set())
    rest = sorted(map(text_order, empty), reverse=True)
    for sentence, (start, end) in enumerate(sentences):
        # Empty nodes after the last word belong to this sentence, unless they are said to open the next.
        limit = rest[0] + 1 if end == length and rest else end * EMPTY_NODES + EMPTY_NODES // 2
        for token in range(start - 1, end):
            if token >= start:
                layout.number[token] = len(layout.nodes)
                layout.nodes.append(Node(token, str(token - start + 1), sentence))
            minor = 0
            while rest and rest[-1] < min(limit, text_order(token + 1) if token + 1 < end else limit):
                order = rest.pop()
                own = order % (EMPTY_NODES // 2)
                minor = max(minor + 1, own)
                position = -order - 1
                if empty_position(token + 1, minor, opens_sentence=token < start) != position:
                    layout.renumbered.add(position)
                layout.number[position] = len(layout.nodes)
                layout.nodes.append(Node(position, f"{token - start + 1}.{minor}", sentence))
    return layout
