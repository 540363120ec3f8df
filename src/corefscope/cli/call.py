"""What a command is to compute: merged once from --config, --signature, --preset and the other options."""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, NamedTuple

from corefscope._version import __version__
from corefscope.basics.arguments import texts
from corefscope.basics.escaping import cut, quoted
from corefscope.basics.options import PATH, Option, check_names, options_of, signature_parts
from corefscope.cli.arguments import split
from corefscope.cli.inputs import check_inputs
from corefscope.cli.output import say
from corefscope.metrics import Metric, metrics
from corefscope.presets import preset_named
from corefscope.problems import CorefscopeError, FormatError, SettingsError, UnknownName, place
from corefscope.settings import Settings

if TYPE_CHECKING:
    from corefscope.statistics.plan import Plan

# What a signature may have besides settings and plan: the version, plug-ins, and how a leaderboard was made.
ABOUT = ("corefscope", "plugins", "datasets", "missing")
SIGNATURE = "--signature"


class _Value(NamedTuple):
    """A value, the option or file that gives it, and whether it is said if another one replaces it."""

    value: Any
    place: str
    announced: bool = False


class Call(NamedTuple):
    """The settings, metrics and plan of a call."""

    settings: Settings
    metrics: list[Metric]  # empty for the default ones
    plan: Plan | None  # where the command has options for it
    values: Mapping[str, _Value]  # the settings that were given

    def options(self) -> dict[str, Any]:
        """The settings by name that were given; of a signature, those that are not the default."""
        default = Settings()
        return {
            name: value
            for name, (value, place, _) in self.values.items()
            if place != SIGNATURE or value != getattr(default, name)
        }


class _Values(dict[str, _Value]):
    """Values by name; later ones replace earlier ones."""

    def set(self, name: str, value: Any, place: str, announced: bool = False) -> None:
        before = self.get(name)
        if before is not None and before.announced and before.value != value:
            used = f"{name} {'at its default' if value is None else value} of {place}"
            say(f"note: {used} is used, not {before.value} of {before.place}")
        self[name] = _Value(value, place, announced)

    def set_options(self, arguments: Namespace, options: Mapping[str, Option]) -> None:
        """Set what the options of the command line say."""
        for name, option in options.items():
            text = getattr(arguments, name, None)
            if text is not None:
                try:
                    value = option.parse(text)
                except ValueError:
                    fact = f"{option.flag} {cut(text)}: expected a {option.kind}"
                    raise SettingsError("wrong-value", fact) from None
                self.set(name, value, option.flag)

    def plain(self) -> dict[str, Any]:
        return {name: each.value for name, each in self.items()}


def parse_call(arguments: Namespace, *paths: str | None, plan: bool = False) -> Call:
    """Merge all sources: options win over a signature, and that over a configuration file; then check the paths."""
    settings, planned = _Values(), _Values()
    scored = parse_metrics(arguments)
    if arguments.config is not None:
        others, where = _read_config(arguments.config, settings, planned)
        if scored and others and scored != others:
            say(f"note: -m is used, not {', '.join(each.name for each in others)} of {where}")
        scored = scored or others
    if arguments.signature is not None:
        _read_signature(arguments, settings, planned, plan)
    if arguments.preset is not None:
        preset = preset_named(arguments.preset)
        for name, value in preset.values.items():
            settings.set(name, value, f"--preset {arguments.preset}")
        scored = scored or metrics(preset.metrics)
    settings.set_options(arguments, options_of(Settings))
    made = None
    if plan:
        from corefscope.statistics.plan import Plan

        planned.set_options(arguments, options_of(Plan))
        made = Plan(**planned.plain())
    call = Call(Settings(**settings.plain()), scored, made, settings)
    check_inputs(*paths, call.settings.types, call.settings.sentences, metrics=hasattr(arguments, "metric"))
    return call


def parse_metrics(arguments: Namespace) -> list[Metric]:
    """Return the metrics of -m; an empty list stands for the default ones."""
    texts = getattr(arguments, "metric", None)
    if texts is None:
        return []
    names = split(",".join(texts))
    if not names:
        raise SettingsError("no-metric", "-m is given without a metric")
    return metrics(names)


def _read_config(path: str, settings: _Values, plan: _Values) -> tuple[list[Metric], str]:
    """Set what a configuration file says; return its metrics and where they stand."""
    from corefscope.formats.files.text import Toml, read_text
    from corefscope.statistics.plan import Plan

    file = Toml(read_text(path, "configuration"), path)
    scored: tuple[list[Metric], str] = [], ""
    # The preset comes first, since the file's own settings win over it.
    for spelling, value in sorted(file.values.items(), key=lambda item: item[0] != "preset"):
        name, where = spelling.replace("-", "_"), place(path, file.line(spelling))
        with _located(file, spelling):
            check_names([name], [*options_of(Settings), "preset", "metrics", "plan"])
            if name == "metrics":
                scored = metrics(texts(value, name)), where
            elif name == "preset":
                settings |= {each: _Value(setting, where, True) for each, setting in preset_named(value).values.items()}
            elif name != "plan":
                checked = getattr(Settings(**{name: value}), name)
                if options_of(Settings)[name].kind == PATH:  # a path counts from the folder of the file that has it
                    checked = os.path.join(os.path.dirname(path), value)
                settings[name] = _Value(checked, where, True)
            elif not isinstance(value, dict):
                raise SettingsError("wrong-type", "plan should be a table", hint="[plan], then lines such as seed = 7")
        for inner, setting in value.items() if name == "plan" else ():
            option = inner.replace("-", "_")
            with _located(file, inner):
                check_names([option], options_of(Plan))
                checked = getattr(Plan(**{option: setting}), option)
            plan.set(option, checked, place(path, file.line(inner)), announced=True)
    return scored


@contextmanager
def _located(file: Any, name: str) -> Iterator[None]:
    """Say of an error where in the file its cause is."""
    try:
        yield
    except FormatError:
        raise  # it has a place
    except CorefscopeError as error:
        raise FormatError(error.code, error.message, file.path, file.line(name), error.hint) from None


def _read_signature(arguments: Namespace, settings: _Values, plan: _Values, uses_plan: bool) -> None:
    """Set all settings of a signature, those it leaves out at their default, and its plan."""
    from corefscope.statistics.plan import Plan

    parts = signature_parts(arguments.signature)
    version = parts.get("corefscope")
    if version is None:
        fact = f"{SIGNATURE} does not begin with corefscope:VERSION"
        raise SettingsError("bad-signature", fact, hint="copy it whole")
    other = f"written by corefscope {cut(version)}, and this is {__version__}" if version != __version__ else ""
    for name in parts:
        if name not in (*options_of(Settings), *options_of(Plan), *ABOUT):
            hint = f"it was {other}" if other else "copy it as it was printed"
            raise SettingsError("bad-signature", f"{SIGNATURE} has {quoted(name)}, which is not a setting", hint=hint)
    if other:
        say(f"note: the signature was {other}")
    planned = _parse_parts(parts, options_of(Plan))
    _check_plugins(parts.get("plugins", ""))
    unused = [] if uses_plan else list(planned)
    unused += ["missing"] if "missing" in parts and not hasattr(arguments, "missing") else []
    if unused:
        say(f"note: {', '.join(unused)} of {SIGNATURE} {'is' if len(unused) == 1 else 'are'} not used here")
    complete = Settings(**{name: value for name, value in parts.items() if name in options_of(Settings)})
    for values, source in ((settings, asdict(complete)), (plan, planned)):
        for name, value in source.items():
            values.set(name, value, SIGNATURE, announced=True)


def _parse_parts(parts: Mapping[str, str], options: Mapping[str, Option]) -> dict[str, Any]:
    """Return the values that parts of a signature give to options."""
    values = {}
    for name, option in options.items():
        if name in parts:
            try:
                values[name] = option.parse(parts[name])
            except ValueError:
                fact = f"{SIGNATURE} has {quoted(f'{name}:{parts[name]}')}, which is not a value of {name}"
                raise SettingsError("bad-signature", fact, hint="copy it whole") from None
    return values


def merged(arguments: Namespace, parts: Mapping[str, str], options: Mapping[str, Option]) -> dict[str, Any]:
    """Return the values of options: what the command line says wins over the parts of a signature."""
    values = _Values()
    for name, value in _parse_parts(parts, options).items():
        values.set(name, value, SIGNATURE, announced=True)
    values.set_options(arguments, options)
    return values.plain()


def _check_plugins(plugins: str) -> None:
    """Refuse the signature of a metric that is not registered: no code is imported because of a signature."""
    from corefscope.metrics.lookup import family

    for plugin in filter(None, plugins.split(",")):
        name, _, version = plugin.partition("@")
        try:
            installed = family(name).version
        except UnknownName:
            hint = "install its plug-in, or name it by -m package.module:NAME"
            fact = f"{SIGNATURE} has the metric {quoted(name)}, which is not registered"
            raise SettingsError("bad-signature", fact, hint=hint) from None
        if installed != version:
            say(f"note: the signature has {name} {cut(version)}, and this is {installed}")
