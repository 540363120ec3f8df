"""Groups of mentions: by type, by the type of the entity, by bins of a number, or by phenomenon."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from corefscope.analysis.features import entity_sizes, mention_types, start_distances
from corefscope.analysis.mistakes.language import PLAIN
from corefscope.analysis.mistakes.mention_info import MentionInfo
from corefscope.metrics.evidence import Evidence
from corefscope.model import TYPES, Corpus, Integers
from corefscope.problems import SettingsError
from corefscope.scoring.groups import PREFIX, bin_names, in_bins, parse_bins

NONE = "unknown"
# What is missing if no mention has a label: code, fact and remedy.
_MISSING = {
    "type": (
        "missing-mention-types",
        "--by type: no mention has a type",
        "part-of-speech columns give types, and so do --types FILE and, from words, --guess-types LANGUAGE; "
        "corefscope stats says what there is",
    ),
    "entity-type": (
        "missing-entity-types",
        "--by entity-type: no entity has a type",
        "CorefUD, ACE, LitBank and tables with entity_type have them",
    ),
}
SHARED_LABEL = "a mention that both sides have is what the key says it is"
OWN_LABEL = "each side's mentions by its own entities"


@dataclass(frozen=True)
class MentionGroups:
    """Named groups, and for each which mentions of key and response are in it: rows are groups."""

    names: tuple[str, ...]
    key: NDArray[np.bool_]
    response: NDArray[np.bool_]
    note: str = SHARED_LABEL
    ranked: bool = False  # whether the largest group is shown first
    guessed: tuple[str, int] | None = None  # by the words of which language types were given, and how many

    def members(self, name: str) -> Members:
        place = self.names.index(name) if name in self.names else None
        if place is None:
            return np.zeros(self.key.shape[1], bool), np.zeros(self.response.shape[1], bool)
        return self.key[place], self.response[place]

    @staticmethod
    def by_label(names: Sequence[str], key: Integers, response: Integers, note: str = SHARED_LABEL) -> MentionGroups:
        """Groups of mentions that have one label each, a number in `names`."""
        places = np.arange(len(names))[:, None]
        return MentionGroups(tuple(names), key == places, response == places, note)


Members = tuple[NDArray[np.bool_], NDArray[np.bool_]]  # which mentions of key and response are in a group


def joined(systems: Sequence[MentionGroups]) -> dict[str, list[Members]]:
    """The groups that any of the systems has a mention in, and their members in each system."""
    found: dict[str, list[Members]] = {}
    for name in dict.fromkeys(name for groups in systems for name in groups.names):
        members = [groups.members(name) for groups in systems]
        if any(side.any() for sides in members for side in sides):
            found[name] = members
    if not systems[0].ranked:
        return found
    size = {name: sum(int(side.sum()) for sides in members for side in sides) for name, members in found.items()}
    return {name: found[name] for name in sorted(found, key=lambda name: (-size[name], name))}


def mention_groups(evidence: Evidence, what: str) -> MentionGroups:
    """The groups of one system's mentions."""
    if what == "phenomenon":
        from corefscope.analysis.attribution.phenomena import phenomena

        return phenomena(evidence)
    if what.startswith(PREFIX):
        return _binned(evidence, what)
    guessed = None
    if what == "type":
        names = list(TYPES)
        info = MentionInfo.of(evidence, PLAIN)
        key, response = mention_types(info)
        guessed = info.guessed
    else:
        names, key, response = _by_entity_type(evidence)
    unknown = names.index(NONE) if NONE in names else -1
    if (key == unknown).all() and (response == unknown).all():
        code, fact, hint = _MISSING[what]
        raise SettingsError(code, fact, hint=hint)
    groups = replace(MentionGroups.by_label(names, key, response), guessed=guessed)
    if what != "type":
        return replace(groups, ranked=True)
    order = [*range(1, len(TYPES)), 0]
    return replace(groups, names=(*TYPES[1:], TYPES[0]), key=groups.key[order], response=groups.response[order])


def _by_entity_type(evidence: Evidence) -> tuple[list[str], Integers, Integers]:
    numbers: dict[str, int] = {}
    sides = []
    for corpus in (evidence.matched_key, evidence.matched_response):
        kinds = [] if corpus.entity_type is None else corpus.entity_type.tolist()
        of_entity = [numbers.setdefault(str(kind) or NONE, len(numbers)) for kind in kinds]
        if not len(of_entity):
            of_entity = [numbers.setdefault(NONE, len(numbers))] * corpus.entity_count
        sides.append(np.array(of_entity, np.int64)[corpus.entity] if corpus.mention_count else np.zeros(0, np.int64))
    key, response = sides
    alignment = evidence.alignment
    both = (alignment.key_row >= 0) & (alignment.response_row >= 0)
    response[alignment.response_row[both]] = key[alignment.key_row[both]]
    return list(numbers), key, response


def _ranges(corpus: Corpus) -> Integers:
    """From the start of the first mention of an entity to the start of its last, for each mention."""
    low = np.full(corpus.entity_count, np.iinfo(np.int64).max)
    high = np.zeros(corpus.entity_count, np.int64)
    np.minimum.at(low, corpus.entity, corpus.start)
    np.maximum.at(high, corpus.entity, corpus.start)
    return np.asarray((high - low)[corpus.entity], np.int64)


def _lengths(corpus: Corpus) -> Integers:
    length = (corpus.end - corpus.start).astype(np.int64)
    if corpus.shape is not None:
        shaped = np.flatnonzero(corpus.shape >= 0)
        length[shaped] = [len(corpus.shapes[number]) for number in corpus.shape[shaped].tolist()]
    return length


_NUMBERS: dict[str, Callable[[Corpus], Integers]] = {
    "entity-size": entity_sizes,
    "distance": start_distances,  # -1 for the first mention of an entity
    "range": _ranges,
    "mention-length": _lengths,
}
FIRST = "first of its entity"


def _binned(evidence: Evidence, what: str) -> MentionGroups:
    bins = parse_bins(what)
    sides = (evidence.matched_key, evidence.matched_response)
    if bins.what != "entity-size" and sides[0].label is not None:
        raise SettingsError(
            "mentions-without-place", f"--by {what}: mentions that are only ids have no place in a text"
        )
    key, response = (_NUMBERS[bins.what](corpus) for corpus in sides)
    names = [FIRST, *bin_names(bins.begin)]
    key, response = (np.where(side < 0, 0, 1 + in_bins(side, bins.begin)) for side in (key, response))
    return MentionGroups.by_label(names, key, response, f"{bins.note}; {OWN_LABEL}")
