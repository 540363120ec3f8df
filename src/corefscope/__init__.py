"""corefscope evaluates coreference resolution: which mentions of a text refer to the same entity.

>>> import corefscope as cs
>>> cs.score([["a", "b", "c"]], [["a", "b"], ["c"]]).f1["b3"]
0.7142857142857143
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from corefscope._version import __version__ as __version__

if TYPE_CHECKING:
    from corefscope.analysis.description import stats as stats
    from corefscope.analysis.explanation import errors as errors
    from corefscope.annotators import agreement as agreement
    from corefscope.auditing.audit import audit as audit
    from corefscope.auditing.verification import verify as verify
    from corefscope.boards.board import leaderboard as leaderboard
    from corefscope.challenges.challenge import challenge as challenge
    from corefscope.formats.load import read as read
    from corefscope.formats.save import write as write
    from corefscope.metrics import metric as metric
    from corefscope.metrics import register_metric as register_metric
    from corefscope.model import Corpus as Corpus
    from corefscope.model import Document as Document
    from corefscope.model import Mention as Mention
    from corefscope.model import Relation as Relation
    from corefscope.page import report as report
    from corefscope.problems import CorefscopeError as CorefscopeError
    from corefscope.problems import ScoreWarning as ScoreWarning
    from corefscope.scoring.answers import read_answer as read_answer
    from corefscope.scoring.answers import reward as reward
    from corefscope.scoring.checking import check as check
    from corefscope.scoring.conversion import convert as convert
    from corefscope.scoring.explained_difference import explain_difference as explain_difference
    from corefscope.scoring.result import Result as Result
    from corefscope.scoring.score import score as score
    from corefscope.scoring.scorer import Scorer as Scorer
    from corefscope.scoring.several import cross_document as cross_document
    from corefscope.scoring.several import dialects as dialects
    from corefscope.settings import Settings as Settings
    from corefscope.statistics.comparison import Comparison as Comparison
    from corefscope.statistics.comparison import compare as compare
    from corefscope.statistics.gate import gate as gate

# Loaded when first used, so that `corefscope --help` needs no NumPy.
_PLACES = {
    "score": "scoring.score",
    "agreement": "annotators",
    "challenge": "challenges.challenge",
    "read_answer": "scoring.answers",
    "reward": "scoring.answers",
    "check": "scoring.checking",
    "convert": "scoring.conversion",
    "errors": "analysis.explanation",
    "report": "page",
    "stats": "analysis.description",
    "leaderboard": "boards.board",
    "audit": "auditing.audit",
    "verify": "auditing.verification",
    "Scorer": "scoring.scorer",
    "cross_document": "scoring.several",
    "dialects": "scoring.several",
    "explain_difference": "scoring.explained_difference",
    "compare": "statistics.comparison",
    "Comparison": "statistics.comparison",
    "gate": "statistics.gate",
    "metric": "metrics.lookup",
    "register_metric": "metrics.lookup",
    "read": "formats.load",
    "write": "formats.save",
    "Corpus": "model",
    "Document": "model",
    "Mention": "model",
    "Relation": "model",
    "Result": "scoring.result",
    "Settings": "settings",
    "CorefscopeError": "problems",
    "ScoreWarning": "problems",
}


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name not in _PLACES:
        raise AttributeError(f"module 'corefscope' has no attribute '{name}'")
    value = globals()[name] = getattr(import_module(f"corefscope.{_PLACES[name]}"), name)
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *_PLACES])


__all__ = ["__version__", *_PLACES]
