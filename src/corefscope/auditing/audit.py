"""Find out what somebody else's scorer computes: the official metric, a dialect, a known deviation, or none of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache, partial
from itertools import groupby, permutations
from typing import Any

from corefscope.auditing.calls import ONE, Outcome, call_all, call_in_process, is_command
from corefscope.auditing.cases import CASES, EDGE, LISTS, REPEATED, Case
from corefscope.presets import DIALECTS
from corefscope.problems import SettingsError, UnknownName
from corefscope.reference import deviations
from corefscope.reference.metrics import links, overlaps, owners
from corefscope.reference.readers import once
from corefscope.reference.scoring import CONLL, FIELDS, Document, count, total
from corefscope.scoring.result import Reportable

OFFICIAL, DIALECT, DEVIATION, UNKNOWN = "official", "dialect", "deviation", "unknown"
RANKS = (OFFICIAL, DIALECT, DEVIATION, UNKNOWN)
# The metrics that a function is tried as if it claims none, and the words by which names and keys claim one.
METRICS = ("conll", "muc", "b3", "ceafe", "lea", "ceafm", "blanc", "mentions", "pairwise")
CLAIMS = {
    "conll": "conll|avg|average|mean",
    "muc": "muc",
    "b3": "b3|b³|bcub|bcubed",
    "ceafm": "ceafm",
    "lea": "lea",
    "ceafe": "ceafe?",
    "blanc": "blanc",
    "mentions": "mentions?|md|mentiondetection",
    "pairwise": "pairwise",
}
WORDS = {"precision": "p|prec|precision", "recall": "r|rec|recall", "f1": "f|f1|fscore|f1score|fmeasure|fb1"}
FITS = {"lea": "lea-as-conll", "mentions": "mentions-as-conll"}  # official metrics that are deviations of CoNLL
# Settings and parameters of ours that may give the same numbers as a deviation.
OWN: dict[str, tuple[dict[str, str], ...]] = {
    "macro-average": ({"average": "macro"}, {"average": "means"}),
    **{code: tuple({"twinless": mode} for mode in ("zero", "discard", "all", "rahman-ng")) for code in
       ("b3-gold-mentions", "b3-union-singletons", "b3-shared-items")},
}  # fmt: skip
Values = Mapping[str, float]


@dataclass(frozen=True)
class Reading:
    """How the numbers of a call are read."""

    slots: tuple[tuple[str, str], ...]  # place in what was returned, and field
    swapped: bool  # whether the response comes first
    scale: float
    tolerance: float


@dataclass(frozen=True)
class Audit(Reportable):
    """What a scorer computes; `case` is the smallest on which it differs from the official metric."""

    VIEW = "audit"
    target: str
    verdict: str
    metric: str
    claim: str | None
    dialects: tuple[str, ...]
    deviations: tuple[str, ...]
    case: Mapping[str, Any] | None
    call: Mapping[str, str]
    parameters: tuple[str, ...] = ()  # of ours that give the same numbers
    not_tested: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    accepted: str | None = None
    agreeing: int = 0  # cases on which what is unknown is official
    data: Mapping[str, float] = field(default_factory=dict)  # F1 on the user's own data
    outputs: tuple[Audit, ...] = ()  # of each metric that it returns, if there are several

    @property
    def status(self) -> int:
        """Return the exit status: 0 if it is official, or the dialect that was accepted."""
        return int(self.verdict != OFFICIAL and not (self.verdict == DIALECT and self.accepted in self.dialects))


def audit(
    function: Callable[..., Any] | type | str,
    metric: str | None = None,
    *,
    accept: str | None = None,
    order: str | None = None,
    fields: str | None = None,
    scale: str | None = None,
    decimals: int | None = None,
    key: Any = None,
    response: Any = None,
    time_limit: float = 120,
) -> Audit:
    """Test a scorer on tiny cases: a function of key and response, a class with `update`, or a command.

    A function takes entities of one document, or of each document in a list; it returns a number, a tuple or a dict. A
    text, such as `package.module:function` or `python score.py {key} {response}`, runs in another process. `metric` is
    what it claims to compute. Order of arguments (`key-first`, `response-first`), fields of a tuple
    (`precision,recall,f1`), scale (`percent`, `fraction`) and decimals are inferred unless they are given.

    >>> import corefscope as cs
    >>> def mean_of_documents(key, response):
    ...     pairs = zip(key, response, strict=True)
    ...     return sum(cs.score(*pair, objects="spans").f1["muc"] for pair in pairs) / len(key)
    >>> found = audit(mean_of_documents, "muc")
    >>> found.verdict, found.deviations
    ('deviation', ('macro-average',))
    """
    for value, values, what in ((metric, METRICS, "metric"), (accept, DIALECTS, "dialect")):
        if value is not None and value not in values:
            raise UnknownName(what, value, values)
    cases = list(CASES)
    if key is not None or response is not None:
        cases.append(Case("your data", own_documents(key, response)))
    calls = [(case.documents, case.kind == LISTS) for case in cases]
    if isinstance(function, str):
        guess, outcomes = call_in_process(function, calls, time_limit)
    else:
        guess, outcomes = call_all(function, calls)
    name = function if isinstance(function, str) else getattr(function, "__name__", type(function).__name__)
    if not outcomes:
        raise SettingsError("bad-target", f"{name} could not be called with entities in any form that is known")
    claim = metric or (None if isinstance(function, str) and is_command(function) else claimed(name.rpartition(":")[2]))
    given = {"order": order, "guess": guess, "fields": fields, "scale": scale, "decimals": decimals}

    def best_reading(claim: str | None) -> Audit:
        best: Audit | None = None
        for whole, several in groupby(outcomes, key=lambda outcome: outcome[0][0]):
            found = [_Inference(name, cases, shape, results, given, accept).audit(claim) for shape, results in several]
            ranked = sorted(filter(None, found), key=lambda each: (RANKS.index(each.verdict), -each.agreeing))
            if ranked and (
                best is None or ranked[0].verdict != UNKNOWN or (whole == ONE and ranked[0].agreeing > best.agreeing)
            ):
                best = ranked[0]
            # What takes a list of documents may take one, too, where pooling and averaging cannot be seen.
            if best and best.verdict != UNKNOWN:
                break
        if best is None:
            raise SettingsError(
                "bad-target", f"{name} returns no number that can be read", hint="a number, a tuple or a dict"
            )
        return best

    best = best_reading(claim)
    if best.verdict == UNKNOWN and claim:  # its name may claim another metric than it computes
        other = best_reading(None)
        if other.verdict != UNKNOWN:
            words = ", ".join(other.deviations or other.dialects[:1]) or OFFICIAL
            best = replace(best, notes=(f"its numbers fit {other.metric}: {words} (--as {other.metric})", *best.notes))
    return best


def own_documents(key: Any, response: Any) -> tuple[Document, ...]:
    """Read the user's own files."""
    from corefscope.formats.load import read
    from corefscope.reference.readers import pair

    sides = []
    for side in (key, response):
        documents = read(side)
        sides.append({d.name: [[(start, end - 1) for start, end in e] for e in d.entities] for d in documents})
    return tuple(pair(*sides).values())


def claimed(text: str) -> str | None:
    """Return the metric that a name claims.

    >>> claimed("b_cubed"), claimed("compute_ceaf_e"), claimed("conll_f1"), claimed("evaluate")
    ('b3', 'ceafe', 'conll', None)
    """
    words = re.sub(r"b[_-]?(?=cub|3)", "b", re.sub(r"(?<=ceaf)[_-](?=[em]\b|[em][_-])", "", text.lower()))
    for word in re.split(r"[^a-z0-9³]+", words):
        for metric, pattern in CLAIMS.items():
            if re.fullmatch(f"({pattern})(score|f1|f)?", word):
                return metric
    return None


class _Inference:
    """What the outcomes of one shape of call say."""

    def __init__(
        self, name: str, cases: Sequence[Case], shape: tuple[str, str], results: Sequence[Outcome | None],
        given: Mapping[str, Any], accept: str | None,
    ) -> None:  # fmt: skip
        self.name, self.shape, self.given, self.accept = name, shape, given, accept
        tried = [(case, result) for case, result in zip(cases, results, strict=True) if result is not None]
        self.own = next((case for case in cases if case.name == "your data"), None)
        self.errors = {case: result for case, result in tried if isinstance(result, str)}
        self.results: dict[Case, Values] = {case: result for case, result in tried if not isinstance(result, str)}
        self.not_tested = deviations.DOCUMENTS if shape[0] == ONE else ()

    def audit(self, claim: str | None) -> Audit | None:
        """Judge each output; the headline is the worst, of equal ones CoNLL's."""
        outputs = self.outputs()
        labelled = {label: claimed(label) for label in outputs}
        known = [label for label in outputs if not label or labelled[label]] or list(outputs)
        if claim and claim in labelled.values():
            known = [label for label in known if labelled[label] == claim]
        elif claim and len(known) > 1:  # one of several outputs without names, such as the lines of a command
            known = [label for label in outputs if not labelled[label]] or known
            judged = [self.judged(outputs[label], claim) for label in known]
            return min(judged, key=lambda each: RANKS.index(each.verdict))
        found = [self.judged(outputs[label], labelled[label] or claim) for label in known]
        if len(found) < 2:
            return found[0] if found else None
        worst = max(RANKS.index(each.verdict) for each in found)
        of_worst = [each for each in found if RANKS.index(each.verdict) == worst]
        headline = next((each for each in of_worst if each.metric == "conll"), of_worst[0])
        return replace(headline, outputs=tuple(found))

    def outputs(self) -> dict[str, dict[str, str]]:
        """Group the places of numbers: by label, the place of each slot, which is a field or a position."""
        outputs: dict[str, dict[str, str]] = {}
        for place in dict.fromkeys(place for values in self.results.values() for place in values):
            label, slot = place, ""
            head, _, last = place.rpartition(".")
            if last.isdigit():
                label, slot = head, last
            else:
                for name, pattern in WORDS.items():
                    if match := re.fullmatch(f"(.*?)(?:^|[._ /-])({pattern})", place.lower().replace("f-", "f")):
                        label, slot = match[1], name
                        break
            outputs.setdefault(label, {})[slot] = place
        return outputs

    def readings(self, slots: Mapping[str, str]) -> Iterator[Reading]:
        """Give the ways to read the numbers of an output, the most usual first."""
        values = [
            v[place] for c, v in self.results.items() for place in slots.values() if place in v and c is not self.own
        ]
        largest = max(map(abs, values), default=0)
        scale = {"percent": 100.0, "fraction": 1.0}.get(self.given["scale"] or "", 100.0 if largest > 1.5 else 1.0)
        decimals = max((len(f"{v:.7f}".rstrip("0").partition(".")[2]) for v in values), default=7)
        decimals = max(decimals, 2 if scale == 1 else 1)  # 1.0 everywhere is no rounding
        decimals = decimals if self.given["decimals"] is None else self.given["decimals"]
        tolerance = 1e-6 * scale if decimals > 5 else 1.001 * 10.0**-decimals  # rounded or cut off
        positions = [slots[slot] for slot in sorted(slots) if slot.isdigit()]
        named = tuple((slots[name], name) for name in FIELDS if name in slots)
        if self.given["fields"] and positions:
            choices = [tuple(zip(positions, self.given["fields"].split(","), strict=False))]
        elif named:
            choices = [named]
        elif len(positions) > 1:
            width = min(len(positions), 3)
            windows = [positions[n : n + width] for n in range(len(positions) - width + 1)]
            names = sorted(permutations(FIELDS, width), key=lambda order: (order[-1] != "f1") == (width == 3))
            choices = [tuple(zip(window, each, strict=True)) for window in windows for each in names]
        else:
            choices = [((place, name),) for name in ("f1", "recall", "precision") for place in slots.values()]
        likely = self.given["guess"] == "response-first"
        orders = [order == "response-first" for order in (self.given["order"],) if order] or [likely, not likely]
        for swapped in orders:
            for choice in choices:
                yield Reading(choice, swapped, scale, tolerance)

    def agrees(self, reading: Reading, values: Values, expected: Mapping[str, float]) -> bool:
        """Compare the numbers of a call with those of a metric."""
        return all(
            place in values and abs(values[place] - reading.scale * expected[name]) <= reading.tolerance
            for place, name in reading.slots
        )

    def judged(self, slots: Mapping[str, str], claim: str | None) -> Audit:
        """Return the first that fits on every case: official, a dialect, deviations, unknown."""
        readings = list(self.readings(slots))
        tried = (claim,) if claim else METRICS
        fatal = [case for case in self.errors if case.kind != LISTS]

        def fits(
            reading: Reading, score: Callable[[Case, bool], Sequence[Mapping[str, float]]], skip: str | None = None
        ) -> bool:
            return all(
                any(self.agrees(reading, values, expected) for expected in score(case, reading.swapped))
                for case, values in self.results.items()
                if case.kind != skip and case is not self.own
            )

        def first(score: Callable[[Case, bool], Any], skip: str | None = None) -> Reading | None:
            return next((reading for reading in readings if fits(reading, score, skip)), None)

        if not fatal:
            for metric in tried:
                if reading := first(partial(official, metric)):
                    return self.found(OFFICIAL, metric, claim, reading)
            for metric in tried:
                fitting = {name: reading for name in DIALECTS if (reading := first(partial(dialect, name, metric)))}
                for reading in fitting.values():
                    return self.found(DIALECT, metric, claim, reading, dialects=tuple(fitting))
        # What is official but for repeated mentions has no deviation that the other cases could show.
        plain = next((metric for metric in tried if first(partial(official, metric), REPEATED)), None)
        if all(is_edge(case) for case in fatal) and plain is None:
            if claim == "conll":
                for metric, code in FITS.items():
                    if reading := first(partial(official, metric), REPEATED):
                        return self.found(DEVIATION, "conll", claim, reading, codes=(code,))
            for metric in tried:
                codes: list[tuple[str, ...]] = []
                chosen: tuple[Reading, Any] | None = None
                for choice in possible(metric):
                    if (codes and len(choice[0]) > len(codes[0])) or set(choice[0]) & set(self.not_tested):
                        continue
                    if reading := first(partial(deviating, metric, choice), REPEATED):
                        chosen = chosen or (reading, choice)
                        codes.append(choice[0])
                if chosen:
                    listed = tuple(dict.fromkeys(code for each in codes for code in each))
                    return self.found(DEVIATION, metric, claim, chosen[0], codes=listed, choice=chosen[1])
        counts = {
            (reading, metric): sum(
                any(self.agrees(reading, values, each) for each in official(metric, case, reading.swapped))
                for case, values in self.results.items() if case is not self.own
            )
            for reading in readings for metric in tried
        }  # fmt: skip
        reading, metric = max(counts, key=counts.__getitem__)
        found = self.found(UNKNOWN, metric, claim, reading)
        notes = ["official on every case without a repeated mention"] if plain and not fatal else []
        return replace(found, agreeing=counts[reading, metric], notes=(*notes, *found.notes))

    def found(
        self, verdict: str, metric: str, claim: str | None, reading: Reading,
        dialects: tuple[str, ...] = (), codes: tuple[str, ...] = (), choice: Any = None,
    ) -> Audit:  # fmt: skip
        """Put a verdict together with the smallest case that differs, and with what was inferred."""
        if verdict == OFFICIAL:
            dialects = tuple(
                name for name in DIALECTS
                if all(self.agrees(reading, values, dialect(name, metric, case, reading.swapped)[0])
                       for case, values in self.results.items() if case is not self.own)
            )  # fmt: skip
        case: dict[str, Any] | None = None
        outcomes: dict[Case, Any] = {**self.results, **self.errors}
        for each, outcome in sorted(outcomes.items(), key=lambda item: (item[0].kind == REPEATED, item[0].size)):
            expected = official(metric, each, reading.swapped)
            is_error = isinstance(outcome, str)
            if each == self.own or (is_error and each.kind == LISTS) or verdict == OFFICIAL:
                continue
            if is_error or not any(self.agrees(reading, outcome, one) for one in expected):
                shown = (
                    {n: outcome[p] / reading.scale for p, n in reading.slots if p in outcome} if not is_error else {}
                )
                names = {name: expected[0][name] for _, name in reading.slots}
                case = {"name": each.name, "documents": texts(each), "official": names, "function": shown}
                case["steps"] = steps(metric, each)
                case |= {"error": outcome} if is_error else {}
                break
        edges = [f"it raises {error} ({each.name})" for each, error in self.errors.items() if is_edge(each)]
        call = {
            "takes": self.shape[0],
            "mentions": self.shape[1],
            "order": "response first" if reading.swapped else "key first",
            "returns": ", ".join(f"{name}" for _, name in reading.slots),
            "scale": "percent" if reading.scale > 1 else "fraction",
            "rounding": f"within {reading.tolerance / reading.scale:.1g}" if reading.tolerance > 1e-5 else "none",
        }  # fmt: skip
        data: dict[str, float] = {}
        if self.own and self.own in self.results:
            for name, step in {"official": None, **splits(choice)}.items():
                data[name] = float(deviations.deviating(ordered(self.own.documents, False), metric, step).f1)
            place = next((place for place, name in reading.slots if name == "f1"), None)
            if place is not None:
                data["function"] = self.results[self.own][place] / reading.scale
        return Audit(
            self.name, verdict, metric, claim, dialects, codes, case, call,
            parameters=self.parameters(metric, codes, reading), not_tested=self.not_tested,
            notes=tuple(edges[:1]), accepted=self.accept, data=data,
        )  # fmt: skip

    def parameters(self, metric: str, codes: Sequence[str], reading: Reading) -> tuple[str, ...]:
        """Return the settings and parameters of ours that give the same numbers as a single deviation."""
        names = []
        for own in OWN.get(codes[0], ()) if len(codes) == 1 else ():
            if "twinless" in own and metric != "b3":
                continue
            name = f"b3(twinless={own['twinless']})" if "twinless" in own else metric
            settings = () if "twinless" in own else tuple(own.items())
            if all(
                self.agrees(reading, values, product(name, case, reading.swapped, settings)[name])
                for case, values in self.results.items() if case.kind != REPEATED and case is not self.own
            ):  # fmt: skip
                names.append(name if "twinless" in own else f"average={own['average']}")
        return tuple(names)


def is_edge(case: Case) -> bool:
    """Whether a quotient by 0 occurs in a case."""
    return case.kind in (EDGE, LISTS) or any(
        not side or all(len(entity) < 2 for entity in side) for document in case.documents for side in document
    )


def texts(case: Case) -> list[str]:
    """Return the documents of a case as people read them: {a b} {c} against {a b c}."""

    def side(entities: Any) -> str:
        return (
            " ".join(f"{{{' '.join(chr(97 + mention[0] // 2) for mention in entity)}}}" for entity in entities)
            or "nothing"
        )

    return [f"key {side(key)}, response {side(response)}" for key, response in case.documents]


def steps(metric: str, case: Case) -> list[str]:
    """Return the official recall and precision of a case, with the terms that are added up."""
    if metric == "conll":
        return [line for part in CONLL for line in steps(part, case)]
    lines = []
    counts: list[dict[str, Fraction]] = []
    terms: dict[str, list[str]] = {"recall": [], "precision": []}
    for document in ordered(case.documents, False):
        counts.append(count(metric, document))
        for name, (mine, theirs) in zip(terms, (document, document[::-1]), strict=True):
            terms[name] += terms_of(metric, mine, theirs)
    sums = total(counts)
    for name, listed in terms.items():
        if f"{name}_num" in sums:
            numerator, denominator = sums[f"{name}_num"], sums[f"{name}_den"]
            added = f" = {' + '.join(listed)}" if listed else ""
            lines.append(f"{metric} {name}: {numerator} of {denominator}{added and f', {numerator}{added}'}")
    return lines


def terms_of(metric: str, mine: Any, theirs: Any) -> list[str]:
    """Return the terms of a numerator: kept links, squares by sizes, or resolved links of each entity."""
    there = owners(theirs)
    if metric == "muc":
        parts = [len({there.get(mention, mention) for mention in entity}) for entity in mine]
        return [f"({len(entity)} − {n})" for entity, n in zip(mine, parts, strict=True)]
    if metric == "b3":
        return [f"{n}²/{len(mine[i])}" for (i, _), n in overlaps(mine, theirs).items()]
    if metric == "lea":
        cells = overlaps(mine, theirs).items()
        return [f"{len(mine[i])}·{n * (n - 1) // 2}/{links(len(mine[i])) or 1}" for (i, _), n in cells if n > 1]
    return []


def ordered(documents: Sequence[Document], swapped: bool) -> list[Document]:
    """Exchange the sides, if the response comes first; a repeated mention stays in its first entity."""
    return [(once(two), once(one)) if swapped else (once(one), once(two)) for one, two in documents]


def splits(choice: Any) -> dict[str, Any]:
    """Return a choice of deviations step by step: the first alone, then both."""
    if not choice:
        return {}
    codes, side, counting, joining = choice
    if len(codes) < 2:
        return {codes[0]: choice}
    if side is not None:  # in the order in which choices name them
        first: Any = (codes[:1], side, {}, None)
    elif joining is not None:
        first = (codes[:1], None, {}, joining)
    else:
        first = (codes[:1], None, dict([next(iter(counting.items()))]), None)
    return {codes[0]: first, " + ".join(codes): choice}


@cache
def possible(metric: str) -> tuple[Any, ...]:
    """Return the deviations of a metric, single ones first."""
    return tuple(deviations.choices(metric))


_scores: dict[Any, tuple[dict[str, float], ...]] = {}


def deviating(metric: str, choice: Any, case: Case, swapped: bool) -> tuple[dict[str, float], ...]:
    """Return what a metric with a deviation is on a case; with no deviation, the official numbers."""
    place = metric, id(choice), id(case), swapped
    if place not in _scores:
        score = deviations.deviating(ordered(case.documents, swapped), metric, choice)
        _scores[place] = ({name: float(getattr(score, name)) for name in FIELDS},)
    return _scores[place]


def official(metric: str, case: Case, swapped: bool) -> tuple[dict[str, float], ...]:
    """Return the official numbers; for a repeated mention, by the definitions or as the official scorer has it."""
    exact = deviating(metric, None, case, swapped)
    return (*exact, *dialect("conll2012", metric, case, swapped)) if case.kind == REPEATED else exact


def dialect(name: str, metric: str, case: Case, swapped: bool) -> tuple[dict[str, float], ...]:
    """Return what a dialect makes of a metric on a case."""
    values = {**DIALECTS[name].values, "match": "exact", "zeros": "linear"}
    return (product(metric, case, swapped, tuple(sorted(values.items())))[metric],)


@cache
def product_scores(
    metrics: tuple[str, ...], documents: str, swapped: bool, settings: tuple[tuple[str, str], ...]
) -> Any:
    """Score a case by the product itself."""
    from corefscope.scoring.score import score

    case = next(case for case in CASES if case.name == documents)
    sides: list[dict[str, Any]] = [{f"d{n}": d[side] for n, d in enumerate(case.documents)} for side in (0, 1)]
    key, response = sides[::-1] if swapped else sides
    options: dict[str, Any] = dict(settings)
    return score(key, response, metrics=metrics, objects="spans", **options).scores


def product(
    metric: str, case: Case, swapped: bool, settings: tuple[tuple[str, str], ...]
) -> dict[str, dict[str, float]]:
    """Return our own numbers by metric; of CoNLL, recall and precision are means."""
    scores = product_scores((metric,) if "(" in metric else METRICS, case.name, swapped, settings)
    numbers = {name: {each: getattr(one, each) for each in FIELDS} for name, one in scores.items()}
    if "conll" in numbers:
        means = {each: sum(numbers[part][each] for part in CONLL) / 3 for each in FIELDS}
        numbers["conll"] = {**means, "f1": scores["conll"].f1}
    return numbers
