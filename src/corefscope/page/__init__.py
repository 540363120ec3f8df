"""The HTML report: a payload built from a Result, and assets that show it, in one file."""

from __future__ import annotations

from corefscope.analysis.mistakes.language import ENGLISH, Language
from corefscope.page.assembly import assemble
from corefscope.page.payload import payload
from corefscope.scoring.result import Result


def render(result: Result, language: Language = ENGLISH) -> str:
    """Render one self-contained HTML file: scores, errors and the text with the mentions of both sides.

    >>> from corefscope import score
    >>> render(score([["a", "b"]], [["a", "b"]]))[:15]
    '<!doctype html>'
    """
    names = ", ".join(system.name for system in result.systems)
    return assemble(payload(result, language), f"{names} · corefscope")


__all__ = ["assemble", "payload", "render"]
