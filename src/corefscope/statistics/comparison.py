"""Systems compared: scores with intervals and ranks, and which differences are real."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Any

import msgspec

from corefscope.arrays import rows_by_group
from corefscope.basics.arguments import flag, text, texts
from corefscope.basics.escaping import short_repr
from corefscope.long_texts import document_name
from corefscope.metrics import DEFAULT, AnyMetrics, metrics_of
from corefscope.metrics import metrics as parse_metrics
from corefscope.model import Corpus
from corefscope.problems import Notice, Notices, SettingsError
from corefscope.scoring.groups import DocumentLabels, check_by, grouping, groups_mentions, units, whole_units
from corefscope.scoring.inputs import Input, Progress, check_system_names, path_of, positional_or_keyword
from corefscope.scoring.result import Breakdown, Reportable, Result, System
from corefscope.scoring.saved import header, is_saved, saved_result
from corefscope.scoring.saved import warnings as warnings_object
from corefscope.scoring.score import score
from corefscope.scoring.steps import Grouping, check_strict
from corefscope.settings import DOCUMENT, Settings
from corefscope.statistics.judgement import SystemPair, SystemScore, TestResults, run_tests
from corefscope.statistics.plan import Plan, planned
from corefscope.statistics.samples import Samples, check_field

if TYPE_CHECKING:
    from typing import Unpack

    from corefscope.basics.keywords import ComparisonKeywords

UNIT = "unit"


@dataclass(frozen=True, repr=False)
class Comparison(Reportable):
    """The scores of several systems, and the significance of their differences.

    >>> key = {f"text {n}": [[0, 1, 2], [3, 4]] for n in range(14)}
    >>> close = {name: [[0, 1, 2], [3], [4]] for name in key}
    >>> far = {name: [[0, 1], [2], [3], [4]] for name in key}
    >>> comparison = compare(key, {"close": close, "far": far}, metrics="muc")
    >>> [(standing.system, standing.rank) for standing in comparison.standings["muc"]]
    [('close', 1), ('far', 2)]
    """

    VIEW = "comparison"
    result: Result
    judgement: TestResults
    by: Breakdown | None = None
    by_group: Mapping[str, Comparison] = field(default_factory=dict)

    def __getitem__(self, name: str) -> System:
        return self.result[name]

    def __iter__(self) -> Iterator[System]:
        return iter(self.result)

    def flat(self) -> dict[str, float]:
        """The scores of all systems in one dict, as `Result.flat` gives them."""
        return self.result.flat()

    def __repr__(self) -> str:
        return repr(self.result).replace("Result", "Comparison", 1)

    @property
    def plan(self) -> Plan:
        return self.judgement.plan

    @property
    def standings(self) -> Mapping[str, tuple[SystemScore, ...]]:
        """By metric: score, interval and rank of each system."""
        return self.judgement.standings

    @property
    def pairs(self) -> Mapping[str, tuple[SystemPair, ...]]:
        """By metric: every comparison that was made."""
        return self.judgement.pairs

    @property
    def signature(self) -> str:
        return f"{self.result.signature}|{self.plan.signature()}"

    @property
    def warnings(self) -> tuple[Notice, ...]:
        return self.result.warnings + self.judgement.notices


def compare(
    key: Input | None = None,
    *responses: Input | Mapping[str, Input] | Sequence[Input],
    references: Input | None = None,
    predictions: Mapping[str, Input] | Sequence[Input] | None = None,
    metrics: AnyMetrics | None = None,
    names: Sequence[str] | None = None,
    baseline: str | None = None,
    by: str | Mapping[str, str] | None = None,
    plan: Plan | None = None,
    settings: Settings | None = None,
    preset: str | None = None,
    strict: bool = False,
    progress: Progress | None = None,
    jobs: int = 1,
    **options: Unpack[ComparisonKeywords],
) -> Comparison:
    """Score systems against a key and judge their differences.

    Pass responses one by one, `compare(key, a, b)`, all in a list, or by name in a dict, `compare(key, {"a": a})`;
    or as `predictions`, and the key as `references`. A single dict or list is read as several
    responses, unless it is a record. `options` are fields of Settings, such as `singletons="drop"`, and of Plan, such
    as `test="bootstrap"`. Instead of a key and responses, the paths of results that were saved by
    `score --per-document -o json` are accepted: `compare("a.json", "b.json")`. `by` also compares the systems within
    groups of documents, as in `score`, and `jobs` are processes, likewise.
    """
    key = positional_or_keyword(key, references, "references")
    plan, rest = planned(plan, options)
    if baseline is not None:
        text(baseline, "baseline")
    if by is not None:
        check_by(by)
    listed, names = _in_list(key, responses if predictions is None else (*responses, predictions), names)
    parsed, strict = None if metrics is None else parse_metrics(metrics), flag(strict, "strict")
    inputs: list[Any] = [key, *listed]
    saved = [is_saved(each) for each in inputs]
    if saved[0] and (settings or preset or rest):
        hint = "score the files again"
        raise SettingsError("not-saved", "the settings of saved results cannot be changed", hint=hint)
    if any(saved) and not all(saved):
        paths = [path_of(each) or "a Python object" for each in inputs]
        fact = f"{paths[saved.index(True)]} is a saved result, {paths[saved.index(False)]} is not"
        raise SettingsError("mixed-saved-results", fact, hint="give saved results only, or a key and responses")
    if any(saved):
        result = saved_result([os.fspath(path) for path in inputs], parsed)
        check_strict(result.warnings, strict)
    else:
        if parsed is None:  # a mean of F1 has no recall and no precision
            parsed = [metric for metric in metrics_of(DEFAULT, preset) if plan.field in metric.fields]
        # Shares of mentions need the evidence, which stays in the process that made it.
        rest |= {"progress": progress, "jobs": 1 if groups_mentions(by) else jobs}
        result = score(
            key, *listed, metrics=parsed, names=names, settings=settings, preset=preset, strict=strict, **rest
        )
    if names is not None:
        check_system_names(names, len(result.systems))
        renamed = (replace(system, name=name) for system, name in zip(result.systems, names, strict=True))
        result = replace(result, systems=tuple(renamed))
    return compared(result, plan, baseline, by)


def compared(
    result: Result, plan: Plan, baseline: str | None = None, by: str | Mapping[str, str] | None = None
) -> Comparison:
    """Compare the systems of a result that was computed or read before; with `by`, also within groups."""
    breakdown, parts = None, {}
    of_mentions = groups_mentions(by)
    if of_mentions:
        from corefscope.analysis.groups import results_by, shareable

        result = shareable(result, str(by))
    check_field(result.metrics, plan.field)
    notices = Notices()
    resampling = groups_of(result, plan.group, notices)
    groups = None if by is None or of_mentions else groups_of(result, by, notices, "--by")
    if of_mentions:
        # The same comparison on the counts of the mentions of each type; documents are resampled as before.
        breakdown, results, result = results_by(result, str(by))
        parts = {name: (part, resampling) for name, part in results.items()}
    elif groups is not None:
        rows_of = dict(zip(groups.names, rows_by_group(groups.of_document, len(groups.names)), strict=True))
        breakdown = Breakdown(groups.what, {name: len(rows) for name, rows in rows_of.items()}, groups.note)
        for name, rows in rows_of.items():
            parts[name] = (result.of_units(rows), None if resampling is None else resampling.of_units(rows))

    def tested(part: Result, grouping: Grouping | None) -> TestResults:
        return run_tests(Samples.of_result(part, plan.field, grouping), plan, baseline)

    whole = tested(result, resampling)
    notices.extend(whole.notices)
    # The marks of a group say if it has too few documents.
    within = {name: Comparison(part[0], replace(tested(*part), notices=())) for name, part in parts.items()}
    return Comparison(result, replace(whole, notices=tuple(notices)), breakdown, within)


def _in_list(key: Any, responses: Sequence[Any], names: Sequence[str] | None) -> tuple[list[Any], list[str] | None]:
    """Return the responses in a list, and their names if there are any."""
    names = None if names is None else texts(names, "names")
    if len(responses) != 1 or isinstance(responses[0], str | os.PathLike | Corpus):
        return list(responses), names
    from corefscope.formats.objects.shapes import is_documents, is_whole_side

    if is_whole_side(responses[0]):
        return list(responses), names
    (several,) = responses
    if isinstance(several, Sequence) and is_documents(several) and not is_whole_side(key):
        fact = f"a list of {len(several)} documents could be one system, or {len(several)} of one document each"
        hint = 'give systems as lists of documents, by name: {"system": documents}'
        raise SettingsError("ambiguous-clusters", fact, hint=hint)
    if isinstance(several, Mapping):
        if names is not None:
            raise SettingsError("bad-names", "the systems have names as a dict and as names", hint="leave names out")
        return list(several.values()), texts(list(several), "the names of systems")
    if isinstance(several, Iterable) and not isinstance(several, bytes):
        with suppress(TypeError):
            return list(several), names
    fact = f"systems are a list or a dict, not {short_repr(several)}"
    raise SettingsError("wrong-type", fact, hint="or give them one by one")


def groups_of(
    result: Result, what: str | Mapping[str, str], notices: Notices, option: str = "--group"
) -> Grouping | None:
    """Return the units to resample together; None if each by itself. Windows of one document stay together."""
    windows = result.settings.window is not None
    if what == UNIT:
        if not windows:
            return None
        what = DOCUMENT
    evidence = result.systems[0].evidence
    if evidence is None:  # a saved result has only the names of units
        names = list(map(document_name, result.documents)) if windows else result.documents
        return grouping(DocumentLabels(names), what, notices, option)
    groups = grouping(DocumentLabels.of(evidence.key, windows, evidence.lengths), what, notices, option)
    return replace(groups, of_document=whole_units(groups, units(evidence.key, result.settings.scope), option))


def comparison_object(comparison: Comparison) -> dict[str, Any]:
    """Return a comparison as plain dicts and lists."""
    result, judgement, by = comparison.result, comparison.judgement, comparison.by
    key = result.key
    content: dict[str, Any] = {
        "kind": "comparison",
        **header(comparison.signature),
        "settings": asdict(result.settings),
        "plan": asdict(comparison.plan),
        "baseline": judgement.baseline,
        "groups": len(judgement.groups),
        "key": {
            "path": key.path,
            "sha256": key.sha256(),
            "documents": key.documents,
            "entities": key.entities,
            "mentions": key.mentions,
        },
        "systems": _systems(comparison),
        "comparisons": comparison.pairs,
        "warnings": warnings_object(comparison.warnings),
    }
    if by is not None:
        size = f"{by.of}s"
        content["by"] = {"what": by.what, "note": by.note}
        content["by_group"] = [
            {"group": name, "systems": _systems(part), "comparisons": part.pairs, size: getattr(part.result.key, size)}
            for name, part in comparison.by_group.items()
        ]
    plain: dict[str, Any] = msgspec.to_builtins(content)
    return plain


def _systems(comparison: Comparison) -> list[dict[str, Any]]:
    """Return the scores of each system, with intervals and ranks."""
    field = comparison.plan.field
    systems = []
    for number, system in enumerate(comparison.result.systems):
        scores = {}
        for name, standings in comparison.standings.items():
            standing = standings[number]
            scores[name] = {
                field: standing.score,
                "interval": standing.interval,
                "rank": standing.rank,
                "undefined": [field] if field in system.scores[name].undefined else [],
            }
        systems.append({"name": system.name, "path": system.path, "sha256": system.sha256(), "scores": scores})
    return systems
