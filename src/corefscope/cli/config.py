"""`--config FILE`: metrics, settings, the plan of a comparison and the rule of challenge sets, from a TOML file."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from typing import Any

from corefscope.basics.arguments import texts
from corefscope.basics.options import PATH, OptionSet, check_names, options_of
from corefscope.challenges.rule import Rule
from corefscope.formats.files.toml import Toml, decoded
from corefscope.metrics import Metric
from corefscope.metrics import metrics as parse_metrics
from corefscope.presets import preset_named
from corefscope.problems import CorefscopeError, FormatError, SettingsError, place
from corefscope.settings import Settings
from corefscope.statistics.plan import Plan

METRICS, PRESET, PLAN, CHALLENGE = "metrics", "preset", "plan", "challenge"


@dataclass
class Config:
    """What a configuration file sets, and the `file:line` of each name."""

    metrics: list[Metric] = field(default_factory=list)
    settings: dict[str, Any] = field(default_factory=dict)
    plan: dict[str, Any] = field(default_factory=dict)
    challenge: dict[str, Any] = field(default_factory=dict)
    places: dict[str, str] = field(default_factory=dict)


def read(path: str) -> Config:
    """Read a configuration file; every name in it has to exist and every value to be possible."""
    file = Toml(decoded(path, "configuration"), path)
    found, stated = Config(), {}
    for spelled, value in file.values.items():
        name = spelled.replace("-", "_")
        with _located(file, spelled):
            check_names([name], [*options_of(Settings), PRESET, METRICS, PLAN, CHALLENGE])
            if name == METRICS:
                found.metrics = parse_metrics(texts(value, METRICS))
            elif name == PRESET:
                stated = dict(preset_named(value).values)
                found.places |= {each: place(path, file.line(spelled)) for each in stated if each not in found.settings}
            elif name == PLAN:
                _read_table(file, PLAN, value, Plan, found.plan, found)
            elif name == CHALLENGE:
                _read_table(file, CHALLENGE, value, Rule, found.challenge, found)
            else:
                found.settings[name] = getattr(Settings(**{name: value}), name)
                if options_of(Settings)[name].kind == PATH:  # a path counts from the folder of the file that has it
                    found.settings[name] = os.path.join(os.path.dirname(path), value)
        found.places[name] = place(path, file.line(spelled))
    found.settings = stated | found.settings
    return found


def _read_table(
    file: Toml, table: str, value: Any, options: type[OptionSet], into: dict[str, Any], found: Config
) -> None:
    """Read the options of a table; that of challenge sets may also have a preset, which its other names win over."""
    if not isinstance(value, dict):
        example = "seed = 7" if options is Plan else 'rule = "exact"'
        raise SettingsError(
            "wrong-type", f"{table} should be a table", hint=f"[{table}], and below it such as {example}"
        )
    stated: dict[str, Any] = {}
    for spelled, given in value.items():
        name = spelled.replace("-", "_")
        with _located(file, spelled):
            check_names([name], [*options_of(options), *([PRESET] if options is Rule else [])])
            if name == PRESET:
                stated = asdict(Rule.of(given, {}))
            else:
                into[name] = getattr(options(**{name: given}), name)
        named = [each for each in stated if each not in into] if name == PRESET else [name]
        found.places |= dict.fromkeys(named, place(file.path, file.line(spelled)))
    into |= {name: each for name, each in stated.items() if name not in into}


@contextmanager
def _located(file: Toml, name: str) -> Iterator[None]:
    """Say of an error where in the file its cause is."""
    try:
        yield
    except FormatError:
        raise  # it has a place
    except CorefscopeError as error:
        raise FormatError(error.code, error.message, file.path, file.line(name), error.hint) from None
