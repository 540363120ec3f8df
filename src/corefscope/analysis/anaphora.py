"""Verdicts on annotation besides entities: split antecedents, bridging and non-referring markables."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import NamedTuple

import numpy as np

from corefscope.alignment.cleanup import resolve_repeats
from corefscope.alignment.mentions import match
from corefscope.analysis.mentions import MentionWords
from corefscope.anaphora.relations import BridgingPair, bridging_pairs, kinds_of, nonreferring_pairs, pairs_of
from corefscope.anaphora.sets import Place
from corefscope.anaphora.split import paired, with_sets
from corefscope.metrics.evidence import Evidence, Whole
from corefscope.metrics.lea import lea
from corefscope.model import SPLIT_ANTECEDENT, Corpus, Mention, in_text_order
from corefscope.problems import FormatError, Notices
from corefscope.scoring.score import align
from corefscope.scoring.steps import Gold, Grouping, Run, Sides
from corefscope.settings import DEFAULTS

SETS, BRIDGING, NONREFERRING = KINDS = ("split antecedents", "bridging", "non-referring")
RIGHT, OTHER_KIND = "right", "another kind"


class Ends(NamedTuple):
    """What one side annotates, at its own positions: anaphor, antecedents or members, and kind."""

    document: int
    anaphor: Place | None
    others: tuple[Place, ...] = ()
    label: str = ""


class Finding(NamedTuple):
    """A set, a bridging pair or a non-referring markable of one side or both, and whether it is right."""

    what: str
    verdict: str
    document: int  # of the key
    key: tuple[Ends, ...]  # several if entities with equal sets were merged
    response: tuple[Ends, ...]


Verdict = tuple[str, tuple[Ends, ...], tuple[Ends, ...]]  # verdict, key, response


class AnaphoraError(NamedTuple):
    """An error at a mention: what it is about, and what key and response have there, in words."""

    what: str
    kind: str
    document: str
    mention: Mention | None
    text: str
    key: str  # the antecedent, the members of a set, or the kind if it differs in the response
    response: str
    finding: Finding


def anaphora_errors(evidence: Evidence, listed: Iterable[Finding] | None = None) -> list[AnaphoraError]:
    """Return all errors, by kind of annotation and in text order."""
    sides = MentionWords(evidence.key), MentionWords(evidence.response)

    def words(side: int, place: Place | None) -> str:
        if place is None:
            return ""
        document, mention = place
        if side == 1 and sides[1].text(document) is None:
            side, document = 0, int(evidence.partner[document])
        return " ".join(sides[side].at(document, mention.covered))

    errors = []
    for each in findings(evidence) if listed is None else listed:
        if each.verdict == RIGHT:
            continue
        texts = []
        for side, ends in enumerate((each.key, each.response)):
            if not ends or each.what == NONREFERRING:
                texts.append(ends[0].label if each.verdict == OTHER_KIND else "")
            else:
                texts.append(" + ".join(words(side, place) or "?" for place in ends[0].others) or "?")
        anaphor = (each.key or each.response)[0].anaphor
        mention, text = anaphor and anaphor[1], words(0 if each.key else 1, anaphor)
        name = evidence.key.names[each.document]
        errors.append(AnaphoraError(each.what, each.verdict, name, mention, text, texts[0], texts[1], each))
    nowhere = Mention(0, 1)
    errors.sort(key=lambda each: (KINDS.index(each.what), each.document, in_text_order(each.mention or nowhere)))
    return errors


def findings(evidence: Evidence) -> Iterator[Finding]:
    """Yield a verdict on each annotation of either side."""
    if evidence.whole is not None:
        quiet = replace(evidence, notices=None)  # the metrics warn about what a side lacks
        listed = (_sets(quiet, evidence.whole), _bridging(quiet), _nonreferring(quiet))
        for what, verdicts in zip(KINDS, listed, strict=True):
            for verdict, key, response in verdicts:
                document = key[0].document if key else int(evidence.partner[response[0].document])
                yield Finding(what, verdict, document, key, response)


def _sets(evidence: Evidence, whole: Whole) -> Iterator[Verdict]:
    """Yield the sets as `--split keep` scores them: right, partly right by LEA, missed or spurious."""
    sides = whole.key, whole.response
    if not any(each.kind == SPLIT_ANTECEDENT for side in sides for _, each in side.relations):
        return
    if evidence.alignment.sets is None:
        try:
            evidence = _with_sets(evidence, whole)
        except FormatError as error:
            if error.code != "circular-set":
                raise
            return  # a warning says that sets are left out; `--split keep` names the circular one
    matched = evidence.matched_key, evidence.matched_response
    plurals = [_plurals(side, corpus) for side, corpus in zip(sides, matched, strict=True)]
    sets = evidence.alignment.sets
    if sets is None:
        return
    pairs, values, _ = paired(*with_sets(evidence), lambda atoms: lea(atoms).columns)

    def ends(side: int, number: int) -> tuple[Ends, ...]:
        entity, corpus = int((sets.key, sets.response)[side].entity[number]), matched[side]
        if entity in plurals[side]:
            return tuple(plurals[side][entity])
        places = (
            (int(corpus.document[row]), corpus.mention(row)) for row in np.flatnonzero(corpus.entity == entity).tolist()
        )
        return (min((Ends(place[0], place) for place in places), key=_order),)

    numbers = sets.key_set[pairs].tolist(), sets.response_set[pairs].tolist()
    for one, two, f1 in zip(*numbers, values[2].tolist(), strict=True):
        yield (RIGHT if f1 > 1 - 1e-12 else "partly right"), ends(0, one), ends(1, two)
    for number in sorted({*range(len(sets.key.entity))}.difference(numbers[0])):
        yield "missed", ends(0, number), ()
    for number in sorted({*range(len(sets.response.entity))}.difference(numbers[1])):
        yield "spurious", (), ends(1, number)


def _plurals(side: Corpus, matched: Corpus) -> dict[int, list[Ends]]:
    """Return the plural mentions of each entity with a set, and the members at each mention."""
    links: dict[Place, list[BridgingPair]] = defaultdict(list)
    for pair in pairs_of(side, SPLIT_ANTECEDENT):
        if pair.anaphor is not None:
            links[pair.anaphor].append(pair)
    ends: dict[int, list[Ends]] = defaultdict(list)
    for row in np.flatnonzero(np.isin(matched.document, list({document for document, _ in links}))).tolist():
        if pairs := links.get((int(matched.document[row]), matched.mention(row))):
            ends[int(matched.entity[row])].append(_ends(pairs))
    return {plural: sorted(each, key=_order) for plural, each in ends.items()}


def _ends(pairs: Sequence[BridgingPair]) -> Ends:
    others = tuple(pair.antecedent for pair in pairs if pair.antecedent is not None)
    return Ends(pairs[0].document, pairs[0].anaphor, others, pairs[0].label)


def _order(ends: Ends) -> tuple[object, ...]:
    return () if ends.anaphor is None else (ends.anaphor[0], in_text_order(ends.anaphor[1]))


def _with_sets(evidence: Evidence, whole: Whole) -> Evidence:
    """Return the evidence under `--split keep`."""
    options = {"split": "keep", "match": evidence.settings.match, "zeros": evidence.settings.zeros}
    run = Run.of("mentions", None, None, options)
    units = Grouping("", ("",) * evidence.alignment.units, whole.unit_of_document)
    key, response = (resolve_repeats(side, DEFAULTS, Notices()) for side in (whole.key, whole.response))
    gold = Gold(key, key, units, None, Notices())
    return align(Sides(gold, key, response, evidence.partner), run, Notices())


def _bridging(evidence: Evidence) -> Iterator[Verdict]:
    """Yield each pair of either side: right, with a wrong antecedent, missed or spurious."""
    pairs = bridging_pairs(evidence)

    def verdict(name: str, mine: int | None, theirs: int | None) -> Verdict:
        one = () if mine is None else (_ends([pairs.key[mine]]),)
        return name, one, () if theirs is None else (_ends([pairs.own[theirs]]),)

    by_anaphor: dict[Hashable, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
    for side, listed in enumerate((pairs.key, pairs.response)):
        for number, pair in enumerate(listed):
            by_anaphor[pair.anaphor or (side, number)][side].append(number)
    for mine, theirs in by_anaphor.values():
        free: dict[Hashable, list[int]] = defaultdict(list)
        for number in theirs:
            free[pairs.target(pairs.response[number], "entity")].append(number)
        free.pop(None, None)
        wrong, taken = [], set()
        for number in mine:
            same = free.get(pairs.target(pairs.key[number], "entity"))
            if same:
                taken.add(same[0])
                yield verdict(RIGHT, number, same.pop(0))
            else:
                wrong.append(number)
        for one, two in zip_longest(wrong, (number for number in theirs if number not in taken)):
            yield verdict("missed" if two is None else "spurious" if one is None else "wrong antecedent", one, two)


def _nonreferring(evidence: Evidence) -> Iterator[Verdict]:
    """Yield the markables: right, of another kind, missed, spurious, or a mention on the other side."""
    key, response, pairs = nonreferring_pairs(evidence)
    kinds = kinds_of(key), kinds_of(response)
    comparable = bool({*kinds[0]} & {*kinds[1]} - {""})  # sides that share no kind name them differently

    def ends(side: int, row: int) -> tuple[Ends]:
        corpus = (key, response)[side]
        document = int(corpus.document[row])
        return (Ends(document, (document, corpus.mention(row)), (), kinds[side][row]),)

    for mine, theirs in zip(pairs.key.tolist(), pairs.response.tolist(), strict=True):
        one, two = kinds[0][mine], kinds[1][theirs]
        differ = comparable and one and two and one != two
        yield OTHER_KIND if differ else RIGHT, ends(0, mine), ends(1, theirs)
    how = (evidence.partner, evidence.settings.match, evidence.settings.zeros, Notices())
    free = ~np.isin(np.arange(key.mention_count), pairs.key)
    taken = set(match(key.keep(free), evidence.matched_response, *how).key.tolist())
    for place, row in enumerate(np.flatnonzero(free).tolist()):
        yield "taken for a mention" if place in taken else "missed", ends(0, row), ()
    free = ~np.isin(np.arange(response.mention_count), pairs.response)
    taken = set(match(evidence.matched_key, response.keep(free), *how).response.tolist())
    for place, row in enumerate(np.flatnonzero(free).tolist()):
        yield "a mention taken for it" if place in taken else "spurious", (), ends(1, row)
