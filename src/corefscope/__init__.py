"""corefscope evaluates coreference resolution: which mentions of a text refer to the same entity.

>>> import corefscope as cs
>>> cs.score([["a", "b", "c"]], [["a", "b"], ["c"]]).f1["b3"]
0.7142857142857143
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from corefscope._version import __version__

if TYPE_CHECKING:
    from corefscope.boards.board import leaderboard
    from corefscope.errors import CorefscopeError
    from corefscope.formats import read, write
    from corefscope.model import Corpus, Document, Mention
    from corefscope.result import Result
    from corefscope.scorer import Scorer
    from corefscope.scoring import score
    from corefscope.settings import Settings
    from corefscope.statistics.agreement import agreement
    from corefscope.statistics.comparison import Comparison, compare

# Loaded when first used, so that `corefscope --help` needs no NumPy.
_PLACES = {
    "score": "scoring",
    "agreement": "statistics.agreement",
    "leaderboard": "boards.board",
    "Scorer": "scorer",
    "compare": "statistics.comparison",
    "Comparison": "statistics.comparison",
    "read": "formats",
    "write": "formats",
    "Corpus": "model",
    "Document": "model",
    "Mention": "model",
    "Result": "result",
    "Settings": "settings",
    "CorefscopeError": "errors",
}


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module 'corefscope' has no attribute '{name}'")
    from importlib import import_module

    return getattr(import_module(f"corefscope.{_PLACES[name]}"), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *_PLACES])


__all__ = [
    "Comparison",
    "CorefscopeError",
    "Corpus",
    "Document",
    "Mention",
    "Result",
    "Scorer",
    "Settings",
    "__version__",
    "agreement",
    "compare",
    "leaderboard",
    "read",
    "score",
    "write",
]
