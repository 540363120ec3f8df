"""Which desiderata of the literature each metric satisfies, by search over random partitions.

A search finds counterexamples; where it finds none, that is evidence and not proof. A quotient that is undefined
counts as the 0 that is reported.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import NamedTuple

from corefscope.lab.partitions import (
    EQUAL,
    LETTERS,
    PARTITION_KINDS,
    Clusters,
    Pair,
    clusters,
    links,
    mentions,
    owners,
    random_partition,
    replaced,
    scores,
    singletons,
    sized,
    small_pairs,
    written,
)
from corefscope.metrics import METRICS, AnyMetrics, Score
from corefscope.metrics import metric as parsed
from corefscope.metrics import metrics as parse_metrics
from corefscope.problems import CorefscopeError, SettingsError
from corefscope.reporting.report import Report, View, paragraph, sheet

# A generator of random cases takes a source of randomness and a rough number of mentions, and returns a key and the
# responses whose scores are compared, by custom the worse one first; nothing where the random partitions do not fit.
Sides = tuple[Clusters, ...]  # a key and its responses
Generator = Callable[[Random, int], Sides]


def _sample(random: Random, size: int) -> list[int]:
    """Return few, most or all mentions."""
    rate = random.choice([0.0, 0.2, 0.5])
    return [mention for mention in range(size) if random.random() >= rate]


def _two(random: Random, these: Sequence[int]) -> tuple[Clusters, Clusters]:
    """Return two partitions of the same mentions."""
    return random_partition(random, these), random_partition(random, these)


def _around(random: Random, first: int, size: int) -> tuple[Clusters, Clusters]:
    """Return key and response entities of further mentions, so that an axiom is not only tried in isolation."""
    return _two(random, range(first, first + max(size - first, 0) * random.randint(0, 1)))


def anything(random: Random, size: int) -> Sides:
    """Two partitions whose mentions agree in part."""
    return tuple(random_partition(random, _sample(random, size)) for _ in range(2))


def _of_key(respond: Callable[[Clusters], Clusters], fits: Callable[[Clusters], object] = len) -> Generator:
    """A partition of all mentions and the response that follows from it, where it fits."""

    def generate(random: Random, size: int) -> Sides:
        key = random_partition(random, range(size))
        return (key, respond(key)) if fits(key) else ()

    return generate


def dominated(random: Random, size: int) -> Sides:
    """Two responses to one key, the second with at least the right links and at most the wrong ones of the first."""
    key, one = _two(random, range(size))
    moved = random.randrange(size)
    rest: list[list[int]] = [*([mention for mention in entity if mention != moved] for entity in one), []]
    random.choice(rest).append(moved)
    two = clusters(rest)
    for worse, better in ((one, two), (two, one)):
        right, wrong = links(worse) & links(key), links(worse) - links(key)
        if worse != better and right <= links(better) & links(key) and links(better) - links(key) <= wrong:
            return key, worse, better
    return ()


def same_links(random: Random, size: int) -> Sides:
    """u·v wrong links by a merger, against u·v missing links by a split; all else is right."""
    u, v = (random.randint(1, max(size // 4, 1)) for _ in range(2))
    one, two, both = sized(u, v, u + v)
    key = clusters([one, two, both, *_around(random, 2 * (u + v), size)[0]])
    return key, replaced(key, (one, two), one + two), replaced(key, (both,), both[:u], both[u:])


def singleton_right(random: Random, size: int) -> Sides:
    """A singleton of the key is missing from the response, or in a wrong entity; then it is a singleton there too."""
    around = random_partition(random, range(1, size))
    response = [list(entity) for entity in random_partition(random, range(1, size))]
    right = clusters([[0], *response])
    if random.random() < 0.5 and response:
        random.choice(response).append(0)
    return clusters([[0], *around]), clusters(response), right


def large_right(random: Random, size: int) -> Sides:
    """Of two entities, the small one is right and the mentions of the large one are left alone; and conversely."""
    small = random.randint(2, max(size // 2, 2))
    one, two = sized(small, small + random.randint(1, max(size // 2, 1)))
    around, answered = _around(random, len(one) + len(two), size)
    responses = (clusters([right, *singletons(alone), *answered]) for right, alone in ((one, two), (two, one)))
    return clusters([one, two, *around]), *responses


def large_wrong(random: Random, size: int) -> Sides:
    """A singleton of the key is wrongly added to the larger, or to the smaller, of two right entities."""
    small = random.randint(1, max(size // 3, 1))
    one, two = sized(small, small + random.randint(1, max(size // 3, 1)))
    stray = (len(one) + len(two),)
    key = clusters([one, two, stray, *_around(random, stray[0] + 1, size)[0]])
    return key, replaced(key, (two, stray), two + stray), replaced(key, (one, stray), one + stray)


def homogeneity(random: Random, size: int) -> Sides:
    """An entity of the response that mixes two of the key is split into its two parts."""
    key, response = _two(random, range(size))
    owner = owners(key)
    mixed = [entity for entity in response if len({owner[mention] for mention in entity}) == 2]
    if not mixed:
        return ()
    entity = random.choice(mixed)
    part = [mention for mention in entity if owner[mention] == owner[entity[0]]]
    return key, response, replaced(response, (entity,), part, set(entity).difference(part))


def completeness(random: Random, size: int) -> Sides:
    """Two entities of the response that lie within one of the key are merged."""
    key, response = _two(random, range(size))
    owner = owners(key)
    pure = [entity for entity in response if len({owner[mention] for mention in entity}) == 1]
    pairs = [(a, b) for a, b in itertools.combinations(pure, 2) if owner[a[0]] == owner[b[0]]]
    if not pairs:
        return ()
    one, two = random.choice(pairs)
    return key, response, replaced(response, (one, two), one + two)


def rag_bag(random: Random, size: int) -> Sides:
    """A singleton is added to a clean entity, or to one of as many miscellaneous mentions."""
    n = random.randint(2, max(size // 2, 2))
    clean, noisy, stray = sized(n, n, 1)
    return clusters([clean, *singletons(noisy + stray)]), (clean + stray, noisy), (clean, noisy + stray)


def size_against_quantity(random: Random, size: int) -> Sides:
    """n entities of two are split, or one mention is lost from an entity of n + 1."""
    n = random.randint(2, max(size // 2, 2))
    large, *small = key = sized(n + 1, *[2] * n)
    return key, (large, *singletons(mentions(tuple(small)))), replaced(key, (large,), large[:n], large[n:])


def no_links(random: Random, size: int) -> Sides:
    """The key has no singletons, the response not one right link; it may have mentions that the key lacks."""
    key = random_partition(random, range(size), max(size // 2, 1))
    if any(len(entity) == 1 for entity in key):
        return ()
    owner = owners(key)
    response: list[list[int]] = []
    for mention in _sample(random, size + 1):
        free = [e for e in response if owner.get(mention, -1) not in {owner.get(other, -1) for other in e}]
        if free and random.random() < 0.7:
            random.choice(free).append(mention)
        else:
            response.append([mention])
    return (key, clusters(response)) if response else ()


def wrong_addition(random: Random, size: int) -> Sides:
    """An entity of mentions that the response had missed is added; no two of them corefer."""
    key = random_partition(random, range(size))
    missing = [random.choice(entity) for entity in key if random.random() < 0.6]
    response = random_partition(random, [mention for mention in range(size) if mention not in missing])
    return (key, response, clusters([*response, missing])) if len(missing) > 1 and response else ()


def repeated(random: Random, size: int) -> Sides:
    """A mention of the key gets a copy in another entity of the response, where nothing corefers with it."""
    key, response = _two(random, range(size))
    owner = owners(key)
    mention = random.randrange(size)
    places = [e for e in response if owner[mention] not in {owner[other] for other in e}]
    place = random.choice(places) if places else ()
    return (key, response, tuple((*e, mention) if e == place else e for e in response)) if place else ()


Case = tuple[Pair, ...]
HOLDS, TIES, FAILS, NOT_DEFINED = "holds", "ties", "fails", "not defined"
SMALLEST, LARGEST = 2, 8  # mentions per case; small ones first, so that counterexamples are easy to read
CALLED = {"zeros": "zeros(only=all)"}  # where the name alone would find nothing to count in plain partitions
BESIDE = ("split", "bridging", "nonreferring")  # of these, clusters alone say nothing


def _higher(before: Score, after: Score) -> bool | None:
    return None if abs(after.f1 - before.f1) <= EQUAL else after.f1 > before.f1


def _lower_precision(before: Score, after: Score) -> bool | None:
    was, now = before.numbers["precision"], after.numbers["precision"]
    return None if abs(now - was) <= EQUAL < was else now <= was + EQUAL


def _mirrored(one: Score, two: Score) -> bool:
    other = {"recall": "precision", "precision": "recall"}
    return all(abs(value - two.numbers[other.get(name, name)]) <= EQUAL for name, value in one.numbers.items())


def _at_most_half(one: Score) -> bool:
    return one.f1 <= 0.5 + EQUAL


def _gained_recall(before: Score, after: Score) -> float:
    return after.numbers["recall"] - before.numbers["recall"]


def _without_links(key: Clusters, response: Clusters) -> Case:
    fits = all(len(entity) > 1 for entity in key) and response and not links(key) & links(response)
    return ((key, response),) if fits else ()


class Axiom(NamedTuple):
    """A demand on every case of its generator."""

    name: str
    demand: str
    source: str
    generate: Generator
    judge: Callable[..., bool | None] = _higher  # of the scores of a case: whether it holds; None if they are the same
    labels: tuple[str, ...] = ("worse", "better")
    of_sides: bool = False  # it looks at recall or precision, which a mean of F1 does not have
    fit: Callable[[Clusters, Clusters], Case] | None = None  # its case of any pair; all small pairs are tried first
    overlapping: bool = False  # a mention may be in two entities: only the definitions for such sets are tried


_ONE, _ADDED = ("response",), ("before", "with it")
RH, AMIGO, MS = "Recasens & Hovy 2011, §3.2", "Amigó et al. 2009", "Moosavi & Strube 2016"
BOUNDARY, MENTIONS = f"{RH}, boundary cases and §5.1", f"{RH}, number of mentions"
AXIOMS = {
    axiom.name: axiom
    for axiom in (
        Axiom("range", "recall, precision and F1 lie between 0 and 1", f"{RH}, 1", anything,
              lambda one: all(-EQUAL <= value <= 1 + EQUAL for value in one.numbers.values()), _ONE,
              fit=lambda *pair: (pair,)),
        Axiom("perfect", "a perfect response scores 1", f"{RH}, 1", _of_key(lambda key: key),
              lambda one: abs(one.f1 - 1) <= EQUAL, _ONE, fit=lambda *pair: (pair,) if pair[0] == pair[1] else ()),
        Axiom("only perfect", "no other response scores 1", f"{RH}, 1", anything,
              lambda one: one.f1 < 1 - EQUAL, _ONE, fit=lambda *pair: (pair,) if () != pair[0] != pair[1] else ()),
        Axiom("monotonic", "no right link lost, no wrong one gained, not the same: higher", f"{RH}, 2",
              dominated),
        Axiom("precision first", "wrong links harm more than equally many missing ones", f"{RH}, 3",
              same_links, labels=("merged", "split")),
        Axiom("singletons", "finding a right singleton raises the score", f"{RH}, 3", singleton_right),
        Axiom("large right", "finding the larger of two entities scores higher", MENTIONS, large_right,
              labels=("small found", "large found")),
        Axiom("large wrong", "a wrong mention in the larger of two entities scores lower", MENTIONS, large_wrong,
              labels=("in the large", "in the small")),
        Axiom("do nothing", "all singletons score at most ½ where the key has links", BOUNDARY,
              _of_key(lambda key: singletons(mentions(key)), links),
              _at_most_half, ("all singletons",)),
        Axiom("link all", "one entity scores at most ½ where the key has several", BOUNDARY,
              _of_key(lambda key: (tuple(mentions(key)),), lambda key: len(key) > 1),
              _at_most_half, ("one entity",)),
        Axiom("homogeneity", "splitting a mixed entity into its parts raises the score", f"{AMIGO}, 1",
              homogeneity),
        Axiom("completeness", "merging parts of one key entity raises the score", f"{AMIGO}, 2", completeness),
        Axiom("rag bag", "noise harms a clean entity more than a miscellany", f"{AMIGO}, 3", rag_bag,
              labels=("in the clean", "in the miscellany")),
        Axiom("size or quantity", "many small errors harm more than a small one in a large entity", f"{AMIGO}, 4",
              size_against_quantity, labels=("many small errors", "one small error")),
        Axiom("no reward", "no right link, no score", f"{MS}, §1 and §7.5", no_links,
              lambda one: abs(one.f1) <= EQUAL, _ONE, fit=_without_links),
        Axiom("recall kept", "a wrong entity of missed mentions leaves recall as it is", f"{MS}, §2",
              wrong_addition, lambda *pair: abs(_gained_recall(*pair)) <= EQUAL, _ADDED, of_sides=True),
        Axiom("precision falls", "a wrong entity of missed mentions lowers precision", f"{MS}, §2",
              wrong_addition, _lower_precision, _ADDED, of_sides=True),
        Axiom("symmetric", "key and response swapped: recall and precision swapped", f"{MS}, §3",
              anything, _mirrored, ("response", "swapped"), fit=lambda *pair: (pair, pair[::-1])),
        Axiom("repeated", "a copy of a mention in a wrong entity does not raise recall", f"{MS}, §3.2",
              repeated, lambda *pair: _gained_recall(*pair) <= EQUAL, ("once", "twice"), of_sides=True,
              overlapping=True),
    )
}  # fmt: skip


class Verdict(NamedTuple):
    """What the search says of one metric and one axiom, with the smallest case that speaks against it."""

    metric: str
    axiom: str
    outcome: str
    tried: int
    against: int = 0
    counterexample: str | None = None
    pairs: Case | None = None


class Axioms(NamedTuple):
    """The table metric × axiom, and the metrics that plain partitions cannot try, with the reason."""

    metrics: tuple[str, ...]
    verdicts: dict[tuple[str, str], Verdict]  # by metric and axiom
    refused: dict[str, str]


def axioms(metrics: AnyMetrics = (), trials: int = 300, seed: int = 1) -> Axioms:
    """Try every axiom on this many random cases, the same for every metric; by default all that score clusters."""
    if trials < 1:
        raise SettingsError("wrong-value", f"trials must be at least 1, got {trials}")
    of_clusters = [CALLED.get(name, name) for name in METRICS if name not in BESIDE]
    refused, accepted = {}, []
    for name in (each.name for each in parse_metrics(metrics or of_clusters)):
        try:
            scores([(((0, 1), (2,)), ((0,), (1, 2)))], [name])
            accepted.append(name)
        except CorefscopeError as error:
            refused[name] = str(error)
    verdicts: dict[tuple[str, str], Verdict] = {}
    for axiom in AXIOMS.values():
        cases = _cases_of(axiom, trials, seed)
        by_metric = _scores(axiom, cases, accepted)
        verdicts |= {(name, axiom.name): _verdict(axiom, name, cases, by_metric.get(name)) for name in accepted}
    return Axioms(tuple(accepted), verdicts, refused)


def _cases_of(axiom: Axiom, trials: int, seed: int) -> list[Case]:
    """Return different cases of growing size, after all small ones, from a limited number of attempts."""
    random = Random(f"{seed} {axiom.name}")
    small = (axiom.fit(*pair) for pair in small_pairs()) if axiom.fit else ()
    different: dict[Case, None] = dict.fromkeys(filter(None, small))
    enough = len(different) + trials
    for attempt in range(20 * trials):
        key, *responses = axiom.generate(random, SMALLEST + attempt % (LARGEST - SMALLEST + 1)) or ((),)
        case = axiom.fit(key, *responses) if axiom.fit and responses else tuple((key, each) for each in responses)
        different |= {case: None} if case else {}
        if len(different) == enough:
            break
    return list(different)


def _scores(axiom: Axiom, cases: Sequence[Case], metrics: Sequence[str]) -> dict[str, list[tuple[Score, ...]]]:
    """Score the cases by metric; sets that share mentions by their own definitions, before a scorer removes copies."""
    pairs = [pair for case in cases for pair in case]
    if axiom.overlapping:
        from corefscope.conventions.repeats import REPEAT_OFFICIAL

        metrics = [metric for metric in metrics if metric in REPEAT_OFFICIAL]
        rows = [{name: METRICS[name].finish(REPEAT_OFFICIAL[name](*pair)) for name in metrics} for pair in pairs]
    else:
        rows = scores(pairs, metrics)
    of_pair = iter(rows)
    by_case = [[next(of_pair) for _ in case] for case in cases]
    return {metric: [tuple(row[metric] for row in case) for case in by_case] for metric in metrics}


def case_size(case: Case) -> tuple[int, int, str]:
    """Return a sort key, small cases first: different mentions, then mentions in all, then their text."""
    every = [mention for pair in case for side in pair for mention in mentions(side)]
    return len(set(every)), len(every), repr(case)


def _verdict(axiom: Axiom, metric: str, cases: Sequence[Case], rows: list[tuple[Score, ...]] | None) -> Verdict:
    if rows is None or (axiom.of_sides and parsed(metric).is_mean):
        return Verdict(metric, axiom.name, NOT_DEFINED, 0)
    judged = [(axiom.judge(*row), case, row) for case, row in zip(cases, rows, strict=True)]
    for outcome, judgement in ((FAILS, False), (TIES, None)):
        against = [(case, row) for holds, case, row in judged if holds is judgement]
        if against:
            case, row = min(against, key=lambda pair: case_size(pair[0]))
            return Verdict(metric, axiom.name, outcome, len(cases), len(against), _example(axiom, case, row), case)
    return Verdict(metric, axiom.name, HOLDS, len(cases))


def _example(axiom: Axiom, case: Case, scores: Sequence[Score]) -> str:
    """Return a counterexample in words, with the scores that were compared."""
    parts = [f"key {written(case[0][0])}"]
    for label, (_, response), score in zip(axiom.labels, case, scores, strict=True):
        numbers = "F1 undefined, reported as 0" if "f1" in score.undefined else f"F1 {100 * score.f1:.2f}"
        sides = axiom.of_sides or axiom.name == "symmetric"
        if sides and score.recall is not None and score.precision is not None:
            numbers = f"R {100 * score.recall:.2f}, P {100 * score.precision:.2f}, {numbers}"
        parts.append(f"{label} {written(response)}: {numbers}")
    return "; ".join(parts)


COLUMNS = 10  # metrics in one table
AXIOM_MARKS = {HOLDS: "✓", TIES: "=", FAILS: "✗", NOT_DEFINED: "–"}
LEGEND = (
    "✓ no counterexample found   = sometimes the same score where it should differ   ✗ a counterexample   – not defined"
)


def view(axioms: Axioms, counterexamples: bool = True) -> View:
    """Show axioms by metrics, a few metrics in each table; then the counterexamples axiom by axiom."""

    def report() -> Report:
        tables = []
        for first in range(0, len(axioms.metrics), COLUMNS):
            metrics = axioms.metrics[first : first + COLUMNS]
            rows = [
                (name, *(AXIOM_MARKS[axioms.verdicts[metric, name].outcome] for metric in metrics)) for name in AXIOMS
            ]
            tables.append(sheet("", ("axiom", *metrics), rows))
        refused = [f"not tried: {name}: {why}" for name, why in axioms.refused.items()]
        kinds = (
            f"{' '.join(LETTERS[place : 9 : len(PARTITION_KINDS)])} are {kind}s"
            for place, kind in enumerate(PARTITION_KINDS)
        )
        last = [*refused, LEGEND, f"for metrics that look at mention types, {', '.join(kinds)}, and so on"]
        notes = [*([_counterexamples(axioms)] if counterexamples else []), last]
        return Report("", tables, list(map(paragraph, notes)), title="Axioms")

    verdicts = axioms.verdicts.values()
    return View(report, lambda: {"verdicts": [each._asdict() for each in verdicts], "refused": axioms.refused})


def _counterexamples(axioms: Axioms) -> Iterator[str]:
    for axiom in AXIOMS.values():
        yield f"{axiom.name}: {axiom.demand} ({axiom.source})"
        verdicts = [axioms.verdicts[metric, axiom.name] for metric in axioms.metrics]
        for verdict in verdicts:
            if verdict.counterexample:
                share = f"{verdict.against} of {verdict.tried}"
                yield f"  {AXIOM_MARKS[verdict.outcome]} {verdict.metric} ({share}): {verdict.counterexample}"
        if not any(verdict.counterexample for verdict in verdicts):
            yield "  no counterexample found"
