"""What a command was asked to compute: merged once from --config, --signature, --preset and the other options."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from corefscope._version import __version__
from corefscope.basics.escaping import cut, quoted
from corefscope.basics.options import Option, options_of, signature_parts
from corefscope.cli.options import flag, split
from corefscope.cli.output import say
from corefscope.metrics import Metric, metrics
from corefscope.problems import SettingsError, UnknownName
from corefscope.settings import Settings, preset_named

if TYPE_CHECKING:
    from corefscope.statistics.plan import Plan

# What a signature may have besides settings and plan: the version, plug-ins, and what a leaderboard says of itself.
ABOUT = ("corefscope", "plugins", "datasets", "missing")
SIGNATURE = "--signature"


@dataclass(frozen=True)
class Requested:
    """The settings, metrics and plan of a call, each built once."""

    settings: Settings
    metrics: list[Metric]  # empty if the usual ones are meant
    given: bool  # whether any setting was, so that it is not what a saved result has
    plan_sources: list[_Source]

    def plan(self) -> Plan:
        """How differences are to be judged."""
        from corefscope.statistics.plan import Plan

        return Plan(**_merged(self.plan_sources))


@dataclass(frozen=True)
class _Source:
    """Values and the place where each was given; a file or signature says so where they are not used."""

    values: Mapping[str, Any]
    places: Mapping[str, str]
    told: bool = False


def requested(arguments: argparse.Namespace) -> Requested:
    """Merge all that was given: options win over a signature, that over a configuration file, and it is said."""
    settings, plan, wanted = [], [], requested_metrics(arguments)
    if arguments.config is not None:
        from corefscope.cli import config

        found = config.read(arguments.config)
        settings.append(_Source(found.settings, found.places, told=True))
        plan.append(_Source(found.plan, found.places, told=True))
        if wanted and found.metrics and wanted != found.metrics:
            unused = ", ".join(each.name for each in found.metrics)
            say(f"note: -m is used, not {unused} of {found.places[config.METRICS]}")
        wanted = wanted or found.metrics
    if arguments.signature is not None:
        for sources, values in zip((settings, plan), _signature(arguments), strict=True):
            sources.append(_Source(values, dict.fromkeys(values, SIGNATURE), told=True))
    if arguments.preset is not None:
        stated = preset_named(arguments.preset).values
        settings.append(_Source(stated, dict.fromkeys(stated, f"--preset {arguments.preset}")))
    settings.append(_options(arguments, options_of(Settings)))
    plan.append(_options(arguments, getattr(arguments, "plan_options", {})))
    values = _merged(settings)
    return Requested(Settings(**values), wanted, bool(values), plan)


def requested_metrics(arguments: argparse.Namespace) -> list[Metric]:
    """The metrics of -m; none if the usual ones are meant."""
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
    """Refuse the signature of a metric that is not registered: it names code, and none is imported because of it."""
    from corefscope.metrics.lookup import family

    for plugin in filter(None, plugins.split(",")):
        name, _, version = plugin.partition("@")
        try:
            found = family(name)
            if found.version != version:
                say(f"note: the signature has {name} {cut(version)}, and this is {found.version}")
        except UnknownName:
            hint = "install its plug-in, or name it by -m package.module:NAME"
            raise SettingsError(
                "bad-signature", f"{SIGNATURE} has the metric {quoted(name)}, which is not registered", hint=hint
            ) from None


def _options(arguments: argparse.Namespace, declared: Mapping[str, Option]) -> _Source:
    """The options that were given, numbers as numbers."""
    given = {}
    for name, option in declared.items():
        value = getattr(arguments, name, None)
        if value is not None:
            try:
                given[name] = option.parse(value)
            except ValueError:
                raise SettingsError("wrong-value", f"{option.flag} {cut(value)}: expected a {option.kind}") from None
    return _Source(given, {name: flag(name) for name in given})


def _merged(sources: Iterable[_Source]) -> dict[str, Any]:
    """All values, later ones over earlier ones."""
    merged: dict[str, Any] = {}
    origin: dict[str, _Source] = {}
    for source in sources:
        for name, value in source.values.items():
            if name in origin and origin[name].told and merged[name] != value:
                used = f"{name} {'at its default' if value is None else value} of {source.places[name]}"
                say(f"note: {used} is used, not {merged[name]} of {origin[name].places[name]}")
            merged[name], origin[name] = value, source
    return merged
