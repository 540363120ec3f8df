"""Plug-ins: objects that installed packages announce as entry points, or that the command line names.

Looking for entry points takes longer than scoring a small file, so it happens only for
unknown names and in lists.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

from corefscope.basics.escaping import quoted
from corefscope.problems import SettingsError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

Plugin = tuple[str, Any, str]  # the name of an entry point, its object and the version of its package


def names(group: str) -> list[str]:
    """Return the names that installed packages announce, without importing anything."""
    return sorted({point.name for point in _points(group)})


def load(group: str, name: str) -> Plugin | None:
    """Return the installed plug-in of this name, or None."""
    points = [point for point in _points(group) if point.name == name]
    if len(points) > 1:
        places = " and ".join(point.value for point in points)
        raise SettingsError("bad-plugin", f"two installed plug-ins are called {quoted(name)} ({group}): {places}")
    return _load(points[0], group) if points else None


def load_all(group: str) -> tuple[list[Plugin], list[str]]:
    """Return all installed plug-ins, and the problems of those that cannot be loaded."""
    plugins, problems = [], []
    for point in _points(group):
        try:
            plugins.append(_load(point, group))
        except SettingsError as error:
            problems.append(str(error))
    return plugins, problems


def import_object(place: str) -> Any:
    """Import the object at `package.module:NAME`, also from the working directory."""
    from importlib import import_module

    module, _, name = place.partition(":")
    here = os.getcwd()
    sys.path.append(here)  # last, so that no file there hides an installed module
    try:
        return getattr(import_module(module), name)
    except AttributeError as error:
        raise SettingsError("bad-plugin", f"{place} cannot be imported: {error}") from None
    except (Exception, SystemExit) as error:
        raise SettingsError("bad-plugin", f"{place} cannot be imported: {_reason(error)}") from None
    finally:
        sys.path.remove(here)


def version_of(place: str) -> str | None:
    """Return the version that a package states, or None."""
    package = sys.modules.get(place.partition(":")[0].partition(".")[0])
    version = getattr(package, "__version__", None)
    return version if isinstance(version, str) else None


def _points(group: str) -> list[EntryPoint]:
    """Return the entry points of a group; a package on the path twice (e.g. in a source tree) counts once."""
    from importlib.metadata import entry_points

    return list({(point.name, point.value): point for point in entry_points(group=group)}.values())


def _load(point: EntryPoint, group: str) -> Plugin:
    try:
        value = point.load()
    except (Exception, SystemExit) as error:
        fact = f"the installed plug-in {quoted(point.name)} ({group}) cannot be loaded from {point.value}"
        raise SettingsError("bad-plugin", f"{fact}: {_reason(error)}") from None
    return point.name, value, point.dist.version if point.dist else ""


def _reason(error: BaseException) -> str:
    """Return a plug-in's error on one line."""
    return " ".join(f"{type(error).__name__}: {error}".split())
