"""The systems that are compared, as one Result: scored against a key, or read from saved results."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from corefscope.basics.arguments import flag, texts
from corefscope.basics.escaping import shown
from corefscope.metrics import DEFAULT, AnyMetrics, Metric, metrics_of
from corefscope.metrics import metrics as parse_metrics
from corefscope.model import Corpus
from corefscope.problems import SettingsError
from corefscope.scoring.inputs import Input, Progress, check_names
from corefscope.scoring.result import Result
from corefscope.scoring.saved import is_saved, saved_result
from corefscope.scoring.score import score
from corefscope.scoring.steps import check_strict
from corefscope.settings import Settings


def scored_systems(
    key: Input | None,
    responses: Sequence[Any],
    *,
    metrics: AnyMetrics | None,
    names: Sequence[str] | None,
    settings: Settings | None,
    preset: str | None,
    strict: bool,
    progress: Progress | None,
    jobs: int,
    options: Mapping[str, Any],
) -> Result:
    """One Result of all systems; saved results keep their settings, and without `metrics` those they share."""
    given, named = _given(key, responses, names)
    wanted = None if metrics is None else parse_metrics(metrics)
    strict = flag(strict, "strict")
    if is_saved(key):
        if settings or preset or options:
            raise SettingsError(
                "not-saved", "the settings of saved results cannot be changed", hint="score the files again"
            )
        result = _of_saved([key, *given], wanted)
        check_strict(result.warnings, strict)
    else:
        for response in given:
            if is_saved(response):
                raise SettingsError(
                    "mixed-saved-results",
                    f"{os.fspath(response)} is a saved result, which goes with saved results only",
                    hint="give saved results without a key, or files with one",
                )
        result = score(
            key,
            *given,
            metrics=DEFAULT if wanted is None else wanted,
            names=named,
            settings=settings,
            preset=preset,
            strict=strict,
            progress=progress,
            jobs=jobs,
            **options,
        )
    return result if named is None else _renamed(result, named)


def _given(key: Any, responses: Sequence[Any], names: Sequence[str] | None) -> tuple[list[Any], list[str] | None]:
    """The responses in a list, and what they are called if that was said."""
    named = None if names is None else texts(names, "names")
    if len(responses) != 1 or isinstance(responses[0], str | os.PathLike | Corpus):
        return list(responses), named
    from corefscope.formats.objects.shapes import is_documents, is_whole_side

    if is_whole_side(responses[0]):
        return list(responses), named
    (several,) = responses
    if isinstance(several, Sequence) and is_documents(several) and not is_whole_side(key):
        fact = f"a list of {len(several)} documents could be one system, or {len(several)} of one document each"
        raise SettingsError(
            "ambiguous-clusters", fact, hint='give systems as lists of documents, by name: {"system": documents}'
        )
    if isinstance(several, Mapping):
        if names is not None:
            raise SettingsError("bad-names", "the systems have names as a dict and as names", hint="leave names out")
        return list(several.values()), texts(list(several), "the names of systems")
    if isinstance(several, Iterable) and not isinstance(several, bytes):
        try:
            return list(several), named
        except TypeError:
            pass
    raise SettingsError(
        "wrong-type", f"systems are a list or a dict, not {shown(several)}", hint="or give them one by one"
    )


def usual_metrics(field: str, preset: str | None = None) -> list[Metric]:
    """The default metrics; a mean of F1 has no recall and no precision."""
    return [metric for metric in metrics_of(DEFAULT, preset) if field in metric.fields]


def _of_saved(paths: Sequence[Input | None], metrics: Sequence[Metric] | None) -> Result:
    for path in paths:
        if not is_saved(path):
            shown = os.fspath(path) if isinstance(path, str | os.PathLike) else "a Python object"
            raise SettingsError(
                "mixed-saved-results",
                f"{os.fspath(paths[0])} is a saved result, {shown} is not",  # type: ignore[arg-type]
                hint="give saved results only, or a key and responses",
            )
    return saved_result([os.fspath(path) for path in paths], metrics)  # type: ignore[arg-type]


def _renamed(result: Result, names: Sequence[str]) -> Result:
    check_names(names, len(result.systems))
    systems = [replace(system, name=name) for system, name in zip(result.systems, names, strict=True)]
    return replace(result, systems=tuple(systems))
