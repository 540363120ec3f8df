"""Metrics for other libraries, which are imported only when they are used.

- `CorefEvaluator` and `MentionEvaluator`: the classes of e2e-coref, for training scripts that have a copy of them.
- `corefscope.integrations.torchmetrics.CoreferenceScore`: a torchmetrics Metric, summed over processes.
- `corefscope.integrations.spacy`: a scorer for spaCy's training, registered as `corefscope.coref_scorer.v1`.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from corefscope.integrations.evaluators import CorefEvaluator, MentionEvaluator
from corefscope.problems import CorefscopeError

__all__ = ["CorefEvaluator", "MentionEvaluator", "required"]


def required(module: str, what: str) -> Any:
    """Import a library that is not ours, or say in one sentence how to install it."""
    try:
        return import_module(module)
    except ImportError:
        package = module.partition(".")[0]
        hint = f'pip install "corefscope[{package}]"'
        raise CorefscopeError("not-installed", f"{what} needs {package}, which is not installed", hint=hint) from None
