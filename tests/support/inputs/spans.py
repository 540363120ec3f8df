"""Mentions written as text, for tests of matching: tokens `2` and `2-4` (last included), gaps `1,4-5`, empty nodes
`3.1` (the first after three words), a head `2-4@3`. And which of them `score` takes for the same.
"""

from __future__ import annotations

from hypothesis import strategies as st

import corefscope
from corefscope.model import EMPTY_NODES, Document, Mention, empty_position, text_order


def position(text):
    words, dot, number = text.partition(".")
    return empty_position(int(words), int(number)) if dot else int(words)


def positions(text):
    found = []
    for part in text.split(","):
        first, dash, last = part.partition("-")
        found += range(int(first), int(last) + 1) if dash else [position(first)]
    return tuple(found)


def mention(text, minimum="", type=None):
    """
    >>> mention("2-4@3")
    Mention(2, 5, head=3)
    >>> mention("2,4@4", minimum="4")
    Mention(2, 5, positions=(2, 4), head=4, minimum=(4,))
    """
    places, _, head = text.partition("@")
    least = positions(minimum) if minimum else ()
    return Mention.at(positions(places), head=position(head) if head else None, minimum=least, type=type)


def notation(mention):
    """The positions of a mention as text.

    >>> notation(mention("3.1,1-2,5@1"))
    '1-2,3.1,5'
    """
    parts = []
    for place in mention.tokens():
        if place < 0:
            parts.append([".".join(map(str, divmod(text_order(place), EMPTY_NODES)))])
        elif parts and parts[-1][-1] == place - 1:
            parts[-1].append(place)
        else:
            parts.append([place])
    return ",".join(f"{part[0]}-{part[-1]}" if len(part) > 1 else str(part[0]) for part in parts)


def side(*entities, name="text"):
    """One document; an entity is a list of mentions, or their texts with blanks between them."""
    listed = [entity.split() if isinstance(entity, str) else entity for entity in entities]
    return [
        Document(name, [[each if isinstance(each, Mention) else mention(each) for each in entity] for entity in listed])
    ]


def matched(key, response, **options):
    """The pairs of mentions that are taken for the same, in no order."""
    evidence = corefscope.score(key, response, metrics=[], **options).system.evidence
    rows = zip(evidence.alignment.key_row.tolist(), evidence.alignment.response_row.tolist(), strict=True)
    return [
        (evidence.matched_key.mention(one), evidence.matched_response.mention(two))
        for one, two in rows
        if one >= 0 and two >= 0
    ]


def pairs(key, response, **options):
    """The same as texts: what tests state."""
    found = [(notation(one), notation(two)) for one, two in matched(key, response, **options)]
    assert len(found) == len(set(found))
    return set(found)


def _pool():
    """Runs of tokens, tokens with a gap, zeros, words with zeros; with every head, and some minimum span."""
    runs = [range(start, end) for start in range(8) for end in range(start + 1, min(8, start + 4) + 1)]
    gaps = [[*run[:1], *run[2:]] for run in runs if len(run) > 2] + [[0, 2, 5], [0, 4, 5]]
    zeros = [[empty_position(words, number)] for words in (0, 3, 5) for number in (1, 2)]
    mixed = [[*run, *zero] for run in runs[::5] for zero in zeros[::2]] + [zeros[0] + zeros[1]]
    for places in [*runs, *runs, *gaps, *zeros, *zeros, *mixed]:
        for number, head in enumerate(places):
            least = {head, places[number // 2]} if number % 3 else {places[-1]}
            yield Mention.at(places, head=head, minimum=tuple(sorted(least)))


POOL = list(_pool())


def entities(most=8):
    """The entities of one side: no mention occurs twice."""
    numbered = st.tuples(st.sampled_from(POOL), st.integers(0, 3))
    return st.lists(numbered, max_size=most, unique_by=lambda row: row[0].tokens()).map(_gathered)


def _gathered(rows):
    found = {}
    for each, entity in rows:
        found.setdefault(entity, []).append(each)
    return list(found.values())
