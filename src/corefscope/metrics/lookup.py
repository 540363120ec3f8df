"""Metrics by name: parse names with parameters, find families, register plug-ins."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from typing import Any

from corefscope.basics import plugins
from corefscope.basics.arguments import texts
from corefscope.basics.escaping import quoted, short_repr
from corefscope.metrics.base import Family, Metric, as_text
from corefscope.metrics.registry import DEFAULT, GROUP, METRICS, known_names
from corefscope.presets import preset_named
from corefscope.problems import SettingsError, UnknownName

AnyMetrics = str | Metric | Iterable[str | Metric]  # accepted by public functions
IMPORTED: dict[str, str] = {}  # plug-ins of the command line and their places, for other processes
_NAME = re.compile(r"\s*(?P<name>[^\s(]+)\s*(?:\((?P<parameters>.*)\))?\s*$")


def metric(name: str | Metric, **parameters: Any) -> Metric:
    """Return a metric by name and parameters.

    >>> metric("blanc", alpha=0.2).name, metric("B-cubed(beta=2.0)").name
    ('blanc(alpha=0.2)', 'b3(beta=2)')
    """
    values = [(parameter, as_text(value)) for parameter, value in parameters.items()]
    if not isinstance(name, Metric):
        (text,) = texts([name], "metrics")
        match = _NAME.match(text)
        parts = ((match and match["parameters"]) or "").split(",")
        pairs = (part.partition("=") for part in parts if part.strip())
        values = [*((parameter.strip(), value.strip()) for parameter, _, value in pairs), *values]
        name = Metric(family(match["name"] if match else text))
    return with_parameters(name, values) if values else name


def metrics(names: AnyMetrics) -> list[Metric]:
    """Return metrics by name, each once; a single name or Metric is a list of one."""
    if names is DEFAULT:
        return list(_default_metrics())
    listed = [names] if isinstance(names, str | Metric) else texts(names, "metrics", Metric)
    return list({each.name: each for each in map(metric, listed)}.values())


@cache
def _default_metrics() -> tuple[Metric, ...]:
    """Return the default metrics; caching them saves a third of the time of a small score."""
    return tuple(map(metric, DEFAULT))


def metrics_of(names: AnyMetrics, preset: str | None) -> list[Metric]:
    """Return metrics by name; if the names are the default, those of the preset, if it has any."""
    own = preset_named(preset).metrics if preset is not None and names is DEFAULT else ()
    return metrics(own or names)


def with_parameters(metric: Metric, parameters: Iterable[tuple[str, str]]) -> Metric:
    """Return the metric with these parameters, parsed from text; defaults are left out of its name."""
    family = metric.family
    values: dict[str, Any] = {}
    for name, text in parameters:
        parameter = family.parameters.get(name)
        if parameter is None:
            raise UnknownName(f"{family.name} parameter", name, family.parameters)
        if name in values:
            raise SettingsError("bad-parameter", f"{family.name}: {name} occurs twice")
        try:
            values[name] = parameter.parse(text)
        except ValueError as error:
            fact = f"{family.name}: {name} is {parameter.meaning}, not {quoted(text)}"
            raise SettingsError("bad-parameter", fact, hint=str(error)) from None
    return metric.with_values(values)


def family(name: str, place: str | None = None) -> Family:
    """Return the family of a name or alias; search installed plug-ins if it is not registered."""
    registered = _registered(name.lower()) or (import_metric(place) if place else None)
    if registered is not None:
        return registered
    announced = plugins.load(GROUP, name.lower())
    if announced is None:
        raise UnknownName("metric", name, known_names())
    return _announced(*announced)


def all_families() -> tuple[dict[str, Family], list[str]]:
    """Return all metrics, including those of plug-ins, and the problems of unusable plug-ins."""
    announced, problems = plugins.load_all(GROUP)
    for each in announced:
        try:
            _announced(*each)
        except SettingsError as error:
            problems.append(str(error))
    return dict(METRICS), problems


def register_metric(family: Family) -> Family:
    """Register a new metric, so that its name is accepted wherever metrics are named.

    Its version is part of the signature of every result that uses it.

    >>> from corefscope.metrics import Tally
    >>> def matched(table):
    ...     key, response, both = table.mentions
    ...     return Tally.of(recall=(both, key), precision=(both, response))
    >>> register_metric(Family("matched", summary="matched mentions", count=matched, version="1.0")).title
    'matched'
    >>> _ = METRICS.pop("matched")
    """
    family = _checked_type(family, "a metric")
    if METRICS.get(family.name) is not family:
        _check(family)
        METRICS[family.name] = family
    return family


def import_metric(place: str) -> Family:
    """Import and register the metric at `package.module:NAME`, which only the command line may name."""
    family = _checked_type(plugins.import_object(place), place)
    if family.name not in METRICS and not family.version:
        family = replace(family, version=plugins.version_of(place) or "")
    if IMPORTED.get(family.name) != place or family.name not in METRICS:
        register_metric(family)
    IMPORTED[family.name] = place
    return METRICS[family.name]


def _announced(name: str, plugin: Any, version: str) -> Family:
    """Register the metric of an entry point."""
    where = f"the installed plug-in {quoted(name)} ({GROUP})"
    family = _checked_type(plugin, where)
    if name not in (family.name, *family.aliases):
        raise SettingsError("bad-plugin", f"{where} is a metric of another name, {quoted(family.name)}")
    registered: Family | None = METRICS.get(family.name)
    if registered is not None and (registered.count, registered.mean_of) == (family.count, family.mean_of):
        return registered
    return register_metric(family if family.version else replace(family, version=version))


def plugin_versions(metrics: Iterable[Metric]) -> list[str]:
    """Return `name@version` of each plug-in that the metrics use, for the signature."""
    versions = set()
    for metric in metrics:
        for each in (metric, *metric.parts):
            if each.family.version:
                versions.add(f"{each.family.name}@{each.family.version}")
    return sorted(versions)


def _registered(name: str) -> Family | None:
    """Return the registered family of a name or an alias."""
    registered: Family | None = METRICS.get(name)
    return registered or next((each for each in METRICS.values() if name in each.aliases), None)


def _checked_type(family: Any, what: str) -> Family:
    if not isinstance(family, Family):
        raise SettingsError("bad-plugin", f"{what} is not a corefscope.metrics.Family, but {short_repr(family)}")
    return family


def _check(family: Family) -> None:
    """Refuse a plug-in with an unparsable name, without a version, or without counts."""
    for name in (family.name, *family.aliases):
        if not re.fullmatch(r"[a-z][a-z0-9_.-]*", str(name)):
            hint = "use lower-case letters, digits, . - and _, a letter first"
            raise SettingsError("bad-metric-name", f"{quoted(str(name))} cannot be the name of a metric", hint=hint)
        if _registered(name) is not None:
            fact = f"a metric {quoted(name)} is registered already"
            raise SettingsError("name-taken", fact, hint="choose another name")
    problem = None
    if not re.fullmatch(r"[\w.+!-]+", family.version):
        has = f"the version {quoted(family.version)}" if family.version else "no version"
        problem = f"has {has} (give it one, such as version='1.0': it is part of the signature)"
    elif (family.count is None) == (not family.mean_of):
        problem = "needs count, or the metrics that it is the mean of"
    for part in family.mean_of:
        for name in family.parameters.keys() - part.family.parameters:
            problem = f"is a mean, and its parameter {name} is not one of {part.name}"
    if problem:
        raise SettingsError("bad-plugin", f"the metric {family.name} {problem}")
