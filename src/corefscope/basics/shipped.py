"""Files that come with the package: `examples`.

The wheel has them inside the package; a checkout has them at its top, where they are edited.
"""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).parents[1]


def shipped(name: str) -> Path:
    """The folder `examples` or `docs`, of the wheel or of the checkout."""
    inside = PACKAGE / name
    return inside if inside.is_dir() else PACKAGE.parents[1] / name


def shipped_files(name: str) -> dict[str, Path]:
    """The files of a shipped folder by their relative paths with `/`, in order."""
    folder = shipped(name)
    found = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path for path in found}
