"""The choices of the pages, derived from registries and declared options."""

from __future__ import annotations

import re
from typing import Any

from corefscope._version import __version__
from corefscope.analysis.mistakes.language import LANGUAGES
from corefscope.basics.options import WHOLE, Option, options_of
from corefscope.challenges.rule import SETS
from corefscope.formats.registry import FORMATS, writable
from corefscope.metrics.lookup import all_families
from corefscope.metrics.registry import DEFAULT
from corefscope.presets import PRESETS
from corefscope.settings import READING, Settings
from corefscope.statistics.plan import Plan
from corefscope.web.request_options import TASKS
from corefscope.web.workspace import Workspace

# The page of the docs about a setting, where options.md is not the best.
PAGES = {
    **dict.fromkeys(("match", "zeros", "repeated", "drop", "align", "boundary", "guess_types"), "matching.md"),
    **dict.fromkeys(("key_format", "response_format", "key_clusters", "response_clusters"), "formats.md"),
    **dict.fromkeys(("names_strip", "pair_by"), "input.md"),
    **dict.fromkeys(("split", "layer"), "anaphora.md"),
    **dict.fromkeys(("scope",), "cross-document.md"),
    **dict.fromkeys(("window",), "long-texts.md"),
    **dict.fromkeys(options_of(Plan), "significance.md"),
}


def as_object(workspace: Workspace) -> dict[str, Any]:
    return {
        "folder": str(workspace.folder.root),
        "limits": {"upload": workspace.allowed.upload, "unpack": workspace.allowed.unpack},
        **registries(),
    }


def registries() -> dict[str, Any]:
    """What is the same for every folder; the first call loads all of it, which takes a while."""
    settings = fields(Settings)
    return {
        "version": __version__,
        "metrics": [
            {"name": family.name, "title": family.title, "summary": family.summary, "usual": family.name in DEFAULT}
            for family in all_families()[0].values()
        ],
        "settings": settings,
        "plan": fields(Plan),
        "presets": {
            name: {
                field["name"]: getattr(Settings(**preset.values), field["name"])
                for field in settings
                if field["values"]
            }
            for name, preset in PRESETS.items()
        },
        "metrics_of_presets": {name: list(preset.metrics) for name, preset in PRESETS.items() if preset.metrics},
        "tasks": TASKS,
        "sets": {name: f"{each.title}: {each.meaning}" for name, each in SETS.items()},
        "writable": list(writable()),
        "formats": {name: format.title for name, format in FORMATS.items()},
        "languages": list(LANGUAGES),
    }


def fields(declared: type[Any]) -> list[dict[str, Any]]:
    """The options with a label, as the form shows them."""
    return [_field(option) for option in options_of(declared).values() if option.label]


def _sentence(text: str) -> str:
    """Help for a browser: without the remarks that are about the command line."""
    text = re.sub(r"\s*\([^()]*--[^()]*\)", "", text)
    return text[:1].upper() + text[1:] + ("" if text.endswith(".") else ".")


def _field(option: Option) -> dict[str, Any]:
    bounded = option.kind == WHOLE and option.most < 10**9
    return {
        "name": option.name,
        "label": option.label,
        "kind": option.kind,
        "values": None if option.choices is None else list(option.choices),
        "usual": option.default,
        "placeholder": option.placeholder,
        "title": f"At most {option.most:,}" if bounded else "",
        "help": _sentence(option.help),
        "meanings": {name: each.meaning for name, each in (option.choices or {}).items()},
        "page": PAGES.get(option.name, "options.md"),
        "first": option.shown,
        "reading": option.group == READING,
    }
