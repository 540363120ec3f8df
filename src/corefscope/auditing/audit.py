"""Find out what somebody else's scorer computes: the official metric, a dialect, a known deviation, or none of them."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import groupby, permutations
from typing import Any

from corefscope.auditing.calls import ONE, Outcome, call_all, call_in_process, is_command
from corefscope.auditing.cases import CASES, EDGE, LISTS, REPEATED, Case
from corefscope.auditing.expected import METRICS, Numbers, deviating, dialect, official, steps, texts
from corefscope.presets import DIALECTS
from corefscope.problems import SettingsError, UnknownName
from corefscope.reference import deviations
from corefscope.reference.scoring import FIELDS, Document
from corefscope.scoring.result import Reportable

OFFICIAL, DIALECT, DEVIATION, UNKNOWN = "official", "dialect", "deviation", "unknown"
RANKS = (OFFICIAL, DIALECT, DEVIATION, UNKNOWN)
# The words by which names and keys claim a metric, and by which keys name a field.
CLAIMS = {
    "conll": "conll|avg|average|mean", "muc": "muc", "b3": "b3|b³|bcub|bcubed", "ceafm": "ceafm", "lea": "lea",
    "ceafe": "ceafe?", "blanc": "blanc", "mentions": "mentions?|md|mentiondetection", "pairwise": "pairwise",
}  # fmt: skip
WORDS = {"precision": "p|prec|precision", "recall": "r|rec|recall", "f1": "f|f1|fscore|f1score|fmeasure|fb1"}
FITS = {"lea": "lea-as-conll", "mentions": "mentions-as-conll"}  # official metrics that are deviations of CoNLL
OWN_DATA = "your data"
PLAIN = "official where no mention is repeated"  # the note about what is unknown or a dialect only elsewhere
Score = Callable[[Case, bool], Sequence[Numbers]]  # what is expected of a case, by whether the sides are exchanged
Values = Mapping[str, float]


@dataclass(frozen=True)
class Interpretation:
    """How the numbers of a call are read."""

    slots: tuple[tuple[str, str], ...]  # place in what was returned, and field
    swapped: bool  # whether the response comes first
    scale: float
    tolerance: float

    def agrees(self, values: Values, expected: Sequence[Numbers]) -> bool:
        """Compare the numbers of a call with those of a metric, or with several that are right."""
        return any(
            all(
                abs(values.get(place, math.inf) - self.scale * each[name]) <= self.tolerance
                for place, name in self.slots
            )
            for each in expected
        )

    def fields(self, values: Values) -> Numbers:
        """Return the numbers of a call by name, as fractions; what is missing or not finite is left out."""
        numbers = {name: values.get(place, math.inf) / self.scale for place, name in self.slots}
        return {name: number for name, number in numbers.items() if math.isfinite(number)}


@dataclass(frozen=True)
class Audit(Reportable):
    """What a scorer computes; `case` is the smallest on which it differs from the official metric."""

    VIEW = "auditing:audit_view"
    target: str
    verdict: str
    metric: str
    claim: str | None
    dialects: tuple[str, ...]
    deviations: tuple[str, ...]
    case: Mapping[str, Any] | None
    call: Mapping[str, str]
    not_tested: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    accepted: str | None = None
    agreeing: int = 0  # cases on which what is unknown is official
    data: Mapping[str, float] = field(default_factory=dict)  # F1 on the user's own data
    outputs: tuple[Audit, ...] = ()  # of each metric that it returns, if there are several

    @property
    def rank(self) -> tuple[int, int]:
        """Order verdicts; of what is unknown, what agrees on more cases comes first."""
        return RANKS.index(self.verdict), -self.agreeing

    @property
    def fit(self) -> list[tuple[int, int]]:
        """Order shapes of calls by the metrics that fit best: one wrong metric, such as CoNLL, does not decide."""
        return sorted(each.rank for each in self.outputs or (self,))

    @property
    def is_known(self) -> bool:
        """Whether at least one metric is known."""
        return self.fit[0][0] < RANKS.index(UNKNOWN)

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
    >>> result = audit(mean_of_documents, "muc")
    >>> result.verdict, result.deviations
    ('deviation', ('macro-average',))
    """
    for value, values, what in ((metric, METRICS, "metric"), (accept, DIALECTS, "dialect")):
        if value is not None and value not in values:
            raise UnknownName(what, value, values)
    if (key is None) != (response is None):
        raise SettingsError("no-response", "your own data needs both sides", hint="--key KEY --response RESPONSE")
    cases = list(CASES)
    if key is not None:
        cases.append(Case(OWN_DATA, own_documents(key, response)))
    calls = [(case.documents, case.kind == LISTS) for case in cases]
    if isinstance(function, str):
        guess, outcomes, failures = call_in_process(function, calls, time_limit)
    else:
        guess, outcomes, failures = call_all(function, calls)
    name = function if isinstance(function, str) else getattr(function, "__name__", type(function).__name__)
    if not outcomes:
        reasons = "; ".join(f"{reason} (called with {' or '.join(wholes)})" for reason, wholes in failures.items())
        raise SettingsError("bad-target", f"{name} cannot be audited: {reasons}")
    claim = metric or (None if isinstance(function, str) and is_command(function) else claimed(name.rpartition(":")[2]))
    options = {"order": order, "guess": guess, "fields": fields, "scale": scale, "decimals": decimals}
    inferences = [_Inference(name, cases, shape, results, options, accept) for shape, results in outcomes]
    best = best_audit(inferences, claim)
    if best is None:
        fact = f"{name} returns no number that can be read"
        raise SettingsError("bad-target", fact, hint="a number, a tuple or a dict")
    other = best_audit(inferences, None) if best.verdict == UNKNOWN and claim else None
    if other and other.is_known:  # its other metrics tell how it is called
        shape = other.call["takes"], other.call["mentions"]
        best = next(each for each in inferences if each.shape == shape).audit(claim) or best
    if other and other.verdict != UNKNOWN:  # its name may claim another metric than it computes
        words = ", ".join(other.deviations or other.dialects[:1]) or OFFICIAL
        best = replace(best, notes=(f"its numbers fit {other.metric}: {words} (--as {other.metric})", *best.notes))
    return best


def best_audit(inferences: Sequence[_Inference], claim: str | None) -> Audit | None:
    """Return the best verdict over the shapes of calls, the usual ones first."""
    best: Audit | None = None
    for whole, several in groupby(inferences, key=lambda inference: inference.shape[0]):
        audits = filter(None, (inference.audit(claim) for inference in several))
        audit = min(audits, key=lambda audit: audit.fit, default=None)
        # What takes a list of documents may take one, too, where pooling and averaging cannot be seen.
        if audit and (best is None or audit.is_known or (whole == ONE and audit.fit < best.fit)):
            best = audit
        if best and best.is_known:
            break
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
        options: Mapping[str, Any], accept: str | None,
    ) -> None:  # fmt: skip
        self.name, self.shape, self.options, self.accept = name, shape, options, accept
        self.own_size = sum(len(case.documents) for case in cases if case.name == OWN_DATA)
        outcomes = {case: result for case, result in zip(cases, results, strict=True) if result is not None}
        own = next((case for case in outcomes if case.name == OWN_DATA), None)
        self.own = (own, outcomes.pop(own)) if own else None
        self.errors = {case: result for case, result in outcomes.items() if isinstance(result, str)}
        self.results = {case: result for case, result in outcomes.items() if not isinstance(result, str)}
        self.not_tested = deviations.DOCUMENTS if shape[0] == ONE else ()

    def audit(self, claim: str | None) -> Audit | None:
        """Judge each output; the headline is the worst, of equal ones CoNLL's."""
        outputs = self.outputs()
        metrics = {label: claimed(label) for label in outputs}
        labels = [label for label in outputs if not label or metrics[label]] or list(outputs)
        if claim and claim in metrics.values():
            labels = [label for label in labels if metrics[label] == claim]
        elif claim and len(labels) > 1:  # one of several outputs without names, such as the lines of a command
            labels = [label for label in outputs if not metrics[label]] or labels
            return min((self.judge(outputs[label], claim) for label in labels), key=lambda each: each.rank[0])
        judgements = [self.judge(outputs[label], metrics[label] or claim) for label in labels]
        if len(judgements) < 2:
            return judgements[0] if judgements else None
        headline = min(judgements, key=lambda each: (-each.rank[0], each.metric != "conll"))
        return replace(headline, outputs=tuple(judgements))

    def outputs(self) -> dict[str, dict[str, str]]:
        """Group the places of numbers: by label, the place of each slot, which is a field or a position."""
        outputs: dict[str, dict[str, str]] = {}
        for place in dict.fromkeys(place for values in self.results.values() for place in values):
            head, _, last = place.rpartition(".")
            label, slot = (head, last) if last.isdigit() else (place, "")
            for name, pattern in WORDS.items() if not slot else ():
                lower = place.lower().replace("f-", "f")
                if match := re.fullmatch(f"(.*?)(?:^|[._ /-])(?:{pattern})|(?:{pattern})[._ /-](.*)", lower):
                    label, slot = match[1] or match[2] or "", name
                    break
            outputs.setdefault(label, {})[slot] = place
        return outputs

    def readings(self, slots: Mapping[str, str]) -> Iterator[Interpretation]:
        """Give the ways to read the numbers of an output, the most usual first."""
        numbers = (each[place] for each in self.results.values() for place in slots.values() if place in each)
        values = list(filter(math.isfinite, numbers))
        largest = max(map(abs, values), default=0)
        scale = {"percent": 100.0, "fraction": 1.0}.get(self.options["scale"] or "", 100.0 if largest > 1.5 else 1.0)
        decimals = self.options["decimals"]
        if decimals is None:  # 1.0 everywhere does not show rounding
            longest = max((len(f"{value:.7f}".rstrip("0").partition(".")[2]) for value in values), default=7)
            decimals = max(longest, 2 if scale == 1 else 1)
        tolerance = 1e-6 * scale if decimals > 5 else 1.001 * 10.0**-decimals  # rounded or cut off
        positions = [slots[slot] for slot in sorted(slots) if slot.isdigit()]
        named = tuple((slots[name], name) for name in FIELDS if name in slots)
        if self.options["fields"] and positions:
            choices = [tuple(zip(positions, self.options["fields"].split(","), strict=False))]
        elif named:
            choices = [named]
        elif len(positions) > 1:
            width = min(len(positions), 3)
            windows = [positions[n : n + width] for n in range(len(positions) - width + 1)]
            names = sorted(permutations(FIELDS, width), key=lambda order: (order[-1] != "f1") == (width == 3))
            choices = [tuple(zip(window, each, strict=True)) for window in windows for each in names]
        else:
            choices = [((place, name),) for name in ("f1", "recall", "precision") for place in slots.values()]
        likely = (self.options["order"] or self.options["guess"]) == "response-first"
        for swapped in (likely,) if self.options["order"] else (likely, not likely):
            for choice in choices:
                yield Interpretation(choice, swapped, scale, tolerance)

    def fits(self, reading: Interpretation, score: Score, skip: str | None = None) -> bool:
        """Compare all numbers with those that are expected."""
        tested = ((case, values) for case, values in self.results.items() if case.kind != skip)
        return all(reading.agrees(values, score(case, reading.swapped)) for case, values in tested)

    def judge(self, slots: Mapping[str, str], claim: str | None) -> Audit:
        """Return the first that fits on every case: official, a dialect, deviations, unknown."""
        readings = list(self.readings(slots))
        metrics = (claim,) if claim else METRICS
        fatal = [case for case in self.errors if case.kind != LISTS]

        def first(score: Score, skip: str | None = None) -> Interpretation | None:
            return next((reading for reading in readings if self.fits(reading, score, skip)), None)

        for metric in () if fatal else metrics:
            if reading := first(partial(official, metric)):
                dialects = [name for name in DIALECTS if self.fits(reading, partial(dialect, name, metric))]
                return self.report(OFFICIAL, metric, claim, reading, dialects)
        for metric in () if fatal else metrics:
            fitting = {name: reading for name in DIALECTS if (reading := first(partial(dialect, name, metric)))}
            if fitting:
                is_plain = first(partial(official, metric), REPEATED) is not None
                return self.report(DIALECT, metric, claim, next(iter(fitting.values())), list(fitting), is_plain)
        # What is official but for repeated mentions has no deviation that the other cases could show.
        plain = [(reading, metric) for metric in metrics if (reading := first(partial(official, metric), REPEATED))]
        if not plain and all(map(is_edge, fatal)):
            for metric, code in FITS.items() if claim == "conll" else ():
                if reading := first(partial(official, metric), REPEATED):
                    return self.report(DEVIATION, "conll", claim, reading, codes=[code])
            for metric in metrics:
                fits: list[tuple[Interpretation, deviations.Choice]] = []
                for choice in deviations.choices(metric):
                    is_seen = not any(code in self.not_tested for _, code, _ in choice)
                    if is_seen and not (fits and len(choice) > len(fits[0][1])):
                        reading = first(partial(deviating, metric, choice), REPEATED)
                        fits += [(reading, choice)] if reading else []
                if fits:
                    codes = [code for _, choice in fits for _, code, _ in choice]
                    return self.report(DEVIATION, metric, claim, fits[0][0], codes=codes, choice=fits[0][1])
        # Single numbers that nothing explains are F1, as people expect, even if they agree with recall more often.
        usual = [each for each in readings if len(each.slots) > 1 or each.slots[0][1] == "f1"] or readings
        counts = {
            (reading, metric): sum(
                reading.agrees(values, official(metric, case, reading.swapped)) for case, values in self.results.items()
            )
            for reading, metric in plain or [(reading, metric) for reading in usual for metric in metrics]
        }  # fmt: skip
        reading, metric = max(counts, key=counts.__getitem__)
        audit = self.report(UNKNOWN, metric, claim, reading, is_plain=bool(plain) and not fatal)
        return replace(audit, agreeing=counts[reading, metric])

    def report(
        self, verdict: str, metric: str, claim: str | None, reading: Interpretation, dialects: Sequence[str] = (),
        is_plain: bool = False, codes: Sequence[str] = (), choice: deviations.Choice = (),
    ) -> Audit:  # fmt: skip
        """Put a verdict together with the smallest case that differs, and with what was inferred."""
        notes = [PLAIN] if is_plain else []
        notes += [f"it raises {error} ({case.name})" for case, error in self.errors.items() if is_edge(case)][:1]
        if self.own_size > 1 and not self.own:
            notes.append(f"no F1 on your data: it takes one document, and your data has {self.own_size}")
        data: dict[str, float] = {}
        if self.own:
            own, outcome = self.own
            for length in range(len(choice) + 1):
                name = " + ".join(code for _, code, _ in choice[:length]) or OFFICIAL
                data[name] = deviating(metric, choice[:length], own, False)[0]["f1"]
            if isinstance(outcome, str):
                notes.append(f"it raises {outcome} ({own.name})")
            elif "f1" in reading.fields(outcome):
                data["function"] = reading.fields(outcome)["f1"]
        call = {
            "takes": self.shape[0],
            "mentions": self.shape[1],
            "order": "response first" if reading.swapped else "key first",
            "returns": ", ".join(name for _, name in reading.slots),
            "scale": "percent" if reading.scale > 1 else "fraction",
            "rounding": f"within {reading.tolerance / reading.scale:.1g}" if reading.tolerance > 1e-5 else "none",
        }
        codes = tuple(dict.fromkeys(codes))
        return Audit(
            self.name, verdict, metric, claim, tuple(dialects), codes,
            None if verdict == OFFICIAL else self.smallest_difference(metric, reading), call,
            not_tested=self.not_tested,
            notes=tuple(notes), accepted=self.accept, data=data,
        )  # fmt: skip

    def smallest_difference(self, metric: str, reading: Interpretation) -> dict[str, Any] | None:
        """Return the smallest case on which it is not official, with both numbers and the arithmetic."""
        outcomes: dict[Case, Outcome] = {**self.results, **self.errors}
        for case in sorted(outcomes, key=lambda case: (case.kind == REPEATED, case.size)):
            outcome, expected = outcomes[case], official(metric, case, reading.swapped)
            if case.kind == LISTS if isinstance(outcome, str) else reading.agrees(outcome, expected):
                continue
            numbers = {name: expected[0][name] for _, name in reading.slots}
            result = {"name": case.name, "documents": texts(case), "official": numbers, "steps": steps(metric, case)}
            if isinstance(outcome, str):
                return {**result, "function": {}, "error": outcome}
            return {**result, "function": reading.fields(outcome)}
        return None


def is_edge(case: Case) -> bool:
    """Whether a quotient by 0 occurs in a case."""
    sides = [side for document in case.documents for side in document]
    return case.kind in (EDGE, LISTS) or any(all(len(entity) < 2 for entity in side) for side in sides)
