"""What there is to choose from on the first page: everything is derived from the registries."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from corefscope._version import __version__
from corefscope.analysis.mistakes.language import LANGUAGES
from corefscope.formats.registry import FORMATS
from corefscope.metrics import DEFAULT, METRICS
from corefscope.settings import CHOICES, PRESETS, Settings
from corefscope.web.desk import Desk

# What each setting means, in the words of the command line's help.
EXPLAINED = {
    "match": "When two mentions are the same",
    "singletons": "Entities of one mention",
    "repeated": "A mention in two entities",
    "average": "Over documents",
    "zeros": "Zeros are matched by",
    "mentions": "Which mentions count",
    "align": "Where key and response are tokenised differently",
}


def as_object(desk: Desk) -> dict[str, Any]:
    return {
        "version": __version__,
        "folder": str(desk.folder.root),
        "limits": {"upload": desk.allowed.upload, "unpack": desk.allowed.unpack},
        "metrics": [
            {"name": family.name, "title": family.title, "summary": family.summary, "usual": family.name in DEFAULT}
            for family in METRICS.values()
        ],
        "settings": [
            {"name": name, "label": EXPLAINED[name], "values": values, "usual": getattr(Settings(), name)}
            for name, values in CHOICES.items()
        ],
        "presets": {
            name: {setting: asdict(preset)[setting] for setting in CHOICES} for name, preset in PRESETS.items()
        },
        "formats": {name: format.title for name, format in FORMATS.items()},
        "languages": list(LANGUAGES),
    }
