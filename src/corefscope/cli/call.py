"""The settings, metrics and plan of a command, merged from --config, --signature, --preset and other options."""

from __future__ import annotations

import os
import re
from argparse import Namespace
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from corefscope._version import __version__
from corefscope.basics.arguments import texts
from corefscope.basics.escaping import cut, quoted
from corefscope.basics.options import PATH, Option, check_names, options_of, signature_parts
from corefscope.cli.arguments import check_inputs
from corefscope.cli.output import say
from corefscope.metrics import Metric, metrics
from corefscope.presets import preset_named
from corefscope.problems import CorefscopeError, FormatError, SettingsError
from corefscope.settings import Settings

if TYPE_CHECKING:
    from corefscope.statistics.plan import Plan

# The parts of a signature besides settings and plan: the version, plug-ins, and the options of a leaderboard.
ABOUT = ("corefscope", "plugins", "datasets", "missing")
SIGNATURE = "--signature"
Values = dict[str, Any]
Sources = list[tuple[str, Values]]  # the name of a file, SIGNATURE, or "" for the command line


class Call(NamedTuple):
    """The settings, metrics and plan of a call."""

    settings: Settings
    metrics: list[Metric]  # empty for the defaults
    plan: Plan | None  # None if the command has no options for it
    values: Values  # the settings named in the call

    def keywords(self) -> dict[str, Any]:
        """Return keyword arguments for a function, which has its own default metrics."""
        keywords = {"settings": self.settings, "metrics": self.metrics, "plan": self.plan}
        return {name: value for name, value in keywords.items() if value}


def parse_call(arguments: Namespace, *paths: str | None, plan: bool = False) -> Call:
    """Merge all sources (options win over a signature, which wins over a configuration file), and check the paths."""
    settings: Sources = []
    plans: Sources = []
    metric_list = parse_metrics(arguments)
    if arguments.config is not None:
        of_file, of_plan, others = _read_config(arguments.config)
        settings, plans = [(arguments.config, of_file)], [(arguments.config, of_plan)]
        metric_list = metric_list or others
    if arguments.signature is not None:
        of_signature, of_plan = _read_signature(arguments.signature)
        settings, plans = [(SIGNATURE, of_signature)], [*plans, (SIGNATURE, of_plan)]
    if arguments.preset is not None:
        preset = preset_named(arguments.preset)
        settings.append(("", dict(preset.values)))
        metric_list = metric_list or metrics(preset.metrics)
    values = _merge([*settings, ("", parse_options(vars(arguments), options_of(Settings)))])
    call = Call(Settings(**values), metric_list, None, values)
    if plan:
        from corefscope.statistics.plan import Plan

        call = call._replace(plan=Plan(**_merge([*plans, ("", parse_options(vars(arguments), options_of(Plan)))])))
    check_inputs(*paths, call.settings.types, call.settings.sentences)
    return call


def parse_metrics(arguments: Namespace) -> list[Metric]:
    """Return the metrics of -m; an empty list means the defaults."""
    if getattr(arguments, "metric", None) is None:
        return []
    # Split at commas outside parentheses: muc,blanc(alpha=0.2,beta=1)
    names = [_imported(name) for name in re.split(r",(?![^(]*\))", ",".join(arguments.metric)) if name.strip()]
    if not names:
        raise SettingsError("no-metric", "-m needs a metric")
    return metrics(names)


def _imported(name: str) -> str:
    """Import a metric at `package.module:NAME`, and return its own name.

    Only the command line may import code; a signature, a configuration file or a web form may not.
    """
    place, parenthesis, parameters = name.partition("(")
    if ":" not in place:
        return name
    from corefscope.metrics.lookup import import_metric

    return import_metric(place.strip()).name + parenthesis + parameters


def merge_options(arguments: Namespace, options: Mapping[str, Option]) -> Values:
    """Return the values of options other than settings: the command line wins over the signature."""
    parts = signature_parts(arguments.signature) if arguments.signature else {}
    return _merge([(SIGNATURE, parse_options(parts, options)), ("", parse_options(vars(arguments), options))])


def _merge(sources: Sources) -> Values:
    """Merge values; later ones win. Print a note where they override a configuration file or a signature."""
    values: Values = {}
    names: dict[str, str] = {}
    for source, new in sources:
        for name, value in new.items():
            if names.get(name) and value != values[name]:
                used = "at its default" if value is None else value
                say(f"note: {name} is {used}, not {values[name]} as in {names[name]}")
            values[name], names[name] = value, source
    return values


def parse_options(texts: Mapping[str, Any], options: Mapping[str, Option]) -> Values:
    """Parse the options of a command line or a signature."""
    values: Values = {}
    for name, option in options.items():
        text = texts.get(name)
        if text is not None:
            try:
                values[name] = option.parse(text)
            except ValueError:
                fact = f"{option.flag} {cut(text)}: expected a {option.kind}"
                raise SettingsError("wrong-value", fact) from None
    return values


def _read_config(path: str) -> tuple[Values, Values, list[Metric]]:
    """Read the settings, the plan and the metrics of a configuration file; its own settings win over its preset."""
    from corefscope.formats.files.text import Toml, read_text
    from corefscope.statistics.plan import Plan

    file = Toml(read_text(path, "configuration"), path)
    settings: Values = {}
    plan: Values = {}
    metric_list: list[Metric] = []
    table = file.values.pop("plan", {})
    entries, spelling = sorted(file.values.items(), key=lambda entry: entry[0] != "preset"), "plan"
    try:
        if not isinstance(table, dict):
            raise SettingsError("wrong-type", "plan should be a table", hint="[plan], then lines such as seed = 7")
        for spelling, value in table.items():
            name = spelling.replace("-", "_")
            check_names([name], options_of(Plan))
            plan[name] = getattr(Plan(**{name: value}), name)
        for spelling, value in entries:
            name = spelling.replace("-", "_")
            check_names([name], [*options_of(Settings), "preset", "metrics", "plan"])
            if name == "metrics":
                metric_list = metrics(texts(value, name))
            elif name == "preset":
                settings |= preset_named(value).values
            else:
                settings[name] = getattr(Settings(**{name: value}), name)
                if options_of(Settings)[name].kind == PATH:  # relative to the folder of the file
                    settings[name] = os.path.join(os.path.dirname(path), value)
    except CorefscopeError as error:
        raise FormatError(error.code, error.message, path, file.line(spelling), error.hint) from None
    return settings, plan, metric_list


def _read_signature(signature: str) -> tuple[Values, Values]:
    """Return the settings and the plan of a signature."""
    from corefscope.metrics.lookup import family
    from corefscope.statistics.plan import Plan

    parts = signature_parts(signature)
    version = parts.get("corefscope")
    if version is None:
        fact = f"{SIGNATURE} does not begin with corefscope:VERSION"
        raise SettingsError("bad-signature", fact, hint="copy it whole")
    if version != __version__:
        say(f"note: the signature was written by corefscope {cut(version)}, and this is {__version__}")
    for name in parts:
        if name not in (*options_of(Settings), *options_of(Plan), *ABOUT):
            fact = f"{SIGNATURE} has {quoted(name)}, which is not a setting"
            raise SettingsError("bad-signature", fact, hint="copy it as it was printed")
    for plugin in filter(None, parts.get("plugins", "").split(",")):
        family(plugin.partition("@")[0])  # must be registered, since a signature imports no code
    settings = Settings(**{name: value for name, value in parts.items() if name in options_of(Settings)})
    return {name: getattr(settings, name) for name in settings.changed()}, parse_options(parts, options_of(Plan))
