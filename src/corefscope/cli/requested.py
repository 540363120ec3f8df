"""What a command is to compute: merged once from --config, --signature, --preset and the other options."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Mapping
from dataclasses import asdict, fields
from typing import TYPE_CHECKING, Any, NamedTuple

from corefscope._version import __version__
from corefscope.basics.escaping import cut, quoted
from corefscope.basics.options import Option, options_of, signature_parts
from corefscope.cli.inputs import check_inputs
from corefscope.cli.options import split
from corefscope.cli.output import say
from corefscope.metrics import Metric, metrics
from corefscope.presets import preset_named
from corefscope.problems import SettingsError, UnknownName
from corefscope.settings import Settings

if TYPE_CHECKING:
    from corefscope.statistics.plan import Plan

# What a signature may have besides settings and plan: the version, plug-ins, and how a leaderboard was made.
ABOUT = ("corefscope", "plugins", "datasets", "missing")
SIGNATURE = "--signature"


class Requested(NamedTuple):
    """The settings, metrics and plan of a call, each built once."""

    settings: Settings
    metrics: list[Metric]  # empty for the default ones
    given: bool  # whether any setting was, so that those of a saved result are not meant
    plan: Plan | None  # of a command that has options for it
    named: Mapping[str, Any]  # the settings by name that were given; of a signature, those that are not the default


class _Given(NamedTuple):
    """A value and the option or file that has it; where `noted`, a message says that another value is used."""

    value: Any
    place: str
    noted: bool = False


def requested(arguments: argparse.Namespace, *paths: str | None) -> Requested:
    """Merge all sources: options win over a signature, and that over a configuration file; then check the paths."""
    settings: list[dict[str, _Given]] = []
    plan: list[dict[str, _Given]] = []
    wanted = requested_metrics(arguments)
    if arguments.config is not None:
        from corefscope.cli import config

        found = config.read(arguments.config)
        for sources, values in ((settings, found.settings), (plan, found.plan)):
            sources.append({name: _Given(value, found.places[name], True) for name, value in values.items()})
        if wanted and found.metrics and wanted != found.metrics:
            unused = ", ".join(each.name for each in found.metrics)
            say(f"note: -m is used, not {unused} of {found.places[config.METRICS]}")
        wanted = wanted or found.metrics
    if arguments.signature is not None:
        for sources, values in zip((settings, plan), _signature(arguments), strict=True):
            sources.append({name: _Given(value, SIGNATURE, True) for name, value in values.items()})
    if arguments.preset is not None:
        place = f"--preset {arguments.preset}"
        preset = preset_named(arguments.preset)
        settings.append({name: _Given(value, place) for name, value in preset.values.items()})
        wanted = wanted or metrics(preset.metrics)
    merged = _merged([*settings, _options(arguments, options_of(Settings))])
    chosen, usual = _values(merged), {each.name: each.default for each in fields(Settings)}
    named = {name: each.value for name, each in merged.items() if each.place != SIGNATURE or each.value != usual[name]}
    made = None
    if hasattr(arguments, "plan_options"):
        from corefscope.statistics.plan import Plan

        made = Plan(**_values(_merged([*plan, _options(arguments, arguments.plan_options)])))
    result = Requested(Settings(**chosen), wanted, bool(chosen), made, named)
    check_inputs(*paths, result.settings.types, result.settings.sentences, metrics=hasattr(arguments, "metric"))
    return result


class RequestedChallenge(NamedTuple):
    """The rule, metrics and plan of a call on a challenge set."""

    rule: dict[str, Any]
    metrics: list[Metric]
    plan: Plan


def requested_challenge(arguments: argparse.Namespace, stated: Mapping[str, str]) -> RequestedChallenge:
    """Let options win over a signature, whose parts are `stated`."""
    from corefscope.challenges.rule import Rule
    from corefscope.statistics.plan import Plan

    values = [
        _values(_merged([_stated(declared, stated), _options(arguments, declared)]))
        for declared in (options_of(Rule), arguments.plan_options)
    ]
    found_metrics = requested_metrics(arguments) or metrics(stated.get("metrics", ()))
    return RequestedChallenge(values[0], found_metrics, Plan(**values[1]))


def _stated(declared: Mapping[str, Option], stated: Mapping[str, str]) -> dict[str, _Given]:
    """The values of a signature that are of these options."""
    try:
        return {
            name: _Given(each.parse(stated[name]), SIGNATURE, True) for name, each in declared.items() if name in stated
        }
    except ValueError:
        raise SettingsError("bad-signature", f"{SIGNATURE} is not a signature", hint="copy it whole") from None


def requested_metrics(arguments: argparse.Namespace) -> list[Metric]:
    """The metrics of -m; empty for the default ones."""
    texts = getattr(arguments, "metric", None) or ()
    wanted = [name for text in texts for name in split(text)]
    if texts and not wanted:
        raise SettingsError("no-metric", "-m is given without a metric")
    return metrics(wanted)


def _signature(arguments: argparse.Namespace) -> tuple[dict[str, Any], dict[str, Any]]:
    """All settings of a signature, those it leaves out at their default, and its plan."""
    from corefscope.statistics.plan import Plan

    found = signature_parts(arguments.signature)
    version = found.get("corefscope")
    if version is None:
        raise SettingsError(
            "bad-signature", f"{SIGNATURE} does not begin with corefscope:VERSION", hint="copy it whole"
        )
    by = f"written by corefscope {cut(version)}, and this is {__version__}"
    for name in found:
        if name not in (*options_of(Settings), *options_of(Plan), *ABOUT):
            why = f"it was {by}" if version != __version__ else "copy it as it was printed"
            raise SettingsError("bad-signature", f"{SIGNATURE} has {quoted(name)}, which is not a setting", hint=why)
    if version != __version__:
        say(f"note: the signature was {by}")
    settings = {name: value for name, value in found.items() if name in options_of(Settings)}
    try:
        plan = {name: each.parse(found[name]) for name, each in options_of(Plan).items() if name in found}
    except ValueError:
        raise SettingsError(
            "bad-signature", f"{quoted(arguments.signature)} is not a signature", hint="copy it whole"
        ) from None
    _check_plugins(found.get("plugins", ""))
    unused = [] if hasattr(arguments, "plan_options") else list(plan)
    unused += ["missing"] if "missing" in found and not hasattr(arguments, "missing") else []
    if unused:
        say(f"note: {', '.join(unused)} of {SIGNATURE} {'is' if len(unused) == 1 else 'are'} not used here")
    return asdict(Settings(**settings)), plan


def missing(arguments: argparse.Namespace) -> str:
    """How a leaderboard counts missing submissions: as the option says, else the signature, else as zero."""
    stated = signature_parts(arguments.signature).get("missing") if arguments.signature is not None else None
    if stated is not None and arguments.missing not in (None, stated):
        say(f"note: missing {arguments.missing} of --missing is used, not {stated} of {SIGNATURE}")
    return arguments.missing or stated or "zero"


def _check_plugins(plugins: str) -> None:
    """Refuse the signature of a metric that is not registered: no code is imported because of a signature."""
    from corefscope.metrics.lookup import family

    for plugin in filter(None, plugins.split(",")):
        name, _, version = plugin.partition("@")
        try:
            found = family(name)
        except UnknownName:
            hint = "install its plug-in, or name it by -m package.module:NAME"
            fact = f"{SIGNATURE} has the metric {quoted(name)}, which is not registered"
            raise SettingsError("bad-signature", fact, hint=hint) from None
        if found.version != version:
            say(f"note: the signature has {name} {cut(version)}, and this is {found.version}")


def _options(arguments: argparse.Namespace, declared: Mapping[str, Option]) -> dict[str, _Given]:
    """The options that were given, numbers as numbers."""
    given = {}
    for name, option in declared.items():
        value = getattr(arguments, name, None)
        if value is not None:
            try:
                given[name] = _Given(option.parse(value), option.flag)
            except ValueError:
                raise SettingsError("wrong-value", f"{option.flag} {cut(value)}: expected a {option.kind}") from None
    return given


def _merged(sources: Iterable[Mapping[str, _Given]]) -> dict[str, _Given]:
    """All values, later ones over earlier ones."""
    merged: dict[str, _Given] = {}
    for source in sources:
        for name, given in source.items():
            before = merged.get(name)
            if before is not None and before.noted and before.value != given.value:
                used = f"{name} {'at its default' if given.value is None else given.value} of {given.place}"
                say(f"note: {used} is used, not {before.value} of {before.place}")
            merged[name] = given
    return merged


def _values(merged: Mapping[str, _Given]) -> dict[str, Any]:
    return {name: given.value for name, given in merged.items()}
