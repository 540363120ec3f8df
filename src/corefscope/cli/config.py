"""`--config FILE`: metrics, settings and the plan of a comparison, from a TOML file."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from corefscope.basics.arguments import texts
from corefscope.basics.options import PATH, check_names, options_of
from corefscope.formats.files.text import Toml, read_text
from corefscope.metrics import Metric
from corefscope.metrics import metrics as parse_metrics
from corefscope.presets import preset_named
from corefscope.problems import CorefscopeError, FormatError, SettingsError, place
from corefscope.settings import Settings
from corefscope.statistics.plan import Plan

METRICS, PRESET, PLAN = "metrics", "preset", "plan"


@dataclass
class Config:
    """What a configuration file sets, and the `file:line` of each name."""

    metrics: list[Metric] = field(default_factory=list)
    settings: dict[str, Any] = field(default_factory=dict)
    plan: dict[str, Any] = field(default_factory=dict)
    places: dict[str, str] = field(default_factory=dict)


def read(path: str) -> Config:
    """Read a configuration file; every name in it has to exist and every value to be possible."""
    file = Toml(read_text(path, "configuration"), path)
    found, stated = Config(), {}
    for spelled, value in file.values.items():
        name = spelled.replace("-", "_")
        with _located(file, spelled):
            check_names([name], [*options_of(Settings), PRESET, METRICS, PLAN])
            if name == METRICS:
                found.metrics = parse_metrics(texts(value, METRICS))
            elif name == PRESET:
                stated = dict(preset_named(value).values)
                found.places |= {each: place(path, file.line(spelled)) for each in stated if each not in found.settings}
            elif name == PLAN:
                _read_plan(file, value, found)
            else:
                found.settings[name] = getattr(Settings(**{name: value}), name)
                if options_of(Settings)[name].kind == PATH:  # a path counts from the folder of the file that has it
                    found.settings[name] = os.path.join(os.path.dirname(path), value)
        found.places[name] = place(path, file.line(spelled))
    found.settings = stated | found.settings
    return found


def _read_plan(file: Toml, table: Any, found: Config) -> None:
    """Read the options of the plan."""
    if not isinstance(table, dict):
        raise SettingsError("wrong-type", "plan should be a table", hint="[plan], and below it such as seed = 7")
    for spelled, given in table.items():
        name = spelled.replace("-", "_")
        with _located(file, spelled):
            check_names([name], options_of(Plan))
            found.plan[name] = getattr(Plan(**{name: given}), name)
        found.places[name] = place(file.path, file.line(spelled))


@contextmanager
def _located(file: Toml, name: str) -> Iterator[None]:
    """Say of an error where in the file its cause is."""
    try:
        yield
    except FormatError:
        raise  # it has a place
    except CorefscopeError as error:
        raise FormatError(error.code, error.message, file.path, file.line(name), error.hint) from None
