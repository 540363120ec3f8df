"""Lists of all metrics, formats, presets and settings."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from corefscope._version import __version__
from corefscope.basics.escaping import visible
from corefscope.basics.options import options_of
from corefscope.formats.files.folders import COMPANIONS, NO_DOCUMENTS
from corefscope.formats.registry import Format
from corefscope.metrics import DEFAULT, Family
from corefscope.metrics.parameters import as_text
from corefscope.model import CHARACTERS, TOKENS
from corefscope.presets import PRESETS
from corefscope.reporting.report import Report, View, sheet
from corefscope.settings import Settings


def _view(
    title: str,
    columns: Sequence[str],
    rows: Sequence[Sequence[str]],
    data: list[dict[str, Any]],
    lines: Sequence[tuple[str, str, dict[str, str]]],
) -> View:
    """A table for pages and papers; for people, lines of a name and its text, with details below them."""

    def padded() -> Iterator[str]:
        width = max(len(name) for name, *_ in lines) + 2
        for name, text, details in lines:
            yield visible(f"{name:<{width}}{text}")
            yield from (
                visible(f"{'':<{width + 2}}{detail:<28}{meaning}".rstrip()) for detail, meaning in details.items()
            )

    table = sheet("", columns, rows, left=range(len(columns)))
    return View(lambda: Report("", (table,), title=title), data=lambda: data, lines=padded)


def metrics_view(families: Collection[Family]) -> View:
    parameters = {
        each.name: {
            name if parameter.default is None else f"{name}={as_text(parameter.default)}": parameter.meaning
            for name, parameter in each.parameters.items()
        }
        for each in families
    }
    rows = [(each.name, each.title, each.summary, ", ".join(parameters[each.name])) for each in families]
    lines = []
    for each in families:
        aliases = f" (also {', '.join(each.aliases)})" if each.aliases else ""
        lines.append((each.name, f"{each.title}: {each.summary}{aliases}{_plugin(each)}", parameters[each.name]))
    data = [
        {
            "name": each.name,
            "title": each.title,
            "summary": each.summary,
            "aliases": list(each.aliases),
            "default": each.name in DEFAULT,
            "mean_of": [part.name for part in each.mean_of],
            "citations": list(each.citations),
            "parameters": {
                name: {"default": parameter.default, "meaning": parameter.meaning}
                for name, parameter in each.parameters.items()
            },
            "plugin": bool(each.version),
            "version": each.version or __version__,
        }
        for each in families
    ]
    return _view("Metrics", ("Name", "Metric", "Summary", "Parameters"), rows, data, lines)


def formats_view(formats: Collection[Format]) -> View:
    rows = [(each.name, each.title, _written(each)) for each in formats]
    lines: list[tuple[str, str, dict[str, str]]] = []
    for each in formats:
        written = f"; written as {_written(each)}" if each.writer else ""
        lines.append((each.name, f"{each.title}{written}{_plugin(each)}", {}))
    return _view("Formats", ("Name", "Format", "Written as"), rows, list(map(_format, formats)), lines)


def _format(format: Format) -> dict[str, Any]:
    features = format.features
    return {
        "name": format.name,
        "title": format.title,
        "suffixes": format.suffixes,
        "beside": next((COMPANIONS[suffix] for suffix in format.suffixes if suffix in COMPANIONS), ()),
        "no_documents": NO_DOCUMENTS.get(format.name, ()),
        "endings": format.endings,
        "counts": next((unit for unit in (TOKENS, CHARACTERS) if unit in features), None),
        "needs_words": "no_words" not in features,
        **{
            name: name in features
            for name in ("named_clusters", "groups", "annotations", "several_files", "several_kinds", "empty_nodes")
        },
        "own_ids": "no_ids" not in features,
        "across_documents": "across_documents" in features,
        "annotators": "annotators" in features,
        "aliases": format.aliases,
        "version": format.version or __version__,
        "written": format.writer is not None,
        "plugin": bool(format.version),
    }


def _written(format: Format) -> str:
    """The endings by which it is written, or the option."""
    if not format.writer:
        return ""
    return ", ".join("." + ending for ending in format.endings) or f"--to {format.name}"


def _plugin(entry: Family | Format) -> str:
    return f" [plug-in, version {entry.version}]" if entry.version else ""


def presets_view() -> View:
    presets = PRESETS.values()
    settings = {each.name: " ".join(f"{name}:{value}" for name, value in each.values.items()) for each in presets}
    rows = [(each.name, each.source, settings[each.name], ", ".join(each.metrics)) for each in presets]
    lines = []
    for each in presets:
        metrics = f"; metrics: {', '.join(each.metrics)}" if each.metrics else ""
        lines.append((each.name, each.source, {f"{settings[each.name]}{metrics}": ""}))
    data = [{**each._asdict(), "metrics": list(each.metrics)} for each in presets]
    return _view("Presets", ("Name", "Source", "Settings", "Metrics"), rows, data, lines)


def settings_view() -> View:
    settings = options_of(Settings).values()
    data = []
    for each in settings:
        values = None if each.choices is None else {name: choice.meaning for name, choice in each.choices.items()}
        data.append({"name": each.name, "default": each.default, "meaning": each.help, "values": values})
    rows = [(each.name, each.default or "", each.description()) for each in settings]
    lines: list[tuple[str, str, dict[str, str]]] = [(each.name, each.description(), {}) for each in settings]
    return _view("Settings", ("Name", "Default", "Meaning"), rows, data, lines)
