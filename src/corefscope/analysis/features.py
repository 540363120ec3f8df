"""Features that group mentions: type, entity size, distance, position, nesting, document."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from corefscope.analysis.description import SIZES
from corefscope.analysis.mistakes.mention_info import MentionInfo
from corefscope.analysis.mistakes.text_order import text_rank
from corefscope.model import TYPES, Corpus, Integers
from corefscope.scoring.groups import Grouping

DISTANCES = (("0–10", 10), ("11–25", 25), ("26–50", 50), ("51–100", 100), ("101–500", 500), ("more than 500", None))
POSITIONS = ("first quarter", "second quarter", "third quarter", "last quarter")


@dataclass(frozen=True)
class Feature:
    """A grouping of mentions: the labels, and the group of each mention of key and response."""

    name: str
    meaning: str
    labels: Sequence[str]
    key: Integers
    response: Integers


def features(info: MentionInfo, groups: Sequence[Grouping] = ()) -> list[Feature]:
    """Compute all features; `groups` adds features of documents.

    A matched response mention has the key's type; all other features come from its own side.
    """
    found = [Feature("type", "the type of the mention", TYPES, *mention_types(info))]

    def add(name: str, meaning: str, labels: Sequence[str], group: Callable[[Corpus], Integers]) -> None:
        found.append(Feature(name, meaning, labels, *map(group, info.corpora)))

    add("entity size", "mentions of its entity", [name for name, _, _ in SIZES], _sizes)
    add("singleton", "whether it is alone in its entity", ("no", "yes"), lambda corpus: 1 * (entity_sizes(corpus) == 1))
    if info.key.label is None:
        meaning = f"{info.key.unit} from the mention of its entity before it"
        add("distance", meaning, ("first of its entity", *(name for name, _ in DISTANCES)), _distances)
        add("position", "where in its document", POSITIONS, lambda corpus: _positions(info, corpus))
        add("nesting", "whether it lies in a larger mention", ("not nested", "nested"), nested_mentions)
    columns = [_column(name, values) for name, values in info.key.groups.items()]
    documents = Grouping("document", tuple(info.key.names), np.arange(info.key.document_count))
    for group in (*columns, *groups, documents):
        of_response = group.of_document[info.evidence.partner[info.response.document]]
        meaning = group.note or f"the {group.what} it is in"
        found.append(Feature(group.what, meaning, group.names, group.of_document[info.key.document], of_response))
    return found


def _column(name: str, values: Sequence[str]) -> Grouping:
    number = {label: place for place, label in enumerate(dict.fromkeys(values))}
    return Grouping(name, tuple(number), np.array([number[value] for value in values], np.int64))


def mention_types(info: MentionInfo) -> tuple[Integers, Integers]:
    """Return the type of each mention of key and response; matched mentions have the key's type.

    The list of pronouns counts only where the files give no types at all: `score --by type` has no language.
    """
    listed = tuple(info.types_of(corpus) for corpus in info.corpora)
    given = any(side.any() for side in info.given_types)
    key, response = (side.astype(np.int64) for side in (info.given_types if given else listed))
    alignment = info.evidence.alignment
    both = (alignment.key_row >= 0) & (alignment.response_row >= 0)
    response[alignment.response_row[both]] = key[alignment.key_row[both]]
    return key, response


def entity_sizes(corpus: Corpus) -> Integers:
    """The number of mentions of each mention's entity."""
    return np.asarray(np.bincount(corpus.entity, minlength=corpus.entity_count)[corpus.entity], np.int64)


def _sizes(corpus: Corpus) -> Integers:
    bounds = np.array([low for _, low, _ in SIZES])
    return np.asarray(np.searchsorted(bounds, entity_sizes(corpus), side="right") - 1, np.int64)


def start_distances(corpus: Corpus) -> Integers:
    """From the start of the mention of its entity before it, 0 where both start together; -1 for the first of all."""
    order = np.lexsort((text_rank(corpus, corpus.document), corpus.entity))
    same = np.diff(corpus.entity[order], prepend=-1) == 0
    # Distances do not cross documents.
    same &= np.diff(corpus.document[order], prepend=-1) == 0
    distance = np.empty(corpus.mention_count, np.int64)
    distance[order] = np.where(same, np.maximum(np.diff(corpus.start[order], prepend=0), 0), -1)
    return distance


def _distances(corpus: Corpus) -> Integers:
    bounds = [bound for _, bound in DISTANCES if bound is not None]
    distance = start_distances(corpus)
    return np.where(distance < 0, 0, 1 + np.searchsorted(bounds, distance))


def _positions(info: MentionInfo, corpus: Corpus) -> Integers:
    """Group by position relative to the key document's length, or its last mention if the length is unknown."""
    document = corpus.document if corpus is info.key else info.evidence.partner[corpus.document]
    length = np.maximum(info.key.tokens, 0)
    np.maximum.at(length, info.key.document, info.key.end)
    return np.minimum(4 * corpus.start // np.maximum(length[document], 1), 3)


def nested_mentions(corpus: Corpus) -> Integers:
    """Mark nested mentions; a zero is inside a mention that begins before it and ends after it."""
    zero: NDArray[np.bool_] = corpus.end <= corpus.start
    order = np.lexsort((-corpus.end, ~zero, corpus.start, corpus.document))
    span = int(corpus.end.max(initial=0)) + 1
    ends = (corpus.document * span + corpus.end)[order]
    furthest = np.maximum.accumulate(np.concatenate([[-1], ends]))[:-1]
    within = np.zeros(corpus.mention_count, np.int64)
    within[order] = np.where(zero[order], furthest > ends, furthest >= ends) & (
        furthest >= (corpus.document * span)[order]
    )
    return within
