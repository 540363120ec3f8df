"""The metrics, registered by a literal: everything that lists them derives from METRICS."""

from __future__ import annotations

from collections.abc import Iterable

from corefscope.basics.arguments import texts
from corefscope.metrics.ace import ACE
from corefscope.metrics.b3 import B3
from corefscope.metrics.base import BETA, Family, MeanScore, Metric, Score, Tally, parse
from corefscope.metrics.blanc import BLANC
from corefscope.metrics.ceaf import CEAFE, CEAFM
from corefscope.metrics.clustering import ARI, RAND, H
from corefscope.metrics.lea import LEA
from corefscope.metrics.linguistic import LB3, LCEAFE, LCEAFM, LMUC
from corefscope.metrics.mentions import MENTIONS
from corefscope.metrics.mor import MOR
from corefscope.metrics.muc import MUC
from corefscope.metrics.pairwise import PAIRWISE
from corefscope.metrics.zeros import ZEROS

CONLL = Family(
    "conll",
    "CoNLL",
    "mean F1 of MUC, B³ and CEAFe",
    ("pradhan2011", "pradhan2014"),
    parameters={"beta": BETA},
    aliases=("avg", "average"),
    mean_of=("muc", "b3", "ceafe"),
)

METRICS = {
    family.name: family
    for family in (
        MENTIONS, MUC, B3, CEAFM, CEAFE, BLANC, LEA, CONLL,
        PAIRWISE, RAND, ARI, H, LMUC, LB3, LCEAFM, LCEAFE, ACE, MOR, ZEROS,
    )
}  # fmt: skip
DEFAULT = ("mentions", "muc", "b3", "ceafm", "ceafe", "blanc", "lea", "conll")


def metrics(names: Iterable[str] | str) -> list[Metric]:
    """The metrics that these names mean, each once; a name alone is one."""
    listed = [names] if isinstance(names, str) else texts(names, "metrics")
    return list({metric.name: metric for metric in (parse(name, METRICS) for name in listed)}.values())


def parts(metric: Metric) -> list[Metric]:
    """The metrics that are counted for it: those it is the mean of, or itself. A mean's beta is that of its parts."""
    return [Metric(METRICS[name], metric.values) for name in metric.family.mean_of] or [metric]


__all__ = ["DEFAULT", "METRICS", "Family", "MeanScore", "Metric", "Score", "Tally", "metrics", "parse", "parts"]
