"""Groups of mentions, and scores, costs and links by group.

The rules of `attribution` distribute the counts of a metric over mentions, so those of all groups add up to the whole:
recall is over the key's mentions of a group, precision over the response's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from corefscope.analysis.attribution import Attribution, attributions, cells_of, has_rule, summed
from corefscope.analysis.mentions import PLAIN, MentionInfo, mention_lengths, text_rank, types_of
from corefscope.basics.codes import WarningCode
from corefscope.metrics import Metric, Score, Tally
from corefscope.metrics.base import f_measure
from corefscope.metrics.evidence import Evidence
from corefscope.model import TYPES, Corpus, Integers
from corefscope.problems import Notices, SettingsError
from corefscope.scoring.groups import PREFIX, bin_names, in_bins, numbered, parse_bins, units
from corefscope.scoring.result import Breakdown, Result, System
from corefscope.scoring.steps import Grouping
from corefscope.scoring.totals import scores_of

SIZE_BINS = [1, 2, 3, 4, 5, 6, 11]  # the rows of Recasens & Hovy (2011), Table 2
GROUP_SIZES = bin_names(SIZE_BINS)[1:]
DISTANCE_BINS = [0, 11, 26, 51, 101, 501]
DISTANCES = ("first of its entity", *bin_names(DISTANCE_BINS)[1:-1], "more than 500")
POSITIONS = ("first quarter", "second quarter", "third quarter", "last quarter")
TYPE_ORDER = ("name", "nominal", "pronoun", "unknown")  # of types in unordered pairs
NONE = "unknown"
SHARED_LABEL = "a matched mention takes the key's type"
OWN_LABEL = "each side's mentions by its own entities"
Members = tuple[NDArray[np.bool_], NDArray[np.bool_]]  # which mentions of key and response are in a group
_UNDEFINED = Score(0.0, 0.0, 0.0, {}, ("recall", "precision", "f1"))
# What may have types; the code and the remedy if nothing has any.
_TYPED = {
    "type": (
        "mention",
        "missing-mention-types",
        "part-of-speech columns give types, and so do --types FILE and, from words, --guess-types LANGUAGE; "
        "corefscope stats lists them",
    ),
    "entity-type": ("entity", "missing-entity-types", "CorefUD, ACE, LitBank and tables with entity_type have them"),
}


def broken_down(result: Result, what: str) -> Result:
    """Add the scores of each group of mentions, such as those of a `type`, to a result."""
    breakdown, results, result = results_by(result, what)
    undefined = {metric.name: _UNDEFINED for metric in result.metrics}
    systems = [
        replace(system, by_group={name: {**undefined, **part.systems[number].scores} for name, part in results.items()})
        for number, system in enumerate(shareable(result, what).systems)
    ]
    return replace(result, systems=tuple(systems), by=breakdown)


def shareable(result: Result, what: str) -> Result:
    """Keep only metrics that can be distributed over mentions, with a warning about the others."""
    notices = Notices()
    for metric in result.metrics:
        if not _is_shareable(metric):
            codes: dict[str, WarningCode] = {"type": "not-by-type", "entity-type": "not-by-entity-type"}
            text = f"{metric.name} cannot be distributed over mentions and is omitted there"
            notices.add(codes.get(what, "not-by-group"), text)
    first, *others = result.systems
    first = replace(first, warnings=(*first.warnings, *notices))
    return replace(result, metrics=tuple(filter(_is_shareable, result.metrics)), systems=(first, *others))


def results_by(result: Result, what: str) -> tuple[Breakdown, dict[str, Result], Result]:
    """Return a result for each group, with the counts of its mentions only, and the whole result.

    Their signature names the language if words gave types.
    """
    metrics = [metric for metric in result.metrics if _is_shareable(metric)]
    if not metrics:
        listed = ", ".join(metric.name for metric in result.metrics)
        raise SettingsError(
            "not-attributable", f"{listed} cannot be distributed over mentions", hint="muc, b3, ceafm, ceafe or lea can"
        )
    evidences = [system.evidence for system in result.systems if system.evidence is not None]
    if len(evidences) < len(result.systems):
        fact = "saved results do not keep the types of mentions"
        raise SettingsError("not-saved", fact, hint="score the files again")
    groups = mention_groups(evidences, what)
    result = result.with_guessed_types(groups.guessed)
    by_system = [
        _systems_of_groups(system, evidence, [each[number] for each in groups.members.values()], metrics, result)
        for number, (system, evidence) in enumerate(zip(result.systems, evidences, strict=True))
    ]
    sizes = {name: int(sides[0][0].sum()) for name, sides in groups.members.items()}
    results = {
        name: replace(result, systems=tuple(systems), key=replace(result.key, mentions=sizes[name]))
        for name, *systems in zip(groups.members, *by_system, strict=True)
    }
    return Breakdown(what, sizes, groups.note, "mention"), results, result


def _systems_of_groups(
    system: System, evidence: Evidence, groups: Sequence[Members], metrics: Sequence[Metric], result: Result
) -> list[System]:
    """Return the system with the counts of the mentions of each group only."""
    scope = units(evidence.key, result.settings.scope)
    parts = {part.tally_name: part for metric in metrics for part in metric.parts}
    costs_of = attributions(evidence, list(parts.values()))
    systems = []
    for members in groups:
        tallies = {}
        for name, part in parts.items():
            totals, counts = system.tallies[name].total(), []
            for field, rows in zip(("recall", "precision"), members, strict=True):
                side, whole = getattr(costs_of[part.name], field), totals[f"{field}_den"]
                unit = scope.of_document[side.document[rows]]
                gained, weight = ((share * whole)[rows] for share in (side.gained, side.weight))
                counts.append((summed(unit, gained, len(scope.names)), summed(unit, weight, len(scope.names))))
            tallies[name] = Tally.of(*counts)
        scores = scores_of(tallies, metrics, result.settings.average, len(scope.names))
        systems.append(replace(system, tallies=tallies, scores=scores, per_document=(), evidence=None))
    return systems


def _is_shareable(metric: Metric) -> bool:
    """Test whether a metric is a quotient of sums over mentions; BLANC is a mean of two."""
    return all(has_rule(part) and part.family.name != "blanc" for part in metric.parts)


class MentionGroups(NamedTuple):
    """Which mentions of key and response are in each group, by system."""

    members: dict[str, list[Members]]
    note: str = SHARED_LABEL
    guessed: Sequence[tuple[str, int] | None] = ()  # the language whose words gave types, and how many


def mention_groups(evidences: Sequence[Evidence], what: str) -> MentionGroups:
    """Return the groups that have a mention in any system."""
    if what.startswith(PREFIX):
        groups = _binned(evidences, what)
    elif what == "type":
        infos = [MentionInfo(evidence, PLAIN) for evidence in evidences]
        members = _by_label(TYPES, map(mention_types, infos))
        in_order = {name: members[name] for name in (*TYPES[1:], NONE)}
        groups = MentionGroups(in_order, guessed=[info.guessed for info in infos])
    else:
        numbers: dict[str, int] = {}
        sides = [_entity_types(evidence, numbers) for evidence in evidences]
        members = _by_label(list(numbers), sides)
        size = {name: sum(int(side.sum()) for sides in each for side in sides) for name, each in members.items()}
        groups = MentionGroups({name: members[name] for name in sorted(size, key=lambda name: (-size[name], name))})
    used = {name: each for name, each in groups.members.items() if any(side.any() for sides in each for side in sides)}
    if what in _TYPED and not used.keys() - {NONE}:
        owner, code, remedy = _TYPED[what]
        raise SettingsError(code, f"--by {what}: no {owner} has a type", hint=remedy)
    return groups._replace(members=used)


def _by_label(names: Sequence[str], systems: Iterable[tuple[Integers, Integers]]) -> dict[str, list[Members]]:
    """Group mentions by their labels, which are numbers in `names`."""
    sides = list(systems)
    return {name: [(key == number, response == number) for key, response in sides] for number, name in enumerate(names)}


def _entity_types(evidence: Evidence, numbers: dict[str, int]) -> tuple[Integers, Integers]:
    """Number the types of each mention's entity in the order in which they appear; matched ones have the key's."""
    sides = []
    for corpus in (evidence.matched_key, evidence.matched_response):
        kinds = [NONE] * corpus.entity_count if corpus.entity_type is None else corpus.entity_type.tolist()
        of_entity = [numbers.setdefault(str(kind) or NONE, len(numbers)) for kind in kinds]
        sides.append(np.array(of_entity, np.int64)[corpus.entity])
    _copy_matched(evidence, *sides)
    return sides[0], sides[1]


def _copy_matched(evidence: Evidence, key: Integers, response: Integers) -> None:
    """Give matched mentions of the response the key's values."""
    alignment = evidence.alignment
    both = (alignment.key_row >= 0) & (alignment.response_row >= 0)
    response[alignment.response_row[both]] = key[alignment.key_row[both]]


def mention_types(info: MentionInfo) -> tuple[Integers, Integers]:
    """Return the type of each mention of key and response; matched mentions have the key's type.

    The list of pronouns counts only where the files give no types at all: `score --by type` has no language.
    """
    sides = [side.given_types for side in info.sides.values()]
    if not any(side.any() for side in sides):
        sides = [types_of(corpus) for corpus in info.corpora]
    key, response = (side.astype(np.int64) for side in sides)
    _copy_matched(info.evidence, key, response)
    return key, response


def _binned(evidences: Sequence[Evidence], what: str) -> MentionGroups:
    bins, systems = parse_bins(what), []
    for evidence in evidences:
        corpora = (evidence.matched_key, evidence.matched_response)
        if bins.what != "entity-size" and corpora[0].label is not None:
            fact = f"--by {what}: mentions that are only ids have no position in a text"
            raise SettingsError("mentions-without-place", fact)
        key, response = (_NUMBERS[bins.what](corpus) for corpus in corpora)
        in_key, in_response = (np.where(number < 0, 0, 1 + in_bins(number, bins.begin)) for number in (key, response))
        systems.append((in_key, in_response))
    names = ["first of its entity", *bin_names(bins.begin)]
    return MentionGroups(_by_label(names, systems), f"{bins.note}; {OWN_LABEL}")


def sizes_of_entities(corpus: Corpus) -> Integers:
    """Return the size of each mention's entity."""
    return np.asarray(np.bincount(corpus.entity, minlength=corpus.entity_count)[corpus.entity], np.int64)


def start_distances(corpus: Corpus) -> Integers:
    """Return the distance of each start from that of the preceding mention of its entity; -1 for the first."""
    order = np.lexsort((text_rank(corpus, corpus.document), corpus.entity))
    same = np.diff(corpus.entity[order], prepend=-1) == 0
    # Distances do not cross documents.
    same &= np.diff(corpus.document[order], prepend=-1) == 0
    distance = np.empty(corpus.mention_count, np.int64)
    distance[order] = np.where(same, np.maximum(np.diff(corpus.start[order], prepend=0), 0), -1)
    return distance


def _ranges(corpus: Corpus) -> Integers:
    """Return, for each mention, the distance between the first and the last start in its entity."""
    low = np.full(corpus.entity_count, np.iinfo(np.int64).max)
    high = np.zeros(corpus.entity_count, np.int64)
    np.minimum.at(low, corpus.entity, corpus.start)
    np.maximum.at(high, corpus.entity, corpus.start)
    return np.asarray((high - low)[corpus.entity], np.int64)


_NUMBERS: dict[str, Callable[[Corpus], Integers]] = {
    "entity-size": sizes_of_entities,
    "distance": start_distances,
    "range": _ranges,
    "mention-length": mention_lengths,
}


class Feature(NamedTuple):
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
    columns: list[Feature] = [Feature("type", "the type of the mention", TYPES, *mention_types(info))]

    def add(name: str, meaning: str, labels: Sequence[str], group: Callable[[Corpus], Integers]) -> None:
        columns.append(Feature(name, meaning, labels, *map(group, info.corpora)))

    add(
        "entity size", "mentions of its entity", GROUP_SIZES, lambda one: in_bins(sizes_of_entities(one), SIZE_BINS) - 1
    )
    alone = "whether it is a singleton"
    add("singleton", alone, ("no", "yes"), lambda it: (sizes_of_entities(it) == 1).astype(np.int64))
    if info.key.label is None:
        meaning = f"{info.key.unit} from the mention of its entity before it"
        add("distance", meaning, DISTANCES, lambda corpus: in_bins(start_distances(corpus), DISTANCE_BINS))
        add("position", "position in its document", POSITIONS, lambda corpus: _positions(info, corpus))
        add("nesting", "whether it lies inside a larger mention", ("not nested", "nested"), nested_mentions)
    columns_of_key = (Grouping(name, *numbered(values)) for name, values in info.key.groups.items())
    documents = Grouping("document", tuple(info.key.names), np.arange(info.key.document_count))
    for group in (*columns_of_key, *groups, documents):
        meaning = group.note or f"the {group.what} it is in"
        of_sides = group.of_document[info.key.document], group.of_document[info.response_document]
        columns.append(Feature(group.what, meaning, group.names, *of_sides))
    return columns


def _positions(info: MentionInfo, corpus: Corpus) -> Integers:
    """Group by position relative to the key document's length, or its last mention if the length is unknown."""
    document = corpus.document if corpus is info.key else info.response_document
    length = np.maximum(info.key.tokens, 0)
    np.maximum.at(length, info.key.document, info.key.end)
    return np.minimum(4 * corpus.start // np.maximum(length[document], 1), 3)


def nested_mentions(corpus: Corpus) -> Integers:
    """Mark nested mentions with 1."""
    return nested_spans(*one_after_the_other(corpus)).astype(np.int64)


def one_after_the_other(corpus: Corpus) -> tuple[Integers, Integers]:
    """Return start and end of each mention, as if the documents followed each other in one text."""
    before = corpus.document * (int(corpus.end.max(initial=0)) + 1)
    return before + corpus.start, before + corpus.end


def nested_spans(start: Integers, end: Integers) -> NDArray[np.bool_]:
    """Mark spans inside another; a zero is inside one that begins before it and ends after it."""
    zero = end <= start
    order = np.lexsort((-end, ~zero, start))
    furthest = np.maximum.accumulate(np.append(-1, end[order]))[:-1]  # end of the spans before each
    nested = np.zeros(len(start), bool)
    nested[order] = np.where(zero[order], furthest > end[order], furthest >= end[order])
    return nested


class CostGroup(NamedTuple):
    """One row of a breakdown; scores are None where the group can contribute nothing."""

    label: str
    key_mentions: int
    response_mentions: int
    recall: float | None
    precision: float | None
    f1: float | None
    recall_cost: float
    precision_cost: float


def breakdown(costs: Attribution, feature: Feature) -> list[CostGroup]:
    """Compute the scores of each group that has mentions; the costs of all add up to the gap to 100."""
    size, columns = len(feature.labels), []
    for part, group in ((costs.recall, feature.key), (costs.precision, feature.response)):
        weight, gained = (summed(group, values, size).tolist() for values in (part.weight, part.gained))
        columns += [np.bincount(group, minlength=size).tolist(), gained, weight]
    rows = []
    for label, key, gained, weight, response, right, whole in zip(feature.labels, *columns, strict=True):
        recall, precision = gained / weight if weight > 0 else None, right / whole if whole > 0 else None
        f1 = None if recall is None and precision is None else f_measure(recall or 0.0, precision or 0.0)
        if key or response:
            costs_of_group = weight - gained, whole - right
            rows.append(CostGroup(str(label), key, response, recall, precision, f1, *costs_of_group))
    return rows


class LinkTypes(NamedTuple):
    """The number of links between mentions of two types in the key, the response, and both, and their scores."""

    types: tuple[str, str]
    both: int
    key: int
    response: int
    recall: float
    precision: float
    f1: float


def links_by_type(info: MentionInfo) -> list[LinkTypes]:
    """Count links by the types of their ends, from the counts of entities and cells, without listing links.

    The sums over all pairs are the counts of `pairwise`.
    """
    alignment, types = info.evidence.alignment, info.types.astype(np.int64)
    groups = (cells_of(alignment)[0], alignment.key_entity, alignment.response_entity)
    counts = [_pairs(group, types) for group in groups]
    links = []
    for one, two in combinations_with_replacement(TYPE_ORDER, 2):
        both, key, response = (int(side[TYPES.index(one), TYPES.index(two)]) for side in counts)
        recall, precision = both / key if key else 0.0, both / response if response else 0.0
        if key or response:
            links.append(LinkTypes((one, two), both, key, response, recall, precision, f_measure(recall, precision)))
    return links


def _pairs(group: Integers, types: Integers) -> Integers:
    """Count pairs of mentions within groups by their types; the matrix is symmetric."""
    there = group >= 0
    groups = int(group.max(initial=-1)) + 1
    counts = np.bincount(group[there] * len(TYPES) + types[there], minlength=groups * len(TYPES))
    counts = counts.reshape(groups, len(TYPES)).astype(np.int64)
    pairs = counts.T @ counts
    np.fill_diagonal(pairs, (counts * (counts - 1) // 2).sum(axis=0))
    return pairs
