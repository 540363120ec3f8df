"""The CoNLL score: the mean of three F1 (Pradhan et al. 2011)."""

from __future__ import annotations

from corefscope.metrics.b3 import B3
from corefscope.metrics.base import BETA, Family, Metric
from corefscope.metrics.ceaf import CEAFE
from corefscope.metrics.muc import MUC

CONLL = Family(
    "conll", "CoNLL", "mean F1 of MUC, B³ and CEAFe", ("pradhan2011", "pradhan2014"),
    parameters={"beta": BETA}, aliases=("avg", "average"), mean_of=(Metric(MUC), Metric(B3), Metric(CEAFE)),
)  # fmt: skip
