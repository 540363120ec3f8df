"""Lists of all metrics, formats, presets and settings."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from corefscope._version import __version__
from corefscope.basics.escaping import visible
from corefscope.basics.options import Option, options_of
from corefscope.formats.files.sources import COMPANIONS, NO_DOCUMENTS
from corefscope.formats.registry import Format
from corefscope.metrics import DEFAULT, Family
from corefscope.metrics.base import as_text
from corefscope.model import CHARACTERS, TOKENS
from corefscope.presets import PRESETS, Preset
from corefscope.reporting.report import Report, View, sheet
from corefscope.settings import Settings

METRIC_COLUMNS = ("Name", "Metric", "Summary", "Parameters")
FORMAT_COLUMNS = ("Name", "Format", "Written as")
PRESET_COLUMNS = ("Name", "Source", "Settings", "Metrics")
SETTING_COLUMNS = ("Name", "Default", "What it says")


def metrics_view(families: Collection[Family]) -> View:
    rows = [(each.name, each.title, each.summary, ", ".join(_parameters(each))) for each in families]
    return View(
        lambda: Report("", (sheet("", METRIC_COLUMNS, rows, left=range(4)),), title="Metrics"),
        data=lambda: [_metric(each) for each in families],
        lines=lambda: (line for each in families for line in _metric_lines(each)),
    )


def formats_view(formats: Collection[Format]) -> View:
    rows = [(each.name, each.title, _written(each)) for each in formats]
    return View(
        lambda: Report("", (sheet("", FORMAT_COLUMNS, rows, left=range(3)),), title="Formats"),
        data=lambda: [_format(each) for each in formats],
        lines=lambda: map(_format_line, formats),
    )


def presets_view() -> View:
    rows = [(each.name, each.source, _stated(each), ", ".join(each.metrics)) for each in PRESETS.values()]
    return View(
        lambda: Report("", (sheet("", PRESET_COLUMNS, rows, left=range(4)),), title="Presets"),
        data=lambda: [{**each._asdict(), "metrics": list(each.metrics)} for each in PRESETS.values()],
        lines=lambda: (line for each in PRESETS.values() for line in _preset_lines(each)),
    )


def settings_view() -> View:
    settings = options_of(Settings).values()
    rows = [(each.name, each.default or "", each.description()) for each in settings]
    return View(
        lambda: Report("", (sheet("", SETTING_COLUMNS, rows, left=range(3)),), title="Settings"),
        data=lambda: [_setting(each) for each in settings],
        lines=lambda: (f"{each.name:<18}{each.description()}" for each in settings),
    )


def _parameters(family: Family) -> dict[str, str]:
    """The meaning of each parameter, by its name and default."""
    return {
        name if each.default is None else f"{name}={as_text(each.default)}": each.meaning
        for name, each in family.parameters.items()
    }


def _metric(family: Family) -> dict[str, Any]:
    return {
        "name": family.name,
        "title": family.title,
        "summary": family.summary,
        "aliases": list(family.aliases),
        "default": family.name in DEFAULT,
        "mean_of": [part.name for part in family.mean_of],
        "citations": list(family.citations),
        "parameters": {
            name: {"default": each.default, "meaning": each.meaning} for name, each in family.parameters.items()
        },
        "plugin": bool(family.version),
        "version": family.version or __version__,
    }


def _metric_lines(family: Family) -> list[str]:
    aliases = f" (also {', '.join(family.aliases)})" if family.aliases else ""
    about = f"{family.name:<10}{family.title}: {family.summary}{aliases}{_plugin(family)}"
    return [
        visible(about),
        *(visible(f"{'':<12}{name:<28}{meaning}") for name, meaning in _parameters(family).items()),
    ]


def _format(format: Format) -> dict[str, Any]:
    return {
        "name": format.name,
        "title": format.title,
        "suffixes": format.suffixes,
        "beside": next((COMPANIONS[suffix] for suffix in format.suffixes if suffix in COMPANIONS), ()),
        "no_documents": NO_DOCUMENTS.get(format.name, ()),
        "endings": format.endings,
        "counts": next((unit for unit in (TOKENS, CHARACTERS) if unit in format.features), None),
        "needs_words": "no_words" not in format.features,
        "named_clusters": "named_clusters" in format.features,
        "groups": "groups" in format.features,
        "annotations": "annotations" in format.features,
        "several_files": "several_files" in format.features,
        "several_kinds": "several_kinds" in format.features,
        "empty_nodes": "empty_nodes" in format.features,
        "own_ids": "no_ids" not in format.features,
        "across_documents": "across_documents" in format.features,
        "annotators": "annotators" in format.features,
        "aliases": format.aliases,
        "version": format.version or __version__,
        "written": format.writer is not None,
        "plugin": bool(format.version),
    }


def _format_line(format: Format) -> str:
    written = f"; written as {_written(format)}" if format.writer else ""
    return visible(f"{format.name:<14}{format.title}{written}{_plugin(format)}")


def _stated(preset: Preset) -> str:
    """The settings of a preset, as they stand in a signature."""
    return " ".join(f"{name}:{value}" for name, value in preset.values.items())


def _preset_lines(preset: Preset) -> list[str]:
    metrics = f"; metrics: {', '.join(preset.metrics)}" if preset.metrics else ""
    return [f"{preset.name:<20}{preset.source}", f"{'':<22}{_stated(preset)}{metrics}"]


def _setting(option: Option) -> dict[str, Any]:
    values = None if option.choices is None else {name: each.meaning for name, each in option.choices.items()}
    return {"name": option.name, "default": option.default, "meaning": option.help, "values": values}


def _written(format: Format) -> str:
    """The endings by which it is written, or the option."""
    if not format.writer:
        return ""
    return ", ".join("." + ending for ending in format.endings) or f"--to {format.name}"


def _plugin(entry: Family | Format) -> str:
    return f" [plug-in, version {entry.version}]" if entry.version else ""
