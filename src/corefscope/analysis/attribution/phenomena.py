"""Phenomena: groups of mentions by rules over dependencies, speakers and nesting; a mention may be in several.

The rules for generic and copular mentions and for compounds are those of Porada et al. (2024), for English.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from corefscope.analysis.attribution.mention_groups import MentionGroups
from corefscope.analysis.features import nested_mentions, start_distances
from corefscope.analysis.mistakes.language import PLAIN
from corefscope.analysis.mistakes.mention_info import PRONOUN, MentionInfo
from corefscope.metrics.evidence import Evidence
from corefscope.model import TOKENS, Corpus
from corefscope.problems import PairingError

RULES = {
    "generic": "it has the determiner a or an, or its head is a plural noun (NNS) and it has no determiner",
    "copular": "it is the subject or the predicate of a copula, and the other is of the same entity",
    "apposition": "its head is an apposition to the head of a mention of the same entity, or has one",
    "compound": "all of its words are modifiers in a compound",
    "nested": "it lies in a larger mention",
    "cataphora": "it is a pronoun and the first mention of an entity that has others than pronouns",
    "speaker change": "the mention of its entity before it has another speaker",
    "none of these": "",
}
NEED = {"cataphora": "types of mentions", "speaker change": "speakers"}
Flags = NDArray[np.bool_]


def phenomena(evidence: Evidence) -> MentionGroups:
    """The mentions of each phenomenon; what the file has no layer for is left out and named in the note."""
    info = MentionInfo.of(evidence, PLAIN)
    sides = [_Side(corpus) for corpus in info.corpora]
    if info.key.label is not None or info.key.unit != TOKENS or not sides[0].has_dependencies:
        raise PairingError(
            "missing-dependencies",
            "--by phenomenon: the key has no column of dependencies",
            info.key.source,
            hint="CoNLL-U and JSON with deprel and head have it",
        )
    found = [side.found for side in sides]
    missing = [name for name in NEED if not any(each[name].any() for each in found) and not sides[0].has[name]]
    names = [name for name in RULES if name not in missing]
    for each in found:
        each["none of these"] = ~np.logical_or.reduce([each[name] for name in names if name != "none of these"])
    key, response = (np.array([each[name] for name in names]) for each in found)
    note = "a mention may be in several groups; each side's mentions by its own entities"
    if missing:
        note += "; " + ", ".join(f"{name} needs {NEED[name]}" for name in missing)
    return MentionGroups(tuple(names), key, response, note, guessed=info.guessed)


class _Side:
    """What the mentions of one side are examples of."""

    def __init__(self, corpus: Corpus) -> None:
        self.corpus = corpus
        self.found: dict[str, Flags] = {name: np.zeros(corpus.mention_count, bool) for name in RULES}
        types = MentionInfo.types_of(corpus)
        self.has_dependencies = False
        self.has = {"cataphora": bool(types.any()), "speaker change": False}
        if corpus.label is not None:
            return
        rows_of: dict[int, list[int]] = {}
        for row, document in enumerate(corpus.document.tolist()):
            rows_of.setdefault(document, []).append(row)
        for document, rows in rows_of.items():
            self._document(document, rows)
        self.found["nested"] = nested_mentions(corpus) > 0
        self.found["cataphora"] = self._cataphora(types == PRONOUN)

    def _document(self, document: int, rows: list[int]) -> None:
        text = self.corpus.text(document)
        if text is None:
            return
        relations, parents = (text[0].layer(text[1], name) for name in ("deprel", "head"))
        if relations and parents and any(relations):
            self.has_dependencies = True
            words = text[0].words(text[1]) or []
            tags = text[0].layer(text[1], "xpos") or text[0].layer(text[1], "pos") or [""] * len(words)
            self._dependencies(rows, [each.partition(":")[0] for each in relations], parents, words, tags)
        speakers = text[0].layer(text[1], "speaker")
        if speakers and len(set(speakers)) > 1:
            self.has["speaker change"] = True
            self._speakers(rows, speakers)

    def _dependencies(
        self, rows: list[int], relations: list[str], parents: list[str], words: list[str], tags: list[str]
    ) -> None:
        corpus, found = self.corpus, self.found
        by_head: dict[int, dict[int, list[int]]] = {}  # of a head and an entity, the mentions
        for row in rows:
            tokens = [place for place in corpus.positions(row) if 0 <= place < len(relations)]
            head = corpus.head_of(row)
            if head is not None:
                by_head.setdefault(head, {}).setdefault(int(corpus.entity[row]), []).append(row)
            determiners = [words[place].lower() for place in tokens if relations[place] == "det"]
            plural = head is not None and 0 <= head < len(tags) and tags[head] == "NNS"
            found["generic"][row] = bool({"a", "an"} & set(determiners)) or (plural and not determiners)
            found["compound"][row] = bool(tokens) and all(relations[place] in ("compound", "nn") for place in tokens)
        for name, one, two in _pairs(relations, parents):
            mine, theirs = by_head.get(one, {}), by_head.get(two, {})
            for entity in mine.keys() & theirs.keys():
                found[name][[*mine[entity], *theirs[entity]]] = True

    def _speakers(self, rows: list[int], speakers: list[str]) -> None:
        corpus = self.corpus
        last: dict[int, str] = {}
        for row in sorted(rows, key=lambda row: (int(corpus.start[row]), int(corpus.end[row]))):
            place, entity = int(corpus.start[row]), int(corpus.entity[row])
            speaker = speakers[place] if place < len(speakers) else ""
            self.found["speaker change"][row] = last.get(entity, speaker) != speaker
            last[entity] = speaker

    def _cataphora(self, pronoun: Flags) -> Flags:
        corpus = self.corpus
        others = np.bincount(corpus.entity[~pronoun], minlength=corpus.entity_count) > 0
        return np.asarray(pronoun & (start_distances(corpus) < 0) & others[corpus.entity], bool)


def _pairs(relations: list[str], parents: list[str]) -> Iterator[tuple[str, int, int]]:
    """The heads of subject and predicate of each copula, and of each apposition and what it belongs to."""
    subjects: dict[int, list[int]] = {}
    places = [int(parent) if parent.isascii() and parent.isdigit() else -1 for parent in parents]
    for token, relation in enumerate(relations):
        if relation == "nsubj":
            subjects.setdefault(places[token], []).append(token)
    for token, relation in enumerate(relations):
        if relation == "cop":
            for subject in subjects.get(places[token], ()):
                yield "copular", subject, places[token]
        elif relation == "appos":
            yield "apposition", token, places[token]
