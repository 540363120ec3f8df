"""The HTML report: a payload built from a Result, and assets that show it, in one file."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from corefscope.analysis.mentions import ENGLISH, Language
from corefscope.analysis.mentions import language as language_named
from corefscope.basics.arguments import path
from corefscope.basics.processes import paused_collection
from corefscope.basics.writing import write_file
from corefscope.metrics import DEFAULT, AnyMetrics
from corefscope.page.assembly import assemble, packed
from corefscope.page.payload import payload
from corefscope.scoring.inputs import Input
from corefscope.scoring.result import Result
from corefscope.scoring.score import score
from corefscope.settings import Settings, check_conflicts

if TYPE_CHECKING:
    from typing import Unpack

    from corefscope.basics.keywords import SettingsKeywords


def render(result: Result, language: Language = ENGLISH) -> str:
    """Render one self-contained HTML file: scores, errors and the text with the mentions of both sides.

    Absolute paths lose their folders, as the page may be shared.

    >>> from corefscope import score
    >>> render(score([["a", "b"]], [["a", "b"]]))[:15]
    '<!doctype html>'
    """
    check_conflicts(result.settings, command="report")  # the page shows whole documents, not windows
    with paused_collection():
        return assemble(packed(payload(result, language)), title(result))


def title(result: Result) -> str:
    return f"{', '.join(system.name for system in result.systems)} · corefscope"


def report(
    key: Input | None = None,
    *responses: Input,
    output: str | os.PathLike[str] | None = None,
    metrics: AnyMetrics = DEFAULT,
    names: Sequence[str] | None = None,
    language: str | Language = "en",
    preset: str | None = None,
    settings: Settings | None = None,
    strict: bool = False,
    progress: Callable[[str], None] | None = None,
    **options: Unpack[SettingsKeywords],
) -> str:
    """Score and explain systems on one HTML page that needs nothing from elsewhere; sides and `options` as in `score`.

    Return the page, and write it to `output` if there is one.
    """
    language = language_named(language)
    result = score(
        key,
        *responses,
        metrics=metrics,
        names=names,
        preset=preset,
        settings=settings,
        strict=strict,
        progress=progress,
        **options,
    )
    page = render(result, language)
    if output is not None:
        write_file(path(output, "output"), page, "report")
    return page


__all__ = ["payload", "render", "report", "title"]
