"""Small annotated texts: with inline marks, in other tokens, or as running text."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import corefscope as cs
from corefscope.metrics import DEFAULT
from corefscope.model import CHARACTERS, Document, Mention

# What is counted in mentions; MOR counts positions, which are characters after alignment.
METRICS = (*DEFAULT, "pairwise")


def marked(text, name="text"):
    """`[1 The dog 1] saw [1 itself 1] .` as a Document; words are what blanks separate."""
    words, entities, opened = [], {}, []
    for piece in text.split():
        if piece.startswith("[") and len(piece) > 1:
            opened.append((piece[1:], len(words)))
        elif piece.endswith("]") and len(piece) > 1:
            entity = piece[:-1]
            place = max(number for number, (other, _) in enumerate(opened) if other == entity)
            entities.setdefault(entity, []).append(Mention(opened.pop(place)[1], len(words)))
        else:
            words.append(piece)
    assert not opened, text
    return Document(name, list(entities.values()), list(entities), words=words)


def running(document, blanks):
    """The same document as running text; `blanks` has a blank or an empty string for each word."""
    places, text = [], ""
    for word, blank in zip(document.words, blanks, strict=True):
        places.append((len(text), len(text) + len(word)))
        text += word + blank
    entities = [
        [Mention(places[mention.start][0], places[mention.end - 1][1]) for mention in entity]
        for entity in document.entities
    ]
    return Document(document.name, entities, document.entity_ids, unit=CHARACTERS, raw_text=text)


def recut(document, cuts):
    """The same letters in other tokens; `cuts` lists where they begin, counted in letters.

    Mentions must begin and end where tokens do.
    """
    letters = "".join(document.words)
    bounds = sorted({0, *cuts, len(letters)})
    token_at = {bound: number for number, bound in enumerate(bounds)}
    begin = [sum(map(len, document.words[:number])) for number in range(len(document.words) + 1)]

    def moved(mention):
        inside = mention.tokens()
        opens = [position for position in inside if position - 1 not in inside]
        closes = [position + 1 for position in inside if position + 1 not in inside]
        return Mention.at(
            token
            for low, high in zip(opens, closes, strict=True)
            for token in range(token_at[begin[low]], token_at[begin[high]])
        )

    return replace(
        document,
        words=[letters[low:high] for low, high in pairwise(bounds)],
        entities=[[moved(mention) for mention in entity] for entity in document.entities],
        token_count=None,
    )


def score(key, response, **options):
    return cs.score([key], [response], metrics=METRICS, **{"align": "characters", **options})


def counts(result):
    """Every count of every metric."""
    return {name: (actual.counts, actual.f1) for name, actual in result.scores.items()}


def notices(result):
    """How often each kind of warning occurred."""
    return {notice.kind: notice.count for notice in result.warnings}
