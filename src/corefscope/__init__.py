"""corefscope evaluates coreference resolution: which mentions of a text refer to the same entity.

>>> import corefscope as cs
>>> cs.score([["a", "b", "c"]], [["a", "b"], ["c"]]).f1["b3"]
0.7142857142857143
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from corefscope._version import __version__

if TYPE_CHECKING:
    from corefscope.analysis.description import stats
    from corefscope.analysis.explanation import errors
    from corefscope.annotators.agreement import agreement
    from corefscope.boards.board import leaderboard
    from corefscope.challenges.challenge import challenge
    from corefscope.formats.load import read
    from corefscope.formats.save import write
    from corefscope.metrics import metric, register_metric
    from corefscope.model import Corpus, Document, Mention, Relation
    from corefscope.page import report
    from corefscope.page.drawing import show
    from corefscope.problems import CorefscopeError
    from corefscope.scoring.checking import check
    from corefscope.scoring.conversion import convert
    from corefscope.scoring.dialect_scores import dialects
    from corefscope.scoring.explained_difference import explain_difference
    from corefscope.scoring.levels import cross_document
    from corefscope.scoring.result import Result
    from corefscope.scoring.score import score
    from corefscope.scoring.scorer import Scorer
    from corefscope.settings import Settings
    from corefscope.statistics.comparison import Comparison, compare
    from corefscope.statistics.gate import gate

# Loaded when first used, so that `corefscope --help` needs no NumPy.
_PLACES = {
    "score": "scoring.score",
    "agreement": "annotators.agreement",
    "challenge": "challenges.challenge",
    "check": "scoring.checking",
    "convert": "scoring.conversion",
    "errors": "analysis.explanation",
    "report": "page",
    "stats": "analysis.description",
    "leaderboard": "boards.board",
    "Scorer": "scoring.scorer",
    "cross_document": "scoring.levels",
    "dialects": "scoring.dialect_scores",
    "explain_difference": "scoring.explained_difference",
    "compare": "statistics.comparison",
    "Comparison": "statistics.comparison",
    "gate": "statistics.gate",
    "metric": "metrics.lookup",
    "register_metric": "metrics.lookup",
    "show": "page.drawing",
    "read": "formats.load",
    "write": "formats.save",
    "Corpus": "model",
    "Document": "model",
    "Mention": "model",
    "Relation": "model",
    "Result": "scoring.result",
    "Settings": "settings",
    "CorefscopeError": "problems",
}


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name not in _PLACES:
        raise AttributeError(f"module 'corefscope' has no attribute '{name}'")
    return getattr(import_module(f"corefscope.{_PLACES[name]}"), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *_PLACES])


__all__ = [
    "Comparison",
    "CorefscopeError",
    "Corpus",
    "Document",
    "Mention",
    "Relation",
    "Result",
    "Scorer",
    "Settings",
    "__version__",
    "agreement",
    "challenge",
    "check",
    "compare",
    "convert",
    "cross_document",
    "dialects",
    "errors",
    "explain_difference",
    "gate",
    "leaderboard",
    "metric",
    "read",
    "register_metric",
    "report",
    "score",
    "show",
    "stats",
    "write",
]
