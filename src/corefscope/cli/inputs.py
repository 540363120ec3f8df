"""What several commands ask of the files that they are given."""

from __future__ import annotations

import os
from collections.abc import Sequence


def check_standard_input(*paths: str | None) -> None:
    """Standard input can be read only once."""
    from corefscope.errors import SettingsError

    if paths.count("-") > 1:
        raise SettingsError("- is given twice, but standard input can be read only once")


def short_names(paths: Sequence[str]) -> list[str]:
    """What to call each file: by its name, by its path where names are the same, numbered where paths are."""
    short = [os.path.basename(os.path.normpath(path)) for path in paths]
    told = [path if short.count(name) > 1 else name for path, name in zip(paths, short, strict=True)]
    return [name if told.count(name) == 1 else f"{name} {number}" for number, name in enumerate(told, 1)]
