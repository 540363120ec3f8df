"""Lists of all metrics, formats, presets and settings, names with their meanings; and BibTeX."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from functools import cache
from importlib.resources import files
from typing import Any

from corefscope._version import __version__
from corefscope.basics.options import options_of
from corefscope.formats.files.sources import COMPANIONS, NO_DOCUMENTS
from corefscope.formats.registry import Format
from corefscope.metrics import DEFAULT, Family
from corefscope.metrics.base import as_text
from corefscope.presets import PRESETS
from corefscope.reporting.report import Report, View, attributes, sheet
from corefscope.settings import Settings


def _view(title: str, rows: Iterable[tuple[str, str]], data: list[dict[str, Any]]) -> View:
    table = sheet("", ("Name", "Meaning"), rows, left=(0, 1))
    return View(lambda: Report("", (table,), title=title), data=lambda: data)


def _plugin(entry: Family | Format) -> str:
    return f" [plug-in, version {entry.version}]" if entry.version else ""


def metrics_view(families: Collection[Family]) -> View:
    rows, data = [], []
    for each in families:
        aliases = f" (also {', '.join(each.aliases)})" if each.aliases else ""
        rows.append((each.name, f"{each.title}: {each.summary}{aliases}{_plugin(each)}"))
        for name, parameter in each.parameters.items():
            default = "" if parameter.default is None else f"={as_text(parameter.default)}"
            rows.append(("", f"{name}{default}: {parameter.meaning}"))
        data.append(
            {
                **attributes(each, ("name", "title", "summary", "aliases")),
                "default": each.name in DEFAULT,
                "mean_of": [part.name for part in each.mean_of],
                "citations": each.citations,
                "parameters": {
                    name: attributes(value, ("default", "meaning")) for name, value in each.parameters.items()
                },
                "plugin": bool(each.version),
                "version": each.version or __version__,
            }
        )
    return _view("Metrics", rows, data)


def formats_view(formats: Collection[Format]) -> View:
    rows, data = [], []
    for each in formats:
        endings = ", ".join("." + ending for ending in each.endings) or f"--to {each.name}"
        written = f"; written as {endings}" if each.writer else ""
        rows.append((each.name, f"{each.title}{written}{_plugin(each)}"))
        data.append(
            {
                **attributes(each, ("name", "title", "suffixes", "endings", "aliases", "features")),
                "beside": next((COMPANIONS[suffix] for suffix in each.suffixes if suffix in COMPANIONS), ()),
                "no_documents": NO_DOCUMENTS.get(each.name, ()),
                "version": each.version or __version__,
                "written": each.writer is not None,
                "plugin": bool(each.version),
            }
        )
    return _view("Formats", rows, data)


def presets_view() -> View:
    rows = []
    for each in PRESETS.values():
        settings = " ".join(f"{name}:{value}" for name, value in each.values.items())
        metrics = f"; metrics: {', '.join(each.metrics)}" if each.metrics else ""
        rows += [(each.name, each.source), ("", f"{settings}{metrics}")]
    return _view("Presets", rows, [each._asdict() for each in PRESETS.values()])


def settings_view() -> View:
    settings, data = options_of(Settings).values(), []
    for each in settings:
        values = None if each.choices is None else {name: choice.meaning for name, choice in each.choices.items()}
        data.append({"name": each.name, "default": each.default, "meaning": each.help, "values": values})
    return _view("Settings", [(each.name, each.description()) for each in settings], data)


CITED_OURS = f"""@software{{corefscope,
  title = {{corefscope: Coreference Evaluation}},
  author = {{{{The corefscope developers}}}},
  version = {{{__version__}}},
  year = {{2026}}
}}"""


@cache
def papers() -> dict[str, str]:
    """Return the entries of papers.bib by key, in file order."""
    text = files("corefscope.reporting").joinpath("papers.bib").read_text(encoding="utf-8")
    entries = text.strip().split("\n\n")
    return {re.split("[{,]", entry, maxsplit=2)[1]: entry for entry in entries}


def bibtex(citations: Iterable[str]) -> str:
    """Return our own entry, then each cited paper once, in order.

    >>> bibtex(["moosavi2016"]).count("@")
    2
    """
    return "\n\n".join([CITED_OURS, *(papers()[name] for name in dict.fromkeys(citations))]) + "\n"
