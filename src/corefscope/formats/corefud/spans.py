"""Which positions the mentions of many CorefUD documents cover, from the nodes where their brackets stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from corefscope.arrays import Flags
from corefscope.formats.corefud.brackets import real_words, room_for
from corefscope.formats.corefud.text import number
from corefscope.model import UNKNOWN, Integers, Mention

Positions = tuple[int, ...]


@dataclass(frozen=True)
class Nodes:
    """The words and empty nodes of some documents, in the order of the text."""

    position: Integers
    words_before: Integers  # in the document
    is_word: Flags
    document_size: Integers  # how many nodes each document has


@dataclass
class MentionParts:
    """A mention in parts, such as `e15[1/2]` and `e15[2/2]`."""

    item: int  # that opens the first part
    head: int  # as its number among all the nodes; 0 where there is none
    minimum: bytes
    opened: int  # the item that opened the latest part
    runs: list[tuple[int, int]] = field(default_factory=list)  # items, later nodes, that open and close each part


@dataclass(frozen=True)
class MentionSpans:
    """Mentions as columns; few have a shape, those with gaps or empty nodes."""

    start: Integers
    end: Integers
    head: Integers  # UNKNOWN where there is none
    shape: dict[int, Positions]  # by row, ascending, like the next
    minimum: dict[int, Positions]


def spans(
    nodes: Nodes,
    first: Integers,
    last: Integers,
    head: Integers,
    gapped: dict[int, MentionParts],
    minimum: dict[int, bytes],
    document: Integers,
    unusual: Flags,
) -> MentionSpans:
    """Mentions from one node to another, `head` being a number among these, and `minimum` numbers among the words.

    What is not so marks its document as unusual.
    """
    count = last - first + 1
    is_run = np.ones(len(first), bool)
    is_run[list(gapped)] = False
    unusual[document[is_run & (head > count)]] = True
    head = np.where(head > 0, nodes.position[first + np.minimum(head, count) - 1], UNKNOWN)
    start = nodes.words_before[first]
    end = nodes.words_before[last] + nodes.is_word[last]
    listed = np.flatnonzero((end - start != count) & is_run)
    length = np.bincount(document[listed], weights=count[listed], minlength=len(unusual))
    for row, mention in gapped.items():
        length[document[row]] += sum(last - first + 1 for first, last in mention.runs)
    unusual |= length > room_for(nodes.document_size)
    usual = listed[~unusual[document[listed]]].tolist()
    shape = {row: tuple(nodes.position[first[row] : last[row] + 1].tolist()) for row in usual}
    found = MentionSpans(start, end, head, shape, {})
    words = _add_gapped(found, gapped, nodes, document, unusual)
    _add_minimum(found, minimum, words, document, unusual)
    return MentionSpans(start, end, head, dict(sorted(shape.items())) if gapped else shape, found.minimum)


def _add_gapped(
    found: MentionSpans, gapped: dict[int, MentionParts], nodes: Nodes, document: Integers, unusual: Flags
) -> dict[int, Sequence[int]]:
    """Fills in mentions with gaps, and gives the words that minimum spans count in them."""
    words = {}
    for row, mention in gapped.items():
        if unusual[document[row]]:
            continue
        parts = (nodes.position[first : last + 1].tolist() for first, last in mention.runs)
        listed = list(dict.fromkeys(position for part in parts for position in part))
        if mention.head > len(listed):
            unusual[document[row]] = True
            continue
        whole = Mention.at(listed)
        found.start[row], found.end[row] = whole.start, whole.end
        found.head[row] = listed[mention.head - 1] if mention.head else UNKNOWN
        if whole.positions:
            found.shape[row] = whole.positions
        words[row] = real_words(listed)
    return words


def _add_minimum(
    found: MentionSpans, minimum: dict[int, bytes], words: dict[int, Sequence[int]], document: Integers, unusual: Flags
) -> None:
    """The minimum spans, given as numbers among the words of their mentions, or among the nodes if none is a word."""
    rows = np.array(list(minimum), np.int64)
    of_rows = (found.start[rows].tolist(), found.end[rows].tolist(), document[rows].tolist())
    parsed: dict[bytes, Positions] = {}
    is_void = unusual.tolist()
    for (row, text), start, end, of in zip(minimum.items(), *of_rows, strict=True):
        if is_void[of]:
            continue
        places = parsed.get(text)
        if places is None:
            places = parsed[text] = tuple(sorted({number(place) or 0 for place in text.split(b",")}))
        among = words.get(row) or range(start, end) or found.shape[row]
        if places[0] and places[-1] <= len(among) and text.count(b",") <= len(among):
            found.minimum[row] = tuple([among[place - 1] for place in places])
        else:
            is_void[of] = unusual[of] = True
