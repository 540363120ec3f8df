"""Metrics by name: parse names with parameters, find families, register plug-ins."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from corefscope.basics import plugins
from corefscope.basics.arguments import texts
from corefscope.basics.escaping import quoted, shown
from corefscope.metrics.base import Family, Metric, split_name, with_parameters
from corefscope.metrics.parameters import as_text
from corefscope.metrics.registry import DEFAULT, GROUP, METRICS, known_names
from corefscope.presets import preset_named
from corefscope.problems import SettingsError, UnknownName

AnyMetrics = str | Metric | Iterable[str | Metric]  # what public functions take
IMPORTED: dict[str, str] = {}  # the plug-ins that the command line named, and where: another process imports them too


def metric(name: str | Metric, **parameters: Any) -> Metric:
    """One metric as a value, by its name and its parameters.

    >>> metric("blanc", alpha=0.2).name, metric("B-cubed(beta=2.0)").name
    ('blanc(alpha=0.2)', 'b3(beta=2)')
    """
    given = [(key, as_text(value)) for key, value in parameters.items()]
    if isinstance(name, Metric):
        return with_parameters(name, given)
    called, own = split_name(texts([name], "metrics")[0])
    return with_parameters(Metric(family(called)), [*own, *given])


def metrics(wanted: AnyMetrics) -> list[Metric]:
    """The metrics that are wanted, each once; a name or a Metric alone is one."""
    listed = [wanted] if isinstance(wanted, str | Metric) else texts(wanted, "metrics", Metric)
    return list({each.name: each for each in map(metric, listed)}.values())


def metrics_of(wanted: AnyMetrics, preset: str | None) -> list[Metric]:
    """The metrics that are wanted; those of the preset, if it has some and no others are given."""
    own = preset_named(preset).metrics if preset is not None and wanted is DEFAULT else ()
    return metrics(own or wanted)


def family(name: str, place: str | None = None) -> Family:
    """The family of a name or an alias; installed plug-ins are searched for a name that is not registered."""
    found = _registered(name.lower()) or (import_metric(place) if place else None)
    announced = None if found else plugins.load(GROUP, name.lower())
    if announced is not None:
        return _announced(*announced)
    if found is None:
        raise UnknownName("metric", name, known_names())
    return found


def all_families() -> tuple[dict[str, Family], list[str]]:
    """All metrics, those of installed plug-ins too, and what is wrong with plug-ins that cannot be used."""
    found, problems = plugins.load_all(GROUP)
    for each in found:
        try:
            _announced(*each)
        except SettingsError as error:
            problems.append(str(error))
    return dict(METRICS), problems


def register_metric(family: Family) -> Family:
    """Register a metric of yours, so that everything that takes metrics accepts its name.

    Its version stands in the signature of every result that it is part of.

    >>> from corefscope.metrics import Tally
    >>> def found(table):
    ...     key, response, both = table.mentions
    ...     return Tally.of(recall=(both, key), precision=(both, response))
    >>> register_metric(Family("found", summary="mentions found", count=found, version="1.0")).title
    'found'
    >>> _ = METRICS.pop("found")
    """
    if not isinstance(family, Family):
        raise SettingsError("bad-plugin", f"a metric is a corefscope.metrics.Family, not {shown(family)}")
    if METRICS.get(family.name) is not family:
        _check(family)
        METRICS[family.name] = family
    return family


def import_metric(place: str) -> Family:
    """Import and register the metric at `package.module:NAME`: for the command line, which the user has typed."""
    found = plugins.import_object(place)
    if not isinstance(found, Family):
        raise SettingsError("bad-plugin", f"{place} is {shown(found)}, not a corefscope.metrics.Family")
    if found.name not in METRICS and not found.version:
        found = replace(found, version=plugins.version_of(place) or "")
    registered = METRICS.get(found.name) if IMPORTED.get(found.name) == place else register_metric(found)
    IMPORTED[found.name] = place
    return registered or found


def _announced(name: str, found: Any, version: str) -> Family:
    """Register what an entry point names."""
    where = f"the installed plug-in {quoted(name)} ({GROUP})"
    if not isinstance(found, Family):
        raise SettingsError("bad-plugin", f"{where} is {shown(found)}, not a corefscope.metrics.Family")
    if name not in (found.name, *found.aliases):
        raise SettingsError("bad-plugin", f"{where} is a metric of another name, {quoted(found.name)}")
    registered = METRICS.get(found.name)
    if registered is not None and (registered.count, registered.mean_of) == (found.count, found.mean_of):
        return registered
    try:
        return register_metric(found if found.version else replace(found, version=version))
    except SettingsError as error:
        raise SettingsError("bad-plugin", f"{where}: {error.message}", hint=error.hint) from None


def plugin_versions(metrics: Iterable[Metric]) -> list[str]:
    """`name@version` of each plug-in that the metrics use: what their numbers depend on beside the settings."""
    families = (each.family for metric in metrics for each in (metric, *metric.parts))
    return sorted({f"{family.name}@{family.version}" for family in families if family.version})


def _registered(name: str) -> Family | None:
    """The registered family of a name or an alias."""
    if name in METRICS:
        return METRICS[name]
    return next((each for each in METRICS.values() if name in each.aliases), None)


def _check(family: Family) -> None:
    """Refuse a plug-in whose name does not parse back to it, and one without a version or without counts."""
    for name in (family.name, *family.aliases):
        if not re.fullmatch(r"[a-z][a-z0-9_.-]*", str(name)):
            fact = f"{quoted(str(name))} cannot be the name of a metric"
            hint = "use lower-case letters, digits, . - and _, a letter first"
            raise SettingsError("bad-metric-name", fact, hint=hint)
        if _registered(name) is not None:
            fact = f"a metric {quoted(name)} is registered already"
            raise SettingsError("name-taken", fact, hint="choose another name")
    fact, hint = "", ""
    if not re.fullmatch(r"[\w.+!-]+", family.version):
        stated = f"the version {quoted(family.version)}" if family.version else "no version"
        fact = f"the metric {family.name} has {stated}"
        hint = "give it one, such as version='1.0': it stands in the signature"
    elif (family.count is None) == (not family.mean_of):
        fact = f"the metric {family.name} needs count, or the metrics that it is the mean of"
    for part in family.mean_of:
        for name in family.parameters:
            if name not in part.family.parameters:
                fact = fact or f"{family.name}: its parameter {name} is not one of {part.name}, which it averages"
    if fact:
        raise SettingsError("bad-plugin", fact, hint=hint or None)
