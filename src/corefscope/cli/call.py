"""What a command is to compute: merged once from --config, --signature, --preset and the other options."""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Mapping
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
Values = dict[str, tuple[Any, str]]  # by name: the value, and the option or file that gives it


class Call(NamedTuple):
    """The settings, metrics and plan of a call."""

    settings: Settings
    metrics: list[Metric]  # empty for the default ones
    plan: Plan | None  # where the command has options for it
    values: Values  # the settings that were given

    def keywords(self) -> dict[str, Any]:
        """What a function takes by name; it has its own default metrics."""
        given = {"settings": self.settings, "metrics": self.metrics, "plan": self.plan}
        return {name: value for name, value in given.items() if value}

    def options(self) -> dict[str, Any]:
        """The settings by name that were given; of a signature, those that are not the default."""
        default = Settings()
        return {
            name: value
            for name, (value, source) in self.values.items()
            if source != SIGNATURE or value != getattr(default, name)
        }


def parse_call(arguments: Namespace, *paths: str | None, plan: bool = False) -> Call:
    """Merge all sources: options win over a signature, and that over a configuration file; then check the paths."""
    settings: Values = {}
    planned: Values = {}
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
            _set(settings, name, value, f"--preset {arguments.preset}")
        scored = scored or metrics(preset.metrics)
    _set_options(settings, arguments, options_of(Settings))
    call = Call(Settings(**_plain(settings)), scored, None, settings)
    if plan:
        from corefscope.statistics.plan import Plan

        _set_options(planned, arguments, options_of(Plan))
        call = call._replace(plan=Plan(**_plain(planned)))
    check_inputs(*paths, call.settings.types, call.settings.sentences, metrics=hasattr(arguments, "metric"))
    return call


def parse_metrics(arguments: Namespace) -> list[Metric]:
    """Return the metrics of -m; an empty list stands for the default ones."""
    if getattr(arguments, "metric", None) is None:
        return []
    names = split(",".join(arguments.metric))
    if not names:
        raise SettingsError("no-metric", "-m is given without a metric")
    return metrics(names)


def merged(arguments: Namespace, parts: Mapping[str, str], options: Mapping[str, Option]) -> dict[str, Any]:
    """Return the values of options: what the command line says wins over the parts of a signature."""
    values: Values = {name: (value, SIGNATURE) for name, value in _parse_parts(parts, options).items()}
    _set_options(values, arguments, options)
    return _plain(values)


def _plain(values: Values) -> dict[str, Any]:
    return {name: value for name, (value, _) in values.items()}


def _set(values: Values, name: str, value: Any, source: str) -> None:
    """Set a value; say so if it replaces another one of a file or of a signature."""
    before, replaced = values.get(name, (value, ""))
    if before != value and (replaced == SIGNATURE or not replaced.startswith("--")):
        used = f"{name} {'at its default' if value is None else value} of {source}"
        say(f"note: {used} is used, not {before} of {replaced}")
    values[name] = value, source


def _set_options(values: Values, arguments: Namespace, options: Mapping[str, Option]) -> None:
    """Set what the options of the command line say."""
    for name, option in options.items():
        text = getattr(arguments, name, None)
        if text is not None:
            try:
                _set(values, name, option.parse(text), option.flag)
            except ValueError:
                fact = f"{option.flag} {cut(text)}: expected a {option.kind}"
                raise SettingsError("wrong-value", fact) from None


def _read_config(path: str, settings: Values, plan: Values) -> tuple[list[Metric], str]:
    """Set what a configuration file says; return its metrics and where they stand."""
    from corefscope.formats.files.text import Toml, read_text
    from corefscope.statistics.plan import Plan

    file = Toml(read_text(path, "configuration"), path)
    scored: tuple[list[Metric], str] = [], ""
    # The preset comes first, since the file's own settings win over it; then the settings, then the plan.
    entries = [(name, value, False) for name, value in file.values.items()]
    entries.sort(key=lambda entry: entry[0] != "preset")
    if isinstance(file.values.get("plan"), dict):
        entries = [entry for entry in entries if entry[0] != "plan"]
        entries += [(name, value, True) for name, value in file.values["plan"].items()]
    for spelling, value, of_plan in entries:
        name, where = spelling.replace("-", "_"), place(path, file.line(spelling))
        try:
            check_names([name], options_of(Plan) if of_plan else [*options_of(Settings), "preset", "metrics", "plan"])
            if of_plan:
                _set(plan, name, getattr(Plan(**{name: value}), name), where)
            elif name == "metrics":
                scored = metrics(texts(value, name)), where
            elif name == "preset":
                settings |= {each: (setting, where) for each, setting in preset_named(value).values.items()}
            elif name == "plan":
                raise SettingsError("wrong-type", "plan should be a table", hint="[plan], then lines such as seed = 7")
            else:
                checked = getattr(Settings(**{name: value}), name)
                if options_of(Settings)[name].kind == PATH:  # a path counts from the folder of the file that has it
                    checked = os.path.join(os.path.dirname(path), value)
                settings[name] = checked, where
        except FormatError:
            raise  # it has a place
        except CorefscopeError as error:
            raise FormatError(error.code, error.message, path, file.line(spelling), error.hint) from None
    return scored


def _read_signature(arguments: Namespace, settings: Values, plan: Values, uses_plan: bool) -> None:
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
    complete = asdict(Settings(**{name: value for name, value in parts.items() if name in options_of(Settings)}))
    for values, source in ((settings, complete), (plan, planned)):
        for name, value in source.items():
            _set(values, name, value, SIGNATURE)


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
