"""Runs corefud-scorer beside us, and compares mention by mention and count by count."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from fractions import Fraction

import numpy as np

import corefscope
from corefscope.alignment.mentions import Pairs, align
from corefscope.metrics import metrics
from corefscope.metrics.evidence import Evidence
from corefscope.model import EMPTY_NODES, text_order
from corefscope.table import Table
from differential.peers import drive, peer
from support.definitions.matching import by_head, partial, words

FOLDER, PYTHON = "COREFSCOPE_COREFUD_SCORER", "COREFSCOPE_COREFUD_PYTHON"
COUNTED = ("muc", "b3", "ceafm", "ceafe", "blanc", "lea", "mor", "zeros")
# The name of each matching there.
MATCH = {"exact": "exact", "head": "head", "partial": "partial-corefud"}
SETTINGS = [
    {"match": match, "zeros": zeros, "singletons": singletons}
    for match in MATCH
    for zeros in ("linear", "dependent")
    for singletons in ("keep", "drop")
]


def scorer():
    """The folder of the scorer and the Python that can run it."""
    return peer(FOLDER), peer(PYTHON)


def run(jobs):
    """What corefud-scorer makes of (key, response, settings)."""
    named = (
        {"key": str(key), "response": str(response), **options, "match": MATCH[options["match"]]}
        for key, response, options in jobs
    )
    outcomes = drive(PYTHON, "corefud_driver.py", peer(FOLDER), jobs=named)
    assert len(outcomes) == len(jobs)
    return outcomes


@dataclass
class Comparison:
    """How much was compared, what differs for a reason that was checked, and what differs without one."""

    jobs: int = 0
    documents: int = 0
    pairs: int = 0
    numbers: int = 0
    explained: Counter = field(default_factory=Counter)
    differences: list = field(default_factory=list)

    def number(self, what, ours, theirs):
        self.numbers += 1
        if abs(ours - theirs) > 1e-9:
            self.differences.append((*what, ours, theirs))

    def conclude(self, title, record_property):
        """Says how much was compared, and fails if anything differs without a reason."""
        reasons = ", ".join(f"{count} × {kind}" for kind, count in sorted(self.explained.items())) or "nothing"
        text = (
            f"{self.jobs} runs, {self.documents} documents, {self.pairs} pairs, {self.numbers} numbers, "
            f"{len(self.differences)} differ; explained: {reasons}"
        )
        print(f"\n{title}: {text}")
        record_property("comparison", text)
        assert self.numbers
        assert not self.differences, self.differences[:10]


def compare(jobs, preset=None):
    """Compare the runs, with the settings of a preset where one is named."""
    comparison = Comparison()
    for (key, response, options), theirs in zip(jobs, run(jobs), strict=True):
        where = (str(response), *options.values())
        result = corefscope.score(key, response, metrics=COUNTED, preset=preset, **options)
        comparison.jobs += 1
        if "error" in theirs:
            assert theirs["error"] == "ZeroDivisionError: division by zero", (where, theirs)
            assert options["zeros"] == "dependent", where
            assert _zeros_without_dependencies(result.system.evidence), where
            comparison.explained["zero without dependencies"] += 1
            continue
        _compare(comparison, where, result, theirs, options)
    return comparison


def _compare(comparison, where, result, theirs, options):
    repeated = [
        notice for notice in (*result.key.warnings, *result.system.warnings) if "in two entities" in notice.kind
    ]
    if repeated:
        comparison.explained["mention in two entities"] += 1
        return
    evidence = result.system.evidence
    names = evidence.key.names
    theirs["documents"] = {name.strip(): outcome for name, outcome in theirs["documents"].items()}
    assert set(names) == set(theirs["documents"]), where
    mine = {name: set(map(tuple, pairs)) for name, pairs in _pairs_by_document(evidence).items()}
    rows = _Rows(evidence)
    their_pairs = {
        name: {rows.pair(name, *pair) for pair in outcome["pairs"]} for name, outcome in theirs["documents"].items()
    }
    with_theirs = _with_pairs(evidence, [pair for pairs in their_pairs.values() for pair in pairs])
    agreed = True
    for unit, name in enumerate(names):
        outcome = theirs["documents"][name]
        comparison.documents += 1
        comparison.pairs += len(outcome["pairs"])
        if mine[name] != their_pairs[name]:
            agreed = False
            tied = _equally_good(evidence, mine[name], their_pairs[name], options)
            if tied:
                comparison.explained["tie"] += 1
            else:
                comparison.differences.append((*where, name, mine[name], their_pairs[name]))
        counted = _counts(with_theirs, unit)
        for metric, values in outcome["by_pairs"].items():
            for count, ours, value in zip(COUNTS, counted[metric], values, strict=True):
                comparison.number((*where, name, metric, count), ours, value)
        if outcome["follows_pairs"]:
            assert outcome["counts"] == outcome["by_pairs"], (where, name)
        elif outcome["counts"] != outcome["by_pairs"]:
            comparison.explained["zero looked up by its place"] += 1
        agreed = agreed and outcome["follows_pairs"]
    if agreed:
        _compare_scores(comparison, where, result.scores, theirs["scores"])


def _compare_scores(comparison, where, scores, theirs):
    """The numbers that are printed, where the pairs of all documents are the same."""
    for name, values in theirs.items():
        score = scores[name]
        if name == "blanc" and (expected := _blanc_there(score.counts)) != (score.recall, score.precision, score.f1):
            comparison.explained["BLANC without key links of a kind"] += 1
            for ours, value in zip(expected, values, strict=True):
                comparison.number((*where, name), ours, value)
            continue
        for field_name, value in zip(("recall", "precision", "f1"), values, strict=True):
            comparison.number((*where, name, field_name), getattr(score, field_name), value)


def _blanc_there(counts):
    """There, a kind of link is left out only if neither side has any; here, as in the official scorer, the key decides.

    The same three numbers, from the same counts, as it would print them.
    """
    parts = []
    for kind in ("coreference", "non_coreference"):
        both, key, response = (counts[f"{kind}_{side}"] for side in ("both", "key", "response"))
        if key or response:
            recall, precision = both / key if key else 0.0, both / response if response else 0.0
            parts.append((recall, precision, 2 * recall * precision / (recall + precision) if both else 0.0))
    return tuple(sum(part) / len(parts) for part in zip(*parts, strict=True)) if parts else (0.0, 0.0, 0.0)


COUNTS = ("recall_num", "recall_den", "precision_num", "precision_den")


def _counts(tallies, unit):
    """One document's counts, BLANC's as two metrics."""
    outcome = {}
    for name, tally in tallies.items():
        counts = tally.unit(unit)
        if name == "blanc":
            for kind in ("coreference", "non_coreference"):
                outcome[kind] = [counts[f"{kind}_{part}"] for part in ("both", "key", "both", "response")]
        else:
            outcome[name] = [counts[count] for count in COUNTS]
    return outcome


def _pairs_by_document(evidence):
    outcome = {name: [] for name in evidence.key.names}
    for one, two in zip(evidence.alignment.key_row.tolist(), evidence.alignment.response_row.tolist(), strict=True):
        if one >= 0 and two >= 0:
            outcome[evidence.key.names[evidence.matched_key.document[one]]].append((one, two))
    return outcome


def _with_pairs(evidence, pairs):
    """Our tallies of the same documents with other pairs of mentions."""
    rows = np.array(sorted(pairs), np.int64).reshape(-1, 2)
    old = evidence.alignment
    alignment = align(
        evidence.matched_key,
        evidence.matched_response,
        Pairs(rows[:, 0], rows[:, 1]),
        old.key_entity_unit,
        old.response_entity_unit,
        old.units,
    )
    other = replace(evidence, alignment=alignment, table=Table.from_alignment(alignment))
    assert isinstance(other, Evidence)
    return {metric.name: metric.count(other) for metric in metrics(COUNTED)}


class _Rows:
    """Finds the rows of mentions that are given as corefud-scorer names words: sentence of the file, id of the node."""

    def __init__(self, evidence):
        self.key = self._by_words(evidence.matched_key, np.arange(evidence.key.document_count))
        self.response = self._by_words(evidence.matched_response, evidence.partner)

    @staticmethod
    def _by_words(corpus, key_document):
        sentences, number = {}, 1
        for document, (text, place) in enumerate(corpus.texts):
            sentences[document] = (number, text.sentences(place))
            number += len(text.sentences(place))
        outcome = {}
        for row, document in enumerate(corpus.document.tolist()):
            names = tuple(_named(*sentences[document], position) for position in corpus.positions(row))
            assert (key_document[document], names) not in outcome
            outcome[int(key_document[document]), names] = row
        return outcome

    def pair(self, name, one, two):
        (document,) = {place[0] for place in self.key if place[1] == tuple(one)}
        return self.key[document, tuple(one)], self.response[document, tuple(two)]


def _named(number, sentences, position):
    """`3-5` or `3-5.1`: the sentence, from 1 in the file, and the node in it."""
    words_before, minor = divmod(text_order(position), EMPTY_NODES)
    opens = position < 0 and minor >= EMPTY_NODES // 2
    word = position if position >= 0 else words_before - (0 if opens else 1)
    place = next(place for place, (start, end) in enumerate(sentences) if start <= word < end)
    start = sentences[place][0]
    if position >= 0:
        return f"{number + place}-{position - start + 1}"
    return f"{number + place}-{words_before - start}.{minor - (EMPTY_NODES // 2 if opens else 0)}"


def _equally_good(evidence, mine, theirs, options):
    """Whether two sets of pairs have the same total similarity, step by step."""
    key, response = evidence.matched_key, evidence.matched_response

    def mentions(pair):
        return key.mention(pair[0]), response.mention(pair[1])

    def dependent(pair):
        one, two = mentions(pair)
        if options["zeros"] != "dependent" or one.head >= 0 or two.head >= 0:
            return Fraction(0)
        return _agreement(_dependencies(key, pair[0], one), _dependencies(response, pair[1], two))

    first, second = ({pair for pair in pairs if dependent(pair)} for pairs in (mine, theirs))
    if first != second:
        return sum(map(dependent, first)) == sum(map(dependent, second))
    similarity = {"exact": lambda one, two: Fraction(0), "head": by_head, "partial": partial}[options["match"]]

    def equal(pair):
        one, two = mentions(pair)
        return words(one) == words(two) and (options["match"] != "head" or one.head == two.head)

    rest = [[pair for pair in pairs - first if not equal(pair)] for pairs in (mine, theirs)]
    exact = [{pair for pair in pairs - first if equal(pair)} for pairs in (mine, theirs)]
    totals = [sum((similarity(*mentions(pair)) for pair in pairs), Fraction(0)) for pairs in rest]
    return exact[0] == exact[1] and totals[0] == totals[1]


def _zeros_without_dependencies(evidence):
    """How many there are on both sides."""
    return sum(
        not _dependencies(corpus, row, corpus.mention(row))
        for corpus in (evidence.matched_key, evidence.matched_response)
        for row in np.flatnonzero(corpus.is_zero()).tolist()
    )


def _dependencies(corpus, row, mention):
    text, place = corpus.texts[corpus.document[row]]
    return text.dependencies(place, mention.head)


def _agreement(one, two):
    """Ten times the F-score of parents with relations, and the F-score of parents."""

    def f_score(mine, theirs):
        return Fraction(2 * len(mine & theirs), len(mine) + len(theirs)) if mine or theirs else Fraction(0)

    return 10 * f_score(one, two) + f_score({parent for parent, _ in one}, {parent for parent, _ in two})
