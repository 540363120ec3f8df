"""Phenomena: groups of mentions by rules over dependencies, speakers and nesting; a mention may be in several.

The rules for generic and copular mentions and for compounds are those of Porada et al. (2024), for English.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from corefscope.analysis.groups import OWN_LABEL, MentionGroups, nested_mentions, start_distances
from corefscope.analysis.language import PLAIN
from corefscope.analysis.mentions import PRONOUN, MentionInfo, types_of
from corefscope.arrays import rows_by_group
from corefscope.metrics.evidence import Evidence
from corefscope.model import TOKENS, Corpus, Integers
from corefscope.problems import PairingError
from corefscope.text import Text

RULES = {
    "generic": "it has the determiner a or an, or its head is a plural noun (NNS) and it has no determiner",
    "copular": "it is the subject or the predicate of a copula, and the other is of the same entity",
    "apposition": "its head is an apposition to the head of a mention of the same entity, or has one",
    "compound": "all of its words are modifiers in a compound",
    "nested": "it lies in a larger mention",
    "cataphora": "it is a pronoun and the first mention of an entity that has others than pronouns",
    "speaker change": "the mention of its entity before it has another speaker",
}
NEED = {"cataphora": "types of mentions", "speaker change": "speakers"}
NO_PHENOMENON = "none of these"
Flags = NDArray[np.bool_]


def phenomena(evidences: Sequence[Evidence]) -> MentionGroups:
    """The mentions of each phenomenon; what the file has no layer for is left out and named in the note."""
    infos = [MentionInfo(evidence, PLAIN) for evidence in evidences]
    examples = [[_examples(corpus) for corpus in info.corpora] for info in infos]
    layers = examples[0][0][1]
    if infos[0].key.unit != TOKENS or "dependencies" not in layers:
        raise PairingError(
            "missing-dependencies",
            "--by phenomenon: the key has no column of dependencies",
            infos[0].key.source,
            hint="CoNLL-U and JSON with deprel and head have it",
        )
    systems = [[flags for flags, _ in each] for each in examples]
    sides = [flags for each in systems for flags in each]
    missing = [name for name in NEED if name not in layers and not any(flags[name].any() for flags in sides)]
    names = [name for name in RULES if name not in missing]
    for flags in sides:
        flags[NO_PHENOMENON] = ~np.logical_or.reduce([flags[name] for name in names])
    note = f"a mention may be in several groups; {OWN_LABEL}"
    if missing:
        note += "; " + ", ".join(f"{name} needs {NEED[name]}" for name in missing)
    members = {name: [(key[name], response[name]) for key, response in systems] for name in (*names, NO_PHENOMENON)}
    return MentionGroups(members, note, [info.guessed for info in infos])


def _examples(corpus: Corpus) -> tuple[dict[str, Flags], set[str]]:
    """Return the mentions that are examples of each phenomenon, and what the corpus has layers for."""
    flags: dict[str, Flags] = {name: np.zeros(corpus.mention_count, bool) for name in RULES}
    types = types_of(corpus)
    layers = {"cataphora"} if types.any() else set()
    if corpus.label is not None:
        return flags, layers
    for document, rows in enumerate(rows_by_group(corpus.document, corpus.document_count)):
        text = corpus.text(document)
        if text is None or not len(rows):
            continue
        source, number = text
        if _by_dependencies(corpus, rows, source, number, flags):
            layers.add("dependencies")
        speakers = source.layer(number, "speaker")
        if speakers and len(set(speakers)) > 1:
            layers.add("speaker change")
            _by_speakers(corpus, rows, speakers, flags["speaker change"])
    flags["nested"] = nested_mentions(corpus) > 0
    others = np.bincount(corpus.entity[types != PRONOUN], minlength=corpus.entity_count) > 0
    flags["cataphora"] = (types == PRONOUN) & (start_distances(corpus) < 0) & others[corpus.entity]
    return flags, layers


def _by_dependencies(corpus: Corpus, rows: Integers, text: Text, number: int, flags: dict[str, Flags]) -> bool:
    """Mark what dependencies tell of mentions of one document; return whether it has any."""
    layer, parents = (text.layer(number, name) for name in ("deprel", "head"))
    if not layer or not parents or not any(layer):
        return False
    relations, words = [each.partition(":")[0] for each in layer], text.words(number) or []
    tags = text.layer(number, "xpos") or text.layer(number, "pos") or [""] * len(words)
    by_head: dict[int, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))  # of head and entity, mentions
    for row in rows.tolist():
        tokens = [place for place in corpus.positions(row) if 0 <= place < len(relations)]
        head = corpus.head_of(row)
        if head is not None:
            by_head[head][int(corpus.entity[row])].append(row)
        determiners = [words[place].lower() for place in tokens if relations[place] == "det"]
        plural = head is not None and 0 <= head < len(tags) and tags[head] == "NNS"
        flags["generic"][row] = bool({"a", "an"} & set(determiners)) or (plural and not determiners)
        flags["compound"][row] = bool(tokens) and all(relations[place] in ("compound", "nn") for place in tokens)
    for name, one, two in _pairs(relations, parents):
        mine, theirs = by_head.get(one, {}), by_head.get(two, {})
        for entity in mine.keys() & theirs.keys():
            flags[name][[*mine[entity], *theirs[entity]]] = True
    return True


def _by_speakers(corpus: Corpus, rows: Integers, speakers: Sequence[str], flags: Flags) -> None:
    last: dict[int, str] = {}
    for row in rows[np.lexsort((corpus.end[rows], corpus.start[rows]))].tolist():
        place, entity = int(corpus.start[row]), int(corpus.entity[row])
        speaker = speakers[place] if place < len(speakers) else ""
        flags[row] = last.get(entity, speaker) != speaker
        last[entity] = speaker


def _pairs(relations: Sequence[str], parents: Sequence[str]) -> Iterator[tuple[str, int, int]]:
    """The heads of subject and predicate of each copula, and of each apposition and what it belongs to."""
    places = [int(parent) if parent.isascii() and parent.isdigit() else -1 for parent in parents]
    predicates = {place for place, relation in zip(places, relations, strict=False) if relation == "cop"}
    for token, (place, relation) in enumerate(zip(places, relations, strict=False)):
        if relation == "nsubj" and place in predicates:
            yield "copular", token, place
        elif relation == "appos":
            yield "apposition", token, place
