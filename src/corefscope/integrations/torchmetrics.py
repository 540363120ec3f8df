"""A torchmetrics Metric: counts are states that add over batches and processes, and quotients come last.

`CoreferenceScore` is made when it is first used, since its base class is torchmetrics' own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Any

from corefscope.formats.objects.nesting import check_level, elements
from corefscope.integrations import required
from corefscope.metrics import AnyMetrics, Metric, Tally
from corefscope.metrics import metrics as parse_metrics
from corefscope.metrics.scores import quotients
from corefscope.problems import FormatError, SettingsError, quiet_doubts
from corefscope.scoring.scorer import Scorer
from corefscope.scoring.totals import ALWAYS_ADDS, flat_scores, mean_tally
from corefscope.settings import Settings

USUAL = ("muc", "b3", "ceafe", "conll")
_NAME = "CoreferenceScore"


def __getattr__(name: str) -> Any:
    if name != _NAME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[_NAME] = made = _class()
    return made


class _Counts:
    """What the metric does without torch: from documents to totals, and from totals to scores."""

    def __init__(self, metrics: AnyMetrics, settings: Settings) -> None:
        self.settings, self.metrics = settings, tuple(parse_metrics(metrics))
        if settings.average == "macro" or settings.scope != "document":
            fact = "scores that add over processes need the average micro or means, and the scope document"
            raise SettingsError("needs-micro-average", fact)
        # One document without mentions has all columns.
        self.columns = {name: tuple(tally.columns) for name, tally in self.tallies([[]], [[]]).items()}

    def tallies(self, preds: list[Any], target: list[Any]) -> dict[str, Tally]:
        scorer = Scorer(self.metrics, settings=self.settings)
        for side, name in ((preds, "preds"), (target, "target")) if self.settings.objects is None else ():
            # Clusters of one document without a list around them would be read as documents with clusters of ids.
            lists = [elements(each, "a document", name) for each in side if not isinstance(each, Iterator | Mapping)]
            clusters = list(chain.from_iterable(lists))
            if all(isinstance(each, list | tuple) for each in clusters):
                check_level(clusters, "a document", name)
        for predicted, gold in zip(preds, target, strict=True):
            scorer.update(gold, predicted)
        with quiet_doubts():  # a single batch may look doubtful
            tallies = scorer.result().system.tallies
        if self.settings.average != "means":
            return dict(tallies)
        return {
            name: tallies[part.tally_name] if _adds(part) else mean_tally(part, tallies[part.tally_name])
            for name, part in self._parts().items()
        }

    def _parts(self) -> dict[str, Metric]:
        return {part.name: part for metric in self.metrics for part in metric.parts}

    def scores(self, totals: Mapping[str, list[float]]) -> dict[str, float]:
        counts = {name: dict(zip(self.columns[name], values, strict=True)) for name, values in totals.items()}
        if self.settings.average != "means":
            return flat_scores({metric.name: metric.score(counts) for metric in self.metrics})
        scores = {
            name: part.finish(counts[name]) if _adds(part) else quotients(counts[name], part.beta)
            for name, part in self._parts().items()
        }
        return flat_scores({each.name: each.mean([scores[part.name] for part in each.parts]) for each in self.metrics})


def _adds(part: Metric) -> bool:
    """Whether the counts of a metric are added where those of others become means over documents."""
    return part.family.name in ALWAYS_ADDS


def _class() -> Any:
    base, torch = required("torchmetrics", _NAME), required("torch", _NAME)

    class CoreferenceScore(base.Metric):  # type: ignore[misc, name-defined]
        """Coreference scores of predicted and gold clusters, by `update(preds, target)`: the prediction first.

        Each side is a list of documents, a document a list of clusters, a cluster a list of mentions. `compute` gives
        a dict of `conll_f1`, `muc_recall`, …, fractions of 1. `options` are the settings of `score`; what is none of
        them goes to torchmetrics.
        """

        is_differentiable = False
        higher_is_better = True
        full_state_update = False

        def __init__(self, metrics: AnyMetrics = USUAL, preset: str | None = None, **options: Any) -> None:
            own = {name: options.pop(name) for name in list(options) if name in Settings.__dataclass_fields__}
            super().__init__(**options)
            self.counts = _Counts(metrics, Settings.of(None, preset, own))
            for number, columns in enumerate(self.counts.columns.values()):
                zeros = torch.zeros(len(columns), dtype=torch.float64)
                self.add_state(f"counts_{number}", default=zeros, dist_reduce_fx="sum")

        def update(self, preds: Iterable[Any], target: Iterable[Any]) -> None:
            """Add documents: predicted and gold clusters of each."""
            preds, target = elements(preds, "preds", "preds"), elements(target, "target", "target")
            if len(preds) != len(target):
                fact = f"there are {len(preds)} predicted documents, but {len(target)} of the target"
                raise FormatError("several-documents", fact, hint="give as many of both")
            if not preds:
                return
            for number, (name, tally) in enumerate(self.counts.tallies(preds, target).items()):
                totals, state = tally.total(), getattr(self, f"counts_{number}")
                values = [float(totals[column]) for column in self.counts.columns[name]]
                state += torch.tensor(values, dtype=torch.float64, device=state.device)

        def compute(self) -> dict[str, Any]:
            totals = {
                name: getattr(self, f"counts_{number}").tolist() for number, name in enumerate(self.counts.columns)
            }
            scores = self.counts.scores(totals)
            return {name: torch.tensor(value, dtype=torch.float64) for name, value in scores.items()}

    CoreferenceScore.__qualname__ = _NAME
    return CoreferenceScore
